"""Command-line flags from dataclasses: a field is declared once, with its default and its line of help."""

import argparse
import dataclasses
import math
import typing
from collections.abc import Callable
from dataclasses import dataclass

from triton_ops.arguments import not_negative


@dataclass(frozen=True)
class Interval:
    """The numbers that a flag may be, as mathematics writes them: [1, inf), (0, 1]. NaN is in none."""

    text: str

    @property
    def ends(self) -> tuple[float, float]:
        low, high = self.text[1:-1].split(", ")
        return float(low), float(high)

    def holds(self, number: float) -> bool:
        """Whether a number is in the interval."""
        low, high = self.ends
        above = number > low or self.text[0] == "[" and number == low
        below = number < high or self.text[-1] == "]" and number == high
        return above and below

    def __str__(self) -> str:
        low, high = self.ends
        if high < math.inf:
            return f"in {self.text}"
        return f"{'at least' if self.text[0] == '[' else 'above'} {low:g}, and finite"


def flag(default, text: str, within: str = ""):
    """A dataclass field that is a flag: its default, its line of help, the interval that it lies in."""
    return dataclasses.field(default=default, metadata={"help": text, "within": within})


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


def check_fields(config: object) -> None:
    """Raises ValueError, one line, for a field of a configuration of another type or out of its range."""
    for field in dataclasses.fields(config):
        value = getattr(config, field.name)
        if value is None and field.default is None:
            continue
        kind = bool if flag_type(field.type) is boolean else flag_type(field.type)
        same = isinstance(value, (int, float) if kind is float else kind)
        if not same or isinstance(value, bool) is not (kind is bool):
            raise ValueError(f"{field.name} takes a value of type {kind.__name__}, not {value!r}")
        if field.default and value == "":
            raise ValueError(f"{field.name} is empty: leave it out, or name something")
        within = field.metadata.get("within")
        if within and not Interval(within).holds(value):
            raise ValueError(f"{field.name} is {Interval(within)}, not {value}")


EXECUTORS = ("local", "ray")


@dataclass(frozen=True, kw_only=True)
class ExecutorFlags:
    """Where work is shared out."""

    executor: str = flag(
        "local", "processes here (local), or of the Ray cluster at RAY_ADDRESS (ray; docs/corpus.md)"
    )

    def __post_init__(self):
        if self.executor not in EXECUTORS:
            raise ValueError(f"executor is {' or '.join(EXECUTORS)}, not {self.executor!r}")


SANDBOXES = ("auto", "bubblewrap", "landlock", "seccomp", "limits")  # the strongest that works here, or which


def add_translation_flags(parser: argparse.ArgumentParser) -> None:
    """The flags of runtime.options.TranslationOptions, a field each; one that is not given is absent."""
    group = parser.add_argument_group("What is written, with translate and demo")
    group.add_argument(
        "--fallback",
        choices=("none", "pytorch"),
        default=argparse.SUPPRESS,
        help="where a guard fails: raise (none), or run the original, which is written in (pytorch)",
    )
    group.add_argument(
        "--sandbox",
        choices=SANDBOXES,
        default=argparse.SUPPRESS,
        help="what confines candidates (auto: the first that this machine has; each has those after it too)",
    )
    group.add_argument(
        "--tune",
        type=not_negative,
        metavar="SECONDS",
        default=argparse.SUPPRESS,
        help="time a region's launches on a GPU for so long, write the fastest (of files 10; 0: not at all)",
    )
    switches = {
        ("--partial",): "leave regions without an answer to PyTorch, and say which",
        ("--fastest",): "leave regions to PyTorch in which it was timed faster, and say which",
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


def check_kept(values: dict, kept: dict, names: set[str], instead: str) -> None:
    """Raises ValueError, one line, where flags change what cannot change in a run or model that goes on."""
    changed = [f"--{name}" for name in sorted(names) if values.get(name, kept.get(name)) != kept.get(name)]
    if changed:
        raise ValueError(f"what goes on keeps its shape and batches: drop {', '.join(changed)}, or {instead}")


def check_belong(values: dict, allowed: set[str], command: str) -> None:
    """Raises ValueError, one line, for flags that mean nothing to a command."""
    foreign = [f"--{name}" for name in values if name not in allowed]
    if foreign:
        raise ValueError(f"{', '.join(foreign)} does not belong to {command}: drop it")
