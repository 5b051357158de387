"""Judges transcripts with the packages whose shapes they are in.

Reads lines of JSON from standard input, each {"judge": NAME, "record": {...}}, and
writes one line for each: {} where the record is fine, {"fault": TEXT} where it is
not, {"text": TEXT} where the judge renders a template or says what it reads.
"""

import functools
import importlib.metadata
import json
import pathlib
import sys


def drain(value):
    """Walks what pydantic returned, since it validates iterables only when asked."""
    if isinstance(value, dict):
        return {key: drain(item) for key, item in value.items()}
    if value is None or isinstance(value, (str, bytes, int, float, bool)):
        return value
    if hasattr(value, "model_dump"):
        return value.model_dump(exclude_unset=True)
    return [drain(item) for item in value]


def same(source, found, where=""):
    """Raises if the types dropped or changed anything of the source."""
    if type(source) is not type(found):
        raise ValueError(f"{where}: {source!r} became {found!r}")
    if isinstance(source, dict):
        for key in source.keys() | found.keys():
            if (key in source) != (key in found):
                raise ValueError(f"{where}: the types know no key {key!r}")
            same(source[key], found[key], f"{where}.{key}")
    elif isinstance(source, list):
        if len(source) != len(found):
            raise ValueError(f"{where}: {len(source)} elements became {len(found)}")
        for number, (a, b) in enumerate(zip(source, found)):
            same(a, b, f"{where}[{number}]")
    elif source != found:
        raise ValueError(f"{where}: {source!r} became {found!r}")


@functools.cache
def adapter(module, name):
    """An adapter for a list of the type. It is kept: it must outlive the walk."""
    from typing import List

    from pydantic import TypeAdapter

    return TypeAdapter(List[getattr(importlib.import_module(module), name)])


def typed(module, name, values, where):
    same(values, drain(adapter(module, name).validate_python(values)), where)


def openai(record):
    # Many servers and trainers know this key; OpenAI's own types don't.
    messages = [{k: v for k, v in m.items() if k != "reasoning_content"} for m in record["messages"]]
    typed("openai.types.chat", "ChatCompletionMessageParam", messages, "messages")
    typed("openai.types.chat", "ChatCompletionToolUnionParam", record.get("tools", []), "tools")


def responses(record):
    items = record["input"]
    if isinstance(items, list):
        typed("openai.types.responses", "ResponseInputItemParam", items, "input")
    typed("openai.types.responses", "ToolParam", record.get("tools", []), "tools")


def anthropic(record):
    typed("anthropic.types", "MessageParam", record["messages"], "messages")
    typed("anthropic.types", "ToolUnionParam", record.get("tools", []), "tools")


def respelled(value, schema=False):
    """A tool list with keys in camel case and types in capitals, which the package takes in both spellings."""
    if isinstance(value, list):
        return [respelled(item, schema) for item in value]
    if not isinstance(value, dict):
        return value
    out = {}
    for key, item in value.items():
        head, *rest = key.split("_")
        name = head + "".join(word.capitalize() for word in rest) if not schema else key
        if schema and key == "type" and isinstance(item, str):
            item = item.upper()
        plain = name in ("parametersJsonSchema", "responseJsonSchema")
        out[name] = item if plain else respelled(item, schema or name in ("parameters", "response"))
    return out


def gemini(record):
    from google.genai import types

    def check(model, values, where):
        for number, value in enumerate(values):
            found = model.model_validate(value).model_dump(mode="json", by_alias=True, exclude_unset=True)
            same(value, found, f"{where}[{number}]")

    check(types.Content, record["contents"], "contents")
    check(types.Tool, respelled(record.get("tools", [])), "tools")
    if "systemInstruction" in record:
        check(types.Content, [record["systemInstruction"]], "systemInstruction")


def atif(record):
    import atif as package

    same(record, package.Trajectory.model_validate(record).to_json_dict(), "trajectory")


def mistral(record):
    from mistral_common.protocol.instruct.request import ChatCompletionRequest
    from mistral_common.protocol.instruct.validator import ValidationMode, get_validator
    from mistral_common.tokens.tokenizers.base import TokenizerVersion

    request = ChatCompletionRequest(messages=record["messages"])
    get_validator(TokenizerVersion("v13"), ValidationMode.test).validate_request(request)


@functools.cache
def template(name):
    import jinja2
    import jinja2.ext
    import jinja2.sandbox

    class Generation(jinja2.ext.Extension):
        tags = {"generation"}

        def parse(self, parser):
            next(parser.stream)
            return parser.parse_statements(("name:endgeneration",), drop_needle=True)

    def refuse(message):
        raise jinja2.TemplateError(message)

    env = jinja2.sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, "jinja2.ext.loopcontrols"]
    )
    env.filters["tojson"] = lambda value, **_: json.dumps(value, ensure_ascii=False)
    env.globals["raise_exception"] = refuse
    env.globals["strftime_now"] = lambda _: "2026-01-01"
    return env.from_string((templates() / f"{name}.jinja").read_text())


def templates():
    return pathlib.Path(importlib.metadata.distribution("trl").locate_file("trl/chat_templates"))


def rendered(name, record):
    tokens = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>"}
    return template(name).render(messages=record["messages"], tools=record.get("tools"), **tokens)


def inspected(shape, record):
    """What Inspect reads of a record: calls, and what came back, in order."""
    import asyncio

    return asyncio.run(steps(shape, record))


async def steps(shape, record):
    found = []
    for message in await messages(shape, record):
        for call in getattr(message, "tool_calls", None) or []:
            found.append({"call": call.function, "args": call.arguments, "id": call.id})
        if message.role == "tool":
            parts = message.content if isinstance(message.content, list) else [message.content]
            texts = [p if isinstance(p, str) else p.text for p in parts if isinstance(p, str) or p.type == "text"]
            found.append({"text": "\n".join(texts), "id": message.tool_call_id, "failed": message.error is not None})
    return found


async def messages(shape, record):
    from inspect_ai import model

    if shape == "openai":
        return await model.messages_from_openai(record["messages"])
    if shape == "anthropic":
        return await model.messages_from_anthropic(record["messages"], system_message=record.get("system"))
    if shape == "responses":
        return await model.messages_from_openai_responses(record["input"])
    from google.genai import types

    return await model.messages_from_google([types.Content.model_validate(c) for c in record["contents"]])


JUDGES = {j.__name__: j for j in (openai, responses, anthropic, gemini, atif, mistral)}


def judge(name, record):
    if name.startswith("template:"):
        return {"text": rendered(name.removeprefix("template:"), record)}
    if name.startswith("inspect:"):
        return {"text": json.dumps(inspected(name.removeprefix("inspect:"), record))}
    JUDGES[name](record)
    return {}


def main():
    if sys.argv[1:] == ["templates"]:
        print("\n".join(sorted(file.stem for file in templates().glob("*.jinja"))))
        return
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            verdict = judge(asked["judge"], asked["record"])
        except Exception as fault:  # each package has its own
            verdict = {"fault": f"{type(fault).__name__}: {fault}"[:2000]}
        print(json.dumps(verdict), flush=True)


if __name__ == "__main__":
    main()
