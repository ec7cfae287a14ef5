"""python_to_triton.codegen."""

from python_to_triton.codegen.stitching import (
    check_wrapper,
    composed,
    realigned,
    renamed_answer,
    stitch,
    translated_whole,
    user_names,
    wrapper,
)

__all__ = [
    "check_wrapper",
    "composed",
    "realigned",
    "renamed_answer",
    "stitch",
    "translated_whole",
    "user_names",
    "wrapper",
]
