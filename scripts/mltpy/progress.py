# SPDX-License-Identifier: GPL-2.0-only
"""Progress lines of a grid: the share done and the time left."""

import time

BEAT_SECONDS = 15.0


def clock(seconds):
    """Seconds as minutes and seconds, 1:05."""
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02d}"


class Progress:
    """Tells how far a grid is. Runs count by their work, for they differ in length."""

    def __init__(self, runs, waiting, jobs, say):
        self.say = say
        self.jobs = jobs
        self.begin = self.last = time.monotonic()
        self.total = sum(run.work for run in waiting)
        self.done = 0.0
        self.busy_seconds = 0.0
        self.finished_runs = len(runs) - len(waiting)
        self.all_runs = len(runs)
        kept = f", {self.finished_runs} of them already finished" if self.finished_runs else ""
        at_once = f", {min(jobs, len(waiting))} at once" if waiting else ""
        say(f"quickstart: {self.all_runs} runs{kept}{at_once}")

    def finished(self, run, seconds, children):
        """Notes that a run has ended."""
        self.done += run.work
        self.busy_seconds += seconds
        self.finished_runs += 1
        self.last = time.monotonic()
        self.say(f"quickstart: {run.name}: {seconds:.1f} s; {self.state(children)}")

    def beat(self, children):
        """Gives a sign of life now and then."""
        if time.monotonic() - self.last >= BEAT_SECONDS:
            self.last = time.monotonic()
            self.say(f"quickstart: {len(children)} running; {self.state(children)}")

    def state(self, children):
        """The share done and the time left, as text."""
        share = 100 * self.done / self.total
        elapsed = clock(time.monotonic() - self.begin)
        return (
            f"{self.finished_runs} of {self.all_runs} runs, {share:.0f} % of the work done "
            f"in {elapsed}, {self.time_left(children)}"
        )

    def time_left(self, children):
        """An estimate from the runs that have ended: their seconds per unit of work."""
        if self.done == 0:
            return "time left not known yet"
        rate = self.busy_seconds / self.done
        spent = sum(min(child.seconds(), child.run.work * rate) for child in children)
        left = ((self.total - self.done) * rate - spent) / self.jobs
        return f"about {clock(left)} left"
