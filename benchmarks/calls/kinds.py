"""The variations of a call, by kind: what each changes, and its share of all calls.

A kind is a function that yields calls of one program, in the order of a random generator. The shares are
what calls of a library look like, as far as one table can say it: mostly other sizes, layouts and
arguments; some that PyTorch itself refuses, which have to be refused here, too.
"""

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from calls.data import Call
from calls.originals import (
    MOST_ELEMENTS,
    Original,
    elements,
    shapes_with,
    small_call,
)
from calls.running import GRADIENTS, LAYOUTS

SIZES = (1, 2, 3, 4, 5, 7, 8, 12, 13, 16, 17, 31, 32, 33, 48, 64, 65, 100, 127, 130)
TRIES = 12  # draws for one call that the program takes
A_KIND = 8  # calls of one kind and program, at most
FLOATS = ("float32", "float64", "float16", "bfloat16")


def words(shapes: Sequence[Sequence[int]]) -> str:
    """Shapes in words: (3, 4), (4)."""
    return ", ".join(f"({', '.join(map(str, shape))})" for shape in shapes)


def shapes_of(arguments: Sequence) -> list[list[int]]:
    """The shapes of tensor arguments."""
    return [list(argument.shape) for argument in arguments]


def drawn_shapes(original: Original, rng: random.Random, apart: bool) -> list[list[int]] | None:
    """Other sizes that the program takes; with `apart`, sizes that were equal may differ. None: not found."""
    most = max(MOST_ELEMENTS, 2 * elements(original.arguments))
    for _ in range(TRIES):
        shapes = shapes_of(original.arguments)
        for positions in original.free:
            split = [(position,) for position in positions] if apart and rng.random() < 0.5 else [positions]
            for part in split:
                if rng.random() < 0.8:
                    shapes = shapes_with(shapes, part, rng.choice(SIZES))
        arguments = original.with_shapes(shapes)
        changed = shapes != shapes_of(original.arguments)
        if changed and elements(arguments) <= most:
            if original.accepts(small_call(original, steps=(arguments,))):
                return shapes
    return None


# ---- tensors -------------------------------------------------------------------------------------


def other_sizes(original: Original, rng: random.Random) -> Iterator[Call]:
    """Sizes that the program takes, equal ones mostly kept equal."""
    for number in range(A_KIND):
        shapes = drawn_shapes(original, rng, apart=number % 3 == 2)
        if shapes:
            yield small_call(original, detail=words(shapes), steps=(original.with_shapes(shapes),))


def own_call(original: Original, rng: random.Random) -> Iterator[Call]:
    """The call of the program itself, at small sizes, its values alone drawn anew."""
    yield small_call(original, detail=words(shapes_of(original.arguments)))


def mismatched_sizes(original: Original, rng: random.Random) -> Iterator[Call]:
    """A size of one tensor changed so that the program refuses it."""
    shapes = shapes_of(original.arguments)
    positions = [(i, d) for i, shape in enumerate(shapes) for d in range(len(shape))]
    rng.shuffle(positions)
    for argument, dim in positions:
        size = shapes[argument][dim] + rng.choice((1, 2, 3))
        changed = shapes_with(shapes, [(argument, dim)], size)
        call = small_call(original, detail=words(changed), steps=(original.with_shapes(changed),))
        if not original.accepts(call):
            yield call


def broadcast_sizes(original: Original, rng: random.Random) -> Iterator[Call]:
    """A size of one tensor becomes 1, or its first dimension goes, and the program still takes it."""
    shapes = shapes_of(original.arguments)
    positions = [(i, d) for i, shape in enumerate(shapes) for d in range(-1, len(shape))]
    rng.shuffle(positions)
    for argument, dim in positions if len(shapes) > 1 else ():
        if dim >= 0 and shapes[argument][dim] > 1:
            changed = shapes_with(shapes, [(argument, dim)], 1)
        elif dim < 0 and len(shapes[argument]) > 1:
            changed = [*shapes[:argument], shapes[argument][1:], *shapes[argument + 1 :]]
        else:
            continue
        call = small_call(original, detail=words(changed), steps=(original.with_shapes(changed),))
        if original.accepts(call):
            yield call


def other_rank(original: Original, rng: random.Random) -> Iterator[Call]:
    """A dimension more or less, of one tensor or of all."""
    shapes = shapes_of(original.arguments)
    for _ in range(A_KIND):
        longer = rng.random() < 0.5
        chosen = range(len(shapes)) if rng.random() < 0.5 else [rng.randrange(len(shapes))]
        changed = [
            ([2, *shape] if longer else shape[1:]) if place in chosen else shape
            for place, shape in enumerate(shapes)
        ]
        yield small_call(original, detail=words(changed), steps=(original.with_shapes(changed),))


def empty_tensors(original: Original, rng: random.Random) -> Iterator[Call]:
    """A size is 0."""
    for positions in rng.sample(original.free, len(original.free)):
        changed = shapes_with(shapes_of(original.arguments), positions, 0)
        yield small_call(original, detail=words(changed), steps=(original.with_shapes(changed),))


def other_layout(original: Original, rng: random.Random) -> Iterator[Call]:
    """Inputs that are not contiguous, or begin inside another tensor; a third at other sizes too."""
    names = [name for name in LAYOUTS if name != "contiguous"]
    for number in range(A_KIND):
        shapes = drawn_shapes(original, rng, apart=False) if number % 3 == 2 else None
        arguments = original.with_shapes(shapes) if shapes else original.arguments
        chosen = [
            name if rng.random() < 0.6 else "contiguous" for name in rng.choices(names, k=len(arguments))
        ]
        chosen[rng.randrange(len(chosen))] = names[number % len(names)]
        laid_out = tuple(replace(item, layout=name) for item, name in zip(arguments, chosen))
        yield small_call(
            original, detail=f"{', '.join(chosen)} at {words(shapes_of(arguments))}", steps=(laid_out,)
        )


def parameter_layout(original: Original, rng: random.Random) -> Iterator[Call]:
    """Parameters that are matrices or more, and not contiguous."""
    if original.kind == "module" and any(each.dim() > 1 for each in original.function.parameters()):
        for layout in rng.sample(("transposed", "step", "offset"), 3):
            yield small_call(original, detail=layout, parameter_layout=layout)


def other_dtype(original: Original, rng: random.Random) -> Iterator[Call]:
    """Other floating-point numbers in all tensors or one, integers of 32 bits, integers for floats."""
    floats = [place for place, item in enumerate(original.arguments) if item.dtype in FLOATS]
    whole = [place for place, item in enumerate(original.arguments) if item.dtype == "int64"]
    options = [(places, dtype) for dtype in FLOATS for places in (floats, floats[:1]) if places]
    options += [(whole, "int32")] if whole else []
    options += [(floats, "int64")] if floats else []
    for places, dtype in rng.sample(options, len(options)):
        changed = tuple(
            replace(item, dtype=dtype) if place in places else item
            for place, item in enumerate(original.arguments)
        )
        everywhere = dtype in FLOATS and places == floats and original.kind == "module"
        call = small_call(
            original,
            detail=f"{dtype} for {', '.join(original.parameters[place] for place in places)}",
            steps=(changed,),
            parameter_dtype=dtype if everywhere else "",
        )
        if changed != original.arguments and original.accepts(call):
            yield call


def number_for_tensor(original: Original, rng: random.Random) -> Iterator[Call]:
    """A number, or a tensor without dimensions that stays on the CPU, where a tensor of floats stood."""
    for place, item in enumerate(original.arguments):
        if item.dtype not in FLOATS or len(original.arguments) < 2:
            continue
        scalar = replace(item, shape=(), host=True)
        for value, text in ((0.75, "a number"), (scalar, "a CPU tensor of no dimensions"), (None, "None")):
            arguments = (*original.arguments[:place], value, *original.arguments[place + 1 :])
            yield small_call(original, detail=f"{text} for {original.parameters[place]}", steps=(arguments,))


def bad_indices(original: Original, rng: random.Random) -> Iterator[Call]:
    """A position out of range: below zero, or the size itself."""
    for place, item in enumerate(original.arguments):
        if item.bound:
            for invalid in ("negative", "beyond"):
                changed = replace(item, invalid=invalid)
                arguments = (*original.arguments[:place], changed, *original.arguments[place + 1 :])
                detail = f"{invalid} in {original.parameters[place]}"
                yield small_call(original, detail=detail, steps=(arguments,))


# ---- arguments -----------------------------------------------------------------------------------


def by_keyword(original: Original, rng: random.Random) -> Iterator[Call]:
    """Arguments by keyword: all of them, or the last ones."""
    names = original.parameters
    if original.kind != "statements":
        for count in range(len(names), 0, -1):
            yield small_call(original, detail=", ".join(names[-count:]), named=tuple(names[-count:]))


def other_values(value: object, rng: random.Random) -> list:
    """Other values of a number, a flag or a tuple of numbers; none for what is neither."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        found = [value * 2, value // 2, value + 1, value + 2, max(1, value // 4), 1, 24, 16]
        return [each for each in dict.fromkeys(found) if each != value and each > 0]
    if isinstance(value, float):
        return [value * 2, value * 0.5, value + 0.125, 1]
    if isinstance(value, (tuple, list)) and value:
        place = rng.randrange(len(value))
        kind = type(value)
        return [kind([*value[:place], each, *value[place + 1 :]]) for each in other_values(value[place], rng)]
    return []


def other_default(original: Original, rng: random.Random) -> Iterator[Call]:
    """A parameter that has a default is given another value; sometimes the default itself."""
    for name, default in original.defaults.items():
        values = other_values(default, rng)
        for value in [default, *rng.sample(values, len(values))]:
            call = small_call(original, detail=f"{name} = {value!r}", more={name: value})
            if original.accepts(call):
                yield call


def other_constructor(original: Original, rng: random.Random) -> Iterator[Call]:
    """An argument of the class is another one, and the inputs fit it."""
    own = shapes_of(original.arguments)
    fixed = set(range(len(own)))
    for place, name in rng.sample(
        list(enumerate(original.constructor_names)), len(original.constructor_names)
    ):
        value = original.constructor[place]
        for other in other_values(value, rng)[:TRIES]:
            constructor = (*original.constructor[:place], other, *original.constructor[place + 1 :])
            where = [
                (i, d) for i in fixed for d, size in enumerate(own[i]) if type(value) is int and size == value
            ]
            candidates = [own, shapes_with(own, where, other)] if where else [own]
            for shapes in candidates:
                call = small_call(
                    original,
                    detail=f"{name} = {other!r} at {words(shapes)}",
                    steps=(original.with_shapes(shapes),),
                    constructor=constructor,
                )
                if original.accepts(call):
                    yield call
                    break


# ---- state ---------------------------------------------------------------------------------------


def other_mode(original: Original, rng: random.Random) -> Iterator[Call]:
    """After train() and after eval()."""
    if original.kind == "module":
        for training in (False, True):
            call = small_call(original, detail="train()" if training else "eval()", training=training)
            if original.accepts(call):
                yield call


def repeated_calls(original: Original, rng: random.Random) -> Iterator[Call]:
    """Three calls of one module or function, at one set of sizes or at three; then the state is compared."""
    training = None if original.kind != "module" else True
    yield small_call(original, detail="three calls", steps=(original.arguments,) * 3, training=training)
    for _ in range(2):
        shapes = [drawn_shapes(original, rng, apart=False) for _ in range(2)]
        if all(shapes):
            steps = (original.arguments, *map(original.with_shapes, shapes))
            yield small_call(original, detail=f"then {' then '.join(map(words, shapes))}", steps=steps)


def wanted_gradient(original: Original, rng: random.Random) -> Iterator[Call]:
    """Tensors that require a gradient: a backward follows, or no gradient is recorded."""
    for name in rng.sample(list(GRADIENTS), len(GRADIENTS)):
        has_parameters = original.kind == "module" and bool(list(original.function.parameters()))
        if name != "parameters" or has_parameters:
            yield small_call(original, detail=name, gradient=name)


def written_in_place(original: Original, rng: random.Random) -> Iterator[Call]:
    """One tensor in several places of a call, and a result that the caller writes into."""
    yield small_call(original, detail="writes the result", write_result=True)
    described = [(item.shape, item.dtype) for item in original.arguments]
    if len(set(described)) < len(described):
        yield small_call(original, detail="one tensor for several arguments", aliased=True)


# ---- the draw ------------------------------------------------------------------------------------

# Shares of all calls, in percent. Where the programs do not have so many of a kind, other kinds take them.
SHARES: dict[str, tuple[float, Callable[[Original, random.Random], Iterator[Call]]]] = {
    "own": (5, own_call),
    "sizes": (20, other_sizes),
    "layout": (15, other_layout),
    "parameter layout": (5, parameter_layout),
    "keyword": (8, by_keyword),
    "default": (6, other_default),
    "mode": (8, other_mode),
    "repeated": (7, repeated_calls),
    "constructor": (6, other_constructor),
    "gradient": (5, wanted_gradient),
    "in place": (5, written_in_place),
    "mismatched": (3, mismatched_sizes),
    "broadcast": (1, broadcast_sizes),
    "rank": (1, other_rank),
    "empty": (1, empty_tensors),
    "dtype": (2, other_dtype),
    "number": (1, number_for_tensor),
    "indices": (1, bad_indices),
}


def candidate_calls(original: Original, seed: int) -> list[Call]:
    """Up to A_KIND calls of every kind, each once, in an order that the seed draws."""
    found = {}
    for kind, (_, draw) in SHARES.items():
        rng = random.Random(f"{seed} {original.path} {kind}")
        for call in itertools.islice(draw(original, rng), A_KIND):
            named = replace(call, kind=kind, seed=rng.randrange(1 << 30))
            found.setdefault(named.name, named)
    return list(found.values())


def drawn_calls(candidates: Sequence[Sequence[Call]], number: int, seed: int) -> list[Call]:
    """`number` calls out of those of all programs, by the shares of the kinds.

    Of a kind every program gives one call before any gives a second. What a kind lacks is drawn from the
    others, by their shares.
    """
    rng = random.Random(seed)
    waiting = {}
    for kind in SHARES:
        rows = [[call for call in calls if call.kind == kind] for calls in candidates]
        rng.shuffle(rows)
        turns = itertools.chain.from_iterable(itertools.zip_longest(*rows))
        waiting[kind] = [call for call in turns if call]
    drawn = []
    while len(drawn) < number and any(waiting.values()):
        missing = number - len(drawn)
        open_kinds = [kind for kind in SHARES if waiting[kind]]
        total = sum(SHARES[kind][0] for kind in open_kinds)
        for kind in open_kinds:
            count = max(1, round(missing * SHARES[kind][0] / total))
            drawn += waiting[kind][:count]
            del waiting[kind][:count]
    return sorted(drawn[:number], key=lambda call: call.program)
