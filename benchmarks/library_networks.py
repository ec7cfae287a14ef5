"""Whole networks of ordinary libraries, with random weights: nothing is downloaded.

A row of NETWORKS is a name in torchvision.models, of timm.create_model or of a type of transformers'
configurations, what it is built with, and what its input is. All are built for evaluation, so that dropout
draws nothing. Tiny networks, for a CPU, get small images or short texts; those of transformers have few and
narrow blocks, and what takes the width of its images when it is built gets it.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field

import torch
import torch.nn as nn
from library_layers import LayerCall, small_fields

IMAGES, TINY_IMAGES = (8, 224), (1, 64)  # batch, width
TEXTS, TINY_TEXTS = (4, 256), (2, 16)  # batch, tokens
SOUNDS, TINY_SOUNDS = (2, 16000), (1, 2000)  # batch, samples
VOCABULARY = 50  # that the drawn tokens stay below
# a decoder of some hundred million parameters, where a configuration's own default has billions
BASE = {
    "hidden_size": 768,
    "intermediate_size": 2048,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "vocab_size": 32000,
}


class NamedInputs(nn.Module):
    """A network of transformers that is called by position, and returns its first result."""

    def __init__(self, network: nn.Module, names: tuple[str, ...]):
        super().__init__()
        self.network = network
        self.names = names

    def forward(self, *tensors):
        return self.network(**dict(zip(self.names, tensors)), return_dict=False)[0]


@dataclass(frozen=True)
class NetworkTask:
    """A network by name: where it is from, and what it is built with and called on."""

    architecture: str
    source: str  # "torchvision", "timm" or "transformers"
    name: str
    input: str = "images"  # "images", "frames", "texts" or "sounds"
    arguments: dict = field(default_factory=dict)
    width_argument: str = ""  # that takes the width of images, where it is not this network's own
    width: int = IMAGES[1]  # of its images
    tiny_width: int = TINY_IMAGES[1]
    names: tuple[str, ...] = ("pixel_values",)  # of the inputs of a network of transformers

    @property
    def path(self) -> str:
        """`timm.dla34`."""
        return f"{self.source}.{self.name}"

    def width_of(self, tiny: bool) -> dict:
        """The width of its images as an argument, where it takes one."""
        return {self.width_argument: self.tiny_width if tiny else self.width} if self.width_argument else {}

    def inputs(self, tiny: bool) -> tuple[torch.Tensor, ...]:
        """Random inputs, the same at each call."""
        generator = torch.Generator().manual_seed(0)
        batch = (TINY_IMAGES if tiny else IMAGES)[0]
        width = self.tiny_width if tiny else self.width
        if self.input == "texts":
            shape = TINY_TEXTS if tiny else TEXTS
            return tuple(torch.randint(VOCABULARY, shape, generator=generator) for _ in self.names)
        shape = {
            "images": (batch, 3, width, width),
            "frames": (batch, 3, 8, width // 2, width // 2),
            "sounds": TINY_SOUNDS if tiny else SOUNDS,
        }[self.input]
        return (torch.randn(shape, generator=generator),)

    def call(self, tiny: bool) -> LayerCall:
        """The network with random weights, for evaluation, and its inputs; both in words."""
        torch.manual_seed(0)
        network = BUILDERS[self.source](self, tiny).eval()
        inputs = self.inputs(tiny)
        kinds = {torch.float32: "f32", torch.int64: "i64"}
        given = ", ".join(f"{kinds[one.dtype]}{list(one.shape)}" for one in inputs)
        return LayerCall(network, inputs, self.name, given)


def _from_torchvision(task: NetworkTask, tiny: bool) -> nn.Module:
    import torchvision

    function = operator.attrgetter(task.name)(torchvision.models)
    return function(weights=None, **task.arguments, **task.width_of(tiny))


def _from_timm(task: NetworkTask, tiny: bool) -> nn.Module:
    import timm

    return timm.create_model(task.name, pretrained=False, **task.arguments, **task.width_of(tiny))


def _from_transformers(task: NetworkTask, tiny: bool) -> nn.Module:
    from transformers import AutoConfig, AutoModel

    kind = type(AutoConfig.for_model(task.name))
    small = small_fields(kind) if tiny else {}
    config = kind(**task.arguments | small | task.width_of(tiny) | {"use_cache": False})
    return NamedInputs(AutoModel.from_config(config), task.names)


BUILDERS: dict[str, Callable[[NetworkTask, bool], nn.Module]] = {
    "torchvision": _from_torchvision,
    "timm": _from_timm,
    "transformers": _from_transformers,
}
_PLAIN = {"aux_logits": False, "init_weights": False}
_SEGMENTS = {"weights_backbone": None}
_TEXT = ("input_ids",)
_PAIR = ("input_ids", "decoder_input_ids")


def _networks(architecture: str, source: str, *names: str, **more) -> tuple[NetworkTask, ...]:
    return tuple(NetworkTask(architecture, source, name, **more) for name in names)


def _text(architecture: str, *names: str, **more) -> tuple[NetworkTask, ...]:
    given = {"input": "texts", "names": _TEXT} | more
    return _networks(architecture, "transformers", *names, **given)


NETWORKS = (
    *_networks("AlexNet", "torchvision", "alexnet"),
    *_networks("VGG", "torchvision", "vgg11", "vgg11_bn"),
    *_networks("ResNet", "torchvision", "resnet18", "resnet50", "wide_resnet50_2"),
    *_networks("ResNeXt", "torchvision", "resnext50_32x4d"),
    *_networks("DenseNet", "torchvision", "densenet121"),
    *_networks("SqueezeNet", "torchvision", "squeezenet1_1"),
    *_networks("Inception", "torchvision", "googlenet", arguments=_PLAIN),
    *_networks("Inception", "torchvision", "inception_v3", arguments=_PLAIN, width=299, tiny_width=96),
    *_networks("MobileNet", "torchvision", "mobilenet_v2", "mobilenet_v3_small"),
    *_networks("MNASNet", "torchvision", "mnasnet1_0"),
    *_networks("ShuffleNet", "torchvision", "shufflenet_v2_x1_0"),
    *_networks("EfficientNet", "torchvision", "efficientnet_b0"),
    *_networks("RegNet", "torchvision", "regnet_y_400mf"),
    *_networks("ConvNeXt", "torchvision", "convnext_tiny"),
    *_networks("ViT", "torchvision", "vit_b_16", width_argument="image_size"),
    *_networks("Swin", "torchvision", "swin_t", "swin_v2_t"),
    *_networks("FCN", "torchvision", "segmentation.fcn_resnet50", arguments=_SEGMENTS),
    *_networks("LR-ASPP", "torchvision", "segmentation.lraspp_mobilenet_v3_large", arguments=_SEGMENTS),
    *_networks("ResNet over time", "torchvision", "video.r3d_18", input="frames"),
    *_networks("MLP-Mixer", "timm", "mixer_s16_224", width_argument="img_size"),
    *_networks("ResMLP", "timm", "resmlp_12_224", width_argument="img_size"),
    *_networks("gMLP", "timm", "gmlp_ti16_224", width_argument="img_size"),
    *_networks("ViT", "timm", "deit_tiny_patch16_224", width_argument="img_size"),
    *_networks("CaiT", "timm", "cait_xxs24_224", width_argument="img_size"),
    *_networks("XCiT", "timm", "xcit_nano_12_p16_224", width_argument="img_size"),
    *_networks("PoolFormer", "timm", "poolformer_s12"),
    *_networks("GhostNet", "timm", "ghostnet_100"),
    *_networks("RepVGG", "timm", "repvgg_a0"),
    *_networks("HRNet", "timm", "hrnet_w18_small"),
    *_networks("DLA", "timm", "dla34"),
    *_networks("Res2Net", "timm", "res2net50_26w_4s"),
    *_networks("SENet", "timm", "seresnet50"),
    *_networks("MobileViT", "timm", "mobilevit_xxs"),
    *_networks("PVT", "timm", "pvt_v2_b0"),
    *_text("BERT", "bert", "roberta", "distilbert", "albert", "electra"),
    *_text("GPT", "gpt2", "opt"),
    *_text("GPT", "gpt_neox", arguments=BASE),
    *_text("LLaMA", "llama", "mistral", "qwen2", arguments=BASE | {"num_key_value_heads": 4}),
    *_text("T5", "t5", names=_PAIR),
    *_text("Mamba", "mamba", arguments={"num_hidden_layers": 12}),
    *_networks("DINOv2", "transformers", "dinov2", width_argument="image_size"),
    *_networks("SegFormer", "transformers", "segformer"),
    *_networks("wav2vec", "transformers", "wav2vec2", input="sounds", names=("input_values",)),
)
