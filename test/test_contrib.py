#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests of what scripts/contrib refuses, before it fetches or builds anything, and of its lists."""

import runpy
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONTRIB = ROOT / "scripts" / "contrib"


class ContribTest(unittest.TestCase):
    """Runs the script with arguments that it must refuse."""

    def refused(self, *arguments):
        """Runs it, expects a failure, and returns what it said."""
        result = subprocess.run(
            [CONTRIB, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        return result.stderr

    def test_names_an_unknown_argument(self):
        self.assertIn("unknown argument '--dri=x'", self.refused("--dri=x"))
        self.assertIn("unknown argument '--dir='", self.refused("--dir="))

    def test_jobs_are_a_positive_number(self):
        for jobs in ("0", "-1", "2x", "1e3", "10000"):
            self.assertIn(f"not '{jobs}'", self.refused(f"--jobs={jobs}"))

    def test_ns3_runs_nothing_below_a_folder_named_contrib(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("named 'contrib'", self.refused(f"--dir={folder}/contrib/tree"))
            self.assertEqual([], list(Path(folder).iterdir()))

    def test_leaves_a_folder_of_others_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            mine = Path(folder) / "mine"
            mine.write_text("kept", encoding="utf-8")
            self.assertIn("is not empty", self.refused(f"--dir={folder}"))
            self.assertIn("remove it yourself", self.refused("--clean", f"--dir={folder}"))
            self.assertEqual([mine], list(Path(folder).iterdir()))
            self.assertEqual("kept", mine.read_text(encoding="utf-8"))

    def test_help_tells_the_options(self):
        result = subprocess.run([CONTRIB, "--help"], capture_output=True, text=True, check=True)
        for option in ("--installed", "--dir", "--mirror", "--jobs", "--long", "--clean"):
            self.assertIn(option, result.stdout)

    def test_ns3_runs_every_example_that_has_an_expected_output(self):
        listed = runpy.run_path(str(ROOT / "test" / "examples-to-run.py"))["cpp_examples"]
        expected = {f"mlt-{path.stem}" for path in (ROOT / "examples").glob("*.expected")}
        self.assertEqual(expected, {name for name, _, _ in listed})


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
