"""Answers rewritten for a GPU without a clock: blocks that suit the sizes, and what kernels are told.

An answer is right at all sizes, and a product has one block for all. Of a convolution of images of 7 x 7 a
block of 128 places is empty by more than half, and its launch has too few programs for a GPU. How many it has
is found by running the answer's host code on tensors without data, its kernels replaced by counters. And
where a GPU has a program or two for each multiprocessor, each waits for memory by itself: it takes longer
steps through the inner dimension then. The numbers follow races of 66 regions of convolution networks on an
H200 (2026-11-30; docs/log).

And a kernel does not know what its launch does: that it has few programs, by which the compiler divides
offsets in 32 bits; what sizes are multiples of, by which several elements are copied at once; and what sizes
it divides by, as long as a graph's do not vary. These are the facts of tuning/knobs.py. Each text is judged
as any other answer; where one is refused, the next simpler one is.
"""

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
from python_to_triton.tuning.host_runs import programs_of
from python_to_triton.tuning.knobs import FACTS, LOOP, LOOP_BYTES, TILE, Knob
from python_to_triton.tuning.known_sizes import EVERY_SIZE
from python_to_triton.tuning.launch_numbers import NO_SIZES, PROGRAMS, kernel_prefix
from triton_ops.judge import error_summary

LOG = logging.getLogger(__name__)

SMALLEST_SIDE = 32  # of a block of a product that is halved for more programs; the least of tl.dot is 16
AREA_OF_FOUR_WARPS = 64 * 64  # elements of a block for which four warps are enough
BUSY = 3 / 4  # programs for each multiprocessor that are enough: halving a block costs more than it brings
FEW = 2  # programs for each multiprocessor: with more, others compute while one waits
STEPS_IN_FLIGHT = 7  # of a loop's, by the bytes that a program may share: three or four, and some room
MOST_PER_SIDE = 4  # elements of a step for each of a block's shorter side

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
        return cls(found.multi_processor_count, shared // STEPS_IN_FLIGHT)


# ---- blocks that suit the sizes ----


def tiles_of(knobs: Sequence[Knob]) -> list[Knob]:
    """The sides of the block of an answer's one product; none where they are told apart from nothing, or the
    number of its programs is limited.
    """
    tiles = [knob for knob in knobs if knob.role == TILE and knob.value]
    kernels = {kernel_prefix(knob.name) for knob in tiles}
    is_limited = any(knob.name.endswith(PROGRAMS) for knob in knobs)
    is_shared = any(", " in knob.name for knob in tiles)
    return [] if len(kernels) != 1 or is_limited or is_shared else tiles


class BlockFitter:
    """Finds the sides of a product's block for the sizes of some arguments."""

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
        """Halves a side as long as that makes no further program. One that the host computes is left: it is
        as small as the size is.
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
        """Has the loop load about so many bytes of both factors at a time, where it loads less."""
        prefix = kernel_prefix(self.tiles[0].name)
        loops = [knob for knob in self.knobs if knob.role in (LOOP, LOOP_BYTES)]
        loops = [knob for knob in loops if kernel_prefix(knob.name) == prefix and knob.value]
        if len(loops) != 1:
            return
        [loop] = loops
        sides = list(self.sides.values())
        item = max(tensor.element_size() for tensor in self.arguments)
        unit = item if loop.role == LOOP_BYTES else 1
        wanted = step_bytes / item / (sum(sides) * 2 / len(sides))  # the other side may be the host's
        most = min(2 ** round(math.log2(wanted)), MOST_PER_SIDE * min(sides)) * unit
        longer = [value for value in loop.values if loop.value < value <= most]
        self.step = {loop.name: longer[-1]} if longer else {}

    def numbers(self) -> dict[str, int]:
        """The knobs that changed, and fewer warps where the block is small."""
        changed = {knob.name: self.sides[knob.name] for knob in self.tiles}
        changed = {name: side for name, side in changed.items() if side != self._written(name)}
        is_small = len(self.tiles) == 2 and math.prod(self.sides.values()) <= AREA_OF_FOUR_WARPS
        warps = f"{kernel_prefix(self.tiles[0].name)}num_warps"
        if changed and is_small and self._written(warps) > 4:
            changed[warps] = 4
        return changed | self.step

    def _written(self, name):
        return next((knob.value or 0 for knob in self.knobs if knob.name == name), 0)


def suited_numbers(
    source: str, knobs: Sequence[Knob], arguments: Sequence[torch.Tensor], limits: GpuLimits
) -> dict[str, int]:
    """Other numbers for the knobs of an answer with one product, at the sizes of these arguments: for enough
    programs, if that can be, and longer steps where there are no more than a few.
    """
    fitter = BlockFitter(source, knobs, arguments)
    if not fitter.tiles:
        return {}
    fitter.leave_out_what_is_empty()
    fitter.fill(BUSY * limits.multiprocessors)
    if fitter.programs_with() <= FEW * limits.multiprocessors:
        fitter.lengthen_the_step(limits.step_bytes)
    return fitter.numbers()


# ---- texts ----


@functools.lru_cache(maxsize=1024)
def suited_texts(
    source: str, prompt: str, sizes: tuple[tuple[str, int], ...], limits: GpuLimits
) -> tuple[str, ...]:
    """The texts of an answer that suit a GPU, the best first: with other blocks and with the facts of its
    launch; with these facts alone.
    """
    knobs = tuning.launch_numbers(source, sizes=EVERY_SIZE if sizes else NO_SIZES)
    facts = {knob.name: knob.values[0] for knob in knobs if knob.role in FACTS}
    blocks = {}
    if sizes:
        try:
            blocks = suited_numbers(source, knobs, frontend.parse(prompt).metas(dict(sizes)), limits)
        except Exception as error:  # host code of an answer may ask for more than sizes, and raise anything
            LOG.info("the blocks of an answer stay: %s\n%s", error_summary(error), prompt)
    numbers = [one for one in (facts | blocks, facts) if one]
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
