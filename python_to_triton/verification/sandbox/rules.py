"""Rules for candidates that the allow-list, which reads one, and the sandbox, which runs it, share."""

from dataclasses import dataclass

from triton_ops.terminal_text import printable


class Refused(Exception):
    """Why a candidate failed. `stage`: source (its text), run, value (its output) or task (the reference)."""

    def __init__(self, reason: str, stage: str = "source"):
        super().__init__(printable(reason))  # it may quote the candidate
        self.stage = stage


class CompilesTooLong(Refused):
    """Triton's compiler did not end on a GPU."""


ANYTHING = "anything"  # what a call may raise without refusing its candidate, the sandbox's refusals too
ERRORS = "errors"  # errors of its own alone
GIVEN_UP = "given up"  # why a call has no result that took too many steps
IN_PART = "in part"  # the same, where its result holds what some programs of its last launch stored


class OutOfSteps(BaseException):
    """A call in the interpreter took more steps than it was given. Triton's interpreter makes other errors of
    those that are Exceptions.
    """


class Steps:
    """The loads and stores that a call may still do in the interpreter; None is no limit.

    One of many elements counts as several.
    """

    PER_STEP = 1 << 12  # elements

    def __init__(self, left: int | None = None):
        self.left = left

    def take(self, elements: int) -> None:
        """Counts a load or store; raises OutOfSteps where too much was done."""
        if self.left is not None:
            self.left -= 1 + elements // self.PER_STEP
            if self.left < 0:
                raise OutOfSteps


class ShowsNan:
    """Whether maximum and minimum show NaN in a call in the interpreter; it notes whether that was asked.

    Where no call asked, one that is told otherwise is the same call.
    """

    def __init__(self, value: bool):
        self.value = value
        self.asked = False

    def __bool__(self):
        self.asked = True
        return self.value


CLOCK_FACTOR = 5.0  # seconds by the clock for a second of CPU time, where the machine is busy


@dataclass(frozen=True)
class Limits:
    """What one candidate may use, over all the inputs that it is judged on."""

    # CPU time, and CLOCK_FACTOR times as much by the clock; on a GPU by the clock, without Triton's compiler
    seconds: float = 20.0
    compiling: float = 300.0  # wall clock of that
    memory: int = 4 << 30  # bytes, beyond what the warm process maps
    output: int = 256 << 20  # bytes of outputs


def names(text: str) -> frozenset[str]:
    """The set of names in a text, separated by white space."""
    return frozenset(text.split())


NO_KERNEL = "no kernel runs on"  # how a server begins to say that its device does not work
FORKING_KINDS = ("cpu", "compile")  # of servers: a CUDA context does not survive a fork

CANDIDATE_FILE = "<candidate>"  # the file name that a candidate's code is compiled under

HOST_BUILTINS = names(
    """
    min max len range int float bool abs sum all any tuple list isinstance enumerate zip reversed sorted
    divmod round ValueError TypeError RuntimeError NotImplementedError
    """
)
KERNEL_BUILTINS = names("min max abs range float int len bool")

FORBIDDEN_IN_IR = {  # of Triton's intermediate representation
    "tt.ptr_to_int": "an address as a number",
    "tt.int_to_ptr": "a number as an address",
    "tt.elementwise_inline_asm": "inline assembly",
    "tt.print": "output of its own",
}
LAUNCH_OPTIONS = names(
    "num_warps num_stages num_ctas maxnreg enable_fp_fusion launch_cooperative_grid launch_pdl"
)
MOST_PROGRAMS = (2**31 - 1, 65535, 65535)  # of a grid, along each of its axes, on a GPU
TOO_MUCH_SHARED = "bytes of shared memory"  # in the reason of a launch that takes more than there are
SHARED_MEMORY = {  # bytes a block may have, by compute capability
    80: 163 << 10,
    86: 99 << 10,
    89: 99 << 10,
    90: 227 << 10,
    100: 227 << 10,
}


def refuse_ir(lowered: str) -> str:
    """Why a kernel in Triton's intermediate representation is refused; empty where it is not."""
    found = [what for operation, what in FORBIDDEN_IN_IR.items() if operation in lowered]
    return f"takes {found[0]}: no GPU gives what the interpreter does" if found else ""
