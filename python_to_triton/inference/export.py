"""The model for other programs: transformers without remote code, and ONNX."""

import contextlib
import logging
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import torch
from torch import Tensor, nn

from python_to_triton.inference.architecture import Architecture
from python_to_triton.inference.model import PackedModel
from python_to_triton.inference.model_card import model_card
from python_to_triton.inference.tokenizer import Vocabulary
from python_to_triton.inference.transformers_folder import export_transformers, in_int8

PACKAGES = ("transformers", "onnx", "onnxscript")
INT8_PACKAGES = ("transformers", "compressed_tensors")
SAME = 1e-4  # largest difference of a logit between the original and an export


def check_packages(int8: bool = False) -> None:
    """Raises ValueError, one line, where a package that exporting needs is missing."""
    missing = [name for name in (INT8_PACKAGES if int8 else PACKAGES) if find_spec(name) is None]
    if missing:
        raise ValueError(f"--export needs {', '.join(missing)}: pip install python-to-triton[export]")


@contextlib.contextmanager
def quiet_libraries() -> Iterator[None]:
    """Without the bars of transformers, nor the exporter's warnings of packages that nothing here needs."""
    from transformers.utils import logging as theirs

    exporter = logging.getLogger("torch.onnx")
    level = exporter.level
    bars = theirs.is_progress_bar_enabled()
    theirs.disable_progress_bar()
    exporter.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            yield
    finally:
        exporter.setLevel(level)
        if bars:
            theirs.enable_progress_bar()


class Exported(nn.Module):
    """A PackedModel as the module that torch.onnx.export takes."""

    def __init__(self, model: PackedModel):
        super().__init__()
        self.model = model

    def forward(self, tokens_BT: Tensor) -> Tensor:
        return self.model(tokens_BT)


def export_onnx(model: PackedModel, path: Path) -> Callable[[Tensor], Tensor]:
    """Writes the model, tokens (B, T) to logits (B, T, V), as ONNX; returns what runs the file."""
    import onnx
    from onnx.reference import ReferenceEvaluator

    tokens_BT = torch.zeros(2, 16, dtype=torch.int64)
    torch.onnx.export(
        Exported(model).eval(),
        (tokens_BT,),
        str(path),
        dynamo=True,
        dynamic_shapes={"tokens_BT": {0: "batch", 1: "time"}},
        verbose=False,
        input_names=["tokens"],
        output_names=["logits"],
        external_data=False,
    )
    written = ReferenceEvaluator(onnx.load(path))
    return lambda tokens_BT: torch.from_numpy(written.run(None, {"tokens": tokens_BT.numpy()})[0])


@torch.inference_mode()
def largest_difference(model: PackedModel, other: Callable[[Tensor], Tensor], seed: int = 0) -> float:
    """max |logits - logits of `other`| over random tokens of three shapes."""
    generator = torch.Generator().manual_seed(seed)
    shapes = ((1, 1), (3, 17), (2, min(128, model.config.max_seq_len)))
    batches = [torch.randint(model.config.vocab_size, shape, generator=generator) for shape in shapes]
    return max((model(tokens_BT) - other(tokens_BT)).abs().max().item() for tokens_BT in batches)


def export(state: dict, folder: str | Path, source: str | Path, bits: int | None = None) -> None:
    """Writes a model for transformers with a model card, and as ONNX; both are compared with the original.

    `state` is what `load_weights` gives of `source`. bits: None for fp32; 8 for int8 matrices with a scale a
    row, for transformers and `load_weights`, without ONNX. The folder appears when everything in it is there
    and compared. Raises ValueError, one line, where a package is missing, the folder exists, or an export
    differs.
    """
    if bits not in (None, 8):
        raise ValueError(f"--export writes fp32, or int8 with --bits 8, not {bits} bits: leave --bits out")
    int8 = bits == 8
    check_packages(int8)
    folder = Path(folder)
    if folder.exists():
        raise ValueError(f"{folder} exists: remove it, or export to another folder")
    if int8:
        state = in_int8(state)
    model = PackedModel.of(Architecture.of(state["model_config"]), state["model"])
    vocabulary = Vocabulary.from_json(state["vocabulary"])
    ids = (vocabulary.prompt_mark, vocabulary.answer_mark, vocabulary.end)
    card = model_card(state, Path(source), tuple(map(vocabulary.tokenizer.id_to_token, ids)), int8)
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        with quiet_libraries():
            theirs = export_transformers(state, partial, int8)
            runs = {"transformers": lambda tokens_BT: theirs(tokens_BT).logits}
            if not int8:
                runs["ONNX"] = export_onnx(model, partial / "model.onnx")
        for name, run in runs.items():
            difference = largest_difference(model, run)
            print(f"{name:13} max difference of a logit {difference:.1e}")
            if not difference <= SAME:
                raise ValueError(
                    f"the {name} export differs from the original by {difference:.1e}, more than {SAME:.0e}"
                )
        (partial / "README.md").write_text(card)
        for path in partial.iterdir():
            path.chmod(0o644)  # safetensors lets only their owner read its files
        partial.chmod(0o755)
        os.replace(partial, folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    print(f"wrote {folder}")
