"""Converter: a set of options and the process that converts by them."""

from __future__ import annotations

import json as _json
import struct
import threading
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from typing import TYPE_CHECKING, Any, Literal, cast

from ._options import flags_of
from ._process import BATCH_BYTES, Worker
from ._types import Diagnostic, OptionError, Rejected, Report, Result

if TYPE_CHECKING:
    import pyarrow as pa

OnReject = Literal["raise", "none", "keep"]

_BATCH_RECORDS = 4096


class Converter:
    """Converts records to a style.

    Keep one for each set of options: it holds a toolspeak process, which is started
    when the first record comes and ends with ``close()``, or when the Converter goes.
    It may be used by several threads, pickled, and used on both sides of a fork.

    ``to`` and the options up to ``style_files`` are the flags of ``toolspeak convert``
    of the same name. Those of this class:

    ``on_reject``
        what is done with a record that can't be converted: ``"raise"`` raises
        Rejected, ``"none"`` gives None, ``"keep"`` the record as it was.
    ``columns``
        the columns of a row that hold the transcript and what belongs to it. No others
        are looked at by ``__call__`` and ``arrow``.
    ``json``
        ``"std"``, or ``"orjson"``, which is faster and changes numbers beyond 64 bits.
    ``workers``
        how many records are converted at a time.
    """

    def __init__(
        self,
        to: str,
        *,
        from_: str | None = None,
        layout: str | None = None,
        out_layout: str | None = None,
        fields: Sequence[str] | None = None,
        repair: str | None = None,
        plain: str | None = None,
        invented: str | None = None,
        xml_entities: str | None = None,
        strict: bool | str = False,
        read_back: str | None = None,
        verify: bool = True,
        keep_original: bool = False,
        observations: str | None = None,
        assume_outcome: str | None = None,
        thoughts: str | None = None,
        parallel: str | None = None,
        arguments: str | None = None,
        carry: str | None = None,
        prompt: str | None = None,
        prompt_from: str | None = None,
        prompt_to: str | None = None,
        tool_list: str | None = None,
        train: str | None = None,
        stop_text: str | None = None,
        style_files: Sequence[str] | None = None,
        on_reject: OnReject = "raise",
        columns: Sequence[str] = ("messages",),
        json: Literal["std", "orjson"] = "std",
        workers: int = 1,
    ) -> None:
        keywords = dict(locals())
        for own in ("self", "on_reject", "columns", "json", "workers"):
            del keywords[own]
        if on_reject not in ("raise", "none", "keep"):
            raise OptionError(f"on_reject is {on_reject!r}: raise, none or keep is expected")
        if isinstance(columns, str) or isinstance(fields, str):
            raise OptionError("columns and fields are lists of strings, not a string")
        self._state = {**keywords, "on_reject": on_reject, "columns": tuple(columns), "json": json, "workers": workers}
        self._on_reject = on_reject
        self._columns = tuple(columns)
        self._dumps, self._loads = _codec(json)
        self._flags = {name: value for name, value in flags_of(keywords).items() if value is not False}
        self._quiet = Worker({**self._flags, "workers": workers})
        self._verbose = Worker({**self._flags, "workers": workers, "diagnostics": True})
        self._counting = threading.Lock()
        #: Counts of what this process converted.
        self.report = Report()
        self._quiet.start()

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Converter], tuple[dict[str, Any]]]:
        return _rebuild, (dict(sorted(self._state.items())),)

    def __repr__(self) -> str:
        options = ", ".join(f"{k}={v!r}" for k, v in self._state.items() if v is not None)
        return f"Converter({options})"

    def __enter__(self) -> Converter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the toolspeak processes. Another record would start new ones."""
        self._quiet.close()
        self._verbose.close()

    # Records as values.

    def convert(self, records: Iterable[Any]) -> list[Any]:
        """Convert records: dicts and lists as json makes them, or strings of JSON.

        Numbers travel as json spells them: use convert_bytes where the spelling of the
        source counts.
        """
        records = list(records)
        out = self._bytes(b"C", [self._encode(r) for r in records], lambda i: records[i])
        return [self._decode(value, like) for value, like in zip(out, records)]

    def convert_bytes(self, records: Iterable[bytes]) -> list[bytes | None]:
        """Convert records of JSON. All of their bytes stay but those of the transcript."""
        records = list(records)
        return cast("list[bytes | None]", self._bytes(b"C", records, lambda i: records[i]))

    def convert_text(self, transcripts: Iterable[str]) -> list[str | None]:
        """Convert transcripts that are plain text."""
        transcripts = list(transcripts)
        raw = [t.encode("utf-8", "surrogatepass") for t in transcripts]
        out = self._bytes(b"T", raw, lambda i: raw[i])
        return [None if o is None else o.decode() for o in out]

    def results(self, records: Iterable[Any]) -> list[Result]:
        """Convert records and return what was found in each. It never raises Rejected."""
        return list(self.iter(records))

    def iter(self, records: Iterable[Any], *, progress: bool = False) -> Iterator[Result]:
        """Convert records one after the other, a batch ahead of the reader.

        With ``progress``, a bar is shown where tqdm is installed.
        """
        results = self._ahead(iter(records))
        if progress:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return results
            return iter(tqdm(results, unit=" records"))
        return results

    def _ahead(self, records: Iterator[Any]) -> Iterator[Result]:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as thread:
            pending = None
            while batch := list(islice(records, 128)):
                following = thread.submit(self._results, batch)
                if pending is not None:
                    yield from pending.result()
                pending = following
            if pending is not None:
                yield from pending.result()

    def _results(self, records: list[Any]) -> list[Result]:
        raw = [self._encode(r) for r in records]
        out: list[Result] = []
        for answer in self._answers(self._verbose, b"C", raw):
            for i in range(answer.n):
                diagnostics = answer.diagnostics(i)
                value = None if answer.status[i] else self._decode(answer.record(i), records[len(out)])
                out.append(Result(value, answer.style(i), diagnostics))
        return out

    # Rows and columns.

    def __call__(self, batch: dict[str, list[Any]]) -> dict[str, list[Any]]:
        """Convert a batch of rows as ``datasets.map(…, batched=True)`` gives them."""
        names = [c for c in self._columns if c in batch]
        if not names:
            raise OptionError(f"no column of {list(batch)} is one of columns={list(self._columns)}")
        rows = [dict(zip(names, values)) for values in zip(*(batch[c] for c in names))]
        out: dict[str, list[Any]] = {c: [] for c in names}
        for number, row in enumerate(self.convert(rows)):
            row = row if row is not None else {}
            for name in row.keys() - out.keys():
                out[name] = [None] * number
            for name, values in out.items():
                values.append(row.get(name))
        return out

    def arrow(self, batch: pa.RecordBatch | pa.Table) -> pa.RecordBatch | pa.Table:
        """Convert the columns of an Arrow batch or table; others stay untouched.

        Converted columns keep their type, and get the one that Arrow infers where
        they are new.
        """
        import pyarrow as pa

        rows = {c: batch.column(c).to_pylist() for c in self._columns if c in batch.schema.names}
        columns = {name: batch.column(name) for name in batch.schema.names}
        for name, values in self(rows).items():
            old = columns.get(name)
            columns[name] = pa.array(values, type=None if old is None else old.type)
        make = pa.Table.from_pydict if isinstance(batch, pa.Table) else pa.RecordBatch.from_pydict
        return make(columns)

    def arrow_json(self, column: pa.Array | pa.ChunkedArray) -> tuple[pa.Array, pa.StructArray]:
        """Convert an Arrow column of JSON records, strings or binary.

        Returns the converted column, of the same type, and a column of structs that
        say why a record was rejected: code, reason, message, line and column. It is
        null where the record was converted, and the converted column where it was not.
        The bytes are those of the source but for the transcript, whatever they are.
        Nothing is raised for rejects.
        """
        from ._arrow import arrow_json

        return arrow_json(self, column)

    # Batches.

    def _encode(self, record: Any) -> bytes:
        if isinstance(record, str):
            return record.encode("utf-8", "backslashreplace")
        if isinstance(record, bytes):
            return record
        return self._dumps(record)

    def _decode(self, raw: bytes | None, like: Any) -> Any:
        if raw is None or isinstance(raw, dict | list):
            return raw
        if isinstance(like, bytes):
            return raw
        if isinstance(like, str):
            return raw.decode() if isinstance(raw, bytes) else raw
        return self._loads(raw) if isinstance(raw, bytes) else raw

    def _bytes(self, operation: bytes, raw: list[bytes], source: Callable[[int], Any]) -> list[Any]:
        """Convert records; what becomes of rejects is on_reject's to say."""
        out: list[Any] = []
        for answer in self._answers(self._quiet, operation, raw):
            values = answer.records()
            if any(answer.status):
                for i in range(answer.n):
                    if not answer.status[i]:
                        continue
                    if self._on_reject == "raise":
                        raise Rejected(len(out) + i, answer.diagnostics(i)[-1])
                    values[i] = source(len(out) + i) if self._on_reject == "keep" else None
            out += values
        return out

    def _answers(self, worker: Worker, operation: bytes, raw: Sequence[bytes]) -> Iterator[_Answer]:
        ends = list(accumulate(map(len, raw), initial=0))
        start = 0
        while start < len(raw):
            end = bisect_right(ends, ends[start] + BATCH_BYTES, start, min(len(raw), start + _BATCH_RECORDS) + 1) - 1
            end = max(end, start + 1)
            head = struct.pack(f"<I{end - start + 1}q", end - start, *ends[start : end + 1])
            yield self._ask(worker, operation, head, b"".join(raw[start:end]))
            start = end

    def _ask(self, worker: Worker, operation: bytes, *payload: bytes | memoryview) -> _Answer:
        answer = _Answer(worker.ask(operation, *payload))
        with self._counting:
            self.report._add(answer.report)
        return answer


class _Answer:
    """The answer to a batch, taken apart when it is asked for."""

    def __init__(self, raw: bytearray) -> None:
        self.raw = memoryview(raw)
        self.n, counts = struct.unpack_from("<II", raw)
        at = 8 + counts
        self.report: dict[str, Any] = _json.loads(bytes(self.raw[8:at]))
        self.status = self.raw[at : at + self.n]
        at += self.n
        self.columns: list[tuple[memoryview, memoryview]] = []
        for _ in range(3):
            end = at + 8 * (self.n + 1)
            offsets, start = self.raw[at:end], end
            at = start + struct.unpack_from("<q", offsets, 8 * self.n)[0]
            self.columns.append((offsets, self.raw[start:at]))

    def _value(self, column: int, i: int) -> bytes:
        offsets, values = self.columns[column]
        start, end = struct.unpack_from("<qq", offsets, 8 * i)
        return bytes(values[start:end])

    def records(self) -> list[Any]:
        offsets, values = self.columns[0]
        return [bytes(values[start:end]) for start, end in pairwise(struct.unpack(f"<{self.n + 1}q", offsets))]

    def record(self, i: int) -> bytes:
        return self._value(0, i)

    def diagnostics(self, i: int) -> tuple[Diagnostic, ...]:
        found = self._value(1, i)
        return tuple(Diagnostic._of(d) for d in _json.loads(found)) if found else ()

    def style(self, i: int) -> str:
        return self._value(2, i).decode()


def _rebuild(state: dict[str, Any]) -> Converter:
    return Converter(**state)


def _codec(name: str) -> tuple[Callable[[Any], bytes], Callable[[bytes], Any]]:
    if name == "std":
        return _std_dumps, _json.loads
    if name != "orjson":
        raise OptionError(f"json is {name!r}: std or orjson is expected")
    try:
        import orjson
    except ImportError:
        raise OptionError("json='orjson' needs the package orjson: pip install 'toolspeak[fast]'") from None
    return orjson.dumps, orjson.loads


def _std_dumps(value: Any) -> bytes:
    # A NaN is no JSON. A lone surrogate has no UTF-8: it becomes the escape that JSON has for it.
    return _json.dumps(value, allow_nan=False, ensure_ascii=False).encode("utf-8", "backslashreplace")
