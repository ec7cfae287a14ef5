"""A launch as a job that compiles it knows it: types of arguments, values of constants, options."""

from collections.abc import Iterator
from typing import Any

from python_to_triton.verification.sandbox.interpreter import constants_of, signature_of, unspecialized_of

COMPILE_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg", "enable_fp_fusion")
CONSTANT = "constexpr"  # Triton's type of what is compiled in


def describe_constant(value: Any) -> dict:
    """A compile-time constant as JSON: a kernel by its name, a dtype, a tuple, or a number or text."""
    value = getattr(value, "value", value)
    if isinstance(value, tuple):
        return {"tuple": [describe_constant(item) for item in value]}
    if hasattr(value, "fn"):
        return {"function": value.__name__}
    if hasattr(value, "primitive_bitwidth"):
        return {"dtype": value.name}
    return {"value": value}


def constants_in(kind: Any, value: Any, path: tuple[int, ...]) -> Iterator[list]:
    """[path, constant] of what is compiled in of a run-time argument: None and, as a launch does it, 1."""
    if isinstance(kind, tuple):
        for place, (each, item) in enumerate(zip(kind, value)):
            yield from constants_in(each, item, (*path, place))
    elif kind == CONSTANT:
        yield [[*path], describe_constant(value)]


def describe_launch(kernel, given: dict, kwargs: dict) -> dict:
    """What compiling this launch needs; `given` are the arguments by name."""
    from triton.runtime.jit import mangle_type

    compiled_in = constants_of(kernel.fn)
    unspecialized = unspecialized_of(kernel)
    types, constants = {}, []
    for place, name in enumerate(signature_of(kernel.fn).parameters):
        value = given[name]
        if name in compiled_in:
            types[name] = CONSTANT
            constants.append([[place], describe_constant(value)])
        else:
            types[name] = mangle_type(value, specialize=not {name, place} & unspecialized)
            constants += constants_in(types[name], value, (place,))
    options = {name: value for name, value in kwargs.items() if name in COMPILE_OPTIONS}
    return {"kernel": kernel.__name__, "types": types, "constants": constants, "options": options}
