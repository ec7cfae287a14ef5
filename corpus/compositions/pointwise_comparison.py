"""Compositions of the families of comparison, rounding and change of type."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A function of x, stored in another dtype: y = f(x).to(float16).
    "cast": Composition("inverse_tangent", {
        "y = torch.atan(x)": "x = torch.sin(x)", "torch.square(y)": "x.to(torch.float16)",
        "y = arctan": "x = tl.sin", "y * y": "x",
        "empty_like(x)": "empty(x.shape, dtype=torch.float16, device=x.device)"}, without=("arctan",)),
    # A function of x stored in half precision or as whole numbers, answered in float32: y = f(x.float()).
    "cast_from": Composition("inverse_tangent", {
        "(shape)": "(shape).half()", "y = arctan": "x = tl.sin", "y * y": "x + 0.5",
        "empty_like(x)": "empty(x.shape, dtype=torch.float32, device=x.device)",
        "y = torch.atan(x)\n    y = torch.square(y)":
            "x = x.to(torch.float32)\n"
            "x = torch.sin(x)\n"
            "y = x + 0.5"}, without=("arctan",)),
    # Comparison of two tensors, y = x > z, and the logic on comparisons; y is bool.
    "compare": Composition("logaddexp", {
        "randn(shape), torch.randn(shape)": "randint(-4, 5, shape) / 2, torch.randint(-4, 5, shape) / 2",
        "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))\n"
        "    y = tl.sin(y)": "y = x > z",
        "(x)": "(x, dtype=torch.bool)",
        "y = torch.logaddexp(x, z)\n    y = torch.sin(y)": "y = torch.gt(x, z)"}, without=("log1p",)),
    # Comparison of a tensor with a number, y = x > 0, as bool.
    "compare_scalar": Composition("gelu", {
        "randn(shape)": "randint(-4, 5, shape) / 2", "F.gelu(x)": "torch.gt(x, 0)",
        "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x > 0.0",
        "empty_like(x)": "empty_like(x, dtype=torch.bool)"}),
    # From 8 bits back to numbers with one scale, y = f(q * scale).
    "dequantize": Composition("dequantize_columns", {
        "shape[-1]": "1", "C, BLOCK": "BLOCK", "scale_ptr + offsets % C, mask=mask, other=0.0": "scale_ptr",
        "scale.numel(), BLOCK": "BLOCK"}),
    # Rounding down, y = |floor(x)|, and the functions that jump: ceil, trunc, sign, remainder by a power
    # of two.
    "floor": Composition("nearest", {"round": "floor", "round_half_even": "tl.floor"},
        without=("round_half_even",)),
    # Which elements are no number, or infinite, after a step that may leave its domain: one byte each.
    "is_finite": Composition("floor", {
        "3.0 * torch": "torch", "y = torch.floor(x)": "x = torch.log(x)", "torch.abs(y)": "torch.isfinite(x)",
        "y = tl.floor": "x = tl.log", "tl.abs(y)": 'tl.abs(x) < float("inf")',
        "empty_like(x)": "empty_like(x, dtype=torch.bool)", " 1)": " 5)"}),
    # Quantisation to 8 bits with one scale, q = clamp(round(x / scale), -128, 127).
    "quantize": Composition("quantize_columns", {
        "shape[-1]": "1", "C, BLOCK": "BLOCK", "scale_ptr + offsets % C, mask=mask, other=1.0": "scale_ptr",
        "scale.numel(), BLOCK": "BLOCK"}),
    # Quantisation to 8 bits with the scale that each row asks for: scale = max|x| / 127, q = round(x /
    # scale).
    "quantize_dynamic": Composition("quantize_columns", functions=(
        "CASES = [(1, 1), (3, 33), (7, 1000), (2, 2500)]", """
def make(N, C):
    return (torch.randn(N, C),)
""", """
def quantize_dynamic_torch(x):
    scale = x.abs().amax(dim=-1, keepdim=True).clamp(min=1e-8) / 127.0
    q = torch.clamp(torch.round(x / scale), -127, 127).to(torch.int8)
    return q, scale
""", """
@triton.jit
def quantize_dynamic_kernel(x_ptr, q_ptr, scale_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    peak = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * C + column, mask=column < C, other=0.0).to(tl.float32)
        peak = tl.maximum(peak, tl.abs(x))
    scale = tl.div_rn(tl.maximum(tl.max(peak, axis=0), 1e-8), 127.0)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        q = round_half_even(tl.div_rn(x, scale))
        q = tl.minimum(tl.maximum(q, -127.0), 127.0)
        tl.store(q_ptr + row * C + column, q.to(tl.int8), mask=mask)
    tl.store(scale_ptr + row, scale)
""", """
def quantize_dynamic_triton(x):
    x = x.contiguous()
    N, C = x.shape
    q = torch.empty((N, C), dtype=torch.int8, device=x.device)
    scale = torch.empty((N, 1), dtype=x.dtype, device=x.device)
    quantize_dynamic_kernel[(N,)](x, q, scale, C, BLOCK=1024)
    return q, scale
""")),
    # Scale and shift by two numbers, y = x * 1.7 + 0.3, and the other orders of the two.
    "scalar_affine": Composition("gelu", {
        "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * 1.7\ny = y + 0.3",
        "y = F.gelu(x)": "y = x * 1.7\ny = y + 0.3"}),
    # A cast that rounds toward zero, y = x.to(int32), and the other pure casts.
    "to_integer": Composition("gelu", {
        "torch.randn": "3.0 * torch.randn", "F.gelu(x)": "x.to(torch.int32)",
        "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x  # tl.store casts",
        "empty_like(x)": "empty(x.shape, dtype=torch.int32, device=x.device)"}),
}
