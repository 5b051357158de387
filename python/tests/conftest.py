"""What the tests share: records, and the command to compare with."""

import json
import subprocess
from pathlib import Path

import pytest

import toolspeak


def record(n: int = 1) -> dict:
    """A conversation with a number that floats would change."""
    return {
        "id": n,
        "big": 12345678901234567890123,
        "messages": [
            {"role": "user", "content": f"Question {n}?"},
            {"role": "assistant", "content": f"Thought: look\nAction: find\nAction Input: {{'n': {n}, 'x': 1.0}}"},
            {"role": "user", "content": "Observation: é <b> \u2028"},
            {"role": "assistant", "content": "Thought: I can answer without using any more tools.\nAnswer: done"},
        ],
    }


@pytest.fixture
def lines() -> list[bytes]:
    return [json.dumps(record(n), ensure_ascii=n % 2 == 0).encode() for n in range(300)]


@pytest.fixture
def command(tmp_path: Path):
    """Convert lines by the command, as a user would."""

    def run(lines: list[bytes], *flags: str) -> list[bytes]:
        source = tmp_path / "in.jsonl"
        source.write_bytes(b"".join(line + b"\n" for line in lines))
        done = subprocess.run([toolspeak.find_bin(), "filter", *flags, str(source)], capture_output=True, check=True)
        return done.stdout.split(b"\n")[:-1]

    return run
