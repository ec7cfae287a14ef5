"""Data that a program reads of its tensors, and that no input decides.

    index = x.new_zeros(len(x), dtype=torch.long)
    rows = int(index.max()) + 1                      1, whatever x holds
    tail = int(float(self.sigma) * 4)                as long as self.sigma is what it is

A trace has no data. But what factories make, and what is computed of that alone, is the same in every call;
and a small tensor of the module has data, which the translation is then fixed to.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.utils._python_dispatch import _disable_current_modes

from python_to_triton.frontend.conditions import Fixed
from python_to_triton.frontend.functionalization import Functionalizer
from python_to_triton.frontend.graph import topological_order
from python_to_triton.frontend.module_facts import module_facts
from python_to_triton.frontend.programs import Program
from python_to_triton.frontend.recorder import Call
from python_to_triton.frontend.values import Value, execute
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, OPS, SHAPE_ERRORS, VIEWS, GraphError

# Operations whose every element is one of an operand's, or of no operand: 0 and 1 stay apart in each dtype.
_KEEPS = VIEWS | {name for name, row in OPS.items() if row.kind == "factory"}
_KEEPS |= {"to", "cat", "stack", "flip", "slice_scatter", "select_scatter"}

_MOST_FIXED = 16  # elements of a module's tensor that a translation is fixed to


def real_tensor(tensor: torch.Tensor) -> torch.Tensor | None:
    """A tensor with its data; of a fake one that of a single number which a text writes, or None."""
    return tensor.constant if isinstance(tensor, FakeTensor) else tensor


def _data_of(tensor):
    """The data of a tensor of a module, on the CPU and a tensor of its own; None where it is not small."""
    real = real_tensor(tensor)
    if real is None or real.layout != torch.strided or real.numel() > _MOST_FIXED:
        return None
    if real.dtype not in DTYPE_NAMES or real.is_meta:
        return None
    return real.detach().cpu().clone()


def fixed_data(path: str, data: object) -> Fixed:
    """That a tensor holds this data, as tolist() gives it. In a text NaN is NaN, and 1 is not 1.0."""
    return Fixed(f"repr({path}.tolist())", repr(data))


def fixed_tensors(program: Program) -> tuple[str, ...]:
    """The paths of the tensors of a traced program's module whose data its translation is fixed to."""
    facts = module_facts(program)
    fixed = {one.path for one in program.conditions.fixed}
    expressions = facts.expressions.items() if facts else ()
    return tuple(path for path, text in expressions if fixed_data(text, None).path in fixed)


@contextlib.contextmanager
def without_constants(tensors: Iterable[torch.Tensor]) -> Iterator[None]:
    """While it lasts, PyTorch knows no data of fake tensors: it would compute with it, and nobody would see
    that a number is theirs. Writes do not reach that data.
    """
    known = [(x, x.constant) for x in tensors if isinstance(x, FakeTensor) and x.constant is not None]
    for x, _ in known:
        x.constant = None
    try:
        yield
    finally:
        for x, constant in known:
            x.constant = constant


def _computed(order, arguments, data):
    """{id of a Value: its data} of some values in order, of arguments with this data."""
    known = {id(one): x for one, x in zip(arguments, data)}
    for one in order:
        if id(one) not in known:
            known[id(one)] = execute(one, known, {}, "cpu")
    return known


def _is_overwritten(order, arguments, data, number):
    """Whether the last of some values has nothing of an argument: each place was written before it was read.

    Zeros and ones in the argument's place show where its elements are moved to. Of what is computed of one,
    nothing is known.
    """
    try:
        of_zeros, of_ones = (
            _computed(order, arguments, [*data[:number], fill(data[number]), *data[number + 1 :]])
            for fill in (torch.zeros_like, torch.ones_like)
        )
    except SHAPE_ERRORS:  # an index, or a divisor
        return False
    holds = set()  # ids of what has elements of the argument
    computed = set()  # ids of what is computed of such
    for one in order:
        read = set(map(id, one.inputs()))
        differs = not torch.equal(of_zeros[id(one)], of_ones[id(one)])
        if read & computed or read & holds and one.op not in _KEEPS:
            computed.add(id(one))
        elif differs or one is arguments[number]:
            holds.add(id(one))
    return id(order[-1]) not in holds | computed


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
        with _disable_current_modes():
            self._data = {path: _data_of(x) for path, x in lifted}  # as it is before the program runs
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
        data = [place and self._data[place[0]] for place in places]
        if any(one.op == "opaque" for one in order) or any(x is None for x in data):
            return None
        known = _computed(order, arguments, data)
        for number, ((path, _), x) in enumerate(zip(places, data)):
            if not _is_overwritten(order, arguments, data, number):
                self.read[path] = x.tolist()
        return known[id(value)]

    def fixed(self, names: Callable[[str], str]) -> tuple[Fixed, ...]:
        """What the translation is fixed to; names(path) is how a wrapper reaches a tensor of the module."""
        return tuple(fixed_data(names(path), data) for path, data in self.read.items())
