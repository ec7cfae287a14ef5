"""What came of tuning, in words: the table in a file's header, and the regions' rows of the report."""

import textwrap

from python_to_triton import frontend
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.translation import Translation
from python_to_triton.tuning.launch_search import GAIN

COLUMNS = 110
SHOWN_REGIONS = 12  # of a table; the report has all


def faster_in_pytorch(region: RegionCandidates) -> bool:
    """Whether eager PyTorch won the race by more than noise."""
    ours = region.tuning.get("ms")
    eager = region.tuning.get("torch_ms")
    return bool(ours and eager) and eager < GAIN * ours


def operations_of(region: RegionCandidates) -> str:
    """`linear, gelu [A = 64, B = 512]`."""
    names = dict.fromkeys(value.op for value in frontend.parse(region.prompt).values)
    sizes = ", ".join(f"{letter} = {size}" for letter, size in region.sizes.items())
    return f"{textwrap.shorten(', '.join(names), 60, placeholder=' ...')} [{sizes}]"


def speedup_text(region_tuning: dict, ms: float | None) -> str:
    """`0.0210 ms, 1.42x` of a time in a region's race."""
    eager = region_tuning.get("torch_ms")
    if not ms:
        return "not timed"
    return f"{ms:.4g} ms" + (f", {eager / ms:.2f}x" if eager else "")


def table_rows(region: RegionCandidates) -> list[str]:
    """A region's rows of the table."""
    found = region.tuning
    texts = [f"{operations_of(region)}: {speedup_text(found, found['ms'])}"]
    if found.get("compile_ms"):
        texts.append(f"torch.compile {speedup_text(found, found['compile_ms'])}")
    failed = f", {found['failed']} of them unusable" if found["failed"] else ""
    several = len(found["schedules"]) > 1
    samples = f" of {len(found['schedules'])} answers" if several else ""
    texts.append(f"{found['tried']} launches{samples} tried{failed}")
    rows = ["; ".join(texts)]
    for row in found["rows"] if len(found["rows"]) > 1 else ():
        word = found["schedules"][row["answer"]]
        which = f"answer {row['answer'] + 1}{f' ({word})' if word else ''}, " if several else ""
        rows.append(f"  {speedup_text(found, row['ms'])}: {which}{row['numbers']}")
    return rows


def tuning_lines(translation: Translation) -> list[str]:
    """The table of what was timed, as lines of a comment; empty where nothing was."""
    tuned = [region for region in translation.regions if region.tuning.get("ms")]
    if not tuned:
        return []
    machine = tuned[0].tuning
    head = (
        f"Timed region by region, medians with a cold L2, speedups over eager PyTorch ({machine['machine']}, "
        f"{machine['date']}):"
    )
    texts = [head]
    shown = tuned[:SHOWN_REGIONS]
    for region in shown:
        rows = table_rows(region)
        texts += [f"  {row}" for row in (rows if len(tuned) <= SHOWN_REGIONS // 2 else rows[:1])]
    if len(tuned) > len(shown):
        texts.append(f"  and {len(tuned) - len(shown)} more")
    slower = [region for region in tuned if faster_in_pytorch(region) and not region.left]
    if slower:
        names = "; ".join(operations_of(region) for region in slower)
        texts.append(f"PyTorch stays faster in: {names}.")
    lines = []
    for text in texts:
        indent = " " * (len(text) - len(text.lstrip()))
        lines += textwrap.wrap(
            text.lstrip(), COLUMNS, initial_indent=f"# {indent}", subsequent_indent=f"# {indent}    "
        )
    return lines


def tuning_rows(translation: Translation) -> tuple[dict, ...]:
    """What the report says of the regions that were timed."""
    kept = ("asked", "ok", "reason", "ms", "usual_ms", "torch_ms", "compile_ms", "numbers", "tried", "failed")
    kept += ("stages",)
    return tuple(
        {"operations": operations_of(region)}
        | {name: region.tuning[name] for name in kept if region.tuning.get(name) not in (None, "")}
        for region in translation.regions
        if region.tuning
    )
