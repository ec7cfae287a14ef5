"""What a reader expects of a chart, asked of matplotlib's axes."""

import math

from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex


def are_round(ticks):
    """Whether ticks lie a step of 1, 2 or 5 times a power of ten apart."""
    gaps = {round(b - a, 12) for a, b in zip(ticks, ticks[1:])}
    if len(gaps) != 1:
        return False
    [gap] = gaps
    mantissa = gap / 10 ** math.floor(math.log10(gap))
    return any(math.isclose(mantissa, digit, rel_tol=1e-6) for digit in (1, 2, 5, 10))


def texts_of(axes):
    """What is written in the axes beside labels: annotations."""
    return [text.get_text() for text in axes.texts]


def dots_of(axes):
    """[(x, colour, number of the marker's vertices)] of scattered dots."""
    found = []
    for collection in axes.collections:
        if isinstance(collection, PathCollection):
            color = to_hex(collection.get_facecolor()[0]) if len(collection.get_facecolor()) else ""
            vertices = len(collection.get_paths()[0].vertices)
            found += [(float(x), color, vertices) for x, _ in collection.get_offsets()]
    return found


def lines_at(axes, place):
    """The vertical lines of the axes at a place."""
    return [line for line in axes.lines if set(line.get_xdata()) == {place}]


def legend_of(figure):
    """The words of the legends of a figure and of its axes."""
    legends = [*figure.legends, *(axes.get_legend() for axes in figure.axes if axes.get_legend())]
    return [text.get_text() for legend in legends for text in legend.get_texts()]


def are_labelled(axes):
    """Whether both axes say what they show: a label, or names at the ticks."""
    names = [label.get_text() for label in axes.get_yticklabels()]
    has_names = any(any(letter.isalpha() for letter in name) for name in names)
    return bool(axes.get_xlabel()) and (bool(axes.get_ylabel()) or has_names)
