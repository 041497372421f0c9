# SPDX-License-Identifier: GPL-2.0-only
"""How near a transport comes to the arithmetic bound, regime by regime, as CSV on standard output.

Each row is one run of mlt-sim --pattern=flows. `ratio` is the last completion over the bound (the
most loaded link's bytes over its rate, and a frame's latency); `bytes_ratio` is payload sent over
payload needed. doc/validation.md tells what must hold, and the figures.
"""

import argparse
import csv
import itertools
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from mltpy.files import whole_file
from mltpy.flows import CaseError, Network, bound_us, flows_of, needed_bytes, read_rate
from mltpy.runner import default_jobs

ROOT = Path(__file__).resolve().parent.parent.parent
INTERRUPTED_STATUS = 130
COLUMNS = ("case,mtu,p,loss,seed,flows,bound_us,mean_us,p99_us,last_us,ratio,bytes_ratio,"
           "repaired_ratio,dropped").split(",")
MTUS = (1500, 9000)
BOUNDS = (0.0, 0.1)
DEFAULT_TOPOLOGY = "9x16x16"
LINKS_OF_A_PATH = 4
MAP_SENDERS = (2, 3, 8, 16, 32, 64, 108)
MAP_BYTES = (20_000, 100_000, 500_000, 2_000_000)


class RunError(Exception):
    """A run that did not end well."""


@dataclass(frozen=True)
class Regime:
    """One row: a case on a network."""

    case: str
    network: Network
    mtu: int
    p: float
    loss: float = 0.0
    seed: int = 1
    transport: str = "mlt"
    options: tuple = ()


def write_flows(path, flows):
    """The table that --pattern=flows reads."""
    with open(path, "w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow("start_ns,source,destination,bytes,priority".split(","))
        for flow in flows:
            writer.writerow([f"{flow.start_us * 1e3:.3f}", flow.source, flow.destination, flow.bytes, flow.priority])


def command(regime, program, folder):
    """The run as a command line."""
    network = regime.network
    per_link = 1 - (1 - regime.loss) ** (1 / LINKS_OF_A_PATH)
    line = [str(program), "--pattern=flows", f"--flows={folder}/flows.csv", f"--out={folder}/out",
            f"--topology={network.topology}", f"--hostRate={network.host_rate:.0f}bps",
            f"--uplinkRate={network.uplink_rate:.0f}bps", f"--delay={network.delay_us}us",
            f"--mtu={regime.mtu}", f"--transport={regime.transport}", f"--seed={regime.seed}"]
    if regime.transport != "dctcp":
        line.append(f"--lossBound={regime.p}")
    if per_link > 0:
        line.append(f"--lossRate={per_link:.9f}")
    return line + list(regime.options)


def read_transfers(folder):
    """FCTs in us, and the bytes that were sent, repaired, and delivered."""
    with open(folder / "out" / "transfers.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    times = [(float(row["start_ns"]) / 1e3, float(row["fct_ns"]) / 1e3) for row in rows]
    sums = {name: sum(int(row[name]) for row in rows) for name in ("sent", "repaired")}
    return times, sums


def measure(regime, program):
    """Runs it. @return the row as a dictionary."""
    flows = flows_of(regime.case, regime.network, regime.seed)
    with tempfile.TemporaryDirectory(prefix="regimes-") as name:
        folder = Path(name)
        write_flows(folder / "flows.csv", flows)
        run = subprocess.run(command(regime, program, folder), stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True, check=False)
        if run.returncode != 0:
            raise RunError(f"{regime.case}: mlt-sim failed: {run.stderr.strip()[-500:]}")
        times, sums = read_transfers(folder)
        with open(folder / "out" / "summary.json", encoding="utf-8") as file:
            dropped = json.load(file)["conservation"]["dropped"]["data_frames"]
    p = 0.0 if regime.transport == "dctcp" else regime.p
    needed = sum(needed_bytes(flow.bytes, p) for flow in flows)
    bound = bound_us(flows, regime.network, regime.mtu, p, regime.loss)
    fcts = sorted(fct for _, fct in times)
    last = max(start + fct for start, fct in times)
    return {"case": regime.case, "mtu": regime.mtu, "p": f"{regime.p:g}", "loss": f"{regime.loss:g}",
            "seed": regime.seed, "flows": len(flows), "bound_us": f"{bound:.2f}",
            "mean_us": f"{sum(fcts) / len(fcts):.2f}", "p99_us": f"{fcts[(len(fcts) - 1) * 99 // 100]:.2f}",
            "last_us": f"{last:.2f}", "ratio": f"{last / bound:.4f}",
            "bytes_ratio": f"{sums['sent'] / needed:.4f}", "repaired_ratio": f"{sums['repaired'] / needed:.4f}",
            "dropped": dropped}


def grid(options):
    """The rows that the options ask for."""
    network = Network(options.topology, read_rate(options.hostRate), read_rate(options.uplinkRate),
                      options.delay)
    mtus = (options.mtu,) if options.mtu else MTUS
    bounds = BOUNDS if options.p is None else (options.p,)
    if options.transport == "dctcp":
        bounds = (0.0,)
    cases = options.case or suite(options.quick)
    rows = itertools.product(cases, mtus, bounds, range(options.seed, options.seed + options.seeds))
    return [Regime(case, network, mtu, p, options.loss, seed, options.transport, tuple(options.rest))
            for case, mtu, p, seed in rows]


def suite(quick):
    """The cases where none is named."""
    if quick:
        return ("single:20000000", "permutation:1000000", "incast:3:100000", "incast:3:2000000",
                "incast:32:100000", "incast:108:20000", "incast:108:100000", "join")
    incasts = tuple(f"incast:{n}:{size}" for n in MAP_SENDERS for size in (*MAP_BYTES, 20_000_000))
    return ("single:100000", "single:20000000", "permutation:2000000", "permutation:20000000",
            "alltoall:100000", *incasts, "mix", "join")


def run_all(regimes, program, write):
    """Several at once; rows are written in order as they come."""
    with ThreadPoolExecutor(default_jobs()) as pool:
        for row in pool.map(lambda regime: measure(regime, program), regimes):
            write(row)


def draw_map(options, path):
    """Heatmaps of ratios against senders and bytes, MLT beside DCTCP."""
    import matplotlib  # pylint: disable=import-outside-toplevel
    matplotlib.use("Agg")
    from matplotlib import pyplot  # pylint: disable=import-outside-toplevel

    network = Network(options.topology, read_rate(options.hostRate), read_rate(options.uplinkRate),
                      options.delay)
    schemes = [("mlt", 0.0, "MLT, p = 0"), ("mlt", 0.1, "MLT, p = 10 %"), ("dctcp", 0.0, "DCTCP")]
    mtu = options.mtu or MTUS[0]
    base = [Regime("", network, mtu, p, options.loss, options.seed, transport, tuple(options.rest))
            for transport, p, _ in schemes]
    regimes = [replace(scheme, case=f"incast:{n}:{size}")
               for scheme in base for n in MAP_SENDERS for size in MAP_BYTES]
    ratios = []
    run_all(regimes, options.program, lambda row: ratios.append(float(row["ratio"])))
    figure, panels = pyplot.subplots(1, len(schemes), figsize=(13, 4.5), sharey=True)
    cells = len(MAP_SENDERS) * len(MAP_BYTES)
    for index, (panel, (_, _, label)) in enumerate(zip(panels, schemes)):
        values = ratios[index * cells:(index + 1) * cells]
        table = [values[row * len(MAP_BYTES):(row + 1) * len(MAP_BYTES)] for row in range(len(MAP_SENDERS))]
        image = panel.imshow(table, cmap="viridis_r", vmin=1, vmax=3, aspect="auto", origin="lower")
        for row, column in itertools.product(range(len(MAP_SENDERS)), range(len(MAP_BYTES))):
            value = table[row][column]
            panel.text(column, row, f"{value:.2f}", ha="center", va="center",
                       color="white" if value > 2 else "black", fontsize=9)
        panel.set_title(label)
        panel.set_xticks(range(len(MAP_BYTES)), [f"{size / 1e6:g} MB" if size >= 1e6 else f"{size // 1000} KB" for size in MAP_BYTES])
        panel.set_xlabel("bytes of each sender")
    panels[0].set_yticks(range(len(MAP_SENDERS)), MAP_SENDERS)
    panels[0].set_ylabel("senders of one receiver")
    figure.colorbar(image, ax=panels, label="last completion / bound (3: or more)")
    figure.suptitle(f"Incast on leaf-spine {network.topology}, {network.host_rate / 1e9:g} Gbit/s, "
                    f"MTU {mtu}, buffer 1 MB a port")
    with whole_file(path) as name:
        figure.savefig(name, dpi=150, format=Path(path).suffix[1:] or "png", bbox_inches="tight")


def parser():
    """The command line."""
    made = argparse.ArgumentParser(prog="scripts/regimes", allow_abbrev=False, description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter,
                                   epilog="What follows -- goes to mlt-sim as it is.")
    made.add_argument("--quick", action="store_true", help="few cases, in under two minutes")
    made.add_argument("--case", action="append",
                      help="incast:<n>:<bytes>, permutation:<bytes>, alltoall:<bytes>, single:<bytes>, "
                           "mix or join; may stand more than once")
    made.add_argument("--transport", default="mlt", help="as for mlt-sim (default: mlt)")
    made.add_argument("--topology", default=DEFAULT_TOPOLOGY, help="leaf-spine (default: %(default)s)")
    made.add_argument("--hostRate", default="100Gbps", help="rate of hosts' links (default: %(default)s)")
    made.add_argument("--uplinkRate", default="100Gbps", help="of the others (default: %(default)s)")
    made.add_argument("--delay", type=float, default=1.0, help="of a link in us (default: %(default)s)")
    made.add_argument("--mtu", type=int, help="1500 and 9000 unless given")
    made.add_argument("--p", type=float, help="loss bound; 0 and 0.1 unless given")
    made.add_argument("--loss", type=float, default=0.0,
                      help="share of the data frames that a path of four links loses (default: 0)")
    made.add_argument("--seed", type=int, default=1, help="the first seed (default: 1)")
    made.add_argument("--seeds", type=int, default=1, help="how many seeds (default: 1)")
    made.add_argument("--plot", type=Path, help="draw heatmaps of incasts, MLT beside DCTCP, to this file")
    made.add_argument("--program", type=Path, default=ROOT / "build" / "mlt-sim",
                      help="the built mlt-sim (default: build/mlt-sim, built first)")
    made.add_argument("rest", nargs="*", help=argparse.SUPPRESS)
    return made


def main(arguments):
    """Returns the exit status."""
    options = parser().parse_args(arguments)
    try:
        if options.plot:
            draw_map(options, options.plot)
            return 0
        writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
        writer.writeheader()
        run_all(grid(options), options.program, lambda row: (writer.writerow(row), sys.stdout.flush()))
    except (CaseError, RunError, OSError) as error:
        print(f"regimes: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED_STATUS
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
