# SPDX-License-Identifier: GPL-2.0-only
"""Programs that a script starts, and that must not outlive it."""

import ctypes
import os
import signal

PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>

_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent():
    """A `preexec_fn` for subprocess: the kernel kills the child when the thread that starts it ends.

    So nothing runs on after a script that was killed (SIGKILL), and could not end its children.
    """
    parent = os.getpid()

    def prepare():
        """In the child, before it becomes the program."""
        if _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG)")
        if os.getppid() != parent:  # it ended before the call
            os.kill(os.getpid(), signal.SIGKILL)

    return prepare
