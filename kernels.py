"""kernels."""

from triton_ops.command_line import main


if __name__ == "__main__":
    raise SystemExit(main())
