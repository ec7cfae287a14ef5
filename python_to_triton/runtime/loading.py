"""Loads a translator: finds the weights, and chooses how to decode from them on this machine."""

import functools
import os
import sys
from pathlib import Path

from python_to_triton import user_programs
from python_to_triton.inference.checkpoints import (
    CHECKPOINT,
    RELEASE,
    check_translates,
    load_checkpoint,
    load_weights,
    release_config,
    weights_hash,
)
from python_to_triton.inference.decoder import GraphDecoder
from python_to_triton.inference.loading import decodes_integers, device_of, load_decoder
from python_to_triton.inference.sampling import generate
from python_to_triton.inference.tokenizer import Vocabulary
from python_to_triton.runtime.answer_cache import AnswerCache
from python_to_triton.runtime.translator import Translator
from python_to_triton.timeline import TIMELINE

WEIGHTS_VARIABLE = "PYTHON_TO_TRITON_WEIGHTS"
FIRST_PROMPT = "f(a0: f32[A, B])\nv0 = sigmoid(a0)\nreturn v0"  # which a decoder's first steps write to
INSTALLED_WEIGHTS = Path(__file__).resolve().parents[1] / "weights"  # where `pip install` puts weights/


def released_weights() -> Path:
    """The folder of the released weights: $PYTHON_TO_TRITON_WEIGHTS, the clone's weights/, or the installed
    copy.

    Raises ValueError, one line, where there is none.
    """
    named = os.environ.get(WEIGHTS_VARIABLE)
    if named:
        if not Path(named).exists():
            raise ValueError(f"{WEIGHTS_VARIABLE} names {named}, which does not exist")
        return Path(named)
    for folder in (RELEASE, INSTALLED_WEIGHTS):
        if (folder / "config.json").exists():
            return folder
    raise ValueError(
        "the released weights are not installed: give the path of a checkpoint or of a clone's weights/ "
        f"folder, or set {WEIGHTS_VARIABLE} to it"
    )


def built_in_score(state: dict) -> str:
    """`7 of 10 built-in prompts`, as the end of a training run recorded it."""
    score = state.get("built_in")
    return f"{score['passed']} of {score['of']} built-in prompts" if score else "built-in prompts not tried"


def choose_weights(checkpoint: str | Path = CHECKPOINT, which: str = "auto") -> tuple[Path, str]:
    """(path of the weights that answer, their name: `released`, `mine.pth (7 of 10 built-in prompts)`).

    which: "released"; "mine", those at `checkpoint`; or "auto", the checkpoint if it passed no fewer of the
    built-in prompts than the released weights, else these; a line on stderr says so.

    Raises ValueError, one line, where there are none.
    """
    if which not in ("auto", "released", "mine"):
        raise ValueError(f"weights is auto, released or mine, not {which!r}")
    checkpoint = Path(checkpoint)
    if which == "released":
        return released_weights(), "released"
    if which == "mine" and checkpoint.is_dir():
        return checkpoint, str(checkpoint)
    if which == "auto" and not checkpoint.exists():
        return released_weights(), "released"
    mine = load_checkpoint(checkpoint)
    check_translates(mine, checkpoint)
    name = f"{checkpoint} ({built_in_score(mine)})"
    if which == "mine":
        return checkpoint, name
    released = released_weights()
    passed = (mine.get("built_in") or {}).get("passed", -1)
    needed = (release_config(released).get("built_in") or {}).get("passed", 0)
    if passed >= needed:
        return checkpoint, name
    print(f"{name} is not preferred: the released weights pass {needed}; --weights mine", file=sys.stderr)
    return released, "released"


def ready_decoder(translator: Translator) -> None:
    """Makes a GPU's first step while a program is still being traced, rather than after that.

    What it writes meanwhile, to a prompt of its own, is nobody's answer.
    """
    decoder = translator.decoder
    if isinstance(decoder, GraphDecoder) and user_programs.are_traces_waited_for():
        with TIMELINE.counted("first step of the decoder"):
            prompt = translator.vocabulary.encode_prompt(FIRST_PROMPT)
            if decoder.plain_answers:
                decoder.plain.try_step(prompt)
            else:
                next(generate(decoder, [prompt], translator.vocabulary.end))


def load_translator(
    path: str | Path | None = None,
    device: str = "auto",
    int8: bool | None = None,
    cached: bool = False,
    plain_answers: int = 0,
    **options,
) -> Translator:
    """The Translator of a checkpoint or a release folder; of the released weights where `path` is None.

    int8: whether it decodes from int8 matrices, by default on the CPU. cached: whether verified answers are
    kept on disk, and read from there. plain_answers: as GraphDecoder takes it. `options` are the
    Translator's. Raises ValueError, one line, where there is no checkpoint, or no such device.
    """
    target = device_of(device)
    path, name = choose_weights(CHECKPOINT, "released") if path is None else choose_weights(path, "mine")
    if path == RELEASE:
        name = "released"
    integers = decodes_integers(target, int8)
    state = load_weights(path, floats=not integers, device="cpu" if integers else target)
    check_translates(state, path)
    print(f"weights: {name}", file=sys.stderr)
    vocabulary = Vocabulary.from_json(state["vocabulary"])
    translator = Translator(load_decoder(state, target, int8, plain_answers), vocabulary, **options)
    translator.model_hash = weights_hash(path)
    translator.weights = name
    translator.schedules = tuple(state.get("schedules", ()))
    translator.cache = AnswerCache(translator.model_hash) if cached else None
    ready_decoder(translator)
    return translator


@functools.cache
def released_translator() -> Translator:
    """The translator with the released weights, which keeps its answers on disk; loaded once."""
    return load_translator(cached=True)
