"""The kernel of random numbers, as every written file that draws holds it once.

It is written by hand and fixed: no model has a part in it. frontend/random_draws.py is the same function in
PyTorch, which tests and the judge compare it with. Each draw has a seed of its own, which PyTorch's generator
of the device writes to the device's memory: the host never waits, and `torch.manual_seed` repeats all draws.
"""

import ast
from collections.abc import Iterable

from python_to_triton.frontend import Graph, is_draw

DRAW_FUNCTION = "drawn"

# How the names of functions begin that call DRAW_FUNCTION, each for one draw of a program.
DRAW_PREFIX = "draw_"

# What `first` and `second` are of each KIND: frontend/random_draws.py, KINDS. 5.96e-08 is 2^-24.
DRAW_SOURCE = '''\
@triton.jit
def drawn_kernel(out_ptr, seed_ptr, first, second, count, KIND: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    seed = tl.load(seed_ptr)
    if KIND == "normal":
        made = first + second * tl.randn(seed, offsets)
    else:
        u = tl.rand(seed, offsets)
        if KIND == "mask":
            made = tl.where(u < first, second, 0.0)
        elif KIND == "uniform":
            made = first + (second - first) * u
        else:
            made = tl.maximum(-tl.log(1.0 - u), 5.9604644775390625e-08) / first
    made = made.to(out_ptr.dtype.element_ty)
    if KIND == "uniform":  # rounding may reach the upper bound, which is not drawn
        lower = (tl.zeros_like(u) + first).to(made.dtype)
        upper = (tl.zeros_like(u) + second).to(made.dtype)
        made = tl.where(made.to(tl.float32) < upper.to(tl.float32), made, lower)
    tl.store(out_ptr + offsets, made, mask=offsets < count)


def draw_seed(device):
    """A seed of the device's generator, in memory of the device: nothing waits for it."""
    return torch.empty(1, dtype=torch.int64, device=device).random_()


def drawn(kind, size, first, second, dtype, device):
    """Random numbers by Philox 4x32-10, from a seed that PyTorch's generator of the device gives."""
    out = torch.empty(size, dtype=dtype, device=device)
    if out.numel():
        seed = draw_seed(device)
        programs = triton.cdiv(out.numel(), 1024)
        numbers = float(first), float(second)
        drawn_kernel[(programs,)](out, seed, *numbers, out.numel(), KIND=kind, BLOCK=1024)
    return out'''


def draws_any(graphs: Iterable[Graph]) -> bool:
    """Whether a graph has a value that this kernel draws."""
    return any(is_draw(value) for graph in graphs for value in graph.values)


def _only_draws(function: ast.FunctionDef) -> bool:
    """Whether a function calls `drawn` alone, and returns what that gave."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    if not all(isinstance(call.func, ast.Name) and call.func.id == DRAW_FUNCTION for call in calls):
        return False
    last = function.body[-1]
    returned = last.value if isinstance(last, ast.Return) else None
    assigned = [node for node in function.body if isinstance(node, ast.Assign) and node.value in calls]
    names = {target.id for node in assigned for target in node.targets if isinstance(target, ast.Name)}
    return returned in calls or isinstance(returned, ast.Name) and returned.id in names


def functions_that_draw(source: str) -> tuple[str, ...]:
    """The names of a module's functions that draw by this kernel, and do nothing else.

    () where DRAW_SOURCE is not in the module, or not as it stands here: another kernel is not trusted.
    """
    tree = ast.parse(source)
    ours = [ast.unparse(node) for node in ast.parse(DRAW_SOURCE).body]
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    if not set(ours) <= {ast.unparse(node) for node in functions}:
        return ()
    return tuple(
        node.name
        for node in functions
        if not node.decorator_list
        and (ast.unparse(node) in ours or node.name.startswith(DRAW_PREFIX) and _only_draws(node))
    )
