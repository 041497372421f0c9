# SPDX-License-Identifier: GPL-2.0-only
"""How much DCTCP's result hangs on its settings: one run for each, beside MLT on the same ports."""

import argparse
import csv
import sys
from pathlib import Path

from mltpy.files import whole_file
from mltpy.grid import Scheme, full_scale, make_run, quick_scale
from mltpy.report import align
from mltpy.results import ResultError, read_run
from mltpy.runner import RunError, Store, default_jobs, run_grid

ROOT = Path(__file__).resolve().parent.parent.parent
MODEL = ("resnet50", 102)
MTU = 9000
INTERRUPTED_STATUS = 130

POLICY = "--ns3::mlt::SelectiveDropPolicy"
DCTCP = "--ns3::mlt::DctcpTransport"

# One setting is changed at a time; the first row is the default of all.
DCTCP_SETTINGS = (
    ("default (K 1 BDP, buffer 1 MB, IW 10, RTOmin 10 ms)", ()),
    ("K 1/7 BDP", (f"{POLICY}::MarkBdp=0.142857",)),
    ("K 1/2 BDP", (f"{POLICY}::MarkBdp=0.5",)),
    ("K 2 BDP", (f"{POLICY}::MarkBdp=2",)),
    ("buffer 0.5 MB", (f"{POLICY}::Buffer=500KB",)),
    ("buffer 4 MB", (f"{POLICY}::Buffer=4MB",)),
    ("initial window 2", (f"{DCTCP}::InitialWindow=2",)),
    ("initial window 70", (f"{DCTCP}::InitialWindow=70",)),
    ("a connection a message", (f"{DCTCP}::ConnectionPerMessage=true",)),
    ("least window 1", (f"{DCTCP}::MinWindow=1",)),
    ("RTOmin 1 ms", (f"{DCTCP}::MinRto=1ms",)),
    ("RTOmin 1 ms, buffer 4 MB", (f"{DCTCP}::MinRto=1ms", f"{POLICY}::Buffer=4MB")),
)
MLT_SETTINGS = tuple(
    (f"MLT, p = {percent} %, buffer {buffer}", (f"--lossBound={bound}", f"{POLICY}::Buffer={size}"))
    for percent, bound in ((0, "0"), (10, "0.1"))
    for buffer, size in (("0.5 MB", "500KB"), ("1 MB", "1MB"), ("4 MB", "4MB"))
)


def schemes():
    """All rows of the table as schemes."""
    rows = [("dctcp", label, options) for label, options in DCTCP_SETTINGS]
    rows += [("mlt", label, options) for label, options in MLT_SETTINGS]
    return [
        Scheme(f"{transport}-{number}", label, (f"--transport={transport}", *options), transport == "dctcp")
        for number, (transport, label, options) in enumerate(rows)
    ]


def row_of(scheme, result):
    """One run as a row of the table and of the file."""
    transfers = result.transfers
    return [
        scheme.label if not scheme.is_baseline else f"DCTCP, {scheme.label}",
        f"{result.fct_mean_ns / 1e6:.2f}",
        f"{result.fct_p99_ns / 1e6:.2f}",
        f"{result.iteration_max_ns / 1e6:.2f}",
        f"{100 * result.delivered_share:.2f}",
        f"{transfers.sent_bytes / 1e9:.2f}",
    ]


def sensitivity(options):
    """Runs what is not yet run, prints the table and writes it."""
    scale = quick_scale(MTU) if options.quick else full_scale(MTU)
    model, megabytes = MODEL
    runs = [make_run(scale, model, megabytes, scheme, 1) for scheme in schemes()]
    store = Store(options.out / "runs", ROOT / "build" / "mlt-sim", ROOT / "traces")
    run_grid(store, runs, default_jobs())
    header = ["setting", "mean FCT [ms]", "p99 FCT [ms]", "iteration [ms]", "delivered [%]", "sent [GB]"]
    rows = [header] + [row_of(run.scheme, read_run(store.result_folder(run))) for run in runs]
    print(f"\nResNet-50, leaf-spine {scale.topology}, {scale.workers} workers and {scale.servers} "
          f"servers, MTU {MTU}, one iteration, seed 1; one setting changed at a time.\n")
    for line in align(rows, left=1):
        print(line)
    with whole_file(options.out / "dctcp-sensitivity.csv") as name:
        with open(name, "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
    print(f"\nWritten: {options.out / 'dctcp-sensitivity.csv'}")


def main(arguments):
    """Returns the exit status."""
    parser = argparse.ArgumentParser(prog="scripts/dctcp-sensitivity", allow_abbrev=False,
                                     description=__doc__)
    parser.add_argument("--quick", action="store_true", help="36 hosts instead of 144")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "dctcp-sensitivity",
                        help="folder of the results (default: results/dctcp-sensitivity)")
    try:
        sensitivity(parser.parse_args(arguments))
    except (RunError, ResultError, OSError) as error:
        print(f"dctcp-sensitivity: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("dctcp-sensitivity: stopped; finished runs are kept", file=sys.stderr)
        return INTERRUPTED_STATUS
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
