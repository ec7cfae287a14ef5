"""Files and folders: a bad file costs itself alone, reports are kept and resumed, answers never overwrite
files.
"""

import os
import re
import subprocess
import sys
import threading
from concurrent.futures import Future

import pytest
import torch
from patching import patch_everywhere
from scripted import GOOD, Scripted, right, wrong

from python_to_triton import command_line, runtime
from python_to_triton.runtime import answer_cache
from python_to_triton.runtime import files as runtime_files
from python_to_triton.runtime.file_header import VERIFIED
from python_to_triton.runtime.judging import judge_file
from python_to_triton.runtime.reports import known_reports

BAD = {
    "imports.py": (
        "import no_such_module\n\n\ndef f(x):\n    return x\n",
        "No module named 'no_such_module'",
    ),
    "raises.py": (
        GOOD + "\n\ndef get_inputs():\n    raise OSError('no data here')\n",
        "OSError: no data here",
    ),
    "nothing.py": ("LIMIT = 3\n", "tensor"),
    "untraceable.py": ("def f(x):\n    return x if x.sum() > 0 else -x\n", "depend on the data"),
    "syntax.py": ("def f(x):\n    return = x\n", "syntax error in line 2"),
    "latin.py": ("def f(x):\n    return x  # \xe9\n".encode("latin-1"), "utf-8"),
    "empty.py": ("", "no function, Model or statement"),
    "null.py": ("y = torch.relu(x)\0", "null byte"),
    "loops.py": ("while True:\n    pass\n\n\ndef f(x):\n    return x\n", "takes more than 4 s"),
    "leaves.py": (
        "import os\n\nos._exit(0)\n\n\ndef f(x):\n    return x\n",
        "ended its process (exit code 0)",
    ),
    "memory.py": (
        "import numpy\n\n\n"
        + GOOD
        + "\n\ndef get_inputs():\n    return [torch.tensor(numpy.ones(25 * 10**12))]\n",
        "Unable to allocate",
    ),
    "model.py": (
        "import torch\nimport torch.nn as nn\n\n\n"
        "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.weights = [bytearray(200 << 30)]\n\n"
        "    def forward(self, x):\n        return x.abs()\n",
        "MemoryError",
    ),
    "hooks.py": (
        "import torch.nn as nn\n\n\n"
        "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.register_forward_hook(print)\n\n    def forward(self, x):\n        return x.abs()\n",
        "runs more than the forward of its class",
    ),
    "long.py": ("y = torch.sort(x).values\n", "the prompt is too long"),
}


def test_a_bad_file_costs_itself_alone(translate, monkeypatch, tmp_path):
    patch_everywhere(monkeypatch, "TRACE_SECONDS", 4)
    setting = (
        "import os\nimport torch\n\n"
        "torch.set_default_dtype(torch.float16)\ntorch.set_grad_enabled(False)\nos.chdir('/')\n\n\n"
    )
    good = {
        "magnitude.py": GOOD,
        "settings.py": setting
        + GOOD.replace("magnitude", "other"),  # and 200 GB, of which a trace needs none:
        "huge.py": GOOD.replace("magnitude", "huge")
        + "\n\ndef get_inputs():\n    return [torch.randn(250_000, 200_000)]\n",
    }
    folder = os.getcwd()
    code, rows, _ = translate({name: text for name, (text, _) in BAD.items()} | good)
    assert code == 1 and rows.keys() == BAD.keys() | good.keys()
    for name, (_, words) in BAD.items():
        assert (
            not rows[name]["verified"] and words in rows[name]["reason"] and "\n" not in rows[name]["reason"]
        ), (name, rows[name]["reason"])
        assert not (tmp_path / "out" / name).exists()
    for name in good:
        assert rows[name]["verified"] or torch.cuda.is_available() and name == "huge.py", rows[name]
    assert torch.get_default_dtype() == torch.float32 and torch.is_grad_enabled() and os.getcwd() == folder


def test_what_is_no_file_has_its_row(translate, tmp_path):
    programs = tmp_path / "programs"
    (programs / "folder.py").mkdir(parents=True)
    (programs / "loop.py").symlink_to("loop.py")
    (programs / "dangling.py").symlink_to("nowhere.py")
    (programs / "device.py").symlink_to("/dev/zero")
    os.mkfifo(programs / "fifo.py")
    files = {"good.py": GOOD.replace("\n", "\r\n"), "wide.py": GOOD.encode("utf-16")}
    odd_name = os.fsdecode(b"caf\xe9\n.py")
    code, rows, _ = translate(files | {odd_name: GOOD.replace("magnitude", "other")})
    reasons = {name: row["reason"] for name, row in rows.items() if not row["verified"]}
    assert code == 1 and rows["good.py"]["verified"] and rows[odd_name]["verified"]
    assert reasons == {
        "loop.py": "it is a symbolic link that leads back to itself",
        "dangling.py": "it is a symbolic link to nothing",
        "device.py": "it is a device, not a file",
        "fifo.py": "it is a FIFO, not a file",
        "wide.py": "it is UTF-16 or UTF-32; save it as UTF-8, or name its encoding in its first line",
    }
    again, kept, _ = translate(files, str(programs), "--resume")
    assert again == 1 and kept == rows


def test_a_folder_of_forty_files(translate, tmp_path):
    files = {
        f"f{i:03}.py": f"def f{i:03}(x):\n    return x.{'abs' if i % 2 else 'relu'}()\n" for i in range(40)
    }
    code, rows, translator = translate(files)
    assert (
        code == 0
        and len(rows) == 40
        and all(row["verified"] and row["compiles"] == "" for row in rows.values())
    )
    assert len(translator.asked) == 40 and len(list((tmp_path / "out").glob("f*.py"))) == 40


def test_files_of_one_name_and_files_named_twice(translate, tmp_path):
    files, folder = {"a/f.py": GOOD, "b/f.py": GOOD, "b/g.py": GOOD}, tmp_path / "programs"
    code, rows, _ = translate(files, folder / "a", folder / "b", folder / "b" / "g.py")
    assert code == 1 and len(rows) == 3 and rows["a/f.py"]["verified"] and rows["b/g.py"]["verified"]
    assert (
        rows["b/f.py"]["reason"].startswith("its answer would overwrite that of ")
        and "a/f.py" in rows["b/f.py"]["reason"]
    )


def test_a_folder_keeps_its_structure(translate, tmp_path):
    """Two files of one name in two folders of one, an answer in each; neither hidden folders nor earlier
    answers are programs.
    """
    folder = tmp_path / "programs"
    files = {
        "f.py": GOOD,
        "a/f.py": GOOD,
        "b/c/f.py": GOOD,
        ".hidden/f.py": GOOD,
        "out/f.py": f"# {VERIFIED} largest error 1.0e-07.\n{GOOD}",
        "f/sample_00.py": GOOD,
        "f/g.py": GOOD,
    }
    code, rows, _ = translate(files, folder, "--keep-all", "--samples", "2", out=folder / "out")
    assert code == 1 and {name for name in rows if rows[name]["verified"]} == {
        "f.py",
        "a/f.py",
        "b/c/f.py",
        "f/g.py",
    } == rows.keys() - {"f/sample_00.py"}
    assert "would overwrite that of" in rows["f/sample_00.py"]["reason"]
    assert sorted(str(path.relative_to(folder / "out")) for path in (folder / "out").rglob("*.py")) == sorted(
        f"{stem}{end}"
        for stem in ("f", "a/f", "b/c/f", "f/g")
        for end in (".py", "/sample_00.py", "/sample_01.py")
    )


def test_a_path_that_leads_nowhere_costs_itself_alone(translate, tmp_path):
    (tmp_path / "programs" / "none").mkdir(parents=True)
    folder = tmp_path / "programs"
    code, rows, _ = translate({"f.py": GOOD}, folder / "none", folder / "f.py", folder / "nowhere.py")
    assert (
        code == 1
        and rows["f.py"]["verified"]
        and rows["none"]["reason"] == "there is no Python file in this folder"
    )
    assert rows["nowhere.py"]["reason"] == "there is no such file"


def test_each_verdict_is_told_and_kept_before_the_others_are_there(translate, tmp_path, capsys):
    told = []

    class Slow(Scripted):
        def draw_candidates(self, rows, *rest):
            for row in super().draw_candidates(rows, *rest):
                yield row
                told.append(capsys.readouterr().out.count(" verified"))

    code, _, _ = translate(
        {f"{name}.py": GOOD.replace("magnitude", name) for name in "abc"}, translator=Slow()
    )
    assert code == 0 and told == [1, 1], "the loop ends with the last answer"


class LateJudges(runtime.Judges):
    """Judges that judge files once they are told to, or after twenty seconds."""

    def __init__(self):
        super().__init__()
        self.files = {}  # what was given -> its Future
        self.lock = threading.RLock()
        self.timer = threading.Timer(20.0, self.judge_files)
        self.timer.start()
        self.waits = True

    def submit(self, prompt, source, function=None, *more):
        with self.lock:
            if function is not judge_file or not self.waits:
                return super().submit(prompt, source, function, *more)
            return self.files.setdefault((prompt, source, function, *more), Future())

    def judge_files(self):
        self.timer.cancel()
        with self.lock:
            self.waits = False
            for given, future in self.files.items():
                future.set_result(super().submit(*given).result())


def test_no_region_waits_for_the_verdict_on_a_file(translate, monkeypatch):
    judges = LateJudges()
    patch_everywhere(monkeypatch, "judges_beside", lambda device, **_: judges)
    before_c = []

    class Watched(Scripted):
        def draw_candidates(self, rows, *rest):
            for index, source in super().draw_candidates(rows, *rest):
                if "maximum" in source:
                    before_c.extend(future.done() for future in judges.files.values())
                    judges.judge_files()
                yield index, source

    sources = {f"{name}.py": GOOD.replace("magnitude", name) for name in "abc"}
    sources["c.py"] = sources["c.py"].replace("abs", "relu")
    code, rows, _ = translate(sources, translator=Watched())
    assert code == 0 and len(rows) == 3 and before_c == [False, False], "c is drawn while a and b are judged"


@pytest.mark.parametrize(
    "flags, words",
    [
        (["--samples", 7], "samples was 20, is 7"),
        (["--seed", 3], "seed was 0, is 3"),
        (["--temperature", 0.5], "temperature was None, is 0.5"),
        (["--keep-all"], "keep_all was False, is True"),
        (["--no-verify"], "verify was True, is False"),
        (["--partial"], "partial was False, is True"),
        (["--eval"], "evaluate was False, is True"),
        (["--fallback", "pytorch"], "fallback was none, is pytorch"),
        ([], "model was 0123456789abcdef, is another"),
    ],
)
def test_resume_keeps_nothing_that_was_asked_otherwise(translate, tmp_path, capsys, flags, words):
    folder = tmp_path / "programs"
    translate({"f.py": GOOD, "g.py": GOOD.replace("magnitude", "g")})
    (tmp_path / "out" / "g.py").unlink()
    translator = Scripted()
    translator.model_hash = translator.model_hash if flags else "another"
    capsys.readouterr()
    _, rows, translator = translate({}, folder, "--resume", *flags, translator=translator)
    printed = capsys.readouterr().out
    assert f"translating again: 2 of 2 files, {words}\n" in printed and len(translator.asked) >= 2
    asked = len(translator.asked)
    _, again, _ = translate({}, folder, "--resume", *flags, translator=translator)
    assert (
        len(translator.asked) == asked
        and again == rows
        and "translating again" not in capsys.readouterr().out
    )


@pytest.mark.parametrize("what", ["torch", "triton", "gpu", "driver", "interpreted", "code"])
def test_resume_keeps_no_row_of_another_machine_or_version(translate, tmp_path, monkeypatch, capsys, what):
    """The facts are those by which an answer on disk is valid."""
    folder = tmp_path / "programs"
    translate({"f.py": GOOD})
    before = answer_cache.surroundings()
    patch_everywhere(monkeypatch, "surroundings", lambda: before | {what: "another"})
    _, rows, translator = translate({}, folder, "--resume")
    assert (
        f"translating again: 1 of 1 files, {what} was {before[what]}, is another\n" in capsys.readouterr().out
    )
    assert rows["f.py"]["settings"][what] == "another" and len(translator.asked) == 1
    assert not translate({}, folder, "--resume")[2].asked


def test_resume_looks_again_for_what_another_code_did_not_find(translate, tmp_path, monkeypatch):
    folder = tmp_path / "programs"
    translate({"f.py": GOOD, "g.py": "raise SystemExit('no')\n"})
    patch_everywhere(monkeypatch, "text_hash", lambda *_: "another")
    _, rows, translator = translate({}, folder, "--resume")
    assert rows["f.py"]["settings"]["search_code"] != "another" and not translator.asked
    assert rows["g.py"]["settings"]["search_code"] == "another"


def test_resume_sees_a_file_that_changed_while_it_was_translated(translate, tmp_path):
    path = tmp_path / "programs" / "f.py"

    def right_later(answer):
        path.write_text(GOOD.replace("abs", "exp"))
        return answer

    _, rows, _ = translate({"f.py": GOOD}, translator=Scripted(right_later))
    assert rows["f.py"]["verified"]
    _, _, translator = translate({}, tmp_path / "programs", "--resume")
    assert len(translator.asked) == 1


def test_a_report_that_cannot_be_read_is_a_line(tmp_path):
    with pytest.raises(ValueError, match=f"^cannot read {tmp_path}: Is a directory$"):
        known_reports(tmp_path)


def test_no_answer_takes_the_place_of_its_own_file(translate, tmp_path):
    code, rows, _ = translate({"f.py": GOOD}, out=tmp_path / "programs")
    assert (
        code == 1
        and "the file itself" in rows["f.py"]["reason"]
        and (tmp_path / "programs" / "f.py").read_text() == GOOD
    )


def test_a_place_that_cannot_be_written_to(translate, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    code, _, translator = translate({"f.py": GOOD}, out=tmp_path / "file" / "out")
    assert code == 2 and not translator.asked and "error: cannot write to " in capsys.readouterr().err
    (tmp_path / "out" / "f.py").mkdir(parents=True)  # one file's answer has no place, the others' have
    code, rows, _ = translate({"f.py": GOOD, "g.py": GOOD})
    assert (
        code == 1
        and rows["g.py"]["verified"]
        and not rows["f.py"]["verified"]
        and rows["f.py"]["reason"].startswith("cannot write ")
    )
    assert command_line.main(["translate", str(tmp_path / "nowhere"), "--out", str(tmp_path / "out")]) == 2


def test_an_interrupt_keeps_what_is_done_and_resume_goes_on(translate, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(runtime_files, "GROUP", 2)

    class Interrupted(Scripted):
        def draw_candidates(self, rows, *rest):
            if rows and len(self.asked) >= 2:
                raise KeyboardInterrupt
            return super().draw_candidates(rows, *rest)

    files = {f"{name}.py": GOOD.replace("magnitude", name) for name in "abcd"} | {
        "e.py": "raise SystemExit('no')\n"
    }
    code, rows, _ = translate(files, translator=Interrupted())
    assert code == 130 and sorted(rows) == ["a.py", "b.py"] and "--resume goes on" in capsys.readouterr().err
    code, rows, translator = translate(files, tmp_path / "programs", "--resume")
    assert code == 1 and len(rows) == 5 and len(translator.asked) == 2 and rows["d.py"]["verified"]
    (tmp_path / "out" / "a.py").unlink()
    code, rows, translator = translate(files | {"e.py": GOOD}, tmp_path / "programs", "--resume")
    assert code == 0 and len(translator.asked) == 2, (
        "the one whose answer had gone, and the one that has changed"
    )
    (tmp_path / "out" / "report.json").write_text("[{}")
    code, _, _ = translate(files, tmp_path / "programs", "--resume")
    assert code == 2 and "is not a report of this program" in capsys.readouterr().err


@pytest.mark.parametrize("count", [1, 2, 3, 5, 20])
def test_keep_all_keeps_exactly_so_many(translate, tmp_path, count):
    broken, samples = (lambda right: "def translated(x:"), tmp_path / "out" / "f"
    samples.mkdir(parents=True)
    (samples / "sample_40.py").write_text("# Sample 40 of model another: every region verified.\nx = 1\n")
    code, rows, translator = translate(
        {"f.py": GOOD},
        tmp_path / "programs",
        "--keep-all",
        "--samples",
        count,
        translator=Scripted(wrong, broken, right, wrong),
    )
    texts = {path.name: path.read_text() for path in samples.iterdir()}
    assert (
        sorted(texts) == [f"sample_{i:02}.py" for i in range(count)]
        and len(translator.asked) == count == rows["f.py"]["samples"]
    )
    assert (code == 0) is (count >= 3) is rows["f.py"]["verified"] and rows["f.py"]["sample_verdicts"] == [
        i == 2 for i in range(count)
    ]
    assert texts["sample_00.py"].startswith("# Sample 0 of model 0123456789abcdef: NOT VERIFIED (error ")
    assert count < 2 or "does not parse" in texts["sample_01.py"]
    assert count < 3 or texts["sample_02.py"].startswith(
        "# Sample 2 of model 0123456789abcdef: every region verified"
    )


def test_unjudged_on_request(translate, tmp_path, capsys):
    code, rows, translator = translate(
        {"f.py": GOOD}, tmp_path / "programs", "--no-verify", translator=Scripted(wrong)
    )
    assert (
        code == 1
        and len(translator.asked) == 1
        and rows["f.py"]["verified"] is None
        and rows["f.py"]["reason"] == "not judged (--no-verify)"
    )
    assert rows["f.py"]["passed"] == rows["f.py"]["sample_verdicts"] == []
    assert "NOT VERIFIED (not judged (--no-verify))" in (tmp_path / "out" / "f.py").read_text().split("\n")[0]
    printed = capsys.readouterr().out
    assert (
        re.search(r"^f\.py +not verified +not judged", printed, re.MULTILINE)
        and "0 of 1 files verified (--no-verify: nothing was judged)" in printed
    )
    code, rows, _ = translate({"f.py": "raise SystemExit('no')\n"}, tmp_path / "programs", "--no-verify")
    assert code == 1 and rows["f.py"]["verified"] is False and "FAILED" in capsys.readouterr().out


def test_a_prompt_that_is_too_long_has_no_unjudged_answer(translate, tmp_path):
    text = "def f(x):\n    return torch.sort(x).values.abs()\n"
    code, rows, _ = translate({"f.py": text, "g.py": GOOD}, tmp_path / "programs", "--no-verify")
    assert code == 1 and rows["g.py"]["verified"] is None
    assert rows["f.py"]["verified"] is False and "too long" in rows["f.py"]["reason"]


def test_an_answer_says_what_verified_it_and_needs_nothing_of_this_project(translate, tmp_path):
    code, rows, _ = translate(
        {"f.py": GOOD.replace("magnitude", "f")},
        translator=Scripted(lambda right: right.replace("return y", "return y   ")),
    )
    first, assumed, calls, second, *rest = (tmp_path / "out" / "f.py").read_text().split("\n")
    assert assumed == "# Sizes were not given: x is taken as f32[A, B]."
    counts = rows["f.py"]["calls"], rows["f.py"]["refused_calls"]
    text = "# This file was called {} times: {} results were right, {} calls were refused, as they should be."
    assert calls == text.format(sum(counts), *counts)
    assert min(counts) >= 3
    assert code == 0 and re.fullmatch(
        r"# Verified by execution against PyTorch in float64: largest error \S+, allowed \S+\.", first
    )
    assert f"{rows['f.py']['error']:.1e}, allowed {rows['f.py']['tolerance']:.1e}." in first
    assert re.fullmatch(r"# 20\d\d-\d\d-\d\d, .*; written by model 0123456789abcdef\.", second)
    assert all(line == line.rstrip() for line in rest) and rest[-1] == "" and rest[-2]
    code = (
        "import f, sys, torch\nx = torch.randn(3, 7)\nassert torch.equal(f.f(x), x.abs())\n"
        "print(f.__doc__, {'python_to_triton', 'triton_ops'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path / "out",
        capture_output=True,
        text=True,
        timeout=120,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        | {"TRITON_INTERPRET": "1"},
    )
    docstring = (
        "f, translated from PyTorch to Triton.\n\n"
        "It takes x: f32[A, B] (sizes were not given: these are assumed).\n"
    )
    assert done.stdout == f"{docstring} set()\n", done.stderr


def test_what_this_program_did_not_write_is_neither_removed_nor_overwritten(translate, tmp_path):
    """Whether a translation passes or fails: its place is refused before the file is traced."""
    out = tmp_path / "out"
    own = {
        "f.py": "FOREIGN = 1\n",
        "g.py": "# Verified by hand.\n",
        "h.py": "",
        "k/sample_00.py": "FOREIGN = 2\n",
    }
    for name, text in own.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text)
    (out / "link.py").symlink_to("nowhere.py")
    files = {f"{name}.py": GOOD for name in ("f", "h", "k", "link")} | {"g.py": "raise SystemExit('no')\n"}
    code, rows, translator = translate(files)
    refused = "what is there is no file of this program; translate it with another --out"
    for name in ("f.py", "g.py", "h.py", "link.py"):
        assert rows[name]["reason"] == f"cannot write {out / name}: {refused}"
    assert code == 1 and rows["k.py"]["verified"] and len(translator.asked) == 1
    _, rows, _ = translate(files, tmp_path / "programs", "--keep-all")
    assert rows["k.py"]["reason"] == f"cannot write {out / 'k' / 'sample_00.py'}: {refused}"
    assert {name: (out / name).read_text() for name in own} == own and (out / "link.py").is_symlink()


TWO = GOOD + "\n\ndef other(x):\n    return x.exp()\n"
VIEW = "def f(x):\n    return x.reshape(-1)\n"


@pytest.mark.parametrize(
    "text, flags",
    [
        (GOOD, ()),
        (GOOD, ("--no-verify",)),
        (GOOD, ("--keep-all", "--samples", 2)),
        (TWO, ("--keep-all", "--samples", 2)),
        (TWO, ("--no-verify",)),
        (VIEW, ()),
        ("def f(x):\n    return torch.special.airy_ai(torch.exp(x)).abs()\n", ("--partial",)),
    ],
)
def test_all_that_was_written_before_is_known_and_replaced(translate, tmp_path, text, flags):
    """A file that is broken by now leaves nothing of its old answers, whatever these were."""
    folder = tmp_path / "programs"
    out = tmp_path / "out"
    _, first, _ = translate({"f.py": text}, folder, *flags)
    assert (out / "f.py").exists(), first
    assert translate({"f.py": text}, folder, *flags)[1]["f.py"]["verified"] == first["f.py"]["verified"]
    translate({"f.py": "raise SystemExit('no')\n"}, folder)
    assert [path.name for path in out.rglob("*") if path.is_file()] == ["report.json"]


def test_a_report_takes_the_place_of_a_report_alone(translate, tmp_path, capsys):
    out = tmp_path / "out"
    out.mkdir()
    for text in ("{}", "[]", "[1]", '[{"path": "f.py"}]', "words", "\udcff"):
        (out / "report.json").write_bytes(os.fsencode(text))
        code, _, translator = translate({"f.py": GOOD})
        assert code == 2 and not translator.asked and not (out / "f.py").exists()
        line = f"{out / 'report.json'} is not a report of this program: choose another --report or --out\n"
        assert line in capsys.readouterr().err
        assert (out / "report.json").read_bytes() == os.fsencode(text)
    older = '[{"path": "f.py", "hash": "", "verified": true, "pieces": []}]'
    (out / "report.json").write_text(older)
    assert translate({"f.py": GOOD}, tmp_path / "programs", "--resume")[0] == 2
    assert "report of another version: leave out --resume" in capsys.readouterr().err
    assert translate({"f.py": GOOD})[0] == 0
