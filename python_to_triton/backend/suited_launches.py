"""Answers rewritten for a GPU without a clock: blocks that suit the sizes, and what kernels are told.

An answer is right at all sizes, and has one block for all. Of a convolution of images of 7 x 7 a block of 128
places is empty by more than half, and its launch has too few programs for a GPU. And a kernel does not know
what its launch does: that it has few programs, by which the compiler divides offsets in 32 bits, and what
sizes are multiples of, by which several elements are copied at once (tuning/kernel_knobs.py). Each text is
judged as any other answer.
"""

import ast
import logging
import math
from collections.abc import Sequence

import torch

from python_to_triton import frontend, tuning, verification
from python_to_triton.backend.plans import RegionPlan
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.loading import released_translator
from python_to_triton.tuning.knobs import FACTS, TILE, Knob
from triton_ops.judge import error_summary

LOG = logging.getLogger(__name__)

SMALLEST_SIDE = 32  # of a block of a product that is halved for more programs; the least of tl.dot is 16
AREA_OF_FOUR_WARPS = 64 * 64  # elements of a block for which four warps are enough

_known = {}  # (plan, its suited text) -> the plan that the judge decided on


class ProgramCount:
    """In a kernel's place: counts the programs of its launch."""

    def __init__(self):
        self.programs = 0

    def __getitem__(self, grid):
        def launch(*arguments, **options):
            sizes = grid(options) if callable(grid) else grid
            self.programs += math.prod(sizes)

        return launch


def programs_of(source: str, arguments: Sequence[torch.Tensor]) -> int:
    """How many programs an answer launches for arguments without data; what it launches does not run."""
    import triton

    tree = ast.parse(source)
    kernels = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    tree.body = [node for node in tree.body if node not in kernels]
    counts = {kernel.name: ProgramCount() for kernel in kernels}
    namespace = {"math": math, "torch": torch, "triton": triton} | counts
    exec(compile(tree, "<host of an answer>", "exec"), namespace)
    namespace["translated"](*arguments)
    return sum(count.programs for count in counts.values())


def smaller_sides(source: str, tiles: Sequence[Knob], knobs: Sequence[Knob], arguments, wanted: int) -> dict:
    """The sides of a product's block, by name: each halved as long as that makes no further program, since
    the rest was empty; then the larger one, until there are as many programs as are wanted. One that the host
    computes is as small as it can be.
    """
    sides = {knob.name: knob.value for knob in tiles}
    possible = {knob.name: knob.values for knob in tiles}
    programs = lambda changed: programs_of(tuning.rewritten(source, knobs, sides | changed), arguments)
    now = programs({})
    for name in [knob.name for knob in tiles if len(knob.edits) > 1]:
        while (half := sides[name] // 2) in possible[name] and programs({name: half}) == now:
            sides[name] = half
    while now < wanted:
        halves = {name: side // 2 for name, side in sides.items() if side // 2 in possible[name]}
        halves = {name: side for name, side in halves.items() if side >= SMALLEST_SIDE}
        if not halves:
            break
        name = max(halves, key=halves.get)
        sides[name] = halves[name]
        now = programs({})
    return sides


def suited_numbers(
    source: str, knobs: Sequence[Knob], arguments: Sequence[torch.Tensor], wanted: int
) -> dict[str, int]:
    """Other numbers for the knobs of an answer with one product, at the sizes of these arguments."""
    tiles = [knob for knob in knobs if knob.role == TILE and knob.value]
    kernels = {knob.name.rpartition(": ")[0] for knob in tiles}
    if not tiles or len(kernels) > 1:
        return {}
    sides = smaller_sides(source, tiles, knobs, arguments, wanted)
    changed = {knob.name: sides[knob.name] for knob in tiles if sides[knob.name] != knob.value}
    warps = [knob for knob in knobs if knob.name == f"{tiles[0].name.rpartition('BLOCK')[0]}num_warps"]
    small = math.prod(sides.values()) <= AREA_OF_FOUR_WARPS
    return changed | {knob.name: 4 for knob in warps if changed and small and (knob.value or 0) > 4}


def suited_text(source: str, region: RegionCandidates, wanted: int) -> str:
    """An answer as it suits a region's sizes, its kernels told what their launches know; "" where that is the
    text as it is. wanted: programs, as many as a GPU has multiprocessors.
    """
    knobs = tuning.launch_numbers(source)
    numbers = {knob.name: knob.values[0] for knob in knobs if knob.role in FACTS}
    if region.sizes:
        try:
            arguments = frontend.parse(region.prompt).metas(region.sizes)
            numbers |= suited_numbers(source, knobs, arguments, wanted)
        except Exception as error:  # host code of an answer may ask for more than sizes, and raise anything
            LOG.info("the blocks of an answer stay: %s\n%s", error_summary(error), region.prompt)
    return tuning.rewritten(source, knobs, numbers) if numbers else ""


def with_suited_launches(
    plans: Sequence[RegionPlan], regions: Sequence[RegionCandidates], device: torch.device
) -> tuple[RegionPlan, ...]:
    """The plans of regions, each with the text that suits its region's sizes if the judge verifies it."""
    wanted = torch.cuda.get_device_properties(device).multi_processor_count
    judges = released_translator().judges
    texts = []
    for plan, region in zip(plans, regions, strict=True):
        if plan.is_ours:
            verification.check_source(plan.source)  # what it launches is counted here
        texts.append(suited_text(plan.source, region, wanted) if plan.is_ours else "")
    asked = {(plan, text) for plan, text in zip(plans, texts) if text} - _known.keys()
    judging = {(plan, text): judges.submit(plan.prompt, text) for plan, text in asked}
    for (plan, text), judged in judging.items():
        verdict = judged.result()
        suited = RegionPlan(plan.prompt, text, True, "", verdict.error, verdict.tolerance)
        _known[plan, text] = suited if verdict.ok else plan
    return tuple(_known.get(key, key[0]) for key in zip(plans, texts))
