"""The interactive demo: what it prints, its commands, and how it reads programs that are typed, pasted or
piped.
"""

import os
import re
import subprocess
import sys

import pytest
from scripted import PASSED, PROMPT, Scripted, right, variant, wrong

from python_to_triton import runtime
from python_to_triton.runtime.terminal import show_progress


def test_the_demo_tells_the_speed(own_sizes, capsys):
    session = runtime.Session(Scripted(), 3)
    assert session.answer("y = torch.relu(x)")
    assert (
        own_sizes[0][0]["sizes"] == {"A": 4096, "B": 4096}
        and own_sizes[0][0]["program"] == "y = torch.relu(x)"
    )
    assert (
        "at A = 4096, B = 4096 too; 0.01 ms, eager PyTorch 0.02 ms (2.00x), torch.compile 0.015 ms (1.50x)"
        in capsys.readouterr().out
    )
    assert session.answer("# x: f32[64, 512]\ny = torch.relu(x)") and own_sizes[0][1]["sizes"] == {
        "A": 64,
        "B": 512,
    }
    own_sizes[1]["translated"] = PASSED | {"ok": False, "reason": "off by 7"}
    assert (
        not session.answer("y = torch.relu(x)")
        and "not verified: passed the test cases, but failed at A = 4096" in capsys.readouterr().out
    )


def test_the_demo_replaces_what_is_wrong_at_its_own_sizes(own_sizes, capsys):
    own_sizes[1]["BLOCK=1024"] = PASSED | {"ok": False, "reason": "off by 7"}
    assert runtime.Session(Scripted(right, variant), 3).answer("# x: f32[64, 512]\ny = torch.relu(x)")
    printed = capsys.readouterr().out
    assert "the answer above failed at A = 64, B = 512; another one passed\n" in printed
    assert "BLOCK=512" in printed.partition("(1.50x)\n")[2], "the module is printed last"


PASTED = {
    "statements": ("y = torch.relu(x)", "translated", "sizes were not given: x is taken as f32[A, B]\n"),
    "function": ("def clip(x):\n    return x.relu()", "clip", "sizes were not given"),
    "sizes": ("# x: f32[3, 5]\ny = torch.relu(x)", "translated", ""),
}


def test_what_the_demo_prints_last_can_be_pasted_and_run(tmp_path, capsys):
    for name, (program, call, assumed) in PASTED.items():
        session = runtime.Session(Scripted(wrong, right), 3)
        assert session.answer(program)
        printed = capsys.readouterr().out
        assert printed.strip().startswith(assumed) and ("sizes were not given" in printed) is bool(assumed)
        module = printed[printed.index("# Verified by execution") :]
        session.command(":show")
        assert capsys.readouterr().out == module
        session.command(f":save {tmp_path / 'saved.py'}")
        assert (tmp_path / "saved.py").read_text() == module
        assert capsys.readouterr().out.startswith("wrote ")
        use = f"\nx = torch.randn(3, 5)\nassert torch.equal({call}(x), x.relu())\nprint('{name} is right')\n"
        (tmp_path / f"{name}.py").write_text(module + use)
    code = "import runpy, sys\nfor path in sys.argv[1:]: runpy.run_path(path)"
    done = subprocess.run(
        [sys.executable, "-c", code, *(str(tmp_path / f"{name}.py") for name in PASTED)],
        env=os.environ | {"TRITON_INTERPRET": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.splitlines() == [f"{name} is right" for name in PASTED], done.stderr


def test_commands_of_the_demo(tmp_path, capsys):
    session = runtime.Session(Scripted(wrong, right), 3)
    with pytest.raises(ValueError, match="needs a translation first"):
        session.command(":graph")
    assert session.answer("y = torch.relu(x)")
    printed = capsys.readouterr().out
    assert "candidate failed: error" in printed and "verified, max error" in printed
    session.command(":graph")
    assert capsys.readouterr().out == PROMPT.format("relu") + "\n"
    session.command(":why")
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("  1 not verified: error") and second.startswith("  2 verified")
    session.command(f":save {tmp_path / 'deep' / 'answer.py'}")
    assert (tmp_path / "deep" / "answer.py").read_text().startswith("# Verified by execution")
    for line, words in {
        ":save": "give a file name",
        f":save {tmp_path}": "cannot write",
        ":samples many": "positive number",
        ":no": "there is no :no",
    }.items():
        with pytest.raises(ValueError, match=words):
            session.command(line)


def test_code_is_coloured_on_a_terminal_only(monkeypatch, capsys):
    code = '@triton.jit\ndef kernel(x):  # 3 "ways"\n    return tl.exp(x) + 1.5'
    plain = runtime.Stream()
    for token in re.findall(r"\w+|\W", code):
        plain.write(token)
    assert capsys.readouterr().out == code == runtime.highlighted(code)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = runtime.highlighted(code)
    assert (
        re.sub(r"\033\[\d*m", "", coloured) == code
        and '\033[90m# 3 "ways"\033[0m' in coloured
        and "\033[34mdef\033[0m kernel" in coloured
    )
    shown = runtime.Stream()
    for token in re.findall(r"\w+|\W", code):
        shown.write(token)
    out = capsys.readouterr().out
    assert f"\r{runtime.highlighted('@triton.jit')}" in out and out.endswith("1.5")
    monkeypatch.setenv("NO_COLOR", "1")
    assert runtime.highlighted(code) == code


class Lines:
    """A terminal: the lines typed, and how many of them come with the one before, as pasted ones do."""

    def __init__(self, *lines, pasted):
        self.lines = list(lines)
        self.pasted = pasted

    def read(self, prompt):
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def is_waiting(self):
        return self.pasted and bool(self.lines)


def programs(*lines, pasted):
    """All programs that a reader makes of these lines."""
    terminal = Lines(*lines, pasted=pasted)
    reader = runtime.ProgramReader(terminal.read, terminal.is_waiting)
    found = []
    while terminal.lines or reader.ahead:
        found.append(reader.read())
    return found


FUNCTION = ["def f(x):", "    h = torch.relu(x)", "", "    # the second half", "", "    return h.exp()", ""]


def test_a_pasted_function_with_empty_lines_is_one_program():
    found = programs(*FUNCTION, "y = torch.sigmoid(x)", pasted=True)
    assert found == ["\n".join(FUNCTION), "y = torch.sigmoid(x)"]
    assert Scripted().translate(found[0]).graph.text.count("=") == 2, "relu and exp"


def test_a_pasted_file_is_one_program():
    lines = [
        "import torch",
        "",
        "class Model(torch.nn.Module):",
        "    def forward(self, x):",
        "        return torch.relu(x)",
        "",
        "",
        "def get_inputs():",
        "    return [torch.randn(3, 5)]",
        "",
    ]
    assert programs(*lines, pasted=True) == ["\n".join(lines)]


def test_a_typed_block_ends_with_an_empty_line():
    lines = ["def f(x):", "    return x.exp()", "", "y = x.abs()", "y = torch.relu(", "    x)"]
    assert programs(*lines, pasted=False) == [
        "def f(x):\n    return x.exp()\n",
        "y = x.abs()",
        "y = torch.relu(\n    x)",
    ]


def test_a_comment_on_the_sizes_belongs_to_the_line_below():
    assert programs("# x: f32[3, 5]", "y = x.abs()", ":quit", pasted=False) == [
        "# x: f32[3, 5]\ny = x.abs()",
        ":quit",
    ]


def test_everything_between_two_marks_is_one_program():
    lines = [":paste", "h = x.abs()", "", "y = h.exp()", ":end", ":graph"]
    assert programs(*lines, pasted=False) == ["h = x.abs()\n\ny = h.exp()", ":graph"]


def test_the_demo_goes_on_after_a_mistake(capsys):
    translator = Scripted()
    terminal = Lines("y = torch.relu(x)", ":nonsense", ":quit", pasted=True)
    runtime.interact(
        runtime.Session(translator, 3), runtime.ProgramReader(terminal.read, terminal.is_waiting)
    )
    printed = capsys.readouterr().out
    assert "tl.maximum(x, 0.0)" in printed and "verified, max error" in printed
    assert "error: there is no :nonsense" in printed


@pytest.mark.parametrize("terminal", [True, False])
def test_what_takes_long_is_said_in_one_line_of_a_terminal(monkeypatch, capsys, terminal):
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    for text in ("timing gelu: compiling", "timing gelu: 3 launches tried\x1b[2J", ""):
        show_progress(text)
    said = capsys.readouterr().err
    assert "\x1b" not in said
    assert said.count("\n") == (0 if terminal else 2) and said.count("\r") == (6 if terminal else 0)
