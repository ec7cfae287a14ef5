"""Programs, rows and prologues that are drawn from a seed, as (PyTorch, Triton) text."""
