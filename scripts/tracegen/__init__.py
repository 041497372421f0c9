# SPDX-License-Identifier: GPL-2.0-only
"""Derives model traces (layers, tensor sizes, compute times) from the definitions of architectures."""
