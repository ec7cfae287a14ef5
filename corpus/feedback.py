"""Learning from execution: a model answers prompts that have no known answer, and trains on what passes.

    python -m corpus.random_programs --number 20000 --corpus training_data.csv
    python llm.py --feedback --checkpoint trained_model.pth --rounds 3
    python llm.py --feedback --resume                        after Ctrl-C or a kill

A round: the model draws several answers to every prompt of the round, and judges in other processes execute
them while it draws the next. A prompt that no sample answers is asked for with other numbers, batches or
heads, and else in smaller regions, whose answers are composed (--derive). Of all prompts that have a right
answer some of every kind are kept, each with one; those that the model always answers are most of them, and
keep it where it is. The model trains on these, mixed with pairs of the corpus, at a rate near that at which
its training ended. Every model, the given one (0) and that of each round, is evaluated on prompts that are
held back (--held), always with the same random numbers. No prompt of a test split, of the validation split or
of benchmarks/tasks is ever trained on. With --learn corpus a run is the control of another one: as many steps
at the same rates, on the corpus alone.

The method is rejection-sampling fine-tuning (Yuan et al. 2023, arXiv:2308.01825), with a judge that executes
in the place of known solutions; with --derive it is expert iteration (Anthony et al. 2017, arXiv:1705.08439).
`python benchmarks/feedback.py` compares recipes.

All of a run is in its folder, so it can be killed at any moment and goes on to the same result:

    settings.json    all flags, hashes of corpus, prompts and weights; there once the run has begun
    prompts.json     {"train": [...], "test": [...]}
    answers_0.jsonl  a line for each training prompt of model 0: {"verdicts", "passed", "reason"}
    derived_0.jsonl  to each of them that no sample answered, an answer composed of others, or ""
    tests_0.jsonl    a line for each test prompt of model 0, as in answers_0.jsonl
    first_0.jsonl    the same for its greedy answers
    kept_1.jsonl     what round 1 trains on besides the corpus
    round_1/         its log, its loss curve and its unfinished model
    model_1.pth      the model after round 1; model_0.pth is the given one
    trials.jsonl     with --choose fastest: how fast right answers are on a GPU, or whether they compile
    table.md         the results

Reading order: prompts, sampling and judging, figures, the run. What is kept: corpus/trials.py.
"""

import contextlib
import functools
import gc
import itertools
import json
import math
import os
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import wait
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from tqdm import tqdm

from corpus.checks import sampled_evenly
from corpus.journal import Journal
from corpus.pairs import Pair, load_pairs
from corpus.settings import CSV
from corpus.splits import emphasised, split_of
from corpus.trials import (
    KeptAnswer,
    balanced_prompts,
    by_length,
    fastest_answer,
    main_operation,
    most_frequent,
    trial_key,
    trial_on_cpu,
    trial_on_cuda,
)
from python_to_triton import inference, runtime
from python_to_triton.flags import ExecutorFlags, check_fields, flag, from_flags
from triton_ops.files import CORES, ROOT, check_writable, replacing

TASKS = ROOT / "benchmarks" / "tasks"
MAY_CHANGE = {"rounds", "minutes", "judges", "device", "executor"}  # flags of a run that is resumed
GROUP_BATCHES = 8  # batches of the decoder that a call draws: their rows are sorted by length first


@dataclass(frozen=True)
class FeedbackConfig(ExecutorFlags):
    """Learning from execution, with --feedback. Flags that training has, too, mean here what stands here."""

    prompts: str = flag("prompts.jsonl", "prompts without answers, made by python -m corpus.random_programs")
    out: str = flag("runs/feedback", "folder of the run")
    rounds: int = flag(3, "rounds of sampling and training", "[1, inf)")
    learn: str = flag("answers", "answers: what passed, and the corpus; corpus: that alone, as a control")
    ask: int = flag(
        1000, "prompts a round: half of them failed before, or more where new ones run out", "[1, inf)"
    )
    samples: int = flag(8, "candidates of each prompt", "[1, inf)")
    temperature: float = flag(0.8, "that candidates are drawn at", "(0, inf)")
    derive: bool = flag(True, "answer prompts that failed with other numbers, or in smaller regions")
    known: float = flag(
        1.0, "a prompt is not learned from where a larger share of its samples passed; 1: from all", "(0, 1]"
    )
    choose: str = flag(
        "frequent", "which right answer is learned: frequent (drawn most often), shortest or fastest"
    )
    tries: int = flag(
        3, "for fastest: answers, the shortest first, that are timed on the GPU, or else compiled", "[1, inf)"
    )
    keep: int = flag(200, "prompts of one kind to train on, at most", "[1, inf)")
    ratio: float = flag(
        0.5, "share of the kept pairs in what a round trains on; the rest is of the corpus", "(0, 1]"
    )
    epochs: int = flag(3, "times that a round shows a kept pair, at most", "[1, inf)")
    steps: int = flag(60, "steps of training a round", "[1, inf)")
    rate: float = flag(0.1, "of the learning rates that the model was trained with", "[0, inf)")
    warmup: float = flag(0.2, "share of a round's steps in which the rate rises", "[0, 1]")
    final_lr: float = flag(0.05, "share of the highest rate that it falls to", "[0, 1]")
    test: int = flag(400, "prompts that a model is evaluated on", "[1, inf)")
    held: str = flag(
        "combinations",
        "where these are from: combinations (the corpus' test of them) or random (the prompts' validation)",
    )
    test_samples: int = flag(8, "candidates of each test prompt, besides the greedy one", "[1, inf)")
    judges: int = flag(max(1, CORES - 1), "processes that judge while this one samples; 0: none", "[0, inf)")
    judge_device: str = flag("cpu", "cpu: in Triton's interpreter, and the GPU is the model's; or cuda")
    seed: int = flag(0, "of samples and of the order of the pairs", "[0, 1e9]")

    def __post_init__(self):
        super().__post_init__()
        check_fields(self)
        known = {
            "judge_device": ("cpu", "cuda"),
            "learn": ("answers", "corpus"),
            "choose": ("frequent", "shortest", "fastest"),
            "held": ("combinations", "random"),
        }
        for name, words in known.items():
            if getattr(self, name) not in words:
                raise ValueError(f"{name} is {' or '.join(words)}, not {getattr(self, name)!r}")


# ---- prompts ----------------------------------------------------------------------------------------------


def region_prompts(path: str, _: str) -> list[str]:
    """The prompts of a file's regions; none where it cannot be traced. Takes two texts, as a judge does."""
    with contextlib.suppress(ValueError):
        translations = [entry.translation for entry in runtime.traced_file(Path(path)) if entry.translation]
        return [region.prompt for translation in translations for region in translation.regions]
    return []


def read_prompts(path: Path | str) -> list[str]:
    """The prompts of a JSON-lines file, each once. Raises ValueError, one line, where it is none."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        prompts = list(dict.fromkeys(json.loads(line)["prompt"] for line in lines))
    except (ValueError, TypeError, KeyError) as error:
        made = "`python -m corpus.random_programs` makes it"
        raise ValueError(f"{path} holds no prompts, a line of JSON each: {made}") from error
    if not prompts or not all(isinstance(prompt, str) for prompt in prompts):
        raise ValueError(f"{path} holds no prompts: `python -m corpus.random_programs` makes it")
    return prompts


def trainable_prompts(path: Path | str, pairs: Sequence[Pair], judges: runtime.Judges) -> list[str]:
    """The prompts of a JSON-lines file that may be trained on, each once: of the training split, not in the
    corpus, not of TASKS.

    Raises ValueError where none is left.
    """
    rows = read_prompts(path)
    files = runtime.python_files(sorted(TASKS.rglob("*.py")) or [TASKS])
    reading = [judges.submit(str(file), "", region_prompts) for file in files]
    taken = {text for pair in pairs for text in (pair.prompt, *json.loads(pair.alternates))}
    for regions in tqdm(reading, desc="reading the tasks", unit="file", dynamic_ncols=True):
        taken.update(regions.result())
    found = [prompt for prompt in rows if prompt not in taken and split_of(prompt) == "train"]
    if not found:
        raise ValueError(
            f"none of the {len(rows)} prompts of {path} may be trained on: "
            "draw others with `python -m corpus.random_programs --seed N`"
        )
    return found


# ---- sampling and judging ---------------------------------------------------------------------------------


def journal_finished(waiting: dict[str, list], samples: int, journal: Journal, bar: tqdm) -> None:
    """Journals the prompts at the head of `waiting` ({prompt: [(answer, Future of its verdict)]}) that have
    all their verdicts."""
    while waiting:
        prompt = next(iter(waiting))
        if len(waiting[prompt]) < samples or not all(verdict.done() for _, verdict in waiting[prompt]):
            return
        judged = [(answer, verdict.result()) for answer, verdict in waiting.pop(prompt)]
        passed = Counter(answer for answer, verdict in judged if verdict.ok)
        row = {
            "verdicts": [verdict.ok for _, verdict in judged],
            "passed": {answer: passed[answer] for answer in sorted(passed, key=by_length)},
            "reason": next((verdict.reason for _, verdict in judged if not verdict.ok), ""),
        }
        journal.add(prompt, row)
        bar.update()


def journal_too_long(prompts: Sequence[str], translator, samples: int, journal: Journal) -> list[str]:
    """Journals the prompts that the model cannot read as failed; returns the others."""
    room = translator.decoder.model.config.max_seq_len
    fitting = [prompt for prompt in prompts if len(translator.vocabulary.encode_prompt(prompt)) < room]
    for prompt in sorted(set(prompts) - set(fitting) - set(journal.verdicts)):
        reason = f"the prompt is longer than {room} tokens"
        journal.add(prompt, {"verdicts": [False] * samples, "passed": {}, "reason": reason})
    return fitting


def sample_answers(
    translator, prompts: Sequence[str], samples: int, temperature: float, seed: int, journal: Journal
) -> None:
    """Journals of each prompt {"verdicts": whether each sample passed, "passed": {right answer: times it was
    drawn}, shortest first, "reason": why one failed}.

    Sampling never waits for the judges. What is drawn for a prompt depends on it and the seed alone, up to
    rounding: a run that was killed draws the same again."""
    fitting = journal_too_long(prompts, translator, samples, journal)
    known = set(journal.verdicts)
    waiting = {}
    began = time.perf_counter()
    group = max(1, GROUP_BATCHES * translator.decoder.batches[-1] // samples)
    with tqdm(
        total=len(prompts),
        initial=len(known.intersection(prompts)),
        unit="prompt",
        desc="sampling",
        dynamic_ncols=True,
    ) as bar:
        for start in range(0, len(fitting), group):
            new = [prompt for prompt in fitting[start : start + group] if prompt not in known]
            rows = [(prompt, number) for prompt in new for number in range(samples)]
            for row, answer in translator.draw_candidates(rows, temperature, seed) if rows else ():
                prompt, _ = rows[row]
                waiting.setdefault(prompt, []).append((answer, translator.judges.submit(prompt, answer)))
                journal_finished(waiting, samples, journal, bar)
        sampled = time.perf_counter()
        for judged in list(waiting.values()):
            wait([verdict for _, verdict in judged])
            journal_finished(waiting, samples, journal, bar)
        seconds = time.perf_counter() - sampled
        bar.write(f"sampled in {sampled - began:.0f} s, the last verdict {seconds:.0f} s later")


DERIVED_TOGETHER = 200  # prompts between two writes of the journal


def derive_answers(translator, prompts: Sequence[str], samples: int, journal: Journal) -> None:
    """Journals to each prompt an answer that is composed of answers to smaller regions, or "" for none.

    The model is asked for these greedily first; up to `samples` candidates a region.
    """
    new = [prompt for prompt in prompts if prompt not in journal.verdicts]
    shown = tqdm(total=len(new), unit="prompt", desc="in smaller regions", dynamic_ncols=True)
    with shown as bar:
        for start in range(0, len(new), DERIVED_TOGETHER):
            regions = [runtime.RegionCandidates(prompt) for prompt in new[start : start + DERIVED_TOGETHER]]
            translator.retry_unanswered(regions, samples)
            for region in regions:
                journal.add(region.prompt, region.answer.source if region.answer else "")
            bar.update(len(regions))


# ---- figures ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Estimate:
    """A mean over prompts and its standard error."""

    mean: float
    error: float
    count: int

    def __str__(self) -> str:
        """In percent."""
        return f"{100 * self.mean:.1f} ± {100 * self.error:.1f}" if self.count else "-"


def mean_over_prompts(rates: Iterable[float]) -> Estimate:
    """The mean of one value a prompt; NaN where there is none, and its error where there are not two."""
    values = list(rates)
    if not values:
        return Estimate(math.nan, math.nan, 0)
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return Estimate(statistics.mean(values), error, len(values))


def pass_rates(rows: dict[str, dict], k: int = 1) -> dict[str, float]:
    """{prompt: pass@k} of journalled rows."""
    return {prompt: inference.pass_at(k, row["verdicts"]) for prompt, row in rows.items()}


def gain(before: dict[str, float], after: dict[str, float]) -> Estimate:
    """By how much a rate rose, prompt by prompt, over those that both have."""
    return mean_over_prompts([after[prompt] - rate for prompt, rate in before.items() if prompt in after])


# ---- the run ----------------------------------------------------------------------------------------------


JOURNAL_KINDS = ("answers", "derived", "tests", "first")
DERIVE_SAMPLES = 4  # candidates of a smaller region
VALIDATION = 1000  # pairs that a round's model is evaluated on when it is trained


def write_json(path: Path, content: object) -> None:
    """All or nothing."""
    with replacing(path) as partial:
        partial.write_text(json.dumps(content, indent=1))


def check_resumed(known: dict, given: dict) -> None:
    """Raises ValueError for flags that a resumed run, begun with those `known`, cannot take."""
    changed = [
        f"--{name}" for name, value in given.items() if name not in MAY_CHANGE and known.get(name) != value
    ]
    if changed:
        raise ValueError(
            f"a resumed run keeps its settings: drop {', '.join(changed)}, or begin another one with --out"
        )


class FeedbackRun:
    """A run: its settings, its prompts, and the journals of all models so far."""

    def __init__(
        self,
        values: dict,
        resume: bool,
        train: Callable,
        judge: Callable | None = None,
        beside: "FeedbackRun | None" = None,
    ):
        """From flag values, begun anew or resumed; `train` as `run_rounds` takes it, `judge` as
        runtime.Judges does. `beside`: a run that differs in its training alone; what is known of the given
        model, its prompts and its judges are shared.

        Raises ValueError, one line, for flags that cannot be.
        """
        self.train_on = train
        self.beside = beside
        self.loaded = (None, None)  # number of a model and its translator
        self.folder = Path(values.get("out", FeedbackConfig.out))
        settings = self.folder / "settings.json"
        if settings.exists() and not resume:
            raise ValueError(f"{self.folder} holds a run: go on with --resume, or choose another --out")
        if resume and not self.folder.exists():  # a run that was killed at its very beginning has made it
            raise ValueError(f"{self.folder} holds no run to go on with: leave out --resume")
        known = self.read_settings(settings) if settings.exists() else {"values": values}
        self.values = known["values"] | values
        self.config = from_flags(FeedbackConfig, self.values)
        self.values |= asdict(self.config)  # where a default changes, a run that has begun keeps its own
        check_resumed(known["values"], values)
        self.data = self.values.get("data", CSV.name)
        self.checkpoint = self.values.get("checkpoint", inference.CHECKPOINT)
        self.device = self.values.get("device", "auto")
        hashes = self.hashes()
        if known.get("hashes", hashes) != hashes:
            raise ValueError(
                f"{' or '.join(hashes)} has changed since the run began: begin another one with --out"
            )
        check_writable(settings)
        self.pairs = beside.pairs if beside else load_pairs(self.data)
        read_prompts(self.config.prompts)  # a mistake is reported before the work
        self.judges = beside.judges if beside else self.start_judges(judge)
        self.weights = beside.weights if beside else known.get("weights") or self.begin()
        write_json(settings, {"values": self.values, "hashes": hashes, "weights": self.weights})
        self.prompts = beside.prompts if beside else json.loads((self.folder / "prompts.json").read_text())
        self.journals = {kind: self.open_journals(kind) for kind in JOURNAL_KINDS}

    def start_judges(self, judge: Callable | None) -> runtime.Judges:
        """The judges that the flags ask for."""
        judge = judge or functools.partial(runtime.judge_answer, device=self.config.judge_device)
        on_cluster = self.config.executor == "ray"
        jobs = None if on_cluster and "judges" not in self.values else self.config.judges
        return runtime.Judges(jobs, judge, self.config.executor)

    def open_journals(self, kind: str) -> list[Journal]:
        """A journal for each model."""
        models = range(self.config.rounds + 1)
        if not self.beside:
            return [Journal(self.folder / f"{kind}_{model}.jsonl") for model in models]
        own = [Journal(self.folder / f"{kind}_{model}.jsonl") for model in models[1:]]
        return [self.beside.journals[kind][0], *own]

    @staticmethod
    def read_settings(path: Path) -> dict:
        """{"values", "hashes", "weights"} of a run that is resumed. Raises ValueError, one line, where it is
        none.
        """
        try:
            known = json.loads(path.read_text())
            return known | {"values": dict(known["values"]), "weights": str(known["weights"])}
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{path} is not of a run of this program: choose another --out") from error

    def hashes(self) -> dict[str, str]:
        """{path: hash} of the corpus and the prompts. Raises ValueError where one is missing."""
        makers = {
            self.data: "python extract_training_data.py",
            self.config.prompts: "python -m corpus.random_programs",
        }
        for path, maker in makers.items():
            if not Path(path).is_file():
                raise ValueError(
                    f"{path} is {'no file' if Path(path).exists() else 'missing'}: `{maker}` makes it"
                )
        return {path: inference.file_hash(path) for path in makers}

    def begin(self) -> str:
        """Writes the given model and the prompts; the hash of the weights."""
        which = "mine" if "checkpoint" in self.values else "auto"
        path, name = runtime.choose_weights(self.checkpoint, which)
        print(f"weights: {name}")
        state, weights = inference.load_weights(path), inference.weights_hash(path)
        if self.config.held == "random":
            path = self.config.prompts
            tests = [prompt for prompt in read_prompts(path) if split_of(prompt) == "validation"]
            if not tests:
                raise ValueError(f"no prompt of {path} is of the validation split: draw more of them")
            tests = tests[: self.config.test]
        else:
            pairs = [pair for pair in self.pairs if pair.split == "test_combinations"]
            tests = [pair.prompt for pair in sampled_evenly(pairs, self.config.test, self.config.seed)]
        prompts = {
            "train": trainable_prompts(self.config.prompts, self.pairs, self.judges),
            "test": list(dict.fromkeys(tests)),
        }
        kept = {name: state[name] for name in ("model_config", "train_config", "vocabulary", "model")}
        with replacing(self.model_path(0)) as partial:
            torch.save(kept, partial)
        write_json(self.folder / "prompts.json", prompts)
        return weights

    # ---- what is known of the models ----

    def model_path(self, model: int) -> Path:
        """The checkpoint of a model."""
        if self.beside and model == 0:
            return self.beside.model_path(0)
        return self.folder / f"model_{model}.pth"

    def rows(self, kind: str, model: int) -> dict[str, dict]:
        """{prompt: what is journalled of it} of a model."""
        return self.journals[kind][model].verdicts

    def derived(self, models: int) -> dict[str, str]:
        """{prompt: composed answer} of the models 0 to `models` - 1; none where the run derives none."""
        found = {}
        for model in range(models if self.config.derive else 0):
            found |= {prompt: answer for prompt, answer in self.rows("derived", model).items() if answer}
        return found

    def passed_prompts(self, models: int) -> set[str]:
        """The training prompts that have a right answer by one of the models 0 to `models` - 1."""
        rows = (row for model in range(models) for row in self.rows("answers", model).items())
        return {prompt for prompt, row in rows if row["passed"]} | self.derived(models).keys()

    def prompts_for(self, model: int) -> tuple[list[str], list[str]]:
        """(prompts that earlier models failed, new ones) that this one is given to learn from; the last one
        none, and none in a control.
        """
        if model == self.config.rounds or self.config.learn == "corpus":
            return [], []
        times = Counter(prompt for earlier in range(model) for prompt in self.rows("answers", earlier))
        passed = self.passed_prompts(model)
        most = self.config.ask
        failed = [prompt for prompt in self.prompts["train"] if times[prompt] and prompt not in passed]
        new = [prompt for prompt in self.prompts["train"] if not times[prompt]]
        again = sorted(failed, key=times.get)[: max(most // 2, most - len(new))]
        return again, new[: most - len(again)]

    # ---- sampling ----

    def translator(self, model: int) -> runtime.Translator:
        """The translator of a model; the last one stays loaded."""
        if self.loaded[0] != model:
            self.unload()
            path = str(self.model_path(model))
            # the model as it is trained: rounded to int8, draws would depend on what else is in a batch
            translator = runtime.load_translator(path, self.device, int8=False, judges=self.judges, redraws=0)
            translator.by_rules = False  # it learns from its own answers alone
            translator.schedules = ()  # all is asked for in the usual schedule
            self.loaded = (model, translator)
        return self.loaded[1]

    def unload(self) -> None:
        """Gives the memory of the loaded model back."""
        self.loaded = (None, None)
        gc.collect()
        if torch.cuda.is_available():
            torch.cuda.empty_cache()

    def sample(
        self, kind: str, model: int, prompts: Sequence[str], samples: int, temperature: float, seed: int
    ) -> None:
        """Samples and judges answers of a model to prompts, into its journal of a kind."""
        if any(prompt not in self.rows(kind, model) for prompt in prompts):
            journal = self.journals[kind][model]
            sample_answers(self.translator(model), prompts, samples, temperature, seed, journal)

    def ask(self, model: int) -> None:
        """Looks for answers to what this model is given to learn from."""
        config = self.config
        prompts = list(itertools.chain(*self.prompts_for(model)))
        seed = 1_000_003 * (config.seed + 1009 * (model + 1))
        self.sample("answers", model, prompts, config.samples, config.temperature, seed)
        rows = self.rows("answers", model)
        failed = [prompt for prompt in prompts if not rows[prompt]["passed"]] if config.derive else []
        if any(prompt not in self.rows("derived", model) for prompt in failed):
            derive_answers(self.translator(model), failed, DERIVE_SAMPLES, self.journals["derived"][model])

    def evaluate(self, model: int) -> None:
        """Samples and judges answers of a model to the test prompts.

        Every model draws with the same random numbers: where two models are alike, so are their answers.
        """
        config = self.config
        prompts = self.prompts["test"]
        seed = 1_000_003 * config.seed
        self.sample("first", model, prompts, 1, 0.0, seed)
        self.sample("tests", model, prompts, config.test_samples, config.temperature, seed)

    # ---- training ----

    def answers_to_learn(self, model: int) -> list[KeptAnswer]:
        """What all models up to this one have answered and the next is to learn: none in a control."""
        times = defaultdict(Counter)  # of each prompt, {right answer: times it was drawn}
        rates = {}  # of each prompt, the share of the last samples that passed
        for earlier in range(model + 1 if self.config.learn == "answers" else 0):
            for prompt, row in self.rows("answers", earlier).items():
                times[prompt].update(row["passed"])
                rates[prompt] = sum(row["verdicts"]) / len(row["verdicts"])
        for prompt, answer in self.derived(model + 1).items():
            if prompt in times and not times[prompt]:
                times[prompt][answer] = 1
        known = self.config.known
        in_order = [prompt for prompt in self.prompts["train"] if times.get(prompt)]
        chosen = balanced_prompts(
            {prompt: rates[prompt] for prompt in in_order if rates[prompt] <= known}, self.config.keep
        )
        if self.config.choose == "fastest":
            return self.fastest_answers({prompt: sorted(times[prompt], key=by_length) for prompt in chosen})
        best = most_frequent if self.config.choose == "frequent" else functools.partial(min, key=by_length)
        return [KeptAnswer(prompt, best(times[prompt])) for prompt in chosen]

    def fastest_answers(self, answers: dict[str, list[str]]) -> list[KeptAnswer]:
        """Of {prompt: right answers, shortest first}, of the shortest few that which is fastest on the GPU,
        or compiles for one."""
        tries = {prompt: found[: self.config.tries] for prompt, found in answers.items()}
        trial = trial_on_cuda if torch.cuda.is_available() else trial_on_cpu
        with contextlib.closing(Journal(self.folder / "trials.jsonl")) as journal:
            new = [(prompt, answer) for prompt, found in tries.items() for answer in found]
            new = [row for row in new if trial_key(*row, trial) not in journal.verdicts]
            times = {row: self.judges.submit(*row, trial) for row in new}
            shown = tqdm(times.items(), desc="trying", unit="answer", dynamic_ncols=True, disable=not new)
            for row, future in shown:
                journal.add(trial_key(*row, trial), future.result())
            known = journal.verdicts
        kept = []
        for prompt, found in tries.items():
            answer = fastest_answer({answer: known[trial_key(prompt, answer, trial)] for answer in found})
            if answer:
                kept.append(KeptAnswer(prompt, answer))
        return kept

    def pairs_for(self, kept: list[KeptAnswer], model: int, settings: dict) -> dict[str, list]:
        """{"train": the pairs of a round's steps, "validation": some of the corpus' own}.

        Of the former the kept pairs are a share of `ratio`, or as much as `epochs` showings make.
        """
        of_tests = [pair.prompt for pair in kept if split_of(pair.prompt) != "train"]
        assert not of_tests, f"prompts of a test were about to be trained on: {of_tests}"
        from_corpus = emphasised([pair for pair in self.pairs if pair.split == "train"], settings["emphasis"])
        total = self.config.steps * settings["batch_size"] * settings["accumulation"]
        shown = min(round(self.config.ratio * total), self.config.epochs * len(kept))
        number = min(total - shown, len(from_corpus))
        rng = random.Random(f"{self.config.seed}/{model}")
        showings = itertools.islice(itertools.cycle(rng.sample(kept, len(kept))), shown)
        mixed = [*showings, *rng.sample(from_corpus, number)]
        kinds = len({main_operation(pair.prompt) for pair in kept})
        print(
            f"round {model}: {len(kept):,} kept pairs of {kinds} kinds, shown {shown:,} times, "
            f"{number:,} of the corpus"
        )
        validation = [pair for pair in self.pairs if pair.split == "validation"]
        some = random.Random(self.config.seed).sample(validation, min(VALIDATION, len(validation)))
        return {"train": mixed, "validation": some}

    def training_settings(self, model: int, given: dict) -> dict:
        """The flags of a round's training, from those that the given model was trained with."""
        config = self.config
        # what suited the machine that the given model was trained on need not suit this one
        of_training = {name: self.values[name] for name in self.values.keys() - asdict(config).keys()}
        settings = given | {"kernels": "auto", "compile": "auto"} | of_training
        settings |= {name: config.rate * settings[name] for name in ("muon_lr", "adamw_lr")}
        folder = self.folder / f"round_{model}"
        return settings | dict(
            data=str(self.folder / f"kept_{model}.jsonl"),
            checkpoint=str(folder / "model.pth"),
            run_dir=str(folder),
            epochs=1,
            steps=config.steps,
            warmup=config.warmup,
            final_lr=config.final_lr,
            minutes=self.values.get("minutes", 0.0),
            seed=config.seed + model,
            device=self.device,
            wandb=self.values.get("wandb", False),
            tensorboard=self.values.get("tensorboard", False),
        )

    def train(self, model: int) -> None:
        """Trains the model of this round from that of the one before. Raises ValueError where nothing
        passed.
        """
        kept = self.answers_to_learn(model - 1)
        if not kept and self.config.learn == "answers":
            number = len(self.rows("answers", model - 1))
            raise ValueError(
                f"of {number} prompts there is nothing to learn: none has a right answer that the model does "
                "not know"
            )
        state = inference.load_weights(str(self.model_path(model - 1)))
        given = inference.load_weights(str(self.model_path(0)))["train_config"]
        settings = self.training_settings(model, given)
        with replacing(Path(settings["data"])) as partial:
            partial.write_text("".join(json.dumps(asdict(pair)) + "\n" for pair in kept))
        self.unload()
        self.train_on(state, self.pairs_for(kept, model, settings), settings)
        os.replace(settings["checkpoint"], self.model_path(model))
        self.unload()

    def make(self, model: int) -> None:
        """Trains this model where it is not there, after those before it."""
        for earlier in range(model):
            self.ask(earlier)  # where that is done, nothing
            if not self.model_path(earlier + 1).exists():
                self.train(earlier + 1)

    # ---- the results ----

    def row(self, model: int) -> dict[str, object]:
        """{column: value} of the table: what this model was given, and what became of it."""
        asked = self.rows("answers", model)
        again, new = ([prompt for prompt in some if prompt in asked] for some in self.prompts_for(model))
        kept = self.folder / f"kept_{model}.jsonl"
        tests = self.rows("tests", model)
        derived = [answer for answer in self.rows("derived", model).values() if answer]
        return {
            "model": model,
            "kept": len(kept.read_text().splitlines()) if model else 0,
            "new prompts": len(new),
            "pass@1": mean_over_prompts([pass_rates(asked)[prompt] for prompt in new]),
            "failed before": len(again),
            "of them passed now": sum(bool(asked[prompt]["passed"]) for prompt in again),
            "derived": len(derived) if self.config.derive else 0,
            "test prompts": len(tests),
            "test pass@1": mean_over_prompts(pass_rates(tests).values()),
            "gained": gain(pass_rates(self.rows("tests", 0)), pass_rates(tests)),
            f"test pass@{self.config.test_samples}": mean_over_prompts(
                pass_rates(tests, self.config.test_samples).values()
            ),
            "first answers": mean_over_prompts(pass_rates(self.rows("first", model)).values()),
        }

    def report(self, models: int) -> None:
        """Writes and prints the table of the models 0 to `models` - 1."""
        rows = [self.row(model) for model in range(models)]
        lines = [list(rows[0]), ["---:"] * len(rows[0]), *(row.values() for row in rows)]
        text = "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
        with replacing(self.folder / "table.md") as partial:
            partial.write_text(text + "\n")
        print(text)

    def close(self) -> None:
        """Ends the judges, what they have not begun included, and closes the journals, where they are its
        own.
        """
        if not self.beside:
            self.judges.close()
        for journals in self.journals.values():
            for journal in journals[1 if self.beside else 0 :]:
                journal.close()


def run_rounds(values: dict, resume: bool, train: Callable, judge: Callable | None = None) -> int:
    """Exit code 0 when all rounds are done.

    `train(state, pairs, settings)` trains the model of `state` on {"train": [...], "validation": [...]}
    with the flags `settings` and leaves it at settings["checkpoint"]; where that is there already, it goes
    on from it."""
    run = FeedbackRun(values, resume, train, judge)
    with contextlib.closing(run):
        for model in range(run.config.rounds + 1):
            run.make(model)
            run.evaluate(model)
            run.report(model + 1)
    last = run.model_path(run.config.rounds)
    print(f"python llm.py --demo --checkpoint {last} tries the last model")
    return 0
