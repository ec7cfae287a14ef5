"""Replaces a function wherever the project's modules have imported it by name."""

import sys

PACKAGES = (
    "python_to_triton",
    "triton_ops",
    "corpus",
    "training",
    "llm",
    "kernels",
    "run_all_tests",
    "extract_training_data",
)


def patch_everywhere(monkeypatch, name, value):
    """Sets `name` to `value` in every loaded module of the project that has it; undone with the test."""
    modules = [module for path, module in list(sys.modules.items()) if path.split(".")[0] in PACKAGES]
    holders = [module for module in modules if name in vars(module)]
    assert holders, f"no loaded module of the project has {name}"
    for module in holders:
        monkeypatch.setattr(module, name, value)
