# SPDX-License-Identifier: GPL-2.0-only
"""Reads the result folder of one run of the experiment program.

A folder that is not what the program's documentation says gives a ResultError, whose text names
the file, the place in it and what was expected.
"""

import csv
import gzip
import json
from array import array
from dataclasses import dataclass

from mltpy.stats import mean, nearest_rank

TRANSFER_COLUMNS = (
    "iteration,layer,tensor,direction,source,destination,priority,bytes,"
    "start_ns,fct_ns,sent,delivered,lost,repaired,job"
).split(",")
LONGEST_NS = 1e13  # beyond what a simulation can last
ITERATION_COLUMNS = "iteration,worker,start_ns,end_ns,compute_ns,exposed_ns,job".split(",")
SUMMARY_NUMBERS = ("fct_mean_ns", "fct_p99_ns", "iteration_mean_ns", "iteration_max_ns")
SUMMARY_OBJECTS = ("totals", "conservation", "configuration", "versions")

# How far the summary's figures may lie from those recomputed from transfers.csv: they are
# printed with at least six digits, and times in whole nanoseconds.
RELATIVE_TOLERANCE = 1e-5
ABSOLUTE_TOLERANCE_NS = 1.0


class ResultError(Exception):
    """A result folder that cannot be used."""


@dataclass(frozen=True)
class Transfers:
    """What transfers.csv says: completion times in ascending order, and sums of payload bytes."""

    fct_ns: array
    payload_bytes: int
    sent_bytes: int
    delivered_bytes: int


@dataclass(frozen=True)
class RunResult:
    """What tables and figures need of one run. Times in nanoseconds."""

    fct_mean_ns: float
    fct_p99_ns: float
    iteration_mean_ns: float
    iteration_max_ns: float
    transfers: Transfers

    @property
    def delivered_share(self):
        """Distinct payload bytes delivered, as a share of what was to be transferred."""
        return self.transfers.delivered_bytes / self.transfers.payload_bytes


def read_run(folder):
    """Reads one result folder; returns a RunResult."""
    if not folder.is_dir():
        raise ResultError(f"{folder}: expected a result folder, found none")
    summary = read_summary(folder / "summary.json")
    check_header(folder / "iterations.csv", ITERATION_COLUMNS)
    path = find_transfers(folder)
    transfers = read_transfers(path)
    check_agreement(folder, path.name, summary, transfers)
    return RunResult(*(float(summary[key]) for key in SUMMARY_NUMBERS), transfers)


def read_summary(path):
    """Reads summary.json and checks the fields that are used."""
    try:
        summary = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ResultError(f"{path}: expected a readable file: {error.strerror}") from error
    except ValueError as error:
        raise ResultError(f"{path}: expected JSON: {error}") from error
    if not isinstance(summary, dict):
        raise ResultError(f"{path}: expected a JSON object, found {type(summary).__name__}")
    for key in SUMMARY_NUMBERS:
        value = summary.get(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
            raise ResultError(f"{path}: {key}: expected a number above 0, found {describe(value)}")
    for key in SUMMARY_OBJECTS:
        if not isinstance(summary.get(key), dict):
            found = describe(summary.get(key))
            raise ResultError(f"{path}: {key}: expected an object, found {found}")
    return summary


def describe(value):
    """A value as an error message names it."""
    return "nothing" if value is None else repr(value)


def find_transfers(folder):
    """The path of the transfers' table, plain or compressed."""
    for name in ("transfers.csv", "transfers.csv.gz"):
        if (folder / name).is_file():
            return folder / name
    raise ResultError(f"{folder}: expected transfers.csv or transfers.csv.gz, found neither")


def open_table(path):
    """Opens a CSV file, through gzip where its name says so."""
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8", newline="")
    return open(path, encoding="utf-8", newline="")


def read_header(path, reader, columns):
    """Reads a table's first row and returns the position of each column by name."""
    header = next(reader, None)
    if header is None:
        raise ResultError(f"{path}:1: expected the column names, found an empty file")
    missing = [column for column in columns if column not in header]
    if missing:
        raise ResultError(f"{path}:1: expected the columns {','.join(missing)}, found none of that name")
    return {column: header.index(column) for column in columns}


def check_header(path, columns):
    """Checks that a table is there, has these columns and at least one row."""
    try:
        with open_table(path) as file:
            reader = csv.reader(file)
            read_header(path, reader, columns)
            if next(reader, None) is None:
                raise ResultError(f"{path}:2: expected at least one row, found none")
    except (OSError, UnicodeDecodeError) as error:
        raise ResultError(f"{path}: expected a readable table: {error}") from error


def read_transfers(path):
    """Reads the transfers' table once, keeping only what is used."""
    try:
        with open_table(path) as file:
            reader = csv.reader(file)
            position = read_header(path, reader, TRANSFER_COLUMNS)
            columns = sum_transfers(path, reader, position)
    except (OSError, EOFError, UnicodeDecodeError, csv.Error) as error:
        raise ResultError(f"{path}: expected a readable table: {error}") from error
    if not columns[0]:
        raise ResultError(f"{path}:2: expected at least one transfer, found none")
    if columns[1] <= 0:
        raise ResultError(f"{path}: bytes: expected a sum above 0, found {columns[1]}")
    return Transfers(array("d", sorted(columns[0])), *columns[1:])


def sum_transfers(path, reader, position):
    """Goes through the rows: (completion times, payload, sent, delivered bytes)."""
    used = [position[name] for name in ("fct_ns", "bytes", "sent", "delivered")]
    fct_at, bytes_at, sent_at, delivered_at = used
    times = array("d")
    payload = sent = delivered = 0
    for row in reader:
        try:
            fct = float(row[fct_at])  # exact picoseconds: three decimals
            if not 0 < fct < LONGEST_NS:
                raise ValueError
            times.append(fct)
            payload += int(row[bytes_at])
            sent += int(row[sent_at])
            delivered += int(row[delivered_at])
        except (ValueError, IndexError, OverflowError):
            raise ResultError(f"{path}:{reader.line_num}: {row_fault(row, position)}") from None
    return times, payload, sent, delivered


def row_fault(row, position):
    """What is wrong with a row of the transfers' table."""
    if len(row) < len(position):
        return f"expected {len(position)} fields, found {len(row)}"
    for name in ("bytes", "sent", "delivered"):
        text = row[position[name]]
        if not text.isascii() or not text.isdigit():
            return f"{name}: expected a whole number, found '{text}'"
    return f"fct_ns: expected a time above 0 in nanoseconds, found '{row[position['fct_ns']]}'"


def check_agreement(folder, table, summary, transfers):
    """Checks the summary's completion times against the transfers themselves."""
    computed = {
        "fct_mean_ns": mean(transfers.fct_ns),
        "fct_p99_ns": nearest_rank(transfers.fct_ns, 0.99),
    }
    for key, value in computed.items():
        tolerance = max(ABSOLUTE_TOLERANCE_NS, RELATIVE_TOLERANCE * value)
        if abs(summary[key] - value) > tolerance:
            raise ResultError(
                f"{folder / 'summary.json'}: {key}: expected {value:.1f} as {table} has it, "
                f"found {summary[key]}"
            )
