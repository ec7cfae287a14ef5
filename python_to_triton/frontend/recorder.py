"""The recorder: runs a program on fake tensors and notes the operators that it calls.

Fake tensors have shapes and dtypes and no data. A dispatch mode of PyTorch sees every operator before PyTorch
decomposes it, so `F.gelu(x)` is one call of `gelu`; what the vocabulary does not have is decomposed into
what PyTorch defines it by.
"""

import contextlib
import functools
import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._dispatch.python import enable_python_dispatcher
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensor,
    FakeTensorMode,
)
from torch.fx.experimental.proxy_tensor import ProxyTorchDispatchMode
from torch.utils._mode_utils import no_dispatch
from torch.utils._python_dispatch import TorchDispatchMode, _disable_current_modes
from torch.utils._pytree import tree_leaves, tree_map

from python_to_triton.frontend.complex_pairs import TRANSFORMS
from python_to_triton.frontend.fake_tensors import CPU, fake_tensor, share_memory
from python_to_triton.frontend.formulas import SIZED
from python_to_triton.frontend.forward_decompositions import FORMULAS
from python_to_triton.frontend.host_checks import is_caught, outcome_of_check
from python_to_triton.frontend.lowering import in_vocabulary, operator_name
from python_to_triton.frontend.values import broadcast
from python_to_triton.frontend.vocabulary import GraphError

# {line of a program's file: line of the user's text}; None where the file is that text; a function that says
# which line is computed now, where the program is a graph.
OwnLines = Mapping[int, int] | Callable[[], int | None] | None

_DROPOUTS = ("dropout", "feature_dropout", "alpha_dropout", "feature_alpha_dropout")

_TRACING = threading.RLock()


def one_trace_at_a_time(function: Callable) -> Callable:
    """A function that threads call one after the other.

    PyTorch has one place for a recorder, whatever the thread. Hooks, the recorded reads of modules and the
    flags that `record` sets are the whole process's too.
    """

    @functools.wraps(function)
    def traced_alone(*arguments, **named):
        with _TRACING:
            return function(*arguments, **named)

    return traced_alone


@dataclass
class Call:
    """One recorded operator call, on fake tensors."""

    func: object  # an OpOverload
    args: tuple
    kwargs: dict
    out: object  # a tensor or a sequence of them
    line: int  # of the program's file; 0 where it was called from elsewhere
    own_line: int | None  # of the user's text; None where it was called from elsewhere


def _inner_frame(frame, filename):
    """The innermost frame of `filename`, from `frame` outwards; None for none."""
    while frame is not None and frame.f_code.co_filename != filename:
        frame = frame.f_back
    return frame


def is_assertion(func: object) -> bool:
    """Whether an OpOverload looks at data, and raises or does nothing."""
    return not func._schema.returns and operator_name(func).startswith("_assert")


def _within(*files):
    """What paths of files in these files' folders begin with."""
    return tuple(f"{Path(file).parent}{os.sep}" for file in files)


_BENEATH = _within(torch.__file__, Path(__file__).parent)
_WITH_CHECKS = _within(nn.__file__, torch.distributions.__file__)


def _frame_outside_torch(frame):
    """The innermost frame of code that may check its data, from `frame` outwards; None for none."""
    while frame is not None:
        name = frame.f_code.co_filename
        if not name.startswith(_BENEATH) or name.startswith(_WITH_CHECKS):
            return frame
        frame = frame.f_back
    return None


class ManyCalls(GraphError):
    """A program calls more operators than were to be recorded: `calls`, so far."""

    def __init__(self, calls: list):
        super().__init__(f"the program calls more than {len(calls)} operators")
        self.calls = calls


def _calling_lines(filename, own_lines):
    """(the line of `filename` that is being executed, 0 for none; the line of the user's text that is).

    `own_lines` is {line of the file: line of the user's text}; None where the file is that text.
    """
    frame = _inner_frame(sys._getframe(2), filename)
    if frame is None:
        return 0, None
    line = frame.f_lineno
    if own_lines is None:
        return line, line
    while frame is not None and frame.f_lineno not in own_lines:
        frame = _inner_frame(frame.f_back, filename)
    return line, own_lines[frame.f_lineno] if frame is not None else None


# {an elementwise call, its sizes and numbers aside: the dtype of its result}
_RESULT_DTYPES = {}


def _elementwise_key(func, args, kwargs):
    """A call without its sizes and numbers; None where the result is not the operands' broadcast.

    It is that where the result is new, contiguous and of the shape to which the operands broadcast.
    """
    if torch.Tag.pointwise not in func.tags or func._schema.is_mutable or len(func._schema.returns) != 1:
        return None
    if "memory_format" in kwargs or any(isinstance(x, torch.Tensor) for x in kwargs.values()):
        return None

    def is_plain(x):
        return (
            isinstance(x, FakeTensor) and x.constant is None and x.is_contiguous() and x.device.type == "cpu"
        )

    def kind(x):
        if isinstance(x, FakeTensor):
            return x.dtype, x.dim() == 0  # a tensor without dimensions promotes less than others
        return type(x) if isinstance(x, (int, float)) else repr(x)

    if not all(is_plain(x) for x in args if isinstance(x, (torch.Tensor, list, tuple))):
        return None
    return func, torch.get_default_dtype(), *map(kind, args), repr(kwargs)


def _is_strided(item):
    """Whether shape, strides and dtype are all that a call can know of a tensor: a fake one without known
    data, or a parameter that the program has as it is, of which PyTorch makes such a one.
    """
    if isinstance(item, FakeTensor):
        return item.constant is None and item.device.type == "cpu"
    return type(item) in (torch.Tensor, nn.Parameter) and item.layout == torch.strided


# {a call with the layouts of its operands: the layout of its result}
_RESULT_LAYOUTS = {}
_MOST_LAYOUTS = 100_000

# {a call that takes a view, with the layout of its tensor: the layout of the view, and where it begins; None
# where that is the tensor itself}
_VIEW_LAYOUTS = {}


def _may_be_view(func, args):
    """Whether a call that returns one tensor, and writes none, may give a view of its first, a fake one of
    which the layout is all that there is to know.
    """
    if operator_name(func) == "as_strided":  # counts from the start of the memory, not of its tensor
        return False
    base = args[0] if args else None
    if func._schema.returns[0].alias_info is None or type(base) is not FakeTensor or not _is_strided(base):
        return False
    return not (base.dtype.is_complex or base.is_neg() or torch.is_grad_enabled())


def _layout_key(func, args, kwargs):
    """A call with the shapes, strides and dtypes of its operands, which those of its result follow from; None
    where that is no single tensor, new or a view of the call's first.
    """
    returns = func._schema.returns
    if func._schema.is_mutable or len(returns) != 1:
        return None
    if returns[0].alias_info is not None and not _may_be_view(func, args):
        return None

    def described(item):
        if _is_strided(item):
            # PyTorch computes what is made of small real tensors alone: such a result is no other call's.
            place = "" if isinstance(item, FakeTensor) else item.device.type
            return place, item.dtype, item.shape, item.stride()
        if isinstance(item, (list, tuple)):
            return type(item), *map(described, item)
        if isinstance(item, (int, float, bool, str, torch.dtype, type(None))):
            return type(item), repr(item)
        raise TypeError  # a device, a generator, a sparse tensor

    try:
        return func, torch.get_default_dtype(), described(args), described(tuple(kwargs.items()))
    except TypeError:
        return None


def _on_cpu(item):
    """An argument of a call without its devices: all that a program sees is on the CPU."""
    if isinstance(item, (list, tuple)):
        return type(item)([_on_cpu(part) for part in item])
    return CPU if isinstance(item, torch.device) else item


def _is_elsewhere(item):
    """Whether an argument is a real tensor of another device: of a module on a GPU."""
    return isinstance(item, torch.Tensor) and not isinstance(item, FakeTensor) and item.device != CPU


def as_fake(item: object, mode: FakeTensorMode) -> object:
    """An argument as a call sees it: the fake tensor, on the CPU, that a mode has for a real one."""
    if isinstance(item, FakeTensor) or not _is_strided(item):
        return item
    fake = mode.from_tensor(item)  # the same one each time
    fake.fake_device = CPU
    return fake


def _writes_real_data(func, args, kwargs):
    """Whether PyTorch would write into the data of a real tensor, as it does where no other is fake.

    It may write the one number of a tensor, which programs read; module_state.py puts it back.
    """
    if not func._schema.is_mutable or torch.Tag.inplace_view in func.tags:
        return False
    written = kwargs.get("out", args[0] if args else None)
    return isinstance(written, torch.Tensor) and not isinstance(written, FakeTensor) and written.numel() > 1


def _write_fake(func, args, kwargs, mode):
    """The result of a call that writes into a real tensor, on the fake one that a mode has for it."""
    fake_args, fake_kwargs = tree_map(lambda item: as_fake(item, mode), (args, kwargs))
    out = func(*fake_args, **fake_kwargs)
    is_target = out is fake_kwargs.get("out", fake_args[0] if fake_args else None)
    return kwargs.get("out", args[0] if args else None) if is_target else out


def _note_layout(key, func, args, out, mode):
    """Notes the layout of the result of a call, where it is a new tensor, or a view of the call's first or
    that one itself.
    """
    if not (type(out) is FakeTensor and _is_strided(out)):
        return
    layouts = _VIEW_LAYOUTS if _may_be_view(func, args) else _RESULT_LAYOUTS
    if len(layouts) >= _MOST_LAYOUTS:
        layouts.clear()
    if layouts is _RESULT_LAYOUTS:
        if not any(share_memory(out, as_fake(each, mode)) for each in args):
            layouts[key] = out.shape, out.dtype, out.stride()
    elif out is args[0]:
        layouts[key] = None
    elif out.dtype == args[0].dtype and share_memory(out, args[0]):
        begin = out.storage_offset() - args[0].storage_offset()
        layouts[key] = out.shape, out.dtype, out.stride(), begin


def _view_at(mode, base, layout):
    """A view of a fake tensor, as PyTorch makes one whose layout it knows; itself where that is None."""
    if layout is None:
        return base
    shape, dtype, stride, begin = layout
    with no_dispatch():
        data = torch.empty(0, dtype=dtype, device="meta")
        data.set_(base.untyped_storage(), base.storage_offset() + begin, shape, stride)
    return FakeTensor(mode, data, CPU)


def _layout_of_place(func, args):
    """The layout of `x[t]`, one place of a dimension, as those of _VIEW_LAYOUTS; None of any other call.

    A loop over places calls for each once, so that none would be found there.
    """
    if func is not torch.ops.aten.select.int or len(args) != 3 or not _may_be_view(func, args):
        return None
    x, dim, place = args
    if type(dim) is not int or type(place) is not int or not -x.dim() <= dim < x.dim():
        return None
    shape, stride = list(x.shape), list(x.stride())
    size, step = shape.pop(dim), stride.pop(dim)
    if type(size) is not int or not -size <= place < size:  # PyTorch has the better message
        return None
    return shape, x.dtype, stride, place % size * step


def _run_fake(func, args, kwargs, mode):
    """The result of a call on fake tensors of a mode.

    PyTorch takes a millisecond for the shape of an elementwise result, and more for others, each time: here
    only the first of a kind.
    """
    if _writes_real_data(func, args, kwargs):
        return _write_fake(func, args, kwargs, mode)
    if func is torch.ops.aten.unfold_backward.default:  # of istft: PyTorch loops over the places of a window
        gradient, shape, *_ = args
        return fake_tensor(mode, shape, gradient.dtype)
    key = _elementwise_key(func, args, kwargs)
    if key in _RESULT_DTYPES:
        with contextlib.suppress(RuntimeError):  # does not broadcast: PyTorch has the better message
            shape = broadcast([x.shape for x in args if isinstance(x, FakeTensor)])
            return fake_tensor(mode, shape, _RESULT_DTYPES[key])
    place = _layout_of_place(func, args)
    if place:
        return _view_at(mode, args[0], place)
    layout_key = None if key else _layout_key(func, args, kwargs)
    if layout_key in _RESULT_LAYOUTS:
        return fake_tensor(mode, *_RESULT_LAYOUTS[layout_key])
    if layout_key in _VIEW_LAYOUTS:
        return _view_at(mode, args[0], _VIEW_LAYOUTS[layout_key])
    out = func(*args, **kwargs)
    if key and out.is_contiguous():
        _RESULT_DTYPES[key] = out.dtype
    if layout_key:
        _note_layout(layout_key, func, args, out, mode)
    return out


def _leaves(items):
    """The arguments of a call, with its lists opened."""
    for item in items:
        if isinstance(item, (list, tuple)):
            yield from _leaves(item)
        else:
            yield item


def _is_number(item):
    """Whether an argument is a real tensor of one number: PyTorch would compute with it among fake ones."""
    return isinstance(item, torch.Tensor) and not isinstance(item, FakeTensor) and item.numel() == 1


def _run_on_cpu(func, args, kwargs, mode):
    """The result of a call on fake tensors of a mode, which takes all devices for the CPU.

    It sees no number of a real tensor, but of one that `torch.tensor(2.0)` has just made.
    """
    is_new = operator_name(func).startswith("lift")

    def is_moved(item):
        return _is_elsewhere(item) or not is_new and _is_number(item)

    if not any(map(is_moved, _leaves((*args, *kwargs.values())))):
        return _run_fake(func, args, kwargs, mode)
    real = {}  # by the fake tensors in their places

    def moved(item):
        seen = as_fake(item, mode) if is_moved(item) else item
        real[id(seen)] = item
        return seen

    out = _run_fake(func, *tree_map(moved, (args, kwargs)), mode)
    return real.get(id(out), out)


def _without_dropout(func, args, kwargs):
    """The tensor that a dropout returns as it is given, since it drops nothing; None of another call."""
    if operator_name(func) not in _DROPOUTS or func._schema.is_mutable:
        return None
    given = dict(zip((argument.name for argument in func._schema.arguments), args)) | kwargs
    return given["input"] if not given["train"] or given["p"] == 0 else None


class Recorder(ProxyTorchDispatchMode):
    """Records every operator call before PyTorch decomposes it, and lets it run on.

    PyTorch admits only its own modes at this place of the dispatcher, hence the base class, of which nothing
    is used.
    """

    def __init__(
        self,
        filename: str,
        partial: bool = False,
        own_lines: OwnLines = None,
        most_calls: int = 0,
        known: Callable[[torch.Tensor, list[Call]], object] | None = None,
    ):
        """filename: under which the program's lines are known.

        partial: whether calls that the vocabulary does not have may stay.
        own_lines: which lines of the file are which of the user's text, see Program.own_lines.
        most_calls: beyond which ManyCalls is raised; 0 for any number.
        known: known(tensor, calls so far) is the data of a tensor that no input decides, see known_data.py.
        """
        TorchDispatchMode.__init__(self, torch._C.DispatchKey.PreDispatch)
        self.filename = filename
        self.partial = partial
        self.own_lines = own_lines
        self.mode = None  # the FakeTensorMode of what it records
        self.most_calls = most_calls
        self.known = known
        self.calls = []
        self.passed = {}  # (file, line) of each check of the data that was taken as passed: None
        self.stand_ins = {}  # {id of a fake tensor: (that tensor, the real one of another device)}

    @classmethod
    def _should_skip_dynamo(cls):
        return False  # else PyTorch imports its compiler for us: a second more to start

    def __enter__(self):
        return TorchDispatchMode.__enter__(self)

    def __exit__(self, *exception):
        return TorchDispatchMode.__exit__(self, *exception)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if self.stand_ins:
            args, kwargs = tree_map(self._represented, (args, kwargs))
        args = _on_cpu(args)
        kwargs = {name: _on_cpu(item) for name, item in (kwargs or {}).items()}
        if any(map(torch.is_autocast_enabled, ("cpu", "cuda"))):
            raise GraphError("torch.autocast is not supported; write the casts out")
        if torch._C._functorch.maybe_current_level() is not None:
            raise GraphError("torch.func (vmap, grad, jvp) is not supported; write the batch dimension out")

        if operator_name(func) in ("item", "is_nonzero", "_local_scalar_dense"):
            number = self._number_for_torch(args[0])
            number = self._number_without_inputs(args[0]) if number is None else number
            if number is not None:
                return number

        kept = _without_dropout(func, args, kwargs)
        if kept is not None:
            return kept

        composite = torch._C.DispatchKey.CompositeImplicitAutograd
        is_check = not func._schema.returns  # it looks at data, of which there is none here
        if not in_vocabulary(func) and not is_check and func.has_kernel_for_dispatch_key(composite):
            return self._decomposed(func, args, kwargs)
        if self.most_calls and len(self.calls) >= self.most_calls:
            raise ManyCalls(self.calls)
        if is_assertion(func):
            frame = _frame_outside_torch(sys._getframe(1))
            if frame is not None:
                self.passed[frame.f_code.co_filename, frame.f_lineno] = None
        try:
            out = _run_on_cpu(func, args, kwargs, self.mode)
        except DynamicOutputShapeException:
            out = self._known_result(func, args, kwargs)
            if out is None:
                raise
            return out
        self.calls.append(Call(func, args, kwargs, out, *self._lines()))
        return out

    def _lines(self):
        """(line of the file, line of the user's text) that is being executed."""
        if callable(self.own_lines):
            return 0, self.own_lines()
        return _calling_lines(self.filename, self.own_lines)

    def _stand_in(self, item):
        """A real tensor of another device as the fake one that stands for it; anything else as it is."""
        if not _is_elsewhere(item):
            return item
        fake = as_fake(item, self.mode)
        self.stand_ins[id(fake)] = fake, item
        return fake

    def _represented(self, item):
        """The real tensor for which a fake one stands; anything else as it is."""
        return self.stand_ins[id(item)][1] if id(item) in self.stand_ins else item

    def _decompose(self, function, args, kwargs):
        """The result of a function that makes a call's own calls, which are recorded.

        It may compare devices, of which it is to see one: the calls have the real tensors back.
        """
        with self:
            out = function(*tree_map(self._stand_in, args), **tree_map(self._stand_in, kwargs))
        return tree_map(self._represented, out) if self.stand_ins else out

    def _decomposed(self, func, args, kwargs):
        """The result of a call, recorded as the calls that PyTorch defines it by.

        Where the vocabulary does not have all of them, and PyTorch may compute some calls or a formula is
        known, it is recorded as one call: `torch.linalg.inv(x)` rather than what it calls, and checks,
        inside.
        """
        count = len(self.calls)
        try:
            out = self._decompose(func.decompose, args, kwargs)
        except (DataDependentOutputException, DynamicOutputShapeException):
            if operator_name(func) not in FORMULAS:
                raise
            del self.calls[count:]
            # A formula that looks at no data.
            out = self._decompose(FORMULAS[operator_name(func)], args, kwargs)
        known = FORMULAS.get(operator_name(func))
        made = self.calls[count:]
        is_transform = operator_name(func) in TRANSFORMS
        one = self.partial or known is not None or is_transform
        if known in SIZED or is_transform or one and not all(in_vocabulary(call.func) for call in made):
            self.calls[count:] = [Call(func, args, kwargs, out, *self._lines())]
        return out

    def _known_result(self, func, args, kwargs):
        """What a call gives whose size depends on data, where no input decides that; else None."""
        given = [item for item in tree_leaves((args, kwargs)) if isinstance(item, torch.Tensor)]
        data = [self.known(tensor, self.calls) if self.known else None for tensor in given]
        if None in data:
            return None
        with _disable_current_modes():
            real = {id(x): torch.tensor(of, dtype=x.dtype) for x, of in zip(given, data)}
            made = func(*tree_map(lambda item: real.get(id(item), item), args), **kwargs)
            values = made.tolist() if isinstance(made, torch.Tensor) else None
        if values is None:
            return None
        with self:
            return torch.tensor(values, dtype=made.dtype).reshape(made.shape)

    def _number_without_inputs(self, tensor):
        """What a tensor's item() gives where the inputs do not decide it, or a check only looks at it."""
        if self.known is None:
            return None
        number = self.known(tensor, self.calls)
        while isinstance(number, list):  # of a tensor of one element
            number = number[0]
        if number is not None:
            return number
        frame = _frame_outside_torch(sys._getframe(2))
        asks = tensor.dtype == torch.bool and frame is not None and not is_caught(frame, _BENEATH)
        passed = outcome_of_check(frame, self.filename) if asks else None
        if passed is not None:
            self.passed[frame.f_code.co_filename, frame.f_lineno] = None
        return passed

    def _number_for_torch(self, tensor):
        """What a tensor's item() gives to code of torch.nn; None where the program itself calls it.

        False to `if torch.any(var < 0): raise`, and to a Transformer that asks whether a mask is the causal
        one: it is then used as it is given. 1 to a BatchNorm that counts its batches for running statistics,
        which a translation leaves out.
        """
        frame = _frame_outside_torch(sys._getframe(2))
        name = frame.f_code.co_filename if frame else ""
        if name == self.filename:  # the program is PyTorch's own
            return None
        if name == F.__file__ and tensor.dtype == torch.bool and not is_caught(frame, _BENEATH):
            self.passed[name, frame.f_lineno] = None
            return False
        if name == nn.modules.transformer.__file__ and tensor.dtype == torch.bool:
            return False
        return 1 if name == nn.modules.batchnorm.__file__ else None


def record(function, inputs: tuple, mode: FakeTensorMode, recorder: Recorder) -> tuple[object, list[Call]]:
    """Runs a function once.

    Args:
        function: called as function(*inputs).
        inputs: fake tensors of `mode`, and constants.
        recorder: a new one.

    Returns:
        what the function returns, and the calls that it made.

    Raises:
        GraphError: it uses what cannot be traced. Whatever else the function raises.
    """
    recorder.mode = mode
    fake_log = logging.getLogger("torch._subclasses.fake_tensor")  # prints a traceback for each failure
    log_was_disabled = fake_log.disabled
    fake_log.disabled = True
    # PyTorch has one opaque operator for a whole transformer layer, and another for a whole LSTM: both are
    # switched off.
    fast_path = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    without_mkldnn = torch.backends.mkldnn.flags(enabled=False)
    try:
        with (
            without_mkldnn,
            enable_python_dispatcher(),
            mode,
            torch.no_grad(),
            recorder,
        ):
            result = function(*inputs)
    finally:
        fake_log.disabled = log_was_disabled
        torch.backends.mha.set_fastpath_enabled(fast_path)
    return result, recorder.calls


def error_text(error: BaseException) -> str:
    """The first line of an exception, for a message; after the name of its class where the line needs it."""
    text = str(error).strip().splitlines() or [type(error).__name__]
    in_words = isinstance(error, (GraphError, RuntimeError, TimeoutError))
    return text[0] if in_words else f"{type(error).__name__}: {text[0]}"
