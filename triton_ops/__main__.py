"""python -m triton_ops: the command line for the ops of this package.

`python kernels.py` has those of a training step as well.
"""

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

from triton_ops import families  # noqa: F401  (declares the ops)
from triton_ops.command_line import main

if __name__ == "__main__":
    raise SystemExit(main())
