"""translator."""

from python_to_triton import verification
from python_to_triton import frontend
from python_to_triton import codegen
from python_to_triton.tuning import measure
from python_to_triton.static_checks import proofreading
import triton_ops
import copy
import dataclasses
import itertools
import math
import re
import sys
import time
import zlib
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
import torch
from triton_ops import manual_kernel_benchmark  # noqa: F401  (documented names)
from triton_ops import replacing
from python_to_triton.inference.checkpoints import (
    RELEASE,
    file_hash,
    load_model_state,
    one_line,
    quantized,
    release_config,
)
from python_to_triton.inference.config import ModelConfig, TrainConfig, device_of, from_flags
from python_to_triton.inference.decoder import Decoder, GraphDecoder
from python_to_triton.inference.int8 import Int8Decoder, Int8Linear, Int8Transformer
from python_to_triton.inference.model import Transformer
from python_to_triton.inference.sampling import generate
from python_to_triton.inference.tokenizer import Vocabulary
from python_to_triton.runtime.pool import Judges, OTHERS, OTHER_TEMPERATURE, TEMPERATURES, compile_answer


@dataclass(frozen=True)
class Candidate:
    """One answer of the model and what the judge said of it."""

    source: str
    verdict: verification.Verdict


class Part:
    """A region of a program: what the model is asked of it, the sizes that it has there, and the candidates so far."""

    def __init__(self, prompt, sizes=None):
        self.prompt, self.sizes = prompt, sizes or {}
        self.tried = {}  # number of the sample -> Candidate
        self.composed = None  # Candidate of the answers to smaller parts, where none of the samples passed
        self.pieces = 0  # how many those are
        self.refused = {}  # source -> verify.Verdict on what was right on samples, and then was not at the program's own sizes

    @property
    def candidates(self):
        """In the order of their samples."""
        return [self.tried[number] for number in sorted(self.tried)]

    @property
    def answer(self):
        """The first candidate that passed, or None."""
        return next(
            (
                candidate
                for candidate in [*self.candidates, self.composed]
                if candidate and candidate.verdict.ok
            ),
            None,
        )

    def record(self, number, source, verdict):
        """Notes the verdict on a sample, and returns the Candidate."""
        self.tried[number] = Candidate(source, self.refused.get(source, verdict))
        return self.tried[number]

    def refuse(self, reason):
        """Takes the answer back."""
        answer = self.answer
        self.refused[answer.source] = dataclasses.replace(
            answer.verdict, ok=False, reason=reason, stage="value"
        )
        self.composed = None if answer is self.composed else self.composed
        for number, candidate in self.tried.items():
            self.record(number, candidate.source, candidate.verdict)


SMALLER = (
    frontend.MOST,
    3,
    1,
    0,
)  # pointwise operations, at most, of the regions that a part is cut into where no answer to it passed


USUAL = (
    "0.5",
    "0.1",
    "0.2",
    "0.3",
    "0.25",
    "0.9",
    "1.5",
    "2.5",
    "0.001",
    "1e-6",
    "1e-5",
)  # numbers that the corpus has most


FLOAT = re.compile(r"(?<![\w.])(?:\d+\.\d+(?:e-?\d+)?|\d+e-?\d+)")


def with_usual_numbers(prompt):
    """(the prompt with usual numbers in the place of rare ones, {usual: rare}); a model copies best what it has often seen."""
    given, rare = set(FLOAT.findall(prompt)), {}
    for number in dict.fromkeys(FLOAT.findall(prompt)):
        free = [usual for usual in USUAL if usual not in given | rare.keys()]
        if number not in USUAL and float(number) and free:
            rare[min(free, key=lambda usual: abs(math.log(float(usual) / float(number))))] = number
    usual = {number: stand_in for stand_in, number in rare.items()}
    return FLOAT.sub(lambda m: usual.get(m[0], m[0]), prompt), rare


def with_own_numbers(source, rare):
    """The answer to `with_usual_numbers` as one to the prompt that it was made from, unless it has computed with them."""
    own = {float(usual): number for usual, number in rare.items()}
    return FLOAT.sub(lambda m: own.get(float(m[0]), m[0]), source)


NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d*)?(?:e-?\d+)?(?![\w.])")


STAND_INS = (
    (2, 3),
    (4, 7),
    (6, 9),
)  # for integers from 5 on, the least first; what is at most half of another stays so, as a window's padding is


def with_small_integers(prompt):
    """The prompt with small integers in the place of larger ones, twice with different ones, and {those two: the larger}; or no prompts."""
    large = sorted({int(number) for number in NUMBER.findall(prompt) if number.isdigit() and int(number) > 4})
    own = dict(zip(STAND_INS, large))
    if not 0 < len(large) <= len(STAND_INS):
        return [], {}
    small = [{str(number): str(pair[which]) for pair, number in own.items()} for which in (0, 1)]
    return [NUMBER.sub(lambda m: small[which].get(m[0], m[0]), prompt) for which in (0, 1)], own


def with_large_integers(first, second, own):
    """What the answers to both prompts of `with_small_integers` say of the larger ones: where they differ it stands. "" where they differ in more."""
    if NUMBER.sub("0", first) != NUMBER.sub("0", second):
        return ""
    numbers = []
    for one, other in zip(NUMBER.findall(first), NUMBER.findall(second), strict=True):
        number = one if one == other else own.get((float(one), float(other)), "")
        if number == "":
            return ""
        numbers.append(f"{number}.0" if "." in one and one != other else str(number))
    return NUMBER.sub(lambda m, rest=iter(numbers): next(rest), first)


def rewordings(prompt):
    """Yields (prompts with numbers that the corpus has more often, what makes of their answers' sources one to this prompt; "" for none)."""
    usual, rare = with_usual_numbers(prompt)
    if rare:
        yield [usual], lambda source: with_own_numbers(source, rare)
    small, large = with_small_integers(usual)
    if small:
        yield small, lambda first, second: with_own_numbers(with_large_integers(first, second, large), rare)


def has_gpu():
    """Whether answers can be judged and timed at sizes of any use."""
    return torch.cuda.is_available()


PROOF_SECONDS = 600


def proof(prompt, sizes, answer, **more):
    """The last result of measure.prove on the GPU, in a process beside this one."""
    try:
        found, trouble = measure.helper().call(
            "prove", PROOF_SECONDS, prompt=prompt, sizes=sizes, answer=answer, **more
        )
    except ValueError as error:
        return {"ok": False, "reason": str(error), "stage": "task"}
    return found | {"untimed": trouble} if trouble else found


class Translation:
    """A program, the parts that are asked for one by one, and the verdict on the whole."""

    def __init__(self, program, inputs=None):
        """Traces `program`: source text, a function or a module. Raises graph.GraphError, one line, where it cannot be taken."""
        self.graph = frontend.trace(program, inputs)
        self.text = program if isinstance(program, str) and inputs is None else ""
        if self.text:
            codegen.check_wrapper(self.graph)
        self.parts = [Part(region.graph.text, region.graph.sizes) for region in frontend.regions(self.graph)]
        self.verdict = None  # verify.Verdict, once the Translator has concluded
        own = self.graph.source.inputs is not None or self.graph.source.hints
        self.sizes = (
            self.graph.sizes if own else None
        )  # that the program says it has; those of the trace may be guessed
        self.proof = {}  # of measure.prove, once the Translator has judged it at these sizes
        self.stitched = {}  # answers -> the module of them all

    @property
    def prompt(self):
        """What the model is asked, a text a part."""
        return "\n\n".join(part.prompt for part in self.parts)

    @property
    def candidates(self):
        return [candidate for part in self.parts for candidate in part.candidates]

    @property
    def verified(self):
        return self.verdict is not None and self.verdict.ok

    @property
    def answers(self):
        """The source of every part's answer; ValueError where a part has none."""
        if not all(part.answer for part in self.parts):
            raise ValueError("there is no verified answer")
        return [part.answer.source for part in self.parts]

    @property
    def bare(self):
        """`translated` over the graph's arguments, without the user's own class or function around it: what is judged."""
        answers = tuple(self.answers)
        if answers not in self.stitched:
            whole = copy.copy(self.graph)
            whole.source = None
            self.stitched[answers] = codegen.stitch(whole, answers)
        return self.stitched[answers]

    @property
    def source(self):
        """The self-contained module of the answers; ValueError where a part has none."""
        return codegen.stitch(self.graph, self.answers)

    @property
    def where(self):
        """Its sizes in words."""
        return ", ".join(f"{letter} = {size}" for letter, size in self.sizes.items()) or "its own sizes"

    def blame(self):
        """The part whose answer is wrong at the sizes of the trace, random data in them; None where each is right by itself."""
        if len(self.parts) == 1:
            return self.parts[0]
        found = (
            (part, proof(part.prompt, part.sizes, part.answer.source, timed=False)) for part in self.parts
        )
        return next((part for part, one in found if not one["ok"] and one.get("stage") != "task"), None)


def traced(text):
    """The Translation of a text. Raises ValueError, one line, for whatever its code does on the way."""
    try:
        with measure.unchanged_settings():
            return Translation(text)
    except KeyboardInterrupt:
        raise
    except (
        BaseException
    ) as error:  # the program may raise anything, SystemExit included: it costs that program alone
        raise ValueError(one_line(error)) from error


def stream_of(prompt, number):
    """The random numbers that a sample of an answer is drawn with."""
    return (zlib.crc32(prompt.encode()) + number) % 2**32


class Translator:
    """A trained model with its vocabulary, asked through graph.py and checked by verify.py."""

    model_hash = ""

    def __init__(self, decoder, vocabulary, seed=0, temperature=None, judges=None, others=OTHERS):
        self.decoder, self.vocabulary, self.seed, self.temperature, self.others = (
            decoder,
            vocabulary,
            seed,
            temperature,
            others,
        )
        self.judges = judges or Judges()
        self.replaced = {}  # prompt -> the greedy answer, where another took its place

    def check_length(self, part):
        """Raises ValueError where the prompt leaves no room for an answer."""
        tokens, room = len(self.vocabulary.encode_prompt(part.prompt)), self.decoder.model.config.max_seq_len
        if tokens >= room:
            raise ValueError(f"the prompt is too long: {tokens} tokens, and the model reads {room}")

    def sources(self, rows, temperature, seed, on_text=None):
        """Yields (index, answer) of each of the rows (prompt, number of the sample) as soon as it is complete.

        In the place of a greedy answer that cannot be right (proofreading.py) another is yielded, if one is found; of samples there are more.
        An answer is a function of its row, the temperature and the seed, up to rounding: who else is asked changes nothing.
        """
        grown, faulty = [], {}

        def on_token(token):
            before = self.vocabulary.decode(grown)
            grown.append(token)
            on_text(self.vocabulary.decode(grown)[len(before) :])

        prompts = [self.vocabulary.encode_prompt(prompt) for prompt, _ in rows]
        for index, ids in generate(
            self.decoder,
            prompts,
            self.vocabulary.end,
            temperature,
            seed=seed,
            on_token=on_token if on_text else None,
            streams=[stream_of(*row) for row in rows],
        ):
            source = self.vocabulary.decode(ids)
            fault = proofreading.fault(source, rows[index][0]) if self.others and not temperature else None
            if fault:
                faulty[index] = source, fault
            else:
                yield index, source
        others = self.faultless([rows[index] for index in faulty], seed)
        for (index, (source, fault)), other in zip(faulty.items(), others):
            if other:
                self.replaced[rows[index][0]] = source
                if on_text and index == 0:
                    on_text(f"\n\n# another one: above, in line {fault.line}, {fault.reason}\n{other}")
            yield index, other or source

    def faultless(self, rows, seed):
        """[of `others` answers to each of the rows (prompt, number) the one without a fault that is drawn most often, or None]"""
        asked = [place for place in range(len(rows)) for _ in range(self.others)]
        streams = [
            stream_of(rows[place][0], (1 << 16) * (rows[place][1] + 1) + turn % self.others)
            for turn, place in enumerate(asked)
        ]
        found = [[None] * self.others for _ in rows]
        for turn, ids in (
            generate(
                self.decoder,
                [self.vocabulary.encode_prompt(rows[place][0]) for place in asked],
                self.vocabulary.end,
                OTHER_TEMPERATURE,
                seed=seed,
                streams=streams,
            )
            if asked
            else ()
        ):
            source, place = self.vocabulary.decode(ids), asked[turn]
            found[place][turn % self.others] = (
                source if not proofreading.fault(source, rows[place][0]) else None
            )
        drawn = [[source for source in sources if source] for sources in found]
        return [max(sources, key=sources.count, default=None) for sources in drawn]

    def settle(self, pending, everything, on_candidate=None):
        """Records the verdicts that are there; returns what is still to come of [(part, number, source, Future)].

        Of a part in the order of `pending`, and none after the first that passed unless `everything` is wanted: which
        judge is the fastest changes nothing.
        """
        waiting, dropped, begun = [], [], set()
        for part, number, source, verdict in pending:
            if part.answer and not everything:
                dropped.append((part.prompt, source))
            elif part in begun or not verdict.done():
                waiting.append((part, number, source, verdict))
                begun.add(part)
            else:
                candidate = part.record(number, source, verdict.result())
                if on_candidate:
                    on_candidate(candidate)
        for prompt, source in set(dropped) - {(part.prompt, source) for part, _, source, _ in waiting}:
            self.judges.cancel(prompt, source)
        return waiting

    def rounds(self, samples):
        """[(number of samples, temperature)]: the greedy one, then equal shares at rising temperature; or all at the one given."""
        if self.temperature is not None:
            return [(samples, self.temperature)]
        return [(1, 0.0)] + [((samples + 1 - i) // len(TEMPERATURES), t) for i, t in enumerate(TEMPERATURES)]

    def answer(self, parts, samples, everything=False, on_text=None, on_candidate=None):
        """Asks for up to `samples` answers to each part and judges them.

        All parts are answered side by side, each until one of its answers passes; with `everything`, to the last sample. A part
        has its next round as soon as its own verdicts are there, whoever else is still being judged.
        `on_text(str)` sees the very first answer grow, `on_candidate(Candidate)` each verdict.
        """
        rounds = self.rounds(samples)
        firsts = list(
            itertools.accumulate((count for count, _ in rounds), initial=0)
        )  # number of a round's first sample
        turns, pending = dict.fromkeys(parts, 0), []  # a part's next round; what is being judged
        while True:
            busy = {part for part, *_ in pending}
            open_parts = [
                part
                for part in parts
                if turns[part] < len(rounds) and (everything or part not in busy and not part.answer)
            ]
            if not open_parts and not pending:
                return
            if not open_parts:
                wait([verdict for *_, verdict in pending], return_when=FIRST_COMPLETED)
                pending = self.settle(pending, everything, on_candidate)
                continue
            turn = min(turns[part] for part in open_parts)
            asked = [part for part in open_parts if turns[part] == turn]
            turns |= dict.fromkeys(asked, turn + 1)
            count, temperature = rounds[turn]
            rows = [
                (part, firsts[turn] + i)
                for part in asked
                for i in range(count)
                if firsts[turn] + i not in part.tried
            ]
            answers = self.sources(
                [(part.prompt, number) for part, number in rows],
                temperature,
                self.seed,
                on_text if turn == 0 else None,
            )
            for index, source in answers if rows else ():
                part, number = rows[index]
                if everything or not part.answer:
                    pending.append((part, number, source, self.judges.submit(part.prompt, source)))
                pending = self.settle(pending, everything, on_candidate)
                if not everything and all(part.answer for part in asked):
                    break

    def ask_otherwise(self, parts, samples, asked, on_candidate=None):
        """Asks for the parts without an answer that have rare numbers with usual ones. `asked`, {prompt: Part}, remembers."""
        reworded = [
            (part, texts, restore)
            for part in parts
            if not part.answer
            for texts, restore in rewordings(part.prompt)
        ]
        asked |= {text: Part(text) for _, texts, _ in reworded for text in texts if text not in asked}
        self.answer(
            [asked[text] for text in sorted({text for _, texts, _ in reworded for text in texts})],
            samples,
            on_candidate=on_candidate,
        )
        found = [
            (part, restore(*(asked[text].answer.source for text in texts)))
            for part, texts, restore in reworded
            if all(asked[text].answer for text in texts)
        ]
        for part, source, verdict in [
            (part, source, self.judges.submit(part.prompt, source)) for part, source in found if source
        ]:
            if not part.answer:
                part.composed = Candidate(source, part.refused.get(source, verdict.result()))

    def compose(self, parts, samples, on_candidate=None):
        """Answers the parts that no sample answered otherwise: by usual numbers, then from answers to smaller parts.

        First each anchor stands alone, then each operation, in the end each view too.
        """
        asked = {}  # prompt -> Part: a piece that comes back in a finer cut is not asked for twice
        self.ask_otherwise(parts, samples, asked, on_candidate)
        for most in SMALLER:
            open_parts, pieces = [part for part in parts if not part.answer], {}
            for part in open_parts:
                whole = frontend.parse(part.prompt if most else frontend.with_single_rolls(part.prompt))
                with suppress(frontend.GraphError):  # sizes at which it computes may not be found
                    found = frontend.regions(whole, most)
                    if len(found) > 1:
                        pieces[part] = whole, found
            texts = {region.graph.text for _, found in pieces.values() for region in found}
            asked |= {text: Part(text) for text in sorted(texts - asked.keys())}
            smaller = [asked[text] for text in sorted(texts)]
            self.answer(smaller, samples, on_candidate=on_candidate)
            self.ask_otherwise(smaller, samples, asked, on_candidate)
            verdicts = []
            for part, (whole, found) in pieces.items():
                answers = [asked[region.graph.text].answer for region in found]
                if all(answers):
                    source = codegen.composed(whole, found, [answer.source for answer in answers])
                    verdicts.append((part, len(found), source, self.judges.submit(part.prompt, source)))
            for part, number, source, verdict in verdicts:
                # What was refused at a program's own sizes stays refused: the same pieces are put together the same way again.
                part.pieces, part.composed = (
                    number,
                    Candidate(source, part.refused.get(source, verdict.result())),
                )

    def judged(self, translation):
        """The Future of the verdict on a whole whose parts all have an answer."""
        if len(translation.parts) > 1 or translation.parts[0].prompt != translation.graph.text:
            return self.judges.submit(translation.graph.text, translation.bare)
        verdict = Future()
        verdict.set_result(translation.parts[0].answer.verdict)
        return verdict

    def compiled(self, translation):
        """The Future of why a verified translation does not compile, or of nothing."""
        return self.judges.submit(translation.graph.text, translation.bare, compile_answer)

    def conclude(self, translations):
        """Gives each translation its verdict: every part passed, and so do they all in a row."""
        wholes = {}
        for translation in translations:
            refused = next((part for part in translation.parts if not part.answer), None)
            if refused:
                translation.verdict = refused.candidates[0].verdict
            else:
                wholes[translation] = self.judged(translation)
        for translation, verdict in wholes.items():
            translation.verdict = verdict.result()

    @staticmethod
    def to_prove(translation):
        """Whether a translation can be judged at sizes of its own."""
        return translation.verified and translation.sizes is not None and has_gpu()

    def prove(self, translations, samples, everything=False, timed=False, on_end=None):
        """On a GPU: judges the verified translations at their own sizes; where one fails there, its next candidate has its turn.

        `on_end(Translation)` hears of each as soon as it has its last verdict.
        """
        on_end = on_end or (lambda translation: None)
        left = translations
        while left:
            again = []
            for translation in left:
                if not self.to_prove(translation):
                    on_end(translation)
                    continue
                translation.proof = found = proof(
                    translation.graph.text,
                    translation.sizes,
                    translation.bare,
                    program=translation.text,
                    timed=timed,
                    origins=[argument.origin for argument in translation.graph.arguments],
                )
                reason = f"right on samples, but not at {translation.where}: {found['reason']}"
                part = translation.blame() if not found["ok"] and found.get("stage") != "task" else None
                if part:
                    part.refuse(reason)
                    again.append(translation)
                    continue
                if not found["ok"]:
                    translation.verdict = dataclasses.replace(
                        translation.verdict, ok=False, reason=reason, stage="task"
                    )
                on_end(translation)
            parts = [part for translation in again for part in translation.parts if not part.answer]
            self.answer(parts, samples, everything)
            self.compose(parts, samples)
            self.conclude(again)
            left = again

    def translate(self, program, inputs=None, samples=20):
        """The Translation of source text, a function or a module, as far as `samples` candidates a part lead.

        Example `inputs` (tensors, whose data does not matter, and constants) give the sizes; a text may bring its own.
        Raises graph.GraphError where the program cannot be taken, ValueError where it is too long.
        """
        translation = Translation(program, inputs)
        for part in translation.parts:
            self.check_length(part)
        self.answer(translation.parts, samples)
        self.compose(translation.parts, samples)
        self.conclude([translation])
        self.prove([translation], samples)
        return translation


def model_hash(path):
    """The hash of a checkpoint, or of a release's weights and tokenizer; of the released ones where there is nothing at `path`."""
    path = Path(path) if Path(path).exists() else RELEASE
    return file_hash(
        *(path / name for name in sorted(release_config(path)["sha256"])) if path.is_dir() else (path,)
    )


def for_decoding(state, device, int8=None):
    """The decoder of a loaded state on `device`: on the CPU from int8 matrices, those of a release as they are, unless `int8` is False."""
    config, device = from_flags(ModelConfig, state["model_config"]), torch.device(device)
    if int8 is None and device.type == "cpu":
        int8 = Int8Linear.supported()
        print(
            "int8 on the CPU" if int8 else "fp32 on the CPU: int8 needs FBGEMM's kernel, for x86 with AVX2",
            file=sys.stderr,
        )
    if int8:
        matrices = state.get("matrices") or {
            name: quantized(tensor) for name, tensor in state["model"].items() if tensor.ndim == 2
        }
        return Int8Decoder(Int8Transformer(config, state["model"], matrices))
    model = Transformer(
        config
    )  # PyTorch's ops: a cached step handles one token, where no kernel of ours pays
    model.load_state_dict(state["model"])
    return (GraphDecoder if device.type == "cuda" and not triton_ops.why_not_run(device) else Decoder).of(
        model.to(device)
    )


def load_translator(path=TrainConfig.checkpoint, device="auto", int8=None, **options):
    """The Translator of a checkpoint or a release; `options` are its own. `int8`: whether it decodes from int8 matrices, by default on the CPU.

    Raises ValueError, one line, where there is no checkpoint, or no such device.
    """
    device, state = device_of(device), load_model_state(path)
    translator = Translator(
        for_decoding(state, device, int8), Vocabulary.from_json(state["vocabulary"]), **options
    )
    translator.model_hash = model_hash(path)
    return translator


def save(path, text):
    """Writes an answer, whole or not at all. Raises ValueError, one line, where the file system does not let it."""
    try:
        with replacing(path) as partial:
            partial.write_text(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).strip("\n") + "\n")
    except OSError as error:
        raise ValueError(f"cannot write {path}: {error.strerror}") from error


def speeds(found):
    """`; 0.012 ms, eager PyTorch 0.020 ms (1.67x), torch.compile 0.015 ms (1.25x)` of a proof with times, as far as it has them."""
    if found.get("triton_ms") is None:
        return ""
    peers = (("eager PyTorch", found.get("torch_ms")), ("torch.compile", found.get("compile_ms")))
    return "; " + ", ".join(
        [
            f"{found['triton_ms']:.3g} ms",
            *(f"{name} {ms:.3g} ms ({ms / found['triton_ms']:.2f}x)" for name, ms in peers if ms),
        ]
    )


def header(translation, model):
    """The comment that an answer begins with: what verified it, when, and which model wrote it."""
    verdict, found, day = translation.verdict, translation.proof, time.strftime("%Y-%m-%d")
    assert verdict.ok, f"a header for what is not verified: {verdict.reason}"
    machine = (
        torch.cuda.get_device_name() if torch.cuda.is_available() else "Triton's interpreter, without a GPU"
    )
    lines = [
        f"# Verified by execution against PyTorch in float64: largest error {verdict.error:.1e}, allowed {verdict.tolerance:.1e}."
    ]
    if found:
        lines += [
            f"# At its own sizes: {found['error']:.1e}, allowed {found['tolerance']:.1e}, against {found['against']}{speeds(found)}."
        ]
    return "\n".join([*lines, f"# {day}, {machine}; written by model {model}."]) + "\n"


def describe(verdict):
    """One line: `verified, max error 1.2e-07 (allowed 5.7e-07)`, or why not."""
    if verdict.ok:
        return f"verified, max error {verdict.error:.1e} (allowed {verdict.tolerance:.1e})"
    return f"not verified: {verdict.reason}"
