"""The Python of the README and of the package's own page, run as it is there."""

import json
import re
from pathlib import Path

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
