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
    """What the program whose messages they are, or Inspect, reads of a record: calls, and what came back, in order."""
    import asyncio

    return asyncio.run(steps(shape, record))


def texts_of(content):
    parts = content if isinstance(content, list) else [content]
    return "\n".join(p if isinstance(p, str) else p["text"] for p in parts if isinstance(p, str) or p.get("type") == "text")


def langchain_steps(record):
    found = []
    for message in langchain(record):
        for call in getattr(message, "tool_calls", None) or []:
            found.append({"call": call["name"], "args": call["args"], "id": call["id"]})
        if message.type == "tool":
            found.append({"text": texts_of(message.content), "id": message.tool_call_id, "failed": message.status == "error"})
    return found


def vercel_steps(record):
    found = []
    for message in prompted(record):
        for part in message["content"] if message["role"] != "system" else []:
            if part["type"] == "tool-call":
                found.append({"call": part["toolName"], "args": part["input"], "id": part["toolCallId"]})
            if part["type"] == "tool-result":
                kind, value = part["output"]["type"], part["output"]["value"]
                text = value if isinstance(value, str) and "json" not in kind else json.dumps(value, separators=(",", ":"))
                found.append({"text": text, "id": part["toolCallId"], "failed": kind.startswith("error")})
    return found


async def steps(shape, record):
    if shape == "langchain-chat":
        return langchain_steps(record)
    if shape == "vercel":
        return vercel_steps(record)
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
    if shape == "inspect":
        return samples(record)
    if shape == "responses":
        return await model.messages_from_openai_responses(record["input"])
    from google.genai import types

    return await model.messages_from_google([types.Content.model_validate(c) for c in record["contents"]])


def bedrock(record):
    """Checks the request of Converse as Amazon's own client does before it sends one."""
    import base64

    from botocore.loaders import Loader
    from botocore.model import ServiceModel
    from botocore.validate import ParamValidator

    def decoded(value):
        if isinstance(value, list):
            return [decoded(item) for item in value]
        if isinstance(value, dict):
            return {k: base64.b64decode(v) if k == "bytes" else decoded(v) for k, v in value.items()}
        return value

    service = ServiceModel(Loader().load_service_model("bedrock-runtime", "service-2"))
    shape = service.operation_model("Converse").input_shape
    known = {k: decoded(v) for k, v in record.items() if k in ("system", "messages", "toolConfig")}
    if "messages" not in known:
        raise ValueError("there are no messages")
    report = ParamValidator().validate({"modelId": "m", **known}, shape)
    if report.has_errors():
        raise ValueError(report.generate_report())


def batch(record):
    if set(record) < {"custom_id", "method", "url", "body"} or not isinstance(record["custom_id"], str):
        raise ValueError("no request of a batch")
    openai(record["body"])


@functools.cache
def node():
    """The messages of Vercel's AI SDK, which checks them as generateText does."""
    import os
    import subprocess

    program = pathlib.Path(__file__).parent / "vercel.mjs"
    folder = os.environ["TOOLSPEAK_AI"]
    return subprocess.Popen(["node", str(program), folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def vercel(record):
    return prompted(record)


def prompted(record):
    """What generateText sends to a model for the messages, or an error."""
    n = node()
    n.stdin.write(json.dumps(record["messages"]) + "\n")
    n.stdin.flush()
    answer = json.loads(n.stdout.readline())
    if "fault" in answer:
        raise ValueError(answer["fault"])
    return answer["prompt"]


def langchain(record):
    from langchain_core.messages import messages_from_dict

    return messages_from_dict(record["messages"])


def samples(record):
    """The messages of a sample as Inspect's data sets read it."""
    from inspect_ai.dataset import FieldSpec
    from inspect_ai.dataset._util import record_to_sample_fn

    sample = record_to_sample_fn(FieldSpec())(record)
    return (sample[0] if isinstance(sample, list) else sample).input


JUDGES = {j.__name__: j for j in (openai, responses, anthropic, gemini, atif, mistral, bedrock, vercel)}
JUDGES |= {"openai-batch": batch, "langchain-chat": langchain, "inspect": samples}


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
