"""Convolutions at rank 1 and 3, as exchanges in families that are written for images.

A row is a statement of the image's code and what stands there instead; an empty one leaves it out. The arguments are
those of kernels, of their signatures as `KH: tl.constexpr` and of their launches as `KH=KH`.
"""

from corpus.compositions.rendering import by_statement

SIGNALS = {
    "def make(N, C, H, W, O, KH, KW):": "def make(N, C, L, O, K):",
    "y = F.conv2d(x, w, b, stride=1, padding=0, dilation=1, groups=1)":
        "y = F.conv1d(x, w, b, stride=1, padding=0, dilation=1, groups=1)",
    "pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)":
        "positions = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)",
    "n = pixels // (OH * OW)": "n = positions // OL",
    "top = (pixels // OW % OH).to(tl.int32) * STRIDE_H - PADDING_H": "",
    "left = (pixels % OW).to(tl.int32) * STRIDE_W - PADDING_W":
        "left = (positions % OL).to(tl.int32) * STRIDE - PADDING",
    "corner = x_ptr + n * (C * H * W) + group * (C // GROUPS) * H * W + top * W + left":
        "corner = x_ptr + n * (C * L) + group * (C // GROUPS) * L + left",
    "k_mask = (c < C // GROUPS) & (tap < KH * KW)": "k_mask = (c < C // GROUPS) & (tap < KERNEL)",
    "down = tap // KW * DILATION_H": "", "along = tap % KW * DILATION_W": "along = tap * DILATION",
    "row = top[None, :] + down[:, None]": "",
    "inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)":
        "inside = (place >= 0) & (place < L) & (n[None, :] < N)",
    "w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KH * KW) + (c * (KH * KW) + tap)[None, :]":
        "w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KERNEL) + (c * KERNEL + tap)[None, :]",
    "stride_h, stride_w = 1, 1": "stride = 1", "padding_h, padding_w = 0, 0": "padding = 0",
    "dilation_h, dilation_w = 1, 1": "dilation = 1", "N, C, H, W = x.shape": "N, C, L = x.shape",
    "O, _, KH, KW = w.shape": "O, _, K = w.shape",
    "OH = (H + 2 * padding_h - dilation_h * (KH - 1) - 1) // stride_h + 1": "",
    "OW = (W + 2 * padding_w - dilation_w * (KW - 1) - 1) // stride_w + 1":
        "OL = (L + 2 * padding - dilation * (K - 1) - 1) // stride + 1",
    "y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)":
        "y = torch.empty((N, O, OL), device=x.device, dtype=x.dtype)",
    "grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O // groups, block_o), groups)":
        "grid = (triton.cdiv(N * OL, 128), triton.cdiv(O // groups, block_o), groups)",
    "CASES = [(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (2, 35, 5, 6, 7, 2, 3)]  # N, C, H, W, O, KH, "
    "KW": "CASES = [(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (2, 35, 33, 4, 3)]  # N, C, L, O, K",
    "x = torch.randn(N, C, H, W)": "x = torch.randn(N, C, L)",
    "w = torch.randn(O, C, KH, KW) / (C * KH * KW) ** 0.5": "w = torch.randn(O, C, K) / (C * K) ** 0.5",
    "y = F.conv2d(x, w, b, stride=1, padding=0)": "y = F.conv1d(x, w, b, stride=1, padding=0)",
    "top = (pixels // OW % OH).to(tl.int32) * STRIDE - PADDING": "",
    "left = (pixels % OW).to(tl.int32) * STRIDE - PADDING":
        "left = (positions % OL).to(tl.int32) * STRIDE - PADDING",
    "corner = x_ptr + n * (C * H * W) + top * W + left": "corner = x_ptr + n * (C * L) + left",
    "k_mask = (c < C) & (tap < KH * KW)": "k_mask = (c < C) & (tap < K)", "down = tap // KW": "",
    "along = tap % KW": "",
    "w_ptrs = w_ptr + channels[:, None] * (C * KH * KW) + (c * (KH * KW) + tap)[None, :]":
        "w_ptrs = w_ptr + channels[:, None] * (C * K) + (c * K + tap)[None, :]",
    "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]":
        "offsets = (n[None, :] * O + channels[:, None]) * OL + (positions % OL)[None, :]",
    "OH = (H + 2 * padding - KH) // stride + 1": "",
    "OW = (W + 2 * padding - KW) // stride + 1": "OL = (L + 2 * padding - K) // stride + 1",
    "grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, block_o))":
        "grid = (triton.cdiv(N * OL, 128), triton.cdiv(O, block_o))",
    "CASES = [(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]  # N, C, H, W, O, KH, "
    "KW": "CASES = [(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]  # N, C, L, O, K",
    "s = torch.randn(O, 1, 1)": "s = torch.randn(O, 1)", "z = torch.randn(O, 1, 1)": "z = torch.randn(O, 1)",
    "y = torch.empty((N, O, OH, OW), dtype=x.dtype, device=x.device)":
        "y = torch.empty((N, O, OL), dtype=x.dtype, device=x.device)",
    "OH = (H + 2 * padding_h - KH) // stride_h + 1": "",
    "OW = (W + 2 * padding_w - KW) // stride_w + 1": "OL = (L + 2 * padding - K) // stride + 1",
    "def make(N, C, H, W, KH, KW):": "def make(N, C, L, K):",
    "plane = (offsets // (OH * OW)).to(tl.int32)  # of y": "plane = (offsets // OL).to(tl.int32)  # of y",
    "place = (offsets % (OH * OW)).to(tl.int32)": "place = (offsets % OL).to(tl.int32)",
    "top = place // OW * STRIDE_H - PADDING_H": "",
    "left = place % OW * STRIDE_W - PADDING_W": "left = place * STRIDE - PADDING",
    "for tap in tl.static_range(KH * KW):": "for tap in tl.static_range(K):",
    "TURNS: tl.constexpr = (KH * KW + TAPS - 1) // TAPS": "TURNS: tl.constexpr = (K + TAPS - 1) // TAPS",
    "column = left[None, :] + along[:, None]": "place = left[None, :] + tap[:, None]",
    "x_ptrs = corner[None, :] + (c * (H * W) + down * W + along)[:, None]":
        "x_ptrs = corner[None, :] + (c * L + tap)[:, None]"}

SIGNAL_ARGUMENTS = {
    "H": "", "W": "L", "OH": "", "OW": "OL", "KH: tl.constexpr": "", "KW: tl.constexpr": "K: tl.constexpr",
    "KH=KH": "", "KW=KW": "K=K", "STRIDE_H: tl.constexpr": "",
    "STRIDE_W: tl.constexpr": "STRIDE: tl.constexpr", "PADDING_H: tl.constexpr": "",
    "PADDING_W: tl.constexpr": "PADDING: tl.constexpr", "DILATION_H: tl.constexpr": "",
    "DILATION_W: tl.constexpr": "DILATION: tl.constexpr", "STRIDE_H=stride_h": "",
    "STRIDE_W=stride_w": "STRIDE=stride", "PADDING_H=padding_h": "", "PADDING_W=padding_w": "PADDING=padding",
    "DILATION_H=dilation_h": "", "DILATION_W=dilation_w": "DILATION=dilation", "PERIOD_H: tl.constexpr": "",
    "PERIOD_W: tl.constexpr": "PERIOD: tl.constexpr", "PERIOD_H=period_h": "",
    "PERIOD_W=period_w": "PERIOD=period"}

signals = by_statement(SIGNALS, SIGNAL_ARGUMENTS)

VOLUMES = {
    "CASES = [(1, 2, 7, 9, 5, 3, 1), (2, 5, 10, 11, 7, 4, 3), (3, 9, 6, 7, 5, 1, 3)]  # N, C, H, W, O, KH, "
    "KW; C and O a group":
        "CASES = [(1, 2, 7, 5, 3, 5, 3, 1, 1), (2, 5, 8, 3, 7, 7, 3, 2, 3), (1, 4, 5, 7, 9, 6, 1, 3, "
        "3)]  # N, C, D, H, W, O, KD, KH, KW; C and O a group",
    "def make(N, C, H, W, O, KH, KW):": "def make(N, C, D, H, W, O, KD, KH, KW):",
    "y = F.conv2d(x, w, b, stride=1, padding=0, dilation=1, groups=1)":
        "y = F.conv3d(x, w, b, stride=1, padding=0, dilation=1, groups=1)",
    "pixels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)":
        "voxels = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)",
    "top = (pixels // OW % OH).to(tl.int32) * STRIDE_H - PADDING_H":
        "front = (voxels // (OH * OW) % OD).to(tl.int32) * STRIDE_D - PADDING_D\n"
        "top = (voxels // OW % OH).to(tl.int32) * STRIDE_H - PADDING_H",
    "left = (pixels % OW).to(tl.int32) * STRIDE_W - PADDING_W":
        "left = (voxels % OW).to(tl.int32) * STRIDE_W - PADDING_W",
    "corner = x_ptr + n * (C * H * W) + group * (C // GROUPS) * H * W + top * W + left":
        "corner = x_ptr + n * (C * D * H * W) + group * (C // GROUPS) * D * H * W + (front * H + top) * W + "
        "left",
    "TURNS: tl.constexpr = (KH * KW + TAPS - 1) // TAPS":
        "TURNS: tl.constexpr = (KD * KH * KW + TAPS - 1) // TAPS",
    "k_mask = (c < C // GROUPS) & (tap < KH * KW)":
        "k_mask = (c < C // GROUPS) & (tap < KD * KH * KW)\n"
        "deep = tap // (KH * KW) * DILATION_D",
    "down = tap // KW * DILATION_H": "down = tap // KW % KH * DILATION_H",
    "along = tap % KW * DILATION_W":
        "along = tap % KW * DILATION_W\n"
        "depth = front[None, :] + deep[:, None]",
    "inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)":
        "inside = (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W) & "
        "(n[None, :] < N)",
    "x_ptrs = corner[None, :] + (c * (H * W) + down * W + along)[:, None]":
        "x_ptrs = corner[None, :] + (c * (D * H * W) + (deep * H + down) * W + along)[:, None]",
    "w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KH * KW) + (c * (KH * KW) + tap)[None, :]":
        "w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KD * KH * KW) + (c * (KD * KH * KW) + "
        "tap)[None, :]",
    "stride_h, stride_w = 1, 1": "stride_d, stride_h, stride_w = 1, 1, 1",
    "padding_h, padding_w = 0, 0": "padding_d, padding_h, padding_w = 0, 0, 0",
    "dilation_h, dilation_w = 1, 1": "dilation_d, dilation_h, dilation_w = 1, 1, 1",
    "N, C, H, W = x.shape": "N, C, D, H, W = x.shape",
    "y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)":
        "y = torch.empty((N, O, OD, OH, OW), device=x.device, dtype=x.dtype)",
    "grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O // groups, block_o), groups)":
        "grid = (triton.cdiv(N * OD * OH * OW, 128), triton.cdiv(O // groups, block_o), groups)",
    "w = torch.randn(groups * O, C, KH, KW) / (C * KH * KW) ** 0.5":
        "w = torch.randn(groups * O, C, KD, KH, KW) / (C * KD * KH * KW) ** 0.5",
    "CASES = [(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (2, 35, 5, 6, 7, 2, 3)]  # N, C, H, W, O, KH, "
    "KW":
        "CASES = [(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, "
        "2)]  # N, C, D, H, W, O, KD, KH, KW",
    "x = torch.randn(N, C, H, W)": "x = torch.randn(N, C, D, H, W)",
    "w = torch.randn(O, C, KH, KW) / (C * KH * KW) ** 0.5":
        "w = torch.randn(O, C, KD, KH, KW) / (C * KD * KH * KW) ** 0.5",
    "y = F.conv2d(x, w, b, stride=1, padding=0)": "y = F.conv3d(x, w, b, stride=1, padding=0)",
    "top = (pixels // OW % OH).to(tl.int32) * STRIDE - PADDING":
        "front = (voxels // (OH * OW) % OD).to(tl.int32) * STRIDE - PADDING\n"
        "top = (voxels // OW % OH).to(tl.int32) * STRIDE - PADDING",
    "left = (pixels % OW).to(tl.int32) * STRIDE - PADDING":
        "left = (voxels % OW).to(tl.int32) * STRIDE - PADDING",
    "corner = x_ptr + n * (C * H * W) + top * W + left":
        "corner = x_ptr + n * (C * D * H * W) + (front * H + top) * W + left",
    "k_mask = (c < C) & (tap < KH * KW)":
        "k_mask = (c < C) & (tap < KD * KH * KW)\n"
        "deep = tap // (KH * KW)",
    "down = tap // KW": "down = tap // KW % KH",
    "along = tap % KW":
        "along = tap % KW\n"
        "depth = front[None, :] + deep[:, None]",
    "w_ptrs = w_ptr + channels[:, None] * (C * KH * KW) + (c * (KH * KW) + tap)[None, :]":
        "w_ptrs = w_ptr + channels[:, None] * (C * KD * KH * KW) + (c * (KD * KH * KW) + tap)[None, :]",
    "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]":
        "offsets = (n[None, :] * O + channels[:, None]) * (OD * OH * OW) + (voxels % (OD * OH * OW))[None, "
        ":]",
    "grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, block_o))":
        "grid = (triton.cdiv(N * OD * OH * OW, 128), triton.cdiv(O, block_o))",
    "CASES = [(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]  # N, C, H, W, O, KH, "
    "KW":
        "CASES = [(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, "
        "2)]  # N, C, D, H, W, O, KD, KH, KW",
    "s = torch.randn(O, 1, 1)": "s = torch.randn(O, 1, 1, 1)",
    "z = torch.randn(O, 1, 1)": "z = torch.randn(O, 1, 1, 1)",
    "y = torch.empty((N, O, OH, OW), dtype=x.dtype, device=x.device)":
        "y = torch.empty((N, O, OD, OH, OW), dtype=x.dtype, device=x.device)",
    "def make(N, C, H, W, KH, KW):": "def make(N, C, D, H, W, KD, KH, KW):",
    "place = (offsets % (OH * OW)).to(tl.int32)":
        "place = (offsets % (OD * OH * OW)).to(tl.int32)\n"
        "front = place // (OH * OW) * STRIDE_D - PADDING_D",
    "top = place // OW * STRIDE_H - PADDING_H": "top = place // OW % OH * STRIDE_H - PADDING_H",
    "for tap in tl.static_range(KH * KW):": "for tap in tl.static_range(KD * KH * KW):",
    "down, along = tap // KW * DILATION_H, tap % KW * DILATION_W":
        "deep, down, along = tap // (KH * KW) * DILATION_D, tap // KW % KH * DILATION_H, "
        "tap % KW * DILATION_W",
    "n = pixels // (OH * OW)": "n = voxels // (OD * OH * OW)",
    "O, _, KH, KW = w.shape": "O, _, KD, KH, KW = w.shape",
    "OH = (H + 2 * padding - KH) // stride + 1":
        "OD = (D + 2 * padding - KD) // stride + 1\n"
        "OH = (H + 2 * padding - KH) // stride + 1",
    "OH = (H + 2 * padding_h - KH) // stride_h + 1":
        "OD = (D + 2 * padding_d - KD) // stride_d + 1\n"
        "OH = (H + 2 * padding_h - KH) // stride_h + 1",
    "OH = (H + 2 * padding_h - dilation_h * (KH - 1) - 1) // stride_h + 1":
        "OD = (D + 2 * padding_d - dilation_d * (KD - 1) - 1) // stride_d + 1\n"
        "OH = (H + 2 * padding_h - dilation_h * (KH - 1) - 1) // stride_h + 1"}

VOLUME_ARGUMENTS = {
    "H": "D, H", "OH": "OD, OH", "KH: tl.constexpr": "KD: tl.constexpr, KH: tl.constexpr",
    "KH=KH": "KD=KD, KH=KH", "STRIDE_H: tl.constexpr": "STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr",
    "PADDING_H: tl.constexpr": "PADDING_D: tl.constexpr, PADDING_H: tl.constexpr",
    "DILATION_H: tl.constexpr": "DILATION_D: tl.constexpr, DILATION_H: tl.constexpr",
    "PERIOD_H: tl.constexpr": "PERIOD_D: tl.constexpr, PERIOD_H: tl.constexpr",
    "STRIDE_H=stride_h": "STRIDE_D=stride_d, STRIDE_H=stride_h",
    "PADDING_H=padding_h": "PADDING_D=padding_d, PADDING_H=padding_h",
    "DILATION_H=dilation_h": "DILATION_D=dilation_d, DILATION_H=dilation_h",
    "PERIOD_H=period_h": "PERIOD_D=period_d, PERIOD_H=period_h"}

volumes = by_statement(VOLUMES, VOLUME_ARGUMENTS)

TRANSPOSED_SIGNALS = {
    "CASES = [(1, 2, 5, 9, 7, 3, 1), (2, 5, 6, 8, 7, 3, 4), (2, 5, 8, 6, 4, 1, 3)]  # N, C, H, W, O, KH, "
    "KW; C and O a group":
        "CASES = [(1, 1, 4, 1, 3), (2, 4, 11, 5, 3), (1, 9, 40, 4, 4)]  # N, C, L, O, "
        "kernel; C and O a group",
    "def make(N, C, H, W, O, KH, KW):": "def make(N, C, L, O, K):",
    "y = F.conv_transpose2d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)":
        "y = F.conv_transpose1d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
    "phase = tl.program_id(0) % (STRIDE_H * STRIDE_W)": "phase = tl.program_id(0) % STRIDE",
    "pixels = tl.program_id(0).to(tl.int64) // (STRIDE_H * STRIDE_W) * BLOCK_P + tl.arange(0, "
    "BLOCK_P)  # of this phase":
        "positions = tl.program_id(0).to(tl.int64) // STRIDE * BLOCK_P + tl.arange(0, "
        "BLOCK_P)  # of this phase",
    "PH, PW = tl.cdiv(OH, STRIDE_H), tl.cdiv(OW, STRIDE_W)": "PL = tl.cdiv(OL, STRIDE)",
    "n = pixels // (PH * PW)": "n = positions // PL",
    "first_h, odd_h = phase // STRIDE_W % PERIOD_H, phase // STRIDE_W // PERIOD_H": "",
    "at_h = (first_h * DILATION_H + odd_h + (STRIDE_H - 1) * PADDING_H) % STRIDE_H + (pixels // PW % "
    "PH).to(tl.int32) * STRIDE_H": "",
    "bottom = (at_h + PADDING_H - first_h * DILATION_H) // STRIDE_H": "",
    "taps_h = tl.where(odd_h == 0, tl.cdiv(KH - first_h, PERIOD_H), 0)": "",
    "first_w, odd_w = phase % STRIDE_W % PERIOD_W, phase % STRIDE_W // PERIOD_W":
        "first, odd = phase % PERIOD, phase // PERIOD",
    "at_w = (first_w * DILATION_W + odd_w + (STRIDE_W - 1) * PADDING_W) % STRIDE_W + (pixels % "
    "PW).to(tl.int32) * STRIDE_W":
        "at = (first * DILATION + odd + (STRIDE - 1) * PADDING) % STRIDE + (positions % PL).to(tl.int32) * "
        "STRIDE",
    "right = (at_w + PADDING_W - first_w * DILATION_W) // STRIDE_W":
        "right = (at + PADDING - first * DILATION) // STRIDE",
    "taps_w = tl.where(odd_w == 0, tl.cdiv(KW - first_w, PERIOD_W), 0)":
        "taps = tl.where(odd == 0, tl.cdiv(KERNEL - first, PERIOD), 0)",
    "p_mask = (n < N) & (at_h < OH) & (at_w < OW)": "p_mask = (n < N) & (at < OL)",
    "corner = x_ptr + n * (C * H * W) + group * (C // GROUPS) * H * W + bottom * W + right":
        "corner = x_ptr + n * (C * L) + group * (C // GROUPS) * L + right",
    "turns = tl.cdiv(taps_h * taps_w, TAPS)": "turns = tl.cdiv(taps, TAPS)",
    "# The compiler looks into a loop that does not run, too, "
    "where a division by 0 would tell it that there is none.":
        "turns = tl.maximum(turns, 1)  # even a loop that does not run is looked into: no division by 0",
    "turns, taps_w = tl.maximum(turns, 1), tl.maximum(taps_w, 1)": "",
    "STEP_H: tl.constexpr = DILATION_H * PERIOD_H // STRIDE_H  # so many places of x lie between two taps":
        "STEP: tl.constexpr = DILATION * PERIOD // STRIDE  # so many places of x lie between two taps",
    "STEP_W: tl.constexpr = DILATION_W * PERIOD_W // STRIDE_W": "",
    "k_mask = (c < C // GROUPS) & (tap < taps_h * taps_w)": "k_mask = (c < C // GROUPS) & (tap < taps)",
    "down = tap // taps_w": "", "along = tap % taps_w": "",
    "row = bottom[None, :] - (down * STEP_H)[:, None]": "",
    "column = right[None, :] - (along * STEP_W)[:, None]": "place = right[None, :] - (tap * STEP)[:, None]",
    "inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)":
        "inside = (place >= 0) & (place < L) & (n[None, :] < N)",
    "x_ptrs = corner[None, :] + (c * (H * W) - (down * STEP_H * W + along * STEP_W))[:, None]":
        "x_ptrs = corner[None, :] + (c * L - (tap * STEP))[:, None]",
    "w_taps = (first_h + down * PERIOD_H) * KW + first_w + along * PERIOD_W": "w_taps = first + tap * PERIOD",
    "w_ptrs = w_ptr + within[:, None] * (KH * KW) + ((group * (C // GROUPS) + c) * (O * KH * KW) + "
    "w_taps)[None, :]":
        "w_ptrs = w_ptr + within[:, None] * KERNEL + ((group * (C // GROUPS) + c) * (O * KERNEL) + "
        "w_taps)[None, :]",
    "stride_h, stride_w = 1, 1": "stride = 1", "padding_h, padding_w = 0, 0": "padding = 0",
    "more_h, more_w = 0, 0  # output_padding": "output_padding = 0",
    "dilation_h, dilation_w = 1, 1": "dilation = 1", "N, C, H, W = x.shape": "N, C, L = x.shape",
    "_, O, KH, KW = w.shape  # O: output channels of one group":
        "_, O, K = w.shape  # O: output channels of one group",
    "OH = (H - 1) * stride_h - 2 * padding_h + dilation_h * (KH - 1) + more_h + 1": "",
    "y = torch.empty((N, groups * O, OH, OW), device=x.device, dtype=x.dtype)":
        "y = torch.empty((N, groups * O, OL), device=x.device, dtype=x.dtype)",
    "period_h = stride_h // math.gcd(stride_h, dilation_h)": "period = stride // math.gcd(stride, dilation)",
    "period_w = stride_w // math.gcd(stride_w, dilation_w)": "",
    "cells = N * triton.cdiv(OH, stride_h) * triton.cdiv(OW, stride_w)  # of one phase":
        "cells = N * triton.cdiv(OL, stride)  # of one phase",
    "grid = (stride_h * stride_w * triton.cdiv(cells, 128), triton.cdiv(O, block_o), groups)":
        "grid = (stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o), groups)",
    "CASES = [(1, 1, 3, 4, 1, 3, 3), (2, 3, 7, 11, 5, 4, 2), (2, 35, 4, 5, 6, 3, 2)]  # N, C, H, W, O, KH, "
    "KW": "CASES = [(1, 1, 4, 1, 3), (2, 3, 7, 5, 4), (2, 35, 20, 4, 3)]  # N, C, L, O, K",
    "x = torch.randn(N, C, H, W)": "x = torch.randn(N, C, L)",
    "w = torch.randn(C, O, KH, KW) / (C * KH * KW) ** 0.5": "w = torch.randn(C, O, K) / (C * K) ** 0.5",
    "y = F.conv_transpose2d(x, w, b, stride=1, padding=0, output_padding=0)":
        "y = F.conv_transpose1d(x, w, b, stride=1, padding=0, output_padding=0)",
    "phase = tl.program_id(0) % (STRIDE * STRIDE)": "phase = tl.program_id(0) % STRIDE",
    "pixels = tl.program_id(0).to(tl.int64) // (STRIDE * STRIDE) * BLOCK_P + tl.arange(0, "
    "BLOCK_P)  # of this phase":
        "positions = tl.program_id(0).to(tl.int64) // STRIDE * BLOCK_P + tl.arange(0, "
        "BLOCK_P)  # of this phase",
    "PH, PW = tl.cdiv(OH, STRIDE), tl.cdiv(OW, STRIDE)": "PL = tl.cdiv(OL, STRIDE)",
    "first_h = phase // STRIDE": "",
    "at_h = (first_h + (STRIDE - 1) * PADDING) % STRIDE + (pixels // PW % PH).to(tl.int32) * STRIDE": "",
    "bottom = (at_h + PADDING - first_h) // STRIDE  # divides without a rest": "",
    "taps_h = tl.cdiv(KH - first_h, STRIDE)": "", "first_w = phase % STRIDE": "first = phase",
    "at_w = (first_w + (STRIDE - 1) * PADDING) % STRIDE + (pixels % PW).to(tl.int32) * STRIDE":
        "at = (first + (STRIDE - 1) * PADDING) % STRIDE + (positions % PL).to(tl.int32) * STRIDE",
    "right = (at_w + PADDING - first_w) // STRIDE  # divides without a rest":
        "right = (at + PADDING - first) // STRIDE  # divides without a rest",
    "taps_w = tl.cdiv(KW - first_w, STRIDE)": "taps = tl.cdiv(K - first, STRIDE)",
    "corner = x_ptr + n * (C * H * W) + bottom * W + right": "corner = x_ptr + n * (C * L) + right",
    "k_mask = (c < C) & (tap < taps_h * taps_w)": "k_mask = (c < C) & (tap < taps)",
    "row = bottom[None, :] - down[:, None]": "",
    "column = right[None, :] - along[:, None]": "place = right[None, :] - tap[:, None]",
    "x_ptrs = corner[None, :] + (c * (H * W) - (down * W + along))[:, None]":
        "x_ptrs = corner[None, :] + (c * L - tap)[:, None]",
    "w_taps = (first_h + down * STRIDE) * KW + first_w + along * STRIDE": "w_taps = first + tap * STRIDE",
    "w_ptrs = w_ptr + channels[:, None] * (KH * KW) + (c * (O * KH * KW) + w_taps)[None, :]":
        "w_ptrs = w_ptr + channels[:, None] * K + (c * (O * K) + w_taps)[None, :]",
    "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (at_h * OW + at_w)[None, :]":
        "offsets = (n[None, :] * O + channels[:, None]) * OL + at[None, :]",
    "_, O, KH, KW = w.shape": "_, O, K = w.shape",
    "OH = (H - 1) * stride - 2 * padding + KH + output_padding": "",
    "OW = (W - 1) * stride - 2 * padding + KW + output_padding":
        "OL = (L - 1) * stride - 2 * padding + K + output_padding",
    "y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)":
        "y = torch.empty((N, O, OL), device=x.device, dtype=x.dtype)",
    "cells = N * triton.cdiv(OH, stride) * triton.cdiv(OW, stride)  # of one phase":
        "cells = N * triton.cdiv(OL, stride)  # of one phase",
    "grid = (stride * stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o))":
        "grid = (stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o))",
    "CASES = [(1, 1, 3, 4, 1, 3, 3), (2, 3, 7, 11, 5, 4, 2), (3, 9, 4, 5, 6, 3, 2)]  # N, C, H, W, O, KH, KW":
        "CASES = [(1, 1, 4, 1, 3), (2, 3, 7, 5, 4), (3, 9, 20, 4, 3)]  # N, C, L, O, K",
    "s = torch.randn(O, 1, 1)": "s = torch.randn(O, 1)", "z = torch.randn(O, 1, 1)": "z = torch.randn(O, 1)",
    "first_h = phase // STRIDE_W": "",
    "at_h = (first_h + (STRIDE_H - 1) * PADDING_H) % STRIDE_H + (pixels // PW % PH).to(tl.int32) * STRIDE_H":
        "",
    "bottom = (at_h + PADDING_H - first_h) // STRIDE_H  # divides without a rest": "",
    "taps_h = tl.cdiv(KH - first_h, STRIDE_H)": "", "first_w = phase % STRIDE_W": "first = phase",
    "at_w = (first_w + (STRIDE_W - 1) * PADDING_W) % STRIDE_W + (pixels % PW).to(tl.int32) * STRIDE_W":
        "at = (first + (STRIDE - 1) * PADDING) % STRIDE + (positions % PL).to(tl.int32) * STRIDE",
    "right = (at_w + PADDING_W - first_w) // STRIDE_W  # divides without a rest":
        "right = (at + PADDING - first) // STRIDE  # divides without a rest",
    "taps_w = tl.cdiv(KW - first_w, STRIDE_W)": "taps = tl.cdiv(K - first, STRIDE)",
    "w_taps = (first_h + down * STRIDE_H) * KW + first_w + along * STRIDE_W": "w_taps = first + tap * STRIDE",
    "OH = (H - 1) * stride_h - 2 * padding_h + KH + more_h": "",
    "OW = (W - 1) * stride_w - 2 * padding_w + KW + more_w":
        "OL = (L - 1) * stride - 2 * padding + K + output_padding",
    "grid = (stride_h * stride_w * triton.cdiv(cells, 128), triton.cdiv(O, block_o))":
        "grid = (stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o))"}

transposed_signals = by_statement(TRANSPOSED_SIGNALS, SIGNAL_ARGUMENTS)

TRANSPOSED_VOLUMES = {
    "CASES = [(1, 2, 5, 9, 7, 3, 1), (2, 5, 6, 8, 7, 3, 4), (2, 5, 8, 6, 4, 1, 3)]  # N, C, H, W, O, KH, "
    "KW; C and O a group":
        "CASES = [(1, 2, 2, 3, 5, 7, 2, 1, 1), (2, 3, 2, 3, 1, 5, 3, 2, 4), (1, 4, 3, 2, 5, 6, 1, 3, "
        "3)]  # N, C, D, H, W, O, KD, KH, KW; C and O a group",
    "def make(N, C, H, W, O, KH, KW):": "def make(N, C, D, H, W, O, KD, KH, KW):",
    "x = torch.randn(N, groups * C, H, W)": "x = torch.randn(N, groups * C, D, H, W)",
    "w = torch.randn(groups * C, O, KH, KW) / (C * KH * KW) ** 0.5":
        "w = torch.randn(groups * C, O, KD, KH, KW) / (C * KD * KH * KW) ** 0.5",
    "y = F.conv_transpose2d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)":
        "y = F.conv_transpose3d(x, w, b, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
    "phase = tl.program_id(0) % (STRIDE_H * STRIDE_W)":
        "phase = tl.program_id(0) % (STRIDE_D * STRIDE_H * STRIDE_W)",
    "pixels = tl.program_id(0).to(tl.int64) // (STRIDE_H * STRIDE_W) * BLOCK_P + tl.arange(0, "
    "BLOCK_P)  # of this phase":
        "voxels = tl.program_id(0).to(tl.int64) // (STRIDE_D * STRIDE_H * STRIDE_W) * BLOCK_P + "
        "tl.arange(0, BLOCK_P)  # of this phase",
    "PH, PW = tl.cdiv(OH, STRIDE_H), tl.cdiv(OW, STRIDE_W)":
        "PD, PH, PW = tl.cdiv(OD, STRIDE_D), tl.cdiv(OH, STRIDE_H), tl.cdiv(OW, STRIDE_W)",
    "first_h, odd_h = phase // STRIDE_W % PERIOD_H, phase // STRIDE_W // PERIOD_H":
        "first_h, odd_h = phase // STRIDE_W % STRIDE_H % PERIOD_H, phase // STRIDE_W % STRIDE_H // PERIOD_H",
    "at_h = (first_h * DILATION_H + odd_h + (STRIDE_H - 1) * PADDING_H) % STRIDE_H + (pixels // PW % "
    "PH).to(tl.int32) * STRIDE_H":
        "at_h = (first_h * DILATION_H + odd_h + (STRIDE_H - 1) * PADDING_H) % STRIDE_H + (voxels // PW % "
        "PH).to(tl.int32) * STRIDE_H",
    "at_w = (first_w * DILATION_W + odd_w + (STRIDE_W - 1) * PADDING_W) % STRIDE_W + (pixels % "
    "PW).to(tl.int32) * STRIDE_W":
        "at_w = (first_w * DILATION_W + odd_w + (STRIDE_W - 1) * PADDING_W) % STRIDE_W + (voxels % "
        "PW).to(tl.int32) * STRIDE_W",
    "p_mask = (n < N) & (at_h < OH) & (at_w < OW)":
        "p_mask = (n < N) & (at_d < OD) & (at_h < OH) & (at_w < OW)",
    "corner = x_ptr + n * (C * H * W) + group * (C // GROUPS) * H * W + bottom * W + right":
        "corner = x_ptr + n * (C * D * H * W) + group * (C // GROUPS) * D * H * W + (back * H + bottom) * W "
        "+ right",
    "turns = tl.cdiv(taps_h * taps_w, TAPS)": "turns = tl.cdiv(taps_d * taps_h * taps_w, TAPS)",
    "turns, taps_w = tl.maximum(turns, 1), tl.maximum(taps_w, 1)":
        "turns, taps_h, taps_w = tl.maximum(turns, 1), tl.maximum(taps_h, 1), tl.maximum(taps_w, 1)",
    "STEP_H: tl.constexpr = DILATION_H * PERIOD_H // STRIDE_H  # so many places of x lie between two taps":
        "STEP_D: tl.constexpr = DILATION_D * PERIOD_D // STRIDE_D  # so many places of x lie between two "
        "taps\n"
        "STEP_H: tl.constexpr = DILATION_H * PERIOD_H // STRIDE_H",
    "k_mask = (c < C // GROUPS) & (tap < taps_h * taps_w)":
        "k_mask = (c < C // GROUPS) & (tap < taps_d * taps_h * taps_w)\n"
        "deep = tap // (taps_h * taps_w)",
    "down = tap // taps_w": "down = tap // taps_w % taps_h",
    "along = tap % taps_w":
        "along = tap % taps_w\n"
        "depth = back[None, :] - deep[:, None]",
    "inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)":
        "inside = (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W) & "
        "(n[None, :] < N)",
    "x_ptrs = corner[None, :] + (c * (H * W) - (down * STEP_H * W + along * STEP_W))[:, None]":
        "x_ptrs = corner[None, :] + (c * (D * H * W) - ((deep * STEP_D * H + down * STEP_H) * W + along * "
        "STEP_W))[:, None]",
    "w_taps = (first_h + down * PERIOD_H) * KW + first_w + along * PERIOD_W":
        "w_taps = ((first_d + deep * PERIOD_D) * KH + first_h + down * PERIOD_H) * KW + first_w + along * "
        "PERIOD_W",
    "w_ptrs = w_ptr + within[:, None] * (KH * KW) + ((group * (C // GROUPS) + c) * (O * KH * KW) + "
    "w_taps)[None, :]":
        "w_ptrs = w_ptr + within[:, None] * (KD * KH * KW) + ((group * (C // GROUPS) + c) * (O * KD * KH * "
        "KW) + w_taps)[None, :]",
    "offsets = (n[None, :] * (GROUPS * O) + channels[:, None]) * (OH * OW) + (at_h * OW + at_w)[None, :]":
        "offsets = (n[None, :] * (GROUPS * O) + channels[:, "
        "None]) * (OD * OH * OW) + ((at_d * OH + at_h) * OW + at_w)[None, :]",
    "stride_h, stride_w = 1, 1": "stride_d, stride_h, stride_w = 1, 1, 1",
    "padding_h, padding_w = 0, 0": "padding_d, padding_h, padding_w = 0, 0, 0",
    "more_h, more_w = 0, 0  # output_padding": "more_d, more_h, more_w = 0, 0, 0  # output_padding",
    "dilation_h, dilation_w = 1, 1": "dilation_d, dilation_h, dilation_w = 1, 1, 1",
    "N, C, H, W = x.shape": "N, C, D, H, W = x.shape",
    "_, O, KH, KW = w.shape  # O: output channels of one group":
        "_, O, KD, KH, KW = w.shape  # O: output channels of one group\n"
        "OD = (D - 1) * stride_d - 2 * padding_d + dilation_d * (KD - 1) + more_d + 1",
    "y = torch.empty((N, groups * O, OH, OW), device=x.device, dtype=x.dtype)":
        "y = torch.empty((N, groups * O, OD, OH, OW), device=x.device, dtype=x.dtype)\n"
        "period_d = stride_d // math.gcd(stride_d, dilation_d)",
    "cells = N * triton.cdiv(OH, stride_h) * triton.cdiv(OW, stride_w)  # of one phase":
        "cells = N * triton.cdiv(OD, stride_d) * triton.cdiv(OH, stride_h) * triton.cdiv(OW, "
        "stride_w)  # of one phase",
    "grid = (stride_h * stride_w * triton.cdiv(cells, 128), triton.cdiv(O, block_o), groups)":
        "grid = (stride_d * stride_h * stride_w * triton.cdiv(cells, 128), triton.cdiv(O, block_o), groups)",
    "CASES = [(1, 1, 3, 4, 1, 3, 3), (2, 3, 7, 11, 5, 4, 2), (2, 35, 4, 5, 6, 3, 2)]  # N, C, H, W, O, KH, "
    "KW":
        "CASES = [(1, 1, 1, 2, 3, 1, 3, 3, 3), (2, 3, 5, 7, 8, 4, 2, 3, 3), (3, 4, 2, 5, 1, 6, 3, 2, "
        "3)]  # N, C, D, H, W, O, KD, KH, KW",
    "x = torch.randn(N, C, H, W)": "x = torch.randn(N, C, D, H, W)",
    "w = torch.randn(C, O, KH, KW) / (C * KH * KW) ** 0.5":
        "w = torch.randn(C, O, KD, KH, KW) / (C * KD * KH * KW) ** 0.5",
    "y = F.conv_transpose2d(x, w, b, stride=1, padding=0, output_padding=0)":
        "y = F.conv_transpose3d(x, w, b, stride=1, padding=0, output_padding=0)",
    "phase = tl.program_id(0) % (STRIDE * STRIDE)": "phase = tl.program_id(0) % (STRIDE * STRIDE * STRIDE)",
    "pixels = tl.program_id(0).to(tl.int64) // (STRIDE * STRIDE) * BLOCK_P + tl.arange(0, "
    "BLOCK_P)  # of this phase":
        "voxels = tl.program_id(0).to(tl.int64) // (STRIDE * STRIDE * STRIDE) * BLOCK_P + tl.arange(0, "
        "BLOCK_P)  # of this phase",
    "PH, PW = tl.cdiv(OH, STRIDE), tl.cdiv(OW, STRIDE)":
        "PD, PH, PW = tl.cdiv(OD, STRIDE), tl.cdiv(OH, STRIDE), tl.cdiv(OW, STRIDE)",
    "first_h = phase // STRIDE":
        "first_d = phase // (STRIDE * STRIDE)\n"
        "at_d = (first_d + (STRIDE - 1) * PADDING) % STRIDE + (voxels // (PH * PW) % PD).to(tl.int32) * "
        "STRIDE\n"
        "back = (at_d + PADDING - first_d) // STRIDE  # divides without a rest\n"
        "taps_d = tl.cdiv(KD - first_d, STRIDE)\n"
        "first_h = phase // STRIDE % STRIDE",
    "at_h = (first_h + (STRIDE - 1) * PADDING) % STRIDE + (pixels // PW % PH).to(tl.int32) * STRIDE":
        "at_h = (first_h + (STRIDE - 1) * PADDING) % STRIDE + (voxels // PW % PH).to(tl.int32) * STRIDE",
    "at_w = (first_w + (STRIDE - 1) * PADDING) % STRIDE + (pixels % PW).to(tl.int32) * STRIDE":
        "at_w = (first_w + (STRIDE - 1) * PADDING) % STRIDE + (voxels % PW).to(tl.int32) * STRIDE",
    "corner = x_ptr + n * (C * H * W) + bottom * W + right":
        "corner = x_ptr + n * (C * D * H * W) + (back * H + bottom) * W + right",
    "k_mask = (c < C) & (tap < taps_h * taps_w)":
        "k_mask = (c < C) & (tap < taps_d * taps_h * taps_w)\n"
        "deep = tap // (taps_h * taps_w)",
    "x_ptrs = corner[None, :] + (c * (H * W) - (down * W + along))[:, None]":
        "x_ptrs = corner[None, :] + (c * (D * H * W) - ((deep * H + down) * W + along))[:, None]",
    "w_taps = (first_h + down * STRIDE) * KW + first_w + along * STRIDE":
        "w_taps = ((first_d + deep * STRIDE) * KH + first_h + down * STRIDE) * KW + first_w + along * STRIDE",
    "w_ptrs = w_ptr + channels[:, None] * (KH * KW) + (c * (O * KH * KW) + w_taps)[None, :]":
        "w_ptrs = w_ptr + channels[:, None] * (KD * KH * KW) + (c * (O * KD * KH * KW) + w_taps)[None, :]",
    "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (at_h * OW + at_w)[None, :]":
        "offsets = (n[None, :] * O + channels[:, None]) * (OD * OH * OW) + ((at_d * OH + at_h) * OW + "
        "at_w)[None, :]",
    "y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)":
        "y = torch.empty((N, O, OD, OH, OW), device=x.device, dtype=x.dtype)",
    "cells = N * triton.cdiv(OH, stride) * triton.cdiv(OW, stride)  # of one phase":
        "cells = N * triton.cdiv(OD, stride) * triton.cdiv(OH, stride) * triton.cdiv(OW, "
        "stride)  # of one phase",
    "grid = (stride * stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o))":
        "grid = (stride * stride * stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o))",
    "CASES = [(1, 1, 3, 4, 1, 3, 3), (2, 3, 7, 11, 5, 4, 2), (3, 9, 4, 5, 6, 3, 2)]  # N, C, H, W, O, KH, KW":
        "CASES = [(1, 1, 1, 2, 3, 1, 3, 3, 3), (2, 3, 5, 7, 8, 4, 2, 3, 3), (3, 4, 2, 5, 1, 6, 3, 2, "
        "3)]  # N, C, D, H, W, O, KD, KH, KW",
    "s = torch.randn(O, 1, 1)": "s = torch.randn(O, 1, 1, 1)",
    "z = torch.randn(O, 1, 1)": "z = torch.randn(O, 1, 1, 1)",
    "first_h = phase // STRIDE_W":
        "first_d = phase // (STRIDE_H * STRIDE_W)\n"
        "at_d = (first_d + (STRIDE_D - 1) * PADDING_D) % STRIDE_D + (voxels // (PH * PW) % PD).to(tl.int32) "
        "* STRIDE_D\n"
        "back = (at_d + PADDING_D - first_d) // STRIDE_D  # divides without a rest\n"
        "taps_d = tl.cdiv(KD - first_d, STRIDE_D)\n"
        "first_h = phase // STRIDE_W % STRIDE_H",
    "at_h = (first_h + (STRIDE_H - 1) * PADDING_H) % STRIDE_H + (pixels // PW % PH).to(tl.int32) * STRIDE_H":
        "at_h = (first_h + (STRIDE_H - 1) * PADDING_H) % STRIDE_H + (voxels // PW % PH).to(tl.int32) * "
        "STRIDE_H",
    "at_w = (first_w + (STRIDE_W - 1) * PADDING_W) % STRIDE_W + (pixels % PW).to(tl.int32) * STRIDE_W":
        "at_w = (first_w + (STRIDE_W - 1) * PADDING_W) % STRIDE_W + (voxels % PW).to(tl.int32) * STRIDE_W",
    "w_taps = (first_h + down * STRIDE_H) * KW + first_w + along * STRIDE_W":
        "w_taps = ((first_d + deep * STRIDE_D) * KH + first_h + down * STRIDE_H) * KW + first_w + along * "
        "STRIDE_W",
    "grid = (stride_h * stride_w * triton.cdiv(cells, 128), triton.cdiv(O, block_o))":
        "grid = (stride_d * stride_h * stride_w * triton.cdiv(cells, 128), triton.cdiv(O, block_o))",
    "n = pixels // (PH * PW)": "n = voxels // (PD * PH * PW)",
    "_, O, KH, KW = w.shape": "_, O, KD, KH, KW = w.shape",
    "OH = (H - 1) * stride - 2 * padding + KH + output_padding":
        "OD = (D - 1) * stride - 2 * padding + KD + output_padding\n"
        "OH = (H - 1) * stride - 2 * padding + KH + output_padding",
    "OH = (H - 1) * stride_h - 2 * padding_h + KH + more_h":
        "OD = (D - 1) * stride_d - 2 * padding_d + KD + more_d\n"
        "OH = (H - 1) * stride_h - 2 * padding_h + KH + more_h"}

transposed_volumes = by_statement(TRANSPOSED_VOLUMES, VOLUME_ARGUMENTS)
