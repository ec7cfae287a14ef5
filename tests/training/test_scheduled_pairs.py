"""Pairs of one prompt and several schedules: a model that is trained on them gives each when asked."""

import dataclasses
import json

import pandas
from tiny_training import ANSWER, FUNCTIONS, PROMPT, flags, pair

import llm
from python_to_triton import inference, runtime
from python_to_triton.frontend import with_schedule
from training.bpe import learn_vocabulary
from training.pairs import encode_pairs, texts_for_bpe

RELU = PROMPT.format("relu")
BLOCKS = {"": "1024", "small": "64", "wide": "4096"}


def answer(schedule):
    return ANSWER.format(FUNCTIONS["relu"]).replace("1024", BLOCKS[schedule])


def write_pairs(path, schedules=("", "small", "wide")):
    """One prompt, of two ranks, in some schedules."""
    alternates = json.dumps([RELU.replace("A, B", "A")])
    rows = [
        dataclasses.replace(pair(RELU, answer(schedule), alternates), schedule=schedule)
        for schedule in schedules
    ]
    rows.append(dataclasses.replace(rows[0], split="validation"))
    pandas.DataFrame([dataclasses.asdict(row) for row in rows]).to_csv(path, index=False)
    return rows


def test_every_wording_of_a_pair_asks_for_its_schedule(tmp_path):
    rows = write_pairs(tmp_path / "data.csv")
    assert {text for text in texts_for_bpe(tmp_path / "data.csv") if "schedule" in text} == {
        with_schedule(row.prompt, row.schedule) for row in rows if row.schedule
    }
    vocabulary = learn_vocabulary(texts_for_bpe(tmp_path / "data.csv"), 512, "bpe")
    examples, _ = encode_pairs(rows, vocabulary, 1024)
    for row, example in zip(rows, examples, strict=True):
        texts = [vocabulary.decode(prompt) for prompt in example.prompts]
        wordings = [row.prompt, *json.loads(row.alternates)]
        assert sorted(texts) == sorted(with_schedule(text, row.schedule) for text in wordings)
        assert example.schedule == row.schedule


def test_a_model_gives_each_schedule_when_asked(tmp_path):
    write_pairs(tmp_path / "data.csv")
    quiet = dict(dropout=0.0, batch_size=3, packing=False, muon_lr=0.02, adamw_lr=0.003)
    arguments = flags(tmp_path, epochs=2, emphasis=70, **quiet)
    run = llm.start_run(vars(llm.make_parser().parse_args(arguments)), resume=False)
    llm.train(run)
    translator = runtime.load_translator(tmp_path / "model.pth", "cpu", int8=False, redraws=0)
    assert translator.schedules == ("wide", "small")
    rows = [(with_schedule(RELU, schedule), 0) for schedule in BLOCKS]
    written = dict(translator.draw_candidates(rows, 0.0, 0))
    assert list(map(written.get, range(3))) == [answer(schedule) for schedule in BLOCKS]
    region = runtime.RegionCandidates(RELU, {"A": 64, "B": 64}, "small")
    translator.answer([region], 2)
    assert region.answer.source == answer("small") and region.answer.schedule == "small"
    inference.save_release(inference.load_weights(tmp_path / "model.pth"), tmp_path / "release")
    assert inference.load_weights(tmp_path / "release")["schedules"] == ["wide", "small"]


def test_a_model_of_usual_schedules_knows_no_word(tmp_path):
    write_pairs(tmp_path / "data.csv", schedules=("",))
    run = llm.start_run(vars(llm.make_parser().parse_args(flags(tmp_path, epochs=1))), resume=False)
    assert run.state()["schedules"] == []
