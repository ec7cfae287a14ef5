"""The words for schedules."""

import pytest
import torch

from python_to_triton.frontend import (
    SCHEDULES,
    check_schedule,
    own_sizes,
    parse,
    possible_schedules,
    regions,
    schedule_for_sizes,
    trace,
    with_schedule,
    without_schedule,
)

PROMPT = "f(a0: f32[A, B])\nv0 = relu(a0)\nreturn v0"


def test_the_model_reads_a_prompt_and_a_line_where_a_schedule_is_wanted():
    assert with_schedule(PROMPT, "") == PROMPT
    assert with_schedule(PROMPT, "split") == PROMPT + "\nschedule split"
    assert [without_schedule(with_schedule(PROMPT, word)) for word in ("", "split")] == [PROMPT, PROMPT]


def test_a_schedule_is_one_of_the_words():
    for schedule in ("", *SCHEDULES):
        check_schedule(schedule)
    with pytest.raises(ValueError, match="no schedule 'splt': the words are split, rows, "):
        check_schedule("splt")


def graph_of(call, *arguments):
    return parse(f"f({', '.join(arguments)})\nv0 = {call}\nreturn v0")


MATMUL = graph_of("matmul(a0, a1)", "a0: f32[A, B]", "a1: f32[B, C]")
HALF = graph_of("matmul(a0, a1)", "a0: f16[A, B]", "a1: f16[B, C]")
BATCHED = graph_of("matmul(a0, a1)", "a0: f32[A, B, C]", "a1: f32[A, C, D]")
VECTOR = graph_of("matmul(a0, a1)", "a0: f32[A, B]", "a1: f32[B]")
LINEAR = graph_of("linear(a0, a1)", "a0: f32[A, B, C]", "a1: f32[D, C]")
CONV = graph_of("conv2d(a0, a1)", "a0: f32[A, B, C, C]", "a1: f32[D, B, 3, 3]")
STRIDED = graph_of("conv2d(a0, a1, stride=2)", "a0: f32[A, B, C, C]", "a1: f32[D, B, 3, 3]")
STRIDED_POINTWISE = graph_of("conv2d(a0, a1, stride=2)", "a0: f32[A, B, C, C]", "a1: f32[D, B, 1, 1]")
TRANSPOSED = graph_of("conv_transpose2d(a0, a1, stride=2)", "a0: f32[A, B, C, C]", "a1: f32[B, D, 3, 3]")
DEPTHWISE = graph_of("conv2d(a0, a1, groups=B)", "a0: f32[A, B, C, D]", "a1: f32[B, 1, 3, 3]")
SUM = graph_of("sum(a0, dim=-1)", "a0: f32[A, B]")
COLUMNS = graph_of("sum(a0, dim=0)", "a0: f32[A, B]")
MIDDLE = graph_of("sum(a0, dim=-2)", "a0: f32[A, B, C]")
ALL = graph_of("sum(a0)", "a0: f32[A, B]")
SOFTMAX = graph_of("softmax(a0, dim=-1)", "a0: f32[A, B]")
GROUPS = graph_of("group_norm(a0, num_groups=2)", "a0: f32[A, B, C]")
CUMSUM = graph_of("cumsum(a0, dim=-1)", "a0: f32[A, B]")
RELU = graph_of("relu(a0)", "a0: f32[A, B]")


def check_words(cases):
    for graph, sizes, expected in cases:
        letters = dict(zip(graph.letters, sizes, strict=True))
        assert schedule_for_sizes(graph, letters) == expected, (graph.text, letters)
        assert not expected or expected in possible_schedules(graph)


def test_the_word_of_a_product_follows_its_sizes():
    check_words(
        [
            (MATMUL, (1, 4096, 4096), "split"),
            (MATMUL, (1_000_000, 64, 1), "rows"),
            (VECTOR, (4096, 4096), ""),
            (MATMUL, (100_000, 512, 8), "rows"),
            (MATMUL, (256, 65_536, 256), "split"),
            (MATMUL, (4, 10_000, 2500), "split"),
            (MATMUL, (10, 60_000, 32), "split"),
            (MATMUL, (256, 512, 256), "small"),
            (MATMUL, (1024, 512, 1024), ""),
            (MATMUL, (1500, 1500, 1500), ""),
            (MATMUL, (8192, 2048, 8192), ""),
            (HALF, (8192, 2048, 8192), "wide"),
            (BATCHED, (512, 32, 32, 32), "small"),
            (BATCHED, (128, 256, 256, 256), ""),
            (LINEAR, (8, 1024, 1024, 4096), ""),
            (LINEAR, (1, 4, 4096, 1024), "split"),
        ]
    )


def test_the_word_of_other_anchors_follows_their_sizes():
    check_words(
        [
            (DEPTHWISE, (8, 64, 56, 56), ""),
            (CONV, (8, 3, 224, 64), "direct"),
            (CONV, (8, 1, 60, 32), "direct"),
            (CONV, (8, 8, 60, 32), ""),
            (CONV, (64, 64, 56, 64), ""),
            (STRIDED, (64, 64, 56, 64), "wide"),
            (STRIDED_POINTWISE, (64, 512, 56, 64), ""),
            (TRANSPOSED, (8, 64, 30, 32), "wide"),
            (TRANSPOSED, (8, 3, 30, 32), ""),
            (CONV, (1, 512, 7, 512), "wide"),
            (SUM, (4, 1_000_000), "split"),
            (SUM, (100_000, 64), "rows"),
            (SUM, (4096, 4096), ""),
            (COLUMNS, (1_000_000, 4), ""),
            (ALL, (4, 1_000_000), ""),
            (MIDDLE, (6, 20_000, 300), "split"),
            (MIDDLE, (64, 1000, 800), ""),
            (SOFTMAX, (2048, 1024), "rows"),
            (SOFTMAX, (2048, 20_000), ""),
            (SOFTMAX, (500, 100_000), "split"),
            (GROUPS, (2, 64, 10_000), "split"),
            (GROUPS, (2000, 64, 100), ""),
            (CUMSUM, (8, 100_000), "split"),
            (RELU, (4096, 4096), ""),
        ]
    )


def test_a_graph_without_an_anchor_has_no_schedules():
    assert possible_schedules(RELU) == ()
    assert possible_schedules(SOFTMAX) == ("split", "rows")


def test_sizes_that_are_not_known_or_do_not_fit_have_no_word():
    assert schedule_for_sizes(MATMUL, {}) == ""
    assert schedule_for_sizes(CONV, {"A": 1, "B": 512, "C": 1, "D": 512}) == ""
    assert schedule_for_sizes(SUM, {"A": 4, "B": 0}) == ""


def test_a_convolution_of_what_is_computed_has_no_word():
    arguments = "a0: f32[A, B, C, C], a1: f32[D, B, 3, 3]"
    computed = parse(f"f({arguments})\nv0 = relu(a0)\nv1 = conv2d(v0, a1)\nreturn v1")
    sizes = {"A": 64, "B": 256, "C": 56, "D": 64}
    assert schedule_for_sizes(CONV, sizes) == "wide" and schedule_for_sizes(computed, sizes) == ""


def test_a_region_is_told_its_sizes_in_the_program():
    graph = trace(lambda x, w: (x @ w).relu().softmax(-1), (torch.zeros(7, 300), torch.zeros(300, 40)))
    product, softmax = own_sizes(graph, regions(graph))
    assert list(product.values()) == [7, 300, 40] and list(softmax.values()) == [7, 40]
    graph.sizes = {}
    assert own_sizes(graph, regions(graph)) == [{}, {}]
