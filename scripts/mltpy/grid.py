# SPDX-License-Identifier: GPL-2.0-only
"""The quickstart's grid: which runs there are, and the command line of each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scheme:
    """One way to carry the gradients: how it is called, and the options that choose it."""

    key: str
    label: str
    options: tuple
    is_baseline: bool


def dctcp(key, rto_min):
    """DCTCP with this minimum retransmission time-out."""
    options = ("--transport=dctcp", f"--ns3::mlt::DctcpTransport::MinRto={rto_min}")
    return Scheme(key, f"DCTCP, RTOmin {rto_min[:-2]} ms", options, True)


def mlt(key, loss_bound, label):
    """MLT with this loss bound on the push (the pull's is half of it, the program's default)."""
    return Scheme(key, label, ("--transport=mlt", f"--lossBound={loss_bound}"), False)


SCHEMES = (
    dctcp("dctcp-rto10ms", "10ms"),
    dctcp("dctcp-rto1ms", "1ms"),
    mlt("mlt-p0", "0", "MLT, p = 0"),
    mlt("mlt-p10", "0.1", "MLT, p = 10 %"),
)

# Model, its name in print, and its parameter bytes in MB: the last only to share out the work.
MODELS = (("resnet50", "ResNet-50", 102), ("vgg16", "VGG-16", 553))
MODEL_LABELS = {key: label for key, label, _ in MODELS}


@dataclass(frozen=True)
class Scale:
    """The fabric and the seeds of a grid: everything that --quick and --mtu change."""

    leaves: int
    spines: int
    hosts_per_leaf: int
    seeds: tuple
    mtu: int

    @property
    def topology(self):
        """The topology as the program's option names it."""
        return f"{self.leaves}x{self.spines}x{self.hosts_per_leaf}"

    @property
    def hosts(self):
        """How many hosts there are."""
        return self.leaves * self.hosts_per_leaf

    @property
    def servers(self):
        """A quarter of the hosts serve, as in the paper's 36 of 144."""
        return self.hosts // 4

    @property
    def workers(self):
        """The other hosts work."""
        return self.hosts - self.servers


def full_scale(mtu):
    """The paper's fabric, three seeds."""
    return Scale(9, 4, 16, (1, 2, 3), mtu)


def quick_scale(mtu):
    """The same fabric with a quarter of the hosts, one seed: to see that everything works."""
    return Scale(9, 4, 4, (1,), mtu)


@dataclass(frozen=True)
class Run:
    """One run of the program."""

    name: str
    model: str
    scheme: Scheme
    seed: int
    arguments: tuple
    work: float


def make_run(scale, model, megabytes, scheme, seed):
    """The run of one model over one scheme with one seed."""
    arguments = (
        f"--topology={scale.topology}",
        f"--model={model}",
        *scheme.options,
        f"--servers={scale.servers}",
        f"--workers={scale.workers}",
        "--iterations=1",
        f"--mtu={scale.mtu}",
        f"--seed={seed}",
    )
    name = f"{model}-{scheme.key}-{scale.topology}-mtu{scale.mtu}-seed{seed}"
    return Run(name, model, scheme, seed, arguments, megabytes * scale.workers)


def make_grid(scale):
    """All runs of a grid, the longest first, so that none of those is left alone at the end."""
    runs = [
        make_run(scale, model, megabytes, scheme, seed)
        for model, _, megabytes in MODELS
        for seed in scale.seeds
        for scheme in SCHEMES
    ]
    return sorted(runs, key=lambda run: -run.work)
