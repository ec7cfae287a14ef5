"""`explain`: region by region, who computes a model's forward and backward, how fast, and why.

>>> print(python_to_triton.explain(model, inputs))
forward: 4 of 5 regions in Triton, 1 by PyTorch
  Triton   layer_norm                             0.011 ms, PyTorch 0.014 ms
  ...
"""

import collections
import dataclasses
import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch.utils._pytree import tree_leaves

from python_to_triton.backend.compilation import compile_dynamo_graph, with_own_code
from python_to_triton.backend.compiled_graph import load_module
from python_to_triton.backend.graph_runner import GraphRunner
from python_to_triton.backend.module_state import unchanged_buffers
from python_to_triton.backend.options import read_options
from python_to_triton.backend.plans import GraphPlan, RegionPlan
from python_to_triton.backend.region_answers import pytorch_plan
from python_to_triton.tuning import median_times
from python_to_triton.verification.sandbox import cold_cache_times

REGION_SECONDS = 2.0  # of timing one region, at most
NO_LIMIT = 1 << 30  # of compilations of what follows a break of the graph: each explanation is one
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


def _times_of(region: RegionPlan, function: Callable, tensors: tuple) -> tuple[dict[str, float], str]:
    """({"ours_ms", "pytorch_ms"} of a region on these tensors of a GPU, why one is missing)."""
    device = str(tensors[0].device)
    by_pytorch = load_module(pytorch_plan(region.prompt, "").source)["translated"]
    clocks = {"pytorch_ms": lambda count: cold_cache_times(lambda: by_pytorch(*tensors), count, device)}
    if region.is_ours:
        clocks["ours_ms"] = lambda count: cold_cache_times(lambda: function(*tensors), count, device)
    return median_times(clocks, REGION_SECONDS)


def _calls_of_pytorch(plan):
    """A RegionReport of each kind of call between the regions."""
    names = dict.fromkeys(_OPAQUE.findall(plan.entry))
    why = "no operation of the vocabulary: a call of PyTorch's"
    return [RegionReport(name.removeprefix("aten."), "", "PyTorch", why) for name in names]


def _identity(region):
    """What regions share of which one line speaks: at other sizes a prompt may have another answer."""
    return region.prompt, region.source


def report_graph(runner: GraphRunner, arguments: Sequence) -> GraphReport:
    """The report of a compiled graph, timed on the arguments of one of its calls if these are on a GPU."""
    plan = runner.plan
    counts = collections.Counter(map(_identity, plan.regions))
    reports = {
        _identity(region): RegionReport(
            region.summary,
            region.prompt,
            "Triton" if region.is_ours and runner.compiled else "PyTorch",
            _verdict_text(region) if region.is_ours else region.reason,
            counts[_identity(region)],
        )
        for region in plan.regions
    }
    calls = {}

    def observe(region, function, tensors, _):
        calls.setdefault(_identity(region), (region, function, tensors))

    if runner.compiled and plan.device.startswith("cuda"):
        runner.compiled.observe(arguments, observe)
    for identity in [*calls]:
        times, untimed = _times_of(*calls.pop(identity))
        report = reports[identity]
        why = f"{report.why}; not timed: {untimed}" if untimed else report.why
        reports[identity] = dataclasses.replace(report, why=why, **times)
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

    def release(self):
        """Lets the tensors go: Dynamo keeps what was compiled, and so this, as long as the process lives."""
        for runner, arguments in self.calls:
            runner.__dict__.pop("check", None)
            arguments.clear()


def _wants_gradient(result):
    return isinstance(result, torch.Tensor) and result.requires_grad


def _note_on_times(graphs):
    if any(graph.plan.device.startswith("cuda") for graph in graphs):
        return f"Times: medians on {torch.cuda.get_device_name()}, L2 cache cold, each region by itself."
    return "No times: answers ran in Triton's interpreter on the CPU, or not at all."


def _parameters(model):
    return list(model.parameters()) if isinstance(model, torch.nn.Module) else []


def _wanted(loss, given):
    """The tensors by which a loss is differentiated: those given, and what else it depends on, as the
    parameters of a layer that a function refers to. What was computed before, of a tensor that is given, is
    no part of it.
    """
    found = {id(tensor): tensor for tensor in given}
    seen = {None, *(tensor.grad_fn for tensor in given)}
    waiting = [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        if hasattr(node, "variable"):
            found[id(node.variable)] = node.variable
        waiting += [before for before, _ in node.next_functions]
    return list(found.values())


def _run(compiled, model, inputs):
    """One call, and the backward of its result if that wants one: no gradient is accumulated anywhere."""
    leaves = [leaf for leaf in tree_leaves(compiled(*inputs)) if _wants_gradient(leaf)]
    if leaves:
        given = [leaf for leaf in tree_leaves((inputs, _parameters(model))) if _wants_gradient(leaf)]
        loss = sum(leaf.float().square().sum() for leaf in leaves)
        torch.autograd.grad(loss, _wanted(loss, given), allow_unused=True)


def explain_model(
    model: Callable, inputs: Sequence, options: Mapping[str, object] | None = None
) -> Explanation:
    """Compiles a model anew, runs it once, and its backward if its result wants one; says who computes what.

    A module's buffers and gradients are as before afterwards.

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
    try:
        with unchanged_buffers(model), torch._dynamo.config.patch(recompile_limit=NO_LIMIT):
            _run(torch.compile(with_own_code(model), backend=backend), model, inputs)
        with torch.no_grad():
            graphs = tuple(report_graph(runner, arguments) for runner, arguments in listening.calls)
    finally:
        listening.release()
    return Explanation(graphs, _note_on_times(graphs))
