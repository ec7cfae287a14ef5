"""recorder."""

import contextlib
import logging
import sys
from dataclasses import dataclass
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._dispatch.python import enable_python_dispatcher
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx.experimental.proxy_tensor import ProxyTorchDispatchMode
from torch.utils._python_dispatch import TorchDispatchMode
from python_to_triton.frontend.builder import Builder
from python_to_triton.frontend.lowering import apply_rule, in_vocabulary, lower_slice, packet_of
from python_to_triton.frontend.values import broadcast
from python_to_triton.frontend.vocabulary import GraphError, OPS


@dataclass
class Call:
    """One recorded operator call, on fake tensors."""

    func: object
    args: tuple
    kwargs: dict
    out: object
    line: int  # of the program; 0 where it was called from elsewhere


def calling_line(filename):
    """The line of `filename` that is being executed, 0 if there is none."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename != filename:
        frame = frame.f_back
    return frame.f_lineno if frame is not None else 0


DTYPE_OF = {}  # {an elementwise call, its sizes and numbers aside: the dtype of its result}, as PyTorch found it once


def plain_elementwise(func, args, kwargs):
    """A call without its sizes and numbers, where its result is new, contiguous and as large as its operands broadcast; None for any other."""
    if (
        torch.Tag.pointwise not in func.tags
        or func._schema.is_mutable
        or len(func._schema.returns) != 1
        or "memory_format" in kwargs
    ):
        return None
    tensors = [x for x in args if isinstance(x, (torch.Tensor, list, tuple))]
    if any(isinstance(x, torch.Tensor) for x in kwargs.values()) or not all(
        isinstance(x, FakeTensor) and x.constant is None and x.is_contiguous() and x.device.type == "cpu"
        for x in tensors
    ):
        return None
    kinds = (
        (x.dtype, x.dim() == 0)
        if isinstance(x, FakeTensor)
        else type(x)
        if isinstance(x, (int, float))
        else repr(x)
        for x in args
    )
    return (
        func,
        torch.get_default_dtype(),
        *kinds,
        repr(kwargs),
    )  # a tensor without dimensions promotes less than others


def run_fake(func, args, kwargs):
    """The result of a call on fake tensors. PyTorch takes a millisecond to shape an elementwise one, even the hundredth of its kind."""
    key = plain_elementwise(func, args, kwargs)
    if key in DTYPE_OF:
        with contextlib.suppress(RuntimeError):  # does not broadcast: PyTorch finds the words for it
            return torch.empty(
                broadcast([x.shape for x in args if isinstance(x, FakeTensor)]), dtype=DTYPE_OF[key]
            )
    out = func(*args, **kwargs)
    if key and out.is_contiguous():
        DTYPE_OF[key] = out.dtype
    return out


class Recorder(ProxyTorchDispatchMode):
    """Notes every operator call before PyTorch takes it apart, and lets it run on.

    PyTorch admits only its own modes at this place of the dispatcher, hence the base class, of which nothing is used.
    """

    def __init__(self, filename):
        TorchDispatchMode.__init__(self, torch._C.DispatchKey.PreDispatch)
        self.filename, self.calls = filename, []

    def __enter__(self):
        return TorchDispatchMode.__enter__(self)

    def __exit__(self, *exception):
        return TorchDispatchMode.__exit__(self, *exception)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if any(map(torch.is_autocast_enabled, ("cpu", "cuda"))):
            raise GraphError("torch.autocast is not supported; write the casts out")
        if torch._C._functorch.maybe_current_level() is not None:
            raise GraphError("torch.func (vmap, grad, jvp) is not supported; write the batch dimension out")
        if (
            packet_of(func) in ("item", "is_nonzero", "_local_scalar_dense")
            and (answer := self.answer(args[0])) is not None
        ):
            return answer
        if not in_vocabulary(func) and func.has_kernel_for_dispatch_key(
            torch._C.DispatchKey.CompositeImplicitAutograd
        ):
            with self:
                return func.decompose(*args, **kwargs)
        out = run_fake(func, args, kwargs)
        self.calls.append(Call(func, args, kwargs, out, calling_line(self.filename)))
        return out

    def answer(self, tensor):
        """The answer to torch.nn's own prompt about data, None to the program's: no to `if torch.any(var < 0): raise`,
        one to a BatchNorm that counts its batches to average what we leave out."""
        answers = {
            F.__file__: False if tensor.dtype == torch.bool else None,
            nn.modules.batchnorm.__file__: 1,
            self.filename: None,
        }
        frame = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename not in answers:
            frame = frame.f_back
        return frame and answers[frame.f_code.co_filename]


def record(function, inputs, mode, filename):
    """(what the function returns, the calls that it made) on fake tensors."""
    fake_log = logging.getLogger(
        "torch._subclasses.fake_tensor"
    )  # prints a traceback for each failure; we report them ourselves
    fake_log.disabled, before = True, fake_log.disabled
    fast = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)  # one opaque operator for a whole transformer layer,
    unfused = torch.backends.mkldnn.flags(enabled=False)  # and for a whole LSTM
    try:
        with unfused, enable_python_dispatcher(), mode, torch.no_grad(), Recorder(filename) as recorder:
            result = function(*inputs)
    finally:
        fake_log.disabled = before
        torch.backends.mha.set_fastpath_enabled(fast)
    return result, recorder.calls


def reads_arguments(value):
    """Whether a value is computed from any input or parameter."""
    return value.op == "argument" or any(map(reads_arguments, value.inputs()))


def location(tensor):
    """Where a tensor's data lies, and how: equal for x and x.data, of which no call tells."""
    return (
        tensor.untyped_storage()._cdata,
        tensor.storage_offset(),
        tensor.shape,
        tensor.stride(),
        tensor.dtype,
    )


class Tape:
    """Turns recorded calls into Values, and in-place writes into new Values.

    `of` maps the id of a fake tensor to the Value that it holds now; `views` remembers what each view was taken from,
    and which result of the call it is, so that a write through it reaches its base, and a write to a base its views.
    """

    UNDO = {"slice": "slice_scatter", "select": "select_scatter", "diagonal": "diagonal_scatter"}

    def __init__(self, constants):
        self.g, self.of, self.views, self.constants = Builder(), {}, {}, constants
        self.fresh = {}  # storage -> Value of what a factory made: PyTorch may hand out a second object for it
        self.twins = {}  # location -> the first tensor there
        self.unnamed = {}  # id of a second result that the vocabulary does not have -> the call

    def value(self, tensor):
        """The Value of a tensor; one that no call produced is a constant of the program."""
        if id(tensor) in self.unnamed:
            raise GraphError(
                f"the second result of {packet_of(self.unnamed[id(tensor)].func)} is not in the vocabulary"
            )
        tensor = self.known(tensor)
        if id(tensor) not in self.of:
            made = self.fresh.get(tensor.untyped_storage()._cdata)
            self.of[id(tensor)] = self.constants(self.g, tensor) if made is None else made
        return self.of[id(tensor)]

    def hold(self, tensor, value):
        """Makes `value` what a tensor holds, which an argument or a call has brought."""
        self.of[id(tensor)] = value
        self.twins.setdefault(location(tensor), tensor)

    def known(self, tensor):
        """The tensor itself, or what it is `.data` of."""
        return tensor if id(tensor) in self.of else self.twins.get(location(tensor), tensor)

    def lowered(self, item):
        if isinstance(item, torch.Tensor):
            return self.value(item)
        if isinstance(item, (list, tuple)):
            return [self.lowered(part) for part in item]
        return item

    def evaluate(self, call):
        args, kwargs = (
            self.lowered(call.args),
            {k: self.lowered(v) for k, v in call.kwargs.items() if k != "out"},
        )
        return apply_rule(self.g, call.func, args, kwargs, call.out)

    def play(self, call, views_matter):
        """Takes one call into account."""
        if packet_of(call.func) == "_local_scalar_dense":
            if reads_arguments(self.value(call.args[0])):
                raise GraphError("a number that is read from a tensor depends on the data")
            return
        result = self.evaluate(call)
        if call.func._schema.is_mutable:
            target = self.known(call.kwargs.get("out", call.args[0] if call.args else None))
            result = self.g("to", result, dtype=target.dtype)
            self.write(target, result)
            self.of[id(call.out)] = self.of[id(target)]
            return
        outs = call.out if isinstance(call.out, (list, tuple)) else [call.out]
        results = result if isinstance(result, (list, tuple)) else [result]
        for out, value in zip(outs, results):
            if isinstance(out, torch.Tensor) and value is None:
                self.unnamed[id(out)] = call
            elif isinstance(out, torch.Tensor):
                if value._meta is None:
                    value._meta = out
                self.hold(out, value)
                if value.op in OPS and OPS[value.op].kind == "factory":
                    self.fresh[out.untyped_storage()._cdata] = value
        base = (
            self.known(call.args[0])
            if views_matter and call.args and isinstance(call.args[0], torch.Tensor)
            else None
        )
        for i, out in enumerate(() if base is None else outs):
            if (
                isinstance(out, torch.Tensor)
                and out is not base
                and out.untyped_storage()._cdata == base.untyped_storage()._cdata
            ):
                self.views[id(out)] = (base, call, i)

    def write(self, tensor, value):
        """`tensor` holds `value` from now on, and so does whatever shares its memory."""
        self.of[id(tensor)] = value
        done, spared = {id(tensor)}, set()
        while id(tensor) in self.views:
            base, call, i = self.views[id(tensor)]
            spared |= {
                view for view, (_, other, j) in self.views.items() if other is call and j != i
            }  # parts of one split do not overlap
            value = self.undo(call, i, self.value(base), value)
            tensor = base
            self.of[id(tensor)] = value
            done.add(id(tensor))
        for view, (base, call, i) in self.views.items():
            if id(base) in done and view not in done | spared:
                self.of[view] = self.shown(call, i)
                done.add(view)

    def shown(self, call, i):
        """The i-th view that `call` takes of its base, as it is now."""
        result = self.evaluate(call)
        return result[i] if isinstance(result, (list, tuple)) else result

    def undo(self, call, i, base, value):
        """`base` with the i-th view that `call` takes of it replaced by `value`."""
        packet = packet_of(call.func)
        if packet in self.UNDO or isinstance(call.out, (list, tuple)):
            seen = self.shown(call, i)
            if seen is base:
                return value
            if seen.op == "chunk":
                dim, sizes = seen.at["dim"], [out.shape[seen.at["dim"]] for out in call.out]
                seen = lower_slice(self.g, base, dim, sum(sizes[:i]), sum(sizes[: i + 1]), 1)
            attributes = dict(seen.attributes)
            if value.op == "full":
                value = value.at["value"]
            return self.g(self.UNDO[seen.op], base, value, **attributes)
        if packet in ("transpose", "swapaxes", "t", "mT", "mH", "adjoint", "matrix_H", "numpy_T", "permute"):
            order = torch.empty_strided([2 + i for i in range(base.rank)], [0] * base.rank, device="meta")
            moved = [n - 2 for n in call.func(order, *call.args[1:], **call.kwargs).shape]
            return self.g("permute", value, dims=[moved.index(i) for i in range(base.rank)])
        if value.meta.numel() != base.meta.numel():
            raise GraphError(f"cannot follow a write in place through {packet}")
        return self.g("reshape", value, shape=base.shape)


def describe(error):
    """The first line of an exception, for people."""
    text = str(error).strip().splitlines() or [type(error).__name__]
    return text[0] if isinstance(error, (GraphError, RuntimeError)) else f"{type(error).__name__}: {text[0]}"
