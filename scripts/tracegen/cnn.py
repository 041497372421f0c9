# SPDX-License-Identifier: GPL-2.0-only
"""The image classifiers, as torchvision defines them: 3 x 224 x 224 in, 1000 classes out. Dropout is not counted."""

from math import ceil, prod

from tracegen.network import NORM, Network

IMAGE = (3, 224, 224)
CLASSES = 1000


def _extent(size, kernel, stride, padding, round_up=False):
    """Length of a sliding window's output."""
    steps = (size + 2 * padding - kernel) / stride
    return (ceil(steps) if round_up else int(steps)) + 1


def _conv(net, shape, name, channels, kernel, stride=1, padding=0, bias=True):
    inputs, height, width = shape
    out = (channels, _extent(height, kernel, stride, padding), _extent(width, kernel, stride, padding))
    shapes = {"weight": (channels, inputs, kernel, kernel)}
    if bias:
        shapes["bias"] = (channels,)
    net.layer(name, shapes, macs=prod(out) * inputs * kernel * kernel)
    return out


def _norm(net, shape, name):
    net.layer(name, {"weight": shape[:1], "bias": shape[:1]}, elementwise=NORM * prod(shape))


def _relu(net, shape):
    net.operator(prod(shape))


def _max_pool(net, shape, kernel, stride, padding=0, round_up=False):
    channels, height, width = shape
    out = (channels, _extent(height, kernel, stride, padding, round_up),
           _extent(width, kernel, stride, padding, round_up))
    net.operator(prod(out) * kernel * kernel)
    return out


def _average_pool(net, shape, size):
    """Adaptive pooling to size x size; all our inputs are a multiple of it, so each element is added once."""
    net.operator(prod(shape))
    return (shape[0], size, size)


def _classifier(net, inputs, names, hidden=4096):
    widths = [inputs] + [hidden] * (len(names) - 1) + [CLASSES]
    for name, inputs, outputs in zip(names, widths, widths[1:]):
        net.linear(name, 1, inputs, outputs)
        if outputs != CLASSES:
            net.operator(outputs)  # relu


def alexnet():
    net = Network("alexnet", "torchvision models.alexnet, 224x224, 1000 classes")
    x = IMAGE
    for index, channels, kernel, stride, padding, pool in (
            (0, 64, 11, 4, 2, True), (3, 192, 5, 1, 2, True), (6, 384, 3, 1, 1, False),
            (8, 256, 3, 1, 1, False), (10, 256, 3, 1, 1, True)):
        x = _conv(net, x, f"features.{index}", channels, kernel, stride, padding)
        _relu(net, x)
        if pool:
            x = _max_pool(net, x, 3, 2)
    x = _average_pool(net, x, 6)
    _classifier(net, prod(x), ("classifier.1", "classifier.4", "classifier.6"))
    return net.finish()


def vgg16():
    net = Network("vgg16", "torchvision models.vgg16 (configuration D, no batch norm), 224x224, 1000 classes")
    x, index = IMAGE, 0
    for channels, repeats in ((64, 2), (128, 2), (256, 3), (512, 3), (512, 3)):
        for _ in range(repeats):
            x = _conv(net, x, f"features.{index}", channels, 3, 1, 1)
            _relu(net, x)
            index += 2
        x = _max_pool(net, x, 2, 2)
        index += 1
    x = _average_pool(net, x, 7)
    _classifier(net, prod(x), ("classifier.0", "classifier.3", "classifier.6"))
    return net.finish()


def _bottleneck(net, x, name, width, stride, project):
    """Three convolutions (the stride in the 3x3 one) beside a shortcut, which a new shape needs projected."""
    out = x
    for number, channels, kernel, step in ((1, width, 1, 1), (2, width, 3, stride), (3, 4 * width, 1, 1)):
        out = _conv(net, out, f"{name}.conv{number}", channels, kernel, step, kernel // 2, bias=False)
        _norm(net, out, f"{name}.bn{number}")
        if number < 3:
            _relu(net, out)
    if project:
        _conv(net, x, f"{name}.downsample.0", 4 * width, 1, stride, bias=False)
        _norm(net, out, f"{name}.downsample.1")
    net.operator(2 * prod(out))  # the sum and its relu
    return out


def resnet50():
    net = Network("resnet50", "torchvision models.resnet50 (v1.5: stride in the 3x3), 224x224, 1000 classes")
    x = _conv(net, IMAGE, "conv1", 64, 7, 2, 3, bias=False)
    _norm(net, x, "bn1")
    _relu(net, x)
    x = _max_pool(net, x, 3, 2, 1)
    for stage, blocks in enumerate((3, 4, 6, 3), start=1):
        for block in range(blocks):
            first = block == 0
            stride = 2 if first and stage > 1 else 1
            x = _bottleneck(net, x, f"layer{stage}.{block}", 32 << stage, stride, first)
    x = _average_pool(net, x, 1)
    _classifier(net, prod(x), ("fc",))
    return net.finish()


def _basic(net, x, name, channels, kernel, stride=1):
    """Convolution without bias, batch norm, relu; padded to keep the size."""
    x = _conv(net, x, f"{name}.conv", channels, kernel, stride, kernel // 2, bias=False)
    _norm(net, x, f"{name}.bn")
    _relu(net, x)
    return x


def _inception(net, x, name, one, reduce_three, three, reduce_five, five, pooled):
    """Four branches side by side. The paper's 5x5 branch has a 3x3 kernel in torchvision; so it has here."""
    _basic(net, x, f"{name}.branch1", one, 1)
    for branch, reduced, channels in ((2, reduce_three, three), (3, reduce_five, five)):
        y = _basic(net, x, f"{name}.branch{branch}.0", reduced, 1)
        _basic(net, y, f"{name}.branch{branch}.1", channels, 3)
    y = _max_pool(net, x, 3, 1, 1, round_up=True)
    _basic(net, y, f"{name}.branch4.1", pooled, 1)
    return (one + three + five + pooled, *x[1:])


_INCEPTION = {  # 1x1; 3x3 reduced, 3x3; "5x5" reduced, "5x5"; after the pool
    "3a": (64, 96, 128, 16, 32, 32), "3b": (128, 128, 192, 32, 96, 64),
    "4a": (192, 96, 208, 16, 48, 64), "4b": (160, 112, 224, 24, 64, 64), "4c": (128, 128, 256, 24, 64, 64),
    "4d": (112, 144, 288, 32, 64, 64), "4e": (256, 160, 320, 32, 128, 128),
    "5a": (256, 160, 320, 32, 128, 128), "5b": (384, 192, 384, 48, 128, 128),
}


def googlenet():
    net = Network("googlenet", "torchvision models.googlenet (batch norm, no auxiliary heads), 224x224, 1000 classes")
    x = _basic(net, IMAGE, "conv1", 64, 7, 2)
    x = _max_pool(net, x, 3, 2, round_up=True)
    x = _basic(net, x, "conv2", 64, 1)
    x = _basic(net, x, "conv3", 192, 3)
    x = _max_pool(net, x, 3, 2, round_up=True)
    for name, widths in _INCEPTION.items():
        x = _inception(net, x, f"inception{name}", *widths)
        if name in ("3b", "4e"):
            x = _max_pool(net, x, 3 if name == "3b" else 2, 2, round_up=True)
    x = _average_pool(net, x, 1)
    _classifier(net, prod(x), ("fc",))
    return net.finish()
