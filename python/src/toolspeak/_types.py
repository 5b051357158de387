"""What a conversion gives back, and how it fails."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

Severity = Literal["reject", "loss", "repair", "note"]


@dataclass(frozen=True)
class Diagnostic:
    """What was repaired, lost or noted in a record, or why it was rejected.

    ``message``, ``line`` and ``column`` count from 1; 0 means that there is none. The
    column counts characters.
    """

    severity: Severity
    code: str
    message: int
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        place = ", ".join(
            f"{word} {n}" for word, n in (("message", self.message), ("line", self.line), ("column", self.column)) if n
        )
        return f"{place}: {self.severity} {self.code}: {self.text}" if place else f"{self.severity} {self.code}: {self.text}"

    def _reason(self) -> dict[str, Any]:
        """The row of a column of reasons."""
        return {"code": self.code, "reason": self.text, "message": self.message, "line": self.line, "column": self.column}

    @classmethod
    def _of(cls, found: dict[str, Any]) -> Diagnostic:
        return cls(
            severity=found["severity"],
            code=found["code"],
            message=found.get("message") or 0,
            line=found.get("line") or 0,
            column=found.get("column") or 0,
            text=found.get("text") or "",
        )


@dataclass(frozen=True)
class Result:
    """What became of one record. ``value`` is None where it was rejected."""

    value: Any
    style: str
    diagnostics: tuple[Diagnostic, ...]

    @property
    def rejected(self) -> Diagnostic | None:
        """The reason of a reject, or None."""
        last = self.diagnostics[-1] if self.diagnostics else None
        return last if last is not None and last.severity == "reject" else None


@dataclass
class Report:
    """Counts over many records. Diagnostics and styles are those of converted ones."""

    records: int = 0
    converted: int = 0
    rejected: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    repairs: Counter[str] = field(default_factory=Counter)
    losses: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    styles: Counter[str] = field(default_factory=Counter)

    def _add(self, counts: dict[str, Any]) -> None:
        for name in ("records", "converted", "rejected"):
            setattr(self, name, getattr(self, name) + counts.get(name, 0))
        for name in ("steps", "repairs", "losses", "notes", "styles"):
            getattr(self, name).update(counts.get(name) or {})

    @classmethod
    def _parse(cls, raw: bytes) -> Report:
        report = cls()
        report._add(json.loads(raw))
        return report


class ToolspeakError(Exception):
    """What this package raises."""


class OptionError(ToolspeakError, ValueError):
    """An option is wrong. It is raised where the option is given."""


def taken_already(name: str) -> OptionError:
    """Return the error of a conversion that makes a column which the rows have for something else."""
    return OptionError(f"the conversion makes a column {name!r}, which the rows have: name it in columns=, or rename it")


class Rejected(ToolspeakError, ValueError):
    """A record can't be converted. ``index`` is its place in what was given, from 0."""

    def __init__(self, index: int, diagnostic: Diagnostic) -> None:
        super().__init__(index, diagnostic)
        self.index = index
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        return f"record {self.index}: {self.diagnostic}"


class WorkerError(ToolspeakError, RuntimeError):
    """The toolspeak process ended unasked, also when it was asked again."""

    def __init__(self, words: str, exit_code: int | None = None, stderr: str = "") -> None:
        super().__init__(words, exit_code, stderr)
        self.exit_code = exit_code
        self.stderr = stderr

    @property
    def out_of_memory(self) -> bool:
        """Whether it most likely ended for lack of memory: it said so, or the system killed it."""
        return self.exit_code in (-9, 137) or any(w in self.stderr for w in ("out of memory", "cannot allocate memory"))

    def __str__(self) -> str:
        words = str(self.args[0])
        if self.out_of_memory:
            words += ", most likely out of memory"
        if self.exit_code is not None:
            words += f" (exit code {self.exit_code})"
        return f"{words}: {self.stderr}" if self.stderr else words
