"""Tuned regions of programs: what a GPU finds is given; tests/tuning/ tests how it is found."""

import json
import re

import pytest
import torch
from patching import patch_everywhere
from scripted import GOOD, RIGHT, Scripted, right, variant, wrong

from python_to_triton import codegen, frontend, runtime
from python_to_triton.codegen.by_rules.registry import MARK
from python_to_triton.runtime.commands import start_demo
from python_to_triton.runtime.judging import judge_file
from python_to_triton.runtime.tuned_regions import OTHERS, THOROUGH, may_be_right
from python_to_triton.runtime.tuning_table import tuning_lines

SIZED = GOOD + "\n\ndef get_inputs():\n    return [torch.randn(64, 512)]\n"
AIRY = "# x: f32[64, 512]\ny = torch.special.airy_ai(torch.exp(x)).abs()\n"
TUNED = runtime.TranslationOptions(tune=1.0)
FASTER = RIGHT["abs"].replace("BLOCK=1024)", "BLOCK=1024, num_warps=8)")
FOUND = {
    "ok": True,
    "reason": "",
    "torch_ms": 0.02,
    "compile_ms": None,
    "usual_ms": 0.016,
    "tried": 9,
    "failed": 2,
    "reasons": {"out of resource: shared memory": 2},
    "untimed": "",
    "seconds": 0.9,
    "stages": {"compile": 0.3},
    "machine": "a GPU, torch 2, Triton 3",
}


def finalist(text, ms, numbers="as written", answer=0):
    return {"answer": answer, "text": text, "numbers": numbers, "ms": ms}


@pytest.fixture
def tuned(own_sizes, monkeypatch):
    """(calls that tune, as they come; the finalists that the next ones find, PyTorch's time)."""
    calls = []
    found = {"finalists": [], "torch_ms": 0.02}

    def result(region, answers, seconds, compiled, on_progress):
        on_progress("compiling")
        calls.append((region, answers, seconds, compiled))
        finalists = found["finalists"] or [finalist(answers[0], 0.016)]
        return FOUND | found | {"finalists": finalists}

    patch_everywhere(monkeypatch, "tuning_result", result)
    return calls, found


def faster_launch(ms=0.01):
    return [finalist(FASTER, ms, "num_warps 4 -> 8"), finalist(RIGHT["abs"], 0.016)]


def written(tmp_path):
    return re.sub(r"\n#\s+", " ", (tmp_path / "out" / "f.py").read_text())


def test_the_fastest_verified_launch_is_written_with_its_table(translate, tuned, own_sizes, tmp_path):
    tuned[1]["finalists"] = faster_launch()
    code, rows, _ = translate({"f.py": SIZED}, tmp_path / "programs", "--tune", 1)
    text = written(tmp_path)
    assert code == 0 and "BLOCK=1024, num_warps=8)" in text
    assert "num_warps=8" in own_sizes[0][-1]["answer"], "the whole is judged with it at its own sizes"
    table = "speedups over eager PyTorch (a GPU, torch 2, Triton 3, 20"
    assert table in text
    assert "abs [A = 64, B = 512]: 0.01 ms, 2.00x; 9 launches tried, 2 of them unusable" in text
    assert "0.01 ms, 2.00x: num_warps 4 -> 8" in text and "0.016 ms, 1.25x: as written" in text
    [region] = rows["f.py"]["tuned"]
    assert region["numbers"] == "num_warps 4 -> 8" and region["ms"] == 0.01 and region["torch_ms"] == 0.02
    assert rows["f.py"]["verified"]


def test_a_winner_that_the_judge_refuses_gives_way(translate, tuned, tmp_path):
    tuned[1]["finalists"] = [finalist(wrong(FASTER), 0.001, "num_warps 4 -> 8, and wrong"), *faster_launch()]
    code, rows, _ = translate({"f.py": SIZED}, tmp_path / "programs", "--tune", 1)
    assert code == 0 and rows["f.py"]["tuned"][0]["ms"] == 0.01
    assert "num_warps=8" in written(tmp_path) and "+ 1.0" not in written(tmp_path)


def test_a_tie_keeps_the_answer(translate, tuned, tmp_path):
    code, _, _ = translate({"f.py": SIZED}, tmp_path / "programs", "--tune", 1)
    assert code == 0 and "num_warps" not in written(tmp_path).split("import torch")[1]
    assert "0.016 ms, 1.25x; 9 launches tried" in written(tmp_path)


@pytest.mark.parametrize(
    "words, calls", [([], [4.0]), (["--tune", "0"], []), (["--tune", "2.5"], [2.5]), (["--no-verify"], [])]
)
def test_the_flag_says_for_how_long(translate, tuned, tmp_path, monkeypatch, words, calls):
    patch_everywhere(monkeypatch, "USUAL_SECONDS", 4.0)
    translate({"f.py": SIZED}, tmp_path / "programs", *words)
    assert [seconds for *_, seconds, _ in tuned[0]] == calls


def test_the_demo_times_launches_where_it_is_asked_to(tuned, monkeypatch):
    patch_everywhere(monkeypatch, "USUAL_SECONDS", 4.0)
    patch_everywhere(monkeypatch, "load_translator", lambda *_, **__: Scripted())
    program = "# x: f32[64, 512]\ny = torch.abs(x)"
    for options, calls in ({}, 0), ({"fastest": True}, 1), ({"tune": 2.0}, 2):
        start_demo(program, runtime.SamplingOptions(None), runtime.TranslationOptions(**options))
        assert len(tuned[0]) == calls


def test_with_enough_time_other_samples_race_too(tuned):
    calls, _ = tuned
    heard = []
    translator = Scripted(right, variant)
    translator.on_progress = heard.append
    options = runtime.TranslationOptions(tune=THOROUGH)
    translation = translator.translate(SIZED, options=options)
    [(region, answers, _, compiled)] = calls
    texts = ("asking for other answers", "starting", "compiling", "judging the fastest")
    assert heard == [f"timing abs: {text}" for text in texts]
    assert translation.verified and compiled and len(answers) == 2
    assert answers == [right(RIGHT["abs"]), variant(RIGHT["abs"])], "each text once"
    assert len(translator.asked) == 1 + OTHERS
    assert any("9 launches of 2 answers tried" in line for line in tuning_lines(translation))


def test_what_rules_write_races_too(tuned):
    calls, _ = tuned
    translator = Scripted()
    translator.by_rules = True
    translator.translate(SIZED, options=runtime.TranslationOptions(tune=THOROUGH))
    [(region, answers, _, _)] = calls
    assert answers == [right(RIGHT["abs"]), codegen.source_by_rules(region.prompt)]


def test_what_is_composed_of_smaller_regions_races_too(tuned):
    calls, _ = tuned
    program = "# x: f32[8, 8]\ny = torch.exp(torch.abs(x))"
    whole = RIGHT["abs"].replace("tl.abs(x)", "tl.exp(tl.abs(x))")

    class Whole(Scripted):
        def draw_candidates(self, rows, temperature, seed, on_text=None, composes=True):
            drawn = super().draw_candidates(rows, temperature, seed, on_text, composes)
            for (index, source), (prompt, _) in zip(drawn, rows):
                yield index, whole if "exp" in prompt and "abs" in prompt else source

    Whole().translate(program, options=runtime.TranslationOptions(tune=THOROUGH))
    [(_, answers, _, _)] = calls
    assert answers[0] == whole and [text.count("@triton.jit") for text in answers] == [1, 2]


def test_where_pytorch_is_faster_the_header_says_so(translate, tuned, tmp_path):
    """With --fastest too: nothing of the file would be in Triton."""
    tuned[1]["torch_ms"] = 0.012
    for words in ((), ("--fastest",)):
        code, rows, _ = translate({"f.py": SIZED}, tmp_path / "programs", "--tune", 1, *words)
        assert code == 0 and rows["f.py"]["verified"]
        assert "PyTorch stays faster in: abs [A = 64, B = 512]." in written(tmp_path)


@pytest.mark.parametrize("fastest", [False, True])
def test_fastest_leaves_the_region_in_which_pytorch_is_faster(own_sizes, monkeypatch, fastest):
    def result(region, answers, seconds, compiled, on_progress):
        eager = 0.01 if "exp" in region.prompt else 0.02
        return FOUND | {"torch_ms": eager, "finalists": [finalist(answers[0], 0.016)]}

    patch_everywhere(monkeypatch, "tuning_result", result)
    options = runtime.TranslationOptions(partial=True, tune=1.0, fastest=fastest)
    translation = Scripted().translate(AIRY, options=options)
    assert translation.passed and [bool(region.left) for region in translation.regions] == [fastest, False]
    left = "exp (eager PyTorch is faster: 0.01 ms against 0.016 ms)"
    assert (left in map(str, translation.left_to_pytorch)) is fastest
    assert ("torch.exp" in translation.source) is fastest
    assert any("PyTorch stays faster in: exp" in line for line in tuning_lines(translation)) is not fastest


SUMS = """def f(x):
    return x.sum(-1).abs().sum(-1)


def get_inputs():
    return [torch.randn(4, 64, 512)]
"""
SUM_OF_ROWS = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    sums = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        sums += tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0)
    y = tl.sum(sums, axis=0)
    tl.store(y_ptr + row, y)


def translated(x):
    x = x.contiguous()
    y = torch.empty(x.shape[:-1], device=x.device, dtype=x.dtype)
    kernel[(y.numel(),)](x, y, x.shape[-1], BLOCK=64)
    return y"""


class Summing(Scripted):
    """Answers the two regions of SUMS."""

    def draw_candidates(self, rows, temperature, seed, on_text=None):
        for index, (prompt, _) in enumerate(rows):
            result = "tl.abs(y)" if "abs(" in prompt else "y"
            yield index, SUM_OF_ROWS.replace("row, y)", f"row, {result})")


@pytest.mark.parametrize(
    "sum_and_abs, second_sum, left",
    [
        (0.01, 0.02, "0.01 ms"),
        (0.02, 0.01, "0.01 ms"),
        (0.01, 0.012, "0.01 ms"),  # faster in both: the region stays that loses less
        (0.012, 0.01, "0.01 ms"),
        (0.02, 0.02, ""),
    ],
)
def test_with_fastest_alone_a_file_calls_pytorch_where_it_is_faster(
    translate, own_sizes, monkeypatch, tmp_path, sum_and_abs, second_sum, left
):
    """Each of two regions, and both; no flag but --fastest lets a part be left."""

    def result(region, answers, seconds, compiled, on_progress):
        eager = sum_and_abs if "abs(" in region.prompt else second_sum
        return FOUND | {"torch_ms": eager, "finalists": [finalist(answers[0], 0.016)]}

    patch_everywhere(monkeypatch, "tuning_result", result)
    words = (tmp_path / "programs", "--tune", 1, "--fastest")
    code, rows, _ = translate({"f.py": SUMS}, *words, translator=Summing())
    row = rows["f.py"]
    text = written(tmp_path)
    if left:
        assert code == 1 and not row["verified"] and len(row["left_to_pytorch"]) == 1, row
        assert f"eager PyTorch is faster: {left} against 0.016 ms" in text
        assert text.count("@triton.jit") == 1 and "torch.sum(" in text
        assert ("PyTorch stays faster in: sum" in text) is (0.012 in (sum_and_abs, second_sum))
    else:
        assert code == 0 and row["verified"] and "PyTorch stays faster" not in text
        assert text.count("@triton.jit") == 2 and "torch.sum(" not in text


def test_without_a_gpu_one_line_says_that_nothing_is_timed(translate, tmp_path, capsys):
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    assert translate({"f.py": SIZED}, tmp_path / "programs", "--tune", "10")[0] == 0
    line = "--tune: there is no GPU here, so nothing is timed\n"
    assert capsys.readouterr().err.count(line) == 1
    translate({"f.py": SIZED})
    assert line not in capsys.readouterr().err


def test_the_demo_tunes_where_sizes_are_named(tuned, capsys):
    tuned[1]["finalists"] = faster_launch()
    session = runtime.Session(Scripted(), 1, runtime.TranslationOptions(tune=2.0))
    assert session.answer("y = torch.abs(x)") and not tuned[0]
    assert "not tuned: the program names no sizes" in capsys.readouterr().out
    assert session.answer("# x: f32[64, 512]\ny = torch.abs(x)") and len(tuned[0]) == 1
    printed = capsys.readouterr().out
    assert "#   abs [A = 64, B = 512]: 0.01 ms, 2.00x" in printed and "num_warps=8" in printed
    assert "the answer above failed" not in printed


@pytest.mark.parametrize("options", [{"tune": -1.0}, {"tune": float("nan")}, {"fastest": True, "tune": 0.0}])
def test_options_that_cannot_be(options):
    with pytest.raises(ValueError, match="tune"):
        runtime.TranslationOptions(**options)


def test_what_was_found_is_kept_on_disk(tuned, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHON_TO_TRITON_CACHE", str(tmp_path / "answers"))
    calls, found = tuned
    found["finalists"] = faster_launch()
    lines = []
    judged = []
    for seconds in (2.0, 1.0, 3.0):
        translator = Scripted()
        translator.cache = runtime.AnswerCache("0123456789abcdef")
        translation = translator.translate(SIZED, options=runtime.TranslationOptions(tune=seconds))
        assert translation.verified and "num_warps=8" in translation.source
        lines.append(tuning_lines(translation))
        judged.append(sum(function is judge_file for function, *_ in translator.judges.results))
    assert [seconds for *_, seconds, _ in calls] == [2.0, 3.0], "what took longer holds for less"
    assert lines[0] == lines[1] == lines[2]
    assert judged == [2, 1, 2], "what is known is judged with the rest, once"


def test_tuned_answers_that_fail_together_are_given_up(tuned, own_sizes):
    tuned[1]["finalists"] = faster_launch()
    own_sizes[1]["num_warps=8"] = {"ok": False, "reason": "off by 7", "error": 1.0, "tolerance": 0.1}
    translation = Scripted().translate(SIZED, options=TUNED)
    assert translation.verified and "num_warps=8" not in translation.source


def test_a_tuned_answer_from_disk_with_which_the_whole_fails_is_given_up(tuned, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHON_TO_TRITON_CACHE", str(tmp_path / "answers"))
    tuned[1]["finalists"] = faster_launch()
    translators = [Scripted(), Scripted()]
    for translator in translators:
        translator.cache = runtime.AnswerCache("0123456789abcdef")
    assert "num_warps=8" in translators[0].translate(SIZED, options=TUNED).source
    [kept] = (tmp_path / "answers" / "tuned").glob("*.json")
    record = json.loads(kept.read_text())
    record["tuned"]["source"] = record["tuned"]["source"].replace("tl.abs(x)", "x + 0.0")
    kept.write_text(json.dumps(record))
    translation = translators[1].translate(SIZED, options=TUNED)
    assert translation.verified and "num_warps=8" not in translation.source and len(tuned[0]) == 1


def test_an_answer_that_timing_finds_wrong_gives_way_to_the_next_candidate(
    translate, own_sizes, monkeypatch, tmp_path
):
    """As one does that is found wrong at its own sizes; nothing of its times is said of the other."""

    def result(region, answers, *_):
        wrong = {"ok": False, "reason": "the answer is wrong at these sizes: off by 7", "wrong": "off by 7"}
        return FOUND | {"finalists": []} | wrong

    patch_everywhere(monkeypatch, "tuning_result", result)
    words = (tmp_path / "programs", "--tune", 1, "--samples", 5)
    code, rows, translator = translate({"f.py": SIZED}, *words, translator=Scripted(right, right, variant))
    assert code == 0 and rows["f.py"]["passed"] == [2] and len(translator.asked) == 3
    assert len(own_sizes[0]) == 1 and "BLOCK=512" in own_sizes[0][0]["answer"]
    assert "BLOCK=512" in written(tmp_path) and "Timed region by region" not in written(tmp_path)
    [region] = rows["f.py"]["tuned"]
    assert region["reason"] == "passed the test cases, but failed at A = 64, B = 512: off by 7"


def test_times_of_an_answer_that_is_rejected_later_are_not_those_of_the_next(
    translate, tuned, own_sizes, tmp_path
):
    tuned[1]["finalists"] = faster_launch()
    own_sizes[1]["BLOCK=1024"] = {"ok": False, "reason": "off by 7", "error": 1.0, "tolerance": 0.1}
    words = (tmp_path / "programs", "--tune", 1, "--samples", 5)
    code, rows, _ = translate({"f.py": SIZED}, *words, translator=Scripted(right, variant))
    assert code == 0 and "BLOCK=512" in written(tmp_path), rows
    assert "Timed region by region" not in written(tmp_path)
    assert "ms" not in rows["f.py"]["tuned"][0]


@pytest.mark.parametrize("program", ["x.roll(1, -1) * x.roll(1, -1).sum(-1, keepdim=True)", "x.softmax(-2)"])
def test_all_that_rules_write_races(program):
    """Whatever a static check, which is made for how the model writes, says of it."""
    prompt = frontend.trace(f"def f(x):\n    return {program}").text
    sources = codegen.sources_by_rules(prompt)
    assert len(sources) == 2 and all(may_be_right(source, prompt) for source in sources)
    assert not may_be_right(sources[0].replace(MARK, "By").replace("tl.load", "tl.lod"), prompt)
