"""Test cases reach beyond the constants of a prompt, so that a wrong one is found."""

import pytest

from python_to_triton import frontend


def beyond(line):
    graph = frontend.parse(f"f(a0: f32[A, B])\n{line}")
    small = frontend.small_sizes(graph, 4)
    found = frontend.sizes_beyond_constants(graph, 4)
    return [{letter: n for letter, n in sizes.items() if n != small[letter]} for sizes in found]


@pytest.mark.parametrize(
    "line, larger",
    [
        ("v0 = slice(a0, dim=-1, end=224)\nreturn v0", [{"B": 227}]),
        ("v0 = slice(a0, dim=-2, start=-300)\nreturn v0", [{"A": 303}]),
        ("v0 = exp(a0)\nv1 = tril(v0, diagonal=100)\nreturn v1", [{"B": 104}]),
        ("v0 = triu(a0, diagonal=-100)\nreturn v0", [{"A": 104}]),
        ("v0 = slice(a0, dim=-1, step=100)\nreturn v0", [{"B": 103}]),
        ("v0 = arange(end=B)\nv1 = lt(v0, 500)\nv2 = where(v1, a0, 0)\nreturn v2", [{"B": 503}]),
        (
            "v0 = slice(a0, dim=-2, end=600)\nv1 = slice(v0, dim=-1, end=700)\nreturn v1",
            [{"A": 603}, {"B": 703}],
        ),
    ],
)
def test_a_constant_beyond_small_sizes_is_reached(line, larger):
    assert beyond(line) == larger


WINDOW = """v0 = arange(end=B)
v1 = arange(end=A)
v2 = unsqueeze(v1, dim=-1)
v3 = sub(v0, v2)
v4 = le(v3, 100)
v5 = where(v4, a0, 0)
return v5"""
BLOCKS = """v0 = arange(end=B)
v1 = floor_divide(v0, 50)
v2 = lt(v1, 4)
v3 = where(v2, a0, 0)
return v3"""


@pytest.mark.parametrize("lines, larger", [(WINDOW, [{"B": 103}]), (BLOCKS, [{"B": 203}])])
def test_a_mask_of_positions_hides_something(lines, larger):
    assert beyond(lines) == larger


def test_long_chains_of_positions_take_no_time():
    doubled = "\n".join(f"v{n + 1} = add(v{n}, v{n})" for n in range(40))
    assert (
        beyond(f"v0 = arange(end=B)\n{doubled}\nv41 = lt(v40, 3)\nv42 = where(v41, a0, 0)\nreturn v42") == []
    )


def test_two_sizes_may_have_to_grow_together():
    prompt = """f(a0: f32[A, B, C], a1: f32[A, D, C])
v0 = slice(a1, dim=-2, end=232)
v1 = mul(a0, v0)
return v1"""
    (sizes,) = frontend.sizes_beyond_constants(frontend.parse(prompt), 4)
    assert (sizes["B"], sizes["D"]) == (232, 235)


def test_another_size_may_have_to_be_as_long_as_the_part():
    prompt = """f(a0: f32[A, B, C], a1: f32[A, D, C])
v0 = slice(a1, dim=-2, start=52, end=104)
v1 = mul(a0, v0)
return v1"""
    graph = frontend.parse(prompt)
    for seed in range(6):  # of some seeds small sizes are beyond it already
        cases = [frontend.small_sizes(graph, seed), *frontend.sizes_beyond_constants(graph, seed)]
        assert max(sizes["D"] for sizes in cases) > 104


@pytest.mark.parametrize(
    "line",
    [
        "v0 = slice(a0, dim=-1, start=1)\nreturn v0",
        "v0 = slice(a0, dim=-1, end=-1)\nreturn v0",
        "v0 = slice(a0, dim=-1, end=B//2)\nreturn v0",
        "v0 = tril(a0, diagonal=-1)\nreturn v0",
        "v0 = lt(a0, 500)\nreturn v0",
    ],
)
def test_no_case_is_added_where_all_constants_show(line):
    assert beyond(line) == []
