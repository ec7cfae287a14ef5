"""From a file of synthetic/ to rows of training_data.csv: expansion, texts, judging, journal, resumption."""
import ast
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import fields, replace

import pandas
import pytest
import torch

import extract_training_data as extraction
from extract_training_data import (SYNTHETIC, Candidate, Corpus, Journal, Options, Pair, Workers, answer_hash, body_text,
                                   canonical_answer, crossed, kernel_name, load_pairs, order, permuted, split_of, water_fill)
from harness import HEADER, Family, exchange, rename, tables

PAIR = '''"""Twice, y = 2 * x."""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 5)]


def make(*shape):
    return (torch.randn(shape),)


def twice_torch(x):
    """In PyTorch."""
    y = 2.0 * x
    return y


@triton.jit
def twice_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    # a block a program
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0)
    y = 2.0 * x
    tl.store(y_ptr + at, y, mask=at < n)


def twice_triton(x):
    y = torch.empty_like(x)
    twice_kernel[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), BLOCK=64)
    return y


FAMILY = {"thrice": {"2.0 * x": "3.0 * x"}, "half": {"2.0 * x": "0.5 * x"}}
AXES = [{"wide": {"64": "128"}}]


def main():
    return run(globals())
'''


def family(text=PAIR, stem="twice"):
    return Family(stem, text)


# ---- harness.py: a file and its variants --------------------------------------------------------------------------

def test_exchange_is_simultaneous_and_keeps_to_whole_words():
    assert exchange("a + b + ab", {"a": "b", "b": "a"}) == "b + a + ab"
    assert exchange("x = f(x)\ny = f(x) * 2", {"f(x)": "g(x)", "y = f(x)": "y = h(x)"}) == "x = g(x)\ny = h(x) * 2", "the longer wins"


def test_exchange_keeps_the_indent_and_drops_an_emptied_line():
    assert exchange("def f():\n    x = 1\n    return x", {"x = 1": "x = 1\nx += 1"}) == "def f():\n    x = 1\n    x += 1\n    return x"
    assert exchange("    x = 1  # why\n    y = 2", {"x = 1": ""}) == "    y = 2"


def test_a_family_is_the_product_of_its_tables():
    twice = family()
    assert len(twice) == 6
    assert [variant.name for variant in map(twice.__getitem__, range(6))] == [
        "twice", "thrice", "half", "twice_wide", "thrice_wide", "half_wide"]
    assert "3.0 * x" in twice[4].reference and "3.0 * x" in twice[4].answer and "128" in twice[4].answer
    assert "def thrice_wide_torch" in twice[4].reference and "thrice_wide_kernel[" in twice[4].answer
    assert "twice" not in twice[4].source and "main" not in twice[4].source
    for bad in (-1, 6):
        with pytest.raises(IndexError, match="6 variants"):
            twice[bad]


def test_a_slot_is_filled_from_a_table_in_its_own_variable():
    text = PAIR.replace('AXES = [{"wide": {"64": "128"}}]', 'AXES = [("UNARY", "y = 2.0 * x", "y = 2.0 * x", "optional")]')
    slotted = family(text.replace('FAMILY = {"thrice": {"2.0 * x": "3.0 * x"}, "half": {"2.0 * x": "0.5 * x"}}', ""))
    assert len(slotted) == 1 + len(tables()["UNARY"])
    assert slotted[0].name == "twice" and "2.0 * x" not in slotted[0].reference
    relu = next(variant for variant in map(slotted.__getitem__, range(len(slotted))) if variant.name == "twice_relu")
    assert "y = tl.maximum(y, 0.0)" in relu.answer


@pytest.mark.parametrize("text, message", [
    (PAIR.replace('"2.0 * x": "3.0 * x"', '"7.0 * x": "3.0 * x"'), "which the file does not hold"),
    (PAIR.replace("def twice_triton", "def other_triton"), "does not define twice_triton"),
])
def test_a_row_that_cannot_be_true_is_an_error(text, message):
    with pytest.raises(ValueError, match=message):
        family(text)


# ---- order and balance --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("size", [1, 2, 3, 17, 256, 1000])
def test_permuted_is_a_permutation_that_the_seed_draws(size):
    drawn = list(permuted(size, 1))
    assert sorted(drawn) == list(range(size))
    assert drawn == list(permuted(size, 1))
    assert size < 17 or drawn != list(permuted(size, 2)) != list(range(size))


def test_permuted_does_not_enumerate():
    assert len(set(itertools.islice(permuted(10**12, 0), 100))) == 100


def test_order_gives_every_index_once_and_the_plain_ones_early():
    twice = family()
    given = list(order(twice, 0))
    assert sorted(given) == list(range(6)) and given[:2] == [0, 1] and set(given[:5]) >= {0, 1, 2, 3}


def test_water_fill():
    assert water_fill({"a": 3, "b": 100, "c": 100}, 21) == {"a": 3, "b": 9, "c": 9}
    assert water_fill({"a": 3, "b": 4}, 100) == {"a": 3, "b": 4}
    assert sum(water_fill({"a": 50, "b": 50, "c": 50}, 100).values()) == 100


# ---- texts --------------------------------------------------------------------------------------------------------

def test_canonical_answer_has_the_names_that_the_model_is_to_write():
    answer = canonical_answer(family()[4])
    names = [node.name for node in ast.parse(answer).body]
    assert names == ["kernel", "translated"] and "kernel[(triton.cdiv" in answer and "thrice" not in answer
    assert "# a block a program" in answer


def test_canonical_answer_refuses_to_merge_two_names():
    clash = family(PAIR.replace("y = torch.empty_like(x)", "kernel = 3\n    y = torch.empty_like(x)"))
    with pytest.raises(ValueError, match="two things are called kernel"):
        canonical_answer(clash[0])


def test_answer_hash_sees_what_is_done_and_nothing_else():
    answer = family()[0].answer
    restyled = re.sub(r"\bat\b", "offsets", answer).replace("twice_", "other_").replace("# a block a program", "# else")
    restyled = restyled.replace("def other_triton(x):", 'def other_triton(x):\n    """Said differently."""').replace("BLOCK", "SIZE")
    assert restyled != answer and answer_hash(restyled) == answer_hash(answer) == answer_hash(canonical_answer(family()[0]))
    assert answer_hash(answer.replace("2.0", "2.5")) != answer_hash(answer)
    assert answer_hash(answer.replace("mask=at < n)", "mask=at <= n)")) != answer_hash(answer)
    assert answer_hash(answer.replace("tl.store(y_ptr", "tl.store(x_ptr")) != answer_hash(answer)


def test_bodies():
    variant = family()[0]
    assert body_text(variant.reference, "twice_torch") == "y = 2.0 * x\nreturn y"
    assert kernel_name(variant) == "twice_kernel"
    assert body_text(variant.answer, "twice_kernel").startswith("at = tl.program_id(0)")


def test_near_copies_share_a_split_and_one_operation_is_always_trained_on():
    def question(slope, after):
        return f"f(a0: f32[A, B])\nv0 = leaky_relu(a0, negative_slope={slope})\nv1 = {after}(v0)\nreturn v1"

    names = [f"op{number}" for number in range(400)]
    for after in names:
        assert len({split_of(question(slope, after)) for slope in (0.1, 0.25, 3, "1e-05", -2)}) == 1
    assert {split_of(question(0.1, after)) for after in names} == {"train", "validation", "test_parameters", "test_combinations"}
    assert {split_of(f"f(a0: f32[A])\nv0 = {after}(a0)\nreturn v0") for after in names} == {"train"}


def test_questions_are_asked_once_for_a_pattern_of_shapes_and_not_of_a_single_element():
    cases = [(torch.randn(shape),) for shape in [(1, 1), (1, 5), (3, 33), (7, 9), (4, 4), (2, 3, 5)]]
    texts = extraction.questions(lambda x: torch.relu(x) * 3, cases)
    assert [re.search(r"\[.*?\]", text).group() for text in texts] == ["[A, B]", "[A, B, C]", "[1, A]"]
    assert len(extraction.questions(lambda x: torch.relu(x) * 3, cases[:1])) == 1


def test_a_question_that_computes_something_else_is_refused():
    def reference(x):
        reference.calls += 1
        return x * 2.0 if reference.calls == 1 else x * 3.0

    reference.calls = 0
    with pytest.raises(ValueError, match="does not compute what the reference computes"):
        extraction.questions(reference, [(torch.randn(3, 4),)])


# ---- journal ------------------------------------------------------------------------------------------------------

def test_a_journal_survives_a_line_cut_short(tmp_path):
    path = tmp_path / "judged" / "v.jsonl"
    journal = Journal(path)
    journal.add("a", {"reason": ""})
    journal.close()
    with open(path, "a") as file:
        file.write('{"b": {"rea')
    journal = Journal(path)
    assert journal.verdicts == {"a": {"reason": ""}}
    journal.add("c", {"reason": "far"})
    journal.close()
    journal = Journal(path)
    assert journal.verdicts == {"a": {"reason": ""}, "c": {"reason": "far"}}
    journal.close()


# ---- duplicates ---------------------------------------------------------------------------------------------------

@pytest.fixture
def corpus(monkeypatch):
    monkeypatch.setattr(extraction, "judge_version", lambda device: "any")
    return Corpus([family()], Options(limit=6))


def verdict(question="f(a0: f32[A, B])\nv0 = mul(a0, 2)\nreturn v0", reason="", alternates=()):
    return {"reason": reason, "question": question, "alternates": list(alternates), "error": 0.0, "allowance": 1e-6, "launches": 1}


def admit(corpus, index, **told):
    variant = corpus.sources["twice"].family[index]
    answer = canonical_answer(variant)
    corpus.admit(Candidate(variant, answer, told.pop("hash", answer_hash(answer)), f"key{index}"), verdict(**told))


def test_neither_an_answer_nor_a_question_comes_twice(corpus):
    admit(corpus, 0, question="q0")
    admit(corpus, 1, question="q1", hash=corpus.pairs[0].hash)
    admit(corpus, 2, question="q0")
    source = corpus.sources["twice"]
    assert (source.accepted, source.duplicates, len(corpus.pairs)) == (1, 2, 1)


def test_a_refused_answer_is_no_reason_against_its_like(corpus):
    admit(corpus, 0, reason="too far (error 3.5e-01)")
    admit(corpus, 1, reason="too far (error 1.5)")
    admit(corpus, 3, question="q")
    source = corpus.sources["twice"]
    assert source.accepted == 1 and source.refused == {"too far (error #)": 2}
    assert "2x too far" in corpus.table() and "1 pairs" in corpus.table()


def test_alternates_are_no_question_of_another_pair(corpus):
    admit(corpus, 0, question="q0", alternates=["q1", "q2"])
    admit(corpus, 1, question="q1", alternates=["q2", "q3"])
    assert [json.loads(row["alternates"]) for row in corpus.rows()] == [["q2"], ["q3"]]


# ---- workers: what breaks costs one variant -----------------------------------------------------------------------

def task(reference):
    variant = family(PAIR.replace("    y = 2.0 * x\n    return y", reference))[0]
    return Candidate(variant, canonical_answer(variant), "", "").task


def test_a_reference_that_breaks_costs_one_variant(monkeypatch):
    tasks = [task("    print('ready')\n    return 2.0 * x"), None,
             task("    raise KeyError('lost')"), task("    import os\n    os._exit(3)")]
    deaf = task("    import signal, time\n    signal.signal(signal.SIGALRM, lambda *_: 0)\n    time.sleep(60)")
    with Workers(1, "cpu") as workers:
        good, none, broken, died = (result for _, result in workers.map(enumerate(tasks)))
        monkeypatch.setattr(extraction, "VARIANT_SECONDS", 3)
        [(_, hung)] = workers.map([("deaf", deaf)])
        process = workers.all[0].process
    assert good["reason"] == "" and good["launches"] >= 1 and good["error"] <= good["allowance"], good
    assert none is None
    assert "KeyError: 'lost'" in broken["reason"] and "lost" not in broken
    assert died["lost"] and "ended its worker" in died["reason"]
    assert hung["lost"] and "took more than 3 s" in hung["reason"]
    assert process.returncode is not None


# ---- the whole way ------------------------------------------------------------------------------------------------

WORDS = ("tanh", "sum_last", "max_pool2d")
RUN = """
import sys
sys.path.insert(0, {root!r})
import pathlib, extract_training_data as e
here = pathlib.Path({here!r})
raise SystemExit(0 if e.extract(e.Options(words={words!r}, limit=20, jobs=1, out=here / "pairs.csv", report=here / "report.json",
                                          journals=here / "judged", refused=here / "refused.jsonl")) else 1)
"""


def start(here):
    code = RUN.format(root=str(extraction.ROOT), here=str(here), words=WORDS)
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def journal_keys(here):
    lines = [line for path in (here / "judged").glob("*.jsonl") for line in path.read_text().splitlines() if line.endswith("}")]
    return [key for line in lines for key in json.loads(line)]


@pytest.fixture(scope="module")
def extracted(tmp_path_factory):
    """A folder with a corpus of 20 pairs that took two runs: the first was killed when it had judged a few."""
    here = tmp_path_factory.mktemp("corpus")
    first = start(here)
    while first.poll() is None and len(journal_keys(here)) < 4:
        time.sleep(0.05)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    judged = journal_keys(here)
    assert 4 <= len(judged) < 20 and not (here / "pairs.csv").exists()
    second = start(here)
    printed, _ = second.communicate(timeout=120)
    assert second.returncode == 0, printed
    assert set(judged) < set(journal_keys(here)) and len(journal_keys(here)) == len(set(journal_keys(here))), "judged twice"
    return here, printed


def test_columns_and_contents(extracted):
    here, printed = extracted
    assert list(pandas.read_csv(here / "pairs.csv").columns) == [field.name for field in fields(Pair)]
    pairs = load_pairs(here / "pairs.csv")
    assert len(pairs) == 20 and "20 pairs" in printed
    counts = pandas.Series([pair.family for pair in pairs]).value_counts()
    assert counts.max() - counts.min() <= 1, f"not balanced: {counts.to_dict()}"
    for pair in pairs:
        ast.parse(pair.python_function), ast.parse(pair.triton_code)
        assert {"kernel", "translated"} <= {node.name for node in ast.parse(pair.answer).body}, pair.answer
        assert pair.python_body in pair.python_function.replace("\n    ", "\n") and pair.triton_body
        assert 0 <= pair.max_error <= pair.allowance and pair.launches >= 1
        assert pair.question.startswith("f(a0: ") and pair.split == split_of(pair.question)
        assert Family.load(SYNTHETIC / pair.source_file)[pair.variant].answer == pair.triton_code
        assert pair.hash == answer_hash(pair.answer)
    assert len({pair.hash for pair in pairs}) == len({pair.question for pair in pairs}) == 20
    questions = [pair.question for pair in pairs] + [text for pair in pairs for text in json.loads(pair.alternates)]
    assert len(questions) == len(set(questions))


def test_a_pair_runs_by_itself(extracted, tmp_path):
    pair = next(pair for pair in load_pairs(extracted[0] / "pairs.csv") if pair.family == "tanh")
    (tmp_path / "pair.py").write_text(f"{HEADER}\n\n\n{pair.python_function}\n\n\n{pair.answer}\n")
    code = f"import pair, torch; x = torch.randn(3, 5); torch.testing.assert_close(pair.translated(x), pair.{pair.op}_torch(x))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True,
                          env=os.environ | {"CUDA_VISIBLE_DEVICES": "", "TRITON_INTERPRET": "1"})
    assert done.returncode == 0, done.stderr


def test_crossed_questions_and_answers_are_refused(extracted, capsys):
    options = Options(out=extracted[0] / "pairs.csv", jobs=1)
    assert extraction.cross_wire(options, 12) == 0
    refused = int(re.search(r"(\d+) refused", capsys.readouterr().out).group(1))
    assert refused >= 8
    for asked, answered in crossed(load_pairs(options.out), 12, 0):
        assert asked.hash != answered.hash and asked.question.split("\n")[0] == answered.question.split("\n")[0]


def test_nothing_to_do_is_an_error_in_one_line(tmp_path, capsys):
    assert extraction.main(["no_such_file", "--out", str(tmp_path / "pairs.csv")]) == 1
    assert "matches no_such_file" in capsys.readouterr().err
    pandas.DataFrame([{"question": "f()"}]).to_csv(tmp_path / "old.csv")
    with pytest.raises(ValueError, match="no column python_function"):
        load_pairs(tmp_path / "old.csv")


def test_renaming_keeps_lines_aligned_with_their_bracket():
    text = "def long_name(a, b,\n              c):\n    long_name[grid](a,\n                    (b,\n                     c))\n    other(\n        a)\n"
    assert rename(text, {"long_name": "f"}) == (
        "def f(a, b,\n      c):\n    f[grid](a,\n            (b,\n             c))\n    other(\n        a)\n")
    assert rename(rename(text, {"long_name": "f"}), {"f": "long_name"}) == text
