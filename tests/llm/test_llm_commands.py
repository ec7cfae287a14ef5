"""llm.py as a user runs it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tiny_training import flags, write_pairs

import llm
from triton_ops.files import ROOT


@pytest.fixture
def corpus(tmp_path):
    """A folder with a few training pairs."""
    write_pairs(tmp_path / "data.csv")
    return tmp_path


def test_bad_checkpoints_get_one_line(tmp_path, capsys):
    (tmp_path / "model.pth").write_bytes(b"not a checkpoint")
    for name in ("none.pth", "model.pth"):
        assert llm.main(["--demo", "y = torch.relu(x)", "--checkpoint", str(tmp_path / name)]) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ") and error.count("\n") == 1


def test_train_then_demo_as_commands(corpus):
    """The README's story at toy size: train until four kernels are known by heart, then translate and execute one."""
    command = [sys.executable, str(ROOT / "llm.py")]
    trained = subprocess.run(
        [
            *command,
            *flags(corpus, epochs=80, dropout=0.0, adamw_lr=0.01, checkpoint=corpus / "trained_model.pth"),
        ],
        cwd=corpus,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert trained.returncode == 0, trained.stderr[-2000:]
    assert "final validation loss" in trained.stdout and "built-in prompts verified" in trained.stdout
    assert (corpus / "run" / "loss.png").read_bytes()[:4] == b"\x89PNG"

    once = subprocess.run(
        [*command, "--demo", "y = torch.sigmoid(x)", "--weights", "mine"],
        cwd=corpus,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert once.returncode == 0 and "tl.sigmoid(x)" in once.stdout and "verified, max error" in once.stdout, (
        once.stdout + once.stderr
    )

    snippet = (
        "import python_to_triton\n"
        "translation = python_to_triton.load('trained_model.pth').translate('y = torch.sigmoid(x)')\n"
        "print(translation.source if translation.verified else translation.verdict.reason)"
    )
    imported = subprocess.run(
        [sys.executable, "-c", snippet],
        cwd=corpus,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "tl.sigmoid(x)" in imported.stdout, imported.stdout + imported.stderr

    folder = corpus / "programs"
    folder.mkdir()
    (folder / "activation.py").write_text(
        "import torch\nimport torch.nn as nn\n\nclass Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n\n"
        "    def forward(self, x):\n        return torch.relu(x)\n\n\ndef get_inputs():\n    return [torch.randn(64, 512)]\n\n\n"
        "def get_init_inputs():\n    return []\n"
    )
    (folder / "function.py").write_text("import torch\n\n\ndef magnitude(x):\n    return x.abs()\n")
    (folder / "broken.py").write_text("raise SystemExit('no')\n")
    translate = [
        *command,
        "--translate",
        str(folder),
        "--out",
        str(corpus / "out"),
        "--samples",
        "3",
        "--keep-all",
        "--weights",
        "mine",
    ]
    translated = subprocess.run(translate, cwd=corpus, capture_output=True, text=True, timeout=120)
    assert translated.returncode == 1 and "2 of 3 files verified" in translated.stdout, (
        translated.stdout + translated.stderr
    )
    rows = {Path(row["path"]).stem: row for row in json.loads((corpus / "out" / "report.json").read_text())}
    assert rows["broken"]["reason"] == "SystemExit: no" and not rows["broken"]["verified"]
    assert (
        rows["activation"]["verified"]
        and rows["activation"]["compiles"] == ""
        and rows["activation"]["samples"] == 3
    )
    assert "class ModelNew(nn.Module)" in (corpus / "out" / "activation.py").read_text()
    assert "def magnitude(x)" in (corpus / "out" / "function.py").read_text()
    assert sorted(path.name for path in (corpus / "out" / "function").iterdir()) == [
        f"sample_{i:02}.py" for i in range(3)
    ]
    (folder / "broken.py").write_text("y = torch.exp(x)\n")
    again = subprocess.run([*translate, "--resume"], cwd=corpus, capture_output=True, text=True, timeout=120)
    assert (
        again.returncode == 0
        and "activation.py" not in again.stderr + again.stdout.split("files verified")[0]
    ), again.stdout + again.stderr

    typed = "y = torch.relu(x)\ny = = x\n:samples 0\n:graph\nz = 3\ndef f(x):\n    return torch.exp(x)\n\n:save saved.py\n:nothing\n:quit\n"
    session = subprocess.run(
        [*command, "--demo", "--weights", "mine"],
        input=typed,
        cwd=corpus,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert session.returncode == 0 and "Traceback" not in session.stderr, session.stderr
    assert session.stdout.count("verified, max error") == 2 and session.stdout.count("error: ") == 4, (
        session.stdout
    )
    assert (
        "tl.exp(x)" in (corpus / "saved.py").read_text()
        and "import triton" in (corpus / "saved.py").read_text()
    )


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
        (["--demo", "y = x", "--d_model", "64"], "--d_model does not belong to --demo"),
        (["--demo", "y = x", "--keep-all"], "--keep_all does not belong to --demo"),
        (["--translate", ".", "--epochs", "3"], "--epochs does not belong to --translate"),
        (["--feedback", "--d_model", "64"], "--d_model does not belong to --feedback"),
        (["--release", "x", "--resume"], "--resume does not belong to --release"),
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


def test_two_commands_at_once_are_refused(capsys):
    with pytest.raises(SystemExit):
        llm.main(["--demo", "y = x", "--export", "folder"])
    assert "not allowed with" in capsys.readouterr().err
