"""Writes docs/reference/python.md from the docstrings of the package.

python reference.py writes it anew.
"""

import inspect
import re
from pathlib import Path
from typing import Any

HEAD = """# The Python package

Every function and class, as their docstrings describe them. [The package's own page](../../python/README.md) shows how they are used, and
[install.md](../install.md) how they work with Arrow, datasets, Ray and Spark. The options are the flags of [`convert`](commands.md#convert).

<!-- Written by python/reference.py. -->
"""

FUNCTIONS = ["convert", "convert_text", "convert_file", "rows", "check", "detect", "inspect", "tools", "masks", "prompt", "styles", "schema", "find_bin"]
CLASSES = ["Converter", "Result", "Diagnostic", "Report", "Piece", "ToolspeakError", "OptionError", "Rejected", "WorkerError"]


def text() -> str:
    """Return the page."""
    import toolspeak

    parts = [HEAD, "## Functions\n"]
    parts += [described("###", f"toolspeak.{name}", getattr(toolspeak, name)) for name in FUNCTIONS]
    for name in CLASSES:
        found = getattr(toolspeak, name)
        parts.append(f"## {name}\n\n{prose(found)}\n")
        for method, value in vars(found).items():
            if method.startswith("_") or not (inspect.isfunction(value) or isinstance(value, property)):
                continue
            parts.append(described("###", f"{name}.{method}", value))
    return "\n".join(parts)


def described(level: str, name: str, value: Any) -> str:
    signature = "" if isinstance(value, property) else signature_of(value)
    return f"{level} `{name}{signature}`\n\n{prose(value)}\n"


def signature_of(function: Any) -> str:
    """Return the names of the parameters with their defaults: the types are in the code."""
    shown = []
    star = False
    for p in inspect.signature(function).parameters.values():
        if p.name == "self":
            continue
        if p.kind is p.KEYWORD_ONLY and not star:
            shown.append("*")
            star = True
        name = {p.VAR_KEYWORD: "**", p.VAR_POSITIONAL: "*"}.get(p.kind, "") + p.name
        shown.append(name if p.default is p.empty else f"{name}={p.default!r}")
    return "(" + ", ".join(shown) + ")"


def prose(value: Any) -> str:
    """Return a docstring as Markdown."""
    doc = inspect.cleandoc(value.__doc__ or "").replace("``", "`")
    paragraphs = []
    for paragraph in doc.split("\n\n"):
        lines = paragraph.split("\n")
        if any(line.startswith("    ") for line in lines):
            paragraph = "\n".join(re.sub(r"^    ", "  ", line) if line.startswith(" ") else f"- {line}:" for line in lines)
        paragraphs.append(paragraph)
    return "\n\n".join(paragraphs)


if __name__ == "__main__":
    (Path(__file__).parents[1] / "docs" / "reference" / "python.md").write_text(text(), encoding="utf-8")
