"""The helper process of speed.py: that of tuning, with torch.compile's compiler imported before it forks.

A race takes a fork of its own, in which that import would be two to five seconds of a core each time.

    python -m python_to_triton.early_start speed_helper DESCRIPTOR     started by speed_races.RaceHelper
"""


def main() -> None:
    """Imports what torch.compile needs, and serves."""
    import torch._inductor.compile_fx  # noqa: F401  (it leaves the GPU alone: no fork could use its context)

    from python_to_triton.tuning import helper_server

    helper_server.main()
