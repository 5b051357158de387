"""What the package does with records besides converting them, and what it says of itself."""

import datetime
import json
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from conftest import record

import toolspeak
from toolspeak import Converter, OptionError, ToolspeakError

PYTHON = Path(__file__).parents[1]
TOOL = {"type": "function", "function": {"name": "find", "description": "Finds it.", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}}}
BAD = {"messages": 7}


def generator(name: str):
    sys.path.insert(0, str(PYTHON))
    try:
        return __import__(name)
    finally:
        sys.path.pop(0)


def test_types_are_the_commands_values():
    names = generator("names")
    assert names.text(toolspeak.schema()) == (Path(toolspeak.__file__).parent / "_names.py").read_text(encoding="utf-8"), "python names.py writes it"
    assert set(get_args(toolspeak.Target)) == set(toolspeak.styles())


def test_wrong_names_are_type_errors(tmp_path):
    pytest.importorskip("mypy")
    page = tmp_path / "page.py"
    page.write_text(
        "from toolspeak import Converter, StyleName\n"
        "Converter('hermess')\n"
        "Converter('hermes', repair='some')\n"
        "Converter(StyleName('mine'), style_files=['mine.toml'])\n"
        "one: dict[str, object] = Converter('hermes').convert({'text': 'x'})\n"
        "many: list[object] = Converter('hermes').convert([{'text': 'x'}])\n"
        "text: str | None = Converter('hermes').convert_text('x')\n"
        "wrong: int = Converter('hermes').convert_bytes(b'x')\n"
    )
    said = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(page)], capture_output=True, text=True).stdout
    assert [line.split(":")[1] for line in said.splitlines() if ": error:" in line] == ["2", "3", "8"], said


def test_batches_are_read():
    converter = Converter("xml")
    checked = converter.check([record(), BAD, json.dumps(record())])
    assert [bool(c) and c[-1].severity == "reject" for c in checked] == [False, True, False]
    assert converter.check_text(["Action: f\nAction Input: {'a': 1}"])[0][0].code == "python-args"
    found = converter.detect([record(), BAD])
    assert "react" in found[0] and found[1] == {}


def test_what_records_hold():
    counts = toolspeak.inspect([record(1), json.dumps(record(2)), json.dumps(record(3)).encode()])
    assert counts["records"] == 3 and counts["steps"]["call"] == 3
    assert toolspeak.inspect(record())["records"] == 1
    offered = toolspeak.tools([{**record(), "tools": [TOOL]}, record()])
    assert [t["function"]["name"] for t in offered] == ["find"]
    with pytest.raises(OptionError, match="record 1: object is no value of JSON"):
        toolspeak.inspect([record(), {"x": object()}])


def test_what_is_trained():
    (pieces,) = toolspeak.masks(record(), to="hermes", train="calls")
    assert any("<tool_call>" in p.text and p.trained for p in pieces) and not any("done" in p.text and p.trained for p in pieces)
    assert "Question 1?" in "".join(p.text for p in pieces)


def test_rows_of_trainers(tmp_path):
    rows = toolspeak.rows([record(1), record(2)], for_="trl")
    assert len(rows) == 2 and "<tool_call>" in json.dumps(rows[0])
    with pytest.raises(ToolspeakError, match="record 1: wrong-type: .* see what check"):
        toolspeak.rows([record(), BAD], for_="trl")
    with pytest.raises(OptionError, match="trll"):
        toolspeak.rows([record()], for_="trll")
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps(record()) + "\n")
    toolspeak.convert_file(source, tmp_path / "rows.jsonl", for_="trl")
    assert json.loads((tmp_path / "rows.jsonl").read_text()) == rows[0]


def test_prompts():
    text = toolspeak.prompt("xml", [TOOL])
    assert "<name>find</name>" in text and "Finds it." in text
    with pytest.raises(OptionError, match="hermess"):
        toolspeak.prompt("hermess", [TOOL])


def test_values_that_tables_have():
    made = Converter("hermes").convert({**record(), "score": float("nan"), "day": datetime.date(2025, 1, 2), "blob": b"ab"})
    assert (made["score"], made["day"], made["blob"]) == (None, "2025-01-02", "YWI=")


def test_reference_page():
    page = (PYTHON.parent / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    assert page == generator("reference").text(), "python reference.py writes it"


def test_tutorial():
    """Each cell runs, and prints what the notebook shows."""
    book = json.loads((PYTHON / "tutorial.ipynb").read_text(encoding="utf-8"))
    space: dict = {}
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        done = run(space, "".join(cell["source"]))
        assert done == "".join("".join(o["text"]) for o in cell["outputs"]), cell["source"]


def run(space: dict, code: str) -> str:
    import contextlib
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, space)
    return out.getvalue()


def test_the_command_is_no_script():
    """It starts without Python, where it is installed from a wheel."""
    with open(toolspeak.find_bin(), "rb") as file:
        assert file.read(2) != b"#!"


def test_rows_of_a_converter():
    with toolspeak.Converter(for_="trl-turns", on_reject="none") as converter:
        first = converter.convert(record())
        assert first and all({"completion", "prompt"} <= row.keys() for row in first)
        assert first == toolspeak.rows([record()], for_="trl-turns")
        assert converter.convert([record(), {"messages": 7}]) == [first, None]
        lines = json.dumps(record()).encode()
        assert [json.loads(line) for line in converter.convert_bytes(lines).splitlines()] == first
        assert [result.value for result in converter.iter([record()])] == [first]
        with pytest.raises(toolspeak.OptionError, match="several rows"):
            converter({"messages": [record()["messages"]]})
    with pytest.raises(toolspeak.OptionError, match="to or for_"):
        toolspeak.Converter()


def test_a_live_source_is_answered_at_once():
    asked = []

    def source():
        for n in range(40):
            asked.append(n)
            yield record(n)

    with toolspeak.Converter(to="hermes") as converter:
        results = converter.iter(source())
        next(results)
        assert asked == [0], "the second record is not waited for"
        next(results)
        assert asked == [0, 1], "nor the third, after which the source may be slow"
        assert len(list(results)) == 38
