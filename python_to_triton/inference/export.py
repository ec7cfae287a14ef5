"""The model for other programs: transformers without remote code, and ONNX."""

import os
import shutil
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import torch
from torch import Tensor, nn

from python_to_triton.inference.architecture import Architecture
from python_to_triton.inference.model import PackedModel
from python_to_triton.inference.tokenizer import Vocabulary

PACKAGES = ("transformers", "onnx", "onnxscript")
SAME = 1e-4  # largest difference of a logit between the original and an export

# transformers' Arcee is this very block: RMSNorm, rotary halves, ungated feed-forward with relu^2.
ARCEE = {
    "embedding": "model.embed_tokens",
    "norm": "model.norm",
    "head": "lm_head",
    "attention_norm": "input_layernorm",
    "feed_forward_norm": "post_attention_layernorm",
    "attention.query": "self_attn.q_proj",
    "attention.key": "self_attn.k_proj",
    "attention.value": "self_attn.v_proj",
    "attention.output": "self_attn.o_proj",
    "feed_forward.up": "mlp.up_proj",
    "feed_forward.down": "mlp.down_proj",
}


def check_packages() -> None:
    """Raises ValueError, one line, where a package that exporting needs is missing."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise ValueError(f"--export needs {', '.join(missing)}: pip install python-to-triton[export]")


def arcee_name(name: str) -> str:
    """blocks.3.feed_forward.up.weight -> model.layers.3.mlp.up_proj.weight."""
    stem = name.removesuffix(".weight")
    if not stem.startswith("blocks."):
        return f"{ARCEE[stem]}.weight"
    _, layer, inner = stem.split(".", 2)
    return f"model.layers.{layer}.{ARCEE[inner]}.weight"


def arcee_model(config: Architecture, weights: dict[str, Tensor], **tokens: int) -> nn.Module:
    """The model as transformers' own class; `tokens` are its special token ids."""
    from transformers import ArceeConfig, ArceeForCausalLM

    theirs = ArceeForCausalLM(
        ArceeConfig(
            vocab_size=config.vocab_size,
            hidden_size=config.d_model,
            intermediate_size=config.d_ff,
            num_hidden_layers=config.n_layers,
            num_attention_heads=config.n_heads,
            num_key_value_heads=config.n_heads,
            hidden_act="relu2",
            rms_norm_eps=config.norm_eps,
            max_position_embeddings=config.max_seq_len,
            rope_theta=config.rope_theta,
            tie_word_embeddings=False,
            **tokens,
        )
    ).eval()
    theirs.load_state_dict({arcee_name(name): tensor for name, tensor in weights.items()})
    return theirs


def export_transformers(state: dict, folder: Path) -> nn.Module:
    """Writes what AutoModelForCausalLM and AutoTokenizer load without remote code; returns that model."""
    from transformers import PreTrainedTokenizerFast

    config = Architecture.of(state["model_config"])
    vocabulary = Vocabulary.from_json(state["vocabulary"])
    marks = {"pad": vocabulary.pad, "bos": vocabulary.prompt_mark, "eos": vocabulary.end}
    theirs = arcee_model(
        config, state["model"], **{f"{role}_token_id": token for role, token in marks.items()}
    )
    theirs.save_pretrained(folder)
    names = {f"{role}_token": vocabulary.tokenizer.id_to_token(token) for role, token in marks.items()}
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=vocabulary.tokenizer, model_max_length=config.max_seq_len, **names
    )
    tokenizer.save_pretrained(folder)
    return theirs


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


def export(state: dict, folder: str | Path) -> None:
    """Writes a model for transformers and as ONNX, both compared with the original.

    `state` is what `load_weights` gives. The folder appears when everything in it is written and compared.
    Raises ValueError, one line, where a package is missing, the folder exists, or an export differs.
    """
    check_packages()
    folder = Path(folder)
    if folder.exists():
        raise ValueError(f"{folder} exists: remove it, or export to another folder")
    model = PackedModel.of(Architecture.of(state["model_config"]), state["model"])
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        theirs = export_transformers(state, partial)
        runs = {
            "transformers": lambda tokens_BT: theirs(tokens_BT).logits,
            "ONNX": export_onnx(model, partial / "model.onnx"),
        }
        for name, run in runs.items():
            difference = largest_difference(model, run)
            print(f"{name:13} max difference of a logit {difference:.1e}")
            if not difference <= SAME:
                raise ValueError(
                    f"the {name} export differs from the original by {difference:.1e}, more than {SAME:.0e}"
                )
        partial.chmod(0o755)
        os.replace(partial, folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    print(f"wrote {folder}")
