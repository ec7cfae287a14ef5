"""From a file of synthetic/ to rows of training_data.csv: expansion, texts, judging, journal, resumption."""

from corpus.checks import check_rows, compile_corpus, cross_wire, mismatched_pairs, sampled_evenly
from corpus.balance import KINDS, family_kind, family_shares, family_weights, shares_by_weight
from corpus.composition import SYNTHETIC
from corpus.extraction import Corpus, ExtractionOptions, FamilyQueue, extract, next_round
from corpus.pairs import Pair, load_pairs, write_rows
from corpus.journal import Journal
from corpus.hashing import permuted
from corpus.order import plain_indices, thinned, variant_order
from corpus.references import (
    final_answer,
    inputs_for_rewording,
    load_reference,
    prompts,
    reordered,
    smallest_sample,
    with_parameters,
)
from corpus.settings import GIVE_UP_AFTER, ROUND, SEVERAL_REGIONS, SEVERAL_REGIONS_COUNT, SHARES
from corpus.splits import is_held_out, split_of, template
from corpus.tasks import is_same_function, judge_variant, kernels_of, make_pair, row_of, structures
from corpus.texts import answer_hash, body_text, canonical_answer, kernel_name
from corpus.workers import Workers, visible_gpus
import ast
import itertools
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import time
from dataclasses import asdict, fields, replace

import pandas
import pytest
from patching import patch_everywhere
import torch

from corpus.draw.along import Along
from corpus.draw.cells import CELLS, Cell, cell_row
from corpus.draw.programs import DRAWN, Programs
from corpus.draw.shapes import places_along
from corpus.draw.sketch import Sketch
from corpus.draw.steps import depths_of, drawn_row
from corpus.draw.vocabulary import DEEPEST
from corpus.composition import code_of_exemplar, declared
from corpus.family import HEADER, Family, families_in
from corpus.rewriting import exchange, rename, with_other_numbers
from corpus.tables import tables
from python_to_triton import verification
import extract_training_data
import triton_ops

PAIR = '''"""Twice, y = 2 * x."""
from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 5)]


def make(*shape):
    return (torch.randn(shape),)


def twice_torch(x):
    """In PyTorch."""
    y = 2.0 * x
    return y


@triton.jit
def twice_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    # a block a program
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0)
    y = 2.0 * x
    tl.store(y_ptr + at, y, mask=at < n)


def twice_triton(x):
    y = torch.empty_like(x)
    twice_kernel[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), BLOCK=64)
    return y


def main():
    return run(globals())
'''


TABLES = {
    "FAMILY": {"thrice": {"2.0 * x": "3.0 * x"}, "half": {"2.0 * x": "0.5 * x"}},
    "AXES": [{"wide": {"64": "128"}}],
}


@pytest.fixture(autouse=True)
def tables_of_twice(monkeypatch):
    """What corpus/families would declare for PAIR."""
    monkeypatch.setitem(declared("corpus.families", "FAMILIES"), "twice", TABLES)


def family(text=PAIR, tables=TABLES):
    return Family("twice", code_of_exemplar(text), tables)


# ---- a family and its variants --------------------------------------------------------------------------


def test_exchange_is_simultaneous_and_keeps_to_whole_words():
    assert exchange("a + b + ab", {"a": "b", "b": "a"}) == "b + a + ab"
    assert (
        exchange("x = f(x)\ny = f(x) * 2", {"f(x)": "g(x)", "y = f(x)": "y = h(x)"})
        == "x = g(x)\ny = h(x) * 2"
    ), "the longer wins"


def test_exchange_keeps_the_indent_and_drops_an_emptied_line():
    assert (
        exchange("def f():\n    x = 1\n    return x", {"x = 1": "x = 1\nx += 1"})
        == "def f():\n    x = 1\n    x += 1\n    return x"
    )
    assert exchange("    x = 1  # why\n    y = 2", {"x = 1": ""}) == "    y = 2"


def test_a_family_is_the_product_of_its_tables():
    twice = family()
    assert len(twice) == 6
    assert [variant.name for variant in map(twice.__getitem__, range(6))] == [
        "twice",
        "thrice",
        "half",
        "twice_wide",
        "thrice_wide",
        "half_wide",
    ]
    assert "3.0 * x" in twice[4].reference and "3.0 * x" in twice[4].answer and "128" in twice[4].answer
    assert "def thrice_wide_torch" in twice[4].reference and "thrice_wide_kernel[" in twice[4].answer
    assert "twice" not in twice[4].source and "main" not in twice[4].source
    for bad in (-1, 6):
        with pytest.raises(IndexError, match="6 variants"):
            twice[bad]


def test_a_slot_is_filled_from_a_table_in_its_own_variable():
    slotted = family(tables={"AXES": [("UNARY", "y = 2.0 * x", "y = 2.0 * x", "optional")]})
    assert len(slotted) == 1 + len(tables()["UNARY"]) + 3 * DRAWN["UNARY"][0]
    assert slotted[0].name == "twice" and "2.0 * x" not in slotted[0].reference
    relu = next(
        variant for variant in map(slotted.__getitem__, range(len(slotted))) if variant.name == "twice_relu"
    )
    assert "y = tl.maximum(y, 0.0)" in relu.answer


@pytest.mark.parametrize(
    "text, tables, message",
    [
        (PAIR, {"FAMILY": {"thrice": {"7.0 * x": "3.0 * x"}}}, "which the file does not hold"),
        (PAIR.replace("def twice_triton", "def other_triton"), {}, "does not define twice_triton"),
    ],
)
def test_a_row_that_cannot_be_true_is_an_error(text, tables, message):
    with pytest.raises(ValueError, match=message):
        family(text, tables)


# ---- order and balance --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 17, 256, 1000])
def test_permuted_is_a_permutation_that_the_seed_draws(size):
    drawn = list(permuted(size, 1))
    assert sorted(drawn) == list(range(size))
    assert drawn == list(permuted(size, 1))
    assert size < 17 or drawn != list(permuted(size, 2)) != list(range(size))


def test_permuted_does_not_enumerate():
    assert len(set(itertools.islice(permuted(10**12, 0), 100))) == 100


def test_order_gives_every_index_once_and_the_plain_ones_early():
    twice = family()
    given = list(variant_order(twice, 0))
    assert sorted(given) == list(range(6)) and given[0] == 0
    assert given == list(variant_order(twice, 0)) and {given.index(plain) for plain in (1, 3)} < {1, 2, 3, 4}


def test_what_stands_first_in_its_table_comes_first_and_a_plain_row_before_all():
    argmax, conv = (Family.load(SYNTHETIC / f"{stem}.py") for stem in ("argmax_middle", "conv2d"))
    assert [argmax[index].name for index in plain_indices(argmax)[:2]] == [
        "argmax_middle",
        "argmax_middle_plain",
    ]
    names = [conv[index].name for index in plain_indices(conv)[:120]]
    assert "conv2d_stride2_padding1" in names[:80] and names == list(dict.fromkeys(names))


def test_what_differs_from_a_file_in_one_row_keeps_its_numbers():
    norm = Family.load(SYNTHETIC / "batch_norm_eval.py")
    assert [re.search(r"eps=([\d.e-]+)", norm[index].reference).group(1) for index in (0, 1, 2)] == [
        "1e-5"
    ] * 3


def worded(kind, case, text, seed=0):
    return inputs_for_rewording(kind, case, text, random.Random(seed))


def test_a_prompt_is_also_asked_with_sizes_of_1_and_in_half_precision():
    text, case = (
        "f(a0: f32[A, B], a1: i64[A])\nv0 = cross_entropy(a0, a1)\nreturn v0",
        (torch.ones(2, 3), torch.tensor([0, 2])),
    )
    halves, ones = ([worded(kind, case, text, seed) for seed in range(20)] for kind in ("halves", "ones"))
    assert {x.dtype for x, _ in halves} == {torch.float16, torch.bfloat16} and {
        target.dtype for _, target in halves
    } == {torch.int64}
    assert {x.shape for x, _ in ones} == {(1, 3), (2, 1), (1, 1)} and all(
        target.shape == x.shape[:1] for x, target in ones
    )


def test_no_wording_is_added_that_the_answer_is_wrong_about(monkeypatch):
    patch_everywhere(monkeypatch, "ONES", 1.0)
    patch_everywhere(monkeypatch, "HALVES", 0.0)
    patch_everywhere(monkeypatch, "inputs_for_rewording", lambda *_: (torch.ones(1, 7),))
    variant = family()[0]
    answers = [
        canonical_answer(variant),
        canonical_answer(variant).replace("y = 2.0 * x", "y = tl.where(n == 7, 3.0, 2.0) * x"),
    ]
    right, wrong = [judge_variant(asdict(variant) | {"canonical": answer}, "cpu") for answer in answers]
    assert right["reason"] == wrong["reason"] == ""
    assert (
        right["alternates"][-1].startswith("f(a0: f32[1, A])")
        and right["alternates"][:-1] == wrong["alternates"]
    )


def rows(family, index):
    """The places in its axes that an index stands for."""
    for axis in family.axes:
        index, row = divmod(index, len(axis))
        yield row


def test_most_optional_slots_of_a_thinned_variant_are_empty():
    linear = Family.load(SYNTHETIC / "linear_reuse.py")
    drawn = list(itertools.islice(permuted(len(linear), 0), 200))
    filled = [
        [
            sum(bool(row) for row, axis in zip(rows(linear, index), linear.axes) if axis.get(""))
            for index in indices
        ]
        for indices in (drawn, [thinned(linear, index) for index in drawn])
    ]
    slots = sum(bool(axis.get("")) for axis in linear.axes)
    assert sum(filled[0]) > 0.95 * slots * 200 and 0.25 * slots * 200 < sum(filled[1]) < 0.45 * slots * 200


def test_graphs_of_rows_read_every_input_and_assign_x_last():
    for inputs in (("x",), ("x", "z"), ("x", "z", "w")):
        drawn = [drawn_row(f"seed {number}", inputs) for number in range(40)]
        assert drawn[0] == drawn_row("seed 0", inputs) and len(set(drawn)) > 35
        for in_torch, in_triton in drawn:
            for text in (in_torch, in_triton):
                assert text.split("\n")[-1].startswith("x = ") and text.count("x = ") == 1
                read = " ".join(line.partition(" = ")[2] for line in text.split("\n"))
                assert all(re.search(rf"\b{name}\b", read) for name in inputs)
                compile(text, "row", "exec")


def test_programs_are_of_single_operations_each_of_which_can_be_computed():
    for inputs, results, positive in ((("x",), 1, False), (("x", "z"), 2, False), (("x", "z"), 1, True)):
        drawn, again = (list(Programs(inputs, results, (1,) * 12, 60, positive)) for _ in range(2))
        assert drawn == again and len(set(drawn)) > 55
        sample = torch.cat(
            [torch.randn(len(inputs), 400), 3 * torch.randn(len(inputs), 100)], 1
        )  # with outliers, as they are drawn on
        for in_torch, in_triton in drawn:
            values = dict(zip(inputs, sample.abs() + 0.05 if positive else sample)) | {
                "torch": torch,
                "F": torch.nn.functional,
            }
            exec(in_torch, values)
            assert values["x"].isfinite().float().mean() > 0.9 and values["x"].unique().numel() > 1, in_torch
            assert (results == 2) == ("v" in values) and in_triton.split("\n")[-1].startswith("x = ")
            assert all(
                len(re.findall(r"[+*/]|\w\(|(?<=\w )-(?= )", line)) <= 3 for line in in_torch.split("\n")
            ), in_torch
            compile(in_triton, "program", "exec")


@pytest.mark.parametrize("text", sorted(set(tables()["CELLS"])))
def test_every_cell_is_drawn_in_one_region_and_reads_all_that_it_names(text):
    rng = random.Random(text)
    cell = next(cell for cell in (Cell(rng, text) for _ in range(20)) if cell.begin(Sketch(rng, cell.read)))
    sketch = Sketch(rng, cell.read)
    cell.begin(sketch)
    assert not set(sketch.unread) & set(cell.read)
    assert max(depths_of(sketch.steps, cell.read).values()) <= DEEPEST and len(sketch.steps) <= 17


@pytest.mark.parametrize("table", CELLS)
def test_drawn_wirings_differ(table):
    rows = [cell_row("stem", table, number) for number in range(20)]
    assert len({str(row) for row in rows}) == 20


@pytest.mark.parametrize(
    "stem",
    [
        "program_around_softmax",
        "program_around_column_sum",
        "program_around_group_norm",
        "program_after_linear",
        "program_after_bmm",
        "program_after_conv2d",
        "program_before_linear",
    ],
)
def test_what_surrounds_an_operation_reads_every_input_and_is_of_its_file(stem):
    family = Family.load(SYNTHETIC / f"{stem}.py")
    for index in random.Random(0).sample(range(len(family)), 40):
        variant = family[index]
        compile(variant.source, variant.name, "exec")
        (function,) = ast.parse(variant.reference).body
        read = {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        }
        given = {argument.arg for argument in function.args.args}
        assert given <= read, (index, given - read)
        for name in given:  # each has its pointer in the kernel, which reads it
            assert len(re.findall(rf"\b{name}_ptr\b", variant.answer)) > 1, (index, name)


@pytest.mark.parametrize(
    "along",
    [
        Along.rows(4),
        Along.rows(1),
        Along.columns(4, 1, True),
        Along.columns(3, 0, False),
        Along.columns(5, 2, True),
        Along.everything(3),
        Along.places(5),
    ],
)
def test_the_place_of_an_element_in_a_tensor_that_broadcasts(along):
    rank = len(along.sizes)
    shape = (2, 3, 5, 7, 4)[:rank]
    known = dict(zip(along.sizes, shape)) | {"n_inner": math.prod(shape[along.dim + 1 :])}
    for name, dims in along.indices:  # counted as a kernel counts them
        own = torch.arange(math.prod(shape[dim] for dim in dims)).view(
            [shape[dim] if dim in dims else 1 for dim in range(rank)]
        )
        known[name] = own.expand(shape)
    for kept in itertools.chain(
        *(itertools.combinations(range(rank), count) for count in range(1, rank + 1))
    ):
        smaller = [shape[dim] if dim in kept else 1 for dim in range(rank)]
        assert eval(along.place(kept), known.copy()).equal(
            torch.arange(math.prod(smaller)).view(smaller).expand(shape)
        ), kept


@pytest.mark.parametrize("dims", [(0, 2), (1, 2), (0, 1, 3), (3,), (0, 3)])
def test_rows_and_columns_of_a_reduction_meet_in_every_place(dims):
    rows = [dim for dim in range(4) if dim not in dims]
    sizes, shape = "NCHW", (2, 3, 5, 7)
    rows_R1, cols_C = (
        torch.arange(math.prod(shape[dim] for dim in rows))[:, None],
        torch.arange(math.prod(shape[dim] for dim in dims)),
    )
    known = dict(zip(sizes, shape)) | {"rows": rows_R1, "cols": cols_C}
    places = eval(f"{places_along('rows', rows, sizes)} + {places_along('cols', dims, sizes)}", known)
    assert places.equal(
        torch.arange(math.prod(shape)).view(shape).permute(*rows, *dims).reshape(places.shape)
    )


def test_numbers_change_on_both_sides_or_on_neither():
    reference, answer = "y = x * 0.3 + 1.0 + 2.5", "y = x * 0.3 + 1.0 + 2.5 * 2.5"
    drawn = [with_other_numbers(reference, answer, seed) for seed in range(20)]
    assert len({texts[0] for texts in drawn}) > 10
    for in_torch, in_triton in drawn:
        number = re.fullmatch(r"y = x \* (\S+) \+ 1\.0 \+ 2\.5", in_torch).group(1)
        assert in_triton == f"y = x * {number} + 1.0 + 2.5 * 2.5" and 0 < float(number) < 1


def test_water_fill():
    assert shares_by_weight({"a": 3, "b": 100, "c": 100}, 21) == {"a": 3, "b": 9, "c": 9}
    assert shares_by_weight({"a": 3, "b": 4}, 100) == {"a": 3, "b": 4}
    assert sum(shares_by_weight({"a": 50, "b": 50, "c": 50}, 100).values()) == 100
    assert shares_by_weight({"a": 5, "b": 100, "c": 100}, 45, {"a": 3, "b": 1, "c": 3}) == {
        "a": 5,
        "b": 10,
        "c": 30,
    }


def test_kinds_are_given_their_weights_and_families_of_a_kind_alike():
    shares = family_shares(
        {"conv2d": 1000, "conv_transpose1d": 1000, "conv3d": 5, "tanh": 1000, "sgd_step": 1000}, 320
    )
    assert shares == {"conv2d": 89, "conv_transpose1d": 89, "conv3d": 5, "tanh": 121, "sgd_step": 16}
    kinds = {
        stem: family_kind(stem)
        for stem in (
            "conv2d_pixel_shuffle",
            "linear_softmax",
            "masked_softmax",
            "cummax",
            "max_pool2d",
            "norm",
            "add",
        )
    }
    assert list(kinds.values()) == [
        "convolution",
        "matrix product",
        "normalization",
        "scan",
        "pooling",
        "reduction",
        "pointwise",
    ]


def test_lists_of_functions_and_what_others_are_named_after_weigh_more():
    stems = ("sigmoid", "matmul", "matmul_binary", "matmul_chain", "matmul_joins", "matmul_orders", "matvec")
    weights = family_weights({stem: Family.load(SYNTHETIC / f"{stem}.py") for stem in stems})
    assert list(weights.values()) == [4, 3, 1, 1, 1, 1, 1]
    assert family_shares(
        {"sigmoid": 22, "tanh": 28, "power": 36}, 12, weights={"sigmoid": 4, "tanh": 1, "power": 1}
    ) == {"sigmoid": 8, "tanh": 2, "power": 2}


def test_every_kind_has_files_and_the_weights_are_percents():
    stems = [path.stem for path in families_in()]
    assert {family_kind(stem) for stem in stems} == set(KINDS)
    assert [
        sum((row.small_weight if small else row.weight) for row in KINDS.values()) for small in (False, True)
    ] == [100, 100]


class Endless:
    """A source that never runs dry, half of whose variants are refused."""

    path = family = None
    accepted, capacity = 0, 10**12

    def take(self, number):
        self.accepted += number // 2
        return range(number)


def test_a_run_that_stops_by_time_has_the_kinds_by_their_weights():
    few, many = ["join_rows", "join_images"], [f"linear_{number}" for number in range(40)]
    sources = {stem: Endless() for stem in few + many}
    rounds = [next_round(sources, 10**9) for _ in range(6)]
    half = rounds[0][: len(rounds[0]) // 2]
    for items in (rounds[0], half):  # stopped in the middle, too
        joins = sum(stem in few for stem, _ in items) / len(items)
        assert abs(joins - 4 / 17) < 0.02, joins
    accepted = {stem: source.accepted for stem, source in sources.items()}
    assert abs(sum(accepted[stem] for stem in few) / sum(accepted.values()) - 4 / 17) < 0.02
    assert all(len(items) == ROUND * len(sources) for items in rounds)


# ---- texts --------------------------------------------------------------------------------------------------------


def test_canonical_answer_has_the_names_that_the_model_is_to_write():
    answer = canonical_answer(family()[4])
    names = [node.name for node in ast.parse(answer).body]
    assert names == ["kernel", "translated"] and "kernel[(triton.cdiv" in answer and "thrice" not in answer
    assert "# a block a program" in answer


def test_canonical_answer_refuses_to_merge_two_names():
    clash = family(PAIR.replace("y = torch.empty_like(x)", "kernel = 3\n    y = torch.empty_like(x)"))
    with pytest.raises(ValueError, match="two things are called kernel"):
        canonical_answer(clash[0])


def test_answer_hash_sees_what_is_done_and_nothing_else():
    answer = family()[0].answer
    restyled = (
        re.sub(r"\bat\b", "offsets", answer)
        .replace("twice_", "other_")
        .replace("# a block a program", "# else")
    )
    restyled = restyled.replace(
        "def other_triton(x):", 'def other_triton(x):\n    """Said differently."""'
    ).replace("BLOCK", "SIZE")
    assert restyled != answer and answer_hash(restyled) == answer_hash(answer) == answer_hash(
        canonical_answer(family()[0])
    )
    assert answer_hash(answer.replace("2.0", "2.5")) != answer_hash(answer)
    assert answer_hash(answer.replace("mask=at < n)", "mask=at <= n)")) != answer_hash(answer)
    assert answer_hash(answer.replace("tl.store(y_ptr", "tl.store(x_ptr")) != answer_hash(answer)


def test_bodies():
    variant = family()[0]
    assert body_text(variant.reference, "twice_torch") == "y = 2.0 * x\nreturn y"
    assert kernel_name(variant) == "twice_kernel"
    assert body_text(variant.answer, "twice_kernel").startswith("at = tl.program_id(0)")


# ---- splits -------------------------------------------------------------------------------------------------------

OPS = [f"op{number}" for number in range(60)]


def prompt(names, numbers, head="a0: f32[A, B]"):
    """A chain of operations, each with a number."""
    lines = [
        f"v{place} = {name}(v{place - 1}, {value})" for place, (name, value) in enumerate(zip(names, numbers))
    ]
    return "\n".join([f"f({head})", *lines, f"return v{len(lines) - 1}"]).replace("v-1", "a0")


def test_one_operation_is_always_trained_on():
    assert {split_of(prompt([name], [2])) for name in OPS} == {"train"}


def test_numbers_sizes_and_ranks_do_not_change_a_split():
    heads = ("a0: f32[A, B]", "a0: f16[A, B, C]", "a0: f32[1, A]", "a0: f32[A]")
    for first, second in itertools.permutations(OPS[:20], 2):
        copies = {
            split_of(prompt([first, second], [number, -number], head))
            for number in (0.1, 3, 1e-5)
            for head in heads
        }
        assert len(copies) == 1
    a, b = (
        f"f(a0: f32[A, B])\nv0 = relu(a0)\nv1 = reshape(v0, shape={shape})\nreturn v1"
        for shape in ("[A, B, 1]", "[A, 2*B, -1, 1]")
    )
    assert template(a) == template(b) and template(a) != template(a.replace("relu", "sigmoid"))
    assert template("f(a0)\nv0 = sum(a0, dim=-1)\nreturn v0") == template(
        "f(a0)\nv0 = sum(a0, dim=[-2, -1])\nreturn v0"
    )
    assert template("f(a0)\nv0 = sum(a0, dim=-1)\nreturn v0") != template(
        "f(a0)\nv0 = sum(a0, dim=-1, keepdim=True)\nreturn v0"
    )
    assert template("f(a0)\nv0 = add(a0, a1)\nreturn v0") != template("f(a0)\nv0 = add(a0, a0)\nreturn v0"), (
        "names are wiring, not numbers"
    )


def test_nothing_that_is_trained_on_shows_a_held_out_couple():
    rng, seen = random.Random(0), {}
    for _ in range(4000):
        names = rng.choices(OPS, k=rng.randint(2, 8))
        split = split_of(prompt(names, rng.choices((1, 2, 0.5), k=len(names))))
        for couple in itertools.combinations(sorted(set(names)), 2):
            seen.setdefault(couple, set()).add(split == "test_combinations" and is_held_out(couple))
            if is_held_out(couple):
                assert split == "test_combinations"
        orders = {
            split_of(prompt(shuffled, [1] * len(names))) for shuffled in (names, names[::-1], sorted(names))
        }
        assert ("test_combinations" in orders) == (len(orders) == 1 and split == "test_combinations"), (
            "an order of its own is no combination"
        )
    assert 3 < sum(True in splits for splits in seen.values()) < 60


def test_every_split_gets_its_share():
    rng = random.Random(1)
    counts = pandas.Series(
        [split_of(prompt(rng.sample(OPS, 3), (1, 2, 3))) for _ in range(6000)]
    ).value_counts(normalize=True)
    assert 0.6 * SHARES["test_parameters"] < counts["test_parameters"] < 1.5 * SHARES["test_parameters"]
    assert 0.7 * SHARES["validation"] < counts["validation"] < 1.4 * SHARES["validation"]
    assert 0.005 < counts["test_combinations"] < 0.1 and counts["train"] > 0.8


# ---- prompts ----------------------------------------------------------------------------------------------------


def test_prompts_are_asked_once_for_a_pattern_of_shapes_and_not_of_a_single_element():
    cases = [(torch.randn(shape),) for shape in [(1, 1), (1, 5), (3, 33), (7, 9), (4, 4), (2, 3, 5)]]
    texts, order, [first] = prompts(lambda x: torch.relu(x) * 3, cases, 9, random.Random(0))
    assert order == [0] and first.shape in [case.shape for (case,) in cases[2:]]
    patterns = [re.search(r"\[.*?\]", text).group() for text in texts]
    assert patterns[2:] == ["[1, A]"] and set(patterns[:2]) == {"[A, B]", "[A, B, C]"}
    assert prompts(lambda x: torch.relu(x) * 3, cases, 2, random.Random(0))[0] == texts[:2]
    assert len(prompts(lambda x: torch.relu(x) * 3, cases[:1], 9, random.Random(0))[0]) == 1


def test_arguments_come_in_their_order_of_use():
    def reference(bias, x, weight):
        return torch.relu(x @ weight) + bias

    cases = [(torch.randn(5), torch.randn(3, 4), torch.randn(4, 5))]
    [text], order, first = prompts(reference, cases, 2, random.Random(0))
    assert order == [1, 2, 0] and text.startswith("f(a0: f32[A, B], a1: f32[B, C], a2: f32[C])"), text
    turned, [inputs] = reordered(reference, cases, order)
    assert inputs[2] is first[2] is cases[0][0] and torch.equal(turned(*inputs), reference(*cases[0]))
    answer = "def translated(bias, x, weight):\n    return y"
    assert with_parameters(answer, order) == "def translated(x, weight, bias):\n    return y"
    assert with_parameters(answer, [0, 1, 2]) == answer
    with pytest.raises(ValueError, match="cannot be put in the order"):
        with_parameters(answer, [1, 0])


def test_a_prompt_that_computes_something_else_is_refused():
    def reference(x):
        reference.calls += 1
        return x * 2.0 if reference.calls == 1 else x * 3.0

    reference.calls = 0
    with pytest.raises(ValueError, match="does not compute what the reference computes"):
        prompts(reference, [(torch.randn(3, 4),)], 2, random.Random(0))


def test_a_prompt_that_is_true_at_its_own_sizes_alone_is_refused():
    """Of four columns the first four are all: the text of (3, 4) has no slice."""
    cases = [(torch.randn(3, 4),), (torch.randn(5, 7),)]
    with pytest.raises(ValueError, match=r"does not compute .*, on \(5, 7\)"):
        prompts(lambda x: x[:, :4] * 2, cases, 2, random.Random(0))


def test_an_answer_is_judged_where_a_translator_would_be():
    """All rows of the file are of three columns, which an answer may take for given; and a reference may."""
    variant = family(PAIR.replace("(1, 1), (3, 33), (2, 3, 5)", "(1, 3), (7, 3)"))[0]
    answers = [
        canonical_answer(variant),
        canonical_answer(variant).replace("y = 2.0 * x", "y = tl.where(n % 3 == 0, 2.0, 5.0) * x"),
    ]
    right, wrong = [judge_variant(asdict(variant) | {"canonical": answer}, "cpu") for answer in answers]
    assert right["reason"] == "" and "on (4, 2)" in wrong["reason"]
    assert smallest_sample(right["prompt"], lambda x: x.reshape(-1, 3)) == []


# ---- journal ------------------------------------------------------------------------------------------------------


def test_a_journal_survives_a_line_cut_short(tmp_path):
    path = tmp_path / "judged" / "v.jsonl"
    journal = Journal(path)
    journal.add("a", {"reason": ""})
    journal.close()
    with open(path, "a") as file:
        file.write('{"b": {"rea')
    journal = Journal(path)
    assert journal.verdicts == {"a": {"reason": ""}}
    journal.add("c", {"reason": "far"})
    journal.close()
    journal = Journal(path)
    assert journal.verdicts == {"a": {"reason": ""}, "c": {"reason": "far"}}
    journal.close()


# ---- duplicates ---------------------------------------------------------------------------------------------------


@pytest.fixture
def collected(monkeypatch, tmp_path):
    patch_everywhere(monkeypatch, "judge_version", lambda device: "any")
    (tmp_path / "twice.py").write_text(PAIR)
    collected = Corpus([tmp_path / "twice.py"], ExtractionOptions(limit=6, journals=tmp_path))
    yield collected
    collected.journal.close()


def verdict(prompt="f(a0: f32[A, B])\nv0 = mul(a0, 2)\nreturn v0", reason="", alternates=()):
    return {
        "reason": reason,
        "prompt": prompt,
        "alternates": list(alternates),
        "error": 0.0,
        "tolerance": 1e-6,
        "launches": 1,
        "order": [0],
    }


def admit(collected, index, **told):
    variant = collected.queues["twice"].family[index]
    answer = canonical_answer(variant)
    made = {
        "key": f"key{index}",
        "hash": told.pop("hash", answer_hash(answer)),
        "fresh": True,
        "verdict": verdict(**told),
    }
    collected.admit("twice", index, made | {"row": row_of(variant, answer, made["hash"], made["verdict"])})


def test_what_is_known_is_not_judged_again(collected):
    admit(collected, 0, prompt="q0")
    admit(collected, 1, reason="too far")
    assert collected.known({"key": "key9", "hash": collected.pairs[0].hash})["reason"] == "duplicate"
    assert collected.known({"key": "key1", "hash": "another"})["reason"] == "too far"
    assert collected.known({"key": "key9", "hash": "another"}) is None


def test_neither_an_answer_nor_a_prompt_comes_twice(collected):
    admit(collected, 0, prompt="q0")
    admit(collected, 1, prompt="q1", hash=collected.pairs[0].hash)
    admit(collected, 2, prompt="q0")
    source = collected.queues["twice"]
    assert (source.accepted, source.duplicates, len(collected.pairs)) == (1, 2, 1)


def test_a_refused_answer_is_no_reason_against_its_like(collected):
    admit(collected, 0, reason="too far (error 3.5e-01)")
    admit(collected, 1, reason="too far (error 1.5)")
    admit(collected, 3, prompt="q")
    source = collected.queues["twice"]
    assert source.accepted == 1 and source.refused == {"too far (error #)": 2}
    assert "2x too far" in collected.table() and "1 pairs" in collected.table()


def test_alternates_are_no_prompt_of_another_pair(collected):
    admit(collected, 0, prompt="q0", alternates=["q1", "q2"])
    admit(collected, 1, prompt="q1", alternates=["q2", "q3"])
    assert [json.loads(row["alternates"]) for row in collected.rows()] == [["q2"], ["q3"]]


# ---- workers: what breaks costs one variant -----------------------------------------------------------------------


def task(folder, name, reference):
    (folder / f"{name}.py").write_text(
        PAIR.replace("twice", name).replace("    y = 2.0 * x\n    return y", reference)
    )
    return name, (make_pair, (folder / f"{name}.py", 0, "any"))


def test_a_reference_that_breaks_costs_one_variant(tmp_path):
    tasks = [
        task(tmp_path, "good", "    print('ready')\n    return 2.0 * x"),
        task(tmp_path, "nothing", "    return 0.0 * x"),
        task(tmp_path, "broken", "    raise KeyError('lost')"),
        task(tmp_path, "died", "    import os\n    os._exit(3)"),
        task(tmp_path, "wrong", "    return 2.5 * x"),
    ]
    deaf = task(
        tmp_path,
        "deaf",
        "    import signal, time\n    signal.signal(signal.SIGALRM, lambda *_: 0)\n    time.sleep(60)",
    )
    with Workers(1, "cpu", lambda made: None) as workers:
        results = dict(workers.map(tasks))
        workers.all[0].seconds = 3
        [(_, hung)] = workers.map([deaf])
        [(_, after)] = workers.map(tasks[:1])
        pid = workers.all[0].pid
    good, nothing, wrong = (results[name]["verdict"] for name in ("good", "nothing", "wrong"))
    assert good["reason"] == "" and good["launches"] >= 1 and good["error"] <= good["tolerance"], good
    assert results["good"]["row"].keys() == Pair.__dataclass_fields__.keys() and after["verdict"] == good
    assert "degenerate" in nothing["reason"] and results["nothing"]["row"] is None, "zeros would pass"
    assert "exceeds tolerance" in wrong["reason"]
    assert "KeyError: 'lost'" in results["broken"]["reason"] and "lost" not in results["broken"]
    assert results["died"]["lost"] and "worker crashed" in results["died"]["reason"]
    assert hung["lost"] and "took more than 3 s" in hung["reason"]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_workers_keep_the_order_and_draw_tasks_as_they_need_them(tmp_path):
    drawn = []

    def tasks():
        for place in itertools.count():
            drawn.append(place)
            yield place, (structures, ([f"x = {place}"],))

    with Workers(2, None) as workers:
        results = list(itertools.islice(workers.map(tasks()), 300))
    assert [place for place, _ in results] == list(range(300)) and len(drawn) < 500
    assert len({structure for _, [structure] in results}) == 1


def first_is_slow(context, place):
    """A task: the first takes much longer than all the others together."""
    time.sleep(1.5 if place == 0 else 0)
    return place


def test_a_slow_task_loses_none_of_those_that_wait_behind_it():
    with Workers(2, None) as workers:
        results = list(workers.map((place, (first_is_slow, (place,))) for place in range(400)))
    assert results == [(place, place) for place in range(400)], f"{len(results)} of 400"


def test_a_worker_that_cannot_start_is_an_error(monkeypatch):
    patch_everywhere(monkeypatch, "FIRST_ANSWER", "no Python")
    with (
        pytest.raises(RuntimeError, match="could not start: RuntimeError: .*does not parse"),
        Workers(1, "cpu") as workers,
    ):
        list(workers.map([("any", (structures, ([],)))]))


def test_gpus_are_named_one_by_one(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3,GPU-5")
    assert visible_gpus() == ["3", "GPU-5"]
    assert [worker.gpu for worker in Workers(3, "cuda").all] == ["3", "GPU-5", "3"]
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    with pytest.raises(ValueError, match="no GPU"):
        Workers(1, "cuda")


# ---- the whole way ------------------------------------------------------------------------------------------------

WORDS = ("tanh", "sum_last", "min_pool1d")
RUN = """
import sys
sys.path.insert(0, {root!r})
import pathlib, extract_training_data as e
here = pathlib.Path({here!r})
raise SystemExit(0 if e.extract(e.ExtractionOptions(words={words!r}, limit=20, jobs=1, out=here / "pairs.csv", report=here / "report.json",
                                          journals=here, refused=here / "refused.jsonl")) else 1)
"""


def start(here):
    code = RUN.format(root=str(triton_ops.ROOT), here=str(here), words=WORDS)
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def test_what_stands_in_another_corpus_is_not_made_once_more(tmp_path):
    first, second, both = (tmp_path / f"{name}.csv" for name in ("first", "second", "both"))
    options = ExtractionOptions(
        ("sigmoid",), 3, 1, out=first, journals=tmp_path, refused=tmp_path / "refused.jsonl"
    )
    assert extract(options) == 3
    assert extract(replace(options, limit=100, out=both)) == 22
    assert extract(replace(options, limit=100, out=second, beside=first)) == 19
    assert {pair.hash for path in (first, second) for pair in load_pairs(path)} == {
        pair.hash for pair in load_pairs(both)
    }


def journal_keys(here):
    lines = [
        line
        for path in (here / "judged").glob("*.jsonl")
        for line in path.read_text().splitlines()
        if line.endswith("}")
    ]
    return [key for line in lines for key in json.loads(line)]


@pytest.fixture(scope="module")
def extracted(tmp_path_factory):
    """A folder with a corpus of 20 pairs that took two runs: the first was killed when it had judged a few."""
    here = tmp_path_factory.mktemp("corpus")
    first = start(here)
    while first.poll() is None and len(journal_keys(here)) < 4:
        time.sleep(0.05)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    judged = journal_keys(here)
    assert 4 <= len(judged) < 20 and not (here / "pairs.csv").exists()
    second = start(here)
    printed, _ = second.communicate(timeout=120)
    assert second.returncode == 0, printed
    assert set(judged) < set(journal_keys(here)) and len(journal_keys(here)) == len(
        set(journal_keys(here))
    ), "judged twice"
    return here, printed


def test_columns_and_contents(extracted):
    here, printed = extracted
    assert list(pandas.read_csv(here / "pairs.csv").columns) == [field.name for field in fields(Pair)]
    pairs = load_pairs(here / "pairs.csv")
    assert len(pairs) == 20 and "20 pairs" in printed
    counts = pandas.Series([pair.family for pair in pairs]).value_counts().to_dict()
    families = {stem: Family.load(SYNTHETIC / f"{stem}.py") for stem in counts}
    sizes = {stem: len(family) for stem, family in families.items()}
    assert counts == family_shares(sizes, 20, small=True, weights=family_weights(families)), "not balanced"
    for pair in pairs:
        ast.parse(pair.python_function), ast.parse(pair.triton_code)
        assert {"kernel", "translated"} <= {node.name for node in ast.parse(pair.answer).body}, pair.answer
        assert pair.python_body in pair.python_function.replace("\n    ", "\n") and pair.triton_body
        assert 0 <= pair.max_error <= pair.tolerance and pair.launches >= 1
        assert pair.prompt.startswith("f(a0: ") and pair.split == split_of(pair.prompt)
        variant = Family.load(SYNTHETIC / pair.source_file)[pair.variant]
        assert variant.answer == pair.triton_code and pair.hash == answer_hash(canonical_answer(variant))
        assert pair.answer == final_answer(canonical_answer(variant), pair.prompt, json.loads(pair.order))
    assert len({pair.hash for pair in pairs}) == len({pair.prompt for pair in pairs}) == 20
    prompts = [pair.prompt for pair in pairs] + [
        text for pair in pairs for text in json.loads(pair.alternates)
    ]
    assert len(prompts) == len(set(prompts))


def test_a_pair_runs_by_itself(extracted, tmp_path):
    pair = next(pair for pair in load_pairs(extracted[0] / "pairs.csv") if pair.family == "tanh")
    (tmp_path / "pair.py").write_text(f"{HEADER}\n\n\n{pair.python_function}\n\n\n{pair.answer}\n")
    code = f"import pair, torch; x = torch.randn(3, 5); torch.testing.assert_close(pair.translated(x), pair.{pair.op}_torch(x))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=os.environ | {"CUDA_VISIBLE_DEVICES": "", "TRITON_INTERPRET": "1"},
    )
    assert done.returncode == 0, done.stderr


def test_nothing_that_computes_nothing_would_pass(extracted):
    for pair in load_pairs(extracted[0] / "pairs.csv"):
        task = verification.prepare_reference(
            *load_reference(
                asdict(Family.load(SYNTHETIC / pair.source_file)[pair.variant]), json.loads(pair.order)
            )
        )
        assert task.fault == "" and len(task.cases) > 3, f"{pair.family}/{pair.variant}: {task.fault}"


def test_rows_are_judged_again(extracted, capsys, tmp_path):
    options = ExtractionOptions(out=extracted[0] / "pairs.csv", jobs=1)
    assert check_rows(options, 6) == 1.0
    assert "6 of 6 rows passed on cpu: 100.00%" in capsys.readouterr().out
    first, second, third, *_ = (pair for pair in load_pairs(options.out) if pair.family == "tanh")
    spoilt = [
        asdict(first),
        asdict(second)
        | {"answer": second.answer.replace("tl.store(y_ptr + offsets, ", "tl.store(y_ptr + offsets, 2.0 * ")},
        asdict(third) | {"variant": first.variant},
    ]
    write_rows(spoilt, tmp_path / "spoilt.csv")
    assert check_rows(ExtractionOptions(out=tmp_path / "spoilt.csv", jobs=1), 3) == pytest.approx(1 / 3)
    printed = capsys.readouterr().out
    assert (
        re.search(rf"FAILED tanh/{second.variant}: .* instead of ", printed)
        and "tanh.py has changed" in printed
    ), printed
    assert all("    " + line in printed for line in second.prompt.split("\n"))


def test_rows_are_drawn_evenly(extracted):
    pairs = load_pairs(extracted[0] / "pairs.csv")
    drawn = sampled_evenly(pairs, 9, 0)
    counts = pandas.Series([pair.family for pair in drawn]).value_counts()
    assert (
        set(counts) == {3}
        and len(counts) == 3
        and drawn == sampled_evenly(pairs, 9, 0) != sampled_evenly(pairs, 9, 1)
    )
    assert len(sampled_evenly(pairs, 1000, 0)) == 20


def test_kernels_compile_for_real_targets_and_once(extracted, capsys):
    options = ExtractionOptions(
        words=("tanh",), out=extracted[0] / "pairs.csv", journals=extracted[0], jobs=1
    )
    assert compile_corpus(options) == 0
    printed = capsys.readouterr().out
    known, answers = map(
        int, re.search(r"(\d+) structures in (\d+) answers, 0 of them known", printed).groups()
    )
    assert 1 <= known <= answers and f"{2 * known} launches compiled for sm_80 and sm_90" in printed
    assert compile_corpus(options) == 0
    assert f"{known} of them known" in capsys.readouterr().out


def test_a_kernel_that_does_not_compile_is_told(extracted, capsys, tmp_path):
    pair = next(pair for pair in load_pairs(extracted[0] / "pairs.csv") if pair.family == "tanh")
    spoilt = pair.answer.replace("tl.store(y_ptr + offsets, ", "tl.store(y_ptr + offsets, nothing + ")
    write_rows([asdict(pair) | {"answer": spoilt}], tmp_path / "spoilt.csv")
    assert compile_corpus(ExtractionOptions(out=tmp_path / "spoilt.csv", journals=tmp_path, jobs=1)) == 1
    printed = capsys.readouterr().out
    assert f"FAILED tanh/{pair.variant}" in printed and "nothing" in printed


def test_the_kernels_of_an_answer():
    answer = canonical_answer(family()[0])
    assert (
        "def kernel(" in kernels_of(answer)
        and "@triton.jit" in kernels_of(answer)
        and "translated" not in kernels_of(answer)
    )
    assert verification.structure_hash(kernels_of(answer)) == verification.structure_hash(
        kernels_of(answer.replace("2.0", "3.0").replace("at", "here"))
    )


def test_crossed_prompts_and_answers_are_refused(extracted, capsys):
    options = ExtractionOptions(out=extracted[0] / "pairs.csv", jobs=1)
    assert cross_wire(options, 12) == 0
    assert "12 refused, 0 accepted" in capsys.readouterr().out
    pairs = load_pairs(options.out)
    couples = list(itertools.islice(mismatched_pairs(pairs, 0), 40))
    for asked, answered in couples:
        assert asked.hash != answered.hash and asked.prompt.split("\n")[0] == answered.prompt.split("\n")[0]
    assert any(asked.family == answered.family for asked, answered in couples)


@pytest.mark.parametrize(
    "other, same",
    [
        (lambda x: torch.softmax(x, -1), True),
        (lambda x: (x - x.amax(-1, True)).exp() / (x - x.amax(-1, True)).exp().sum(-1, True), True),
        (lambda x: torch.softmax(x, -2), False),
        (lambda x: torch.softmax(x, -1) * (1 + 1e-7), False),
        (lambda x: (torch.softmax(x, -1), x), False),
    ],
)
def test_one_function_written_twice_is_told_from_another_that_is_close(other, same):
    task = verification.prepare_reference(lambda x: torch.softmax(x, -1), [(torch.randn(5, 33),)])
    assert all(is_same_function(other, prompt) for prompt in task.cases) == same


def test_nothing_to_do_is_an_error_in_one_line(tmp_path, capsys):
    with pytest.raises(SystemExit, match="2"):
        extract_training_data.main(["no_such_file", "--out", str(tmp_path / "pairs.csv")])
    assert "matches no_such_file" in capsys.readouterr().err
    pandas.DataFrame([{"prompt": "f()"}]).to_csv(tmp_path / "old.csv")
    with pytest.raises(ValueError, match="no column python_function"):
        load_pairs(tmp_path / "old.csv")


def test_renaming_keeps_lines_aligned_with_their_bracket():
    text = (
        "def long_name(a, b,\n              c):\n    long_name[grid](a,\n                    (b,\n                     c))\n"
        "    other(\n        a)\n"
    )
    assert rename(text, {"long_name": "f"}) == (
        "def f(a, b,\n      c):\n    f[grid](a,\n            (b,\n             c))\n    other(\n        a)\n"
    )
    assert rename(rename(text, {"long_name": "f"}), {"f": "long_name"}) == text


def test_a_family_that_is_asked_for_in_parts_is_given_up_sooner():
    source = FamilyQueue(SYNTHETIC / "sigmoid.py", 0, GIVE_UP_AFTER)
    for _ in range(GIVE_UP_AFTER // SEVERAL_REGIONS_COUNT):
        assert source.capacity > 0
        source.refuse(SEVERAL_REGIONS)
    assert source.capacity == 0 and source.refused == {
        SEVERAL_REGIONS: GIVE_UP_AFTER // SEVERAL_REGIONS_COUNT
    }
