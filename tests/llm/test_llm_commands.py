"""llm.py as a user runs it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from patching import patch_everywhere
from tiny_training import flags, write_pairs

import llm
import python_to_triton
from python_to_triton import runtime
from triton_ops.files import ROOT


def test_bad_checkpoints_get_one_line(tmp_path, capsys):
    (tmp_path / "model.pth").write_bytes(b"not a checkpoint")
    for name in ("none.pth", "model.pth"):
        assert llm.main(["--demo", "y = torch.relu(x)", "--checkpoint", str(tmp_path / name)]) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ") and error.count("\n") == 1


PROGRAMS = {
    "activation.py": """import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        return torch.relu(x)


def get_inputs():
    return [torch.randn(64, 512)]


def get_init_inputs():
    return []
""",
    "function.py": "import torch\n\n\ndef magnitude(x):\n    return x.abs()\n",
    "broken.py": "raise SystemExit('no')\n",
}


def run_llm(folder, *words, typed=None, timeout=120):
    """llm.py in a folder, as a process."""
    command = [sys.executable, str(ROOT / "llm.py"), *words]
    return subprocess.run(
        command, input=typed, cwd=folder, capture_output=True, text=True, timeout=timeout, check=False
    )


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A folder in which four kernels were learned by heart."""
    folder = tmp_path_factory.mktemp("learned")
    write_pairs(folder / "data.csv")
    settings = dict(epochs=60, dropout=0.0, adamw_lr=0.01, checkpoint=folder / "trained_model.pth")
    done = run_llm(folder, *flags(folder, **settings), timeout=400)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "final validation loss" in done.stdout and "built-in prompts verified" in done.stdout
    return folder


def test_training_leaves_a_curve_and_a_score(learned):
    assert (learned / "run" / "loss.png").read_bytes()[:4] == b"\x89PNG"
    score = json.loads((learned / "trained_model.json").read_text())["built_in"]
    assert 2 <= score["passed"] < score["of"] == 10


@pytest.fixture
def judged_here(monkeypatch):
    """Judges in this process: to start one beside it takes longer than it judges."""
    patch_everywhere(monkeypatch, "judges_beside", lambda device, **_: runtime.Judges())


def test_one_program_is_translated(learned, judged_here, monkeypatch, capsys):
    monkeypatch.chdir(learned)
    assert llm.main(["--demo", "y = torch.sigmoid(x)", "--weights", "mine"]) == 0
    printed = capsys.readouterr()
    assert "tl.sigmoid(x)" in printed.out and "verified, max error" in printed.out
    assert re.search(r"weights: trained_model.pth \(\d of 10 built-in prompts\)", printed.err)


def test_the_trained_model_is_there_for_python(learned, monkeypatch):
    monkeypatch.chdir(learned)
    translation = python_to_triton.load("trained_model.pth").translate("y = torch.sigmoid(x)")
    assert translation.verified and "tl.sigmoid(x)" in translation.source, translation.verdict


def test_files_are_translated_and_resumed(learned, judged_here, monkeypatch, capsys):
    folder = learned / "programs"
    folder.mkdir()
    for name, text in PROGRAMS.items():
        (folder / name).write_text(text)
    words = ["--translate", "programs", "--out", "out", "--samples", "3", "--keep-all", "--weights", "mine"]
    monkeypatch.chdir(learned)
    assert llm.main(words) == 1 and "2 of 3 files verified" in capsys.readouterr().out
    rows = {Path(row["path"]).stem: row for row in json.loads((learned / "out" / "report.json").read_text())}
    assert rows["broken"]["reason"] == "SystemExit: no" and not rows["broken"]["verified"]
    assert rows["activation"]["verified"] and rows["activation"]["compiles"] == ""
    assert "class ModelNew(nn.Module)" in (learned / "out" / "activation.py").read_text()
    assert "def magnitude(x)" in (learned / "out" / "function.py").read_text()
    samples = sorted(path.name for path in (learned / "out" / "function").iterdir())
    assert samples == [f"sample_{i:02}.py" for i in range(3)]
    (folder / "broken.py").write_text("y = torch.exp(x)\n")
    assert llm.main([*words, "--resume"]) == 0
    again = capsys.readouterr()
    assert "activation.py" not in again.err + again.out.split("files verified")[0]


def test_a_session_goes_on_after_mistakes(learned):
    typed = (
        "y = torch.relu(x)\ny = = x\n:samples 0\n:graph\nz = 3\n"
        "def f(x):\n    return torch.exp(x)\n\n:save saved.py\n:nothing\n:quit\n"
    )
    done = run_llm(learned, "--demo", "--weights", "mine", typed=typed)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert done.stdout.count("verified, max error") == 2 and done.stdout.count("error: ") == 4, done.stdout
    saved = (learned / "saved.py").read_text()
    assert "tl.exp(x)" in saved and "import triton" in saved


def test_help_needs_no_triton():
    code = (
        "import sys; sys.modules['triton'] = None\n"  # an import of it raises ImportError
        "import runpy; sys.argv = ['llm.py', '--help']; runpy.run_path('llm.py', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "--benchmark_kernels" in done.stdout, done.stderr


def test_every_flag_has_a_line_of_help():
    actions = llm.make_parser()._actions
    assert len(actions) > 50 and all(action.help for action in actions)


@pytest.mark.parametrize(
    "typed, reason",
    [
        (["--demo", "y = x", "--d_model", "64"], "--d_model does not belong to demo"),
        (["--demo", "y = x", "--keep-all"], "--keep_all does not belong to demo"),
        (["--translate", ".", "--epochs", "3"], "--epochs does not belong to translate"),
        (["--feedback", "--d_model", "64"], "--d_model does not belong to feedback"),
        (["--release", "x", "--resume"], "--resume does not belong to release"),
        (["--rounds", "3"], "--rounds does not belong to training"),
        (["--weights", "mine"], "--weights does not belong to training"),
        (["--resume", "--preset", "cpu"], "--preset describes a new model"),
        (["--resume", "--start_from", "weights"], "give one of them"),
        (["--demo", "y = x", "--weights", "released", "--checkpoint", "weights"], "give one of them"),
        (["--kernels", "no_such_op:torch"], "no_such_op"),
        (["--device", "tpu"], "device is auto, cpu or cuda"),
        (["--precision", "fp16", "--device", "cpu"], "fp16 needs a GPU"),
    ],
)
def test_flags_that_cannot_be_are_refused_before_any_work(typed, reason, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert llm.main(typed) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1 and reason in error
    assert list(tmp_path.iterdir()) == []


def test_what_a_stopped_run_says_is_true_of_every_flag(monkeypatch, capsys):
    """--resume refuses two flags of a new run: the line names them."""

    def stopped(_):
        raise KeyboardInterrupt

    patch_everywhere(monkeypatch, "dispatch", stopped)
    assert llm.main([]) == 130
    line = capsys.readouterr().err
    assert "with the same command and --resume, in the place of --preset and --start_from\n" in line


def test_two_commands_at_once_are_refused(capsys):
    with pytest.raises(SystemExit):
        llm.main(["--demo", "y = x", "--export", "folder"])
    assert "not allowed with" in capsys.readouterr().err
