#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The version stands in CMakeLists.txt (MLT_VERSION); what else names it must agree."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def found(name, pattern):
    """The first match of a pattern in a file of the project, or None."""
    match = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    return match and match.group(1)


class VersionTest(unittest.TestCase):
    """Each file that names the version names the one of CMakeLists.txt."""

    def setUp(self):
        self.version = found("CMakeLists.txt", r"^set\(MLT_VERSION (\S+)\)$")

    def test_it_is_three_numbers(self):
        self.assertRegex(self.version or "absent", r"^\d+\.\d+\.\d+$")

    def test_citation(self):
        self.assertEqual(found("CITATION.cff", r"^version: (\S+)$"), self.version)

    def test_the_newest_change_is_of_this_version(self):
        self.assertEqual(found("CHANGES.md", r"^## (\S+)"), self.version)


if __name__ == "__main__":
    unittest.main()
