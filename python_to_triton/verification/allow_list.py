"""The allow-list: what a candidate may contain, in host code and in a kernel; anything else is refused.

Host code may allocate, view, read shapes, compute on integers and launch kernels; a kernel may use the part
of `triton.language` that computes. source_check.py reads a candidate by these tables.
"""

import ast
import math
from dataclasses import dataclass

from python_to_triton.verification.sandbox.imports import DESCRIPTOR, LIBDEVICE, NAMES, TYPES
from python_to_triton.verification.sandbox.rules import HOST_BUILTINS, KERNEL_BUILTINS, names

MODULES = NAMES
# Attributes of a configuration, which a function that prunes them may read
CONFIG_FIELDS = names("kwargs num_warps num_stages num_ctas maxnreg")
DTYPES = names("float64 float32 float16 bfloat16 int64 int32 int16 int8 uint8")


@dataclass(frozen=True)
class Side:
    """What one kind of function may contain.

    `calls` and `values` are keyed by the module that a name is found in, "" for methods and attributes of
    values.
    """

    name: str
    nodes: tuple[type[ast.AST], ...]
    builtins: frozenset[str]
    calls: dict[str, frozenset[str]]
    values: dict[str, frozenset[str]]


COMMON_NODES = (
    ast.arguments,
    ast.arg,
    ast.Return,
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.For,
    ast.While,
    ast.If,
    ast.Expr,
    ast.BoolOp,
    ast.BinOp,
    ast.UnaryOp,
    ast.IfExp,
    ast.Compare,
    ast.Call,
    ast.keyword,
    ast.Constant,
    ast.Attribute,
    ast.Subscript,
    ast.Slice,
    ast.Name,
    ast.Tuple,
    ast.List,
    ast.expr_context,
    ast.boolop,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
)
HOST_NODES = (
    ast.FunctionDef,
    ast.Dict,
    ast.Starred,
    ast.Lambda,
    ast.ListComp,
    ast.GeneratorExp,
    ast.comprehension,
    ast.Break,
    ast.Continue,
    ast.Assert,
    ast.Raise,
    ast.JoinedStr,
    ast.FormattedValue,
)

HOST = Side(
    name="host code",
    nodes=COMMON_NODES + HOST_NODES,
    builtins=HOST_BUILTINS | TYPES | {DESCRIPTOR},
    calls={
        "torch": names(
            """
            empty empty_like empty_strided zeros zeros_like ones ones_like full full_like broadcast_shapes
            Size finfo iinfo
            """
        ),
        "torch.cuda": names("get_device_properties current_device"),
        "torch.backends": frozenset(),
        "torch.backends.cudnn": frozenset(),
        "triton": names("cdiv next_power_of_2 Config set_allocator"),
        LIBDEVICE: frozenset(),
        DESCRIPTOR: names("from_tensor"),
        "math": frozenset(name for name in dir(math) if name[0] != "_"),
        "tl": frozenset(),
        "": names(
            """
            numel nelement size stride dim ndimension element_size is_contiguous is_floating_point new_empty
            new_empty_strided new_zeros new_ones new_full view view_as reshape reshape_as expand expand_as
            broadcast_to permute transpose t swapaxes swapdims movedim unsqueeze squeeze flatten unflatten
            ravel narrow select unfold diagonal as_strided split chunk unbind detach contiguous append extend
            insert pop index count to float half bfloat16 clone zero_ fill_
            """
        ),
    },
    values={
        "torch": DTYPES
        | names(
            """
            float double half int long bool Tensor dtype device contiguous_format preserve_format cuda
            backends
            """
        ),
        "torch.cuda": frozenset(),
        "torch.backends": names("cudnn"),
        "torch.backends.cudnn": names("allow_tf32"),
        "triton": frozenset(),
        "math": names("pi e tau inf nan"),
        LIBDEVICE: frozenset(),
        DESCRIPTOR: frozenset(),
        "tl": DTYPES,
        "": CONFIG_FIELDS
        | names(
            """
            shape dtype device ndim T mT itemsize is_cuda is_floating_point min max eps tiny type
            multi_processor_count
            """
        ),
    },
)

KERNEL = Side(
    name="a kernel",
    nodes=(*COMMON_NODES, ast.Pass, ast.Assert),
    builtins=KERNEL_BUILTINS | TYPES,
    calls={
        "torch": frozenset(),
        "math": frozenset(),
        "triton": names("cdiv next_power_of_2"),
        "tl": names(
            """
            abs add advance arange argmax argmin associative_scan assume atomic_add atomic_and atomic_cas
            atomic_max atomic_min atomic_or atomic_xchg atomic_xor broadcast broadcast_to cast cat cdiv ceil
            clamp constexpr cos cumprod cumsum debug_barrier device_assert div_rn dot erf exp exp2
            expand_dims fdiv flip floor fma full gather histogram interleave join load log log2
            make_block_ptr max make_tensor_descriptor load_tensor_descriptor store_tensor_descriptor
            max_constancy max_contiguous maximum min minimum mul multiple_of num_programs permute philox
            program_id rand rand4x randint randint4x randn randn4x range ravel reduce reduce_or reshape
            rsqrt sigmoid sin softmax sort split sqrt sqrt_rn squeeze static_assert static_range store sub
            sum swizzle2d topk trans umulhi
            unsqueeze view where xor_sum zeros zeros_like
            """
        ),
        "tl.math": names(
            "abs ceil cos div_rn erf exp exp2 fdiv floor fma log log2 rsqrt sin sqrt sqrt_rn umulhi"
        ),
        "tl.PropagateNan": frozenset(),
        LIBDEVICE: names(
            """
            abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz copysign cos cosh cospi cyl_bessel_i0
            cyl_bessel_i1 div_rn erf erfc erfcinv erfcx erfinv exp exp10 exp2 expm1 fast_cosf fast_dividef
            fast_exp10f fast_expf fast_log10f fast_log2f fast_logf fast_powf fast_sinf fast_tanf fdim ffs
            finitef float2int_rd float2int_rn float2int_ru float2int_rz floor fma fmod hypot ilogb isfinited
            isinf isnan j0 j1 ldexp lgamma llrint llround log log10 log1p log2 logb mulhi nearbyint nextafter
            normcdf normcdfinv popc pow rcbrt remainder rhypot rint round rsqrt saturatef scalbn signbit sin
            sinh sinpi sqrt sqrt_rn tan tanh trunc
            """
        ),
        "": names(
            """
            to cast reshape view trans permute broadcast_to expand_dims ravel split flip sum max min argmax
            argmin reduce cumsum cumprod associative_scan sort gather histogram sigmoid exp exp2 log log2 sin
            cos sqrt rsqrt erf abs ceil floor load store
            is_fp16 is_bf16 is_fp32 is_floating is_int
            """
        ),
    },
    values={
        "torch": frozenset(),
        "math": frozenset(),
        "triton": frozenset(),
        "tl.math": frozenset(),
        LIBDEVICE: frozenset(),
        "tl.PropagateNan": names("ALL NONE"),
        "tl": DTYPES | names("int1 uint16 uint32 uint64 float8e4nv float8e5 math PropagateNan tensor"),
        "": names("shape dtype type element_ty T value"),
    },
)

# Methods and attributes that only a tensor has, and calls whose result is one: what host code may not compute
# on.
TENSOR_FIELDS = names(
    "shape dtype device ndim T mT numel stride size dim new_empty new_zeros contiguous view reshape"
)
MAKES_TENSOR = HOST.calls["torch"] - names("broadcast_shapes Size finfo iinfo") | names(
    """
    new_empty new_empty_strided new_zeros new_ones new_full view reshape expand permute transpose t unsqueeze
    squeeze flatten contiguous broadcast_to narrow select as_strided diagonal detach to float half bfloat16
    clone zero_ fill_
    """
)

# These allocate on the CPU unless they are told where.
PLACED_ON_A_DEVICE = frozenset(
    f"torch.{name}" for name in ("empty", "zeros", "ones", "full", "empty_strided")
)
