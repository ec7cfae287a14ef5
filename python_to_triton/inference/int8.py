"""int8."""

import functools
import itertools
import math
import torch
import torch.nn.functional as F
from python_to_triton.inference.decoder import Decoder
from python_to_triton.inference.model import rotary_table


class Int8Linear:
    """y = scale * (Q x): an int8 matrix Q as it was released, one scale a row; products and sums in float32, no activation is rounded.

    FBGEMM's kernel reads Q as 16-bit floats, which hold every int8 exactly. Of what PyTorch has (LOG.md) it alone is both exact and
    faster than float32 at one row, at twenty and at hundreds.
    """

    def __init__(self, weight_RC, scale_R1):
        self.packed, self.scale_R = (
            torch.ops.quantized.linear_prepack_fp16(weight_RC.float(), None),
            scale_R1.flatten(),
        )

    @staticmethod
    def supported():
        """Whether this CPU has the kernel: x86 with AVX2."""
        return "fbgemm" in torch.backends.quantized.supported_engines

    def unscaled(self, x_NC):
        return torch.ops.quantized.linear_dynamic_fp16(x_NC, self.packed)

    def __call__(self, x_NC):
        return self.unscaled(x_NC).mul_(self.scale_R)

    def relu(self, x_NC):
        return torch.ops.quantized.linear_relu_dynamic_fp16(x_NC, self.packed).mul_(
            self.scale_R
        )  # scales are positive

    def add_to(self, residual_NR, x_NC):
        residual_NR.addcmul_(self.unscaled(x_NC), self.scale_R)


class Int8RMSNorm:
    """RMSNorm in three passes: x (sqrt(C) w) / hypot(|x|, sqrt(C eps))."""

    def __init__(self, weight_C, eps):
        width = len(weight_C)
        self.weight_C, self.floor = weight_C * width**0.5, torch.tensor((width * eps) ** 0.5)

    def __call__(self, x_NC):
        return (x_NC * self.weight_C).div_(
            torch.linalg.vector_norm(x_NC, dim=-1, keepdim=True).hypot_(self.floor)
        )


class Int8Block:
    """A Block for the CPU: query, key and value in one product, whose rows are sorted so that rotary is one complex one."""

    def __init__(self, config, state, matrices, layer):
        self.heads = config.n_heads, config.d_model // config.n_heads
        name = f"blocks.{layer}."
        query, key, value, output = (
            matrices[f"{name}attention.{part}.weight"] for part in ("query", "key", "value", "output")
        )
        rows = (
            torch.arange(config.d_model).view(config.n_heads, 2, -1).mT.flatten()
        )  # i and i + D/2, which turn together, side by side
        query, key = ([part[rows] for part in matrix] for matrix in (query, key))
        self.qkv, self.output = Int8Linear(*map(torch.cat, zip(query, key, value))), Int8Linear(*output)
        self.up, self.down = (
            Int8Linear(*matrices[f"{name}feed_forward.{part}.weight"]) for part in ("up", "down")
        )
        self.attention_norm, self.feed_forward_norm = (
            Int8RMSNorm(state[f"{name}{part}_norm.weight"], config.norm_eps)
            for part in ("attention", "feed_forward")
        )

    def __call__(self, x_NC, turns_N1D, attend):
        """Adds to x in place; `attend` maps queries, keys and values (N, 3, H, D) to (N, C)."""
        N, (H, D) = len(x_NC), self.heads
        qkv = self.qkv(self.attention_norm(x_NC)).view(N, 3, H, D)
        torch.view_as_complex(qkv[:, :2].view(N, 2 * H, D // 2, 2)).mul_(turns_N1D)
        self.output.add_to(x_NC, attend(qkv))
        self.down.add_to(x_NC, self.up.relu(self.feed_forward_norm(x_NC)).square_())


class Int8Transformer:
    """A Transformer for decoding on the CPU, from int8 matrices."""

    def __init__(self, config, state, matrices):
        """`state`: a Transformer's state_dict; `matrices`: {name: (int8 (R, C), scale (R, 1))} of everything two-dimensional in it."""
        self.config = config
        table, scale = matrices["embedding.weight"]
        self.embedding_VC, self.head = table * scale, Int8Linear(*matrices["head.weight"])
        self.blocks = [Int8Block(config, state, matrices, layer) for layer in range(config.n_layers)]
        self.norm = Int8RMSNorm(state["norm.weight"], config.norm_eps)
        self.turns_T1D = torch.complex(
            *rotary_table(config.d_model // config.n_heads, config.max_seq_len, config.rope_theta)
        )[:, None]

    def hidden(self, tokens_N, places_N, attend):
        """Last hidden states (N, C), before the norm; `attend(layer, qkv)` is what binds the tokens together."""
        x_NC, turns_N1D = self.embedding_VC[tokens_N], self.turns_T1D[places_N]
        for layer, block in enumerate(self.blocks):
            block(x_NC, turns_N1D, functools.partial(attend, layer))
        return x_NC

    def logits(self, x_NC):
        return self.head(self.norm(x_NC))


def attention_with_sums(q_BHTD, k_BHTD, v_BHTD):
    """(softmax(q k^T / sqrt(D)) v, log (B, H, T) of the sum inside the softmax): PyTorch's own flash attention for the CPU."""
    return torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(q_BHTD, k_BHTD, v_BHTD)


class Int8Cache:
    """Keys and values on the CPU. What rows read as their common prompt is there once, and read once a step for all of them.

    prompts: of each row, (layers, 2, 1, H, T, D); own: what the rows have written since, (layers, 2, B, H, room, D), `count` tokens.
    """

    def take(self, other, rows):
        """Becomes the rows of another cache, in this order, repeats included; returns itself."""
        self.prompts, self.own, self.count = (
            [other.prompts[row] for row in rows],
            other.own[:, :, rows, :, : other.count],
            other.count,
        )
        self.places_B, self.tokens_B, self.draws_B2 = (
            of_row[rows] for of_row in (other.places_B, other.tokens_B, other.draws_B2)
        )
        if len(rows) == 1:  # nothing is shared: one attention instead of two
            self.own = torch.cat([*self.prompts, self.own], 4)
            self.prompts, self.count = [self.own[..., :0, :]], self.own.shape[4]
        runs = itertools.groupby(
            range(len(rows)), lambda row: id(self.prompts[row])
        )  # neighbours that share a prompt
        self.runs = [
            (slice(run[0], run[-1] + 1), self.prompts[run[0]])
            for run in (list(run) for _, run in runs)
            if self.prompts[run[0]].shape[4]
        ]
        return self

    @property
    def window(self):
        """Tokens of the longest row."""
        return self.places_B.max().item()

    def grow(self):
        """Room for one more token a row; doubles what is there when it is full."""
        if self.count == self.own.shape[4]:
            self.own = torch.cat(
                [self.own, self.own.new_empty(*self.own.shape[:4], max(64, self.count), self.own.shape[5])], 4
            )

    def attend(self, layer, qkv):
        """One new token a row, (B, 3, H, D) to (B, C): attention to what the row wrote and to its prompt, weighed by their softmax sums."""
        self.own[layer, :, :, :, self.count] = qkv[:, 1:].transpose(0, 1)
        q_BHD = qkv[:, 0]
        y_BH1D, sums_BH1 = attention_with_sums(q_BHD[:, :, None], *self.own[layer, :, :, :, : self.count + 1])
        if not self.runs:
            return y_BH1D.flatten(1)
        parts = [
            attention_with_sums(q_BHD[rows].transpose(0, 1)[None], *prompt[layer])
            for rows, prompt in self.runs
        ]
        prompt_HBD, prompt_sums_HB = (torch.cat(part, 2)[0] for part in zip(*parts))
        share_BH = (prompt_sums_HB.mT - sums_BH1[..., 0]).sigmoid()
        return torch.lerp(y_BH1D[:, :, 0], prompt_HBD.transpose(0, 1), share_BH[..., None]).flatten(1)

    def advance(self):
        """The step is over."""
        self.count, self.places_B = self.count + 1, self.places_B + 1


class Int8Decoder(Decoder):
    """Decoder for an Int8Transformer: a prompt is read on its own, so that nothing is ever padded, and remembered a while."""

    REMEMBERED = 16  # prompts: the samples that follow a greedy answer ask the same again

    def __init__(self, model):
        super().__init__(model)
        self.read_one = functools.lru_cache(self.REMEMBERED)(self.read_one)

    def fitting(self, rows):
        """Rows that are computed for `rows` that go on: a smaller cache is a copy, worth while every four."""
        return rows if rows < 4 else math.ceil(rows / 4) * 4

    def cache(self, rows):
        return Int8Cache()

    def read_one(self, prompt):
        """(keys and values (layers, 2, 1, H, T, D), logits (1, V)) after a tuple of tokens."""
        T, config = len(prompt), self.model.config
        store = torch.empty(config.n_layers, 2, 1, config.n_heads, T, config.d_model // config.n_heads)

        def attend(layer, qkv):
            q_BHTD, k_BHTD, v_BHTD = qkv.permute(1, 2, 0, 3)[:, None]
            store[layer, 0], store[layer, 1] = k_BHTD, v_BHTD
            return (
                F.scaled_dot_product_attention(q_BHTD, k_BHTD, v_BHTD, is_causal=True)[0]
                .transpose(0, 1)
                .flatten(1)
            )

        x_TC = self.model.hidden(torch.tensor(prompt), slice(T), attend)
        return store, self.model.logits(x_TC[-1:])

    def read(self, prompts):
        """(cache, logits (B, V)) after several prompts."""
        stores, logits = zip(*map(self.read_one, prompts))
        cache = Int8Cache()
        cache.prompts, cache.count, cache.places_B = (
            stores,
            0,
            torch.tensor([len(prompt) for prompt in prompts]),
        )
        cache.tokens_B, cache.draws_B2 = (
            torch.zeros_like(cache.places_B),
            torch.zeros(len(prompts), 2, dtype=torch.int64),
        )
        cache.own = stores[0].new_empty(
            *stores[0].shape[:2], len(prompts), stores[0].shape[3], 0, stores[0].shape[5]
        )
        return cache, torch.cat(logits)

    def next_logits(self, cache):
        cache.grow()
        x_BC = self.model.hidden(cache.tokens_B, cache.places_B, cache.attend)
        cache.advance()
        return self.model.logits(x_BC)
