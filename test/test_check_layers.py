#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests of scripts/check-layers: each rule is broken once in a small tree, and the check must see it."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parent.parent / "scripts" / "check-layers"
LICENCE = "// SPDX-License-Identifier: GPL-2.0-only\n"

# A tree that keeps every rule: path -> what it includes.
TREE = {
    "model/policy/mlt-drop.h": ["<vector>"],
    "model/wire/mlt-frame.h": ['"ns3/mlt-input-error.h"', '"ns3/packet.h"'],
    "model/fabric/mlt-port.h": ['"ns3/mlt-drop.h"', '"ns3/mlt-frame.h"'],
    "model/stack/mlt-queue-disc.h": ['"ns3/mlt-frame.h"'],
    "model/transport/mlt-message-transport.h": [],
    "model/transport/mlt/mlt-sender.h": ['"ns3/mlt-message-transport.h"', '"ns3/mlt-drop.h"'],
    "model/transport/dctcp/mlt-window.h": ['"ns3/mlt-message-transport.h"'],
    "model/base/mlt-input-error.h": [],
    "model/trace/mlt-model-trace.h": ['"ns3/mlt-input-error.h"'],
    "model/workload/mlt-job.h": ['"ns3/mlt-message-transport.h"', '"ns3/mlt-model-trace.h"'],
    "model/metrics/mlt-log.h": ['"ns3/mlt-message-transport.h"', '"ns3/mlt-job.h"'],
    "helper/mlt-helper.h": ['"ns3/mlt-log.h"', '"ns3/mlt-queue-disc.h"', '"ns3/mlt-port.h"'],
    "examples/mlt-sim.cc": ['"ns3/mlt-helper.h"'],
    "test/support/mlt-test-fixture.h": [],
    "test/mlt-drop-test.cc": ['"support/mlt-test-fixture.h"', '"ns3/mlt-drop.h"', "<gtest/gtest.h>"],
}


class CheckLayersTest(unittest.TestCase):
    """Runs the check on a tree with one change."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = Path(holder.name)
        for path, includes in TREE.items():
            self.write(path, includes)

    def write(self, path, includes, first=LICENCE):
        """Writes a source file: a licence line, then the includes."""
        lines = "".join(f"#include {name}\n" for name in includes)
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(first + lines, encoding="utf-8")

    def check(self):
        """Runs the check; returns its exit status and what it printed."""
        done = subprocess.run(
            [sys.executable, str(CHECK), str(self.root)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def expect_breach(self, text):
        """Expects just one breach, with this text."""
        status, output = self.check()
        self.assertEqual(output, f"{text}\ncheck-layers: 1 breaches\n")
        self.assertEqual(status, 1)

    def test_good_tree(self):
        self.assertEqual(self.check(), (0, "check-layers: 15 C++ files keep to the layers\n"))

    def test_upwards(self):
        self.write("model/policy/mlt-drop.h", ["<vector>", '"ns3/mlt-frame.h"'])
        self.expect_breach(
            "model/policy/mlt-drop.h:3: policy may not include wire: "
            "it includes only from policy, base"
        )

    def test_planes(self):
        why = "the two data planes never include each other"
        self.write("model/fabric/mlt-port.h", ['"ns3/mlt-queue-disc.h"'])
        self.expect_breach(f"model/fabric/mlt-port.h:2: fabric may not include stack: {why}")
        self.write("model/fabric/mlt-port.h", [])
        self.write("model/stack/mlt-queue-disc.h", ['"ns3/mlt-port.h"'])
        self.expect_breach(f"model/stack/mlt-queue-disc.h:2: stack may not include fabric: {why}")

    def test_transport_to_plane(self):
        why = "transports reach a plane only through the port interface in wire"
        self.write("model/transport/mlt/mlt-sender.h", ['"ns3/mlt-port.h"'])
        self.expect_breach(f"model/transport/mlt/mlt-sender.h:2: transport/mlt may not include fabric: {why}")
        self.write("model/transport/mlt/mlt-sender.h", ['"ns3/mlt-queue-disc.h"'])
        self.expect_breach(f"model/transport/mlt/mlt-sender.h:2: transport/mlt may not include stack: {why}")

    def test_transport_to_transport(self):
        self.write("model/transport/dctcp/mlt-window.h", ['"ns3/mlt-sender.h"'])
        self.expect_breach(
            "model/transport/dctcp/mlt-window.h:2: transport/dctcp may not include transport/mlt: "
            "it includes only from transport/dctcp, base, engine, policy, wire, transport"
        )
        self.write("model/transport/dctcp/mlt-window.h", [])
        self.write("model/transport/mlt-message-transport.h", ['"ns3/mlt-sender.h"'])
        self.assertIn("transport may not include transport/mlt", self.check()[1])

    def test_workload_to_transport(self):
        self.write("model/workload/mlt-job.cc", ['"ns3/mlt-job.h"', '"ns3/mlt-sender.h"'])
        self.expect_breach(
            "model/workload/mlt-job.cc:3: workload may not include transport/mlt: "
            "it includes only from workload, base, engine, trace, transport"
        )

    def test_wire(self):
        for header, room in (("mlt-model-trace.h", "trace"), ("mlt-drop.h", "policy")):
            self.write("model/wire/mlt-frame.cc", [f'"ns3/{header}"'])
            self.assertIn(f"wire may not include {room}", self.check()[1])

    def test_angle_brackets_and_spaces(self):
        self.write("model/policy/mlt-drop.h", [])
        (self.root / "model/policy/mlt-drop.h").write_text(LICENCE + " #  include <ns3/mlt-frame.h>\n")
        self.assertIn("mlt-drop.h:2: policy may not include wire", self.check()[1])

    def test_relative_include(self):
        why = 'mlt-drop.h is included as "ns3/mlt-drop.h" everywhere'
        self.write("model/wire/mlt-frame.cc", ['"../policy/mlt-drop.h"'])
        self.expect_breach(f"model/wire/mlt-frame.cc:2: {why}")
        self.write("model/wire/mlt-frame.cc", ['"mlt-drop.h"'])
        self.expect_breach(f"model/wire/mlt-frame.cc:2: {why}")

    def test_unknown_header(self):
        self.write("helper/mlt-helper.cc", ['"ns3/mlt-nothing.h"'])
        self.expect_breach("helper/mlt-helper.cc:2: no layer has a header mlt-nothing.h")

    def test_whole_module(self):
        self.write("helper/mlt-helper.cc", ['"ns3/internet-module.h"'])
        self.expect_breach(
            "helper/mlt-helper.cc:2: ns3/internet-module.h includes a whole module: "
            "include the narrow headers"
        )

    def test_assert(self):
        self.write("model/wire/mlt-frame.cc", ["<cassert>"])
        self.expect_breach(
            "model/wire/mlt-frame.cc:2: cassert: assert() checks nothing in some builds: "
            "end the run by NS_FATAL_ERROR"
        )
        self.write("model/wire/mlt-frame.cc", [])
        self.write("test/mlt-drop-test.cc", ["<cassert>"])
        self.assertEqual(self.check()[0], 0)

    def test_header_names(self):
        rule = "a header's name begins with mlt- and is in kebab-case"
        for name in ("port.h", "mlt-Port.h", "mlt_port.h", "mlt-port-.h"):
            path = f"model/fabric/{name}"
            self.write(path, [])
            self.expect_breach(f"{path}:1: {rule}")
            (self.root / path).unlink()

    def test_header_twice(self):
        self.write("model/stack/mlt-port.h", [])
        self.expect_breach(
            "model/stack/mlt-port.h:1: header names are unique, and model/fabric/mlt-port.h has this one"
        )

    def test_no_layer(self):
        for path in ("model/mlt-loose.cc", "model/other/mlt-loose.cc", "mlt-loose.cc", "model/helper/mlt-x.cc"):
            self.write(path, [])
            self.assertIn(f"{path}:1: belongs to no layer", self.check()[1])
            (self.root / path).unlink()

    def test_licence(self):
        rule = "one of the first 5 lines must hold 'SPDX-License-Identifier: GPL-2.0-only'"
        names = ("examples/mlt-other.cc", "scripts/tool", "scripts/tool.py", "CMakeLists.txt", ".ci/run")
        for path in names:
            self.write(path, [], first="#!/bin/sh\n" if "." not in path[1:] else "")
            self.expect_breach(f"{path}:1: {rule}")
            (self.root / path).unlink()

    def test_builds_and_results_are_left_out(self):
        for path in ("build/x.cc", "build-debug/x.cc", "results/x.py", ".git/x.py"):
            self.write(path, [], first="")
        self.assertEqual(self.check()[0], 0)

    def test_empty_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, str(CHECK), folder], stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"no C++ source found", done.stderr)


if __name__ == "__main__":
    unittest.main()
