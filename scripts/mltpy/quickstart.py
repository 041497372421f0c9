# SPDX-License-Identifier: GPL-2.0-only
"""The quickstart: runs a small grid of MLT and DCTCP, prints the comparison, draws it."""

import argparse
import sys
import time
from array import array
from pathlib import Path

from mltpy.grid import MODELS, SCHEMES, full_scale, make_grid, quick_scale
from mltpy.progress import clock
from mltpy.report import (
    describe_interval,
    describe_pool,
    describe_scale,
    estimates,
    print_report,
    write_means,
    write_runs,
)
from mltpy.results import ResultError, read_run
from mltpy.runner import RunError, Store, default_jobs, run_grid

ROOT = Path(__file__).resolve().parent.parent.parent
DEFAULT_MTU = 9000
INTERRUPTED_STATUS = 130


def bounded(text, low, high):
    """A whole number within bounds, for an option."""
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {high}, not '{text}'")
    return int(text)


def parse(arguments):
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/quickstart",
        allow_abbrev=False,
        description="Installs what is needed, builds, runs ResNet-50 and VGG-16 over DCTCP and MLT "
        "on 144 hosts, and draws the comparison into results/quickstart/. Runs already finished "
        "with the same configuration and build are not done again.",
    )
    parser.add_argument("--quick", action="store_true", help="36 hosts, one seed: a fraction of the time")
    parser.add_argument(
        "--mtu", type=lambda text: bounded(text, 576, 9216), default=DEFAULT_MTU,
        help=f"MTU in bytes (default: {DEFAULT_MTU}; 1500 takes six times as long)",
    )  # fmt: skip
    parser.add_argument(
        "--jobs", type=lambda text: bounded(text, 1, 1024), default=None,
        help="runs at once (default: as many as there are cores, and as fit into the memory)",
    )  # fmt: skip
    parser.add_argument(
        "--program", type=Path, default=ROOT / "build" / "mlt-sim",
        help="run this program instead of building build/mlt-sim",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "quickstart",
                        help="folder of the results (default: results/quickstart)")  # fmt: skip
    parser.add_argument("--begin", type=float, default=time.time(), help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def read_results(store, runs):
    """Reads all runs: {(model, scheme key): {seed: RunResult}}, in the order of the tables."""
    folders = {(run.model, run.scheme.key, run.seed): store.result_folder(run) for run in runs}
    seeds = sorted({run.seed for run in runs})
    return {
        (model, scheme.key): {seed: read_run(folders[model, scheme.key, seed]) for seed in seeds}
        for model, _, _ in MODELS
        for scheme in SCHEMES
    }


def pooled_times(results):
    """The completion times of all seeds together, ascending."""
    return {
        key: array("d", sorted(time for result in by_seed.values() for time in result.transfers.fct_ns))
        for key, by_seed in results.items()
    }


def title_of(scale):
    """The scale over two lines, as fits a figure of one column."""
    return describe_scale(scale).replace("), ", "),\n", 1)


def write_all(folder, scale, results, means):
    """Writes tables and figures; returns their paths."""
    from mltpy import plot  # only now: it takes a second

    tables = [folder / "fct.csv", folder / "fct-mean.csv"]
    write_runs(tables[0], scale, results)
    write_means(tables[1], scale, means)
    notes = describe_interval(scale), describe_pool(scale)
    figures = plot.draw_all(folder, means, pooled_times(results), title_of(scale), notes)
    return figures + tables


def shown(path):
    """A path as the user types it: relative to the working directory where it lies below."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path


def print_end(options, paths):
    """The last lines: what to run next, how long it took, where the files are."""
    print()
    if options.quick:
        print("For the full size (144 hosts, 3 seeds):  scripts/quickstart")
    if options.mtu != 1500:
        quick = " --quick" if options.quick else ""
        print(f"For MTU 1500 (some six times as long):   scripts/quickstart{quick} --mtu=1500")
    print(f"Total time: {clock(time.time() - options.begin)} (minutes:seconds)")
    print("Written:")
    for path in paths:
        print(f"  {shown(path)}")


def quickstart(options):
    """Does it all."""
    scale = quick_scale(options.mtu) if options.quick else full_scale(options.mtu)
    print(f"quickstart: {describe_scale(scale)}")
    store = Store(options.out.resolve() / "runs", options.program.resolve(), ROOT / "traces")
    runs = make_grid(scale)
    run_grid(store, runs, options.jobs or default_jobs(), say=lambda line: print(line, flush=True))
    results = read_results(store, runs)
    means = estimates(results)
    paths = write_all(options.out, scale, results, means)
    print_report(scale, means)
    print_end(options, paths)


def main(arguments):
    """Runs the quickstart; returns the exit status."""
    options = parse(arguments)
    try:
        quickstart(options)
    except (RunError, ResultError, OSError) as error:
        print(f"quickstart: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nquickstart: stopped; finished runs are kept, the others left nothing", file=sys.stderr)
        return INTERRUPTED_STATUS
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
