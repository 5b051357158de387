"""The recipes of docs/install.md, run as they are there. Each is skipped where its library is not installed."""

import json
import re
from pathlib import Path

import pytest
from conftest import record

import toolspeak

PAGE = Path(__file__).parents[2] / "docs" / "install.md"


def recipes(word: str) -> list[str]:
    """The examples of the page that use a word."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert any(word in block for block in blocks), word
    return [block for block in blocks if word in block]


def run(block: str, **names: object) -> dict:
    """Run an example. What it defines is of __main__, so that it can go to other processes."""
    space = {"__name__": "__main__", "toolspeak": toolspeak, **names}
    exec(compile(block, str(PAGE), "exec"), space)  # noqa: S102
    return space


def messages(lines: list[bytes]) -> list[list[str]]:
    return [[m["content"] for m in json.loads(line)["messages"]] for line in lines]


@pytest.fixture
def rows() -> list[dict]:
    return [{"id": n, "messages": record(n)["messages"]} for n in range(120)]


@pytest.fixture
def want(rows, command):
    """What the command makes of the rows, in a style."""

    def make(style: str) -> list[list[str]]:
        return messages(command([json.dumps(row).encode() for row in rows], "--to", style))

    return make


def test_datasets(rows, want, tmp_path, monkeypatch):
    datasets = pytest.importorskip("datasets")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path)
    (block,) = recipes("ds.map")
    made = run(block, ds=datasets.Dataset.from_list(rows))["made"]
    assert made["id"][:] == [row["id"] for row in rows]
    assert [[m["content"] for m in row["messages"]] for row in made] == want("hermes")


@pytest.fixture
def ray(monkeypatch):
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "300")
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    try:
        ray.init(num_cpus=2, object_store_memory=200_000_000, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
    except Exception as err:  # its processes don't start everywhere
        pytest.skip(f"Ray does not start: {err}")
    yield ray
    ray.shutdown()


def test_ray(ray, rows, want, tmp_path, monkeypatch):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    (tmp_path / "in").mkdir()
    for part in range(4):
        pq.write_table(pa.Table.from_pylist(rows[part * 30 : part * 30 + 30]), tmp_path / "in" / f"{part}.parquet")
    block = "\n".join(recipes("ray.data"))
    for name in ("in", "out"):  # the workers of Ray are in another folder
        block = block.replace(f'"{name}"', repr(str(tmp_path / name)))
    run(block, ray=ray)
    made = sorted(pq.read_table(tmp_path / "out").to_pylist(), key=lambda row: row["id"])
    assert [[m["content"] for m in row["messages"]] for row in made] == want("xml")


def test_dask(rows, want, tmp_path, monkeypatch):
    pytest.importorskip("dask.bag")
    import dask

    (tmp_path / "in").mkdir()
    for part in range(3):
        lines = "".join(json.dumps(row) + "\n" for row in rows[part * 40 : part * 40 + 40])
        (tmp_path / "in" / f"{part}.jsonl").write_text(lines, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (block,) = recipes("dask.bag")
    with dask.config.set(scheduler="threads", num_workers=2):
        made = run(block)["made"].compute()
    assert messages([line.encode() for line in made]) == want("xml")


def test_polars(rows, want):
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"record": [json.dumps(row) for row in rows]})
    (block,) = recipes("pl.from_arrow")
    made = run(block, pl=pl, df=frame)["df"]
    assert messages([line.encode() for line in made["record"]]) == want("xml")


def test_no_recipe_is_left_out():
    """Those of Spark are run by make spark."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    run_here = {b for word in ("ds.map", "ray.data", "dask.bag", "pl.from_arrow") for b in recipes(word)}
    assert all(block in run_here or re.search(r"\bts\.|\bspark\b", block) for block in blocks)
