"""Survivors that are equal to the original, each with its reason: checkers/mutants/equal.csv.

A mutant is known there by its file, its operator, its change, and the first of the source lines that it
changes, without indentation: what stays when lines above it come or go.
"""

import csv
import pathlib

LIST = pathlib.Path(__file__).resolve().parents[2] / "checkers/mutants/equal.csv"
COLUMNS = ("file", "operator", "line", "original", "mutated")


def read(path=LIST):
    """{mutant: reason}; ValueError for a line without one."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for number, row in enumerate(rows, start=2):
        if not row.get("reason"):
            raise ValueError(f"{path}:{number}: expected a reason why the mutant is equal, found none")
    return {tuple(row[name] for name in COLUMNS): row["reason"] for row in rows}


def reason(known, file, params, diff):
    """Why a mutant is equal, by the params and the fact `diff` of its record, or None."""
    line = diff.split("\n")[0][1:].strip()
    return known.get((file, params["operator"], line, params["original"], params["mutated"]))
