#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the benchmark's script: the form of its tables, never its times.

The program of the build is used where MLT_BENCHMARK_PROGRAM names it; else, and where it has to
misbehave, a small program of the test's own.
"""

import contextlib
import csv
import io
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPTS))

from mltpy import benchmark  # noqa: E402

HEADER = "variant,traffic,message_bytes,mtu,hops,ns_per_hop,ns_per_data_hop,events_per_hop"

# Stands for build/mlt-benchmark: repetition i of a case takes 100, 400, 200 ns a hop; logs its
# command lines; fails, hangs, or counts anew each time when told so by files beside it.
PROGRAM = f"""\
#!{sys.executable} -S
import json, pathlib, sys, time
here = pathlib.Path(sys.argv[0]).parent
options = dict(argument[2:].split("=", 1) for argument in sys.argv[1:])
with open(here / "runs.txt", "a") as file:
    file.write(" ".join(sys.argv[1:]) + chr(10))
runs = (here / "runs.txt").read_text().splitlines()
turn = runs.count(" ".join(sys.argv[1:])) - 1
if (here / "hang").exists():
    (here / "hanging").touch()
    time.sleep(60)
if (here / "fail").exists():
    sys.exit("mlt-benchmark: error: 3 messages did not come through")
if (here / "garble").exists():
    sys.exit(print("no JSON"))
hops = 1000 + (turn if (here / "drift").exists() else 0)
times = (100, 400, 200)
print(json.dumps({{
    "hops": hops, "data_hops": 500, "events": 1500, "events_per_hop": 1.5,
    "ns_per_hop": times[turn % 3], "ns_per_data_hop": 2 * times[turn % 3],
    "peak_pending_events": 7, "peak_frames_in_flight": 70,
    "built_rss_bytes": 1000, "peak_rss_bytes": 2000}}))
"""


def rows_of(text):
    """CSV text as a list of dictionaries."""
    return list(csv.DictReader(io.StringIO(text)))


class RealProgramTest(unittest.TestCase):
    """The whole quick table on eight hosts."""

    @unittest.skipUnless("MLT_BENCHMARK_PROGRAM" in os.environ, "no program was built")
    def test_quick_table(self):
        output = io.StringIO()
        program = os.environ["MLT_BENCHMARK_PROGRAM"]
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
            status = benchmark.main(["--quick", "--topology=2x2x4", f"--program={program}"])
        self.assertEqual(status, 0)
        self.assertEqual(output.getvalue().splitlines()[0], HEADER)
        rows = rows_of(output.getvalue())
        self.assertEqual(
            [(row["variant"], row["traffic"]) for row in rows],
            [(variant, traffic) for traffic in benchmark.TRAFFICS for variant in benchmark.VARIANTS],
        )
        for row in rows:
            with self.subTest(row=row):
                self.check_row(row)

    def check_row(self, row):
        """What must hold whatever the machine's speed."""
        stock = row["variant"].startswith("stock")
        self.assertEqual(row["mtu"], "1500")
        self.assertEqual(row["message_bytes"], "200000" if stock else "2000000")
        self.assertGreater(float(row["ns_per_hop"]), 0)
        self.assertGreaterEqual(float(row["ns_per_data_hop"]), float(row["ns_per_hop"]))
        self.assertGreater(float(row["events_per_hop"]), 0)
        if row["variant"] == "stock-udp":
            # 136 packets of 1472 bytes a flow; 8 or 6 flows over 2 to 4 links
            flows = 8 if row["traffic"] == "permutation" else 6
            self.assertGreaterEqual(int(row["hops"]), 136 * flows * 2)
            self.assertLessEqual(int(row["hops"]), 136 * flows * 4)


class FakeProgramTest(unittest.TestCase):
    """How the script deals with what a program says."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.program = self.folder / "program"
        self.program.write_text(PROGRAM, encoding="utf-8")
        self.program.chmod(0o755)

    def run_main(self, *arguments):
        """Exit status, standard output and standard error."""
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            status = benchmark.main([*arguments, f"--program={self.program}"])
        return status, output.getvalue(), errors.getvalue()

    def runs(self):
        """The command lines so far, in order, as dictionaries."""
        lines = (self.folder / "runs.txt").read_text(encoding="utf-8").splitlines()
        return [dict(word[2:].split("=", 1) for word in line.split()) for line in lines]

    def test_rows_are_medians_and_the_stock_ones_single(self):
        status, output, errors = self.run_main("--quick")
        self.assertEqual(status, 0)
        rows = rows_of(output)
        self.assertEqual(len(rows), 10)
        for row in rows:
            median = "100.0" if row["variant"].startswith("stock") else "200.0"
            self.assertEqual(row["ns_per_hop"], median)
            self.assertEqual(float(row["ns_per_data_hop"]), 2 * float(median))
        self.assertIn("1 of 22: stock-tcp, permutation, 200000 bytes", errors)
        self.assertRegex(errors, r"22 of 22: floor, .* 0:00 left")

    def test_repetitions_are_interleaved(self):
        self.run_main("--quick")
        express = [run for run in self.runs() if run["variant"].startswith("express")]
        first_round = [(run["variant"], run["traffic"]) for run in express[:4]]
        self.assertEqual(len(set(first_round)), 4)
        self.assertEqual([(run["variant"], run["traffic"]) for run in express], 3 * first_round)

    def test_floor_has_the_events_of_express_mlt(self):
        self.run_main("--quick")
        floors = [run for run in self.runs() if run["variant"] == "floor"]
        self.assertEqual([run["pending"] for run in floors], ["7"] * 6)

    def test_full_table(self):
        status, output, _ = self.run_main()
        self.assertEqual(status, 0)
        rows = rows_of(output)
        cases = {(row["variant"], row["traffic"], row["message_bytes"], row["mtu"]) for row in rows}
        self.assertEqual(len(rows), len(cases))
        self.assertEqual(len(rows), 4 * 2 * 2 * 2 + 2 * 2)
        self.assertEqual({row["mtu"] for row in rows if row["variant"] == "floor"}, {"1500"})
        self.assertEqual({row["message_bytes"] for row in rows}, {"2000000", "20000000"})
        self.assertEqual({row["ns_per_hop"] for row in rows}, {"200.0"})

    def test_growth_table(self):
        status, output, _ = self.run_main("--growth")
        self.assertEqual(status, 0)
        rows = rows_of(output)
        self.assertEqual([row["hosts"] for row in rows], ["144", "432", "1024", "1024"] * 2)
        self.assertEqual(rows[0]["hops_per_second"], "5000000")
        self.assertEqual(rows[0]["frames_in_flight"], "70")

    def test_failure_names_case_and_command(self):
        (self.folder / "fail").touch()
        status, output, errors = self.run_main("--quick")
        self.assertEqual((status, output), (1, ""))
        self.assertIn("stock-tcp, permutation, 200000 bytes, MTU 1500, 9x4x16: exit status 1", errors)
        self.assertIn("mlt-benchmark: error: 3 messages did not come through", errors)
        self.assertIn(f"{self.program} --variant=stock-tcp --traffic=permutation", errors)

    def test_output_that_is_no_json(self):
        (self.folder / "garble").touch()
        status, output, errors = self.run_main("--quick")
        self.assertEqual((status, output), (1, ""))
        self.assertIn("expected a line of JSON, got 'no JSON\\n'", errors)

    def test_counts_that_do_not_repeat(self):
        (self.folder / "drift").touch()
        status, output, errors = self.run_main("--quick")
        self.assertEqual((status, output), (1, ""))
        self.assertIn("hops differ between repetitions: [1000, 1001, 1002]", errors)

    def test_no_program(self):
        self.program.unlink()
        status, output, errors = self.run_main("--quick")
        self.assertEqual((status, output), (1, ""))
        self.assertIn(f"error: {self.program}: expected the built program", errors)

    def test_interrupt_ends_the_program_and_prints_no_table(self):
        (self.folder / "hang").touch()
        command = [sys.executable, "-m", "mltpy.benchmark", "--quick", f"--program={self.program}"]
        environment = {**os.environ, "PYTHONPATH": str(SCRIPTS), "PYTHONDONTWRITEBYTECODE": "1"}
        for number in (signal.SIGINT, signal.SIGTERM):
            (self.folder / "hanging").unlink(missing_ok=True)
            process = subprocess.Popen(
                command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            deadline = time.monotonic() + 30
            while not (self.folder / "hanging").exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            process.send_signal(number)
            output, errors = process.communicate(timeout=30)
            self.assertEqual((process.returncode, output), (130, ""))
            self.assertIn("benchmark: stopped; no table", errors)


class CommandLineTest(unittest.TestCase):
    """Options that make no sense are refused by name."""

    def expect_refusal(self, arguments, text):
        """Expects exit status 2 and this text."""
        errors = io.StringIO()
        with self.assertRaises(SystemExit) as caught, contextlib.redirect_stderr(errors):
            benchmark.main(arguments)
        self.assertEqual(caught.exception.code, 2)
        self.assertIn(text, errors.getvalue())

    def test_repetitions(self):
        for text in ("2", "-3", "3x", ""):
            self.expect_refusal(
                [f"--repetitions={text}"], f"expected a whole number, at least 3, not {text!r}"
            )

    def test_two_tables_at_once(self):
        self.expect_refusal(["--quick", "--growth"], "not allowed with argument --quick")

    def test_unknown_option(self):
        self.expect_refusal(["--fast"], "unrecognized arguments: --fast")


class HostCountTest(unittest.TestCase):
    """Sizes of topologies."""

    def test_sizes(self):
        self.assertEqual(benchmark.host_count("9x4x16"), 144)
        self.assertEqual(benchmark.host_count("32x32x32"), 1024)
        self.assertEqual(benchmark.host_count("fattree:16"), 1024)
        self.assertEqual(benchmark.host_count("fattree:4"), 16)


if __name__ == "__main__":
    unittest.main()
