"""What runs in a graph's place: its plan, or PyTorch; the first call compares each answer with float64.

The judge's proof holds for a prompt at the judge's sizes. Here an answer meets the graph's own sizes, strides
and data, where an offset may need 64 bits or a grid may have no room.
"""

import contextlib
import dataclasses
import logging
import threading
from collections.abc import Callable, Sequence

import torch
from torch import fx

from python_to_triton import frontend, tuning, verification
from python_to_triton.backend.compiled_graph import CompiledGraph, convolutions_in_tf32, renamed_entry
from python_to_triton.backend.plans import GraphPlan, RegionPlan
from python_to_triton.backend.region_answers import other_plan
from python_to_triton.verification import Refused
from triton_ops.judge import error_summary
from triton_ops.machine import KERNEL_ERRORS

LOG = logging.getLogger(__name__)


def wrong_regions(compiled: CompiledGraph, arguments: Sequence) -> dict[RegionPlan, str]:
    """{region: why} of the answers that are not right on these arguments of the graph.

    The tolerance is the verifier's; the references run in float64 on the tensors that each region gets. Where
    convolutions may be of TF32, an answer to one may lose what that loses, whether or not the algorithm that
    cuDNN takes at these sizes rounds. What comes after a wrong answer may not run: then it is not compared.
    """
    rounded = convolutions_in_tf32()
    wrong = {}

    def compare(region, function, tensors, result):
        if not region.is_ours or region in wrong:
            return
        graph = frontend.parse(region.prompt)
        with verification.reference_convolutions(rounded):
            comparison, _ = tuning.compare_with_reference(graph, tensors, result)
        if not comparison.ok:
            wrong[region] = f"right for the judge, wrong at the graph's own sizes: {comparison.reason}"

    try:
        compiled.observe(arguments, compare)
    except KERNEL_ERRORS:
        if not wrong:
            raise
    return wrong


def _gpus_of(device: str) -> list[int]:
    """The number of a plan's GPU, in a list; none for the CPU."""
    index = torch.device(device).index
    return [] if index is None else [index]


def _current(gpus: Sequence[int]) -> contextlib.AbstractContextManager:
    """Has kernels launched on a plan's GPU, where another one is the current."""
    is_other = gpus and gpus[0] != torch.cuda.current_device()
    return torch.cuda.device(gpus[0]) if is_other else contextlib.nullcontext()


class GraphRunner:
    """Called as AOTAutograd calls its graph.

    Attributes:
        plan: who computes what, as it is by now.
        compiled: the CompiledGraph; None where PyTorch computes the whole graph.
        module: AOTAutograd's graph.
        seconds: that its plan took, from the disk or the search, and loading it.
    """

    seconds = 0.0
    waited = False  # whether a call was not compared because a tensor had no elements

    def __init__(
        self,
        plan: GraphPlan,
        module: fx.GraphModule,
        check: bool,
        store: Callable[[GraphPlan], None],
        repeats: bool = True,
    ):
        """check: whether the first call compares. `store` keeps a plan on disk. repeats: as of
        CompiledGraph.
        """
        self.module = module
        self.store = store
        self.repeats = repeats
        self.unchecked = check and not plan.checked
        self.checking = threading.Lock()  # of threads that call a graph for the first time at once
        self.gpus = _gpus_of(plan.device)
        self.use(plan)

    def use(self, plan: GraphPlan) -> None:
        """Runs a plan from now on; PyTorch where it has no answer, or the allow-list refuses one."""
        self.compiled = None
        if not plan.reason:
            try:
                self.compiled = CompiledGraph(plan, self.module, self.repeats)
            except Refused as refusal:
                plan = dataclasses.replace(plan, reason=f"an answer is refused: {refusal}")
        self.plan = plan

    def exchange(self, wrong: dict[RegionPlan, str]) -> None:
        """Gives these regions, whose answers are wrong for these reasons, to rules or to PyTorch."""
        others = {region: other_plan(region, why) for region, why in wrong.items()}
        regions = tuple(others.get(region, region) for region in self.plan.regions)
        reason = "" if any(region.is_ours for region in regions) else "no region has a verified answer"
        entry = renamed_entry(self.plan.entry, self.plan.regions, regions)
        self.use(dataclasses.replace(self.plan, regions=regions, entry=entry, reason=reason))
        for region, other in others.items():
            done = "gets another answer" if other.is_ours else "is left to PyTorch"
            LOG.warning("a region %s: %s\n%s", done, wrong[region], region.prompt)

    def check(self, arguments: Sequence) -> None:
        """Compares every answer on these arguments; exchanges what is wrong.

        A first call with tensors without elements may tell nothing: the next call compares, whatever it has.
        """
        empty = any(isinstance(x, torch.Tensor) and not x.numel() for x in arguments)
        if empty and not self.waited:
            self.waited = True
            return
        if self.compiled is None:
            self.unchecked = False
            return
        self.compiled.check_indices(arguments)  # before an answer fails at them
        try:
            while self.compiled:
                wrong = wrong_regions(self.compiled, arguments)
                if not wrong:
                    break
                self.exchange(wrong)
        except torch.OutOfMemoryError:  # of the comparison in float64: another process may have the room
            LOG.warning("the answers of a graph were not compared at its own sizes: the memory is too small")
            self.unchecked = False
            self.store(self.plan)
            return
        except KERNEL_ERRORS as error:  # a kernel that cannot be launched at these sizes
            why = f"an answer failed: {error_summary(error)}"
            if suited := {region: why for region in self.plan.regions if region.plain}:
                self.exchange(suited)
                self.check(arguments)
                return
            self.use(dataclasses.replace(self.plan, reason=why))
            LOG.warning("a graph is left to PyTorch: %s", self.plan.reason)
        self.unchecked = False
        self.plan = dataclasses.replace(self.plan, checked=True)
        self.store(self.plan)

    def check_once(self, arguments: Sequence) -> None:
        """Checks, unless another thread has; the program's random numbers are as if it had not."""
        with self.checking, torch.random.fork_rng(self.gpus):
            if self.unchecked:
                self.check(arguments)
        torch.cuda.empty_cache()  # of the references in float64: the program has no use for it

    def __call__(self, *arguments):
        with torch.no_grad(), _current(self.gpus):
            if self.plan.layout and not self.plan.layout.fits(arguments):
                return self.module.forward(*arguments)
            if self.unchecked:
                self.check_once(arguments)
            return (self.compiled or self.module.forward)(*arguments)
