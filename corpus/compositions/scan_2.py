"""Compositions of the families of scans and sorting, weighted_cumsum to weighted_cumsum."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Running sum of a row times a weight of each element, y[i] = sum of w[j] * x[j] over j <= i: a mask of
    # floats, often.
    "weighted_cumsum": Composition(
        "cumsum",
        {
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(shape",
            "weighted_cumsum_torch(x": "weighted_cumsum_torch(x, w",
            "(x, dim": "(x * w, dim",
            "y_ptr,": "w_ptr, y_ptr,",
            "# Lanes beyond the row stand behind all others: nothing inherits what they hold.": "w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)",
            "x.to": "(x * w).to",
            "):\n    x = x": ", w):\n    x, w = x.contiguous(), w",
            "y, n_cols": "w, y, n_cols",
        },
    ),
}
