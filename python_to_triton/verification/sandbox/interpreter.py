"""interpreter."""

import ast
import bisect
import functools
import inspect
import itertools
import sys
import types
from dataclasses import replace
import torch
from python_to_triton.verification.sandbox.words import Refused, words


LAUNCH_OPTIONS = words(
    "num_warps num_stages num_ctas maxnreg enable_fp_fusion launch_cooperative_grid launch_pdl"
)


MOST_PROGRAMS = (2**31 - 1, 65535, 65535)  # of a grid, along each of its axes, on a GPU


def owners(touches):
    """(addresses, programs) of a list of (program, addresses, ...), sorted by address and within one by time; and that order."""
    import numpy

    places = numpy.concatenate([touch[1] for touch in touches] or [numpy.empty(0, numpy.uint64)])
    programs = numpy.repeat([touch[0] for touch in touches], [touch[1].size for touch in touches])
    order = numpy.argsort(places, kind="stable")
    return places[order], programs[order], order


def others(places, programs, program, addresses):
    """Programs but `program` that own some of the addresses; of each address the first and the last."""
    import numpy

    if not len(places):
        return set()
    first = numpy.minimum(numpy.searchsorted(places, addresses), len(places) - 1)
    last = numpy.maximum(numpy.searchsorted(places, addresses, side="right") - 1, 0)
    return {int(owner) for at in (first, last) for owner in programs[at][places[at] == addresses]} - {program}


class Traffic:
    """The loads and stores of one launch: refuses an address outside every buffer, and programs that race.

    Programs of a grid have no order. The interpreter runs one after the other, so an answer that relies on their order
    would pass in it: where a program touches what another one writes, it is Refused, unless something atomic (a lock, a
    counter) orders the two. Programs that write one value to one place agree.
    """

    def __init__(self, fences, red):
        spans = [
            (raw.data_ptr() + red, raw.data_ptr() + len(raw) - red, what, before is not None)
            for what, raw, _, before in fences
        ]
        self.buffers = sorted(
            span for span in spans if span[0] < span[1]
        )  # first and last byte, name, whether only to be read
        self.starts = [start for start, *_ in self.buffers]
        self.program, self.atomic = 0, set()  # the program that runs, those that did something atomic
        self.read, self.written, self.updated = (
            [],
            [],
            [],
        )  # (program, addresses, whether after an atomic), values too of the written

    def inside(self, addresses, mask, size, writes):
        """The addresses that the mask lets through; Refused where no buffer, or one that may not change, holds one of them."""
        chosen = addresses[mask]
        if chosen.size:
            low, high = int(chosen.min()), int(chosen.max())
            place = bisect.bisect_right(self.starts, low) - 1
            if place < 0 or high + size > self.buffers[place][1] or writes and self.buffers[place][3]:
                self.look_closely(chosen, size, writes)
        return chosen

    def look_closely(self, addresses, size, writes):
        """`inside` for every address by itself: one load may gather from several buffers."""
        for address in map(int, addresses):
            place = bisect.bisect_right(self.starts, address) - 1
            if place < 0 or address + size > self.buffers[place][1]:
                near = min(
                    self.buffers,
                    key=lambda span: max(span[0] - address, address - span[1]),
                    default=(0, 0, "every buffer"),
                )
                raise Refused(f"{'writes' if writes else 'reads'} outside {near[2]}", "run")
            if writes and self.buffers[place][3]:
                raise Refused(f"writes into {self.buffers[place][2]}", "run")

    def load(self, addresses, mask, size):
        self.read.append(
            (self.program, self.inside(addresses, mask, size, False), self.program in self.atomic)
        )

    def store(self, addresses, mask, values):
        chosen = self.inside(addresses, mask, values.itemsize, True)
        self.written.append(
            (self.program, chosen, self.program in self.atomic, values.view(f"u{values.itemsize}")[mask])
        )

    def update(self, addresses, mask, size):
        self.updated.append((self.program, self.inside(addresses, mask, size, True)))
        self.atomic.add(self.program)

    def check_writes(self, places, programs, order):
        """Refused where one store, or two programs, leave different values in one place."""
        import numpy

        values = numpy.concatenate([values.astype(numpy.uint64) for *_, values in self.written])[order]
        stores = numpy.repeat(range(len(self.written)), [touch[1].size for touch in self.written])[order]
        if ((places[1:] == places[:-1]) & (stores[1:] == stores[:-1]) & (values[1:] != values[:-1])).any():
            raise Refused("one store writes different values to one place: their order is not defined", "run")
        final = numpy.append(
            (places[1:] != places[:-1]) | (programs[1:] != programs[:-1]), True
        )  # what each program left in each place
        places, programs, values = places[final], programs[final], values[final]
        clash = (places[1:] == places[:-1]) & (values[1:] != values[:-1])
        if not {*programs[1:][clash].tolist(), *programs[:-1][clash].tolist()} <= self.atomic:
            raise Refused(
                "two programs write different values to one place: their order is not defined", "run"
            )

    def check_races(self):
        """Refused where one program touches what another one, not ordered with it by atomics, writes."""
        places, programs, order = owners(self.written)
        if places.size:
            self.check_writes(places, programs, order)
        if self.program == 0:
            return
        updated = owners(self.updated)[:2]
        for program, addresses, after in self.read:
            if (writers := others(places, programs, program, addresses)) and not (
                after and writers <= self.atomic
            ):
                raise Refused(
                    "a program reads what another program of the same launch writes: their order is not defined",
                    "run",
                )
        for program, addresses, after, *_ in self.read + self.written:
            if not after and others(*updated, program, addresses):
                raise Refused(
                    "a program touches what another program of the same launch updates: their order is not defined",
                    "run",
                )


signature_of = functools.cache(inspect.signature)


def is_constexpr(parameter):
    return "constexpr" in str(parameter.annotation)


def interpret(kernel, given, grid, traffic):
    """Runs every program of a launch in Triton's interpreter, on the buffers themselves."""
    import numpy
    import triton.language as tl
    from triton.runtime import interpreter

    def converted(value):
        if type(value) is bool:  # Triton's own stumbles over one
            return tl.tensor(interpreter.TensorHandle(numpy.array([value]), tl.int1), tl.int1)
        return interpreter._implicit_cvt(value)

    parameters = signature_of(kernel.fn).parameters
    values = {
        name: value if is_constexpr(parameters[name]) else converted(value) for name, value in given.items()
    }
    builder, program = interpreter.interpreter_builder, kernel.rewrite()
    builder.set_grid_dim(*grid)
    builder.traffic = traffic
    for number, place in enumerate(itertools.product(*map(range, grid))):
        builder.set_grid_idx(*place)
        if traffic:
            traffic.program = number
        program(**values)
    if traffic:
        traffic.check_races()


def types_of(names, scope):
    """{name: Triton's type} of those of `names` that are bound in `scope` to what Triton computed."""
    return {name: scope[name].type for name in names if hasattr(scope.get(name), "handle")}


def check_carried(before, names, scope):
    """What a loop binds anew keeps the type that it had `before`: Triton compiles no other loop; its interpreter runs any."""
    for name, now in types_of(names, scope).items():
        if now != before.get(name, now):
            raise TypeError(
                f"`{name}` is {before[name]} before the loop and {now} after a turn of it; its type must stay the same"
            )


def stored(nodes):
    """The names that some nodes bind."""
    return {
        node.id
        for part in nodes
        for node in ast.walk(part)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def with_checked_loops(body, known):
    """Statements of a kernel, each loop's types compared after every turn; `known` are the names that they may find.

    What a loop or a branch binds first is no more when it ends, and in a loop's next turn, unlike in Python.
    """
    checked = []
    for statement in body:
        if isinstance(statement, (ast.For, ast.While)):
            turns = statement.iter if isinstance(statement, ast.For) else statement.test
            own = {ast.unparse(statement.target)} if isinstance(statement, ast.For) else set()
            names, before = (
                sorted(known & stored(statement.body) - own),
                f"__before_{statement.lineno}__",
            )  # which no candidate may write
            statement.body = with_checked_loops(statement.body, known | own)
            if names and not (
                isinstance(turns, ast.Call) and ast.unparse(turns.func) == "tl.static_range"
            ):  # that is unrolled
                text = f"{before} = __types_of__({names}, __locals__()); __check_carried__({before}, {names}, __locals__())"
                first, after = (
                    ast.increment_lineno(added, statement.lineno - 1) for added in ast.parse(text).body
                )
                checked.append(first)
                statement.body.append(after)
        elif isinstance(statement, ast.If):
            statement.body, statement.orelse = (
                with_checked_loops(branch, known) for branch in (statement.body, statement.orelse)
            )
        else:
            known = known | stored([statement])
        checked.append(statement)
    return checked


def rewrite_kernels(tree, module):
    """What the interpreter does to a kernel's text when it is first launched, done to a tree that is parsed already."""
    from triton.runtime import interpreter

    module.interpreter_semantic = interpreter.interpreter_semantic  # what the rewritten assignments name
    module.__dict__.update(__types_of__=types_of, __check_carried__=check_carried, __locals__=locals)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            node.body = with_checked_loops(
                interpreter.ASTTransformer().visit(node).body, {argument.arg for argument in node.args.args}
            )
    ast.fix_missing_locations(tree)


def watch_memory(interpreter, tl):
    """Puts `builder.traffic` in the way of every load and store. What a mask hides, without `other`, is poison as on a GPU."""
    import numpy

    builder, Handle = interpreter.InterpreterBuilder, interpreter.TensorHandle
    load_, store, update, swap = (
        getattr(builder, f"create_{name}")
        for name in ("masked_load", "masked_store", "atomic_rmw", "atomic_cas")
    )

    def poison(shape, dtype):
        kind = interpreter._get_np_dtype(dtype)
        value = (
            numpy.nan
            if kind.kind == "f"
            else 0xFFFF
            if dtype == tl.bfloat16
            else kind.kind == "b" or numpy.iinfo(kind).max
        )
        return Handle(numpy.full(shape, value, dtype=kind), dtype)

    def bits(mask):
        return numpy.asarray(mask.data, dtype=bool)  # block pointers come with a bare array

    def masked_load(self, ptrs, mask, other, *rest, **more):
        seen, element = bits(mask), ptrs.get_element_ty()
        if self.traffic:
            self.traffic.load(ptrs.data, seen, max(1, element.primitive_bitwidth // 8))
        if (
            other is None and seen.size > 1 and not seen.all()
        ):  # of one scalar Triton itself drops an `other` of 0
            other = poison(ptrs.data.shape, element)
        return load_(self, ptrs, mask, other, *rest, **more)

    def masked_store(self, ptrs, value, mask, *rest):
        if self.traffic:
            self.traffic.store(ptrs.data, bits(mask), value.data)
        return store(self, ptrs, value, mask, *rest)

    def atomic_rmw(self, operation, ptr, value, mask, *rest):
        if self.traffic:
            self.traffic.update(ptr.data, bits(mask), value.data.itemsize)
        return update(self, operation, ptr, value, mask, *rest)

    def atomic_cas(self, ptr, expected, value, *rest):
        if self.traffic:
            self.traffic.update(ptr.data, numpy.ones(ptr.data.shape, dtype=bool), value.data.itemsize)
        return swap(self, ptr, expected, value, *rest)

    def erf(self, value):  # Triton's own calls Python's for every element
        exact = torch.erf(torch.from_numpy(value.data.astype(numpy.float64))).numpy()
        return Handle(exact.astype(value.data.dtype), value.dtype.scalar)

    for method in (masked_load, masked_store, atomic_rmw, atomic_cas, erf):
        setattr(builder, f"create_{method.__name__}", method)
    builder.traffic = None


def truth(value):
    """A block of values in a condition of a candidate: Triton compiles none; the interpreter would take any as true."""
    if value.handle.data.size == 1:
        return bool(value.handle.data.reshape(()))
    if sys._getframe(1).f_code.co_filename == "<candidate>":
        raise TypeError("a block of values has no truth value; `if`, `and`, `or` and `not` take scalars")
    return True


def unknown(value):
    """`int(x)` and `float(x)` in a kernel are for constants: of what Triton computes it compiles none."""
    raise TypeError(f"a number that only a GPU will know ({value.type}) is no Python number; `.to` casts it")


def remember_types(interpreter, tl):
    """Types and shapes are made once, not for every value: a third of what the interpreter does."""
    make_block, make_tensor, np_dtype = tl.block_type.__init__, tl.tensor.__init__, interpreter._get_np_dtype
    blocks, tensors, dtypes = {}, {}, {}

    def block_type(self, element_ty, shape):
        sizes = [getattr(size, "value", size) for size in shape]
        key = (element_ty.name, *sizes)
        if key in blocks and all(
            type(size) is int for size in sizes
        ):  # 4.0 finds what 4 left, and is no size
            self.__dict__.update(blocks[key])
        else:
            make_block(self, element_ty, shape)
            blocks[key] = dict(self.__dict__)

    def tensor(self, handle, type):
        try:
            self.__dict__.update(tensors[type.name])
        except KeyError:
            make_tensor(self, handle, type)
            tensors[type.name] = dict(self.__dict__)
        self.handle, self.type = handle, type

    def get_np_dtype(type):
        try:
            return dtypes[type.name]
        except KeyError:
            return dtypes.setdefault(type.name, np_dtype(type))

    tl.block_type.__init__, tl.tensor.__init__, interpreter._get_np_dtype = block_type, tensor, get_np_dtype


def shorten_arithmetic(interpreter, tl):
    """Two values of one type and shape need neither promotion nor broadcasting."""
    semantic = type(interpreter.interpreter_semantic)
    promote, broadcast, equal = (
        semantic.binary_op_type_checking_impl,
        semantic.broadcast_impl_value,
        tl.dtype.__eq__,
    )
    plain = words("fp32 fp64 int32 int64")  # that no operation promotes to another type

    def binary_op_type_checking_impl(self, lhs, rhs, *rest, **more):
        if (
            type(lhs) is type(rhs) is tl.tensor
            and lhs.dtype.name == rhs.dtype.name
            and lhs.dtype.name in plain
        ):
            return self.broadcast_impl_value(lhs, rhs)
        return promote(self, lhs, rhs, *rest, **more)

    def broadcast_impl_value(self, lhs, rhs):
        if lhs.type.is_block() and rhs.type.is_block() and lhs.handle.data.shape == rhs.handle.data.shape:
            return lhs, rhs
        return broadcast(self, lhs, rhs)

    for method in (binary_op_type_checking_impl, broadcast_impl_value):
        setattr(semantic, method.__name__, method)
    tl.dtype.__eq__ = lambda self, other: self is other or equal(self, other)


def shorten_calls(interpreter, tl):
    """The functions of `tl` without the two wrappers that Triton puts around each; `x.exp()` too, which it forgets."""

    def direct(function):
        @functools.wraps(function)  # its own name is the one that stands in messages about wrong calls
        def call(*args, **kwargs):
            kwargs["_semantic"] = interpreter.interpreter_semantic
            return function(*args, **kwargs)

        return call

    unwrap, never_wrapped = (
        tl.core._unwrap_if_constexpr,
        {tl.tensor, tl.dtype, tl.block_type, tl.pointer_type, int, float, bool, str},
    )
    tl.core._unwrap_if_constexpr = lambda value: value if type(value) in never_wrapped else unwrap(value)
    for owner in (tl, tl.core, tl.math, tl.tensor):
        for name, value in list(vars(owner).items()):
            member = (getattr(value, "__kwdefaults__", None) or {}).get("member")
            if member is not None:
                setattr(owner, name, direct(getattr(member, "__wrapped__", member)))
                if owner is tl.math and hasattr(tl.tensor, name):
                    setattr(tl.tensor, name, getattr(owner, name))


FLOATS, INTEGERS = (
    words("fp32 fp64"),
    words("int32 int64"),
)  # plain types: an operation on two of one type promotes neither


PLAIN = FLOATS | INTEGERS


class Plain:
    """Triton's tensors of plain types made without its checks, and what may be done to them by NumPy alone."""

    def __init__(self, interpreter, tl):
        self.Handle, self.Tensor, self.Block, self.made = (
            interpreter.TensorHandle,
            tl.tensor,
            tl.block_type,
            {},
        )

    def value(self, data, kept_as, dtype, is_block):
        """A tensor of `dtype`; its handle says `kept_as`, which of a comparison is the type of what was compared."""
        key = dtype.name, data.shape if is_block else None
        if key not in self.made:
            self.made[key] = dict(
                vars(self.Tensor(None, self.Block(dtype, list(data.shape)) if is_block else dtype))
            )
        handle, tensor = self.Handle.__new__(self.Handle), self.Tensor.__new__(self.Tensor)
        handle.data, handle.dtype, handle.attr = data, kept_as, {}
        tensor.__dict__.update(self.made[key])
        tensor.handle = handle
        return tensor

    def block(self, x):
        return type(x.type) is self.Block

    def fit(self, x, y):
        """Whether NumPy broadcasts two tensors as Triton does: blocks of one rank, or a scalar and anything."""
        one, other = x.handle.data.shape, y.handle.data.shape
        if one == other or not (self.block(x) and self.block(y)):
            return True
        return len(one) == len(other) and all(m == n or 1 in (m, n) for m, n in zip(one, other))

    def number(self, y, x):
        """Whether Triton makes of the number `y`, beside the tensor `x`, a constant of x's type."""
        return type(y) is float and x.dtype.name in FLOATS or type(y) is int and -(2**31) <= y < 2**31


def shorten_operators(interpreter, tl):
    """`x + y`, `x < 3` and the like on plain values: NumPy's operation, without the forty calls around it.

    Whatever is promoted, checked or given another rank first goes Triton's own way: its errors and its results are the same.
    """
    import numpy

    plain, Tensor = Plain(interpreter, tl), tl.tensor
    value, block, fit, number = plain.value, plain.block, plain.fit, plain.number

    def quick(name, operation, types, truth=False):
        slow = getattr(Tensor, name)

        def method(x, y):
            kind, given = x.dtype.name, x.handle
            if kind in types:
                if type(y) is Tensor:
                    if (y.dtype.name == kind or {kind, y.dtype.name} == INTEGERS) and fit(x, y):
                        wide = y if y.dtype.name == "int64" else x
                        data = operation(given.data, y.handle.data)
                        return value(
                            data, wide.handle.dtype, tl.int1 if truth else wide.dtype, block(x) or block(y)
                        )
                elif kind in PLAIN and number(y, x):
                    return value(
                        operation(given.data, given.data.dtype.type(y)),
                        given.dtype,
                        tl.int1 if truth else x.dtype,
                        block(x),
                    )
            return slow(x, y)

        setattr(Tensor, name, method)

    def turned(operation):
        return lambda x, y: operation(y, x)

    for name, operation in {"add": numpy.add, "sub": numpy.subtract, "mul": numpy.multiply}.items():
        quick(f"__{name}__", operation, PLAIN)
        quick(f"__r{name}__", turned(operation), PLAIN)
    quick("__truediv__", numpy.divide, FLOATS)
    quick("__rtruediv__", turned(numpy.divide), FLOATS)
    quick("__floordiv__", lambda x, y: (x - numpy.fmod(x, y)) // y, INTEGERS)
    quick("__mod__", numpy.fmod, PLAIN)
    for name, operation in {
        "lt": numpy.less,
        "le": numpy.less_equal,
        "gt": numpy.greater,
        "ge": numpy.greater_equal,
        "eq": numpy.equal,
        "ne": numpy.not_equal,
    }.items():
        quick(f"__{name}__", operation, PLAIN, truth=True)
    for name, operation in {
        "and": numpy.bitwise_and,
        "or": numpy.bitwise_or,
        "xor": numpy.bitwise_xor,
    }.items():
        quick(f"__{name}__", operation, INTEGERS | {"int1"})


def shorten_choices(interpreter, tl):
    """`tl.where` and casts, likewise."""
    import numpy

    plain, Tensor, semantic = Plain(interpreter, tl), tl.tensor, type(interpreter.interpreter_semantic)
    slow_where, slow_cast, fit = tl.where, semantic.cast, plain.fit

    @functools.wraps(slow_where)
    def where(condition, x, y, **more):
        first, second = (x, y) if type(x) is Tensor else (y, x)
        if (
            type(condition) is type(first) is Tensor
            and condition.dtype.name == "int1"
            and first.dtype.name in PLAIN
            and not more
        ):
            both = type(second) is Tensor
            if fit(condition, first) and (
                second.dtype.name == first.dtype.name and fit(condition, second) and fit(first, second)
                if both
                else plain.number(second, first)
            ):
                kind = first.handle.data.dtype
                data = [part.handle.data if type(part) is Tensor else kind.type(part) for part in (x, y)]
                blocks = any(plain.block(part) for part in (condition, x, y) if type(part) is Tensor)
                return plain.value(
                    numpy.where(condition.handle.data, *data), first.handle.dtype, first.dtype, blocks
                )
        return slow_where(condition, x, y, **more)

    def cast(self, x, dtype, *rest):
        old, new = x.dtype.name, dtype.scalar.name
        if old == new and old in PLAIN | {"int1"}:
            return x
        if old in PLAIN | {"int1"} and new in PLAIN and not any(rest):
            return plain.value(
                x.handle.data.astype(interpreter._get_np_dtype(dtype.scalar)),
                dtype.scalar,
                dtype.scalar,
                plain.block(x),
            )
        return slow_cast(self, x, dtype, *rest)

    tl.where, semantic.cast = where, cast


def shorten_memory(interpreter, tl):
    """Offsets to pointers, `tl.load` and `tl.store` of plain values through a mask of their own shape, likewise; `watch_memory` sees them."""
    import numpy

    plain, Tensor, builder = Plain(interpreter, tl), tl.tensor, interpreter.interpreter_builder
    slow_add, slow_load, slow_store = Tensor.__add__, tl.load, tl.store

    def add(x, y):
        if x.dtype.is_ptr() and type(y) is Tensor and y.dtype.name in INTEGERS and plain.fit(x, y):
            size = max(1, x.dtype.element_ty.primitive_bitwidth // 8)
            data = x.handle.data + size * y.handle.data.astype(numpy.uint64)
            return plain.value(data, x.handle.dtype, x.dtype, plain.block(x) or plain.block(y))
        return slow_add(x, y)

    def masked(pointer, mask):
        return (
            type(pointer) is type(mask) is Tensor
            and plain.block(pointer)
            and pointer.dtype.is_ptr()
            and mask.dtype.name == "int1"
            and mask.handle.data.shape == pointer.handle.data.shape
            and pointer.dtype.element_ty.name in PLAIN
        )

    @functools.wraps(slow_load)
    def quick_load(pointer, mask=None, other=None, **more):
        if not more and masked(pointer, mask):
            dtype, shape = pointer.dtype.element_ty, pointer.handle.data.shape
            kind = interpreter._get_np_dtype(dtype)
            if (
                other is None
                or type(other) is (float if kind.kind == "f" else int)
                and -(2**31) <= other < 2**31
            ):
                hidden = None if other is None else plain.Handle(numpy.full(shape, other, kind), dtype)
                return plain.value(
                    builder.create_masked_load(pointer.handle, mask.handle, hidden, None, None, False).data,
                    dtype,
                    dtype,
                    True,
                )
        return slow_load(pointer, mask, other, **more)

    @functools.wraps(slow_store)
    def quick_store(pointer, value, mask=None, **more):
        if (
            not more
            and masked(pointer, mask)
            and type(value) is Tensor
            and value.dtype.name == pointer.dtype.element_ty.name
            and value.handle.data.shape == pointer.handle.data.shape
        ):
            return builder.create_masked_store(pointer.handle, value.handle, mask.handle, None, None)
        return slow_store(pointer, value, mask, **more)

    Tensor.__add__, tl.load, tl.store = add, quick_load, quick_store


def shorten_reductions(interpreter, tl):
    """What `tl.sort` and `tl.xor_sum` reduce with, by NumPy: Triton's own calls Python's function for every element."""
    import numpy

    known, reduce = (
        {tl.standard._xor_combine: numpy.bitwise_xor, tl.standard._or_combine: numpy.bitwise_or},
        interpreter.ReduceOps.apply_impl,
    )

    def apply_impl(self, input):
        if self.combine_fn not in known or not input[0].dtype.is_int():
            return reduce(self, input)
        data = known[self.combine_fn].reduce(input[0].handle.data, axis=self.axis, keepdims=self.keep_dims)
        return self.to_tensor(data, input[0].dtype)

    interpreter.ReduceOps.apply_impl = apply_impl


def tune_interpreter():
    """Makes Triton's interpreter as strict as a GPU, and does once what it would do again in every candidate or launch."""
    import numpy
    import triton.language as tl
    from triton.backends.nvidia.compiler import min_dot_size
    from triton.runtime import interpreter

    numpy.seterr(all="ignore")
    interpreter._patch_lang(types.SimpleNamespace(__globals__={"tl": tl, "core": tl.core}))  # for good
    interpreter._patch_lang = lambda function: types.SimpleNamespace(restore=lambda: None)
    for function in list(vars(tl.standard).values()):
        if isinstance(function, interpreter.InterpretedFunction):
            function.rewrite()
    builder = interpreter.interpreter_builder
    builder.options = replace(
        builder.options, sanitize_overflow=False
    )  # checks that are computed, and then asserted in debug mode only
    tl.tensor.__index__ = lambda self: int(
        self.handle.data.squeeze()
    )  # as in Triton 3.7; 3.6 fails with numpy 2.4 in `range(n)`
    tl.tensor.__bool__, tl.tensor.__int__, tl.tensor.__float__ = truth, unknown, unknown
    builder.codegen_fns["min_dot_size"] = min_dot_size(
        None
    )  # the interpreter multiplies blocks of any size; no GPU does
    watch_memory(interpreter, tl)
    remember_types(interpreter, tl)
    shorten_arithmetic(interpreter, tl)
    shorten_calls(interpreter, tl)
    for shorten in (shorten_operators, shorten_choices, shorten_memory, shorten_reductions):
        shorten(interpreter, tl)
