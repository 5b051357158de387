"""Spark: conversions by DataFrame.mapInArrow, with the rejects in a column of their own.

Each task has a toolspeak process of its own. A task that Spark repeats, or runs twice,
gives the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql.functions import col
from pyspark.sql.types import IntegerType, StringType, StructField, StructType

from ._converter import Converter

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

#: The column that says why a row was rejected: null where it was converted.
REJECT = "toolspeak_reject"

_TYPE = StructType(
    [
        StructField("code", StringType()),
        StructField("reason", StringType()),
        StructField("message", IntegerType()),
        StructField("line", IntegerType()),
        StructField("column", IntegerType()),
    ]
)

_Map = Callable[[Iterable["pa.RecordBatch"]], Iterator["pa.RecordBatch"]]


def convert_json(df: DataFrame, *, to: str, column: str = "value", **options: Any) -> DataFrame:
    """Convert a column of JSON records, strings or binary. A rejected row is null there.

    Read lines with ``spark.read.text(path, lineSep="\\n")``: without lineSep Spark takes
    off carriage returns.
    """

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        from ._arrow import arrow_parts

        with Converter(to, **options) as converter:
            for batch in batches:
                i = batch.schema.get_field_index(column)
                start = 0
                for converted, why in arrow_parts(converter, batch.column(i)):
                    columns = batch.slice(start, len(converted)).columns
                    columns[i] = converted
                    yield pa.RecordBatch.from_arrays([*columns, why], names=[*batch.schema.names, REJECT])
                    start += len(converted)

    return _map(df, run)


def convert(df: DataFrame, *, to: str, columns: Sequence[str] = ("messages",), **options: Any) -> DataFrame:
    """Convert columns of messages, as they are in Parquet. A rejected row keeps its own."""

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        with Converter(to, columns=columns, on_reject="keep", **options) as converter:
            for batch in batches:
                yield _convert_rows(pa, converter, batch, [c for c in columns if c in batch.schema.names])

    return _map(df, run)


def _convert_rows(pa: Any, converter: Converter, batch: pa.RecordBatch, names: list[str]) -> pa.RecordBatch:
    from ._arrow import REASON

    taken = [batch.column(c).to_pylist() for c in names]
    rows = [dict(zip(names, values)) for values in zip(*taken)]
    made: dict[str, list[Any]] = {c: [] for c in names}
    reasons: list[dict[str, Any] | None] = []
    for row, result in zip(rows, converter.results(rows)):
        why = result.rejected
        for c in names:
            made[c].append((row if why else result.value).get(c))
        reasons.append(why._reason() if why else None)
    columns = [
        pa.array(made[c], type=field.type) if (c := field.name) in made else batch.column(c) for field in batch.schema
    ]
    return pa.RecordBatch.from_arrays([*columns, pa.array(reasons, type=REASON)], names=[*batch.schema.names, REJECT])


def _map(df: DataFrame, run: _Map) -> DataFrame:
    # The list is copied: StructType would share it with the DataFrame's own schema.
    schema = StructType([*df.schema.fields, StructField(REJECT, _TYPE)])
    return df.mapInArrow(run, schema)


def split(df: DataFrame) -> tuple[DataFrame, DataFrame]:
    """Return the converted rows, without the column of reasons, and the rejected ones.

    Each of the two converts anew unless ``df`` is persisted.
    """
    return df.where(col(REJECT).isNull()).drop(REJECT), df.where(col(REJECT).isNotNull())
