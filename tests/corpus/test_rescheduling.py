"""Other schedules made from the text of an answer."""

import ast
import random

import pytest

from corpus.compositions.matmul_schedules import COMPOSITIONS
from corpus.family import family_of
from corpus.rescheduling import TiledProduct, source_segment, split_k, tiled, turned
from corpus.texts import canonical_answer
from python_to_triton.verification.exemplar import judge_module

SAMPLE = random.Random(24).sample(sorted(COMPOSITIONS), 6)


def judged(source: str, name: str, path) -> bool:
    path.write_text(source)  # the interpreter reads kernels' sources from their file
    scope = {"__name__": name, "__file__": str(path)}
    exec(compile(source, str(path), "exec"), scope)
    return judge_module(scope, name)


@pytest.mark.parametrize("stem", SAMPLE)
def test_an_answer_of_another_schedule_is_right(stem, tmp_path):
    family = family_of(stem)
    variant = family[random.Random(stem).randrange(len(family))]
    assert family.schedule and variant.answer != family_of(COMPOSITIONS[stem].base)[variant.index].answer
    assert judged(variant.source, variant.name, tmp_path / "variant.py")


def test_the_text_of_a_node_is_what_python_says():
    text = "x = [\n    'é', (1 +\n 2)]\n\ny = f(x,\n  é)\n"
    for node in ast.walk(ast.parse(text)):
        if hasattr(node, "end_lineno"):
            assert source_segment(text, node) == ast.get_source_segment(text, node)


def test_split_k_adds_the_parts_of_a_long_sum(tmp_path):
    variant = family_of("linear_binary_split")[0]
    cases = "CASES = [(3, 500, 2), (70, 300, 5)]  # N, K, leading dimensions"
    source = "\n".join(cases if line.startswith("CASES") else line for line in variant.source.split("\n"))
    assert cases in source and judged(source, variant.name, tmp_path / "variant.py")


def test_what_stands_behind_the_loop_is_done_once_and_after_the_sum():
    partial, whole, host = canonical_answer(family_of("linear_split")[0]).split("\n\n\n")
    assert "b_ptr" not in partial and "tl.sigmoid" not in partial and "SPLITS * BLOCK_K" in partial
    assert "tl.dot" not in whole and whole.index("for split in range") < whole.index("b_ptr + columns")
    assert host.index("partial_kernel[grid]") < host.index("sum_kernel[grid]")


def test_where_lists_break_does_not_depend_on_the_name_of_a_variant():
    short, long = (canonical_answer(family_of(stem)[0]) for stem in ("matmul_split", "matmul_of_ranks_split"))
    for text in (short, long):
        header = text.split("\n")[1]
        assert (
            header.startswith("def partial_kernel(x_ptr, w_ptr, partial_ptr, M, N, K, ") and len(header) > 90
        )


@pytest.mark.parametrize("stem", ["softmax", "linear_glu", "attention", "matmul_triangle"])
def test_what_is_no_tiled_product_is_refused(stem):
    with pytest.raises(ValueError, match="not one|no store"):
        split_k("\n\n\n".join(family_of(stem).parts["answer"]))


def test_the_usual_tiles_of_two_matrices_are_turned_until_the_loop_ends():
    raw = "\n\n\n".join(family_of("matmul_binary").parts["answer"])
    usual = tiled(raw)
    assert "tl.dot(x.to(w.dtype), w," in raw and "tl.trans(y)" in family_of("matmul_binary")[0].answer
    loop, end = usual.split("    y = tl.trans(y)\n")
    assert "tl.dot(w, x.to(w.dtype)," in loop and "tl.zeros((BLOCK_N, BLOCK_M)" in loop
    assert "rows[:, None]" not in loop and "rows[None, :]" not in end
    with pytest.raises(ValueError, match="more than multiply"):
        turned(turned(raw))


def test_a_turned_loop_may_do_things_to_its_tiles(tmp_path):
    variant = family_of("matmul_of_features")[0]
    assert "tl.trans(y)" in variant.answer and judged(variant.source, variant.name, tmp_path / "variant.py")


def test_other_tiles_change_grid_and_launch_alone():
    usual = family_of("linear")[0].answer
    text = family_of("linear_small")[0].answer
    assert (
        "triton.cdiv(M, 32), triton.cdiv(N, block))" in text
        and "BLOCK_M=32, BLOCK_N=block, BLOCK_K=32" in text
    )
    body = lambda answer: answer[answer.index("    rows = ") : answer.index("\n\n\n")]
    assert body(text) == body(usual)
    wide = family_of("linear_wide")[0].answer
    assert "BLOCK_K=128 // y.element_size(), ALIGN=align, GROUP=8, num_warps=8" in wide


def test_starred_strides_are_handed_over_together():
    product = TiledProduct("\n\n\n".join(family_of("matmul_of_ranks").parts["answer"]))
    assert product.arguments["stride_xa"] == product.arguments["stride_xk"] == "*x.stride()"
    assert product.extents == {"BLOCK_M": "M", "BLOCK_N": "N"}


def test_a_product_says_what_its_rows_are_a_multiple_of(tmp_path):
    answer = family_of("matmul")[0].answer
    assert "align = math.gcd(K, N, x.stride(0), w.stride(0), 16)" in answer
    assert "    stride_wk = stride_wk // ALIGN * ALIGN\n" in answer and "stride_wn // ALIGN" not in answer
    assert "math.gcd" not in family_of("matmul_of_ranks")[0].answer  # it hands all strides on at once
    by_columns = family_of("matmul_transposed")[0]
    cases = by_columns.source.replace("CASES = [", "CASES = [(12, 20, 8), (12, 24, 7), ")
    assert judged(cases, by_columns.name, tmp_path / "by_columns.py")
