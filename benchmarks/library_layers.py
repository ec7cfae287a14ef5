"""Layers and functions of ordinary libraries, found by looking at what these libraries export.

No layer is written down here: only which modules of a library are looked at, what a parameter of a
constructor gets by its name, and which shapes of inputs are tried in turn. A layer is taken where some choice
constructs it, it runs in float32 and in evaluation, and returns tensors of floats. A network with weights to
load is no layer: library_networks.py has those. Left out, and counted, is what

    cannot be constructed     no choice suits its parameters, or none of the shapes its forward
    needs a download          it reaches for the network, or for a package that is not there
    computes nothing          its results are its inputs: containers, dropout in evaluation
    is not deterministic      two calls differ
    has sizes of the data     other values give results of other shapes
    returns no floats         integers, complex numbers, or no tensor
"""

import functools
import importlib.metadata
import inspect
import itertools
import re
import signal
import socket
import typing
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.error import URLError

import torch
import torch.nn as nn
from torch.utils._pytree import tree_leaves

NOT_BUILT = "cannot be constructed"
NO_DOWNLOAD = "needs a download"
NOTHING = "computes nothing"
RANDOM = "is not deterministic"
SIZES = "has sizes of the data"
NO_FLOATS = "returns no floats"
RULES = (NOT_BUILT, NO_DOWNLOAD, NOTHING, RANDOM, SIZES, NO_FLOATS)
SEARCH_SECONDS = 10  # of trying to construct and call one layer
MOST_CONSTRUCTIONS = 12
DRAWING_CALLS = 24  # of a layer that draws random numbers, which may change its results rarely


@dataclass(frozen=True)
class Library:
    """A library, and which of its modules are looked at."""

    name: str  # as pip knows it
    classes: tuple[str, ...]  # modules with layers
    functions: tuple[str, ...] = ()  # modules with functions of tensors
    first_shape: str = "image"  # of SHAPES, that is tried first
    unlisted: bool = False  # whether what a module defines counts, too, where its __all__ leaves it out

    @property
    def version(self) -> str:
        """The version that is installed; "" where none is."""
        try:
            return importlib.metadata.version(self.name)
        except importlib.metadata.PackageNotFoundError:
            return ""


def _within(package: str, names: str) -> tuple[str, ...]:
    """Modules of a package, by the rest of their names."""
    return tuple(f"{package}.{name}" for name in names.split())


_KORNIA = _within("kornia", "filters color enhance geometry.transform morphology losses metrics")
_ARCHITECTURES = (
    "bert gpt2 t5 llama mistral gemma qwen2 vit convnext "
    "distilbert albert swin segformer wav2vec2 mamba dinov2"
)
_TRANSFORMERS = tuple(f"transformers.models.{one}.modeling_{one}" for one in _ARCHITECTURES.split())
_DECODERS = "unet fpn pspnet deeplabv3 manet"
_SEGMENTATION = (
    *_within("segmentation_models_pytorch", "base base.modules losses"),
    *(f"segmentation_models_pytorch.decoders.{one}.decoder" for one in _DECODERS.split()),
)
_VIT = _within("vit_pytorch", "vit simple_vit cait cvt levit max_vit mobile_vit nest pit")
LIBRARIES = (
    Library("torch", ("torch.nn",), ("torch.nn.functional",)),
    Library("torchvision", ("torchvision.ops",), ("torchvision.ops",)),
    Library("timm", ("timm.layers",)),
    Library(
        "transformers", ("transformers.activations", *_TRANSFORMERS), first_shape="tokens", unlisted=True
    ),
    Library("kornia", _KORNIA, _KORNIA, first_shape="colour"),
    Library("einops", ("einops.layers.torch",)),
    Library("x-transformers", ("x_transformers.x_transformers",), first_shape="tokens"),
    Library("monai", _within("monai", "networks.layers networks.blocks losses")),
    Library("torch-geometric", _within("torch_geometric.nn", "dense norm aggr"), first_shape="rows"),
    Library("segmentation-models-pytorch", _SEGMENTATION),
    Library("vit-pytorch", _VIT, first_shape="tokens"),
    Library("torchaudio", ("torchaudio.transforms",), first_shape="waves"),
)


# ---- what a library exports ----------------------------------------------------------------------


@dataclass(frozen=True)
class LibraryTarget:
    """A layer (a class) or a function of a library, by name."""

    library: str
    module: str
    name: str
    first_shape: str = "image"  # of SHAPES

    @property
    def path(self) -> str:
        """`timm.layers.GlobalResponseNorm`."""
        return f"{self.module}.{self.name}"

    def get(self) -> Callable:
        """The class or function itself."""
        return getattr(importlib.import_module(self.module), self.name)


def declare_missing_operators() -> None:
    """Names two operators that torchvision describes when it is imported.

    Its wheels for CUDA do not load theirs where PyTorch is built for the CPU. Layers that call one of them
    cannot be constructed then.
    """
    if torch.version.cuda or find_spec("torchvision") is None:
        return
    for name in ("nms", "qnms"):
        if not hasattr(torch.ops.torchvision, name):
            schema = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
            torch.library.define(f"torchvision::{name}", schema)


def _exported(module: object, unlisted: bool = False) -> list[tuple[str, object]]:
    """[(name, value)] of what a module exports and its own package defines.

    unlisted: of what the module itself defines, whatever its __all__ names.
    """
    public = [name for name in vars(module) if not name.startswith("_")]
    names = public if unlisted else getattr(module, "__all__", None) or public
    package = module.__name__ if unlisted else module.__name__.split(".")[0]
    found = {name: getattr(module, name, None) for name in names}
    return [
        (name, value)
        for name, value in found.items()
        if f"{getattr(value, '__module__', None)}.".startswith(f"{package}.")
    ]


def _is_layer(value: object) -> bool:
    """Whether a value is a class of layers; a network with weights to load is none."""
    is_module = inspect.isclass(value) and issubclass(value, nn.Module) and value is not nn.Module
    return is_module and not hasattr(value, "from_pretrained")


def targets_of(library: Library) -> list[LibraryTarget]:
    """Every public layer and function of the library's modules, each once, in the order of their names.

    A function without a signature, built in or dispatched by its arguments, is none: its parameters are not
    known.
    """
    known = {}
    for module in library.classes:
        for name, value in _exported(importlib.import_module(module), library.unlisted):
            if _is_layer(value):
                known.setdefault(value, LibraryTarget(library.name, module, name, library.first_shape))
    for module in library.functions:
        for name, value in _exported(importlib.import_module(module)):
            if inspect.isfunction(value) and _required(value):
                known.setdefault(value, LibraryTarget(library.name, module, name, library.first_shape))
    return sorted(known.values(), key=lambda target: (target.module, target.name))


# ---- arguments of constructors -------------------------------------------------------------------

# batch, channels, tokens, samples of a signal, height, width, depth of a volume
N, C, T, L, H, W, D, COLOURS = 2, 32, 10, 20, 16, 24, 8, 3
OTHER_WIDTH = 48
_IMAGE = (H, W)
# (names of a parameter, what it gets, in turn)
ARGUMENTS = (
    (r"out_?(channels|features|chs|dim|chans|planes)|output_(dim|channels)|oup|dim_out", (OTHER_WIDTH, C)),
    (r"hidden_(features|dim|channels)|mlp_dim|planes|dim_hidden|inner_dim|ff_dim", (OTHER_WIDTH, C)),
    (r"in_?(channels|features|chs|dim|chans|planes)|inp|input_(dim|size|channels)|dim_in", (C, COLOURS)),
    (r"dims?|channels|chs|num_(features|channels)|d_model|width|features", (C, COLOURS)),
    (r"normalized_shape", (C, (C,))),
    (r"(embed|embedding|emb|model|feature|query|key|value)_dim|embed_size|hidden_size|n_embd", (C,)),
    (r"in[12]_features|chan|n_channels|num_parameters|skip_channels|nf|nx", (C,)),
    (r"kernel_size|kernel|window_size", (3, (3, 3), 4)),
    (r"patch_size", (4, (4, 4))),
    (r"(num_|n_)?heads?|nhead|num_attention_heads", (4,)),
    (r"dim_head|head_dim|dim_heads|dim_key|dim_value|d_k|d_v", (8,)),
    (r"(num_)?groups?", (4,)),
    (r"stride|dilation|factor|(up|down)?scale_factor|ratio|expand_ratio|levels?|pool_size", (2,)),
    (r"padding|pad", (1, (1, 1), (1, 1, 1, 1))),
    (r"(img|image|input|feat|fmap)_size|input_resolution|resolution", (_IMAGE,)),
    (r"output_size|out_size|size|dsize|shape", (8, (8, 12))),
    (r"spatial_dims|dimension|ndim", (2,)),
    (r"depth|num_layers|n_layers?|layers|num_blocks|n_blocks", (2,)),
    (r"num_classes|n_classes|classes|num_embeddings|vocab_size|num_queries", (10,)),
    (r"seq_len|max_seq_len|seq_length|max_len|num_positions|num_patches|length", (T,)),
    (r"p|drop(out)?(_(prob|rate|p|path))?|rate|prob", (0.1,)),
    (r"sigma|std|sigma_color|sigma_space", ((1.5, 1.5), 1.5)),
    (r"eps|epsilon", (1e-5,)),
    (r"min|min_val(ue)?|low", (-0.5,)),  # below what a largest number gets, by its type
    (r"norm(_layer)?", (nn.LayerNorm, nn.BatchNorm2d)),
    (r"act(ivation)?(_layer|_fn|_cls)?|nonlinearity|func|fn", (nn.GELU(),)),
    (r"pattern", ("b c h w -> b (h w) c", "b c h w -> b c")),
    (r"reduction", ("mean",)),
    (r"pool_type|pooling|mode", ("max", "row", "nearest")),
)
# words of an annotation
BY_TYPE = {"bool": (False,), "int": (4,), "float": (0.5, 1.5), "tuple": ((3, 3),), "Callable": (nn.GELU(),)}
# fields of a configuration of transformers; those that a configuration has are set
FIELDS = (
    dict.fromkeys(("hidden_size", "n_embd", "d_model", "dim", "embed_dim", "embedding_size"), C)
    | dict.fromkeys(("intermediate_size", "hidden_dim", "d_ff"), OTHER_WIDTH)
    | dict.fromkeys(("d_kv", "head_dim"), 8)
    | dict.fromkeys(("num_attention_heads", "n_head", "n_heads", "num_heads", "patch_size"), 4)
    | dict.fromkeys(("num_key_value_heads", "num_hidden_layers", "n_layer", "n_layers", "num_layers"), 2)
    | {"vocab_size": 50, "max_position_embeddings": 64, "image_size": 32}
    | {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
)
EMPTY = inspect.Parameter.empty
_NAMEABLE = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


@functools.cache
def _parameters(function: Callable) -> tuple[inspect.Parameter, ...]:
    """The parameters of a function or class that can be named; none where it has no signature."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # built in
        return ()
    return tuple(one for one in parameters if one.kind in _NAMEABLE)


def _required(function: Callable) -> tuple[inspect.Parameter, ...]:
    """Those of its parameters that have no default."""
    return tuple(one for one in _parameters(function) if one.default is EMPTY)


def small_fields(kind: type) -> dict:
    """The fields of FIELDS that a class of transformers' configurations has as single numbers."""
    default = kind()
    small = {name: size for name, size in FIELDS.items() if isinstance(getattr(default, name, None), int)}
    return small | {"attn_implementation": "eager"}


def _configurations(layer: type, annotation: object) -> tuple:
    """A small configuration of transformers for a layer: of the annotated class, else its module's own."""
    from transformers import PretrainedConfig

    annotated = typing.get_args(annotation) or (annotation,)
    for one in (*annotated, *vars(importlib.import_module(layer.__module__)).values()):
        if inspect.isclass(one) and issubclass(one, PretrainedConfig) and one is not PretrainedConfig:
            return (one(**small_fields(one)),)
    return ()


def _annotated(annotation: object) -> tuple:
    """What a parameter gets by its annotation alone."""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    found = (values for word, values in BY_TYPE.items() if re.search(rf"\b{word}\b", text, re.IGNORECASE))
    return next(found, ())


def _named_choices(name: str) -> tuple:
    """What a parameter gets by its name alone."""
    return next((values for names, values in ARGUMENTS if re.fullmatch(names, name)), ())


def choices_of(parameter: inspect.Parameter, owner: Callable = object) -> tuple:
    """What a parameter of a constructor is given, in turn; () where nothing is known for it."""
    name = parameter.name
    if name == "config" and owner.__module__.startswith("transformers."):
        return _configurations(owner, parameter.annotation)
    known = _named_choices(name)
    return known or (() if parameter.annotation is EMPTY else _annotated(parameter.annotation))


class NotTaken(Exception):
    """Why a layer is left out: one of the rules, and the reason in its own words."""

    def __init__(self, rule: str, reason: str = ""):
        super().__init__(reason)
        self.rule = rule
        self.reason = reason


def constructions(function: Callable, parameters: Sequence[inspect.Parameter]) -> Iterator[dict]:
    """The keyword arguments that are tried for these parameters, at most MOST_CONSTRUCTIONS; then, with the
    first choice of each, those that the signature leaves at None, one at a time.

    Raises:
        NotTaken: nothing is known for a parameter.
    """
    choices = {one.name: choices_of(one, function) for one in parameters}
    unknown = [name for name, values in choices.items() if not values]
    if unknown:
        raise NotTaken(NOT_BUILT, f"nothing is known for its parameter {unknown[0]}")
    product = itertools.product(*choices.values())
    for values in itertools.islice(product, MOST_CONSTRUCTIONS):
        yield dict(zip(choices, values))
    first = {name: values[0] for name, values in choices.items()}
    for optional in _parameters(function):
        if optional.default is None and (values := _named_choices(optional.name)):
            yield first | {optional.name: values[0]}


def missing_arguments(error: Exception) -> list[inspect.Parameter]:
    """The parameters that a constructor of `*args` says it misses: `input_size` of a recurrent layer."""
    names = re.findall(r"'(\w+)'", str(error)) if re.search(r"missing \d+ required", str(error)) else []
    return [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]


# ---- inputs --------------------------------------------------------------------------------------

SHAPES = {
    "image": (N, C, H, W),
    "tokens": (N, T, C),
    "rows": (6, C),
    "boxes": (6, 4),
    "signal": (N, C, L),
    "volume": (N, C, D, 12, T),
    "channels last": (N, H, W, C),
    "colour": (N, COLOURS, H, W),
    "square": (N, COLOURS, 32, 32),
    "grey": (N, 1, H, W),
    "colour volume": (N, 1, D, 16, 16),
    "heads": (N, 4, T, 8),
    "waves": (N, 1600),
    "ids": (N, T),
}
# by what a class is called, the shape that is tried first
_SHAPES_BY_NAME = (
    (r"1d$", "signal"),
    (r"2d$", "image"),
    (r"3d$", "volume"),
    (r"(Embedding|Embed)$", "ids"),
    (r"box|Box", "boxes"),
    (r"RGB|Rgb|_rgb|rgb_|Color|Hsv|Lab\b", "colour"),
)
_CLASSES = 3  # that integers of targets and ids stay below


@dataclass(frozen=True)
class Input:
    """A tensor that a layer is called with: its shape, and whether it holds integers."""

    shape: tuple[int, ...]
    integers: bool = False

    def __str__(self):
        return f"{'i64' if self.integers else 'f32'}{list(self.shape)}"

    def draw(self, generator: torch.Generator, uniform: bool) -> torch.Tensor:
        """Random values: normal, or uniform between 0 and 1; small integers."""
        if self.integers:
            return torch.randint(_CLASSES, self.shape, generator=generator)
        made = torch.rand if uniform else torch.randn
        return made(self.shape, generator=generator)


def further_inputs(name: str, first: Input) -> list[Input]:
    """What a further parameter of a forward is given, in turn, beside the first input."""
    shape = first.shape
    classes = [Input(shape[:1] + shape[2:], True), Input(shape[:1], True)]
    if re.fullmatch(r"target|targets|labels?|y|y_true|gt", name):
        return [*classes, first]
    if re.fullmatch(r"adj|.*mask|s", name):
        return [Input((*shape[:-1], shape[-2])) if len(shape) > 1 else first, first]
    if re.fullmatch(r"index|batch|indices|idx", name):
        return [Input(shape[:1], True)]
    return [first, Input(shape[:1]), *classes[:1]]


def inputs_for(parameters: Sequence[inspect.Parameter], target: LibraryTarget) -> Iterator[tuple[Input, ...]]:
    """The inputs that are tried for the required parameters of a layer's forward, in turn."""
    named = [shape for pattern, shape in _SHAPES_BY_NAME if re.search(pattern, target.name)]
    for shape in dict.fromkeys([*named, target.first_shape, *SHAPES]):
        one = Input(SHAPES[shape], shape == "ids")
        further = [further_inputs(parameter.name, one) for parameter in parameters[1:]]
        for others in itertools.islice(itertools.product(*further), 4):
            yield (one, *others)


# ---- one layer -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class LayerCall:
    """A layer that was constructed, and a call of it that runs."""

    program: Callable
    inputs: tuple[torch.Tensor, ...]
    build: str  # how it was constructed: `LayerNorm(normalized_shape=32)`
    given: str  # what it is called with: `f32[2, 10, 32]`


def _floats(result: object) -> list[torch.Tensor]:
    """The tensors of a result; NotTaken where none is of floats, or one is complex."""
    tensors = [leaf for leaf in tree_leaves(result) if isinstance(leaf, torch.Tensor)]
    if not any(tensor.is_floating_point() for tensor in tensors) or any(map(torch.is_complex, tensors)):
        raise NotTaken(NO_FLOATS)
    return tensors


def _same(some: torch.Tensor, other: torch.Tensor) -> bool:
    same_shapes = some.shape == other.shape
    return same_shapes and torch.allclose(some.double(), other.double(), 0, 0, equal_nan=True)


def _drawn(inputs: Sequence[Input], seed: int, uniform: bool) -> tuple[torch.Tensor, ...]:
    generator = torch.Generator().manual_seed(seed)
    return tuple(one.draw(generator, uniform) for one in inputs)


def _is_random(program: Callable, inputs: Sequence[Input], uniform: bool, found: list[torch.Tensor]) -> bool:
    """Whether another call of a layer gives other results than `found`, with any of the random numbers that
    it draws.
    """
    before = torch.get_rng_state()
    again = _floats(program(*_drawn(inputs, 0, uniform)))
    draws = not torch.equal(before, torch.get_rng_state())
    others = (_floats(program(*_drawn(inputs, 0, uniform))) for _ in range(DRAWING_CALLS * draws))
    results = itertools.chain([again], others)
    return any(len(found) != len(one) or not all(map(_same, found, one)) for one in results)


def check_layer_call(program: Callable, inputs: Sequence[Input], uniform: bool) -> tuple[torch.Tensor, ...]:
    """Calls a layer three times, or more often where it draws random numbers, and returns its inputs.

    Raises:
        NotTaken: a rule leaves it out. What the layer itself raises where the inputs do not suit it.
    """
    torch.manual_seed(0)  # the search and the translation see the same
    found, others = (_floats(program(*_drawn(inputs, seed, uniform))) for seed in (0, 1))
    tensors = _drawn(inputs, 0, uniform)
    if all(any(_same(one, given) for given in tensors) for one in found):
        raise NotTaken(NOTHING)
    if _is_random(program, inputs, uniform, found):
        raise NotTaken(RANDOM)
    if [one.shape for one in found] != [one.shape for one in others]:
        raise NotTaken(SIZES)
    return tensors


def _words(name: str, named: dict) -> str:
    """How something was constructed, in a line."""

    def value(item):
        return item.__name__ if inspect.isclass(item) else re.sub(r"\s+", " ", repr(item))[:40]

    return f"{name}({', '.join(f'{key}={value(item)}' for key, item in named.items())})"


def _is_tensor(parameter: inspect.Parameter) -> bool:
    return "Tensor" in str(parameter.annotation) or parameter.name in ("input", "x", "image")


NETWORK_ERRORS = (ImportError, ConnectionError, URLError)


def _layers_built(name: str, layer: type, parameters: Sequence[inspect.Parameter]) -> Iterator[tuple]:
    """As _built, of a layer whose constructor is given these parameters."""
    error = None
    succeeded = False
    for named in constructions(layer, parameters):
        torch.manual_seed(0)
        try:
            program = layer(**named).eval()
        except (NotTaken, *NETWORK_ERRORS):
            raise
        except Exception as failure:  # whatever a constructor raises: another choice may suit it
            error = error or failure
            continue
        succeeded = True
        yield program, _required(layer.forward)[1:], _words(name, named)
    if error and not succeeded:
        missing = missing_arguments(error)
        if not missing or parameters:
            raise error
        yield from _layers_built(name, layer, missing)


def _built(target: LibraryTarget) -> Iterator[tuple[Callable, tuple[inspect.Parameter, ...], str]]:
    """(program, the parameters that want tensors, in words) of each choice that constructs a target.

    Raises:
        NotTaken: nothing is known for a parameter, or a layer has no forward. What the first constructor
            raised where none succeeds.
    """
    one = target.get()
    if not inspect.isclass(one):
        tensors = tuple(parameter for parameter in _required(one) if _is_tensor(parameter))
        if not tensors:
            raise NotTaken(NOT_BUILT, "no parameter is known to be a tensor")
        for named in constructions(one, [p for p in _required(one) if p not in tensors]):
            program = functools.partial(one, **named) if named else one
            yield program, tensors, _words(target.name, named)
        return
    if one.forward is nn.Module.forward or not inspect.signature(one.forward).parameters:
        raise NotTaken(NOTHING, "it has no forward")
    yield from _layers_built(target.name, one, _required(one))


def error_words(error: BaseException) -> str:
    """What an error says, in a line."""
    text = str(error).strip().split("\n")[0][:160]
    return f"{type(error).__name__}: {text}"


def _trials(target: LibraryTarget) -> Iterator[tuple]:
    """(program, how it was constructed, inputs, whether they are uniform) of each call that is tried."""
    for uniform in (False, True):  # losses of probabilities refuse normal values
        for program, parameters, build in _built(target):
            for inputs in inputs_for(parameters, target) if parameters else ():
                yield program, build, inputs, uniform


def find_call(target: LibraryTarget) -> LayerCall:
    """The first call of a target that runs, in the order of values, constructions and shapes.

    Raises:
        NotTaken: why there is none.
    """
    error = None
    try:
        for program, build, inputs, uniform in _trials(target):
            try:
                with torch.no_grad():
                    tensors = check_layer_call(program, inputs, uniform)
            except (NotTaken, *NETWORK_ERRORS):
                raise
            except Exception as failure:  # these inputs do not suit it
                error = error or failure
                continue
            return LayerCall(program, tensors, build, ", ".join(map(str, inputs)))
    except NETWORK_ERRORS as failure:
        raise NotTaken(NO_DOWNLOAD, error_words(failure)) from failure
    except NotTaken:
        raise
    except Exception as failure:  # of the first constructor
        error = error or failure
    raise NotTaken(NOT_BUILT, error_words(error) if error else "its forward takes no tensor by position")


# ---- all layers of a library ---------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What became of the search for a call of a target."""

    target: LibraryTarget
    rule: str = ""  # that leaves it out; "": it is taken
    reason: str = ""
    build: str = ""  # as of a LayerCall
    given: str = ""


def _refuse_connection(*_: object) -> None:
    raise ConnectionError("it reaches for the network")


def _late(*_: object) -> None:
    raise NotTaken(NOT_BUILT, f"no call within {SEARCH_SECONDS} s")


def try_target(target: LibraryTarget, _tell: Callable | None = None) -> Found:
    """Searches for a call of a target; for a process of its own, whose network and alarm it takes."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    socket.socket.connect = _refuse_connection
    signal.signal(signal.SIGALRM, _late)
    signal.setitimer(signal.ITIMER_REAL, SEARCH_SECONDS)
    try:
        call = find_call(target)
    except NotTaken as left:
        return Found(target, left.rule, left.reason)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return Found(target, build=call.build, given=call.given)
