"""The style that all charts share: colours, ticks in round numbers, the baseline at 1, slower rows marked.

What is slower than its baseline has a colour of its own and a mark of its own: a triangle for a dot, hatching
for a bar, so that a chart says the same in grey. matplotlib is imported when a chart is drawn.
"""

import math
from collections.abc import Sequence
from pathlib import Path

from triton_ops.files import replacing

OURS, SLOWER, OTHER, REFERENCE = "#1f5f9e", "#c2410c", "#7a8794", "#333333"
FASTER_MARK, SLOWER_MARK = "o", "v"
HATCH = "////"
LETTER = 0.075  # inches that a letter of a tick's label takes
AXIS_SHARE = 0.75  # of a figure's width
RATIOS = (0.1, 0.2, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100)
OP_WORDS = {
    "rms_norm": "RMSNorm",
    "add_rms_norm": "residual + RMSNorm",
    "layer_norm": "LayerNorm",
    "rotary": "rotary embedding",
    "bias_gelu": "bias + GELU",
    "gmm_log_prob": "mixture log-probability",
    "adamw": "AdamW, clipped",
    "linear_cross_entropy": "linear + cross-entropy",
    "mlp": "MLP",
    "mlp_heads": "ten MLP heads",
    "attention": "attention",
    "self_attention": "self-attention, projection included",
    "squared_relu_mlp": "MLP with squared ReLU",
    "attention_fp8": "attention in FP8",
    "newton_schulz": "Newton-Schulz",
    "decode_attention": "decode attention",
    "cached_attention": "cached attention",
}


def op_words(name: str) -> str:
    """An op's name as a label."""
    return OP_WORDS.get(name, name.replace("_", " "))


def new_figure(rows: int, columns: int, size: tuple[float, float], **options):
    """(figure, its axes in a grid of rows and columns), on no screen; `size` in inches."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(
        rows, columns, figsize=size, squeeze=False, layout="constrained", **options
    )
    for panel in panels.flat:
        panel.spines[["top", "right"]].set_visible(False)
        panel.set_axisbelow(True)
    return figure, panels


def save_figure(figure, path: Path, dpi: int = 130) -> None:
    """Writes a PNG, whole or not at all, and forgets the figure."""
    from matplotlib import pyplot

    with replacing(path) as partial:
        figure.savefig(partial, format="png", dpi=dpi, metadata={"Software": None})
    pyplot.close(figure)


def number_words(value: float, _place: object = None) -> str:
    """A tick in words: 1,500; 250 k; 2.5 M. As a formatter of matplotlib it takes a place too."""
    size = abs(value)
    if size >= 1e6:
        return f"{value / 1e6:g} M"
    if size >= 1e4:
        return f"{value / 1e3:g} k"
    return f"{value:,.0f}" if size >= 1000 else f"{value:g}"


def round_ticks(axis, most: int = 7, whole: bool = False) -> None:
    """Ticks of an axis (axes.xaxis) at 1, 2 or 5 times a power of ten; `whole`: none between integers.

    Large numbers are written in words. Called when all is drawn, since it looks at the axis' limits.
    """
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10], integer=whole))
    if max(map(abs, axis.get_view_interval())) >= 1000:
        axis.set_major_formatter(FuncFormatter(number_words))


def log_ticks(axis) -> None:
    """A logarithmic axis with ticks at 1, 2 and 5 times powers of ten, written as numbers: 0.2, not 2e-1."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(number_words))


def ratio_words(ratio: float) -> str:
    """`1.17x`; what is slightly slower gets further digits, so that it is not written as 1.00x."""
    digits = 2
    while ratio < 1 and float(f"{ratio:.{digits}f}") == 1:
        digits += 1
    return f"{ratio:.{digits}f}x"


def ratio_limits(values: Sequence[float]) -> tuple[float, float]:
    """Limits of a logarithmic axis that holds these ratios and 1, with some air."""
    return min(*values, 1.0) / 1.12, max(*values, 1.0) * 1.12


def ratio_ticks(low: float, high: float, width: float) -> list[float]:
    """Those of RATIOS between two limits whose labels stand apart on a logarithmic axis of `width` inches.

    What is nearer to 1 has its place first.
    """
    place = lambda ratio: width * math.log(ratio / low) / math.log(high / low)
    half = lambda ratio: LETTER * len(f"{ratio:g}x") / 2
    chosen = []
    for ratio in sorted(RATIOS, key=lambda ratio: abs(math.log(ratio))):
        apart = (
            abs(place(ratio) - place(other)) >= half(ratio) + half(other) + LETTER / 2 for other in chosen
        )
        if low <= ratio <= high and all(apart):
            chosen.append(ratio)
    return sorted(chosen)


def ratio_axis(axes, values: Sequence[float], baseline: str) -> None:
    """A logarithmic x axis of speedups: ticks such as 1.5x, a line at 1 that is named after the baseline, and
    which side is faster.
    """
    low, high = ratio_limits(values)
    axes.set_xscale("log")
    ticks = ratio_ticks(low, high, AXIS_SHARE * axes.figure.get_figwidth())
    axes.set_xticks(ticks, [f"{ratio:g}x" for ratio in ticks])
    axes.minorticks_off()
    axes.set_xlim(low, high)
    axes.grid(axis="x", color="#e6e9ec")
    axes.axvline(1, color=REFERENCE, linewidth=1.4, label=baseline, zorder=1)
    about = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "fontsize": 9}
    axes.annotate("slower", (1, 1), (-6, 4), ha="right", color=SLOWER, **about)
    axes.annotate("faster", (1, 1), (6, 4), ha="left", color=OURS, **about)


def ratio_dots(axes, values: Sequence[float], height: float) -> None:
    """Speedups as dots at one height; those below 1 are triangles of another colour."""
    for is_slower in (False, True):
        shown = [value for value in values if (value < 1) == is_slower]
        if shown:
            axes.scatter(
                shown, [height] * len(shown), s=34, zorder=3, edgecolors="white", linewidths=0.6,
                color=SLOWER if is_slower else OURS, marker=SLOWER_MARK if is_slower else FASTER_MARK,
            )  # fmt: skip


def label_ratios(axes, ratios: Sequence[float | None], head: str = "speedup") -> None:
    """A column of speedups at the right of rows 0, 1, ...; a slower one has a triangle before it."""
    about = {"textcoords": "offset points", "fontsize": 9, "annotation_clip": False}
    for place, ratio in enumerate(ratios):
        if ratio is not None:
            text = f"▼ {ratio_words(ratio)}" if ratio < 1 else ratio_words(ratio)
            color = SLOWER if ratio < 1 else OURS
            at = {"xycoords": ("axes fraction", "data"), "va": "center"}
            axes.annotate(text, (1, place), (8, 0), color=color, **at, **about)
    axes.annotate(head, (1, 1), (8, 4), xycoords="axes fraction", **about)


def rate_bars(axes, labels: Sequence[str], values: Sequence[float], slower: Sequence[bool], **options):
    """Horizontal bars; the slower ones hatched and of another colour, the first of them with the legend's
    label. Returns the bars.
    """
    bars = axes.barh(labels, values, **({"color": OURS} | options))
    for bar, is_slower in zip(bars, slower, strict=True):
        if is_slower:
            bar.set(facecolor="white", edgecolor=SLOWER, hatch=HATCH, linewidth=1)
    if any(slower):
        bars[list(slower).index(True)].set_label("slower")
    return bars
