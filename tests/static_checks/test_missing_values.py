"""What an answer computes in another form than its prompt is there; what it leaves out is found."""

import pytest

from python_to_triton import codegen
from python_to_triton.static_checks import first_fault

HOST = """

def translated({arguments}):
    a0 = a0.contiguous()
    n_cols = a0.shape[-1]
    n_rows = a0.numel() // n_cols
    y = {result}
    kernel[(n_rows,)]({arguments}, y, n_cols, {options}BLOCK=1024)
    return y
"""
OF_ROWS = "a0.new_empty(a0.shape[:-1])"
WHOLE = "torch.empty_like(a0)"


def answer_of(*lines, arguments="a0", parameters="", result=WHOLE, options=""):
    """An answer whose kernel has a row a program and these lines."""
    pointers = ", ".join(f"{name}_ptr" for name in arguments.split(", "))
    head = f"@triton.jit\ndef kernel({pointers}, y_ptr, n_cols, {parameters}BLOCK: tl.constexpr):"
    first = ["row = tl.program_id(0).to(tl.int64)"]
    body = "".join(f"\n    {line}" for line in (*first, *lines))
    return head + body + "\n" + HOST.format(arguments=arguments, result=result, options=options)


def loop(*lines):
    """Lines of a loop over the blocks of a row."""
    head = [
        "cols = start + tl.arange(0, BLOCK)",
        "a0 = tl.load(a0_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0)",
    ]
    return ["for start in range(0, n_cols, BLOCK):", *(f"    {line}" for line in (*head, *lines))]


def prompt_of(*lines, arguments="a0: f32[A, B]"):
    """A prompt of these lines."""
    return "\n".join([f"f({arguments})", *lines])


STORED = "tl.store(y_ptr + row * n_cols + cols, v2, mask=cols < n_cols)"
DEVIATION = prompt_of("v0 = mean(a0, dim=-1, keepdim=True)", "v1 = sub(a0, v0)", "v2 = abs(v1)", "return v2")


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        ("v2 = tl.abs(v1)", None),
        ("v2 = v1", "v2 does not have the prompt's value"),
        ("y = v1", "v2 is computed nowhere"),
    ],
)
def test_a_mean_that_is_put_right_is_a_mean(last, reason):
    answer = answer_of(
        "total = tl.zeros([BLOCK], dtype=tl.float32)",
        *loop("total += tl.where(cols < n_cols, a0, 0.0)"),
        "v0 = tl.sum(total, axis=0) / n_cols",
        "drift = tl.zeros([BLOCK], dtype=tl.float32)",
        *loop("drift += tl.where(cols < n_cols, a0 - v0, 0.0)"),
        "correction = tl.sum(drift, axis=0) / n_cols",
        *loop("v1 = a0 - v0 - correction", last, STORED.replace("v2", last.split()[0])),
    )
    found = first_fault(answer, DEVIATION)
    assert (found and found.reason) == reason


@pytest.mark.parametrize(
    ("root", "reason"),
    [("tl.maximum(tl.sqrt(total), 0.5)", None), ("tl.sqrt(total)", "v2 is computed nowhere")],
)
def test_a_root_may_be_taken_where_it_is_read(root, reason):
    prompt = prompt_of(
        "v0 = norm(a0, dim=-1, keepdim=True)", "v1 = clamp(v0, min=0.5)", "v2 = div(a0, v1)", "return v2"
    )
    answer = answer_of(
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)",
        *loop("lanes += a0 * a0"),
        "total = tl.sum(lanes, axis=0)",
        f"root = {root}",
        *loop("y = a0 / root", STORED.replace("v2", "y")),
    )
    found = first_fault(answer, prompt)
    assert (found and found.reason) == reason


@pytest.mark.parametrize(("sign", "reason"), [("-", None), ("+", "v2 is computed nowhere")])
def test_what_is_made_of_two_results_is_found_with_both(sign, reason):
    prompt = prompt_of("v0 = amax(a0, dim=-1)", "v1 = amin(a0, dim=-1)", "v2 = sub(v0, v1)", "return v2")
    answer = codegen.source_by_rules(prompt)
    assert answer.count("of_row0 - of_row1") == 1
    found = first_fault(answer.replace("of_row0 - of_row1", f"of_row0 {sign} of_row1"), prompt)
    assert (found and found.reason) == reason


@pytest.mark.parametrize(("number", "reason"), [("-1 / 8", None), ("1 / 8", "v1 is computed nowhere")])
def test_numbers_of_the_host_may_be_arithmetic(number, reason):
    prompt = prompt_of("v0 = sum(a0, dim=-1)", "v1 = div(v0, -8)", "return v1")
    answer = answer_of(
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)",
        *loop("lanes += tl.where(cols < n_cols, a0, 0.0)"),
        "y = tl.sum(lanes, axis=0) * ALPHA",
        "tl.store(y_ptr + row, y)",
        parameters="ALPHA: tl.constexpr, ",
        result=OF_ROWS,
        options=f"ALPHA={number}, ",
    )
    found = first_fault(answer, prompt)
    assert (found and found.reason) == reason


def test_a_mask_is_true_or_not():
    prompt = prompt_of(
        "v0 = mul(a0, a1)", "v1 = sum(v0, dim=-1)", "return v1", arguments="a0: f32[A, B], a1: bool[A, B]"
    )
    kept = "a1 = tl.load(a1_ptr + row * n_cols + cols, mask=cols < n_cols, other=0)"
    lines = ("lanes += tl.where(a1, a0, 0.0 * a0)", "lanes += a0")
    faults = [
        first_fault(
            answer_of(
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)",
                *loop(kept, line),
                "tl.store(y_ptr + row, tl.sum(lanes, axis=0))",
                arguments="a0, a1",
                result=OF_ROWS,
            ),
            prompt,
        )
        for line in lines
    ]
    assert faults[0] is None and faults[1].reason == "v0 is computed nowhere"


COMPOSED = """@triton.jit
def region0_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, tl.abs(x), mask=mask)


def region0(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    region0_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y


@triton.jit
def region1_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, tl.exp(x), mask=mask)


def region1(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    region1_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y


def translated(a0):
    v0 = region0(a0)
    v1 = region1(v0)
    return v1
"""


def test_parts_of_a_composed_answer_pass_values_on():
    assert first_fault(COMPOSED, prompt_of("v0 = abs(a0)", "v1 = exp(v0)", "return v1")) is None


def test_calls_of_a_composed_answer_are_checked():
    answer = COMPOSED.replace("region1(v0)", "region1(v0, v0)")
    assert answer != COMPOSED
    fault = first_fault(answer, prompt_of("v0 = abs(a0)", "v1 = exp(v0)", "return v1"))
    assert fault and answer.splitlines()[fault.line - 1].strip() == "v1 = region1(v0, v0)"


def test_a_host_function_that_nothing_calls_makes_no_answer_a_composed_one():
    prompt = prompt_of("v0 = abs(a0)", "v1 = exp(v0)", "return v1")
    wrong = codegen.source_by_rules(prompt).replace("tl.exp(", "tl.sin(")
    alone = first_fault(wrong, prompt)
    beside = first_fault(f"{wrong}\n\ndef helper(x):\n    return x\n", prompt)
    assert alone and alone == beside


def test_parts_of_a_composed_answer_have_names_of_their_own():
    """`v0` of the second part is the prompt's v1, and made of what the prompt has not."""
    answer = COMPOSED.replace("tl.exp(x)", "v0").replace("    tl.store", "    v0 = tl.exp(x)\n    tl.store")
    assert answer != COMPOSED
    assert first_fault(answer, prompt_of("v0 = sum(a0, dim=-1)", "v1 = exp(v0)", "return v1")) is None
