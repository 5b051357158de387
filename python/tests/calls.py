"""An independent reader of calls: it finds them in what was converted, in every style and shape of the tests."""

import json
import re
from typing import Any

STYLES = ["react", "hermes", "xml"]
SHAPES = ["openai", "anthropic", "gemini", "responses", "ir", "atif", "adp", "llamafactory", "swift"]
WITH_IDS = {"openai", "anthropic", "gemini", "responses", "ir", "atif", "adp"}
WITH_FLAGS = {"openai", "ir", "atif", "swift", *STYLES}

Call = tuple[str, str, "str | None"]


def value(found: Any) -> Any:
    """A value, or what the JSON of it says."""
    try:
        return json.loads(found) if isinstance(found, str) else found
    except ValueError:
        return found


def call(name: str, arguments: Any, id: str | None = None) -> Call:
    return name, json.dumps(value(arguments), sort_keys=True), id


def calls(row: dict[str, Any]) -> list[Call]:
    found: list[Call] = []
    for key in ("messages", "conversations", "contents", "input", "steps", "content"):
        turns = row.get(key)
        for turn in turns if isinstance(turns, list) else []:
            if isinstance(turn, dict):
                found += in_turn({k: v for k, v in turn.items() if v is not None})
    return found


def in_turn(turn: dict[str, Any]) -> list[Call]:
    found: list[Call] = []
    for one in turn.get("tool_calls", []):
        if isinstance(one, list):
            continue  # is broken
        if "function_name" in one:
            found.append(call(one["function_name"], one["arguments"], one["tool_call_id"]))
        else:
            found.append(call(one["function"]["name"], one["function"]["arguments"], one["id"]))
    for part in turn.get("parts", []):
        if isinstance(part, dict) and (one := part.get("functionCall")):
            found.append(call(one["name"], one["args"], one.get("id")))
    if isinstance(turn.get("content"), list):
        found += [call(b["name"], b["input"], b["id"]) for b in turn["content"] if isinstance(b, dict) and b.get("type") == "tool_use"]
    if turn.get("type") == "function_call":
        found.append(call(turn["name"], turn["arguments"], turn["call_id"]))
    if turn.get("kind") == "call":
        found.append(call(turn["tool"], turn["args"], turn.get("id")))
    if turn.get("class_") == "api_action":
        found.append(call(turn["function"], turn["kwargs"], turn.get("tool_call_id")))
    if turn.get("from") == "function_call":
        inside = turn["value"].rpartition("<tool_call>")[2].removesuffix("</tool_call>")
        made = json.loads(inside)
        found += [call(one["name"], one["arguments"]) for one in (made if isinstance(made, list) else [made])]
    if turn.get("role") == "tool_call":
        made = json.loads(turn["content"])
        found.append(call(made["name"], made["arguments"]))
    if turn.get("role") == "assistant":
        found += in_text(turn.get("content"))
    return found


def in_text(content: Any) -> list[Call]:
    if isinstance(content, list):
        content = "".join(b.get("text") or "" for b in content if isinstance(b, dict))
    text = content or ""
    found = [call(*m) for m in re.findall(r"^Action: (.*)\nAction Input: (.*)$", text, re.MULTILINE)]
    for inside in re.findall(r"<tool_call>(.*?)</tool_call>", text, re.DOTALL):
        made = json.loads(inside)
        found.append(call(made["name"], made["arguments"]))
    found += [call(*m) for m in re.findall(r"<tool_use>\s*<name>(.*?)</name>\s*<arguments>(.*?)</arguments>", text, re.DOTALL)]
    return found


def flags(row: dict[str, Any]) -> int:
    """How many turns of the model are not trained."""
    found = set()
    for key in ("messages", "conversations", "steps"):
        turns = row.get(key)
        for n, turn in enumerate(turns if isinstance(turns, list) else []):
            if turn.get("is_copied_context") or any(turn.get(k) in (False, 0) and turn.get(k) is not None for k in ("train", "weight", "loss")):
                found.add(turn.get("message", n) if "kind" in turn else n)
    return len(found)


def tools(row: dict[str, Any]) -> str:
    """All tool lists and prompts of a row, as text."""
    prompts = [t.get("content") for t in row.get("messages") or [] if isinstance(t, dict) and t.get("role") == "system"]
    return json.dumps([row.get("tools"), row.get("agent"), row.get("system"), prompts])
