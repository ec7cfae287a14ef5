"""What a trace fixed is reported: constants, defaults, modes."""

import pytest
import torch
import torch.nn as nn
from program_support import run_program

from python_to_triton.frontend import Effect, Fixed, GraphError, regions, trace, trace_modes

X = torch.randn(3, 4)


def fixed(source, inputs=None):
    """{path: value} of what the trace of a program fixed."""
    return {item.path: item.value for item in trace(source, inputs).source.conditions.fixed}


def test_defaults_of_a_signature():
    source = "def f(x, w, eps=1e-6, *, scale=None, act=torch.relu):\n    return act(x + w + eps)"
    assert fixed(source) == {"eps": 1e-6, "scale": None, "getattr(act, '__name__', None)": "relu"}


def test_constants_among_the_inputs():
    source = "def f(batch, steps, p=2):\n    return batch['x'] * batch['k'] + sum(steps) + p"
    given = ({"x": X, "k": 3}, [X, X, X], 4)
    assert fixed(source, given) == {
        "isinstance(batch, dict)": True,
        "tuple(batch)": ("x", "k"),
        "batch['k']": 3,
        "isinstance(steps, (list, tuple))": True,
        "len(steps)": 3,
        "p": 4,
    }


def test_starred_parameters():
    source = "def f(*xs, dim=0, **options):\n    return torch.cat(xs, dim)"
    assert fixed(source, (X, X)) == {"len(xs)": 2, "dim": 0, "len(options)": 0}


def test_inputs_by_name():
    source = (
        "def f(x, *, scale=2, w=None):\n    return x * scale + w\n"
        "def get_inputs():\n    return {'x': torch.randn(3, 4), 'w': torch.randn(4)}"
    )
    assert fixed(source) == {"scale": 2}
    assert "get_inputs" in source and trace(source).arity == 2
    with pytest.raises(GraphError, match="the inputs name 'b'"):
        trace(
            "def f(x, **k):\n    return x\n"
            "def get_inputs():\n    return {'x': torch.randn(3), 'b': torch.randn(3)}"
        )


def test_optional_arguments_of_a_module_are_not_guessed():
    class Masked(nn.Module):
        def forward(self, x, mask=None, *, scale=2.0):
            return x * scale if mask is None else x * mask

    graph = trace(Masked(), (X,))
    assert graph.arity == 1
    assert Fixed("mask", None) in graph.source.conditions.fixed
    assert trace(Masked(), (X, X)).text != graph.text


def test_the_mode_is_chosen_and_put_back():
    model = nn.Sequential(nn.BatchNorm1d(4), nn.ReLU())
    model[1].eval()
    inputs = (X,)
    trained = trace(model, inputs)
    evaluated = trace(model, inputs, training=False)
    assert "training=True" in trained.text and "training=True" not in evaluated.text
    assert trained.source.conditions.training and not evaluated.source.conditions.training
    assert model.training and model[0].training and not model[1].training


class Block(nn.Module):
    scale = 2.0

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4, bias=False), nn.Linear(4, 4)])
        self.act = nn.GELU()
        self.heads = 2
        self.sizes = [2, 2]
        self.final = torch.tanh
        self.mask = None
        self.unread = 3

    @property
    def width(self):
        return 4 // self.heads

    def forward(self, x):
        for layer in self.layers:
            x = self.act(layer(x))
        x = x.view(-1, *self.sizes) * self.width * self.scale
        return self.final(x) if self.mask is None else x


def test_what_a_forward_reads_of_its_module():
    assert fixed(Block(), (X,)) == {
        "self.scale": 2.0,
        "self.sizes": [2, 2],
        "self.heads": 2,
        "self.mask": None,
        "getattr(self.final, '__name__', None)": "tanh",
        "type(self.layers).__name__": "ModuleList",
        "len(self.layers)": 2,
        "type(self.layers[0]).__name__": "Linear",
        "self.layers[0].bias": None,
        "type(self.layers[1]).__name__": "Linear",
        "type(self.act).__name__": "GELU",
        "self.act.approximate": "none",
    }
    assert "__getattribute__" not in vars(nn.Module)


class Settings:
    def __init__(self, width, scale, unread=0):
        self.width = width
        self.scale = scale
        self.unread = unread


def test_attributes_of_an_object_that_a_program_names():
    source = (
        "def f(x, settings, act=functools.partial(F.gelu, approximate='tanh')):\n"
        "    return act(x * settings.scale)\n"
    )
    given = (X, Settings(4, 2.5))
    assert fixed("import functools\n" + source, given) == {
        "type(settings).__name__": "Settings",
        "settings.scale": 2.5,
        "getattr(act.func, '__name__', None)": "gelu",
        "act.args": (),
        "isinstance(act.keywords, dict)": True,
        "tuple(act.keywords)": ("approximate",),
        "act.keywords['approximate']": "tanh",
    }


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(4, 4)
        self.head = nn.Linear(4, 4, bias=False)
        self.head.weight = self.table.weight
        self.act = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
        self.again = self.act

    def forward(self, x):
        return self.again(self.act(self.head(x)))


def test_what_a_module_has_under_two_names():
    found = {path for path in fixed(Tied(), (X,)) if " is " in path}
    assert found == {"self.head.weight is self.table.weight", "self.again is self.act"}


def test_a_mode_that_nothing_reads_is_no_condition():
    assert trace(Block(), (X,)).source.conditions.training is None
    assert fixed(nn.Sequential(nn.Dropout(0.0)), (X,))["self[0].training"] is True


def test_reads_end_with_the_program():
    class Broken(nn.Module):
        def forward(self, x):
            return x @ x

    with pytest.raises(GraphError, match="same reduction dim"):
        trace(Broken(), (X,))
    assert "__getattribute__" not in vars(nn.Module)


# ---- effects ----


def swap(x, y):
    old = x.clone()
    x.copy_(y)
    y.copy_(old)


def write_and_return(x, y):
    x.add_(y)
    return x, x * y


def write_a_row(x, y):
    x[0] = y[0]
    return x.t()


def write_what_is_given(x, out):
    torch.mul(x, 3, out=out)
    return out


def write_a_cache(cache, x):
    cache["k"] = torch.cat([cache["k"], x])
    cache["v"].add_(1)
    return cache["k"] * 2


def call(graph, **names):
    """What a wrapper does: runs a graph on the tensors of these names, writes, and gives the result."""
    lifted = dict(graph.source.lifted)
    given = [eval(path, {}, names) for path in graph.source.tensors]
    given += [lifted[a.origin] for a in graph.arguments if a.origin]
    return run_program(graph, graph.run(*given), **names)


@pytest.mark.parametrize("function", [swap, write_and_return, write_a_row, write_what_is_given])
def test_writes_to_inputs(function):
    first = torch.randn(4, 4)
    second = torch.randn(4, 4)
    graph = trace(function, (first, second))
    names = graph.source.parameters
    expected = (first.clone(), second.clone())
    result = function(*expected)
    returned = call(graph, **dict(zip(names, (first, second))))
    torch.testing.assert_close((first, second), expected)
    torch.testing.assert_close(returned, result)


def test_writes_to_a_dict():
    cache = {"k": torch.randn(2, 4), "v": torch.randn(4)}
    expected = {name: tensor.clone() for name, tensor in cache.items()}
    graph = trace(write_a_cache, (cache, X))
    result = write_a_cache(expected, X)
    returned = call(graph, cache=cache, x=X)
    torch.testing.assert_close(cache, expected)
    torch.testing.assert_close(returned, result)


def test_a_value_that_is_returned_and_written_is_one_output():
    graph = trace(lambda x: x.add_(1), (X,))
    assert graph.text == "f(a0: f32[A, B])\nv0 = add(a0, 1)\nreturn v0"
    assert graph.source.conditions.effects == (Effect("x", 0),) and graph.source.template == "x"
    assert not trace(lambda x: x.mul_(1), (X,)).source.conditions.effects


class Averages(nn.Module):
    """Keeps an average in a buffer, and the last result in an attribute."""

    def __init__(self):
        super().__init__()
        self.register_buffer("average", torch.zeros(4))
        self.last = None

    def forward(self, x):
        self.average = 0.9 * self.average + 0.1 * x.mean(0)
        self.last = x.relu()
        return x - self.average


NORMS = [
    (lambda: nn.BatchNorm1d(4), (6, 4)),
    (lambda: nn.BatchNorm2d(4, momentum=0.3, affine=False), (3, 4, 5, 5)),
    (lambda: nn.InstanceNorm1d(4, track_running_stats=True), (3, 4, 7)),
    (lambda: nn.Sequential(nn.Conv1d(2, 4, 3), nn.BatchNorm1d(4), nn.ReLU()), (3, 2, 9)),
    (Averages, (6, 4)),
]


@pytest.mark.parametrize("make, shape", NORMS)
def test_state_follows_pytorch(make, shape):
    model = make()
    twin = make()
    twin.load_state_dict(model.state_dict())
    for _ in range(2):
        x = torch.randn(shape)
        model.last = None
        graph = trace(model, (x,))
        expected = twin(x)
        torch.testing.assert_close(call(graph, self=model, **{graph.source.parameters[0]: x}), expected)
        torch.testing.assert_close(dict(model.state_dict()), dict(twin.state_dict()))


def test_running_statistics_leave_the_prompts_of_results():
    model = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.ReLU())
    graph = trace(model, (X,))
    prompts = [region.graph.text for region in regions(graph)]
    model[1].track_running_stats = False
    assert prompts[:2] == [region.graph.text for region in regions(trace(model, (X,)))]
    assert prompts[2] == "f(a0: f32[A, B])\nv0 = mean(a0, dim=-2)\nv1 = var(a0, dim=-2)\nreturn v0, v1"
    assert graph.source.conditions.statements == ("self[1].num_batches_tracked.add_(1)",)


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.seen = []

    def forward(self, x):
        self.calls += 1
        return x


class Remembering(Counting):
    def forward(self, x):
        self.seen.append(x)
        return x


def test_state_that_no_output_can_hold_is_refused():
    model = Counting()
    with pytest.raises(GraphError, match="the program sets self.calls"):
        trace(model, (X,))
    assert model.calls == 0
    model = Remembering()
    with pytest.raises(GraphError, match="the forward changes self.seen, a list"):
        trace(model, (X,))
    assert model.seen == []
    with pytest.raises(GraphError, match="momentum=None"):
        trace(nn.BatchNorm1d(4, momentum=None), (X,))
    with pytest.raises(GraphError, match=r"the program sets steps\[0\]"):
        trace(lambda x, steps: steps.append(1) or x + steps.pop(0), (X, [2]))


def test_a_number_that_is_only_counted_is_a_statement():
    source = (
        "class Model(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.calls = 0\n"
        "    def forward(self, x):\n        self.calls += 2\n        return {}"
    )
    conditions = trace(source.format("x.relu()")).source.conditions
    assert conditions.statements == ("self.calls += 2",) and not conditions.fixed
    with pytest.raises(GraphError, match="the program sets self.calls"):
        trace(source.format("x * self.calls"))


def test_a_retrace_leaves_the_inputs_as_they_were():
    steps = [X]
    graph = trace(lambda steps: steps.append(steps[0].relu()) or steps[1] * steps[0].shape[0], (steps,))
    assert len(steps) == 1 and "mul(v0, A)" in graph.text
    assert graph.source.conditions.effects[0].path == "steps[1]"


# ---- modes ----


def test_a_mode_that_changes_nothing_is_no_condition():
    graph, evaluation = trace_modes(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.0)), (X,))
    assert evaluation is None and graph.source.conditions.training is None
    assert not [item for item in graph.source.conditions.fixed if "training" in item.path]


def test_both_modes_of_a_batch_norm():
    model = nn.Sequential(nn.BatchNorm1d(4))
    graph, evaluation = trace_modes(model, (X,))
    assert "training=True" in graph.text and graph.source.conditions.training is True
    assert evaluation.text == trace(model.eval(), (X,)).text and not evaluation.source.conditions.effects
    assert evaluation.source.conditions.training is False
    assert Fixed("self[0].training", False) in evaluation.source.conditions.fixed
    graph, evaluation = trace_modes(model, (X,))
    assert evaluation is None and graph.source.conditions.training is False


@pytest.mark.parametrize(
    "layer, reason",
    [
        (nn.Dropout(0.1), "dropout in training mode draws random numbers"),
        (nn.RReLU(), "rrelu in training mode draws random numbers"),
        (nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), "dropout"),
    ],
)
def test_training_that_draws_random_numbers_is_refused(layer, reason):
    model = nn.Sequential(nn.BatchNorm1d(3), layer)
    inputs = (torch.randn(2, 3, 4),)
    graph, evaluation = trace_modes(model, inputs)
    conditions = graph.source.conditions
    assert evaluation is None and conditions.training is False and reason in conditions.refused_in_training
    assert model.training and layer.training
    assert graph.text == trace(model.eval(), inputs).text and "training=True" not in graph.text
    with pytest.raises(GraphError, match="draws random numbers"):
        trace(model.train(), inputs, training=True)


def test_a_function_has_no_modes():
    graph, evaluation = trace_modes(torch.relu, (X,))
    assert evaluation is None and graph.source.conditions.training is None
    with pytest.raises(GraphError, match="bernoulli draws random numbers"):
        trace(torch.bernoulli, (X,))


@pytest.mark.parametrize(
    "source, sizes",
    [
        ("def f(x):\n    return torch.exp(x) * math.log(x.shape[-1])\n", {"B": 20}),
        ("def f(x):\n    return torch.exp(x) * (0.3 * x.shape[-1] ** -0.25)\n", {"B": 20}),
        ("def f(x, w):\n    # x: f32[16, 32], w: f32[32]\n    return F.layer_norm(x, (32,), w)\n", {"B": 32}),
        ("def f(x):\n    # x: f32[8, 32]\n    return x.view(8, 4, 8).sum(1)\n", {"A": 8, "B": 32}),
        ("def f(x):\n    return torch.exp(x) * 0.3 / x.shape[-1] ** 0.5\n", {}),
        ("def f(x):\n    return torch.exp(x) * (1 - 0.9)\n", {}),
    ],
)
def test_a_size_whose_number_is_no_expression_of_letters_is_fixed(source, sizes):
    """So is one that the program's text names as a number, and beside which it does not run."""
    assert trace(source).source.conditions.sizes == sizes


@pytest.mark.parametrize(
    "source",
    [
        "COUNT = 0\ndef f(x):\n    global COUNT\n    COUNT += 1\n    return x * COUNT",
        "LOG = []\ndef f(x):\n    LOG.append(len(x))\n    return x * 2",
        "def f(x):\n    f.calls = getattr(f, 'calls', 0) + 1\n    return x * f.calls",
    ],
)
def test_what_a_program_changes_outside_is_refused(source):
    with pytest.raises(GraphError, match="^the program changes"):
        trace(source, (torch.rand(3, 4),))
