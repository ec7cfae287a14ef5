"""AOTAutograd's joint graph of forward and backward: what is written otherwise, and where it is parted."""

import math

import torch
from functorch.compile import min_cut_rematerialization_partition
from torch import fx

ATEN = torch.ops.aten
_VIEWS = (ATEN.expand.default, ATEN.unsqueeze.default, ATEN.view.default, ATEN.permute.default)


def _is_filled(node, number):
    """Whether a node of a graph is a tensor without dimensions of this number."""
    return isinstance(node, fx.Node) and node.target is ATEN.scalar_tensor.default and node.args[0] == number


def _without_views(node):
    """What a node of a graph views, or adds 0 to."""
    while node.target in _VIEWS or node.target is ATEN.add.Tensor and node.args[1] == 0:
        node = node.args[0]
    return node


def _sees_all(seen):
    """Whether a mask of truths asks of positions, which count up from 0, whether they are at least 0: so
    libraries ask where a text has no padding.
    """
    asked = _without_views(seen)
    if asked.target is not ATEN.ge.Scalar or asked.args[1] != 0:
        return False
    positions = _without_views(asked.args[0])
    if positions.target is ATEN.arange.default:
        return True
    is_range = positions.target in (ATEN.arange.start, ATEN.arange.start_step)
    return is_range and positions.args[0] == 0 and all(step > 0 for step in positions.args[2:])


def _seen_and_hidden(mask, scores, total):
    """(where a mask that is added to scores is 0, -inf) of one that is -inf elsewhere; None of any other.

    total: the node of the sum.
    """
    values = [each.meta["val"] if isinstance(each, fx.Node) else None for each in (scores, total)]
    if values[0] is None or values[0].dtype != values[1].dtype:
        return None
    while isinstance(mask, fx.Node) and mask.target is ATEN.expand.default:
        if values[0].shape != values[1].shape:  # the expansion may be what gives the sum its shape
            return None
        mask = mask.args[0]
    if not isinstance(mask, fx.Node) or mask.target is not ATEN.where.self:
        return None
    seen, shown, hidden = mask.args
    return (seen, hidden) if _is_filled(shown, 0) and _is_filled(hidden, -math.inf) else None


def _hide_in_scores(joint: fx.GraphModule) -> None:
    """Puts `where(seen, scores, -inf)` in the place of `scores + where(seen, 0, -inf)` before a softmax.

    PyTorch's attention makes the latter of a mask of truths. What reads the mask in several layers would get
    it from a region of its own, in which no number tells a right answer from a wrong one. A NaN among hidden
    scores is hidden too.
    """
    for node in joint.graph.nodes:
        is_sum = node.target is ATEN.add.Tensor and not node.kwargs
        if not is_sum or all(user.target is not ATEN._softmax.default for user in node.users):
            continue
        for scores, mask in (node.args, node.args[::-1]):
            parts = _seen_and_hidden(mask, scores, node)
            if not parts:
                continue
            same_shape = scores.meta["val"].shape == node.meta["val"].shape
            if same_shape and _sees_all(parts[0]):
                node.replace_all_uses_with(scores)
                joint.graph.erase_node(node)
            else:
                node.target, node.args = ATEN.where.self, (parts[0], scores, parts[1])
            break


def partitioned(joint: fx.GraphModule, *inputs, **more) -> tuple[fx.GraphModule, fx.GraphModule]:
    """(forward, backward) of a joint graph: what the backward's formulas compute stays in the backward.

    The partition would else move what follows from the forward's values alone into the forward, to keep the
    result: a comparison where the value itself is at hand, or the scores of attention, which its kernel never
    writes. Then the forward's regions are no longer those that the model knows.
    """
    _hide_in_scores(joint)
    for node in joint.graph.nodes:
        if node.meta.get("partitioner_tag") == "is_backward":
            node.meta["partitioner_tag"] = "must_be_in_backward"
    return min_cut_rematerialization_partition(joint, *inputs, **more)
