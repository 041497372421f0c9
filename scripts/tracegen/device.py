# SPDX-License-Identifier: GPL-2.0-only
"""The devices whose compute times can be derived: FP32 peak and the share of it that training reaches."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Device:
    """A GPU. Peak and utilization are kept as the text that the tables show, so that nothing is rounded twice."""

    name: str
    peak_flops: str
    peak_source: str
    utilization: str
    utilization_source: str

    def nanoseconds(self, flops):
        """Whole nanoseconds (half to even) that `flops` operations take: the same on every machine."""
        return round(Fraction(flops) * 10**9 / (Fraction(self.peak_flops) * Fraction(self.utilization)))


_STUDY = "as the APNet'24 study of 3D-parallel GPT training takes it"

DEVICES = {
    device.name: device
    for device in (
        Device("rtx3090", "35.58e12", "NVIDIA: 10496 FP32 units x 2 FLOP x 1.695 GHz (boost)", "0.3", _STUDY),
        Device("v100", "15.7e12", "NVIDIA: data sheet of the V100 SXM2, FP32", "0.4", _STUDY),
        Device("a100", "19.5e12", "NVIDIA: data sheet of the A100, FP32 without TF32", "0.4",
               "an assumption: the V100's"),
    )
}
