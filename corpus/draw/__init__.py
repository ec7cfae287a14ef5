"""Programs, rows and prologues that are drawn from a seed, as (PyTorch, Triton) text.

Reading order: vocabulary, sketch, steps (what every program is drawn with); programs, broadcast (one tensor,
several); along, windows, surroundings, both_sides (before and after an operation that is not pointwise);
shapes, cells, typed, gradients.
"""
