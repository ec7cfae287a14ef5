"""Files that misbehave, beside a good one: each costs itself, and the good one's answer is right."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from misbehaving import FALSIFIES, GROUPS, file_text
from patching import patch_everywhere
from scripted import RIGHT, Scripted
from waiting import wait_until

from python_to_triton import runtime, user_programs, verification

GOOD = "import torch\n\n\ndef rectified(x):\n    return torch.relu(x)\n"
SECONDS = 3.0


def accept(prompt: str, source: str) -> verification.Verdict:
    """A judge that takes its word for every answer: what is tested is the way to the graph."""
    return verification.Verdict(True, "", 0.0, 1.0, 1, 0.0)


def state_of_this_process() -> tuple:
    """What a file could change for those after it."""
    x = torch.tensor([-1.0, 2.0])
    return (
        torch.relu(x).tolist(),
        torch.get_default_dtype(),
        torch.is_grad_enabled(),
        os.getcwd(),
        (os.environ["PATH"], os.getpriority(os.PRIO_PROCESS, 0)),
        len(sys.meta_path),
    )


def check_rows(rows: dict, cases: dict) -> None:
    """Each file has its row: in one line that a terminal may show, with the words that it is to have."""
    assert set(rows) == {f"{name}.py" for name in cases} | {"good.py"}
    for name, (_, words) in cases.items():
        reason = rows[f"{name}.py"]["reason"]
        assert "\n" not in reason and reason.isprintable() and len(reason) < 1000, name
        assert words in reason, (name, reason)
        assert reason or rows[f"{name}.py"]["verified"], name


def processes_of_programs() -> list[str]:
    """The processes below the servers of users' programs that are still there."""
    own = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, fields = stat.read_text().rpartition(")")[0], stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        own[int(stat.parent.name)] = (int(fields[1]), name, fields[0])
    server = user_programs.program_server().process.pid
    return [entry for entry in own.values() if entry[0] == server and entry[2] != "Z"]


@pytest.mark.parametrize("order, groups", [(0, tuple(GROUPS)), (1, ("ends", "starts", "falsifies"))])
def test_each_file_costs_itself(translate, monkeypatch, order, groups, tmp_path):
    patch_everywhere(monkeypatch, "TRACE_SECONDS", SECONDS)
    cases = {name: case for group in groups for name, case in GROUPS[group].items()}
    names = list(cases)
    random.Random(order).shuffle(names)
    files = {f"{place}/{name}.py": file_text(cases[name][0]) for place, name in enumerate(names, 100)}
    before = state_of_this_process()
    translator = Scripted(judges=runtime.Judges(judge=accept))
    _, rows, _ = translate(files | {"good.py": GOOD}, translator=translator)
    assert state_of_this_process() == before
    check_rows({Path(name).name: row for name, row in rows.items()}, cases)
    assert rows["good.py"]["verified"]
    assert "tl.maximum(x, 0.0)" in (tmp_path / "out" / "good.py").read_text()
    wait_until(lambda: not processes_of_programs(), "programs are still there")


def test_no_file_falsifies_another(translate, monkeypatch, tmp_path):
    """With the real judge: what is verified is right, in the same run as files that swap and patch."""
    patch_everywhere(monkeypatch, "TRACE_SECONDS", 10.0)
    patch_everywhere(monkeypatch, "CALL_SECONDS", 10.0)
    files = {f"{name}.py": file_text(fragment) for name, (fragment, _) in FALSIFIES.items()}
    _, rows, _ = translate(files | {"good.py": GOOD}, translator=Scripted())
    check_rows(rows, FALSIFIES)
    assert rows["good.py"]["verified"]
    answer = (tmp_path / "out" / "good.py").read_text()
    assert "tl.maximum(x, 0.0)" in answer and "tl.maximum(x, 0.0)" in RIGHT["relu"]
    code = (
        "import torch, good\nx = torch.randn(5, 7)\n"
        "assert torch.equal(good.rectified(x), torch.relu(x))\nprint('right')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path / "out",
        env=os.environ | {"TRITON_INTERPRET": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == "right\n", done.stderr
