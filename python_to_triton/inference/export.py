"""export."""

from pathlib import Path
import torch


# The Arcee architecture of transformers is this very block: RMSNorm, rotary halves, ungated feed-forward with relu^2.
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


SAME = 1e-4  # largest difference of a logit between the original and an export


def arcee_name(name):
    """blocks.3.feed_forward.up.weight -> model.layers.3.mlp.up_proj.weight."""
    stem = name.removesuffix(".weight")
    if not stem.startswith("blocks."):
        return f"{ARCEE[stem]}.weight"
    _, layer, inner = stem.split(".", 2)
    return f"model.layers.{layer}.{ARCEE[inner]}.weight"


def export_transformers(translator, folder):
    """Writes a folder that `AutoModelForCausalLM` and `AutoTokenizer` load without remote code; returns that model."""
    from transformers import ArceeConfig, ArceeForCausalLM, PreTrainedTokenizerFast

    model, vocabulary, config = (
        translator.decoder.model,
        translator.vocabulary,
        translator.decoder.model.config,
    )
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
            bos_token_id=vocabulary.prompt_token,
            eos_token_id=vocabulary.end,
            pad_token_id=vocabulary.pad,
        )
    ).eval()
    theirs.load_state_dict({arcee_name(name): tensor for name, tensor in model.state_dict().items()})
    theirs.save_pretrained(folder)
    marks = {
        role: vocabulary.tokenizer.id_to_token(getattr(vocabulary, mark))
        for role, mark in (("pad_token", "pad"), ("bos_token", "prompt"), ("eos_token", "end"))
    }
    PreTrainedTokenizerFast(
        tokenizer_object=vocabulary.tokenizer, model_max_length=config.max_seq_len, **marks
    ).save_pretrained(folder)
    return theirs


def export_onnx(model, path):
    """Writes the model, tokens (B, T) to logits (B, T, V), as ONNX; returns a function that runs it. ValueError where a package is missing."""
    try:
        import onnxruntime
        import onnxscript  # noqa: F401  (what torch.onnx writes with)
    except ImportError as error:
        raise ValueError("the ONNX export needs two packages: pip install onnxscript onnxruntime") from error
    tokens_BT = torch.zeros(2, 16, dtype=torch.int64)
    torch.onnx.export(
        model,
        (tokens_BT,),
        str(path),
        dynamo=True,
        dynamic_shapes={"tokens_BT": {0: "batch", 1: "time"}},
        verbose=False,
        input_names=["tokens"],
        output_names=["logits"],
        external_data=False,
    )
    running = onnxruntime.InferenceSession(str(path))
    return lambda tokens: torch.from_numpy(running.run(None, {"tokens": tokens.numpy()})[0])


@torch.inference_mode()
def largest_difference(model, other, seed=0):
    """max |logits - logits of `other`| over random tokens of three shapes."""
    generator = torch.Generator().manual_seed(seed)
    shapes = ((1, 1), (3, 17), (2, min(128, model.config.max_seq_len)))
    batches = [torch.randint(model.config.vocab_size, shape, generator=generator) for shape in shapes]
    return max((model(tokens_BT) - other(tokens_BT)).abs().max().item() for tokens_BT in batches)


def export(translator, folder):
    """Writes the model for transformers and as ONNX and compares both with the original; ValueError where one differs."""
    model, folder = translator.decoder.model, Path(folder)
    theirs = export_transformers(translator, folder)
    runs = {
        "transformers": lambda tokens_BT: theirs(tokens_BT).logits,
        "ONNX": export_onnx(model, folder / "model.onnx"),
    }
    for name, run in runs.items():
        difference = largest_difference(model, run)
        print(f"{name:13} max difference of a logit {difference:.1e}")
        if not difference <= SAME:
            raise ValueError(
                f"the {name} export differs from the original by {difference:.1e}, more than {SAME:.0e}"
            )
    print(f"wrote {folder}")
