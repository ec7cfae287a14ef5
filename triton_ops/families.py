"""Importing this module declares every op of this package."""

from triton_ops import (
    attention_fp8,
    bias_gelu,
    cached_attention,
    cross_entropy,
    decode_attention,
    decode_linear,
    gaussian_mixture,
    layer_norm,
    mlp,
    mlp_heads,
    newton_schulz,
    sampling,
    squared_relu,
)

FAMILIES = (
    layer_norm,
    bias_gelu,
    cross_entropy,
    newton_schulz,
    mlp,
    mlp_heads,
    decode_attention,
    attention_fp8,
    decode_linear,
    cached_attention,
    gaussian_mixture,
    sampling,
    squared_relu,
)
