"""python kernels.py, its processes, and compiling for GPUs that are not here."""

import itertools
import json
import sys

import pytest
from op_support import double_op, python
from patching import patch_everywhere

import kernels  # noqa: F401  (declares every op)
from triton_ops.ahead_of_time import SHARED_MEMORY, why_not_compile
from triton_ops.command_line import GPU_LOST, check_ops, judge_in_processes, main, run_self, worker
from triton_ops.contract import OPS
from triton_ops.files import ROOT
from triton_ops.judge import OpVerdict, judge_cases
from triton_ops.machine import TRITON_AVAILABLE


@pytest.mark.skipif(not TRITON_AVAILABLE, reason="no Triton")
def test_every_kernel_compiles_for_gpus_that_are_not_here():
    lines = python(
        "import kernels, torch\n"
        "from triton_ops import ahead_of_time as ahead\n"
        "for op, target in ((op, target) for op in kernels.OPS.values() for target in ahead.SHARED_MEMORY\n"
        "                   if not ahead.why_not_compile(target, op.min_capability)):\n"
        "    shape = op.shape(kernels.Workload())\n"
        "    for record in ahead.recorded_launches(op, shape, torch.bfloat16, True, target):\n"
        "        binary = ahead.compiled(record, target)\n"
        "        fits = binary.metadata.shared <= ahead.SHARED_MEMORY[target]\n"
        "        print(op.name, target, ahead.resources(binary)['STACK'], fits)",
        TRITON_INTERPRET="0",
    )
    found = [line.split() for line in lines if line]
    assert {(name, target) for name, target, *_ in found} == {
        (name, str(target))
        for name, target in itertools.product(OPS, SHARED_MEMORY)
        if not why_not_compile(target, OPS[name].min_capability)
    }
    assert all(fit == ["0", "True"] for _, _, *fit in found), lines


def test_command_line(capsys):
    assert main(["--list"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in OPS)
    with pytest.raises(SystemExit, match="2"):
        main(["--check", "no_such_op"])
    with pytest.raises(SystemExit, match="2"):
        main(["--compile", "hopper"])


def test_check_exits_1_on_a_wrong_op(capsys):
    assert check_ops([double_op("gradient")]) == 1
    assert "gradient of x" in capsys.readouterr().out


def test_a_check_goes_on_after_the_case_at_which_its_process_died(monkeypatch):
    op = OPS["rms_norm"]
    number, asked = len(list(judge_cases(op))[1::2]), []

    def run_self(*arguments, seconds, **environment):
        asked.append(arguments)
        done = arguments[-1]
        judged = [
            json.dumps(OpVerdict(True, "", 0.0, 1.0)),
            "noise",
            json.dumps(OpVerdict(False, "off", 2.0, 1.0)),
        ]
        if done < 2:
            return "\n".join(judged), "exit code -11: Segmentation fault" if done == 0 else ""
        return "\n".join([judged[0]] * (number - done)), f"exit code {GPU_LOST}: " if done < number else ""

    patch_everywhere(monkeypatch, "run_self", run_self)
    verdicts = judge_in_processes(op, 1, 2)
    assert len(verdicts) == number and [arguments[-1] for arguments in asked] == [0, 3]
    assert [verdict.reason for verdict in verdicts[:3]] == [
        "",
        "off",
        "exit code -11: Segmentation fault",
    ]


def test_a_subprocess_prints_or_says_why_not(monkeypatch):
    monkeypatch.setattr(worker, "program", [sys.executable, str(ROOT / "kernels.py")])
    printed, failure = run_self("--list", "rotary", seconds=300)
    assert printed.splitlines()[1].startswith("rotary") and not failure
    printed, failure = run_self("--check", "no_such_op", seconds=300)
    assert "exit code 2" in failure and "no_such_op" in failure
    assert run_self("--list", seconds=0.01)[1] == "timed out after 0 s"


def test_the_package_alone_has_its_own_ops():
    """Installed without kernels.py, `python -m triton_ops` lists what the package declares."""
    printed, failure = run_self("--list", seconds=300)
    assert "sample_tokens" in printed and "rms_norm" not in printed and not failure
