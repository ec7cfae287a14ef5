"""messages."""

import json
import struct
import torch
from python_to_triton.verification.sandbox.words import Refused


WIRE_DTYPES = {
    str(dtype)[6:]: dtype
    for dtype in (
        torch.float64,
        torch.float32,
        torch.float16,
        torch.bfloat16,
        torch.int64,
        torch.int32,
        torch.int16,
        torch.int8,
        torch.uint8,
        torch.bool,
    )
}


FRAME = struct.Struct(">QQ")  # lengths of the JSON and of the tensors' bytes that follow


def span(shape, stride):
    """How many elements lie between the first and the last of a strided tensor, both included."""
    return 0 if 0 in shape else 1 + sum((n - 1) * step for n, step in zip(shape, stride))


def encode(value, chunks):
    """`value` (a tensor, a number, a string, None, nested tuples of them) as JSON; the bytes of tensors join `chunks`."""
    if type(value) is torch.Tensor:
        name = str(value.dtype)[6:]
        if name not in WIRE_DTYPES or value.layout is not torch.strided:
            raise Refused(f"a {value.layout} tensor of {name} is not supported", "run")
        value = value.detach().cpu()
        count = span(value.shape, value.stride())
        chunks.append(value.as_strided((count,), (1,)).view(torch.uint8).numpy().tobytes())
        return {"dtype": name, "shape": list(value.shape), "stride": list(value.stride())}
    if isinstance(value, (tuple, list)):
        return [encode(item, chunks) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"value": value}
    raise Refused(f"a {type(value).__name__} stands where a tensor is expected", "run")


def decode(form, data, position=0):
    """What `encode` wrote and the position after it: nothing is executed, every size is checked."""
    if isinstance(form, list):
        items = []
        for item in form:
            value, position = decode(item, data, position)
            items.append(value)
        return tuple(items), position
    if "value" in form:
        return form["value"], position
    dtype, shape, stride = WIRE_DTYPES[form["dtype"]], form["shape"], form["stride"]
    if len(shape) != len(stride) or not all(type(n) is int and 0 <= n < 2**48 for n in shape + stride):
        raise ValueError(f"no tensor has shape {shape} and strides {stride}")
    end = position + span(shape, stride) * dtype.itemsize
    if end > len(data):
        raise ValueError(f"{end - position} bytes announced, {len(data) - position} there")
    if end == position:
        return torch.empty(shape, dtype=dtype), end
    flat = (
        torch.frombuffer(data, dtype=torch.uint8, count=end - position, offset=position).clone().view(dtype)
    )
    return flat.as_strided(shape, stride), end


def pack(message, value):
    """One message as bytes: `message` must be plain JSON, `value` is what `encode` takes."""
    chunks = []
    text = json.dumps(message | {"tensors": encode(value, chunks)}).encode()
    return b"".join([FRAME.pack(len(text), sum(map(len, chunks))), text, *chunks])


def unpack(data):
    """(message, value) of one packed message; ValueError where it is not one."""
    try:
        first = FRAME.size
        length, size = FRAME.unpack_from(data)
        if len(data) != first + length + size:
            raise ValueError(f"{len(data)} bytes instead of {first + length + size}")
        message = json.loads(bytes(data[first : first + length]))
        return message, decode(message.pop("tensors"), bytearray(data[first + length :]))[0]
    except (struct.error, KeyError, TypeError, AttributeError, RuntimeError, RecursionError) as error:
        raise ValueError(f"not a message: {type(error).__name__}: {error}") from error
