"""The backend itself: Dynamo's graph -> AOTAutograd's graphs -> plans -> compiled graphs."""

import copy
import dataclasses
import functools
import logging
import time
from collections.abc import Callable, Sequence

import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils._python_dispatch import _disable_current_modes

from python_to_triton import codegen, frontend
from python_to_triton.backend.aten_graphs import read_aten_graph
from python_to_triton.backend.compiled_graph import names_of_regions
from python_to_triton.backend.cuda_graphs import StepRecorder, boxed
from python_to_triton.backend.free_sizes import trace_freely
from python_to_triton.backend.graph_cache import graph_key, load_plan, store_plan, traced_sizes
from python_to_triton.backend.graph_runner import GraphRunner
from python_to_triton.backend.index_arguments import index_arguments
from python_to_triton.backend.joint_graphs import partitioned
from python_to_triton.backend.options import BackendOptions
from python_to_triton.backend.plans import GraphPlan
from python_to_triton.backend.region_answers import answer_regions
from python_to_triton.backend.suited_launches import with_suited_launches
from python_to_triton.backend.timed_plans import PYTORCH_IS_FASTER, timed_plans
from python_to_triton.backend.whole_operators import keep_interpolations
from python_to_triton.frontend.decompositions import backend_decompositions
from python_to_triton.runtime.candidates import RegionCandidates, sized_regions
from triton_ops.judge import error_summary
from triton_ops.machine import INTERPRETER_REQUESTED

LOG = logging.getLogger(__name__)

ON_CPU = "on the CPU an answer runs only in Triton's interpreter (TRITON_INTERPRET=1)"

# Hears of every graph that is compiled.
Listener = Callable[[GraphRunner], None]


def _device_of(module):
    """The one device of the tensors of a graph. Raises GraphError where there are several, or none."""
    values = [node.meta.get("val") for node in module.graph.nodes if node.op == "placeholder"]
    devices = {value.device for value in values if isinstance(value, torch.Tensor) and value.dim()}
    if len(devices) != 1:
        raise frontend.GraphError(f"its tensors are on {len(devices)} devices")
    return devices.pop()


def _viewed(value):
    """What a value of a traced graph is a view of, or itself."""
    while value.op in frontend.VIEWS:
        value = value.operands[0]
    return value


def _with_sharing(layout, graph):
    """A layout that says which results may come in memory that is not theirs alone: what PyTorch computes, an
    argument, and what is returned twice.
    """
    owners = list(map(_viewed, graph.outputs))
    shares = [
        one.op == "argument" or frontend.is_opaque(one) or sum(other is one for other in owners) > 1
        for one in owners
    ]
    outputs = tuple(
        dataclasses.replace(one, may_share=one.may_share and shares[one.index]) if one.is_result else one
        for one in layout.outputs
    )
    return dataclasses.replace(layout, outputs=outputs)


def _why_none(plans):
    """Why PyTorch computes a graph of whose regions it computes all."""
    faster = any(plan.reason.startswith(PYTORCH_IS_FASTER) for plan in plans)
    return "PyTorch is faster in every region with an answer" if faster else "no region has a verified answer"


def _made_faster(graph, parts, wanted, plans, tensors, options, device, is_free):
    """The plans of a graph's regions with what makes them faster on a GPU, and whether all could be timed.

    wanted: the regions as they were answered. tensors: the arguments of a call, whose sizes are timed; the
    graph may have been traced at others. is_free: its sizes are free, and no block suits those of this call
    alone. A fault of ours here costs nothing but speed.
    """
    if device.type != "cuda":
        return plans, True
    try:
        own = copy.copy(graph)
        own.sizes = graph.bind(tensors)
        sized = sized_regions(own, parts, tuple({region.schedule for region in wanted} - {""}))
        if options.tune and not device.index:
            return timed_plans(sized, plans, options)
        if options.tune:
            LOG.warning("a graph on %s is not timed: times are taken on the first GPU", device)
        if is_free:
            sized = [RegionCandidates(region.prompt) for region in sized]
        return with_suited_launches(plans, sized, device), True
    except Exception as error:
        LOG.warning("a graph is not made faster: %s", error_summary(error))
        return plans, False


def _new_plan(module, kind, options, device):
    """The plan of a graph that is not on disk: traced, cut into regions, each answered where it can be; and
    whether it may be kept there, as one that was not timed for a fault may not.
    """
    try:
        aten = read_aten_graph(module, leaves=kind != "backward")
        graph, places, layout = trace_freely(aten)
        layout = _with_sharing(layout, graph)
        regions = frontend.regions(graph)
        wanted = sized_regions(graph, regions, () if aten.sizes else tuple(frontend.SCHEDULES))
        indices = index_arguments(graph)
    except frontend.GraphError as error:
        return GraphPlan(kind, reason=str(error)), True
    plans = tuple(answer_regions(wanted, options))
    tensors = tuple(aten.examples[place] for place in places)
    plans, lasts = _made_faster(graph, regions, wanted, plans, tensors, options, device, bool(aten.sizes))
    called = names_of_regions(plans)
    entry = codegen.entry_source(graph, regions, "translated", called)
    reason = "" if any(plan.is_ours for plan in plans) else _why_none(plans)
    return GraphPlan(kind, plans, entry, tuple(places), layout, reason, str(device), indices), lasts


def _forget(plan):
    """In the place of what keeps a plan on disk: these take no time to make anew."""
    return None


def plan_graph(
    module: fx.GraphModule, kind: str, options: BackendOptions
) -> tuple[GraphPlan, Callable[[GraphPlan], None]]:
    """The plan of AOTAutograd's graph, and a function that keeps another one on disk in its place.

    It is the one on disk, else a new one, which is then kept there.
    """
    try:
        device = _device_of(module)
    except frontend.GraphError as error:
        return GraphPlan(kind, reason=str(error)), _forget
    if device.type == "cpu" and not INTERPRETER_REQUESTED:
        return GraphPlan(kind, reason=ON_CPU), _forget
    key = graph_key(module, kind, options)
    sizes = traced_sizes(module)
    # what is fastest at these sizes says nothing of others
    store = functools.partial(store_plan, key | {"sizes": sizes} if options.tune and sizes else key)
    plan = load_plan(key, sizes)
    if plan is None:
        try:
            plan, lasts = _new_plan(module, kind, options, device)
        except (
            Exception
        ) as error:  # a fault of ours may not cost the user's program: it is named, and not kept
            LOG.warning("the %s graph is left to PyTorch: %s", kind, error_summary(error))
            return GraphPlan(kind, reason=f"a fault of the translator: {error_summary(error)}"), _forget
        store = store if lasts else _forget
        store(plan)
    return plan, store


def _by_inductor(module, examples):
    """The graph by Inductor, which wants further operators taken apart; None where it does not compile."""
    from torch._inductor.compile_fx import compile_fx_inner
    from torch._inductor.decomposition import select_decomp_table

    try:
        finer = make_fx(module, decomposition_table=select_decomp_table())(*examples)
        return compile_fx_inner(finer, examples)
    except Exception as error:  # a compiler fails in many ways: the text says how
        LOG.warning("Inductor does not compile a graph, PyTorch computes it: %s", error_summary(error))
        return None


def compile_aten_graph(
    module: fx.GraphModule,
    examples: Sequence,
    *,
    kind: str,
    options: BackendOptions,
    listener: Listener | None = None,
    step: StepRecorder | None = None,
) -> Callable:
    """What computes one of AOTAutograd's graphs: answers and PyTorch, or PyTorch alone; as a CUDA graph where
    a `step` records.

    Never raises because there is no answer.
    """
    began = time.perf_counter()
    with _disable_current_modes(), torch.no_grad():  # a constant that moves is to be a tensor with data
        plan, store = plan_graph(module, kind, options)
        is_ours = not plan.reason
        recorder = step.recorder(module, kind, is_ours) if step else None
        is_recorded = recorder is not None and not recorder.reason
        runner = GraphRunner(plan, module, options.check, store, repeats=not is_recorded)
    runner.seconds = time.perf_counter() - began
    LOG.info(runner.plan.line())
    if listener:
        listener(runner)
    run = boxed(runner)
    if runner.compiled is None and options.remainder == "inductor":
        run = _by_inductor(module, examples) or run
    if recorder is None:
        return run
    # what was to be recorded: of a graph whose answers are refused, or wrong, PyTorch's code may be none
    is_ready = lambda: not runner.unchecked and (runner.compiled is not None) == is_ours
    return recorder.recorded(boxed(lambda *given: run(list(given))), is_ready)


def with_own_code(program: Callable) -> Callable:
    """A program behind a function that Dynamo has not met.

    Dynamo counts how often a code is compiled, by whatever backend and for all modules of a class together;
    after eight times it runs it as it is, without a word. What it keeps of this function goes with it, and
    the user's own compilations stay as they are.
    """

    def call(*arguments, **named):
        return program(*arguments, **named)

    call.__code__ = call.__code__.replace()
    return call


def compile_dynamo_graph(
    module: fx.GraphModule,
    examples: Sequence,
    options: BackendOptions,
    listener: Listener | None = None,
) -> Callable:
    """A backend of torch.compile: compiles a graph of Dynamo's through AOTAutograd."""
    keep_interpolations(module, examples)

    step = StepRecorder() if options.cuda_graphs and torch.cuda.is_available() else None

    def compiler(kind):
        return functools.partial(compile_aten_graph, kind=kind, options=options, listener=listener, step=step)

    through_autograd = aot_autograd(
        fw_compiler=compiler("forward"),
        bw_compiler=compiler("backward"),
        inference_compiler=compiler("inference"),
        decompositions=backend_decompositions(),
        partition_fn=partitioned,
    )
    return through_autograd(module, examples)
