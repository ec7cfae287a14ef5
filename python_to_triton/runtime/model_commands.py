"""The commands of `llm.py` that need a trained model alone: demo, translate, web, release, export."""

import argparse
import dataclasses
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from python_to_triton.flags import add_flags, add_translation_flags, check_belong, flag, from_flags, names_of
from python_to_triton.inference.checkpoints import CHECKPOINT, load_weights, save_release
from python_to_triton.inference.export import check_packages, export
from python_to_triton.runtime.commands import FileFlags, SamplingOptions, start_demo, translate_paths
from python_to_triton.runtime.loading import choose_weights
from python_to_triton.runtime.options import TranslationOptions
from python_to_triton.web.options import WebFlags, worker_settings
from triton_ops.arguments import OneLineParser
from triton_ops.exit_codes import command_line


@dataclass(frozen=True)
class AnswerFlags(FileFlags):
    """Demo and translate: which model answers, and how."""

    checkpoint: str = flag(CHECKPOINT, "of the model")
    device: str = flag("auto", "auto, cpu or cuda")
    seed: int = flag(0, "of sampling")
    samples: int = flag(20, "candidates that a translation may try")


MODEL = {"checkpoint", "weights"}
ANSWERS = (
    MODEL
    | {"device", "samples", "seed", "temperature", "no_cache", "sandbox", "stages"}
    | names_of(TranslationOptions)
)
# command: the flags that belong to it
MODEL_COMMANDS = {
    "demo": ANSWERS,
    "translate": ANSWERS | names_of(FileFlags) | {"resume"},
    "web": ANSWERS | names_of(WebFlags),
    "release": {"checkpoint", "bits"},
    "export": MODEL | {"bits"},
}


def add_command_flags(parser: argparse.ArgumentParser) -> None:
    """Adds the commands, one of which may be given, and the flags that are no field of a configuration."""
    text = {"nargs": "?", "const": "", "metavar": "PYTORCH"}
    words = {"metavar": "TEXT"}
    paths = {"nargs": "+", "metavar": "PATH"}
    folder = {"metavar": "DIR"}
    command = parser.add_mutually_exclusive_group()
    command.add_argument("--demo", help="translate one program, or interactively", **text)
    command.add_argument("--translate", help="translate Python files, or folders of them", **paths)
    command.add_argument("--web", action="store_true", help="serve a page on which programs are translated")
    command.add_argument("--sample", help="continue a text, with the model of a --text run", **words)
    command.add_argument("--feedback", action="store_true", help="learn from answers to prompts without any")
    command.add_argument("--release", help="write the checkpoint as safetensors, with hashes", **folder)
    command.add_argument("--export", help="write the model for transformers and as ONNX", **folder)
    parser.add_argument(
        "--bits", type=int, choices=(8, 4), help="of a weight: in --release 8, or 4; in --export 32, or 8"
    )
    parser.add_argument("--resume", action="store_true", help="go on with what was stopped")
    parser.add_argument("--no-cache", action="store_true", help="do not read or keep answers on disk")
    parser.add_argument("--stages", action="store_true", help="say on stderr how long each stage took")
    parser.add_argument(
        "--weights",
        choices=("auto", "released", "mine"),
        help="mine: the checkpoint; auto: mine if it passed no fewer built-in prompts than the released",
    )
    add_translation_flags(parser)
    add_flags(parser, WebFlags)


def chosen_weights(values: dict) -> Path:
    """The weights that --weights and --checkpoint ask for. Raises ValueError where they disagree."""
    which = values.get("weights", "mine" if "checkpoint" in values else "auto")
    if which == "released" and "checkpoint" in values:
        raise ValueError("--weights released and --checkpoint name two models: give one of them")
    return choose_weights(values.get("checkpoint", CHECKPOINT), which)[0]


def sampling_options(values: dict) -> SamplingOptions:
    """Whose weights answer, and how candidates are drawn."""
    own = {"weights": chosen_weights(values), "cached": not values.get("no_cache", False)}
    return from_flags(SamplingOptions, values | own)


def run_model_command(command: str, values: dict) -> int:
    """Does what the flags `values` ask of a command of MODEL_COMMANDS; the exit code."""
    if command == "demo":
        return start_demo(values["demo"], sampling_options(values), from_flags(TranslationOptions, values))
    if command == "translate":
        files = from_flags(FileFlags, values).options(values.get("resume", False))
        options = from_flags(TranslationOptions, values)
        return translate_paths(values["translate"], sampling_options(values), files, options)
    if command == "web":
        from python_to_triton.web.serving import start_web

        settings = worker_settings(dataclasses.asdict(sampling_options(values)), values)
        return start_web(from_flags(WebFlags, values), settings)
    if command == "release":
        state = load_weights(values.get("checkpoint", CHECKPOINT))
        save_release(state, values["release"], values.get("bits", 8))
        print(f"wrote {values['release']}")
        return 0
    assert command == "export", command
    bits = values.get("bits")
    check_packages(int8=bits == 8)
    weights = chosen_weights(values)
    export(load_weights(weights), values["export"], weights, bits)
    return 0


@command_line()
def answered(command: str, values: dict) -> int:
    """`run_model_command` as a command line of its own; refuses flags that do not belong to the command."""
    check_belong(values, MODEL_COMMANDS[command] | {command}, command)
    return run_model_command(command, values)


def answer_alone() -> None:
    """Does what the command line of `llm.py --demo` or `--translate` says, and ends this process.

    Returns where there is more on it than their flags, or torchrun has started it: then `llm.py` reads it.
    """
    parser = OneLineParser(add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS)
    add_command_flags(parser)
    add_flags(parser, AnswerFlags)
    given, others = parser.parse_known_args()
    values = vars(given)
    command = "demo" if "demo" in values else "translate"
    if others or command not in values or "RANK" in os.environ:
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(answered(command, values))
