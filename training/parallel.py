"""How a training step is shared out: to nobody, by PyTorch's DDP, or by its FSDP2.

    batches     every process computes its rows of each micro-batch of the step that one process would make
    gradients   are summed: a loss is divided by the targets of the whole step before its backward
    Muon        every process orthogonalises its part of the matrices of one shape
    AdamW       ddp: all of it, in every process; fsdp: of the rows that a process keeps
    weights     ddp: all in every process; fsdp: of every tensor some rows, with their optimizer state

Dimension key: N matrices of one shape, K of them that one process orthogonalises, R rows of a matrix, P of
them that one process keeps, C columns, S processes.
"""

import inspect
import math
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from torch.nn.parallel import DistributedDataParallel

from python_to_triton.inference import check_alike
from training import world
from training.batches import IGNORE, Batch
from training.execution import Execution

# names from torch 2.13 on, and those of before
IS_NEW = "forward_sync_buffers" in inspect.signature(DistributedDataParallel).parameters
KEEPS_BUFFERS = {"forward_sync_buffers" if IS_NEW else "broadcast_buffers": False}
gather_into = getattr(dist, "all_gather_single", None) or dist.all_gather_into_tensor


def own_rows_of(batch: Batch, rank: int, size: int) -> Batch:
    """Every `size`-th row of a micro-batch, from row `rank` on: neighbours are of like length.

    A process that gets none computes the first row without any target, which adds nothing: all have to take
    part in what the others send.
    """
    gets_some = rank < len(batch.inputs_BT)
    rows = slice(rank, None, size) if gets_some else slice(0, 1)
    targets_BT = batch.targets_BT[rows] if gets_some else torch.full_like(batch.targets_BT[rows], IGNORE)
    bounds_2BT = None if batch.bounds_2BT is None else batch.bounds_2BT[:, rows].contiguous()
    if batch.is_dense and gets_some:
        n_targets = targets_BT.numel()  # no question to a GPU
    else:
        n_targets = int((targets_BT != IGNORE).sum())
    return Batch(batch.inputs_BT[rows], targets_BT, n_targets, bounds_2BT=bounds_2BT)


def padded_to(tensor: Tensor, length: int) -> Tensor:
    """A tensor with zeros after its entries along the first dimension, so many in all."""
    missing = length - len(tensor)
    return torch.cat((tensor, tensor.new_zeros(missing, *tensor.shape[1:]))) if missing else tensor


def in_training(compiled: Callable, plain: Callable) -> Callable:
    """One function where gradients are wanted, another in evaluations, whose shapes are many."""

    def chosen(*arguments: Any) -> Any:
        return (compiled if torch.is_grad_enabled() else plain)(*arguments)

    return chosen


def compile_blocks(model: nn.Module, execution: Execution) -> None:
    """Blocks are alike: the compiler sees one of them and the first, not every layer."""
    for block in model.blocks:
        block.forward = in_training(execution.compiled(block.forward), block.forward)


class Alone:
    """One process: nothing is shared out."""

    is_alone = True

    def part(self, batch: Batch) -> Batch:
        """What this process computes of a micro-batch."""
        return batch

    def compiled(self, model: nn.Module, execution: Execution) -> Callable:
        """The model's `hidden`; where its parts are compiled by themselves, their forward is replaced."""
        if model.checkpointing or execution.mode == "reduce-overhead":
            # what is computed again is captured as a part of one function; its own graphs are to be few
            return execution.compiled(model.hidden)
        model.embedded = in_training(execution.compiled(model.embedded), model.embedded)
        compile_blocks(model, execution)
        return model.hidden

    def sending(self, last: bool) -> AbstractContextManager:
        """A micro-batch of a step is computed within; with the last one gradients are sent."""
        return nullcontext()

    def run(self, function: Callable, *arguments: Any) -> Any:
        """A function of the model's weights."""
        return function(*arguments)

    def summed(self, tensor: Tensor) -> Tensor:
        """The sum over the processes; no host waits for it on a GPU."""
        return tensor

    def own(self, tensor: Tensor) -> Tensor:
        """The rows of a weight or gradient that this process keeps, in place."""
        return tensor

    def own_of(self, whole: Tensor, dim: int = 0) -> Tensor:
        """The rows that this process keeps of a tensor with all of them."""
        return whole

    def whole(self, own: Tensor, rows: int, dim: int = 0) -> Tensor:
        """All rows of a tensor, of which each process has its own; but for the first an empty one."""
        return own

    def weights(self, model: nn.Module) -> dict[str, Tensor]:
        """The state dict of the whole model; but for the first process tensors without contents."""
        return model.state_dict()

    def load(self, model: nn.Module, state: dict[str, Tensor]) -> None:
        """Takes the weights of a whole model."""
        model.load_state_dict(state)

    def norm(self, gradients: list[Tensor]) -> Tensor:
        """The norm () of all gradients, from those that `own` gives."""
        return nn.utils.get_total_norm(gradients)

    def orthogonalized(self, function: Callable[[Tensor], Tensor], stack_NRC: Tensor, R: int) -> Tensor:
        """`function` of a stack of matrices (N, R, C), of which each process may have its rows alone."""
        return function(stack_NRC)


class ModelCalls(nn.Module):
    """Functions of a model as the forward of a module, where DDP and FSDP begin and end."""

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model

    def forward(self, function: Callable, *arguments: Any) -> Any:
        return function(*arguments)


def summed_bucket(state: None, bucket: dist.GradBucket) -> torch.futures.Future[Tensor]:
    """The sum of the processes' gradients, where DDP by itself takes the mean.

    A loss is divided by the targets of the whole step already, and processes may have unlike numbers of them.
    """
    return dist.all_reduce(bucket.buffer(), async_op=True).get_future().then(lambda sent: sent.value()[0])


class Ddp(Alone):
    """Every process has the model; gradients are summed while backward runs."""

    is_alone = False

    def __init__(self, model: nn.Module):
        self.rank = dist.get_rank()
        self.size = dist.get_world_size()
        self.root = self.wrapped(ModelCalls(model))

    def wrapped(self, calls: ModelCalls) -> nn.Module:
        root = DistributedDataParallel(calls, **KEEPS_BUFFERS, gradient_as_bucket_view=True)
        root.register_comm_hook(None, summed_bucket)
        return root

    def part(self, batch: Batch) -> Batch:
        return own_rows_of(batch, self.rank, self.size)

    def compiled(self, model: nn.Module, execution: Execution) -> Callable:
        compile_blocks(model, execution)  # a block's gradients are sent while the next one's are computed
        return model.hidden

    def sending(self, last: bool) -> AbstractContextManager:
        return nullcontext() if last else self.root.no_sync()

    def run(self, function: Callable, *arguments: Any) -> Any:
        return self.root(function, *arguments)

    def summed(self, tensor: Tensor) -> Tensor:
        tensor = tensor.clone()
        dist.all_reduce(tensor)
        return tensor

    def orthogonalized(self, function: Callable[[Tensor], Tensor], stack_NRC: Tensor, R: int) -> Tensor:
        """Every process takes K = N / S matrices, the last ones fewer, and sends all what it has made."""
        N = len(stack_NRC)
        K = math.ceil(N / self.size)
        own_KRC = stack_NRC[self.rank * K : (self.rank + 1) * K]
        own_KRC = padded_to(function(own_KRC) if len(own_KRC) else own_KRC, K)
        all_NRC = own_KRC.new_empty(self.size * K, *own_KRC.shape[1:])
        gather_into(all_NRC, own_KRC.contiguous())
        return all_NRC[:N]


class Fsdp(Ddp):
    """Every process keeps some rows of every tensor; a block's weights are whole while it computes."""

    def wrapped(self, calls: ModelCalls) -> nn.Module:
        from torch.distributed.device_mesh import init_device_mesh  # seconds, for those who shard alone
        from torch.distributed.fsdp import FSDPModule, fully_shard

        for parameter in calls.parameters():  # alike in all, as DDP makes them
            dist.broadcast(parameter.detach(), src=0)
        device = next(calls.parameters()).device
        mesh = init_device_mesh(device.type, (self.size,))
        for block in calls.model.blocks:
            fully_shard(block, mesh=mesh)
        root = fully_shard(calls, mesh=mesh)
        for module in root.modules():
            if isinstance(module, FSDPModule):  # a sum, as in `summed_bucket`
                module.set_gradient_divide_factor(1.0)
                module.set_force_sum_reduction_for_comms(True)
        return root

    def sending(self, last: bool) -> AbstractContextManager:
        return nullcontext()  # each sends its gradients: no process has room for all of them

    def run(self, function: Callable, *arguments: Any) -> Any:
        result = self.root(function, *arguments)
        if not torch.is_grad_enabled():  # no backward will do it
            self.root.reshard()
        return result

    def own(self, tensor: Tensor) -> Tensor:
        return tensor.to_local()

    def own_of(self, whole: Tensor, dim: int = 0) -> Tensor:
        P = math.ceil(whole.shape[dim] / self.size)  # as torch.chunk cuts
        start = min(self.rank * P, whole.shape[dim])
        return whole.narrow(dim, start, min(P, whole.shape[dim] - start))

    @torch.no_grad()
    def whole(self, own: Tensor, rows: int, dim: int = 0) -> Tensor:
        P = math.ceil(rows / self.size)
        padded = padded_to(own.movedim(dim, 0), P).contiguous()
        every = padded.new_empty(self.size * P, *padded.shape[1:])
        gather_into(every, padded)
        return every[: rows if self.rank == 0 else 0].movedim(0, dim).cpu()

    def weights(self, model: nn.Module) -> dict[str, Tensor]:
        parameters = dict(model.named_parameters())
        assert parameters.keys() == model.state_dict().keys(), "a persistent buffer is no parameter"
        return {name: self.whole(self.own(own), own.shape[0]) for name, own in parameters.items()}

    @torch.no_grad()
    def load(self, model: nn.Module, state: dict[str, Tensor]) -> None:
        for name, own in model.named_parameters():
            self.own(own).copy_(self.own_of(state[name]))

    def norm(self, gradients: list[Tensor]) -> Tensor:
        return self.summed(nn.utils.get_total_norm(gradients).square()).sqrt()

    def orthogonalized(self, function: Callable[[Tensor], Tensor], stack_NPC: Tensor, R: int) -> Tensor:
        """Every process is sent all rows of its K matrices, and sends back to each the rows that it keeps."""
        N, own_rows, C = stack_NPC.shape
        K = math.ceil(N / self.size)
        P = math.ceil(R / self.size)
        there_SKPC = F.pad(stack_NPC, (0, 0, 0, P - own_rows, 0, self.size * K - N)).view(self.size, K, P, C)
        here_SKPC = self.exchanged(there_SKPC)
        whole_KRC = here_SKPC.transpose(0, 1).reshape(K, self.size * P, C)[:, :R]
        whole_KRC = whole_KRC[: max(0, N - self.rank * K)]
        whole_KRC = function(whole_KRC.contiguous()) if len(whole_KRC) else whole_KRC
        padding = (0, 0, 0, self.size * P - R, 0, K - len(whole_KRC))
        back_KSPC = F.pad(whole_KRC, padding).view(K, self.size, P, C)
        own_SKPC = self.exchanged(back_KSPC.transpose(0, 1))
        return own_SKPC.reshape(self.size * K, P, C)[:N, :own_rows]

    def exchanged(self, parts_SKPC: Tensor) -> Tensor:
        """The parts that the processes have for this one, by rank, for those that it has for them."""
        received_SKPC = torch.empty_like(parts_SKPC, memory_format=torch.contiguous_format)
        dist.all_to_all_single(received_SKPC, parts_SKPC.contiguous())
        return received_SKPC


ALONE = Alone()
PLANS = {"none": lambda model: ALONE, "ddp": Ddp, "fsdp": Fsdp}


def plan(name: str, model: nn.Module) -> Alone:
    """How `--parallel` shares out the training of a model; fsdp takes its weights apart, in place."""
    return PLANS[world.mode_of(name)](model)


# ---- the optimizer's state


class Kept(NamedTuple):
    """What this process keeps of a tensor."""

    tensor: Tensor
    shape: tuple[int, ...]  # of the whole
    dim: int = 0  # which the processes share


def gathered_states(plan: Alone, states: dict[str, dict[str, Kept]]) -> dict[str, dict[str, Tensor]]:
    """The whole tensors {kind: {name: tensor}}; but for the first process empty ones."""
    return {
        kind: {name: plan.whole(one.tensor, one.shape[one.dim], one.dim) for name, one in kept.items()}
        for kind, kept in states.items()
    }


def fill_states(plan: Alone, states: dict[str, dict[str, Kept]], saved: dict) -> None:
    """Takes what `gathered_states` gave.

    Raises ValueError, one line, where it is of another model, or has NaN.
    """
    for kind, kept in states.items():
        shapes = {name: one.shape for name, one in kept.items()}
        check_alike(saved.get(kind, {}), shapes, f"{kind} of the optimizer")
        for name, one in kept.items():
            one.tensor.copy_(plan.own_of(saved[kind][name], one.dim))
