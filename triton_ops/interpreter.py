"""The one patch of Triton's interpreter that everything here needs; a machine without a GPU runs kernels in
it.
"""


def support_range_of_scalars() -> None:
    """Lets a kernel loop over `range(n)`, with `n` an argument of its own.

    Triton 3.6's interpreter fails there with numpy 2.4, whose one-element arrays are no index; Triton 3.7's
    does not. The interpreter patches `triton.language` anew for every kernel, so this follows each of its
    patches. Calling it again changes nothing.
    """
    import triton.language as tl
    from triton.runtime import interpreter

    patch = interpreter._patch_lang
    if getattr(patch, "supports_range_of_scalars", False):
        return

    def patch_lang(function):
        scope = patch(function)
        tl.tensor.__index__ = lambda self: int(self.handle.data.squeeze())
        return scope

    patch_lang.supports_range_of_scalars = True
    interpreter._patch_lang = patch_lang
