"""Right answers in the styles of experts are accepted: each refusal is named here."""

import pytest
from experts_layouts import LAYOUT_EXPERTS
from experts_pointwise import POINTWISE_EXPERTS
from experts_products import PRODUCT_EXPERTS
from experts_rows import ROW_EXPERTS

from python_to_triton.verification import judge

EXPERTS = POINTWISE_EXPERTS | ROW_EXPERTS | PRODUCT_EXPERTS | LAYOUT_EXPERTS
REFUSED = {  # name: why
    "axpy, autotuned": "decorates",
    "leaky ReLU, an even number by heuristics": "decorates",
    "GELU by libdevice's tanh": "imports",
    "GELU by libdevice's erf": "imports",
    "tanh by a sigmoid": "x0.01",
    "tanh by an exponential": "x0.01",
    "softplus by log1p": "imports",
    "ELU by expm1": "imports",
    "power by libdevice": "imports",
    "rows to int8 with their scale": "imports",
    "Welford's mean and variance by tl.reduce": "a row at 10000",
    "cross entropy": "a row at 10000",
    "cross entropy, some labels ignored": "a row at 10000",
    "sum by atomics into .zero_()": ".zero_",
    "swizzled product of float16, autotuned": "decorates",
    "swizzled product of bfloat16, one transposed": "decorates",
    "product by tensor descriptors": "make_tensor_descriptor",
    "product by the host's tensor descriptors": "imports",
}


def test_names_are_unique_and_few_are_refused():
    tables = (POINTWISE_EXPERTS, ROW_EXPERTS, PRODUCT_EXPERTS, LAYOUT_EXPERTS)
    assert len(EXPERTS) == sum(map(len, tables)) >= 60
    assert REFUSED.keys() <= EXPERTS.keys() and len(REFUSED) <= 0.25 * len(EXPERTS)


@pytest.mark.parametrize("name", EXPERTS)
def test_expert_is_accepted(name):
    candidate, program, cases = EXPERTS[name]
    verdict = judge(candidate, program, cases)
    if name in REFUSED:
        assert not verdict.ok and REFUSED[name] in verdict.reason, verdict
    else:
        assert verdict.ok, verdict
