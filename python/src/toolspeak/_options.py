"""The keywords of this package and the options of the command: one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._types import OptionError

# What is called otherwise in Python: the word from is taken, a list is plural, and
# what is on by default is true by default.
_RENAMED = {"from_": "from", "for_": "for", "fields": "field", "style_files": "style-file", "verify": "no-verify"}


def flag_of(keyword: str) -> str:
    """Return the name of the command's flag for a keyword."""
    return _RENAMED.get(keyword, keyword.replace("_", "-"))


def keyword_of(flag: str) -> str:
    """Return the keyword for a flag of the command."""
    for keyword, name in _RENAMED.items():
        if name == flag:
            return keyword
    return flag.replace("-", "_")


def flags_of(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Return the command's options for keywords. Those that are None are left out."""
    flags: dict[str, Any] = {}
    for keyword, value in keywords.items():
        if value is None:
            continue
        if keyword == "verify":
            if not value:
                flags["no-verify"] = True
            continue
        if isinstance(value, (str, bool, int)):
            flags[flag_of(keyword)] = value
            continue
        try:
            flags[flag_of(keyword)] = [str(v) for v in value]
        except TypeError:
            raise OptionError(f"{keyword} is {value!r}: a string or a list of strings is expected") from None
    return flags


def arguments_of(flags: Mapping[str, Any]) -> list[str]:
    """Spell options as the arguments of a command line."""
    arguments = []
    for name, value in flags.items():
        for one in value if isinstance(value, list) else [value]:
            spelled = str(one).lower() if isinstance(one, bool) else str(one)
            arguments.append(f"--{name}={spelled}")
    return arguments
