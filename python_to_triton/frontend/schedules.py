"""Schedules: the words for how an answer divides its work, where one graph has several right answers.

A graph's text does not say how it is computed. What the model reads is that text and, where a schedule is
wanted, one more line: `schedule split`. Without a line the model writes the usual schedule.
"""

SCHEDULES = {
    "split": "several programs share an output: each leaves a partial result, a second launch combines them",
    "rows": "few or thin rows of output: a program streams the larger operand for several rows or columns",
    "persistent": "as many programs as the GPU runs at once; each walks over several tiles or rows",
    "wide": "large tiles and more warps, for large sizes",
    "small": "small tiles, for small problems or batches of them",
    "direct": "a convolution as sums of products, without a matrix product",
}


def check_schedule(schedule: str) -> None:
    """Raises ValueError, one line, for a word that is no schedule; the empty one is the usual schedule."""
    if schedule and schedule not in SCHEDULES:
        raise ValueError(f"there is no schedule {schedule!r}: the words are {', '.join(SCHEDULES)}")


def with_schedule(prompt: str, schedule: str) -> str:
    """What the model reads: a prompt and, where a schedule is wanted, a last line that names it."""
    return f"{prompt}\nschedule {schedule}" if schedule else prompt
