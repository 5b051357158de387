"""The toolspeak process that answers batches: docs/reference/protocol.md of the project."""

from __future__ import annotations

import contextlib
import json
import os
import struct
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from ._types import OptionError, ToolspeakError, WorkerError

HELLO = b"toolspeak worker 1\n"
_HEAD = struct.Struct("<QB")

# How many bytes of records are sent at a time: what stays in a processor's cache, in a
# pipe that an answer fits into.
BATCH_BYTES = 256 << 10
_PIPE_BYTES = 2 * BATCH_BYTES


def find_bin() -> str:
    """Return the path of the toolspeak command that is part of this package.

    The environment variable TOOLSPEAK_BIN names another one.
    """
    if given := os.environ.get("TOOLSPEAK_BIN"):
        return given
    name = "toolspeak.exe" if sys.platform == "win32" else "toolspeak"
    folders = _folders()
    for folder in folders:
        if os.path.isfile(path := os.path.join(folder, name)):
            return path
    raise ToolspeakError(
        f"the toolspeak command is not in {', '.join(folders)}: install a wheel for this platform, or let TOOLSPEAK_BIN name a command"
    )


def _folders() -> list[str]:
    """Return where an installer may have put the command: next to Python, to the user's scripts, or to those of --target or --prefix."""
    import sysconfig

    package = Path(__file__).parent
    folders = [sysconfig.get_path("scripts")]
    with contextlib.suppress(KeyError, AttributeError):
        folders.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    folders += [str(package.parent / "bin"), str(package.parent / "Scripts")]
    for above in package.parents:
        if above.name == "lib":  # of an environment that this Python does not run in
            folders.append(str(above.parent / "bin"))
            break
    return list(dict.fromkeys(folders))


def _widen(*pipes: IO[bytes] | None) -> None:
    """Let a batch fit into a pipe, where pipes can be so large: neither side then waits in the middle of one."""
    if sys.platform != "linux":
        return
    import fcntl

    for pipe in pipes:
        if pipe is not None:
            with contextlib.suppress(OSError):  # a user's pipes have a limit together
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


class _Process:
    """A running worker. Its pipes are used without buffers, so that a fork copies none."""

    def __init__(self) -> None:
        self.stderr: IO[bytes] = tempfile.TemporaryFile()
        flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        self.popen = subprocess.Popen(
            [find_bin(), "worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.stderr,
            bufsize=0,
            creationflags=flags,
        )
        _widen(self.popen.stdin, self.popen.stdout)
        hello = self.read(len(HELLO))
        if bytes(hello) != HELLO:
            self.kill()
            raise WorkerError(f"{find_bin()} is of another version than this package: it said {bytes(hello)!r}")

    def write(self, data: bytes | memoryview) -> None:
        assert self.popen.stdin is not None
        view = memoryview(data)
        while view:
            n = self.popen.stdin.write(view)
            view = view[n:]

    def read(self, n: int) -> bytearray:
        assert self.popen.stdout is not None
        answer = bytearray(n)
        view = memoryview(answer)
        while view:
            got = self.popen.stdout.readinto(view)  # type: ignore[attr-defined]
            if not got:
                raise EOFError
            view = view[got:]
        return answer

    def ask(self, operation: bytes, *payload: bytes | memoryview) -> tuple[int, bytearray]:
        self.write(_HEAD.pack(sum(memoryview(p).nbytes for p in payload), operation[0]))
        for part in payload:
            self.write(part)
        length, status = _HEAD.unpack(self.read(_HEAD.size))
        return status, self.read(length)

    def last_words(self) -> str:
        self.stderr.seek(0, os.SEEK_END)
        self.stderr.seek(max(0, self.stderr.tell() - 2000))
        return self.stderr.read().decode("utf-8", "replace").strip()

    def close(self) -> None:
        """End the process by ending its input."""
        assert self.popen.stdin is not None and self.popen.stdout is not None
        self.popen.stdin.close()
        self.popen.stdout.close()
        try:
            self.popen.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()
        self.stderr.close()

    def end(self) -> None:
        """Wait for a process that closed its output, so that its exit code is its own."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(timeout=2)

    def kill(self) -> None:
        self.popen.kill()
        self.close()

    def abandon(self) -> None:
        """Let go of a process that is the parent's: close the pipes, wait for nothing."""
        for pipe in (self.popen.stdin, self.popen.stdout):
            if pipe is not None:
                pipe.close()
        self.stderr.close()
        self.popen.returncode = 0  # or Popen would warn of a child that still runs


class Worker:
    """Answers for a set of options, by a process that is started when it is needed.

    It may be used by several threads, and in both processes after a fork.
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = json.dumps(options, sort_keys=True).encode()
        self._lock = threading.Lock()
        self._process: _Process | None = None
        _workers.add(self)

    def ask(self, operation: bytes, *payload: bytes | memoryview) -> bytearray:
        """Send a request and return its answer.

        A process that died is replaced, and asked the same once more: requests change
        nothing.
        """
        with self._lock:
            try:
                try:
                    status, answer = self._running().ask(operation, *payload)
                except (EOFError, BrokenPipeError, ConnectionError):
                    self._drop()
                    status, answer = self._running().ask(operation, *payload)
            except (EOFError, BrokenPipeError, ConnectionError):
                raise self._failed() from None
            except BaseException:
                # The rest of an answer would be read as the next one.
                self._drop()
                raise
        if status != 0:
            raise ToolspeakError(answer.decode("utf-8", "replace"))
        return answer

    def _running(self) -> _Process:
        if self._process is None:
            process = _Process()
            try:
                status, answer = process.ask(b"O", self.options)
            except BaseException:
                process.kill()
                raise
            if status != 0:
                process.close()
                raise OptionError(answer.decode("utf-8", "replace"))
            self._process = process
        return self._process

    def _failed(self) -> WorkerError:
        process, self._process = self._process, None
        if process is None:
            return WorkerError("toolspeak ended before it answered")
        process.end()
        words = process.last_words()
        process.kill()
        return WorkerError("toolspeak ended unasked, twice", process.popen.returncode, words)

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def start(self) -> None:
        """Start the process, which finds out whether the options are right."""
        with self._lock:
            try:
                self._running()
            except EOFError:
                raise WorkerError("toolspeak ended before it answered") from None

    def close(self) -> None:
        """End the process. The next request starts another."""
        with self._lock:
            process, self._process = self._process, None
            if process is not None:
                process.close()

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None:
            try:
                process.close()
            except Exception:
                pass

    def _forked(self) -> None:
        self._lock = threading.Lock()
        process, self._process = self._process, None
        if process is not None:
            process.abandon()


_workers: weakref.WeakSet[Worker] = weakref.WeakSet()


def _after_fork() -> None:
    for worker in list(_workers):
        worker._forked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
