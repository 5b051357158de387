"""Reads what models write with the parsers of servers: vLLM's, SGLang's, mlx-lm's and
openai-harmony's.

Writes a line with the names of each peer's parsers, {PEER: [NAME, ...]}. Then reads lines of
JSON, each {"peer": PEER, "parser": NAME, "text": TEXT, "tools": [...]}, and writes one for
each: {"calls": [{"name": NAME, "arguments": {...}}, ...]}, or {"fault": TEXT}.

The folder in TONGUES has the unpacked sources: vllm, sglang and mlx. No PyTorch is needed:
what is not there is stood in for. A tokenizer with a token for each byte, and for each
special token that vLLM's parsers name, is enough for them.
"""

import contextlib
import glob
import importlib
import io
import json
import os
import pathlib
import re
import signal
import sys
import types
import warnings

import absent

warnings.simplefilter("ignore")
os.environ["TRANSFORMERS_VERBOSITY"] = "error"
ROOT = pathlib.Path(os.environ["TONGUES"])
VLLM, SGLANG, MLX = ROOT / "vllm", ROOT / "sglang", ROOT / "mlx"
absent.REAL = ("vllm.renderers.chat_utils", "vllm.renderers.chat_utils.tool_call")


def tokenizer():
    import transformers
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    raw = Tokenizer(models.BPE(vocab={c: i for i, c in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}, merges=[]))
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    special = {"<|eot_id|>", "<|python_tag|>", "<|python_start|>", "<|python_end|>", "<s>", "</s>", "<|endoftext|>", "<|im_end|>", "<think>", "</think>"}
    shapes = (r'"(<\|[^"<>]{1,60}\|>)"', r'"(</?[a-zA-Z_:|]{2,40}>)"', r'"(\[/?[A-Z_]{3,20}\])"', r'"(<｜[^"<>]{1,60}｜>)"', r'"(<[|]?tool_call[|]?>)"')
    for folder in ("tool_parsers", "parser", "reasoning"):
        for file in glob.glob(f"{VLLM}/vllm/{folder}/*.py"):
            text = pathlib.Path(file).read_text()
            for shape in shapes:
                special |= set(re.findall(shape, text))
    made = transformers.PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<|endoftext|>", bos_token="<s>", clean_up_tokenization_spaces=False)
    made.add_tokens(sorted(special - {"<function>", "<parameter>", "<invoke>"}))
    return made


def arguments(said):
    if isinstance(said, (dict, list)):
        return said
    return json.loads(said) if said else {}


class VLLM_:
    def __init__(self):
        absent.namespace("vllm", VLLM / "vllm").__version__ = "0"
        absent.namespace("vllm.renderers", VLLM / "vllm/renderers")
        absent.namespace("vllm.renderers.chat_utils", VLLM / "vllm/renderers/chat_utils")
        calls = importlib.import_module("vllm.renderers.chat_utils.tool_call")
        for name in vars(calls):
            if not name.startswith("__"):
                setattr(sys.modules["vllm.renderers.chat_utils"], name, getattr(calls, name))
        from vllm.entrypoints.openai.chat_completion.protocol import ChatCompletionRequest
        from vllm.tool_parsers import ToolParserManager

        self.request, self.manager, self.tokenizer = ChatCompletionRequest, ToolParserManager, tokenizer()
        self.names = sorted(set(ToolParserManager.tool_parsers) | set(ToolParserManager.lazy_parsers))

    def read(self, parser, text, tools):
        request = self.request(messages=[], model="m", **({"tools": tools} if tools else {}))
        made = self.manager.get_tool_parser(parser)
        try:
            made = made(self.tokenizer, request.tools)
        except TypeError:
            made = made(self.tokenizer)
        found = made.extract_tool_calls(text, request)
        return [{"name": c.function.name, "arguments": arguments(c.function.arguments)} for c in found.tool_calls]


class SGLang:
    def __init__(self):
        absent.namespace("sglang", SGLANG / "sglang").__version__ = "0"
        for name in ("srt", "srt.entrypoints", "srt.entrypoints.openai", "srt.parser"):
            absent.namespace("sglang." + name, SGLANG / "sglang" / name.replace(".", "/"))
        from sglang.srt.entrypoints.openai.protocol import Tool
        from sglang.srt.function_call.function_call_parser import FunctionCallParser

        self.tool, self.parser = Tool, FunctionCallParser
        self.names = sorted(FunctionCallParser.ToolCallParserEnum)

    def read(self, parser, text, tools):
        _, found = self.parser([self.tool(**t) for t in tools or []], parser).parse_non_stream(text)
        return [{"name": c.name, "arguments": arguments(c.parameters)} for c in found]


class MLX_:
    """mlx-lm's parsers take what is between a format's tokens."""

    def __init__(self):
        folder = MLX / "mlx_lm" / "tool_parsers"
        package = types.ModuleType("mlx_tools")
        package.__path__ = [str(folder)]
        sys.modules["mlx_tools"] = package
        self.modules = {}
        for file in sorted(folder.glob("*.py")):
            with contextlib.suppress(Exception):
                module = importlib.import_module("mlx_tools." + file.stem)
                if hasattr(module, "parse_tool_call"):
                    self.modules[file.stem] = module
        self.modules.pop("pythonic", None)  # is for calls between tokens
        self.names = sorted(self.modules)

    def read(self, parser, text, tools):
        module = self.modules[parser]
        start, end = module.tool_call_start, module.tool_call_end
        calls, at = [], 0
        while (begin := text.find(start, at)) >= 0:
            begin += len(start)
            stop = text.find(end, begin) if end else len(text)
            stop = len(text) if stop < 0 else stop
            found = module.parse_tool_call(text[begin:stop], tools)
            calls += found if isinstance(found, list) else [found]
            at = stop + len(end)
        return [{"name": c["name"], "arguments": arguments(c["arguments"])} for c in calls]


class Harmony:
    """openai-harmony wants its vocabulary: TIKTOKEN_ENCODINGS_BASE names its folder."""

    names = ["harmony"]

    def __init__(self):
        from openai_harmony import HarmonyEncodingName, Role, load_harmony_encoding

        self.encoding, self.role = load_harmony_encoding(HarmonyEncodingName.HARMONY_GPT_OSS), Role.ASSISTANT

    def read(self, parser, text, tools):
        # Calls that stand next to each other are turns of their own: <|call|> ends each.
        calls = []
        for turn in re.split(r"(?<=<\|call\|>)", text):
            turn = turn.removeprefix("<|start|>assistant")
            if turn.strip():
                tokens = self.encoding.encode(turn, allowed_special="all")
                calls += self.encoding.parse_messages_from_completion_tokens(tokens, self.role, strict=False)
        return [
            {"name": m.recipient.removeprefix("functions."), "arguments": arguments("".join(c.text for c in m.content))}
            for m in calls
            if (m.recipient or "").startswith("functions.")
        ]


def late(*_):
    raise TimeoutError("the parser takes too long")


def main():
    out, peers = sys.stdout, {}
    sys.stdout = sys.stderr = io.StringIO()  # parsers print what they think
    absent.install()
    absent_why = {}
    for name, peer in {"vllm": VLLM_, "sglang": SGLang, "mlx-lm": MLX_, "openai-harmony": Harmony}.items():
        try:
            peers[name] = peer()
        except Exception as e:  # noqa: BLE001: whatever keeps it from being there
            absent_why[name] = f"{type(e).__name__}: {e}"
    print(json.dumps({"names": {k: p.names for k, p in peers.items()}, "absent": absent_why}), file=out, flush=True)
    import logging

    logging.disable(logging.CRITICAL)
    signal.signal(signal.SIGVTALRM, late)
    for line in sys.stdin:
        asked = json.loads(line)
        signal.setitimer(signal.ITIMER_VIRTUAL, 2)  # of the processor: some patterns take for ever
        try:
            said = {"calls": peers[asked["peer"]].read(asked["parser"], asked["text"], asked["tools"])}
        except Exception as e:  # noqa: BLE001: a parser may raise anything
            said = {"fault": f"{type(e).__name__}: {e}"[:200]}
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        print(json.dumps(said), file=out, flush=True)
        sys.stderr.seek(0), sys.stderr.truncate()


main()
