"""An answer at the program's own sizes: is it right there, and how fast compared with eager and
torch.compile?

Three processes take part. The first one sends requests. A fork of the helper process (helper_server.py) runs
one user's program, with the user's rights, and has the reference. The answer, which a model wrote, runs in a
sandbox of the helper's (verification/sandbox), where the expected output is not in memory. Tuning exchanges
the launch numbers of answers that are right there, and races them.

Reading order: settings, comparison, clock, program, loaded_answer, own_sizes; written_launches, knobs,
size_multiples, known_sizes, kernel_knobs, launch_numbers, host_runs, launch_search, region_tuning; gpu_turn,
program_race; value_times (of eager PyTorch, value by value); helper_server, helper_process.
"""

from python_to_triton.tuning.clock import median_times
from python_to_triton.tuning.comparison import (
    compare_with_eager,
    compare_with_float64,
    compare_with_reference,
)
from python_to_triton.tuning.helper_process import HelperProcess, helper_of_thread, helper_process
from python_to_triton.tuning.launch_numbers import launch_numbers, rewritten
from python_to_triton.tuning.loaded_answer import LoadedAnswer, warm_sandbox
from python_to_triton.tuning.own_sizes import judge_at_own_sizes
from python_to_triton.tuning.program import at_own_sizes
from python_to_triton.tuning.program_race import race_program
from python_to_triton.tuning.region_tuning import tune_region
from python_to_triton.tuning.settings import unchanged_settings

__all__ = [
    "HelperProcess",
    "LoadedAnswer",
    "at_own_sizes",
    "compare_with_eager",
    "compare_with_float64",
    "compare_with_reference",
    "helper_of_thread",
    "helper_process",
    "judge_at_own_sizes",
    "launch_numbers",
    "median_times",
    "race_program",
    "rewritten",
    "tune_region",
    "unchanged_settings",
    "warm_sandbox",
]
