# SPDX-License-Identifier: GPL-2.0-only
"""What the definitions write into: layers in forward order, each with its tensors and its operations for one sample.

A multiply-add is 2 FLOPs (the bias is where a sum starts, so it costs nothing). The other operators cost the FLOPs
per element below, so that their time is not nothing; they are 0.06 to 1.3 % of a model.
"""

from dataclasses import dataclass, field
from math import prod

NORM = 7  # mean 1, variance 3, normalize 1, scale and shift 2
RMS_NORM = 4  # square, sum, normalize, scale
SOFTMAX = 5  # maximum, subtract, exponential, sum, divide
GELU = 5  # with erf: divide, erf, add, two multiplications
GELU_TANH = 9  # the approximation: cube 2, scale, add, scale, tanh, add, two multiplications


@dataclass
class Layer:
    """A module that owns parameters. `tensors` maps a name to its number of elements; `flops` counts everything."""

    tensors: dict
    macs: int = 0
    flops: int = 0


@dataclass
class Network:
    """A model: its layers in forward order and where its definition comes from."""

    name: str
    definition: str
    sequence: int = 0  # tokens a sample; 0 where there are none
    layers: list = field(default_factory=list)
    _macs: int = 0  # of operators that wait for the next layer
    _flops: int = 0

    def operator(self, elementwise=0, macs=0):
        """An operator without parameters: counted to the next layer that has some."""
        self._macs += macs
        self._flops += elementwise + 2 * macs

    def layer(self, module, shapes, macs=0, elementwise=0):
        """A module that owns the tensors `module.key` of the given shapes."""
        tensors = {f"{module}.{key}": prod(shape) for key, shape in shapes.items()}
        self.operator(elementwise, macs)
        self.layers.append(Layer(tensors, self._macs, self._flops))
        self._macs = self._flops = 0

    def finish(self):
        """Operators after the last layer are counted to it."""
        self.layers[-1].macs += self._macs
        self.layers[-1].flops += self._flops
        self._macs = self._flops = 0
        return self

    def linear(self, module, rows, inputs, outputs, bias=True):
        """A fully connected layer applied to `rows` vectors."""
        shapes = {"weight": (outputs, inputs)}
        if bias:
            shapes["bias"] = (outputs,)
        self.layer(module, shapes, macs=rows * inputs * outputs)

    def parameters(self):
        return sum(sum(layer.tensors.values()) for layer in self.layers)

    def macs(self):
        """Multiply-adds of one sample's forward pass."""
        return sum(layer.macs for layer in self.layers)

    def flops(self):
        """All FLOPs of one sample's forward pass."""
        return sum(layer.flops for layer in self.layers)
