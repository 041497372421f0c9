#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# What ns-3's test.py runs of our examples, in an ns-3 tree: (program and arguments, condition,
# condition under valgrind). It reads this file as text. mlt-sim is not among them: it leaves results.
cpp_examples = [
    ("mlt-bounded-loss", "True", "False"),
    ("mlt-hello", "True", "True"),
    ("mlt-layer-priority", "True", "False"),
    ("mlt-link-failure", "True", "False"),
    ("mlt-own-results", "True", "False"),
    ("mlt-parameter-server", "True", "False"),
    ("mlt-ring-allreduce", "True", "False"),
    ("mlt-selective-drop", "True", "False"),
    ("mlt-spraying", "True", "False"),
    ("mlt-wifi-and-csma", "True", "False"),
]
python_examples = []
