"""Fake tensors made directly: shapes and dtypes without data, in a quarter of the time of torch.empty."""

import contextlib
import logging
import warnings
from collections.abc import Iterator, Sequence

import torch
from torch import Tensor
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.utils._mode_utils import no_dispatch

CPU = torch.device("cpu")
PYTORCH_LOG = logging.getLogger("torch._subclasses.fake_tensor")


@contextlib.contextmanager
def quiet_trials() -> Iterator[None]:
    """Without PyTorch's words about fake tensors: sizes are tried, and one at which nothing computes is an
    answer. Since 2.11 it logs each as an error. What a user has to know, a GraphError says.
    """
    was_disabled = PYTORCH_LOG.disabled
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        PYTORCH_LOG.disabled = True
        try:
            yield
        finally:
            PYTORCH_LOG.disabled = was_disabled


def fake_tensor(
    mode: FakeTensorMode, shape: Sequence[int], dtype: torch.dtype, stride: Sequence[int] | None = None
) -> FakeTensor:
    """A tensor of a mode, on the CPU as far as a program can see; contiguous where no `stride` is given."""
    with no_dispatch():
        if stride is None:
            data = torch.empty(shape, dtype=dtype, device="meta")
        else:
            data = torch.empty_strided(shape, stride, dtype=dtype, device="meta")
    return FakeTensor(mode, data, CPU)


def share_memory(one: Tensor, other: object) -> bool:
    """Whether two values are tensors in one storage."""
    if not isinstance(other, Tensor):
        return False
    return one.untyped_storage()._cdata == other.untyped_storage()._cdata
