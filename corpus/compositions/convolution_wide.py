"""The families of convolutions with products on tensor cores, of x laid out channels last: the schedule `wide`."""

from corpus.composition import Composition
from corpus.compositions.channels_last import channels_last

IMAGES = (
    "conv1d_causal",
    "conv2d_affine",
    "conv2d_cat",
    "conv2d_pixel_shuffle",
    "conv2d_tokens",
)
ENDINGS = ("", "_any_joins", "_bias_act", "_binary", "_joins", "_reuse", "_to_two")
RANKS = ("conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
STEMS = (*(rank + ending for rank in RANKS for ending in ENDINGS), *IMAGES)

COMPOSITIONS = {f"{stem}_wide": Composition(stem, through=channels_last, schedule="wide") for stem in STEMS}
