#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the quickstart's Python: statistics, reading of results, and running of a grid.

The grid is run with a small program of the test's own in place of build/mlt-sim.
"""

import contextlib
import gzip
import io
import json
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

from mltpy import grid, report, stats  # noqa: E402
from mltpy.quickstart import main, pooled_times, read_results  # noqa: E402
from mltpy.results import ResultError, read_run  # noqa: E402
from mltpy.runner import RunError, Store, run_grid  # noqa: E402

TRANSFERS = """\
iteration,layer,tensor,direction,source,destination,priority,bytes,start_ns,fct_ns,sent,delivered,lost,repaired,job
0,0,conv1.weight,push,1,2,1,1000,0,300,1100,1000,0,0,0
0,0,conv1.weight,pull,2,1,1,1000,0,100,1000,900,100,0,0
0,1,fc.weight,push,1,2,7,2000,0,200,2000,2000,0,0,0
"""
ITERATIONS = """\
iteration,worker,start_ns,end_ns,compute_ns,exposed_ns,job
0,1,0,500,100,400,0
"""
SUMMARY = {
    "fct_mean_ns": 200.0,
    "fct_p99_ns": 300,
    "iteration_mean_ns": 500.0,
    "iteration_max_ns": 500,
    "totals": {},
    "conservation": {},
    "configuration": {},
    "versions": {},
    "seed": 1,
}

# Stands for build/mlt-sim: writes the same result for every run, counts its runs, and, when told
# so by files beside it, fails or hangs half-way.
PROGRAM = f"""\
#!{sys.executable} -S
import os, pathlib, sys, time
here = pathlib.Path(sys.argv[0]).parent
options = dict(argument[2:].split("=", 1) for argument in sys.argv[1:])
out = pathlib.Path(options["out"])
with open(here / "runs.txt", "a") as file:
    file.write(" ".join(sys.argv[1:-1]) + chr(10))
out.mkdir()
(out / "transfers.csv").write_text({TRANSFERS!r})
if (here / "hang").exists():
    (here / ("hanging-" + str(os.getpid()))).touch()
    time.sleep(60)
if (here / "fail").exists():
    sys.exit("mlt-sim: error: --model: no trace of that name")
(out / "iterations.csv").write_text({ITERATIONS!r})
(out / "summary.json").write_text({json.dumps(SUMMARY)!r})
"""


def is_running(number):
    """Whether there is a process of this number that has not ended."""
    try:
        status = Path(f"/proc/{number}/stat").read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


class StatisticsTest(unittest.TestCase):
    """The expected numbers are calculated by hand."""

    def test_mean(self):
        self.assertEqual(stats.mean([1, 2, 6]), 3)
        with self.assertRaisesRegex(ValueError, "the mean of nothing"):
            stats.mean([])

    def test_nearest_rank(self):
        hundred = list(range(1, 101))
        self.assertEqual(stats.nearest_rank(hundred, 0.99), 99)
        self.assertEqual(stats.nearest_rank(hundred, 0.07), 7)  # 0.07 x 100 is above 7 in floats
        self.assertEqual(stats.nearest_rank(hundred, 1), 100)
        self.assertEqual(stats.nearest_rank(list(range(1, 102)), 0.99), 100)  # ceil(99.99)
        self.assertEqual(stats.nearest_rank([15, 20, 35, 40, 50], 0.3), 20)
        self.assertEqual(stats.nearest_rank([7], 0.99), 7)

    def test_nearest_rank_refuses_nonsense(self):
        with self.assertRaisesRegex(ValueError, "a quantile of nothing"):
            stats.nearest_rank([], 0.5)
        with self.assertRaisesRegex(ValueError, r"in \(0, 1\], not 99"):
            stats.nearest_rank([1], 99)

    def test_t_interval(self):
        # Mean 4, sample variance ((-2)^2 + 0 + 2^2) / 2 = 4; 4.303 x sqrt(4 / 3) = 4.9687.
        value = stats.estimate([2, 4, 6])
        self.assertEqual((value.runs, value.mean), (3, 4))
        self.assertAlmostEqual(value.half_width, 4.9687, places=4)

    def test_interval_of_two(self):
        # Variance 2; 12.706 x sqrt(2 / 2) = 12.706.
        self.assertAlmostEqual(stats.estimate([1, 3]).half_width, 12.706)

    def test_a_single_run_has_no_interval(self):
        self.assertEqual(stats.estimate([5]), stats.Estimate(1, 5, None))

    def test_quantiles_fall_towards_the_normal_one(self):
        self.assertEqual(sorted(stats.T_95, reverse=True), list(stats.T_95))
        self.assertEqual(len(stats.T_95), 30)
        self.assertEqual(stats.t_quantile(1000), 2.042)
        with self.assertRaisesRegex(ValueError, "at least two values"):
            stats.t_quantile(0)


class TemporaryFolderTest(unittest.TestCase):
    """Gives each test a folder of its own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)


class ResultsTest(TemporaryFolderTest):
    """A whole result folder is read; each broken one is refused with a text that helps."""

    def setUp(self):
        super().setUp()
        (self.folder / "transfers.csv").write_text(TRANSFERS, encoding="utf-8")
        (self.folder / "iterations.csv").write_text(ITERATIONS, encoding="utf-8")
        self.write_summary()

    def write_summary(self, **changes):
        """Writes summary.json with these fields changed; None removes one."""
        fields = {key: value for key, value in {**SUMMARY, **changes}.items() if value is not None}
        (self.folder / "summary.json").write_text(json.dumps(fields), encoding="utf-8")

    def write_transfers(self, old, new):
        """Writes transfers.csv with one text replaced."""
        self.assertIn(old, TRANSFERS)
        path = self.folder / "transfers.csv"
        path.write_text(TRANSFERS.replace(old, new, 1), encoding="utf-8")

    def expect_error(self, text):
        """Reads the folder and expects an error that ends with this text."""
        with self.assertRaises(ResultError) as caught:
            read_run(self.folder)
        self.assertIn(text, str(caught.exception))

    def test_whole_folder(self):
        result = read_run(self.folder)
        self.assertEqual(list(result.transfers.fct_ns), [100, 200, 300])
        self.assertEqual((result.fct_mean_ns, result.fct_p99_ns), (200, 300))
        self.assertEqual(result.transfers.payload_bytes, 4000)
        self.assertEqual(result.transfers.sent_bytes, 4100)
        self.assertEqual(result.delivered_share, 3900 / 4000)

    def test_compressed_transfers(self):
        (self.folder / "transfers.csv").unlink()
        with gzip.open(self.folder / "transfers.csv.gz", "wt", encoding="utf-8") as file:
            file.write(TRANSFERS)
        self.assertEqual(read_run(self.folder).transfers.payload_bytes, 4000)

    def test_truncated_compressed_transfers(self):
        (self.folder / "transfers.csv").unlink()
        whole = gzip.compress(TRANSFERS.encode())
        (self.folder / "transfers.csv.gz").write_bytes(whole[:-12])
        self.expect_error("transfers.csv.gz: expected a readable table: Compressed file ended")

    def test_no_folder(self):
        with self.assertRaisesRegex(ResultError, "absent: expected a result folder, found none"):
            read_run(self.folder / "absent")

    def test_no_transfers(self):
        (self.folder / "transfers.csv").unlink()
        self.expect_error(": expected transfers.csv or transfers.csv.gz, found neither")

    def test_no_summary(self):
        (self.folder / "summary.json").unlink()
        self.expect_error("summary.json: expected a readable file: No such file or directory")

    def test_summary_no_json(self):
        (self.folder / "summary.json").write_text('{"fct_mean_ns": ', encoding="utf-8")
        self.expect_error("summary.json: expected JSON: Expecting value: line 1")

    def test_summary_no_object(self):
        (self.folder / "summary.json").write_text("[]", encoding="utf-8")
        self.expect_error("summary.json: expected a JSON object, found list")

    def test_summary_field_missing(self):
        self.write_summary(fct_p99_ns=None)
        self.expect_error("summary.json: fct_p99_ns: expected a number above 0, found nothing")

    def test_summary_field_no_number(self):
        self.write_summary(iteration_max_ns="500")
        self.expect_error("iteration_max_ns: expected a number above 0, found '500'")

    def test_summary_object_missing(self):
        self.write_summary(conservation=None)
        self.expect_error("summary.json: conservation: expected an object, found nothing")

    def test_summary_disagrees(self):
        self.write_summary(fct_p99_ns=200)
        self.expect_error("fct_p99_ns: expected 300.0 as transfers.csv has it, found 200")

    def test_column_missing(self):
        self.write_transfers("fct_ns", "fct")
        self.expect_error("transfers.csv:1: expected the columns fct_ns, found none of that name")

    def test_field_no_number(self):
        self.write_transfers(",300,", ",3x,")
        self.expect_error("transfers.csv:2: fct_ns: expected a time above 0 in nanoseconds, found '3x'")

    def test_time_of_zero(self):
        self.write_transfers(",300,", ",0,")
        self.expect_error("transfers.csv:2: fct_ns: expected a time above 0 in nanoseconds, found '0'")

    def test_row_cut_short(self):
        self.write_transfers(",200,2000,2000,0,0", ",20")
        self.expect_error("transfers.csv:4: expected 15 fields, found 11")

    def test_no_rows(self):
        header = TRANSFERS.splitlines(keepends=True)[0]
        (self.folder / "transfers.csv").write_text(header, encoding="utf-8")
        self.expect_error("transfers.csv:2: expected at least one transfer, found none")

    def test_empty_file(self):
        (self.folder / "transfers.csv").write_text("", encoding="utf-8")
        self.expect_error("transfers.csv:1: expected the column names, found an empty file")

    def test_binary_file(self):
        (self.folder / "transfers.csv").write_bytes(b"\x80\xff\x00")
        self.expect_error("transfers.csv: expected a readable table: ")

    def test_iterations_without_rows(self):
        header = ITERATIONS.splitlines(keepends=True)[0]
        (self.folder / "iterations.csv").write_text(header, encoding="utf-8")
        self.expect_error("iterations.csv:2: expected at least one row, found none")


class GridTest(unittest.TestCase):
    """The grid holds what the quickstart promises."""

    def test_full_scale(self):
        scale = grid.full_scale(9000)
        runs = grid.make_grid(scale)
        self.assertEqual((scale.topology, scale.hosts, scale.workers, scale.servers), ("9x4x16", 144, 108, 36))
        self.assertEqual(len(runs), 2 * 4 * 3)
        self.assertEqual(len({run.name for run in runs}), len(runs))
        self.assertEqual(runs[0].model, "vgg16")

    def test_arguments(self):
        run = grid.make_grid(grid.quick_scale(1500))[0]
        expected = (
            "--topology=9x4x4 --model=vgg16 --transport=dctcp --ns3::mlt::DctcpTransport::MinRto=10ms "
            "--servers=9 --workers=27 --iterations=1 --mtu=1500 --seed=1"
        )
        self.assertEqual(" ".join(run.arguments), expected)


class RunnerTest(TemporaryFolderTest):
    """Running a grid with a program of our own."""

    def setUp(self):
        super().setUp()
        self.program = self.folder / "program"
        self.program.write_text(PROGRAM, encoding="utf-8")
        self.program.chmod(0o755)
        self.runs = grid.make_grid(grid.quick_scale(9000))
        self.results = self.folder / "results"

    def run_grid(self):
        """Runs the grid, and returns the store."""
        store = Store(self.results, self.program, self.folder)
        run_grid(store, self.runs, 2, say=lambda line: None)
        return store

    def times_run(self):
        """How many programs have been started so far."""
        return len((self.folder / "runs.txt").read_text(encoding="utf-8").splitlines())

    def expect_nothing_unfinished(self):
        """There is no partial folder, and each result has its stamp."""
        names = {path.name for path in self.results.iterdir()} - {".lock"}
        self.assertNotIn("partial", names)
        self.assertEqual({name for name in names if f"{name}.json" not in names and name[-5:] != ".json"}, set())

    def test_results_of_a_grid(self):
        store = self.run_grid()
        results = read_results(store, self.runs)
        self.assertEqual(results["vgg16", "mlt-p10"][1].transfers.payload_bytes, 4000)
        self.assertEqual(list(pooled_times(results)["vgg16", "mlt-p0"]), [100, 200, 300])
        self.assertEqual(report.estimates(results)["resnet50", "mlt-p0", "sent_bytes"].mean, 4100)
        self.expect_nothing_unfinished()

    def test_finished_runs_are_not_redone(self):
        self.run_grid()
        self.assertEqual(self.times_run(), 8)
        self.run_grid()
        self.assertEqual(self.times_run(), 8)

    def test_another_build_is_redone(self):
        self.run_grid()
        self.program.write_text(PROGRAM + "# another build\n", encoding="utf-8")
        self.run_grid()
        self.assertEqual(self.times_run(), 16)

    def test_another_model_table_is_redone(self):
        self.run_grid()
        (self.folder / "vgg16.csv").write_text("layer\n", encoding="utf-8")
        self.run_grid()
        self.assertEqual(self.times_run(), 8 + 4)

    def test_a_run_without_its_stamp_is_redone(self):
        store = self.run_grid()
        store.stamp_path(self.runs[0]).unlink()
        self.run_grid()
        self.assertEqual(self.times_run(), 9)

    def test_failure_shows_stderr_and_command(self):
        (self.folder / "fail").touch()
        with self.assertRaises(RunError) as caught:
            self.run_grid()
        text = str(caught.exception)
        self.assertIn("-seed1 failed with exit status 1", text)
        self.assertIn("mlt-sim: error: --model: no trace of that name", text)
        self.assertIn(f"{self.program} --topology=9x4x4 --model=vgg16 --transport=dctcp", text)
        self.expect_nothing_unfinished()
        (self.folder / "fail").unlink()
        self.run_grid()

    def test_no_program(self):
        self.program.unlink()
        with self.assertRaisesRegex(RunError, "program: expected the built program; run scripts/build"):
            self.run_grid()

    def test_second_grid_is_kept_out(self):
        store = Store(self.results, self.program, self.folder)
        with store.lock(), self.assertRaisesRegex(RunError, "another quickstart is running here"):
            self.run_grid()

    def start_hanging(self):
        """Starts a quickstart whose programs hang; returns it when two of them do, and their ids."""
        (self.folder / "hang").touch()
        command = [sys.executable, "-m", "mltpy.quickstart", "--quick", "--jobs=2"]
        command += [f"--program={self.program}", f"--out={self.folder / 'out'}"]
        environment = {**os.environ, "PYTHONPATH": str(SCRIPTS), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        self.await_that(lambda: len(list(self.folder.glob("hanging-*"))) == 2)
        return process, [int(path.name.split("-")[1]) for path in self.folder.glob("hanging-*")]

    def await_that(self, condition):
        """Waits until a condition holds, and fails if it does not in half a minute."""
        deadline = time.monotonic() + 30
        while not condition():
            self.assertLess(time.monotonic(), deadline, "waited too long")
            time.sleep(0.02)

    def test_interrupt_ends_programs_and_leaves_nothing(self):
        process, programs = self.start_hanging()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertIn("quickstart: stopped", errors)
        self.assertFalse(any(is_running(program) for program in programs))
        self.results = self.folder / "out" / "runs"
        self.assertEqual([path.name for path in self.results.iterdir()], [".lock"])

    def test_programs_die_with_a_killed_quickstart_and_the_next_one_clears_up(self):
        process, programs = self.start_hanging()
        process.kill()
        process.communicate(timeout=30)
        self.await_that(lambda: not any(is_running(program) for program in programs))
        self.results = self.folder / "out" / "runs"
        self.assertTrue((self.results / "partial").exists())
        (self.folder / "hang").unlink()
        self.run_grid()
        self.expect_nothing_unfinished()


class CommandLineTest(unittest.TestCase):
    """Options that make no sense are refused by name."""

    def expect_refusal(self, arguments, text):
        """Expects exit status 2 and this text."""
        errors = io.StringIO()
        with self.assertRaises(SystemExit) as caught, contextlib.redirect_stderr(errors):
            main(arguments)
        self.assertEqual(caught.exception.code, 2)
        self.assertIn(text, errors.getvalue())

    def test_mtu(self):
        self.expect_refusal(["--mtu=15x"], "--mtu: expected a whole number from 576 to 9216, not '15x'")
        self.expect_refusal(["--mtu=575"], "--mtu: expected a whole number from 576 to 9216, not '575'")

    def test_jobs(self):
        self.expect_refusal(["--jobs=-1"], "--jobs: expected a whole number from 1 to 1024, not '-1'")

    def test_unknown_option(self):
        self.expect_refusal(["--fast"], "unrecognized arguments: --fast")


class TableTest(unittest.TestCase):
    """The text of the tables."""

    def test_percent_change(self):
        schemes = {scheme.key: scheme for scheme in grid.SCHEMES}
        means = {
            ("vgg16", "mlt-p0", "fct_mean_ns"): stats.Estimate(1, 75.0, None),
            ("vgg16", "dctcp-rto1ms", "fct_mean_ns"): stats.Estimate(1, 100.0, None),
        }
        change = report.percent_change(
            means, "vgg16", schemes["mlt-p0"], schemes["dctcp-rto1ms"], "fct_mean_ns"
        )
        self.assertEqual(change, "-25.0 %")

    def test_cell(self):
        metric = report.METRICS[0]
        self.assertEqual(report.cell(stats.Estimate(3, 2.5e6, 1.25e5), metric), "2.50 ±0.12")
        self.assertEqual(report.cell(stats.Estimate(1, 2.5e6, None), metric), "2.50")

    def test_titles(self):
        scale = grid.full_scale(9000)
        expected = "leaf-spine 9x4x16 (144 hosts: 108 workers, 36 servers), MTU 9000, one iteration"
        self.assertEqual(report.describe_scale(scale), expected)
        self.assertEqual(report.describe_interval(scale), "mean of 3 seeds with its 95 % t-interval")
        self.assertEqual(report.describe_interval(grid.quick_scale(9000)), "a single seed, so no intervals")


if __name__ == "__main__":
    unittest.main()
