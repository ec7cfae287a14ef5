"""Data that a program reads of its tensors, and that no input decides.

    index = x.new_zeros(len(x), dtype=torch.long)
    rows = int(index.max()) + 1                      1, whatever x holds
    tail = int(float(self.sigma) * 4)                as long as self.sigma is what it is

A trace has no data. But what factories make, and what is computed of that alone, is the same in every call;
and a small tensor of the module has data, which the translation is then fixed to.
"""

from collections.abc import Callable, Sequence

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.utils._python_dispatch import _disable_current_modes

from python_to_triton.frontend.conditions import Fixed
from python_to_triton.frontend.functionalization import Functionalizer
from python_to_triton.frontend.graph import topological_order
from python_to_triton.frontend.recorder import Call
from python_to_triton.frontend.values import Value, execute
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, SHAPE_ERRORS, GraphError

_MOST_FIXED = 16  # elements of a module's tensor that a translation is fixed to


def _has_data(tensor):
    """Whether a tensor of a module is small, and holds numbers that a guard can compare."""
    is_real = not isinstance(tensor, FakeTensor) and tensor.layout == torch.strided
    if not is_real or tensor.numel() > _MOST_FIXED or tensor.dtype not in DTYPE_NAMES:
        return False
    return not tensor.is_floating_point() or bool(tensor.isfinite().all())


class KnownData:
    """The data of tensors, while a program is recorded.

    Args:
        constant: as for Functionalizer.
        inputs: the program's tensors, whose data is not known.
        lifted: (path, tensor) of what its module holds.
    """

    def __init__(
        self,
        constant: Callable,
        inputs: Sequence[torch.Tensor],
        lifted: Sequence[tuple[str, torch.Tensor]],
    ):
        self._constant = constant
        self._inputs = inputs
        self._lifted = lifted
        self._calls = 0  # that were taken into account so far
        self._stopped = False  # whether a write could not be followed
        self._functional = None
        self._of_module = {}  # id of the Value of a tensor of the module -> (path, tensor)
        self.read = {}  # {path of a tensor of the module: its data, as tolist() gives it}

    def _begin(self):
        self._functional = Functionalizer(self._constant)
        self._calls = 0
        self._stopped = False
        for x in self._inputs:
            if not self._functional.holds_value(x):
                self._functional.hold(x, Value("argument", meta=x))
        for path, x in self._lifted:
            if not self._functional.holds_value(x):
                value = Value("argument", meta=x)
                self._functional.hold(x, value)
                self._of_module[id(value)] = path, x

    def _follow(self, calls: list[Call]) -> None:
        """Takes the calls so far into account; what is not in the vocabulary makes what nobody knows."""
        new = calls[self._calls :]
        if self._functional is None or any(torch.Tag.inplace_view in call.func.tags for call in new):
            self._begin()
            new = list(calls)
        self._functional.expect(new)
        for call in new:
            try:
                self._functional.apply(call, follow_views=True)
            except (GraphError, *SHAPE_ERRORS):
                self._stopped |= call.func._schema.is_mutable
        self._calls = len(calls)

    def of(self, tensor: torch.Tensor, calls: list[Call]) -> object:
        """The data of a tensor after these calls, as tolist() gives it; None where an input decides it."""
        with _disable_current_modes():
            data = self._data_after(tensor, calls)
            return None if data is None else data.tolist()

    def _data_after(self, tensor, calls):
        self._follow(calls)
        if self._stopped:
            return None
        try:
            value = self._functional.value(tensor)
        except GraphError:  # of a call that is not in the vocabulary
            return None
        order = topological_order([], [value])
        arguments = [one for one in order if one.op == "argument"]
        places = [self._of_module.get(id(one)) for one in arguments]
        if any(one.op == "opaque" for one in order) or not all(
            place and _has_data(place[1]) for place in places
        ):
            return None
        known = {id(one): place[1].detach().cpu() for one, place in zip(arguments, places)}
        for one in order:
            if id(one) not in known:
                known[id(one)] = execute(one, known, {}, "cpu")
        self.read |= {path: x.tolist() for path, x in places}
        return known[id(value)]

    def fixed(self, names: Callable[[str], str]) -> tuple[Fixed, ...]:
        """What the translation is fixed to; names(path) is how a wrapper reaches a tensor of the module."""
        return tuple(Fixed(f"{names(path)}.tolist() == {data!r}", True) for path, data in self.read.items())
