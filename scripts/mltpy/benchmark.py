# SPDX-License-Identifier: GPL-2.0-only
"""Measures CPU time per packet-hop of the express plane and of stock ns-3, as CSV.

Each case is a process of its own; repetitions are interleaved, so that a slow minute of the machine
falls on all alike, and a row is the median of its case. doc/benchmark.md explains the columns.
"""

import argparse
import contextlib
import csv
import json
import re
import shlex
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from mltpy.children import die_with_parent
from mltpy.progress import clock

ROOT = Path(__file__).resolve().parent.parent.parent
INTERRUPTED_STATUS = 130
LEAST_REPETITIONS = 3
TERMINATE_SECONDS = 5

MEGABYTE = 1_000_000
TRAFFICS = ("permutation", "incast")
MTUS = (1500, 9000)
SIZES = (2 * MEGABYTE, 20 * MEGABYTE)
QUICK_STOCK_SIZE = MEGABYTE // 5
FLOOR_MTU = 1500

EXPRESS = ("express-mlt", "express-dctcp")
STOCK = ("stock-tcp", "stock-udp")
FLOOR = "floor"
VARIANTS = (*STOCK, *EXPRESS, FLOOR)
# CPU ns per byte sent of an average run, for the estimate of the time left alone.
NS_PER_BYTE = {"express-mlt": 0.5, "express-dctcp": 0.7, "stock-udp": 16.0, "stock-tcp": 110.0}
FLOOR_SECONDS = 0.5

COLUMNS = (
    "variant,traffic,message_bytes,mtu,hops,ns_per_hop,ns_per_data_hop,events_per_hop".split(",")
)
GROWTH_TOPOLOGIES = ("9x4x16", "18x24x24", "32x32x32", "fattree:16")
GROWTH_COLUMNS = (
    "topology,hosts,traffic,message_bytes,mtu,hops,ns_per_hop,hops_per_second,events_per_hop,"
    "frames_in_flight,pending_events,built_rss_bytes,peak_rss_bytes".split(",")
)


class BenchmarkError(Exception):
    """A case failed; the text says which and how."""


@dataclass(frozen=True)
class Case:
    """One row: what is run, how often, and on what."""

    variant: str
    traffic: str
    message_bytes: int
    mtu: int
    repetitions: int
    topology: str

    @property
    def name(self):
        """As progress and errors show it."""
        where = f"{self.message_bytes} bytes, MTU {self.mtu}, {self.topology}"
        return f"{self.variant}, {self.traffic}, {where}"

    def work(self):
        """Roughly the seconds of one repetition."""
        if self.variant == FLOOR:
            return FLOOR_SECONDS
        bytes_sent = host_count(self.topology) * self.message_bytes
        frames_per_byte = FLOOR_MTU / self.mtu
        return FLOOR_SECONDS + bytes_sent * frames_per_byte * NS_PER_BYTE[self.variant] * 1e-9


def host_count(topology):
    """How many hosts a topology has; a guess of 100 where the program has to say."""
    shape = re.fullmatch(r"(\d+)x\d+x(\d+)", topology)
    tree = re.fullmatch(r"fattree:(\d+)", topology)
    if shape:
        return int(shape[1]) * int(shape[2])
    return int(tree[1]) ** 3 // 4 if tree else 100


def table_cases(quick, repetitions, topology):
    """The cases of the table. Floor comes after express-mlt, from which it has its events."""
    cases = []
    for size in SIZES[:1] if quick else SIZES:
        for mtu in MTUS[:1] if quick else MTUS:
            for traffic in TRAFFICS:
                for variant in VARIANTS:
                    stock = quick and variant in STOCK
                    if variant == FLOOR and mtu != FLOOR_MTU:
                        continue
                    times = 1 if stock else repetitions
                    bytes_each = QUICK_STOCK_SIZE if stock else size
                    cases.append(Case(variant, traffic, bytes_each, mtu, times, topology))
    return cases


def growth_cases(repetitions):
    """The cases of the growth table: MLT on networks of rising size."""
    return [
        Case("express-mlt", traffic, SIZES[0], MTUS[0], repetitions, topology)
        for traffic in TRAFFICS
        for topology in GROWTH_TOPOLOGIES
    ]


class Progress:
    """Says on standard error what is done and how long the rest may take."""

    def __init__(self, cases):
        self.total = sum(case.work() * case.repetitions for case in cases)
        self.runs = sum(case.repetitions for case in cases)
        self.done = 0.0
        self.finished = 0
        self.begin = time.monotonic()

    def note(self, case, result):
        """One repetition is over."""
        self.done += case.work()
        self.finished += 1
        elapsed = time.monotonic() - self.begin
        left = elapsed * (self.total - self.done) / self.done
        say(
            f"{self.finished} of {self.runs}: {case.name}: {result['ns_per_hop']:.0f} ns; "
            f"about {clock(left)} left"
        )


def say(text):
    """Progress and errors go to standard error; standard output is the table's."""
    print(f"benchmark: {text}", file=sys.stderr, flush=True)


def command_of(program, case, pending):
    """The command line of one repetition."""
    command = [
        str(program),
        f"--variant={case.variant}",
        f"--traffic={case.traffic}",
        f"--messageBytes={case.message_bytes}",
        f"--mtu={case.mtu}",
        f"--topology={case.topology}",
    ]
    return command + ([f"--pending={pending}"] if case.variant == FLOOR else [])


def run_once(command, case):
    """Runs one repetition in a process of its own; what it measured."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # a Ctrl-C reaches us alone, and we end it
            preexec_fn=die_with_parent(),
        )
    except OSError as error:
        raise BenchmarkError(f"{command[0]}: expected the built program: {error.strerror}") from error
    with ended(process):
        output, errors = process.communicate()
    if process.returncode != 0:
        raise BenchmarkError(
            f"{case.name}: exit status {process.returncode}\n{errors.strip()}\n"
            f"--- the command ---\n{shlex.join(command)}"
        )
    try:
        return json.loads(output)
    except ValueError as error:
        raise BenchmarkError(f"{case.name}: expected a line of JSON, got {output[:200]!r}") from error


@contextlib.contextmanager
def ended(process):
    """Sees to it that the process has ended."""
    try:
        yield
    finally:
        if process.poll() is None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(TERMINATE_SECONDS)
            if process.poll() is None:
                process.kill()
                process.wait()


def require_same(case, results):
    """A simulation that repeats must count the same; anything else is a bug, not noise."""
    for key in ("hops", "data_hops", "events"):
        counts = sorted({result[key] for result in results})
        if len(counts) != 1:
            raise BenchmarkError(f"{case.name}: {key} differ between repetitions: {counts}")


def measure(program, cases):
    """Runs all cases, interleaved; their results by case."""
    progress = Progress(cases)
    results = {case: [] for case in cases}
    for turn in range(max(case.repetitions for case in cases)):
        pending = {}
        for case in cases:
            if turn >= case.repetitions:
                continue
            where = (case.traffic, case.message_bytes, case.mtu)
            result = run_once(command_of(program, case, pending.get(where)), case)
            if case.variant == "express-mlt":
                pending[where] = result["peak_pending_events"]
            results[case].append(result)
            progress.note(case, result)
    for case in cases:
        require_same(case, results[case])
    return results


def median(results, key):
    """The median over the repetitions of a case."""
    return statistics.median(result[key] for result in results)


def table_row(case, results):
    """A row of the table."""
    return [
        case.variant,
        case.traffic,
        case.message_bytes,
        case.mtu,
        results[0]["hops"],
        f"{median(results, 'ns_per_hop'):.1f}",
        f"{median(results, 'ns_per_data_hop'):.1f}",
        f"{results[0]['events_per_hop']:.3f}",
    ]


def growth_row(case, results):
    """A row of the growth table."""
    nanoseconds = median(results, "ns_per_hop")
    return [
        case.topology,
        host_count(case.topology),
        case.traffic,
        case.message_bytes,
        case.mtu,
        results[0]["hops"],
        f"{nanoseconds:.1f}",
        f"{1e9 / nanoseconds:.0f}",
        f"{results[0]['events_per_hop']:.3f}",
        results[0]["peak_frames_in_flight"],
        results[0]["peak_pending_events"],
        round(median(results, "built_rss_bytes")),
        round(median(results, "peak_rss_bytes")),
    ]


def repetitions(text):
    """A number of repetitions, from three."""
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) < LEAST_REPETITIONS:
        raise argparse.ArgumentTypeError(
            f"expected a whole number, at least {LEAST_REPETITIONS}, not {text!r}"
        )
    return int(text)


def parse(arguments):
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/benchmark",
        allow_abbrev=False,
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--quick", action="store_true",
                      help="under a minute: MTU 1500, 2 MB; stock ns-3 once, with 200 KB")
    kind.add_argument("--growth", action="store_true",
                      help="instead: MLT on 144 to 1024 hosts, with memory and frames in flight")
    parser.add_argument("--repetitions", type=repetitions, default=LEAST_REPETITIONS, metavar="N",
                        help=f"of each case, at least {LEAST_REPETITIONS} (the default)")
    parser.add_argument("--topology", default=GROWTH_TOPOLOGIES[0], metavar="SHAPE",
                        help="of the table (default: %(default)s)")
    parser.add_argument("--program", type=Path, default=ROOT / "build" / "mlt-benchmark",
                        help="the built program (default: built first, build/mlt-benchmark)")
    return parser.parse_args(arguments)


def benchmark(options):
    """Measures and prints the table, when all of it is there."""
    cases = growth_cases(options.repetitions) if options.growth else table_cases(
        options.quick, options.repetitions, options.topology)
    results = measure(options.program, cases)
    columns, row = (GROWTH_COLUMNS, growth_row) if options.growth else (COLUMNS, table_row)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(row(case, results[case]) for case in cases)


def main(arguments):
    """Returns the exit status."""
    def stop(_number, _frame):
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    try:
        benchmark(parse(arguments))
        sys.stdout.flush()
    except (BenchmarkError, OSError) as error:
        say(f"error: {error}")
        return 1
    except KeyboardInterrupt:
        say("stopped; no table")
        return INTERRUPTED_STATUS
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
