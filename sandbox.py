"""The sandbox: runs the source of a candidate in a process of its own, and sends back bytes.

    message, outputs = in_sandbox("cpu", job, arguments, Limits())

A server per device has everything imported and forks for every candidate: no network, no files, no rights, limits on
time and memory. In the fork every buffer that a kernel may see is poisoned and fenced, every launch is counted, and
every operation of PyTorch that computes is refused. Nothing here knows what answer was expected: verify.py does.

Reading order: messages, inside the sandbox, Triton's interpreter, jobs, answers that are held, the server, its client.
"""
import ast
import atexit
import bisect
import builtins
import contextlib
import ctypes
import functools
import gc
import inspect
import io
import itertools
import json
import linecache
import math
import mmap
import os
import re
import resource
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import types
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch
from torch.utils._python_dispatch import TorchDispatchMode


class Refused(Exception):
    """Why a candidate is no answer. `stage`: source, run, value or task."""

    def __init__(self, reason, stage="source"):
        super().__init__(reason)
        self.stage = stage


def words(text):
    return frozenset(text.split())


HOST_BUILTINS = words("""
    min max len range int float bool abs sum all any tuple list isinstance enumerate zip reversed sorted divmod round
    ValueError TypeError RuntimeError NotImplementedError""")
KERNEL_BUILTINS = words("min max abs range float int len bool")


# ---- messages: JSON and raw bytes, nothing that could run ---------------------------------------------------------

WIRE_DTYPES = {str(dtype)[6:]: dtype for dtype in (
    torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8,
    torch.uint8, torch.bool)}
FRAME = struct.Struct(">QQ")   # lengths of the JSON and of the tensors' bytes that follow


def span(shape, stride):
    """How many elements lie between the first and the last of a strided tensor, both included."""
    return 0 if 0 in shape else 1 + sum((n - 1) * step for n, step in zip(shape, stride))


def encode(value, chunks):
    """`value` (a tensor, a number, a string, None, nested tuples of them) as JSON; the bytes of tensors join `chunks`."""
    if type(value) is torch.Tensor:
        name = str(value.dtype)[6:]
        if name not in WIRE_DTYPES or value.layout is not torch.strided:
            raise Refused(f"a {value.layout} tensor of {name} is not supported", "run")
        value = value.detach().cpu()
        count = span(value.shape, value.stride())
        chunks.append(value.as_strided((count,), (1,)).view(torch.uint8).numpy().tobytes())
        return {"dtype": name, "shape": list(value.shape), "stride": list(value.stride())}
    if isinstance(value, (tuple, list)):
        return [encode(item, chunks) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"value": value}
    raise Refused(f"a {type(value).__name__} stands where a tensor is expected", "run")


def decode(form, data, position=0):
    """What `encode` wrote and the position after it: nothing is executed, every size is checked."""
    if isinstance(form, list):
        items = []
        for item in form:
            value, position = decode(item, data, position)
            items.append(value)
        return tuple(items), position
    if "value" in form:
        return form["value"], position
    dtype, shape, stride = WIRE_DTYPES[form["dtype"]], form["shape"], form["stride"]
    if len(shape) != len(stride) or not all(type(n) is int and 0 <= n < 2**48 for n in shape + stride):
        raise ValueError(f"no tensor has shape {shape} and strides {stride}")
    end = position + span(shape, stride) * dtype.itemsize
    if end > len(data):
        raise ValueError(f"{end - position} bytes announced, {len(data) - position} there")
    if end == position:
        return torch.empty(shape, dtype=dtype), end
    flat = torch.frombuffer(data, dtype=torch.uint8, count=end - position, offset=position).clone().view(dtype)
    return flat.as_strided(shape, stride), end


def pack(message, value):
    """One message as bytes: `message` must be plain JSON, `value` is what `encode` takes."""
    chunks = []
    text = json.dumps(message | {"tensors": encode(value, chunks)}).encode()
    return b"".join([FRAME.pack(len(text), sum(map(len, chunks))), text, *chunks])


def unpack(data):
    """(message, value) of one packed message; ValueError where it is not one."""
    try:
        first = FRAME.size
        length, size = FRAME.unpack_from(data)
        if len(data) != first + length + size:
            raise ValueError(f"{len(data)} bytes instead of {first + length + size}")
        message = json.loads(bytes(data[first:first + length]))
        return message, decode(message.pop("tensors"), bytearray(data[first + length:]))[0]
    except (struct.error, KeyError, TypeError, AttributeError, RuntimeError, RecursionError) as error:
        raise ValueError(f"not a message: {type(error).__name__}: {error}") from error


# ---- inside the sandbox: poisoned memory, counted launches ----------------------------------------------------------

RED, NARROW = 1 << 15, 1 << 12   # bytes of red zone on either side of every buffer; the latter where addresses are looked at
POISONS = (-0x80, 0x7B7B7B00)   # 32-bit words: every float dtype reads the first as NaN, the second as a large number
EMPTY = words("empty empty_like empty_strided new_empty new_empty_strided")
FILLED = words("zeros zeros_like ones ones_like full full_like new_zeros new_ones new_full")
COPIES = words("clone")


class Watch(TorchDispatchMode):
    """One call of a candidate's entry: hands out poisoned, fenced memory and Refuses every op that computes."""

    def __init__(self, device, poison, idle, witnessed=False):
        super().__init__()
        self.device, self.poison = device, poison
        self.red = NARROW if device == "cpu" else RED
        self.witnessed = witnessed   # every load and store is looked at, which the interpreter can
        self.idle = idle             # launches are counted, and do nothing
        self.launches, self.in_kernel = 0, False
        self.given = []              # address, shape and strides of every argument: `.contiguous()` may copy these, and nothing else
        self.fences = []             # (what, all bytes of its storage, their poison, what stands in it if that may not change)

    @classmethod
    def _should_skip_dynamo(cls):
        return False   # else PyTorch imports its compiler for us: a second more to start, 100 MB more to fork

    def word(self):
        """The poison of the next buffer. No two share one: a red zone copied into another would not be seen."""
        return self.poison + 1 + len(self.fences) % 120

    def carve(self, shape, stride, dtype, device):
        """A tensor in the middle of a fresh storage full of poison, and the bytes of that storage."""
        size = span(shape, stride) * dtype.itemsize
        raw = torch.full((2 * self.red + size + 3 >> 2,), self.word(), dtype=torch.int32, device=device).view(torch.uint8)
        tensor = torch.empty(0, dtype=dtype, device=device)
        return tensor.set_(raw.untyped_storage(), self.red // dtype.itemsize, shape, stride), raw[:2 * self.red + size]

    def argument(self, value, index):
        """A fenced copy of one argument on the device, at a fresh address."""
        if not isinstance(value, torch.Tensor):
            return value
        tensor, raw = self.carve(value.shape, value.stride(), value.dtype, self.device)
        count = (span(value.shape, value.stride()),)
        tensor.as_strided(count, (1,)).copy_(value.as_strided(count, (1,)))
        self.fences.append((f"argument {index}", raw, self.word(), raw[self.red:-self.red].clone()))
        self.given.append((tensor.data_ptr(), tensor.shape, tensor.stride()))
        return tensor

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {})) if self.in_kernel or self.allows(func, args) else None
        name = func.overloadpacket.__name__
        if not self.in_kernel and name in EMPTY | FILLED | COPIES:
            fenced, raw = self.carve(result.shape, result.stride(), result.dtype, result.device)
            self.fences.append((f"allocation {len(self.fences)}", raw, self.word(), None))
            result = fenced if name in EMPTY else fenced.copy_(result)
        return result

    def allows(self, func, args):
        name, returns = func.overloadpacket.__name__, func._schema.returns
        is_view = returns and all(value.alias_info is not None and not value.alias_info.is_write for value in returns)
        if is_view or not func._schema.is_mutable and name in EMPTY | FILLED:
            return True
        if name in COPIES and (args[0].data_ptr(), args[0].shape, args[0].stride()) in self.given:
            return True
        raise Refused(f"torch computes aten.{name} outside a kernel", "run")

    def check_fences(self):
        """Refused where a kernel wrote beside its buffers or into its arguments."""
        red = self.red
        for what, raw, word, before in self.fences:
            fence = torch.full((red // 4 + 1,), word, dtype=torch.int32, device=raw.device).view(torch.uint8)
            odd = len(raw) % 4
            if not torch.equal(raw[:red], fence[:red]) or not torch.equal(raw[-red:], fence[odd:odd + red]):
                raise Refused(f"writes outside {what}", "run")
            if before is not None and not torch.equal(raw[red:-red], before):
                raise Refused(f"changes {what}", "run")


# ---- Triton's interpreter: what it tolerates is refused, and its detours are cut short ---------------------------------

LAUNCH_OPTIONS = words("num_warps num_stages num_ctas maxnreg enable_fp_fusion launch_cooperative_grid launch_pdl")
MOST_PROGRAMS = (2**31 - 1, 65535, 65535)   # of a grid, along each of its axes, on a GPU


def owners(touches):
    """(addresses, programs) of a list of (program, addresses, ...), sorted by address and within one by time; and that order."""
    import numpy

    places = numpy.concatenate([touch[1] for touch in touches] or [numpy.empty(0, numpy.uint64)])
    programs = numpy.repeat([touch[0] for touch in touches], [touch[1].size for touch in touches])
    order = numpy.argsort(places, kind="stable")
    return places[order], programs[order], order


def others(places, programs, program, addresses):
    """Programs but `program` that own some of the addresses; of each address the first and the last."""
    import numpy

    if not len(places):
        return set()
    first = numpy.minimum(numpy.searchsorted(places, addresses), len(places) - 1)
    last = numpy.maximum(numpy.searchsorted(places, addresses, side="right") - 1, 0)
    return {int(owner) for at in (first, last) for owner in programs[at][places[at] == addresses]} - {program}


class Traffic:
    """The loads and stores of one launch: refuses an address outside every buffer, and programs that race.

    Programs of a grid have no order. The interpreter runs one after the other, so an answer that relies on their order
    would pass in it: where a program touches what another one writes, it is Refused, unless something atomic (a lock, a
    counter) orders the two. Programs that write one value to one place agree.
    """

    def __init__(self, fences, red):
        spans = [(raw.data_ptr() + red, raw.data_ptr() + len(raw) - red, what, before is not None) for what, raw, _, before in fences]
        self.buffers = sorted(span for span in spans if span[0] < span[1])   # first and last byte, name, whether only to be read
        self.starts = [start for start, *_ in self.buffers]
        self.program, self.atomic = 0, set()   # the program that runs, those that did something atomic
        self.read, self.written, self.updated = [], [], []   # (program, addresses, whether after an atomic), values too of the written

    def inside(self, addresses, mask, size, writes):
        """The addresses that the mask lets through; Refused where no buffer, or one that may not change, holds one of them."""
        chosen = addresses[mask]
        if chosen.size:
            low, high = int(chosen.min()), int(chosen.max())
            place = bisect.bisect_right(self.starts, low) - 1
            if place < 0 or high + size > self.buffers[place][1] or writes and self.buffers[place][3]:
                self.look_closely(chosen, size, writes)
        return chosen

    def look_closely(self, addresses, size, writes):
        """`inside` for every address by itself: one load may gather from several buffers."""
        for address in map(int, addresses):
            place = bisect.bisect_right(self.starts, address) - 1
            if place < 0 or address + size > self.buffers[place][1]:
                near = min(self.buffers, key=lambda span: max(span[0] - address, address - span[1]), default=(0, 0, "every buffer"))
                raise Refused(f"{'writes' if writes else 'reads'} outside {near[2]}", "run")
            if writes and self.buffers[place][3]:
                raise Refused(f"writes into {self.buffers[place][2]}", "run")

    def load(self, addresses, mask, size):
        self.read.append((self.program, self.inside(addresses, mask, size, False), self.program in self.atomic))

    def store(self, addresses, mask, values):
        chosen = self.inside(addresses, mask, values.itemsize, True)
        self.written.append((self.program, chosen, self.program in self.atomic, values.view(f"u{values.itemsize}")[mask]))

    def update(self, addresses, mask, size):
        self.updated.append((self.program, self.inside(addresses, mask, size, True)))
        self.atomic.add(self.program)

    def check_writes(self, places, programs, order):
        """Refused where one store, or two programs, leave different values in one place."""
        import numpy

        values = numpy.concatenate([values.astype(numpy.uint64) for *_, values in self.written])[order]
        stores = numpy.repeat(range(len(self.written)), [touch[1].size for touch in self.written])[order]
        if ((places[1:] == places[:-1]) & (stores[1:] == stores[:-1]) & (values[1:] != values[:-1])).any():
            raise Refused("one store writes different values to one place: their order is not defined", "run")
        final = numpy.append((places[1:] != places[:-1]) | (programs[1:] != programs[:-1]), True)   # what each program left in each place
        places, programs, values = places[final], programs[final], values[final]
        clash = (places[1:] == places[:-1]) & (values[1:] != values[:-1])
        if not {*programs[1:][clash].tolist(), *programs[:-1][clash].tolist()} <= self.atomic:
            raise Refused("two programs write different values to one place: their order is not defined", "run")

    def check_races(self):
        """Refused where one program touches what another one, not ordered with it by atomics, writes."""
        places, programs, order = owners(self.written)
        if places.size:
            self.check_writes(places, programs, order)
        if self.program == 0:
            return
        updated = owners(self.updated)[:2]
        for program, addresses, after in self.read:
            if (writers := others(places, programs, program, addresses)) and not (after and writers <= self.atomic):
                raise Refused("a program reads what another program of the same launch writes: their order is not defined", "run")
        for program, addresses, after, *_ in self.read + self.written:
            if not after and others(*updated, program, addresses):
                raise Refused("a program touches what another program of the same launch updates: their order is not defined", "run")


signature_of = functools.cache(inspect.signature)


def is_constexpr(parameter):
    return "constexpr" in str(parameter.annotation)


def interpret(kernel, given, grid, traffic):
    """Runs every program of a launch in Triton's interpreter, on the buffers themselves."""
    import numpy
    import triton.language as tl
    from triton.runtime import interpreter

    def converted(value):
        if type(value) is bool:   # Triton's own stumbles over one
            return tl.tensor(interpreter.TensorHandle(numpy.array([value]), tl.int1), tl.int1)
        return interpreter._implicit_cvt(value)

    parameters = signature_of(kernel.fn).parameters
    values = {name: value if is_constexpr(parameters[name]) else converted(value) for name, value in given.items()}
    builder, program = interpreter.interpreter_builder, kernel.rewrite()
    builder.set_grid_dim(*grid)
    builder.traffic = traffic
    for number, place in enumerate(itertools.product(*map(range, grid))):
        builder.set_grid_idx(*place)
        if traffic:
            traffic.program = number
        program(**values)
    if traffic:
        traffic.check_races()


def types_of(names, scope):
    """{name: Triton's type} of those of `names` that are bound in `scope` to what Triton computed."""
    return {name: scope[name].type for name in names if hasattr(scope.get(name), "handle")}


def check_carried(before, names, scope):
    """What a loop binds anew keeps the type that it had `before`: Triton compiles no other loop; its interpreter runs any."""
    for name, now in types_of(names, scope).items():
        if now != before.get(name, now):
            raise TypeError(f"`{name}` is {before[name]} before the loop and {now} after a turn of it; its type must stay the same")


def stored(nodes):
    """The names that some nodes bind."""
    return {node.id for part in nodes for node in ast.walk(part) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def with_checked_loops(body, known):
    """Statements of a kernel, each loop's types compared after every turn; `known` are the names that they may find.

    What a loop or a branch binds first is no more when it ends, and in a loop's next turn, unlike in Python.
    """
    checked = []
    for statement in body:
        if isinstance(statement, (ast.For, ast.While)):
            turns = statement.iter if isinstance(statement, ast.For) else statement.test
            own = {ast.unparse(statement.target)} if isinstance(statement, ast.For) else set()
            names, before = sorted(known & stored(statement.body) - own), f"__before_{statement.lineno}__"   # which no candidate may write
            statement.body = with_checked_loops(statement.body, known | own)
            if names and not (isinstance(turns, ast.Call) and ast.unparse(turns.func) == "tl.static_range"):   # that is unrolled
                text = f"{before} = __types_of__({names}, __locals__()); __check_carried__({before}, {names}, __locals__())"
                first, after = (ast.increment_lineno(added, statement.lineno - 1) for added in ast.parse(text).body)
                checked.append(first)
                statement.body.append(after)
        elif isinstance(statement, ast.If):
            statement.body, statement.orelse = (with_checked_loops(branch, known) for branch in (statement.body, statement.orelse))
        else:
            known = known | stored([statement])
        checked.append(statement)
    return checked


def rewrite_kernels(tree, module):
    """What the interpreter does to a kernel's text when it is first launched, done to a tree that is parsed already."""
    from triton.runtime import interpreter

    module.interpreter_semantic = interpreter.interpreter_semantic   # what the rewritten assignments name
    module.__dict__.update(__types_of__=types_of, __check_carried__=check_carried, __locals__=locals)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            node.body = with_checked_loops(interpreter.ASTTransformer().visit(node).body, {argument.arg for argument in node.args.args})
    ast.fix_missing_locations(tree)


def watch_memory(interpreter, tl):
    """Puts `builder.traffic` in the way of every load and store. What a mask hides, without `other`, is poison as on a GPU."""
    import numpy

    builder, Handle = interpreter.InterpreterBuilder, interpreter.TensorHandle
    load_, store, update, swap = (getattr(builder, f"create_{name}") for name in ("masked_load", "masked_store", "atomic_rmw", "atomic_cas"))

    def poison(shape, dtype):
        kind = interpreter._get_np_dtype(dtype)
        value = numpy.nan if kind.kind == "f" else 0xFFFF if dtype == tl.bfloat16 else kind.kind == "b" or numpy.iinfo(kind).max
        return Handle(numpy.full(shape, value, dtype=kind), dtype)

    def bits(mask):
        return numpy.asarray(mask.data, dtype=bool)   # block pointers come with a bare array

    def masked_load(self, ptrs, mask, other, *rest, **more):
        seen, element = bits(mask), ptrs.get_element_ty()
        if self.traffic:
            self.traffic.load(ptrs.data, seen, max(1, element.primitive_bitwidth // 8))
        if other is None and seen.size > 1 and not seen.all():   # of one scalar Triton itself drops an `other` of 0
            other = poison(ptrs.data.shape, element)
        return load_(self, ptrs, mask, other, *rest, **more)

    def masked_store(self, ptrs, value, mask, *rest):
        if self.traffic:
            self.traffic.store(ptrs.data, bits(mask), value.data)
        return store(self, ptrs, value, mask, *rest)

    def atomic_rmw(self, operation, ptr, value, mask, *rest):
        if self.traffic:
            self.traffic.update(ptr.data, bits(mask), value.data.itemsize)
        return update(self, operation, ptr, value, mask, *rest)

    def atomic_cas(self, ptr, expected, value, *rest):
        if self.traffic:
            self.traffic.update(ptr.data, numpy.ones(ptr.data.shape, dtype=bool), value.data.itemsize)
        return swap(self, ptr, expected, value, *rest)

    def erf(self, value):   # Triton's own calls Python's for every element
        exact = torch.erf(torch.from_numpy(value.data.astype(numpy.float64))).numpy()
        return Handle(exact.astype(value.data.dtype), value.dtype.scalar)

    for method in (masked_load, masked_store, atomic_rmw, atomic_cas, erf):
        setattr(builder, f"create_{method.__name__}", method)
    builder.traffic = None


def truth(value):
    """A block of values in a condition of a candidate: Triton compiles none; the interpreter would take any as true."""
    if value.handle.data.size == 1:
        return bool(value.handle.data.reshape(()))
    if sys._getframe(1).f_code.co_filename == "<candidate>":
        raise TypeError("a block of values has no truth value; `if`, `and`, `or` and `not` take scalars")
    return True


def unknown(value):
    """`int(x)` and `float(x)` in a kernel are for constants: of what Triton computes it compiles none."""
    raise TypeError(f"a number that only a GPU will know ({value.type}) is no Python number; `.to` casts it")


def remember_types(interpreter, tl):
    """Types and shapes are made once, not for every value: a third of what the interpreter does."""
    make_block, make_tensor, np_dtype = tl.block_type.__init__, tl.tensor.__init__, interpreter._get_np_dtype
    blocks, tensors, dtypes = {}, {}, {}

    def block_type(self, element_ty, shape):
        sizes = [getattr(size, "value", size) for size in shape]
        key = (element_ty.name, *sizes)
        if key in blocks and all(type(size) is int for size in sizes):   # 4.0 finds what 4 left, and is no size
            self.__dict__.update(blocks[key])
        else:
            make_block(self, element_ty, shape)
            blocks[key] = dict(self.__dict__)

    def tensor(self, handle, type):
        try:
            self.__dict__.update(tensors[type.name])
        except KeyError:
            make_tensor(self, handle, type)
            tensors[type.name] = dict(self.__dict__)
        self.handle, self.type = handle, type

    def get_np_dtype(type):
        try:
            return dtypes[type.name]
        except KeyError:
            return dtypes.setdefault(type.name, np_dtype(type))

    tl.block_type.__init__, tl.tensor.__init__, interpreter._get_np_dtype = block_type, tensor, get_np_dtype


def shorten_arithmetic(interpreter, tl):
    """Two values of one type and shape need neither promotion nor broadcasting."""
    semantic = type(interpreter.interpreter_semantic)
    promote, broadcast, equal = semantic.binary_op_type_checking_impl, semantic.broadcast_impl_value, tl.dtype.__eq__
    plain = words("fp32 fp64 int32 int64")   # that no operation promotes to another type

    def binary_op_type_checking_impl(self, lhs, rhs, *rest, **more):
        if type(lhs) is type(rhs) is tl.tensor and lhs.dtype.name == rhs.dtype.name and lhs.dtype.name in plain:
            return self.broadcast_impl_value(lhs, rhs)
        return promote(self, lhs, rhs, *rest, **more)

    def broadcast_impl_value(self, lhs, rhs):
        if lhs.type.is_block() and rhs.type.is_block() and lhs.handle.data.shape == rhs.handle.data.shape:
            return lhs, rhs
        return broadcast(self, lhs, rhs)

    for method in (binary_op_type_checking_impl, broadcast_impl_value):
        setattr(semantic, method.__name__, method)
    tl.dtype.__eq__ = lambda self, other: self is other or equal(self, other)


def shorten_calls(interpreter, tl):
    """The functions of `tl` without the two wrappers that Triton puts around each; `x.exp()` too, which it forgets."""
    def direct(function):
        @functools.wraps(function)   # its own name is the one that stands in messages about wrong calls
        def call(*args, **kwargs):
            kwargs["_semantic"] = interpreter.interpreter_semantic
            return function(*args, **kwargs)
        return call

    unwrap, never_wrapped = tl.core._unwrap_if_constexpr, {tl.tensor, tl.dtype, tl.block_type, tl.pointer_type, int, float, bool, str}
    tl.core._unwrap_if_constexpr = lambda value: value if type(value) in never_wrapped else unwrap(value)
    for owner in (tl, tl.core, tl.math, tl.tensor):
        for name, value in list(vars(owner).items()):
            member = (getattr(value, "__kwdefaults__", None) or {}).get("member")
            if member is not None:
                setattr(owner, name, direct(getattr(member, "__wrapped__", member)))
                if owner is tl.math and hasattr(tl.tensor, name):
                    setattr(tl.tensor, name, getattr(owner, name))

FLOATS, INTEGERS = words("fp32 fp64"), words("int32 int64")   # plain types: an operation on two of one type promotes neither
PLAIN = FLOATS | INTEGERS


class Plain:
    """Triton's tensors of plain types made without its checks, and what may be done to them by NumPy alone."""

    def __init__(self, interpreter, tl):
        self.Handle, self.Tensor, self.Block, self.made = interpreter.TensorHandle, tl.tensor, tl.block_type, {}

    def value(self, data, kept_as, dtype, is_block):
        """A tensor of `dtype`; its handle says `kept_as`, which of a comparison is the type of what was compared."""
        key = dtype.name, data.shape if is_block else None
        if key not in self.made:
            self.made[key] = dict(vars(self.Tensor(None, self.Block(dtype, list(data.shape)) if is_block else dtype)))
        handle, tensor = self.Handle.__new__(self.Handle), self.Tensor.__new__(self.Tensor)
        handle.data, handle.dtype, handle.attr = data, kept_as, {}
        tensor.__dict__.update(self.made[key])
        tensor.handle = handle
        return tensor

    def block(self, x):
        return type(x.type) is self.Block

    def fit(self, x, y):
        """Whether NumPy broadcasts two tensors as Triton does: blocks of one rank, or a scalar and anything."""
        one, other = x.handle.data.shape, y.handle.data.shape
        if one == other or not (self.block(x) and self.block(y)):
            return True
        return len(one) == len(other) and all(m == n or 1 in (m, n) for m, n in zip(one, other))

    def number(self, y, x):
        """Whether Triton makes of the number `y`, beside the tensor `x`, a constant of x's type."""
        return type(y) is float and x.dtype.name in FLOATS or type(y) is int and -2**31 <= y < 2**31


def shorten_operators(interpreter, tl):
    """`x + y`, `x < 3` and the like on plain values: NumPy's operation, without the forty calls around it.

    Whatever is promoted, checked or given another rank first goes Triton's own way: its errors and its results are the same.
    """
    import numpy

    plain, Tensor = Plain(interpreter, tl), tl.tensor
    value, block, fit, number = plain.value, plain.block, plain.fit, plain.number

    def quick(name, operation, types, truth=False):
        slow = getattr(Tensor, name)

        def method(x, y):
            kind, given = x.dtype.name, x.handle
            if kind in types:
                if type(y) is Tensor:
                    if (y.dtype.name == kind or {kind, y.dtype.name} == INTEGERS) and fit(x, y):
                        wide = y if y.dtype.name == "int64" else x
                        data = operation(given.data, y.handle.data)
                        return value(data, wide.handle.dtype, tl.int1 if truth else wide.dtype, block(x) or block(y))
                elif kind in PLAIN and number(y, x):
                    return value(operation(given.data, given.data.dtype.type(y)), given.dtype, tl.int1 if truth else x.dtype, block(x))
            return slow(x, y)
        setattr(Tensor, name, method)

    def turned(operation):
        return lambda x, y: operation(y, x)

    for name, operation in {"add": numpy.add, "sub": numpy.subtract, "mul": numpy.multiply}.items():
        quick(f"__{name}__", operation, PLAIN)
        quick(f"__r{name}__", turned(operation), PLAIN)
    quick("__truediv__", numpy.divide, FLOATS)
    quick("__rtruediv__", turned(numpy.divide), FLOATS)
    quick("__floordiv__", lambda x, y: (x - numpy.fmod(x, y)) // y, INTEGERS)
    quick("__mod__", numpy.fmod, PLAIN)
    for name, operation in {"lt": numpy.less, "le": numpy.less_equal, "gt": numpy.greater, "ge": numpy.greater_equal,
                            "eq": numpy.equal, "ne": numpy.not_equal}.items():
        quick(f"__{name}__", operation, PLAIN, truth=True)
    for name, operation in {"and": numpy.bitwise_and, "or": numpy.bitwise_or, "xor": numpy.bitwise_xor}.items():
        quick(f"__{name}__", operation, INTEGERS | {"int1"})


def shorten_choices(interpreter, tl):
    """`tl.where` and casts, likewise."""
    import numpy

    plain, Tensor, semantic = Plain(interpreter, tl), tl.tensor, type(interpreter.interpreter_semantic)
    slow_where, slow_cast, fit = tl.where, semantic.cast, plain.fit

    @functools.wraps(slow_where)
    def where(condition, x, y, **more):
        first, second = (x, y) if type(x) is Tensor else (y, x)
        if type(condition) is type(first) is Tensor and condition.dtype.name == "int1" and first.dtype.name in PLAIN and not more:
            both = type(second) is Tensor
            if fit(condition, first) and (second.dtype.name == first.dtype.name and fit(condition, second) and fit(first, second)
                                          if both else plain.number(second, first)):
                kind = first.handle.data.dtype
                data = [part.handle.data if type(part) is Tensor else kind.type(part) for part in (x, y)]
                blocks = any(plain.block(part) for part in (condition, x, y) if type(part) is Tensor)
                return plain.value(numpy.where(condition.handle.data, *data), first.handle.dtype, first.dtype, blocks)
        return slow_where(condition, x, y, **more)

    def cast(self, x, dtype, *rest):
        old, new = x.dtype.name, dtype.scalar.name
        if old == new and old in PLAIN | {"int1"}:
            return x
        if old in PLAIN | {"int1"} and new in PLAIN and not any(rest):
            return plain.value(x.handle.data.astype(interpreter._get_np_dtype(dtype.scalar)), dtype.scalar, dtype.scalar, plain.block(x))
        return slow_cast(self, x, dtype, *rest)

    tl.where, semantic.cast = where, cast


def shorten_memory(interpreter, tl):
    """Offsets to pointers, `tl.load` and `tl.store` of plain values through a mask of their own shape, likewise; `watch_memory` sees them."""
    import numpy

    plain, Tensor, builder = Plain(interpreter, tl), tl.tensor, interpreter.interpreter_builder
    slow_add, slow_load, slow_store = Tensor.__add__, tl.load, tl.store

    def add(x, y):
        if x.dtype.is_ptr() and type(y) is Tensor and y.dtype.name in INTEGERS and plain.fit(x, y):
            size = max(1, x.dtype.element_ty.primitive_bitwidth // 8)
            data = x.handle.data + size * y.handle.data.astype(numpy.uint64)
            return plain.value(data, x.handle.dtype, x.dtype, plain.block(x) or plain.block(y))
        return slow_add(x, y)

    def masked(pointer, mask):
        return type(pointer) is type(mask) is Tensor and plain.block(pointer) and pointer.dtype.is_ptr() and mask.dtype.name == "int1" \
            and mask.handle.data.shape == pointer.handle.data.shape and pointer.dtype.element_ty.name in PLAIN

    @functools.wraps(slow_load)
    def quick_load(pointer, mask=None, other=None, **more):
        if not more and masked(pointer, mask):
            dtype, shape = pointer.dtype.element_ty, pointer.handle.data.shape
            kind = interpreter._get_np_dtype(dtype)
            if other is None or type(other) is (float if kind.kind == "f" else int) and -2**31 <= other < 2**31:
                hidden = None if other is None else plain.Handle(numpy.full(shape, other, kind), dtype)
                return plain.value(builder.create_masked_load(pointer.handle, mask.handle, hidden, None, None, False).data, dtype, dtype, True)
        return slow_load(pointer, mask, other, **more)

    @functools.wraps(slow_store)
    def quick_store(pointer, value, mask=None, **more):
        if not more and masked(pointer, mask) and type(value) is Tensor and value.dtype.name == pointer.dtype.element_ty.name \
                and value.handle.data.shape == pointer.handle.data.shape:
            return builder.create_masked_store(pointer.handle, value.handle, mask.handle, None, None)
        return slow_store(pointer, value, mask, **more)

    Tensor.__add__, tl.load, tl.store = add, quick_load, quick_store


def shorten_reductions(interpreter, tl):
    """What `tl.sort` and `tl.xor_sum` reduce with, by NumPy: Triton's own calls Python's function for every element."""
    import numpy

    known, reduce = {tl.standard._xor_combine: numpy.bitwise_xor, tl.standard._or_combine: numpy.bitwise_or}, interpreter.ReduceOps.apply_impl

    def apply_impl(self, input):
        if self.combine_fn not in known or not input[0].dtype.is_int():
            return reduce(self, input)
        data = known[self.combine_fn].reduce(input[0].handle.data, axis=self.axis, keepdims=self.keep_dims)
        return self.to_tensor(data, input[0].dtype)

    interpreter.ReduceOps.apply_impl = apply_impl


def tune_interpreter():
    """Makes Triton's interpreter as strict as a GPU, and does once what it would do again in every candidate or launch."""
    import numpy
    import triton.language as tl
    from triton.backends.nvidia.compiler import min_dot_size
    from triton.runtime import interpreter

    numpy.seterr(all="ignore")
    interpreter._patch_lang(types.SimpleNamespace(__globals__={"tl": tl, "core": tl.core}))   # for good
    interpreter._patch_lang = lambda function: types.SimpleNamespace(restore=lambda: None)
    for function in list(vars(tl.standard).values()):
        if isinstance(function, interpreter.InterpretedFunction):
            function.rewrite()
    builder = interpreter.interpreter_builder
    builder.options = replace(builder.options, sanitize_overflow=False)   # checks that are computed, and then asserted in debug mode only
    tl.tensor.__index__ = lambda self: int(self.handle.data.squeeze())  # as in Triton 3.7; 3.6 fails with numpy 2.4 in `range(n)`
    tl.tensor.__bool__, tl.tensor.__int__, tl.tensor.__float__ = truth, unknown, unknown
    builder.codegen_fns["min_dot_size"] = min_dot_size(None)   # the interpreter multiplies blocks of any size; no GPU does
    watch_memory(interpreter, tl)
    remember_types(interpreter, tl)
    shorten_arithmetic(interpreter, tl)
    shorten_calls(interpreter, tl)
    for shorten in (shorten_operators, shorten_choices, shorten_memory, shorten_reductions):
        shorten(interpreter, tl)


# ---- jobs: launches, described or counted; runs of a candidate; compilation ----------------------------------------------

TRITON_TYPES = {"float64": "fp64", "float32": "fp32", "float16": "fp16", "bfloat16": "bf16", "int64": "i64", "int32": "i32",
                "int16": "i16", "int8": "i8", "uint8": "u8", "bool": "i1"}


def interpreting():
    return os.environ.get("TRITON_INTERPRET") == "1"


def kernel_class():
    """What @triton.jit makes in this process."""
    if interpreting():
        from triton.runtime.interpreter import InterpretedFunction
        return InterpretedFunction
    from triton.runtime import JITFunction
    return JITFunction


def check_passed(name, value, kinds):
    """A launch passes values. A function, a generator or a list of the host, or a tensor as a constant, would compute inside the kernel, unwatched."""
    if isinstance(value, tuple):
        for item in value:
            check_passed(name, item, kinds)
    elif not isinstance(value, kinds):
        raise TypeError(f"a kernel cannot take a {type(value).__name__} as `{name}`")


def bind(kernel, args, kwargs):
    """The arguments of a launch by name; TypeError where there is one that neither the kernel nor Triton knows, or takes."""
    import triton.language as tl

    signature = signature_of(kernel.fn)
    unknown = kwargs.keys() - signature.parameters.keys() - LAUNCH_OPTIONS
    if unknown:
        raise TypeError(f"{kernel.__name__} has no argument {', '.join(sorted(unknown))}")
    given = signature.bind(*args, **{name: value for name, value in kwargs.items() if name in signature.parameters})
    given.apply_defaults()
    numbers = int, float, types.NoneType
    for name, value in given.arguments.items():
        constant = is_constexpr(signature.parameters[name])
        check_passed(name, value, (*numbers, str, tl.dtype, tl.constexpr, kernel_class()) if constant else (*numbers, torch.Tensor))
    for name in kwargs.keys() & LAUNCH_OPTIONS:
        check_passed(name, kwargs[name], numbers)
    if kwargs.get("num_warps", 4) not in (1, 2, 4, 8, 16, 32):
        raise ValueError(f"no GPU runs {kwargs['num_warps']} warps")
    return given.arguments


def size_of(grid, given):
    """Three numbers of programs. A grid that is a function runs here, where host code is watched."""
    sizes = tuple(grid({**given}) if callable(grid) else grid)
    if not all(type(size) is int for size in sizes):
        raise TypeError(f"a grid of {', '.join(type(size).__name__ for size in sizes)}")
    sizes += (1,) * (3 - len(sizes))
    if len(sizes) > 3 or any(size > most for size, most in zip(sizes, MOST_PROGRAMS)):
        raise ValueError(f"no GPU has a grid of {sizes}")
    return sizes


def describe_launch(kernel, given, kwargs):
    """What compiling this launch needs: types of the arguments, values of the constants, options."""
    names = signature_of(kernel.fn).parameters
    types_, constants = {}, {}
    for name, value in given.items():
        if is_constexpr(names[name]):
            constants[name] = {"function": value.__name__} if hasattr(value, "fn") else \
                {"dtype": value.name} if hasattr(value, "primitive_bitwidth") else {"value": getattr(value, "value", value)}
        elif value is None or type(value) is int and value == 1:   # a launch compiles a size of 1 in, as a constant
            constants[name] = {"value": value}
        elif isinstance(value, torch.Tensor):
            types_[name] = "*" + TRITON_TYPES[str(value.dtype)[6:]]
        else:
            types_[name] = "i1" if isinstance(value, bool) else "fp32" if isinstance(value, float) else \
                "i32" if -2**31 <= value < 2**31 else "i64"
    options = {name: value for name, value in kwargs.items() if name in ("num_warps", "num_stages")}
    return {"kernel": kernel.__name__, "types": types_, "constants": constants, "options": options}


@contextlib.contextmanager
def launches_seen(watch, described):
    """While it lasts every launch is counted by `watch` and, where `described` is a list, described in it."""
    kind = kernel_class()
    run = kind.run

    def launch(kernel, *args, grid, warmup, **kwargs):
        given = bind(kernel, args, kwargs)
        sizes = size_of(grid, given)
        watch.launches += 1
        if described is not None and (form := describe_launch(kernel, given, kwargs)) not in described:
            described.append(form)
        if watch.idle:
            return None
        watch.in_kernel = True
        try:
            if interpreting():
                return interpret(kernel, given, sizes, Traffic(watch.fences, watch.red) if watch.witnessed else None)
            return run(kernel, *args, grid=sizes, warmup=warmup, **kwargs)
        finally:
            watch.in_kernel = False
    kind.run = launch
    try:
        yield
    finally:
        kind.run = run


def load(source):
    """The candidate's functions. Triton asks `inspect` for their text, so the text goes where `inspect` looks."""
    import triton
    import triton.language as tl

    module = types.ModuleType("candidate")
    linecache.cache["<candidate>"] = (len(source), None, source.splitlines(keepends=True), "<candidate>")
    sys.modules["candidate"] = module
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    allowed = {name: getattr(builtins, name) for name in HOST_BUILTINS | KERNEL_BUILTINS | {"__import__"}}  # torch's C++ imports
    module.__dict__.update(torch=torch, triton=triton, tl=tl, math=math, __builtins__=allowed)
    if interpreting():
        rewrite_kernels(tree, module)
    exec(compile(tree, "<candidate>", "exec"), module.__dict__)
    if interpreting():
        kernels = [value for value in vars(module).values() if isinstance(value, kernel_class())]
        kernel_class().rewritten_fn.update({kernel.fn: kernel.fn for kernel in kernels})
    return module


def explain(error):
    """One line about an exception that a candidate raised, with its line in the candidate."""
    line, trace = 0, error.__traceback__
    while trace:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == "<candidate>" else line
        trace = trace.tb_next
    try:
        text = " ".join(f"{type(error).__name__}: {error}".split())
        text = text if len(text) <= 300 else f"{text[:60]} ... {text[-235:]}"   # Triton's compiler tells the cause last
    except Refused as refusal:   # what it raised holds a tensor
        text = str(refusal)
    return f"line {line}: {text}" if line else text


def unreadable(tensor, *_):
    """In place of Tensor.__repr__, which hands the values to host code behind every dispatch mode's back."""
    raise Refused("reads a tensor as text", "run")


def run_once(entry, arguments, device, run, described=None):
    """One call of the candidate: (launches, outputs). Raises Refused, or whatever the candidate raises."""
    watch = Watch(device, *run)
    torch.Tensor.__repr__ = torch.Tensor.__format__ = torch.Tensor.__str__ = unreadable
    inputs = [watch.argument(value, index) for index, value in enumerate(arguments)]
    with launches_seen(watch, described), watch:
        outputs = entry(*inputs)
    if device != "cpu":
        torch.cuda.synchronize()
    if not watch.idle:
        watch.check_fences()
    return watch.launches, outputs


def answer(job, arguments, device):
    """Does a job inside the sandbox: every run of `job["runs"]`, [question, *arguments of Watch]. Returns packed bytes."""
    described = [] if job["describe"] else None
    launches, outputs, done = [], [], -1
    try:
        entry = getattr(load(job["source"]), job["entry"])
        for done, (question, *run) in enumerate(job["runs"]):
            count, output = run_once(entry, arguments[question], device, run, described)
            launches.append(count)
            outputs.append(output)
        return pack({"launches": launches, "described": described}, outputs)
    except Refused as refusal:
        why = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        why = explain(error)
    return pack({"refused": why, "run": done}, ())


SHARED_MEMORY = {80: 163 << 10, 86: 99 << 10, 89: 99 << 10, 90: 227 << 10, 100: 227 << 10}   # bytes a block may have


def compile_launch(module, form, arch):
    """Compiles one launch that `describe_launch` recorded: (shared bytes, spilled bytes)."""
    import triton.language as tl
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource, compile as triton_compile

    def constant(written):
        if "function" in written:
            return getattr(module, written["function"])
        return tl.str_to_ty(written["dtype"], None) if "dtype" in written else written["value"]

    kernel = getattr(module, form["kernel"])
    constants = {name: constant(written) for name, written in form["constants"].items()}
    signature = {name: form["types"].get(name, "constexpr") for name in kernel.arg_names}
    with contextlib.redirect_stdout(io.StringIO()) as log:   # where Triton prints what ptxas says
        built = triton_compile(ASTSource(fn=kernel, signature=signature, constexprs=constants),
                               target=GPUTarget("cuda", arch, 32), options=form["options"])
    spilled = sum(int(size) for size in re.findall(r"(\d+) bytes spill", log.getvalue()))
    return built.metadata.shared, spilled


def compile_job(job, arguments):
    """Compiles every launch of `job["launches"]` for every architecture, inside the sandbox. Returns packed bytes."""
    results = []
    for form, arch in job["launches"]:
        try:
            shared, spilled = compile_launch(load(job["source"]), form, arch)
            fits = shared <= SHARED_MEMORY.get(arch, 227 << 10)
            reason = "" if fits else f"{shared} bytes of shared memory; sm_{arch} has {SHARED_MEMORY[arch]}"
            results.append({"ok": fits, "reason": reason, "shared": shared, "spilled": spilled})
        except Exception as error:  # Triton's compiler fails in many types; the text goes to the caller
            results.append({"ok": False, "reason": explain(error), "shared": 0, "spilled": 0})
    return pack({"compiled": results}, ())


# ---- an answer that is held: run and timed again and again, at sizes that no pipe should carry ---------------------------

HELD = {}   # of a process that does not fork: the memory that it shares with the judging one, and the answer with its arguments


def cold_times(function, count, device):
    """Milliseconds of each of `count` calls: by CUDA events, the L2 cache cold, the host free to run ahead; on the CPU by its clock."""
    if device == "cpu":
        moments = [(time.perf_counter(), function(), time.perf_counter()) for _ in range(count)]
        return [1e3 * (after - before) for before, _, after in moments]
    flush = torch.empty(2 * torch.cuda.get_device_properties(device).L2_cache_size, dtype=torch.uint8, device=device)
    pairs = [tuple(torch.cuda.Event(enable_timing=True) for _ in range(2)) for _ in range(count)]
    for start, stop in pairs:
        flush.zero_()
        start.record()
        function()
        stop.record()
    torch.cuda.synchronize(device)
    return [start.elapsed_time(stop) for start, stop in pairs]


def drop(job, device):
    """Lets go of what is held."""
    HELD.clear()
    if device != "cpu":
        torch.cuda.empty_cache()
    return {}


def hold(job, device):
    """Loads an answer, and its arguments from the shared memory."""
    drop(job, device)
    HELD["shared"] = mmap.mmap(job["memory"], 0)
    os.close(job["memory"])
    arguments, HELD["end"] = decode(job["arguments"], HELD["shared"])
    HELD["arguments"] = [value.to(device) if isinstance(value, torch.Tensor) else value for value in arguments]
    HELD["entry"] = getattr(load(job["source"]), job["entry"])
    return {}


def run_held(job, device):
    """One watched call: its launches, and its outputs in the shared memory, behind the arguments."""
    def close(value):
        return tuple(map(close, value)) if isinstance(value, (tuple, list)) else value.contiguous() if isinstance(value, torch.Tensor) else value

    launches, outputs = run_once(HELD["entry"], HELD["arguments"], device, job["run"])
    HELD["shared"].seek(HELD["end"])
    form = encode(close(outputs), types.SimpleNamespace(append=HELD["shared"].write))
    if device != "cpu":
        del outputs
        torch.cuda.empty_cache()   # the judging process needs the memory now
    return {"launches": launches, "outputs": form}


def time_held(job, device):
    """Calls that nothing watches, timed."""
    return {"times": cold_times(lambda: HELD["entry"](*HELD["arguments"]), job["count"], device)}


def held_job(job, device):
    """Does a job whose "held" says what: hold, run, time or drop. Returns packed bytes."""
    try:
        return pack({"hold": hold, "run": run_held, "time": time_held, "drop": drop}[job["held"]](job, device), ())
    except Refused as refusal:
        why = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        why = explain(error)
    return pack({"refused": why}, ())


# ---- the sandbox's server: one process that has everything imported, and a fork of it per candidate ------------------

@dataclass(frozen=True)
class Limits:
    """What one candidate may use, over all the inputs that it is judged on."""
    seconds: float = 20.0          # wall clock
    memory: int = 4 << 30          # bytes, beyond what the warm process maps
    output: int = 256 << 20        # bytes of answers


CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
NOBODY = 65534


LIBC = ctypes.CDLL(None, use_errno=True)


def leave_network():
    """Moves into a network namespace without interfaces; false where the kernel grants none. The allow-list knows no socket anyway."""
    return LIBC.unshare(CLONE_NEWNET) == 0 or LIBC.unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0


def bound(limits):
    """Sets hard resource limits {RLIMIT: number} on this process, never above what it has."""
    for name, most in limits.items():
        hard = resource.getrlimit(name)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(name, (most, most))


def mapped_bytes():
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def confine(limits, kind, mapped):
    """What a forked child puts on before it touches a candidate. One that compiles must start ptxas and write its files."""
    os.setsid()
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    bound({resource.RLIMIT_CPU: math.ceil(limits["seconds"]) + 1, resource.RLIMIT_AS: mapped + limits["memory"]})
    if kind == "compile":
        return
    bound({resource.RLIMIT_FSIZE: 0, resource.RLIMIT_NPROC: 0})
    if os.geteuid() == 0:
        with contextlib.suppress(OSError):  # in a user namespace there may be nobody else to become
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)


def children_of(parent):
    """The processes whose parent is `parent`: of a server orphans of a candidate too, since it is their subreaper."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended while we looked
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def reap():
    """Ends and collects everything that a candidate left behind, however it detached itself."""
    with contextlib.suppress(ChildProcessError):
        while True:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for pid in children_of(os.getpid()):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(0.001)


def supervise(child, seconds):
    """Waits for the child, at most `seconds`; then nothing of it is left. Returns {"exit": status} or {"timeout": true}."""
    deadline = time.monotonic() + seconds
    pid, status = os.waitpid(child, os.WNOHANG)
    while pid == 0 and (left := deadline - time.monotonic()) > 0:
        signal.sigtimedwait([signal.SIGCHLD], left)
        pid, status = os.waitpid(child, os.WNOHANG)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    reap()
    return {"exit": os.waitstatus_to_exitcode(status)} if pid else {"timeout": True}


def receive_exactly(connection, size):
    data = bytearray()
    while len(data) < size:
        part = connection.recv(min(size - len(data), 1 << 20))
        if not part:
            raise EOFError("the other side closed the connection")
        data += part
    return data


def write_all(pipe, data):
    """`data` into a pipe; a reader that went away (too much output) is no error of ours."""
    view = memoryview(data)
    with contextlib.suppress(BrokenPipeError):
        while view:
            view = view[os.write(pipe, view):]
    os.close(pipe)


WARM_UP = """
@triton.jit
def warm_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + offsets, tl.exp(x - tl.max(x, axis=0)) / tl.sum(x * x, axis=0), mask=offsets < n)


def translated(x):
    y = torch.empty_like(x)
    warm_kernel[(triton.cdiv(x.numel(), 32),)](x, y, x.numel(), BLOCK=32)
    return y
"""


def warm_up(device):
    """Runs one kernel, and on the CPU first makes Triton's interpreter ready for all candidates to come."""
    torch.broadcast_shapes = lambda *shapes: functools.reduce(torch._C._infer_size, map(torch.Size, shapes))   # PyTorch's imports SymPy
    if device == "cpu":
        tune_interpreter()
    job = {"source": WARM_UP, "entry": "translated", "describe": False, "runs": [[0, POISONS[0], False, True]]}
    message, _ = unpack(answer(job, [(torch.ones(3, 7),)], device))
    if "refused" in message:
        raise RuntimeError(f"no kernel runs on {device}: {message['refused']}")


MADV_COLLAPSE, HUGE_PAGE = 25, 1 << 21


def settle():
    """Makes this process cheap to fork: collections in the forks touch none of its pages, and its pages are few and large."""
    gc.collect()
    gc.freeze()
    for line in Path("/proc/self/maps").read_text().split("\n"):
        fields = line.split()
        if len(fields) < 2 or not fields[1].startswith("rw") or len(fields) > 5 and fields[5] != "[heap]":
            continue
        first, last = (int(end, 16) for end in fields[0].split("-"))
        for page in range(-(-first // HUGE_PAGE) * HUGE_PAGE, last - HUGE_PAGE + 1, HUGE_PAGE):
            LIBC.madvise(ctypes.c_void_p(page), ctypes.c_size_t(HUGE_PAGE), MADV_COLLAPSE)   # older kernels say no: then as before


def work_of(kind):
    """The function that does the jobs of a server: job, arguments -> packed bytes."""
    if kind == "compile":
        return compile_job
    return lambda job, arguments: held_job(job, kind) if "held" in job else answer(job, arguments, kind)


def serve(kind, control):
    """Does jobs until the judging process closes `control`. A job: a frame with the pipe for the reply, then a message.

    With the pipe may come a memory to share, for an answer that is to be held.

    kind: "cpu" and "compile" fork for every job; "cuda" and "cuda:1" do it here, since a CUDA context does not survive a
    fork, and leave the time limit to the judging process.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    offline = leave_network()
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    bound({resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 1 << 28})
    LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if ":" in kind:
        torch.cuda.set_device(kind)
    if kind != "compile":
        warm_up(kind)
    if kind in ("cpu", "compile"):
        settle()
    work, forks, mapped = work_of(kind), kind in ("cpu", "compile"), mapped_bytes()
    control.sendall(json.dumps({"offline": offline}).encode() + b"\n")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())   # what candidates make numpy or CUDA say
    while True:
        try:
            head, pipes, _, _ = socket.recv_fds(control, FRAME.size, 2)
            size, _ = FRAME.unpack(head)
            data = receive_exactly(control, size)
        except (EOFError, struct.error):   # the judging process is gone, killed perhaps: nobody else tidies up
            shutil.rmtree(Path.cwd(), ignore_errors=True)
            return
        job, arguments = unpack(data)
        job["memory"] = pipes[-1]
        status = {"exit": 0}
        child = os.fork() if forks else None
        if child is None:
            write_all(pipes[0], work(job, arguments))
            torch.cuda.synchronize()   # raises, and so ends this worker, where a kernel has spoilt the CUDA context
        elif child == 0:
            try:
                control.close()
                gc.disable()   # a collection would touch, and so copy, more pages than it frees
                confine(job["limits"], kind, mapped)
                write_all(pipes[0], work(job, arguments))
            finally:
                os._exit(0)   # no reply is an answer too; this fork must never come back to the loop
        else:
            os.close(pipes[0])
            status = supervise(child, job["limits"]["seconds"])
        control.sendall(json.dumps(status).encode() + b"\n")


# ---- the sandbox as the judging process sees it ---------------------------------------------------------------------

START_SECONDS, GRACE_SECONDS = 180.0, 5.0
INHERITED = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "LANG", "CC",
             "TRITON_LIBCUDA_PATH", "TRITON_PTXAS_PATH")


def environment(kind, folder):
    """What a server sees of our environment: where to find libraries, and no secrets."""
    ours = {name: os.environ[name] for name in INHERITED if name in os.environ}
    ours |= {"HOME": folder, "TMPDIR": folder, "TRITON_CACHE_DIR": f"{folder}/cache", "PYTHONDONTWRITEBYTECODE": "1"}
    ours |= {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    if kind == "cpu":
        ours |= {"TRITON_INTERPRET": "1", "CUDA_VISIBLE_DEVICES": ""}
    if kind == "compile":
        ours |= {"TRITON_DUMP_PTXAS_LOG": "1", "CUDA_VISIBLE_DEVICES": ""}
    return ours


class Sandbox:
    """A server of one kind (cpu, compile, cuda, cuda:1) and the way to it. After a failure it is closed, never reused."""

    def __init__(self, kind):
        self.kind = kind
        self.folder = tempfile.mkdtemp(prefix="candidate-")
        os.chmod(self.folder, 0o755)   # a candidate is nobody, and may see that its folder is empty
        self.control, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).resolve()), kind, str(theirs.fileno())], cwd=self.folder,
            env=environment(kind, self.folder), pass_fds=[theirs.fileno()], start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        theirs.close()
        try:
            self.offline = self.status(time.monotonic() + START_SECONDS)["offline"]
        except (OSError, EOFError, ValueError):
            self.close()
            reason = self.process.stderr.read().decode(errors="replace").strip().split("\n")[-1]
            raise RuntimeError(f"the {kind} sandbox does not start: {reason}") from None
        finally:
            self.process.stderr.close()

    def status(self, deadline):
        """The next line from the server."""
        line = bytearray()
        while not line.endswith(b"\n"):   # the server says one at a time
            self.control.settimeout(max(0.001, deadline - time.monotonic()))
            part = self.control.recv(1 << 12)
            if not part:
                raise EOFError("the server closed the connection")
            line += part
        return json.loads(line)

    def reply(self, pipe, deadline, most):
        """Everything that comes out of the pipe, until nobody holds its other end."""
        data = bytearray()
        while len(data) <= most:
            if not select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError
            part = os.read(pipe, 1 << 20)
            if not part:
                return data
            data += part
        raise Refused(f"answers with more than {most} bytes", "run")

    def run(self, job, arguments, limits, memory=()):
        """Does one job: (message, value) that came back. Raises Refused with what went wrong; then this sandbox is closed.

        memory: the file descriptor, if any, of what is shared for an answer that is to be held.
        """
        job = job | {"limits": asdict(limits)}
        data = pack(job, arguments)
        deadline = time.monotonic() + limits.seconds + (GRACE_SECONDS if self.kind in ("cpu", "compile") else 0.0)
        reader, writer = os.pipe()
        try:
            self.control.settimeout(max(GRACE_SECONDS, limits.seconds))
            try:
                socket.send_fds(self.control, [FRAME.pack(len(data), 0)], [writer, *memory])
            finally:
                os.close(writer)
            self.control.sendall(data)
            back = self.reply(reader, deadline, limits.output + (1 << 20))
            status = self.status(deadline + GRACE_SECONDS)
        except TimeoutError:
            self.close()
            raise Refused(f"runs longer than {limits.seconds:g} s", "run") from None
        except (OSError, EOFError):
            self.close()
            raise Refused("takes its worker down (an illegal address, most likely)", "run") from None
        except Refused:
            self.close()
            raise
        finally:
            os.close(reader)
        return self.understand(back, status, limits)

    def understand(self, back, status, limits):
        if status.get("timeout"):
            raise Refused(f"runs longer than {limits.seconds:g} s", "run")
        code = status["exit"]
        if code < 0:
            raise Refused(f"dies of {signal.Signals(-code).name}", "run")
        if not back:
            raise Refused("ends without an answer (out of memory, most likely)", "run")
        try:
            return unpack(back)
        except ValueError as error:
            raise Refused(f"answers with something unreadable: {error}", "run") from None

    def close(self):
        """Ends the server and with it every candidate; closing twice is fine."""
        self.control.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


IDLE = {}   # kind -> warm sandboxes that nobody uses; as many as there were judges at work at once


def forget():
    """A forked copy of the judging process must not talk to its parent's servers."""
    for sandboxes in IDLE.values():
        for sandbox in sandboxes:
            sandbox.control.close()
    IDLE.clear()


def close_sandboxes():
    """Ends every warm sandbox; the next judgement starts a new one."""
    for sandboxes in IDLE.values():
        while sandboxes:
            sandboxes.pop().close()


os.register_at_fork(after_in_child=forget)
atexit.register(close_sandboxes)


def prepare(kind):
    """Starts a sandbox of that kind beside what else goes on, so that the first judgement finds it warm; returns the thread at work."""
    thread = threading.Thread(target=lambda: IDLE.setdefault(kind, []).append(Sandbox(kind)))
    thread.start()
    return thread


def in_sandbox(kind, job, arguments, limits):
    """`Sandbox.run` in a warm sandbox of that kind, started if none is free."""
    idle = IDLE.setdefault(kind, [])
    try:
        sandbox = idle.pop()
    except IndexError:
        sandbox = Sandbox(kind)
    try:
        return sandbox.run(job, arguments, limits)
    finally:
        if sandbox.control.fileno() >= 0:
            idle.append(sandbox)


if __name__ == "__main__":
    serve(sys.argv[1], socket.socket(fileno=int(sys.argv[2])))
