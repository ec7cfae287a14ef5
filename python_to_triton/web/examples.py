"""Programs that the page offers: formulas of textbooks and papers, small enough to read."""

SIGMOID = "# x: f32[128, 512]\ny = torch.sigmoid(x)\n"
SOFTMAX = "# x: f32[128, 512]\ny = F.softmax(x, dim=-1)\n"
LAYER_NORM = """# x: f32[64, 256], weight: f32[256], bias: f32[256]
y = F.layer_norm(x, (x.shape[-1],), weight, bias)
"""
LINEAR_GELU = """# x: f32[64, 128], w: f32[256, 128], b: f32[256]
y = F.gelu(F.linear(x, w, b))
"""
RMS_NORM = '''# x: f32[64, 512], weight: f32[512]
def rms_norm(x, weight):
    """Zhang and Sennrich, 2019: Root mean square layer normalization."""
    mean = (x * x).mean(dim=-1, keepdim=True)
    return x * torch.rsqrt(mean + 1e-6) * weight
'''
SWIGLU = '''# x: f32[32, 64], w: f32[64, 128], v: f32[64, 128]
def swiglu(x, w, v):
    """Shazeer, 2020: GLU variants improve transformer."""
    return F.silu(x @ w) * (x @ v)
'''
PERCEPTRON = """class Model(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)

    def forward(self, x):
        return self.down(F.relu(self.up(x))) + x


def get_inputs():
    return [torch.randn(32, 64)]


def get_init_inputs():
    return [64, 128]
"""
LOSSES = """def huber(x, y):
    return F.huber_loss(x, y)


def running_total(x):
    return torch.cumsum(x, dim=-1)
"""
EXAMPLES = (
    ("Sigmoid", SIGMOID),
    ("Softmax", SOFTMAX),
    ("Layer normalization", LAYER_NORM),
    ("Linear layer with GELU", LINEAR_GELU),
    ("RMSNorm, from its formula", RMS_NORM),
    ("SwiGLU", SWIGLU),
    ("Perceptron with a residual, a module", PERCEPTRON),
    ("Two functions in one file", LOSSES),
)
