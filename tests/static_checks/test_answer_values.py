"""Which values of its prompt each line of an answer has, and that it has none where that is not known."""

import pytest
from pointwise import SILU, answer_of, prompt_of

from python_to_triton.frontend import GraphError
from python_to_triton.static_checks import named, values_on_lines

STORE = "tl.store(y_ptr + offsets, {}, mask=mask)"


def marked(answer, prompt):
    """{a line of an answer that has names: the names, in one text}."""
    lines = answer.split("\n")
    found = values_on_lines(answer, prompt)
    assert len(found) == len(lines)
    return {line.strip(): " ".join(names) for line, names in zip(lines, found) if names}


def statements(found):
    """The names of the lines that are no loads."""
    return {line: names for line, names in found.items() if "tl.load" not in line}


def test_an_answer_in_the_names_of_its_prompt():
    answer = answer_of(
        "a0, a1",
        "v0 = a0 * a1",
        "v1 = tl.sigmoid(v0)",
        "v3 = v1 * a0 + 1.0",
        STORE.format("v3"),
    )
    found = marked(answer, SILU)
    assert [names for line, names in found.items() if "tl.load" in line] == ["a0", "a1"]
    assert statements(found) == {
        "v0 = a0 * a1": "v0",
        "v1 = tl.sigmoid(v0)": "v1",
        "v3 = v1 * a0 + 1.0": "v2 v3",
        STORE.format("v3"): "v3",
    }


def test_an_answer_in_names_of_its_own_has_the_same_values():
    answer = answer_of(
        "x, w", "z = x * w", "gate = tl.sigmoid(z)", "z = gate * x", "z += 1.0", STORE.format("z")
    )
    own = values_on_lines(answer, SILU)
    assert own == values_on_lines(named(answer, SILU), SILU)
    assert [names for names in own if names] == [
        ("a0",),
        ("a1",),
        ("v0",),
        ("v1",),
        ("v2",),
        ("v3",),
        ("v3",),
    ]


def test_a_variable_whose_name_is_wrong_has_its_value():
    answer = answer_of(
        "a0, a1", "v1 = a0 * a1", "v0 = tl.sigmoid(v1)", "v3 = v0 * a0 + 1.0", STORE.format("v3")
    )
    found = statements(marked(answer, SILU))
    assert found.get("v1 = a0 * a1") in (None, "v0") and found.get("v0 = tl.sigmoid(v1)") in (None, "v1")


def test_temporaries_belong_to_the_one_value_that_they_lead_to():
    prompt = prompt_of(1, "v0 = softplus(a0)", "v1 = neg(v0)", "return v1")
    answer = answer_of(
        "a0",
        "t = tl.exp(-tl.abs(a0))",
        "u = 1.0 + t",
        "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))",
        "v0 = tl.maximum(a0, 0.0) + t",
        "v1 = -v0",
        STORE.format("v1"),
    )
    assert [*statements(marked(answer, prompt)).values()] == ["v0", "v0", "v0", "v0", "v1", "v1"]


def test_a_temporary_of_two_values_has_no_name():
    prompt = prompt_of(1, "v0 = sinh(a0)", "v1 = cosh(a0)", "v2 = mul(v0, v1)", "return v2")
    shared = "e = tl.exp(a0)"
    answer = answer_of(
        "a0",
        shared,
        "v0 = (e - 1.0 / e) * 0.5",
        "v1 = (e + 1.0 / e) * 0.5",
        "v2 = v0 * v1",
        STORE.format("v2"),
    )
    found = statements(marked(answer, prompt))
    assert shared not in found and [*found.values()] == ["v0", "v1", "v2", "v2"]


def test_an_expression_that_only_keeps_a_value_does_not_compute_it():
    prompt = prompt_of(1, "v0 = exp(a0)", "v1 = add(v0, a0)", "v2 = mul(v1, v0)", "return v2")
    answer = answer_of("a0", "v0 = tl.exp(a0)", "v1 = tl.abs(v0) + a0", "v2 = v1 * v0", STORE.format("v2"))
    assert statements(marked(answer, prompt))["v1 = tl.abs(v0) + a0"] == "v1"


ROWS = """@triton.jit
def share_kernel(a0_ptr, partial_ptr, n_cols, share, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    start = tl.program_id(1) * share
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for at in range(start, start + share, BLOCK):
        cols = at + tl.arange(0, BLOCK)
        a0 = tl.load(a0_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += a0
    tl.store(partial_ptr + row * 2 + tl.program_id(1), tl.sum(lanes, axis=0))


@triton.jit
def kernel(partial_ptr, a1_ptr, y_ptr):
    row = tl.program_id(0)
    total = tl.load(partial_ptr + row * 2) + tl.load(partial_ptr + row * 2 + 1)
    a1 = tl.load(a1_ptr + row).to(tl.float32)
    v1 = total * a1
    tl.store(y_ptr + row, v1)


def translated(a0, a1):
    n_rows, n_cols = a0.shape
    partial = torch.empty((n_rows, 2), dtype=torch.float32, device=a0.device)
    y = torch.empty_like(a1)
    share_kernel[(n_rows, 2)](a0, partial, n_cols, triton.cdiv(n_cols, 2), BLOCK=64)
    kernel[(n_rows,)](partial, a1, y)
    return y"""
SUM = "f(a0: f32[A, B], a1: f32[A])\nv0 = sum(a0, dim=-1)\nv1 = mul(v0, a1)\nreturn v1"


def test_what_leads_to_a_value_is_followed_through_a_buffer():
    found = marked(ROWS, SUM)
    assert found["lanes += a0"] == found["lanes = tl.zeros([BLOCK], dtype=tl.float32)"] == "v0"
    assert found["tl.store(partial_ptr + row * 2 + tl.program_id(1), tl.sum(lanes, axis=0))"] == "v0"
    assert found["v1 = total * a1"] == found["tl.store(y_ptr + row, v1)"] == "v1"
    assert not [line for line in found if line.startswith(("row", "cols", "start", "for", "def", "y ="))]


def test_a_result_that_a_kernel_reads_again_is_not_known_by_its_place():
    answer = answer_of(
        "a0",
        "tl.store(y_ptr + offsets, a0 * 3.0, mask=mask)",
        "t = tl.load(y_ptr + offsets, mask=mask, other=0.0)",
        "tl.store(y_ptr + offsets, t - a0, mask=mask)",
    )
    prompt = prompt_of(1, "v0 = mul(a0, 2)", "return v0")
    assert statements(marked(answer, prompt)) == {}


def test_views_have_the_lines_of_what_they_show_where_nothing_else_reads_it():
    answer = answer_of("a0, a1", "v1 = a0 + a1", "v2 = v1 * a0", STORE.format("v2"))
    once = prompt_of(
        2, "v0 = transpose(a1, dim0=-2, dim1=-1)", "v1 = add(a0, v0)", "v2 = mul(v1, a0)", "return v2"
    )
    found = marked(answer, once)
    assert [names for line, names in found.items() if "tl.load" in line] == ["a0", "a1 v0"]
    twice = prompt_of(
        2, "v0 = transpose(a1, dim0=-2, dim1=-1)", "v1 = add(a1, v0)", "v2 = mul(v1, a0)", "return v2"
    )
    assert "v0" not in " ".join(marked(answer, twice).values())


def test_parts_of_an_argument_have_the_name_of_the_part():
    prompt = "f(a0: f32[A, 8])\nv0 = chunk(a0, chunks=2, dim=-1)\nv1 = chunk(a0, chunks=2, dim=-1, index=1)\n"
    prompt += "v2 = mul(v0, v1)\nreturn v2"
    answer = answer_of(
        "a0",
        "v0 = tl.load(a0_ptr + offsets, mask=mask, other=0.0)",
        "v1 = tl.load(a0_ptr + offsets + n_elements, mask=mask, other=0.0)",
        "v2 = v0 * v1",
        STORE.format("v2"),
    ).replace("    a0 = tl.load(a0_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n", "")
    assert [*marked(answer, prompt).values()] == ["a0 v0", "a0 v1", "v2", "v2"]


@pytest.mark.parametrize("answer", ["", "def translated(a0:", "def other(a0):\n    return a0", "x = 3\n" * 4])
def test_a_text_that_is_no_answer_has_no_names(answer):
    assert values_on_lines(answer, SILU) == [()] * len(answer.split("\n"))


def test_a_prompt_that_is_none_is_an_error():
    with pytest.raises(GraphError):
        values_on_lines(answer_of("a0", STORE.format("a0")), "f(a0")
