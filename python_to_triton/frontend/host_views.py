"""Views at the ends of a graph that the host takes, so that no kernel has to.

`x.flatten(1).sum(-1)` is the prompt of `sum` alone: the host reshapes x. A view that changes the order in
memory (a transpose) stays in the prompt, since the kernel reads through it.
"""

from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.operation_kinds import RESHAPES, is_matrix_transpose
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import VIEWS


class _HostViews:
    """ids of the values of a graph that are the host's: `of_arguments` and `of_results`."""

    def __init__(self, graph):
        self.graph = graph
        self.readers = {id(operand): [] for value in graph.values for operand in value.inputs()}
        for value in graph.values:
            for operand in {id(operand): operand for operand in value.inputs()}:
                self.readers[operand].append(value)
        self.of_arguments = self._find_views_of_arguments()
        self.of_results = set()
        for value in reversed(graph.values):
            if self._is_view_of_result(value):
                self.of_results.add(id(value))

    def _read_by(self, value):
        return self.readers.get(id(value), ())

    def _is_factor_transpose(self, value):
        """Whether a value is the transposed factor of products alone."""
        return is_matrix_transpose(value) and all(v.op == "matmul" for v in self._read_by(value))

    def _find_views_of_arguments(self):
        found = {id(v) for v in self.graph.inputs}
        for value in self.graph.values:
            if value.op in RESHAPES and id(value.operands[0]) in found:
                found.add(id(value))

        # One that a kernel reads in another order is part of that order,
        for value in reversed(self.graph.values):
            reorders = [v for v in self._read_by(value) if v.op in VIEWS and id(v) not in found]
            if id(value) in found and not all(map(self._is_factor_transpose, reorders)):
                found.discard(id(value))
        # and so is what is made from it.
        for value in self.graph.values:
            if id(value) in found and id(value.operands[0]) not in found:
                found.discard(id(value))
        return found

    def _is_view_of_result(self, value):
        """Whether a value is a reshaped result of a kernel, which nothing but the host needs."""
        if value.op not in RESHAPES:
            return False
        base = value.operands[0]
        is_result = self._is_view_of_result(base) or base.op not in VIEWS | {"argument"}
        if not is_result or id(base) in self.of_arguments:
            return False
        return all(id(v) in self.of_results for v in self._read_by(value))


def without_host_views(graph: Graph) -> tuple[list[Value], list[Value]]:
    """(values, outputs) of a graph without those views of arguments and results that only reshape."""
    views = _HostViews(graph)
    outputs = []
    for value in graph.outputs:
        while id(value) in views.of_results:
            value = value.operands[0]
        if id(value) not in views.of_arguments and not any(value is v for v in outputs):
            outputs.append(value)
    of_host = views.of_arguments | views.of_results
    return [v for v in graph.values if id(v) not in of_host], outputs
