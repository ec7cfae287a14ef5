"""NVIDIA's libdevice in Triton's interpreter, which has none of it: the functions that a kernel may call.

Each is computed in float64 and rounded once, so it is as accurate as libdevice's or better; the `fast_`
functions are computed as the hardware does, from its exp2 and log2. Names and meaning: the libdevice user's
guide. A function that is not listed raises NotImplementedError.

`interpreter` is triton.runtime.interpreter, `tl` triton.language.
"""

import functools
import math
from collections.abc import Callable
from types import ModuleType

import numpy
import torch
from numpy import ndarray
from torch.utils._python_dispatch import _disable_current_modes

from python_to_triton.verification.sandbox.gpu_numerics import float_to_integers

LOG2_E = numpy.float32(math.log2(math.e))
LARGEST_FAST_DIVISOR = 2.0**126  # beyond it fast_dividef returns 0


def by_torch(function: Callable) -> Callable:
    """A function of PyTorch's on arrays; NumPy does not have it."""

    def compute(*arrays):
        with (
            _disable_current_modes()
        ):  # the watch over a candidate refuses whatever else PyTorch computes here
            return function(*map(torch.from_numpy, map(numpy.ascontiguousarray, arrays))).numpy()

    return compute


def half_away(x: ndarray) -> ndarray:
    """Rounded to the nearest integer, halves away from zero, as C's round."""
    whole = numpy.trunc(x)
    return whole + numpy.copysign(numpy.abs(x - whole) >= 0.5, x)


def fast_exp2(x: ndarray) -> ndarray:
    """ex2.approx.ftz: the argument is a float32 already."""
    return numpy.exp2(x.astype(numpy.float32))


def fast_log2(x: ndarray) -> ndarray:
    """lg2.approx, whose error is absolute: 2^-22."""
    return numpy.rint(numpy.log2(x) * 2.0**22) / 2.0**22


def fast_sine(function: Callable) -> Callable:
    """sin.approx and cos.approx, whose error is absolute: 2^-20.9 between -pi and pi, and grows beyond."""
    unit = lambda x: 2.0**-21 * numpy.maximum(1.0, numpy.abs(x) / math.pi)
    return lambda x: numpy.rint(function(x) / unit(x)) * unit(x)


def fast_divided(x: ndarray, y: ndarray) -> ndarray:
    """fast_dividef: 0 for a very large divisor."""
    return numpy.where(numpy.abs(y) > LARGEST_FAST_DIVISOR, 0.0 * x, x / y)


FLOATS = {  # of floating-point numbers, all of one type; computed in float64
    "fabs": numpy.abs,
    "floor": numpy.floor,
    "ceil": numpy.ceil,
    "trunc": numpy.trunc,
    "rint": numpy.rint,
    "nearbyint": numpy.rint,
    "round": half_away,
    "exp": numpy.exp,
    "exp2": numpy.exp2,
    "exp10": lambda x: numpy.power(10.0, x),
    "expm1": numpy.expm1,
    "log": numpy.log,
    "log2": numpy.log2,
    "log10": numpy.log10,
    "log1p": numpy.log1p,
    "logb": lambda x: numpy.frexp(x)[1] - 1.0,
    "sqrt": numpy.sqrt,
    "rsqrt": lambda x: 1.0 / numpy.sqrt(x),
    "cbrt": numpy.cbrt,
    "rcbrt": lambda x: 1.0 / numpy.cbrt(x),
    "sin": numpy.sin,
    "cos": numpy.cos,
    "tan": numpy.tan,
    "sinpi": lambda x: numpy.sin(numpy.fmod(x, 2.0) * math.pi),
    "cospi": lambda x: numpy.cos(numpy.fmod(x, 2.0) * math.pi),
    "asin": numpy.arcsin,
    "acos": numpy.arccos,
    "atan": numpy.arctan,
    "atan2": numpy.arctan2,
    "sinh": numpy.sinh,
    "cosh": numpy.cosh,
    "tanh": numpy.tanh,
    "asinh": numpy.arcsinh,
    "acosh": numpy.arccosh,
    "atanh": numpy.arctanh,
    "hypot": numpy.hypot,
    "rhypot": lambda x, y: 1.0 / numpy.hypot(x, y),
    "pow": numpy.power,
    "fmod": numpy.fmod,
    "remainder": lambda x, y: x - y * numpy.rint(x / y),
    "fdim": lambda x, y: numpy.where(x > y, x - y, numpy.where(x <= y, 0.0, numpy.nan)),
    "copysign": numpy.copysign,
    "saturate": lambda x: numpy.fmin(numpy.fmax(x, 0.0), 1.0),
    "fma": lambda x, y, z: x * y + z,
    "erf": by_torch(torch.erf),
    "erfc": by_torch(torch.erfc),
    "erfcx": by_torch(torch.special.erfcx),
    "erfinv": by_torch(torch.erfinv),
    "erfcinv": by_torch(lambda x: torch.special.ndtri(x / 2) / -math.sqrt(2)),
    "normcdf": by_torch(torch.special.ndtr),
    "normcdfinv": by_torch(torch.special.ndtri),
    "lgamma": by_torch(torch.lgamma),
    "cyl_bessel_i0": by_torch(torch.special.i0),
    "cyl_bessel_i1": by_torch(torch.special.i1),
    "j0": by_torch(torch.special.bessel_j0),
    "j1": by_torch(torch.special.bessel_j1),
    "fast_sin": fast_sine(numpy.sin),
    "fast_cos": fast_sine(numpy.cos),
    "fast_tan": lambda x: FLOATS["fast_sin"](x) / FLOATS["fast_cos"](x),
    "fast_exp": lambda x: fast_exp2(x.astype(numpy.float32) * LOG2_E),
    "fast_exp10": lambda x: fast_exp2(x.astype(numpy.float32) * numpy.float32(math.log2(10))),
    "fast_log2": fast_log2,
    "fast_log": lambda x: fast_log2(x) * math.log(2),
    "fast_log10": lambda x: fast_log2(x) * math.log10(2),
    "fast_pow": lambda x, y: fast_exp2(y.astype(numpy.float32) * fast_log2(x).astype(numpy.float32)),
    "fast_fdivide": fast_divided,
}

# The same of one rounding mode: to nearest. They begin with the type that they compute on.
ROUNDED = {
    "add_rn": numpy.add,
    "sub_rn": numpy.subtract,
    "mul_rn": numpy.multiply,
    "div_rn": numpy.divide,
    "rcp_rn": lambda x: 1.0 / x,
    "sqrt_rn": numpy.sqrt,
    "rsqrt_rn": lambda x: 1.0 / numpy.sqrt(x),
}


def count_bits(x: ndarray) -> ndarray:
    """How many bits of each integer are set."""
    return numpy.bitwise_count(x.view(f"u{x.itemsize}"))


def leading_zeros(x: ndarray) -> ndarray:
    """Zero bits before the first set one; all of them of 0."""
    bits = x.view(f"u{x.itemsize}")
    for shift in (1, 2, 4, 8, 16, 32)[: 3 + x.itemsize // 4]:
        bits = bits | bits >> bits.dtype.type(shift)
    return 8 * x.itemsize - numpy.bitwise_count(bits)


def first_set(x: ndarray) -> ndarray:
    """The place of the lowest set bit, counted from 1; 0 of 0."""
    return numpy.where(x == 0, 0, count_bits((x & -x) - 1) + 1)


OTHERS = {  # of arguments as they are
    "isnan": numpy.isnan,
    "isinf": numpy.isinf,
    "finite": numpy.isfinite,
    "isfinite": numpy.isfinite,
    "signbit": numpy.signbit,
    "abs": numpy.abs,
    "llabs": numpy.abs,
    "powi": lambda x, y: numpy.power(x.astype(numpy.float64), y),
    "ldexp": lambda x, y: numpy.ldexp(x.astype(numpy.float64), y),
    "scalbn": lambda x, y: numpy.ldexp(x.astype(numpy.float64), y),
    "ilogb": lambda x: numpy.frexp(x)[1] - 1,
    "nextafter": numpy.nextafter,
    "llrint": numpy.rint,
    "llround": half_away,
    "float2int_rn": numpy.rint,
    "float2int_rz": numpy.trunc,
    "float2int_rd": numpy.floor,
    "float2int_ru": numpy.ceil,
    "int2float_rn": lambda x: x.astype(numpy.float64),
    "float_as_int": lambda x: x.view(numpy.int32),
    "int_as_float": lambda x: x.view(numpy.float32),
    "float_as_uint": lambda x: x.view(numpy.uint32),
    "uint_as_float": lambda x: x.view(numpy.float32),
    "popc": count_bits,
    "popcll": count_bits,
    "clz": leading_zeros,
    "clzll": leading_zeros,
    "ffs": first_set,
    "ffsll": first_set,
    "mulhi": lambda x, y: x.astype(numpy.int64) * y.astype(numpy.int64) >> 32,
    "umulhi": lambda x, y: x.astype(numpy.uint64) * y.astype(numpy.uint64) >> numpy.uint64(32),
}


def as_float64(function: Callable, *arguments: ndarray) -> ndarray:
    """A function of numbers computed in float64."""
    return function(*(argument.astype(numpy.float64) for argument in arguments))


@functools.cache
def function_of(symbol: str) -> Callable | None:
    """What computes one symbol of libdevice, `__nv_tanhf` or `__nv_fadd_rn`; None if nothing does.

    A trailing `f` or `d` and, of rounded functions, a leading one, say the type.
    """
    name = symbol.removeprefix("__nv_")
    if name[:1] in ("f", "d") and name[1:] in ROUNDED:
        return functools.partial(as_float64, ROUNDED[name[1:]])
    for candidate in (name, name.removesuffix("f"), name.removesuffix("d")):
        if candidate in OTHERS:
            return OTHERS[candidate]
        if candidate in FLOATS:
            return functools.partial(as_float64, FLOATS[candidate])
    return None


def support_libdevice(interpreter: ModuleType, tl: ModuleType) -> None:
    """Lets kernels call libdevice by both of its names; what Triton's compiler exchanges for it is empty."""
    from triton.language.extra import libdevice
    from triton.language.extra.cuda import libdevice as of_cuda

    def create_extern_elementwise(self, library, path, symbol, arguments, result_type, is_pure):
        function = function_of(symbol)
        if function is None:
            raise NotImplementedError(f"the interpreter has no {symbol} of libdevice")
        result = numpy.asarray(function(*(argument.data for argument in arguments)))
        dtype = result_type.scalar
        if result.dtype.kind == "f" and dtype.is_int():
            result = float_to_integers(result, interpreter._get_np_dtype(dtype))
        return interpreter.TensorHandle(result.astype(interpreter._get_np_dtype(dtype)), dtype)

    def supported(function):
        return functools.wraps(function)(
            lambda *arguments: function(*arguments, _semantic=interpreter.interpreter_semantic)
        )

    interpreter.InterpreterBuilder.create_extern_elementwise = create_extern_elementwise
    for name, function in list(vars(of_cuda).items()):
        if tl.core.is_builtin(function):
            direct = supported(function)
            setattr(of_cuda, name, direct)
            setattr(libdevice, name, direct)
