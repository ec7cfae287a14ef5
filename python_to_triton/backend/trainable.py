"""A translated module or function that can be called, and trained: forward and backward by the backend."""

import copy
import functools
import inspect
from collections.abc import Callable, Sequence

import torch

from python_to_triton.backend.compilation import compile_dynamo_graph, with_own_code
from python_to_triton.backend.gradients import TensorVerdict, compare_training
from python_to_triton.backend.graph_runner import GraphRunner
from python_to_triton.backend.options import BackendOptions
from python_to_triton.backend.plans import GraphPlan
from python_to_triton.frontend import apply_to_tensors
from python_to_triton.runtime.translation import Translation


class TrainableTranslation:
    """A Translation that is called as its program is.

    The forward's module is the Translation's: `graph`, `source`, `verdict`, `verified` and what else it has
    are read from it; `parameters`, `train`, `state_dict` and the like from a module that was translated,
    whose attributes can be set, too. The first call brings forward and backward graphs from AOTAutograd; each
    is translated region by region, and what has no verified answer is computed by PyTorch (`report`). A deep
    copy has a copy of the module, and the same answers.
    """

    _OWN = frozenset(("translation", "program", "inputs", "options", "runners", "_compiled"))

    def __init__(
        self,
        translation: Translation,
        program: Callable | torch.nn.Module,
        inputs: Sequence | None,
        options: BackendOptions,
    ):
        self.translation = translation
        self.program = program
        self.inputs = inputs
        self.options = options
        self.runners: list[GraphRunner] = []  # of the graphs that calls brought so far
        backend = functools.partial(compile_dynamo_graph, options=options, listener=self.runners.append)
        self._compiled = torch.compile(with_own_code(program), backend=backend)

    def __call__(self, *arguments, **named):
        return self._compiled(*arguments, **named)

    def __getattr__(self, name: str):
        if name in self._OWN:  # not made yet
            raise AttributeError(name)
        found = getattr(self._holder(name), name)
        is_method_of_module = inspect.ismethod(found) and found.__self__ is self.program
        return self._returning_this(found) if is_method_of_module else found

    def __setattr__(self, name: str, value: object):
        if name in self._OWN:
            object.__setattr__(self, name, value)
        else:
            setattr(self._holder(name), name, value)

    def __deepcopy__(self, memo: dict):
        program = copy.deepcopy(self.program, memo)
        return TrainableTranslation(self.translation, program, self.inputs, self.options)

    def _returning_this(self, method):
        """A method of the module that gives this object where it gives the module: `translation.eval()`."""

        @functools.wraps(method)
        def call(*arguments, **named):
            result = method(*arguments, **named)
            return self if result is self.program else result

        return call

    def _holder(self, name):
        """What has an attribute that is none of this object's: the module that was translated, or the
        Translation.
        """
        translation = self.translation
        known = hasattr(type(translation), name) or name in vars(translation)
        return self.program if isinstance(self.program, torch.nn.Module) and not known else translation

    @property
    def plans(self) -> list[GraphPlan]:
        """Who computes what of each graph that was compiled so far."""
        return [runner.plan for runner in self.runners]

    @property
    def verdicts(self) -> list[str]:
        """A line a region of the forward's module, then a line a graph that calls brought."""
        lines = []
        for region in self.translation.regions:
            found = region.answer.verdict if region.answer else None
            head = region.prompt.splitlines()[-2]
            lines.append(f"{head}: {'verified' if found and found.ok else 'no verified answer'}")
        return lines + [plan.line() for plan in self.plans]

    @functools.cached_property
    def gradients(self) -> list[TensorVerdict]:
        """Every output and gradient of one call on random inputs, against float64.

        Raises:
            ValueError: the translation was made without inputs.
        """
        if self.inputs is None:
            raise ValueError("give inputs=[...] to translate: gradients are compared on tensors like these")
        generator = torch.Generator().manual_seed(0)

        def drawn(item):
            if not item.is_floating_point():
                return item
            made = torch.randn(item.shape, generator=generator, dtype=torch.float64)
            return made.to(item.device, item.dtype)

        random = [apply_to_tensors(drawn, item) for item in self.inputs]
        return compare_training(self, self.program, random)

    @property
    def report(self) -> str:
        """Who computes each region of each graph, and why PyTorch does where it does."""
        lines = []
        for plan in self.plans:
            lines.append(plan.line())
            lines += [f"  {one.summary}: PyTorch: {one.reason}" for one in plan.regions if not one.is_ours]
        return "\n".join(lines) or "nothing was called yet"
