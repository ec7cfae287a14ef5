"""Complex numbers between real ones are pairs of tensors."""

import pytest
import torch

from python_to_triton.frontend import GraphError, trace

X, W = torch.randn(2, 40), torch.hann_window(16)
IMAGE = torch.randn(2, 6, 5)


def power(x, w):
    return torch.stft(x, 16, hop_length=4, window=w, return_complex=True).abs().pow(2)


def normalized(x, w):
    spectrum = torch.stft(x, 16, 4, 12, w[:12], normalized=True, onesided=False, return_complex=True)
    return spectrum.reshape(1, *spectrum.shape).abs()


def convolution(x, w):
    return torch.fft.irfft(torch.fft.rfft(x, n=64) * torch.fft.rfft(w, n=64), n=64)


def windows_there_and_back(x, w):
    spectrum = torch.stft(x, 16, 4, window=w + 1, return_complex=True)
    return torch.istft(spectrum * 2, 16, 4, window=w + 1, length=x.shape[-1] + 3)


def windows_of_odd_steps(x, w):
    spectrum = torch.stft(x[0], 16, 5, 14, w[:14] + 1, normalized=True, onesided=False, return_complex=True)
    return torch.istft(spectrum, 16, 5, 14, w[:14] + 1, normalized=True, onesided=False)


def parts(x, w):
    z = torch.fft.fftn(x, norm="ortho")
    return z.real + z.imag * 2


def there_and_back(x, w):
    return torch.fft.irfftn(torch.fft.rfftn(x).conj() * 2, s=x.shape)


def image_there_and_back(x, w):
    return torch.view_as_real(torch.fft.ifft2(torch.fft.fft2(x) / 3))


def by_angle(x, w):
    z = torch.polar(x.abs() + 1, x)
    return torch.view_as_real(z) + torch.abs(-z).unsqueeze(-1) + torch.angle(z).unsqueeze(-1)


def sums(x, w):
    z = torch.view_as_complex(x.reshape(2, 20, 2))
    return torch.view_as_real(z + z.conj() - z * (z + 1))


PROGRAMS = (
    *(power, normalized, convolution, windows_there_and_back, windows_of_odd_steps),
    *(parts, by_angle, sums),
)
CASES = [
    *((program, (X, W)) for program in PROGRAMS),
    *((program, (IMAGE, W)) for program in (there_and_back, image_there_and_back)),
]


@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize(("program", "inputs"), CASES, ids=lambda item: getattr(item, "__name__", ""))
def test_pairs_compute_what_complex_numbers_do(program, inputs, partial):
    graph = trace(program, inputs, partial=partial)
    assert "opaque" not in graph.text
    torch.testing.assert_close(graph.run(*inputs), program(*inputs), rtol=1e-4, atol=1e-4)


def of_images(x):
    return torch.fft.fft2(x).real + torch.fft.ifft2(x).imag


def magnitudes(x):
    return torch.fft.fft(x).abs() + torch.fft.ifft(x, norm="ortho").abs()


def real_there_and_back(x):
    return torch.fft.irfft(torch.fft.rfft(x, norm="forward"), n=x.shape[-1], norm="forward")


@pytest.mark.parametrize(
    ("program", "shape", "others"),
    [
        (of_images, (3, 6, 5), [(2, 5, 6), (1, 4, 4)]),
        (magnitudes, (3, 20), [(2, 21), (4, 7)]),
        (real_there_and_back, (3, 20), [(2, 21), (4, 7)]),
        (lambda x: torch.fft.irfft(x), (3, 7), [(2, 6), (4, 3)]),
        (lambda x: torch.fft.hfft2(x), (2, 3, 7), [(4, 5, 4)]),
        (lambda x: torch.fft.irfft2(x), (2, 3, 7), [(4, 5, 4)]),
    ],
    ids=["images", "magnitudes", "real", "inverse", "hermitian_images", "inverse_of_images"],
)
def test_a_transform_is_free_in_its_sizes(program, shape, others):
    graph = trace(program, [torch.randn(shape)])
    assert not graph.source.conditions.sizes
    for one in (shape, *others):
        x = torch.randn(one, dtype=torch.float64)
        torch.testing.assert_close(graph.run(x), program(x))


@pytest.mark.filterwarnings("ignore:The length of signal is shorter")
@pytest.mark.parametrize("hop, length", [(4, 70), (4, 62), (16, None)])
def test_a_signal_of_windows_has_the_length_that_is_asked_for(hop, length):
    window = torch.hann_window(16) + 0.1

    def there_and_back(x):
        given = {"hop_length": hop, "window": window.to(x.dtype)}
        spectrum = torch.stft(x, 16, return_complex=True, **given)
        return torch.istft(spectrum, 16, length=length or x.shape[-1], **given)

    graph = trace(there_and_back, [torch.randn(2, 64)])
    assert not graph.source.conditions.sizes
    for n in (64, 61, 57, 40, 80):
        x = torch.randn(2, n)
        torch.testing.assert_close(graph.run(x), there_and_back(x), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("traced", [7, 8, 11, 15])
def test_half_of_a_half_of_an_odd_length_is_rounded(traced):
    def shortened(x):
        return torch.fft.rfft(x, n=x.shape[-1] // 2).abs()

    graph = trace(shortened, [torch.randn(2, traced)])
    assert not graph.source.conditions.sizes
    for n in (7, 8, 9, 10, 12, 16, 21):
        x = torch.randn(2, n)
        torch.testing.assert_close(graph.run(x), shortened(x), rtol=1e-4, atol=1e-4)


def test_a_product_of_transforms_has_the_lengths_of_both():
    def convolved(x, y):
        n = x.shape[-1] + y.shape[-1] - 1
        return torch.fft.irfft(torch.fft.rfft(x, n=n) * torch.fft.rfft(y, n=n), n=n)

    graph = trace(convolved, [torch.randn(2, 16), torch.randn(2, 5)])
    assert "arange(end=(B+C+1)//2)" in graph.text
    for lengths in ((16, 5), (7, 4), (8, 8)):
        x, y = (torch.randn(3, n, dtype=torch.float64) for n in lengths)
        torch.testing.assert_close(graph.run(x, y), convolved(x, y))


def complex_result(x, w):
    return torch.fft.fft(x)


def missing(x, w):
    return torch.fft.fft(x).exp().abs()


@pytest.mark.parametrize("program", [complex_result, missing])
def test_what_is_no_pair_stays_with_pytorch(program):
    with pytest.raises(GraphError, match="complex"):
        trace(program, (X, W))
    graph = trace(program, (X, W), partial=True)
    assert "opaque" in graph.text
    torch.testing.assert_close(graph.run(X, W), program(X, W))


def test_long_transforms_are_free_in_their_lengths_and_longer_ones_are_no_products():
    assert not trace(lambda x: torch.fft.fft(x).abs(), [torch.randn(3, 3000)]).source.conditions.sizes
    with pytest.raises(GraphError, match="fft_fft is not in the vocabulary"):
        trace(lambda x: torch.fft.fft(x).abs(), [torch.randn(3, 4100)])
