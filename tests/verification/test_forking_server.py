"""What the sandbox's server does before it takes its first job."""

from unittest.mock import Mock

import pytest

from python_to_triton.verification.sandbox import server

SYSTEM = "signal LIBC torch set_hard_limits keep_from_collections"


@pytest.mark.parametrize("kind, asks", [("cpu", True), ("compile", True), ("cuda", False)])
def test_a_server_that_forks_asks_for_gpus_before_anything_else_can(monkeypatch, kind, asks):
    done = Mock()
    for name in [*SYSTEM.split(), "ask_for_gpus"]:
        monkeypatch.setattr(server, name, getattr(done, name))
    for name in ("warm_up_server", "warm_up_compiler"):
        monkeypatch.setattr(server, name, done.warm_up)
    server.prepare_server(kind)
    names = [name for name, *_ in done.mock_calls]
    assert names.count("ask_for_gpus") == asks
    assert "ask_for_gpus" not in names[names.index("warm_up") :]
