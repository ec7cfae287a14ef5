"""Tables of the families of drawn programs that gradients are made of."""

FAMILIES = {
    "gate_backward": {"AXES": ["GRADIENTS"]},
    "rows_backward": {"AXES": ["GRADIENTS_OF_ROWS"]},
    "parameters_backward": {"AXES": ["GRADIENTS_OF_PARAMETERS"]},
}
