# SPDX-License-Identifier: GPL-2.0-only
"""Running the experiment program over a grid, reading its results, and drawing them."""
