"""Says what xgrammar and llguidance accept by a grammar.

Reads lines of JSON, each {"format": "xgrammar", "gbnf" or "lark", "grammar": TEXT, "texts":
[TEXT, ...]}, and writes one for each: {"accepts": [true, ...]}, or {"fault": TEXT}.
"""

import json
import sys
import warnings

import absent

warnings.simplefilter("ignore")

absent.install()
import llguidance
import xgrammar
from xgrammar.structural_tag import StructuralTag
from xgrammar.testing import _is_grammar_accept_string as accepts

TOKENS = llguidance.LLTokenizer("byte")


def by_lark(grammar, text):
    matcher = llguidance.LLMatcher(TOKENS, llguidance.grammar_from("lark", grammar))
    if matcher.is_error():
        raise ValueError(matcher.get_error())
    tokens = TOKENS.tokenize_str(text)
    return matcher.try_consume_tokens(tokens) == len(tokens) and matcher.is_accepting()


def judged(line):
    if line["format"] == "lark":
        return [by_lark(line["grammar"], t) for t in line["texts"]]
    if line["format"] == "gbnf":
        made = xgrammar.Grammar.from_ebnf(line["grammar"])
    else:
        made = xgrammar.Grammar.from_structural_tag(StructuralTag.model_validate_json(line["grammar"]))
    return [accepts(made, t) for t in line["texts"]]


for line in sys.stdin:
    try:
        answer = {"accepts": judged(json.loads(line))}
    except Exception as e:  # whatever the library says of the grammar
        answer = {"fault": f"{type(e).__name__}: {e}"[:500]}
    print(json.dumps(answer), flush=True)
