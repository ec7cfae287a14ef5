"""What an answer's text already shows to be wrong: its names, values and memory accesses. Nothing is executed."""

import importlib

_MODULES = {
    "first_fault": "proofreading",
    "named": "naming",
    "redundant_statement": "redundancy",
}

__all__ = ["first_fault", "named", "redundant_statement"]


def __getattr__(name):
    """Imports what is exported on its first use: most callers need one of the three."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
