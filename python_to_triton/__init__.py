"""Translates PyTorch programs into Triton kernels and proves each answer by running it."""
