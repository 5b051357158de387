"""Reads messages of a model by response templates, with transformers' own parser.

Reads lines of JSON, each {"template": {...}, "texts": [TEXT, ...], "tools": [...]}, and writes one for each:
{"messages": [{...} or {"fault": TEXT}, ...]}.
"""

import json
import os
import sys

os.environ["TRANSFORMERS_VERBOSITY"] = "error"
from transformers.utils.chat_parsing import parse_response  # noqa: E402

for line in sys.stdin:
    asked, messages = json.loads(line), []
    for text in asked["texts"]:
        try:
            messages.append(parse_response(text, asked["template"], prefix="", tools=asked["tools"]))
        except Exception as e:  # noqa: BLE001: a parser may raise anything
            messages.append({"fault": f"{type(e).__name__}: {e}"[:300]})
    print(json.dumps({"messages": messages}), flush=True)
