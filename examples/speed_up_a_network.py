"""A network of the library transformers through the backend: is it right, who computes it, and how fast?

    python examples/speed_up_a_network.py --tiny                    two cores, a minute or so
    python examples/speed_up_a_network.py --network llama --layers 4 --width 512 --batch 8 --length 256
    python examples/speed_up_a_network.py --network vit --image 224

The network has random weights and no dropout. Eager PyTorch, torch.compile and the backend compute one
training step: every output and every gradient is compared with float64, then a table says who computes
which region. On a GPU the clock of this project times all three in turn; on a CPU kernels are interpreted,
and times would say nothing.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch
from torch import Tensor, nn

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
if not torch.cuda.is_available():
    os.environ.setdefault("TRITON_INTERPRET", "1")  # asked for before Triton is imported

import python_to_triton  # noqa: E402  (found through the lines above)
from python_to_triton.backend.gradients import compare_training  # noqa: E402
from triton_ops.arguments import OneLineParser, positive_integer, positive_number  # noqa: E402
from triton_ops.choice import format_columns  # noqa: E402
from triton_ops.clock import time_functions  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.machine import default_device, describe_machine, why_not_time  # noqa: E402

VOCABULARY = 1000
PATCH = 16  # pixels a side of a patch of an image
TINY = {
    "layers": 1,
    "width": 32,
    "heads": 2,
    "batch": 2,
    "length": 8,
    "image": 32,
    "samples": 1,
    "seconds": 3.0,
}


class LastHidden(nn.Module):
    """A network of transformers as a module that returns its last hidden states (batch, length, width)."""

    def __init__(self, network: nn.Module):
        super().__init__()
        self.network = network

    def forward(self, given: Tensor) -> Tensor:
        return self.network(given).last_hidden_state


def build(options: argparse.Namespace) -> tuple[nn.Module, Tensor]:
    """(the network, its input) of the sizes that `options` say, random, on their device."""
    import transformers

    sizes = {
        "hidden_size": options.width,
        "num_hidden_layers": options.layers,
        "num_attention_heads": options.heads,
        "intermediate_size": 4 * options.width,
    }
    torch.manual_seed(0)
    given = torch.randint(VOCABULARY, (options.batch, options.length))
    if options.network == "bert":
        config = transformers.BertConfig(
            vocab_size=VOCABULARY, max_position_embeddings=options.length, **sizes
        )
        network = transformers.BertModel(config, add_pooling_layer=False)
    elif options.network == "llama":
        config = transformers.LlamaConfig(
            vocab_size=VOCABULARY, max_position_embeddings=options.length, **sizes
        )
        config.use_cache = False
        network = transformers.LlamaModel(config)
    else:
        config = transformers.ViTConfig(image_size=options.image, patch_size=PATCH, **sizes)
        network = transformers.ViTModel(config, add_pooling_layer=False)
        given = torch.randn(options.batch, 3, options.image, options.image)
    return LastHidden(network).eval().to(options.device), given.to(options.device)


def print_errors(name: str, function: Callable, model: nn.Module, given: Tensor) -> bool:
    """Prints a line on how near the outputs and gradients of `function` are to float64; whether all are."""
    verdicts = compare_training(function, model, [given])
    wrong = [verdict for verdict in verdicts if not verdict.ok]
    worst = max(verdicts, key=lambda one: one.comparison.error / max(one.comparison.tolerance, 1e-45))
    right = f"{len(verdicts) - len(wrong)} of {len(verdicts)} outputs and gradients right"
    print(f"{name}: {right}; nearest to its tolerance: {worst.line()}", flush=True)
    for verdict in wrong:
        print(f"  {verdict.line()}", flush=True)
    return not wrong


def step_of(function: Callable, model: nn.Module, given: Tensor) -> Callable[[], object]:
    """One training step: forward, a loss, the gradients of all parameters."""
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]

    def step():
        loss = function(given).square().mean()
        return torch.autograd.grad(loss, parameters, allow_unused=True)

    return step


def print_times(functions: dict[str, Callable], model: nn.Module, given: Tensor) -> None:
    """Prints a row a function: milliseconds of a training step, and its speedup over eager PyTorch."""
    steps = {name: step_of(function, model, given) for name, function in functions.items()}
    timings = time_functions(steps, given.device)
    rows = [["", "ms a step", "spread", "speedup"]]
    for name, timing in timings.items():
        speedup = timings["eager"].ms / timing.ms
        rows.append([name, f"{timing.ms:.2f}", f"{timing.spread:.2f}", f"{speedup:.2f}x"])
    print(format_columns(rows))


def network_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--network", choices=("bert", "llama", "vit"), default="bert", help="architecture (%(default)s)")
    add("--layers", type=positive_integer, default=2, help="blocks (%(default)s)")
    add("--width", type=positive_integer, default=256, help="features (%(default)s)")
    add("--heads", type=positive_integer, default=4, help="of attention (%(default)s)")
    add("--batch", type=positive_integer, default=8, help="sequences, or images (%(default)s)")
    add("--length", type=positive_integer, default=128, help="tokens of a sequence (%(default)s)")
    add("--image", type=positive_integer, default=224, help=f"pixels a side, times of {PATCH} (%(default)s)")
    add("--samples", type=positive_integer, default=8, help="candidates a region, at most (%(default)s)")
    add("--seconds", type=positive_number, default=20.0, help="of searching, a region (%(default)s)")
    add("--device", default=str(default_device()), choices=("cpu", "cuda"), help="default: a GPU if there is")
    add("--tiny", action="store_true", help="the smallest sizes, in place of those above")
    return parser


def check_sizes(options: argparse.Namespace) -> None:
    """Raises ValueError, one line, for sizes that no network has."""
    if options.width % (2 * options.heads):
        raise ValueError(f"--width {options.width} is not {options.heads} heads of an even width")
    if options.network == "vit" and options.image % PATCH:
        raise ValueError(f"--image {options.image} is no whole number of patches of {PATCH} pixels")
    if options.device == "cuda" and not torch.cuda.is_available():
        raise ValueError("there is no GPU here: use --device cpu")


@command_line()
def main(arguments: list[str] | None = None) -> int:
    """Compares, explains, and on a GPU times; 0 if everything is right."""
    options = network_parser().parse_args(arguments)
    if options.tiny:
        vars(options).update(TINY)
    check_sizes(options)
    machine = describe_machine(options.device)
    print("  ".join(f"{name} {value}" for name, value in machine.items()), flush=True)
    model, given = build(options)
    parameters = sum(parameter.numel() for parameter in model.parameters())
    print(f"{options.network}: {parameters:,} parameters, input {tuple(given.shape)}", flush=True)

    settings = {"samples": options.samples, "seconds": options.seconds}
    backend = torch.compile(model, backend="python_to_triton", options=settings)
    functions = {"eager": model, "python_to_triton": backend}
    untimed = why_not_time(options.device)
    if not untimed:
        functions["torch.compile"] = torch.compile(model)
    right = [print_errors(name, function, model, given) for name, function in functions.items()]

    print(f"\nwho computes what:\n{python_to_triton.explain(model, [given], settings)}\n", flush=True)
    if untimed:
        print(f"No times: {untimed}. torch.compile is compared where there are times.")
    else:
        print_times(functions, model, given)
    return 0 if all(right) else 1


if __name__ == "__main__":
    raise SystemExit(main())
