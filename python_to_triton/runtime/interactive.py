"""The interactive demo: a program in, verdicts and a module out, and commands about the last answer."""

import sys
import time

from python_to_triton.runtime.answering import AnswerCallbacks, answer_program
from python_to_triton.runtime.candidates import Candidate, RegionCandidates
from python_to_triton.runtime.file_entries import FileEntry
from python_to_triton.runtime.file_header import calls_text, file_text, times_text
from python_to_triton.runtime.options import DEFAULT_OPTIONS, TranslationOptions
from python_to_triton.runtime.source_files import save_text
from python_to_triton.runtime.terminal import ProgramReader, Stream, highlighted, open_history, show_progress
from python_to_triton.runtime.translation import Translation
from python_to_triton.runtime.translator import Translator, verdict_line
from python_to_triton.runtime.tuning_table import tuning_lines
from triton_ops.terminal_text import printable

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
HELP = """Type PyTorch: a statement (y = torch.sigmoid(x)), a body (h = x @ w; return torch.relu(h)) or a
function. Free names are tensors; say their sizes with a comment where it matters (# x: f32[128, 512]). A line
that opens a block goes on until an empty line; a pasted function may hold empty lines.
  :paste       read everything up to a line :end      :graph       the prompts of the last program
  :samples N   candidates to draw for a region        :why         why the last candidates failed
  :show        print the last module again            :save FILE   write it to a file
  :help :quit"""


class Session:
    """One interactive session: the translator, its last answer, and the commands."""

    def __init__(self, translator: Translator, samples: int, options: TranslationOptions = DEFAULT_OPTIONS):
        self.translator = translator
        self.samples = samples
        self.options = options
        self.last: list[FileEntry] = []  # what was translated last
        self.stream = Stream()  # of the region whose first candidate is being written

    def answer(self, program: str) -> bool:
        """Translates region by region: prints candidates as they are written, verdicts, the module at last.

        Returns whether all was verified.
        """
        print()
        callbacks = AnswerCallbacks(
            on_traced=self.keep_entries,
            on_entry=self.print_entry,
            on_region=self.print_region,
            on_text=lambda piece: self.stream.write(piece),
            on_candidate=self.print_verdict,
            on_answer=self.print_answer,
            on_verdict=self.print_program,
            on_progress=show_progress,
            on_tuned=self.print_tuning,
            on_own_sizes=self.print_times,
            on_end=self.print_left,
        )
        try:
            entries = answer_program(program, self.translator, self.samples, self.options, callbacks)
            programs = [entry for entry in entries if entry.is_program]
            if len(entries) > 1:
                print(f"\n{sum(entry.verified for entry in programs)} of {len(programs)} entries verified")
            if any(entry.passed for entry in entries):
                print(f"\n{highlighted(self.module())}", end="")
            return all(entry.verified for entry in programs)
        except ValueError as error:  # GraphError is one: the user's program, in one line
            print(f"error: {printable(str(error))}")
            return False

    def keep_entries(self, entries: list[FileEntry]) -> None:
        """Notes what is translated, for the commands."""
        self.last = entries

    def print_entry(self, entry: FileEntry) -> None:
        """Prints which entry of several follows, and the sizes that were assumed."""
        if len(self.last) > 1:
            print(f"# {entry.name}" + (f": {entry.status}, {entry.why}" if entry.reason else "") + "\n")
        if entry.translation and entry.translation.graph.source.assumed:
            print(f"{entry.translation.graph.source.assumed}\n")

    def print_region(self, translation: Translation, number: int) -> None:
        """Prints which region of several follows."""
        self.stream = Stream()
        if len(translation.regions) > 1:
            print(f"# region {number + 1} of {len(translation.regions)}\n")

    def print_answer(self, region: RegionCandidates) -> None:
        """Prints the verdict on a region's answer, or that there is none."""
        if region.left:
            print(f"left to PyTorch: {region.left}")
            return
        if not region.answer:
            print(f"no candidate of {len(region.candidates)} passed (:why says why)")
            return
        kept = " (an answer kept on disk; --no-cache asks the model)" if region.kept else ""
        print(f"{verdict_line(region.answer.verdict)}{kept}")

    def print_program(self, translation: Translation) -> None:
        """Prints the verdict on the whole, where it is not that on its only region."""
        answered = all(region.is_settled for region in translation.regions)
        if len(translation.regions) > 1 or answered and not translation.passed:
            print(f"\nthe whole program: {verdict_line(translation.verdict)}")

    def print_tuning(self, translation: Translation, names_sizes: bool) -> None:
        """On a GPU: prints the launches that were timed."""
        if not names_sizes and self.options.tune:
            print("not tuned: the program names no sizes (# x: f32[128, 512])")
        for line in tuning_lines(translation):
            print(line)

    def print_times(self, translation: Translation, is_another: bool) -> None:
        """On a GPU: prints the verdict and the times at the program's own sizes."""
        if not translation.verified:
            print(verdict_line(translation.verdict))
            return
        where = translation.sizes_text
        result = translation.own_sizes_result
        if is_another:
            print(f"the answer above failed at {where}; another one passed")
        untimed = f"; not timed: {result['untimed']}" if result.get("untimed") else ""
        print(f"verified at {where} too{times_text(result)}{untimed}")

    def print_left(self, translation: Translation) -> None:
        """Prints what is left to PyTorch, or how the file was called."""
        left = translation.left_to_pytorch if translation.passed else ()
        if left:
            print(f"partly translated; left to PyTorch: {'; '.join(map(str, left))}")
        elif translation.passed and calls_text(translation):
            print(calls_text(translation)[0].lower() + calls_text(translation)[1:].rstrip("."))

    @staticmethod
    def print_verdict(candidate: Candidate) -> None:
        """Prints why a candidate failed."""
        if candidate.verdict.ok:
            print("\n")
        else:
            print(f"\n  candidate failed: {printable(candidate.verdict.reason)}", end="", flush=True)

    def command(self, line: str) -> None:
        """Runs a line that starts with a colon. Raises ValueError, one line, for a mistake in it."""
        name, _, argument = line[1:].partition(" ")
        always = {"help": lambda: print(HELP), "samples": lambda: self.set_samples(argument)}
        of_the_last = {
            "graph": self.print_graph,
            "why": self.print_verdicts,
            "show": lambda: print(highlighted(self.module()), end=""),
            "save": lambda: self.save(argument),
        }
        run = (always | of_the_last).get(name)
        if run is None:
            raise ValueError(f"there is no :{name}; :help lists what there is")
        if name in of_the_last and not self.last:
            raise ValueError(f":{name} needs a translation first")
        run()

    def set_samples(self, text: str) -> None:
        """How many candidates a region is given from now on."""
        if not text.isdigit() or int(text) < 1:
            raise ValueError(f"samples is a positive number, not {text!r}")
        self.samples = int(text)

    def print_graph(self) -> None:
        """Prints the prompts of the last program."""
        print("\n\n".join(translation.prompt for translation in self.translations))

    def print_verdicts(self) -> None:
        """Prints the verdict on each candidate of the last program."""
        candidates = [one for translation in self.translations for one in translation.candidates]
        for number, candidate in enumerate(candidates, 1):
            print(f"{number:3} {verdict_line(candidate.verdict)}")

    @property
    def translations(self) -> list[Translation]:
        """What was translated last."""
        return [entry.translation for entry in self.last if entry.translation]

    def module(self) -> str:
        """The last module, which can be pasted and run. Raises ValueError where it is not verified."""
        if not any(entry.passed for entry in self.last):
            raise ValueError("the last translation has no verified answer")
        return file_text(self.last, self.translator.model_hash)

    def save(self, path: str) -> None:
        """Writes the last module to a file."""
        text = self.module()
        if not path:
            raise ValueError("give a file name: :save FILE")
        save_text(path, text)
        print(f"wrote {path}")


def interact(session: Session, reader: ProgramReader | None = None) -> None:
    """The interactive demo, until :quit or Ctrl-D; Ctrl-C drops what is being typed or translated."""
    if sys.stdin.isatty():
        open_history()
    reader = reader or ProgramReader()
    print("PyTorch in, Triton out; each answer is run and compared. :help explains, :quit leaves.")
    while True:
        try:
            program = reader.read().strip()
            if program == ":quit":
                return
            if program.startswith(":"):
                session.command(program)
            elif program:
                session.answer(program)
        except ValueError as error:
            print(f"error: {printable(str(error))}")
        except KeyboardInterrupt:
            print()
        except EOFError:
            print()
            return


def show_samples(translator: Translator, samples: int) -> int:
    """Translates the built-in prompts; a line each. Returns how many were verified."""
    verified = 0
    for prompt in DEMO_PROMPTS:
        began = time.perf_counter()
        translation = translator.translate(prompt, samples=samples)
        verified += translation.verified
        effort = f"{len(translation.candidates)} tried, {time.perf_counter() - began:.1f} s"
        print(f"  {prompt:52} {verdict_line(translation.verdict)}  [{effort}]")
    print(f"{verified} of {len(DEMO_PROMPTS)} built-in prompts verified")
    return verified
