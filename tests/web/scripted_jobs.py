"""Scripts of events for the page's tests. Programs and kernels are real answers of the released weights."""

import re

from python_to_triton.web.highlighting import highlighted_lines

SIGMOID = "y = torch.sigmoid(x)"
SIGMOID_KERNEL = """\
@triton.jit
def kernel(a0_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a0 = tl.load(a0_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v0 = tl.sigmoid(a0)
    tl.store(y_ptr + offsets, v0, mask=mask)


def translated(a0):
    a0 = a0.contiguous()
    y = torch.empty_like(a0)
    n_elements = a0.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    kernel[grid](a0, y, n_elements, BLOCK=1024)
    return y"""

BLOCK = """\
def block(x, w, b, g):
    # x: f32[128, 512], w: f32[512, 512], b: f32[512], g: f32[512]
    h = x @ w + b
    h = F.gelu(h)
    h = h + x
    return F.layer_norm(h, (512,), g)"""
PRODUCT_KERNEL = """\
@triton.jit
def kernel(a0_ptr, a1_ptr, a2_ptr, y_ptr, M, N, stride_wn, stride_wk,
           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = a0_ptr + rows[:, None] * N + k[None, :]
    w_ptrs = a1_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    v0 = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, N, BLOCK_K):
        a0 = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < N - start), other=0.0)
        a1 = tl.load(w_ptrs, mask=(k[:, None] < N - start) & (columns[None, :] < N), other=0.0)
        v0 += tl.dot(a0, a1, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    v1 = v0 + tl.load(a2_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    a0 = tl.load(a0_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v2 = v1 * 0.5 * (1.0 + tl.erf(v1 * 0.7071067811865476))
    v3 = v2 + a0
    tl.store(y_ptr + offsets, v3, mask=mask)"""
NORM_KERNEL = """\
@triton.jit
def kernel(a0_ptr, a1_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols
    a0 = tl.load(a0_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(a0, axis=0) / n_cols
    deviation = tl.where(mask, a0 - mean, 0.0)
    var = tl.sum(deviation * deviation, axis=0) / n_cols
    a1 = tl.load(a1_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    v0 = deviation * tl.rsqrt(var + 1e-5) * a1
    tl.store(y_ptr + row * n_cols + cols, v0, mask=mask)"""

ABOUT = {
    "model": {"parameters": 29_368_832, "hash": "d81a16507b40fe20", "weights": "weights"},
    "device": "2 CPU cores, Triton's interpreter",
    "gpu": False,
    "limits": {"program_bytes": 20_000, "seconds": 120, "samples": 20, "queue": 8, "files": 6},
    "examples": [{"title": "Sigmoid", "program": SIGMOID}, {"title": "Product and norm", "program": BLOCK}],
    "gallery": False,
    "version": "0.1.0",
    "warning": "",
}


def values_a_line(source: str) -> list[list[str]]:
    """The prompt's values of each line of a kernel: those that it computes, else those that it reads."""
    bound = [re.match(r"\s*(v\d) \+?= ", line) for line in source.split("\n")]
    read = [re.findall(r"\bv\d\b", line) for line in source.split("\n")]
    return [[one[1]] if one else names for one, names in zip(bound, read, strict=True)]


def writing_events(region: int, source: str) -> list[tuple]:
    """A kernel line by line; each comes twice, in part and whole."""
    events = []
    for number, html in enumerate(highlighted_lines(source), 1):
        half = source.split("\n")[number - 1][:9]
        events += [
            ("text", {"region": region, "line": number, "html": highlighted_lines(half)[0]}),
            ("text", {"region": region, "line": number, "html": html}),
        ]
    return events


def candidate_event(region: int, number: int, source: str, reason: str = "", error: float = 1.2e-7) -> tuple:
    """A candidate and its verdict: passed where there is no reason against it."""
    verdict = {"ok": not reason, "reason": reason, "error": error, "tolerance": 5.7e-7}
    return "candidate", {"region": region, "number": number, "lines": highlighted_lines(source), **verdict}


def answer_event(region: int, source: str) -> tuple:
    """The answer to a region."""
    judged = {"kept": False, "left": "", "error": 1.2e-7, "tolerance": 5.7e-7}
    lines = {"lines": highlighted_lines(source), "values": values_a_line(source)}
    return "answer", {"region": region, **judged, **lines}


def region_data(number: int, prompt: str, lines: list[int], inputs: list[int], values: dict) -> dict:
    """A region of the graph; values: {name: (program line, prompt line)}."""
    listed = [{"name": name, "line": line, "prompt_line": at} for name, (line, at) in values.items()]
    known = {"region": number, "entry": "block", "lines": lines, "inputs": inputs, "values": listed}
    return known | {"prompt": highlighted_lines(prompt)}


def graph_event(regions: list[dict], assumed: str = "") -> tuple:
    """The graph of one entry."""
    entries = [{"name": regions[0]["entry"], "regions": [each["region"] for each in regions]}]
    return "graph", {"assumed": assumed, "entries": entries, "regions": regions}


def ending_events(file: str, source: str, guards: list[str], times: dict | None = None) -> list[tuple]:
    """The end of a verified job."""
    module = {"source": source, "lines": highlighted_lines(source), "file": file, "guards": guards}
    verdict = {"status": "verified", "text": "verified, max error 1.2e-07 (allowed 5.7e-07)"}
    return [
        *([("times", times)] if times else []),
        ("module", module),
        ("verdict", verdict | {"error": 1.2e-7, "tolerance": 5.7e-7}),
        ("done", {"seconds": 5.2}),
    ]


SIGMOID_REGION = region_data(0, "f(a0: f32[A, B])\nv0 = sigmoid(a0)\nreturn v0", [1], [], {"v0": (1, 2)})
BLOCK_REGIONS = [
    region_data(
        0,
        "f(a0: f32[128, 512], a1: f32[512, 512], a2: f32[512])\nv0 = matmul(a0, a1)\nv1 = add(v0, a2)\n"
        "v2 = gelu(v1)\nv3 = add(v2, a0)\nreturn v3",
        [3, 4, 5],
        [],
        {"v0": (3, 2), "v1": (3, 3), "v2": (4, 4), "v3": (5, 5)},
    ),
    region_data(
        1, "f(a0: f32[128, 512], a1: f32[512])\nv0 = layer_norm(a0, a1)\nreturn v0", [6], [0], {"v0": (6, 2)}
    ),
]
GUARDS = ["x is a float32 tensor of two dimensions on a GPU.", "The default dtype is float32."]
TIMES = {
    "rows": [
        {"name": "this answer", "milliseconds": 0.0213},
        {"name": "eager PyTorch", "milliseconds": 0.0581},
        {"name": "torch.compile", "milliseconds": 0.0247},
        {"name": "roofline", "milliseconds": 0.0148},
    ],
    "sizes": "x = f32[128, 512]",
}


def opening_events(program: str) -> list[tuple]:
    """What comes before a graph."""
    return [
        ("queued", {"ahead": 0}),
        ("started", {}),
        ("stage", {"text": "tracing the program"}),
        ("program", {"lines": highlighted_lines(program)}),
    ]


def sigmoid_script(*between) -> list:
    """The job of SIGMOID; `between` stands before its first candidate."""
    return [
        *opening_events(SIGMOID),
        graph_event([SIGMOID_REGION], "sizes were not given: x is taken as f32[A, B]"),
        ("stage", {"text": "writing kernels"}),
        *writing_events(0, SIGMOID_KERNEL),
        *between,
        candidate_event(0, 0, SIGMOID_KERNEL),
        answer_event(0, SIGMOID_KERNEL),
        *ending_events("sigmoid_triton.py", SIGMOID_KERNEL, GUARDS),
    ]


def block_script(*between, times: dict | None = None) -> list:
    """The job of BLOCK: of its first region a candidate fails; `between` stands before that verdict."""
    wrong = PRODUCT_KERNEL.replace("v3 = v2 + a0", "v3 = v2 - a0")
    whole = f"{PRODUCT_KERNEL}\n\n\n{NORM_KERNEL}"
    return [
        *opening_events(BLOCK),
        graph_event(BLOCK_REGIONS),
        ("stage", {"text": "writing kernels"}),
        *writing_events(0, wrong),
        *between,
        candidate_event(0, 0, wrong, "wrong values: largest error 3.1e+00 at (0, 17)", 3.1),
        candidate_event(0, 1, PRODUCT_KERNEL),
        answer_event(0, PRODUCT_KERNEL),
        *writing_events(1, NORM_KERNEL),
        candidate_event(1, 0, NORM_KERNEL),
        answer_event(1, NORM_KERNEL),
        *ending_events("block_triton.py", whole, GUARDS, times),
    ]
