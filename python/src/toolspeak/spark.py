"""Spark: conversions by DataFrame.mapInArrow, with the rejects in a column of their own.

Each task has a toolspeak process of its own. A task that Spark repeats, or runs twice,
gives the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql.functions import col
from pyspark.sql.types import BinaryType, DataType, IntegerType, StringType, StructField, StructType

from ._names import StyleName, Target
from ._converter import Converter, same
from ._types import Diagnostic, OptionError, taken_already

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


def convert_json(df: DataFrame, *, to: Target | StyleName, column: str = "value", **options: Any) -> DataFrame:
    """Convert a column of JSON records, strings or binary. A rejected row is null there.

    Read lines with ``spark.read.text(path, lineSep="\\n")``: without lineSep Spark takes
    off carriage returns. Rows that a conversion before this one rejected keep its reason.
    """
    if column not in df.columns:
        raise OptionError(f"there is no column {column!r}: the columns are {', '.join(df.columns)}")
    if not isinstance(df.schema[column].dataType, StringType | BinaryType):
        raise OptionError(f"the column {column!r} is of the type {df.schema[column].dataType.simpleString()}: strings or binary with a JSON record each are expected")
    Converter(to, **options).close()  # a wrong option is said here, not by the executors

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from ._arrow import arrow_parts

        with Converter(to, **options) as converter:
            for batch in batches:
                start = 0
                for converted, why in arrow_parts(converter, batch.column(column)):
                    yield _with(batch.slice(start, len(converted)), {column: converted}, why)
                    start += len(converted)

    return _map(df, run, StructType(_source_fields(df)))


def convert(df: DataFrame, *, to: Target | StyleName, columns: Sequence[str] | None = None, **options: Any) -> DataFrame:
    """Convert columns of messages, as they are in Parquet. A rejected row keeps its own.

    Columns are found by their names, or named by ``columns``. Those that the target needs
    are added, and those that it has nothing for are null. A row with a value that has no
    place in its column is a reject, ``row-mismatch``.
    """
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_type

    from ._columns import has_flags, overlaid

    if missing := [c for c in columns or () if c not in df.columns]:
        raise OptionError(f"there is no column {missing[0]!r}: the columns are {', '.join(df.columns)}")
    with Converter(to, columns=columns, **options) as converter:
        taken = converter._taken(c for c in df.columns if c != REJECT)
        own = {name: pa.field(name, _arrow_type(df.schema[name].dataType)) for name in taken}
        plan = converter._plan(any(has_flags(field.type) for field in own.values()))
    schema = _source_fields(df)
    fields: dict[str, pa.Field] = {}
    for name in (*taken, *(name for name in plan if name not in taken)):
        if name not in taken:
            if name in df.columns:
                raise taken_already(name)
            fields[name] = plan[name]
            schema.append(StructField(name, from_arrow_type(plan[name].type)))
            continue
        i = [field.name for field in schema].index(name)
        source = own[name]
        fields[name] = source if name not in plan else overlaid(source, plan[name], whole=True)
        if not fields[name].type.equals(source.type):
            schema[i] = StructField(name, from_arrow_type(fields[name].type))

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with Converter(to, columns=columns, on_reject="keep", **options) as converter:
            for batch in batches:
                yield _convert_rows(converter, batch, taken, fields)

    return _map(df, run, StructType(schema))


def _convert_rows(converter: Converter, batch: pa.RecordBatch, taken: list[str], fields: dict[str, pa.Field]) -> pa.RecordBatch:
    import pyarrow as pa

    from ._arrow import REASON
    from ._columns import Misfit, kept, rows_of

    own = {name: batch.column(name) for name in taken}
    rows = rows_of(own, {name: pa.field(name, own[name].type) for name in taken}, taken)
    made: dict[str, list[Any]] = {name: [] for name in fields}
    reasons: list[dict[str, Any] | None] = []
    before = batch.column(REJECT).to_pylist() if REJECT in batch.schema.names else [None] * len(batch)
    waiting = iter(converter.results([row for row, why in zip(rows, before) if why is None]))
    for row, why in zip(rows, before):
        values = None
        if why is None:
            result = next(waiting)
            why = result.rejected._reason() if result.rejected else None
            if why is None:
                try:
                    values = {name: _value(field, row, result.value, own) for name, field in fields.items()}
                    if strange := result.value.keys() - fields.keys():
                        raise Misfit(min(strange), result.value[min(strange)], None)
                except Misfit as err:
                    values, why = None, Diagnostic("reject", "row-mismatch", 0, 0, 0, str(err))._reason()
        for name, field in fields.items():
            made[name].append(kept(field, row.get(name)) if values is None else values[name])
        reasons.append(why)
    columns = {name: pa.array(made[name], type=field.type) for name, field in fields.items()}
    return _with(batch, columns, pa.array(reasons, type=REASON))


def _value(field: pa.Field, row: dict[str, Any], made: dict[str, Any], own: dict[str, pa.Array]) -> Any:
    """Return a value of a converted row as it was made, or as it was where JSON can only spell it."""
    from ._columns import Misfit, built, has_blocks

    name = field.name
    try:
        return built(field, made.get(name), name)
    except Misfit:
        if name in row and own[name].type.equals(field.type) and not has_blocks(field.type) and same(row[name], made.get(name)):
            return row[name]
        raise


def _arrow_type(kind: DataType) -> pa.DataType:
    from pyspark.sql.pandas.types import to_arrow_type

    try:
        return to_arrow_type(kind, timezone="UTC")
    except TypeError:  # before version 4.2, which asks for the time zone
        return to_arrow_type(kind)


def _source_fields(df: DataFrame) -> list[StructField]:
    """Return the fields of a DataFrame, without the column of reasons. The list is a copy: StructType would share it with the DataFrame's own schema."""
    return [field for field in df.schema.fields if field.name != REJECT]


def _with(batch: pa.RecordBatch, columns: dict[str, pa.Array], why: pa.Array) -> pa.RecordBatch:
    """Return a batch with other columns, and the reasons last: those of a conversion before it first."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if REJECT in batch.schema.names:
        why = pc.if_else(batch.column(REJECT).is_valid(), batch.column(REJECT).cast(why.type), why)
    names = [name for name in batch.schema.names if name != REJECT]
    names += [name for name in columns if name not in names]
    arrays = [columns[name] if name in columns else batch.column(name) for name in names]
    return pa.RecordBatch.from_arrays([*arrays, why], names=[*names, REJECT])


def _map(df: DataFrame, run: _Map, schema: StructType) -> DataFrame:
    return df.mapInArrow(run, StructType([*schema.fields, StructField(REJECT, _TYPE)]))


def split(df: DataFrame) -> tuple[DataFrame, DataFrame]:
    """Return the converted rows, without the column of reasons, and the rejected ones.

    Each of the two converts anew unless ``df`` is persisted.
    """
    return df.where(col(REJECT).isNull()).drop(REJECT), df.where(col(REJECT).isNotNull())
