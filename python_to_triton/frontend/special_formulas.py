"""Special functions of torch.special that the vocabulary lacks, by closed forms and published approximations.

What would lose digits in float32 is computed in float64 inside, and cast back.
"""

import math

import torch

from python_to_triton.frontend.bessel_formulas import in_float32, polynomial
from python_to_triton.frontend.formulas import formula
from python_to_triton.frontend.vocabulary import GraphError

# ---- error functions ----


def _erfcx(x):
    """exp(x^2) erfc(x) of a float64 tensor, to float32's digits (Abramowitz and Stegun, 7.1.23)."""
    near = x.clamp(max=10)
    far = x.clamp(min=10)
    inverse = 1 / (far * far)
    series = polynomial((105 / 16, -15 / 8, 3 / 4, -1 / 2, 1.0), inverse) / (far * math.sqrt(math.pi))
    return torch.where(x < 10, torch.exp(near * near) * torch.erfc(near), series)


@formula("special_erfcx")
def _special_erfcx(self):
    return in_float32(lambda x: _erfcx(x.double()), self)


def _logarithm_of_normal(x):
    """Far below 0 by erfcx, which does not vanish there."""
    t = x.double() / math.sqrt(2)
    left = t.clamp(max=-0.5)
    below = torch.log(_erfcx(-left) / 2) - left * left
    above = torch.log1p(-torch.erfc(t.clamp(min=-0.5)) / 2)
    return torch.where(t < -0.5, below, above)


@formula("special_log_ndtr")
def _log_ndtr(self):
    return in_float32(_logarithm_of_normal, self)


# Cephes, ndtri.c, highest power first: near 1/2 in (y - 1/2)^2, then in 1 / sqrt(-2 log y).
_MIDDLE = (
    (-5.99633501014107895267e1, 9.80010754185999661536e1, -5.66762857469070293439e1)
    + (1.39312609387279679503e1, -1.23916583867381258016e0),
    (1.0, 1.95448858338141759834e0, 4.67627912898881538453e0, 8.63602421390890590575e1)
    + (-2.25462687854119370527e2, 2.00260212380060660359e2, -8.20372256168333339912e1)
    + (1.59056225126211695515e1, -1.18331621121330003142e0),
)
_TAIL = (
    (4.05544892305962419923e0, 3.15251094599893866154e1, 5.71628192246421288162e1)
    + (4.40805073893200834700e1, 1.46849561928858024014e1, 2.18663306850790267539e0)
    + (-1.40256079171354495875e-1, -3.50424626827848203418e-2, -8.57456785154685413611e-4),
    (1.0, 1.57799883256466749731e1, 4.53907635128879210584e1, 4.13172038254672030440e1)
    + (1.50425385692907503408e1, 2.50464946208309415979e0, -1.42182922854787788574e-1)
    + (-3.80806407691578277194e-2, -9.33259480895457427372e-4),
)
_FAR_TAIL = (
    (3.23774891776946035970e0, 6.91522889068984211695e0, 3.93881025292474443415e0)
    + (1.33303460815807542389e0, 2.01485389549179081538e-1, 1.23716634817820021358e-2)
    + (3.01581553508235416007e-4, 2.65806974686737550832e-6, 6.23974539184983293730e-9),
    (1.0, 6.02427039364742014255e0, 3.67983563856160859403e0, 1.37702099489081330271e0)
    + (2.16236993594496635890e-1, 1.34204006088543189037e-2, 3.28014464682127739104e-4)
    + (2.89247864745380683936e-6, 6.79019408009981274425e-9),
)
_EDGE = math.exp(-2)


def _ratio(parts, x):
    return polynomial(parts[0], x) / polynomial(parts[1], x)


def _inverse_of_normal(x):
    upper = x > 1 - _EDGE
    y = torch.where(upper, 1 - x, x)
    centred = y.clamp(_EDGE, 1 - _EDGE) - 0.5
    square = centred * centred
    middle = (centred + centred * square * _ratio(_MIDDLE, square)) * math.sqrt(2 * math.pi)
    distance = torch.sqrt(-2 * torch.log(y.clamp(max=_EDGE)))
    inverse = 1 / distance
    tails = torch.where(distance < 8, _ratio(_TAIL, inverse), _ratio(_FAR_TAIL, inverse))
    tail = distance - torch.log(distance) / distance - inverse * tails
    value = torch.where(y > _EDGE, middle, torch.where(upper, tail, -tail))
    return torch.where(x == 0, -math.inf, torch.where(x == 1, math.inf, value))


@formula("special_ndtri")
def _ndtri(self):
    return in_float32(_inverse_of_normal, self)


# ---- polygamma ----

_MOST_ORDER = 12
# B_2k / (2k)!, k = 1, 2, ...
_BERNOULLI = (1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000)


def _of_cotangent(order):
    """The derivative of c = cot(pi x) over pi^order, a polynomial in c: its coefficients by power."""
    coefficients = [0, 1]
    for _ in range(order):
        slope = [power * number for power, number in enumerate(coefficients)][1:]
        coefficients = [-number for number in slope] + [0, 0]
        for power, number in enumerate(slope):
            coefficients[power + 2] -= number
    return coefficients


def _hurwitz(order, x):
    """order! zeta(order + 1, x) for x of at least 1/2, by Euler and Maclaurin."""
    steps = 8 + order
    total = sum(((x + place) ** -(order + 1) for place in range(1, steps)), x ** -(order + 1))
    end = x + steps
    tail = 1 / order + 1 / (2 * end)
    for k, number in enumerate(_BERNOULLI, 1):
        # (order + 1) ... (order + 2 k - 1)
        product = math.prod(range(order + 1, order + 2 * k))
        tail = tail + number * product / end ** (2 * k)
    return math.factorial(order) * (total + tail * end**-order)


def _trigamma(self):
    """The derivative of the digamma function, as PyTorch sums it."""
    x = self if self.is_floating_point() else self.to(torch.get_default_dtype())
    reflected = x < 0.5
    first = torch.where(reflected, -((math.pi / torch.sin(math.pi * x)) ** 2), 0.0)
    x = torch.where(reflected, 1 - x, x)
    total = first
    for _ in range(6):
        total = total + 1 / (x * x)
        x = x + 1
    square = 1 / (x * x)
    total = total + (1 + 1 / (2 * x) + square * (1 / 6 - square * (1 / 30 - square / 42))) / x
    return torch.where(reflected, -total, total)


def _higher_polygamma(x, n):
    """Of order 2 or more; below 1/2 by reflection (Abramowitz and Stegun, 6.4.7)."""
    below = x < 0.5
    beyond = _hurwitz(n, torch.where(below, 1 - x, x))
    turn = torch.where(below, x - torch.round(x), 0.25)
    cotangent = torch.cos(math.pi * turn) / torch.sin(math.pi * turn)
    derivative = polynomial(tuple(_of_cotangent(n)[::-1]), cotangent)
    # beyond is (-1)^(n + 1) psi_n, of 1 - x where x is below
    value = torch.where(below, -(math.pi ** (n + 1)) * derivative - beyond, beyond * (-1) ** (n + 1))
    pole = (x <= 0) & (x == torch.floor(x))
    return torch.where(pole, math.inf * (-1) ** (n + 1), value)


@formula("polygamma", "special_polygamma")
def _polygamma(n, self):
    """Derivatives of the digamma function."""
    if n > _MOST_ORDER:
        raise GraphError(f"polygamma of order {n} is not in the vocabulary")
    if n == 0:
        return torch.digamma(self)
    if self.dtype in (torch.float16, torch.bfloat16):
        return _polygamma(n, self.float()).to(self.dtype)
    return _trigamma(self) if n == 1 else in_float32(_higher_polygamma, self, n)


# ---- orthogonal polynomials ----


def _chebyshev(x, n, inside, right, left):
    """A Chebyshev polynomial of float64 tensors by its closed forms.

    Args:
        x: where.
        n: the degrees, whole numbers of float64; the polynomial of a negative one is 0.
        inside: called as inside(n, angle) with x = cos(angle).
        right, left: called as right(n, y) with |x| = cosh(y) for x above 1, and below -1 but for the sign.
    """
    angle = torch.acos(x.clamp(-1, 1))
    y = torch.acosh(x.abs().clamp(min=1))
    odd = torch.remainder(n, 2) == 1
    sign = torch.where(odd, -1.0, 1.0)
    value = torch.where(x >= 1, right(n, y), torch.where(x <= -1, sign * left(n, y), inside(n, angle)))
    return torch.where(n < 0, 0.0, torch.where(n == 0, 1.0, value))


def _even_ratio(n, y):
    """cosh((n + 1/2) y) / cosh(y / 2)."""
    return torch.cosh((n + 0.5) * y) / torch.cosh(y / 2)


def _odd_ratio(shift, scale):
    """sinh((n + shift) y) / sinh(scale y), with its limit at 0."""

    def ratio(n, y):
        safe = torch.where(y == 0, 1.0, y)
        value = torch.sinh((n + shift) * safe) / torch.sinh(scale * safe)
        return torch.where(y == 0, (n + shift) / scale, value)

    return ratio


_KINDS = {
    "t": (lambda n, a: torch.cos(n * a), lambda n, y: torch.cosh(n * y), lambda n, y: torch.cosh(n * y)),
    "u": (lambda n, a: torch.sin((n + 1) * a) / torch.sin(a), _odd_ratio(1, 1), _odd_ratio(1, 1)),
    "v": (
        lambda n, a: torch.cos((n + 0.5) * a) / torch.cos(a / 2),
        _even_ratio,
        _odd_ratio(0.5, 0.5),
    ),
    "w": (
        lambda n, a: torch.sin((n + 0.5) * a) / torch.sin(a / 2),
        _odd_ratio(0.5, 0.5),
        _even_ratio,
    ),
}


def _result_dtype(x, n):
    dtype = torch.result_type(x, n)
    return dtype if dtype.is_floating_point else torch.get_default_dtype()


def _as_double(x):
    return x.double() if isinstance(x, torch.Tensor) else torch.full((), x, dtype=torch.float64)


def _register_chebyshev(kind, shifted):
    def function(x, n):
        dtype = _result_dtype(x, n)
        if dtype == torch.float64:
            raise GraphError("Chebyshev polynomials in float64 are not in the vocabulary")
        place = _as_double(x)
        place = 2 * place - 1 if shifted else place
        return _chebyshev(place, torch.trunc(_as_double(n)), *_KINDS[kind]).to(dtype)

    formula(f"special_{'shifted_' * shifted}chebyshev_polynomial_{kind}")(function)


for _kind in _KINDS:
    for _shifted in (False, True):
        _register_chebyshev(_kind, _shifted)
