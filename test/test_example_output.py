#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests of test/example-output: what it compares, and when it refuses to write."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "example-output"
REASON = "--because=The link has twice its rate"


class ExampleOutputTest(unittest.TestCase):
    """Runs the script on a small program in a repository of its own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = Path(holder.name)
        self.expected = self.root / "hello.expected"
        self.git("init", "--quiet")

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments],
                       cwd=self.root, check=True, capture_output=True)

    def program(self, body):
        path = self.root / "hello"
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return path

    def commit(self, text):
        self.expected.write_text(text)
        self.git("add", ".")
        self.git("commit", "--quiet", "--allow-empty", "-m", "state")

    def run_script(self, body, *options):
        return subprocess.run([sys.executable, SCRIPT, self.program(body), self.expected, *options],
                              capture_output=True, text=True, check=False)

    def assert_refused(self, done, text):
        self.assertEqual(done.returncode, 1)
        self.assertIn(text, done.stderr)

    def test_the_same_output_passes(self):
        self.commit("1.0 us\n")
        done = self.run_script("echo 1.0 us")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_another_output_fails_with_the_difference(self):
        self.commit("a\n1.0 us\n")
        done = self.run_script("echo a; echo 1.1 us")
        self.assert_refused(done, "-1.0 us\n+1.1 us\n")
        self.assertEqual(self.expected.read_text(), "a\n1.0 us\n")

    def test_a_program_that_fails_or_complains_fails(self):
        self.commit("a\n")
        self.assert_refused(self.run_script("echo a; exit 3"), "status 3")
        self.assert_refused(self.run_script("echo a; echo oh >&2"), "oh")
        self.assert_refused(self.run_script("echo a; touch left"), "left files behind: left")

    def test_a_missing_expectation_fails(self):
        self.assert_refused(self.run_script("echo a"), "does not exist")

    def test_writes_a_first_one_and_a_changed_one_with_a_reason(self):
        done = self.run_script("echo a", REASON)
        self.assertEqual((done.returncode, self.expected.read_text()), (0, "a\n"))
        self.commit("a\n")
        done = self.run_script("echo b", REASON)
        self.assertEqual((done.returncode, self.expected.read_text()), (0, "b\n"))
        self.assertIn("-a\n+b\n", done.stdout)

    def test_refuses_to_write_without_a_reason(self):
        self.commit("a\n")
        self.assert_refused(self.run_script("echo b", "--because=fix test"), "4 words")
        self.assertEqual(self.expected.read_text(), "a\n")

    def test_refuses_to_write_over_what_is_not_committed(self):
        self.commit("a\n")
        self.expected.write_text("c\n")
        self.assert_refused(self.run_script("echo b", REASON), "not committed")
        self.assertEqual(self.expected.read_text(), "c\n")

    def test_refuses_to_write_what_differs_from_run_to_run(self):
        self.commit("a\n")
        self.assert_refused(self.run_script("echo $$", REASON), "two runs")
        self.assertEqual(self.expected.read_text(), "a\n")


if __name__ == "__main__":
    unittest.main()
