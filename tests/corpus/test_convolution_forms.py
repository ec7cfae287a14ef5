"""Answers of convolutions that are rewritten: on tensor cores, by planes, gathered for few channels."""

import pytest

from corpus.compositions import convolution_direct, convolution_tf32
from corpus.family import family_of
from corpus.tasks import judge_variant
from corpus.texts import canonical_answer

TURNED = sorted(convolution_tf32.ANSWERS)
GATHERED = sorted(convolution_direct.COMPOSITIONS)
JUDGED = ("conv2d", "conv_transpose2d_binary", "conv2d_pointwise", "conv1d_depthwise")


@pytest.mark.parametrize("stem", TURNED)
def test_usual_answers_multiply_turned_tiles_in_tf32(stem):
    family = family_of(stem)
    for index in (0, len(family) // 2, len(family) - 1):
        answer = family[index].answer
        assert "tl.dot(x, w, input_precision=PRECISION)" in answer and "y = tl.trans(y)" in answer
        assert "ieee" not in answer and "nearest_tf32(x)" in answer


@pytest.mark.parametrize("stem", GATHERED)
def test_few_channels_are_gathered_in_low_tiles(stem):
    answer = family_of(stem)[0].answer
    assert "TAPS" in answer and "min(32, max(16, " in answer
    assert "tl.dot(w, x, input_precision=PRECISION)" in answer


@pytest.mark.parametrize("stem", convolution_direct.STEMS)
def test_programs_of_depthwise_convolutions_own_a_part_of_a_plane(stem):
    answer = family_of(stem)[0].answer
    assert "plane = tl.program_id(0)" in answer and "n_elements" not in answer
    assert "tl.load(b_ptr + channel).to(tl.float32)" in answer


@pytest.mark.parametrize("stem", [*JUDGED, "conv2d_direct"])
def test_a_variant_is_judged_right(stem):
    variant = family_of(stem)[0]
    fields = {"source": variant.source} | vars(variant) | {"canonical": canonical_answer(variant)}
    assert judge_variant(fields, "cpu")["reason"] == ""


def test_only_depthwise_groups_are_exact():
    family = family_of("conv2d")
    answers = [family[index].answer for index in range(0, len(family), len(family) // 40)]
    grouped = {answer for answer in answers if "    groups = 1\n" not in answer}
    assert grouped and grouped == {answer for answer in answers if "if groups == C:" in answer}


def test_an_answer_of_another_form_is_refused():
    with pytest.raises(ValueError, match="gathered tiles"):
        convolution_direct.gathered("def softmax_triton(x):\n    return x")
    with pytest.raises(ValueError, match="is not in the answer"):
        convolution_direct.by_planes("def softmax_triton(x):\n    return x")
