"""Compositions of the families of random programs and their building blocks, update_of_three to update_of_three."""

from corpus.composition import Composition

COMPOSITIONS = {
    # An optimizer nobody has a name for: of a parameter, its gradient and one state of the same shape, a
    # new parameter and a new state.
    "update_of_three": Composition(
        "program_of_three_to_two",
        {"x +": "0.9 * w + z *", "v * w": "x - 0.01 * v"},
        functions=(
            """
def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.rand(shape)
""",
            """
def update_of_three_torch(x, z, w):
    v = w * 0.9 + z ** 2
    x = x - v * 0.01
    return v, x
""",
        ),
    ),
}
