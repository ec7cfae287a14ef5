"""Compositions of the families of powers, conditions and functions of two tensors."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Bit by bit and in whole numbers, y = (x & z) | 16, for integers.
    "bitwise": Composition("add", functions=("""
def make(*shape):
    return (torch.randint(-1000, 1000, shape, dtype=torch.int32),
            torch.randint(-1000, 1000, shape, dtype=torch.int32))
""", """
def bitwise_torch(x, z):
    y = x & z
    y = y | 16
    return y
""", """
@triton.jit
def bitwise_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    z = tl.load(z_ptr + offsets, mask=mask, other=0)
    y = x & z
    y = y | 16
    tl.store(y_ptr + offsets, y, mask=mask)
""")),
    # A number where a mask says so, y = f(x).masked_fill(~keep, c).
    "masked_fill": Composition("dropout_add", {
        "randn(shape), torch.rand": "rand", "z, keep": "keep",
        "y = z + x * keep / 0.9": "y = x.masked_fill(~keep, 0.5)", "z_ptr, keep_ptr": "keep_ptr",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "",
        "y = z + tl.where(keep, x / 0.9, 0.0)": "y = tl.where(keep, x, 0.5)", "z = z.contiguous()": ""}),
    # Whole powers, y = x^3, and small polynomials.
    "power": Composition("gelu", {
        "F.gelu(x)": "x ** 3", "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * x * x"}),
    # A tensor to the power of another, y = (|x| + 0.1)^z = exp(z * log(|x| + 0.1)).
    "power_of_tensor": Composition("arctan2", functions=("""
def power_of_tensor_torch(x, z):
    x = torch.abs(x) + 0.1
    y = torch.pow(x, z)
    y = y * 0.5
    return y
""", """
@triton.jit
def power_of_tensor_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.abs(x) + 0.1
    y = tl.exp(tl.log(x.to(tl.float64)) * z).to(tl.float32)
    y = 0.5 * y
    tl.store(y_ptr + offsets, y, mask=mask)
"""), without=("arctan",)),
    # Quotient of two tensors, y = x / z, and what else divides: rounded quotients, remainders, a repaired
    # 0 / 0.
    "quotient": Composition("arctan2", {"atan2": "div"}, functions=("""
def make(*shape):
    return 3.0 * torch.randn(shape), torch.sign(torch.randn(shape)) * (0.5 + torch.rand(shape))
""", """
@triton.jit
def quotient_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    y = x / z
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)
"""), without=("arctan",)),
    # The square root, y = sqrt(x), its reciprocal, and powers that are no whole number.
    "root": Composition("sigmoid", {"(shape)": "(shape).abs() + 0.05", "sigmoid": "sqrt", "=0.": "=1."}),
    # Functions of one tensor that Triton has no word for: erfc, logit, sinc, tanhshrink, a repaired
    # logarithm; a step before and one after.
    "special_function": Composition("gelu", {
        "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))":
            "x = tl.maximum(x, 0.0)\n"
            "y = 1.0 - tl.erf(x)\n"
            "y = tl.sin(y)"}, functions=("""
def special_function_torch(x):
    x = torch.relu(x)
    y = torch.erfc(x)
    y = torch.sin(y)
    return y
""",)),
    # Functions of two tensors that are no arithmetic: hypot, copysign, heaviside, xlogy, fmax, and their
    # kind.
    "two_arguments": Composition("arctan2", {"atan2": "hypot"}, functions=("""
@triton.jit
def two_arguments_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    a = tl.maximum(tl.abs(x), tl.abs(z))
    r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)
    y = a * tl.sqrt(1.0 + r * r)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",), without=("arctan",)),
}
