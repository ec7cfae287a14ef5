"""What an answer's host code would launch: it runs on tensors without data, and its kernels only note what
they are given.
"""

import ast
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from python_to_triton import verification


@dataclass(frozen=True)
class NotedLaunch:
    """One launch: of how many programs, and the kernel's arguments by name."""

    programs: int
    arguments: dict[str, Any]


class _NotingKernel:
    """In a kernel's place."""

    def __init__(self, parameters: Sequence[str]):
        self.parameters = parameters
        self.launches = []

    def __getitem__(self, grid):
        def launch(*given, **options):
            arguments = dict(zip(self.parameters, given)) | options
            sizes = grid(arguments) if callable(grid) else grid
            self.launches.append(NotedLaunch(math.prod(sizes), arguments))

        return launch


def without_data(arguments: Sequence) -> tuple:
    """Arguments of which tensors have their sizes and strides, and no data."""
    return tuple(
        torch.empty_strided(one.shape, one.stride(), dtype=one.dtype, device="meta")
        if isinstance(one, torch.Tensor)
        else one
        for one in arguments
    )


def noted_launches(source: str, arguments: Sequence) -> dict[str, list[NotedLaunch]]:
    """{kernel: its launches} of an answer with these arguments, of which tensors are without data.

    The host code is executed here, so it has to be what answers may consist of (static checks): else this
    raises. It may ask for more than sizes, and then raises anything.
    """
    import triton

    verification.check_source(source)
    tree = ast.parse(source)
    kernels = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    tree.body = [node for node in tree.body if node not in kernels]
    noting = {kernel.name: _NotingKernel([one.arg for one in kernel.args.args]) for kernel in kernels}
    namespace = {"math": math, "torch": torch, "triton": triton} | noting
    exec(compile(tree, "<host of an answer>", "exec"), namespace)
    namespace["translated"](*arguments)
    return {name: kernel.launches for name, kernel in noting.items() if kernel.launches}


def programs_of(source: str, arguments: Sequence) -> dict[str, int]:
    """{kernel: the programs of its largest launch}: see noted_launches."""
    noted = noted_launches(source, arguments)
    return {name: max(launch.programs for launch in launches) for name, launches in noted.items()}


def sizes_of_launches(source: str, arguments: Sequence) -> dict[str, dict[str, int]]:
    """{kernel: {parameter: the size that all its launches give it}}: see noted_launches."""
    sizes = {}
    for name, launches in noted_launches(source, arguments).items():
        first, *others = [launch.arguments for launch in launches]
        sizes[name] = {
            parameter: given
            for parameter, given in first.items()
            if type(given) is int and all(other.get(parameter) == given for other in others)
        }
    return sizes
