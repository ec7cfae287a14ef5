"""`explain`: region by region, who computes a model's forward and backward, how fast, and why.

>>> print(python_to_triton.explain(model, inputs))
forward: 4 of 5 regions in Triton, 1 by PyTorch
  Triton   layer_norm                             0.011 ms, PyTorch 0.014 ms
  ...
"""

import dataclasses
import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch.utils._pytree import tree_leaves

from python_to_triton.backend.compilation import compile_dynamo_graph
from python_to_triton.backend.compiled_graph import load_module
from python_to_triton.backend.graph_runner import GraphRunner
from python_to_triton.backend.options import read_options
from python_to_triton.backend.plans import GraphPlan, RegionPlan
from python_to_triton.backend.region_answers import pytorch_plan
from python_to_triton.tuning import median_times
from python_to_triton.verification.sandbox import cold_cache_times

REGION_SECONDS = 2.0  # of timing one region, at most
_OPAQUE = re.compile(r"torch\.ops\.(\S+?)\(")


@dataclass(frozen=True)
class RegionReport:
    """One region of a graph, or one call that stays PyTorch's."""

    summary: str  # its operations
    prompt: str  # "" for a call
    by: str  # "Triton" or "PyTorch"
    why: str  # the verdict of an answer; why PyTorch computes it
    count: int = 1  # how many regions of the graph have this prompt
    ours_ms: float | None = None  # median on a GPU with a cold L2 cache; None where it was not timed
    pytorch_ms: float | None = None

    def line(self) -> str:
        """One line of the table."""
        times = "" if self.pytorch_ms is None else f"PyTorch {self.pytorch_ms:.3f} ms"
        if self.ours_ms is not None:
            times = f"{self.ours_ms:.3f} ms, {times}"
        times = f"  {times:36}" if times else ""
        name = self.summary if self.count == 1 else f"{self.summary} (x{self.count})"
        return f"  {self.by:8} {name[:44]:44}{times}  {self.why}".rstrip()


@dataclass(frozen=True)
class GraphReport:
    """One graph of AOTAutograd, and its regions in the order of their first call."""

    plan: GraphPlan
    regions: tuple[RegionReport, ...]

    def __str__(self):
        return "\n".join([self.plan.line(), *(region.line() for region in self.regions)])


@dataclass(frozen=True)
class Explanation:
    """What `explain` returns; its text is a table."""

    graphs: tuple[GraphReport, ...]
    note: str  # why there are no times, or how they were taken

    @property
    def ours(self) -> int:
        """How many regions run in Triton."""
        return sum(
            region.count * (region.by == "Triton") for graph in self.graphs for region in graph.regions
        )

    def __str__(self):
        return "\n".join([*map(str, self.graphs), self.note])


def _verdict_text(region):
    return f"verified, max error {region.error:.1e} (allowed {region.tolerance:.1e})"


def _times_of(region: RegionPlan, function: Callable, tensors: tuple) -> dict:
    """{"ours_ms", "pytorch_ms"} of a region on these tensors of a GPU."""
    device = str(tensors[0].device)
    by_pytorch = load_module(pytorch_plan(region.prompt, "").source)["translated"]
    clocks = {"pytorch_ms": lambda count: cold_cache_times(lambda: by_pytorch(*tensors), count, device)}
    if region.is_ours:
        clocks["ours_ms"] = lambda count: cold_cache_times(lambda: function(*tensors), count, device)
    return median_times(clocks, REGION_SECONDS)[0]


def _calls_of_pytorch(plan):
    """A RegionReport of each kind of call between the regions."""
    names = dict.fromkeys(_OPAQUE.findall(plan.entry))
    why = "no operation of the vocabulary: a call of PyTorch's"
    return [RegionReport(name.removeprefix("aten."), "", "PyTorch", why) for name in names]


def report_graph(runner: GraphRunner, arguments: Sequence) -> GraphReport:
    """The report of a compiled graph, timed on the arguments of one of its calls if these are on a GPU."""
    plan = runner.plan
    prompts = [region.prompt for region in plan.regions]
    reports = {
        region.prompt: RegionReport(
            region.summary,
            region.prompt,
            "Triton" if region.is_ours and runner.compiled else "PyTorch",
            _verdict_text(region) if region.is_ours else region.reason,
            prompts.count(region.prompt),
        )
        for region in plan.regions
    }
    tensors = {}
    if runner.compiled and plan.device.startswith("cuda"):
        runner.compiled.observe(
            arguments, lambda region, function, given, _: tensors.setdefault(region.prompt, (function, given))
        )
    for region in plan.regions:
        if region.prompt in tensors:
            times = _times_of(region, *tensors.pop(region.prompt))
            reports[region.prompt] = dataclasses.replace(reports[region.prompt], **times)
    return GraphReport(plan, (*reports.values(), *_calls_of_pytorch(plan)))


class _Listening:
    """Collects the graphs that are compiled, each with the arguments of its first call."""

    def __init__(self):
        self.calls = []  # (runner, [arguments of its first call])

    def __call__(self, runner):
        call = runner, []
        self.calls.append(call)
        check = runner.check

        def check_and_keep(arguments):
            call[1].extend(arguments)
            check(arguments)

        runner.unchecked = True
        runner.check = check_and_keep


def _wants_gradient(result):
    return isinstance(result, torch.Tensor) and result.requires_grad


def _note_on_times(graphs):
    if any(graph.plan.device.startswith("cuda") for graph in graphs):
        return f"Times: medians on {torch.cuda.get_device_name()}, L2 cache cold, each region by itself."
    return "No times: answers ran in Triton's interpreter on the CPU, or not at all."


def _parameters(model):
    return list(model.parameters()) if isinstance(model, torch.nn.Module) else []


def explain_model(
    model: Callable, inputs: Sequence, options: Mapping[str, object] | None = None
) -> Explanation:
    """Compiles a model anew, runs it once, and its backward if its result wants one; says who computes what.

    Args:
        model: a module or function.
        inputs: its arguments; on a GPU, where answers are to be timed.
        options: of the backend; see BackendOptions.

    Raises:
        ValueError: an option does not exist. What the model itself raises.
    """
    listening = _Listening()
    chosen = read_options(options)
    backend = functools.partial(compile_dynamo_graph, options=chosen, listener=listening)
    result = torch.compile(model, backend=backend)(*inputs)
    leaves = [leaf for leaf in tree_leaves(result) if _wants_gradient(leaf)]
    if leaves:
        wanted = [leaf for leaf in tree_leaves((inputs, _parameters(model))) if _wants_gradient(leaf)]
        loss = sum(leaf.float().square().sum() for leaf in leaves)
        torch.autograd.grad(loss, wanted, allow_unused=True)
    with torch.no_grad():
        graphs = tuple(report_graph(runner, arguments) for runner, arguments in listening.calls)
    return Explanation(graphs, _note_on_times(graphs))
