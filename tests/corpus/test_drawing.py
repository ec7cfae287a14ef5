"""The small programs that fill slots: they compute something, and read all that they name."""

import ast
import itertools
import math
import random
import re

import pytest
import torch

from corpus.composition import SYNTHETIC
from corpus.draw.along import Along
from corpus.draw.cells import CELLS, Cell, cell_row
from corpus.draw.programs import Programs
from corpus.draw.shapes import places_along
from corpus.draw.sketch import Sketch
from corpus.draw.steps import depths_of, drawn_row
from corpus.draw.vocabulary import DEEPEST
from corpus.family import Family
from corpus.tables import tables


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
