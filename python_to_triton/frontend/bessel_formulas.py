"""Bessel functions by the approximations of Cephes (S. Moshier, netlib.org/cephes), as PyTorch has them.

Polynomials and Chebyshev series are in descending order of degree. Those of float32 end where the next term
is below its rounding; float64 is therefore not taken.
"""

import math
from collections.abc import Callable

import torch

from python_to_triton.frontend.formulas import formula
from python_to_triton.frontend.vocabulary import GraphError


def in_float32(function: Callable, x: torch.Tensor, *more) -> torch.Tensor:
    """function(x, *more) with x in float32, as PyTorch computes half precision. GraphError for float64."""
    x = x if x.is_floating_point() else x.to(torch.get_default_dtype())
    if x.dtype == torch.float64:
        raise GraphError("this function of float64 is not in the vocabulary")
    return function(x.float(), *more).to(x.dtype)


def polynomial(coefficients: tuple[float, ...], x: torch.Tensor) -> torch.Tensor:
    """By Horner's rule; the first coefficient is that of the highest power."""
    total = coefficients[0] * x + coefficients[1]
    for coefficient in coefficients[2:]:
        total = total * x + coefficient
    return total


def _chebyshev_series(coefficients, x):
    """By Clenshaw's recurrence; x is twice the variable, and the last coefficient counts half."""
    before, last = coefficients[0], coefficients[1] + coefficients[0] * x
    for coefficient in coefficients[2:]:
        older, before = before, last
        last = x * before - older + coefficient
    return 0.5 * (last - older)


# ---- modified, of the first kind ----

_I0_NEAR = (
    (-1.30002500998624804212e-8, 6.04699502254191894932e-8, -2.67079385394061173391e-7)
    + (1.11738753912010371815e-6, -4.41673835845875056359e-6, 1.64484480707288970893e-5)
    + (-5.75419501008210370398e-5, 1.88502885095841655729e-4, -5.76375574538582365885e-4)
    + (1.63947561694133579842e-3, -4.32430999505057594430e-3, 1.05464603945949983183e-2)
    + (-2.37374148058994688156e-2, 4.93052842396707084878e-2, -9.49010970480476444210e-2)
    + (1.71620901522208775349e-1, -3.04682672343198398683e-1, 6.76795274409476084995e-1)
)
_I0_FAR = (
    (3.39623202570838634515e-9, 2.26666899049817806459e-8, 2.04891858946906374183e-7)
    + (2.89137052083475648297e-6, 6.88975834691682398426e-5, 3.36911647825569408990e-3)
    + (8.04490411014108831608e-1,)
)
_I1_NEAR = (
    (9.38153738649577178388e-9, -4.44505912879632808065e-8, 2.00329475355213526229e-7)
    + (-8.56872026469545474066e-7, 3.47025130813767847674e-6, -1.32731636560394358279e-5)
    + (4.78156510755005422638e-5, -1.61760815825896745588e-4, 5.12285956168575772895e-4)
    + (-1.51357245063125314899e-3, 4.15642294431288815669e-3, -1.05640848946261981558e-2)
    + (2.47264490306265168283e-2, -5.29459812080949914269e-2, 1.02643658689847095384e-1)
    + (-1.76416518357834055153e-1, 2.52587186443633654823e-1)
)
_I1_FAR = (
    (-3.83538038596423702205e-9, -2.63146884688951950684e-8, -2.51223623787020892529e-7)
    + (-3.88256480887769039346e-6, -1.10588938762623716291e-4, -9.76109749136146840777e-3)
    + (7.78576235018280120474e-1,)
)


def _scaled_i0(x):
    """exp(-|x|) I0(x)."""
    size = x.abs()
    near = _chebyshev_series(_I0_NEAR, size.clamp(max=8) / 2 - 2)
    far = _chebyshev_series(_I0_FAR, 32 / size.clamp(min=8) - 2) / torch.sqrt(size.clamp(min=8))
    return torch.where(size <= 8, near, far)


def _scaled_i1(x):
    """exp(-|x|) I1(x)."""
    size = x.abs()
    near = _chebyshev_series(_I1_NEAR, size.clamp(max=8) / 2 - 2) * size
    far = _chebyshev_series(_I1_FAR, 32 / size.clamp(min=8) - 2) / torch.sqrt(size.clamp(min=8))
    return torch.where(size <= 8, near, far) * torch.sign(x)


@formula("special_i0e")
def _i0e(self):
    return in_float32(_scaled_i0, self)


@formula("special_i1e")
def _i1e(self):
    return in_float32(_scaled_i1, self)


def _unscaled_i1(x):
    half = torch.exp(x.abs() / 2)  # twice, since exp(x) overflows before the product does
    return _scaled_i1(x) * half * half


@formula("special_i1", "special_modified_bessel_i1")
def _i1(self):
    return in_float32(_unscaled_i1, self)


# ---- modified, of the second kind ----

_K0_NEAR = (
    (1.90451637722020886025e-9, 2.53479107902614945675e-7, 2.28621210311945178607e-5)
    + (1.26461541144692592338e-3, 3.59799365153615016266e-2, 3.44289899924628486886e-1)
    + (-5.35327393233902768720e-1,)
)
_K0_FAR = (
    (-1.69753450938905987466e-9, 8.57403401741422608519e-9, -4.66048989768794782956e-8)
    + (2.76681363944501510342e-7, -1.83175552271911948767e-6, 1.39498137188764993662e-5)
    + (-1.28495495816278026384e-4, 1.56988388573005337491e-3, -3.14481013119645005427e-2)
    + (2.44030308206595545468e0,)
)
_K1_NEAR = (
    (-2.21338763073472585583e-8, -2.43340614156596823496e-6, -1.73028895751305206302e-4)
    + (-6.97572385963986435018e-3, -1.22611180822657148235e-1, -3.53155960776544875667e-1)
    + (1.52530022733894777053e0,)
)
_K1_FAR = (
    (2.01504975519703286596e-9, -1.03457624656780970260e-8, 5.74108412545004946722e-8)
    + (-3.50196060308781257119e-7, 2.40648494783721712015e-6, -1.93619797416608296024e-5)
    + (1.95215518471351631108e-4, -2.85781685962277938680e-3, 1.03923736576817238437e-1)
    + (2.72062619048444266945e0,)
)


def _second_kind(x, order, scaled):
    """K0 or K1, times exp(x) if scaled: infinite at 0, NaN below."""
    near_x = x.clamp(max=2)
    far_x = x.clamp(min=2)
    logarithm = torch.log(near_x / 2)
    if order == 0:
        near = _chebyshev_series(_K0_NEAR, near_x * near_x - 2) - logarithm * torch.i0(near_x)
        far = _chebyshev_series(_K0_FAR, 8 / far_x - 2)
    else:
        first = _scaled_i1(near_x) * torch.exp(near_x)
        near = logarithm * first + _chebyshev_series(_K1_NEAR, near_x * near_x - 2) / near_x
        far = _chebyshev_series(_K1_FAR, 8 / far_x - 2)
    far = far / torch.sqrt(far_x)
    near, far = (near * torch.exp(near_x), far) if scaled else (near, far * torch.exp(-far_x))
    return torch.where(x == 0, math.inf, torch.where(x <= 2, near, far))


@formula("special_modified_bessel_k0")
def _k0(self):
    return in_float32(_second_kind, self, 0, False)


@formula("special_modified_bessel_k1")
def _k1(self):
    return in_float32(_second_kind, self, 1, False)


@formula("special_scaled_modified_bessel_k0")
def _scaled_k0(x):
    return in_float32(_second_kind, x, 0, True)


@formula("special_scaled_modified_bessel_k1")
def _scaled_k1(x):
    return in_float32(_second_kind, x, 1, True)


# ---- of the first and the second kind, orders 0 and 1 ----

# {order: (numerator, denominator) of the modulus, then of the phase, both in 25 / x^2, beyond 5}
_MODULUS = {
    0: (
        (7.96936729297347051624e-4, 8.28352392107440799803e-2, 1.23953371646414299388e0)
        + (5.44725003058768775090e0, 8.74716500199817011941e0, 5.30324038235394892183e0)
        + (9.99999999999999997821e-1,),
        (9.24408810558863637013e-4, 8.56288474354474431428e-2, 1.25352743901058953537e0)
        + (5.47097740330417105182e0, 8.76190883237069594232e0, 5.30605288235394617618e0)
        + (1.00000000000000000218e0,),
    ),
    1: (
        (7.62125616208173112003e-4, 7.31397056940917570436e-2, 1.12719608129684925192e0)
        + (5.11207951146807644818e0, 8.42404590141772420927e0, 5.21451598682361504063e0)
        + (1.00000000000000000254e0,),
        (5.71323128072548699714e-4, 6.88455908754495404082e-2, 1.10514232634061696926e0)
        + (5.07386386128601488557e0, 8.39985554327604159757e0, 5.20982848682361821619e0)
        + (9.99999999999999997461e-1,),
    ),
}
_PHASE = {
    0: (
        (-1.13663838898469149931e-2, -1.28252718670509318512e0, -1.95539544257735972385e1)
        + (-9.32060152123768231369e1, -1.77681167980488050595e2, -1.47077505154951170175e2)
        + (-5.14105326766599330220e1, -6.05014350600728481186e0),
        (1.0, 6.43178256118178023184e1, 8.56430025976980587198e2, 3.88240183605401609683e3)
        + (7.24046774195652478189e3, 5.93072701187316984827e3, 2.06209331660327847417e3)
        + (2.42005740240291393179e2,),
    ),
    1: (
        (5.10862594750176621635e-2, 4.98213872951233449420e0, 7.58238284132545283818e1)
        + (3.66779609360150777800e2, 7.10856304998926107277e2, 5.97489612400613639965e2)
        + (2.11688757100572135698e2, 2.52070205858023719784e1),
        (1.0, 7.42373277035675149943e1, 1.05644886038262816351e3, 4.98641058337653607651e3)
        + (9.56231892404756170795e3, 7.99704160447350683650e3, 2.82619278517639096600e3)
        + (3.36093607810698293419e2,),
    ),
}
# {order: (numerator, denominator, squares of the first two roots)} in x^2, up to 5
_FIRST = {
    0: (
        (-4.79443220978201773821e9, 1.95617491946556577543e12, -2.49248344360967716204e14)
        + (9.70862251047306323952e15,),
        (1.0, 4.99563147152651017219e2, 1.73785401676374683123e5, 4.84409658339962045305e7)
        + (1.11855537045356834862e10, 2.11277520115489217587e12, 3.10518229857422583814e14)
        + (3.18121955943204943306e16, 1.71086294081043136091e18),
        (5.78318596294678452118e0, 3.04712623436620863991e1),
    ),
    1: (
        (-8.99971225705559398224e8, 4.52228297998194034323e11, -7.27494245221818276015e13)
        + (3.68295732863852883286e15,),
        (1.0, 6.20836478118054335476e2, 2.56987256757748830383e5, 8.35146791431949253037e7)
        + (2.21511595479792499675e10, 4.74914122079991414898e12, 7.84369607876235854894e14)
        + (8.95222336184627338078e16, 5.32278620332680085395e18),
        (1.46819706421238932572e1, 4.92184563216946036703e1),
    ),
}
_SECOND = {
    0: (
        (1.55924367855235737965e4, -1.46639295903971606143e7, 5.43526477051876500413e9)
        + (-9.82136065717911466409e11, 8.75906394395366999549e13, -3.46628303384729719441e15)
        + (4.42733268572569800351e16, -1.84950800436986690637e16),
        (1.0, 1.04128353664259848412e3, 6.26107330137134956842e5, 2.68919633393814121987e8)
        + (8.64002487103935000337e10, 2.02979612750105546709e13, 3.17157752842975028269e15)
        + (2.50596256172653059228e17,),
    ),
    1: (
        (1.26320474790178026440e9, -6.47355876379160291031e11, 1.14509511541823727583e14)
        + (-8.12770255501325109621e15, 2.02439475713594898196e17, -7.78877196265950026825e17),
        (1.0, 5.94301592346128195359e2, 2.35564092943068577943e5, 7.34811944459721705660e7)
        + (1.87601316108706159478e10, 3.88231277496238566008e12, 6.20557727146953693363e14)
        + (6.87141087355300489866e16, 3.97270608116560655612e18),
    ),
}


def _ratio(parts, x):
    return polynomial(parts[0], x) / polynomial(parts[1], x)


def _beyond_five(x, order, second):
    """Hankel's asymptotic form, for x of at least 5."""
    z = 5 / x
    modulus = _ratio(_MODULUS[order], z * z)
    phase = z * _ratio(_PHASE[order], z * z)
    angle = x - (0.25 + 0.5 * order) * math.pi
    cosine, sine = torch.cos(angle), torch.sin(angle)
    wave = modulus * sine + phase * cosine if second else modulus * cosine - phase * sine
    return wave * math.sqrt(2 / math.pi) / torch.sqrt(x)


def _first_to_five(x, order):
    square = x * x
    roots = _FIRST[order][2]
    value = _ratio(_FIRST[order], square) * (square - roots[0]) * (square - roots[1])
    return value * x if order else value


def _first_kind(x, order):
    size = x.abs()
    value = torch.where(
        size <= 5,
        _first_to_five(size.clamp(max=5), order),
        _beyond_five(size.clamp(min=5), order, second=False),
    )
    return torch.where(x < 0, -value, value) if order else value


def _second_to_five(x, order):
    ratio = _ratio(_SECOND[order], x * x)
    product = torch.log(x) * _first_to_five(x, order)
    if order:
        return x * ratio + 2 / math.pi * (product - 1 / x)
    return ratio + 2 / math.pi * product


def _of_second_kind(x, order):
    """Minus infinity at 0, NaN below."""
    near = _second_to_five(x.clamp(max=5), order)
    value = torch.where(x <= 5, near, _beyond_five(x.clamp(min=5), order, second=True))
    return torch.where(x == 0, -math.inf, value)


@formula("special_bessel_j0")
def _j0(self):
    return in_float32(_first_kind, self, 0)


@formula("special_bessel_j1")
def _j1(self):
    return in_float32(_first_kind, self, 1)


@formula("special_bessel_y0")
def _y0(self):
    return in_float32(_of_second_kind, self, 0)


@formula("special_bessel_y1")
def _y1(self):
    return in_float32(_of_second_kind, self, 1)


def _sine_ratio(x):
    """sin(x) / x, by its series where that is 0 / 0."""
    square = x * x
    series = polynomial((-1 / 39916800, 1 / 362880, -1 / 5040, 1 / 120, -1 / 6, 1.0), square)
    value = torch.where(x.abs() < 0.5, series, torch.sin(x) / x)
    return torch.where(torch.isinf(x), 0.0, value)


@formula("special_spherical_bessel_j0")
def _spherical_j0(x):
    return in_float32(_sine_ratio, x)
