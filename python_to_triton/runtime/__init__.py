"""From a program to a module that can be imported: candidates, verdicts, retries, files and the demo.

Reading order: options; candidates (a region and what was written for it), answer_cache (the same on disk),
judging, pool and futures (verdicts, in workers, and what waits for them), number_judging (answers that
receive numbers at run time), rewording and smaller_regions (when no sample passed), composed_candidates (of
answers to smaller regions, before any verdict), left_to_pytorch (what PyTorch is to compute),
translated_graph and translation (a program and its regions), scheduled_answers (answers in other schedules),
tuning_table, tuning_cache and tuned_regions (which launch is the fastest), line_links (lines that belong
together), sample_search (rounds of samples), translator (a program to its last verdict), loading (which
weights, which decoder); source_files, file_entries, file_header, reports, files; answering, terminal,
interactive; commands, model_commands.
"""

from python_to_triton.runtime.answer_cache import AnswerCache, Search
from python_to_triton.runtime.candidates import Candidate, RegionCandidates
from python_to_triton.runtime.commands import (
    FileFlags,
    FileOptions,
    SamplingOptions,
    start_demo,
    translate_paths,
)
from python_to_triton.runtime.files import traced_file, translate_files
from python_to_triton.runtime.interactive import DEMO_PROMPTS, Session, interact, show_samples
from python_to_triton.runtime.judging import compile_answer, judge_answer, not_judged, skip_judging
from python_to_triton.runtime.loading import choose_weights, load_translator, released_weights
from python_to_triton.runtime.model_commands import MODEL_COMMANDS, add_command_flags, run_model_command
from python_to_triton.runtime.options import TranslationOptions
from python_to_triton.runtime.pool import Judges, judges_beside
from python_to_triton.runtime.reports import report_fields
from python_to_triton.runtime.rewording import (
    with_common_numbers,
    with_large_integers,
    with_rare_numbers,
    with_small_integers,
    without_kept_rows,
)
from python_to_triton.runtime.source_files import python_files
from python_to_triton.runtime.terminal import ProgramReader, Stream, highlighted
from python_to_triton.runtime.translation import Translation, has_gpu, own_sizes_result
from python_to_triton.runtime.translator import REDRAW_TEMPERATURE, Translator, verdict_line

__all__ = [
    "AnswerCache",
    "Candidate",
    "DEMO_PROMPTS",
    "FileFlags",
    "FileOptions",
    "Judges",
    "MODEL_COMMANDS",
    "ProgramReader",
    "REDRAW_TEMPERATURE",
    "RegionCandidates",
    "SamplingOptions",
    "Search",
    "Session",
    "Stream",
    "Translation",
    "TranslationOptions",
    "Translator",
    "add_command_flags",
    "choose_weights",
    "compile_answer",
    "has_gpu",
    "highlighted",
    "interact",
    "judge_answer",
    "judges_beside",
    "load_translator",
    "not_judged",
    "own_sizes_result",
    "python_files",
    "released_weights",
    "run_model_command",
    "report_fields",
    "start_demo",
    "translate_paths",
    "show_samples",
    "skip_judging",
    "traced_file",
    "translate_files",
    "verdict_line",
    "with_common_numbers",
    "with_large_integers",
    "with_rare_numbers",
    "with_small_integers",
    "without_kept_rows",
]
