"""Right answers in the styles of experts are accepted: each refusal is named here."""

import pytest
from experts_layouts import LAYOUT_EXPERTS
from experts_pointwise import POINTWISE_EXPERTS
from experts_products import PRODUCT_EXPERTS
from experts_rows import ROW_EXPERTS
from experts_tuning import TUNING_EXPERTS

from python_to_triton.verification import judge

EXPERTS = POINTWISE_EXPERTS | ROW_EXPERTS | PRODUCT_EXPERTS | LAYOUT_EXPERTS | TUNING_EXPERTS
REFUSED = {}  # name: why


def test_names_are_unique_and_few_are_refused():
    tables = (POINTWISE_EXPERTS, ROW_EXPERTS, PRODUCT_EXPERTS, LAYOUT_EXPERTS, TUNING_EXPERTS)
    assert len(EXPERTS) == sum(map(len, tables)) >= 60
    assert REFUSED.keys() <= EXPERTS.keys() and len(REFUSED) <= 0.05 * len(EXPERTS)


@pytest.mark.parametrize("name", EXPERTS)
def test_expert_is_accepted(name):
    candidate, program, cases = EXPERTS[name]
    verdict = judge(candidate, program, cases)
    if name in REFUSED:
        assert not verdict.ok and REFUSED[name] in verdict.reason, verdict
    else:
        assert verdict.ok, verdict
