"""Compositions of the families of resizing."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A plane resized to the size of another by nearest values, and joined with it, y =
    # f(g(interpolate(x)) + z): a pyramid of features.
    "nearest_joins": Composition("resized_joins", {'"bilinear", align_corners=False': '"nearest"'},
        functions=("""
@triton.jit
def nearest_joins_kernel(x_ptr, z_ptr, y_ptr, n_rows, height, width, out_height, out_width, scale_h, scale_w, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    plane = (out_row // out_height).to(tl.int64)
    row = tl.minimum(((out_row % out_height).to(tl.float32) * scale_h).to(tl.int64), height - 1)
    column = tl.minimum((out_column.to(tl.float32) * scale_w).to(tl.int64), width - 1)
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
            "tl.store(y_ptr + offsets, y, mask=mask)",
        "x)": "x, z)", "x = x.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        "y = x.new_empty(n, channels // (factor * factor), height * factor, width * factor)":
            "n_channels = channels // (factor * factor)\n"
            "y = x.new_empty(n, n_channels, height * factor, width * factor)",
        "pixel_shuffle_joins_kernel[grid](x, y, y.numel(), height, width":
            "pixel_shuffle_joins_kernel[grid](x, z, y, y.numel(), n_channels, height, width",
        "return (torch.randn(batch, channels * 2 * 2, height, width),)":
            "factor = 2\n"
            "z = torch.randn(channels, 1, 1)\n"
            "return torch.randn(batch, channels * factor * factor, height, width), z"}, functions=("""
def pixel_shuffle_joins_torch(x, z):
    x = torch.relu(x)
    y = F.pixel_shuffle(x, 2)
    y = torch.abs(y)
    y = y + z
    y = torch.sigmoid(y)
    y = y * 0.5
    return y
""",), breaks=()),
    # Pixel unshuffle: every r x r square of pixels becomes r * r channels, y[n, (c r + i) r + j, h, w] =
    # x[n, c, h r + i, w r + j].
    "pixel_unshuffle": Composition("pixel_shuffle", {
        "channels * 2 * 2, height, width": "channels, height * 2, width * 2",
        "pixel_shuffle": "pixel_unshuffle",
        "// (factor * factor), height * factor, width *": "* factor * factor, height // factor, width //",
        "height, width,": "height // factor, width // factor,",
        "n_elements, height, width, FACTOR": "n_elements, out_height, out_width, FACTOR",
        "column = offsets % (width * FACTOR)\n"
        "    row = offsets // (width * FACTOR) % (height * FACTOR)\n"
        "    plane = offsets // (width * FACTOR * height * FACTOR)  # batch and channel of y in one\n"
        "    channel = (plane * FACTOR + row % FACTOR) * FACTOR + column % FACTOR\n"
        "    source = (channel * height + row // FACTOR) * width + column // FACTOR":
            "w = offsets % out_width\n"
            "h = offsets // out_width % out_height\n"
            "channel = offsets // (out_width * out_height)  # batch and channel of y in one\n"
            "row = h * FACTOR + channel // FACTOR % FACTOR\n"
            "column = w * FACTOR + channel % FACTOR\n"
            "plane = channel // (FACTOR * FACTOR)\n"
            "source = (plane * out_height * FACTOR + row) * out_width * FACTOR + column"}),
    # A learned polynomial, y = c[0] + c[1] x + c[2] x^2 + c[3] x^3, by powers or by Horner's rule, alone
    # or over another.
    "polynomial_of_selected": Composition("tril", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(8), torch.randn(3)",
        "polynomial_of_selected_triton(x):": "polynomial_of_selected_triton(x, c, d):",
        "x = x.contiguous()": "x, c, d = x.contiguous(), c.contiguous(), d.contiguous()",
        "rows, columns = x.shape[-2], x.shape[-1]": "n_elements = y.numel()", "y.numel()": "n_elements",
        "x, y, y.numel(), rows, columns, DIAGONAL=0, BLOCK": "x, c, d, y, n_elements, BLOCK"}, functions=(
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
        "FACTOR=factor": "FACTOR_H=factor_h, FACTOR_W=factor_w", "FACTOR": "FACTOR_H: tl.constexpr, FACTOR_W",
        "column = offsets % (width * FACTOR)\n"
        "    row = offsets // (width * FACTOR) % (height * FACTOR)\n"
        "    plane = offsets // (width * FACTOR * height * FACTOR)  # batch and channel of y in one\n"
        "    channel = (plane * FACTOR + row % FACTOR) * FACTOR + column % FACTOR\n"
        "    source = (channel * height + row // FACTOR) * width + column // FACTOR\n"
        "    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)":
            "column = offsets % (width * FACTOR_W) // FACTOR_W\n"
            "row = offsets // (width * FACTOR_W) % (height * FACTOR_H) // FACTOR_H\n"
            "plane = offsets // (width * FACTOR_W * height * FACTOR_H)\n"
            "x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, "
            "other=0.0).to(tl.float32)",
        "batch, channels, height, width": "*shape", "batch, channels * 2 * 2, height, width": "shape"}),
    # Trilinear resizing of a volume: each output is a blend of the eight voxels around its place in x.
    "upsample_trilinear": Composition("upsample_to_any", {
        "7 for": "size * 2 for", "size / out": "1 / 2",
        "missing = 3 - len(sizes)   # a plane is a volume of one layer, a line a plane of one row": "",
        "[1] * missing, *sizes, *[1] * missing, *wanted, *[1.0] * missing": "sizes, *wanted",
        'y = F.interpolate(x, size=7, mode="nearest")':
            'y = F.interpolate(x, scale_factor=2, mode="trilinear", align_corners=False)\n'
            "y = torch.sigmoid(y)"}, functions=(
        "CASES = [(1, 1, 2, 3, 2), (2, 1, 2, 3, 11), (2, 3, 4, 5, 6)]", """
@triton.jit
def upsample_trilinear_kernel(x_ptr, y_ptr, n_rows, depth, height, width, out_depth, out_height, out_width, scale_d, scale_h, scale_w,
                              ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    volume = (out_row // (out_depth * out_height)).to(tl.int64)
    k = (out_row // out_height % out_depth).to(tl.float32)
    i = (out_row % out_height).to(tl.float32)
    j = out_column.to(tl.float32)
    place_d = tl.maximum((k + 0.5) * scale_d - 0.5, 0.0)
    place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)
    place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)
    front = tl.minimum(place_d.to(tl.int64), depth - 1)
    top = tl.minimum(place_h.to(tl.int64), height - 1)
    left = tl.minimum(place_w.to(tl.int64), width - 1)
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
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
