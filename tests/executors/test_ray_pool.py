"""The pool on a Ray cluster, on an engine that loses processes when told to (ray_engine.py).

tests/corpus/test_ray_workers.py runs it on Ray itself.
"""

import sys
import threading
from concurrent.futures import BrokenExecutor

import pytest
from patching import patch_everywhere
from ray_engine import Engine

from python_to_triton import runtime, verification
from python_to_triton.executors import RayPool
from python_to_triton.executors.ray_pool import (
    MOST_TRIES,
    check_address,
    connected_ray,
    resources_of_process,
)

SECONDS = 20.0  # in which everything here is over


@pytest.fixture
def engine(monkeypatch):
    engine = Engine()
    patch_everywhere(monkeypatch, "connected_ray", lambda: engine)
    return engine


def lost_until(times: int, counted: list) -> int:
    """A task that ends its process so many times."""
    counted.append(None)
    if len(counted) <= times:
        raise SystemExit
    return len(counted)


def test_results_and_mistakes_reach_their_futures(engine):
    with RayPool() as pool:
        futures = [pool.submit(pow, 2, number) for number in range(50)]
        assert [future.result(SECONDS) for future in futures] == [2**number for number in range(50)]
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 1, 0).result(SECONDS)
    assert len(engine.started) == 2 and all(process.is_lost for process in engine.started)


def test_a_call_whose_process_is_lost_is_made_again_in_another(engine):
    with RayPool(1) as pool:
        assert pool.submit(lost_until, 2, []).result(SECONDS) == 3
        assert pool.submit(pow, 2, 3).result(SECONDS) == 8 and len(engine.started) == 3
        with pytest.raises(BrokenExecutor, match="its process is lost"):
            pool.submit(lost_until, 3, []).result(SECONDS)
        assert not pool.failure, "one call that ends its processes ended the pool"


def test_a_call_that_takes_too_long_costs_its_process(engine):
    with RayPool(1, seconds=0.5) as pool:
        with pytest.raises(TimeoutError, match="took more than 0.5 s"):
            pool.submit(threading.Event().wait).result(SECONDS)
        assert pool.submit(pow, 2, 3).result(SECONDS) == 8 and engine.started[0].is_lost


def test_a_node_with_other_code_ends_the_pool(engine, monkeypatch):
    versions = iter(["code 1"])  # of the client, which is asked first
    patch_everywhere(monkeypatch, "code_version", lambda: next(versions, "code 2"))
    with RayPool(1) as pool:
        with pytest.raises(BrokenExecutor, match="has code 2, and this machine code 1: give every node"):
            pool.submit(pow, 2, 3).result(SECONDS)
        with pytest.raises(BrokenExecutor, match="give every node"):
            pool.submit(pow, 2, 3).result(SECONDS)


def test_what_is_not_done_when_a_pool_is_closed_fails(engine):
    pool = RayPool(1)
    futures = [pool.submit(threading.Event().wait) for _ in range(3)]
    while not futures[0].running():
        pass
    assert futures[2].cancel()
    pool.shutdown()
    for future in futures[:2]:
        with pytest.raises(BrokenExecutor, match="the pool was closed"):
            future.result(SECONDS)


def ends_on_request(prompt: str, source: str) -> verification.Verdict:
    """A judge whose process the answer "ends" ends."""
    if source == "ends":
        raise SystemExit
    return runtime.not_judged(source)


def test_judges_work_on_a_cluster(engine):
    judges = runtime.Judges(None, ends_on_request, "ray")
    futures = {source: judges.submit("prompt", source) for source in ("before", "ends", "after")}
    reasons = {source: future.result(SECONDS).reason for source, future in futures.items()}
    assert reasons == {"before": "before", "ends": judges.WORKER_DIED, "after": "after"}
    with pytest.raises(ZeroDivisionError):
        judges.submit(1, 0, divmod).result(SECONDS)
    judges.close()
    assert len(engine.started) > MOST_TRIES and all(process.is_lost for process in engine.started)


def test_processes_share_the_gpus_of_a_cluster():
    assert resources_of_process({"CPU": 96.0, "GPU": 8.0}, False) == {"num_cpus": 1}
    assert resources_of_process({"CPU": 96.0, "GPU": 8.0}, True) == {"num_cpus": 1, "num_gpus": 0.0833}
    assert resources_of_process({"CPU": 4.0, "GPU": 8.0}, True)["num_gpus"] == 1.0
    with pytest.raises(ValueError, match="no GPU"):
        resources_of_process({"CPU": 4.0}, True)


def test_mistakes_are_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError, match=r"needs the package: pip install python-to-triton\[ray\]$"):
        connected_ray()
    with pytest.raises(ValueError, match="there is no Ray cluster at RAY_ADDRESS, 127.0.0.1:1: "):
        check_address("127.0.0.1:1")
    check_address("auto")
