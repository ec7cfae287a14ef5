"""In how many bits the kernels of exemplars divide, as written and with the promise of few programs.

    python benchmarks/divisions.py                    every exemplar of synthetic/
    python benchmarks/divisions.py pair_of pixel      those whose name holds one of these words

The kernels of the first variant of each are compiled for sm_90, no GPU needed, and the divisions and
remainders in their PTX counted: as they are written; with the promise that tuning makes (docs/tuning.md,
"division bits"); and with a launch that has too many programs for it.
"""

import argparse
import dataclasses
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()
    os.environ["TRITON_INTERPRET"] = "0"  # Triton compiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from corpus.family import families_in, family_of  # noqa: E402
from corpus.references import load_reference  # noqa: E402
from python_to_triton import tuning  # noqa: E402
from python_to_triton.tuning.kernel_knobs import FEW_PROGRAMS  # noqa: E402
from python_to_triton.verification.sandbox import POISON_WORDS, Limits, Refused, run_in_sandbox  # noqa: E402
from python_to_triton.verification.sandbox.candidate import load_candidate  # noqa: E402
from python_to_triton.verification.sandbox.compiling import ast_source, context_of  # noqa: E402
from triton_ops.arguments import OneLineParser  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402

HEADER = "import math\n\nimport torch\nimport triton\nimport triton.language as tl\n\n\n"
ARCHITECTURE = 90
LIMITS = Limits(seconds=120.0)
WAYS = ("as written", "with the promise", "too many programs")


def described_launches(text: str, entry: str, case: tuple) -> list[dict]:
    """The launches of an answer on a case, in the interpreter. Raises Refused where it does not run."""
    job = {"source": text, "entry": entry, "runs": [[0, POISON_WORDS[0], True, False]], "describe": True}
    message, _ = run_in_sandbox("cpu", job, [case], LIMITS)
    if "refused" in message:
        raise Refused(message["refused"], "run")
    return message["described"]


def ptx_of(text: str, described: dict, aligned_pointers: bool = False) -> str:
    """The PTX of a launch. aligned_pointers: as where its tensors begin at multiples of 16 bytes."""
    from triton.backends.compiler import GPUTarget
    from triton.compiler import make_backend

    source = ast_source(load_candidate(text), described)
    if aligned_pointers:
        kinds = enumerate(described["types"].values())
        source.attrs = {(place,): [["tt.divisibility", 16]] for place, kind in kinds if kind[0] == "*"}
    target = GPUTarget("cuda", ARCHITECTURE, 32)
    backend = make_backend(target)
    options = backend.parse_options({**described["options"], **source.parse_options()})
    functions = backend.get_codegen_implementation(options)
    module = source.make_ir(target, options, functions, backend.get_module_map(), context_of(backend))
    stages = {}
    backend.add_stages(stages, options, source.language)
    metadata = {"target": target, **options.__dict__}
    for stage in ("ttir", "ttgir", "llir", "ptx"):
        module = stages[stage](module, metadata)
    return module


def wide_divisions(text: str, described: dict) -> int:
    """How many divisions and remainders a thread of a launch computes in 64 bits, in its PTX."""
    return len(re.findall(r"\b(?:div|rem)\.[su]64\b", ptx_of(text, described)))


def without_promise(text: str, described: dict) -> dict:
    """A launch of a kernel that may promise few programs, for more."""
    parameters = re.search(rf"def {described['kernel']}\((.*?)\):\n", text, re.DOTALL)[1].split(",")
    place = [name.partition(":")[0].strip() for name in parameters].index(FEW_PROGRAMS)
    constants = [
        [path, {"value": False} if path == [place] else written] for path, written in described["constants"]
    ]
    assert constants != described["constants"], described
    return described | {"constants": constants}


def kernels_of(stem: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(kernel, its divisions in 64 bits in each of WAYS) of the launches of an exemplar; only the first where
    no promise is made for it.
    """
    variant = family_of(stem)[0]
    text = f"{HEADER}{variant.answer}\n"
    entry = f"{variant.name}_triton"
    knobs = [knob for knob in tuning.launch_numbers(text) if "division bits" in knob.name]
    promised = tuning.rewritten(text, knobs, {knob.name: 32 for knob in knobs})
    case = load_reference(dataclasses.asdict(variant))[1][-1]
    launches = described_launches(text, entry, case)
    others = described_launches(promised, entry, case)
    for launch, other in zip(launches, others, strict=True):
        counts = (wide_divisions(text, launch),)
        if launch != other:
            many = without_promise(promised, other)
            counts += (wide_divisions(promised, other), wide_divisions(promised, many))
        yield launch["kernel"], counts


@command_line("divisions.py")
def main() -> int:
    """Prints a line a kernel that divides in 64 bits or may promise, and what they come to."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD", help="exemplars whose name holds one of these")
    words = tuple(parser.parse_args().words)
    stems = [path.stem for path, file in families_in(words=words).items() if path.stem == file.stem]
    if not stems:
        parser.error(f"no exemplar of synthetic/ has {' or '.join(words)} in its name")
    counted = {kernel: counts for stem in stems for kernel, counts in kernels_of(stem)}
    for kernel, counts in counted.items():
        if any(counts) or len(counts) > 1:
            print(f"{kernel:60}", "  ".join(f"{way} {count}" for way, count in zip(WAYS, counts)))
    promised = [counts for counts in counted.values() if len(counts) > 1]
    wide = {way: sum(counts[place] > 0 for counts in promised) for place, way in enumerate(WAYS)}
    others = sum(counts[0] > 0 for counts in counted.values()) - wide["as written"]
    print(f"{len(stems)} exemplars, {len(counted)} kernels; {len(promised)} may promise")
    ways = ", ".join(f"{way} {number}" for way, number in wide.items())
    print(f"of these divide in 64 bits: {ways}; of all others {others}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
