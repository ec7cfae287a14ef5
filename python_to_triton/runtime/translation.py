"""A program with its regions and the verdict on the whole: what `translate` returns."""

from collections.abc import Callable, Sequence

import torch

from python_to_triton import codegen, frontend, tuning, user_programs, verification
from python_to_triton.frontend import Graph
from python_to_triton.runtime.candidates import Candidate, RegionCandidates
from python_to_triton.runtime.futures import Waiting
from python_to_triton.runtime.left_to_pytorch import LeftPart, why_unanswered, with_shares
from python_to_triton.runtime.options import DEFAULT_OPTIONS, TranslationOptions
from python_to_triton.runtime.pool import Judges
from python_to_triton.runtime.translated_graph import TranslatedGraph, names_sizes
from python_to_triton.timeline import TIMELINE
from python_to_triton.verification.written_file import CallOutcome

OWN_SIZES_SECONDS = 600


def has_gpu() -> bool:
    """Whether answers can be judged and timed at a program's own sizes."""
    return torch.cuda.is_available()


def own_sizes_result(prompt: str, sizes: dict[str, int], answer: str, **more) -> dict:
    """The last result of tuning.judge_at_own_sizes on the GPU, in the helper process of this thread; `more`
    are its arguments.
    """
    helper = tuning.helper_process()
    given = {"prompt": prompt, "sizes": sizes, "answer": answer, "shared": helper.turns} | more
    try:
        with TIMELINE.counted("verdicts and times at own sizes"):
            result, failure = helper.call("judge", OWN_SIZES_SECONDS, **given)
    except ValueError as error:
        return {"ok": False, "reason": str(error), "stage": "task"}
    return result | {"untimed": failure} if failure else result


def training_of(options: TranslationOptions) -> bool | None:
    """The mode that a program is traced in: False for evaluation alone, None for each mode that it has."""
    return False if options.evaluate else None


def graphs_of(
    program: str | Callable | torch.nn.Module, inputs: Sequence | None, options: TranslationOptions
) -> list[Graph]:
    """The graphs of a program's modes: as it is built, and of evaluation where that is another.

    A text is traced in a process of its own, and its graphs are data alone. A function or a module is the
    caller's, and runs here. Raises GraphError, one line, where it cannot be traced as it is built.
    """
    training = training_of(options)
    given = None if inputs is None else tuple(inputs)
    if isinstance(program, str):
        return user_programs.traced_text(program, given, training, options.partial)
    return frontend.traced_modes(program, given, training, options.partial, loops=True)


class Translation:
    """A program, the regions that the model translates one by one, and the verdict on the whole."""

    def __init__(
        self,
        program: str | Callable | torch.nn.Module,
        inputs: Sequence | None = None,
        options: TranslationOptions = DEFAULT_OPTIONS,
    ):
        """Traces `program`: source text, a function or a module, in each of its modes.

        Raises GraphError, one line, where it cannot be.
        """
        self.options = options
        self.text = program if isinstance(program, str) and inputs is None else ""
        # of the mode that it is built in, then of evaluation if that differs
        self.graphs: list[TranslatedGraph] = []
        known = {}
        for graph in graphs_of(program, inputs, options):
            self.graphs.append(TranslatedGraph(graph, known, options.backward))
            known = {(region.prompt, region.schedule): region for region in self.graphs[0].regions}
        self.graph = self.graphs[0].graph
        self.is_view = all(one.is_view for one in self.graphs)
        self.verdict: verification.Verdict | None = None  # once the Translator has judged the whole
        self.sizes = self.graph.sizes if names_sizes(self.graph) else None  # that the program names
        self.calls: list[CallOutcome] = []  # of the file as it is written, once it was judged so
        self.value_times: dict[str, float] = {}  # of eager PyTorch, where parts are left to it, on a GPU
        self.untimed = ""  # why `value_times` could not be measured
        self.own_sizes_result = {}  # of tuning.judge_at_own_sizes, once it was judged there

    @property
    def regions(self) -> list[RegionCandidates]:
        """Of all graphs, each once where graphs share it."""
        first, *others = self.graphs
        known = {id(region) for region in first.regions}
        more = [region for one in others for region in one.regions if id(region) not in known]
        return [*first.regions, *more]

    @property
    def backward_regions(self) -> list[RegionCandidates]:
        """Of the backwards of all graphs."""
        return [region for one in self.graphs for region in one.backward_regions]

    @property
    def backward_text(self) -> str:
        """Who computes the backward, in one sentence; "" where none is wanted."""
        wanted = [one for one in self.graphs if one.backward or one.no_backward]
        notes = [
            f"It has no backward: {one.no_backward}."
            if one.no_backward
            else codegen.backward_note(one.answered_backward)
            for one in wanted
        ]
        return " ".join(dict.fromkeys(notes))

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
        """What PyTorch computes of the program: nothing, unless the options allow to translate it in part.

        Statistics that a module keeps of its inputs are no result of it: see statistics_by_pytorch.
        """
        parts = self.graphs[0].left
        known = {(part.what, part.why) for part in parts}
        others = [part for one in self.graphs[1:] for part in one.left if (part.what, part.why) not in known]
        return (*with_shares(parts, self.value_times), *others)

    def time_left_parts(self) -> None:
        """Measures, on a GPU, which share of eager PyTorch's time the parts have that are left to it."""
        try:
            self.value_times, _ = tuning.helper_process().call(
                "times", OWN_SIZES_SECONDS, prompt=self.graph.text, sizes=self.sizes
            )
        except ValueError as error:
            self.untimed = str(error)

    @property
    def statistics_by_pytorch(self) -> list[str]:
        """The statistics that PyTorch computes, since no answer to them passed."""
        return list(dict.fromkeys(path for one in self.graphs for path in one.left_statistics))

    @property
    def is_mixed(self) -> bool:
        """Whether PyTorch computes anything of it."""
        return bool(self.left_to_pytorch or self.statistics_by_pytorch)

    @property
    def verified(self) -> bool:
        """Whether the whole program was judged, and passed, in Triton alone."""
        return self.passed and not self.left_to_pytorch

    def leave_statistics(self) -> None:
        """Leaves statistics without an answer to PyTorch: no result needs them."""
        needed = {
            region.prompt
            for one in self.graphs
            for place, region in enumerate(one.regions)
            if place not in one.statistics
        }
        for one in self.graphs:
            for place in one.statistics:
                region = one.regions[place]
                if not region.is_settled and region.prompt not in needed:
                    region.left = why_unanswered(region)

    @property
    def answers(self) -> list[str]:
        """The source of every region of the first graph; ValueError where a region has none."""
        return self.graphs[0].answers

    def pass_numbers(self, judges: Judges) -> Waiting:
        """Exchanges the answers for ones that receive the program's numbers at run time, so far as these are
        right for other numbers too. Yields the Futures of verdicts that it waits for.
        """
        for one in self.graphs:
            yield from one.pass_numbers(judges)

    @property
    def source_without_wrapper(self) -> str:
        """`translated` over the first graph's arguments, without the user's class or function around it."""
        return self.graphs[0].source_without_wrapper

    def stitched(self, answers: Sequence[Sequence[str]]) -> str:
        """The self-contained module of these answers, those of each graph."""
        given = [(one.graph, own) for one, own in zip(self.graphs, answers, strict=True)]
        evaluation = given[1] if len(given) > 1 else None
        backwards = [one.answered_backward for one in self.graphs]
        return codegen.stitch(*given[0], evaluation, self.options.fallback == "pytorch", backwards)

    @property
    def source(self) -> str:
        """The self-contained module of the answers; ValueError where a region has none."""
        return self.stitched([one.answers for one in self.graphs])

    def sample_source(self, number: int) -> str:
        """The module of one sample of every region, as it was drawn."""
        return self.stitched([one.sample(number) for one in self.graphs])

    @property
    def sizes_text(self) -> str:
        """Its sizes in words: `A = 64, B = 512`."""
        return ", ".join(f"{letter} = {size}" for letter, size in self.sizes.items()) or "its own sizes"

    def wrong_region(self) -> RegionCandidates | None:
        """The region whose answer fails at the sizes of the trace, on random data; None where each passes by
        itself.
        """
        regions = self.graphs[0].regions
        if len(regions) == 1 and not self.is_mixed:
            return regions[0]
        seen = set()  # a network repeats its regions
        for region, answer in zip(regions, self.answers):
            judged = (region.prompt, tuple(region.sizes.items()), answer)
            if region.left or not region.sizes or judged in seen:
                continue
            seen.add(judged)
            result = own_sizes_result(region.prompt, region.sizes, answer, timed=False)
            if not result["ok"] and result.get("stage") != "task":
                return region
        return None
