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
        names = [field.name for field in fields(cls)]
        try:
            return cls(**{name: model_config[name] for name in names})
        except KeyError as error:
            raise ValueError(f"the model configuration has no {error}") from error
