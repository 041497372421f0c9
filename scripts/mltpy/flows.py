# SPDX-License-Identifier: GPL-2.0-only
"""Plain traffic on a leaf-spine network, and the least time that arithmetic allows it."""

import random
import re
from dataclasses import dataclass

LINK_OVERHEAD = 38
LEAST_FRAME = 84
HEADER_BYTES = 76  # IP, UDP and MLT's DATA header
GRADIENT_BYTES = 4
BIG_PRIORITY = 7
SMALL_PRIORITY = 1
MIDDLE_PRIORITY = 4
MICE_START_US = 200
JOIN_START_US = 100
UNITS = {"": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9}


class CaseError(Exception):
    """A case or a network that is not valid."""


def read_rate(text):
    """'25Gbps' in bit/s."""
    match = re.fullmatch(r"([0-9.]+)([kKMG]?)(bps|b/s)", text)
    if not match:
        raise CaseError(f"{text}: expected a rate such as 25Gbps")
    return float(match.group(1)) * UNITS[match.group(2)]


@dataclass(frozen=True)
class Network:
    """A leaf-spine network of `leaves` x `spines` x hosts a leaf."""

    topology: str
    host_rate: float  # bit/s
    uplink_rate: float  # bit/s
    delay_us: float  # of a link

    @property
    def shape(self):
        """Leaves, spines, hosts a leaf."""
        match = re.fullmatch(r"(\d+)x(\d+)x(\d+)", self.topology)
        if not match:
            raise CaseError(f"{self.topology}: expected <leaves>x<spines>x<hosts a leaf>")
        return tuple(int(number) for number in match.groups())

    @property
    def hosts(self):
        """How many there are."""
        leaves, _, per_leaf = self.shape
        return leaves * per_leaf

    def leaf(self, host):
        """Where a host is."""
        return host // self.shape[2]

    def latency_us(self, wire_bytes):
        """Of a frame on the longest idle path."""
        host = 2 * (self.delay_us + wire_bytes * 8e6 / self.host_rate)
        between = 2 * (self.delay_us + wire_bytes * 8e6 / self.uplink_rate)
        return host + (between if self.shape[0] > 1 else 0)


@dataclass(frozen=True)
class Flow:
    """One transfer."""

    start_us: float
    source: int
    destination: int
    bytes: int
    priority: int = MIDDLE_PRIORITY


def wire_bytes(payload, mtu):
    """Bytes on the wire of a message that is sent once."""
    packet = (mtu - HEADER_BYTES) // GRADIENT_BYTES * GRADIENT_BYTES
    full, rest = divmod(payload, packet)
    last = max(rest + HEADER_BYTES + LINK_OVERHEAD, LEAST_FRAME) if rest else 0
    return full * (packet + HEADER_BYTES + LINK_OVERHEAD) + last


def needed_bytes(payload, bound):
    """What must arrive of a message."""
    return payload - int(payload * bound + 1e-9)


def bound_us(flows, network, mtu, bound, loss=0.0):
    """The least time for all flows: the most loaded link's bytes over its rate (with what is lost
    before it), and a frame's latency. All links of a leaf to the spines count as one."""
    _, spines, _ = network.shape
    load = {}
    for flow in flows:
        sent = wire_bytes(needed_bytes(flow.bytes, bound), mtu) * 8e6 / (1 - loss)
        source, destination = network.leaf(flow.source), network.leaf(flow.destination)
        shares = [(("out", flow.source), network.host_rate), (("in", flow.destination), network.host_rate)]
        if source != destination:
            shares += [(("up", source), spines * network.uplink_rate), (("down", destination), spines * network.uplink_rate)]
        for link, rate in shares:
            load[link] = load.get(link, 0) + sent / rate
    return max(load.values()) + network.latency_us(min(mtu + LINK_OVERHEAD, 1e9))


def permutation(network, size, seed, priority=MIDDLE_PRIORITY):
    """Each host sends to another one and hears from another one."""
    rng = random.Random(seed)
    to = list(range(network.hosts))
    for i in range(network.hosts - 1, 0, -1):
        j = rng.randrange(i)
        to[i], to[j] = to[j], to[i]
    return [Flow(0, host, to[host], size, priority) for host in range(network.hosts)]


def senders(network, count, seed):
    """So many hosts but host 0, spread over the leaves, from a place that the seed decides."""
    others = network.hosts - 1
    if not 1 <= count <= others:
        raise CaseError(f"incast of {count}: expected 1 to {others} senders on {network.topology}")
    return [1 + (i * others // count + seed - 1) % others for i in range(count)]


def incast(network, count, size, seed, start_us=0, priority=MIDDLE_PRIORITY):
    """Hosts that send to host 0 at once."""
    return [Flow(start_us, host, 0, size, priority) for host in senders(network, count, seed)]


def all_to_all(network, size):
    """Each host to each other one."""
    hosts = network.hosts
    return [Flow(0, host, (host + step) % hosts, size) for step in range(1, hosts) for host in range(hosts)]


def mix(network, seed):
    """A permutation of elephants, into which an incast of mice bursts with priority."""
    mice = min(32, network.hosts - 1)
    elephants = permutation(network, 20_000_000, seed, BIG_PRIORITY)
    return elephants + incast(network, mice, 100_000, seed, MICE_START_US, SMALL_PRIORITY)


def join(network):
    """A flow that two others join and leave."""
    hosts = network.hosts
    long = [Flow(0, hosts - 1, 0, 20_000_000)]
    return long + [Flow(JOIN_START_US, hosts - 1 - i, 0, 5_000_000) for i in (1, 2)]


def flows_of(case, network, seed):
    """The flows that a case such as 'incast:32:100000' names."""
    kind, *numbers = case.split(":")
    expected = {"incast": 2, "permutation": 1, "alltoall": 1, "single": 1, "mix": 0, "join": 0}
    if kind not in expected or len(numbers) != expected[kind] or not all(n.isdigit() for n in numbers):
        raise CaseError(f"--case={case}: expected incast:<n>:<bytes>, permutation:<bytes>, "
                        "alltoall:<bytes>, single:<bytes>, mix or join")
    values = [int(number) for number in numbers]
    makers = {
        "incast": lambda: incast(network, *values, seed),
        "permutation": lambda: permutation(network, *values, seed),
        "alltoall": lambda: all_to_all(network, *values),
        "single": lambda: [Flow(0, network.hosts - 1, 0, *values)],
        "mix": lambda: mix(network, seed),
        "join": lambda: join(network),
    }
    return makers[kind]()
