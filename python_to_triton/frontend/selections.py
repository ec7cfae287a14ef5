"""What a program takes out of a tensor by a mask, so far as its size does not matter.

    inside = torch.zeros_like(x)
    inside[mask] = (right[mask] - left[mask]) * 2         torch.where(mask, (right - left) * 2, inside)
    loss = errors[mask].mean()                            torch.where(mask, errors, 0).sum() / mask.sum()

How many elements a mask selects depends on the data, so a trace has no tensor of them. Here a Selection is in
its place: all elements, and the mask. Pointwise functions of selections by one mask compute all elements;
what else asks for a size is refused as data-dependent. Where the mask is the same in every call, as of
`torch.ones`, what it selects is known, and taken by its places.
"""

from collections.abc import Callable

import torch
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensor,
)
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import _disable_current_modes

from python_to_triton.frontend.vocabulary import OPS

# Methods and functions that compute each element by itself, besides those of the vocabulary.
_POINTWISE = {op.name for op in OPS.values() if op.kind == "pointwise"} | {
    *("clone", "contiguous", "detach", "divide", "double", "float", "multiply", "negative", "rsub"),
    *("subtract", "true_divide", "truediv", "type", "rtruediv", "radd", "rmul", "rpow"),
}
_OPERATORS = "add radd sub rsub mul rmul truediv rtruediv pow rpow neg abs gt ge lt le eq ne".split()
_WHOLE = slice(None)

_READS = (torch.Tensor.tolist, torch.Tensor.numpy, torch.Tensor.__array__)


def _size_depends_on_data():
    return DynamicOutputShapeException(torch.ops.aten.nonzero.default)


def _reads_data():
    return DataDependentOutputException(torch.ops.aten._local_scalar_dense.default)


def _mask_of(index, rank):
    """(mask, the first dimension that it covers) of an index with one mask and nothing else; None of others.

    rank: of the tensor that is indexed.
    """
    parts = index if isinstance(index, tuple) else (index,)
    masks = [part for part in parts if isinstance(part, torch.Tensor)]
    plain = all(
        part is Ellipsis or isinstance(part, slice) and part == _WHOLE
        for part in parts
        if not (isinstance(part, torch.Tensor))
    )
    if len(masks) != 1 or masks[0].dtype != torch.bool or not masks[0].dim() or not plain:
        return None
    place = next(i for i, part in enumerate(parts) if part is masks[0])
    behind = len(parts) - place - 1
    if Ellipsis in [part for part in parts[:place] if not isinstance(part, torch.Tensor)]:
        return masks[0], rank - masks[0].dim() - behind
    return masks[0], place


class Selection:
    """The elements of a tensor that a mask selects.

    Attributes:
        full: the tensor with all elements; of its own, so that it may be written into.
        mask: of its first dimensions, as it was then.
        by: the mask itself, and which version of it that was.
    """

    def __init__(self, full: torch.Tensor, mask: torch.Tensor, by: tuple[torch.Tensor, int]):
        self.full = full
        self.mask = mask
        self.by = by

    def is_by(self, mask: torch.Tensor, version: int) -> bool:
        """Whether this version of a mask selects the same elements."""
        return self.by[0] is mask and self.by[1] == version

    def spread(self) -> torch.Tensor:
        """The mask with the dimensions of all elements."""
        return self.mask.reshape(*self.mask.shape, *[1] * (self.full.dim() - self.mask.dim()))

    def _each(self, function, args, kwargs):
        """A pointwise function of selections by this mask, of their shape, and of numbers."""

        def whole(item):
            if isinstance(item, Selection):
                if not item.is_by(*self.by) or item.full.shape != self.full.shape:
                    raise _size_depends_on_data()
                return item.full
            if isinstance(item, torch.Tensor) and item.dim():
                raise _size_depends_on_data()
            return item

        made = function(*map(whole, args), **{name: whole(item) for name, item in kwargs.items()})
        if not isinstance(made, torch.Tensor) or made.shape != self.full.shape:
            raise _size_depends_on_data()
        return Selection(made, self.mask, self.by)

    def _total(self):
        return torch.where(self.spread(), self.full, 0).sum()

    def _count(self):
        return self.spread().expand(self.full.shape).sum()

    def called(self, name: str, function: Callable, args: tuple, kwargs: dict) -> object:
        """function(*args, **kwargs), which has this name; a selection is among its arguments.

        Raises:
            DynamicOutputShapeException: the result depends on how many elements are selected.
        """
        plain = name.strip("_")
        if plain in ("sum", "mean") and len(args) == 1 and not kwargs and not self.full.dtype == torch.bool:
            return self._total() if plain == "sum" else self._total() / self._count()
        if plain not in _POINTWISE:
            raise _size_depends_on_data()
        in_place = name.endswith("_") != name.startswith("__")
        made = self._each(getattr(torch.Tensor, plain) if in_place else function, args, kwargs)
        if not in_place:
            return made
        self.full = made.full.to(self.full.dtype)
        return self

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        first = next((item for item in (*args, *kwargs.values()) if isinstance(item, Selection)), None)
        if first is None:
            raise _size_depends_on_data()
        return first.called(function.__name__, function, args, kwargs)

    @property
    def dtype(self) -> torch.dtype:
        """Of the elements, as of a tensor."""
        return self.full.dtype

    @property
    def device(self) -> torch.device:
        """Of the elements, as of a tensor."""
        return self.full.device

    def __getattr__(self, name):
        function = getattr(torch.Tensor, name, None)
        if name.startswith("__") or not callable(function):
            raise _size_depends_on_data()
        return lambda *args, **kwargs: self.called(name, function, (self, *args), kwargs)

    def _refuse(self, *_):
        raise _size_depends_on_data()

    __len__ = __bool__ = __iter__ = __getitem__ = __setitem__ = _refuse


def _operator(name, in_place=False):
    function = getattr(torch.Tensor, f"__{name}__")

    def operator(self, *args):
        made = self.called(f"__{name}__", function, (self, *args), {})
        if not in_place:
            return made
        self.full = made.full.to(self.full.dtype)
        return self

    return operator


for _name in _OPERATORS:
    setattr(Selection, f"__{_name}__", _operator(_name))
for _name in ("add", "sub", "mul", "truediv", "pow"):
    setattr(Selection, f"__i{_name}__", _operator(_name, in_place=True))


def _joined(function, args, kwargs):
    """torch.tensor(...), of a list of tensors with one number each too: it reads their data, of which a trace
    has none.
    """
    try:
        return function(*args, **kwargs)
    except RuntimeError:
        items = args[0] if args and isinstance(args[0], (list, tuple)) else ()
        if not items or not all(isinstance(item, torch.Tensor) and not item.dim() for item in items):
            raise
        joined = torch.stack(list(items))
        return joined if kwargs.get("dtype") is None else joined.to(kwargs["dtype"])


class Selecting(TorchFunctionMode):
    """While it lasts, a tensor that is indexed with a mask gives a Selection, or what the mask selects; and
    `.tolist()` and `.numpy()`, which PyTorch computes without asking a mode, give known data alone.

    known: known(x) is the data of a tensor that no input decides, as nested lists; None of another.
    """

    def __init__(self, known: Callable[[torch.Tensor], object]):
        self.known = known

    def _read(self, function, x, args, kwargs):
        data = self.known(x)
        if data is None:
            raise _reads_data()
        with _disable_current_modes():
            return function(torch.tensor(data, dtype=x.dtype).reshape(x.shape), *args, **kwargs)

    def _with_numbers(self, item):
        """Lists with real tensors for those whose number is known: PyTorch reads it without asking a mode."""
        if isinstance(item, (list, tuple)):
            return [self._with_numbers(part) for part in item]
        if not isinstance(item, torch.Tensor) or item.dim():
            return item
        number = self.known(item)
        if number is None and not isinstance(item, FakeTensor):
            raise _reads_data()
        with _disable_current_modes():
            return item if number is None else torch.tensor(number, dtype=item.dtype)

    def _selected(self, x, index):
        found = _mask_of(index, x.dim())
        if found is None:
            return x[index]
        mask, dim = found
        if tuple(mask.shape) != tuple(x.shape[dim : dim + mask.dim()]):
            return x[index]  # PyTorch says what is wrong
        places = self.known(mask) if mask.dim() == 1 else None
        if places is not None:
            kept = [i for i, is_kept in enumerate(places) if is_kept]
            if kept and kept == list(range(kept[0], kept[-1] + 1)):
                return x.narrow(dim, kept[0], len(kept)).clone()
            return x.index_select(dim, torch.tensor(kept, dtype=torch.int64))
        if dim:
            raise _size_depends_on_data()
        return Selection(x.clone(), mask.clone(), (mask, mask._version))

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if function is torch.Tensor.__getitem__ and isinstance(args[0], torch.Tensor):
            return self._selected(*args)
        if function is torch.Tensor.__setitem__ and isinstance(args[2], Selection):
            x, index, selection = args
            found = _mask_of(index, x.dim())
            same = found is not None and selection.is_by(found[0], found[0]._version) and not found[1]
            if not same or x.shape != selection.full.shape:
                raise _size_depends_on_data()
            x.copy_(torch.where(selection.spread(), selection.full.to(x.dtype), x))
            return None
        if function in _READS:
            return self._read(function, args[0], args[1:], kwargs)
        if function in (torch.tensor, torch.as_tensor):
            if args and isinstance(args[0], (list, tuple)):
                args = self._with_numbers(args[0]), *args[1:]
            return _joined(function, args, kwargs)
        return function(*args, **kwargs)
