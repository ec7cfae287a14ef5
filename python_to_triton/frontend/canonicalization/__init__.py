"""Canonicalisation: one meaning, one text. What people write by hand becomes the operation that it is.

Each rule keeps the result, in float32 within rounding, for all finite inputs, and none removes an overflow
that the program has. A rule is a function with the decorator `@canonicalizes(...)`; this table lists what
they do.

    x * sigmoid(x)                              silu
    x * tanh(softplus(x))                       mish
    x * hardsigmoid(x), x * clamp(..) / 6       hardswish
    chunk(x, 0) * sigmoid(chunk(x, 1))          glu
    0.5 * x * (1 + erf(x / sqrt(2)))            gelu
    0.5 * x * (1 + tanh(...x ** 3...))          gelu, approximate='tanh'
    1 / (1 + exp(-x))                           sigmoid
    clamp(x + 3, 0, 6) / 6                      hardsigmoid
    where(x > 0, x, a * x)                      leaky_relu

    sqrt(sum(x * x))                            norm
    mean((x - y) ** 2), mean(|x - y|), sums     mse_loss, l1_loss
    mean((x - mean) ** 2)                       var, correction=0
    exp(x - max) / sum(exp(x - max))            softmax
    max + log(sum(exp(x - max)))                logsumexp
    x - logsumexp(x)                            log_softmax
    nll_loss(log_softmax(x), y)                 cross_entropy
    mean over one dim, then another             mean over both
    sum(keepdim) squeezed, unsqueezed           sum
    x.view(n, c, -1).mean(2)[..., None, None]   mean of x
    mean(sum(x, 1, keepdim), 1, keepdim)        sum
    softmax of pooled (N, C, 1, 1)              softmax of (N, C)

    (x - mean) / sqrt(var + eps), trailing dims layer_norm
    x / sqrt(mean(x * x) + eps)                 rms_norm
    layer_norm(x) * w + b, rms_norm(x) * w      with w and b
    x @ w.t() (w a matrix), + bias              linear
    softmax(q @ k.mT * c + mask) @ v            scaled_dot_product_attention
    ... masked by tril or triu of ones          is_causal=True
    ... masked by i >= j                        is_causal=True
    pad with zeros, equal on both sides, + conv conv with padding

    f(x).view(..), x an argument                f(x.view(..)), whose view is the host's
    f(h.view(..)), h computed                   f(h).view(..)
    stack([0.3, 0.6, 0.1])                      tensor([0.3, 0.6, 0.1])
    tensor([0.3, 0.6, 0.1])[1]                  0.6
    x[:, :2] = y                                cat, pad or stack; see writes.py
    zeros(1, d).index_add_(0, zeros, x)         sum; see constants.py
    x[:, range, range] = 1                      where(eye, 1, x); see constants.py
    arange(n).expand(b, n)[rows, columns]       arange(n), expanded; see positions.py

Not united, since they differ: exp(x) / sum(exp(x)), log(sum(exp(x))), log(1 + exp(x)) and log(softmax(x))
overflow where the named operation does not; a mask of -1e9 or of booleans that hides a whole row.

Reading order: matching (what rules are written with); activations, reductions, normalization, products,
views, writes, constants, positions.

An operation that was written over several lines of the program has the last of them; one that only changes
places with a view keeps its own.
"""

import collections

from python_to_triton.frontend.canonicalization import (  # noqa: F401  (the rules register themselves)
    activations,
    constants,
    normalization,
    positions,
    products,
    reductions,
    views,
    writes,
)
from python_to_triton.frontend.canonicalization.matching import RULES
from python_to_triton.frontend.graph import Graph, topological_order
from python_to_triton.frontend.graph_builder import GraphBuilder
from python_to_triton.frontend.values import Value, flatten_operands


def _apply_rules(g, uses, value):
    """A value rewritten until no rule changes it."""
    while True:
        rewritten = (rule(g, uses, value) for rule in RULES.get(value.op, ()))
        better = next((v for v in rewritten if v is not None and v is not value), None)
        if better is None:
            return value
        value = better


def _note_merged_lines(values, replacement, outputs):
    """Notes at what stays in a graph the lines of the values that are no more, but were read for it.

    Args:
        values: as they were, in the order of the graph.
        replacement: {id of a value: what it became}.
        outputs: as they are.
    """
    order = topological_order([], outputs)
    if not any(value.line or value.merged_lines for value in (*values, *order)):
        return  # a program of a library: no line is the user's
    stays = set(map(id, order))
    read_for = collections.defaultdict(dict)  # {id of a value: {id of what stays: what stays}}
    lines = collections.defaultdict(set)
    for value in reversed(values):
        made = replacement.get(id(value), value)
        if id(made) in stays:
            read_for[id(value)] = {id(made): made}
        for kept in read_for[id(value)].values():
            lines[id(kept)].add(value.line)
            kept.merged_lines = tuple(sorted(lines[id(kept)] - {None, kept.line}))
        for operand in value.inputs():
            read_for[id(operand)] |= read_for[id(value)]


def canonicalize(g: GraphBuilder, outputs: list[Value]) -> list[Value]:
    """The outputs of a graph with what was written by hand united with the operations of the vocabulary."""
    graph = Graph((), [], outputs, True)
    read = [operand for value in graph.values for operand in value.inputs()]
    uses = collections.Counter(id(v) for v in [*read, *outputs])
    replacement = {}

    def replaced(operand):
        if isinstance(operand, tuple):
            return tuple(map(replaced, operand))
        return replacement.get(id(operand), operand) if isinstance(operand, Value) else operand

    for value in graph.values:
        if value.op == "argument":
            continue
        operands = [replaced(o) for o in value.operands]
        unchanged = all(a is b for a, b in zip(flatten_operands(operands), flatten_operands(value.operands)))
        with g.on_line(value.line):
            made = value if unchanged else g(value.op, *operands, **dict(value.attributes))
            made = _apply_rules(g, uses, made)
        replacement[id(value)] = made
        uses[id(made)] = max(uses[id(made)], uses[id(value)])
    made = [replaced(o) for o in outputs]
    _note_merged_lines(graph.values, replacement, made)
    return made
