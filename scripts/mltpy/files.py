# SPDX-License-Identifier: GPL-2.0-only
"""Files that appear whole or not at all."""

import contextlib


@contextlib.contextmanager
def whole_file(path):
    """Gives the name of a temporary file beside path, which takes path's place if all went well.

    The temporary name keeps the suffix, from which the figure library tells the format.
    """
    temporary = path.with_name(f".unfinished-{path.name}")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
