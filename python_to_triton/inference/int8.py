"""Decoding on the CPU from int8 matrices.

Dimension key: N tokens of a step or a prompt, B batch, T time, C width, H heads, D head width, V vocabulary;
R and C of a matrix are its rows and columns.
"""

import contextlib
import functools
import itertools
import math
from collections.abc import Callable, Iterator

import torch
import torch.nn.functional as F
from torch import Tensor

from python_to_triton.inference.architecture import Architecture
from python_to_triton.inference.decoder import Decoder
from triton_ops import CORES
from triton_ops.rotation import rotary_tables


class Int8Linear:
    """y = scale * (Q x): an int8 matrix Q, one scale a row; products and sums in float32.

    FBGEMM's kernel reads Q as 16-bit floats, which hold every int8 exactly, and every integer up to 2048,
    as an int4 matrix has them (int4.py). Of what PyTorch has, it alone is both exact and faster than float32
    at one row, at twenty and at hundreds (docs/log/2026-11-21.md).
    """

    def __init__(self, weight_RC: Tensor, scale_R1: Tensor):
        self.packed = torch.ops.quantized.linear_prepack_fp16(weight_RC.float(), None)
        self.scale_R = scale_R1.flatten()

    @staticmethod
    def supported() -> bool:
        """Whether this CPU has the kernel: x86 with AVX2."""
        return "fbgemm" in torch.backends.quantized.supported_engines

    def unscaled(self, x_NC: Tensor) -> Tensor:
        return torch.ops.quantized.linear_dynamic_fp16(x_NC, self.packed)

    def __call__(self, x_NC: Tensor) -> Tensor:
        return self.unscaled(x_NC).mul_(self.scale_R)

    def relu(self, x_NC: Tensor) -> Tensor:
        """relu of the product; scales are positive."""
        return torch.ops.quantized.linear_relu_dynamic_fp16(x_NC, self.packed).mul_(self.scale_R)

    def add_to(self, residual_NR: Tensor, x_NC: Tensor) -> None:
        residual_NR.addcmul_(self.unscaled(x_NC), self.scale_R)


class Int8RMSNorm:
    """RMSNorm in three passes: x (sqrt(C) w) / hypot(|x|, sqrt(C eps))."""

    def __init__(self, weight_C: Tensor, eps: float):
        width = len(weight_C)
        self.weight_C = weight_C * width**0.5
        self.floor = torch.tensor((width * eps) ** 0.5)

    def __call__(self, x_NC: Tensor) -> Tensor:
        length_N1 = torch.linalg.vector_norm(x_NC, dim=-1, keepdim=True)
        return (x_NC * self.weight_C).div_(length_N1.hypot_(self.floor))


class Int8Block:
    """A block for the CPU: query, key, value in one product; rotary is one complex product."""

    def __init__(self, config: Architecture, state: dict[str, Tensor], matrices: dict, index: int):
        self.n_heads = config.n_heads
        self.head_width = config.head_width
        block = f"blocks.{index}."

        def matrix(name):
            return matrices[f"{block}{name}.weight"]

        def norm(name):
            return Int8RMSNorm(state[f"{block}{name}.weight"], config.norm_eps)

        # features i and i + D/2, which rotary turns together, side by side
        rows = torch.arange(config.d_model).view(config.n_heads, 2, -1).mT.flatten()
        query = [part[rows] for part in matrix("attention.query")]
        key = [part[rows] for part in matrix("attention.key")]
        weight, scale = map(torch.cat, zip(query, key, matrix("attention.value")))
        self.qkv = Int8Linear(weight, scale)
        self.output = Int8Linear(*matrix("attention.output"))
        self.up = Int8Linear(*matrix("feed_forward.up"))
        self.down = Int8Linear(*matrix("feed_forward.down"))
        self.attention_norm = norm("attention_norm")
        self.feed_forward_norm = norm("feed_forward_norm")

    def __call__(self, x_NC: Tensor, turns_N1D: Tensor, attend: Callable) -> None:
        """Adds to x in place; `attend` maps queries, keys and values (N, 3, H, D) to (N, C)."""
        N = len(x_NC)
        H = self.n_heads
        D = self.head_width
        qkv_N3HD = self.qkv(self.attention_norm(x_NC)).view(N, 3, H, D)
        torch.view_as_complex(qkv_N3HD[:, :2].view(N, 2 * H, D // 2, 2)).mul_(turns_N1D)
        self.output.add_to(x_NC, attend(qkv_N3HD))
        self.down.add_to(x_NC, self.up.relu(self.feed_forward_norm(x_NC)).square_())


class Int8Transformer:
    """The decoder on the CPU, from int8 matrices."""

    def __init__(self, config: Architecture, state: dict[str, Tensor], matrices: dict):
        """`state`: a state dict; `matrices`: {name: (integers (R, C), scale (R, 1))} of all its matrices."""
        self.config = config
        table, scale = matrices["embedding.weight"]
        self.embedding_VC = table * scale
        self.head = Int8Linear(*matrices["head.weight"])
        self.blocks = [Int8Block(config, state, matrices, index) for index in range(config.n_layers)]
        self.norm = Int8RMSNorm(state["norm.weight"], config.norm_eps)
        cos_TD, sin_TD = rotary_tables(config.max_seq_len, config.head_width, base=config.rope_theta)
        self.turns_T1D = torch.complex(cos_TD, sin_TD)[:, None]

    def hidden(self, tokens_N: Tensor, places_N, attend: Callable) -> Tensor:
        """Last hidden states (N, C), before the norm; `attend(layer, qkv)` is the attention."""
        x_NC = self.embedding_VC[tokens_N]
        turns_N1D = self.turns_T1D[places_N]
        for layer, block in enumerate(self.blocks):
            block(x_NC, turns_N1D, functools.partial(attend, layer))
        return x_NC

    def logits(self, x_NC: Tensor) -> Tensor:
        return self.head(self.norm(x_NC))


def attention_with_sums(q_BHTD: Tensor, k_BHTD: Tensor, v_BHTD: Tensor) -> tuple[Tensor, Tensor]:
    """(softmax(q k^T / sqrt(D)) v, log (B, H, T) of the softmax's sum), by PyTorch's flash attention."""
    return torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(q_BHTD, k_BHTD, v_BHTD)


class Int8Cache:
    """Keys and values on the CPU. A prompt that rows share is stored once, and read once a step.

    prompts   of each row, (layers, 2, 1, H, T, D)
    own       what the rows have written since, (layers, 2, B or more, H, room, D), `count` tokens of it
    places_B  tokens of each row so far; tokens_B its last token
    """

    def __init__(self, stores: list[Tensor]):
        """The cache after prompts of these keys and values, before anything is written."""
        layers, two, _, H, _, D = stores[0].shape
        self.prompts = list(stores)
        self.own = stores[0].new_empty(layers, two, len(stores), H, 0, D)
        self.count = 0
        self.places_B = torch.tensor([store.shape[4] for store in stores])
        self.tokens_B = torch.zeros_like(self.places_B)
        self.runs = []  # (rows, their prompt) of neighbours that share one

    def rows_of(self, rows: list[int]) -> "Int8Cache":
        """The cache of these rows, in this order, repeats included."""
        taken = Int8Cache([self.prompts[row] for row in rows])
        taken.own = self.own[:, :, rows, :, : self.count]
        taken.count = self.count
        taken.places_B = self.places_B[rows]
        taken.tokens_B = self.tokens_B[rows]
        if len(rows) == 1:  # nothing is shared: one attention instead of two
            taken.own = torch.cat([*taken.prompts, taken.own], 4)
            taken.prompts = [taken.own[..., :0, :]]
            taken.count = taken.own.shape[4]
        taken.find_runs()
        return taken

    def find_runs(self) -> None:
        """Notes which neighbours share a prompt."""
        self.runs = []
        for _, group in itertools.groupby(range(len(self.prompts)), lambda row: id(self.prompts[row])):
            run = list(group)
            prompt = self.prompts[run[0]]
            if prompt.shape[4]:
                self.runs.append((slice(run[0], run[-1] + 1), prompt))

    def make_room(self, rows: int, room: int) -> None:
        """Makes room for so many rows, of so many tokens."""
        layers, two, _, H, _, D = self.own.shape
        own = self.own.new_empty(layers, two, rows, H, room, D)
        held = slice(len(self.prompts))
        own[:, :, held, :, : self.count] = self.own[:, :, held, :, : self.count]
        self.own = own

    def add(self, rows: list[int]) -> None:
        """Copies rows behind the others. Nothing else is moved, unless there is no room for them."""
        before = len(self.prompts)
        after = before + len(rows)
        if after > self.own.shape[2]:
            self.make_room(2 * after, self.own.shape[4])
        for place, row in enumerate(rows, before):
            self.own[:, :, place, :, : self.count] = self.own[:, :, row, :, : self.count]
        self.prompts += [self.prompts[row] for row in rows]
        self.places_B = torch.cat([self.places_B, self.places_B[rows]])
        self.tokens_B = torch.cat([self.tokens_B, self.tokens_B[rows]])
        self.find_runs()

    @property
    def window(self) -> int:
        """Tokens of the longest row."""
        return self.places_B.max().item()

    def grow(self) -> None:
        """Makes room for one more token a row; doubles what is there when it is full."""
        rows, room = self.own.shape[2], self.own.shape[4]
        if self.count == room:
            self.make_room(rows, room + max(64, room))

    def attend(self, layer: int, qkv_B3HD: Tensor) -> Tensor:
        """One new token a row, (B, 3, H, D) to (B, C).

        Attention to what the row wrote and to its prompt, weighed by the sums of their softmaxes.
        """
        B = len(qkv_B3HD)
        self.own[layer, :, :B, :, self.count] = qkv_B3HD[:, 1:].transpose(0, 1)
        q_BHD = qkv_B3HD[:, 0]
        own = self.own[layer, :, :B, :, : self.count + 1]
        y_BH1D, sums_BH1 = attention_with_sums(q_BHD[:, :, None], *own)
        if not self.runs:
            return y_BH1D.flatten(1)
        parts = [
            attention_with_sums(q_BHD[rows].transpose(0, 1)[None], *prompt[layer])
            for rows, prompt in self.runs
        ]
        prompt_HBD, prompt_sums_HB = (torch.cat(part, 2)[0] for part in zip(*parts))
        share_BH = (prompt_sums_HB.mT - sums_BH1[..., 0]).sigmoid()
        return torch.lerp(y_BH1D[:, :, 0], prompt_HBD.transpose(0, 1), share_BH[..., None]).flatten(1)

    def advance(self) -> None:
        """Ends a step."""
        self.count += 1
        self.places_B = self.places_B + 1


@contextlib.contextmanager
def half_of_the_cores() -> Iterator[None]:
    """PyTorch's threads inside: one for every two cores.

    A step has three dozen products of a fraction of a millisecond, and then passes over the logits. A thread
    that waits for a core which another process holds halts all the others at each of them: the answer then
    takes ten times as long.
    """
    before = torch.get_num_threads()
    torch.set_num_threads(max(1, min(before, CORES // 2)))
    try:
        yield
    finally:
        torch.set_num_threads(before)


class Int8Decoder(Decoder):
    """Decoder for an Int8Transformer: a prompt is read on its own, without padding, and remembered."""

    REMEMBERED = 16  # prompts: the samples that follow a greedy answer ask the same again

    def __init__(self, model: Int8Transformer):
        super().__init__(model)
        self.read_one = functools.lru_cache(self.REMEMBERED)(self.read_one)

    def fitting(self, rows: int) -> int:
        """Rows that are computed for `rows` that go on: a smaller cache is a copy, worth while every four."""
        return rows if rows < 4 else math.ceil(rows / 4) * 4

    def cache_of(self, cache: Int8Cache, rows: list[int]) -> Int8Cache:
        return cache.rows_of(rows)

    def split(self, cache: Int8Cache, rows: list[int]) -> Int8Cache:
        cache.add(rows)
        return cache

    def read_one(self, prompt: tuple[int, ...]) -> tuple[Tensor, Tensor]:
        """(keys and values (layers, 2, 1, H, T, D), logits (1, V)) after the tokens of a prompt."""
        T = len(prompt)
        config = self.model.config
        store = torch.empty(config.n_layers, 2, 1, config.n_heads, T, config.head_width)

        def attend(layer, qkv_T3HD):
            q_BHTD, k_BHTD, v_BHTD = qkv_T3HD.permute(1, 2, 0, 3)[:, None]
            store[layer, 0] = k_BHTD
            store[layer, 1] = v_BHTD
            y_BHTD = F.scaled_dot_product_attention(q_BHTD, k_BHTD, v_BHTD, is_causal=True)
            return y_BHTD[0].transpose(0, 1).flatten(1)

        x_TC = self.model.hidden(torch.tensor(prompt), slice(T), attend)
        return store, self.model.logits(x_TC[-1:])

    def read(self, prompts: list[tuple[int, ...]]) -> tuple[Int8Cache, Tensor]:
        """(cache, logits (B, V)) after several prompts."""
        with half_of_the_cores():
            stores, logits = zip(*map(self.read_one, prompts))
        return Int8Cache(stores), torch.cat(logits)

    def sample(self, logits_BV: Tensor, draws_B2: Tensor) -> Tensor:
        with half_of_the_cores():
            return super().sample(logits_BV, draws_B2)

    def next_logits(self, cache: Int8Cache) -> Tensor:
        cache.grow()
        with half_of_the_cores():
            x_BC = self.model.hidden(cache.tokens_B, cache.places_B, cache.attend)
            logits_BV = self.model.logits(x_BC)
        cache.advance()
        return logits_BV
