"""Compositions of the families of resizing."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A plane resized to the size of another by nearest values, and joined with it, y =
    # f(g(interpolate(x)) + z): a pyramid of features.
    "nearest_joins": Composition("resized_joins", {'"bilinear", align_corners=False': '"nearest"'},
        functions=("""
@triton.jit
def nearest_joins_kernel(x_ptr, z_ptr, y_ptr, n_elements, height, width, out_height, out_width, scale_h, scale_w, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (out_height * out_width)
    row = tl.minimum(((offsets // out_width % out_height).to(tl.float32) * scale_h).to(tl.int64), height - 1)
    column = tl.minimum(((offsets % out_width).to(tl.float32) * scale_w).to(tl.int64), width - 1)
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = x
    y = tl.sigmoid(y)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    tl.store(y_ptr + offsets, y, mask=mask)
""",)),
    # Channels moved into finer pixels, then a second tensor, y = pixel_shuffle(x, r) + z: a bias of each
    # channel, a residual image.
    "pixel_shuffle_joins": Composition("pixel_shuffle", {
        "y_ptr, n_elements": "z_ptr, y_ptr, n_elements, n_channels",
        "x = tl.sigmoid(x)\n"
        "    tl.store(y_ptr + offsets, x, mask=mask)":
            "y = x\n"
            "y = tl.abs(y)\n"
            "z = tl.load(z_ptr + plane % n_channels, mask=mask, other=0.0).to(tl.float32)\n"
            "y = z + y\n"
            "y = tl.sigmoid(y)\n"
            "y = 0.5 * y\n"
            "tl.store(y_ptr + offsets, y, mask=mask)"}, functions=("""
def make(batch, channels, height, width):
    factor = 2
    z = torch.randn(channels, 1, 1)
    return torch.randn(batch, channels * factor * factor, height, width), z
""", """
def pixel_shuffle_joins_torch(x, z):
    x = torch.relu(x)
    y = F.pixel_shuffle(x, 2)
    y = torch.abs(y)
    y = y + z
    y = torch.sigmoid(y)
    y = y * 0.5
    return y
""", """
def pixel_shuffle_joins_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    factor = 2
    n, channels, height, width = x.shape
    n_channels = channels // (factor * factor)
    y = x.new_empty(n, n_channels, height * factor, width * factor)
    grid = (triton.cdiv(y.numel(), 1024),)
    pixel_shuffle_joins_kernel[grid](x, z, y, y.numel(), n_channels, height, width, FACTOR=factor, BLOCK=1024)
    return y
"""), breaks=()),
    # Pixel unshuffle: every r x r square of pixels becomes r * r channels, y[n, (c r + i) r + j, h, w] =
    # x[n, c, h r + i, w r + j].
    "pixel_unshuffle": Composition("pixel_shuffle", {
        "channels * 2 * 2, height, width": "channels, height * 2, width * 2",
        "pixel_shuffle": "pixel_unshuffle",
        "// (factor * factor), height * factor, width *": "* factor * factor, height // factor, width //",
        "height, width,": "height // factor, width // factor,"}, functions=("""
@triton.jit
def pixel_unshuffle_kernel(x_ptr, y_ptr, n_elements, out_height, out_width, FACTOR: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    w = offsets % out_width
    h = offsets // out_width % out_height
    channel = offsets // (out_width * out_height)  # batch and channel of y in one
    row = h * FACTOR + channel // FACTOR % FACTOR
    column = w * FACTOR + channel % FACTOR
    plane = channel // (FACTOR * FACTOR)
    source = (plane * out_height * FACTOR + row) * out_width * FACTOR + column
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",)),
    # A learned polynomial, y = c[0] + c[1] x + c[2] x^2 + c[3] x^3, by powers or by Horner's rule, alone
    # or over another.
    "polynomial_of_selected": Composition("tril", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(8), torch.randn(3)"}, functions=(
        "CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]", """
def polynomial_of_selected_torch(x, c, d):
    x = torch.erf(x)
    y = c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3
    y = y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))
    y = torch.sigmoid(y)
    return y
""", """
@triton.jit
def polynomial_of_selected_kernel(x_ptr, c_ptr, d_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.erf(x)
    y = tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)
    y = y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""", """
def polynomial_of_selected_triton(x, c, d):
    x, c, d = x.contiguous(), c.contiguous(), d.contiguous()
    y = torch.empty_like(x)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    polynomial_of_selected_kernel[grid](x, c, d, y, n_elements, BLOCK=1024)
    return y
""")),
    # Bilinear upsampling of a plane: each output is a blend of the four pixels around its place in x.
    "upsample_bilinear": Composition("resized_joins", {
        "(x, z)": "(x)", "size=z.shape[2:]": "scale_factor=2", "y = y + z": "", "z_ptr, y_ptr": "y_ptr",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    y = z + y": "",
        "x, z = x.contiguous(), z": "x = x", "= z.shape[2:]": "= height * 2, width * 2",
        "height / out_height, width / out_width": "1 / 2, 1 / 2", "z, y": "y"}, functions=(
        "CASES = [(1, 1, 2, 2), (2, 1, 3, 11), (2, 3, 5, 6)]", """
def make(*shape):
    return (torch.randn(shape),)
"""), breaks=()),
    # Nearest-neighbour upsampling by whole factors, y[n, c, i, j] = x[n, c, i // factor, j // factor].
    "upsample_nearest": Composition("pixel_shuffle", {
        "pixel_shuffle(x, 2)": 'interpolate(x, scale_factor=2, mode="nearest")',
        "factor =": "factor_h, factor_w = 2,",
        "channels // (factor * factor), height * factor, width * factor":
            "channels, height * factor_h, width * factor_w",
        "FACTOR=factor": "FACTOR_H=factor_h, FACTOR_W=factor_w"}, functions=("""
def make(*shape):
    return (torch.randn(shape),)
""", """
@triton.jit
def upsample_nearest_kernel(x_ptr, y_ptr, n_elements, height, width, FACTOR_H: tl.constexpr, FACTOR_W: tl.constexpr,
                            BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    column = offsets % (width * FACTOR_W) // FACTOR_W
    row = offsets // (width * FACTOR_W) % (height * FACTOR_H) // FACTOR_H
    plane = offsets // (width * FACTOR_W * height * FACTOR_H)
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""")),
    # Trilinear resizing of a volume: each output is a blend of the eight voxels around its place in x.
    "upsample_trilinear": Composition("upsample_to_any", {
        "7 for": "size * 2 for", "size / out": "1 / 2",
        "missing = 3 - len(sizes)   # a plane is a volume of one layer, a line a plane of one row": "",
        "[1] * missing, *sizes, *[1] * missing, *wanted, *[1.0] * missing": "sizes, *wanted"}, functions=(
        "CASES = [(1, 1, 2, 3, 2), (2, 1, 2, 3, 11), (2, 3, 4, 5, 6)]", """
def upsample_trilinear_torch(x):
    y = F.interpolate(x, scale_factor=2, mode="trilinear", align_corners=False)
    y = torch.sigmoid(y)
    return y
""", """
@triton.jit
def upsample_trilinear_kernel(x_ptr, y_ptr, n_elements, depth, height, width, out_depth, out_height, out_width, scale_d, scale_h, scale_w,
                              BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    volume = offsets // (out_depth * out_height * out_width)
    k = (offsets // (out_height * out_width) % out_depth).to(tl.float32)
    i = (offsets // out_width % out_height).to(tl.float32)
    j = (offsets % out_width).to(tl.float32)
    place_d = tl.maximum((k + 0.5) * scale_d - 0.5, 0.0)
    place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)
    place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)
    front = tl.minimum(place_d.to(tl.int64), depth - 1)
    top = tl.minimum(place_h.to(tl.int64), height - 1)
    left = tl.minimum(place_w.to(tl.int64), width - 1)
    y = tl.zeros((BLOCK,), tl.float32)
    for corner in tl.static_range(8):
        layer = tl.minimum(front + corner // 4, depth - 1)
        row = tl.minimum(top + corner // 2 % 2, height - 1)
        column = tl.minimum(left + corner % 2, width - 1)
        share_d = tl.where(corner // 4 == 0, 1.0 - (place_d - front), place_d - front)
        share_h = tl.where(corner // 2 % 2 == 0, 1.0 - (place_h - top), place_h - top)
        share_w = tl.where(corner % 2 == 0, 1.0 - (place_w - left), place_w - left)
        x = tl.load(x_ptr + ((volume * depth + layer) * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
        y += share_d * share_h * share_w * x
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""")),
}
