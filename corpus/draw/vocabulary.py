"""The single operations that programs are drawn from, by kind, and their numbers."""

import functools
import random
import re

from corpus.tables import tables

NUMBERS = """
0.5 0.5 2 2 2 0.1 0.1 3 4 1 1 1.5 10 0.25 0.01 0.2 5 6 8 16 100 1000 10000 0.001 0.7 0.3 0.9 0.99 0.044715
0.7978845608028654 1.702 0.7071067811865476 0.6666666666666666 0.3333333333333333 3.141592653589793
1.4142135623730951 1.4426950408889634 0.6931471805599453 6.283185307179586
""".split()


LITTLE = "1e-12 1e-10 1e-9 1e-8 1e-8 1e-6 1e-6 1e-6 1e-5 1e-5 1e-4 1e-3".split()


EXPONENTS = "0.3 0.7 1.2 2.2 0.45 2.4 0.3333333333333333 0.6666666666666666 0.8 0.1 1.75 0.9".split()


def number_text(rng: random.Random, signed: bool) -> str:
    """A number as people write it."""
    text = (
        rng.choice(NUMBERS)
        if rng.random() < 0.6
        else str(round(rng.uniform(0.05, 4.0), rng.choice((1, 1, 2))))
    )
    return "-" + text if signed and rng.random() < 0.3 else text


def with_numbers(row: tuple[str, str], rng: random.Random) -> tuple[str, str]:
    """A row of ATOMS with numbers in its braces: (torch, triton), where Triton's are floats."""
    words = {
        "n": number_text(rng, True),
        "p": number_text(rng, False),
        "s": rng.choice(LITTLE),
        "e": rng.choice(EXPONENTS),
    }
    words["low"], words["high"] = sorted((number_text(rng, True), number_text(rng, True)), key=float)
    return row[0].format(**words), row[1].format(
        **{name: word if "." in word or "e" in word else f"{word}.0" for name, word in words.items()}
    )


WHOLE = {
    "i": (1, 2, 3, 4, 5, 7, 10, 16, 20, 31, 50, 100, 255),
    "k": (2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 17, 24, 60, 64, 100),
    "b": (1, 2, 3, 4, 5, 8),
    "m": (1, 2, 3, 7, 8, 15, 31, 63, 127, 128, 240, 248, 255),
}


def with_whole_numbers(row: tuple[str, str], rng: random.Random) -> tuple[str, str]:
    """A row of ATOMS_INTEGER with numbers in its braces: (torch, triton)."""
    words = {letter: rng.choice(numbers) for letter, numbers in WHOLE.items()}
    return tuple(text.format(**words) for text in row[:2])


@functools.cache
def atoms() -> list[tuple[float, list]]:
    """[(weight, rows)] of single operations: of one value, with a number, of two and of three."""
    calls = [
        row
        for row in tables()["UNARY"].values()
        if re.fullmatch(r"x = (?:-x|(?:torch|F)\.\w+\(x(?:, [\w.=']+)*\))", row[0])
    ]
    return [
        (0.36, calls + list(tables()["ATOMS"].values())),
        *(
            (weight, list(tables()[name].values()))
            for weight, name in ((0.28, "ATOMS_NUMBER"), (0.28, "ATOMS_TWO"), (0.08, "ATOMS_THREE"))
        ),
    ]


# What most people put behind a heavy operation: rows of these tables, by name.
TAIL = {
    "UNARY": """
    relu relu sigmoid sigmoid tanh tanh gelu gelu silu silu mish mish hardswish softplus elu selu
    leaky_relu leaky_relu_01 leaky_relu_02 hardsigmoid relu6 hardtanh gelu_tanh softsign abs
    """,
    "ATOMS_NUMBER": "add add_again sub sub mul mul mul_again div div from_1 clamp clamp clamp_min clamp_max",
    "ATOMS_TWO": "add add add sub mul mul mul div maximum minimum",
}


@functools.cache
def usual_atoms() -> list[tuple[float, list]]:
    """[(weight, rows)] as `atoms`, of TAIL alone."""
    return [
        (weight, [tables()[name][row] for row in TAIL[name].split()])
        for weight, name in zip((0.42, 0.28, 0.3), TAIL)
    ]


@functools.cache
def choice_atoms() -> list[tuple[float, list]]:
    """[(weight, rows)]: activations written out by hand beside the usual operations; `Sketch.choose` adds the
    rest.
    """
    rows = [
        [row for row in tables()["ATOMS"].values() if not row[2:]],
        *(list(tables()[name].values()) for name in ("ATOMS_WRITTEN", "ATOMS_NUMBER")),
    ]
    return list(zip((0.25, 0.25, 0.2), rows))


@functools.cache
def gate_atoms() -> list[tuple[float, list]]:
    """[(weight, rows)]: what the cells of recurrent networks are made of."""
    unary, number, two = (tables()[name] for name in ("UNARY", "ATOMS_NUMBER", "ATOMS_TWO"))
    return [
        (
            0.4,
            [
                unary[name]
                for name in "sigmoid sigmoid sigmoid tanh tanh relu silu softsign hardsigmoid gelu "
                "softplus".split()
            ],
        ),
        (0.1, [number[name] for name in "from_1 from_1 from_1_int add mul".split()]),
        (0.4, [two[name] for name in "mul mul add add sub maximum".split()]),
    ]


@functools.cache
def learned_atoms() -> list[tuple[float, list]]:
    """[(weight, rows)]: activations with parameters of a module, beside the usual operations."""
    return [
        *((weight * 0.6, rows) for weight, rows in usual_atoms()),
        (0.15, list(tables()["ATOMS_TWO"].values())),
        (0.25, list(tables()["ATOMS_LEARNED"].values())),
    ]


@functools.cache
def integer_atoms() -> list[tuple[float, list]]:
    """[(weight, rows)]: whole numbers and what compares them, by how many operands they have."""
    rows = list(tables()["ATOMS_INTEGER"].values())
    return [
        (weight, [row for row in rows if row[2] in kinds.split()])
        for weight, kinds in ((0.5, "i"), (0.26, "ii"), (0.24, "b bb bi bii ib"))
    ]


@functools.cache
def update_atoms() -> list[tuple[float, list]]:
    """[(weight, rows)]: what optimizers are made of, beside a few of the usual operations."""
    return [
        (0.75, list(tables()["ATOMS_UPDATE"].values())),
        *((weight * 0.25, rows) for weight, rows in usual_atoms()[1:]),
    ]


@functools.cache
def gradient_atoms() -> list[tuple[float, list]]:
    """[(weight, rows)]: what derivatives are made of: products before all, differences, 1 - y, quotients."""
    unary, number, two = (tables()[name] for name in ("UNARY", "ATOMS_NUMBER", "ATOMS_TWO"))
    square = ("x = torch.square(x)", "x = x * x")
    return [
        (
            0.16,
            [square] * 3 + [unary[name] for name in "neg neg sigmoid sigmoid tanh relu gelu silu".split()],
        ),
        (0.24, [number[name] for name in "from_1 from_1_int mul mul mul_again add div".split()]),
        (0.52, [two[name] for name in "mul mul mul mul add add sub sub div".split()]),
        (0.08, list(tables()["ATOMS_CHOICE"].values())),
    ]


SHORTEST = 4  # operations that a scan or a product computes on its way (graph.SHORT); more are asked apart


VOCABULARIES = {
    "": atoms,
    "usual": usual_atoms,
    "choices": choice_atoms,
    "gates": gate_atoms,
    "learned": learned_atoms,
    "integers": integer_atoms,
    "updates": update_atoms,
    "gradients": gradient_atoms,
}


ONE_REGION, DEEPEST = (
    ("choices", "gates", "integers"),
    9,
)  # kinds whose programs have to be asked in one piece, and how many operations in a row those may be
