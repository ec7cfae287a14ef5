"""Reads and writes of kernels are followed by their text, wrong ones are found, and nothing is executed."""

import pytest
from pointwise import prompt_of

from python_to_triton.static_checks.findings import NotFollowed
from python_to_triton.static_checks.memory_accesses.checks import AccessCheck, first_fault_of_accesses
from python_to_triton.static_checks.memory_accesses.expected_elements import expected_elements

FLAT = """@triton.jit
def kernel(a0_ptr, a1_ptr, y_ptr, n_elements, T, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a0 = tl.load(a0_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    a1 = tl.load(a1_ptr + {place}, mask=mask, other=0.0).to(tl.float32)
    v1 = a0 * a1
    tl.store(y_ptr + {target}, v1, mask=mask)


def translated(a0, a1):
    a0, a1 = a0.contiguous(), a1.contiguous()
    B, T, C = a0.shape
    y = torch.empty({shape}, dtype=a0.dtype, device=a0.device)
    grid = (triton.cdiv({count}, 16),)
    kernel[grid](a0, a1, y, a0.numel(), T, C, BLOCK=16)
    return y"""
FIXED = dict(place="offsets // (T * C)", target="offsets", shape="(B, T, C)", count="y.numel()")
SCALED = "f(a0: f32[A, B, C], a1: f32[A])\nv0 = reshape(a1, shape=[A, 1, 1])\nv1 = mul(a0, v0)\nreturn v1"


def fault_in(answer, prompt):
    """(line, reason), or None."""
    found = first_fault_of_accesses(answer, prompt)
    return found and (found.line, found.reason)


def check_accesses(answer, expected):
    """Follows an answer at one set of sizes."""
    AccessCheck(answer, expected).run()


def reason_in(answer, prompt):
    """(the faulty line, why), or None."""
    found = first_fault_of_accesses(answer, prompt)
    return found and (answer.split("\n")[found.line - 1].strip(), found.reason)


def test_a_shape_is_taken_apart_into_as_many_names_as_it_has():
    answer = FLAT.format(**FIXED)
    line = "B, T, C = a0.shape"
    assert reason_in(answer.replace(line, "B, T, C = a0.shape[1:]"), SCALED) == (
        "B, T, C = a0.shape[1:]",
        "takes 2 values apart into 3 names",
    )
    assert reason_in(answer.replace(line, "B, *_, T, C = a0.shape"), SCALED) is None


@pytest.mark.parametrize(
    "change, line, reason",
    [
        ({}, None, None),
        ({"place": "offsets // C // T"}, None, None),
        ({"place": "offsets // C"}, "a1 = tl.load", "reads a1 outside its bounds (index 4 of 4)"),
        ({"place": "offsets % B_is_unknown"}, None, None),  # cannot be followed
        ({"place": "offsets // (T * C) * 0"}, "a1 = tl.load", "reads other elements of a1 than the prompt"),
        (
            {"target": "offsets + n_elements"},
            "tl.store",
            "writes a tensor outside its bounds (index 24 of 24)",
        ),
        (
            {"target": "(offsets + C) % n_elements"},
            "a0 = tl.load",
            "reads other elements of a0 than the prompt",
        ),
        (
            {"shape": "(B, C, T)"},
            "y = torch.empty",
            "returns a tensor of (4, 3, 2) torch.float32, the prompt one of (4, 2, 3) torch.float32",
        ),
        ({"count": "B"}, "y = torch.empty", "part of this result is never written"),
    ],
)
def test_elements_that_meet_in_a_lane(change, line, reason):
    found = reason_in(FLAT.format(**FIXED | change), SCALED)
    assert found == reason if reason is None else found[0].startswith(line) and found[1] == reason


WINDOW = """@triton.jit
def load_one(a0_ptr, plane, place, L):
    return tl.load(a0_ptr + plane * L + place, mask=(place >= 0) & (place < {limit}), other=float("-inf"))


@triton.jit
def kernel(a0_ptr, y_ptr, L, OL, WINDOW: tl.constexpr, BLOCK: tl.constexpr):
    plane = tl.program_id(0)
    places = tl.arange(0, BLOCK)
    y = tl.full((BLOCK,), float("-inf"), tl.float32)
    for k in range(WINDOW):
        y = tl.maximum(y, load_one(a0_ptr, plane, places + k, L))
    tl.store(y_ptr + plane * OL + places, y, mask=places < OL)


def translated(a0):
    *planes, L = a0.shape
    OL = L - 2 + 1
    y = a0.new_empty(*planes, OL)
    kernel[(a0.numel() // L,)](a0, y, L, OL, WINDOW=2, BLOCK=64)
    return y"""
POOL = "f(a0: f32[A, B, C])\nv0 = max_pool1d(a0, kernel_size=2, stride=1)\nreturn v0"


@pytest.mark.parametrize(
    "limit, found", [("L", None), ("L + 1", (3, "reads a0 outside its bounds (index 24 of 24)"))]
)
def test_loops_and_helpers_are_followed(limit, found):
    assert fault_in(WINDOW.format(limit=limit), POOL) == found


HALVES = prompt_of(
    1,
    "v0 = chunk(a0, chunks=2, dim=-1, index=0)",
    "v1 = chunk(a0, chunks=2, dim=-1, index=1)",
    "v2 = sigmoid(v1)",
    "v3 = mul(v0, v2)",
    "v4 = cat([v3, v2], dim=-1)",
    "return v4",
)
JOINED = """@triton.jit
def kernel(a0_ptr, y_ptr, n_elements, half, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // half * (2 * half) + offsets % half
    v0 = tl.load(a0_ptr + {first}, mask=mask, other=0.0).to(tl.float32)
    v1 = tl.load(a0_ptr + {second}, mask=mask, other=0.0).to(tl.float32)
    v2 = tl.sigmoid(v1)
    v3 = v0 * v2
    tl.store(y_ptr + source, v3, mask=mask)
    tl.store(y_ptr + source + half, v2, mask=mask)


def translated(a0):
    a0 = a0.contiguous()
    half = a0.shape[-1] // 2
    n_elements = a0.numel() // 2
    y = torch.empty_like(a0)
    kernel[(triton.cdiv(n_elements, 64),)](a0, y, n_elements, half, BLOCK=64)
    return y"""


def test_parts_of_an_argument_are_known_by_their_names():
    assert fault_in(JOINED.format(first="source", second="source + half"), HALVES) is None
    assert fault_in(JOINED.format(first="source + half", second="source"), HALVES) == (
        6,
        "reads other elements of v0 than the prompt",
    )
    assert fault_in(JOINED.format(first="source", second="offsets + half"), HALVES) == (
        7,
        "reads other elements of v1 than the prompt",
    )


def test_a_view_of_the_host_has_its_strides():
    answer = """@triton.jit
def kernel(a0_ptr, y_ptr, rows, columns, stride_r, stride_c, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    places = tl.arange(0, BLOCK)
    a0 = tl.load(a0_ptr + row * stride_r + places * stride_c, mask=places < columns, other=0.0)
    v1 = tl.abs(a0)
    tl.store(y_ptr + row * columns + places, v1, mask=places < columns)


def translated(a0):
    x = a0.{view}
    y = torch.empty(x.shape, dtype=a0.dtype, device=a0.device)
    kernel[(x.shape[0],)](x, y, *x.shape, *x.stride(), BLOCK=64)
    return y"""
    prompt = "f(a0: f32[A, B])\nv0 = transpose(a0, dim0=-2, dim1=-1)\nv1 = abs(v0)\nreturn v1"
    assert fault_in(answer.format(view="transpose(-2, -1)"), prompt) is None
    assert fault_in(answer.format(view="reshape(a0.shape[1], a0.shape[0])"), prompt) == (
        5,
        "reads other elements of a0 than the prompt",
    )


POINTWISE = """@triton.jit
def kernel(a0_ptr, a1_ptr, y_ptr, n_elements, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row, column = offsets // C, offsets % C
    {kernel}


def translated(a0, a1):
    a0, a1 = a0.contiguous(), a1.contiguous()
    {host}"""
LOADED = (
    "a0 = tl.load(a0_ptr + {}, mask=mask, other=0.0)\n    tl.store(y_ptr + offsets, tl.exp(a0), mask=mask)"
)
PLAIN = LOADED.format("offsets")
BOTH = PLAIN + "\n    tl.store(y_ptr + n_elements + offsets, tl.sigmoid(a0), mask=mask)"
LAUNCH = "kernel[(1,)](a0, a1, y, a0.numel(), a0.shape[-1], BLOCK=64)"
EMPTY = f"y = torch.empty_like(a0)\n    {LAUNCH}\n    return y"
ROLLED = "v0 = roll(a0, shifts=[1], dim=-1)\nv1 = exp(v0)\nreturn v1"


@pytest.mark.parametrize(
    "prompt, kernel, host",
    [
        (
            "v0 = exp(a0)\nv1 = sigmoid(a0)\nreturn v0, v1",
            BOTH,
            f"y = torch.empty((2, *a0.shape))\n    {LAUNCH}\n    return y[0], y[1]",
        ),  # share a storage
        (
            "v0 = tril(a0)\nreturn v0",
            "keep = mask & (column <= row)\n"
            "    tl.store(y_ptr + offsets, tl.load(a0_ptr + offsets, keep), keep)",
            EMPTY.replace("empty", "zeros"),
        ),
        (
            "v0 = transpose(a0, dim0=0, dim1=1)\nv1 = exp(a0)\nreturn v0, v1",
            PLAIN,
            EMPTY.replace("return y", "return a0.T, y"),
        ),
        (
            "v0 = exp(a0)\nv1 = unsqueeze(v0, dim=0)\nv2 = expand(v1, shape=[3, A, B])\nreturn v2",
            PLAIN,
            EMPTY.replace("return y", "return y.expand(3, *a0.shape)"),
        ),
        (
            "v0 = exp(a0)\nreturn v0",
            PLAIN,
            f"y = torch.empty_like(a0)\n    for _ in range(2):\n"
            f"        {LAUNCH}\n        return y\n    return a0",
        ),
        (
            "v0 = exp(a0)\nreturn v0",
            PLAIN,
            "y = torch.empty_like(a0)\n    for i in range(a0.shape[0]):\n"
            "        kernel[(1,)](a0[i], a1, y[i], a0.shape[1], 1, BLOCK=64)\n    return y",
        ),
        (
            "v0 = add(a0, a1)\nreturn v0",
            "a1 = tl.load(a1_ptr + 2 * offsets, mask=mask)\n"
            "    tl.store(y_ptr + offsets, tl.load(a0_ptr + offsets, mask=mask) + a1, mask=mask)",
            EMPTY.replace("a0, a1", "a0, a1.view(torch.int32)"),
        ),
        (ROLLED, LOADED.format("offsets - 1 + tl.where(column == 0, C, 0)"), EMPTY),
        (
            ROLLED,
            "at = (column - 1) % C\n    " + LOADED.format("row * C + tl.where(at < 0, at + C, at)"),
            EMPTY,
        ),  # as in C
        (
            ROLLED,
            "one = ((row >= 0).to(tl.int32) + (row >= 0).to(tl.int32)) // 2\n    "
            + LOADED.format("row * C + (column + C - one) % C"),
            EMPTY,
        ),
    ],
)
def test_right_answers_have_no_fault(prompt, kernel, host):
    prompt = f"f(a0: f32[A, B], a1: i64[A, B])\n{prompt}"
    check_accesses(
        POINTWISE.format(kernel=kernel, host=host), expected_elements(prompt, 0)
    ) if "int32)" not in host else None
    assert fault_in(POINTWISE.format(kernel=kernel, host=host), prompt) is None


def test_only_what_the_last_launch_leaves_counts():
    scratch = POINTWISE.replace("{kernel}", PLAIN).replace("def kernel", "def fill").split("\n\n\n")[0]
    answer = POINTWISE.format(
        kernel=LOADED.format("row * C + (column + {}) % C"),
        host=EMPTY.replace("kernel[", f"{LAUNCH.replace('kernel', 'fill')}\n    kernel["),
    )
    prompt = f"f(a0: f32[A, B], a1: i64[A, B])\n{ROLLED}"
    assert fault_in(f"{scratch}\n\n\n{answer.format('C - 1')}", prompt) is None
    assert (
        fault_in(f"{scratch}\n\n\n{answer.format('1')}", prompt)[1]
        == "reads other elements of a0 than the prompt"
    )


def test_the_weights_of_a_prelu_are_those_of_its_channels():
    assert expected_elements("f(a0: f32[A, B, C], a1: f32[B])\nv0 = prelu(a0, a1)\nreturn v0", 0).outputs


@pytest.mark.parametrize(
    "host",
    [
        "import os",
        "    open('x', 'w')",
        "    a0.data_ptr()",
        "    a0.apply_(print)",
        "    while True: pass",
        "    x = [0] * 10**12",
    ],
)
def test_nothing_of_an_answer_is_executed(host, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    answer = WINDOW.format(limit="L + 1").replace(
        "    *planes, L", f"{host}\n    *planes, L" if host[0] == " " else "    *planes, L"
    )
    assert fault_in(f"{host}\n{answer}" if host[0] != " " else answer, POOL) in (
        None,
        (4, "reads a0 outside its bounds (index 24 of 24)"),
    )
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "line, why",
    [
        ("x = math.factorial(10 ** 9)", "math.factorial"),
        ("x = 10 ** 10 ** 10", "Pow"),
        ("x = 1 << 10 ** 10", "LShift"),
        ("x = 'a' * 10 ** 10", "Mult"),
        ("x = '%1000000000d' % 5", "Mod"),
        ("x = (0,) * 10 ** 10", "Mult"),
        ("x = sum(range(10 ** 12))", "it is large"),
        ("x = (*range(10 ** 9),)", "it is large"),
        ("x = torch.empty(10 ** 9, 0).unbind()", "it is large"),
        ("x = torch.empty_strided((2,), (10 ** 9,))", "it is large"),
        ("x = 3\n    for i in range(99): x = x * x", "it is large"),
        ("x = 1,\n    for i in range(99): x = x, x", "it is large"),
        ("for i in range(4000):\n        for j in range(4000): x = 1", "it takes long"),
        ("for i in range(4000): kernel[(9,)](a0, torch.empty(9), 1, 1, 1, 1)", "it takes long"),
    ],
)
def test_a_host_function_takes_little_time_and_memory(line, why):
    with pytest.raises(NotFollowed, match=why):
        check_accesses(
            WINDOW.format(limit="L").replace("    OL =", f"    {line}\n    OL ="), expected_elements(POOL, 0)
        )


@pytest.mark.parametrize(
    "lines, why",
    [
        (["x = tl.arange(0, 1 << 40)"], "a large block"),
        (["x = many[:, None] + many[None, :]"], "a large block"),
        (["x = tl.load(a0_ptr + many[:, None], mask=many[None, :] < 0)"], "a large block"),
        (["x = tl.where(many[:, None] > 0, tl.load(a0_ptr + many[None, :] * 0), 0.0)"], "a large block"),
        ([f"x{i} = tl.arange(0, 1 << 17)" for i in range(99)], "it takes long"),
    ],
)
def test_a_kernel_takes_little_time_and_memory(lines, why):
    lines = "\n    ".join(["many = tl.arange(0, 1 << 16)", *lines, "places ="])
    with pytest.raises(NotFollowed, match=why):
        check_accesses(WINDOW.format(limit="L").replace("places =", lines, 1), expected_elements(POOL, 0))


def test_recursion_is_passed_over():
    assert (
        fault_in(
            WINDOW.format(limit="L").replace(
                "return tl.load", "x = load_one(a0_ptr, plane, place, L)\n    return tl.load"
            ),
            POOL,
        )
        is None
    )


ADDED = "f(a0: f32[A, B, C], a1: f32[A, B, C])\nv0 = mul(a0, a1)\nreturn v0"
STRIDED = """    places = offsets // (T * C) * s0 + offsets // C % T * s1 + offsets % C * s2
    a1 = tl.load(a1_ptr + places, mask=mask, other=0.0).to(tl.float32)"""


def test_an_argument_that_is_turned_in_memory_is_read_by_its_strides_or_copied():
    right = FLAT.format(**FIXED | {"place": "offsets"})
    assert fault_in(right, ADDED) is None
    wrong = right.replace("a0, a1 = a0.contiguous(), a1.contiguous()", "a0 = a0.contiguous()")
    assert fault_in(wrong, ADDED) is None, "one that speaks of no strides gets contiguous arguments"
    wrong = wrong.replace("    B, T, C = a0.shape", "    B, T, C = a0.shape\n    stride = C")
    assert reason_in(wrong, ADDED) == (
        "a1 = tl.load(a1_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "reads other elements of a1 than the prompt",
    )
    strided = wrong.replace("T, C, BLOCK: tl.constexpr", "T, C, s0, s1, s2, BLOCK: tl.constexpr")
    strided = strided.replace("T, C, BLOCK=16", "T, C, *a1.stride(), BLOCK=16")
    strided = strided.replace(next(line for line in strided.split("\n") if "tl.load(a1_ptr" in line), STRIDED)
    assert fault_in(strided, ADDED) is None
    assert fault_in(strided.replace("% C * s2", "% C * s1"), ADDED)


def test_a_result_with_the_strides_of_its_argument_is_written_as_that_is_read():
    alone = "f(a0: f32[A, B])\nv0 = relu(a0)\nreturn v0"
    answer = FLAT.format(**FIXED).replace("translated(a0, a1)", "translated(a0)")
    for old, new in (
        ("a0, a1 = a0.contiguous(), a1.contiguous()", "a1 = a0"),
        ("    B, T, C = a0.shape", "    T, C = a0.shape\n    stride = C"),
        ("torch.empty((B, T, C), dtype=a0.dtype, device=a0.device)", "torch.empty_like(a0)"),
        ("    a1 = tl.load(a1_ptr + offsets // (T * C), mask=mask, other=0.0).to(tl.float32)\n", ""),
        ("v1 = a0 * a1", "v1 = tl.maximum(a0, 0.0)"),
    ):
        assert old in answer
        answer = answer.replace(old, new)
    assert fault_in(answer, alone) is None
    made = "torch.empty(a0.shape, dtype=a0.dtype, device=a0.device)"
    assert fault_in(answer.replace("torch.empty_like(a0)", made), alone)
