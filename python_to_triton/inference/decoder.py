"""Reading prompts and writing a token a step: in plain PyTorch, and on a GPU with captured steps.

Dimension key: B batch, T time, C width, F feed-forward width, V vocabulary, X = 3 C.
"""

import functools
import itertools
import re
import sys
from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from python_to_triton.inference.cache import KVCache
from python_to_triton.inference.model import PackedModel
from triton_ops.cached_attention import cached_attention
from triton_ops.decode_linear import decode_linear
from triton_ops.machine import default_dtype
from triton_ops.sampling import sample_tokens


def decode_step(model: PackedModel, cache: KVCache, implementation: str) -> Tensor:
    """Logits (B, V), float32, after one more token a row: the model in five launches a layer."""
    linear = functools.partial(decode_linear, implementation=implementation)
    eps = model.config.norm_eps
    x_BC = F.embedding(cache.tokens_B, model.embedding_VC)
    for layer, store in zip(model.layers, cache.store):
        qkv_BX = linear(x_BC, layer.qkv_XC, eps)
        y_BC = cached_attention(
            qkv_BX, store, cache.first_B, cache.length, model.cos_TD, model.sin_TD, implementation
        )
        x_BC = linear(y_BC, layer.output_CC, residual=x_BC)
        hidden_BF = linear(x_BC, layer.up_FC, eps, squared=True)
        x_BC = linear(hidden_BF, layer.down_CF, residual=x_BC)
    cache.length += 1
    return linear(x_BC, model.head_VC, eps)


def free_bytes(device: torch.device) -> int:
    """Memory that is free on a device."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    kilobytes = re.search(r"MemAvailable:\s*(\d+) kB", Path("/proc/meminfo").read_text())
    return 1024 * int(kilobytes[1])


def affordable(batches: tuple[int, ...], row_bytes: int, free: int, stay: bool) -> tuple[int, ...]:
    """Those of the rising batch sizes whose caches take at most a third of the free bytes.

    Caches that `stay` are held with all smaller ones. The other thirds are for reading the prompts and for
    judging the answers. The smallest batch is always among them; where the largest is not, stderr says so.
    """
    rows_held = itertools.accumulate(batches) if stay else batches
    fitting = tuple(batch for batch, rows in zip(batches, rows_held) if rows * row_bytes <= free / 3)
    fitting = fitting or batches[:1]
    if fitting != batches:
        print(
            f"writing {fitting[-1]} answers at a time, not {batches[-1]}: {free / 1e9:.1f} GB of memory are "
            f"free, and an answer's keys and values may take {row_bytes / 1e6:.0f} MB",
            file=sys.stderr,
        )
    return fitting


class Decoder:
    """A model that reads prompts and then writes a token a step, its keys and values cached."""

    BATCHES = (1, 2, 4, 8, 16, 32)  # rows of the caches, as far as there is memory
    STAY = False  # whether a cache is kept for the next prompts
    sampler = "torch"

    def __init__(self, model: PackedModel, cache_dtype: torch.dtype | None = None):
        """`model`: a PackedModel, or what has its config, embedding_VC, hidden and logits."""
        self.model = model
        self.device = model.embedding_VC.device
        self.dtype = cache_dtype or model.embedding_VC.dtype
        self.seed = torch.zeros((), dtype=torch.int64, device=self.device)
        self.temperature = torch.zeros((), device=self.device)
        self.top_p = torch.zeros((), device=self.device)
        config = model.config
        row_bytes = 2 * config.n_layers * config.max_seq_len * config.d_model * self.dtype.itemsize
        self.batches = affordable(self.BATCHES, row_bytes, free_bytes(self.device), self.STAY)

    def writer(self, rows: int) -> "Decoder":
        """The decoder that writes the next `rows` answers."""
        return self

    def fitting(self, rows: int) -> int:
        """Rows of the cache that serves `rows` rows."""
        return rows

    def new_cache(self, rows: int, T_max: int, dtype: torch.dtype) -> KVCache:
        return KVCache(self.model.config, rows, T_max, self.device, dtype)

    def cache(self, rows: int) -> KVCache:
        """A cache for at least `rows` rows, its contents undefined."""
        return self.new_cache(self.fitting(rows), self.model.config.max_seq_len, self.dtype)

    def cache_of(self, cache: KVCache, rows: list[int]) -> KVCache:
        """A cache to go on with, holding these rows of another one, in this order, repeats included."""
        return self.cache(len(rows)).take(cache, rows)

    def split(self, cache: KVCache, rows: list[int]) -> KVCache:
        """A cache to go on with, holding another one's rows, and these once more behind them."""
        return self.cache_of(cache, [*range(len(cache.tokens_B)), *rows])

    def read(self, prompts: list[tuple[int, ...]]) -> tuple[KVCache, Tensor]:
        """(cache, logits (B, V)) after several prompts, padded on the left to the longest."""
        T = max(map(len, prompts))
        padding = [T - len(prompt) for prompt in prompts]
        cache = self.new_cache(len(prompts), T, self.model.embedding_VC.dtype)
        cache.first_B.copy_(torch.tensor(padding))
        rows = [[0] * pad + list(prompt) for pad, prompt in zip(padding, prompts)]
        tokens_BT = torch.tensor(rows, device=self.device)
        return cache, self.model.logits(self.model.hidden(tokens_BT, cache)[:, -1])

    def sample(self, logits_BV: Tensor, draws_B2: Tensor) -> Tensor:
        """The next tokens (B,), drawn with the seed, temperature and top_p that `generate` has set."""
        return sample_tokens(logits_BV, draws_B2, self.seed, self.temperature, self.top_p, self.sampler)

    def next_logits(self, cache: KVCache) -> Tensor:
        """Logits (rows, V) after the token of each row, which joins the cache."""
        cache.grow()
        return self.model.logits(self.model.hidden(cache.tokens_B[:, None], cache)[:, -1])

    @torch.inference_mode()
    def try_step(self, prompt: tuple[int, ...]) -> None:
        """Reads a prompt and makes a step, for what that loads."""
        read, _ = self.read([prompt])
        self.next_logits(self.cache_of(read, [0]))


class GraphDecoder(Decoder):
    """Decoder for a GPU that runs Triton.

    Its caches come in fixed batch sizes and stay; the step over each, sampling included, is captured in a
    CUDA graph, since the host would take ten times as long to launch a step as the GPU to run it. Nor does a
    step wait for the host: it takes its tokens where the last one left them, and the host reads them AHEAD
    steps later.
    """

    BATCHES = (1, 4, 16, 64, 256)
    STAY = True
    AHEAD = 2  # steps begun beyond the one whose tokens are waited for
    sampler = "triton"

    def __init__(self, model: PackedModel, plain_answers: int = 0):
        """plain_answers: so many are written in plain PyTorch, where one is asked for, before a step is
        compiled and captured for one: that takes seconds, which a few answers do not repay.
        """
        super().__init__(model, default_dtype(model.device))
        self.plain_answers = plain_answers
        self.packed = model.with_products_in(self.dtype)
        self.caches = {}  # rows -> KVCache
        self.graphs = {}  # rows -> captured step over that cache

    @functools.cached_property
    def plain(self) -> Decoder:
        """The same model without compiled and captured steps."""
        return Decoder(self.model)

    def writer(self, rows: int) -> Decoder:
        if rows > 1 or not self.plain_answers:
            return self
        self.plain_answers -= 1
        return self.plain

    def fitting(self, rows: int) -> int:
        return next(batch for batch in self.batches if batch >= rows)

    def cache(self, rows: int) -> KVCache:
        batch = self.fitting(rows)
        if batch not in self.caches:
            self.caches[batch] = super().cache(rows)
        return self.caches[batch]

    def begin(self, prompts: list[tuple[int, ...]], streams: list[int]) -> tuple[KVCache, Callable]:
        """(cache, its tokens) with the first token of each continuation; equal prompts are read once."""
        distinct = list(dict.fromkeys(prompts))
        read, logits_BV = self.read(distinct)
        rows = [distinct.index(prompt) for prompt in prompts]
        cache = self.cache_of(read, rows)
        draws_B2 = torch.tensor([[stream, 0] for stream in streams], device=self.device)
        cache.tokens_B[: len(rows)] = self.sample(logits_BV[rows], draws_B2)
        cache.draws_B2[: len(rows)] = draws_B2
        return cache, self.tokens(cache)

    def tokens(self, cache: KVCache) -> Callable[[], list[int]]:
        """A function that gives the tokens which the cache will hold when the GPU has come so far."""
        tokens_B = torch.empty(cache.tokens_B.shape, dtype=torch.int64, pin_memory=True)
        ready = torch.cuda.Event()
        tokens_B.copy_(cache.tokens_B, non_blocking=True)
        ready.record(torch.cuda.current_stream(self.device))
        return lambda: ready.synchronize() or tokens_B.tolist()

    def step(self, cache: KVCache) -> Callable[[], list[int]]:
        """Reads the token of each row and writes the next; returns the cache's tokens."""
        cache.grow()
        batch = len(cache.tokens_B)
        if batch not in self.graphs:
            self.graphs[batch] = self.capture(cache)
        self.graphs[batch].replay()
        return self.tokens(cache)

    def fused_step(self, cache: KVCache) -> None:
        """One token more a row, in place."""
        cache.tokens_B.copy_(self.sample(decode_step(self.packed, cache, "triton"), cache.draws_B2))

    def capture(self, cache: KVCache) -> "torch.cuda.CUDAGraph":
        """The CUDA graph of a step over a cache, whose contents are left as they were."""
        state = cache.length, cache.tokens_B, cache.draws_B2
        before = [tensor.clone() for tensor in state]
        stream = torch.cuda.Stream(self.device)  # the current device may be another
        here = torch.cuda.current_stream(self.device)
        stream.wait_stream(here)
        with torch.cuda.stream(stream):  # the first run compiles and allocates what a capture must not
            self.fused_step(cache)
        here.wait_stream(stream)
        for tensor, value in zip(state, before):
            tensor.copy_(value)
        captured = torch.cuda.CUDAGraph()
        with torch.cuda.graph(captured, stream=stream):
            self.fused_step(cache)
        return captured
