"""A compiled graph: the answers and PyTorch's regions as one function, called as AOTAutograd calls it.

Answers were verified in the sandbox. Only then are they executed in this process, and only after the
allow-list has read them once more: what comes from the disk is trusted no more than what the model wrote.
"""

import itertools
import linecache
import re
from collections.abc import Callable, Sequence

import torch

from python_to_triton import codegen, frontend, verification
from python_to_triton.backend.aten_graphs import CallLayout, attribute, evaluate_size, strided_as
from python_to_triton.backend.entry_check import check_entry
from python_to_triton.backend.plans import GraphPlan, RegionPlan
from python_to_triton.backend.repeated_calls import RepeatedCalls

# (region, its function, its arguments, what it returned)
Observer = Callable[[RegionPlan, Callable, tuple, object], None]

_NUMBERS = itertools.count()
_IMPORTS = """\
import math

import torch
import torch.nn.functional as F
import triton
import triton.language as tl"""


def convolutions_in_tf32() -> bool:
    """Whether convolutions may be of TF32."""
    try:
        return torch.backends.cudnn.allow_tf32
    except RuntimeError:  # the program sets precisions by operator, of which this setting cannot tell
        return torch.backends.cudnn.conv.fp32_precision == "tf32"


def _memory(tensor):
    """Where a tensor's memory begins; 0 where it has no elements."""
    return tensor.untyped_storage().data_ptr()


def _in_own_memory(results, others):
    """The results, each copied that shares memory with one before it, or with one of the others."""
    known = {*map(_memory, others)} - {0}
    own = []
    for tensor in results:
        own.append(tensor.clone() if _memory(tensor) in known else tensor)
        known |= {_memory(own[-1])} - {0}
    return own


def _as_an_answer(function):
    """A PyTorch region whose results are as those of an answer: without gaps, in order, in own memory."""

    def computed(*tensors):
        result = function(*tensors)
        if isinstance(result, tuple):
            return tuple(_in_own_memory([tensor.contiguous() for tensor in result], tensors))
        return _in_own_memory([result.contiguous()], tensors)[0]

    return computed


def names_of_regions(regions: Sequence[RegionPlan]) -> list[str]:
    """What the function of each region is called; regions of one prompt and source share it."""
    names = {}
    for region in regions:
        names.setdefault((region.prompt, region.source), f"region{len(names)}")
    return [names[region.prompt, region.source] for region in regions]


def renamed_entry(entry: str, before: Sequence[RegionPlan], after: Sequence[RegionPlan]) -> str:
    """The source of an entry with the names that its regions have after other plans took their places: two
    that had other texts may have the same now.
    """
    names = dict(zip(names_of_regions(before), names_of_regions(after)))
    return re.sub(r"\bregion\d+\b", lambda name: names[name[0]], entry)


def pytorch_source(prompt: str) -> str:
    """The source of a function `translated` that computes a region by PyTorch."""
    return codegen.pytorch_code(frontend.parse(prompt))


def module_source(regions: Sequence[RegionPlan], entry: str) -> str:
    """The source of a module: region0, region1, ... and the entry that calls them.

    Raises:
        Refused: an answer is not what the allow-list admits, or other text not what is generated here.
    """
    parts = {}
    for name, region in zip(names_of_regions(regions), regions):
        if name in parts:
            continue
        if region.is_ours:
            verification.check_source(region.source)
            parts[name] = codegen.rename_answer(region.source, name)
        elif region.source != pytorch_source(region.prompt):
            raise verification.Refused("a region of PyTorch's is not the text of its prompt")
        else:
            parts[name] = region.source.replace("def translated(", f"def {name}(").strip()
    check_entry(entry, set(parts))
    return "\n\n\n".join([_IMPORTS, *parts.values(), entry]) + "\n"


def load_module(source: str) -> dict[str, object]:
    """The namespace of a source that is executed here. Triton reads a kernel's lines from linecache."""
    filename = f"<translated graph {next(_NUMBERS)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    namespace = {"__name__": filename}
    exec(compile(source, filename, "exec"), namespace)
    return namespace


class CompiledGraph:
    """Calls a plan as AOTAutograd calls its graph: tensors and sizes in, tensors, sizes and None out."""

    def __init__(self, plan: GraphPlan, module: torch.nn.Module, repeats: bool = True):
        """`module` holds the graph's constants. repeats: whether the host code's calls become steps, where
        nothing else records them. Raises Refused for an answer that the allow-list refuses.
        """
        self.plan = plan
        self.layout: CallLayout = plan.layout
        self.constants = [attribute(module, path).to(plan.device) for path in self.layout.constants]
        self.source = module_source(plan.regions, plan.entry)
        self.regions = dict(zip(names_of_regions(plan.regions), plan.regions))
        self.module = load_module(self.source)
        for name, region in self.regions.items():
            if not region.is_ours:
                self.module[name] = _as_an_answer(self.module[name])
        self.repeated = None
        if repeats:
            self.repeated = RepeatedCalls(self.module["translated"], self.module, plan.device)

    def _placed(self, tensor):
        """A tensor as regions take it: in order, and on the graph's device, as PyTorch takes a single number
        that is on the CPU.
        """
        alone = tensor.is_cpu and not tensor.dim()
        return tensor.to(self.plan.device) if alone else tensor.contiguous()

    def _checked(self, placed: list, waits: bool = False) -> list:
        """The arguments of `translated`, their indices checked. Constants were when the graph was traced."""
        given = len(self.layout.tensors)
        for one in self.plan.indices:
            if self.plan.places[one.place] < given:
                one.check(placed, waits)
        for one in self.plan.indices:
            placed[one.place] = one.from_the_start(placed)
        return placed

    def check_indices(self, arguments: Sequence) -> None:
        """Raises IndexOutOfRange for the indices of a call, also on a GPU, for which it waits."""
        tensors = [*(arguments[i] for i in self.layout.tensors), *self.constants]
        self._checked([tensors[place] for place in self.plan.places], waits=True)

    def results(self, tensors: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
        """What `translated` returns for the tensors of a call, contiguous or not. Raises IndexOutOfRange."""
        placed = self._checked([self._placed(tensors[place]) for place in self.plan.places])
        if self.repeated is None:
            return self.module["translated"](*placed)
        return self.repeated(placed, convolutions_in_tf32())  # all of PyTorch's that an answer may ask for

    def observe(self, arguments: Sequence, observer: Observer) -> list:
        """Calls the graph; `observer(region, function, tensors, result)` hears of each call of a region."""
        functions = {name: self.module[name] for name in self.regions}
        repeated, self.repeated = self.repeated, None

        def observed(region, function):
            def called(*tensors):
                result = function(*tensors)
                observer(region, function, tensors, result)
                return result

            return called

        try:
            for name, region in self.regions.items():
                self.module[name] = observed(region, functions[name])
            return self(*arguments)
        finally:
            self.module.update(functions)
            self.repeated = repeated

    def _with_own_memory(self, outputs, arguments):
        """Outputs of which each result is in memory of its own.

        Answers know nothing of memory: of equal values one is computed, and a copy is its original.
        """
        shared = [i for i, output in enumerate(self.layout.outputs) if output.may_share and output.is_result]
        if shared:
            own = [i for i, output in enumerate(self.layout.outputs) if output.is_result and i not in shared]
            others = [*(arguments[i] for i in self.layout.tensors), *self.constants]
            others += [outputs[i] for i in own]
            for i, tensor in zip(shared, _in_own_memory([outputs[i] for i in shared], others), strict=True):
                outputs[i] = tensor
        return outputs

    def __call__(self, *arguments):
        layout = self.layout
        results = self.results([*(arguments[i] for i in layout.tensors), *self.constants])
        sizes = {symbol: arguments[i].shape[d] for symbol, (i, d) in layout.sizes.items()}
        numbers = lambda expressions: [evaluate_size(one, sizes) for one in expressions]
        outputs = []
        for output in layout.outputs:
            if output.kind == "result":
                result = results[output.index].cpu() if output.on_cpu else results[output.index]
                strides = output.strides
                outputs.append(result if strides is None else strided_as(result, numbers(strides)))
            elif output.kind == "argument":
                outputs.append(arguments[output.index])
            else:
                outputs.append(evaluate_size(output.size, sizes) if output.kind == "size" else None)
        outputs = self._with_own_memory(outputs, arguments)
        for place, output in enumerate(layout.outputs):
            # autograd lets nobody write to what is a view of a tensor that this graph alone knows
            if output.is_result and outputs[place]._is_view():
                outputs[place] = outputs[place].data
        for place, view in enumerate(layout.outputs):
            if view.shape is not None:
                owner = (outputs if view.kind == "view" else arguments)[view.index]
                offset = owner.storage_offset() + evaluate_size(view.offset, sizes)
                outputs[place] = owner.as_strided(numbers(view.shape), numbers(view.strides), offset)
            elif view.kind == "same":
                outputs[place] = outputs[view.index]
        return outputs[: len(outputs) - layout.hidden]
