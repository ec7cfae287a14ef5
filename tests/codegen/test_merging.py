"""The modules of a file's entries as one: what is alike stands once, kernels and guards are called apart."""

import pytest
import torch
from program_support import as_torch, load

from python_to_triton import codegen, frontend
from tests.frontend.test_entries import FILE


def parts(source=FILE, fallback=False):
    """[(name, module), ...] of a file's entries, whose regions are answered in PyTorch."""
    found = []
    for entry in frontend.entries(source):
        if not entry.obstacle:
            made = frontend.trace(entry.texts[-1])
            answers = [as_torch(region.graph) for region in frontend.regions(made)]
            found.append((entry.name, codegen.stitch(made, answers, fallback=fallback)))
    return found


def test_one_module_has_every_entry_under_its_own_name(tmp_path):
    source = codegen.merge_modules(parts(), "Model")
    module = load(source, tmp_path)
    x = torch.randn(4, 6)
    torch.testing.assert_close(module["first"](x), (2 * x).relu())
    torch.testing.assert_close(module["second"](x), x + 0.5)
    torch.manual_seed(0)
    model = module["ModelNew"]()
    torch.testing.assert_close(model(x), model.block.layer(x).relu() + 1)
    encoder = module["Encoder"]()
    x = torch.randn(3, 8)
    first, second = (block.layer for block in encoder.blocks)
    torch.testing.assert_close(encoder(x), second(first(x).relu()).relu())
    assert source.count("class Block") == 1 and source.count("import torch\n") == 1
    for name in ("unguarded", "unguarded_first", "translated", "translated_Encoder"):
        assert source.count(f"def {name}(") == 1
    assert source.startswith('"""Model, first, second and Encoder, translated from PyTorch to Triton.\n')


def test_each_entry_has_guards_of_its_own(tmp_path):
    module = load(codegen.merge_modules(parts(), "Model"), tmp_path)
    with pytest.raises(ValueError, match=r"^x is f64\[4, 6\] on cpu; this translation is for x: f32\[A, B\]"):
        module["first"](torch.randn(4, 6).double())
    with pytest.raises(ValueError, match=r"for x: f32\[A, 6\], self.block.layer.weight: f32\[6, 6\]"):
        module["ModelNew"]()(torch.randn(4, 6).double())


def test_a_single_class_keeps_its_name_unless_it_is_the_primary_entry(tmp_path):
    encoder = [part for part in parts() if part[0] == "Encoder"]
    assert codegen.merge_modules(encoder, "Encoder") == encoder[0][1]
    module = load(codegen.merge_modules(encoder, "Model"), tmp_path)
    assert "ModelNew" not in module and module["Encoder"]()(torch.randn(3, 8)).shape == (3, 8)


def test_a_class_that_stays_as_the_fallback_has_its_translation_beside_it(tmp_path):
    modules = parts(fallback=True)
    module = load(codegen.merge_modules(modules, "Model"), tmp_path)
    names = {name: codegen.merged_name(name, text, "Model") for name, text in modules}
    assert names == {"first": "first", "second": "second", "Encoder": "EncoderNew", "Model": "ModelNew"}
    encoder = module["EncoderNew"]().double()
    assert issubclass(module["EncoderNew"], module["Encoder"])
    x = torch.randn(3, 8).double()
    with pytest.warns(UserWarning, match=r"PyTorch computes this call: .* is f64"):
        torch.testing.assert_close(encoder(x), module["Encoder"].forward(encoder, x))


def test_local_names_and_columns_in_bytes_are_left_alone(tmp_path):
    first = (
        '"""a."""\n\nimport torch\n\n\ndef kernel(x):\n    return x\n\n\ndef a(x):\n    return kernel(x)\n'
    )
    second = (
        '"""b."""\n\nimport torch\n\n\ndef kernel(x):\n    return x + 1\n\n\ndef b(x, é=2):\n'
        "    kernels = {'é': kernel, 'kernel': kernel}\n    other = lambda kernel: kernel(x)\n"
        "    return kernels['é'](x) + other(kernel) + é\n"
    )
    source = codegen.merge_modules([("a", first), ("b", second)], "a")
    module = load(source, tmp_path)
    assert module["a"](1) == 1 and module["b"](1) == 6
    assert "lambda kernel: kernel(x)" in source and "'kernel': kernel_b}" in source
