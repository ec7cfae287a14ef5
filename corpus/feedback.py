"""feedback."""

import collections
import contextlib
import functools
import hashlib
import itertools
import json
import math
import os
import random
import time
from concurrent.futures import wait
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from tqdm import tqdm

from corpus.checks import sampled_evenly
from corpus.journal import Journal
from corpus.pairs import load_pairs
from corpus.settings import CSV
from corpus.splits import emphasised, operations, split_of, template
from python_to_triton import frontend, inference, runtime, tuning
from python_to_triton.flags import flag, from_flags
from python_to_triton.verification import sandbox
from triton_ops import CORES, replacing
from triton_ops.files import ROOT

TASKS = ROOT / "benchmarks" / "tasks"


ANCHORS = (
    "heavy",
    "normalization",
    "loss",
    "reduction",
    "movement",
)  # kinds of operations, that which a prompt is about first


@dataclass(frozen=True)
class FeedbackConfig:
    """How `--feedback` learns from execution. Flags of training mean the same here; the defaults here are its own."""

    prompts: str = flag("prompts.jsonl", "prompts without answers, made by prompts.py")
    out: str = flag("runs/feedback", "folder of answers, kept pairs, the model of every round, and the table")
    rounds: int = flag(3, "rounds of sampling and training")
    ask: int = flag(1000, "prompts a round, up to half of them tried in vain before")
    samples: int = flag(20, "candidates of each prompt")
    temperature: float = flag(0.8, "that they are drawn at")
    tries: int = flag(
        3, "answers of a prompt, the shortest first, that are timed on the GPU, or else compiled"
    )
    keep: int = flag(200, "prompts of one kind to train on, at most")
    ratio: float = flag(0.25, "share of the kept pairs in what a round trains on; the rest is of the corpus")
    epochs: int = flag(4, "passes over that, a round")
    minutes: float = flag(2.0, "of training, at most, a round; 0: no limit")
    rate: float = flag(0.3, "of the learning rates that the model was trained with")
    test: int = flag(
        200, "prompts of the corpus' test of unseen combinations that every model is evaluated on"
    )
    judges: int = flag(max(1, CORES - 1), "processes that judge while this one samples; 0: none")
    judge_device: str = flag("cpu", "cpu: in Triton's interpreter, and the GPU is the model's; or cuda")
    seed: int = flag(0, "of sampling and of the order of the pairs")

    def __post_init__(self):
        counts = (self.rounds, self.ask, self.samples, self.tries, self.keep, self.epochs, self.test)
        if min(counts) < 1 or not self.temperature > 0:
            raise ValueError(
                "rounds, ask, samples, tries, keep, epochs and test must be at least 1, temperature above 0"
            )
        if not 0 < self.ratio <= 1 or self.judge_device not in ("cpu", "cuda"):
            raise ValueError(
                f"ratio is in (0, 1] and judge_device cpu or cuda, not {self.ratio} and {self.judge_device!r}"
            )


MAY_CHANGE = {"rounds", "minutes", "judges", "device"}  # when a run is resumed


# of the decoder make a group: its rows are sorted by length, so that those of like length share a batch
BATCHES = 8


def regions_of(path, _):
    """The prompts of a file's regions; none where it cannot be traced. Takes two texts, as a judge does."""
    with contextlib.suppress(ValueError):
        return [region.prompt for region in runtime.traced_file(Path(path)).regions]
    return []


def askable(path, pairs, judges):
    """The prompts of a JSON-lines file that may be trained on, each once: of the training split, not in the
    corpus, not of TASKS.

    Raises ValueError where none is left.
    """
    files = runtime.python_files(sorted(TASKS.rglob("*.py")) or [TASKS])
    reading = [judges.submit(str(file), "", regions_of) for file in files]
    taken = {text for pair in pairs for text in (pair.prompt, *json.loads(pair.alternates))}
    for regions in tqdm(reading, desc="reading the tasks", unit="file", dynamic_ncols=True):
        taken.update(regions.result())
    rows = dict.fromkeys(json.loads(line)["prompt"] for line in Path(path).read_text().splitlines())
    found = [prompt for prompt in rows if prompt not in taken and split_of(prompt) == "train"]
    if not found:
        raise ValueError(
            f"none of the {len(rows)} prompts of {path} may be trained on: draw others with `python prompts.py --seed N`"
        )
    return found


def kind_of(prompt):
    """The operation that a prompt is about: the first one of the first kind of ANCHORS that it has, or
    "pointwise".
    """
    names = operations(prompt)
    return next((name for kind in ANCHORS for name in names if frontend.OPS[name].kind == kind), "pointwise")


def by_length(answer):
    """What the shortest answer comes first by; the text decides between equals."""
    return len(answer), answer


def settle(waiting, samples, journal, bar):
    """Journals the prompts at the head of `waiting` ({prompt: [(answer, Future of its verdict)]}) that have
    all their verdicts.
    """
    while waiting:
        prompt = next(iter(waiting))
        if len(waiting[prompt]) < samples or not all(verdict.done() for _, verdict in waiting[prompt]):
            return
        judged = [(answer, verdict.result()) for answer, verdict in waiting.pop(prompt)]
        journal.add(
            prompt,
            {
                "verdicts": [verdict.ok for _, verdict in judged],
                "passed": sorted({answer for answer, verdict in judged if verdict.ok}, key=by_length),
                "reason": next((verdict.reason for _, verdict in judged if not verdict.ok), ""),
            },
        )
        bar.update()


def ask(translator, prompts, samples, seed, journal):
    """Journals {"verdicts": a truth a sample, "passed": the right answers, shortest first, "reason": why
    one is wrong} of each prompt.

    Sampling never waits for the judges. What is drawn for a prompt depends on it and the seed alone, up to
    rounding: a run that was killed draws the same again."""
    room, encode = translator.decoder.model.config.max_seq_len, translator.vocabulary.encode_prompt
    fitting = [prompt for prompt in prompts if len(encode(prompt)) < room]
    for prompt in sorted(set(prompts) - set(fitting) - set(journal.verdicts)):
        journal.add(
            prompt,
            {
                "verdicts": [False] * samples,
                "passed": [],
                "reason": f"the prompt is longer than {room} tokens",
            },
        )
    known, waiting, began = set(journal.verdicts), {}, time.perf_counter()
    group = max(1, BATCHES * translator.decoder.batches[-1] // samples)
    with tqdm(
        total=len(prompts),
        initial=len(known.intersection(prompts)),
        unit="prompt",
        desc="asking",
        dynamic_ncols=True,
    ) as bar:
        for start in range(0, len(fitting), group):
            rows = [
                (prompt, number)
                for prompt in fitting[start : start + group]
                if prompt not in known
                for number in range(samples)
            ]
            for row, answer in translator.sources(rows, translator.temperature, seed) if rows else ():
                prompt, _ = rows[row]
                waiting.setdefault(prompt, []).append((answer, translator.judges.submit(prompt, answer)))
                settle(waiting, samples, journal, bar)
        sampled = time.perf_counter()
        for judged in list(waiting.values()):
            wait([verdict for _, verdict in judged])
            settle(waiting, samples, journal, bar)
        bar.write(
            f"sampled in {sampled - began:.0f} s, the last verdict {time.perf_counter() - sampled:.0f} s later"
        )


TRIAL_SIZES, TRIAL_VOLUME, TRIAL_CALLS = (
    (1024, 256, 64),
    1 << 24,
    5,
)  # of every dimension that fits; elements of all values together


TIE = 1.05  # faster by less is luck


def milliseconds(prompt, answer):
    """Of one call on the GPU, its L2 cache cold: the least of several, since others run beside it. Raises
    Refused where it does not run.
    """
    asked = frontend.parse(prompt)
    asked.sizes = frontend.grown_sizes(asked, frontend.small_sizes(asked, 0), TRIAL_SIZES, TRIAL_VOLUME)
    held = tuning.LoadedAnswer(tuning.warm_sandbox("cuda"), answer, asked, asked.sample(small=False), "cpu")
    try:
        held.run(sandbox.POISON_WORDS[0])  # compiles, and is watched
        held.times(TRIAL_CALLS)
        return min(held.times(TRIAL_CALLS))
    finally:
        with contextlib.suppress(sandbox.Refused):  # it died of this answer: the next one gets a new one
            held.drop()


def trial(prompt, answer, device):
    """`milliseconds`, or 0 without a GPU; infinite where what the interpreter took is nothing for a GPU."""
    try:
        return (
            milliseconds(prompt, answer)
            if device == "cuda"
            else math.inf
            if runtime.compile_answer(prompt, answer)
            else 0.0
        )
    except (sandbox.Refused, frontend.GraphError):
        return math.inf


trial_on_cuda, trial_on_cpu = (
    functools.partial(trial, device=device) for device in ("cuda", "cpu")
)  # one object each, for the judges' memory


def name_of(prompt, answer):
    """What a time is journalled under."""
    return hashlib.sha256(f"{prompt}\0{answer}".encode()).hexdigest()


def best(times):
    """The first of {answer: milliseconds}, shortest first, that is about as fast as the fastest; None where
    none passed its trial.
    """
    fastest = min(times.values())
    return next((answer for answer, ms in times.items() if ms <= TIE * fastest < math.inf), None)


@dataclass(frozen=True)
class Kept:
    """A prompt with the answer to be learned, as training reads a pair."""

    prompt: str
    answer: str
    alternates: str = "[]"


def balanced(rights, most):
    """Of {prompt: share of its samples that passed}, at most `most` of a kind: one of each template after
    the other, hardest first.
    """
    turns, kinds = collections.defaultdict(itertools.count), collections.defaultdict(list)
    hardest = sorted(rights, key=rights.get)
    for _, prompt in sorted(
        ((next(turns[template(prompt)]), prompt) for prompt in hardest), key=lambda row: row[0]
    ):
        kinds[kind_of(prompt)].append(prompt)
    return [prompt for _, prompts in sorted(kinds.items()) for prompt in prompts[:most]]


class Feedback:
    """A run: its settings, its prompts, and the journals of all models so far."""

    def __init__(self, values, resume, train, judge=None):
        """From flag values, begun anew or resumed; `train` as `run` takes it, `judge` as runtime.Judges does.

        Raises ValueError, one line, for flags that cannot be.
        """
        self.train_on = train
        self.folder = Path(values.get("out", FeedbackConfig.out))
        settings = self.folder / "settings.json"
        if settings.exists() and not resume:
            raise ValueError(f"{self.folder} holds a run: go on with --resume, or choose another --out")
        known = json.loads(settings.read_text()) if settings.exists() else {"values": values}
        self.values = known["values"] | values
        self.check(known["values"], values)
        self.config = from_flags(FeedbackConfig, self.values)
        self.data = self.values.get("data", CSV.name)
        self.checkpoint = self.values.get("checkpoint", inference.CHECKPOINT)
        self.device = self.values.get("device", "auto")
        hashes = self.hashes()
        if known.get("hashes", hashes) != hashes:
            raise ValueError(
                f"{' or '.join(hashes)} has changed since the run began: begin another one with --out"
            )
        self.judges = runtime.Judges(
            self.config.judges,
            judge or functools.partial(runtime.judge_answer, device=self.config.judge_device),
        )
        self.pairs = load_pairs(self.data)
        if not settings.exists():
            self.begin()
        self.write(settings, {"values": self.values, "hashes": hashes})
        self.prompts = json.loads((self.folder / "prompts.json").read_text())
        self.journals = [
            Journal(self.folder / f"answers_{model}.jsonl") for model in range(self.config.rounds + 1)
        ]

    def check(self, known, given):
        """Refuses flags that a resumed run or a trained model cannot take."""
        if changed := [
            f"--{name}"
            for name, value in given.items()
            if name not in MAY_CHANGE and known.get(name) != value
        ]:
            raise ValueError(
                f"a resumed run keeps its settings: drop {', '.join(changed)}, or begin another one with --out"
            )

    def hashes(self):
        """{path: hash} of the corpus and the prompts."""
        for path, maker in (
            (self.data, "extract_training_data.py"),
            (self.config.prompts, "prompts.py"),
        ):
            if not Path(path).exists():
                raise ValueError(f"{path} is missing: `python {maker}` makes it")
        return {path: inference.file_hash(path) for path in (self.data, self.config.prompts)}

    @staticmethod
    def write(path, content):
        with replacing(path) as partial:
            partial.write_text(json.dumps(content, indent=1))

    def begin(self):
        """Writes the given model and the prompts."""
        which = "mine" if "checkpoint" in self.values else "auto"
        path, name = runtime.choose_weights(self.checkpoint, which)
        print(f"weights: {name}")
        state = inference.load_weights(path)
        tests = [pair for pair in self.pairs if pair.split == "test_combinations"]
        tests = [pair.prompt for pair in sampled_evenly(tests, self.config.test, self.config.seed)]
        prompts = {
            "ask": askable(self.config.prompts, self.pairs, self.judges),
            "test": list(dict.fromkeys(tests)),
        }
        with replacing(self.model_path(0)) as partial:
            torch.save(
                {name: state[name] for name in ("model_config", "train_config", "vocabulary", "model")},
                partial,
            )
        self.write(self.folder / "prompts.json", prompts)

    def model_path(self, model):
        return self.folder / f"model_{model}.pth"

    def answered(self, models):
        """The prompts that one of the models 0 to `models` - 1 has answered."""
        return {
            prompt
            for journal in self.journals[:models]
            for prompt, row in journal.verdicts.items()
            if row["passed"]
        }

    def chosen(self, model):
        """(prompts that earlier models were asked in vain, new ones) that this one is asked to learn from;
        the last one none.
        """
        if model == self.config.rounds:
            return [], []
        times = collections.Counter(
            prompt for journal in self.journals[:model] for prompt in journal.verdicts
        )
        answered, most = self.answered(model), self.config.ask
        vain = sorted(
            (prompt for prompt in self.prompts["ask"] if times[prompt] and prompt not in answered),
            key=times.get,
        )
        new = [prompt for prompt in self.prompts["ask"] if not times[prompt]]
        again = vain[: max(most // 2, most - len(new))]
        return again, new[: most - len(again)]

    def ask(self, model):
        """Asks a model all that it is to be asked."""
        prompts = [*itertools.chain(*self.chosen(model)), *self.prompts["test"]]
        if any(prompt not in self.journals[model].verdicts for prompt in prompts):
            translator = runtime.load_translator(
                str(self.model_path(model)),
                self.device,
                temperature=self.config.temperature,
                judges=self.judges,
            )
            ask(
                translator,
                prompts,
                self.config.samples,
                1_000_003 * (self.config.seed + 1009 * model),
                self.journals[model],
            )

    def kept(self, model):
        """[Kept]: what all models up to this one have answered and the next is to learn."""
        answers, rights = {}, {}
        for journal in self.journals[: model + 1]:
            for prompt in (
                prompt for prompt in self.prompts["ask"] if journal.verdicts.get(prompt, {}).get("passed")
            ):
                row = journal.verdicts[prompt]
                answers[prompt] = answers.get(prompt, []) + row["passed"]
                rights[prompt] = sum(row["verdicts"]) / len(row["verdicts"])
        return self.tried(
            {
                prompt: sorted(set(answers[prompt]), key=by_length)
                for prompt in balanced(rights, self.config.keep)
            }
        )

    def tried(self, answers):
        """[Kept] of {prompt: right answers, shortest first}: of the shortest few that which is fastest on
        the GPU, or compiles for one.
        """
        tries = {prompt: found[: self.config.tries] for prompt, found in answers.items()}
        with contextlib.closing(Journal(self.folder / "trials.jsonl")) as journal:
            new = [
                (prompt, answer)
                for prompt, found in tries.items()
                for answer in found
                if name_of(prompt, answer) not in journal.verdicts
            ]
            times = {
                asked: self.judges.submit(
                    *asked, trial_on_cuda if torch.cuda.is_available() else trial_on_cpu
                )
                for asked in new
            }
            for asked, future in tqdm(
                times.items(), desc="trying", unit="answer", dynamic_ncols=True, disable=not new
            ):
                journal.add(name_of(*asked), future.result())
            chosen = {
                prompt: best({answer: journal.verdicts[name_of(prompt, answer)] for answer in found})
                for prompt, found in tries.items()
            }
        return [Kept(prompt, answer) for prompt, answer in chosen.items() if answer]

    def pairs_for(self, kept, model, emphasis):
        """{"train": kept pairs and, at the ratio, pairs of the corpus; "validation": the corpus' own}."""
        assert all(split_of(pair.prompt) == "train" for pair in kept), (
            "a prompt of a test was about to be trained on"
        )
        from_corpus = emphasised([pair for pair in self.pairs if pair.split == "train"], emphasis)
        number = min(round(len(kept) * (1 - self.config.ratio) / self.config.ratio), len(from_corpus))
        mixed = [*kept, *random.Random(f"{self.config.seed}/{model}").sample(from_corpus, number)]
        kinds = len({kind_of(pair.prompt) for pair in kept})
        print(f"round {model}: {len(kept):,} kept pairs of {kinds} kinds, {number:,} of the corpus")
        return {"train": mixed, "validation": [pair for pair in self.pairs if pair.split == "validation"]}

    def train(self, model):
        """Trains the model of this round from that of the one before."""
        folder, path, kept = (
            self.folder / f"round_{model}",
            self.folder / f"kept_{model}.jsonl",
            self.kept(model - 1),
        )
        if not kept:
            raise ValueError(
                f"none of the {len(self.journals[model - 1].verdicts)} prompts was answered: there is nothing to learn from yet"
            )
        with replacing(path) as partial:
            partial.write_text("".join(json.dumps(asdict(pair)) + "\n" for pair in kept))
        state, given = (inference.load_weights(str(self.model_path(number))) for number in (model - 1, 0))
        settings = given["train_config"] | self.values
        rates = {name: self.config.rate * settings[name] for name in ("muon_lr", "adamw_lr")}
        settings |= rates | dict(
            data=str(path),
            checkpoint=str(folder / "model.pth"),
            run_dir=str(folder),
            epochs=self.config.epochs,
            steps=0,
            minutes=self.config.minutes,
            seed=self.config.seed + model,
            device=self.device,
            wandb=self.values.get("wandb", False),
        )
        self.train_on(state, self.pairs_for(kept, model, settings["emphasis"]), settings)
        os.replace(settings["checkpoint"], self.model_path(model))

    def row(self, model):
        """{column: text} of the table: what this model was asked, and what became of it."""
        found, before, k = self.journals[model].verdicts, self.answered(model), self.config.samples
        again, new = self.chosen(model)

        def passes(prompts):
            rates = [
                [inference.pass_at(k, found[prompt]["verdicts"]) for prompt in prompts]
                for k in (1, self.config.samples)
            ]
            return [f"{100 * sum(rate) / len(rate):.1f}" if rate else "-" for rate in rates]

        def first(prompts):
            return sum(bool(found[prompt]["passed"]) and prompt not in before for prompt in prompts)

        test, kept = self.prompts["test"], self.folder / f"kept_{model}.jsonl"
        of_new, of_test = (dict(zip(("pass@1", f"pass@{k}"), passes(prompts))) for prompts in (new, test))
        return {
            "model": model,
            "trained on": len(kept.read_text().splitlines()) if model else 0,
            "new prompts": len(new),
            **of_new,
            "asked in vain before": len(again),
            "of them answered now": first(again),
            "answered before": len(before.intersection(self.prompts["ask"])),
            "first answered now": first(again + new),
            "test prompts": len(test),
            **{f"test {name}": rate for name, rate in of_test.items()},
            "test first answered now": first(test),
        }

    def report(self, models):
        """Writes and prints the table of the models 0 to `models` - 1."""
        rows = [self.row(model) for model in range(models)]
        lines = [list(rows[0]), ["---:"] * len(rows[0]), *(row.values() for row in rows)]
        text = "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
        with replacing(self.folder / "table.md") as partial:
            partial.write_text(text + "\n")
        print(text)

    def close(self):
        """Ends the judges, what they have not begun included, and closes the journals."""
        self.judges.close()
        for journal in self.journals:
            journal.close()


def run(values, resume, train, judge=None):
    """Exit code 0 when all rounds are done.

    `train(state, pairs, settings)` trains the model of `state` on {"train": [...], "validation": [...]} with the
    flags `settings` and leaves it at settings["checkpoint"]; where that is there already, it goes on from it.
    """
    feedback = Feedback(values, resume, train, judge)
    with contextlib.closing(feedback):
        for model in range(feedback.config.rounds + 1):
            if not feedback.model_path(model).exists():
                feedback.train(model)
            feedback.ask(model)
            feedback.report(model + 1)
    print(
        f"python llm.py --demo --checkpoint {feedback.model_path(feedback.config.rounds)} tries the last model"
    )
    return 0
