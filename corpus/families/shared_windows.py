"""Axes that families of several modules share: strides, paddings and other options of windows."""

DILATIONS_OF_CONV2D_ANY_JOINS = {
    "dilation2": {
        "dilation=1": "dilation=2", "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2"},
    "dilation3": {
        "dilation=1": "dilation=3", "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 3, 3"},
    "dilation": ({"dilation=1": "dilation=({0}, {1})",
                  "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}"},
                 "21 12 31 13 32 23")}

DOUBLE_TRIPLE_TIMES = {
    "double": {"multiplier = 1": "multiplier = 2"}, "triple": {"multiplier = 1": "multiplier = 3"},
    "times": ({"multiplier = 1": "multiplier = {0}"}, "4 6 8")}

POOL_STRIDES_OF_AVG_POOL2D = {
    "s1": {"stride=2": "stride=1", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 1, 1"},
    "s3": {"stride=2": "stride=3", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 3, 3"},
    "s4": {"stride=2": "stride=4", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 4, 4"},
    "s": ({"stride=2": "stride=({0}, {1})", "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {1}"},
          "21 12 32 13 31 23 24 41")}

POOL_STRIDES_OF_VOLUMES = {
    "s1": {"stride=2": "stride=1",
           "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = 1, 1, 1"},
    "s3": {"stride=2": "stride=3",
           "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = 3, 3, 3"},
    "s": ({"stride=2": "stride=({0}, {1}, {2})",
           "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = {0}, {1}, {2}"},
          "122 211 231 121 112 212 123 321 132")}

POOL_WINDOWS_OF_AVG_POOL2D = {
    "k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0",
           "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 2, 2, 0, 0"},
    "k2p1": {
        "kernel_size=3, padding=1": "kernel_size=2, padding=1",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 2, 2, 1, 1"},
    "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0",
           "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 0, 0"},
    "k4": {"kernel_size=3, padding=1": "kernel_size=4, padding=0",
           "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 4, 4, 0, 0"},
    "k4p1": {
        "kernel_size=3, padding=1": "kernel_size=4, padding=1",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 4, 4, 1, 1"},
    "k5": {"kernel_size=3, padding=1": "kernel_size=5, padding=0",
           "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 0, 0"},
    "k5p1": {
        "kernel_size=3, padding=1": "kernel_size=5, padding=1",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 1, 1"},
    "k5p2": {
        "kernel_size=3, padding=1": "kernel_size=5, padding=2",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 2, 2"},
    "k6p2": {
        "kernel_size=3, padding=1": "kernel_size=6, padding=2",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 6, 6, 2, 2"},
    "k7": {"kernel_size=3, padding=1": "kernel_size=7, padding=0",
           "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 7, 7, 0, 0"},
    "k7p3": {
        "kernel_size=3, padding=1": "kernel_size=7, padding=3",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 7, 7, 3, 3"},
    "k": ({"kernel_size=3, padding=1": "kernel_size=({0}, {1}), padding=({2}, {3})",
           "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1":
               "kernel_h, kernel_w, pad_h, pad_w = {0}, {1}, {2}, {3}"},
          "3200 2300 3511 5321 1301 3110 2412 4301 5200 2501 1500 4110 3401 5310 6231 2511")}

POOL_WINDOWS_OF_AVG_POOL3D = {
    "k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0",
           "kernel_d, kernel_h, kernel_w = 3, 3, 3": "kernel_d, kernel_h, kernel_w = 2, 2, 2",
           "pad_d, pad_h, pad_w = 1, 1, 1": "pad_d, pad_h, pad_w = 0, 0, 0"},
    "k2p1": {"kernel_size=3, padding=1": "kernel_size=2, padding=1",
             "kernel_d, kernel_h, kernel_w = 3, 3, 3": "kernel_d, kernel_h, kernel_w = 2, 2, 2"},
    "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0",
           "pad_d, pad_h, pad_w = 1, 1, 1": "pad_d, pad_h, pad_w = 0, 0, 0"},
    "k": (
        {"kernel_size=3, padding=1": "kernel_size=({0}, {1}, {2}), padding=({3}, {4}, {5})",
         "kernel_d, kernel_h, kernel_w = 3, 3, 3": "kernel_d, kernel_h, kernel_w = {0}, {1}, {2}",
         "pad_d, pad_h, pad_w = 1, 1, 1": "pad_d, pad_h, pad_w = {3}, {4}, {5}"},
        "122000 133011 233011 322100 311100 213001 234111 321110 222001 332010 131010 412000 333101 231100")}

SINGLE_CHANNELS = {  # a single channel, of each group, that comes in or goes out
    "of_one": {"x = torch.randn(N, groups * C": "C = 1\nx = torch.randn(N, groups * C"},
    "to_one": {"x = torch.randn(N, groups * C": "O = 1\nx = torch.randn(N, groups * C"},
    "one_to_one": {"x = torch.randn(N, groups * C": "C = O = 1\nx = torch.randn(N, groups * C"}}
