"""What training reaches at equal tokens: optimizers, learning rates, precisions, and a peer on plain text.

    python benchmarks/quality.py --data training_data.csv --text FILE --out DIR
    python benchmarks/quality.py --text FILE --sets vocabulary --peer ../nanoGPT --out DIR
    python benchmarks/quality.py --text FILE --tiny --out DIR --device cpu
    python benchmarks/quality.py --out DIR --report

Every run is a command `python llm.py FLAGS`, which the results name; several share a GPU (`--jobs`). What
follows the training (a sample, built-in prompts) is cut off. A run that ended or diverged is a line of
DIR/quality.jsonl and is not made again, so the same command goes on; another one's runs are not taken for its
own. A run that failed otherwise, for want of memory say, is tried again by the next command. quality.md and
quality.png are made of these lines, without the data too (`--report`, with the same --turns, --seeds and
--shares).

The sets, made in the order in which `--sets` names them:
    optimizers  the hybrid (Muon + AdamW) and AdamW alone, on pairs and on text. Rates by a search: a point
                and its neighbours, then those of the best, by the final validation loss of seed 0; both have
                two axes and the same number of turns. Then more seeds at the best rates, the hybrid with
                schedules that end at a share of the tokens, and a few other settings of both.
    vocabulary  small vocabularies on text: this model by the preset `text`, nanoGPT by its own recipe.
    precision   bf16, fp16, fp32, tf32 with PyTorch's ops, at the hybrid's best rates on text, which it
                searches first where they are not known.
"""

import argparse
import itertools
import json
import math
import signal
import statistics
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from training_runs import DIVERGED, Job, check_same, make_run  # noqa: E402  (found through the line above)

from triton_ops.arguments import (  # noqa: E402
    OneLineParser,
    existing,
    not_negative,
    not_negative_integer,
    positive_integer,
)
from triton_ops.charts import OURS, REFERENCE, SLOWER, new_figure, round_ticks, save_figure  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import check_writable_folder, progress, replacing  # noqa: E402

SETS = ("optimizers", "vocabulary", "precision")
AXES = {  # the rates that a search may take, by optimizer
    "muon": {
        "muon_lr": (0.0025, 0.005, 0.01, 0.02, 0.04, 0.08),
        "adamw_lr": (0.0003, 0.001, 0.003, 0.01, 0.03),
    },
    "adamw": {
        "adamw_lr": (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016),
        "weight_decay": (0.01, 0.03, 0.1, 0.3, 1.0),
    },
}
START = {"muon": (0.02, 0.003), "adamw": (0.002, 0.1)}
NAMES = {"muon": "Muon + AdamW", "adamw": "AdamW alone"}
SHARES = (0.5, 0.7)  # of the tokens, at which schedules of the hybrid end besides
# Tiny Shakespeare at the sizes of the preset, and its dropout as in nanoGPT's recipe for it
TEXT = {"preset": "text", "dropout": 0.2, "weight_decay": 0.1}
PAIRS = {"preset": "default", "batch_size": 64, "accumulation": 1, "emphasis": 1.0, "packing": False}
VOCABULARIES = (280, 288, 296)
MIDDLE = 288
GOAL = 1.95  # of nanoGPT: where it gets there, what does this model get?
PEER_WINDOWS = (256, 512)  # its own recipe's, and those of the preset
RECIPES = {  # at the middle vocabulary: (share of --vocabulary-steps, flags)
    "0.6 of the steps, Muon 0.04": (0.6, {"muon_lr": 0.04}),
    "0.8 of the steps, Muon 0.04, dropout 0.4": (0.8, {"muon_lr": 0.04, "dropout": 0.4}),
    "0.5 of the steps, Muon 0.04, dropout 0.2": (0.5, {"muon_lr": 0.04, "dropout": 0.2}),
}
CHECKS = {  # other settings at the best rates, which a search does not touch
    "adamw": {"warmup 0.2": {"warmup": 0.2}, "beta2 0.99": {"adamw_beta2": 0.99}},
    "muon": {"warmup 0.2": {"warmup": 0.2}},
}
SHARED_CHECK = "warmup 0.2"  # the one that both have: compared with every seed
PRECISIONS = ("bf16", "fp16", "tf32", "fp32")
TINY = {"d_model": 32, "n_heads": 2, "n_layers": 1, "d_ff": 64, "batch_size": 2}


# ---- which runs are wanted


def neighbours(axes: dict[str, tuple], point: tuple) -> list[tuple]:
    """The points that differ from `point` by one place on one axis."""
    found = []
    for axis, values in enumerate(axes.values()):
        place = values.index(point[axis])
        for other in (place - 1, place + 1):
            if 0 <= other < len(values):
                found.append((*point[:axis], values[other], *point[axis + 1 :]))
    return found


def search(
    axes: dict[str, tuple], start: tuple, losses: dict[tuple, float], turns: int
) -> tuple[list, tuple]:
    """(points still to be measured, the best point): a point and its neighbours, then those of the best.

    The best is None while points are missing. It ends where no neighbour is better, or after `turns`.
    """
    best = start
    for _ in range(turns):
        around = [best, *neighbours(axes, best)]
        missing = [point for point in around if point not in losses]
        if missing:
            return missing, None
        better = min(around, key=losses.get)
        if better == best:
            return [], best
        best = better
    missing = [best] if best not in losses else []
    return missing, None if missing else best


def checks_of(checks: dict[str, dict]) -> list[tuple[str, str]]:
    """(optimizer, name) of each."""
    return [(optimizer, name) for optimizer, named in checks.items() for name in named]


class Plan:
    """The runs of the sets, as far as the results that are there tell them."""

    def __init__(self, options: argparse.Namespace, results: dict[str, dict]):
        self.options = options
        self.results = results
        self.failed: dict[str, str] = {}  # {name: why} of runs that this command does not try again
        self.sets = options.sets or (SETS if options.text else SETS[:1])
        self.base = {"compile": "off"} if options.device != "cpu" else {"device": "cpu"}
        self.kernels = {} if options.device == "cpu" else {"kernels": "triton,newton_schulz:torch"}
        self.tiny = TINY if options.tiny else {}

    def data_flags(self, data: str) -> dict:
        """The flags of a run on a kind of data, without its steps."""
        values = TEXT | {"text": self.options.text} if data == "text" else PAIRS | {"data": self.options.data}
        return values | self.base | self.kernels | self.tiny

    def steps(self, data: str) -> int:
        return self.options.text_steps if data == "text" else self.options.pairs_steps

    def trial(self, data: str, optimizer: str, point: tuple, seed: int = 0, share: float = 1) -> Job:
        """A run of the set `optimizers`."""
        rates = dict(zip(AXES[optimizer], point))
        words = "-".join(f"{value:g}" for value in point)
        flags = self.data_flags(data) | {"optimizer": optimizer, "seed": seed} | rates
        flags["steps"] = max(1, round(share * self.steps(data)))
        part = "" if share == 1 else f"-{100 * share:.0f}"
        return Job(f"{data}-{optimizer}-{words}-s{seed}{part}", flags)

    def result(self, job: Job) -> dict | None:
        """The result of a run, where there is one.

        Raises ValueError, one line, where it was made with other flags; a report takes what is there.
        """
        result = self.results.get(job.name)
        if result and not self.options.report:
            check_same(job, result)
        return result

    def losses(self, data: str, optimizer: str) -> dict[tuple, float]:
        """{point: final validation loss} of seed 0; infinite for a run that diverged."""
        found = {}
        for point in itertools.product(*AXES[optimizer].values()):
            result = self.result(self.trial(data, optimizer, point))
            if result:
                found[point] = result.get("loss", math.inf)
        return found

    def searched(self, data: str, optimizer: str) -> tuple[list, tuple]:
        """What `search` says of the results."""
        losses = self.losses(data, optimizer)
        return search(AXES[optimizer], START[optimizer], losses, self.options.turns)

    @property
    def kinds(self) -> list[str]:
        """The kinds of data that were given; of a report, those with results."""
        if self.options.report:
            return [kind for kind in ("text", "pairs") if any(name.startswith(kind) for name in self.results)]
        return [kind for kind, given in (("text", self.options.text), ("pairs", self.options.data)) if given]

    def check(self, data: str, optimizer: str, name: str, seed: int = 0, share: float = 1) -> Job | None:
        """A run with other settings; None until the best rates are known."""
        best = self.searched(data, optimizer)[1]
        if best is None:
            return None
        flags = self.trial(data, optimizer, best, seed, share).flags | CHECKS[optimizer][name]
        part = (f"-s{seed}" if seed else "") + ("" if share == 1 else f"-{100 * share:.0f}")
        return Job(f"{data}-{optimizer}-{name.replace(' ', '-')}{part}", flags)

    def compared(self, data: str, optimizer: str, share: float, name: str = "") -> list[Job]:
        """The runs of one row of a comparison: every seed, at the best rates, with a check's settings."""
        best = self.searched(data, optimizer)[1]
        if best is None:
            return []
        seeds = range(self.options.seeds)
        if name:
            return [self.check(data, optimizer, name, seed, share) for seed in seeds]
        return [self.trial(data, optimizer, best, seed, share) for seed in seeds]

    @property
    def rows(self) -> list[tuple[str, float]]:
        """(optimizer, share of the tokens) of the rows of a comparison."""
        return [("adamw", 1), *(("muon", share) for share in (1, *self.options.shares))]

    def optimizer_jobs(self) -> list[Job]:
        """Of the set `optimizers`: the seeds of searches that have ended, what others miss, then checks."""
        first = []
        then = []
        for data, optimizer in itertools.product(self.kinds, AXES):
            missing, _ = self.searched(data, optimizer)
            first += [self.trial(data, optimizer, point) for point in missing]
        for data, row in itertools.product(self.kinds, self.rows):
            then += self.compared(data, *row)
        checks = []
        if self.options.turns:
            checks = [self.check(data, *about) for data in self.kinds for about in checks_of(CHECKS)]
            for data, row in itertools.product(self.kinds, self.rows):
                checks += self.compared(data, *row, SHARED_CHECK)
        by_name = {job.name: job for job in then + first + checks if job}
        return list(by_name.values())

    def ours(self, vocabulary: int, recipe: str = "preset") -> Job:
        """This model on text by the preset, or by one of RECIPES."""
        flags = {"preset": "text", "text": self.options.text, "vocab_size": vocabulary}
        share, changed = RECIPES.get(recipe, (1, {}))
        steps = max(1, round(share * self.options.vocabulary_steps))
        flags |= self.base | self.kernels | {"steps": steps} | changed
        words = recipe.replace(",", "").replace(" ", "-")
        return Job(f"vocabulary-{vocabulary}-{words}", flags | self.tiny)

    def peers(self, vocabulary: int, window: int) -> Job:
        """nanoGPT on the same tokens, as many of them a step."""
        flags = {"text": self.options.text, "vocab_size": vocabulary, "max_seq_len": window}
        flags |= {"batch_size": 16384 // window, "steps": self.options.vocabulary_steps}
        flags |= {"device": "cpu"} if self.options.device == "cpu" else {}
        small = {name: value for name, value in self.tiny.items() if name != "d_ff"}
        program = ("benchmarks/peer.py", str(self.options.peer))
        return Job(f"vocabulary-{vocabulary}-nanogpt-{window}", flags | small, program)

    def vocabulary_jobs(self) -> list[Job]:
        """Of the set `vocabulary`."""
        jobs = []
        if self.options.peer:  # the middle one first
            sizes = sorted(VOCABULARIES, key=lambda size: abs(size - MIDDLE))
            jobs = [self.peers(*about) for about in itertools.product(sizes, PEER_WINDOWS)]
        recipes = [self.ours(MIDDLE, recipe) for recipe in RECIPES]
        return jobs + recipes + [self.ours(size) for size in VOCABULARIES]

    def precision(self, name: str) -> Job | None:
        """The run on text in a precision; None until the best rates are known."""
        best = self.searched("text", "muon")[1]
        if best is None:
            return None
        flags = self.trial("text", "muon", best).flags | {"precision": name, "kernels": "torch"}
        return Job(f"precision-{name}", flags)

    def precision_jobs(self) -> list[Job]:
        """Of the set `precision`."""
        names = ("bf16", "fp32") if self.options.device == "cpu" else PRECISIONS
        return [job for job in map(self.precision, names) if job]

    def precision_rates_jobs(self) -> list[Job]:
        """The runs that the set `precision` waits for: the hybrid's search on text."""
        return [self.trial("text", "muon", point) for point in self.searched("text", "muon")[0]]

    def jobs(self) -> list[Job]:
        """All runs that are known by now and not made, the most wanted first, each once."""
        listed = []
        makers = {
            "optimizers": (self.optimizer_jobs,),
            "vocabulary": (self.vocabulary_jobs,),
            "precision": (self.precision_jobs, self.precision_rates_jobs),
        }
        for make in itertools.chain.from_iterable(makers[name] for name in self.sets):
            listed += make()
        wanted = {job.name: job for job in listed if not self.result(job)}
        return [job for name, job in wanted.items() if name not in self.failed]


# ---- all runs


def is_final(result: dict) -> bool:
    """Whether a run has ended or diverged; what failed otherwise may succeed another time."""
    return "error" not in result or DIVERGED in result["error"]


def read_results(path: Path) -> dict[str, dict]:
    """{name: result} of the lines that are final, without a last one that was cut short."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    return {row["name"]: row for row in map(json.loads, lines) if is_final(row)}


def keep(plan: Plan, path: Path, result: dict) -> None:
    """Adds a result to the plan, and to the file if it is final."""
    name = result["name"]
    if not is_final(result):
        plan.failed[name] = result["error"]
        return
    plan.results[name] = result
    with replacing(path) as partial:
        partial.write_text("".join(json.dumps(row) + "\n" for row in plan.results.values()))


def run_all(plan: Plan, path: Path, make: Callable[[Job, threading.Event], dict | None]) -> None:
    """Makes the runs of a plan, `jobs` at a time, until none is left or the time is over."""
    options = plan.options
    until = time.monotonic() + 60 * (options.minutes or math.inf)
    stop = threading.Event()
    running: dict[Future, Job] = {}
    with ThreadPoolExecutor(options.jobs) as pool, progress(0, "run", "runs") as bar:
        try:
            while not stop.is_set():
                under_way = {job.name for job in running.values()}
                for job in plan.jobs():
                    if len(running) < options.jobs and job.name not in under_way:
                        running[pool.submit(make, job, stop)] = job
                if not running:
                    return
                left = until - time.monotonic()
                done, _ = wait(running, max(0.0, min(left, 3600.0)), FIRST_COMPLETED)
                if time.monotonic() >= until:
                    stop.set()
                    done, _ = wait(running)  # one that has just ended counts
                for future in done:
                    name = running.pop(future).name
                    result = future.result()
                    if result is None:
                        continue
                    keep(plan, path, result)
                    bar.update()
                    bar.write(f"{name}: {result.get('error') or format(result['loss'], '.4f')}")
        finally:
            stop.set()


# ---- tables and plot


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def shown(result: dict | None, figure: str = "loss") -> str:
    """A loss of a result with four places, or why there is none."""
    if result is None:
        return "-"
    return f"{result[figure]:.4f}" if figure in result else f"failed: {result['error']}"


def rates_table(plan: Plan, data: str, optimizer: str) -> str:
    """The final validation losses of seed 0, one row a value of the first axis."""
    rows_axis, columns_axis = AXES[optimizer].items()
    losses = plan.losses(data, optimizer)
    rows = []
    for value in rows_axis[1]:
        cells = [losses.get((value, other)) for other in columns_axis[1]]
        if any(cell is not None for cell in cells):
            rows.append([f"{value:g}", *("" if cell is None else f"{cell:.4f}" for cell in cells)])
    return table([f"{rows_axis[0]} \\ {columns_axis[0]}", *map("{:g}".format, columns_axis[1])], rows)


def seeds_of(plan: Plan, data: str, optimizer: str, share: float, check: str = "") -> list[dict]:
    """The results of the seeds at the best rates that are there."""
    found = [plan.results.get(job.name) for job in plan.compared(data, optimizer, share, check)]
    return [result for result in found if result and "loss" in result]


def share_reaching(losses: dict[float, float], goal: float) -> tuple[str, float]:
    """("at most", "about" or "more than", share of the tokens at which a loss is `goal`).

    losses: {share: final loss of a schedule that ends there}; between two of them the line counts.
    """
    shares = sorted(losses)
    if losses[shares[0]] <= goal:
        return "at most", shares[0]
    for low, high in zip(shares, shares[1:]):
        if losses[high] <= goal:
            return "about", low + (high - low) * (losses[low] - goal) / (losses[low] - losses[high])
    return "more than", shares[-1]


def comparison(plan: Plan, data: str, check: str = "") -> str:
    """Both optimizers at the best rates, and at what share of the tokens the hybrid has AdamW's loss.

    check: of CHECKS, the settings of all these runs beside the rates.
    """
    rows = []
    means = {}
    for optimizer, share in plan.rows:
        results = seeds_of(plan, data, optimizer, share, check)
        if not results:
            continue
        losses = [result["loss"] for result in results]
        means[optimizer, share] = statistics.mean(losses)
        spread = f"{min(losses):.4f} to {max(losses):.4f}"
        tokens = f"{results[0]['curve'][-1][0] / 1e6:.2f} M"
        best = dict(zip(AXES[optimizer], plan.searched(data, optimizer)[1]))
        rates = ", ".join(f"{name} {value:g}" for name, value in best.items())
        mean_training = statistics.mean(result["training_loss"] for result in results)
        cells = [f"{share:g}", tokens, f"{means[optimizer, share]:.4f}", spread, f"{mean_training:.4f}"]
        rows.append([f"{NAMES[optimizer]} ({rates})", *cells, str(len(losses))])
    head = ["optimizer", "share", "tokens", "validation loss", "over seeds", "training loss", "seeds"]
    text = table(head, rows)
    text += "\n\nMeans over the seeds; seed 0, by which the rates were chosen, is one of them."
    hybrid = {share: loss for (optimizer, share), loss in means.items() if optimizer == "muon"}
    if ("adamw", 1) in means and len(hybrid) > 1:
        words, share = share_reaching(hybrid, means["adamw", 1])
        text += f"\n\nThe hybrid reaches AdamW's final loss with {words} {share:.2f} of the tokens."
    return text


def checks_at_seed_0(plan: Plan, data: str) -> str:
    """A line for each check that has run."""
    lines = []
    for optimizer, name in checks_of(CHECKS):
        job = plan.check(data, optimizer, name)
        if job and job.name in plan.results:
            lines.append(f"{NAMES[optimizer]}, {name}, seed 0: {shown(plan.results[job.name])}.")
    return "\n\n".join(lines)


def vocabulary_of(losses: dict[int, float], goal: float) -> float:
    """The vocabulary at which a loss is `goal`, by the line through the losses; NaN where that is level."""
    slope, intercept = statistics.linear_regression(list(losses), list(losses.values()))
    return (goal - intercept) / slope if slope else math.nan


def loss_at(losses: dict[int, float], vocabulary: float) -> float:
    """The loss at a vocabulary, by the line through the losses."""
    slope, intercept = statistics.linear_regression(list(losses), list(losses.values()))
    return slope * vocabulary + intercept


def vocabulary_table(plan: Plan) -> str:
    """Lowest validation losses by vocabulary."""
    rows = []
    for size in VOCABULARIES:
        results = [plan.results.get(plan.ours(size).name)]
        results += [plan.results.get(plan.peers(size, window).name) for window in PEER_WINDOWS]
        rows.append([str(size), *(shown(result, "lowest") for result in results)])
    lines = [table(["vocabulary", "ours", *(f"nanoGPT, T={window}" for window in PEER_WINDOWS)], rows)]
    for recipe in RECIPES:
        result = plan.results.get(plan.ours(MIDDLE, recipe).name)
        lines.append(f"Vocabulary {MIDDLE}, {recipe}: {shown(result, 'lowest')}.")
    ours = {size: plan.results.get(plan.ours(size).name, {}).get("lowest") for size in VOCABULARIES}
    for window in PEER_WINDOWS:
        theirs = {size: plan.results.get(plan.peers(size, window).name, {}).get("lowest") for size in ours}
        if None not in (*ours.values(), *theirs.values()):
            size = vocabulary_of(theirs, GOAL)
            loss = loss_at(ours, size)
            outside = not VOCABULARIES[0] <= size <= VOCABULARIES[-1]
            line = f"nanoGPT, T={window}, gets {GOAL} at a vocabulary of {size:.0f}; ours there {loss:.3f}"
            lines.append(f"{line}, extrapolated." if outside else f"{line}.")
    return "\n\n".join(lines)


def precision_table(plan: Plan) -> str:
    """The same run in each precision."""
    rows = []
    for name in PRECISIONS:
        result = plan.results.get(f"precision-{name}")
        if result and "loss" in result:
            memory = f"{result['peak_memory'] / 2**30:.2f}"
            cells = [f"{result['training_loss']:.4f}", memory, f"{result['seconds']:.0f}"]
            rows.append([name, shown(result), *cells, str(result["skipped"])])
        else:
            rows.append([name, shown(result), "-", "-", "-", "-"])
    head = ["precision", "validation loss", "training loss", "GiB", "seconds, shared GPU", "steps skipped"]
    return table(head, rows)


def report(plan: Plan) -> str:
    """All tables, in Markdown."""
    parts = ["# Training at equal tokens"]
    for data in plan.kinds:
        parts += [f"## Optimizers on {data}", comparison(plan, data)]
        for optimizer in AXES:
            parts += [f"Rates of {NAMES[optimizer]}, seed 0:", rates_table(plan, data, optimizer)]
        if checks_at_seed_0(plan, data):
            parts += [checks_at_seed_0(plan, data), f"With {SHARED_CHECK}:"]
            parts += [comparison(plan, data, SHARED_CHECK)]
    if any(name.startswith("vocabulary") for name in plan.results):
        parts += ["## Vocabulary of the text, lowest validation loss", vocabulary_table(plan)]
    if any(name.startswith("precision") for name in plan.results):
        parts += ["## Precision", precision_table(plan)]
    errors = {name: row["error"] for name, row in plan.results.items() if "error" in row} | plan.failed
    failed = [f"- `{name}`: {error}" for name, error in errors.items()]
    parts += ["## Failed runs", "\n".join(failed)] if failed else []
    return "\n\n".join(parts) + "\n"


def draw_seeds(axes, plan: Plan, data: str) -> None:
    """Validation loss over tokens: the mean of the seeds, and between the least and the most a band."""
    styles = {"adamw": (SLOWER, "--"), "muon": (OURS, "-")}
    top = bottom = None
    for optimizer, (color, line) in styles.items():
        curves = [result["curve"] for result in seeds_of(plan, data, optimizer, 1)]
        if curves:
            tokens = [point[0] / 1e6 for point in curves[0]]
            losses = list(zip(*([loss for _, loss in curve] for curve in curves)))
            means = list(map(statistics.mean, losses))
            label = f"{NAMES[optimizer]}: {means[-1]:.3f} at the end"
            axes.plot(tokens, means, line, color=color, label=label)
            axes.fill_between(tokens, list(map(min, losses)), list(map(max, losses)), color=color, alpha=0.25)
            top = max(top or -math.inf, statistics.mean(losses[len(losses) // 3]))
            bottom = min(bottom or math.inf, *map(min, losses))
    for share in plan.options.shares:
        ends = [result["curve"][-1] for result in seeds_of(plan, data, "muon", share)]
        if ends:
            label = f"{NAMES['muon']}, schedule ends here" if share == plan.options.shares[0] else None
            axes.scatter(
                [tokens / 1e6 for tokens, _ in ends], [loss for _, loss in ends], s=30, zorder=3, marker="D",
                color=OURS, edgecolors="white", linewidths=0.5, label=label,
            )  # fmt: skip
    goals = [result["loss"] for result in seeds_of(plan, data, "adamw", 1)]
    if goals:
        label = f"final loss of {NAMES['adamw']}"
        axes.axhline(statistics.mean(goals), color=REFERENCE, linewidth=0.9, linestyle=":", label=label)
    if top is not None:
        axes.set_ylim(bottom - 0.1 * (top - bottom), top + 0.1 * (top - bottom))
    axes.set(title=data, xlabel="trained on (million tokens)", ylabel="validation loss (nats a token)")
    axes.grid(color="#eceff1")
    round_ticks(axes.xaxis)
    round_ticks(axes.yaxis)
    axes.legend(frameon=False, fontsize=8)


def chart_of_curves(plan: Plan):
    """A figure of the curves of each kind of data."""
    figure, panels = new_figure(1, len(plan.kinds), (5.6 * len(plan.kinds), 4.2))
    for axes, data in zip(panels[0], plan.kinds):
        draw_seeds(axes, plan, data)
    return figure


# ---- command line


def make_parser() -> argparse.ArgumentParser:
    """The flags."""
    parser = OneLineParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--out", type=Path, required=True, help="folder for the results")
    parser.add_argument("--data", type=existing, help="a CSV of training pairs")
    parser.add_argument("--text", type=existing, help="a UTF-8 text, or a folder of .txt files")
    parser.add_argument("--peer", type=existing, help="a checkout of nanoGPT, for the set `vocabulary`")
    parser.add_argument("--sets", nargs="+", choices=SETS, metavar="SET", help=", ".join(SETS))
    parser.add_argument("--jobs", type=positive_integer, default=1, help="runs side by side")
    parser.add_argument("--seeds", type=positive_integer, default=3)
    parser.add_argument("--turns", type=not_negative_integer, default=2, help="of the search of the rates")
    parser.add_argument("--shares", type=not_negative, nargs="*", default=SHARES, metavar="SHARE")
    parser.add_argument("--text-steps", type=positive_integer, default=360, help="of 16,384 tokens")
    parser.add_argument("--pairs-steps", type=positive_integer, default=348, help="of 64 pairs")
    parser.add_argument("--vocabulary-steps", type=positive_integer, default=900, help="of 16,384 tokens")
    parser.add_argument("--minutes", type=not_negative, default=0.0, help="time limit; 0: none")
    parser.add_argument("--scratch", type=Path, help="folder for checkpoints meanwhile; default: in --out")
    parser.add_argument("--device", choices=("auto", "cpu"), default="auto")
    parser.add_argument("--tiny", action="store_true", help="toy models, to try the command")
    parser.add_argument("--report", action="store_true", help="tables and plot of what is there; no runs")
    return parser


def check_wanted(options: argparse.Namespace, results: Path) -> None:
    """Raises ValueError, one line, for flags that cannot be."""
    if any(not 0 < share < 1 for share in options.shares):
        raise ValueError("--shares are shares of the tokens, between 0 and 1")
    if options.report:
        if not results.exists():
            raise ValueError(f"there is nothing to report: no {results}")
        return
    if not options.data and not options.text:
        raise ValueError("there is nothing to train on: give --data, --text or both")
    if not options.text and {"vocabulary", "precision"} & set(options.sets or ()):
        raise ValueError("the sets vocabulary and precision train on text: give --text")


@command_line()
def main(arguments: list[str] | None = None) -> int:
    """Exit code 0; 1 where a run failed, or the time was over before all were made."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C does, it ends the runs under way
    options = make_parser().parse_args(arguments)
    path = options.out / "quality.jsonl"
    check_wanted(options, path)
    check_writable_folder(options.out)
    scratch = (options.scratch or options.out / "scratch").resolve()
    plan = Plan(options, read_results(path))
    if not options.report:
        check_writable_folder(scratch)
        run_all(plan, path, lambda job, stop: make_run(job, scratch, stop))
    text = report(plan)
    with replacing(options.out / "quality.md") as partial:
        partial.write_text(text)
    save_figure(chart_of_curves(plan), options.out / "quality.png")
    print(text)
    left = 0 if options.report else len(plan.jobs()) + len(plan.failed)
    if left:
        print(f"{left} runs or more are left: the same command makes them")
    return 1 if left or any("error" in row for row in plan.results.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
