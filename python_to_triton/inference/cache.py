"""Keys and values of what was read and written so far."""

import torch
from torch import Tensor

from python_to_triton.inference.architecture import Architecture


class KVCache:
    """Keys and values of every layer, (layers, 2, B, H, T_max, D), of rows padded on the left to one length.

    What a step depends on is in tensors that stay in place, so that a CUDA graph can capture it. `window` is
    the number of positions that hold anything; the caller moves it on.
    """

    def __init__(
        self, config: Architecture, batch: int, T_max: int, device: torch.device, dtype: torch.dtype
    ):
        shape = (config.n_layers, 2, batch, config.n_heads, T_max, config.head_width)
        integers = {"device": device, "dtype": torch.int64}
        self.store = torch.zeros(shape, device=device, dtype=dtype)
        self.first_B = torch.zeros(batch, **integers)  # where each row begins, after its padding
        self.tokens_B = torch.zeros(batch, **integers)  # written last, to be read next
        self.draws_B2 = torch.zeros(batch, 2, **integers)  # stream, count of draws (triton_ops/sampling.py)
        self.length = torch.zeros((), **integers)  # tokens so far, padding included
        self.places = torch.arange(T_max, device=device)
        self.window = T_max

    def grow(self) -> None:
        """Makes room in the window for one more token a row."""
        assert self.window < len(self.places), f"{self.window} tokens fill the cache"
        self.window += 1

    def next_places(self, T: int) -> Tensor:
        """The positions (T,) of the next T tokens."""
        return self.length + self.places[:T]

    def mask(self, T: int) -> Tensor:
        """(B, 1, T, window): a token sees its row up to itself; padding sees itself, or it would be NaN."""
        keys = self.places[: self.window]
        queries_T1 = self.next_places(T)[:, None]
        begun_BT = keys >= self.first_B[:, None]
        return ((keys <= queries_T1) & begun_BT[:, None] | (keys == queries_T1))[:, None]

    def extend(self, layer: int, k_BHTD: Tensor, v_BHTD: Tensor) -> Tensor:
        """Appends a layer's keys and values; returns its window (2, B, H, window, D).

        `length` moves on once, after the last layer.
        """
        places = self.next_places(k_BHTD.shape[2])
        for store, new in zip(self.store[layer], (k_BHTD, v_BHTD)):
            store.index_copy_(2, places, new.to(store.dtype))
        return self.store[layer, :, :, :, : self.window]

    def take(self, other: "KVCache", rows: list[int]) -> "KVCache":
        """Becomes these rows of another cache; rows beyond them see only themselves. Returns itself."""
        held = other.store[:, :, :, :, : other.window].to(self.store.dtype)
        self.store[:, :, : len(rows), :, : other.window] = held[:, :, rows]
        self.first_B[len(rows) :] = len(self.places)
        self.first_B[: len(rows)] = other.first_B[rows]
        self.tokens_B[: len(rows)] = other.tokens_B[rows]
        self.draws_B2[: len(rows)] = other.draws_B2[rows]
        self.length.copy_(other.length)
        self.window = other.window
        return self
