"""Writes src/toolspeak/_names.py: the values that the options of the command take, as types.

python names.py reads them from the command that find_bin() names.
"""

from pathlib import Path
from typing import Any

# What the types are called, by the option.
TYPES = {
    "to": "Target", "from": "Source", "layout": "Layout", "out-layout": "OutLayout", "repair": "Repair", "plain": "Plain", "invented": "Invented",
    "xml-entities": "XMLEntities", "observations": "Observations", "residue": "Residue", "assume-outcome": "AssumeOutcome", "thoughts": "Thoughts",
    "train": "Train", "for": "Trainer", "parallel": "Parallel", "arguments": "Arguments", "carry": "Carry", "read-back": "ReadBack", "prompt": "Prompt", "tool-list": "ToolList",
}


def text(schema: list[dict[str, Any]]) -> str:
    """Return the module for a schema."""
    lines = ['"""The values of options. Written by names.py."""', "", "from typing import Literal, NewType", ""]
    lines += ["#: The name of a style of your own, which style_files describe.", 'StyleName = NewType("StyleName", str)', ""]
    for option in schema:
        if option["name"] in TYPES:
            values = "".join(f'    "{value}",\n' for value in option["values"])
            lines.append(f"{TYPES[option['name']]} = Literal[\n{values}]")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    import toolspeak

    Path(__file__).with_name("src").joinpath("toolspeak", "_names.py").write_text(text(toolspeak.schema()), encoding="utf-8")
