"""The decoder in the words of transformers' Arcee, which is this very architecture: names and settings.

Arcee is RMSNorm, rotary halves, and an ungated feed-forward with relu^2.
"""

from torch import Tensor, nn

from python_to_triton.inference.architecture import Architecture

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
OURS = {theirs: ours for ours, theirs in ARCEE.items()}


def arcee_name(name: str) -> str:
    """blocks.3.feed_forward.up.weight -> model.layers.3.mlp.up_proj.weight; its `.scale` -> `_scale`."""
    stem, _, kind = name.partition(".weight")
    kind = "weight_scale" if kind else "weight"
    if not stem.startswith("blocks."):
        return f"{ARCEE[stem]}.{kind}"
    _, layer, inner = stem.split(".", 2)
    return f"model.layers.{layer}.{ARCEE[inner]}.{kind}"


def own_name(name: str) -> str:
    """The name that `arcee_name` was given; any other name as it is."""
    stem, _, kind = name.rpartition(".")
    kind = "weight.scale" if kind == "weight_scale" else kind
    if stem in OURS:
        return f"{OURS[stem]}.{kind}"
    model, _, rest = stem.partition(".layers.")
    layer, _, inner = rest.partition(".")
    return f"blocks.{layer}.{OURS[inner]}.{kind}" if model == "model" and inner in OURS else name


def arcee_config(config: Architecture, **more):
    """transformers' configuration of the decoder; `more`: its special token ids, a quantisation."""
    from transformers import ArceeConfig

    return ArceeConfig(
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
        **more,
    )


def arcee_model(config: Architecture, weights: dict[str, Tensor], **tokens: int | None) -> nn.Module:
    """The model as transformers' own class; `tokens` are its special token ids."""
    from transformers import ArceeForCausalLM

    theirs = ArceeForCausalLM(arcee_config(config, **tokens)).eval()
    theirs.load_state_dict({arcee_name(name): tensor for name, tensor in weights.items()})
    return theirs
