"""Another implementation's view of Parquet files, for the tests.

oracle.py make DIR    writes files of many types with pyarrow, and the records
                      that they should read as beside each (NAME.jsonl)
oracle.py dump FILE   prints the rows of a file in the spelling of docs/reference/parquet.md
oracle.py same A B    fails unless all but the column messages is the same in both:
                      schema, metadata, values
"""
import base64, datetime, decimal, json, math, os, sys
import pyarrow as pa
import pyarrow.parquet as pq


def spell(v, t):
    if v is None:
        return None
    if pa.types.is_dictionary(t):
        return spell(v, t.value_type)
    if pa.types.is_struct(t):
        return {f.name: spell(v[f.name], f.type) for f in t}
    if pa.types.is_map(t):
        pairs = [(spell(k, t.key_type), spell(x, t.item_type)) for k, x in v]
        if pa.types.is_string(t.key_type):
            return dict(pairs)
        return [{"key": k, "value": x} for k, x in pairs]
    if pa.types.is_list(t) or pa.types.is_large_list(t):
        return [spell(x, t.value_type) for x in v]
    if pa.types.is_float16(t):
        import struct
        return base64.b64encode(struct.pack("<e", v)).decode()
    if pa.types.is_floating(t):
        if math.isnan(v):
            return "NaN"
        if math.isinf(v):
            return "Infinity" if v > 0 else "-Infinity"
        return v
    if pa.types.is_decimal(t):
        return f"{v:.{t.scale}f}"
    if pa.types.is_binary(t) or pa.types.is_large_binary(t) or pa.types.is_fixed_size_binary(t):
        return base64.b64encode(v).decode()
    return v


def moment(column, t):
    """Dates and times as text, from the numbers that the column holds."""
    places = {"s": 3, "ms": 3, "us": 6, "ns": 9}
    wide = pa.types.is_date32(t) or pa.types.is_time32(t)
    out = []
    for n in column.cast(pa.int32() if wide else pa.int64()).to_pylist():
        if n is None:
            out.append(None)
        elif pa.types.is_date32(t):
            out.append((datetime.date(1970, 1, 1) + datetime.timedelta(days=n)).isoformat())
        else:
            unit = 10 ** {"s": 0, "ms": 3, "us": 6, "ns": 9}[t.unit]
            seconds, rest = divmod(n, unit)
            at = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
            p = places[t.unit]
            rest = f"{rest * 10 ** p // unit:0{p}d}"
            clock = at.strftime("%H:%M:%S") + "." + rest
            if pa.types.is_time(t):
                out.append(clock)
            else:
                out.append(at.strftime("%Y-%m-%d") + "T" + clock + ("Z" if t.tz else ""))
    return out


def dump(table):
    columns = {}
    for name in table.column_names:
        column, t = table[name], table.schema.field(name).type
        if pa.types.is_temporal(t):
            columns[name] = moment(column, t)
        else:
            columns[name] = [spell(v, t) for v in column.to_pylist()]
    for i in range(table.num_rows):
        yield json.dumps({n: c[i] for n, c in columns.items()}, ensure_ascii=False, separators=(",", ":"))


def message_type():
    return pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())]))


def table():
    us = [1714564800123456, None, -1, 0]
    D = decimal.Decimal
    cols = [
        ("messages", message_type(), [
            [{"role": "user", "content": "héllo \"there\"\n\t日本 🙂"}, {"role": "assistant", "content": None}], [], None,
            [{"role": "user", "content": "x" * 5000}, None]]),
        ("i8", pa.int8(), [-128, 127, None, 0]), ("i16", pa.int16(), [-32768, 32767, None, 0]),
        ("i32", pa.int32(), [-2**31, 2**31 - 1, None, 0]), ("i64", pa.int64(), [-2**63, 2**63 - 1, None, 0]),
        ("u8", pa.uint8(), [255, 0, None, 1]), ("u16", pa.uint16(), [65535, 0, None, 1]),
        ("u32", pa.uint32(), [2**32 - 1, 0, None, 1]), ("u64", pa.uint64(), [2**64 - 1, 0, None, 1]),
        ("f32", pa.float32(), [0.5, -0.0, None, math.inf]), ("f64", pa.float64(), [0.1, math.nan, None, -math.inf]),
        ("f16", pa.float16(), [1.5, -2.0, None, 0.0]),
        ("b", pa.bool_(), [True, False, None, True]), ("s", pa.string(), ["", "a\\\"b\u0000\u0001", None, "ü"]),
        ("ls", pa.large_string(), ["{\"json\": 1}", "b", None, "c"]), ("bin", pa.binary(), [b"", b"\xff\x00", None, b"abc"]),
        ("fix", pa.binary(3), [b"abc", b"\x00\x01\x02", None, b"xyz"]),
        ("d32", pa.date32(), [datetime.date(2024, 5, 1), datetime.date(1, 1, 1), None, datetime.date(1969, 12, 31)]),
        ("t32", pa.time32("ms"), [datetime.time(12, 30, 1, 5000), datetime.time(0), None, datetime.time(23, 59, 59, 999000)]),
        ("t64", pa.time64("us"), [datetime.time(12, 30, 1, 5), datetime.time(0), None, datetime.time(23, 59, 59, 999999)]),
        ("tms", pa.timestamp("ms", tz="UTC"), [1714564800123, None, -1, 0]), ("tus", pa.timestamp("us"), us),
        ("tns", pa.timestamp("ns", tz="UTC"), [1714564800123456000, None, -1000, 0]), ("dec", pa.decimal128(20, 4), [D("-1.5000"), D("1234567890123456.7891"), None, D("0.0001")]),
        ("dec5", pa.decimal128(5, 0), [D("-99999"), D("0"), None, D("7")]),
        ("dec256", pa.decimal256(60, 10), [D("1e40").quantize(D("1.0000000000"), context=decimal.Context(prec=60)), D("-0.0000000001"), None, D("0")]),
        ("tags", pa.list_(pa.string()), [["a", None, ""], [], None, ["b"]]),
        ("deep", pa.list_(pa.list_(pa.list_(pa.int32()))), [[[[1, 2], []], []], [], None, [None, [None, [None]]]]),
        ("obj", pa.struct([("a", pa.int64()), ("b", pa.struct([("c", pa.list_(pa.string()))]))]),
         [{"a": 1, "b": {"c": ["x"]}}, {"a": None, "b": None}, None, {"a": 2, "b": {"c": []}}]),
        ("m", pa.map_(pa.string(), pa.int64()), [[("k", 1), ("l", None)], [], None, [("é", 3)]]),
        ("mi", pa.map_(pa.int32(), pa.list_(pa.string())), [[(1, ["a"]), (2, None)], [], None, [(3, [])]]),
        ("nothing", pa.null(), [None] * 4),
        ("cat", pa.dictionary(pa.int32(), pa.string()), ["x", "y", None, "x"]),
    ]
    schema = pa.schema([pa.field(n, t) for n, t, _ in cols] + [pa.field("must", pa.string(), nullable=False)],
                       metadata={"note": "kept – as it is", "other": "{}"})
    arrays = [pa.array(v, t) for _, t, v in cols] + [pa.array(["p", "q", "r", "s"])]
    return pa.Table.from_arrays(arrays, schema=schema)


def make(directory):
    t = table()
    for name, options in {
        "plain": dict(compression="none", use_dictionary=False), "snappy": dict(compression="snappy"),
        "gzip": dict(compression="gzip", data_page_version="2.0"), "brotli": dict(compression="brotli"),
        "lz4": dict(compression="lz4"), "zstd": dict(compression="zstd", row_group_size=1),
        "item": dict(use_compliant_nested_type=False), "bare": dict(store_schema=False),
        "old": dict(version="1.0"), "checked": dict(store_decimal_as_integer=True, write_page_checksum=True),
    }.items():
        path = os.path.join(directory, name + ".parquet")
        pq.write_table(t, path, **options)
        with open(path + ".jsonl", "w", encoding="utf-8") as f:
            for line in dump(pq.read_table(path)):
                f.write(line + "\n")
    stamps = pa.table({"at": pa.array([1714564800123456000, None, -1], pa.timestamp("ns"))})
    path = os.path.join(directory, "int96.parquet")
    pq.write_table(stamps, path, use_deprecated_int96_timestamps=True)
    with open(path + ".jsonl", "w") as f:
        f.writelines(line + "\n" for line in dump(stamps))
    big = pa.table({"id": pa.array(range(30000)), "messages": pa.array(
        [[{"role": "user", "content": f"question {i} " * (i % 40)}] * (i % 5) for i in range(30000)], message_type())})
    path = os.path.join(directory, "big.parquet")
    pq.write_table(big, path, row_group_size=7000, data_page_size=20000)
    with open(path + ".jsonl", "w") as f:
        f.writelines(line + "\n" for line in dump(big))


def same(a, b):
    sa, sb = pq.read_schema(a), pq.read_schema(b)
    assert sa.equals(sb, check_metadata=True), f"{sa}\n{sb}"
    ta, tb = pq.read_table(a), pq.read_table(b)
    for name in ta.column_names:
        if name != "messages":
            left = list(dump(ta.select([name])))
            right = list(dump(tb.select([name])))
            assert left == right, f"{name}: {left[:5]} {right[:5]}"
    la, lb = pq.ParquetFile(a).schema, pq.ParquetFile(b).schema
    for i in range(len(la.names)):
        x, y = la.column(i), lb.column(i)
        assert (x.path, x.physical_type, str(x.logical_type), x.length if x.physical_type == "FIXED_LEN_BYTE_ARRAY" else 0) == \
               (y.path, y.physical_type, str(y.logical_type), y.length if y.physical_type == "FIXED_LEN_BYTE_ARRAY" else 0), (x, y)


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2])
    elif sys.argv[1] == "dump":
        sys.stdout.reconfigure(encoding="utf-8")
        for line in dump(pq.read_table(sys.argv[2])):
            print(line)
    else:
        same(sys.argv[2], sys.argv[3])
