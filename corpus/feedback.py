"""Learning from execution: a model samples answers to prompts without any, and trains on those that pass.

    python -m corpus.random_programs --number 20000 --corpus training_data.csv
    python llm.py --feedback --checkpoint trained_model.pth --rounds 3
    python llm.py --feedback --resume                        after Ctrl-C or a kill

A round: the model draws several answers to every prompt of the round, and judges in other processes execute
them while it draws the next. Of the prompts that have a right answer now, some of every kind are kept, each
with its fastest or shortest answer that compiles for a GPU, or runs on the one there; the model trains on
these, mixed with pairs of the corpus. Every model, the given one (0) and that of each round, is also
evaluated on some of the corpus' test of unseen combinations. Nothing of a test split, of the validation
split or of benchmarks/tasks is ever trained on. The method is rejection-sampling fine-tuning (Yuan et al.
2023, arXiv:2308.01825), with a judge that executes in the place of known solutions.

All of a run is in its folder, so it can be killed at any moment and goes on to the same result:

    settings.json    the flags, and hashes of the files that they name; there once the run has begun
    prompts.json     {"train": [...], "test": [...]}
    answers_0.jsonl  a line for each prompt of model 0: {"verdicts", "passed", "reason"}
    kept_1.jsonl     what round 1 trains on besides the corpus
    round_1/         its log, its loss curve and its unfinished model
    model_1.pth      the model after round 1; model_0.pth is the given one
    trials.jsonl     how fast right answers are on a GPU, or whether they compile for one
    table.md         the results

Reading order: prompts, sampling and judging, what is kept, the run.
"""

import contextlib
import functools
import hashlib
import itertools
import json
import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from tqdm import tqdm

from corpus.checks import sampled_evenly
from corpus.journal import Journal
from corpus.pairs import Pair, load_pairs
from corpus.settings import CSV
from corpus.splits import emphasised, operations, split_of, template
from corpus.trials import fastest_answer, trial_on_cpu, trial_on_cuda
from python_to_triton import frontend, inference, runtime
from python_to_triton.flags import ExecutorFlags, check_fields, flag, from_flags
from triton_ops.files import CORES, ROOT, check_writable, replacing

TASKS = ROOT / "benchmarks" / "tasks"
# kinds of operations, that which a prompt is about first
MAIN_KINDS = ("heavy", "normalization", "loss", "reduction", "movement")
MAY_CHANGE = {"rounds", "minutes", "judges", "device", "executor"}  # flags of a run that is resumed
# batches of the decoder make a group: its rows are sorted by length, so that those of like length share a
# batch
BATCHES = 8


@dataclass(frozen=True)
class FeedbackConfig(ExecutorFlags):
    """Learning from execution, with --feedback.

    Flags of training mean the same here; the defaults here are its own.
    """

    prompts: str = flag("prompts.jsonl", "prompts without answers, made by python -m corpus.random_programs")
    out: str = flag("runs/feedback", "folder of answers, kept pairs, the model of every round, and the table")
    rounds: int = flag(3, "rounds of sampling and training", "[1, inf)")
    ask: int = flag(1000, "prompts a round, up to half of them failed before", "[1, inf)")
    samples: int = flag(20, "candidates of each prompt", "[1, inf)")
    temperature: float = flag(0.8, "that they are drawn at", "(0, inf)")
    tries: int = flag(
        3, "answers of a prompt, the shortest first, that are timed on the GPU, or else compiled", "[1, inf)"
    )
    keep: int = flag(200, "prompts of one kind to train on, at most", "[1, inf)")
    ratio: float = flag(
        0.25, "share of the kept pairs in what a round trains on; the rest is of the corpus", "(0, 1]"
    )
    epochs: int = flag(4, "passes over that, a round", "[1, inf)")
    minutes: float = flag(2.0, "of training, at most, a round; 0: no limit", "[0, inf)")
    rate: float = flag(0.3, "of the learning rates that the model was trained with", "[0, inf)")
    test: int = flag(
        200, "prompts of the corpus' test of unseen combinations that a model is evaluated on", "[1, inf)"
    )
    judges: int = flag(max(1, CORES - 1), "processes that judge while this one samples; 0: none", "[0, inf)")
    judge_device: str = flag("cpu", "cpu: in Triton's interpreter, and the GPU is the model's; or cuda")
    seed: int = flag(0, "of sampling and of the order of the pairs", "[0, 1e18]")

    def __post_init__(self):
        super().__post_init__()
        check_fields(self)
        if self.judge_device not in ("cpu", "cuda"):
            raise ValueError(f"judge_device is cpu or cuda, not {self.judge_device!r}")


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


def main_operation(prompt: str) -> str:
    """The operation that a prompt is about: the first of the first of MAIN_KINDS that it has, or
    "pointwise".
    """
    names = operations(prompt)
    of_kinds = (name for kind in MAIN_KINDS for name in names if frontend.OPS[name].kind == kind)
    return next(of_kinds, "pointwise")


# ---- sampling and judging ---------------------------------------------------------------------------------


def by_length(answer: str) -> tuple[int, str]:
    """Sorts the shortest answer first; the text decides between equals."""
    return len(answer), answer


def journal_finished(waiting: dict[str, list], samples: int, journal: Journal, bar: tqdm) -> None:
    """Journals the prompts at the head of `waiting` ({prompt: [(answer, Future of its verdict)]}) that have
    all their verdicts."""
    while waiting:
        prompt = next(iter(waiting))
        if len(waiting[prompt]) < samples or not all(verdict.done() for _, verdict in waiting[prompt]):
            return
        judged = [(answer, verdict.result()) for answer, verdict in waiting.pop(prompt)]
        row = {
            "verdicts": [verdict.ok for _, verdict in judged],
            "passed": sorted({answer for answer, verdict in judged if verdict.ok}, key=by_length),
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
        journal.add(prompt, {"verdicts": [False] * samples, "passed": [], "reason": reason})
    return fitting


def sample_answers(translator, prompts: Sequence[str], samples: int, seed: int, journal: Journal) -> None:
    """Journals of each prompt {"verdicts": whether each sample passed, "passed": the right answers,
    shortest first, "reason": why one failed}.

    Sampling never waits for the judges. What is drawn for a prompt depends on it and the seed alone, up to
    rounding: a run that was killed draws the same again."""
    fitting = journal_too_long(prompts, translator, samples, journal)
    known = set(journal.verdicts)
    waiting = {}
    began = time.perf_counter()
    group = max(1, BATCHES * translator.decoder.batches[-1] // samples)
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
            for row, answer in translator.draw_candidates(rows, translator.temperature, seed) if rows else ():
                prompt, _ = rows[row]
                waiting.setdefault(prompt, []).append((answer, translator.judges.submit(prompt, answer)))
                journal_finished(waiting, samples, journal, bar)
        sampled = time.perf_counter()
        for judged in list(waiting.values()):
            wait([verdict for _, verdict in judged])
            journal_finished(waiting, samples, journal, bar)
        seconds = time.perf_counter() - sampled
        bar.write(f"sampled in {sampled - began:.0f} s, the last verdict {seconds:.0f} s later")


# ---- what is kept -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KeptAnswer:
    """A prompt with the answer to be learned, as training reads a pair."""

    prompt: str
    answer: str
    alternates: str = "[]"
    schedule: str = ""  # random programs are asked for in the usual one


def trial_key(prompt: str, answer: str) -> str:
    """What a time is journalled under."""
    return hashlib.sha256(f"{prompt}\0{answer}".encode()).hexdigest()


def balanced_prompts(pass_rates: dict[str, float], most: int) -> list[str]:
    """Of {prompt: fraction of its samples that passed}, at most `most` of a kind: one of each template
    after the other, hardest first."""
    turns = defaultdict(itertools.count)
    hardest = sorted(pass_rates, key=pass_rates.get)
    in_turns = sorted(((next(turns[template(prompt)]), prompt) for prompt in hardest), key=lambda row: row[0])
    kinds = defaultdict(list)
    for _, prompt in in_turns:
        kinds[main_operation(prompt)].append(prompt)
    return [prompt for _, prompts in sorted(kinds.items()) for prompt in prompts[:most]]


# ---- the run ----------------------------------------------------------------------------------------------


def write_json(path: Path, content: object) -> None:
    """All or nothing."""
    with replacing(path) as partial:
        partial.write_text(json.dumps(content, indent=1))


def check_resumed(known: dict, given: dict) -> None:
    """Raises ValueError for flags that a resumed run cannot take."""
    changed = [
        f"--{name}" for name, value in given.items() if name not in MAY_CHANGE and known.get(name) != value
    ]
    if changed:
        raise ValueError(
            f"a resumed run keeps its settings: drop {', '.join(changed)}, or begin another one with --out"
        )


class FeedbackRun:
    """A run: its settings, its prompts, and the journals of all models so far."""

    def __init__(self, values: dict, resume: bool, train: Callable, judge: Callable | None = None):
        """From flag values, begun anew or resumed; `train` as `run_rounds` takes it, `judge` as
        runtime.Judges does.

        Raises ValueError, one line, for flags that cannot be.
        """
        self.train_on = train
        self.folder = Path(values.get("out", FeedbackConfig.out))
        settings = self.folder / "settings.json"
        if settings.exists() and not resume:
            raise ValueError(f"{self.folder} holds a run: go on with --resume, or choose another --out")
        if resume and not self.folder.exists():  # a run that was killed at its very beginning has made it
            raise ValueError(f"{self.folder} holds no run to go on with: leave out --resume")
        known = self.read_settings(settings) if settings.exists() else {"values": values}
        self.values = known["values"] | values
        self.config = from_flags(FeedbackConfig, self.values)
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
        self.pairs = load_pairs(self.data)
        read_prompts(self.config.prompts)  # a mistake is reported before the work
        judge = judge or functools.partial(runtime.judge_answer, device=self.config.judge_device)
        on_cluster = self.config.executor == "ray"
        judges = None if on_cluster and "judges" not in self.values else self.config.judges
        self.judges = runtime.Judges(judges, judge, self.config.executor)
        if not settings.exists():
            self.begin()
        write_json(settings, {"values": self.values, "hashes": hashes})
        self.prompts = json.loads((self.folder / "prompts.json").read_text())
        models = range(self.config.rounds + 1)
        self.journals = [Journal(self.folder / f"answers_{model}.jsonl") for model in models]

    @staticmethod
    def read_settings(path: Path) -> dict:
        """{"values", "hashes"} of a run that is resumed. Raises ValueError, one line, where it is none."""
        try:
            known = json.loads(path.read_text())
            return known | {"values": dict(known["values"])}
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

    def begin(self) -> None:
        """Writes the given model and the prompts."""
        which = "mine" if "checkpoint" in self.values else "auto"
        path, name = runtime.choose_weights(self.checkpoint, which)
        print(f"weights: {name}")
        state = inference.load_weights(path)
        tests = [pair for pair in self.pairs if pair.split == "test_combinations"]
        tests = sampled_evenly(tests, self.config.test, self.config.seed)
        prompts = {
            "train": trainable_prompts(self.config.prompts, self.pairs, self.judges),
            "test": list(dict.fromkeys(pair.prompt for pair in tests)),
        }
        kept = {name: state[name] for name in ("model_config", "train_config", "vocabulary", "model")}
        with replacing(self.model_path(0)) as partial:
            torch.save(kept, partial)
        write_json(self.folder / "prompts.json", prompts)

    def model_path(self, model: int) -> Path:
        """The checkpoint of a model."""
        return self.folder / f"model_{model}.pth"

    def passed_prompts(self, models: int) -> set[str]:
        """The prompts that have a right answer by one of the models 0 to `models` - 1."""
        rows = (row for journal in self.journals[:models] for row in journal.verdicts.items())
        return {prompt for prompt, row in rows if row["passed"]}

    def prompts_for(self, model: int) -> tuple[list[str], list[str]]:
        """(prompts that earlier models failed, new ones) that this one is given to learn from; the last one
        none.
        """
        if model == self.config.rounds:
            return [], []
        times = Counter(prompt for journal in self.journals[:model] for prompt in journal.verdicts)
        passed = self.passed_prompts(model)
        most = self.config.ask
        failed = [prompt for prompt in self.prompts["train"] if times[prompt] and prompt not in passed]
        new = [prompt for prompt in self.prompts["train"] if not times[prompt]]
        again = sorted(failed, key=times.get)[: max(most // 2, most - len(new))]
        return again, new[: most - len(again)]

    def sample(self, model: int) -> None:
        """Samples and judges answers of a model to all its prompts."""
        prompts = [*itertools.chain(*self.prompts_for(model)), *self.prompts["test"]]
        journal = self.journals[model]
        if all(prompt in journal.verdicts for prompt in prompts):
            return
        translator = runtime.load_translator(
            str(self.model_path(model)),
            self.device,
            temperature=self.config.temperature,
            judges=self.judges,
        )
        seed = 1_000_003 * (self.config.seed + 1009 * model)
        sample_answers(translator, prompts, self.config.samples, seed, journal)

    def answers_to_learn(self, model: int) -> list[KeptAnswer]:
        """What all models up to this one have answered and the next is to learn."""
        answers = defaultdict(list)
        pass_rates = {}
        for journal in self.journals[: model + 1]:
            for prompt in self.prompts["train"]:
                row = journal.verdicts.get(prompt, {})
                if row.get("passed"):
                    answers[prompt] += row["passed"]
                    pass_rates[prompt] = sum(row["verdicts"]) / len(row["verdicts"])
        chosen = balanced_prompts(pass_rates, self.config.keep)
        return self.fastest_answers(
            {prompt: sorted(set(answers[prompt]), key=by_length) for prompt in chosen}
        )

    def fastest_answers(self, answers: dict[str, list[str]]) -> list[KeptAnswer]:
        """Of {prompt: right answers, shortest first}, of the shortest few that which is fastest on the GPU,
        or compiles for one."""
        tries = {prompt: found[: self.config.tries] for prompt, found in answers.items()}
        trial = trial_on_cuda if torch.cuda.is_available() else trial_on_cpu
        with contextlib.closing(Journal(self.folder / "trials.jsonl")) as journal:
            new = [(prompt, answer) for prompt, found in tries.items() for answer in found]
            new = [row for row in new if trial_key(*row) not in journal.verdicts]
            times = {row: self.judges.submit(*row, trial) for row in new}
            shown = tqdm(times.items(), desc="trying", unit="answer", dynamic_ncols=True, disable=not new)
            for row, future in shown:
                journal.add(trial_key(*row), future.result())
            known = journal.verdicts
        kept = []
        for prompt, found in tries.items():
            answer = fastest_answer({answer: known[trial_key(prompt, answer)] for answer in found})
            if answer:
                kept.append(KeptAnswer(prompt, answer))
        return kept

    def pairs_for(self, kept: list[KeptAnswer], model: int, emphasis: float) -> dict[str, list]:
        """{"train": kept answers and, at the ratio, pairs of the corpus; "validation": the corpus' own}."""
        of_tests = [pair.prompt for pair in kept if split_of(pair.prompt) != "train"]
        assert not of_tests, f"prompts of a test were about to be trained on: {of_tests}"
        from_corpus = emphasised([pair for pair in self.pairs if pair.split == "train"], emphasis)
        number = min(round(len(kept) * (1 - self.config.ratio) / self.config.ratio), len(from_corpus))
        mixed = [*kept, *random.Random(f"{self.config.seed}/{model}").sample(from_corpus, number)]
        kinds = len({main_operation(pair.prompt) for pair in kept})
        print(f"round {model}: {len(kept):,} kept pairs of {kinds} kinds, {number:,} of the corpus")
        return {"train": mixed, "validation": [pair for pair in self.pairs if pair.split == "validation"]}

    def train(self, model: int) -> None:
        """Trains the model of this round from that of the one before. Raises ValueError where nothing
        passed.
        """
        folder = self.folder / f"round_{model}"
        path = self.folder / f"kept_{model}.jsonl"
        kept = self.answers_to_learn(model - 1)
        if not kept:
            number = len(self.journals[model - 1].verdicts)
            raise ValueError(f"no answer to the {number} prompts passed: there is nothing to learn from yet")
        with replacing(path) as partial:
            partial.write_text("".join(json.dumps(asdict(pair)) + "\n" for pair in kept))
        state = inference.load_weights(str(self.model_path(model - 1)))
        given = inference.load_weights(str(self.model_path(0)))
        settings = given["train_config"] | self.values
        settings |= {name: self.config.rate * settings[name] for name in ("muon_lr", "adamw_lr")}
        settings |= dict(
            data=str(path),
            checkpoint=str(folder / "model.pth"),
            run_dir=str(folder),
            epochs=self.config.epochs,
            steps=0,
            minutes=self.config.minutes,
            seed=self.config.seed + model,
            device=self.device,
            wandb=self.values.get("wandb", False),
            tensorboard=self.values.get("tensorboard", False),
        )
        self.train_on(state, self.pairs_for(kept, model, settings["emphasis"]), settings)
        os.replace(settings["checkpoint"], self.model_path(model))

    def pass_rates(self, model: int, prompts: list[str]) -> dict[str, str]:
        """{"pass@1", "pass@k"} of prompts, in percent."""
        rows = self.journals[model].verdicts
        rates = {}
        for k in (1, self.config.samples):
            values = [inference.pass_at(k, rows[prompt]["verdicts"]) for prompt in prompts]
            rates[f"pass@{k}"] = f"{100 * sum(values) / len(values):.1f}" if values else "-"
        return rates

    def row(self, model: int) -> dict[str, object]:
        """{column: value} of the table: what this model was given, and what became of it."""
        rows = self.journals[model].verdicts
        before = self.passed_prompts(model)
        again, new = self.prompts_for(model)
        test = self.prompts["test"]
        kept = self.folder / f"kept_{model}.jsonl"

        def first_passed(prompts: list[str]) -> int:
            return sum(bool(rows[prompt]["passed"]) and prompt not in before for prompt in prompts)

        return {
            "model": model,
            "trained on": len(kept.read_text().splitlines()) if model else 0,
            "new prompts": len(new),
            **self.pass_rates(model, new),
            "failed before": len(again),
            "of them passed now": first_passed(again),
            "passed before": len(before.intersection(self.prompts["train"])),
            "first passed now": first_passed(again + new),
            "test prompts": len(test),
            **{f"test {name}": rate for name, rate in self.pass_rates(model, test).items()},
            "test first passed now": first_passed(test),
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
        """Ends the judges, what they have not begun included, and closes the journals."""
        self.judges.close()
        for journal in self.journals:
            journal.close()


def run_rounds(values: dict, resume: bool, train: Callable, judge: Callable | None = None) -> int:
    """Exit code 0 when all rounds are done.

    `train(state, pairs, settings)` trains the model of `state` on {"train": [...], "validation": [...]}
    with the flags `settings` and leaves it at settings["checkpoint"]; where that is there already, it goes
    on from it."""
    run = FeedbackRun(values, resume, train, judge)
    with contextlib.closing(run):
        for model in range(run.config.rounds + 1):
            if not run.model_path(model).exists():
                run.train(model)
            run.sample(model)
            run.report(model + 1)
    last = run.model_path(run.config.rounds)
    print(f"python llm.py --demo --checkpoint {last} tries the last model")
    return 0
