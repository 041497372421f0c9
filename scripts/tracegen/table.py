# SPDX-License-Identifier: GPL-2.0-only
"""From a network and a device to the text of its table, byte for byte the same everywhere."""

from tracegen import cnn, text

IMAGE_MODELS = {"resnet50": cnn.resnet50, "vgg16": cnn.vgg16, "googlenet": cnn.googlenet, "alexnet": cnn.alexnet}
TEXT_MODELS = {"transformer": text.transformer, "t5": text.t5, "bert": text.bert, "gpt2": text.gpt2}
MODELS = (*IMAGE_MODELS, *TEXT_MODELS)
LONGEST_SEQUENCE = {"bert": 512, "gpt2": 1024}  # as many positions as their tables have

COLUMNS = "layer,tensor,parameters,bytes,forward_us,backward_us"
BYTES_PER_PARAMETER = 4


def network(model, sequence):
    """The network of a model of MODELS; `sequence` matters to language models only."""
    if model in IMAGE_MODELS:
        return IMAGE_MODELS[model]()
    longest = LONGEST_SEQUENCE.get(model, sequence)
    if sequence > longest:
        raise ValueError(f"--sequence: expected at most {longest} for {model}, got {sequence}")
    return TEXT_MODELS[model](sequence)


def _provenance(net, device, batch):
    command = f"scripts/make-traces --model {net.name} --device {device.name} --batch {batch}"
    yield "SPDX-License-Identifier", "GPL-2.0-only"
    yield "model", net.name
    yield "definition", net.definition
    yield "generator", command + (f" --sequence {net.sequence}" if net.sequence else "")
    yield "device", device.name
    yield "batch", batch
    if net.sequence:
        yield "sequence", net.sequence
    yield "precision", f"fp32, {BYTES_PER_PARAMETER} bytes"
    yield "peak_flops", device.peak_flops
    yield "peak_source", device.peak_source
    yield "utilization", device.utilization
    yield "utilization_source", device.utilization_source
    yield "multiply_adds", f"{net.macs()} a sample, forward"


def _us(nanoseconds):
    return f"{nanoseconds // 1000}.{nanoseconds % 1000:03d}"


def table(net, device, batch):
    """The lines of the table (without line ends)."""
    lines = [f"# {key}: {value}" for key, value in _provenance(net, device, batch)]
    lines.append(COLUMNS)
    for index, layer in enumerate(net.layers):
        forward = device.nanoseconds(layer.flops * batch)
        for tensor, parameters in layer.tensors.items():
            size = parameters * BYTES_PER_PARAMETER
            lines.append(f"{index},{tensor},{parameters},{size},{_us(forward)},{_us(2 * forward)}")
            forward = 0  # a layer's time stands on its first row
    return lines
