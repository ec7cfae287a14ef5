"""Triton's interpreter made to compute what compiled code does, where NumPy's results are others.

The interpreter keeps bfloat16 and float8 as integers and computes on those integers; it takes a NaN for the
larger of two numbers, where `tl.maximum` returns the other one; it multiplies float32 exactly, where a GPU's
tensor cores cut it to TF32. So wrong answers would pass, and right ones fail. Semantics: the documentation of
triton.language and of PTX (cvt, min, max, mma).

`interpreter` is triton.runtime.interpreter, `tl` triton.language.
"""

import functools
from types import ModuleType
from typing import Any

import numpy
from numpy import ndarray

TF32_DROPPED = 13  # bits of a float32's mantissa that a tensor core does not read
FP16_STEP = 16  # products of float16 that a tensor core sums before it rounds to a float16 accumulator


def bfloat16_to_float32(data: ndarray) -> ndarray:
    """The numbers whose bfloat16 bits `data` (uint16) holds."""
    return (data.astype(numpy.uint32) << 16).view(numpy.float32)


def float32_to_bfloat16(values: ndarray, to_zero: bool = False) -> ndarray:
    """The bits (uint16) of float32 numbers rounded to bfloat16: to nearest, ties to even, or towards zero."""
    bits = (
        numpy.ascontiguousarray(values, dtype=numpy.float32).reshape(numpy.shape(values)).view(numpy.uint32)
    )
    rounding = numpy.uint32(0) if to_zero else numpy.uint32(0x7FFF) + (bits >> 16 & numpy.uint32(1))
    rounded = (bits + rounding >> 16).astype(numpy.uint16)
    return numpy.where(numpy.isnan(values), numpy.uint16(0x7FFF), rounded)


@functools.cache
def float8_values(mantissa: int, bias: int, has_infinity: bool) -> ndarray:
    """What each of the 256 codes of a float8 format means, as float32; NaN where a code is no finite number.

    `mantissa` is its bits of mantissa. Formats without infinity (OCP's E4M3) use all but the last code.
    """
    codes = numpy.arange(256)
    exponent = (codes & 0x7F) >> mantissa
    fraction = (codes & (1 << mantissa) - 1) / (1 << mantissa)
    scale = numpy.exp2(numpy.maximum(exponent, 1) - float(bias))
    values = numpy.where(codes < 128, 1.0, -1.0) * scale * (fraction + (exponent > 0))
    largest = codes & 0x7F >= (0x7C if has_infinity else 0x7F)
    values[largest] = numpy.nan
    return values.astype(numpy.float32)


def float8_format(dtype: Any) -> tuple[int, int, bool]:
    """(bits of mantissa, bias, whether it has infinities) of the two formats that NVIDIA's GPUs have."""
    formats = {"fp8e5": (2, 15, True), "fp8e4nv": (3, 7, False)}
    if dtype.name not in formats:
        raise TypeError(f"{dtype} is not a type of NVIDIA's GPUs")
    return formats[dtype.name]


def float8_to_float32(data: ndarray, dtype: Any) -> ndarray:
    """The numbers whose float8 bits `data` (uint8) holds."""
    mantissa, bias, has_infinity = float8_format(dtype)
    values = float8_values(mantissa, bias, has_infinity)[data]
    if has_infinity:
        values = numpy.where(data & 0x7F == 0x7C, numpy.where(data < 128, numpy.inf, -numpy.inf), values)
    return values.astype(numpy.float32)


def float32_to_float8(values: ndarray, dtype: Any, to_zero: bool = False) -> ndarray:
    """The bits (uint8) of numbers rounded to float8: to nearest, ties to even, or towards zero.

    Beyond the largest number they are that number (PTX: cvt.satfinite).
    """
    table = float8_values(*float8_format(dtype))[:128]
    table = table[: numpy.isfinite(table).sum()].astype(numpy.float64)  # code 0 is 0, and they increase
    size = numpy.minimum(numpy.abs(values.astype(numpy.float64)), table[-1])
    below = numpy.clip(numpy.searchsorted(table, size, side="right") - 1, 0, len(table) - 2)
    middle = (table[below] + table[below + 1]) / 2
    up = (size == table[below + 1]) if to_zero else (size > middle) | (size == middle) & (below % 2 == 1)
    codes = (below + up).astype(numpy.uint8) | (numpy.signbit(values).astype(numpy.uint8) << 7)
    return numpy.where(numpy.isnan(values), numpy.uint8(0x7F), codes)


def float_to_float16(values: ndarray, to_zero: bool = False) -> ndarray:
    """Numbers rounded to float16: to nearest, ties to even, or towards zero."""
    rounded = values.astype(numpy.float16)
    if not to_zero:
        return rounded
    past = numpy.abs(rounded.astype(numpy.float64)) > numpy.abs(values.astype(numpy.float64))
    return numpy.where(past, numpy.nextafter(rounded, numpy.float16(0)), rounded)


def limits_of(dtype: numpy.dtype) -> tuple:
    """The smallest and the largest integer of a type."""
    limits = numpy.iinfo(dtype)
    return limits.min, limits.max


def float_to_integers(values: ndarray, dtype: numpy.dtype) -> ndarray:
    """Numbers cut to integers as PTX's cvt.rzi: NaN is 0, and what is too large the nearest integer there is.

    8 bits are the low ones of 16.
    """
    if dtype.itemsize == 1:
        wide = numpy.dtype(f"{dtype.kind}2")
        return float_to_integers(values, wide).astype(dtype)
    smallest, largest = limits_of(dtype)
    numbers = values.astype(numpy.float64)
    inside = (numbers > smallest - 1.0) & (numbers < largest + 1.0)  # of 64 bits: 1.0 changes nothing
    whole = numpy.where(inside, numbers, 0.0).astype(dtype)
    nearest = numpy.where(numbers < 0, dtype.type(smallest), dtype.type(largest))
    return numpy.where(inside | numpy.isnan(numbers), whole, nearest)


def to_tf32(values: ndarray) -> ndarray:
    """What a tensor core reads of float32 factors: 10 bits of mantissa."""
    bits = numpy.ascontiguousarray(values).view(numpy.uint32) >> TF32_DROPPED << TF32_DROPPED
    return bits.view(numpy.float32)


def divided(x: ndarray, y: ndarray) -> ndarray:
    """x // y of integers, cut towards zero, as C and PTX do; all ones where y is 0, whose quotient is
    undefined.
    """
    quotient = (x - numpy.fmod(x, y)) // y
    return quotient if y.all() else numpy.where(y == 0, ~numpy.zeros_like(quotient), quotient)


def float_remainder(x: ndarray, y: ndarray) -> ndarray:
    """x % y of numbers with a point as compiled code has it: x - trunc(x / y) y in one step, x where y is
    infinite. Where the quotient is rounded up it has the other sign than x; where that has more bits than a
    number keeps, it may be larger than y.
    """
    with numpy.errstate(all="ignore"):
        if x.dtype == numpy.float64:
            exact = numpy.fmod(x, y)  # no wider type has the product
            is_rounded_up = numpy.rint((x - exact) / y) != numpy.trunc(x / y)
            result = numpy.where(is_rounded_up, exact - numpy.copysign(y, x), exact)
        else:
            wide, divisor = x.astype(numpy.float32), y.astype(numpy.float32)
            product = numpy.trunc(wide / divisor).astype(numpy.float64) * divisor
            result = (wide.astype(numpy.float64) - product).astype(x.dtype)
    return numpy.where(numpy.isinf(y), x, result)


def remainder(x: ndarray, y: ndarray) -> ndarray:
    """x % y; of integers with the sign of x, as C and PTX do, and all ones where y is 0."""
    if x.dtype.kind == "f":
        return float_remainder(x, y)
    result = numpy.fmod(x, y)
    return result if y.all() else numpy.where(y == 0, ~numpy.zeros_like(result), result)


BIT_ARITHMETIC = {  # of one bit, which wraps: NumPy's own is another
    numpy.add: numpy.logical_xor,
    numpy.subtract: numpy.logical_xor,
    numpy.multiply: numpy.logical_and,
}


def shifted(x: ndarray, y: ndarray, operation: Any) -> ndarray:
    """x << y or x >> y; all ones where y is not less than x's bits, whose result is undefined."""
    result = operation(x, y)
    outside = (y < 0) | (y >= 8 * x.itemsize)
    return numpy.where(outside, ~numpy.zeros_like(result), result) if outside.any() else result


class Formats:
    """Values of Triton's types, and the arrays that the interpreter keeps them in."""

    def __init__(self, interpreter: ModuleType, tl: ModuleType):
        self.numpy_dtype = interpreter._get_np_dtype
        self.bfloat16 = tl.bfloat16

    def is_stored(self, dtype: Any) -> bool:
        """Whether the interpreter keeps a type's bits as integers: bfloat16 and float8."""
        return dtype == self.bfloat16 or dtype.is_fp8()

    def decode(self, data: ndarray, dtype: Any) -> ndarray:
        """The numbers of an array of the interpreter's, which NumPy can compute on."""
        if dtype == self.bfloat16:
            return bfloat16_to_float32(data)
        return float8_to_float32(data, dtype) if dtype.is_fp8() else data

    def encode(self, values: ndarray, dtype: Any, to_zero: bool = False) -> ndarray:
        """Numbers rounded to a type, as the interpreter keeps them."""
        if dtype == self.bfloat16:
            return float32_to_bfloat16(values.astype(numpy.float32), to_zero)
        if dtype.is_fp8():
            return float32_to_float8(values.astype(numpy.float32), dtype, to_zero)
        if dtype.is_fp16() and values.dtype.kind == "f":
            return float_to_float16(values, to_zero)
        numpy_dtype = self.numpy_dtype(dtype)
        if values.dtype.kind == "f" and numpy_dtype.kind in "iu":
            return float_to_integers(values, numpy_dtype)
        return values.astype(numpy_dtype)


def round_as_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """Casts round to nearest and saturate; arithmetic on bfloat16 is that of float32, rounded after each
    step.
    """
    from triton._C.libtriton import ir

    builder, Handle, formats = (
        interpreter.InterpreterBuilder,
        interpreter.TensorHandle,
        Formats(interpreter, tl),
    )
    plain_binary, plain_unary = builder.binary_op, builder.unary_op
    bfloat16 = tl.bfloat16

    def handle_of(values, dtype):
        """Results as `dtype`; those of comparisons stay masks."""
        return Handle(values if values.dtype == bool else formats.encode(values, dtype), dtype)

    def binary_op(self, lhs, rhs, operation):
        dtype = lhs.dtype.scalar
        if lhs.data.dtype == bool:
            operation = BIT_ARITHMETIC.get(operation, operation)
        if dtype != bfloat16:
            return plain_binary(self, lhs, rhs, operation)
        factors = (bfloat16_to_float32(operand.data) for operand in (lhs, rhs))
        return handle_of(operation(*factors), dtype)

    def unary_op(self, value, operation):
        dtype = value.dtype.scalar
        if dtype != bfloat16:
            return plain_unary(self, value, operation)
        return handle_of(operation(bfloat16_to_float32(value.data)), dtype)

    def cast_impl(self, value, dst_type):
        old, new = value.dtype.scalar, dst_type.scalar
        return Handle(formats.encode(formats.decode(value.data, old), new), new)

    def create_fp_to_fp(self, value, dst_type, rounding):
        old, new = value.dtype.scalar, dst_type.scalar
        to_zero = rounding == ir.ROUNDING_MODE.RTZ
        return Handle(formats.encode(formats.decode(value.data, old), new, to_zero), new)

    def create_fma(self, x, y, z):
        dtype = z.dtype.scalar
        a, b, c = (formats.decode(operand.data, dtype).astype(numpy.float64) for operand in (x, y, z))
        return Handle(formats.encode(a * b + c, dtype), dtype)

    def get_bf16(self, value):
        return Handle(float32_to_bfloat16(numpy.array([value], numpy.float32)), bfloat16)

    for method in (binary_op, unary_op, cast_impl, create_fp_to_fp, create_fma, get_bf16):
        setattr(builder, method.__name__, method)


def choose_as_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """`tl.minimum`, `tl.maximum` and `tl.clamp` return the number where the other operand is NaN, unless NaN
    is asked for, or `builder.shows_nan`, which makes them, and the reductions by them, show it.
    """
    builder = interpreter.InterpreterBuilder
    builder.shows_nan = False

    def create_minnumf(self, lhs, rhs):
        return self.binary_op(lhs, rhs, numpy.minimum if self.shows_nan else numpy.fmin)

    def create_maxnumf(self, lhs, rhs):
        return self.binary_op(lhs, rhs, numpy.maximum if self.shows_nan else numpy.fmax)

    def create_clampf(self, value, low, high, propagate_nan):
        if propagate_nan == tl.PropagateNan.ALL:
            return self.ternary_op(value, low, high, numpy.clip)
        return create_minnumf(self, create_maxnumf(self, value, low), high)

    for method in (create_minnumf, create_maxnumf, create_clampf):
        setattr(builder, method.__name__, method)


def divide_as_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """Integers divided by 0, or shifted by more bits than they have, are no usable number, nor is the
    remainder. The remainder of numbers with a point is that of a rounded quotient.
    """
    builder, Handle = interpreter.InterpreterBuilder, interpreter.TensorHandle

    def create_idiv(self, lhs, rhs):
        return Handle(divided(lhs.data, rhs.data), lhs.dtype.scalar)

    def shift(operation):
        return lambda self, lhs, rhs: Handle(shifted(lhs.data, rhs.data, operation), lhs.dtype.scalar)

    def create_remainder(self, lhs, rhs):
        return self.binary_op(lhs, rhs, remainder)

    builder.create_idiv = create_idiv
    builder.create_frem = builder.create_srem = builder.create_urem = create_remainder
    builder.create_shl = shift(numpy.left_shift)
    builder.create_lshr = builder.create_ashr = shift(numpy.right_shift)


def products(a: ndarray, b: ndarray, total: ndarray) -> ndarray:
    """a @ b + total, all of the type of `total`; a float16 total is rounded after every 16 products."""
    if total.dtype != numpy.float16:
        return numpy.matmul(a, b, dtype=total.dtype) + total
    for first in range(0, a.shape[-1], FP16_STEP):
        rows = b[..., first : first + FP16_STEP, :].astype(numpy.float32)
        exact = numpy.matmul(a[..., first : first + FP16_STEP].astype(numpy.float32), rows)
        total = (exact + total).astype(numpy.float16)
    return total


def multiply_as_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """`tl.dot` of float32 is TF32 unless another precision is asked for; bfloat16 and float8 are summed in
    float32.
    """
    from triton._C.libtriton import ir

    builder, Handle, formats = (
        interpreter.InterpreterBuilder,
        interpreter.TensorHandle,
        Formats(interpreter, tl),
    )

    def create_dot(self, a, b, total, precision, max_num_imprecise_acc):
        factors = [formats.decode(operand.data, operand.dtype.scalar) for operand in (a, b)]
        if a.dtype.scalar == tl.float32 and precision == ir.INPUT_PRECISION.TF32:
            factors = [to_tf32(factor) for factor in factors]
        return Handle(products(*factors, total.data), total.dtype.scalar)

    builder.create_dot = create_dot


@functools.cache
def any_order(count: int) -> ndarray:
    """An order of so many elements, which no answer can rely on."""
    return numpy.random.default_rng(count).permutation(count)


def reorder_as_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """`tl.view`, `tl.cat` and `tl.reshape(.., can_reorder=True)` keep the elements, and no order of them."""
    builder, Handle = interpreter.InterpreterBuilder, interpreter.TensorHandle

    def create_reshape(self, value, shape, can_reorder):
        data = value.data
        without_ones = lambda sizes: [size for size in sizes if size != 1]
        if can_reorder and without_ones(data.shape) != without_ones(shape):
            data = data.reshape(-1)[any_order(data.size)]
        return Handle(data.reshape(shape), value.dtype.scalar)

    def create_cat(self, lhs, rhs):
        data = numpy.concatenate([lhs.data, rhs.data])
        return Handle(data[any_order(len(data))], lhs.dtype.scalar)

    builder.create_reshape, builder.create_cat = create_reshape, create_cat


def count_as_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """`tl.histogram` counts as int32, by the low bits of each value; `tl.gather` finds nothing outside its
    source.
    """
    builder, Handle = interpreter.InterpreterBuilder, interpreter.TensorHandle

    def create_histogram(self, values, bins, mask):
        seen = values.data if mask is None else values.data[mask.data]
        counts = numpy.bincount((seen % bins).astype(numpy.int64), minlength=bins)
        return Handle(counts.astype(numpy.int32), tl.int32)

    def create_gather(self, source, indices, axis):
        size = source.data.shape[axis]
        found = numpy.take_along_axis(source.data, indices.data % size, axis=axis)
        outside = (indices.data < 0) | (indices.data >= size)
        poison = found.dtype.type(numpy.nan) if found.dtype.kind == "f" else ~numpy.zeros((), found.dtype)
        return Handle(numpy.where(outside, poison, found), source.dtype.scalar)

    builder.create_histogram, builder.create_gather = create_histogram, create_gather


def add_as_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """`tl.atomic_add` into bfloat16, of which Triton's interpreter has none: one element after the other."""
    builder, Handle, memory = (
        interpreter.InterpreterBuilder,
        interpreter.TensorHandle,
        interpreter._interpreter,
    )
    update = builder.create_atomic_rmw

    def create_atomic_rmw(self, operation, pointers, values, mask, *rest):
        if values.dtype.scalar != tl.bfloat16:  # of which Triton knows no operation but the sum
            return update(self, operation, pointers, values, mask, *rest)
        places = pointers.data.reshape(-1, 1)
        added = bfloat16_to_float32(values.data).reshape(-1, 1)
        seen = numpy.asarray(mask.data, dtype=bool).reshape(-1, 1)
        before = numpy.zeros(places.shape, numpy.uint16)
        for lane in numpy.flatnonzero(seen):
            before[lane] = memory.load(places[lane], seen[lane], before[lane], before.dtype)
            after = float32_to_bfloat16(bfloat16_to_float32(before[lane]) + added[lane])
            memory.store(places[lane], after, seen[lane])
        return Handle(before.reshape(values.data.shape), tl.bfloat16)

    builder.create_atomic_rmw = create_atomic_rmw


def compute_as_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """All of the above, once for a process."""
    round_as_a_gpu(interpreter, tl)
    choose_as_a_gpu(interpreter, tl)
    divide_as_a_gpu(interpreter, tl)
    multiply_as_a_gpu(interpreter, tl)
    reorder_as_a_gpu(interpreter, tl)
    count_as_a_gpu(interpreter, tl)
    add_as_a_gpu(interpreter, tl)
