"""What int8 and int4 weights save on disk, and what they cost in loss, answers and tokens a second.

    python benchmarks/quantization.py                                    the released weights
    python benchmarks/quantization.py --weights trained_model.pth        a run's own
    python benchmarks/quantization.py --data training_data.csv --rounds 9

The weights are written as a release of 8 and of 4 bits and read again; fp32 is what was given, and where that
is a release of 8 bits, it holds the same numbers as int8. Loss and accuracy are those of training: on the
validation pairs of --data, in fp32. The built-in prompts are answered once, greedily, and judged. The rate is
of greedy answers to other prompts, one at a time, on one thread and by its processor time, so that other work
on the machine changes it little; the formats take turns, and the median of the rounds is printed.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import llm  # noqa: E402  (found through the line above)
from python_to_triton import inference, runtime  # noqa: E402
from python_to_triton.flags import from_flags  # noqa: E402
from training.execution import Precision  # noqa: E402
from triton_ops.arguments import OneLineParser, positive_integer  # noqa: E402
from triton_ops.choice import format_columns  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402

FORMATS = {"int8": 8, "int4": 4}
PROMPT = "f(a0: f32[A, B])\nv0 = {}(a0)\nreturn v0"  # of the rate
OPERATIONS = ("sigmoid", "relu", "silu", "tanh", "exp", "sqrt", "gelu", "abs")
HEAD = ["format", "MB", "loss", "tokens right", "built-in", "tokens/s"]


def loaded(path: Path, int8: bool) -> runtime.Translator:
    """The translator of some weights on the CPU."""
    return runtime.load_translator(path, "cpu", int8)


def written(state: dict, folder: Path) -> dict[str, Path]:
    """{format: folder of a release in it}."""
    for name, bits in FORMATS.items():
        inference.save_release(state, folder / name, bits)
    return {name: folder / name for name in FORMATS}


def megabytes(path: Path) -> float:
    """Of the weights' files."""
    return sum(file.stat().st_size for file in path.glob("*.safetensors")) / 1e6


def validation(state: dict, path: str) -> dict[str, float]:
    """The figures of a state's weights in fp32, over the validation pairs of a corpus."""
    config = from_flags(llm.ModelConfig, state["model_config"])
    vocabulary = inference.Vocabulary.from_json(state["vocabulary"])
    model = llm.Transformer(config)
    model.load_state_dict(state["model"])
    data = llm.load_data(llm.TrainConfig(data=path), vocabulary, config.max_seq_len)
    return llm.evaluate(model, data, Precision.choose("fp32", torch.device("cpu")))


def answers_rate(decoder: inference.Decoder, vocabulary: inference.Vocabulary) -> float:
    """Tokens a second of processor time, of greedy answers one at a time; no prompt is remembered."""
    fresh = type(decoder)(decoder.model)
    prompts = [vocabulary.encode_prompt(PROMPT.format(name)) for name in OPERATIONS]
    start = time.process_time()
    tokens = 0
    for prompt in prompts:
        [(_, ids)] = inference.generate(fresh, [prompt], vocabulary.end)
        tokens += len(ids)
    return tokens / (time.process_time() - start)


def rates(translators: dict[str, runtime.Translator], rounds: int) -> dict[str, float]:
    """{format: median tokens a second}; the formats take turns."""
    found = {name: [] for name in translators}
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    for turn in range(rounds + 1):
        for name, translator in translators.items():
            rate = answers_rate(translator.decoder, translator.vocabulary)
            if turn:  # the first is not counted
                found[name].append(rate)
    torch.set_num_threads(threads)
    return {name: statistics.median(several) for name, several in found.items()}


def make_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    weights = inference.RELEASE
    parser.add_argument("--weights", type=Path, default=weights, help="a .pth file or a folder (weights/)")
    parser.add_argument(
        "--data", default=llm.TrainConfig.data, metavar="CSV", help="the corpus (%(default)s)"
    )
    parser.add_argument("--rounds", type=positive_integer, default=5, help="of the rate (%(default)s)")
    return parser


@command_line()
def main(arguments: list[str] | None = None) -> int:
    """Prints the table; the exit code."""
    options = make_parser().parse_args(arguments)
    state = inference.load_weights(options.weights)
    with tempfile.TemporaryDirectory() as folder:
        paths = written(state, Path(folder))
        states = {"fp32": state} | {name: inference.load_release(path) for name, path in paths.items()}
        sizes = {name: megabytes(path) for name, path in paths.items()}
        sizes["fp32"] = 4 * sum(tensor.numel() for tensor in state["model"].values()) / 1e6
        translators = {"fp32": loaded(options.weights, int8=False)}
        translators |= {name: loaded(path, int8=True) for name, path in paths.items()}
    table = [HEAD]
    tokens_per_s = rates(translators, options.rounds)
    of = len(runtime.DEMO_PROMPTS)
    for name, translator in translators.items():
        figures = validation(states[name], options.data)
        passed = runtime.show_samples(translator, samples=1)
        loss = f"{figures['loss']:.4f}"
        right = f"{figures['accuracy']:.2%}"
        table.append(
            [name, f"{sizes[name]:.2f}", loss, right, f"{passed} of {of}", f"{tokens_per_s[name]:.0f}"]
        )
    print(format_columns(table))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
