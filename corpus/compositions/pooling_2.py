"""Compositions of the families of pooling, pool_of_two to pool_of_two."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Pooling of a program of two tensors, y = f(pool(g(x, z))): a moving mean of products or squares, a
    # maximum of differences.
    "pool_of_two": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 6, 7), (2, 3, 12, 16), (3, 2, 9, 11",
            "sub(x, z": (
                "mul(x, z)\n"
                "x = F.avg_pool2d(x, kernel_size=(3, 3), stride=(1, 1), padding=(0, 0))\n"
                "x = torch.sigmoid(x"
            ),
            "BLOCK:": (
                "H, W, OH, OW, KH: tl.constexpr, KW: tl.constexpr, STRIDE_H: tl.constexpr,\n"
                "                       STRIDE_W: tl.constexpr, PADDING_H: tl.constexpr, "
                "PADDING_W: tl.constexpr, BLOCK:"
            ),
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z"
            ): (
                "top = offsets // OW % OH * STRIDE_H - PADDING_H\n"
                "left = offsets % OW * STRIDE_W - PADDING_W\n"
                "plane = offsets // (OH * OW)  # one (n, c)\n"
                "y = tl.zeros((BLOCK,), tl.float32)\n"
                "for tap in range(KH * KW):\n"
                "    row = top + tap // KW\n"
                "    column = left + tap % KW\n"
                "    inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)\n"
                "    places = (plane * H + row) * W + column\n"
                "    x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + places, mask=inside, other=0.0).to(tl.float32)\n"
                "    x = x * z\n"
                "    y += tl.where(inside, x, 0.0)  # the padding is of what is pooled\n"
                "x = y / (KH * KW)\n"
                "x = tl.sigmoid(x)"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    pool_of_two_kernel[grid](x, z, y, n_elements"
            ): (
                "kernel_h, kernel_w = 3, 3\n"
                "stride_h, stride_w = 1, 1\n"
                "padding_h, padding_w = 0, 0\n"
                "N, C, H, W = x.shape\n"
                "OH = (H + 2 * padding_h - kernel_h) // stride_h + 1\n"
                "OW = (W + 2 * padding_w - kernel_w) // stride_w + 1\n"
                "y = x.new_empty(N, C, OH, OW)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "pool_of_two_kernel[grid](x, z, y, y.numel(), H, W, OH, OW, KH=kernel_h, KW=kernel_w, "
                "STRIDE_H=stride_h, STRIDE_W=stride_w,\n"
                "                         PADDING_H=padding_h, PADDING_W=padding_w"
            ),
        },
    ),
}
