"""A program with its regions and the verdict on the whole: what `translate` returns."""

import copy
import dataclasses
from collections.abc import Callable, Sequence

import torch

from python_to_triton import codegen, frontend, tuning, verification
from python_to_triton.inference.checkpoints import one_line
from python_to_triton.runtime.candidates import Candidate, RegionCandidates
from python_to_triton.runtime.left_to_pytorch import LeftPart, left_parts
from python_to_triton.runtime.number_judging import pass_numbers
from python_to_triton.runtime.options import DEFAULT_OPTIONS, TranslationOptions
from python_to_triton.runtime.pool import Judges
from python_to_triton.verification.written_file import CallOutcome

OWN_SIZES_SECONDS = 600

# Of a program that only writes its arguments in other shapes: its translation is the view, without a kernel.
VIEW_VERDICT = verification.Verdict(
    ok=True, reason="a view: nothing to compute", error=0.0, tolerance=0.0, launches=0, seconds=0.0
)


def has_gpu() -> bool:
    """Whether answers can be judged and timed at a program's own sizes."""
    return torch.cuda.is_available()


def own_sizes_result(prompt: str, sizes: dict[str, int], answer: str, **more) -> dict:
    """The last result of tuning.judge_at_own_sizes on the GPU, in the helper process; `more` are its
    arguments.
    """
    try:
        result, failure = tuning.helper_process().call(
            "judge", OWN_SIZES_SECONDS, prompt=prompt, sizes=sizes, answer=answer, **more
        )
    except ValueError as error:
        return {"ok": False, "reason": str(error), "stage": "task"}
    return result | {"untimed": failure} if failure else result


class Translation:
    """A program, the regions that the model translates one by one, and the verdict on the whole."""

    def __init__(
        self,
        program: str | Callable | torch.nn.Module,
        inputs: Sequence | None = None,
        options: TranslationOptions = DEFAULT_OPTIONS,
    ):
        """Traces `program`: source text, a function or a module.

        Raises GraphError, one line, where it cannot be.
        """
        self.options = options
        training = False if options.evaluate else None
        self.graph = frontend.trace(program, inputs, training=training, partial=options.partial)
        self.text = program if isinstance(program, str) and inputs is None else ""
        if self.text:
            codegen.check_wrapper(self.graph)
        regions = frontend.regions(self.graph)
        self.regions = [RegionCandidates(region.graph.text, region.graph.sizes) for region in regions]
        self.is_view = frontend.is_view_only(self.graph)
        if self.is_view:
            self.regions[0].set_fallback(codegen.entry_source(regions[0].graph, []), VIEW_VERDICT)
        self.verdict: verification.Verdict | None = None  # once the Translator has judged the whole
        named = self.graph.source.inputs is not None or self.graph.source.hints
        self.sizes = self.graph.sizes if named else None  # that the program names; others were assumed
        self.calls: list[CallOutcome] = []  # of the file as it is written, once it was judged so
        self.own_sizes_result = {}  # of tuning.judge_at_own_sizes, once it was judged there
        self._with_numbers = {}  # answers as drawn -> answers that receive numbers of the program
        self._stitched = {}  # answers -> the module of them all

    @property
    def prompt(self) -> str:
        """The prompt of every region."""
        return "\n\n".join(region.prompt for region in self.regions)

    @property
    def candidates(self) -> list[Candidate]:
        """Of all regions, in the order of the regions and their samples."""
        return [candidate for region in self.regions for candidate in region.candidates]

    @property
    def passed(self) -> bool:
        """Whether the whole program was judged, and passed, whoever computes its parts."""
        return self.verdict is not None and self.verdict.ok

    @property
    def left_to_pytorch(self) -> tuple[LeftPart, ...]:
        """What PyTorch computes of the program: nothing, unless the options allow to translate it in part."""
        return left_parts(self.graph, self.regions)

    @property
    def verified(self) -> bool:
        """Whether the whole program was judged, and passed, in Triton alone."""
        return self.passed and not self.left_to_pytorch

    @property
    def answers(self) -> list[str]:
        """The source of every region: its answer, or PyTorch where it is left to it.

        Raises ValueError where a region has neither.
        """
        if not all(region.is_settled for region in self.regions):
            raise ValueError("there is no verified answer")
        drawn = tuple(
            region.pytorch_source if region.left else region.answer.source for region in self.regions
        )
        return self._with_numbers.get(drawn, list(drawn))

    def pass_numbers(self, judges: Judges) -> None:
        """Exchanges the answers for ones that receive the program's numbers at run time, so far as these are
        right for other numbers too.
        """
        drawn = tuple(self.answers)
        is_new = drawn not in self._with_numbers and list(drawn) not in self._with_numbers.values()
        if is_new and not self.is_view:
            program = self.graph.source
            regions = frontend.regions(self.graph)
            passed, answers = pass_numbers(self.graph, regions, drawn, judges)
            self._with_numbers[drawn] = answers
            program.conditions = dataclasses.replace(program.conditions, passed=passed)

    @property
    def source_without_wrapper(self) -> str:
        """`translated` over the graph's arguments, without the user's own class or function around it: what
        is judged.
        """
        answers = tuple(self.answers)
        if answers not in self._stitched:
            whole = copy.copy(self.graph)
            whole.source = None
            self._stitched[answers] = codegen.stitch(whole, answers)
        return self._stitched[answers]

    @property
    def source(self) -> str:
        """The self-contained module of the answers; ValueError where a region has none."""
        return codegen.stitch(self.graph, self.answers)

    @property
    def sizes_text(self) -> str:
        """Its sizes in words: `A = 64, B = 512`."""
        return ", ".join(f"{letter} = {size}" for letter, size in self.sizes.items()) or "its own sizes"

    def wrong_region(self) -> RegionCandidates | None:
        """The region whose answer fails at the sizes of the trace, on random data; None where each passes by
        itself.
        """
        if len(self.regions) == 1 and not self.left_to_pytorch:
            return self.regions[0]
        for region, answer in zip(self.regions, self.answers):
            if region.left:
                continue
            result = own_sizes_result(region.prompt, region.sizes, answer, timed=False)
            if not result["ok"] and result.get("stage") != "task":
                return region
        return None


def traced(text: str, options: TranslationOptions = DEFAULT_OPTIONS) -> Translation:
    """The Translation of a text. Raises ValueError, one line, for whatever its code does on the way."""
    try:
        with tuning.unchanged_settings():
            return Translation(text, options=options)
    except KeyboardInterrupt:
        raise
    except (
        BaseException
    ) as error:  # the program may raise anything, SystemExit included: it costs itself alone
        raise ValueError(one_line(error)) from error
