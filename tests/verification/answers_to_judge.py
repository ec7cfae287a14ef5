"""All wrong answers by kind and their right twins, and their verdicts, here or in processes side by side."""

import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import torch
import wrong_by_arguments
import wrong_by_interpreter
import wrong_by_layers
import wrong_by_races
import wrong_by_shapes
import wrong_by_tolerance
import wrong_by_torch
import wrong_by_values
from right_twins import RIGHT

from python_to_triton.verification import Verdict, judge

KINDS = {
    "torch": wrong_by_torch.WRONG,
    "races": wrong_by_races.WRONG,
    "interpreter": wrong_by_interpreter.WRONG,
    "values": wrong_by_values.WRONG,
    "shapes": wrong_by_shapes.WRONG,
    "arguments": wrong_by_arguments.WRONG,
    "layers": wrong_by_layers.WRONG,
    "tolerance": wrong_by_tolerance.WRONG,
}
WRONG = {name: answer for answers in KINDS.values() for name, answer in answers.items()}
MOST_PROCESSES = 16


def verdict_on(key: tuple[str, str], device: str) -> Verdict:
    """The verdict on ("wrong" or "right", name)."""
    table, name = key
    answer = {"wrong": WRONG, "right": RIGHT}[table][name]
    torch.manual_seed(0)
    return judge(answer.candidate, answer.reference, answer.cases(), device=device)


def verdicts_in_parallel(keys: Sequence[tuple[str, str]], device: str) -> dict[tuple[str, str], Verdict]:
    """`verdict_on` each of the keys, in as many processes as there are cores: a GPU compiles each kernel."""
    processes = min(MOST_PROCESSES, os.cpu_count(), len(keys))
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        return dict(zip(keys, pool.map(partial(verdict_on, device=device), keys), strict=True))
