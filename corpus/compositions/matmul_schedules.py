"""Products of other schedules: the families of tiled products, each answer rewritten."""

from corpus.composition import Composition
from corpus.rescheduling import split_k

# fmt: off
SPLIT = """
    addmm baddbmm bmm bmm_binary bmm_kept bmm_reuse einsum gram_batched
    linear linear_affine linear_binary linear_chain linear_joins linear_kept linear_prologue linear_reuse
    linear_to_two linear_transposed
    matmul matmul_3d_2d matmul_3d_2d_binary matmul_4d matmul_4d_2d matmul_binary matmul_chain matmul_joins
    matmul_kept matmul_of_pair matmul_of_ranks matmul_of_ranks_joins matmul_prologue matmul_prologue_tail
    matmul_reuse matmul_transposed
    program_after_bmm program_after_linear program_before_linear
""".split()
# fmt: on

COMPOSITIONS = {f"{stem}_split": Composition(stem, schedule="split", answers=split_k) for stem in SPLIT}
