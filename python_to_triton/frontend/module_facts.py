"""What code generation has to know of a traced module, as data.

A user's module lives in the process that traced it (user_programs/). What is written around the answers needs
little of it: how its tensors are reached, what its layers are, the signature of its forward.
"""

import inspect

import torch.nn as nn

from python_to_triton.frontend.conditions import Layer, ModuleFacts
from python_to_triton.frontend.module_reads import module_path
from python_to_triton.frontend.programs import Program


def _hooks_of(layer):
    own = vars(layer)
    tables = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
    return sum(len(own[table]) for table in tables) + ("forward" in own)


def _signature(model):
    """The signature of a module's forward without annotations, as text."""
    try:
        signature = inspect.signature(inspect.unwrap(type(model).forward))
    except (TypeError, ValueError):  # it is no function of Python
        return "(self)"
    bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=signature.empty))


def _read(program):
    """The ModuleFacts of a program's module, read from it."""
    model = program.function
    other_call = "forward" in vars(model) or type(model).__call__ is not nn.Module.__call__
    modules = dict(model.named_modules())
    kinds = {kind.__name__: None for module in modules.values() for kind in type(module).__mro__}
    return ModuleFacts(
        signature=_signature(model),
        runs_forward_alone=not (other_call or model._forward_hooks or model._forward_pre_hooks),
        kinds=tuple(kinds),
        parameters=tuple(name for name, _ in model.named_parameters()),
        expressions={path: module_path(model, path) for path, _ in program.lifted},
        layers={
            module_path(model, path): Layer(type(module).__module__, _hooks_of(module))
            for path, module in modules.items()
        },
    )


def module_facts(program: Program) -> ModuleFacts | None:
    """What is known of a program's module; None where the program is none. Read once."""
    if program.facts is None and isinstance(program.function, nn.Module):
        program.facts = _read(program)
    return program.facts
