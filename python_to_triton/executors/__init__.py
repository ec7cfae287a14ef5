"""Where work that is shared out runs: in processes of this machine, each dealt one of its GPUs, or on the
nodes of a Ray cluster.

Both places are pools as concurrent.futures has them: `submit(function, *arguments)` gives a Future. Ray
itself is an extra, and imported where a cluster is asked for.

Reading order: gpus, ray_pool."""

from python_to_triton.executors.gpus import dealt_gpus, show_gpu, visible_gpus
from python_to_triton.executors.ray_pool import RayPool

__all__ = ["RayPool", "dealt_gpus", "show_gpu", "visible_gpus"]
