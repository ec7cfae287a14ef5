"""The programs that speed.py times: folders of files, thirteen fixed ones, and random ones of full sizes."""

import itertools
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus import random_programs
from python_to_triton import frontend, runtime
from triton_ops.files import progress, replacing

FIXED = "fixed"  # the set of FIXED_PROGRAMS
FIXED_PROGRAMS = {  # kind/name: text
    "pointwise/gelu": "# x: f32[9000, 3000]\ny = F.gelu(x)",
    "pointwise/scaled_sum": "# x: f32[5000, 4500], y: f32[5000, 4500]\nz = torch.tanh(x) * y + x",
    "softmax/softmax": "# x: f32[7000, 3500]\ny = F.softmax(x, dim=-1)",
    "norm/layer_norm": "# x: f32[18000, 1500], w: f32[1500], b: f32[1500]\n"
    "y = F.layer_norm(x, (1500,), w, b)",
    "reduction/row_sums": "# x: f32[20000, 1700]\ny = x.sum(dim=-1)",
    "reduction/column_means": "# x: f32[24000, 1300]\ny = x.mean(dim=0)",
    "reduction/sum_of_all": "# x: f32[6000, 9000]\ny = x.sum()",
    "product/product": "# a: f32[2200, 3100], b: f32[3100, 1900]\ny = a @ b",
    "product/linear_relu": "# x: f32[3000, 1800], w: f32[2600, 1800], b: f32[2600]\n"
    "y = F.relu(F.linear(x, w, b))",
    "product/batched": "# a: f32[90, 500, 70], b: f32[90, 70, 600]\ny = torch.bmm(a, b)",
    "convolution/depthwise": "# x: f32[24, 160, 60, 60], w: f32[160, 1, 3, 3]\n"
    "y = F.conv2d(x, w, padding=1, groups=160)",
    "loss/cross_entropy": "# x: f32[7000, 9000], t: i64[7000]\ny = F.cross_entropy(x, t)",
    "scan/running_sum": "# x: f32[6000, 5000]\ny = torch.cumsum(x, dim=-1)",
}
TARGET_BITS = (20, 26)  # a random program has between two to these powers of elements, all values together
FAMILIES = (
    ("conv", "convolution"),
    ("max_pool", "pooling"),
    ("avg_pool", "pooling"),
    ("adaptive", "pooling"),
)
PRODUCTS = ("matmul", "linear", "bilinear", "einsum")
HINT = re.compile(r"\b(\w+)(: \"?)(\w+)\[([\d, ]*)\]")


@dataclass(frozen=True)
class SpeedProgram:
    """A program to time."""

    suite: str  # the name of its set
    kind: str
    name: str
    text: str

    @property
    def key(self) -> str:
        """What names it in a journal."""
        return f"{self.suite}/{self.kind}/{self.name}"


def programs_of_folder(folder: Path) -> list[SpeedProgram]:
    """The programs below a folder, whose sub-folders are kinds. Raises ValueError where there is none."""
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}; a set is a folder of programs, or {FIXED!r}")
    files = list(runtime.python_files(sorted(map(str, folder.rglob("*.py"))) or [str(folder)]))
    return [
        SpeedProgram(
            folder.name, "-".join(path.relative_to(folder).parts[:-1]) or folder.name, path.stem, text
        )
        for path in map(Path, files)
        for text in [path.read_text()]
    ]


def programs_of_sets(names: Iterable[str]) -> list[SpeedProgram]:
    """The programs of sets: folders, or FIXED. Raises ValueError where one has none."""
    found = []
    for name in names:
        if name == FIXED:
            found += [SpeedProgram(FIXED, *key.split("/"), text) for key, text in FIXED_PROGRAMS.items()]
        else:
            found += programs_of_folder(Path(name).resolve())
    return list({program.key: program for program in found}.values())


def fair_order(programs: Sequence[SpeedProgram], seed: int) -> list[SpeedProgram]:
    """The programs in an order of which every beginning has about the same share of each kind."""
    rng = random.Random(seed)
    by_kind = defaultdict(list)
    for program in sorted(programs, key=lambda one: one.key):
        by_kind[program.suite, program.kind].append(program)
    placed = []
    for members in by_kind.values():
        rng.shuffle(members)
        shift = rng.random()
        placed += [((place + shift) / len(members), rng.random(), one) for place, one in enumerate(members)]
    return [program for *_, program in sorted(placed, key=lambda item: item[:2])]


def share_of(programs: Sequence[SpeedProgram], every: int, shard: tuple[int, int]) -> list[SpeedProgram]:
    """Of programs in fair order the first part in `every`, dealt to shard K of N, counted from 1."""
    number, shards = shard
    return list(programs[: -(-len(programs) // every)])[number - 1 :: shards]


# ---- random programs ------------------------------------------------------------------------------------


def random_kind(graph: frontend.Graph) -> str:
    """The kind of a drawn program: that of its operation that is not pointwise."""
    middle = [one for one in graph.values if one.op not in frontend.VIEWS and not frontend.is_pointwise(one)]
    if not middle:
        return "pointwise"
    op = middle[0].op
    if op in PRODUCTS:
        return "product"
    kinds = (kind for start, kind in FAMILIES if op.startswith(start))
    return next(kinds, op if frontend.OPS[op].kind == "heavy" else frontend.OPS[op].kind)


def resized_text(text: str, dims: dict[str, Sequence], sizes: dict[str, int]) -> str:
    """A program with other sizes in its hints. dims: {argument: letters or numbers of its dimensions}."""

    def rewritten(match: re.Match) -> str:
        name, colon, dtype, _ = match.groups()
        if name not in dims:
            return match.group()
        shape = ", ".join(str(sizes.get(dim, dim)) for dim in dims[name])
        return f"{name}{colon}{dtype}[{shape}]"

    return HINT.sub(rewritten, text)


def window_letters(graph: frontend.Graph) -> set:
    """The letters of the windows of a graph's convolutions: a full size is no larger window."""
    dims = {argument.name: argument.dims for argument in graph.arguments}
    convolutions = [one for one in graph.values if one.op.startswith("conv")]
    return {letter for one in convolutions for letter in dims.get(one.operands[1].name, ())[2:]}


def with_full_sizes(text: str, rng: random.Random) -> tuple[str, str] | None:
    """(kind, the program at sizes that are drawn, which fill a GPU); None where its sizes cannot grow."""
    graph = frontend.trace(text)
    dims = dict(zip(graph.source.parameters, [argument.dims for argument in graph.arguments]))
    target = 2 ** rng.uniform(*TARGET_BITS)

    def trial(sizes: dict[str, int]) -> str:
        """The text at these sizes; "" where it is another program, or none, or too large."""
        if not frontend.total_elements(graph, sizes) <= 2 ** TARGET_BITS[1]:
            return ""
        resized = resized_text(text, dims, sizes)
        try:
            again = frontend.trace(resized)
        except frontend.SHAPE_ERRORS:
            return ""
        return resized if (again.text, again.sizes) == (graph.text, sizes) else ""

    sizes = dict(graph.sizes)
    found = ""
    letters = [letter for letter in graph.letters if letter not in window_letters(graph)]
    while letters and frontend.total_elements(graph, sizes) < target:
        letter = rng.choice(letters)
        larger = sizes | {letter: 2 * sizes[letter]}
        resized = trial(larger)
        if resized:
            sizes = larger
            found = resized
        else:
            letters.remove(letter)
    full = frontend.total_elements(graph, sizes) >= 2 ** TARGET_BITS[0]
    return (random_kind(graph), found) if found and full else None


def random_full_programs(seed: int) -> Iterator[tuple[str, str]]:
    """Endlessly (kind, text) of random programs at full sizes: a function of the seed."""
    for place, (text, _) in enumerate(random_programs.random_prompts(seed)):
        found = with_full_sizes(text, random.Random(f"{seed}/{place}"))
        if found:
            yield found


def draw_programs(number: int, seed: int, folder: Path) -> None:
    """Writes `number` random programs of a seed below a folder, a sub-folder a kind, but for those there."""
    there = len(list(folder.rglob("*.py")))
    if there >= number:
        return
    with progress(number, "program", "drawing") as bar:
        for place, (kind, text) in enumerate(itertools.islice(random_full_programs(seed), number)):
            with replacing(folder / kind / f"p{place:04}.py") as partial:
                partial.write_text(text.rstrip() + "\n")
            bar.update()
