# SPDX-License-Identifier: GPL-2.0-only
"""Runs a grid: several programs at once, finished ones not again, nothing half-written left.

A run writes into a folder of its own below `partial/` and is moved to its place when it has
ended well; then a stamp, `<name>.json` beside it, notes the configuration and the build.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

from mltpy.children import die_with_parent
from mltpy.progress import Progress

POLL_SECONDS = 0.1
TERMINATE_SECONDS = 5.0
STDERR_LINES_SHOWN = 40

# What one run of the full size may need: ResNet-50 and VGG-16 peak at some 75 MiB each (timing.json).
# With less memory than cores x this, fewer run at once.
MEMORY_PER_RUN_BYTES = 256 * 1024**2


class RunError(Exception):
    """A run that failed, or a grid that cannot be run."""


def file_digest(path):
    """The SHA-256 of a file."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def own_libraries(program):
    """The shared libraries of the program's own build (those below its folder)."""
    listing = subprocess.run(
        ["ldd", str(program)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False
    ).stdout
    paths = re.findall(r"=> (\S+)", listing)
    own = os.path.join(os.path.realpath(program.parent), "")
    return sorted(path for path in paths if os.path.realpath(path).startswith(own))


def build_fingerprint(program):
    """What tells one build from another: the content of the program and of its own libraries."""
    if not program.is_file() or not os.access(program, os.X_OK):
        raise RunError(f"{program}: expected the built program; run scripts/build")
    files = [program, *own_libraries(program)]
    return {os.path.basename(path): file_digest(path) for path in files}


def available_memory():
    """Free memory in bytes, as far as the system and its container limit say."""
    limits = []
    with contextlib.suppress(OSError):
        with open("/proc/meminfo", encoding="ascii") as file:
            limits += [int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable")]
    with contextlib.suppress(OSError, ValueError):
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:
            limits.append(int(file.read()))
    return min(limits, default=MEMORY_PER_RUN_BYTES)


def default_jobs():
    """As many runs at once as there are cores, and as fit into the memory."""
    fitting = available_memory() // MEMORY_PER_RUN_BYTES
    return max(1, min(len(os.sched_getaffinity(0)), fitting))


class Store:
    """The folder of finished runs."""

    def __init__(self, folder, program, traces):
        self.folder = folder
        self.program = program
        self.traces = traces
        self.partial = folder / "partial"
        self.build = build_fingerprint(program)

    def result_folder(self, run):
        """Where a finished run lies."""
        return self.folder / run.name

    def stamp_path(self, run):
        """Where the note on a finished run lies: beside its folder, not within."""
        return self.folder / f"{run.name}.json"

    def stamp(self, run):
        """What must be the same for a finished run to count: options, build, model table."""
        trace = self.traces / f"{run.model}.csv"
        digest = file_digest(trace) if trace.is_file() else None
        return {"arguments": list(run.arguments), "build": self.build, "trace": digest}

    def is_finished(self, run):
        """True if this very run has been done by this very build."""
        try:
            known = json.loads(self.stamp_path(run).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False
        return known == self.stamp(run) and (self.result_folder(run) / "summary.json").is_file()

    def command(self, run):
        """The command line of a run."""
        return [str(self.program), *run.arguments, f"--out={self.unfinished_folder(run)}"]

    def unfinished_folder(self, run):
        """Where the program writes; the folder around it takes whatever it may leave beside."""
        return self.partial / run.name / "result"

    def prepare(self, run):
        """Makes room for a run: its partial folder, and no trace of a former result."""
        self.stamp_path(run).unlink(missing_ok=True)
        shutil.rmtree(self.result_folder(run), ignore_errors=True)
        self.discard(run)
        (self.partial / run.name).mkdir(parents=True)

    def accept(self, run):
        """Moves a run that has ended well to its place, and notes it."""
        made = self.unfinished_folder(run)
        if not made.is_dir():
            raise RunError(f"{made}: expected a result folder, but the program made none")
        made.rename(self.result_folder(run))
        self.discard(run)
        text = json.dumps(self.stamp(run), indent=1) + "\n"
        unfinished = self.partial / f"{run.name}.json"
        unfinished.write_text(text, encoding="utf-8")
        unfinished.rename(self.stamp_path(run))

    def discard(self, run):
        """Removes what a run has written so far."""
        shutil.rmtree(self.partial / run.name, ignore_errors=True)

    @contextlib.contextmanager
    def lock(self):
        """Keeps a second grid out of the folder while this one runs; cleans up at the end."""
        self.partial.mkdir(parents=True, exist_ok=True)
        with open(self.folder / ".lock", "w", encoding="ascii") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise RunError(f"{self.folder}: another quickstart is running here") from error
            try:
                yield
            finally:
                shutil.rmtree(self.partial, ignore_errors=True)


class Child:
    """One running program. Its output is kept aside, shown only if it fails."""

    def __init__(self, run, command):
        self.run = run
        self.command = command
        self.begin = time.monotonic()
        self.output = tempfile.TemporaryFile()
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=self.errors,
            start_new_session=True,  # a Ctrl-C reaches us alone, and we end it
            preexec_fn=die_with_parent(),
        )

    def has_ended(self):
        """True once the program has ended."""
        return self.process.poll() is not None

    def seconds(self):
        """How long it has been running."""
        return time.monotonic() - self.begin

    def failure(self):
        """The text of the error for a program that ended badly."""
        shown = last_lines(self.errors) or last_lines(self.output) or "(it printed nothing)"
        return (
            f"{self.run.name} failed with exit status {self.process.returncode}\n"
            f"--- what it printed ---\n{shown}\n--- the command ---\n{shlex.join(self.command)}"
        )

    def close(self):
        """Lets go of the output of a program that has ended."""
        self.output.close()
        self.errors.close()

    def stop(self):
        """Ends the program, first politely, and all that it started."""
        for number, patience in ((signal.SIGTERM, TERMINATE_SECONDS), (signal.SIGKILL, None)):
            if self.has_ended():
                return
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)


def last_lines(file):
    """The last lines of a file that a program has written."""
    file.seek(0)
    lines = file.read().decode("utf-8", "replace").strip().splitlines()
    return "\n".join(lines[-STDERR_LINES_SHOWN:])


@contextlib.contextmanager
def stop_requests():
    """Collects Ctrl-C and its like in a list instead of raising just anywhere."""
    received = []
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    former = {number: signal.signal(number, lambda n, _: received.append(n)) for number in numbers}
    try:
        yield received
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def run_grid(store, runs, jobs, say=print):
    """Runs what is not finished yet. Raises RunError at the first failure, ending the others.

    Raises KeyboardInterrupt on Ctrl-C, SIGTERM or SIGHUP, when all programs have been ended.
    """
    children = []
    with store.lock(), stop_requests() as requests:
        waiting = [run for run in runs if not store.is_finished(run)]
        progress = Progress(runs, waiting, jobs, say)
        try:
            while waiting or children:
                while waiting and len(children) < jobs:
                    children.append(start(store, waiting.pop(0)))
                time.sleep(POLL_SECONDS)
                if requests:
                    raise KeyboardInterrupt
                collect_ended(store, children, progress)
                progress.beat(children)
        finally:
            for child in children:
                child.stop()
                child.close()


def collect_ended(store, children, progress):
    """Takes in the runs that have ended."""
    for child in [child for child in children if child.has_ended()]:
        children.remove(child)
        finish(store, child)
        progress.finished(child.run, child.seconds(), children)


def start(store, run):
    """Starts one run."""
    store.prepare(run)
    return Child(run, store.command(run))


def finish(store, child):
    """Takes in a run that has ended."""
    failure = child.failure() if child.process.returncode != 0 else None
    child.close()
    if failure:
        raise RunError(failure)
    store.accept(child.run)
