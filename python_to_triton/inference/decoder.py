"""decoder."""

import functools
import itertools
import re
import sys
from dataclasses import dataclass
from pathlib import Path
import torch
import torch.nn.functional as F
from python_to_triton.inference.model import KVCache
from triton_ops.cached_attention import cached_attention
from triton_ops.decode_linear import decode_linear
from triton_ops.machine import default_dtype
from triton_ops.sampling import sample_tokens


@dataclass(frozen=True)
class PackedLayer:
    """A block's matrices (features, width) for decoding, the norms' weights folded in: n(x) g W^T = n(x) (g W)^T."""

    qkv: torch.Tensor
    output: torch.Tensor
    up: torch.Tensor
    down: torch.Tensor


@dataclass(frozen=True)
class PackedModel:
    """What a decoding step reads: a copy in the dtype of the products, but for the residual stream's own."""

    embedding_VC: torch.Tensor
    layers: tuple
    head_VC: torch.Tensor
    cos_TD: torch.Tensor
    sin_TD: torch.Tensor
    eps: float

    @classmethod
    @torch.no_grad()
    def of(cls, model, dtype):
        def packed(*projections, norm=1.0):
            return (torch.cat([projection.weight for projection in projections]) * norm).to(dtype)

        layers = tuple(
            PackedLayer(
                packed(a.query, a.key, a.value, norm=block.attention_norm.weight),
                packed(a.output),
                packed(f.up, norm=block.feed_forward_norm.weight),
                packed(f.down),
            )
            for block in model.blocks
            for a, f in [(block.attention, block.feed_forward)]
        )
        return cls(
            model.embedding.weight.detach(),
            layers,
            packed(model.head, norm=model.norm.weight),
            model.cos_TD,
            model.sin_TD,
            model.config.norm_eps,
        )


def decode_step(model, cache, implementation):
    """Logits (B, V), float32, after one more token a row: Transformer.forward of a PackedModel, in five launches a layer."""
    linear = functools.partial(decode_linear, implementation=implementation)
    x_BC = F.embedding(cache.tokens_B, model.embedding_VC)
    for layer, store in zip(model.layers, cache.store):
        qkv_BX = linear(x_BC, layer.qkv, model.eps)
        y_BC = cached_attention(
            qkv_BX, store, cache.first_B, cache.length, model.cos_TD, model.sin_TD, implementation
        )
        x_BC = linear(y_BC, layer.output, residual=x_BC)
        hidden_BF = linear(x_BC, layer.up, model.eps, squared=True)
        x_BC = linear(hidden_BF, layer.down, residual=x_BC)
    cache.length += 1
    return linear(x_BC, model.head_VC, model.eps)


def free_bytes(device):
    """Of memory, on a device, for whoever asks next."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    return 1024 * int(re.search(r"MemAvailable:\s*(\d+) kB", Path("/proc/meminfo").read_text())[1])


def affordable(batches, row_bytes, free, stay):
    """Those of the rising batch sizes whose caches (if they `stay`, with all the smaller ones) take a third of the free bytes at the most.

    The other thirds are for reading the prompts and for whoever judges the answers. The smallest is always among them; where the largest is
    not, a line says so.
    """
    sums = itertools.accumulate(batches) if stay else batches
    fitting = (
        tuple(batch for batch, rows in zip(batches, sums) if rows * row_bytes <= free / 3) or batches[:1]
    )
    if fitting != batches:
        print(
            f"writing {fitting[-1]} answers at a time, not {batches[-1]}: {free / 1e9:.1f} GB of memory are free, and an answer's keys and values "
            f"may take {row_bytes / 1e6:.0f} MB",
            file=sys.stderr,
        )
    return fitting


class Decoder:
    """A model that reads prompts and then writes a token a step, its keys and values cached."""

    BATCHES = (1, 2, 4, 8, 16, 32)  # rows of the caches, as far as there is memory
    STAY = False  # whether a cache is kept for the next prompts
    AHEAD = 0  # steps begun beyond the one whose tokens are waited for
    sampler = "torch"

    def __init__(self, model, device=torch.device("cpu"), dtype=torch.float32):
        self.model, self.device, self.dtype = model, device, dtype
        self.seed = torch.zeros((), dtype=torch.int64, device=device)
        self.temperature, self.top_p = (torch.zeros((), device=device) for _ in range(2))
        row_bytes = (
            2 * model.config.n_layers * model.config.max_seq_len * model.config.d_model * dtype.itemsize
        )
        self.batches = affordable(self.BATCHES, row_bytes, free_bytes(device), self.STAY)

    @classmethod
    def of(cls, model):
        """The decoder of a Transformer, where it is."""
        return cls(model.eval(), model.head.weight.device, model.embedding.weight.dtype)

    def fitting(self, rows):
        """Rows of the cache that serves `rows` rows."""
        return rows

    def new_cache(self, rows, T_max, dtype):
        return KVCache(self.model.config, rows, T_max, self.device, dtype)

    def cache(self, rows):
        """A cache for at least `rows` rows, its contents undefined."""
        return self.new_cache(self.fitting(rows), self.model.config.max_seq_len, self.dtype)

    def read(self, prompts):
        """(cache, logits (B, V)) after several prompts, padded on the left to the longest."""
        T = max(map(len, prompts))
        cache = self.new_cache(len(prompts), T, self.model.embedding.weight.dtype)
        cache.first_B.copy_(torch.tensor([T - len(prompt) for prompt in prompts]))
        tokens_BT = torch.tensor(
            [[0] * (T - len(prompt)) + list(prompt) for prompt in prompts], device=self.device
        )
        return cache, self.model.head(self.model.hidden(tokens_BT, cache)[:, -1])

    def begin(self, prompts, streams):
        """(cache, its tokens) with the first token of each prompt's continuation; equal prompts are read once."""
        distinct = list(dict.fromkeys(prompts))
        read, logits_BV = self.read(distinct)
        rows = [distinct.index(prompt) for prompt in prompts]
        cache = self.cache(len(prompts)).take(read, rows)
        draws_B2 = torch.tensor([[stream, 0] for stream in streams], device=self.device)
        cache.tokens_B[: len(rows)] = self.sample(logits_BV[rows], draws_B2)
        cache.draws_B2[: len(rows)] = draws_B2
        return cache, self.tokens(cache)

    def sample(self, logits_BV, draws_B2):
        """Next tokens (B,), as `generate` was asked for them."""
        return sample_tokens(
            logits_BV, draws_B2, self.seed, self.temperature, self.top_p, self.sampler
        )

    def tokens(self, cache):
        """A function that gives the tokens which the cache holds now."""
        tokens = cache.tokens_B.tolist()
        return lambda: tokens

    def next_logits(self, cache):
        """Logits (rows, V) after the token of each row, which joins the cache."""
        cache.grow()
        return self.model(cache.tokens_B[:, None], cache)[:, -1]

    def step(self, cache):
        """Reads the token of each row and writes the next; returns the cache's tokens."""
        cache.tokens_B = self.sample(self.next_logits(cache), cache.draws_B2)
        return self.tokens(cache)


class GraphDecoder(Decoder):
    """Decoder for a GPU that runs Triton: its caches come in fixed batch sizes and stay, and the step over each, sampling included, is
    captured in a CUDA graph.

    The host would otherwise take ten times as long to launch a step as the GPU to run it. Nor does a step wait for
    the host: it takes its tokens where the last one left them, and the host reads them AHEAD steps later.
    """

    BATCHES = (1, 4, 16, 64, 256)
    STAY = True
    AHEAD = 2
    sampler = "triton"

    def __init__(self, model, device, dtype):
        super().__init__(model, device, default_dtype(device))
        self.packed, self.caches, self.graphs = PackedModel.of(model, self.dtype), {}, {}

    def fitting(self, rows):
        return next(batch for batch in self.batches if batch >= rows)

    def cache(self, rows):
        batch = self.fitting(rows)
        if batch not in self.caches:
            self.caches[batch] = super().cache(rows)
        return self.caches[batch]

    def tokens(self, cache):
        """A function that gives the tokens which the cache will hold when the GPU has come so far."""
        tokens_B, ready = (
            torch.empty(cache.tokens_B.shape, dtype=torch.int64, pin_memory=True),
            torch.cuda.Event(),
        )
        tokens_B.copy_(cache.tokens_B, non_blocking=True)
        ready.record()
        return lambda: ready.synchronize() or tokens_B.tolist()

    def step(self, cache):
        cache.grow()
        batch = len(cache.tokens_B)
        if batch not in self.graphs:
            self.graphs[batch] = self.capture(cache)
        self.graphs[batch].replay()
        return self.tokens(cache)

    def fused_step(self, cache):
        cache.tokens_B.copy_(self.sample(decode_step(self.packed, cache, "triton"), cache.draws_B2))

    def capture(self, cache):
        """The CUDA graph of a step over a cache, whose contents are left as they were."""
        state = cache.length, cache.tokens_B, cache.draws_B2
        before = [tensor.clone() for tensor in state]
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):  # the first run compiles and allocates what a capture must not
            self.fused_step(cache)
        torch.cuda.current_stream().wait_stream(stream)
        for tensor, value in zip(state, before):
            tensor.copy_(value)
        captured = torch.cuda.CUDAGraph()
        with torch.cuda.graph(captured):
            self.fused_step(cache)
        return captured
