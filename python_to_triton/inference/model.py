"""model."""

import torch
import torch.nn as nn
import torch.nn.functional as F
import kernels


class RMSNorm(nn.Module):
    """y = x / sqrt(mean(x^2) + eps) * weight, over the last dimension."""

    def __init__(self, width, eps, choices):
        super().__init__()
        self.weight, self.eps, self.choices = nn.Parameter(torch.ones(width)), eps, choices

    def forward(self, x_BTC):
        return kernels.rms_norm(x_BTC, self.weight, self.eps, self.choices["rms_norm"])

    def after_adding(self, branch_BTC, x_BTC):
        """(y, u): u = x + branch, and y its norm."""
        return kernels.add_rms_norm(branch_BTC, x_BTC, self.weight, self.eps, self.choices["add_rms_norm"])


def rotary_table(head_width, max_seq_len, theta):
    """cos and sin (T, D/2) of position * theta_i with theta_i = theta^(-2i/D) (Su et al. 2021, equation 15)."""
    theta_i = theta ** (-torch.arange(0, head_width, 2, dtype=torch.float64) / head_width)
    angle_TD = torch.outer(torch.arange(max_seq_len, dtype=torch.float64), theta_i)
    return angle_TD.cos().float(), angle_TD.sin().float()


class KVCache:
    """Keys and values of every layer, (layers, 2, B, H, T_max, D), for rows that are padded on the left to one length.

    What a step depends on stands in tensors of fixed places, so that it can be captured in a CUDA graph; `window`, a
    number that the caller moves on, is as many positions as hold anything.
    """

    def __init__(self, config, batch, T_max, device, dtype):
        shape = (config.n_layers, 2, batch, config.n_heads, T_max, config.d_model // config.n_heads)
        self.store = torch.zeros(shape, device=device, dtype=dtype)
        self.first_B = torch.zeros(
            batch, device=device, dtype=torch.int64
        )  # where each row begins, after its padding
        self.tokens_B = torch.zeros(batch, device=device, dtype=torch.int64)  # written last, to be read next
        self.draws_B2 = torch.zeros(
            batch, 2, device=device, dtype=torch.int64
        )  # stream and count of draws (kernels.sample_tokens)
        self.length = torch.zeros((), device=device, dtype=torch.int64)  # tokens so far, padding included
        self.places = torch.arange(T_max, device=device)
        self.window = T_max

    def grow(self):
        """Room in the window for one more token a row."""
        assert self.window < len(self.places), f"{self.window} tokens fill the cache"
        self.window += 1

    def next_places(self, T):
        return self.length + self.places[:T]

    def mask(self, T):
        """(B, 1, T, window): a token sees its row from the beginning up to itself; padding sees itself, lest it be NaN."""
        keys, queries = self.places[: self.window], self.next_places(T)[:, None]
        begun_BT = keys >= self.first_B[:, None]
        return ((keys <= queries) & begun_BT[:, None] | (keys == queries))[:, None]

    def extend(self, layer, k_BHTD, v_BHTD):
        """Appends this layer's keys and values; returns the window. `length` moves on once, after the last layer."""
        places = self.next_places(k_BHTD.shape[2])
        for store, new in zip(self.store[layer], (k_BHTD, v_BHTD)):
            store.index_copy_(2, places, new.to(store.dtype))
        return self.store[layer, :, :, :, : self.window]

    def take(self, other, rows):
        """Becomes the rows of another cache, in this order, repeats included; rows beyond see only themselves. Returns itself."""
        held = other.store[:, :, :, :, : other.window].to(self.store.dtype)
        self.store[:, :, : len(rows), :, : other.window] = held[:, :, rows]
        self.first_B[len(rows) :] = len(self.places)
        for mine, theirs in (
            (self.first_B, other.first_B),
            (self.tokens_B, other.tokens_B),
            (self.draws_B2, other.draws_B2),
        ):
            mine[: len(rows)] = theirs[rows]
        self.length.copy_(other.length)
        self.window = other.window
        return self


class Attention(nn.Module):
    """Causal multi-head attention with rotary positions, softmax(q k^T / sqrt(D)) v. Dropout falls on the branch's output alone."""

    def __init__(self, config, layer, choices):
        super().__init__()
        self.layer, self.n_heads, self.rotary, self.attention = (
            layer,
            config.n_heads,
            choices["rotary"],
            choices["attention"],
        )
        self.query = nn.Linear(config.d_model, config.d_model, bias=False)
        self.key = nn.Linear(config.d_model, config.d_model, bias=False)
        self.value = nn.Linear(config.d_model, config.d_model, bias=False)
        self.output = nn.Linear(config.d_model, config.d_model, bias=False)

    def forward(self, x_BTC, cos_TD, sin_TD, cache=None, mask=None):
        B, T, C = x_BTC.shape
        q_BTHD, k_BTHD, v_BTHD = (
            project(x_BTC).view(B, T, self.n_heads, -1) for project in (self.query, self.key, self.value)
        )
        q_BTHD, k_BTHD = kernels.rotary(q_BTHD, k_BTHD, cos_TD, sin_TD, self.rotary)
        if cache is None:
            return self.output(
                kernels.attention(q_BTHD, k_BTHD, v_BTHD, implementation=self.attention).reshape(B, T, C)
            )
        k, v = cache.extend(self.layer, k_BTHD.transpose(1, 2), v_BTHD.transpose(1, 2))  # (B, H, T, D)
        y_BHTD = F.scaled_dot_product_attention(q_BTHD.transpose(1, 2), k, v, attn_mask=mask)
        return self.output(y_BHTD.transpose(1, 2).reshape(B, T, C))


class FeedForward(nn.Module):
    """W2 relu(W1 x)^2."""

    def __init__(self, config):
        super().__init__()
        self.up = nn.Linear(config.d_model, config.d_ff, bias=False)
        self.down = nn.Linear(config.d_ff, config.d_model, bias=False)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x_BTC):
        h_BTF = F.relu(self.up(x_BTC))
        return self.dropout(self.down(h_BTF * h_BTF))  # autocast would take `square` for a power, and to fp32


class Block(nn.Module):
    """x + attention(norm(x)), then x + feed-forward(norm(x))."""

    def __init__(self, config, layer, choices):
        super().__init__()
        self.attention_norm = RMSNorm(config.d_model, config.norm_eps, choices)
        self.attention = Attention(config, layer, choices)
        self.feed_forward_norm = RMSNorm(config.d_model, config.norm_eps, choices)
        self.feed_forward = FeedForward(config)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x_BTC, cos_TD, sin_TD, cache=None, mask=None):
        branch_BTC = self.dropout(self.attention(self.attention_norm(x_BTC), cos_TD, sin_TD, cache, mask))
        normed_BTC, x_BTC = self.feed_forward_norm.after_adding(branch_BTC, x_BTC)
        return x_BTC + self.feed_forward(normed_BTC)


class Transformer(nn.Module):
    """Decoder-only language model. `choices` names the implementation of each op that kernels.py has in two."""

    def __init__(self, config, choices=None):
        super().__init__()
        choices = dict.fromkeys(kernels.OPS, "torch") | (choices or {})
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.blocks = nn.ModuleList(Block(config, layer, choices) for layer in range(config.n_layers))
        self.norm = RMSNorm(config.d_model, config.norm_eps, choices)
        self.head = nn.Linear(config.d_model, config.vocab_size, bias=False)
        cos_TD, sin_TD = rotary_table(config.d_model // config.n_heads, config.max_seq_len, config.rope_theta)
        self.register_buffer("cos_TD", cos_TD, persistent=False)
        self.register_buffer("sin_TD", sin_TD, persistent=False)
        self.apply(self.initialise)
        for block in self.blocks:  # each block starts as the identity
            nn.init.zeros_(block.attention.output.weight)
            nn.init.zeros_(block.feed_forward.down.weight)

    @staticmethod
    def initialise(module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=0.02)

    def hidden(self, tokens_BT, cache=None):
        """Normalised last hidden states (B, T, C); with a cache, of the tokens that follow it."""
        T = tokens_BT.shape[1]
        if T > self.config.max_seq_len:
            raise ValueError(f"{T} tokens do not fit into max_seq_len {self.config.max_seq_len}")
        places_T, mask = (slice(T), None) if cache is None else (cache.next_places(T), cache.mask(T))
        cos_TD, sin_TD = self.cos_TD[places_T], self.sin_TD[places_T]
        x_BTC = self.embedding(tokens_BT)
        for block in self.blocks:
            x_BTC = block(x_BTC, cos_TD, sin_TD, cache, mask)
        if cache is not None:
            cache.length += T
        return self.norm(x_BTC)

    def forward(self, tokens_BT, cache=None):
        """Logits (B, T, V) of int64 tokens (B, T)."""
        return self.head(self.hidden(tokens_BT, cache))
