"""The decoder in plain PyTorch, computed from a checkpoint's weights.

Dimension key: B batch, T time, C width (d_model), H heads, D head width, F feed-forward width, V vocabulary,
X = 3 C, query, key and value side by side.
"""

from dataclasses import dataclass, replace

import torch
import torch.nn.functional as F
from torch import Tensor

from python_to_triton.inference.architecture import Architecture
from python_to_triton.inference.cache import KVCache
from triton_ops.rotation import rotary_tables, rotary_torch


@dataclass(frozen=True)
class PackedLayer:
    """A block's matrices (features, width), the norms' weights folded in: n(x) g W^T = n(x) (g W)^T."""

    qkv_XC: Tensor
    output_CC: Tensor
    up_FC: Tensor
    down_CF: Tensor

    @classmethod
    def of(cls, state: dict[str, Tensor], index: int) -> "PackedLayer":
        """The matrices of block `index` of a state dict."""
        block = {
            name.removeprefix(f"blocks.{index}.").removesuffix(".weight"): tensor
            for name, tensor in state.items()
            if name.startswith(f"blocks.{index}.")
        }
        qkv_XC = torch.cat([block[f"attention.{part}"] for part in ("query", "key", "value")])
        return cls(
            qkv_XC * block["attention_norm"],
            block["attention.output"],
            block["feed_forward.up"] * block["feed_forward_norm"],
            block["feed_forward.down"],
        )

    def to(self, device: torch.device, dtype: torch.dtype) -> "PackedLayer":
        return PackedLayer(
            self.qkv_XC.to(device, dtype),
            self.output_CC.to(device, dtype),
            self.up_FC.to(device, dtype),
            self.down_CF.to(device, dtype),
        )


@dataclass(frozen=True)
class PackedModel:
    """The decoder's weights, packed for decoding, and its forward pass in PyTorch's own operators.

    It decodes on CPUs without FBGEMM, reads the prompts on a GPU, and is the faster decoders' reference.
    """

    config: Architecture
    embedding_VC: Tensor
    layers: tuple[PackedLayer, ...]
    head_VC: Tensor
    cos_TD: Tensor
    sin_TD: Tensor

    @classmethod
    @torch.no_grad()
    def of(cls, config: Architecture, state: dict[str, Tensor]) -> "PackedModel":
        """The packed weights of a model's state dict, on its device and in its dtype."""
        embedding_VC = state["embedding.weight"].detach()
        cos_TD, sin_TD = rotary_tables(config.max_seq_len, config.head_width, base=config.rope_theta)
        return cls(
            config,
            embedding_VC,
            tuple(PackedLayer.of(state, index) for index in range(config.n_layers)),
            state["head.weight"] * state["norm.weight"],
            cos_TD.to(embedding_VC),
            sin_TD.to(embedding_VC),
        )

    @property
    def device(self) -> torch.device:
        return self.embedding_VC.device

    @property
    def dtype(self) -> torch.dtype:
        return self.embedding_VC.dtype

    def to(self, device: torch.device) -> "PackedModel":
        """A copy of the weights on a device."""
        return PackedModel(
            self.config,
            self.embedding_VC.to(device),
            tuple(layer.to(device, layer.qkv_XC.dtype) for layer in self.layers),
            self.head_VC.to(device),
            self.cos_TD.to(device),
            self.sin_TD.to(device),
        )

    def with_products_in(self, dtype: torch.dtype) -> "PackedModel":
        """The matrices in `dtype`; the embedding, and so the residual stream, and the angles keep theirs."""
        layers = tuple(layer.to(self.device, dtype) for layer in self.layers)
        return replace(self, layers=layers, head_VC=self.head_VC.to(dtype))

    def normed(self, x_BTC: Tensor) -> Tensor:
        """x / sqrt(mean(x^2) + eps) (Zhang & Sennrich 2019); its weight is folded into the next matrix."""
        return F.rms_norm(x_BTC, x_BTC.shape[-1:], eps=self.config.norm_eps)

    def attention(self, index: int, x_BTC: Tensor, angles, cache: KVCache | None, mask) -> Tensor:
        """softmax(q k^T / sqrt(D)) v of block `index`, causal, on normalised x (B, T, C)."""
        B, T, C = x_BTC.shape
        qkv_BTX = F.linear(x_BTC, self.layers[index].qkv_XC)
        q_BTHD, k_BTHD, v_BTHD = qkv_BTX.view(B, T, 3, self.config.n_heads, -1).unbind(2)
        q_BTHD, k_BTHD = rotary_torch(q_BTHD, k_BTHD, *angles)
        q_BHTD, k_BHTD, v_BHTD = (x_BTHD.transpose(1, 2) for x_BTHD in (q_BTHD, k_BTHD, v_BTHD))
        if cache is not None:
            k_BHTD, v_BHTD = cache.extend(index, k_BHTD, v_BHTD)
        y_BHTD = F.scaled_dot_product_attention(
            q_BHTD, k_BHTD, v_BHTD, attn_mask=mask, is_causal=cache is None
        )
        return F.linear(y_BHTD.transpose(1, 2).reshape(B, T, C), self.layers[index].output_CC)

    def feed_forward(self, index: int, x_BTC: Tensor) -> Tensor:
        """W2 relu(W1 x)^2 of block `index` (So et al. 2021), on normalised x (B, T, C)."""
        h_BTF = F.relu(F.linear(x_BTC, self.layers[index].up_FC))
        return F.linear(h_BTF.square(), self.layers[index].down_CF)

    def hidden(self, tokens_BT: Tensor, cache: KVCache | None = None) -> Tensor:
        """Last hidden states (B, T, C) before the norm; with a cache, of the tokens that follow it.

        Raises ValueError for more tokens than max_seq_len.
        """
        T = tokens_BT.shape[1]
        if T > self.config.max_seq_len:
            raise ValueError(f"{T} tokens do not fit into max_seq_len {self.config.max_seq_len}")
        places_T = slice(T) if cache is None else cache.next_places(T)
        mask = None if cache is None else cache.mask(T)
        angles = self.cos_TD[places_T], self.sin_TD[places_T]
        x_BTC = F.embedding(tokens_BT, self.embedding_VC)
        for index in range(self.config.n_layers):
            x_BTC = x_BTC + self.attention(index, self.normed(x_BTC), angles, cache, mask)
            x_BTC = x_BTC + self.feed_forward(index, self.normed(x_BTC))
        if cache is not None:
            cache.length += T
        return x_BTC

    def logits(self, x_BTC: Tensor) -> Tensor:
        """Logits (..., V) of last hidden states (..., C)."""
        return F.linear(self.normed(x_BTC), self.head_VC)

    def __call__(self, tokens_BT: Tensor, cache: KVCache | None = None) -> Tensor:
        """Logits (B, T, V) of int64 tokens (B, T)."""
        return self.logits(self.hidden(tokens_BT, cache))
