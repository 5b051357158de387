"""The process of a Converter: forks, signals, threads, faults."""

import multiprocessing
import os
import pickle
import select
import signal
import subprocess
import sys
import threading

import pytest
from conftest import record

import toolspeak
from toolspeak import Converter, WorkerError

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no forks and signals here")


def pid_of(converter: Converter) -> int:
    return converter._quiet._process.popen.pid


def in_child(converter: Converter, n: int) -> str:
    return converter.convert([record(n)])[0]["messages"][1]["content"]


@posix
@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("used", [False, True])
def test_processes(method, used):
    converter = Converter("hermes", from_="react")
    if used:
        converter.convert([record()])
    with multiprocessing.get_context(method).Pool(2) as pool:
        made = pool.starmap_async(in_child, [(converter, n) for n in range(20)]).get(timeout=120)
    assert [f'"n": {n},' in words for n, words in enumerate(made)] == [True] * 20
    assert converter.convert([record()])  # the parent's process is still its own


@posix
def test_a_killed_process_is_replaced(lines):
    converter = Converter("hermes", on_reject="raise")
    want = converter.convert_bytes(lines)
    for _ in range(5):
        os.kill(pid_of(converter), signal.SIGKILL)
        assert converter.convert_bytes(lines) == want


@posix
def test_a_second_death_is_an_error(tmp_path, monkeypatch):
    converter = Converter("hermes")
    stub = tmp_path / "toolspeak"
    stub.write_text("#!/bin/sh\nprintf 'toolspeak worker 1\\n'\necho out of luck >&2\nexit 7\n")
    stub.chmod(0o755)
    os.kill(pid_of(converter), signal.SIGKILL)
    monkeypatch.setenv("TOOLSPEAK_BIN", str(stub))
    with pytest.raises(WorkerError):
        converter.convert([record()])
    monkeypatch.undo()
    assert converter.convert([record()])


STUB = """#!{python}
import os, struct, subprocess, sys
real = subprocess.Popen([{command!r}, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
out, into = sys.stdout.buffer, sys.stdin.buffer
out.write(real.stdout.read(19)); out.flush()
while head := into.read(9):
    payload = into.read(struct.unpack("<Q", head[:8])[0])
    if b"poison" in payload:
        sys.stderr.write({words!r}); sys.stderr.flush()
        os._exit(2)
    real.stdin.write(head + payload); real.stdin.flush()
    answer = real.stdout.read(9)
    out.write(answer + real.stdout.read(struct.unpack("<Q", answer[:8])[0])); out.flush()
"""


@posix
@pytest.mark.parametrize(("words", "said"), [("fatal error: runtime: out of memory", "ran out of memory"), ("panic: oops", "panic: oops")])
def test_a_record_that_ends_the_process_is_a_reject(words, said, tmp_path, monkeypatch, lines):
    want = Converter("hermes").convert_bytes(lines)
    stub = tmp_path / "toolspeak"
    stub.write_text(STUB.format(python=sys.executable, command=toolspeak.find_bin(), words=words))
    stub.chmod(0o755)
    monkeypatch.setenv("TOOLSPEAK_BIN", str(stub))
    bad = lines.copy()
    bad[7] = bad[150] = b'{"messages": [], "poison": 1}'
    converter = Converter("hermes", on_reject="none")
    made = converter.convert_bytes(bad)
    assert [i for i, m in enumerate(made) if m is None] == [7, 150]
    assert [m for m in made if m is not None] == [m for i, m in enumerate(want) if i not in (7, 150)]
    assert converter.report.rejected == 2 and converter.report.records == len(lines)
    with pytest.raises(toolspeak.Rejected, match=f"record 7: reject internal: .*{said}"):
        Converter("hermes").convert_bytes(bad)
    pa = pytest.importorskip("pyarrow")
    column, why = converter.arrow_json(pa.array(bad))
    assert column.null_count == 2 and said in why[150].as_py()["reason"]


def test_another_version_is_refused(tmp_path, monkeypatch):
    stub = tmp_path / "toolspeak"
    stub.write_text("#!/bin/sh\nprintf 'toolspeak worker 9\\n'\nsleep 5\n")
    stub.chmod(0o755)
    monkeypatch.setenv("TOOLSPEAK_BIN", str(stub))
    with pytest.raises(WorkerError, match="another version"):
        Converter("hermes")


@pytest.fixture
def interrupts():
    """Interrupts raise KeyboardInterrupt: a shell's background job begins by ignoring them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@posix
@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_leaves_no_half_answer(lines):
    """The rest of an interrupted answer must not be read as the next one."""
    converter = Converter("hermes")
    want = converter.convert_bytes(lines)
    interrupted = 0
    for delay in range(40):
        timer = threading.Timer(delay / 4000, os.kill, (os.getpid(), signal.SIGINT))
        try:
            timer.start()
            for _ in range(20):
                converter.convert_bytes(lines[:50])
            timer.join()
        except KeyboardInterrupt:
            interrupted += 1
        assert converter.convert_bytes(lines) == want
    assert interrupted > 0


def test_threads_share_a_converter(lines):
    converter = Converter("hermes")
    want = converter.convert_bytes(lines)
    failed = []

    def work():
        for _ in range(5):
            if converter.convert_bytes(lines) != want:
                failed.append(1)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed and converter.report.records == 41 * len(lines)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="there is no pidfd here")
def test_no_orphan_is_left():
    code = "import toolspeak,sys\nc=toolspeak.Converter('hermes')\nprint(c._quiet._process.popen.pid,flush=True)\nsys.stdin.read()"
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdin is not None and parent.stdout is not None
    child = os.pidfd_open(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    ended, _, _ = select.select([child], [], [], 60)
    assert ended, "the toolspeak process outlives its parent"


def test_pickles_are_equal_for_equal_options():
    one, two = Converter("hermes", from_="react"), Converter("hermes", from_="react")
    assert pickle.dumps(one) == pickle.dumps(two)
    assert pickle.loads(pickle.dumps(one)).convert([record()]) == two.convert([record()])


def test_closed_converters_start_again():
    with Converter("hermes") as converter:
        first = converter.convert([record()])
    assert converter.convert([record()]) == first


def test_the_command_has_the_version_of_the_package():
    if os.environ.get("TOOLSPEAK_BIN"):
        pytest.skip("another command is named")
    said = subprocess.run([toolspeak.find_bin(), "--version"], capture_output=True, text=True, check=True).stdout
    assert f"v{toolspeak.__version__}" in said
