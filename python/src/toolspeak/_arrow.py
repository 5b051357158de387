"""Arrow columns of JSON records: their buffers are the payload of a request."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

from ._process import BATCH_BYTES
from ._types import OptionError, WorkerError

if TYPE_CHECKING:
    from ._converter import Converter, _Answer

REASON = pa.struct(
    [
        ("code", pa.string()),
        ("reason", pa.string()),
        ("message", pa.int32()),
        ("line", pa.int32()),
        ("column", pa.int32()),
    ]
)


# How many bytes the strings of a column with short offsets may have.
SHORT = 2**31 - 1


def arrow_json(converter: Converter, column: pa.Array | pa.ChunkedArray) -> tuple[pa.Array, pa.StructArray]:
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    kind = column.type
    _check(kind)
    converted: list[pa.Array] = [pa.array([], type=pa.large_binary())]
    reasons: list[pa.Array] = [pa.array([], type=REASON)]
    for chunk in chunks:
        for part, why in _parts(converter, _as_large_binary(chunk)):
            converted.append(part)
            reasons.append(why)
    whole = pa.concat_arrays(converted)
    if sum(part.nbytes for part in converted) > SHORT:
        kind = {pa.string(): pa.large_string(), pa.binary(): pa.large_binary()}.get(kind, kind)
    return _as(whole, kind), pa.concat_arrays(reasons)


def arrow_parts(converter: Converter, column: pa.Array) -> Iterator[tuple[pa.Array, pa.StructArray]]:
    """Yield the column in parts as they are converted, each with its reasons: nothing waits for all of it."""
    _check(column.type)
    for part, why in _parts(converter, _as_large_binary(column)):
        yield _as(part, column.type), why


def _check(kind: pa.DataType) -> None:
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind)):
        raise OptionError(f"the column is of the type {kind}: strings or binary with a JSON record each are expected")


def _as_large_binary(column: pa.Array) -> pa.LargeBinaryArray:
    if pa.types.is_large_binary(column.type):
        return column
    if pa.types.is_large_string(column.type):
        return column.view(pa.large_binary())
    if pa.types.is_string(column.type):  # a view: bytes that are no UTF-8 are for toolspeak to reject
        column = column.view(pa.binary())
    return column.cast(pa.large_binary())


def _as(column: pa.LargeBinaryArray, kind: pa.DataType) -> pa.Array:
    if pa.types.is_large_string(kind):
        return column.view(kind)
    if pa.types.is_string(kind):
        return column.cast(pa.binary()).view(kind)
    return column.cast(kind)


def _parts(converter: Converter, column: pa.LargeBinaryArray) -> Iterator[tuple[pa.Array, pa.Array]]:
    n = len(column)
    if n == 0:
        return
    _, offsets_buffer, data = column.buffers()
    offsets = memoryview(offsets_buffer).cast("B").cast("q")[column.offset : column.offset + n + 1]
    data = memoryview(data).cast("B") if data is not None else memoryview(b"")
    start = 0
    while start < n:
        end = max(start + 1, bisect_right(offsets, offsets[start] + BATCH_BYTES, start, n + 1) - 1)
        head = struct.pack("<I", end - start), offsets[start : end + 1].cast("B")
        try:
            answers = [converter._ask(converter._quiet, b"C", *head, data[offsets[start] : offsets[end]])]
        except WorkerError as err:
            raw = [bytes(data[offsets[i] : offsets[i + 1]]) for i in range(start, end)]
            answers = list(converter._halved(converter._quiet, b"C", raw, err))
        for answer in answers:
            yield _part(answer, column.slice(start, answer.n))
            start += answer.n


def _part(answer: _Answer, column: pa.LargeBinaryArray) -> tuple[pa.Array, pa.Array]:
    n = answer.n
    rejected = [bool(s) for s in answer.status]
    nulls = column.is_null().to_pylist() if column.null_count else [False] * n
    validity = None
    if any(rejected) or any(nulls):
        valid = pa.array([not (r or null) for r, null in zip(rejected, nulls)], type=pa.bool_())
        validity = valid.buffers()[1]
    made, values = answer.columns[0]
    result = pa.LargeBinaryArray.from_buffers(
        pa.large_binary(), n, [validity, pa.py_buffer(bytes(made)), pa.py_buffer(values)]
    )
    if not any(rejected):
        return result, pa.nulls(n, type=REASON)
    reasons = [answer.diagnostics(i)[-1]._reason() if rejected[i] else None for i in range(n)]
    return result, pa.array(reasons, type=REASON)
