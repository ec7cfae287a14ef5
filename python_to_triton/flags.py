"""Command-line flags from dataclasses: a field is declared once, with its default and its line of help."""

import argparse
import dataclasses
import typing
from collections.abc import Callable


def flag(default, text: str):
    """A dataclass field that is a flag: its default and its line of help."""
    return dataclasses.field(default=default, metadata={"help": text})


def boolean(text: str) -> bool:
    """What `true` or `false` means. Raises argparse.ArgumentTypeError for anything else."""
    if text.lower() not in ("true", "false"):
        raise argparse.ArgumentTypeError(f"true or false, not {text!r}")
    return text.lower() == "true"


def flag_type(annotation: object) -> Callable:
    """The function that reads a flag's text, by the type of its field; `| None` means: may be unset."""
    [kind] = [one for one in typing.get_args(annotation) or (annotation,) if one is not type(None)]
    return boolean if kind is bool else kind


def add_flags(parser: argparse.ArgumentParser, *config_types) -> None:
    """Adds a flag for every field of the dataclasses, a group each; fields that share a name share a flag.

    `--learning_rate` may be written `--learning-rate`. A flag that is not given is absent from the result.
    """
    defaults = {}
    for config_type in config_types:
        fields = {field.name: field for field in dataclasses.fields(config_type)}
        shared = [f"--{name} ({field.default})" for name, field in fields.items() if name in defaults]
        note = f"besides {', '.join(shared)}" if shared else None
        title = config_type.__doc__.partition(".")[0]
        group = parser.add_argument_group(title, note)
        for name, field in fields.items():
            if name in defaults:
                continue
            defaults[name] = field.default
            is_switch = flag_type(field.type) is boolean
            either = {"nargs": "?", "const": True} if is_switch else {}
            value = (
                "true|false"
                if is_switch
                else name.upper()
                if field.default in (None, "")
                else str(field.default)
            )
            group.add_argument(
                *dict.fromkeys([f"--{name}", f"--{name.replace('_', '-')}"]),
                dest=name,
                type=flag_type(field.type),
                metavar=value,
                default=argparse.SUPPRESS,
                help=field.metadata.get("help", ""),
                **either,
            )


def add_translation_flags(parser: argparse.ArgumentParser) -> None:
    """The flags of runtime.options.TranslationOptions, a field each; one that is not given is absent."""
    group = parser.add_argument_group("What is written, with translate and demo")
    group.add_argument(
        "--fallback",
        choices=("none", "pytorch"),
        default=argparse.SUPPRESS,
        help="where a guard fails: raise (none), or run the original, which is written in (pytorch)",
    )
    switches = {
        ("--partial",): "leave regions without an answer to PyTorch, and say which",
        ("--backward",): "translate the backward too, so that the module trains",
        ("--eval", "--evaluate"): "translate the module as after .eval(), and for that mode alone",
    }
    for names, text in switches.items():
        group.add_argument(
            *names, dest=names[-1][2:], action="store_true", default=argparse.SUPPRESS, help=text
        )


def from_flags(config_type: type, values: dict) -> object:
    """A configuration from a dict that may hold the fields of others too."""
    names = {field.name for field in dataclasses.fields(config_type)}
    return config_type(**{name: value for name, value in values.items() if name in names})


def names_of(*config_types) -> set[str]:
    """The names of the fields of dataclasses."""
    return {field.name for config_type in config_types for field in dataclasses.fields(config_type)}


def check_belong(values: dict, allowed: set[str], command: str) -> None:
    """Raises ValueError, one line, for flags that mean nothing to a command."""
    foreign = [f"--{name}" for name in values if name not in allowed]
    if foreign:
        raise ValueError(f"{', '.join(foreign)} does not belong to {command}: drop it")
