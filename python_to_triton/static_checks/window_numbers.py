"""Whether the host function of an answer writes the numbers of the prompt's convolution or pooling.

A host function names them: `stride_h, stride_w = 2, 2`, `groups = 3`. A literal has to be the prompt's
number, and where the prompt has a size in its place (`groups=B`) there may be none.
"""

import ast

from python_to_triton import frontend
from python_to_triton.static_checks.findings import FaultFound
from python_to_triton.static_checks.syntax import assignments

NUMBERS = {
    "stride": "stride",
    "padding": "padding",
    "dilation": "dilation",
    "groups": "groups",
    "kernel": "kernel_size",
}
SIDES = {"d": -3, "h": -2, "w": -1, "": -1}  # what a name ends in: its place among the numbers of all sides


def expected_number(value: frontend.Value, name: str) -> object:
    """The prompt's number, or size, of a variable such as stride_h; None where it is none of these."""
    word, _, side = name.partition("_")
    found = value.at.get(NUMBERS.get(word, ""))
    if isinstance(found, (list, tuple)):
        place = SIDES.get(side, 0)
        return found[place] if -len(found) <= place < 0 else None
    return found if side in SIDES else None


def check_window_numbers(host: ast.FunctionDef, prompt: str) -> None:
    """Raises FaultFound where the host function gives a number of a convolution or pooling another value."""
    windows = [
        value
        for value in frontend.parse(prompt).values
        if value.op.startswith("conv") or value.op.endswith(("pool1d", "pool2d", "pool3d"))
    ]
    for target, value in assignments(host.body) if len(windows) == 1 else ():
        name = getattr(target, "id", "")
        expected = expected_number(windows[0], name)
        is_literal = isinstance(value, ast.Constant) and type(value.value) is int
        if is_literal and isinstance(expected, (int, str)) and expected != value.value:
            raise FaultFound(target.lineno, f"{name} is {value.value}, the prompt says {expected}")
