"""Compositions of the families of powers, conditions and functions of two tensors."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Bit by bit and in whole numbers, y = (x & z) | 16, for integers.
    "bitwise": Composition("add", {
        "0.0).to(tl.float32)": "0)", "x = x + z": "y = x & z", "x = tl.maximum(x, 0.0)": "y = y | 16",
        " x,": " y,", "x = torch.add(x, z)": "y = x & z", "x = torch.relu(x)": "y = y | 16",
        "return x": "return y"}, functions=("""
def make(*shape):
    return (torch.randint(-1000, 1000, shape, dtype=torch.int32),
            torch.randint(-1000, 1000, shape, dtype=torch.int32))
""",)),
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
    "power_of_tensor": Composition("loss_none", {
        "y = (x - z) * (x - z)\n    y = tl.sin(y)":
            "x = tl.abs(x) + 0.1\n"
            "y = tl.exp(tl.log(x.to(tl.float64)) * z).to(tl.float32)\n"
            "y = 0.5 * y",
        "x = x.contiguous()\n    z = z.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        'y = F.mse_loss(x, z, reduction="none")\n'
        "    y = torch.sin(y)":
            "x = torch.abs(x) + 0.1\n"
            "y = torch.pow(x, z)\n"
            "y = y * 0.5"}),
    # Quotient of two tensors, y = x / z, and what else divides: rounded quotients, remainders, a repaired
    # 0 / 0.
    "quotient": Composition("arctan2", {
        "atan2": "div",
        "a, b = tl.abs(x), tl.abs(z)\n"
        "    y = arctan(tl.minimum(a, b) / tl.maximum(tl.maximum(a, b), 2e-38))\n"
        "    y = tl.where(a > b, 1.5707963267948966 - y, y)\n"
        "    y = tl.where(z.to(tl.int32, bitcast=True) < 0, 3.141592653589793 - y, y)\n"
        "    y = tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y)": "y = x / z"}, functions=("""
def make(*shape):
    return 3.0 * torch.randn(shape), torch.sign(torch.randn(shape)) * (0.5 + torch.rand(shape))
""",), without=("arctan",)),
    # The square root, y = sqrt(x), its reciprocal, and powers that are no whole number.
    "root": Composition("sigmoid", {"(shape)": "(shape).abs() + 0.05", "sigmoid": "sqrt", "=0.": "=1."}),
    # Functions of one tensor that Triton has no word for: erfc, logit, sinc, tanhshrink, a repaired
    # logarithm; a step before and one after.
    "special_function": Composition("gelu", {
        "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))":
            "x = tl.maximum(x, 0.0)\n"
            "y = 1.0 - tl.erf(x)\n"
            "y = tl.sin(y)",
        "y = F.gelu(x)":
            "x = torch.relu(x)\n"
            "y = torch.erfc(x)\n"
            "y = torch.sin(y)"}),
    # Functions of two tensors that are no arithmetic: hypot, copysign, heaviside, xlogy, fmax, and their
    # kind.
    "two_arguments": Composition("arctan2", {
        "atan2": "hypot",
        "a, b = tl.abs(x), tl.abs(z)\n"
        "    y = arctan(tl.minimum(a, b) / tl.maximum(tl.maximum(a, b), 2e-38))\n"
        "    y = tl.where(a > b, 1.5707963267948966 - y, y)\n"
        "    y = tl.where(z.to(tl.int32, bitcast=True) < 0, 3.141592653589793 - y, y)\n"
        "    y = tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y)":
            "a = tl.maximum(tl.abs(x), tl.abs(z))\n"
            "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)\n"
            "y = a * tl.sqrt(1.0 + r * r)"}, without=("arctan",)),
}
