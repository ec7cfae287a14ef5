"""Which samples a kernel can do: those of deterministic operators of float tensors, some operators aside.

Operators are named here, by what they are and not by what became of them; some of them are in Triton, and
those are left out as well. What is merely missing (as_strided, ctc_loss, igamma, zeta, ...) stays in.
"""

# {reason: operators, without the variants of their samples}
NO_KERNEL = {
    "factorisations, inverses, solutions and functions of whole matrices": """
        cholesky cholesky_inverse cholesky_solve geqrf linalg.cholesky linalg.cholesky_ex linalg.cond
        linalg.det linalg.eig linalg.eigh linalg.eigvals linalg.eigvalsh linalg.householder_product linalg.inv
        linalg.inv_ex linalg.ldl_factor linalg.ldl_factor_ex linalg.ldl_solve linalg.lstsq linalg.lu
        linalg.lu_factor linalg.lu_factor_ex linalg.lu_solve linalg.matrix_rank linalg.pinv linalg.qr
        linalg.slogdet linalg.solve linalg.solve_ex linalg.solve_triangular linalg.svd linalg.svdvals
        linalg.tensorinv linalg.tensorsolve logdet lu lu_solve matrix_exp ormqr pca_lowrank pinverse qr svd
        svd_lowrank triangular_solve
    """,
    "a complex result": """
        cdouble cfloat chalf complex fft.fft fft.fft2 fft.fftn fft.ifft fft.ifft2 fft.ifftn fft.ihfft
        fft.ihfft2 fft.ihfftn fft.rfft fft.rfft2 fft.rfftn polar stft view_as_complex
    """,
    "a result whose size depends on the data": "argwhere masked_select nonzero unique unique_consecutive",
    "no tensor as a result": "allclose broadcast_shapes equal item",
    "sparse tensors": "sparse.mm sparse.sampled_addmm to_sparse",
}
RANDOM = "draws random numbers"  # the reason of samples, whatever their operator: dropout in training
_NAMES = {name for names in NO_KERNEL.values() for name in names.split()}


def is_for_kernels(operator: str, reason: str) -> bool:
    """Whether a sample of an operator counts as one that a kernel can do; `reason` is why it is not."""
    return operator.split(":")[0] not in _NAMES and reason != RANDOM
