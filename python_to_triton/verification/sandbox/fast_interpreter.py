"""Triton's interpreter made faster, with the same results and the same errors.

The interpreter wraps each NumPy operation of a kernel in some forty calls: types are made, promoted, checked
and broadcast for every value. Here the common cases (two plain values of one type and shape) go straight to
NumPy, and all others Triton's own way. tests/verification/test_interpreter.py compares both, bit for bit.

`interpreter` is triton.runtime.interpreter, `tl` triton.language.
"""

import functools
import math
from collections.abc import Callable
from types import ModuleType

import numpy

from python_to_triton.verification.sandbox.gpu_numerics import divided, remainder
from python_to_triton.verification.sandbox.rules import names

FLOATS = names("fp32 fp64")
INTEGERS = names("int32 int64")
PLAIN = FLOATS | INTEGERS  # an operation on two of one of these types promotes neither
MASK_OR_INTEGERS = INTEGERS | {"int1"}


def is_int32(value: float) -> bool:
    """Whether a Python number fits into 32 bits."""
    return -(2**31) <= value < 2**31


def remember_types(interpreter: ModuleType, tl: ModuleType) -> None:
    """Makes types and shapes once, not for every value: a third of what the interpreter does."""
    make_block, make_tensor, numpy_dtype = (
        tl.block_type.__init__,
        tl.tensor.__init__,
        interpreter._get_np_dtype,
    )
    read_type = tl.str_to_ty
    blocks, tensors, dtypes, named = {}, {}, {}, {}

    def block_type(self, element_ty, shape):
        sizes = [getattr(size, "value", size) for size in shape]
        key = (element_ty.name, *sizes)
        if key in blocks and all(type(size) is int for size in sizes):  # 4.0 equals 4, and is not a size
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
            return dtypes.setdefault(type.name, numpy_dtype(type))

    def type_of_name(name, constant):
        if type(name) is not str:
            return read_type(name, constant)
        try:
            return named[name]
        except KeyError:
            return named.setdefault(name, read_type(name, constant))

    tl.block_type.__init__, tl.tensor.__init__, interpreter._get_np_dtype = block_type, tensor, get_np_dtype
    tl.str_to_ty = type_of_name


def skip_promotion(interpreter: ModuleType, tl: ModuleType) -> None:
    """Two values of one type and shape need neither promotion nor broadcasting."""
    semantic = type(interpreter.interpreter_semantic)
    promote = semantic.binary_op_type_checking_impl
    broadcast = semantic.broadcast_impl_value
    equal = tl.dtype.__eq__

    def binary_op_type_checking_impl(self, lhs, rhs, *rest, **more):
        both_tensors = type(lhs) is type(rhs) is tl.tensor
        if both_tensors and lhs.dtype.name == rhs.dtype.name and lhs.dtype.name in PLAIN:
            return self.broadcast_impl_value(lhs, rhs)
        return promote(self, lhs, rhs, *rest, **more)

    def broadcast_impl_value(self, lhs, rhs):
        if lhs.type.is_block() and rhs.type.is_block() and lhs.handle.data.shape == rhs.handle.data.shape:
            return lhs, rhs
        return broadcast(self, lhs, rhs)

    for method in (binary_op_type_checking_impl, broadcast_impl_value):
        setattr(semantic, method.__name__, method)
    tl.dtype.__eq__ = lambda self, other: self is other or equal(self, other)


def skip_wrappers(interpreter: ModuleType, tl: ModuleType) -> None:
    """The functions of `tl` without the two wrappers that Triton puts around each, and of methods too."""

    def direct(function):
        @functools.wraps(function)  # messages about wrong calls have its own name
        def call(*args, **kwargs):
            kwargs["_semantic"] = interpreter.interpreter_semantic
            return function(*args, **kwargs)

        return call

    unwrap = tl.core._unwrap_if_constexpr
    never_wrapped = {tl.tensor, tl.dtype, tl.block_type, tl.pointer_type, int, float, bool, str}
    tl.core._unwrap_if_constexpr = lambda value: value if type(value) in never_wrapped else unwrap(value)
    for owner in (tl, tl.core, tl.math, tl.tensor):
        for name, value in list(vars(owner).items()):
            member = (getattr(value, "__kwdefaults__", None) or {}).get("member")
            if member is None:
                continue
            setattr(owner, name, direct(getattr(member, "__wrapped__", member)))
            if owner is tl.math and hasattr(tl.tensor, name):
                setattr(tl.tensor, name, getattr(owner, name))


class PlainValues:
    """Triton's tensors of plain types made without its checks, and what NumPy alone may do to them."""

    def __init__(self, interpreter, tl):
        self.Handle = interpreter.TensorHandle
        self.Tensor = tl.tensor
        self.Block = tl.block_type
        self.most = tl.core.TRITON_MAX_TENSOR_NUMEL
        self.fields = {}  # (dtype, shape) -> the attributes of such a tensor

    def value(self, data, kept_as, dtype, is_block):
        """A tensor of `dtype`; its handle says `kept_as`, which of a comparison is the type of what was
        compared.
        """
        key = dtype.name, data.shape if is_block else None
        if key not in self.fields:
            kind = self.Block(dtype, list(data.shape)) if is_block else dtype
            self.fields[key] = dict(vars(self.Tensor(None, kind)))
        handle, tensor = self.Handle.__new__(self.Handle), self.Tensor.__new__(self.Tensor)
        handle.data, handle.dtype, handle.attr = data, kept_as, {}
        tensor.__dict__.update(self.fields[key])
        tensor.handle = handle
        return tensor

    def is_block(self, x) -> bool:
        """Whether a tensor is a block, not a scalar."""
        return type(x.type) is self.Block

    def fit(self, x, y) -> bool:
        """Whether NumPy broadcasts as Triton does: two blocks of one rank, or a scalar and anything.

        A block that is larger than Triton's largest is for Triton to refuse, before it is computed.
        """
        one, other = x.handle.data.shape, y.handle.data.shape
        if one == other or not (self.is_block(x) and self.is_block(y)):
            return True
        alike = len(one) == len(other) and all(m == n or 1 in (m, n) for m, n in zip(one, other))
        return alike and math.prod(map(max, one, other)) <= self.most

    def is_constant(self, y, x) -> bool:
        """Whether Triton casts the number `y`, an operand next to the tensor `x`, to x's type."""
        return type(y) is float and x.dtype.name in FLOATS or type(y) is int and is_int32(y)


def swapped(operation: Callable) -> Callable:
    """The operation with its two operands exchanged."""
    return lambda x, y: operation(y, x)


# (method of a tensor, NumPy's operation, types that it is done for, whether its result is a mask)
OPERATORS = (
    ("__add__", numpy.add, PLAIN, False),
    ("__radd__", swapped(numpy.add), PLAIN, False),
    ("__sub__", numpy.subtract, PLAIN, False),
    ("__rsub__", swapped(numpy.subtract), PLAIN, False),
    ("__mul__", numpy.multiply, PLAIN, False),
    ("__rmul__", swapped(numpy.multiply), PLAIN, False),
    ("__truediv__", numpy.divide, FLOATS, False),
    ("__rtruediv__", swapped(numpy.divide), FLOATS, False),
    ("__floordiv__", divided, INTEGERS, False),
    ("__mod__", remainder, PLAIN, False),
    ("__lt__", numpy.less, PLAIN, True),
    ("__le__", numpy.less_equal, PLAIN, True),
    ("__gt__", numpy.greater, PLAIN, True),
    ("__ge__", numpy.greater_equal, PLAIN, True),
    ("__eq__", numpy.equal, PLAIN, True),
    ("__ne__", numpy.not_equal, PLAIN, True),
    ("__and__", numpy.bitwise_and, MASK_OR_INTEGERS, False),
    ("__or__", numpy.bitwise_or, MASK_OR_INTEGERS, False),
    ("__xor__", numpy.bitwise_xor, MASK_OR_INTEGERS, False),
)


def shorten_operators(interpreter: ModuleType, tl: ModuleType) -> None:
    """`x + y`, `x < 3` and the like on plain values: NumPy's operation, without the forty calls around it.

    Whatever is promoted, checked or given another rank first goes Triton's own way: its errors and its
    results are the same.
    """
    plain, Tensor = PlainValues(interpreter, tl), tl.tensor
    value, is_block, fit, is_constant = plain.value, plain.is_block, plain.fit, plain.is_constant

    def replace_operator(name, operation, types, is_mask):
        slow = getattr(Tensor, name)

        def method(x, y):
            kind, given = x.dtype.name, x.handle
            if kind not in types:
                return slow(x, y)
            if type(y) is Tensor:
                if (y.dtype.name == kind or {kind, y.dtype.name} == INTEGERS) and fit(x, y):
                    wide = y if y.dtype.name == "int64" else x
                    data = operation(given.data, y.handle.data)
                    dtype = tl.int1 if is_mask else wide.dtype
                    return value(data, wide.handle.dtype, dtype, is_block(x) or is_block(y))
            elif kind in PLAIN and is_constant(y, x):
                data = operation(given.data, given.data.dtype.type(y))
                return value(data, given.dtype, tl.int1 if is_mask else x.dtype, is_block(x))
            return slow(x, y)

        setattr(Tensor, name, method)

    for operator in OPERATORS:
        replace_operator(*operator)


def shorten_where(interpreter: ModuleType, tl: ModuleType) -> None:
    """`tl.where` on plain values, likewise."""
    plain, Tensor, slow_where = PlainValues(interpreter, tl), tl.tensor, tl.where
    fit = plain.fit

    @functools.wraps(slow_where)
    def where(condition, x, y, **more):
        first, second = (x, y) if type(x) is Tensor else (y, x)
        if more or not type(condition) is type(first) is Tensor:
            return slow_where(condition, x, y, **more)
        if condition.dtype.name != "int1" or first.dtype.name not in PLAIN or not fit(condition, first):
            return slow_where(condition, x, y, **more)
        if type(second) is Tensor:
            alike = second.dtype.name == first.dtype.name and fit(condition, second) and fit(first, second)
        else:
            alike = plain.is_constant(second, first)
        if not alike:
            return slow_where(condition, x, y, **more)
        dtype = first.handle.data.dtype
        data = [part.handle.data if type(part) is Tensor else dtype.type(part) for part in (x, y)]
        blocks = any(plain.is_block(part) for part in (condition, x, y) if type(part) is Tensor)
        chosen = numpy.where(condition.handle.data, *data)
        return plain.value(chosen, first.handle.dtype, first.dtype, blocks)

    tl.where = where


def shorten_indexing(interpreter: ModuleType, tl: ModuleType) -> None:
    """`x[:, None]` of a block, likewise."""
    plain, Tensor = PlainValues(interpreter, tl), tl.tensor
    slow_index, whole = Tensor.__getitem__, slice(None)

    def index(x, slices, **more):
        if type(slices) is tuple and plain.is_block(x):
            kept = [each for each in slices if each is not None]
            # Of more of these than there are dimensions Triton leaves out some, and NumPy refuses.
            if len(kept) <= x.handle.data.ndim and all(
                type(each) is slice and each == whole for each in kept
            ):
                handle = x.handle
                return plain.value(handle.data[slices], handle.dtype.scalar, x.dtype, True)
        return slow_index(x, slices, **more)

    Tensor.__getitem__ = index


def shorten_casts(interpreter: ModuleType, tl: ModuleType) -> None:
    """`x.to(dtype)` between plain types, likewise."""
    plain, semantic = PlainValues(interpreter, tl), type(interpreter.interpreter_semantic)
    slow_cast = semantic.cast

    def cast(self, x, dtype, *rest):
        old, new = x.dtype.name, dtype.scalar.name
        if old == new and old in PLAIN | {"int1"}:
            return x
        cuts = old in FLOATS and new in INTEGERS  # NaN and what is too large are the builder's
        if old in PLAIN | {"int1"} and new in PLAIN and not cuts and not any(rest):
            scalar = dtype.scalar
            data = x.handle.data.astype(interpreter._get_np_dtype(scalar))
            return plain.value(data, scalar, scalar, plain.is_block(x))
        return slow_cast(self, x, dtype, *rest)

    semantic.cast = cast


def shorten_memory(interpreter: ModuleType, tl: ModuleType) -> None:
    """Offsets to pointers, `tl.load` and `tl.store` of plain values through a mask of their own shape,
    likewise.

    The builder's methods still run, so strict_interpreter.trace_memory sees these accesses too.
    """
    plain, Tensor, builder = PlainValues(interpreter, tl), tl.tensor, interpreter.interpreter_builder
    slow_add, slow_load, slow_store = Tensor.__add__, tl.load, tl.store

    def add(x, y):
        if x.dtype.is_ptr() and type(y) is Tensor and y.dtype.name in INTEGERS and plain.fit(x, y):
            size = max(1, x.dtype.element_ty.primitive_bitwidth // 8)
            data = x.handle.data + size * y.handle.data.astype(numpy.uint64)
            return plain.value(data, x.handle.dtype, x.dtype, plain.is_block(x) or plain.is_block(y))
        return slow_add(x, y)

    def is_masked(pointer, mask):
        return (
            type(pointer) is type(mask) is Tensor
            and plain.is_block(pointer)
            and pointer.dtype.is_ptr()
            and mask.dtype.name == "int1"
            and mask.handle.data.shape == pointer.handle.data.shape
            and pointer.dtype.element_ty.name in PLAIN
        )

    @functools.wraps(slow_load)
    def load(pointer, mask=None, other=None, **more):
        if more or not is_masked(pointer, mask):
            return slow_load(pointer, mask, other, **more)
        dtype, shape = pointer.dtype.element_ty, pointer.handle.data.shape
        numpy_dtype = interpreter._get_np_dtype(dtype)
        hidden = None
        if other is not None:
            if type(other) is not (float if numpy_dtype.kind == "f" else int) or not is_int32(other):
                return slow_load(pointer, mask, other, **more)
            hidden = plain.Handle(numpy.full(shape, other, numpy_dtype), dtype)
        loaded = builder.create_masked_load(pointer.handle, mask.handle, hidden, None, None, False)
        return plain.value(loaded.data, dtype, dtype, True)

    @functools.wraps(slow_store)
    def store(pointer, value, mask=None, **more):
        if (
            not more
            and is_masked(pointer, mask)
            and type(value) is Tensor
            and value.dtype.name == pointer.dtype.element_ty.name
            and value.handle.data.shape == pointer.handle.data.shape
        ):
            return builder.create_masked_store(pointer.handle, value.handle, mask.handle, None, None)
        return slow_store(pointer, value, mask, **more)

    Tensor.__add__, tl.load, tl.store = add, load, store


def shorten(interpreter: ModuleType, tl: ModuleType) -> None:
    """All of the above, once for a process; each builds on those before it."""
    remember_types(interpreter, tl)
    skip_promotion(interpreter, tl)
    skip_wrappers(interpreter, tl)
    shorten_operators(interpreter, tl)
    shorten_where(interpreter, tl)
    shorten_indexing(interpreter, tl)
    shorten_casts(interpreter, tl)
    shorten_memory(interpreter, tl)
