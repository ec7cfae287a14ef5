"""The schedule `wide` of convolutions: the usual text with x laid out channels last, in TF32."""

import re

import pytest

from corpus.composition import code_of
from corpus.compositions.convolution_wide import COMPOSITIONS, STEMS
from corpus.family import family_of
from corpus.tasks import judge_variant
from corpus.texts import canonical_answer


@pytest.mark.parametrize("stem", STEMS)
def test_every_statement_is_exchanged(stem):
    usual, wide = code_of(stem), code_of(f"{stem}_wide")
    for gone in ("BLOCK_K", "TAPS", "TURNS", "corner", '"ieee"', "k %", "[None, :] + down"):
        assert gone not in wide
    assert wide.count("PRECISION=precision") == 3 and "input_precision=PRECISION" in wide
    assert wide.count("nearest_tf32(") == 2
    bias = r"\n    y \+= tl\.load\(b_ptr.*"
    assert re.findall(bias, usual) == re.findall(bias, wide)
    reference = wide[: wide.index("@triton")].replace(f"{stem}_wide", stem)
    before = usual[: usual.index("@triton")].replace("    x = torch.abs(x)\n", "")
    assert before.split() == reference.split()


@pytest.mark.parametrize("stem", ["conv2d", "conv1d_joins", "conv3d_bias_act", "conv_transpose2d_any_joins"])
def test_a_variant_is_judged_right(stem):
    variant = family_of(f"{stem}_wide")[0]
    assert variant.schedule == "wide" == COMPOSITIONS[f"{stem}_wide"].schedule
    fields = {"source": variant.source} | vars(variant) | {"canonical": canonical_answer(variant)}
    assert judge_variant(fields, "cpu")["reason"] == ""
