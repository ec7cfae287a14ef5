"""The base of the judge's dispatch modes."""

from torch.utils._python_dispatch import TorchDispatchMode


class PlainMode(TorchDispatchMode):
    """A mode that torch.compile never meets, so PyTorch need not import its compiler for it: a second."""

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False
