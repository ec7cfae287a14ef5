"""feedback.py with a tiny model and a judge that tosses a coin by a hash: what it asks, keeps, trains on,
and that a kill changes nothing.
"""

import collections
import contextlib
import dataclasses
import functools
import hashlib
import itertools
import json
import statistics
from concurrent.futures import Future

import pandas
import pytest
import torch
from patching import patch_everywhere

import llm
from corpus import feedback, trials
from corpus.journal import Journal
from corpus.pairs import Pair, load_pairs
from corpus.splits import split_of
from python_to_triton import inference, runtime, verification
from training import curves

PROMPT = "f(a0: f32[A, B])\nv0 = {}(a0)\nv1 = {}(v0)\nreturn v1"
NAMES = (
    "exp",
    "abs",
    "sigmoid",
    "tanh",
    "relu",
    "sqrt",
    "sin",
    "cos",
    "neg",
    "square",
    "erf",
    "log1p",
    "floor",
    "sign",
    "softplus",
    "silu",
)
SINGLE = "f(a0: f32[A, B])\nv0 = {}(a0)\nreturn v0"


RELU_PROMPT = SINGLE.format("relu")
RELU = """@triton.jit
def kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, tl.maximum(x, 0.0), mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y"""


def of_split(split):
    """All prompts of two operations that belong to a split."""
    found = (PROMPT.format(*names) for names in itertools.permutations(NAMES, 2))
    return [prompt for prompt in found if split_of(prompt) == split]


def pair(prompt, split, alternates=()):
    fields = {field.name: "" for field in dataclasses.fields(Pair)}
    answer = f"def translated(x):\n    return {prompt[-40:]!r}"
    return Pair(
        **fields
        | dict(prompt=prompt, answer=answer, split=split, alternates=json.dumps(alternates), family="f")
    )


def verdict(ok):
    return verification.Verdict(ok, "" if ok else "heads", 0.0, 0.0, 1, 0.0)


def coin(prompt, answer):
    """A judge whose verdict depends on the prompt and the answer alone, as the real one's does."""
    return verdict(hashlib.sha256(f"{prompt}\0{answer}".encode()).digest()[0] % 4 == 0)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a corpus, prompts, a task and an untrained model; the flag values of a run of seconds
    over it.
    """
    train = of_split("train")
    rows = [pair(prompt, "train", train[20:21]) for prompt in train[:20]] + [
        pair(SINGLE.format("relu"), "validation")
    ]
    rows += [pair(prompt, "test_combinations") for prompt in of_split("test_combinations")]
    pandas.DataFrame([dataclasses.asdict(row) for row in rows]).to_csv(tmp_path / "data.csv", index=False)
    (tmp_path / "tasks" / "some").mkdir(parents=True)
    (tmp_path / "tasks" / "some" / "task.py").write_text("# x: f32[4, 8]\ny = torch.sigmoid(torch.tanh(x))\n")
    patch_everywhere(monkeypatch, "TASKS", tmp_path / "tasks")
    patch_everywhere(
        monkeypatch, "trial_on_cpu", lambda prompt, answer: 0.0
    )  # what an untrained model writes does not compile
    monkeypatch.setattr(feedback.torch.cuda, "is_available", lambda: False)
    vocabulary = llm.learn_vocabulary([row.prompt + row.answer for row in rows], 300)
    # of one length: an untrained model's draws change with the rounding that other padding brings
    lengths = {prompt: len(vocabulary.encode_prompt(prompt)) for prompt in train[30:]}
    usual = statistics.mode(lengths.values())
    prompts = [prompt for prompt, length in lengths.items() if length == usual][:30]
    (tmp_path / "prompts.jsonl").write_text(
        "".join(json.dumps({"prompt": prompt}) + "\n" for prompt in prompts)
    )
    config = llm.ModelConfig(
        d_model=32,
        n_heads=2,
        n_layers=1,
        d_ff=64,
        max_seq_len=128,
        vocab_size=len(vocabulary),
        benchmark_kernels=False,
    )
    training = llm.TrainConfig(batch_size=4, accumulation=1, device="cpu")
    torch.save(
        {
            "model_config": dataclasses.asdict(config),
            "train_config": dataclasses.asdict(training),
            "vocabulary": vocabulary.to_json(),
            "model": llm.Transformer(config).state_dict(),
        },
        tmp_path / "model.pth",
    )
    return tmp_path


def values(place, out="run", **others):
    return (
        dict(
            data=str(place / "data.csv"),
            prompts=str(place / "prompts.jsonl"),
            checkpoint=str(place / "model.pth"),
            out=str(place / out),
            device="cpu",
            rounds=2,
            ask=8,
            samples=4,
            test=3,
            test_samples=4,
            steps=4,
            warmup=0.5,
            derive=False,
            known=1.0,
            epochs=4,
            ratio=0.5,
            judges=0,
            temperature=1.0,
        )
        | others
    )


# ---- prompts ----------------------------------------------------------------------------------------------


def test_only_new_prompts_of_the_training_split_are_asked(place):
    pairs, train = load_pairs(place / "data.csv"), of_split("train")
    task = PROMPT.format("tanh", "sigmoid")
    good = [prompt for prompt in train[30:36] if prompt != task]
    others = {split: of_split(split)[0] for split in ("validation", "test_parameters", "test_combinations")}
    bad = [
        pairs[0].prompt,
        train[20],
        task,
        *others.values(),
    ]  # of the corpus, another wording of it, of a task, held out
    assert split_of(task) == "train" and len(set(good + bad)) == len(good) + 6
    path = place / "mixed.jsonl"
    path.write_text(
        "".join(json.dumps({"prompt": prompt, "split": "train"}) + "\n" for prompt in [*bad, *good, good[0]])
    )
    assert feedback.trainable_prompts(path, pairs, runtime.Judges()) == good
    path.write_text("".join(json.dumps({"prompt": prompt}) + "\n" for prompt in bad))
    with pytest.raises(ValueError, match="none of the 6 prompts"):
        feedback.trainable_prompts(path, pairs, runtime.Judges())


@pytest.mark.parametrize(
    "operations, kind",
    [
        (["exp", "linear", "relu"], "linear"),
        (["sum", "sub", "softmax"], "softmax"),
        (["exp", "abs"], "pointwise"),
        (["transpose", "mean"], "mean"),
        (["exp", "transpose"], "transpose"),
    ],
)
def test_kind_of_a_prompt(operations, kind):
    lines = "".join(f"v{i} = {name}(a{i})\n" for i, name in enumerate(operations))
    assert feedback.main_operation(f"f(a0: f32[A])\n{lines}return v0") == kind


def test_balance_caps_kinds_and_takes_templates_in_turn():
    ranks = ("A", "A, B", "A, B, C", "A, B, C, D", "A, B, C, D, E")
    alike = [f"f(a0: f32[{rank}])\nv0 = exp(a0)\nreturn v0" for rank in ranks]  # five prompts of one template
    rights = dict.fromkeys(alike, 0.1) | {
        SINGLE.format("abs"): 0.9,
        SINGLE.format("sin"): 0.8,
        SINGLE.format("softmax"): 1.0,
    }
    found = feedback.balanced_prompts(rights, 4)
    assert collections.Counter(map(feedback.main_operation, found)) == {"pointwise": 4, "softmax": 1}
    assert {SINGLE.format("abs"), SINGLE.format("sin")} < set(found), (
        "rare templates come before a third near-copy"
    )
    assert feedback.balanced_prompts(dict(zip(alike, (1.0, 0.5, 0.2, 0.9, 0.8))), 2) == [
        alike[2],
        alike[1],
    ], "the hardest of a template first"
    assert sorted(feedback.balanced_prompts(rights, 100)) == sorted(rights)


# ---- asking -----------------------------------------------------------------------------------------------


class Scripted:
    """A translator whose answers are numbered, and whose judges answer when told to."""

    def __init__(self, judged_before_the_last_group):
        config = llm.ModelConfig(max_seq_len=64)
        self.decoder = type("Decoder", (), {"batches": (1,), "model": type("Model", (), {"config": config})})
        self.vocabulary, self.judges, self.groups, self.open, self.late = (
            self,
            self,
            [],
            [],
            judged_before_the_last_group,
        )

    def encode_prompt(self, prompt):
        return list(prompt)

    def submit(self, prompt, answer):
        self.open.append(Future())
        return self.open[-1]

    def draw_candidates(self, rows, temperature, seed):
        self.groups.append(rows)
        for place in reversed(range(len(rows))):
            yield place, f"answer {place % 2}"
        if len(self.groups) == self.late:
            for number, future in enumerate(self.open):
                future.set_result(verdict(number % 2 == 0))


def test_sampling_never_waits_for_the_judges(tmp_path):
    journal = Journal(tmp_path / "answers.jsonl")
    translator = Scripted(
        judged_before_the_last_group=3
    )  # would hang if a group's verdicts were waited for before the next is drawn
    prompts = [f"prompt {number}" for number in range(12)] + ["q" * 64]
    feedback.sample_answers(translator, prompts, 2, 1.0, 0, journal)
    assert [len(rows) for rows in translator.groups] == [8, 8, 8] and list(journal.verdicts)[1:] != []
    assert set(journal.verdicts) == set(prompts)
    assert journal.verdicts["prompt 3"] == {
        "verdicts": [True, False],
        "passed": {"answer 1": 1},
        "reason": "heads",
    }
    assert journal.verdicts["q" * 64] == {
        "verdicts": [False, False],
        "passed": {},
        "reason": "the prompt is longer than 64 tokens",
    }


# ---- the run ----------------------------------------------------------------------------------------------


def result(folder):
    """All that a run comes to: journals, kept pairs, table, and the weights of its models."""
    names = sorted(path for kind in feedback.JOURNAL_KINDS for path in folder.glob(f"{kind}_*.jsonl"))
    journals = [Journal(path).verdicts for path in names]
    texts = [
        path.read_text()
        for path in (*sorted(folder.glob("kept_*.jsonl")), folder / "table.md", folder / "prompts.json")
    ]
    weights = [inference.load_checkpoint(path)["model"] for path in sorted(folder.glob("model_*.pth"))]
    return journals, texts, [{name: tensor.tolist() for name, tensor in model.items()} for model in weights]


def journals_of(folder, kind, models=3):
    return [Journal(folder / f"{kind}_{model}.jsonl").verdicts for model in range(models)]


def rows_of_table(folder):
    """The rows of a run's table, {column: cell}."""
    lines = (folder / "table.md").read_text().splitlines()
    header, _, *rows = ([cell.strip() for cell in line.strip("| ").split("|")] for line in lines)
    return [dict(zip(header, row)) for row in rows]


def right_prompts(journals):
    return {prompt for journal in journals for prompt, row in journal.items() if row["passed"]}


def test_models_may_be_evaluated_on_random_programs_that_none_is_trained_on(place, monkeypatch):
    given = values(place) | {"held": "random", "test": 3, "rounds": 1}
    drawn = feedback.read_prompts(given["prompts"])
    patch_everywhere(monkeypatch, "split_of", lambda prompt: "validation" if prompt in drawn[:5] else "train")
    assert feedback.run_rounds(given, False, llm.train_on, coin) == 0
    prompts = json.loads((place / "run" / "prompts.json").read_text())
    assert prompts["test"] == drawn[:3] and not set(drawn[:5]) & set(prompts["train"])


def test_without_prompts_of_the_validation_split_none_is_held_back(place, monkeypatch):
    patch_everywhere(monkeypatch, "split_of", lambda prompt: "train")
    with pytest.raises(ValueError, match="no prompt of .* is of the validation split: draw more"):
        feedback.run_rounds(values(place) | {"held": "random"}, False, llm.train_on, coin)


def test_a_run_keeps_what_passed_and_trains_on_it(place, capsys):
    assert feedback.run_rounds(values(place), False, llm.train_on, coin) == 0
    folder, printed = place / "run", capsys.readouterr().out
    prompts = json.loads((folder / "prompts.json").read_text())
    answers, tests, first = (journals_of(folder, kind) for kind in ("answers", "tests", "first"))
    assert set(prompts["test"]) == set(of_split("test_combinations"))
    for model in range(3):
        assert set(tests[model]) == set(first[model]) == set(prompts["test"])
        assert not set(answers[model]) & set(prompts["test"])
        for row in (*answers[model].values(), *tests[model].values()):
            assert len(row["verdicts"]) == 4 and sum(row["verdicts"]) == sum(row["passed"].values())
    assert answers[2] == {}, "the last model has nothing to learn for"
    for number in (1, 2):
        kept = [json.loads(line) for line in (folder / f"kept_{number}.jsonl").read_text().splitlines()]
        right = right_prompts(answers[:number])
        assert {row["prompt"] for row in kept} == right and right
        for row in kept:
            times = collections.Counter()
            for journal in answers[:number]:
                times.update(journal.get(row["prompt"], {"passed": {}})["passed"])
            assert coin(row["prompt"], row["answer"]).ok
            assert times[row["answer"]] == max(times.values())
        shown = min(8, 4 * len(kept))  # half of four steps of four pairs
        assert f"round {number}: {len(kept)} kept pairs of 1 kinds, shown {shown} times" in printed
    again = set(answers[1]) & set(answers[0])
    assert again and all(not answers[0][prompt]["passed"] for prompt in again)
    table = rows_of_table(folder)
    assert [row["new prompts"] for row in table] == ["8", str(8 - len(again)), "0"]
    assert int(table[1]["of them passed now"]) == sum(bool(answers[1][prompt]["passed"]) for prompt in again)
    rate = sum(sum(row["verdicts"]) for row in answers[0].values()) / (8 * 4)
    assert float(table[0]["pass@1"].split()[0]) == pytest.approx(100 * rate, abs=0.06)
    assert table[0]["gained"] == "0.0 ± 0.0"
    trained = [inference.load_checkpoint(folder / f"model_{number}.pth")["model"] for number in range(3)]
    assert all(
        not torch.equal(before["head.weight"], after["head.weight"])
        for before, after in zip(trained, trained[1:])
    )


def test_a_control_trains_on_the_corpus_alone_for_as_many_steps(place, capsys):
    with contextlib.closing(feedback.FeedbackRun(values(place), False, llm.train_on, coin)) as run:
        run.evaluate(0)
        run.make(1)
        other = values(place, "control", learn="corpus")
        with contextlib.closing(feedback.FeedbackRun(other, False, llm.train_on, coin, run)) as control:
            assert control.rows("tests", 0) is run.rows("tests", 0), "the given model is evaluated once"
            control.make(1)
            control.evaluate(1)
        run.evaluate(1)  # the other one has left the judges and the journals open
    printed = capsys.readouterr().out
    assert "round 1: 0 kept pairs of 0 kinds, shown 0 times, 16 of the corpus" in printed
    folder = place / "control"
    assert (folder / "kept_1.jsonl").read_text() == "" and not (folder / "model_0.pth").exists()
    steps = []
    for name in ("run", "control"):
        log = (place / name / "round_1" / "log.jsonl").read_text().splitlines()
        steps.append([row["lr_scale"] for row in map(json.loads, log) if row["event"] == "step"])
    assert steps[0] == steps[1] and len(steps[0]) == 4
    assert steps[0][1] < steps[0][2] > steps[0][3], "warmed up for half of the round, then down"


def test_every_model_is_evaluated_with_the_same_random_numbers(place):
    flags = values(place, learn="corpus", rate=0.0, rounds=1)  # which leaves the model as it is
    assert feedback.run_rounds(flags, False, llm.train_on, coin) == 0
    for kind in ("tests", "first"):
        before, after = journals_of(place / "run", kind, 2)
        assert before == after and before


class Deriving:
    """A translator that composes an answer to every prompt but one."""

    def __init__(self, without):
        self.without = without
        self.asked = []

    def retry_unanswered(self, regions, samples):
        self.asked += [region.prompt for region in regions]
        for region in regions:
            ok = region.prompt != self.without
            region.set_derived(f"composed for {region.prompt}", verdict(ok))


def test_prompts_that_failed_get_composed_answers_once(place, tmp_path):
    with contextlib.closing(feedback.FeedbackRun(values(place, derive=True), False, None, coin)) as run:
        failed, solved, known, *hopeless = run.prompts["train"][:4]
        journal = run.journals["answers"][0]
        journal.add(failed, {"verdicts": [False] * 4, "passed": {}, "reason": ""})
        journal.add(
            solved, {"verdicts": [True, False, True, True], "passed": {"a": 1, "bb": 2}, "reason": ""}
        )
        journal.add(known, {"verdicts": [True] * 4, "passed": {"c": 4}, "reason": ""})
        journal.add(*hopeless, {"verdicts": [False] * 4, "passed": {}, "reason": ""})
        translator = Deriving(*hopeless)
        for _ in range(2):  # the second time from the journal
            feedback.derive_answers(translator, [failed, *hopeless], 4, run.journals["derived"][0])
        assert translator.asked == [failed, *hopeless]
        learned = {pair.prompt: pair.answer for pair in run.answers_to_learn(0)}
        assert learned == {failed: f"composed for {failed}", solved: "bb", known: "c"}
        assert run.prompts_for(1)[0] == hopeless, "what has an answer is not asked again"
        run.config = dataclasses.replace(run.config, known=0.8)
        assert {pair.prompt for pair in run.answers_to_learn(0)} == {failed, solved}
        run.config = dataclasses.replace(run.config, derive=False)
        assert [pair.prompt for pair in run.answers_to_learn(0)] == [solved]


def test_a_kept_pair_is_shown_so_often_at_most(place):
    flags = values(place, epochs=3, ratio=0.9)
    with contextlib.closing(feedback.FeedbackRun(flags, False, None, coin)) as run:
        kept = [trials.KeptAnswer(prompt, "an answer") for prompt in run.prompts["train"][:2]]
        settings = {"batch_size": 4, "accumulation": 2, "emphasis": 0.0}
        pairs = run.pairs_for(kept, 1, settings)
        times = collections.Counter(pair.prompt for pair in pairs["train"])
        assert [times[pair.prompt] for pair in kept] == [3, 3]
        assert len(pairs["train"]) == 6 + 20, "the corpus has no more than 20 to train on"
        assert [pair.split for pair in pairs["validation"]] == ["validation"]


def test_a_gain_is_taken_prompt_by_prompt():
    found = feedback.gain({"a": 0.5, "b": 1.0, "c": 0.0, "d": 0.25}, {"a": 1.0, "b": 1.0, "c": 0.5, "e": 0.0})
    assert found.count == 3 and found.mean == pytest.approx(1 / 3)
    assert found.error == pytest.approx((1 / 12) ** 0.5 / 3**0.5)  # deviations 1/6, -1/3, 1/6
    assert str(found) == "33.3 ± 16.7"
    assert str(feedback.gain({}, {})) == "-"


def test_the_fastest_of_the_short_answers_is_kept_if_it_passes_its_trial(place, monkeypatch):
    times = {
        "alone": 7.0,
        "aa": 2.0,
        "bbb": 1.0,
        "cccc": 1.04,
        "ddddd": 0.1,
        "x": float("inf"),
        "yy": float("inf"),
        "z": 3.0,
        "zz": 2.9,
    }
    tried = []
    patch_everywhere(
        monkeypatch, "trial_on_cpu", lambda prompt, answer: tried.append(answer) or times[answer]
    )
    answers = {
        "one": ["alone"],
        "many": ["aa", "bbb", "cccc", "ddddd"],
        "none runs": ["x", "yy"],
        "a tie": ["z", "zz"],
    }
    with contextlib.closing(feedback.FeedbackRun(values(place), False, llm.train_on, coin)) as run:
        for _ in range(2):  # the second time from the journal
            assert {pair.prompt: pair.answer for pair in run.fastest_answers(answers)} == {
                "one": "alone",
                "many": "bbb",
                "a tie": "z",
            }
        assert sorted(tried) == sorted(["alone", "aa", "bbb", "cccc", "x", "yy", "z", "zz"])


def test_judges_in_processes_of_their_own_judge_and_try():
    judges = runtime.Judges(1, functools.partial(runtime.judge_answer, device="cpu"))
    wrong, uneven = (
        RELU.replace("tl.maximum(x, 0.0)", "tl.abs(x)"),
        RELU.replace("tl.program_id(0) * BLOCK", "tl.program_id(0, 1) * BLOCK"),
    )
    assert judges.submit(RELU_PROMPT, RELU).result().ok and not judges.submit(RELU_PROMPT, wrong).result().ok
    assert judges.submit(RELU_PROMPT, RELU, trials.trial_on_cpu).result() == 0.0
    assert judges.submit(RELU_PROMPT, uneven, trials.trial_on_cpu).result() == float("inf")
    judges.pool.shutdown()


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_a_right_answer_is_timed_on_the_gpu():
    assert 0 < trials.trial_on_cuda(RELU_PROMPT, RELU) < 10
    assert trials.trial_on_cuda(RELU_PROMPT, RELU.replace("return y", "return y[:, 9999999]")) == float("inf")


class Killed(BaseException):
    """What nobody catches: the process is gone."""


def killing(function, after):
    """`function`, until it was called so many times."""
    calls = itertools.count()

    def called(*arguments, **named):
        if next(calls) == after:
            raise Killed
        return function(*arguments, **named)

    return called


def test_a_kill_at_any_moment_changes_nothing(place, monkeypatch):
    assert feedback.run_rounds(values(place, "whole"), False, llm.train_on, coin) == 0
    whole = result(place / "whole")
    moments = [("judge", None, after) for after in (0, 61)] + [(llm, "train_step", after) for after in (0, 7)]
    moments += [(feedback.os, "replace", after) for after in (0, 2, 5)] + [
        (feedback, "trainable_prompts", 0),
        (curves, "plot_run", 1),
    ]
    for number, (module, name, after) in enumerate(moments):
        judge, started = coin, values(place, f"killed {number}")
        with monkeypatch.context() as patch, pytest.raises(Killed):
            if module == "judge":
                judge = killing(coin, after)
            else:
                patch.setattr(module, name, killing(getattr(module, name), after))
            feedback.run_rounds(started, False, llm.train_on, judge)
        folder = place / f"killed {number}"
        for path in folder.glob("answers_*.jsonl"):  # and the last line was being written
            path.write_bytes(path.read_bytes()[:-7])
        assert (
            feedback.run_rounds(
                {"out": str(folder)} if (folder / "settings.json").exists() else started,
                True,
                llm.train_on,
                coin,
            )
            == 0
        )
        assert result(folder) == whole, f"killed in {name or module} after {after} calls"


def test_only_what_names_no_result_may_change_when_resumed(place, capsys):
    with pytest.raises(ValueError, match="none.jsonl is missing: `python -m corpus.random_programs`"):
        feedback.run_rounds(values(place, prompts=str(place / "none.jsonl")), False, llm.train_on, coin)
    with pytest.raises(ValueError, match=r"of \d+ prompts there is nothing to learn"):
        feedback.run_rounds(values(place), False, llm.train_on, lambda prompt, answer: verdict(False))
    with pytest.raises(ValueError, match="holds a run"):
        feedback.run_rounds(values(place), False, llm.train_on, coin)
    with pytest.raises(ValueError, match="keeps its settings: drop --samples"):
        feedback.run_rounds(values(place, samples=5), True, llm.train_on, coin)
    (place / "prompts.jsonl").write_text(2 * (place / "prompts.jsonl").read_text())
    with pytest.raises(ValueError, match="has changed since the run began"):
        feedback.run_rounds(values(place), True, llm.train_on, coin)
    assert (
        feedback.run_rounds(
            values(place, "other", rounds=1, prompts=str(place / "prompts.jsonl")), False, llm.train_on, coin
        )
        == 0
    )
    assert feedback.run_rounds({"out": str(place / "other"), "rounds": 2}, True, llm.train_on, coin) == 0
    assert (place / "other" / "model_2.pth").exists()
    assert (
        llm.main(["--feedback", "--out", str(place / "run"), "--ratio", "0"]) == 2
        and "error: " in capsys.readouterr().err
    )
