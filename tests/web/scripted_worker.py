"""A worker whose translator's answers are given: programs are traced, and answers judged, as ever.

python scripted_worker.py DESCRIPTOR SETTINGS      (settings: program_seconds, that a program may take)
"""

import importlib
import os
import sys
from pathlib import Path

from python_to_triton.early_start import PYTHON_ALONE, READ_VARIABLE
from python_to_triton.web.worker import main

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
LIMITS = (("traced_text", "TRACE_SECONDS"), ("remote_original", "CALL_SECONDS"))


def scripted_answers(settings):
    """(translator, options)"""
    os.environ[READ_VARIABLE] = PYTHON_ALONE
    os.environ.setdefault("TRITON_INTERPRET", "1")
    from scripted_translator import translator_with_a_model

    from python_to_triton.runtime.options import DEFAULT_OPTIONS

    for name, limit in LIMITS:
        module = importlib.import_module(f"python_to_triton.user_programs.{name}")
        setattr(module, limit, settings.get("program_seconds", 60.0))
    return translator_with_a_model(), DEFAULT_OPTIONS


if __name__ == "__main__":
    main(scripted_answers)
