"""The race of several answers to a whole program, in Triton's interpreter; its times are given."""

import dataclasses
import fcntl
import os
import threading
import types

import pytest
from patching import patch_everywhere
from sized_programs import ANSWER, SMALL_GRID, WRONG, call_for

from python_to_triton import tuning
from python_to_triton.tuning import program_race
from python_to_triton.tuning.gpu_turn import GpuTurn
from python_to_triton.tuning.launch_search import LaunchVariant

SLOW = ANSWER.replace("1024", "256")
GIVEN = {"torch_ms": 2.0, "compile_ms": 1.0, "roofline_ms": 0.1, "0": 0.5, "1": 0.25}


def given_race(clocks, seconds, first_seconds):
    """In place of the clock: everything that takes part runs, and these are the times."""
    assert all(len(clock(2)) == 2 for clock in clocks.values())
    return {name: GIVEN.get(name, 0.6) for name in clocks}, ""


@pytest.fixture(autouse=True)
def compiler():
    """In place of torch.compile's backend: what it compiled, and that it runs the program as it is."""
    compiled = []

    def backend(module, inputs):
        compiled.append(module)
        return module.forward

    with pytest.MonkeyPatch.context() as patch:
        patch_everywhere(patch, "inductor", backend)
        yield compiled


@pytest.fixture
def race_here(staying_sandbox):
    def raced(*answers, **more):
        call = call_for("") | {"answers": answers, "race": given_race} | more
        del call["answer"]
        *progress, last = tuning.race_program(**call, device="cpu", sandbox=staying_sandbox)
        assert all(one["progress"] for one in progress) and "progress" not in last
        return last

    return raced


def test_all_answers_are_in_one_race_with_the_program(race_here, compiler, monkeypatch):
    patch_everywhere(monkeypatch, "TRIED_FIRST", ())  # else the real clock says which form was faster
    result = race_here(SLOW, ANSWER)
    assert result["ok"] and [row["ms"] for row in result["answers"]] == [0.5, 0.25], result
    assert [row["text"] for row in result["answers"]] == [SLOW, ANSWER] and len(compiler) == 1
    assert (result["torch_ms"], result["compile_ms"], result["roofline_ms"]) == (2.0, 1.0, 0.1)
    assert result["machine"].startswith("Triton's interpreter") and result["seconds"] > result["waited"] == 0


def test_answers_apart_take_no_place_from_others():
    race = object.__new__(program_race.ProgramRace)
    variants = [LaunchVariant(0), *(LaunchVariant(number) for number in (3, 3, 3, 1, 2, 1, 2))]
    variants = [
        dataclasses.replace(one, numbers=(("BLOCK", n),)) if n else one for n, one in enumerate(variants)
    ]
    ranking = types.SimpleNamespace(ranking=variants)
    assert [one.answer for one in race.rivals(ranking, ())] == [3, 3, 3]
    assert [one.answer for one in race.rivals(ranking, [3])] == [1, 2, 1, 3, 3]


def test_without_torch_compile_and_without_a_program(race_here, compiler):
    result = race_here(ANSWER, compiled=False, program="")
    assert result["ok"] and result["compile_ms"] is None and result["torch_ms"] == 2.0 and not compiler


def test_faster_launch_numbers_of_the_answers_take_part(race_here):
    result = race_here(ANSWER.replace("1024", "32"), search=1.0)
    first, second = result["answers"]
    assert first["numbers"] == "as written" and second["answer"] == 0 and second["ms"] == 0.25
    assert " -> " in second["numbers"] and second["ok"] and result["tried"] > 3


def test_a_compiler_that_fails_costs_its_own_time(race_here):
    def broken(module, inputs):
        raise NotImplementedError("no such thing")

    with pytest.MonkeyPatch.context() as patch:
        patch_everywhere(patch, "inductor", broken)
        result = race_here(ANSWER)
    assert result["ok"] and result["compile_ms"] is None and result["torch_ms"] == 2.0
    assert result["untimed"].startswith("compile_ms: ") and "no such thing" in result["untimed"]


def test_a_rival_with_another_result_is_no_rival(race_here):
    zeros = SMALL_GRID.replace("y = torch.empty_like(x)", "y = torch.zeros_like(x)")
    result = race_here(ANSWER, zeros)
    assert result["ok"] and {one["answer"] for one in result["answers"]} == {0}
    assert (result["tried"], result["failed"]) == (4, 2), "each as it is written, and told of its sizes"


@pytest.mark.parametrize("name", ["another function", "right only where it is small"])
def test_a_wrong_first_answer_has_no_race(race_here, name):
    wrong, words = WRONG[name]
    refused = race_here(wrong, ANSWER)
    assert not refused["ok"] and words in refused["reason"] and "answers" not in refused


def test_what_is_timed_has_the_gpu_alone_and_what_compiles_has_it_not(race_here, tmp_path):
    path = str(tmp_path / "gpu")
    held = []

    def others_may(mode):
        """Whether another process could take the GPU so now."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(descriptor, mode | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            return False
        finally:
            os.close(descriptor)

    def race(clocks, seconds, first_seconds):
        held.append(("race", others_may(fcntl.LOCK_SH)))
        return given_race(clocks, seconds, first_seconds)

    def backend(module, inputs):
        held.append(("compiles", others_may(fcntl.LOCK_EX)))

        def call(*arguments):
            held.append(("runs", others_may(fcntl.LOCK_SH)))
            return module.forward(*arguments)

        return call

    with pytest.MonkeyPatch.context() as patch:
        patch_everywhere(patch, "inductor", backend)
        assert race_here(ANSWER, shared=path, race=race)["ok"]
    assert held[:3] == [("compiles", True), ("race", False), ("runs", False)]
    assert others_may(fcntl.LOCK_EX)


def alone_waits(folder):
    """Whether somebody holds the gate."""
    with open(folder / "gpu.gate", "r+") as gate:
        try:
            fcntl.flock(gate, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return False
        except BlockingIOError:
            return True


def test_who_waits_to_be_alone_comes_before_who_comes_later(tmp_path):
    turns = [GpuTurn(str(tmp_path / "gpu")) for _ in range(3)]
    order = []

    def held(turn, name, how):
        with how():
            order.append(name)

    with turns[0].beside():
        alone = threading.Thread(target=held, args=(turns[1], "alone", turns[1].alone))
        alone.start()
        while not alone_waits(tmp_path):
            alone.join(0.01)
        later = threading.Thread(target=held, args=(turns[2], "later", turns[2].beside))
        later.start()
        later.join(0.2)
        order.append("first")
    alone.join()
    later.join()
    assert order == ["first", "alone", "later"] and turns[1].waited > max(0.15, turns[0].waited)


def test_a_text_that_is_not_allowed_is_refused(race_here):
    result = race_here("import os\n" + ANSWER)
    assert not result["ok"] and "os" in result["reason"]
    result = race_here(ANSWER, "import os\n" + ANSWER)
    assert result["ok"] and result["failed"] == 2, "as it is written, and told what sizes are multiples of"
