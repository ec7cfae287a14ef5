"""Translates PyTorch programs into Triton kernels and verifies each answer by running it.

    import python_to_triton
    translation = python_to_triton.translate("y = torch.sigmoid(x)")
    print(translation.source if translation.verified else translation.verdict.reason)

What it needs of PyTorch is imported at the first call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

    from python_to_triton.backend.explanation import Explanation
    from python_to_triton.backend.trainable import TrainableTranslation
    from python_to_triton.runtime.translation import Translation
    from python_to_triton.runtime.translator import Translator

__all__ = ["Translation", "explain", "load", "translate"]


def load(path: str | Path | None = None, device: str = "auto", **options) -> Translator:
    """A translator with the weights of a checkpoint or a release folder; by default with the released
    weights.

    device: on which it writes: "auto", "cpu", "cuda", "cuda:1". options: seed, temperature; cached, whether
    verified answers are kept on disk and read from there (True). Raises ValueError, one line, where there are
    no weights, or no such device.
    """
    from python_to_triton.runtime.loading import load_translator

    return load_translator(path, device, **{"cached": True} | options)


def _check_call(program: object, inputs: object) -> None:
    """Raises ValueError, one line, for a class in the place of a module, and a tensor in that of a list."""
    import torch

    if isinstance(program, type) and issubclass(program, torch.nn.Module):
        raise ValueError(f"{program.__name__} is a class: give an instance of it")
    if isinstance(inputs, torch.Tensor):
        raise ValueError("inputs is a tensor: give a list of the program's arguments, inputs=[x]")


def translate(
    program: str | Callable | torch.nn.Module,
    inputs: Sequence | None = None,
    samples: int = 20,
    tune: float = 0.0,
) -> Translation | TrainableTranslation:
    """Translates source text, a function or a module with the released weights.

    inputs: example arguments (tensors, whose data does not matter, and constants) that give the sizes.
    samples: candidates a region of the program, at most. tune: seconds a region in which its launches are
    timed on a GPU, those of the backward too where the program trains. Raises ValueError, one line, where the
    program cannot be traced or is too long. The Translation says whether it is `verified`; then its `source`
    is a module of its own.

    That of a function or a module is called as the program is, and trains: its first call translates the
    backward too, and `gradients` compares each with float64. What of it has no answer is left to PyTorch; it
    is then partly translated and not `verified`.
    """
    from python_to_triton.runtime.loading import released_translator
    from python_to_triton.runtime.options import TranslationOptions
    from python_to_triton.runtime.tuned_regions import say_what_is_not_timed

    _check_call(program, inputs)
    options = TranslationOptions(partial=not isinstance(program, str), tune=tune)
    say_what_is_not_timed(options)
    if isinstance(program, str):
        return released_translator().translate(program, inputs, samples, options)
    from python_to_triton.backend.options import BackendOptions
    from python_to_triton.backend.trainable import TrainableTranslation

    translation = released_translator().translate(program, inputs, samples, options)
    return TrainableTranslation(
        translation, program, inputs, BackendOptions(samples=samples, tune=tune or 0.0)
    )


def explain(
    model: Callable | torch.nn.Module, inputs: Sequence, options: Mapping[str, object] | None = None
) -> Explanation:
    """Compiles a model with torch.compile's backend `python_to_triton`, runs forward and backward once, and
    says region by region who computes it, how fast (on a GPU) and why. The result prints as a table.

    options: of the backend, see docs/backend.md: samples, seconds, check, remainder, tune, fastest. Raises
    ValueError for one that it has not.
    """
    from python_to_triton.backend.explanation import explain_model

    _check_call(model, inputs)
    return explain_model(model, inputs, options)


def __getattr__(name: str):
    if name == "Translation":
        from python_to_triton.runtime.translation import Translation

        return Translation
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
