"""Where work that is shared out runs: the processes of this machine, each with a GPU of its own where there
are some.

Reading order: gpus."""

from python_to_triton.executors.gpus import dealt_gpus, show_gpu, visible_gpus

__all__ = ["dealt_gpus", "show_gpu", "visible_gpus"]
