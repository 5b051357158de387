"""What a conversion costs from Python, in processor time: make python-figures.

Each way runs in a process of its own; its time is that of the process and of the
toolspeak that it starts. A script around LangChain's parser does the same work the
usual way.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import toolspeak

STYLE, TO = "langchain", "xml"
OPTIONS = {"to": TO, "from_": STYLE, "on_reject": "none"}
BATCH = 200  # records, or a megabyte of them


def generate(path: Path, megabytes: int) -> None:
    """Records of about five kilobytes: three calls, their results, an answer.

    One model message of a hundred makes two calls, and one goes on to an answer after its call, as models do.
    """
    draw, words = random.Random(7), [f"word{n}" for n in range(500)]

    def text(k: int) -> str:
        return " ".join(draw.choices(words, k=k))

    def action(page: int) -> str:
        return f"Action: search\nAction Input: {json.dumps({'query': text(6), 'page': page, 'ratio': 1.0})}"

    with path.open("wb") as file:
        number = 0
        while file.tell() < megabytes * 1_000_000:
            number += 1
            messages = [{"role": "user", "content": text(20) + "?"}]
            for call in range(3):
                say = f"Thought: {text(25)}\n{action(call)}"
                chance = draw.randrange(100)
                if chance == 0:
                    say += f"\n{action(call + 10)}"
                elif chance == 1:
                    say += f"\nObservation: {text(8)}\nThought: I now know the final answer\nFinal Answer: {text(9)}"
                messages.append({"role": "assistant", "content": say})
                messages.append({"role": "user", "content": "Observation: " + text(160)})
            say = f"Thought: I now know the final answer\nFinal Answer: {text(60)}"
            messages.append({"role": "assistant", "content": say})
            file.write(json.dumps({"id": number, "messages": messages}).encode() + b"\n")


def batches(path: Path) -> Iterator[list[bytes]]:
    with path.open("rb") as file:
        while lines := file.readlines(1 << 20):
            yield lines


def by_command(path: Path) -> None:
    subprocess.run([toolspeak.find_bin(), "convert", "--to", TO, "--from", STYLE, "--workers", "1", "--quiet", "--force", "-o", str(path) + ".out.jsonl", str(path)], check=True)


def by_script(path: Path) -> None:
    with toolspeak.Converter(**OPTIONS) as converter, Path(str(path) + ".out.jsonl").open("wb") as out:
        for batch in batches(path):
            out.writelines(record for record in converter.convert_bytes(batch) if record is not None)
        say(converter)


def lines_alone(path: Path) -> None:
    with Path(str(path) + ".out.jsonl").open("wb") as out:
        for batch in batches(path):
            out.writelines(batch)


def by_arrow_json(path: Path) -> None:
    import pyarrow as pa

    with toolspeak.Converter(**OPTIONS) as converter:
        for batch in batches(path):
            converter.arrow_json(pa.array(batch, type=pa.large_binary()))
        say(converter)


def arrow_json_alone(path: Path) -> None:
    import pyarrow as pa

    for batch in batches(path):
        pa.array(batch, type=pa.large_binary())


def by_dicts(path: Path) -> None:
    with toolspeak.Converter(**OPTIONS) as converter:
        for batch in batches(path):
            for record in converter.convert([json.loads(line) for line in batch]):
                json.dumps(record, ensure_ascii=False).encode()
        say(converter)


def table(path: Path):  # type: ignore[no-untyped-def]
    import pyarrow as pa

    rows = [{"messages": json.loads(line)["messages"]} for batch in batches(path) for line in batch]
    message = pa.struct({"role": pa.string(), "content": pa.string()})
    return pa.Table.from_pylist(rows, schema=pa.schema({"messages": pa.list_(message)}))


def by_arrow(path: Path) -> None:
    with toolspeak.Converter(**OPTIONS) as converter:
        for part in table(path).to_batches(max_chunksize=BATCH):
            converter.arrow(part)
        say(converter)


def dataset(path: Path):  # type: ignore[no-untyped-def]
    import datasets

    datasets.disable_caching()
    datasets.disable_progress_bars()
    return datasets.Dataset(table(path))


def by_datasets(path: Path) -> None:
    with toolspeak.Converter(**OPTIONS) as converter:
        dataset(path).map(converter, batched=True, batch_size=BATCH, keep_in_memory=True)
        say(converter)


def say(converter: toolspeak.Converter) -> None:
    counts = converter.report
    print(f"{counts.steps['call']} calls, {counts.steps['answer']} answers, {counts.rejected} records rejected")


class Script:
    """The usual way: asks LangChain's parser what the model said, and writes that in XML."""

    def __init__(self) -> None:
        from langchain_classic.agents.output_parsers import ReActSingleInputOutputParser
        from langchain_core.exceptions import OutputParserException

        self.parse, self.error = ReActSingleInputOutputParser().parse, OutputParserException
        self.calls = self.answers = self.broken = self.refused = 0

    def messages(self, messages: list[dict[str, str]]) -> list[dict[str, str]]:
        for message in messages:
            if message["role"] == "assistant":
                message["content"] = self.content(message["content"])
        return messages

    def content(self, said: str) -> str:
        try:
            step = self.parse(said)
        except self.error:
            self.refused += 1
            return said
        thought = step.log.split("\nAction:")[0].removeprefix("Thought:").strip()
        if not hasattr(step, "tool"):
            self.answers += 1
            return f"<answer>\n{step.return_values['output']}\n</answer>"
        try:
            json.loads(step.tool_input)
            self.calls += 1
        except ValueError:
            self.broken += 1
        return f"{thought}\n\n<tool_use>\n  <name>{step.tool}</name>\n  <arguments>{step.tool_input}</arguments>\n</tool_use>"

    def say(self) -> None:
        print(f"{self.calls} calls, {self.answers} answers, {self.broken} calls with arguments that are no JSON, {self.refused} messages not read")


def script_dicts(path: Path) -> None:
    script = Script()
    for batch in batches(path):
        for line in batch:
            record = json.loads(line)
            script.messages(record["messages"])
            json.dumps(record, ensure_ascii=False).encode()
    script.say()


def script_arrow(path: Path) -> None:
    import pyarrow as pa

    script = Script()
    for part in table(path).to_batches(max_chunksize=BATCH):
        pa.array([script.messages(m) for m in part.column("messages").to_pylist()], type=part.schema.field("messages").type)
    script.say()


def script_datasets(path: Path) -> None:
    script = Script()
    dataset(path).map(lambda rows: {"messages": [script.messages(m) for m in rows["messages"]]}, batched=True, batch_size=BATCH, keep_in_memory=True)
    script.say()


# Each way, and what part of it is not the conversion's.
WAYS: dict[str, tuple[Callable[[Path], None], Callable[[Path], object] | None]] = {
    "the command, one worker, file to file": (by_command, None),
    "`convert_bytes`, bytes to bytes": (by_script, lines_alone),
    "`convert_bytes`, file to file by a script": (by_script, None),
    "`arrow_json`": (by_arrow_json, arrow_json_alone),
    "dicts, from JSON and to JSON": (by_dicts, None),
    "… a script with LangChain's parser": (script_dicts, None),
    "Arrow structs": (by_arrow, table),
    "… a script with LangChain's parser ": (script_arrow, table),
    "`datasets.map`": (by_datasets, table),
    "… with LangChain's parser": (script_datasets, table),
}


def seconds(run: Callable[[Path], object], path: Path) -> tuple[float, str]:
    """The processor time of a way in a process of its own, and what it said."""
    process = subprocess.Popen([sys.executable, __file__, "--way", run.__name__, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{run.__name__} failed")
    return used.ru_utime + used.ru_stime, said.strip()


def main(path: Path, rounds: int) -> None:
    """Print the table. What a way takes for one record, its imports above all, does not count."""
    one = path.with_name("one.jsonl")
    with path.open("rb") as file:
        one.write_bytes(file.readline())
    took: dict[str, float] = {}
    said: dict[str, str] = {}
    runs = list(dict.fromkeys(run for way in WAYS.values() for run in way if run is not None))
    for _ in range(rounds):  # round by round, since a machine is slower at times
        for run in runs:
            for source in (path, one):
                used, words = seconds(run, source)
                key = run.__name__ + source.name
                took[key] = min(used, took.get(key, used))
                if source == path:
                    said[run.__name__] = words
    megabytes = path.stat().st_size / 1e6
    print(f"{megabytes:.0f} MB\n\n| from Python | processor s | MB per processor s | of the command | what was read |\n| --- | ---: | ---: | ---: | --- |")
    base = 0.0
    for way, (run, beside) in WAYS.items():
        used = took[run.__name__ + path.name] - took[run.__name__ + one.name]
        if beside is not None:
            used -= took[beside.__name__ + path.name] - took[beside.__name__ + one.name]
        base = base or used
        print(f"| {way.strip()} | {used:.2f} | {megabytes / used:.0f} | {used / base:.2f} | {said[run.__name__]} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--way"]:
        globals()[sys.argv[2]](Path(sys.argv[3]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "in.jsonl"
            generate(source, int(sys.argv[1]))
            main(source, int(os.environ.get("RUNS", "3")))
