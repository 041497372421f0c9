# SPDX-License-Identifier: GPL-2.0-only
"""The quickstart's numbers as tables: on the terminal and as CSV files."""

import csv
from dataclasses import dataclass

from mltpy.files import whole_file
from mltpy.grid import MODEL_LABELS, MODELS, SCHEMES
from mltpy.stats import estimate


@dataclass(frozen=True)
class Metric:
    """One quantity of a run: where it comes from and how it is printed."""

    key: str
    label: str
    unit: str
    scale: float
    value: object  # a function from RunResult to a number


METRICS = (
    Metric("fct_mean_ns", "mean FCT", "ms", 1e-6, lambda result: result.fct_mean_ns),
    Metric("fct_p99_ns", "p99 FCT", "ms", 1e-6, lambda result: result.fct_p99_ns),
    Metric("iteration_max_ns", "iteration", "ms", 1e-6, lambda result: result.iteration_max_ns),
    Metric("delivered_share", "delivered", "%", 100, lambda result: result.delivered_share),
    Metric("sent_bytes", "sent", "GB", 1e-9, lambda result: result.transfers.sent_bytes),
)
COMPARED = ("fct_mean_ns", "fct_p99_ns", "iteration_max_ns", "sent_bytes")

RUN_COLUMNS = (
    "topology,mtu,model,scheme,seed,transfers,fct_mean_ns,fct_p99_ns,iteration_mean_ns,"
    "iteration_max_ns,payload_bytes,sent_bytes,delivered_bytes,delivered_share"
).split(",")
MEAN_COLUMNS = "topology,mtu,model,scheme,metric,runs,mean,half_width_95".split(",")


def describe_scale(scale):
    """The fabric and the job in words, as every title has them."""
    return (
        f"leaf-spine {scale.topology} ({scale.hosts} hosts: {scale.workers} workers, "
        f"{scale.servers} servers), MTU {scale.mtu}, one iteration"
    )


def describe_interval(scale):
    """What the figures stand for: the mean over seeds and its interval, or a single run."""
    if len(scale.seeds) == 1:
        return "a single seed, so no intervals"
    return f"mean of {len(scale.seeds)} seeds with its 95 % t-interval"


def describe_pool(scale):
    """What the distributions are drawn from."""
    count = len(scale.seeds)
    return "all transfers of one seed" if count == 1 else f"all transfers of {count} seeds together"


def estimates(results):
    """Means and intervals over the seeds: {(model, scheme key, metric key): Estimate}."""
    return {
        (model, scheme, metric.key): estimate([metric.value(result) for result in by_seed.values()])
        for (model, scheme), by_seed in results.items()
        for metric in METRICS
    }


def cell(value, metric):
    """An estimate as the table has it."""
    text = f"{value.mean * metric.scale:.2f}"
    return text if value.half_width is None else f"{text} ±{value.half_width * metric.scale:.2f}"


def align(rows, left=2):
    """Rows of equal length as lines; the first columns to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            text.ljust(width) if column < left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in rows
    ]


def result_table(means):
    """The lines of the main table: model x transport."""
    rows = [["model", "transport"] + [f"{metric.label} [{metric.unit}]" for metric in METRICS]]
    for model, label, _ in MODELS:
        for scheme in SCHEMES:
            cells = [cell(means[model, scheme.key, metric.key], metric) for metric in METRICS]
            rows.append([label, scheme.label] + cells)
    return align(rows)


def percent_change(means, model, scheme, baseline, key):
    """How much a scheme's mean differs from the baseline's, as text: -12.3 %."""
    ratio = means[model, scheme.key, key].mean / means[model, baseline.key, key].mean
    return f"{100 * (ratio - 1):+.1f} %"


def comparison_table(means):
    """The lines of the second table: MLT against DCTCP."""
    metrics = [metric for metric in METRICS if metric.key in COMPARED]
    rows = [["model", "MLT against DCTCP"] + [metric.label for metric in metrics]]
    for model, label, _ in MODELS:
        for scheme in [scheme for scheme in SCHEMES if not scheme.is_baseline]:
            for baseline in [scheme for scheme in SCHEMES if scheme.is_baseline]:
                changes = [percent_change(means, model, scheme, baseline, m.key) for m in metrics]
                rows.append([label, f"{scheme.label} against {baseline.label}"] + changes)
    return align(rows)


def print_report(scale, means, say=print):
    """Prints both tables."""
    say(f"\n{', '.join(MODEL_LABELS.values())}: {describe_scale(scale)}; {describe_interval(scale)}.")
    say("FCT: flow completion time of a transfer, from ready to complete at the receiver.")
    say("Iteration: of the slowest worker. Sent: payload bytes, sent again included.\n")
    for line in result_table(means):
        say(line)
    say("\nBelow zero: MLT needs less.")
    for line in comparison_table(means):
        say(line)


def run_row(scale, model, scheme, seed, result):
    """One run as a row of fct.csv."""
    transfers = result.transfers
    return (
        [scale.topology, scale.mtu, model, scheme, seed, len(transfers.fct_ns)]
        + [result.fct_mean_ns, result.fct_p99_ns, result.iteration_mean_ns, result.iteration_max_ns]
        + [transfers.payload_bytes, transfers.sent_bytes, transfers.delivered_bytes]
        + [f"{result.delivered_share:.6f}"]
    )


def write_runs(path, scale, results):
    """Writes fct.csv: one row a run."""
    with whole_file(path) as temporary, open(temporary, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(RUN_COLUMNS)
        for (model, scheme), by_seed in results.items():
            for seed, result in by_seed.items():
                writer.writerow(run_row(scale, model, scheme, seed, result))


def write_means(path, scale, means):
    """Writes fct-mean.csv: one row a mean over the seeds."""
    with whole_file(path) as temporary, open(temporary, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(MEAN_COLUMNS)
        for (model, scheme, metric), value in means.items():
            width = "" if value.half_width is None else value.half_width
            row = [scale.topology, scale.mtu, model, scheme, metric, value.runs, value.mean, width]
            writer.writerow(row)
