"""A real Spark gives the bytes of the command, whatever dies on the way: make spark."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import toolspeak

pyspark = pytest.importorskip("pyspark")
from toolspeak import spark as ts  # noqa: E402


@pytest.fixture(scope="module")
def spark():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        pyspark.sql.SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "200")
        .config("spark.sql.files.maxPartitionBytes", "400k")
        .getOrCreate()
    )
    yield session
    session.stop()


def record(n: int) -> bytes:
    made = {
        "id": n,
        "messages": [
            {"role": "user", "content": f"Question {n}?"},
            {"role": "assistant", "content": f"Thought: look\nAction: find\nAction Input: {{'n': {n}, 'x': 1.0}}"},
            {"role": "user", "content": "Observation: é\u2028 " + "words " * (n % 50)},
            {"role": "assistant", "content": "Thought: I know it.\nAnswer: done"},
        ],
    }
    return json.dumps(made, ensure_ascii=n % 2 == 0).encode()


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("in") / "in.jsonl"
    path.write_bytes(b"".join(record(n) + b"\n" for n in range(4000)))
    return path


def command(source: Path, *flags: str) -> list[bytes]:
    done = subprocess.run(
        [toolspeak.find_bin(), "filter", "--to", "xml", *flags, str(source)], capture_output=True, check=True
    )
    return done.stdout.split(b"\n")[:-1]


def lines_of(spark, source: Path):
    return spark.read.text(str(source), lineSep="\n")


def written(folder: Path) -> list[bytes]:
    """The lines of Spark's files, in the order of the parts."""
    parts = sorted(folder.glob("part-*"))
    return b"".join(p.read_bytes() for p in parts).split(b"\n")[:-1]


def test_text_has_the_bytes_of_the_command(spark, source, tmp_path):
    good, bad = ts.split(ts.convert_json(lines_of(spark, source), to="xml", from_="react"))
    good.write.text(str(tmp_path / "out"))
    assert written(tmp_path / "out") == command(source, "--from", "react")
    assert bad.count() == 0


def test_what_lines_may_hold(spark, tmp_path):
    source = tmp_path / "edge.jsonl"
    rows = [record(1) + b"\r", b"", record(2), record(4).replace(b"Question", b"\xff"), b'{"messages": 7}', record(5)]
    source.write_bytes(b"\n".join(rows) + b"\n")
    made = ts.convert_json(lines_of(spark, source), to="xml").persist()
    good, bad = ts.split(made)
    good.coalesce(1).write.text(str(tmp_path / "out"))
    want = [line for line in command(source) if not line.startswith(b'{"toolspeak_reject"')]
    assert written(tmp_path / "out") == want
    codes = [row[ts.REJECT]["code"] for row in bad.collect()]
    assert codes == ["invalid-utf8", "wrong-type"]


def test_columns_of_messages(spark, source, tmp_path):
    rows = spark.read.json(str(source))
    rows.write.parquet(str(tmp_path / "in"))
    made = ts.convert(spark.read.parquet(str(tmp_path / "in")), to="xml", from_="react")
    assert made.schema.fields[:-1] == rows.schema.fields
    assert made.drop(ts.REJECT).schema == rows.schema
    got = {row["id"]: [m["content"] for m in row["messages"]] for row in made.collect() if row[ts.REJECT] is None}
    want = {r["id"]: [m["content"] for m in r["messages"]] for r in map(json.loads, command(source))}
    assert got == want


def test_bad_records_are_those_of_the_command(spark, tmp_path):
    rows = [record(n) for n in range(1000)]
    for n in range(13):
        rows[n * 71 + 5] = b'{"messages": [{"role": "nobody", "content": "x"}]}' if n % 2 else b'{"messages": ['
    source, bad = tmp_path / "in.jsonl", tmp_path / "bad.jsonl"
    source.write_bytes(b"".join(row + b"\n" for row in rows))
    toolspeak.convert_file(source, tmp_path / "want.jsonl", to="xml", rejects=bad)

    rows = lines_of(spark, source).selectExpr("value", "value as source")
    good, refused = ts.split(ts.convert_json(rows, to="xml").persist())
    good.select("value").write.text(str(tmp_path / "out"))
    assert written(tmp_path / "out") == (tmp_path / "want.jsonl").read_bytes().split(b"\n")[:-1]
    kept = refused.collect()
    assert [row["source"].encode() for row in kept] == bad.read_bytes().split(b"\n")[:-1]
    reasons = [json.loads(line) for line in Path(f"{bad}.reasons.jsonl").read_bytes().splitlines()]
    assert len(reasons) == 13
    assert [row[ts.REJECT]["code"] for row in kept] == [reason["code"] for reason in reasons]


def test_the_recipes(spark, source, tmp_path):
    page = (Path(__file__).parents[3] / "docs" / "install.md").read_text(encoding="utf-8")
    blocks = [b for b in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if re.search(r"\bts\.", b)]
    assert len(blocks) == 2
    for name in ("in", "out", "rejects"):  # Java stays in the folder that it was started in
        blocks = [block.replace(f'"{name}"', repr(str(tmp_path / name))) for block in blocks]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "in.jsonl").write_bytes(source.read_bytes())
    space = {"spark": spark}
    exec(blocks[0], space)  # noqa: S102
    want = command(source, "--from", "react")
    assert written(tmp_path / "out") == want
    spark.read.json(str(source)).write.mode("overwrite").parquet(str(tmp_path / "in"))
    exec(blocks[1], space)  # noqa: S102
    got = {row["id"]: [m["content"] for m in row["messages"]] for row in space["made"].collect()}
    assert got == {r["id"]: [m["content"] for m in r["messages"]] for r in map(json.loads, want)}


def killer(stop: threading.Event, killed: list[int]) -> None:
    """Kill the toolspeak of a task, three times."""
    while not stop.is_set() and len(killed) < 3:
        found = subprocess.run(["pgrep", "-f", toolspeak.find_bin() + " worker"], capture_output=True, text=True)
        for pid in found.stdout.split()[:1]:
            try:
                os.kill(int(pid), signal.SIGKILL)
                killed.append(int(pid))
            except ProcessLookupError:
                pass
        stop.wait(0.02)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pgrep here")
def test_a_killed_toolspeak_costs_nothing(spark, source, tmp_path):
    stop, killed = threading.Event(), []
    rows = ts.split(ts.convert_json(lines_of(spark, source), to="xml"))[0]  # which starts one to check the options
    thread = threading.Thread(target=killer, args=(stop, killed))
    thread.start()
    try:
        rows.write.text(str(tmp_path / "out"))
    finally:
        stop.set()
        thread.join()
    assert killed
    assert written(tmp_path / "out") == command(source)


def test_a_killed_python_is_tried_again(spark, source, tmp_path):
    mark = tmp_path / "died"
    frame = lines_of(spark, source)

    def die_once(batches):
        for number, batch in enumerate(batches):
            if number == 1 and not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            yield batch

    made = ts.convert_json(frame.mapInArrow(die_once, frame.schema), to="xml")
    ts.split(made)[0].write.text(str(tmp_path / "out"))
    assert mark.exists()
    assert written(tmp_path / "out") == command(source)


@pytest.fixture(scope="module")
def matrix():
    sys.path.insert(0, str(Path(__file__).parents[1]))
    import test_matrix

    return test_matrix


@pytest.mark.parametrize("kind", ["react", "openai"])
def test_each_call_arrives(spark, matrix, tmp_path, kind):
    import pyarrow.parquet as pq

    pq.write_table(matrix.table(kind), tmp_path / "in.parquet")
    rows = spark.read.parquet(str(tmp_path / "in.parquet"))
    for to in ("hermes", "openai", "anthropic", "gemini", "ir"):
        made = [row.asDict(recursive=True) for row in ts.convert(rows, to=to).collect()]
        assert [row.pop(ts.REJECT) for row in made] == [None] * len(made)
        matrix.judge(kind, to, sorted(made, key=lambda row: row["number"]))


def test_what_has_no_place_is_a_reject(spark, matrix, tmp_path):
    """A column of texts takes no parts: the row says so, and keeps its own."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    good, image = matrix.record(0), '[{"type": "text", "text": "What?"}, {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]'
    odd = {"number": 9, "messages": [{"role": "user", "content": image}, *good["messages"][2:]]}
    rows = [{"number": row["number"], "messages": row["messages"]} for row in (good, odd)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "in.parquet")
    made = {row["number"]: row.asDict(recursive=True) for row in ts.convert(spark.read.parquet(str(tmp_path / "in.parquet")), to="swift").collect()}
    assert made[0][ts.REJECT] is None
    if made[9][ts.REJECT] is not None:
        assert made[9][ts.REJECT]["code"] == "row-mismatch" and made[9]["messages"][0]["content"] == image


def test_two_conversions_in_a_row(spark):
    rows = spark.createDataFrame([(record(n).decode(),) for n in range(3)] + [('{"messages": 7}',)], "value string")
    made = ts.convert_json(ts.convert_json(rows, to="xml"), to="openai").collect()
    assert [row[ts.REJECT] and row[ts.REJECT]["code"] for row in made] == [None, None, None, "wrong-type"]
    assert all('"tool_calls"' in row["value"] for row in made[:3])
    texts = spark.createDataFrame([(n, json.loads(record(n))["messages"]) for n in range(2)], "id int, messages array<struct<role string, content string>>")
    made = ts.convert(ts.convert(texts, to="openai"), to="hermes").collect()
    assert all(any("<tool_call>" in m["content"] for m in row["messages"]) and row[ts.REJECT] is None for row in made)


def test_mistakes_are_said_in_the_driver(spark):
    rows = spark.createDataFrame([("{}", 1)], "value string, n int")
    for wrong, said in (
        (lambda: ts.convert_json(rows, to="xml", column="typo"), "'typo': the columns are value, n"),
        (lambda: ts.convert_json(rows, to="xml", column="n"), "of the type int"),
        (lambda: ts.convert_json(rows, to="hermess"), "hermess"),
        (lambda: ts.convert(rows, to="xml", repair="most"), "most"),
        (lambda: ts.convert(rows, to="xml"), r"no column of \['value', 'n'\]"),
        (lambda: ts.convert(rows, to="xml", columns=["messages"]), "'messages': the columns are value, n"),
    ):
        with pytest.raises(toolspeak.OptionError, match=said):
            wrong()
