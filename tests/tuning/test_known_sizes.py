"""A kernel that is told the sizes it divides by is the same kernel, and divides by none."""

import pytest
import torch
from test_division_bits import DEVICE, EXEMPLARS, loaded, outputs, printed_of, same_bits
from test_size_multiples import LOADS

from python_to_triton import tuning
from python_to_triton.tuning import region_tuning
from python_to_triton.tuning.host_runs import noted_launches, sizes_of_launches, without_data
from python_to_triton.tuning.knobs import FACTS, KNOWN
from python_to_triton.tuning.known_sizes import EVERY_SIZE, KNOWN_SIZES
from python_to_triton.tuning.launch_numbers import describe
from python_to_triton.verification.sandbox import Refused

DIVIDING = "cat conv2d_shared_filter fold pad_constant pixel_shuffle unfold_pairs".split()


def told(text, sizes=EVERY_SIZE, roles=(KNOWN,)):
    """A text that says all facts of these roles; itself where there are none."""
    knobs = tuning.launch_numbers(text, sizes=sizes)
    numbers = {knob.name: knob.values[0] for knob in knobs if knob.role in roles}
    return "import math\n" + tuning.rewritten(text, knobs, numbers)


def known(text, sizes=EVERY_SIZE):
    """The parameters that a text's kernel is told."""
    words = told(text, sizes).replace(":", " ").replace("=", " ").split()
    return sorted({word.removeprefix("KNOWN_") for word in words if word.startswith("KNOWN_")})


def test_only_divisors_of_offsets_are_told():
    assert known(LOADS) == ["depth", "rows"]
    assert known(LOADS, {"kernel": {"depth": 12, "rows": 1, "width": 7}}) == ["depth"], "Triton knows a 1"
    assert known(LOADS, {}) == []


ROW = "(offsets // depth % rows)"


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        (ROW, "offsets // (depth * 2) % rows", ["depth", "rows"]),  # in a product
        (
            "    mask = ",
            "    area = depth * 2\n    mask = offsets % area < n\n    mask &= ",
            ["depth", "rows"],
        ),
        ("    mask = ", "    depth += 0\n    mask = ", ["rows"]),  # changed
        ("% depth, mask", "% depth.to(tl.int64), mask", ["rows"]),  # of a number there is no .to
        (ROW, "tl.program_id(0) // rows + offsets // depth", ["depth"]),  # a program id is no block
        ("depth, scale, BLOCK=64", "int(depth), scale, BLOCK=64", ["rows"]),  # not said again
    ],
)
def test_what_is_a_divisor(old, new, names):
    text = LOADS.replace(ROW[1:-1], ROW)
    assert text.count(old) == 1
    assert known(text.replace(old, new)) == names


def test_launches_that_divide_by_other_sizes_say_nothing():
    again = "    kernel[(1,)](x, y, y.numel(), rows, width, int(depth), scale, BLOCK=64)\n    return y\n"
    assert known(LOADS.replace("    return y\n", again)) == []


@pytest.mark.parametrize("shape", [(5, 7, 12), (1, 4, 1), (2, 5, 12), (0, 4, 3)])
def test_no_value_changes(shape, tmp_path):
    sizes = {"kernel": {"rows": 5, "depth": 12}}
    guarded = told(LOADS, sizes)
    assert "KNOWN_depth=depth if rows == 5 and depth == 12 else 0" in guarded, "all are known, or none"
    assert "KNOWN_depth=depth if depth == 12 else 0" in told(LOADS, {"kernel": {"depth": 12}})
    assert known(LOADS, {"kernel": {"rows": 5, "depth": 2**31}}) == ["rows"]
    x = torch.randn(shape, device=DEVICE)
    for name, text in (("every", told(LOADS)), ("guarded", guarded), ("all", told(LOADS, roles=FACTS))):
        assert torch.equal(loaded(text, tmp_path, name).translated(x, 0.5), x[:, 3] * 0.5), name


@pytest.mark.parametrize("stem", [*DIVIDING, "layer_norm", "softmax"])
def test_exemplars_give_the_same_bits_with_all_facts_said(stem, tmp_path):
    written = loaded(EXEMPLARS[stem], tmp_path, "written")
    text = told(EXEMPLARS[stem], roles=FACTS)
    assert "MULTIPLE_" in text and ("KNOWN_" in text) == (stem in DIVIDING)
    said = loaded(text, tmp_path, "told")
    for seed, case in enumerate(written.CASES):
        torch.manual_seed(seed)
        inputs = written.make(*case)
        assert same_bits(outputs(said, *inputs), outputs(written, *inputs)), case


def test_a_compiler_divides_by_none_of_them():
    program = """
import json, sys
sys.path.insert(0, "benchmarks")
from divisions import described_launches, ptx_of
import torch
counts = []
for text in json.load(sys.stdin):
    described = described_launches(text, "translated", (torch.ones(5, 7, 12), 0.5))[0]
    ptx = ptx_of(text, described, aligned_pointers=True)
    counts.append(ptx.count("div.") + ptx.count("rem."))
print(json.dumps(counts))
"""
    written, said = printed_of(program, LOADS, told(LOADS))
    assert written > 0 and said == 0


def test_what_was_told_is_said_in_a_word():
    knobs = tuning.launch_numbers(LOADS, sizes=EVERY_SIZE)
    assert describe(knobs, {KNOWN_SIZES: 1, "num_warps": 8}) == "num_warps 4 -> 8, known sizes told"


def test_the_tuner_tells_the_sizes_of_its_arguments(monkeypatch):
    monkeypatch.setattr(region_tuning, "HOST_SECONDS", 1)
    endless = LOADS.replace("    y = ", "    while width:\n        width += 0\n    y = ")
    arguments = (torch.randn(5, 7, 12), 0.5)
    race = region_tuning.AnswerRace(None, arguments, [LOADS, endless], "cpu", None, lambda load, text: None)
    first, second = race.knobs
    [knob] = [knob for knob in first if knob.role == KNOWN]
    assert any("rows == 5 and depth == 12" in edit.form for edit in knob.edits)
    assert second and KNOWN not in [knob.role for knob in second], "host code that does not end tells nothing"


# ---- what is launched ----


def test_launches_are_noted_and_nothing_runs():
    arguments = without_data((torch.randn(5, 7, 12).transpose(0, 1), 0.5))
    assert arguments[0].is_meta and arguments[0].stride() == (12, 84, 1)
    [launch] = noted_launches(LOADS, arguments)["kernel"]
    assert launch.programs == 2 and launch.arguments["rows"] == 7 and launch.arguments["BLOCK"] == 64
    told_sizes = {"n": 84, "rows": 7, "width": 5, "depth": 12, "BLOCK": 64}
    assert sizes_of_launches(LOADS, arguments) == {"kernel": told_sizes}


def test_sizes_that_launches_do_not_share_are_not_known():
    again = "    kernel[(1,)](x, y, 3, rows, width, depth, scale, BLOCK=32)\n    return y\n"
    arguments = without_data((torch.randn(5, 7, 12), 0.5))
    found = sizes_of_launches(LOADS.replace("    return y\n", again), arguments)
    assert found == {"kernel": {"rows": 5, "width": 7, "depth": 12}}


def test_host_code_that_is_not_allowed_is_not_executed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    stealing = LOADS.replace("    rows, ", "    open('stolen', 'w')\n    rows, ", 1)
    with pytest.raises(Refused, match="open"):
        noted_launches(stealing, without_data((torch.randn(5, 7, 12), 0.5)))
    assert not list(tmp_path.iterdir())
