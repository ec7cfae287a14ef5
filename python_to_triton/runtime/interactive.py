"""interactive."""

from python_to_triton import frontend
import codeop
import os
import re
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from triton_ops import manual_kernel_benchmark  # noqa: F401  (documented names)
from triton_ops import replacing
from python_to_triton.runtime.translator import describe, has_gpu, header, save, speeds, traced


DEMO_PROMPTS = (
    "y = torch.sigmoid(x)",
    "y = torch.relu(x)",
    "y = F.silu(x)",
    "z = x + y",
    "y = x.sum(dim=-1)",
    "y = F.softmax(x, dim=-1)",
    "y = F.layer_norm(x, (x.shape[-1],), weight, bias)",
    "y = x @ w",
    "loss = F.mse_loss(x, target)",
    "y = torch.cumsum(x, dim=-1)",
)


HELP = """Type PyTorch: a statement (y = torch.sigmoid(x)), a body (h = x @ w; return torch.relu(h)) or a function. Free names are
tensors; say their sizes with a comment where it matters (# x: f32[128, 512]). A line that opens a block goes on until an empty line.
  :paste       read everything up to a line :end      :graph       what the model was asked last
  :samples N   candidates to try                      :why         why the last candidates failed
  :save FILE   write the last answer                  :help :quit"""


# What a terminal shows in colour: comments, texts, decorators, words of Python, modules, numbers.
COLOURS = re.compile(
    r"""(?P<c90>\#.*)|(?P<c32>"[^"]*"|'[^']*')|(?P<c35>@[\w.]+)|(?P<c36>\b(?:torch|triton|tl)\b)|(?P<c33>\b\d[\w.]*)
    |(?P<c34>\b(?:def|return|for|in|if|else|elif|while|and|or|not|import|from|as|None|True|False|assert|raise|class|lambda)\b)""",
    re.VERBOSE,
)


def highlighted(text):
    """Code with the codes that colour it on a terminal; as it is where nobody would see colours."""
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return text
    return COLOURS.sub(lambda match: f"\033[{match.lastgroup[1:]}m{match.group()}\033[0m", text)


class Stream:
    """Prints code as it is written; on a terminal a line gets its colours as soon as it is complete."""

    def __init__(self):
        self.line = ""

    def write(self, text):
        for piece in text.splitlines(keepends=True):
            print(piece.rstrip("\n"), end="", flush=True)
            self.line += piece
            if piece.endswith("\n"):
                coloured, whole = highlighted(self.line), self.line
                fits = (
                    len(whole) < shutil.get_terminal_size().columns
                )  # else it has wrapped, and cannot be taken back
                print(f"\r{coloured}" if coloured != whole and fits else "\n", end="", flush=True)
                self.line = ""


LARGE = 1 << 28  # elements of all values together, at the most, where a program without sizes is timed


def large_sizes(asked):
    """{letter: size} fit for a GPU, for a program that says nothing of its sizes."""
    if any(argument.origin for argument in asked.arguments):
        return asked.sizes  # its parameters have them
    choices = [dict.fromkeys(asked.sizes, size) for size in (4096, 1024, 256)]
    return next((sizes for sizes in choices if frontend.volume(asked, sizes) <= LARGE), asked.sizes)


class Session:
    """One sitting at the prompt: the translator, what it last answered, and the commands."""

    def __init__(self, translator, samples):
        self.translator, self.samples, self.last = translator, samples, None

    def answer(self, program):
        """Translates part by part, prints kernels and verdicts; returns whether the whole was verified."""
        print()
        try:
            translation = self.last = traced(program)
            for number, part in enumerate(translation.parts, 1):
                if len(translation.parts) > 1:
                    print(f"# part {number} of {len(translation.parts)}\n")
                self.translator.answer([part], self.samples, on_text=Stream().write, on_candidate=self.report)
                self.translator.compose([part], self.samples)
                if part.answer and part.answer is not part.candidates[0]:
                    print(f"\n{highlighted(part.answer.source)}\n")
                print(
                    describe(part.answer.verdict)
                    if part.answer
                    else f"no candidate of {len(part.candidates)} passed (:why says why)"
                )
            self.translator.conclude([translation])
            if len(translation.parts) > 1:
                print(f"\nthe whole: {describe(translation.verdict)}")
            self.prove(translation)
            return translation.verified
        except ValueError as error:  # graph.GraphError is one: the user's program, in one line
            print(f"error: {error}")
            return False

    def prove(self, translation):
        """On a GPU: the answer at the program's own sizes, or at large ones, and its speed there."""
        if not translation.verified or not has_gpu():
            return
        first = translation.bare
        translation.sizes = large_sizes(translation.graph) if translation.sizes is None else translation.sizes
        self.translator.prove([translation], self.samples, timed=True)
        where, found = translation.where, translation.proof
        if not translation.verified:
            print(describe(translation.verdict))
            return
        if translation.bare != first:
            print(f"that was wrong at {where}; this is right:\n\n{highlighted(translation.source)}")
        print(
            f"at {where} too{speeds(found)}{f'; not timed: ' + found['untimed'] if found.get('untimed') else ''}"
        )

    @staticmethod
    def report(candidate):
        """Prints a verdict."""
        if not candidate.verdict.ok:
            print(f"\n  candidate refused: {candidate.verdict.reason}", end="", flush=True)
        else:
            print("\n")

    def command(self, line):
        """Runs a line that starts with a colon."""
        name, _, argument = line[1:].partition(" ")
        if name == "help":
            print(HELP)
        elif name == "samples":
            if not argument.isdigit() or int(argument) < 1:
                raise ValueError(f"samples is a positive number, not {argument!r}")
            self.samples = int(argument)
        elif name not in ("graph", "why", "save"):
            raise ValueError(f"there is no :{name}; :help lists what there is")
        elif self.last is None:
            raise ValueError(f":{name} needs a translation first")
        elif name == "graph":
            print(self.last.prompt)
        elif name == "why":
            for number, candidate in enumerate(self.last.candidates, 1):
                print(f"{number:3} {describe(candidate.verdict)}")
        else:
            if not self.last.verified:
                raise ValueError("the last translation has no verified answer to save")
            if not argument:
                raise ValueError("where to? :save FILE")
            save(argument, header(self.last, self.translator.model_hash) + self.last.source)
            print(f"wrote {argument}")


def opens_block(text):
    """Whether Python would wait for more lines."""
    try:
        return codeop.compile_command(text, symbol="exec") is None
    except (SyntaxError, ValueError, OverflowError):
        return False  # graph.trace says what is wrong, or accepts it (a bare `return`)


def read_program():
    """One input from the terminal, several lines where it opens a block or after :paste. Raises EOFError where nothing is left."""
    lines, pasted = [input("pytorch> ")], False
    if lines[0].strip() == ":paste":
        lines, pasted = [], True
    with suppress(EOFError):  # what has been typed by then is a program too
        while pasted or opens_block("\n".join(lines)):
            lines.append(input("" if pasted else "     ... "))
            if pasted and lines[-1] == ":end":
                return "\n".join(lines[:-1])
    return "\n".join(lines)


def open_history():
    """Line editing and history where the terminal has them."""
    try:
        import readline
    except ImportError:
        return  # a Python built without it: input() still works
    path = Path.home() / ".python_to_triton_history"
    if path.exists():
        readline.read_history_file(path)

    def write_history():
        with replacing(path) as partial:
            readline.write_history_file(partial)

    import atexit

    atexit.register(write_history)


def interact(session):
    """The interactive demo, until :quit or Ctrl-D; Ctrl-C drops what is being typed or translated."""
    if sys.stdin.isatty():
        open_history()
    print(
        "PyTorch in, Triton out; each answer is executed before it is believed. :help explains, :quit leaves."
    )
    while True:
        try:
            program = read_program().strip()
            if program == ":quit":
                return
            if program.startswith(":"):
                session.command(program)
            elif program:
                session.answer(program)
        except ValueError as error:
            print(f"error: {error}")
        except KeyboardInterrupt:
            print()
        except EOFError:
            print()
            return


def show_samples(translator, samples):
    """Translates the built-in prompts; a line each. Returns how many were verified."""
    verified = 0
    for prompt in DEMO_PROMPTS:
        began = time.perf_counter()
        translation = translator.translate(prompt, samples=samples)
        verified += translation.verified
        print(
            f"  {prompt:52} {describe(translation.verdict)}  [{len(translation.candidates)} tried, {time.perf_counter() - began:.1f} s]"
        )
    print(f"{verified} of {len(DEMO_PROMPTS)} built-in prompts verified")
    return verified
