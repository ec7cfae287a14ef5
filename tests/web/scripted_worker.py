"""A worker whose translator's answers are given: programs are traced, and answers judged, as ever.

python scripted_worker.py DESCRIPTOR SETTINGS
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def scripted_answers(settings):
    """(translator, options)"""
    from python_to_triton.early_start import PYTHON_ALONE, READ_VARIABLE

    os.environ[READ_VARIABLE] = PYTHON_ALONE
    os.environ.setdefault("TRITON_INTERPRET", "1")
    from scripted_translator import translator_with_a_model

    from python_to_triton.runtime.options import DEFAULT_OPTIONS

    return translator_with_a_model(), DEFAULT_OPTIONS


if __name__ == "__main__":
    from python_to_triton.web.worker import main

    main(scripted_answers)
