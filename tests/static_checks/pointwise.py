"""Prompts and pointwise answers for tests, drawn from lines."""

KERNEL = """@triton.jit
def kernel({pointers}, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
{body}


def translated({inputs}):
    {inputs} = {contiguous}
    y = torch.empty_like({first})
    kernel[(triton.cdiv({first}.numel(), 64),)]({inputs}, y, {first}.numel(), BLOCK=64)
    return y"""


def answer_of(inputs, *statements):
    """A pointwise answer whose kernel loads `inputs` ("x, w") and then runs these statements."""
    names = inputs.split(", ")
    loads = [f"{name} = tl.load({name}_ptr + offsets, mask=mask, other=0.0).to(tl.float32)" for name in names]
    pointers = ", ".join(f"{name}_ptr" for name in names)
    body = "\n".join(f"    {line}" for line in (*loads, *statements))
    contiguous = ", ".join(f"{name}.contiguous()" for name in names)
    given = {"inputs": inputs, "first": names[0], "contiguous": contiguous}
    return KERNEL.format(pointers=pointers, body=body, **given)


def prompt_of(count, *lines):
    """A prompt of `count` matrices with these lines."""
    arguments = ", ".join(f"a{place}: f32[A, B]" for place in range(count))
    return "\n".join([f"f({arguments})", *lines])


SILU = prompt_of(
    2, "v0 = mul(a0, a1)", "v1 = sigmoid(v0)", "v2 = mul(v1, a0)", "v3 = add(v2, 1)", "return v3"
)
