"""Programs that are translated in part: what stays PyTorch, why, and what is said of it."""

import pytest
import torch
from scripted import PROMPT, Scripted, wrong

from python_to_triton import frontend, runtime, tuning
from python_to_triton.runtime.left_to_pytorch import MAX_SORTED, LeftPart, why_not_asked, with_shares

PARTIAL = runtime.TranslationOptions(partial=True)
AIRY = "def scaled(x):\n    return torch.special.airy_ai(torch.exp(x)).abs()\n"
COSINE = "def scaled(x):\n    return torch.exp(torch.special.airy_ai(torch.cos(x)))\n"
ONLY = "def scaled(x):\n    return torch.special.airy_ai(x)\n"


def run(source, *inputs):
    """What the entry of a written module returns, its kernels aside where there are none."""
    scope = {"__name__": "written"}
    exec(compile(source, "written.py", "exec"), scope)
    return scope["scaled"](*inputs)


def test_an_operator_without_a_triton_form_stays_between_answers():
    translation = Scripted().translate(AIRY, options=PARTIAL)
    assert translation.passed and not translation.verified
    assert translation.left_to_pytorch == (LeftPart("special_airy_ai", "no Triton form", ("v1",)),)
    assert [bool(region.answer) for region in translation.regions] == [True, True]
    assert "@triton.jit" in translation.source and "pytorch_special_airy_ai" in translation.source


def test_without_partial_it_is_refused():
    with pytest.raises(ValueError, match="special_airy_ai|not in the vocabulary"):
        Scripted().translate(AIRY)


@pytest.mark.parametrize(
    "noise, left",
    [("torch.rand_like(x).exp()", []), ("torch.poisson(x.exp())", ["poisson"])],
)
def test_a_program_that_draws_random_numbers_is_translated_in_part(noise, left):
    translation = Scripted().translate(f"def scaled(x):\n    return {noise}\n", options=PARTIAL)
    assert translation.passed, translation.verdict.reason
    assert [part.what for part in translation.left_to_pytorch] == left
    assert translation.verified == (not left)


def test_a_region_without_an_answer_stays_pytorch():
    translation = Scripted().translate(COSINE, options=PARTIAL, samples=3)
    assert [bool(region.answer) for region in translation.regions] == [False, True]
    left = [str(part) for part in translation.left_to_pytorch]
    assert left == ["special_airy_ai (no Triton form)", "cos (none of 3 samples passed)"]
    assert translation.passed and not translation.verified


def test_the_written_module_computes_what_the_program_does():
    program = "def scaled(x):\n    return torch.special.airy_ai(torch.cos(x))\n"
    translation = Scripted().translate(program, options=PARTIAL, samples=1)
    assert not translation.passed  # and so may be run here: it has no kernel
    x = torch.randn(5, 7)
    torch.testing.assert_close(run(translation.source, x), torch.special.airy_ai(x.cos()))


def test_nothing_in_triton_is_no_translation():
    for program in (ONLY, "def scaled(x):\n    return x.cos()\n"):
        translation = Scripted(wrong).translate(program, options=PARTIAL, samples=1)
        assert not translation.passed
        assert "nothing of it is in Triton" in translation.verdict.reason


def test_a_prompt_that_is_too_long_is_left_and_not_asked():
    translator = Scripted()
    program = "def scaled(x):\n    return torch.sort(torch.exp(x), -1).values\n"
    translation = translator.translate(program, options=PARTIAL)
    [part] = translation.left_to_pytorch
    assert part.why == "its prompt is too long, and no answers to smaller regions make one"
    assert not any("sort" in prompt for prompt in translator.asked)


@pytest.mark.parametrize("size, is_asked", [(MAX_SORTED, True), (MAX_SORTED + 1, False)])
def test_long_lines_are_not_sorted(size, is_asked):
    region = runtime.RegionCandidates(PROMPT.format("sort"), {"A": 3, "B": size})
    assert (why_not_asked(region) == "") is is_asked
    assert why_not_asked(runtime.RegionCandidates(PROMPT.format("exp"), {"A": 3, "B": size})) == ""


def test_a_file_in_part_says_so(translate, tmp_path):
    files = {"bessel.py": AIRY, "only.py": ONLY}
    code, rows, _ = translate(files, tmp_path / "programs", "--partial")
    row = rows["bessel.py"]
    assert code == 1 and row["verified"] is False and row["reason"] == ""
    assert row["left_to_pytorch"] == ["special_airy_ai (no Triton form)"]
    text = (tmp_path / "out" / "bessel.py").read_text()
    assert text.startswith("# Partly translated; what is in Triton was verified by execution")
    assert "# Left to PyTorch: special_airy_ai (no Triton form).\n" in text
    assert "nothing of it is in Triton" in rows["only.py"]["reason"]
    assert not (tmp_path / "out" / "only.py").exists()


def test_a_file_in_part_is_resumed(translate, tmp_path):
    words = (tmp_path / "programs", "--partial", "--resume")
    translate({"bessel.py": AIRY}, *words)
    _, _, translator = translate({}, *words)
    assert translator.asked == []
    (tmp_path / "out" / "bessel.py").unlink()
    _, _, translator = translate({}, *words)
    assert translator.asked != []


def test_random_numbers_are_pytorchs():
    program = "def scaled(x):\n    return torch.poisson(torch.exp(x)).abs()\n"
    translation = Scripted().translate(program, options=PARTIAL)
    assert translation.left_to_pytorch == (LeftPart("poisson", "draws random numbers", ("v1",)),)
    assert translation.passed, translation.verdict.reason


def test_each_answer_beside_pytorch_is_compiled():
    translator = Scripted()
    translation = translator.translate(AIRY, options=PARTIAL)
    assert translator.compile_failure(translation).result() == ""
    compiled = [key for key in translator.judges.results if key[0] is runtime.compile_answer]
    assert len(compiled) == 2


def test_shares_are_of_the_whole_programs_time():
    parts = (LeftPart("i1", "no Triton form", ("v1", "v3")), LeftPart("cos", "none passed", ("v0",)))
    first, second = with_shares(parts, {"v0": 1.0, "v1": 2.0, "v2": 3.0, "v3": 4.0})
    assert (first.share, second.share) == (0.6, 0.1)
    assert str(first) == "i1 (no Triton form; 60% of eager PyTorch's time)"
    assert with_shares(parts, {}) == parts


class Helper:
    """The helper process where a GPU takes one millisecond for each value."""

    def call(self, name, seconds, prompt, sizes):
        assert name == "times" and sizes
        values = frontend.parse(prompt).values
        return {value.name: 1.0 for value in values}, ""


SIZED = AIRY + "def get_inputs():\n    return [torch.randn(6, 8)]\n"


def test_parts_are_judged_at_own_sizes_and_what_is_left_is_timed(own_sizes, monkeypatch):
    calls, _ = own_sizes
    monkeypatch.setattr(tuning, "helper_process", Helper)
    translator = Scripted()
    translation = translator.translate(SIZED, options=PARTIAL)
    translator.judge_at_own_sizes([translation], 1, timed=True)
    assert {call["prompt"].split(" = ")[1].split("(")[0] for call in calls} == {"exp", "abs"}
    [part] = translation.left_to_pytorch
    assert part.values == ("v1",) and str(part).endswith("33% of eager PyTorch's time)")


def test_an_answer_that_fails_at_own_sizes_is_left(own_sizes):
    _, results = own_sizes
    results["tl.exp"] = {"ok": False, "reason": "error 1 exceeds tolerance", "stage": "value"}
    translation = Scripted().translate(SIZED, options=PARTIAL, samples=1)
    assert translation.passed
    assert [part.what for part in translation.left_to_pytorch] == ["special_airy_ai", "exp"]


def test_the_demo_says_it(capsys):
    session = runtime.Session(Scripted(), 1, PARTIAL)
    assert session.answer(AIRY) is False
    assert "partly translated; left to PyTorch: special_airy_ai (no Triton form)" in capsys.readouterr().out
