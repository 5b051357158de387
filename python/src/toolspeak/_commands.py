"""What the command does with records besides converting them."""

from __future__ import annotations

import json as _json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ._converter import Converter, _std_dumps, several
from ._names import StyleName, Target, Trainer
from ._options import arguments_of, flags_of
from ._process import find_bin
from ._types import OptionError, ToolspeakError


class Piece(NamedTuple):
    """A piece of the text that a model is trained on, and whether it is trained."""

    text: str
    trained: bool


def _run(command: str, flags: Mapping[str, Any], *files: str, given: bytes = b"") -> bytes:
    """Run a command, and raise what it says where it fails."""
    done = subprocess.run([find_bin(), command, *arguments_of(flags), "--", *files], input=given, capture_output=True)
    if done.returncode == 0:
        return done.stdout
    words = done.stderr.decode("utf-8", "replace").strip()
    last = words[words.rfind("toolspeak: ") :].removeprefix("toolspeak: ")
    if found := re.match(r"record (\d+) of stdin was not converted: (.*?)(; --rejects FILE .*)?$", last, re.DOTALL):
        raise ToolspeakError(f"record {int(found[1]) - 1}: {found[2]}; leave it out, or see what check() says of it")
    raise (OptionError if done.returncode == 2 else ToolspeakError)(last or f"toolspeak ended with exit code {done.returncode}")


def _lines(records: Any) -> bytes:
    """Return one record, or several, as lines of JSON. A string or bytes are JSON."""
    lines: list[bytes] = []
    for record in several(records):
        try:
            line = record.encode("utf-8", "backslashreplace") if isinstance(record, str) else record if isinstance(record, bytes) else _std_dumps(record)
        except (TypeError, ValueError, RecursionError) as err:
            raise OptionError(f"record {len(lines)}: {err}") from None
        lines.append(line.replace(b"\n", b" ") + b"\n")
    return b"".join(lines)


def inspect(records: Any, **options: Any) -> dict[str, Any]:
    """Return what a data set holds, as ``toolspeak inspect --format json`` counts it.

    ``records`` are one record or several: dicts, or strings or bytes of JSON.
    """
    counts: dict[str, Any] = _json.loads(_run("inspect", {**flags_of(options), "format": "json"}, given=_lines(records)))
    return counts


def tools(records: Any, **options: Any) -> list[dict[str, Any]]:
    """Return the definitions of all tools that the records offer, each once."""
    made = _run("tools", flags_of(options), given=_lines(records))
    return [_json.loads(line) for line in made.splitlines()]


def masks(records: Any, *, to: Target | StyleName, **options: Any) -> list[list[Piece]]:
    """Return each record as it is trained in a style: its text in pieces, and whether each is trained.

    ``train`` and ``stop_text`` are among the options, which are those of Converter.
    """
    with Converter(to, out_layout="segments", **options) as converter:
        made = converter.convert([_json.loads(line) for line in _lines(records).split(b"\n")[:-1]])
    return [[Piece(s["text"], bool(s["label"])) for s in row["segments"]] for row in made]


def prompt(to: Target | StyleName, tools: Iterable[Mapping[str, Any]], **options: Any) -> str:
    """Return a system prompt that offers tools and teaches a style to call them.

    ``tools`` are definitions as Chat Completions has them.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tools.json")
        with open(path, "wb") as file:
            file.write(_std_dumps([dict(tool) for tool in tools]))
        return _run("prompt", {**flags_of({"to": to, **options}), "tools": path}).decode()


def rows(records: Any, *, for_: Trainer, **options: Any) -> list[Any]:
    """Return the rows on which a trainer trains, such as ``for_="trl"`` or ``"axolotl"``.

    A record may give several rows, or none. One that can't be converted raises
    ToolspeakError, which names it. Settings for the trainer are written by
    ``convert_file(…, for_=…)``, next to its output.
    """
    made = _run("convert", {**flags_of({"for_": for_, **options}), "output": "-", "quiet": True}, given=_lines(records))
    return [_json.loads(line) for line in made.splitlines()]
