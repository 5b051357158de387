"""Lets the code of trainers make training examples of rows, and says what they train.

Reads lines of JSON from standard input, each {"trainer": NAME, "rows": TEXT, "settings":
{NAME: TEXT}, "parquet": BASE64}: a file of JSONL, the files of settings that were written
next to it and, for who reads that, the rows in Parquet.
Writes one line for each: {"rows": [...]}, with {"runs": [[TRAINED, TEXT], ...]} for each
row, or {"dropped": true} where the trainer takes it for nothing, next to the texts that
are "wanted" in training and whether datasets "changed" the row, or {"fault": TEXT}.

A tokenizer with a token for each byte makes labels exact to the character. PyTorch is
not needed: what of the trainers' code is run here only names it. Where it is installed
TRL's SFTTrainer itself makes the examples, with its collator.
"""

import base64
import contextlib
import io
import json
import os
import pathlib
import shlex
import sys
import tempfile
import types

from standins import bare, folder, install

os.environ["DISABLE_VERSION_CHECK"] = "1"  # of LLaMA-Factory
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_DISABLE_PROGRESS_BARS"] = "1"

import datasets  # noqa: E402
import numpy as np  # noqa: E402
from tokenizers import Tokenizer, decoders, models, pre_tokenizers  # noqa: E402
from transformers import PreTrainedTokenizerFast  # noqa: E402


HEAVY = install()


def tokenizer(template):
    alphabet = {c: i for i, c in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    raw = Tokenizer(models.BPE(vocab=alphabet, merges=[]))
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    raw.decoder = decoders.ByteLevel()
    made = PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    made.add_special_tokens({"extra_special_tokens": ["<|im_start|>", "<|im_end|>"]})
    made.chat_template = (folder("trl") / "chat_templates" / f"{template}.jinja").read_text()
    return made


QWEN = tokenizer("qwen2_5")
TRAINING = tokenizer("qwen2_5_training")


def runs(ids, trained):
    """Cuts tokens where training begins and ends."""
    found = []
    for token, counts in zip(ids, trained, strict=True):
        if not found or found[-1][0] != counts:
            found.append((counts, []))
        found[-1][1].append(token)
    return {"runs": [[counts, QWEN.decode(tokens)] for counts, tokens in found]}


def labelled(ids, labels):
    return runs(ids, [label != -100 for label in labels])


def settings_of(settings, ending):
    return next(text for name, text in settings.items() if name.endswith(ending))


def sft(path, settings):
    """What SFTTrainer makes of rows: its own preparation of the data set, and its collator."""
    from transformers import LlamaConfig, LlamaForCausalLM
    from trl import SFTConfig, SFTTrainer

    made = tokenizer("qwen2_5")
    model = LlamaForCausalLM(LlamaConfig(
        vocab_size=len(made), hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=2, max_position_embeddings=1 << 16,
    ))
    args = SFTConfig(output_dir=str(path.parent / "out"), report_to=[], use_cpu=True, bf16=False, **json.loads(settings_of(settings, ".sft_config.json")))
    trainer = SFTTrainer(model=model, args=args, train_dataset=loaded(path), processing_class=made)
    for row in trainer.train_dataset:
        batch = trainer.data_collator([row])
        yield labelled(batch["input_ids"][0].tolist(), batch["labels"][0].tolist())


# TRL's own code for conversations is transformers' template with the tokens between
# the marks of generation.
def trl(path, settings):
    config = json.loads(settings_of(settings, ".sft_config.json"))
    for row in loaded(path):
        if not config["assistant_only_loss"]:
            raise ValueError("all would be trained")
        tools = row.get("tools")
        tools = json.loads(tools) if isinstance(tools, str) else tools  # as SFTTrainer does
        made = TRAINING.apply_chat_template(
            row["messages"], tools=tools, tokenize=True, return_dict=True, return_assistant_tokens_mask=True
        )
        if not any(made["assistant_masks"]):
            raise ValueError("assistant_only_loss: no token of the assistant")
        yield runs(made["input_ids"], [mask == 1 for mask in made["assistant_masks"]])


# What SFTTrainer does with rows of a prompt and a completion: the completion begins where
# the tokens of both part from those of the prompt alone.
def trl_turns(path, settings):
    kto = not settings  # KTOTrainer has none: it trains completions alone
    if not kto and not json.loads(settings_of(settings, ".sft_config.json"))["completion_only_loss"]:
        raise ValueError("all would be trained")
    for row in loaded(path):
        if kto and not isinstance(row["label"], bool):
            raise ValueError("the label is no bool")
        prompt, completion, tools = row["prompt"], row["completion"], row.get("tools")
        yield completed(prompt, completion, tools)


def completed(prompt, completion, tools):
    """Which tokens of a prompt and a completion are the completion's."""
    from trl.data_utils import common_prefix_length

    if isinstance(prompt, str):
        if not completion.endswith(QWEN.eos_token):
            completion += QWEN.eos_token
        before, ids = QWEN(prompt)["input_ids"], QWEN(prompt + completion)["input_ids"]
    else:
        tools = json.loads(tools) if isinstance(tools, str) else tools
        before = QWEN.apply_chat_template(prompt, tools=tools, tokenize=True, add_generation_prompt=True, return_dict=True)["input_ids"]
        ids = QWEN.apply_chat_template(prompt + completion, tools=tools, tokenize=True, return_dict=True)["input_ids"]
    start = common_prefix_length(before, ids)
    if start < len(before):
        raise ValueError(f"the end of a prompt is left out: {QWEN.decode(before[start:])!r}")
    return runs(ids, [i >= start for i in range(len(ids))])


# What DPOTrainer and RewardTrainer do: the prompt is what both sides begin with, and the rest of each side counts.
def trl_pairs(path, settings):
    from trl.data_utils import extract_prompt

    for row in loaded(path):
        row = extract_prompt(row)
        yield {"runs": [run for side in ("chosen", "rejected") for run in completed(row["prompt"], row[side], row.get("tools"))["runs"]]}


def axolotl(path, settings):
    import yaml
    from axolotl.prompt_strategies.chat_template import ChatTemplatePrompter, ChatTemplateStrategy

    config = yaml.safe_load(settings_of(settings, ".axolotl.yaml"))
    entry = dict(config["datasets"][0])
    for key in ("path", "type", "ds_type"):
        entry.pop(key)
    strategy = ChatTemplateStrategy(
        ChatTemplatePrompter(
            QWEN, QWEN.chat_template, max_length=1 << 20, field_messages=entry.pop("field_messages"), field_tools=entry.pop("field_tools", "tools"),
            message_property_mappings=entry.pop("message_property_mappings"), message_field_training=entry.pop("message_field_training", None),
            message_field_training_detail=entry.pop("message_field_training_detail", None),
        ),
        QWEN, train_on_inputs=config["train_on_inputs"], sequence_len=1 << 20, roles_to_train=entry.pop("roles_to_train"), train_on_eos=entry.pop("train_on_eos"),
    )
    if entry:
        raise ValueError(f"settings that nobody reads: {entry}")
    for row in loaded(path):
        made = strategy.tokenize_prompt(row)
        yield labelled(made["input_ids"], made["labels"])


def axolotl_segments(path, settings):
    import yaml
    from axolotl.prompt_strategies.input_output import RawInputOutputPrompter, RawInputOutputStrategy

    config = yaml.safe_load(settings_of(settings, ".axolotl.yaml"))
    if config["datasets"][0]["type"] != "input_output":
        raise ValueError("another way to read rows")
    strategy = RawInputOutputStrategy(RawInputOutputPrompter(), QWEN, config["train_on_inputs"], 1 << 20)
    for row in loaded(path):
        made = strategy.tokenize_prompt(row)
        yield labelled(made["input_ids"], made["labels"])


def llamafactory(path, settings):
    if "llamafactory.data" not in sys.modules:
        import llamafactory  # noqa: F401

        bare("llamafactory.data")
    from llamafactory.data.converter import get_dataset_converter
    from llamafactory.data.parser import get_dataset_list
    from llamafactory.data.processor.feedback import FeedbackDatasetProcessor
    from llamafactory.data.processor.pairwise import PairwiseDatasetProcessor
    from llamafactory.data.processor.supervised import SupervisedDatasetProcessor
    from llamafactory.data.template import get_template_and_fix_tokenizer

    (pathlib.Path(path).parent / "dataset_info.json").write_text(settings["dataset_info.json"])
    (name,) = json.loads(settings["dataset_info.json"])
    (entry,) = get_dataset_list([name], str(pathlib.Path(path).parent))
    args = types.SimpleNamespace(
        media_dir=".", template="qwen", train_on_prompt=False, mask_history=False, cutoff_len=1 << 20, tool_format=None, default_system=None, enable_thinking=True,
        preserve_thinking=False,
    )
    template = get_template_and_fix_tokenizer(QWEN, args)
    stages = [kind(template=template, tokenizer=QWEN, processor=None, data_args=args) for kind in (SupervisedDatasetProcessor, FeedbackDatasetProcessor, PairwiseDatasetProcessor)]
    convert = get_dataset_converter(entry.formatting, entry, args)
    for row in loaded(path):
        with contextlib.redirect_stderr(io.StringIO()):
            made = convert(row)
        if not made["_prompt"]:
            yield {"dropped": True}
            continue
        given = made["_prompt"], made["_response"], made["_system"], made["_tools"], [], [], []
        if entry.kto_tag:
            ids, labels, _, _, good = stages[1]._encode_data_example(*given[:2], *given[1:])
            if good != row[entry.kto_tag]:
                raise ValueError("the tag is another")
            yield labelled(ids, labels)
        elif entry.ranking:
            ids, labels, other, others = stages[2]._encode_data_example(*given)
            yield {"runs": labelled(ids, labels)["runs"] + labelled(other, others)["runs"]}
        else:
            yield labelled(*stages[0]._encode_data_example(*given))


# ms-swift's own way from a data set to labels: its preprocessor, then its template. The
# packages of models and servers around them are not run.
def swift(path, settings):
    if "swift.dataset" not in sys.modules:
        import swift  # noqa: F401

        bare("swift.infer_engine")
        for name in ("Function", "InferRequest"):
            setattr(sys.modules["swift.infer_engine"], name, type(name, (), {}))
        bare("swift.dataset")
        bare("swift.dataset.preprocessor")
        from swift.dataset.preprocessor import core

        sys.modules["swift.dataset.preprocessor"].RowPreprocessor = core.RowPreprocessor
    from swift.dataset.preprocessor.core import AutoPreprocessor
    from swift.template import get_template

    words = shlex.split(settings_of(settings, ".swift.args"))
    flags = dict(zip(words[::2], words[1::2], strict=True))
    flags.pop("--dataset")
    made = tokenizer("qwen2_5")
    made.model_info = types.SimpleNamespace(model_dir="", config=None, task_type="causal_lm", max_model_len=1 << 20)
    made.model_meta = types.SimpleNamespace(template="qwen2_5", is_multimodal=False, candidate_templates=[])
    template = get_template(
        made, template_type="qwen2_5", agent_template="hermes", max_length=1 << 20, loss_scale=flags.pop("--loss_scale"),
        is_binary_loss_scale=json.loads(flags.pop("--is_binary_loss_scale")),
    )
    template.set_mode("train")
    if flags:
        raise ValueError(f"settings that nobody reads: {flags}")
    for row in AutoPreprocessor()(loaded(path), strict=True):
        row = template.encode(dict(row))
        if [scale > 0 for scale in row["loss_scale"]] != [label != -100 for label in row["labels"]]:
            raise ValueError("weights and labels differ")
        yield labelled(row["input_ids"], row["labels"])


# verl's own data set, which reads Parquet. Of PyTorch it uses what NumPy has as well.
def verl(path, settings):
    for package in ("verl", "verl.utils", "verl.utils.dataset", "verl.utils.tokenizer"):
        if package not in sys.modules:
            bare(package)
    if "verl.models.transformers.qwen2_vl" not in sys.modules:  # for pictures
        sys.modules["verl.models.transformers.qwen2_vl"] = types.SimpleNamespace(get_rope_index=None)
        from verl.utils.tokenizer import tokenizer as tokens

        sys.modules["verl.utils"].hf_tokenizer = None
        for name in ("build_multimodal_processor_inputs", "normalize_token_ids"):
            setattr(sys.modules["verl.utils.tokenizer"], name, getattr(tokens, name))
    from verl.utils.dataset import multiturn_sft_dataset

    made = tokenizer("qwen2_5")
    if not HEAVY:
        multiturn_sft_dataset.torch = types.SimpleNamespace(
            Tensor=np.ndarray, long=np.int64, arange=np.arange, equal=np.array_equal, ones_like=np.ones_like, zeros_like=np.zeros_like,
            cat=lambda parts, dim: np.concatenate(parts, axis=dim),
        )
        render = made.apply_chat_template
        made.apply_chat_template = lambda *args, **named: render(*args, **(named | {"return_tensors": "np"} if named.get("return_tensors") else named))
    config = {"max_length": 1 << 20, "pad_mode": "no_padding"}
    for line in settings_of(settings, ".verl.args").splitlines():
        name, _, value = line.removeprefix("data.").partition("=")
        config[name] = value
    config.pop("train_files")
    multiturn_sft_dataset.print_assembled_message = lambda *_: None
    rows = multiturn_sft_dataset.MultiTurnSFTDataset(str(path.with_suffix(".parquet")), made, config)
    for i in range(len(rows)):
        row = rows[i]
        yield runs(row["input_ids"].tolist(), [mask == 1 for mask in row["loss_mask"].tolist()])


# mlx-lm's own data set, which only names MLX.
def mlx(path, settings):
    import yaml

    if "mlx_lm" not in sys.modules:
        bare("mlx_lm")
        bare("mlx_lm.tuner")
    from mlx_lm.tuner.datasets import load_local_dataset

    config = yaml.safe_load(settings_of(settings, ".mlx.yaml"))
    if not config.pop("train") or config.pop("data") != ".":
        raise ValueError("another folder")
    (path.parent / "train.jsonl").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    rows, _, _ = load_local_dataset(path.parent, QWEN, types.SimpleNamespace(**config))
    for i in range(len(rows)):
        ids, offset = rows.process(rows[i])
        yield runs(ids, [at >= offset for at in range(len(ids))])


def skyrl(path, settings):
    if "skyrl" not in sys.modules:
        for package in ("skyrl", "skyrl.train", "skyrl.train.generators", "skyrl.utils", "skyrl.train.dataset", "skyrl.train.config"):
            bare(package)
        sys.modules["skyrl.train.config"].__getattr__ = lambda name: type(name, (), {})
    from skyrl.train.config.sft_config import TrainOnWhat
    from skyrl.train.sft_trainer import tokenize_chat_example

    lines = dict(line.partition("=")[::2] for line in settings_of(settings, ".skyrl.args").splitlines())
    for row in loaded(path):
        made = tokenize_chat_example(row, QWEN, max_length=None, train_on_what=TrainOnWhat(lines["train_on_what"]))
        if made is None:
            yield {"dropped": True}
            continue
        ids = list(made["input_ids"])
        yield runs(ids, [False] * (len(ids) - made["num_actions"]) + [mask == 1 for mask in made["loss_mask"]])


# tinker-cookbook's renderer of Qwen's template. Of tinker it uses lists of tokens, and of
# PyTorch what NumPy has as well.
def tinker(path, settings):
    from tinker_cookbook.renderers import TrainOnWhat, base, qwen3

    class Chunk:
        def __init__(self, tokens):
            self.tokens, self.length = tokens, len(tokens)

    class Input:
        def __init__(self, chunks):
            self.chunks = chunks
            self.length = sum(chunk.length for chunk in chunks)

        def to_ints(self):
            return [token for chunk in self.chunks for token in chunk.tokens]

    if not HEAVY:
        for module in (base, qwen3):
            module.tinker = types.SimpleNamespace(ModelInput=Input, EncodedTextChunk=Chunk, types=types.SimpleNamespace(EncodedTextChunk=Chunk))
            module.torch = types.SimpleNamespace(tensor=np.array, Tensor=np.ndarray)
    renderer = qwen3.Qwen3InstructRenderer(QWEN)
    config = json.loads(settings_of(settings, ".tinker.json"))
    for row in loaded(path):
        made, weights = renderer.build_supervised_example(row["messages"], train_on_what=TrainOnWhat(config["train_on_what"]))
        yield runs(made.to_ints(), [weight > 0 for weight in weights.tolist()])


def between_markers(ids):
    """Asks ART which tokens it trains: those from the marker of a response to that of the next instruction."""
    from art.preprocessing.response_masking import response_only_labels, token_ids_for_template_part

    marker = [token_ids_for_template_part(QWEN, f"<|im_start|>{who}\n") for who in ("user", "assistant")]
    return response_only_labels(ids, instruction_ids=marker[0], response_ids=marker[1])


def art(path, settings):
    if "art" not in sys.modules:
        bare("art")
    for row in loaded(path):
        ids = QWEN.apply_chat_template(row["messages"], tools=row.get("tools"), tokenize=True, return_dict=True)["input_ids"]
        made = labelled(ids, between_markers(ids))["runs"]
        yield {"runs": [[counts, part] for counts, text in made for part in text.split("<|im_start|>assistant\n")]}  # it trains the header between two messages of the model


def unsloth(path, settings):
    if "unsloth_zoo" not in sys.modules:
        bare("unsloth_zoo")
    from unsloth_zoo.dataset_utils import standardize_data_formats, train_on_responses_only

    parts = json.loads(settings_of(settings, ".unsloth.json"))
    mask = train_on_responses_only(None, **parts, tokenizer=QWEN, return_function=True)
    for row in standardize_data_formats(loaded(path)):
        ids = QWEN.apply_chat_template(row["conversations"], tokenize=True, return_dict=True)["input_ids"]
        yield labelled(ids, mask({"input_ids": [ids]})["labels"][0])


def nemo(path, settings):
    if "nemo_automodel" not in sys.modules:
        for package in ("nemo_automodel", "nemo_automodel.components", "nemo_automodel.components.datasets", "nemo_automodel.components.datasets.llm"):
            bare(package)
    from nemo_automodel.components.datasets.llm.agent_chat import make_agent_chat_dataset

    masked = "mask_generation_prompt: true" in settings_of(settings, ".nemo.yaml")
    for row in make_agent_chat_dataset(QWEN, path=str(path), mask_generation_prompt=masked):
        ids, labels = row["input_ids"], row["labels"]  # each label is that of the next token
        yield labelled(ids + labels[-1:], [-100] + labels) if labels[-1] != -100 else labelled(ids, [-100] + labels[:-1])


def torchtune(path, settings):
    import yaml

    if "torchtune" not in sys.modules:
        bare("torchtune")
        bare("torchtune.data")
    from torchtune.data._messages import OpenAIToMessages, validate_messages

    config = yaml.safe_load(settings_of(settings, ".torchtune.yaml"))["dataset"]
    transform = OpenAIToMessages(train_on_input=config["train_on_input"], column_map={"messages": config["conversation_column"]})
    for row in loaded(path):
        messages = transform(row)["messages"]
        validate_messages(messages)
        yield {"runs": [[not m.masked, "".join(part["content"] for part in m.content)] for m in messages]}


def mistral(path, settings):
    from mistral_common.protocol.instruct.messages import FinetuningAssistantMessage, SystemMessage, ToolMessage, UserMessage
    from mistral_common.protocol.instruct.tool_calls import Tool
    from mistral_common.protocol.instruct.validator import MistralRequestValidatorV3, ValidationMode

    kinds = {"system": SystemMessage, "user": UserMessage, "assistant": FinetuningAssistantMessage, "tool": ToolMessage}
    validator = MistralRequestValidatorV3(ValidationMode.finetuning)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        said, tools = row["messages"], row.get("tools") or []
        if any(not {"name", "description", "parameters"} <= tool["function"].keys() or not isinstance(tool["function"]["parameters"], dict) for tool in tools):
            raise ValueError("a tool lacks what mistral-finetune requires")
        if sum(m["role"] == "system" for m in said) > 1:
            raise ValueError("mistral-finetune takes one system message")
        if not all(isinstance(call["function"]["arguments"], str) for m in said for call in m.get("tool_calls") or []):
            raise ValueError("mistral-finetune takes arguments that are strings")
        try:
            validator.validate_messages([kinds[m["role"]].model_validate(m) for m in said if m["role"] != "system"])
        except Exception as fault:
            raise ValueError(f"{fault}: {line[-3000:]}") from fault
        validator._validate_tools([Tool.model_validate(tool) for tool in tools])
        last = said[-1] if tools else None  # as mistral-finetune's tokenize_instruct does
        found = []
        for m in said:
            calls = "\n".join(spelled(call["function"]) for call in m.get("tool_calls") or [])
            found.append([m["role"] == "assistant" and m.get("weight") in (None, 1) and last in (None, m), m.get("content") or calls])
        yield {"runs": found}


def loaded(path):
    """The rows as datasets loads them."""
    return datasets.load_dataset("json", data_files=str(path), split="train", cache_dir=str(path.parent))


def changed(path):
    """For each row whether datasets loads something else than was written."""
    written = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [not same(was, row, 3) for was, row in zip(written, loaded(path), strict=True)]


def same(was, row, padded=0):
    """Compares values with their types. Up to a depth objects may have keys more that are null."""
    if isinstance(was, dict) and isinstance(row, dict):
        keys = {key for key in row if not padded or row[key] is not None or key in was}
        return was.keys() == keys and all(same(was[key], row[key], max(padded - 1, 0)) for key in keys)
    if isinstance(was, list) and isinstance(row, list):
        return len(was) == len(row) and all(same(a, b, max(padded - 1, 0)) for a, b in zip(was, row, strict=True))
    return type(was) is type(row) and was == row


def wanted(row, trainer):
    """What is to be trained of a row, in the words of Qwen's template: what the model says and calls."""
    if "segments" in row:
        return [s["text"] for s in row["segments"] if s["label"]]
    if isinstance(row.get("completion"), str):
        return [row["completion"]]
    if "chosen" in row:
        sides = [row["chosen"], row["rejected"]]
        return [side["value"] if "value" in side else side["content"] for side in (s[-1] if isinstance(s, list) else s for s in sides)]
    messages = row.get("completion") or row.get("messages") or row["conversations"]
    if trainer == "swift":
        return wanted_of_swift(messages)
    if trainer in ("mlx", "llamafactory-kto") or trainer == "mistral" and row.get("tools"):
        messages = messages[-1:]
    texts = []
    for message in messages:
        role, said = message.get("role") or message["from"], message.get("content") or message.get("value") or ""
        if role in ("assistant", "gpt") and message.get("train") is not False and message.get("trainable") is not False and message.get("weight") != 0:
            calls = [call["function"] for call in message.get("tool_calls") or []]
            if "train_detail" in message:
                texts += [said[part["begin_offset"] : part["end_offset"] + 1] for part in message["train_detail"] if part["train"]]
                continue
            texts.append("\n".join(([said] if said or not calls else []) + [spelled(call) for call in calls]))
        if role == "function_call":
            if said.endswith("</tool_call>"):
                said, _, calls = said.removesuffix("</tool_call>").partition("<tool_call>")
            else:
                said, mark, calls = said.rpartition("</think>\n\n")
                said += mark
            calls = json.loads(calls)
            texts.append(said + "\n".join(map(spelled, calls if isinstance(calls, list) else [calls])))
    return texts


def wanted_of_swift(messages):
    """Messages of the model that follow each other are one turn, with nothing between them but calls."""
    parts = []  # of messages: who, what, whether it is trained
    for message in messages:
        counts = message.get("loss") is not False
        if message["role"] == "tool_call":
            parts.append(("call", spelled(json.loads(message["content"])), counts))
        elif message["role"] != "assistant":
            parts.append((None, "", False))
        else:
            calls = [call["function"] for call in message.get("tool_calls") or []]
            if message.get("content") or not calls:
                parts.append(("words", message.get("content") or "", counts))
            parts += [("call", spelled(call), counts) for call in calls]
    texts, before = [], (None, "", False)
    for part in parts:
        kind, said, counts = part
        if kind == before[0] == "call":
            said = "\n" + said
        if counts and before[2]:
            said = texts.pop() + said
        if counts:
            texts.append(said)
        before = part
    return texts


def spelled(call):
    arguments = call["arguments"]
    if isinstance(arguments, str):
        arguments = json.loads(arguments)
    return f'<tool_call>\n{{"name": "{call["name"]}", "arguments": {json.dumps(arguments, ensure_ascii=False)}}}\n</tool_call>'


TRAINERS = {
    "trl": sft if HEAVY else trl, "trl-turns": sft if HEAVY else trl_turns, "trl-text": sft if HEAVY else trl_turns, "axolotl": axolotl, "axolotl-segments": axolotl_segments, "llamafactory": llamafactory,
    "torchtune": torchtune, "mistral": mistral, "swift": swift, "verl": verl,
    "mlx": mlx, "skyrl": skyrl, "tinker": tinker, "trl-kto": trl_turns, "trl-pairs": trl_pairs, "llamafactory-kto": llamafactory, "art": art, "unsloth": unsloth, "nemo": nemo,
}


def rendered(asked):
    """What one of TRL's templates makes of each row, or why it refuses the row."""
    made = tokenizer(asked["template"])
    for line in asked["rows"].splitlines():
        row = json.loads(line)
        tools = row.get("tools")
        messages = row["messages"]
        for call in [call["function"] for message in messages for call in message.get("tool_calls") or []]:
            if isinstance(call["arguments"], str):  # as trainers do before they render
                call["arguments"] = json.loads(call["arguments"])
        try:
            yield {"text": made.apply_chat_template(messages, tools=json.loads(tools) if isinstance(tools, str) else tools, tokenize=False)}
        except Exception as fault:  # each template has its own
            yield {"fault": f"{type(fault).__name__}: {fault}"}


def answer(asked):
    if "template" in asked:
        return {"rows": list(rendered(asked))}
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place) / "rows.jsonl"
        path.write_text(asked["rows"], encoding="utf-8")
        path.with_suffix(".parquet").write_bytes(base64.b64decode(asked.get("parquet") or ""))
        made = list(TRAINERS[asked["trainer"]](path, asked["settings"]))
        lines = asked["rows"].splitlines()
        return {"rows": [{"wanted": wanted(json.loads(line), asked["trainer"]), "changed": other, **row} for line, other, row in zip(lines, changed(path), made, strict=True)]}


def main():
    out = sys.stdout
    sys.stdout = sys.stderr  # what the packages print
    for line in sys.stdin:
        try:
            said = answer(json.loads(line))
        except Exception as fault:  # each package has its own
            said = {"fault": f"{type(fault).__name__}: {fault}"[:2000]}
        print(json.dumps(said), file=out, flush=True)


if __name__ == "__main__":
    main()
