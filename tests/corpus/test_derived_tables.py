"""Tables that are another family's with fragments exchanged."""

from corpus.derived_tables import Derived, derived_tables
from corpus.family import family_of, tables_of

BASE = {
    "FAMILY": {"conv2d_no_bias": {"F.conv2d(x, w, b": "F.conv2d(x, w"}, "doubled": {"* 1": "* 2"}},
    "AXES": [
        {"stride": ({"stride=1": "stride={0}"}, "2 3"), "wide": {"H, W": "H"}},
        ("UNARY", "y = W", "y = tl.W"),
    ],
}


def test_exchanges_reach_fragments_and_not_the_names_of_rows_and_tables():
    tables = derived_tables(
        "conv1d_reuse", Derived("conv2d_reuse", {"conv2d": "conv1d", "H, W": "L", "W": "L"}), BASE
    )
    assert tables["FAMILY"]["conv1d_no_bias"] == {"F.conv1d(x, w, b": "F.conv1d(x, w"}
    assert tables["FAMILY"]["doubled"] == BASE["FAMILY"]["doubled"]
    assert tables["AXES"][0]["wide"] == {"L": "H"}
    assert tables["AXES"][1] == ("UNARY", "y = L", "y = tl.L")


def test_axes_are_numbered_and_rows_taken_over():
    axes = [1, {"tall": {"H, W": "W"}, "stride": ...}]
    tables = derived_tables("other", Derived("conv2d_reuse", family={}, axes=axes), BASE)
    assert "FAMILY" not in tables
    assert tables["AXES"] == [BASE["AXES"][1], {"tall": {"H, W": "W"}, "stride": BASE["AXES"][0]["stride"]}]


def test_the_tables_of_a_rank_follow_those_of_images():
    images, signals = tables_of("conv2d_reuse"), tables_of("conv1d_reuse")
    assert len(family_of("conv1d_reuse")) == len(family_of("conv2d_reuse")) > 1000
    assert list(signals["FAMILY"]) == [row.replace("conv2d", "conv1d") for row in images["FAMILY"]]
    assert "conv1d" in str(signals) and "conv2d" not in str(signals)
