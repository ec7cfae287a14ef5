"""Loss curves of rows side by side, and what their distance is worth.

Every row trains on the same tasks, in the same order, from the same float32 weights, with the norm of all
gradients clipped. So curves differ by what rounding does to the steps, and by nothing else:

    deviation = max |mean of ours - mean of the baseline's| / (first - last mean of the baseline's)

of means over a tenth of the run. PyTorch's own rows differ by rounding alone: the most that one strays from
the baseline is the spread, and nothing nearer than that can be told from rounding.
"""

import math
from dataclasses import replace

import torch
from torch import Tensor

from neural_process.measure import is_pytorch
from neural_process.model import Config
from neural_process.rows import Row
from neural_process.training import CLIP, LAST_RATE, WARM_UP, Hearer, Trainer, train

BAR = 0.01  # of the fall: curves that are nearer count as one
PARTS = 10  # of a run, in means
PYTORCH_PAIR = {"cuda": ("flash", "cudnn"), "cpu": ("math", "flash")}  # the baseline, and its neighbour
SAME = "same: within 1 %"
UNDECIDED = "undecided: PyTorch's own rows stray as far"
APART = "apart"
NOT_FINITE = "not finite"
NO_FALL = "no fall: the baseline learned nothing"
UNFINISHED = "unfinished"


def settings(peak: float) -> dict[str, float]:
    """What curves have to share to be compared."""
    return {"peak_rate": peak, "last_rate": LAST_RATE, "warm_up": WARM_UP, "clip": CLIP}


def key_of(shape: tuple[int, int, int], steps: int) -> str:
    """The name of a comparison in the record."""
    return f"{'x'.join(map(str, shape))}, {steps} steps"


def smoothed(losses: list[float], steps: int) -> Tensor:
    """Means over a tenth of `steps`, one from each step on; empty where there are too few losses."""
    window = max(steps // PARTS, 1)
    curve = torch.tensor(losses, dtype=torch.float64)
    return curve.unfold(0, window, 1).mean(-1) if len(losses) >= window else curve[:0]


def fall(losses: list[float]) -> float:
    """By how much a whole run's loss fell, in its means."""
    means = smoothed(losses, len(losses))
    return (means[0] - means[-1]).item()


def deviation(losses: list[float], baseline: list[float]) -> float:
    """The largest distance of two whole curves' means, as a share of what the baseline's fall by.

    NaN where a loss is not finite, infinite where the baseline did not fall.
    """
    ours, theirs = (smoothed(each, len(baseline)) for each in (losses, baseline))
    if len(losses) != len(baseline) or not all(map(math.isfinite, [*losses, *baseline])):
        return math.nan
    fell = fall(baseline)
    return (ours - theirs).abs().max().item() / fell if fell > 0 else math.inf


def end_distance(losses: list[float], baseline: list[float]) -> float:
    """How far apart two whole curves end, the mean of the last tenth, as a share of the baseline's fall."""
    ours, theirs = (smoothed(each, len(baseline))[-1].item() for each in (losses, baseline))
    fell = fall(baseline)
    return (ours - theirs) / fell if fell > 0 else math.inf


def verdict(share: float, spread: float) -> str:
    """In words, of a deviation beside PyTorch's own; a spread of NaN is one that was not measured."""
    if math.isnan(share):
        return NOT_FINITE
    if math.isinf(share):
        return NO_FALL
    if share <= BAR:
        return SAME
    return UNDECIDED if share <= spread else APART


def is_whole(curve: dict, steps: int) -> bool:
    """Whether a curve has all its steps, or ended since it could not go on."""
    losses = curve.get("losses", ())
    return len(losses) == steps or bool(losses) and not math.isfinite(losses[-1])


def spread_of(rows: dict[str, dict]) -> float:
    """The largest deviation of PyTorch's own rows from the baseline; NaN without a second one."""
    names = [name for name in rows if is_pytorch(Row.parse(name))][1:]
    found = [rows[name].get("deviation", math.nan) for name in names]
    return max(filter(math.isfinite, found), default=math.nan)


def judge(rows: dict[str, dict], steps: int) -> None:
    """Writes "deviation" and "verdict" to each row's curve; the first row is the baseline."""
    baseline = next(iter(rows.values()), {}).get("losses", [])
    for curve in rows.values():
        curve.pop("deviation", None)
        curve.pop("end_distance", None)
        if "error" in curve:
            curve["verdict"] = curve["error"]
        elif not is_whole(curve, steps):
            curve["verdict"] = f"{UNFINISHED}: {len(curve['losses'])} of {steps} steps"
        elif len(baseline) != steps and math.isfinite(curve["losses"][-1]):
            curve["verdict"] = "the baseline has no curve"
        else:
            curve["deviation"] = deviation(curve["losses"], baseline)
            if math.isfinite(curve["deviation"]):
                curve["end_distance"] = end_distance(curve["losses"], baseline)
    spread = spread_of(rows)
    for curve in rows.values():
        if "deviation" in curve:
            curve["verdict"] = verdict(curve["deviation"], spread)


def trained_curve(
    name: str, config: Config, shape: tuple[int, int, int], steps: int, device: torch.device,
    capture: bool, hear: Hearer, peak: float,
) -> tuple[Trainer, list[float]]:  # fmt: skip
    """A row after so many clipped steps, and its losses; on a GPU each step is a CUDA graph if `capture`.

    A captured step does what the same step does without a graph, which `check` asserts, without the time
    that Python takes to launch it.
    """
    row = Row.parse(name)
    trainer = Trainer(replace(row, graph=row.graph or capture), config, device, clip=CLIP)
    return trainer, train(trainer, shape, steps, hear=hear, peak=peak)
