# SPDX-License-Identifier: GPL-2.0-only
"""The quickstart's figures: bars of completion times, and their distribution.

Drawn at the width of a paper's column (3.5 in), no text under 8 pt. Colours: Okabe and Ito's
palette, which the colour-blind can tell apart; hatches and line styles do the same in grey.
"""

import matplotlib

matplotlib.use("Agg")  # no display needed

import matplotlib.pyplot as plt
from matplotlib.ticker import FormatStrFormatter, LogLocator, NullFormatter

from mltpy.files import whole_file
from mltpy.grid import MODELS, SCHEMES

COLUMN_INCHES = 3.5
DOTS_PER_INCH = 300
CDF_POINTS = 1000

STYLES = {
    "dctcp-rto10ms": {"color": "#D55E00", "hatch": "////", "linestyle": "-."},
    "dctcp-rto1ms": {"color": "#E69F00", "hatch": "\\\\\\\\", "linestyle": "--"},
    "mlt-p0": {"color": "#0072B2", "hatch": "", "linestyle": "-"},
    "mlt-p10": {"color": "#56B4E9", "hatch": "....", "linestyle": ":"},
}
BAR_METRICS = ("fct_mean_ns", "fct_p99_ns", "iteration_max_ns")
AXIS_LABELS = {
    "fct_mean_ns": "mean FCT",
    "fct_p99_ns": "p99 FCT",
    "iteration_max_ns": "iteration time of the\nslowest worker",
}
SETTINGS = {
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "axes.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "pdf.fonttype": 42,  # text stays text
}


def new_figure(rows, columns, height, title, **options):
    """A figure of the column's width with a grid of axes below title and legend."""
    figure, axes = plt.subplots(rows, columns, figsize=(COLUMN_INCHES, height), squeeze=False, **options)
    # Not suptitle: tight_layout would leave room for it a second time.
    figure.text(0.5, 1 - 0.04 / height, title, ha="center", va="top", linespacing=1.3)
    lines = title.count("\n") + 1
    return figure, axes, 1 - (0.08 + 0.15 * lines) / height


def add_legend(figure, handles, top):
    """The legend below the title in two columns; returns the height left for the axes."""
    labels = [scheme.label for scheme in SCHEMES]
    height = figure.get_figheight()
    figure.legend(
        handles, labels, loc="upper center", bbox_to_anchor=(0.5, top), ncol=2, frameon=False,
        handlelength=2.4, columnspacing=1.2, labelspacing=0.3, borderaxespad=0,
    )  # fmt: skip
    return top - 0.36 / height


def short_number(value):
    """A number as it fits above a bar: two decimals below 10, one below 100, then none."""
    decimals = 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:.{decimals}f}"


def unit_of(estimates):
    """The unit for a row of panels, as (name, nanoseconds): s if any value has over three digits in ms."""
    largest = max(value.mean for value in estimates)
    return ("s", 1e9) if largest >= 999.5e6 else ("ms", 1e6)


def draw_bar(axes, place, style, mean, half_width):
    """One bar with its interval and its value above; returns the bar and its top."""
    bar = axes.bar(
        place, mean, width=0.82, color=style["color"], hatch=style["hatch"], edgecolor="black",
        linewidth=0.6,
    )  # fmt: skip
    if half_width:
        axes.errorbar(place, mean, half_width, color="black", capsize=2.5, linewidth=0.9)
    top = mean + half_width
    axes.annotate(
        short_number(mean), (place, top), (0, 2), textcoords="offset points", ha="center", va="bottom"
    )
    return bar, top


def draw_panel(axes, values, unit_ns):
    """One panel: a bar for each scheme. Returns the bars."""
    bars = [
        draw_bar(axes, place, STYLES[scheme.key], value.mean / unit_ns, (value.half_width or 0) / unit_ns)
        for place, (scheme, value) in enumerate(zip(SCHEMES, values))
    ]
    axes.set_ylim(0, 1.22 * max(top for _, top in bars))
    axes.set_xticks([])
    axes.spines[["top", "right"]].set_visible(False)
    return [bar for bar, _ in bars]


def draw_means(means, title):
    """The figure of bars: a row for each metric, a column for each model."""
    figure, axes, top = new_figure(len(BAR_METRICS), len(MODELS), 5.2, title)
    for row, metric in zip(axes, BAR_METRICS):
        values = {model: [means[model, scheme.key, metric] for scheme in SCHEMES] for model, _, _ in MODELS}
        unit, unit_ns = unit_of([value for of_model in values.values() for value in of_model])
        for panel, (model, _, _) in zip(row, MODELS):
            handles = draw_panel(panel, values[model], unit_ns)
        row[0].set_ylabel(f"{AXIS_LABELS[metric]} [{unit}]")
    for panel, (_, label, _) in zip(axes[0], MODELS):
        panel.set_title(label)
    figure.align_ylabels(axes[:, 0])
    top = add_legend(figure, handles, top)
    figure.tight_layout(pad=0.5, h_pad=0.8, w_pad=0.8, rect=(0, 0, 1, top))
    return figure


def cdf_points(times):
    """The empirical distribution of ascending times [ns], thinned: (times [ms], shares)."""
    count = len(times)
    places = sorted({round(step * (count - 1) / CDF_POINTS) for step in range(CDF_POINTS + 1)})
    return [times[place] * 1e-6 for place in places], [(place + 1) / count for place in places]


def draw_distribution(times, title):
    """The figure of distributions: a panel for each model, a line for each scheme."""
    figure, axes, top = new_figure(len(MODELS), 1, 4.6, title, sharex=True)
    for panel, (model, label, _) in zip(axes[:, 0], MODELS):
        handles = []
        for scheme in SCHEMES:
            style = STYLES[scheme.key]
            handles += panel.plot(
                *cdf_points(times[model, scheme.key]), color=style["color"],
                linestyle=style["linestyle"], linewidth=1.6,
            )  # fmt: skip
        panel.set_xscale("log")
        panel.set_ylim(0, 1.02)
        panel.set_title(label)
        panel.set_ylabel("share of transfers")
        panel.grid(True, which="major", linewidth=0.3, color="0.8")
    set_log_ticks(axes[-1, 0].xaxis)
    axes[-1, 0].set_xlabel("FCT of a transfer [ms, logarithmic]")
    top = add_legend(figure, handles, top)
    figure.tight_layout(pad=0.5, h_pad=0.8, rect=(0, 0, 1, top))
    return figure


def set_log_ticks(axis):
    """Plain numbers at the decades."""
    axis.set_major_locator(LogLocator(10, numticks=20))
    axis.set_major_formatter(FormatStrFormatter("%g"))
    axis.set_minor_formatter(NullFormatter())


def save(figure, *paths):
    """Writes a figure to each path, without dates in it."""
    for path in paths:
        metadata = {"CreationDate": None} if path.suffix == ".pdf" else None
        with whole_file(path) as temporary:
            figure.savefig(temporary, dpi=DOTS_PER_INCH, metadata=metadata)
    plt.close(figure)


def draw_all(folder, means, times, scale_title, notes):
    """Draws the figures into a folder; notes are the last lines of their titles. Returns the paths."""
    bars = [folder / "fct.png", folder / "fct.pdf"]
    lines = [folder / "fct-cdf.png", folder / "fct-cdf.pdf"]
    with plt.rc_context(SETTINGS):
        save(draw_means(means, f"{scale_title}\n{notes[0]}"), *bars)
        save(draw_distribution(times, f"{scale_title}\n{notes[1]}"), *lines)
    return bars + lines
