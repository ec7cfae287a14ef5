"""Compositions of the families of single functions."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Inverse hyperbolic sine, y = log(x + sqrt(x^2 + 1)), and its two sisters.
    "asinh": Composition("softplus", {
        "F.softplus": "torch.asinh",
        "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))":
            "a = tl.abs(x)\n"
            "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))\n"
            "y = tl.where(x < 0.0, -y, y)"}),
    # ELU, y = x where x > 0, else alpha * (exp(x) - 1), and relatives with their alpha.
    "elu": Composition("tanh", {
        "torch.tanh": "F.elu",
        '"""exp(t) - 1, for t <= 0: accurate near zero too, and -1 to the last digit far from it."""':
            '"""exp(t) - 1 for t <= 0. Near 0 the error of u is in numerator and denominator, '
            'and cancels."""',
        "y = tanh(x)":
            "t = tl.minimum(x, 0.0)\n"
            "y = tl.where(x > 0.0, x, expm1(t))"}, without=("tanh",)),
    # The exponential, y = exp(x), and what is made of one exponential.
    "exp": Composition("sigmoid", {"sigmoid": "exp"}),
    # Leaky ReLU, y = x where x > 0, else slope * x, and the other activations made of straight pieces.
    "leaky_relu": Composition("gelu", {
        "gelu": "leaky_relu",
        "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = tl.where(x > 0.0, x, 0.01 * x)"}),
    # The natural logarithm, y = log(x), its other bases and what is made of it.
    "logarithm": Composition("root", {"sqrt": "log"}),
    # Sine, y = sin(x), and the waves that are made of sines and cosines.
    "sine": Composition("sigmoid", {"sigmoid": "sin"}),
}
