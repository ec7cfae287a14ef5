"""From files of synthetic/ to training_data.csv: journal, duplicates, a run that was killed."""

import ast
import hashlib
import json
import os
import subprocess
import sys
from dataclasses import asdict, fields, replace
from pathlib import Path

import pandas
import pytest
from patching import patch_everywhere
from twice_family import PAIR

from corpus.balance import family_shares, family_weights
from corpus.composition import SYNTHETIC
from corpus.extraction import Corpus, ExtractionOptions, extract, families_for
from corpus.family import HEADER, Family
from corpus.journal import Journal
from corpus.pairs import Pair, load_pairs
from corpus.references import final_answer, load_reference
from corpus.splits import split_of
from corpus.tasks import row_of
from corpus.texts import answer_hash, canonical_answer
from python_to_triton import verification


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


WIDE = PAIR.replace("twice_", "twice_wide_").replace("64", "512")
WIDE = WIDE.replace("CASES =", 'SCHEDULE = "wide"\nCASES =')


@pytest.fixture
def collected(monkeypatch, tmp_path):
    patch_everywhere(monkeypatch, "judge_version", lambda device: "any")
    (tmp_path / "twice.py").write_text(PAIR)
    (tmp_path / "twice_wide.py").write_text(WIDE)
    paths = [tmp_path / "twice.py", tmp_path / "twice_wide.py"]
    collected = Corpus(paths, ExtractionOptions(limit=6, journals=tmp_path))
    yield collected
    collected.journal.close()


def verdict(prompt="f(a0: f32[A, B])\nv0 = mul(a0, 2)\nreturn v0", reason="", alternates=()):
    return {
        "reason": reason,
        "prompt": prompt,
        "alternates": list(alternates),
        "error": 0.0,
        "tolerance": 1e-6,
        "launches": 1,
        "order": [0],
    }


def admit(collected, index, stem="twice", **told):
    variant = collected.queues[stem].family[index]
    answer = canonical_answer(variant)
    made = {
        "key": f"key{index}",
        "hash": told.pop("hash", answer_hash(answer)),
        "fresh": True,
        "verdict": verdict(**told),
    }
    made["row"] = row_of(variant, answer, made["hash"], made["verdict"])
    collected.record((stem, index), made)
    collected.admit(stem, index, made)


def test_what_is_known_is_not_judged_again(collected):
    admit(collected, 0, prompt="q0")
    admit(collected, 1, reason="too far")
    assert collected.known({"key": "key9", "hash": collected.pairs[0].hash})["reason"] == "duplicate"
    assert collected.known({"key": "key1", "hash": "another"})["reason"] == "too far"
    assert collected.known({"key": "key9", "hash": "another"}) is None


def test_a_verdict_is_kept_before_the_pairs_of_earlier_variants_are_there(collected):
    collected.record(("twice", 5), {"key": "key5", "fresh": True, "verdict": verdict(reason="too far")})
    collected.record(
        ("twice", 6), {"key": "key6", "fresh": True, "verdict": {"reason": "slow", "lost": True}}
    )
    collected.record(("twice", 7), {"reason": "worker crashed", "lost": True})
    [line] = Path(collected.journal.file.name).read_text().splitlines()
    assert json.loads(line) == {"key5": verdict(reason="too far")} and not collected.refusals


def test_neither_an_answer_nor_a_prompt_comes_twice(collected):
    admit(collected, 0, prompt="q0")
    admit(collected, 1, prompt="q1", hash=collected.pairs[0].hash)
    admit(collected, 2, prompt="q0")
    source = collected.queues["twice"]
    assert (source.accepted, source.duplicates, len(collected.pairs)) == (1, 2, 1)


def test_a_prompt_comes_once_a_schedule(collected):
    admit(collected, 0, prompt="q0", alternates=["q1"])
    admit(collected, 0, "twice_wide", prompt="q0", alternates=["q1"])
    admit(collected, 1, prompt="q0")
    assert [(pair.prompt, pair.schedule) for pair in collected.pairs] == [("q0", ""), ("q0", "wide")]
    assert [json.loads(row["alternates"]) for row in collected.rows()] == [["q1"], ["q1"]]
    assert "schedules 1 wide" in collected.table()


def test_schedules_are_extracted_where_they_are_named_or_the_corpus_is_large(tmp_path):
    end = '\n\nif __name__ == "__main__":\n    raise SystemExit(main())\n'
    (tmp_path / "twice.py").write_text(PAIR + end)
    (tmp_path / "twice_wide.py").write_text(WIDE + end)
    files = dict(
        report=tmp_path / "report.json", refused=tmp_path / "refused.jsonl", out=tmp_path / "out.csv"
    )
    options = ExtractionOptions(limit=4, jobs=1, folder=tmp_path, journals=tmp_path / "journals", **files)
    assert extract(options) == 4
    assert {pair.schedule for pair in load_pairs(options.out)} == {""}
    assert extract(replace(options, words=("twice",))) == 4
    pairs = load_pairs(options.out)
    (wide,) = (pair for pair in pairs if pair.schedule == "wide")
    same = [pair for pair in pairs if wide.prompt in (pair.prompt, *json.loads(pair.alternates))]
    assert len(same) > 1 and all(("512" in pair.answer) == (pair is wide) for pair in same)
    assert len(families_for(replace(options, limit=None))) == 2


def test_a_corpus_without_schedules_is_read_and_a_wrong_word_is_not(extracted, tmp_path):
    rows = pandas.read_csv(extracted[0] / "pairs.csv", keep_default_na=False)
    rows.drop(columns="schedule").to_csv(tmp_path / "older.csv", index=False)
    assert load_pairs(tmp_path / "older.csv") == load_pairs(extracted[0] / "pairs.csv")
    rows.assign(schedule="fast").to_csv(tmp_path / "wrong.csv", index=False)
    with pytest.raises(ValueError, match=r"row 1 of .*: there is no schedule 'fast': the words are split, "):
        load_pairs(tmp_path / "wrong.csv")


def test_a_refused_answer_is_no_reason_against_its_like(collected):
    admit(collected, 0, reason="too far (error 3.5e-01)")
    admit(collected, 1, reason="too far (error 1.5)")
    admit(collected, 3, prompt="q")
    source = collected.queues["twice"]
    assert source.accepted == 1 and source.refused == {"too far (error #)": 2}
    assert "2x too far" in collected.table() and "1 pairs" in collected.table()


def test_alternates_are_no_prompt_of_another_pair(collected):
    admit(collected, 0, prompt="q0", alternates=["q1", "q2"])
    admit(collected, 1, prompt="q1", alternates=["q2", "q3"])
    assert [json.loads(row["alternates"]) for row in collected.rows()] == [["q2"], ["q3"]]


def test_what_stands_in_another_corpus_is_not_made_once_more(tmp_path):
    first, second, both = (tmp_path / f"{name}.csv" for name in ("first", "second", "both"))
    options = ExtractionOptions(
        ("sigmoid",), 3, 1, out=first, journals=tmp_path, refused=tmp_path / "refused.jsonl"
    )
    assert extract(options) == 3
    assert extract(replace(options, limit=100, out=both)) == 22
    assert extract(replace(options, limit=100, out=second, beside=first)) == 19
    assert {pair.hash for path in (first, second) for pair in load_pairs(path)} == {
        pair.hash for pair in load_pairs(both)
    }


def test_columns_and_contents(extracted):
    here, printed = extracted
    assert list(pandas.read_csv(here / "pairs.csv").columns) == [field.name for field in fields(Pair)]
    pairs = load_pairs(here / "pairs.csv")
    assert len(pairs) == 20 and "20 pairs" in printed
    counts = pandas.Series([pair.family for pair in pairs]).value_counts().to_dict()
    families = {stem: Family.load(SYNTHETIC / f"{stem}.py") for stem in counts}
    sizes = {stem: len(family) for stem, family in families.items()}
    assert counts == family_shares(sizes, 20, small=True, weights=family_weights(families)), "not balanced"
    for pair in pairs:
        ast.parse(pair.python_function), ast.parse(pair.triton_code)
        assert {"kernel", "translated"} <= {node.name for node in ast.parse(pair.answer).body}, pair.answer
        assert pair.python_body in pair.python_function.replace("\n    ", "\n") and pair.triton_body
        assert 0 <= pair.max_error <= pair.tolerance and pair.launches >= 1
        assert pair.prompt.startswith("f(a0: ") and pair.split == split_of(pair.prompt)
        variant = Family.load(SYNTHETIC / pair.source_file)[pair.variant]
        assert variant.answer == pair.triton_code and pair.hash == answer_hash(canonical_answer(variant))
        assert pair.answer == final_answer(canonical_answer(variant), pair.prompt, json.loads(pair.order))
    assert len({pair.hash for pair in pairs}) == len({pair.prompt for pair in pairs}) == 20
    prompts = [pair.prompt for pair in pairs] + [
        text for pair in pairs for text in json.loads(pair.alternates)
    ]
    assert len(prompts) == len(set(prompts))


def test_a_manifest_says_what_made_the_corpus(extracted):
    here, _ = extracted
    manifest = json.loads((here / "pairs.json").read_text())
    assert manifest["sha256"] == hashlib.sha256((here / "pairs.csv").read_bytes()).hexdigest()
    assert (manifest["pairs"], manifest["limit"], manifest["seed"]) == (20, 20, 0)
    for counts in ("splits", "schedules", "kinds", "families", "operations_of_a_prompt"):
        assert sum(manifest[counts].values()) == 20, counts


def test_a_pair_runs_by_itself(extracted, tmp_path):
    pair = next(pair for pair in load_pairs(extracted[0] / "pairs.csv") if pair.family == "tanh")
    (tmp_path / "pair.py").write_text(f"{HEADER}\n\n\n{pair.python_function}\n\n\n{pair.answer}\n")
    code = "import pair, torch; x = torch.randn(3, 5); "
    code += f"torch.testing.assert_close(pair.translated(x), pair.{pair.op}_torch(x))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=os.environ | {"CUDA_VISIBLE_DEVICES": "", "TRITON_INTERPRET": "1"},
    )
    assert done.returncode == 0, done.stderr


def test_nothing_that_computes_nothing_would_pass(extracted):
    for pair in load_pairs(extracted[0] / "pairs.csv"):
        task = verification.prepare_reference(
            *load_reference(
                asdict(Family.load(SYNTHETIC / pair.source_file)[pair.variant]), json.loads(pair.order)
            )
        )
        assert task.fault == "" and len(task.cases) > 3, f"{pair.family}/{pair.variant}: {task.fault}"
