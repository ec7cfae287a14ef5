"""Answers with the names of their prompts: what is renamed, what is not, and that nothing else changes."""

import re

import pytest
import torch
from pointwise import SILU, answer_of, prompt_of

from python_to_triton import frontend, verification
from python_to_triton.frontend import GraphError
from python_to_triton.static_checks import named


def after_loads(answer):
    """What a kernel of `answer_of` does after its loads."""
    return [line.strip() for line in answer.split("\n\n\n")[0].split("\n")[4:] if "tl.load" not in line]


def passes(answer, prompt):
    """Whether an answer computes what its prompt says."""
    parsed = frontend.parse(prompt)
    torch.manual_seed(0)
    cases = [tuple(torch.randn(shape) for _ in range(parsed.arity)) for shape in ((1, 1), (3, 33))]
    return verification.judge(answer, lambda *inputs: parsed.run(*inputs), cases, device="cpu").ok


def test_every_value_has_its_own_variable_under_the_name_of_the_prompt():
    answer = answer_of(
        "x, w",
        "x_old = x  # what it was",
        "x *= w",
        "x = x_old * tl.sigmoid(x)",
        "x += 0.5 + 0.5",
        "tl.store(y_ptr + offsets, x, mask=mask)",
    )
    result = named(answer, SILU)
    assert after_loads(result) == [
        "v0 = a0 * a1",
        "v1 = tl.sigmoid(v0)",
        "v2 = a0 * v1",
        "v3 = v2 + (0.5 + 0.5)",
        "tl.store(y_ptr + offsets, v3, mask=mask)",
    ]
    assert (
        "def kernel(a0_ptr, a1_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):" in result
        and "    a1 = tl.load(a1_ptr + offsets" in result
    )
    assert "def translated(a0, a1):\n    a0, a1 = a0.contiguous(), a1.contiguous()\n    y = torch" in result
    assert passes(answer, SILU) and passes(result, SILU)
    assert named(result, SILU) == result, "naming twice is naming once"


def test_temporaries_of_an_operation_keep_their_names():
    prompt = prompt_of(1, "v0 = softplus(a0)", "v1 = neg(v0)", "return v1")
    answer = answer_of(
        "x",
        "t = tl.exp(-tl.abs(x))",
        "u = 1.0 + t",
        "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))",
        "x = tl.maximum(x, 0.0) + t",
        "x = -x",
        "tl.store(y_ptr + offsets, x, mask=mask)",
    )
    assert after_loads(named(answer, prompt)) == [
        "t = tl.exp(-tl.abs(a0))",
        "u = 1.0 + t",
        "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))",
        "v0 = tl.maximum(a0, 0.0) + t",
        "v1 = -v0",
        "tl.store(y_ptr + offsets, v1, mask=mask)",
    ]


def test_equal_values_are_distinguished_by_their_order():
    prompt = prompt_of(1, "v0 = relu(a0)", "v1 = leaky_relu(v0)", "v2 = relu(v1)", "return v2")
    answer = answer_of(
        "x",
        "x = tl.maximum(x, 0.0)",
        "x = tl.where(x > 0.0, x, 0.01 * x)",
        "x = tl.maximum(x, 0.0)",
        "tl.store(y_ptr + offsets, x, mask=mask)",
    )
    assert after_loads(named(answer, prompt))[:3] == [
        "v0 = tl.maximum(a0, 0.0)",
        "v1 = tl.where(v0 > 0.0, v0, 0.01 * v0)",
        "v2 = tl.maximum(v1, 0.0)",
    ]


def test_what_equals_no_value_of_the_prompt_keeps_its_name_and_gives_way():
    prompt = prompt_of(1, "v0 = exp(a0)", "return v0")
    answer = answer_of(
        "x", "v0 = x * 3.0", "a0 = v0 - x", "y = tl.exp(a0 - x)", "tl.store(y_ptr + offsets, y, mask=mask)"
    )
    assert after_loads(named(answer, prompt)) == [
        "v0_ = a0 * 3.0",
        "a0_ = v0_ - a0",
        "v0 = tl.exp(a0_ - a0)",
        "tl.store(y_ptr + offsets, v0, mask=mask)",
    ]


def test_independent_statements_come_in_the_order_of_the_prompt():
    prompt = prompt_of(2, "v0 = sin(a0)", "v1 = exp(a1)", "v2 = mul(v1, 3)", "v3 = sub(v0, v2)", "return v3")
    answer = answer_of(
        "x, w",
        "t = tl.exp(w)",
        "h1 = t * 3.0",
        "t = 1.0 * x",
        "h2 = tl.sin(t)",
        "y = h2 - h1",
        "tl.store(y_ptr + offsets, y, mask=mask)",
    )
    result = named(answer, prompt)
    assert after_loads(result)[-3:] == [
        "v2 = v1 * 3.0",
        "v3 = v0 - v2",
        "tl.store(y_ptr + offsets, v3, mask=mask)",
    ]
    assert after_loads(result).index("v0 = tl.sin(t)") < after_loads(result).index(
        "v1 = tl.exp(a1)"
    ) and passes(result, prompt)


MATMUL = """@triton.jit
def kernel(x_ptr, w_ptr, y_ptr, M, N, K, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        k = start + tl.arange(0, BLOCK)
        x_mask = (rows < M)[:, None] & (k < K)[None, :]
        w_mask = (k < K)[:, None] & (columns < N)[None, :]
        x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=x_mask, other=0.0)
        w = tl.load(w_ptr + k[:, None] * N + columns[None, :], mask=w_mask, other=0.0)
        acc += tl.dot(x, w, input_precision="ieee")
    x = acc * 0.5
    x = tl.maximum(x, 0.0) + acc
    mask = (rows < M)[:, None] & (columns < N)[None, :]
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], x, mask=mask)


def translated(w, x):
    x, w = x.contiguous(), w.contiguous()
    y = x.new_empty(x.shape[0], w.shape[1])
    grid = (triton.cdiv(x.shape[0], 16), triton.cdiv(w.shape[1], 16))
    kernel[grid](x, w, y_ptr=y, M=x.shape[0], N=w.shape[1], K=x.shape[1],
                 BLOCK=16)
    return y"""


def test_the_result_of_an_anchor_is_found_by_what_follows_it():
    lines = "v0 = matmul(a1, a0)", "v1 = mul(v0, 0.5)", "v2 = relu(v1)", "v3 = add(v2, v0)", "return v3"
    prompt = "\n".join(["f(a0: f32[A, B], a1: f32[C, A])", *lines])
    result = named(MATMUL, prompt)
    for line in (
        "def kernel(a0_ptr, a1_ptr, y_ptr",
        "v0 = tl.zeros(",
        "a1 = tl.load(a1_ptr + rows",
        "v0 += tl.dot(a1, a0, ",
        "v1 = v0 * 0.5",
        "v2 = tl.maximum(v1, 0.0)\n    v3 = v2 + v0",
        "columns[None, :], v3, mask",
        "def translated(a0, a1):",
        "a0, a1 = a0.contiguous(), a1.contiguous()",
        "kernel[grid](a0, a1, y_ptr=y, M=a1.shape[0], N=a0.shape[1], K=a1.shape[1],\n"
        "                 BLOCK=16)",
    ):
        assert line in result, f"{line}\n{result}"


def test_parts_that_are_values_of_the_prompt_get_statements_of_their_own():
    prompt = prompt_of(
        3,
        "v0 = mul(a0, a1)",
        "v1 = elu(v0)",
        "v2 = mul(v1, a1)",
        "v3 = add(v2, a2)",
        "v4 = gt(v3, 0)",
        "v5 = where(v4, v3, a2)",
        "return v5",
    )
    answer = answer_of(
        "x, w, b",
        "# where every line was one",
        "y = (tl.where(x * w > 0.0, x * w, tl.exp(",
        "             tl.minimum(x * w, 0.0)) - 1.0) * w",
        "     + b)  # ELU",
        "tl.store(y_ptr + offsets, tl.where((y > 0.0), y, b), mask=mask)",
    )
    result = named(answer, prompt)
    assert after_loads(result) == [
        "# where every line was one",
        "v0 = a0 * a1",
        "v1 = tl.where(v0 > 0.0, v0, tl.exp(tl.minimum(v0, 0.0)) - 1.0)",
        "v2 = v1 * a1",
        "v3 = (v2 + a2)  # ELU",
        "v4 = v3 > 0.0",
        "v5 = tl.where(v4, v3, a2)",
        "tl.store(y_ptr + offsets, v5, mask=mask)",
    ]
    assert passes(answer, prompt) and passes(result, prompt) and named(result, prompt) == result


def test_a_part_that_a_statement_computes_twice_is_computed_before_all_that_read_it():
    prompt = prompt_of(
        3,
        "v0 = sigmoid(a0)",
        "v1 = mul(v0, a1)",
        "v2 = sub(1, v0)",
        "v3 = mul(v2, a2)",
        "v4 = add(v1, v3)",
        "return v4",
    )
    answer = answer_of(
        "x, w, b",
        "y = tl.sigmoid(x) * w + (1.0 - tl.sigmoid(x)) * b",
        "tl.store(y_ptr + offsets, y, mask=mask)",
    )
    result = named(answer, prompt)
    assert after_loads(result)[:5] == [
        "v0 = tl.sigmoid(a0)",
        "v1 = v0 * a1",
        "v2 = 1.0 - v0",
        "v3 = v2 * a2",
        "v4 = v1 + v3",
    ]
    assert passes(result, prompt)


ROWS = """@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n + columns, mask=columns < n, other=0.0)
        total += tl.sum(tl.where(columns < n, tl.exp(x * 0.5), 0.0), axis=0)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n + columns, mask=columns < n, other=0.0)
        z = tl.exp(x * 0.5)
        tl.store(y_ptr + row * n + columns, z / (total + 1.0), mask=columns < n)


def translated(x):
    y = torch.empty_like(x)
    kernel[(x.shape[0],)](x.contiguous(), y, x.shape[1], BLOCK=16)
    return y"""


def test_what_a_loop_computes_stays_in_it_and_another_loop_has_the_same_names():
    prompt = prompt_of(
        1,
        "v0 = mul(a0, 0.5)",
        "v1 = exp(v0)",
        "v2 = sum(v1, dim=-1, keepdim=True)",
        "v3 = add(v2, 1)",
        "v4 = div(v1, v3)",
        "return v4",
    )
    result = named(ROWS, prompt)
    first, second = result.split("    for start")[1:]
    assert (
        "\n        v0 = a0 * 0.5\n        v1 = tl.exp(v0)\n"
        "        v2 += tl.sum(tl.where(columns < n, v1, 0.0), axis=0)\n" in first
    ), result
    assert (
        "\n        v0 = a0 * 0.5\n        v1 = tl.exp(v0)\n        v3 = v2 + 1.0\n        v4 = v1 / v3\n"
        in second
    ), result
    assert passes(ROWS, prompt) and passes(result, prompt)


def test_a_result_is_made_of_the_arguments_that_its_place_is_made_of():
    prompt = prompt_of(
        2, "v0 = sum(a0)", "v1 = mul(v0, 2)", "v2 = sum(a1)", "v3 = exp(v2)", "v4 = add(v1, v3)", "return v4"
    )
    answer = answer_of(
        "x, w",
        "left = tl.sum(w, axis=0)",
        "right = tl.sum(x, axis=0)",
        "y = right * 2.0 + tl.exp(left)",
        "tl.store(y_ptr, y)",
    )
    assert after_loads(named(answer, prompt)) == [
        "v0 = tl.sum(a0, axis=0)",
        "v1 = v0 * 2.0",
        "v2 = tl.sum(a1, axis=0)",
        "v3 = tl.exp(v2)",
        "v4 = v1 + v3",
        "tl.store(y_ptr, v4)",
    ]


def test_pieces_of_one_argument_are_found_together():
    prompt = prompt_of(
        1,
        "v0 = chunk(a0, chunks=2, dim=-1, index=0)",
        "v1 = chunk(a0, chunks=2, dim=-1, index=1)",
        "v2 = mul(v0, v1)",
        "v3 = add(v2, v1)",
        "return v3",
    )
    answer = answer_of(
        "x",
        "z = tl.load(x_ptr + n_elements + offsets, mask=mask)",
        "x = x * z",
        "x += z",
        "tl.store(y_ptr + offsets, x, mask=mask)",
    )
    result = named(answer, prompt)
    assert "v0 = tl.load(a0_ptr + offsets" in result and "v1 = tl.load(a0_ptr + n_elements" in result
    assert after_loads(result)[:2] == ["v2 = v0 * v1", "v3 = v2 + v1"]


GATES = """f(a0: f32[A, B], a1: f32[A, B])
v0 = chunk(a0, chunks=2, dim=-1, index=1)
v1 = chunk(a1, chunks=2, dim=-1, index=1)
v2 = add(v0, v1)
v3 = chunk(a0, chunks=2, dim=-1, index=0)
v4 = chunk(a1, chunks=2, dim=-1, index=0)
v5 = add(v3, v4)
v6 = mul(v2, v5)
return v6"""


def gates(addresses, x, w):
    """The named kernel of GATES that reads the second gates at x and w."""
    loads = f"x_1 = tl.load({x}, mask=mask)", f"w_1 = tl.load({w}, mask=mask)"
    result = named(
        answer_of(
            "x, w", addresses, *loads, "x = (x + w) * (x_1 + w_1)", "tl.store(y_ptr + offsets, x, mask=mask)"
        ),
        GATES,
    )
    assert named(result, GATES) == result
    return result


@pytest.mark.parametrize(
    "addresses, x, w",
    [
        (
            "x_ptrs, w_ptrs = x_ptr + offsets, w_ptr + offsets",
            "x_ptrs + n_elements",
            "w_ptrs + 1 * n_elements",
        ),
        ("third = 2 * n_elements + offsets", "x_ptr + (third - n_elements)", "n_elements + offsets + w_ptr"),
    ],
)
def test_the_text_of_an_address_identifies_the_part_that_is_read(addresses, x, w):
    result = gates(addresses, x, w)
    assert (
        "v3 = tl.load(a0_ptr + offsets," in result
        and "v4 = tl.load(a1_ptr + offsets," in result
        and "v0 = tl.load(" in result
    )
    assert all(line in result for line in ("v2 = v0 + v1", "v5 = v3 + v4", "v6 = v5 * v2"))


def test_parts_whose_address_does_not_identify_them_keep_their_names():
    result = gates("second = tl.where(mask, offsets + n_elements, 0)", "x_ptr + second", "w_ptr + second")
    assert after_loads(result)[1:] == [
        "x = (a0 + a1) * (x_1 + w_1)",
        "tl.store(y_ptr + offsets, x, mask=mask)",
    ]


@pytest.mark.parametrize(
    "parts, names_of_loads", [(("start=1", "end=-1"), "v1 v0"), (("end=-1", "start=1"), "v0 v1")]
)
def test_slices_are_distinguished_by_where_they_start(parts, names_of_loads):
    prompt = prompt_of(
        1,
        *(f"v{place} = slice(a0, dim=-1, {part})" for place, part in enumerate(parts)),
        "v2 = maximum(v0, v1)",
        "v3 = neg(v2)",
        "return v3",
    )
    result = named(
        answer_of(
            "x",
            "z = tl.load(x_ptr + offsets + 1)",
            "x = tl.maximum(x, z)",
            "tl.store(y_ptr + offsets, -x, mask=mask)",
        ),
        prompt,
    )
    assert " ".join(line.split()[0] for line in result.split("\n") if "tl.load" in line) == names_of_loads


def test_a_number_that_the_host_passes_identifies_a_part():
    prompt = prompt_of(
        1,
        "v0 = chunk(a0, chunks=3, dim=-1, index=2)",
        "v1 = chunk(a0, chunks=3, dim=-1, index=0)",
        "v2 = mul(v0, v1)",
        "return v2",
    )
    answer = answer_of(
        "x",
        "z = tl.load(x_ptr + offsets + at * n_elements, mask=mask)",
        "x = x * z",
        "tl.store(y_ptr + offsets, x, mask=mask)",
    )
    answer = (
        answer.replace("n_elements, BLOCK", "n_elements, at, BLOCK")
        .replace("x.numel(), BLOCK", "x.numel(), at, BLOCK")
        .replace("    y = ", "    chunks, at = 3, 2\n    y = ")
    )
    result = named(answer, prompt)
    assert (
        "v1 = tl.load(a0_ptr + offsets," in result
        and "v0 = tl.load(a0_ptr + offsets + at * n_elements" in result
        and "v2 = v1 * v0" in result
    )


def test_a_while_loop_keeps_one_variable_for_what_it_changes():
    answer = answer_of(
        "x",
        "i = 0",
        "while i < n_elements:",
        "    x = x * 2.0",
        "    i += n_elements",
        "x = tl.exp(x)",
        "tl.store(y_ptr + offsets, x, mask=mask)",
    )
    result = after_loads(named(answer, prompt_of(1, "v0 = mul(a0, 2)", "v1 = exp(v0)", "return v1")))
    [loop] = [line for line in result if "2.0" in line]
    assert re.fullmatch(r"(\w+) = \1 \* 2.0", loop) and f"tl.exp({loop.split()[0]})" in "".join(result), (
        result
    )


def test_a_prompt_with_an_unknown_operation_is_refused():
    with pytest.raises(GraphError):
        named(MATMUL, "f(a0: f32[A])\nv0 = nothing(a0)\nreturn v0")
