"""What came of tuning a region, kept on disk beside its answer: a second run times nothing.

One JSON file an answer at its sizes, valid for one GPU, one version of PyTorch, Triton and this code.
"""

import hashlib
import json
import sys
from dataclasses import asdict
from pathlib import Path

from python_to_triton import verification
from python_to_triton.runtime.answer_cache import AnswerCache, candidate_from, folder
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.verification.sandbox import Refused
from triton_ops.code_hash import text_hash
from triton_ops.files import replacing

TUNING = ("python_to_triton.tuning", "python_to_triton.runtime.tuned_regions")


def tuning_key(cache: AnswerCache, region: RegionCandidates) -> dict:
    """All that the fastest launch of a region depends on."""
    own = {"sizes": region.sizes, "answer": region.drawn_answer.source, "tuning": text_hash(*TUNING)}
    return cache.key(region.prompt) | own


def tuning_path(key: dict) -> Path:
    """The file of a key."""
    digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:32]
    return folder() / "tuned" / f"{digest}.json"


def load_tuning(cache: AnswerCache, region: RegionCandidates, seconds: float) -> bool:
    """Gives a region what tuning it for at least so many seconds found; whether it is known.

    The text of an answer is checked as a candidate's is: the file may be anybody's.
    """
    key = tuning_key(cache, region)
    try:
        record = json.loads(tuning_path(key).read_text())
        if record["key"] != key or record["tuning"]["asked"] < seconds:
            return False
        tuned = candidate_from(record["tuned"]) if record["tuned"] else None
        if tuned:
            verification.check_source(tuned.source)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, Refused):
        return False
    region.tuned = tuned
    region.tuning = record["tuning"]
    return True


def store_tuning(cache: AnswerCache, region: RegionCandidates) -> None:
    """Keeps what tuning a region found. Where that cannot be written, a line on stderr says so, once."""
    tuned = region.tuned
    written = asdict(tuned) if tuned else None
    record = {"key": tuning_key(cache, region), "tuned": written, "tuning": region.tuning}
    try:
        with replacing(tuning_path(record["key"])) as partial:
            partial.write_text(json.dumps(record, indent=1))
    except OSError as error:
        if not cache.failed:
            print(f"tuned answers are not kept in {folder()}: {error.strerror}", file=sys.stderr)
        cache.failed = True
