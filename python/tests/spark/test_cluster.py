"""A cluster of two machines, which are addresses of this one: make spark."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from test_spark import command, record, written

pyspark = pytest.importorskip("pyspark")
HOME = Path(pyspark.__file__).parent


def loopback(address: str) -> bool:
    """Whether there is such an address: some systems have one of the loopback alone."""
    try:
        with socket.socket() as s:
            s.bind((address, 0))
        return True
    except OSError:
        return False


class Daemon:
    """A part of the cluster, from its start until it says that it is ready."""

    def __init__(self, host: str, name: str, *args: str, ready: str):
        env = {**os.environ, "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": host, "SPARK_DAEMON_MEMORY": "256m"}
        command = [str(HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", "--host", host, "--webui-port", "0", *args]
        self.process = subprocess.Popen(
            command, env=env, start_new_session=True, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        self.said: list[str] = []
        for line in self.process.stderr:
            self.said.append(line)
            if found := re.search(ready, line):
                self.found = found.group()
                break
        else:
            raise RuntimeError("".join(self.said))
        threading.Thread(target=self.process.stderr.read, daemon=True).start()  # or it waits for a reader

    def stop(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def cluster(tmp_path):
    daemons: list[Daemon] = []
    try:
        daemons.append(Daemon("127.0.0.1", "master.Master", "--port", "0", ready=r"spark://127\.0\.0\.1:\d+"))
        master = daemons[0].found
        for host in ("127.0.0.2", "127.0.0.3"):
            args = ["--cores", "1", "--memory", "600m", "--work-dir", str(tmp_path / host), master]
            daemons.append(Daemon(host, "worker.Worker", *args, ready="Successfully registered with master"))
        yield master
    finally:
        for daemon in reversed(daemons):
            daemon.stop()


@pytest.mark.skipif(not loopback("127.0.0.3"), reason="there is one loopback address here")
def test_a_second_attempt_wins(cluster, tmp_path):
    source = tmp_path / "in.jsonl"
    source.write_bytes(b"".join(record(n) + b"\n" for n in range(4000)))
    script = Path(__file__).with_name("slow_task.py")
    subprocess.run([sys.executable, str(script), cluster, str(source), str(tmp_path)], check=True, timeout=500)
    assert sorted(p.name for p in tmp_path.glob("attempt-*")) == ["attempt-0", "attempt-1"]
    assert not (tmp_path / "woke").exists()
    assert written(tmp_path / "out") == command(source)
