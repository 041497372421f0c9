# SPDX-License-Identifier: GPL-2.0-only
"""The traffic of scripts/regimes and its bounds, against arithmetic; its command line."""

import contextlib
import io
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

# pylint: disable=wrong-import-position
from mltpy import flows, regimes

NETWORK = flows.Network("2x4x4", 100e9, 50e9, 1.0)


class FlowsTest(unittest.TestCase):
    def test_wire_bytes_are_those_of_doc_wire_format(self):
        self.assertEqual(flows.wire_bytes(1424, 1500), 1538)
        self.assertEqual(flows.wire_bytes(1425, 1500), 1538 + 115)
        self.assertEqual(flows.wire_bytes(8924, 9000), 9038)

    def test_the_bound_is_the_most_loaded_links_time_and_a_latency(self):
        latency = 4.0 + 2 * 1538 * 8e6 / 100e9 + 2 * 1538 * 8e6 / 50e9
        self.assertAlmostEqual(NETWORK.latency_us(1538), latency)
        incast = flows.flows_of("incast:3:1424", NETWORK, 1)
        self.assertAlmostEqual(flows.bound_us(incast, NETWORK, 1500, 0),
                               3 * 1538 * 8e6 / 100e9 + latency)

    def test_a_narrow_fabric_is_what_bounds(self):
        narrow = flows.Network("2x1x4", 100e9, 50e9, 1.0)
        across = [flows.Flow(0, host, 4 + host, 1424) for host in range(4)]
        expected = 4 * 1538 * 8e6 / 50e9 + narrow.latency_us(1538)
        self.assertAlmostEqual(flows.bound_us(across, narrow, 1500, 0), expected)

    def test_loss_and_a_bound_on_it_change_what_must_be_sent(self):
        single = [flows.Flow(0, 0, 7, 20 * 1424)]
        needed = 18 * 1538 * 8e6 / 100e9 / 0.9
        self.assertAlmostEqual(flows.bound_us(single, NETWORK, 1500, 0.1, 0.1),
                               needed + NETWORK.latency_us(1538))

    def test_a_permutation_has_each_host_once_on_either_side(self):
        for seed in range(5):
            made = flows.flows_of("permutation:1000", NETWORK, seed)
            self.assertEqual(sorted(flow.source for flow in made), list(range(8)))
            self.assertEqual(sorted(flow.destination for flow in made), list(range(8)))
            self.assertTrue(all(flow.source != flow.destination for flow in made))

    def test_senders_of_an_incast_differ(self):
        for seed in range(1, 10):
            chosen = flows.senders(NETWORK, 7, seed)
            self.assertEqual(sorted(chosen), list(range(1, 8)))

    def test_bad_cases_say_what_is_expected(self):
        for case in ("incast:3", "incast:x:1", "single", "rumour:1"):
            with self.assertRaisesRegex(flows.CaseError, "expected incast:<n>:<bytes>"):
                flows.flows_of(case, NETWORK, 1)
        with self.assertRaisesRegex(flows.CaseError, "1 to 7 senders"):
            flows.flows_of("incast:8:1", NETWORK, 1)
        with self.assertRaisesRegex(flows.CaseError, "expected a rate such as 25Gbps"):
            flows.read_rate("fast")
        with self.assertRaisesRegex(flows.CaseError, "<leaves>x<spines>x<hosts a leaf>"):
            flows.Network("fattree:4", 1, 1, 1).shape  # pylint: disable=expression-not-assigned


class CommandLineTest(unittest.TestCase):
    def test_both_mtus_and_bounds_unless_given(self):
        options = regimes.parser().parse_args(["--case=single:1000", "--seeds=2"])
        self.assertEqual(len(regimes.grid(options)), 8)
        options = regimes.parser().parse_args(["--case=single:1000", "--mtu=1500", "--p=0"])
        self.assertEqual([(row.mtu, row.p) for row in regimes.grid(options)], [(1500, 0.0)])

    def test_an_error_is_one_line(self):
        stream = io.StringIO()
        with contextlib.redirect_stderr(stream), contextlib.redirect_stdout(io.StringIO()):
            status = regimes.main(["--case=rumour:1"])
        self.assertEqual(status, 1)
        self.assertRegex(stream.getvalue(), r"^regimes: error: --case=rumour:1: expected [^\n]*\n$")


if __name__ == "__main__":
    unittest.main()
