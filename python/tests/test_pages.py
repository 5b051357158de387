"""The Python of the README and of the package's own page, run as it is there, and what a wheel holds."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import record

ROOT = Path(__file__).parents[2]


def blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_readme(tmp_path, monkeypatch, capsys):
    (block,) = blocks("README.md")
    monkeypatch.chdir(tmp_path)
    Path("in.jsonl").write_text(json.dumps(record()) + "\n")
    given = {}
    exec(block, given)
    assert "<tool_call>" in given["made"]["messages"][1]["content"]
    assert capsys.readouterr().out.startswith("react None\n")
    assert Path("out.parquet").stat().st_size > 0


def test_page_of_the_package(capsys):
    first, second = blocks("python/README.md")
    exec(first, {})
    assert "<tool_call>\n" in capsys.readouterr().out
    exec(second, {})
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("[b'{\"text\": \"") and said[0].endswith(", None]")
    assert said[1] == "react None" and "records=4, converted=2, rejected=2" in said[3]  # both lines, twice


def test_a_released_wheel_has_all_licences(tmp_path):
    """A wheel that is released holds the command with the licences and the list of what is in it."""
    pytest.importorskip("build")
    pytest.importorskip("hatchling")
    command = tmp_path / "command"
    command.write_bytes(b"a command")
    for name in ("THIRD_PARTY.txt", "toolspeak.spdx.json"):
        (tmp_path / name).write_text(name)
    given = {"TOOLSPEAK_TARGET": "darwin/arm64", "TOOLSPEAK_BINARY": str(command), "TOOLSPEAK_NOTICES": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(Path(__file__).parents[1])],
        check=True, capture_output=True, env={**os.environ, **given},
    )
    (wheel,) = tmp_path.glob("*-py3-none-macosx_12_0_arm64.whl")
    with zipfile.ZipFile(wheel) as packed:
        held = {name.rpartition("/")[2]: packed.read(name) for name in packed.namelist()}
    assert held["toolspeak"] == b"a command"
    assert held["THIRD_PARTY.txt"] == b"THIRD_PARTY.txt" and held["toolspeak.spdx.json"] == b"toolspeak.spdx.json"
    assert b"MIT" in held["LICENSE"]
