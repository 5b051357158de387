"""Read the transcripts of language-model agents in one prompt style, write them in another.

    >>> import toolspeak
    >>> toolspeak.convert({"text": "Action: f\\nAction Input: {}"}, to="hermes")["text"]  # doctest: +SKIP

Keep a Converter where there is more than one record.
"""

from ._commands import Piece, inspect, masks, prompt, rows, tools
from ._converter import Converter
from ._files import check, convert, convert_file, convert_text, detect, schema, styles
from ._names import Source, StyleName, Target
from ._process import find_bin
from ._types import Diagnostic, OptionError, Rejected, Report, Result, ToolspeakError, WorkerError
from ._version import __version__

__all__ = [
    "Converter",
    "Diagnostic",
    "OptionError",
    "Piece",
    "Rejected",
    "Report",
    "Result",
    "Source",
    "StyleName",
    "Target",
    "ToolspeakError",
    "WorkerError",
    "__version__",
    "check",
    "convert",
    "convert_file",
    "convert_text",
    "detect",
    "find_bin",
    "inspect",
    "masks",
    "prompt",
    "rows",
    "schema",
    "styles",
    "tools",
]
