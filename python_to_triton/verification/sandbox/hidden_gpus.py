"""What a server asks before it forks, on a machine with GPUs, of which its forks use none.

PyTorch asks CUDA's driver for the number of GPUs, in each process at its first gradient, whatever that is of;
and in a confined process, which may not name its threads, the driver does not start (docs/sandbox.md), and
may crash. So the server asks, with every GPU hidden: PyTorch keeps the answer, none, its forks inherit it,
and no fork calls the driver.
"""

import torch


def ask_for_gpus() -> None:
    """Has PyTorch ask the driver, with every GPU hidden, once for this process and all its forks.

    A fork that would begin with a GPU all the same gets an exception of PyTorch's.
    """
    assert not torch.cuda.is_available(), f"a server that forks sees {torch.cuda.device_count()} GPUs"
