#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The committed model traces: totals, structure, and that the script still writes exactly them."""

import csv
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

sys.dont_write_bytecode = True

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "scripts" / "make-traces"
sys.path.insert(0, str(ROOT / "scripts"))

from tracegen.device import DEVICES  # noqa: E402
from tracegen.network import Network  # noqa: E402
from tracegen.table import MODELS, network, table  # noqa: E402

# As published by torchvision and Hugging Face; `transformer` is derived in doc/traces.md.
PARAMETERS = {
    "resnet50": 25_557_032, "vgg16": 138_357_544, "googlenet": 6_624_904, "alexnet": 61_100_840,
    "t5": 222_903_552, "bert": 109_482_240, "gpt2": 124_439_808, "transformer": 63_045_632,
}
GMAC = {"resnet50": 4.09, "vgg16": 15.47, "alexnet": 0.71, "googlenet": 1.50}  # published, at 224x224

# A few tensors that do not follow from the totals: their places, names and sizes.
KNOWN = {
    "resnet50": ((0, "conv1.weight", 9_408), (8, "layer1.0.downsample.0.weight", 16_384), (106, "fc.bias", 1_000)),
    "vgg16": ((13, "classifier.0.weight", 102_760_448), (12, "features.28.bias", 512)),
    "alexnet": ((5, "classifier.1.weight", 37_748_736), (0, "features.0.weight", 23_232)),
    "googlenet": ((0, "conv1.conv.weight", 9_408), (114, "fc.weight", 1_024_000)),
    "t5": ((0, "shared.weight", 24_674_304), (256, "decoder.final_layer_norm.weight", 768)),
    "bert": ((0, "embeddings.word_embeddings.weight", 23_440_896), (100, "pooler.dense.bias", 768)),
    "gpt2": ((0, "transformer.wte.weight", 38_597_376), (3, "transformer.h.0.attn.c_attn.weight", 1_769_472)),
    "transformer": ((0, "embedding.weight", 18_944_000), (6, "encoder.layers.0.feed_forward.0.weight", 1_048_576)),
}


def read(path):
    """(provenance, header, rows) of a table, by a reader that shares nothing with the script."""
    provenance, lines = {}, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            key, value = line[2:].split(": ", 1)
            provenance[key] = value
        else:
            lines.append(line)
    reader = csv.reader(lines)
    header = next(reader)
    return provenance, header, [dict(zip(header, row, strict=True)) for row in reader]


def run(*arguments):
    return subprocess.run([sys.executable, str(SCRIPT), *map(str, arguments)], capture_output=True, text=True)


class CommittedTables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tables = {model: read(ROOT / "traces" / f"{model}.csv") for model in PARAMETERS}

    def test_every_model_has_a_table_and_every_table_a_model(self):
        found = {path.stem for path in (ROOT / "traces").glob("*.csv")}
        self.assertEqual(found, set(PARAMETERS))
        self.assertEqual(set(MODELS), set(PARAMETERS))

    def test_parameters_sum_to_the_published_totals(self):
        for model, (_, _, rows) in self.tables.items():
            with self.subTest(model):
                self.assertEqual(sum(int(row["parameters"]) for row in rows), PARAMETERS[model])

    def test_bytes_are_four_a_parameter(self):
        for model, (_, _, rows) in self.tables.items():
            with self.subTest(model):
                self.assertTrue(all(int(row["bytes"]) == 4 * int(row["parameters"]) > 0 for row in rows))

    def test_known_tensors_are_where_they_belong(self):
        for model, known in KNOWN.items():
            rows = {row["tensor"]: row for row in self.tables[model][2]}
            for layer, tensor, parameters in known:
                with self.subTest(model, tensor=tensor):
                    self.assertEqual(int(rows[tensor]["layer"]), layer)
                    self.assertEqual(int(rows[tensor]["parameters"]), parameters)

    def test_layers_count_from_0_without_holes(self):
        for model, (_, _, rows) in self.tables.items():
            with self.subTest(model):
                layers = [int(row["layer"]) for row in rows]
                self.assertEqual(layers, sorted(layers))
                self.assertEqual(sorted(set(layers)), list(range(layers[-1] + 1)))

    def test_a_layers_time_stands_on_its_first_row_only(self):
        for model, (_, _, rows) in self.tables.items():
            for before, row in zip(rows, rows[1:]):
                if before["layer"] == row["layer"]:
                    with self.subTest(model, tensor=row["tensor"]):
                        self.assertEqual((row["forward_us"], row["backward_us"]), ("0.000", "0.000"))

    def test_backward_is_twice_forward_to_the_digit(self):
        for model, (_, _, rows) in self.tables.items():
            for row in rows:
                with self.subTest(model, tensor=row["tensor"]):
                    self.assertEqual(Decimal(row["backward_us"]), 2 * Decimal(row["forward_us"]))

    def test_the_time_column_sums_to_the_operations_over_the_throughput(self):
        for model, (provenance, _, rows) in self.tables.items():
            with self.subTest(model):
                total = float(sum(Decimal(row["forward_us"]) for row in rows))
                throughput = float(provenance["peak_flops"]) * float(provenance["utilization"])
                net = network(model, 128)
                expected = 32 * net.flops() / throughput * 1e6
                self.assertAlmostEqual(total, expected, delta=0.0005 * len(net.layers) + 1e-6)
                # Little beside the multiply-adds: pools, norms, activations.
                multiplied = 32 * 2 * net.macs() / throughput * 1e6
                self.assertTrue(1.0 < total / multiplied < 1.02, total / multiplied)

    def test_a_tied_tensor_stands_once(self):
        entries = {"t5": 32_128 * 768, "gpt2": 50_257 * 768, "transformer": 37_000 * 512, "bert": 30_522 * 768}
        for model, (_, _, rows) in self.tables.items():
            with self.subTest(model):
                names = [row["tensor"] for row in rows]
                self.assertEqual(len(names), len(set(names)))
                self.assertFalse([name for name in names if "lm_head" in name or "embed_tokens" in name])
                if model in entries:
                    self.assertEqual([int(row["parameters"]) for row in rows].count(entries[model]), 1)

    def test_provenance_and_header(self):
        for model, (provenance, header, _) in self.tables.items():
            with self.subTest(model):
                self.assertEqual(header, "layer tensor parameters bytes forward_us backward_us".split())
                self.assertEqual(provenance["model"], model)
                self.assertEqual((provenance["device"], provenance["batch"]), ("rtx3090", "32"))
                self.assertEqual((provenance["peak_flops"], provenance["utilization"]), ("35.58e12", "0.3"))
                self.assertEqual(provenance.get("sequence"), None if model in GMAC else "128")


class Definitions(unittest.TestCase):
    def test_multiply_adds_are_within_2_percent_of_the_published(self):
        for model, published in GMAC.items():
            with self.subTest(model):
                self.assertLess(abs(network(model, 128).macs() / (published * 1e9) - 1), 0.02)

    def test_work_of_a_block_of_bert_by_hand(self):
        n, h = 128, 768
        block = 4 * n * h * h + 2 * n * n * h + 2 * n * h * 4 * h
        self.assertEqual(network("bert", n).macs(), 12 * block + h * h)

    def test_an_operator_counts_to_the_next_layer_and_a_trailing_one_to_the_last(self):
        net = Network("tiny", "a test")
        net.linear("a", 1, 2, 3)
        net.operator(5)
        net.linear("b", 1, 3, 1, bias=False)
        net.operator(7, macs=1)
        net.finish()
        self.assertEqual([layer.macs for layer in net.layers], [6, 4])
        self.assertEqual([layer.flops for layer in net.layers], [12, 5 + 6 + 7 + 2])
        self.assertEqual(net.layers[0].tensors, {"a.weight": 6, "a.bias": 3})
        self.assertEqual(net.layers[1].tensors, {"b.weight": 3})

    def test_a_table_by_hand(self):
        net = Network("tiny", "a test")
        net.linear("a", 1, 1000, 1000)
        lines = table(net.finish(), DEVICES["v100"], 1)  # 2e6 FLOP over 6.28e12 a second: 318.47 ns
        self.assertEqual(lines[-2:], ["0,a.weight,1000000,4000000,0.318,0.636", "0,a.bias,1000,4000,0.000,0.000"])


class Documentation(unittest.TestCase):
    TEXT = (ROOT / "doc" / "traces.md").read_text(encoding="utf-8")

    def test_the_worked_example_is_what_the_script_would_write(self):
        net = Network("tiny", "a test")
        net.linear("first", 1, 1000, 1000)
        net.operator(1000)
        net.linear("second", 1, 1000, 10)
        rows = table(net.finish(), DEVICES["rtx3090"], 32)[-5:]
        self.assertIn("".join(f"    {row}\n" for row in rows), self.TEXT)

    def test_the_table_of_models_is_up_to_date(self):
        for model in PARAMETERS:
            net = network(model, 128)
            _, _, rows = read(ROOT / "traces" / f"{model}.csv")
            forward = sum(Decimal(row["forward_us"]) for row in rows) / 1000
            size = sum(int(row["bytes"]) for row in rows) / 1e6
            with self.subTest(model):
                line = next(line for line in self.TEXT.splitlines() if line.startswith(f"| `{model}` |"))
                self.assertEqual([cell.strip() for cell in line.strip("|").split("|")][2:],
                                 [str(len(net.layers)), str(len(rows)), f"{PARAMETERS[model]:,}", f"{size:.1f}",
                                  f"{net.macs() / 1e9:.3f}", f"{forward:.1f}"])


class Script(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="mlt-traces-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def test_check_passes_on_what_is_committed(self):
        result = run("--check")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_check_names_file_and_line_of_a_changed_digit(self):
        lines = (ROOT / "traces" / "alexnet.csv").read_text().split("\n")
        good, lines[20] = lines[20], lines[20].replace(",", ",1", 2)
        self.assertNotEqual(good, lines[20])
        path = self.folder / "alexnet.csv"
        path.write_text("\n".join(lines))
        result = run("--check", "--model", "alexnet", "--out", self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, f"{path}:21: expected {good!r}, got {lines[20]!r}\n")

    def test_check_finds_a_line_too_few_and_a_missing_file(self):
        whole = (ROOT / "traces" / "vgg16.csv").read_text()
        path = self.folder / "vgg16.csv"
        path.write_text(whole[:whole.rindex("\n", 0, -1) + 1])
        result = run("--check", "--model", "vgg16", "--model", "bert", "--out", self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{path}:45: expected '15,classifier.6.bias", result.stderr)
        self.assertIn(f"{self.folder / 'bert.csv'}: expected the table, got: No such file", result.stderr)

    def test_writes_the_committed_bytes(self):
        self.assertEqual(run("--model", "gpt2", "--out", self.folder).returncode, 0)
        self.assertEqual((self.folder / "gpt2.csv").read_bytes(), (ROOT / "traces" / "gpt2.csv").read_bytes())
        self.assertEqual([path.name for path in self.folder.iterdir()], ["gpt2.csv"])

    def test_device_batch_and_sequence_change_the_times_and_nothing_else(self):
        arguments = ("--model", "bert", "--device", "v100", "--batch", 64, "--sequence", 256, "--out", self.folder)
        self.assertEqual(run(*arguments).returncode, 0)
        provenance, _, rows = read(self.folder / "bert.csv")
        _, _, committed = read(ROOT / "traces" / "bert.csv")
        self.assertEqual((provenance["device"], provenance["batch"], provenance["sequence"]), ("v100", "64", "256"))
        for row, base in zip(rows, committed, strict=True):
            self.assertEqual([row[key] for key in ("layer", "tensor", "parameters", "bytes")],
                             [base[key] for key in ("layer", "tensor", "parameters", "bytes")])
            if row["tensor"].endswith("intermediate.dense.weight"):  # four times the work, another device
                ratio = float(row["forward_us"]) / float(base["forward_us"])
                self.assertAlmostEqual(ratio, 4 * (35.58 * 0.3) / (15.7 * 0.4), places=5)

    def test_refuses_to_overwrite_the_committed_tables_with_others(self):
        before = (ROOT / "traces" / "bert.csv").read_bytes()
        result = run("--device", "a100")
        self.assertEqual(result.returncode, 2)
        self.assertIn("--out: expected with --device, since traces/ holds the default tables", result.stderr)
        self.assertEqual((ROOT / "traces" / "bert.csv").read_bytes(), before)

    def test_bad_options_are_refused_with_what_is_allowed(self):
        for option, value, message in (
                ("--batch", "0", "expected a whole number from 1 to 1000000, got '0'"),
                ("--batch", "3x", "expected a whole number from 1 to 1000000, got '3x'"),
                ("--sequence", "-1", "expected a whole number from 1 to 1000000, got '-1'"),
                ("--sequence", "513", "--sequence: expected at most 512 for bert, got 513"),
                ("--model", "lenet", "'resnet50', 'vgg16'"), ("--device", "h100", "'rtx3090', 'v100', 'a100'")):
            with self.subTest(option, value=value):
                result = run(f"{option}={value}", "--out", self.folder)
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(message, result.stderr)
                self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
