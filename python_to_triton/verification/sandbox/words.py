"""words."""


class Refused(Exception):
    """Why a candidate is no answer. `stage`: source, run, value or task."""

    def __init__(self, reason, stage="source"):
        super().__init__(reason)
        self.stage = stage


def words(text):
    return frozenset(text.split())


HOST_BUILTINS = words("""
    min max len range int float bool abs sum all any tuple list isinstance enumerate zip reversed sorted divmod round
    ValueError TypeError RuntimeError NotImplementedError""")


KERNEL_BUILTINS = words("min max abs range float int len bool")
