"""Tables of the families of losses of classes."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import SUM_HALF_TENTH_OF_COSINE_EMBEDDING

HALF_DOUBLE_TENTH = {"half": {"return F": "return 0.5 * F", "tl.store(y_ptr,": "tl.store(y_ptr, 0.5 *"},
                     "double": {"return F": "return 2.0 * F", "tl.store(y_ptr,": "tl.store(y_ptr, 2.0 *"},
                     "tenth": {"return F": "return 0.1 * F", "tl.store(y_ptr,": "tl.store(y_ptr, 0.1 *"}}

FAMILIES = {
    "class_counts": {
        "FAMILY": {
            "class_share": {
                "hits.sum(dim=0)": "hits.float().mean(dim=0)", "dtype=torch.int64": "dtype=torch.float32",
                "tl.sum(count, axis=0))": "tl.sum(count, axis=0).to(tl.float32) / n_elements)"},
            "class_total": {
                "hits.sum(dim=0)": "hits.float().sum(dim=0)", "dtype=torch.int64": "dtype=torch.float32"}},
        "AXES": [{"2": {"0, 4": "0, 2", "(label, 4)": "(label, 2)", "classes = 4": "classes = 2"},
                  "3": {"0, 4": "0, 3", "(label, 4)": "(label, 3)", "classes = 4": "classes = 3"},
                  "5": {"0, 4": "0, 5", "(label, 4)": "(label, 5)", "classes = 4": "classes = 5"},
                  "6": {"0, 4": "0, 6", "(label, 4)": "(label, 6)", "classes = 4": "classes = 6"},
                  "8": {"0, 4": "0, 8", "(label, 4)": "(label, 8)", "classes = 4": "classes = 8"},
                  "10": {"0, 4": "0, 10", "(label, 4)": "(label, 10)", "classes = 4": "classes = 10"},
                  "16": {"0, 4": "0, 16", "(label, 4)": "(label, 16)", "classes = 4": "classes = 16"},
                  "21": {"0, 4": "0, 21", "(label, 4)": "(label, 21)", "classes = 4": "classes = 21"},
                  "32": {"0, 4": "0, 32", "(label, 4)": "(label, 32)", "classes = 4": "classes = 32"}}]},
    "cross_entropy": {"AXES": [SUM_HALF_TENTH_OF_COSINE_EMBEDDING]},
    "cross_entropy_ignore": {
        "FAMILY": {
            "ignore_m2": {"ignore_index=-1": "ignore_index=-2", "label != -1": "label != -2",
                          "other=-1": "other=-2", "torch.tensor(-1)": "torch.tensor(-2)"},
            "ignore_0": {"ignore_index=-1": "ignore_index=0", "label != -1": "label != 0",
                         "other=-1": "other=0", "torch.tensor(-1)": "torch.tensor(0)"},
            "ignore_3": {"ignore_index=-1": "ignore_index=3", "label != -1": "label != 3",
                         "other=-1": "other=3", "torch.tensor(-1)": "torch.tensor(3)"},
            "ignore_255": {"ignore_index=-1": "ignore_index=255", "label != -1": "label != 255",
                           "other=-1": "other=255", "torch.tensor(-1)": "torch.tensor(255)"},
            "ignore_999999": {"ignore_index=-1": "ignore_index=999999", "label != -1": "label != 999999",
                              "other=-1": "other=999999", "torch.tensor(-1)": "torch.tensor(999999)"}},
        "AXES": [{
            "smooth_01": {
                "return F.cross_entropy(x, label, ": "return F.cross_entropy(x, label, label_smoothing=0.1, ",
                "peak - chosen + tl.log(total)": "peak - chosen + tl.log(total) - 0.1 * (distance / C)",
                "total = 0.0": "total = 0.0\ndistance = 0.0",
                "peak = new_peak":
                    "peak = new_peak\n"
                    "distance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)"},
            "scaled": {"return F.cross_entropy": "x = x * 0.5\nreturn F.cross_entropy",
                       "tl.load(x_ptr + row * C + label).to(tl.float32)":
                           "tl.load(x_ptr + row * C + label).to(tl.float32) * 0.5",
                       'other=-float("inf")).to(tl.float32)': 'other=-float("inf")).to(tl.float32) * 0.5'}}]},
    "cross_entropy_ignore_none": {"FAMILY": {
        "ignore_m2": {"ignore_index=-1": "ignore_index=-2", "label != -1": "label != -2",
                      "torch.tensor(-1)": "torch.tensor(-2)"},
        "ignore_0": {"ignore_index=-1": "ignore_index=0", "label != -1": "label != 0",
                     "torch.tensor(-1)": "torch.tensor(0)"},
        "ignore_3": {"ignore_index=-1": "ignore_index=3", "label != -1": "label != 3",
                     "torch.tensor(-1)": "torch.tensor(3)"},
        "ignore_255": {"ignore_index=-1": "ignore_index=255", "label != -1": "label != 255",
                       "torch.tensor(-1)": "torch.tensor(255)"},
        "ignore_999999": {"ignore_index=-1": "ignore_index=999999", "label != -1": "label != 999999",
                          "torch.tensor(-1)": "torch.tensor(999999)"},
        "then_sum": {'F.cross_entropy(x, label, ignore_index=-1, reduction="none")':
                         'F.cross_entropy(x, label, reduction="none").exp()',
                     "tl.store(loss_ptr + row, loss)": "tl.store(loss_ptr + row, tl.exp(loss))"}}},
    "cross_entropy_nd": {
        "FAMILY": {
            "pixel_nll": {"F.cross_entropy(x, label": "F.nll_loss(F.log_softmax(x, dim=1), label"},
            "pixel_temperature": {
                "F.cross_entropy(x, label": "F.cross_entropy(x / 2.0, label",
                "x = tl.load(image_ptr + c * n_inner + inner, mask=mask, other=0.0).to(tl.float32)":
                    "x = tl.load(image_ptr + c * n_inner + inner, mask=mask, other=0.0).to(tl.float32) / 2.0",
                "chosen = tl.load(image_ptr + label * n_inner + inner, mask=mask, other=0.0).to(tl.float32)":
                    "chosen = tl.load(image_ptr + label * n_inner + inner, mask=mask, "
                    "other=0.0).to(tl.float32) / 2.0"}},
        "AXES": [{"sum": {'reduction="mean"': 'reduction="sum"', "axis=0) / count)": "axis=0))",
                          "n_partials, count, BLOCK": "n_partials, BLOCK",
                          "n_partials, n_outer * n_inner, BLOCK=1024)": "n_partials, BLOCK=1024)"},
                  "half": {'reduction="mean")': 'reduction="mean") * 0.5',
                           "axis=0) / count)": "axis=0) / count * 0.5)"}}]},
    "cross_entropy_nd_none": {
        "FAMILY": {
            "each_pixel_nll": {"F.cross_entropy(x, label": "F.nll_loss(F.log_softmax(x, dim=1), label"},
            "each_pixel_temperature": {
                "F.cross_entropy(x, label": "F.cross_entropy(x / 2.0, label",
                "x = tl.load(image_ptr + c * n_inner + inner, mask=mask, other=0.0).to(tl.float32)":
                    "x = tl.load(image_ptr + c * n_inner + inner, mask=mask, other=0.0).to(tl.float32) / 2.0",
                "chosen = tl.load(image_ptr + label * n_inner + inner, mask=mask, other=0.0).to(tl.float32)":
                    "chosen = tl.load(image_ptr + label * n_inner + inner, mask=mask, "
                    "other=0.0).to(tl.float32) / 2.0"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "cross_entropy_nd_options": {
        "FAMILY": {
            "weights": {
                ", label_smoothing=0.1": "", "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = tl.zeros([BLOCK], dtype=tl.float32)": "", "weights = 0.0": "",
                "w = tl.load(w_ptr + c).to(tl.float32)": "", "distance += w * (x - chosen)": "",
                "weights += w": ""},
            "smoothing": {"weight=w, ": "", "(x, label, w)": "(x, label)", ", torch.rand(shape[1]) + 0.5": "",
                          "label_ptr, w_ptr, ": "label_ptr, ",
                          "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0", "weights = 0.0": "",
                          "w = tl.load(w_ptr + c).to(tl.float32)": "", "w * (x - chosen)": "(x - chosen)",
                          "weights += w": "", "weights * spread": "C * spread",
                          "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()":
                              "x, label = x.contiguous(), label.contiguous()",
                          "(x, label, w, ": "(x, label, "},
            "neither": {", label_smoothing=0.1": "", "weight=w, ": "", "(x, label, w)": "(x, label)",
                        ", torch.rand(shape[1]) + 0.5": "", "label_ptr, w_ptr, ": "label_ptr, ",
                        "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
                        "loss = own * spread": "loss = spread",
                        "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                        "distance = tl.zeros([BLOCK], dtype=tl.float32)": "", "weights = 0.0": "",
                        "w = tl.load(w_ptr + c).to(tl.float32)": "", "distance += w * (x - chosen)": "",
                        "weights += w": "",
                        "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()":
                            "x, label = x.contiguous(), label.contiguous()",
                        "(x, label, w, ": "(x, label, "}},
        "AXES": [
            {"sum": {
                'reduction="mean"': 'reduction="sum"',
                "tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, 0.0), axis=0))": "",
                "tl.sum(total, axis=0) / tl.sum(weight, axis=0)": "tl.sum(total, axis=0)",
                "partial_ptr, weight_ptr, C": "partial_ptr, C",
                "(partial_ptr, weight_ptr, y_ptr": "(partial_ptr, y_ptr",
                "weight = tl.zeros([BLOCK], dtype=tl.float32)": "",
                "weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)": "",
                "weight = torch.empty_like(partial)": "", "partial, weight, C": "partial, C",
                "(partial, weight, y": "(partial, y"}},
            {"ignore_0": {"ignore_index=-1": "ignore_index=0", "label != -1": "label != 0",
                          "torch.tensor(-1)": "torch.tensor(0)"},
             "ignore_2": {"ignore_index=-1": "ignore_index=2", "label != -1": "label != 2",
                          "torch.tensor(-1)": "torch.tensor(2)"},
             "ignore_255": {"ignore_index=-1": "ignore_index=255", "label != -1": "label != 255",
                            "torch.tensor(-1)": "torch.tensor(255)"},
             "all": {", ignore_index=-1": "", "torch.where(label == 1, torch.tensor(-1), label)": "label",
                     "counted = mask & (label != -1)": "",
                     "label = tl.where(counted, label, 0)  # what is left out reads class 0 in the place of "
                     "its label": "",
                     "tl.where(counted, loss, 0.0)": "tl.where(mask, loss, 0.0)",
                     "tl.where(counted, own, 0.0)": "tl.where(mask, own, 0.0)"}},
            HALF_DOUBLE_TENTH]},
    "cross_entropy_nd_options_none": Derived("cross_entropy_nd_options",
        family={"weights": ..., "smoothing": ...,
                "neither": {
                    ", label_smoothing=0.1": "", "weight=w, ": "", "(x, label, w)": "(x, label)",
                    ", torch.rand(shape[1]) + 0.5": "", "label_ptr, w_ptr, ": "label_ptr, ",
                    "own = tl.load(w_ptr + label).to(tl.float32)": "", "loss = own * spread": "loss = spread",
                    "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                    "distance = tl.zeros([BLOCK], dtype=tl.float32)": "", "weights = 0.0": "",
                    "w = tl.load(w_ptr + c).to(tl.float32)": "", "distance += w * (x - chosen)": "",
                    "weights += w": "",
                    "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()":
                        "x, label = x.contiguous(), label.contiguous()",
                    "(x, label, w, ": "(x, label, "}},
        axes=[{"ignore_0": ..., "ignore_2": ..., "ignore_255": ...,
               "all": {", ignore_index=-1": "", "torch.where(label == 1, torch.tensor(-1), label)": "label",
                       "counted = mask & (label != -1)": "",
                       "label = tl.where(counted, label, 0)  # what is left out reads class 0 in the place "
                       "of its label": "",
                       "tl.where(counted, loss, 0.0)": "tl.where(mask, loss, 0.0)"}},
              ("UNARY+REUSE+SCALAR+LOSS", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]),
    "cross_entropy_nd_weighted": {
        "FAMILY": {
            "pixel_nll_weighted": {"F.cross_entropy(x, label": "F.nll_loss(F.log_softmax(x, dim=1), label"},
            "pixel_sum_weighted": {
                'reduction="mean"': 'reduction="sum"',
                "tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(mask, w, 0.0), axis=0))": "",
                "tl.sum(total, axis=0) / tl.sum(weight, axis=0)": "tl.sum(total, axis=0)",
                "w_ptr, partial_ptr, weight_ptr,": "w_ptr, partial_ptr,",
                "(partial_ptr, weight_ptr, y_ptr": "(partial_ptr, y_ptr",
                "weight = tl.zeros([BLOCK], dtype=tl.float32)": "",
                "weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)": "",
                "weight = torch.empty_like(partial)": "",
                "](x, label, w, partial, weight, n_classes": "](x, label, w, partial, n_classes",
                "](partial, weight, y": "](partial, y"}},
        "AXES": [HALF_DOUBLE_TENTH]},
    "cross_entropy_none": {
        "FAMILY": {
            "temperature_2": {"x = x * 1.5": "x = x / 2.0", "chosen = chosen * 1.5": "chosen = chosen / 2.0"},
            "temperature_07": {
                "x = x * 1.5": "x = x / 0.7", "chosen = chosen * 1.5": "chosen = chosen / 0.7"},
            "temperature_01": {
                "x = x * 1.5": "x = x / 0.1", "chosen = chosen * 1.5": "chosen = chosen / 0.1"},
            "temperature_05": {
                "x = x * 1.5": "x = x / 0.5", "chosen = chosen * 1.5": "chosen = chosen / 0.5"},
            "scale_2": {"x = x * 1.5": "x = x * 2.0", "chosen = chosen * 1.5": "chosen = chosen * 2.0"},
            "scale_03": {"x = x * 1.5": "x = x * 0.3", "chosen = chosen * 1.5": "chosen = chosen * 0.3"},
            "scale_10": {"x = x * 1.5": "x = x * 10.0", "chosen = chosen * 1.5": "chosen = chosen * 10.0"},
            "scale_125": {"x = x * 1.5": "x = x * 1.25", "chosen = chosen * 1.5": "chosen = chosen * 1.25"},
            "temperature_008": {
                "x = x * 1.5": "x = x / 0.08", "chosen = chosen * 1.5": "chosen = chosen / 0.08"},
            "temperature_3": {
                "x = x * 1.5": "x = x / 3.0", "chosen = chosen * 1.5": "chosen = chosen / 3.0"}},
        "AXES": [{"doubled": {'F.cross_entropy(x, label, reduction="none")':
                                  '2.0 * F.cross_entropy(x, label, reduction="none")',
                              "peak - chosen + tl.log(total)": "2.0 * (peak - chosen + tl.log(total))"},
                  "likelihood": {'F.cross_entropy(x, label, reduction="none")':
                                     'torch.exp(-F.cross_entropy(x, label, reduction="none"))',
                                 "peak - chosen + tl.log(total)": "tl.exp(chosen - peak - tl.log(total))"},
                  "negative": {'F.cross_entropy(x, label, reduction="none")':
                                   '-F.cross_entropy(x, label, reduction="none")',
                               "peak - chosen + tl.log(total)": "chosen - peak - tl.log(total)"},
                  "focal": {'return F.cross_entropy(x, label, reduction="none")':
                                'loss = F.cross_entropy(x, label, reduction="none")\n'
                                "return (1.0 - torch.exp(-loss)) ** 2 * loss",
                            "tl.store(loss_ptr + row, peak - chosen + tl.log(total))":
                                "loss = peak - chosen + tl.log(total)\n"
                                "miss = 1.0 - tl.exp(-loss)\n"
                                "tl.store(loss_ptr + row, miss * miss * loss)"}}]},
    "cross_entropy_of_pairs": {
        "FAMILY": {"sum": {"F.cross_entropy(x, label)": 'F.cross_entropy(x, label, reduction="sum")',
                           "axis=0) / n_rows": "axis=0)"},
                   "turned": {  # the other half of a symmetric loss: a column against the same diagonal
                       "F.cross_entropy(x, label)": "F.cross_entropy(x.T, label)",
                       "x_ptr + row * N + column": "x_ptr + column.to(tl.int64) * N + row"}},
        "AXES": [
            {  # what becomes of another number: of the other half, say
                "plain": {
                    "return torch.randn(N, N), torch.randn(())": "return (torch.randn(N, N),)",
                    "def cross_entropy_of_pairs_torch(x, other):": "def cross_entropy_of_pairs_torch(x):",
                    "def cross_entropy_of_pairs_triton(x, other):": "def cross_entropy_of_pairs_triton(x):",
                    "y = y + other": "", "loss_ptr, other_ptr": "loss_ptr",
                    "other = tl.load(other_ptr).to(tl.float32)": "", "(loss, other, y": "(loss, y"},
                "halves": {"y = y + other": "y = (y + other) / 2"},
                "half": {"y = y + other": "y = 0.5 * (y + other)"},
                "weighted": {"y = y + other": "y = y + 0.1 * other"},
                "weighted_front": {"y = y + other": "y = other + 0.7 * y"},
                "front": {"y = y + other": "y = other + y"}, "sub": {"y = y + other": "y = other - y"},
                "mul": {"y = y + other": "y = y * other"}},
            ("SCALAR+UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "cross_entropy_options": Derived("cross_entropy_nd_options",
        {"= w": "= tl.sum(w, axis=0)", "(x - chosen)": "tl.where", "tl.where(mask, own, 0.0)": "own",
         "tl.where(mask, loss, 0.0)": "loss",
         " += w * (x - chosen)": " += tl.sum(w * tl.where(column < C, x - chosen, 0.0), axis=0)",
         "shape[1]": "C", "counted = mask & (label != -1)": "counted = label != -1",
         "c": "column, mask=column < C, other=0.0",
         "distance = tl.zeros([BLOCK], dtype=tl.float32)": "distance = 0.0", "(label ": "(torch.arange(N) ",
         " tl.program_id(0),": " row,", " tl.sum(tl": " tl", "), axis=0))": "))", "class": "column"}),
    "cross_entropy_options_none": Derived("cross_entropy_nd_options_none",
        {"= w": "= tl.sum(w, axis=0)", "(x - chosen)": "tl.where", "tl.where(mask, loss, 0.0)": "loss",
         " += w * (x - chosen)": " += tl.sum(w * tl.where(column < C, x - chosen, 0.0), axis=0)",
         "shape[1]": "C", "counted = mask & (label != -1)": "counted = label != -1",
         "c": "column, mask=column < C, other=0.0", " tl.zeros([BLOCK], dtype=tl.float32)": " 0.0",
         "(label ": "(torch.arange(N) ", "class": "column"}),
    "cross_entropy_scaled": Derived("cross_entropy_none", {
        "peak - chosen +": "tl.store(y_ptr,", "log(total)": "sum",
        "chosen - peak - tl.log(total)": "tl.store(y_ptr, -tl.sum", "F.cross_entropy(x, label, ": "",
        "none": "mean", '-F.cross_entropy(x, label, reduction="none")': 'reduction="mean").neg()'},
        axes=[SUM_HALF_TENTH_OF_COSINE_EMBEDDING]),
    "cross_entropy_smooth": Derived("cross_entropy_smooth_none", axes=[SUM_HALF_TENTH_OF_COSINE_EMBEDDING]),
    "cross_entropy_smooth_none": {"FAMILY": {
        "smoothing_005": {"label_smoothing=0.1": "label_smoothing=0.05", "spread - 0.1 *": "spread - 0.05 *"},
        "smoothing_02": {"label_smoothing=0.1": "label_smoothing=0.2", "spread - 0.1 *": "spread - 0.2 *"},
        "smoothing_03": {"label_smoothing=0.1": "label_smoothing=0.3", "spread - 0.1 *": "spread - 0.3 *"},
        "smoothing_015": {
            "label_smoothing=0.1": "label_smoothing=0.15", "spread - 0.1 *": "spread - 0.15 *"}}},
    "cross_entropy_soft": {
        "FAMILY": {"smooth_01": {"F.cross_entropy(x, p, ": "F.cross_entropy(x, 0.9 * p + 0.1 / x.shape[-1], ",
                                 "loss_ptr, C, BLOCK": "loss_ptr, C, share, BLOCK",
                                 "loss, C, BLOCK": "loss, C, 0.1 / C, BLOCK",
                                 "loss += p *":
                                     "p = tl.where(mask, 0.9 * p + share, 0.0)\n"
                                     "loss += p *"},
                   "squared": {"F.cross_entropy(x, p, ": "F.cross_entropy(x, p * p, ",
                               "loss += p *": "loss += p * p *"},
                   "half": {"F.cross_entropy(x, p, ": "0.5 * F.cross_entropy(x, p, ",
                            "loss += p *": "loss += 0.5 * p *"}},
        "AXES": [SUM_HALF_TENTH_OF_COSINE_EMBEDDING]},
    "cross_entropy_tokens": {"AXES": [
        {"sum": {'reduction="mean"': 'reduction="sum"',
                 "tl.store(count_ptr + row, tl.where(counted, 1.0, 0.0))": "",
                 "tl.sum(total, axis=0) / tl.sum(count, axis=0)": "tl.sum(total, axis=0)",
                 "partial_ptr, count_ptr, T": "partial_ptr, T",
                 "(partial_ptr, count_ptr, y_ptr": "(partial_ptr, y_ptr",
                 "count = tl.zeros([BLOCK], dtype=tl.float32)": "",
                 "count += tl.load(count_ptr + offsets, mask=offsets < n_rows, other=0.0)": "",
                 "count = torch.empty_like(partial)": "", "partial, count, T": "partial, T",
                 "(partial, count, y": "(partial, y"}},
        {"transposed": {"x, label = x.reshape(-1, x.shape[-1]), label.reshape(-1)": "x = x.transpose(1, 2)"},
         "shifted": {
             "x, label = x.reshape(-1, x.shape[-1]), label.reshape(-1)":
                 "x, label = x[:, :-1].reshape(-1, x.shape[-1]), label[:, 1:].reshape(-1)",
             "place = row": "place = row // (T - 1) * T + row % (T - 1)",
             "tl.load(label_ptr + row)": "tl.load(label_ptr + place + 1)",
             "n_rows = B * T": "n_rows = B * (T - 1)", "torch.arange(T) == 1": "torch.arange(T) == 2"}},
        {"ignore": ({"ignore_index=-100": "ignore_index={0}", "torch.tensor(-100)": "torch.tensor({0})",
                     "label != -100": "label != {0}"},
                    "0 1 2"),
         "ignore_minus_1": {"ignore_index=-100": "ignore_index=-1", "torch.tensor(-100)": "torch.tensor(-1)",
                            "label != -100": "label != -1"},
         "all": {"torch.where(torch.arange(T) == 1, torch.tensor(-100), label)": "label",
                 "counted = label != -100": "",
                 "label = tl.where(counted, label, 0)  # what is left out reads column 0 in the place of "
                 "its label": "",
                 "tl.where(counted, loss, 0.0)": "loss", "tl.where(counted, 1.0, 0.0)": "1.0"}},
        {"smooth": (
            {"label_smoothing=0.0": "label_smoothing=0.{0}", "total = 0.0": "total = 0.0\ndistance = 0.0",
             "peak = new_peak":
                 "peak = new_peak\n"
                 "distance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)",
             "loss = peak - chosen + tl.log(total)":
                 "loss = peak - chosen + tl.log(total)\n"
                 "loss -= 0.{0} * (distance / C)"},
            "1 2")}]},
    "cross_entropy_tokens_none": Derived("cross_entropy_tokens",
        axes=[{"transposed": {
                   "x, label = x.reshape(-1, x.shape[-1]), label.reshape(-1)": "x = x.transpose(1, 2)",
                   "torch.empty(n_rows,": "torch.empty((B, T),"},
               "shifted": ...},
              {"ignore": ..., "ignore_minus_1": ...,
               "all": {"torch.where(torch.arange(T) == 1, torch.tensor(-100), label)": "label",
                       "counted = label != -100": "",
                       "label = tl.where(counted, label, 0)  # what is left out reads column 0 in the place "
                       "of its label": "",
                       "tl.where(counted, loss, 0.0)": "loss"}},
              3]),
    "cross_entropy_weighted": Derived("bce_pos_weight", {
        " / count)": "tl.sum(weight, axis=0))", " / count": "tl.sum(weight, axis=0)"}, family={}),
    "cross_entropy_weighted_none": {"AXES": [(
        "UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "gather_label": {
        "FAMILY": {
            "gather_label_kept": {".squeeze(1)": "", "y = x.new_empty(rows)": "y = x.new_empty(rows, 1)"},
            "gather_label_column": {
                "torch.randint(0, classes, (rows,))": "torch.randint(0, classes, (rows, 1))",
                "label.unsqueeze(1)": "label"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "label_smoothing": {"AXES": [
        {"3": {"0, 10, shape": "0, 3, shape", "num_classes=10": "num_classes=3", "/ 10": "/ 3",
               "classes = 10": "classes = 3"},
         "4": {"0, 10, shape": "0, 4, shape", "num_classes=10": "num_classes=4", "/ 10": "/ 4",
               "classes = 10": "classes = 4"},
         "5": {"0, 10, shape": "0, 5, shape", "num_classes=10": "num_classes=5", "/ 10": "/ 5",
               "classes = 10": "classes = 5"},
         "16": {"0, 10, shape": "0, 16, shape", "num_classes=10": "num_classes=16", "/ 10": "/ 16",
                "classes = 10": "classes = 16"},
         "100": {"0, 10, shape": "0, 100, shape", "num_classes=10": "num_classes=100", "/ 10": "/ 100",
                 "classes = 10": "classes = 100"}},
        {"by_005": {"0.1": "0.05"}, "by_02": {"0.1": "0.2"}, "by_03": {"0.1": "0.3"}},
        ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "multi_margin": {"AXES": [
        {"sum": {'reduction="mean"': 'reduction="sum"', " / n_rows)": ")"},
         "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / n_rows)": " / n_rows * 0.5)"},
         "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / n_rows)": " / n_rows * 0.1)"},
         "quarter": {'reduction="mean")': 'reduction="mean") * 0.25', " / n_rows)": " / n_rows * 0.25)"},
         "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / n_rows)": " / n_rows * 2.0)"},
         "tenfold": {'reduction="mean")': 'reduction="mean") * 10.0', " / n_rows)": " / n_rows * 10.0)"},
         "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / n_rows)": " / n_rows + 1.0)"},
         "halved": {'reduction="mean")': 'reduction="mean") / 2.0', " / n_rows)": " / n_rows / 2.0)"}},
        {"squared": {"p=1": "p=2", "miss, 0.0)": "miss * miss, 0.0)"}},
        {"margin_05": {"margin=1.0": "margin=0.5", "1.0 - chosen + x": "0.5 - chosen + x"},
         "margin_02": {"margin=1.0": "margin=0.2", "1.0 - chosen + x": "0.2 - chosen + x"},
         "margin_2": {"margin=1.0": "margin=2.0", "1.0 - chosen + x": "2.0 - chosen + x"},
         "margin_15": {"margin=1.0": "margin=1.5", "1.0 - chosen + x": "1.5 - chosen + x"}}]},
    "nll_loss": Derived("kl_div", {"count": "n_rows", "n_elements": "N"},
        family={"log": {"F.nll_loss(x, ": "F.nll_loss(torch.log(x), ", "loss = -x": "loss = -tl.log(x)",
                        "F.log_softmax(torch.randn(N, C), -1)": "torch.softmax(torch.randn(N, C), -1)",
                        "x_ptr + row * C + label, mask=mask, other=0.0":
                            "x_ptr + row * C + label, mask=mask, other=1.0"},
                "log_safe": {"F.nll_loss(x, ": "F.nll_loss(torch.log(x + 1e-6), ",
                             "loss = -x": "loss = -tl.log(x + 1e-6)",
                             "F.log_softmax(torch.randn(N, C), -1)": "torch.softmax(torch.randn(N, C), -1)"},
                "half": {"F.nll_loss(x, ": "0.5 * F.nll_loss(x, ", "loss = -x": "loss = -0.5 * x"},
                "squared": {"F.nll_loss(x, ": "F.nll_loss(-x * x, ", "loss = -x": "loss = x * x"},
                "exp": {"F.nll_loss(x, ": "F.nll_loss(torch.exp(x), ", "loss = -x": "loss = -tl.exp(x)"}},
        axes=[{"sum": ..., "half": ..., "tenth": ..., "double": ..., "plus": ..., "negative": ...}]),
    "nll_loss_none": {"AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "nll_loss_options": Derived("cross_entropy_nd_options", {"C": "n_labels"},
        family={"alike": {
            ", weight=w": "", "(x, label, w)": "(x, label)", ", torch.rand(shape[1]) + 0.5": "",
            "label_ptr, w_ptr, ": "label_ptr, ", "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
            "loss = -own * x": "loss = -x",
            "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()":
                "x, label = x.contiguous(), label.contiguous()",
            "(x, label, w, ": "(x, label, "}},
        axes=[0,
              {"ignore_0": {"ignore_index=-1": "ignore_index=0", "label != -1": "label != 0",
                            "torch.tensor(-1)": "torch.tensor(0)"},
               "ignore_2": {"ignore_index=-1": "ignore_index=2", "label != -1": "label != 2",
                            "torch.tensor(-1)": "torch.tensor(2)"},
               "ignore_255": {"ignore_index=-1": "ignore_index=255", "label != -1": "label != 255",
                              "torch.tensor(-1)": "torch.tensor(255)"},
               "all": {", ignore_index=-1": "", "torch.where(label == 1, torch.tensor(-1), label)": "label",
                       "mask & (label != -1)": "mask",
                       "label = tl.where(counted, label, 0)  # what is left out reads class 0 in the place "
                       "of its label": ""}},
              2]),
    "nll_loss_options_none": Derived("nll_loss_options", {"own = 1.0": ""},
        axes=[1, ("UNARY+REUSE+SCALAR+LOSS", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]),
}
