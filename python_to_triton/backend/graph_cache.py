"""Plans of whole graphs on disk: a later process neither traces a graph nor searches for its answers.

One JSON file a graph, valid for its code and the kinds of its tensors, the options, the weights, the machine,
and this version of PyTorch, Triton and this code; one that is right at some sizes alone has a file of these
sizes. A region that was left to PyTorch because the time was over stays so: other `samples` or `seconds`
search again.
"""

import functools
import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import fx

from python_to_triton.backend.aten_graphs import attribute, expression_of
from python_to_triton.backend.options import BackendOptions
from python_to_triton.backend.plans import GraphPlan
from python_to_triton.inference.checkpoints import weights_hash
from python_to_triton.runtime.answer_cache import folder, surroundings
from python_to_triton.runtime.loading import released_weights
from triton_ops.code_hash import text_hash
from triton_ops.files import replacing

_SUBFOLDER = "graphs"


def _described(item):
    """A node's fake tensor, or size, as text."""
    if not isinstance(item, torch.Tensor):
        return expression_of(item) if isinstance(item, torch.SymInt) else repr(item)
    sizes = [expression_of(n) for n in item.shape]
    strides = [expression_of(n) for n in item.stride()]
    return f"{item.dtype} {item.device} {sizes} {strides}"


@functools.cache
def _weights() -> str:
    return weights_hash(released_weights())


def traced_sizes(module: fx.GraphModule) -> dict[str, int]:
    """{symbol: the size that it was traced with} of the sizes of a graph's tensors that may vary."""
    given = [node.meta.get("val") for node in module.graph.nodes if node.op == "placeholder"]
    sizes = [n for item in given if isinstance(item, torch.Tensor) for n in item.shape]
    symbols = [n for n in sizes if isinstance(n, torch.SymInt) and n.node.expr.is_symbol]
    return {expression_of(n): n.node.hint for n in symbols}


def graph_key(module: fx.GraphModule, kind: str, options: BackendOptions) -> dict:
    """All that the plan of a graph depends on, but for the sizes that it is traced with."""
    ends = [node.meta.get("val") for node in module.graph.nodes if node.op == "placeholder"]
    ends += [getattr(node, "meta", {}).get("val") for node in module.graph.output_node().args[0]]
    # Of constants the kind alone: a plan receives their values as arguments.
    ends += [attribute(module, str(node.target)) for node in module.graph.nodes if node.op == "get_attr"]
    return {
        "graph": module.code,
        "tensors": [_described(item) for item in ends],
        "kind": kind,
        "options": {name: getattr(options, name) for name in ("samples", "seconds", "tune", "fastest")},
        "weights": _weights(),
        "search_code": text_hash("python_to_triton"),
    } | surroundings()


def _path(key):
    digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:32]
    return folder() / _SUBFOLDER / f"{digest}.json"


def load_plan(key: dict, sizes: Mapping[str, int]) -> GraphPlan | None:
    """The plan of a graph with these traced sizes; None where none is known, or its file cannot be read."""
    for wanted in (key, key | {"sizes": dict(sizes)}):
        try:
            record = json.loads(_path(wanted).read_text())
            if record["key"] == wanted:
                return GraphPlan.from_json(record["plan"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue
    return None


@functools.cache
def _complain(place: Path, why: str) -> None:
    """Says once that plans are not kept."""
    print(f"plans of graphs are not kept in {place}: {why}", file=sys.stderr)


def store_plan(key: dict, plan: GraphPlan) -> None:
    """Keeps a plan. A folder that cannot be written costs a line on stderr."""
    if plan.layout and plan.layout.only:
        key = key | {"sizes": plan.layout.only}
    try:
        with replacing(_path(key)) as partial:
            partial.write_text(json.dumps({"key": key, "plan": plan.to_json()}, indent=1))
    except OSError as error:
        _complain(_path(key).parent, error.strerror)
