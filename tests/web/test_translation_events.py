"""The events of a job, with a scripted translator: what the page is told, in which order."""

import json
import math
import re

import pytest
from patching import patch_everywhere
from runtime.scripted import PASSED, TIMES, right, variant, wrong
from scripted_translator import translator_with_a_model

from python_to_triton import frontend
from python_to_triton.flags import add_translation_flags
from python_to_triton.runtime import TranslationOptions
from python_to_triton.runtime.options import DEFAULT_OPTIONS
from python_to_triton.verification.sandbox import isolation
from python_to_triton.web import options as web_options
from python_to_triton.web import translation_events
from python_to_triton.web.translation_events import GrowingText, about_translator, normalized, translate_job

RELU = "# x: f32[3, 5]\ny = torch.relu(x)"
TWO = """
def first(x):
    return x.relu()

def second(x):
    return x.cos()
"""
CHAIN = "def f(x, w):\n    h = x @ w\n    return h.softmax(-1)\n"


def events_of(program, *samples, options=DEFAULT_OPTIONS, name="", number=3):
    """[(kind, data)] of a job, after JSON."""
    events = []
    request = {"program": program, "samples": number, "name": name}
    translator = translator_with_a_model(*samples)
    translate_job(translator, options, request, lambda kind, data: events.append((kind, data)))
    return json.loads(json.dumps(events, allow_nan=False))


def only(events, kind):
    [data] = [data for one, data in events if one == kind]
    return data


@pytest.fixture(scope="module")
def relu():
    indented = "".join(f"\r\n    {line}" for line in ["", *RELU.split("\n")])
    return events_of(indented, wrong, right)


def test_what_a_job_says_in_its_order(relu):
    kinds = [kind for kind, _ in relu if kind != "text"]
    assert kinds == [
        *("program", "stage", "graph", "stage", "candidate", "candidate", "answer", "stage"),
        *("module", "verdict", "done"),
    ]
    stages = [data["text"] for kind, data in relu if kind == "stage"]
    assert stages == [
        "tracing the program",
        "writing region 1 of 1",
        "running the whole program beside PyTorch",
    ]


def test_the_program_is_shown_as_it_was_read(relu):
    lines = [re.sub("<[^>]*>", "", line) for line in only(relu, "program")["lines"]]
    assert lines == RELU.split("\n")
    assert normalized("\r\n  a\r  b\n") == "a\nb"


def test_the_graph_names_entries_regions_and_values(relu):
    graph = only(relu, "graph")
    assert graph["assumed"] == ""
    assert graph["entries"] == [{"name": "program", "regions": [0], "why": ""}]
    [region] = graph["regions"]
    prompt = [re.sub("<[^>]*>", "", line) for line in region["prompt"]]
    assert prompt == ["f(a0: f32[A, B])", "v0 = relu(a0)", "return v0"]
    assert region["inputs"] == [] and region["entry"] == "program"
    [value] = region["values"]
    assert value == {"name": "v0", "line": 2, "prompt_line": 2} and region["lines"] == [2]


def test_the_first_candidate_grows_line_by_line_and_verdicts_follow(relu):
    lines = {}
    for kind, data in relu:
        if kind == "text":
            lines[data["line"]] = data["html"]
    first, second = (data for kind, data in relu if kind == "candidate")
    assert [lines[number] for number in range(1, len(lines) + 1)] == first["lines"]
    assert not first["ok"] and first["reason"].startswith("error") and first["number"] == 0
    assert second["ok"] and second["number"] == 1 and second["reason"] == ""
    assert 0 <= second["error"] <= second["tolerance"]


def test_the_answer_and_the_module(relu):
    answer = only(relu, "answer")
    assert (answer["kept"], answer["left"], answer["region"]) == (False, "", 0)
    assert len(answer["values"]) == len(answer["lines"]) > 10 and ["v0"] in answer["values"]
    module = only(relu, "module")
    assert module["file"] == "relu_triton.py"
    assert module["source"].startswith("# Verified by execution") and "@triton.jit" in module["source"]
    assert len(module["lines"]) == module["source"].count("\n")
    assert module["guards"][0] == "x is a float32 tensor of shape [A, B]."
    verdict = only(relu, "verdict")
    assert verdict["status"] == "verified" and verdict["text"].startswith("verified, max error")
    assert verdict["error"] <= verdict["tolerance"]


def test_entries_of_a_file_and_those_without_an_answer():
    events = events_of(TWO, right, name="../My <File>.PY", number=1)
    graph = only(events, "graph")
    assert [(entry["name"], entry["regions"]) for entry in graph["entries"]] == [
        ("first", [0]),
        ("second", [1]),
    ]
    answers = {data["region"]: data for kind, data in events if kind == "answer"}
    assert answers[1]["lines"] == [] == answers[1]["values"] and answers[1]["error"] is None
    assert answers[0]["lines"] and answers[0]["values"]
    assert {"text": "no candidate passed; asking for smaller parts of region 2 of 2"} in [
        data for kind, data in events if kind == "stage"
    ]
    verdict = only(events, "verdict")
    assert verdict["status"] == "partly translated"
    assert verdict["text"].startswith("1 of 2 entries verified; second: ") and verdict["error"] is not None
    module = only(events, "module")
    assert module["file"] == "my_file_triton.py"
    assert "second is left out" in module["source"]


def test_regions_say_what_they_read_from():
    events = events_of(CHAIN, number=1)
    graph = only(events, "graph")
    assert [region["inputs"] for region in graph["regions"]] == [[], [0]]
    assert [region["lines"] for region in graph["regions"]] == [[2], [3]]
    assert "sizes were not given" in graph["assumed"]
    verdict = only(events, "verdict")
    assert verdict["status"] == "failed" and verdict["text"].startswith("not verified: ")
    assert verdict["error"] is None
    assert "module" not in dict(events) and events[-1][0] == "done"


def test_what_is_left_to_pytorch_is_said():
    program = "def f(x):\n    return torch.linalg.det(torch.relu(x))\n\ndef get_inputs():\n"
    program += "    return [torch.randn(4, 4)]\n"
    events = events_of(program, options=TranslationOptions(partial=True), number=1)
    verdict = only(events, "verdict")
    assert verdict["status"] == "partly translated" and "left to PyTorch: " in verdict["text"]


def test_a_view_has_nothing_to_compute():
    events = events_of("# x: f32[4, 6]\ny = x.view(-1)", number=1)
    assert only(events, "verdict")["status"] == "a view"


@pytest.mark.parametrize(
    "program, text",
    [
        ("y = torch.relu(x", "syntax error in line 1"),
        ("raise ValueError('<b>no</b>')", "<b>no</b>"),
        ("# x: f32[3]\ny = torch.sort(x).values", "the prompt is too long"),
        ("1 + 1", "the program returns no tensor"),
    ],
)
def test_a_mistake_is_an_error_in_one_line(program, text):
    events = events_of(program)
    assert events[-1][0] == "error" and text in events[-1][1]["text"] and "\n" not in events[-1][1]["text"]


def test_on_a_gpu_there_are_times_and_no_text_of_the_program_runs_there(monkeypatch):
    given = []

    def result(prompt, sizes, answer, **more):
        given.append((sizes, more))
        return PASSED | TIMES

    patch_everywhere(monkeypatch, "has_gpu", lambda: True)
    patch_everywhere(monkeypatch, "own_sizes_result", result)
    monkeypatch.setattr("runtime.scripted.Scripted.programs_on_gpu", False)
    events = events_of(RELU)
    assert only(events, "times") == {
        "rows": [
            {"name": "this answer", "milliseconds": 0.01},
            {"name": "eager PyTorch", "milliseconds": 0.02},
            {"name": "torch.compile", "milliseconds": 0.015},
        ],
        "sizes": "A = 3, B = 5",
    }
    [(sizes, more)] = given
    assert sizes == {"A": 3, "B": 5} and more["timed"] and more["program"] == ""
    assert "0.01 ms, eager PyTorch 0.02 ms" in only(events, "module")["source"]


def test_an_answer_that_fails_on_the_gpu_is_replaced(monkeypatch):
    def result(prompt, sizes, answer, **more):
        return PASSED | {"ok": "BLOCK=512" in answer, "reason": "off by 7"}

    patch_everywhere(monkeypatch, "has_gpu", lambda: True)
    patch_everywhere(monkeypatch, "own_sizes_result", result)
    events = events_of(RELU, right, variant)
    first, second = (data for kind, data in events if kind == "answer")
    assert first["lines"] != second["lines"] and "512" in "".join(second["lines"])
    assert only(events, "verdict")["status"] == "verified"


# ---- the parts by themselves ----


def test_a_line_that_grows_is_told_a_few_times_a_second():
    now = [0.0]
    told = []
    text = GrowingText(lambda kind, data: told.append((data["line"], data["html"])), 0, lambda: now[0])
    for piece in ("a", "b", "c"):
        text.write(piece)
        now[0] += 0.1
    text.write("d\n\ne")
    assert [line for line, _ in told] == [1, 1, 2]
    assert ">abcd<" in told[1][1] and told[2][1] == ""
    text.finish()
    text.finish()
    assert len(told) == 4 and told[3] == (3, '<span class="n">e</span>')


def test_a_carriage_return_is_no_mistake_of_the_program():
    told = []
    text = GrowingText(lambda kind, data: told.append((data["line"], data["html"])), 0)
    text.write("a\rb\n")
    assert told == [(1, '<span class="n">a</span><span class="n">b</span>')]


def test_what_the_page_says_of_the_model():
    about = about_translator(translator_with_a_model())
    assert about["hash"] == "0123456789abcdef" and about["weights"] == "scripted"
    assert about["parameters"] == 2 * 97 * 32 + 32 + 4 * 32 * 32 + 2 * 32 * 64 + 2 * 32


def test_the_page_says_where_programs_are_confined_weakly(monkeypatch):
    monkeypatch.setenv(isolation.VARIABLE, "limits")
    assert "Landlock is not in force" in translation_events.about_machine()["warning"]
    monkeypatch.setenv(isolation.VARIABLE, "auto")
    is_weak = not isolation.works_here("landlock")
    assert bool(translation_events.about_machine()["warning"]) == is_weak


def test_numbers_that_json_does_not_have_are_left_out():
    assert translation_events.finite(math.inf) is None and translation_events.finite(0.5) == 0.5


def test_a_worker_is_told_every_option_of_a_translation():
    import argparse

    parser = argparse.ArgumentParser()
    add_translation_flags(parser)
    words = ["--fallback", "pytorch", "--partial", "--backward", "--eval", "--tune", "3", "--fastest"]
    settings = web_options.worker_settings({"weights": None}, vars(parser.parse_args(words)))
    assert TranslationOptions(**settings["options"]) == TranslationOptions(
        "pytorch", partial=True, backward=True, evaluate=True, tune=3.0, fastest=True
    )
    assert set(settings["options"]) == set(vars(TranslationOptions()))


def test_every_example_has_a_program_that_can_be_traced():
    from python_to_triton.web.examples import EXAMPLES

    assert len(EXAMPLES) >= 6 and len({title for title, _ in EXAMPLES}) == len(EXAMPLES)
    for _, program in EXAMPLES:
        texts = [text for entry in frontend.entries(program) for text in entry.texts[:1]]
        assert texts and all(frontend.trace(text).values for text in texts)
