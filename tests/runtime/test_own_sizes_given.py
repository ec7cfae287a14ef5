"""Answers at the programs' own sizes: what a GPU finds is given; tests/tuning/ tests how it is found."""

import pytest
import torch
from patching import patch_everywhere
from scripted import FUNCTIONS, GOOD, PASSED, RIGHT, TIMES, Scripted, right, variant, wrong

from python_to_triton import runtime, tuning, verification

SIZED = GOOD + "\n\ndef get_inputs():\n    return [torch.randn(64, 512)]\n"


def test_times_stand_in_the_report_and_in_the_answer(translate, own_sizes, tmp_path):
    code, rows, _ = translate({"f.py": SIZED, "unsized.py": GOOD.replace("magnitude", "other")})
    row, [call] = rows["f.py"], own_sizes[0]
    assert (
        code == 0
        and call["sizes"] == {"A": 64, "B": 512}
        and call["program"] == SIZED
        and call["timed"]
        and call["origins"] == [""]
    )
    assert (
        row["own_sizes"] == "float64"
        and row["speedup"] == 2.0
        and {name: row[name] for name in TIMES} == TIMES
    )
    assert (
        rows["unsized.py"]["verified"]
        and rows["unsized.py"]["own_sizes"] is None
        and rows["unsized.py"]["torch_ms"] is None
    )
    line = (
        "At its own sizes: 1.0e-07, allowed 1.0e-06, against float64; "
        "0.01 ms, eager PyTorch 0.02 ms (2.00x), torch.compile 0.015 ms (1.50x)."
    )
    assert line in (tmp_path / "out" / "f.py").read_text().replace("\n# ", " ")


def test_a_missing_figure_says_why(translate, own_sizes):
    own_sizes[1]["translated"] = PASSED | {
        "triton_ms": 0.01,
        "torch_ms": 0.02,
        "untimed": "compile_ms: RuntimeError: not me",
    }
    code, rows, _ = translate({"f.py": SIZED})
    assert (
        code == 0
        and rows["f.py"]["compile_ms"] is None
        and rows["f.py"]["speedup"] == 2.0
        and "not me" in rows["f.py"]["untimed"]
    )


@pytest.mark.parametrize("keep_all", [[], ["--keep-all"]])
def test_what_fails_at_its_own_sizes_gives_way_to_the_next_candidate(
    translate, own_sizes, tmp_path, keep_all
):
    own_sizes[1]["BLOCK=1024"] = PASSED | {"ok": False, "reason": "off by 7"}
    code, rows, translator = translate(
        {"f.py": SIZED},
        tmp_path / "programs",
        "--samples",
        "5",
        *keep_all,
        translator=Scripted(right, right, variant),
    )
    assert code == 0 and rows["f.py"]["verified"] and rows["f.py"]["passed"] == [2] and len(own_sizes[0]) == 2
    assert "BLOCK=512" in (tmp_path / "out" / "f.py").read_text() and len(translator.asked) == (
        5 if keep_all else 3
    )


def test_when_no_candidate_holds_at_its_own_sizes(translate, own_sizes, tmp_path):
    own_sizes[1]["translated"] = PASSED | {"ok": False, "reason": "takes its worker down"}
    scripted = Scripted(right, variant, wrong)
    code, rows, translator = translate(
        {"f.py": SIZED}, tmp_path / "programs", "--samples", "4", translator=scripted
    )
    assert (
        code == 1
        and not (tmp_path / "out" / "f.py").exists()
        and rows["f.py"]["torch_ms"] is None
        and len(translator.asked) >= 4
    )
    assert (
        rows["f.py"]["reason"]
        == "passed the test cases, but failed at A = 64, B = 512: takes its worker down"
        and len(own_sizes[0]) == 2
    )


def test_what_cannot_be_run_at_its_own_sizes_is_not_tried_again(translate, own_sizes):
    own_sizes[1]["translated"] = {
        "ok": False,
        "reason": "its own sizes need more memory than there is",
        "stage": "task",
    }
    code, rows, _ = translate({"f.py": SIZED})
    assert code == 1 and "more memory than there is" in rows["f.py"]["reason"] and len(own_sizes[0]) == 1


def test_files_are_judged_side_by_side_and_what_fails_again_alone(translate, own_sizes, monkeypatch):
    files = {f"f{width}.py": SIZED.replace("512", str(width)) for width in (128, 256, 512)}
    calls = []

    def result(prompt, sizes, answer, **more):
        beside = bool(tuning.helper_process().turns)
        calls.append((sizes["B"], beside))
        if sizes["B"] == 256 and beside:
            return {"ok": False, "reason": "there is no memory", "stage": "task"}
        return PASSED | TIMES | {"untimed": "there is no memory" if sizes["B"] == 512 and beside else ""}

    patch_everywhere(monkeypatch, "own_sizes_result", result)
    patch_everywhere(monkeypatch, "calls_at_a_time", lambda calls: min(2, calls))
    code, rows, _ = translate(files)
    assert code == 0 and all(row["verified"] and row["torch_ms"] for row in rows.values())
    assert sorted(calls[:3]) == [(128, True), (256, True), (512, True)]
    assert sorted(calls[3:]) == [(256, False), (512, False)]


def test_of_two_parts_the_wrong_one_is_blamed(own_sizes):
    program = "# x: f32[64, 512]\nh = torch.abs(x).sum(dim=0)\ny = torch.exp(h).sum(dim=0)\n"
    translation = runtime.Translation(program)
    assert len(translation.regions) == 2
    good = verification.Verdict(True, "", 0.0, 1.0, 1, 0.0)
    for region, formula in zip(translation.regions, FUNCTIONS.values()):
        region.record(0, RIGHT["abs"].replace("tl.abs(x)", formula), good)
    translation.verdict = good
    calls, found = own_sizes
    first, second = (region.answer.source for region in translation.regions)
    found |= {
        "region0": PASSED | {"ok": False, "reason": "off by 7"},
        "tl.maximum": PASSED | {"ok": False, "reason": "off by 3"},
    }

    class Finished(Scripted):
        def draw_candidates(self, rows, *rest):
            return enumerate([second.replace("1024", "512")] * len(rows))

        def judge_programs(self, translations):
            for one in translations:
                one.verdict = good if all(region.answer for region in one.regions) else part_verdict(one)

    def part_verdict(one):
        return next(region.candidates[0].verdict for region in one.regions if not region.answer)

    Finished().judge_at_own_sizes([translation], 2)
    assert [call["sizes"] for call in calls[1:3]] == [region.sizes for region in translation.regions]
    assert translation.regions[0].answer.source == first and translation.regions[1].candidates[
        0
    ].verdict.reason.endswith("off by 7")


def test_what_python_gives_is_translated(own_sizes):
    """A function or a module, with inputs or without."""

    class Activation(torch.nn.Module):
        def forward(self, x):
            return torch.relu(x)

    calls, _ = own_sizes
    for program, inputs, prompt in [
        (lambda x: x.abs(), [torch.randn(3, 5)], "abs"),
        (torch.sigmoid, None, "sigmoid"),
        (Activation(), [torch.randn(7)], "relu"),
        (Activation(), None, "relu"),
        ("y = x.exp()", [torch.randn(2, 3)], "exp"),
    ]:
        translation = Scripted().translate(program, inputs, samples=2)
        assert (
            translation.verified
            and f"{prompt}(a0)" in translation.prompt
            and "def translated(" in translation.source
        )
        assert (translation.sizes is None) is (inputs is None)
    assert [call["sizes"] for call in calls] == [{"A": 3, "B": 5}, {"A": 7}, {"A": 2, "B": 3}] and not any(
        call["program"] for call in calls
    )
    with pytest.raises(ValueError, match="the prompt is too long"):
        Scripted().translate("y = torch.sort(x).values")
