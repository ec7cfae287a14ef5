"""Products of other schedules: the families of tiled products, each answer rewritten."""

from corpus.composition import Composition
from corpus.rescheduling import layered, small, split_k, thin, tiled, wide

# fmt: off
MATRICES = """
    addmm baddbmm bmm bmm_binary bmm_kept bmm_reuse matmul matmul_3d_2d matmul_3d_2d_binary matmul_4d
    matmul_4d_2d matmul_binary matmul_chain matmul_joins matmul_kept matmul_of_pair matmul_of_ranks
    matmul_of_ranks_joins matmul_prologue matmul_prologue_tail matmul_reuse matmul_transposed program_after_bmm
""".split()
LAYERS = """
    linear linear_affine linear_binary linear_chain linear_joins linear_kept linear_prologue linear_reuse
    linear_to_two linear_transposed program_after_linear program_before_linear program_beside_linear
""".split()
SPLIT = [*MATRICES, *LAYERS, "einsum", "gram_batched"]
SMALL = [*MATRICES, *LAYERS, "einsum", "gram_batched", "matmul_merge_heads", "matmul_scores"]
THIN = """
    addmm linear linear_binary linear_chain linear_joins linear_prologue linear_reuse matmul matmul_binary
    matmul_chain matmul_joins matmul_prologue matmul_prologue_tail matmul_reuse matmul_3d_2d program_after_linear
""".split()
WIDE = """
    addmm bmm linear linear_binary linear_chain linear_joins linear_reuse matmul matmul_3d_2d matmul_binary
    matmul_chain matmul_joins matmul_reuse program_after_linear
""".split()
# fmt: on

# The usual schedule where both factors are stored by rows, and of layers.
TILED = """
    matmul_by_size matmul_merge_heads matmul_of_features matmul_of_ranks_to_two matmul_of_slices matmul_of_three
    matmul_plus matmul_scaled_factors matmul_weighed
""".split()
ANSWERS = {stem: tiled for stem in [*MATRICES, *TILED]} | {stem: layered for stem in LAYERS}

REWRITTEN = {"split": (SPLIT, split_k), "small": (SMALL, small), "rows": (THIN, thin), "wide": (WIDE, wide)}
COMPOSITIONS = {
    f"{stem}_{schedule}": Composition(stem, schedule=schedule, answers=answers)
    for schedule, (stems, answers) in REWRITTEN.items()
    for stem in stems
}
