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


def describe_launch(kernel, given: dict, kwargs: dict, configuration: dict | None = None) -> dict:
    """What compiling this launch needs; `given` are the arguments by name, of which one that is tuned gets
    some by a `configuration`: its number, and their names.
    """
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
    described = {"kernel": kernel.__name__, "types": types, "constants": constants, "options": options}
    return described | ({"configuration": configuration} if configuration else {})


def with_configuration(launch: dict, other: dict) -> dict:
    """The description of a launch as it would be with the configuration of another of the same kernel."""
    names = {*launch["configuration"]["names"], *other["configuration"]["names"]}
    places = {place for place, name in enumerate(launch["types"]) if name in names}

    def is_tuned(constant):
        (place, *_), _ = constant
        return place in places

    constants = [each for each in launch["constants"] if not is_tuned(each)]
    constants += [each for each in other["constants"] if is_tuned(each)]
    options = {name: value for name, value in launch["options"].items() if name not in names}
    options |= {name: value for name, value in other["options"].items() if name in names}
    changed = {"constants": sorted(constants, key=lambda each: each[0]), "options": options}
    return launch | changed | {"configuration": other["configuration"]}
