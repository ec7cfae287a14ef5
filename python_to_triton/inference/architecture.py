"""What a decoder is shaped like, read from the configuration that a checkpoint or a release carries."""

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Architecture:
    """The shape of a decoder-only transformer: widths in features, lengths in tokens.

    The names are those of the model configuration that a checkpoint stores.
    """

    d_model: int
    n_heads: int
    n_layers: int
    d_ff: int
    max_seq_len: int
    vocab_size: int
    rope_theta: float = 10000.0
    norm_eps: float = 1e-6

    @property
    def head_width(self) -> int:
        return self.d_model // self.n_heads

    @classmethod
    def of(cls, model_config: dict) -> "Architecture":
        """The architecture in a stored model configuration. Raises ValueError where a field is missing."""
        try:
            values = {field.name: model_config[field.name] for field in fields(cls)}
        except (KeyError, TypeError) as error:
            raise ValueError(f"the model configuration has no {error}") from error
        for field in fields(cls):
            value = values[field.name]
            kinds = (int, float) if field.type is float else int
            if isinstance(value, bool) or not isinstance(value, kinds) or not value > 0:
                raise ValueError(
                    f"{field.name} of the model configuration is {value!r}, not a number above 0"
                )
        if values["d_model"] % (2 * values["n_heads"]):
            raise ValueError(f"d_model {values['d_model']} is not {values['n_heads']} heads of an even width")
        return cls(**values)

    def weight_shapes(self) -> dict[str, tuple[int, ...]]:
        """{name: shape} of the tensors that a checkpoint holds under "model"."""
        C = self.d_model
        F = self.d_ff
        V = self.vocab_size
        shapes = {"embedding.weight": (V, C), "norm.weight": (C,), "head.weight": (V, C)}
        block = {f"attention.{part}": (C, C) for part in ("query", "key", "value", "output")}
        block |= {"attention_norm": (C,), "feed_forward_norm": (C,)}
        block |= {"feed_forward.up": (F, C), "feed_forward.down": (C, F)}
        for index in range(self.n_layers):
            shapes |= {f"blocks.{index}.{part}.weight": shape for part, shape in block.items()}
        return shapes
