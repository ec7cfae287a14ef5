"""PyTorch's compiler, imported when something of it is used.

A fake tensor needs two settings of torch._dynamo, and its functions are hidden from the compiler, each at its
first call; either imports all of it, with SymPy: two seconds of a core. So the process that traces programs
puts a module in the compiler's place which has the settings, and becomes the compiler at any other use.
"""

import functools
import importlib
import importlib.util
import sys
import types
from collections.abc import Callable

import torch

NAME = "torch._dynamo"


class PostponedCompiler(types.ModuleType):
    """torch._dynamo until something of it is used that is not here; then its own code runs in this very
    module.
    """

    def __getattr__(self, name: str):
        if name.startswith("__") and name != "__path__":  # Python looks for these in any module
            raise AttributeError(name)
        self.__class__ = types.ModuleType
        del self.disable
        self.__path__ = self.__spec__.submodule_search_locations
        self.__spec__.loader.exec_module(self)
        return getattr(self, name)


def disable(function: Callable | None = None, recursive: bool = True, **options) -> Callable:
    """torch._dynamo.disable, which needs no compiler as long as there is none."""
    module = sys.modules[NAME]
    if function is None or options.get("wrapping", True):
        module.__getattr__("disable")
        return module.disable(function, recursive, **options)

    @functools.cache
    def disabled():
        return module.disable(function, recursive, **options)

    def call(*args, **kwargs):
        chosen = function if type(module) is PostponedCompiler else disabled()
        return chosen(*args, **kwargs)

    return call


def postpone_compiler() -> None:
    """Puts the module in the compiler's place, once, in a process that has not imported it."""
    if NAME in sys.modules:
        return
    module = importlib.util.module_from_spec(importlib.util.find_spec(NAME))
    sys.modules[NAME] = torch._dynamo = module
    importlib.import_module(f"{NAME}.config")
    module.disable = disable
    del module.__path__  # who imports another part of it needs all of it
    module.__class__ = PostponedCompiler
