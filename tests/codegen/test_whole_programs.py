"""Whole programs, traced, cut into regions, answered and stitched: of every style, and layers of papers."""

import copy
import pathlib
import time

import pytest
import torch
import torch.nn as nn
from program_support import as_torch, check_equal, check_regions, load

from corpus import random_programs
from python_to_triton import codegen, frontend
from python_to_triton.frontend import parse, trace

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

STYLED = {path.stem: path.read_text() for path in (ROOT / "tests" / "modules").glob("*.py")}


LAYERS = {
    f"{path.parent.name}/{path.stem}": path.read_text()
    for path in (ROOT / "benchmarks" / "layers").rglob("*.py")
}


PROGRAMS = {name: text for name, text in (STYLED | LAYERS).items() if not name.startswith("huge")}


def made_inputs(namespace, called):
    """Seeded inputs of a program, as a list."""
    torch.manual_seed(1)
    return list(
        frontend.positional_arguments(called, *frontend.call_arguments(namespace, "get_inputs", called))
    )


def wider(inputs):
    """The inputs with every tensor twice as long."""
    return frontend.apply_to_tensors(lambda x: torch.cat([x, x]) if x.dim() else x, inputs)


def copies(given):
    return frontend.apply_to_tensors(torch.clone, given)


def runs(function, given):
    """Whether the original takes inputs of this length."""
    try:
        return copy.deepcopy(function)(*copies(given)) is not None
    except (RuntimeError, ValueError, IndexError):
        return False


def compare_calls(both, given):
    """The same result, or an error that the translation is for another size: a loop over it was unrolled."""
    modules = [
        copy.deepcopy(f) if isinstance(f, nn.Module) else f for f in both
    ]  # some count or average on the side
    try:
        ours = modules[1](*copies(given))
    except ValueError as error:
        assert "this translation is for" in str(error)
    else:
        check_equal(ours, modules[0](*copies(given)))


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_whole_programs(name, tmp_path):
    """Traced, answered by regions and stitched, a program computes the same, with the same parameters."""
    source = PROGRAMS[name]
    made = trace(source)
    codegen.check_wrapper(made)
    assert parse(made.text).text == made.text
    stitched = load(codegen.stitch(made, [as_torch(r.graph) for r in check_regions(made)]), tmp_path)
    if made.source.kind == "statements":
        inputs = made.sample()
        return check_equal(stitched["translated"](*inputs), made.run(*inputs))
    original = {"__name__": "original"}
    exec(source, original)
    both = [
        original[made.source.name],
        stitched["ModelNew" if made.source.kind == "module" else made.source.name],
    ]
    if made.source.kind == "module":
        positional, named = frontend.call_arguments(original, "get_init_inputs", both[0])
        for i, made_by in enumerate(both):
            torch.manual_seed(0)
            both[i] = made_by(*positional, **named)
        ours, theirs = both[1].state_dict(), both[0].state_dict()
        assert list(ours) == list(theirs) and all(torch.equal(ours[key], theirs[key]) for key in theirs)
    with torch.no_grad():
        inputs = made_inputs(original, both[0].forward if made.source.kind == "module" else both[0])
        for wanted in (inputs, wider(inputs)):
            expected = wanted is inputs or runs(both[0], wanted)
            if expected:
                compare_calls(both, wanted)


def test_random_programs_stitch(tmp_path):
    """Programs drawn from a seed compute what their source does."""
    drawn = random_programs.prompts_between("stitched", 0, 24)
    assert len(drawn) >= 10
    for program, _ in drawn:
        made = trace(program)
        stitched = load(codegen.stitch(made, [as_torch(r.graph) for r in check_regions(made)]), tmp_path)
        inputs = made.sample(small=not made.source.conditions.sizes)
        check_equal(stitched["translated"](*inputs), made.run(*inputs))


@pytest.mark.parametrize("name", ["huge_start", "huge_table"])
def test_parameters_of_gigabytes_cost_nothing(name):
    start = time.process_time()
    made = trace(STYLED[name])
    assert sum(torch.Size(made.sizes[d] for d in a.dims).numel() * 4 for a in made.arguments) > 10 * 2**30
    assert time.process_time() - start < 10 and check_regions(made)
