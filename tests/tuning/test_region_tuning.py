"""Tuning a region in Triton's interpreter; what is fast there says nothing of a GPU."""

import pytest
from patching import patch_everywhere
from sized_programs import ANSWER, PROGRAM, SMALL_GRID, call_for

from python_to_triton import codegen, frontend, runtime, tuning
from python_to_triton.runtime.tuning_table import tuning_lines
from python_to_triton.tuning import own_sizes
from python_to_triton.tuning.launch_search import LaunchVariant
from python_to_triton.tuning.region_tuning import COMPILE_SECONDS, SandboxStopwatch, counted_reasons
from python_to_triton.verification import sandbox

PROMPT = frontend.trace(PROGRAM).text
PYTORCH = codegen.pytorch_code(frontend.parse(PROMPT))
SIZES = call_for(ANSWER)["sizes"]
SLOW = ANSWER.replace("1024", "32")


@pytest.fixture
def tune(staying_sandbox):
    """The result of tuning answers here."""

    def tuned(*answers, seconds=3.0, **more):
        *progress, result = tuning.tune_region(
            PROMPT, SIZES, answers, PYTORCH, seconds, False, "cpu", staying_sandbox, **more
        )
        assert all(one["progress"] and not one["ok"] for one in progress) and "progress" not in result
        return result | {"heard": [one["progress"] for one in progress]}

    return tuned


def test_larger_blocks_win_where_each_program_costs_the_same(tune):
    result = tune(SLOW, seconds=6.0)
    assert result["ok"] and len(result["finalists"]) > 1, result
    first, *_, last = result["finalists"]
    assert first["ms"] < 0.8 * result["usual_ms"] and "BLOCK 32 -> " in first["numbers"]
    assert last["text"] == SLOW and last["numbers"] == "as written"
    assert result["torch_ms"] > 0 and result["compile_ms"] is None and result["tried"] > 3


def test_a_second_answer_may_win(tune):
    result = tune(SLOW, ANSWER, seconds=0.0)
    assert result["finalists"][0]["answer"] == 1
    assert result["tried"] == 4, "both as they are written, and told what sizes are multiples of"


def test_what_is_done_is_said_and_its_seconds_are_counted(tune):
    result = tune(SLOW, ANSWER, seconds=0.0)
    *before, tried, last = result["heard"]
    assert before == ["drawing inputs", "loading the answer", "compiling"]
    assert tried.startswith("4 launches tried, ") and last == "racing against PyTorch"
    stages = result["stages"]
    assert set(stages) == {"inputs", "sandbox", "compile", "check", "time", "eager", "verdicts"}
    assert 0.9 * result["seconds"] < sum(stages.values()) <= 1.1 * result["seconds"], stages


def test_an_answer_with_another_result_is_left_out(tune):
    result = tune(SLOW, SMALL_GRID.replace("y = torch.empty_like(x)", "y = torch.zeros_like(x)"), seconds=0.0)
    assert {row["answer"] for row in result["finalists"]} == {0}
    assert result["reasons"] == {"gives another result than the usual answer": 2}


def test_what_is_wrong_at_these_sizes_is_not_tuned(tune):
    wrong = ANSWER.replace("tl.maximum(x, 0.0)", "tl.abs(x)")
    result = tune(wrong, seconds=0.0)
    assert not result["ok"] and result["wrong"].endswith(", after it was timed")
    assert result["reason"] == f"the answer is wrong at these sizes: {result['wrong']}"


def test_no_other_text_wins_where_the_answer_itself_is_wrong(tune, monkeypatch):
    """Even where that one is right: the last finalist is always the answer itself."""
    judge = own_sizes.judge_call

    def judge_call(answer, *rest):
        return {"ok": False, "reason": "off by 7"} if answer.number == 0 else judge(answer, *rest)

    monkeypatch.setattr("python_to_triton.tuning.region_tuning.judge_call", judge_call)
    result = tune(SLOW, ANSWER, seconds=0.0)
    assert result["wrong"] == "off by 7, after it was timed" and result["usual_ms"] > 0
    assert not result["ok"] and not result["finalists"]


def test_an_answer_that_does_not_run(tune):
    result = tune(ANSWER.replace("return y", "return y[7, 1000]"), seconds=0.0)
    assert not result["ok"] and "IndexError" in result["reason"]


def test_a_variant_that_ends_its_sandbox_costs_itself(staying_sandbox):
    class Ended:
        """In the place of a LoadedAnswer: each text that says so ends the sandbox."""

        def __init__(self):
            self.sandbox = self
            self.control = self
            self.open = True
            self.device = "cpu"
            self.texts = {0: "usual"}

        def fileno(self):
            return 3 if self.open else -1

        def add(self, number, text):
            self.texts[number] = text

        def compile(self, numbers, seconds):
            return [number for number in numbers if self.texts[number] == "slow"]

        def difference(self, number):
            if self.texts[number] == "ends":
                self.open = False
                raise sandbox.Refused("worker crashed (SIGSEGV)", "run")
            return 0.0

        def times(self, count, number=0):
            return [1.0 if self.texts[number] == "usual" else 0.5] * count

    texts = {LaunchVariant(0): "usual", LaunchVariant(1): "ends", LaunchVariant(2): "fast"}
    texts[LaunchVariant(3)] = "slow"
    with pytest.MonkeyPatch.context() as patch:
        patch_everywhere(patch, "check_source", lambda *_: None)
        patch.setattr("python_to_triton.verification.check_source", lambda *_: None)
        stopwatch = SandboxStopwatch(Ended, texts.get)
        assert stopwatch.prepare([LaunchVariant(1), LaunchVariant(2)]) == {
            LaunchVariant(1): "worker crashed (SIGSEGV)"
        }
        slow = stopwatch.prepare([LaunchVariant(3)])
        assert slow == {LaunchVariant(3): f"compiles longer than {COMPILE_SECONDS:g} s"}
        assert stopwatch.times(LaunchVariant(2), 2) == [0.5, 0.5] and stopwatch.loaded.open


def test_reasons_are_counted_in_short():
    failed = {
        LaunchVariant(
            0, (("BLOCK", 1),)
        ): "line 3: OutOfResources: out of resource: shared memory, Required: 1",
        LaunchVariant(
            0, (("BLOCK", 2),)
        ): "line 4: OutOfResources: out of resource: shared memory, Required: 1",
        LaunchVariant(1): "worker crashed",
    }
    assert list(counted_reasons(failed).values()) == [2, 1]


class Answering(runtime.Translator):
    """Answers every prompt with SLOW."""

    def __init__(self):
        self.seed = 0
        self.temperature = None
        self.judges = runtime.Judges()
        self.replaced = {}
        self.composed = {}

    def why_too_long(self, text):
        return ""

    def draw_candidates(self, rows, temperature, seed, on_text=None):
        return enumerate([SLOW] * len(rows))


def test_a_program_is_tuned_from_end_to_end(staying_sandbox, monkeypatch):
    """All but the GPU: what the runtime asks for is tuned here, and its winner is judged and written."""

    def result(region, answers, seconds, compiled, on_progress):
        call = (region.prompt, region.sizes, answers, region.pytorch_source, seconds, compiled)
        return list(tuning.tune_region(*call, "cpu", staying_sandbox))[-1]

    own_sizes = {"ok": True, "reason": "", "error": 1e-7, "tolerance": 1e-6, "against": "float64"}
    patch_everywhere(monkeypatch, "has_gpu", lambda: True)
    patch_everywhere(monkeypatch, "own_sizes_result", lambda *_, **__: own_sizes)
    patch_everywhere(monkeypatch, "tuning_result", result)
    translation = Answering().translate(PROGRAM, options=runtime.TranslationOptions(tune=4.0))
    [region] = translation.regions
    assert translation.verified and region.tuned, (translation.verdict, region.tuning)
    assert region.tuning["ms"] < 0.8 * region.tuning["usual_ms"]
    assert region.tuned.source != SLOW and "BLOCK=32)" not in translation.source
    table = "\n".join(tuning_lines(translation))
    assert "relu, mul [A = 96, B = 512]" in table and "Triton's interpreter, torch" in table
    assert "as written" in table and "BLOCK 32 -> " in table
