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

STYLE, TO, BATCH = "langchain", "xml", 200


def generate(path: Path, megabytes: int) -> None:
    """Records of about five kilobytes in react: three calls, their results, an answer."""
    draw, words = random.Random(7), [f"word{n}" for n in range(500)]
    with path.open("wb") as file:
        number = 0
        while file.tell() < megabytes * 1_000_000:
            number += 1
            messages = [{"role": "user", "content": " ".join(draw.choices(words, k=20)) + "?"}]
            for call in range(3):
                argument = json.dumps({"query": " ".join(draw.choices(words, k=6)), "page": call, "ratio": 1.0})
                say = f"Thought: {' '.join(draw.choices(words, k=25))}\nAction: search\nAction Input: {argument}"
                messages.append({"role": "assistant", "content": say})
                messages.append({"role": "user", "content": "Observation: " + " ".join(draw.choices(words, k=160))})
            say = "Thought: I can answer without using any more tools.\nFinal Answer: " + " ".join(draw.choices(words, k=60))
            messages.append({"role": "assistant", "content": say})
            file.write(json.dumps({"id": number, "messages": messages}).encode() + b"\n")


def batches(path: Path) -> Iterator[list[bytes]]:
    with path.open("rb") as file:
        batch: list[bytes] = []
        for line in file:
            batch.append(line.rstrip(b"\n"))
            if len(batch) == BATCH:
                yield batch
                batch = []
        if batch:
            yield batch


def by_command(path: Path) -> None:
    subprocess.run([toolspeak.find_bin(), "convert", "--to", TO, "--from", STYLE, "--workers", "1", "--quiet", "--force", "-o", str(path) + ".out.jsonl", str(path)], check=True)


def by_bytes(path: Path) -> None:
    with toolspeak.Converter(TO, from_=STYLE) as converter, Path(str(path) + ".out.jsonl").open("wb") as out:
        for batch in batches(path):
            out.writelines(record + b"\n" for record in converter.convert_bytes(batch) if record is not None)


def by_arrow_json(path: Path) -> None:
    import pyarrow as pa

    with toolspeak.Converter(TO, from_=STYLE) as converter:
        for batch in batches(path):
            converter.arrow_json(pa.array(batch, type=pa.large_binary()))


def reading(path: Path) -> None:
    """What by_dicts and by_langchain do besides: read and write JSON."""
    for batch in batches(path):
        for line in batch:
            json.dumps(json.loads(line), ensure_ascii=False).encode()


def by_dicts(path: Path) -> None:
    with toolspeak.Converter(TO, from_=STYLE) as converter:
        for batch in batches(path):
            for record in converter.convert([json.loads(line) for line in batch]):
                json.dumps(record, ensure_ascii=False).encode()


def table(path: Path):  # type: ignore[no-untyped-def]
    import pyarrow as pa

    rows = [{"messages": json.loads(line)["messages"]} for batch in batches(path) for line in batch]
    message = pa.struct({"role": pa.string(), "content": pa.string()})
    return pa.Table.from_pylist(rows, schema=pa.schema({"messages": pa.list_(message)}))


def by_arrow(path: Path) -> None:
    made = table(path)
    with toolspeak.Converter(TO, from_=STYLE) as converter:
        for part in made.to_batches(max_chunksize=BATCH):
            converter.arrow(part)


def arrow_alone(path: Path) -> None:
    table(path)


def by_datasets(path: Path) -> None:
    import datasets

    datasets.disable_caching()
    datasets.disable_progress_bars()
    made = datasets.Dataset(table(path))
    made.map(toolspeak.Converter(TO, from_=STYLE), batched=True, batch_size=BATCH, keep_in_memory=True)


def by_langchain(path: Path) -> None:
    """Reads what the model says with LangChain's parser for ReAct and writes it in XML. Says what it lost."""
    try:
        from langchain_classic.agents.output_parsers import ReActSingleInputOutputParser
    except ImportError:
        from langchain.agents.output_parsers import ReActSingleInputOutputParser
    from langchain_core.exceptions import OutputParserException

    parser, calls, unread, answers = ReActSingleInputOutputParser(), 0, 0, 0
    for batch in batches(path):
        for line in batch:
            record = json.loads(line)
            for message in record["messages"]:
                if message["role"] != "assistant":
                    continue
                try:
                    step = parser.parse(message["content"])
                except OutputParserException:
                    unread += 1
                    continue
                thought = step.log.split("\nAction:")[0].removeprefix("Thought:").strip()
                if hasattr(step, "tool"):
                    calls += 1
                    message["content"] = f"{thought}\n\n<tool_use>\n  <name>{step.tool}</name>\n  <arguments>{step.tool_input}</arguments>\n</tool_use>"
                else:
                    answers += 1
                    message["content"] = f"<answer>\n{step.return_values['output']}\n</answer>"
            json.dumps(record, ensure_ascii=False).encode()
    print(json.dumps({"calls": calls, "answers": answers, "unread": unread}))


WAYS: dict[str, Callable[[Path], None]] = {
    "the command, one worker": by_command,
    "`convert_bytes`": by_bytes,
    "`arrow_json`": by_arrow_json,
    "dicts": by_dicts,
    "… of it `json` alone": reading,
    "Arrow structs": by_arrow,
    "… of it making the table": arrow_alone,
    "`datasets.map`": by_datasets,
    "a script with LangChain's parser": by_langchain,
}


def seconds(way: str, path: Path) -> tuple[float, str]:
    """The processor time of a way, and what it said."""
    process = subprocess.Popen([sys.executable, __file__, "--way", way, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        return 0, "not run: is its library installed?"
    return used.ru_utime + used.ru_stime, said.strip()


def main(path: Path) -> None:
    """Print the table. What a way takes for one record, its imports above all, does not count."""
    one = path.with_name("one.jsonl")
    with path.open("rb") as file:
        one.write_bytes(file.readline())
    megabytes = path.stat().st_size / 1e6
    print(f"{megabytes:.0f} MB\n\n| from Python | processor s | MB per processor s | of the command |\n| --- | --- | --- | --- |")
    base = 0.0
    for way in WAYS:
        runs = [seconds(way, path) for _ in range(int(os.environ.get("RUNS", "3")))]
        best = min(r[0] for r in runs)
        if best == 0:
            print(f"| {way} | {runs[0][1]} | | |", flush=True)
            continue
        best -= min(seconds(way, one)[0] for _ in runs)
        base = base or best
        print(f"| {way} | {best:.2f} | {megabytes / best:.0f} | {best / base:.2f} | {runs[0][1]}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--way"]:
        WAYS[sys.argv[2]](Path(sys.argv[3]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "in.jsonl"
            generate(source, int(sys.argv[1]))
            main(source)
