"""Answers rewritten to suit a GPU, without timing: blocks that suit the sizes, and what kernels are told.

An answer is right at all sizes, and a matrix product has blocks of one shape for all. Of a convolution of
images of 7 x 7 a block of 128 places is empty by more than half, and its launch has too few programs for a
GPU. The number of programs is found by running the answer's host code on tensors without data, where kernels
only note what they are given. With a program or two for each multiprocessor none hides that another waits for
memory, so that each loads more at a time then: its loop takes longer steps. The numbers follow races of 66
regions of convolution networks on an H200 (2026-11-30; docs/log).

And a kernel does not know what its launch does: that it has few enough programs for offsets of 32 bits; what
sizes are multiples of, by which several elements are copied at once; and the sizes that it divides by, as
long as the graph's do not vary. These are the facts of tuning/knobs.py. Each text is judged as any other
answer; where one is refused, the next simpler one is.
"""

import ast
import functools
import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from python_to_triton import frontend, tuning
from python_to_triton.backend.plans import RegionPlan
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.loading import released_translator
from python_to_triton.tuning.host_runs import noted_launches, programs_of
from python_to_triton.tuning.knobs import FACTS, LOOP, LOOP_BYTES, TILE, Knob
from python_to_triton.tuning.known_sizes import EVERY_SIZE, KNOWN_SIZES
from python_to_triton.tuning.launch_numbers import PROGRAMS, kernel_prefix
from python_to_triton.tuning.written_launches import WrittenLaunch, called_function, has_call, launches_of
from triton_ops.judge import error_summary

LOG = logging.getLogger(__name__)

SMALLEST_SIDE = 32  # of a block of a product that is halved for more programs; the least of tl.dot is 16
AREA_OF_FOUR_WARPS = 64 * 64  # elements of a block for which four warps are enough
ENOUGH = 3 / 4  # programs for each multiprocessor: for more, smaller blocks cost more than they bring
FEW = 2  # programs for each multiprocessor: with more, others compute while one waits
STEPS_IN_MEMORY = 7  # that a program's shared memory has room for: two or three each of up to MOST_STAGES
MOST_STAGES = 4  # of a loop whose steps become longer; with more it loads far ahead already
MOST_PER_SIDE = 4  # times the shorter side of a block is the longest step
MOST_EXACT = 64  # elements is the longest step of a product that is not in TF32: it takes more registers

_refused = set()  # (prompt, text) that the judge refused


@dataclass(frozen=True)
class GpuLimits:
    """What blocks are fitted to."""

    multiprocessors: int
    step_bytes: int  # that a program may load at a time

    @classmethod
    def of(cls, device: torch.device) -> "GpuLimits":
        """Those of a GPU."""
        found = torch.cuda.get_device_properties(device)
        usual = found.shared_memory_per_block
        shared = getattr(found, "shared_memory_per_block_optin", usual)  # AMD's have no such number
        return cls(found.multi_processor_count, shared // STEPS_IN_MEMORY)


# ---- blocks that suit the sizes ----


def factor_bytes(arguments: Sequence[torch.Tensor]) -> int:
    """Bytes of an element of the floating-point arguments with several dimensions, the largest."""
    matrices = [one for one in arguments if one.is_floating_point() and one.dim() > 1]
    return max((one.element_size() for one in matrices), default=4)


def is_beyond_tf32(kernel: ast.FunctionDef) -> bool:
    """Whether a kernel asks for products of another precision than TF32: "tf32x3", "ieee"."""
    dots = [node for node in ast.walk(kernel) if called_function(node) == "dot"]
    precisions = [option.value for dot in dots for option in dot.keywords if option.arg == "input_precision"]
    return any(isinstance(one, ast.Constant) and one.value != "tf32" for one in precisions)


def tiles_of(knobs: Sequence[Knob]) -> list[Knob]:
    """The sides of the block of an answer's one product; none where several kernels have such sides, one
    number stands for two of them, or the number of programs is limited.
    """
    tiles = [knob for knob in knobs if knob.role == TILE and knob.value]
    kernels = {kernel_prefix(knob.name) for knob in tiles}
    is_limited = any(knob.name.endswith(PROGRAMS) for knob in knobs)
    is_shared = any(", " in knob.name for knob in tiles)  # see one_knob_an_edit
    return [] if len(kernels) != 1 or is_limited or is_shared else tiles


class BlockFitter:
    """Finds the sides of a product's block, and the step of its loop, for the sizes of some arguments."""

    def __init__(self, source: str, knobs: Sequence[Knob], arguments: Sequence[torch.Tensor]):
        self.source = source
        self.knobs = knobs
        self.arguments = arguments
        self.tiles = tiles_of(knobs)
        self.sides = {knob.name: knob.value for knob in self.tiles}
        self.step = {}  # of the loop, where it becomes longer

    def programs_with(self, **sides: int) -> int:
        """The programs of the product with other sides."""
        text = tuning.rewritten(self.source, self.knobs, self.sides | sides)
        counts = programs_of(text, self.arguments)
        kernel = kernel_prefix(self.tiles[0].name).removesuffix(": ")
        return counts[kernel] if kernel else max(counts.values(), default=0)

    def half_of(self, knob: Knob, least: int) -> int:
        """Half of a side; 0 where that is less than `least`, or not possible."""
        half = self.sides[knob.name] // 2
        return half if half >= least and half in knob.values else 0

    def leave_out_what_is_empty(self) -> None:
        """Halves a side as long as that makes no further program. One that the host computes is left: it fits
        the size already.
        """
        now = self.programs_with()
        for knob in self.tiles:
            is_written = len(knob.edits) > 1  # here and in the grid
            while is_written and (half := self.half_of(knob, 1)):
                if self.programs_with(**{knob.name: half}) != now:
                    break
                self.sides[knob.name] = half

    def fill(self, wanted: float) -> None:
        """Halves the larger side, as long as there are fewer programs than wanted and that makes more."""
        now = self.programs_with()
        while now < wanted:
            halves = {knob.name: self.half_of(knob, SMALLEST_SIDE) for knob in self.tiles}
            larger = max(halves, key=halves.get)
            programs = self.programs_with(**{larger: halves[larger]}) if halves[larger] else 0
            if programs <= now:
                break
            self.sides[larger] = halves[larger]
            now = programs

    def lengthen_the_step(self, step_bytes: int) -> None:
        """Has the loop load about so many bytes of both factors at a time, where it loads less, and at most
        the whole inner dimension.
        """
        product = self.plain_product()
        prefix = kernel_prefix(self.tiles[0].name)
        loops = [knob for knob in self.knobs if knob.role in (LOOP, LOOP_BYTES) and knob.value]
        loops = [knob for knob in loops if kernel_prefix(knob.name) == prefix]
        if product is None or len(loops) != 1 or self._written(f"{prefix}num_stages") > MOST_STAGES:
            return
        [loop] = loops
        end = self.end_of_loop(product, loop.name)
        if not end:
            return
        sides = list(self.sides.values())
        item = factor_bytes(self.arguments)
        unit = item if loop.role == LOOP_BYTES else 1
        wanted = step_bytes / item / (sum(sides) * 2 / len(sides))  # the other side may be the host's
        limits = [2 ** round(math.log2(wanted)), MOST_PER_SIDE * min(sides), 1 << end.bit_length() - 1]
        limits += [MOST_EXACT] if is_beyond_tf32(product.kernel) else []
        longer = [value for value in loop.values if loop.value < value <= min(limits) * unit]
        self.step = {loop.name: longer[-1]} if longer else {}

    def plain_product(self) -> WrittenLaunch | None:
        """The launch of the product, if its loop has one tl.dot and loads a block of each factor, no more:
        others keep what they load, and would spill it.
        """
        name = kernel_prefix(self.tiles[0].name).removesuffix(": ")
        launches = [one for one in launches_of(ast.parse(self.source)) if one.has_dot]
        launches = [one for one in launches if name in ("", one.kernel.name)]
        if len(launches) != 1:
            return None
        [launch] = launches
        loops = [node for node in ast.walk(launch.kernel) if isinstance(node, ast.For)]
        loops = [loop for loop in loops if has_call(loop, "dot")]
        called = [called_function(node) for node in ast.walk(loops[0])] if len(loops) == 1 else []
        loads = sum(name in launch.loaders for name in called)
        return launch if loads == 2 and called.count("dot") == 1 else None

    def end_of_loop(self, product: WrittenLaunch, step: str) -> int:
        """The largest size in the end of a product's loop by this step: K of `range(0, K, BLOCK_K)`, C of
        `tl.cdiv(C // GROUPS, BLOCK_C)`; 0 where its text does not tell.
        """
        step = step.rpartition(": ")[2].removesuffix(" (bytes)")
        names = set()
        for node in ast.walk(product.kernel):
            if called_function(node) in ("range", "cdiv") and ast.unparse(node.args[-1]) == step:
                names |= {part.id for part in ast.walk(node.args[-2]) if isinstance(part, ast.Name)}
        given = noted_launches(self.source, self.arguments)[product.kernel.name][0].arguments
        sizes = [given.get(name, 0) for name in names if name != "tl"]
        return max(sizes, default=0) if all(type(size) is int for size in sizes) else 0

    def numbers(self) -> dict[str, int]:
        """The knobs that changed, and fewer warps where the block is small."""
        changed = {knob.name: self.sides[knob.name] for knob in self.tiles}
        changed = {name: side for name, side in changed.items() if side != self._written(name)}
        is_small = len(self.tiles) == 2 and math.prod(self.sides.values()) <= AREA_OF_FOUR_WARPS
        warps = f"{kernel_prefix(self.tiles[0].name)}num_warps"
        if changed and is_small and self._written(warps) > 4:
            changed[warps] = 4
        return changed

    def _written(self, name):
        return next((knob.value or 0 for knob in self.knobs if knob.name == name), 0)


def suited_numbers(
    source: str, knobs: Sequence[Knob], arguments: Sequence[torch.Tensor], limits: GpuLimits
) -> tuple[dict[str, int], dict[str, int]]:
    """Other numbers for the knobs of an answer with one product, at the sizes of these arguments: (of its
    block, for enough programs if that can be; of its step, longer where there are no more than a few).
    """
    fitter = BlockFitter(source, knobs, arguments)
    if not fitter.tiles:
        return {}, {}
    fitter.leave_out_what_is_empty()
    fitter.fill(ENOUGH * limits.multiprocessors)
    if fitter.programs_with() <= FEW * limits.multiprocessors:
        fitter.lengthen_the_step(limits.step_bytes)
    return fitter.numbers(), fitter.step


# ---- texts ----


@functools.lru_cache(maxsize=1024)
def suited_texts(
    source: str, prompt: str, sizes: tuple[tuple[str, int], ...], limits: GpuLimits
) -> tuple[str, ...]:
    """The texts of an answer that suit a GPU, the best first: with the facts of its launch, other blocks and
    longer steps; without the longer steps; with the facts alone; without sizes as constants.
    """
    knobs = tuning.launch_numbers(source, sizes=EVERY_SIZE if sizes else None)
    facts = {knob.name: knob.values[0] for knob in knobs if knob.role in FACTS}
    without_sizes = {name: one for name, one in facts.items() if not name.endswith(KNOWN_SIZES)}
    blocks, step = {}, {}
    if sizes:
        try:
            metas = frontend.parse(prompt).metas(dict(sizes))
            blocks, step = suited_numbers(source, knobs, metas, limits)
        except Exception as error:  # host code of an answer may ask for more than sizes, and raise anything
            LOG.info("the blocks of an answer stay: %s\n%s", error_summary(error), prompt)
    numbers = [one for one in (facts | blocks | step, facts | blocks, facts, without_sizes) if one]
    return tuple(dict.fromkeys(tuning.rewritten(source, knobs, one) for one in numbers))


def with_suited_launches(
    plans: Sequence[RegionPlan], regions: Sequence[RegionCandidates], device: torch.device
) -> tuple[RegionPlan, ...]:
    """The plans of regions, each with the text that suits its region's sizes if the judge verifies it; with
    the facts alone where a region has no sizes.
    """
    limits = GpuLimits.of(device)
    judges = released_translator().judges
    texts = [
        suited_texts(plan.source, plan.prompt, tuple(region.sizes.items()), limits) if plan.is_ours else ()
        for plan, region in zip(plans, regions, strict=True)
    ]
    suited = {}  # (plan, texts) -> the plan in its place
    waiting = {key: list(key[1]) for key in zip(plans, texts)}
    while waiting:
        judging = {
            (plan, given): (text, judges.submit(plan.prompt, text))
            for (plan, given), left in waiting.items()
            if (text := next((one for one in left if (plan.prompt, one) not in _refused), ""))
        }
        waiting = {}
        for (plan, given), (text, judged) in judging.items():
            verdict = judged.result()
            if verdict.ok:
                error, tolerance = verdict.error, verdict.tolerance
                suited[plan, given] = RegionPlan(plan.prompt, text, True, "", error, tolerance, plan.source)
                continue
            LOG.info("a suited answer is refused: %s\n%s", verdict.reason, plan.prompt)
            _refused.add((plan.prompt, text))
            waiting[plan, given] = list(given[given.index(text) + 1 :])
    return tuple(suited.get(key, key[0]) for key in zip(plans, texts))
