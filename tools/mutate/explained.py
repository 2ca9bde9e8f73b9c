"""Survivors that are equal to the original, each with its reason: checkers/mutants/equal.csv.

A mutant is known there by its file, the function that it is in, its operator, its change, the first of the source lines
that it changes, without indentation, and the place of the change among those of the same text in these lines, from 1
on: what stays when lines above it come or go.
"""

import csv
import pathlib

LIST = pathlib.Path(__file__).resolve().parents[2] / "checkers/mutants/equal.csv"
COLUMNS = ("file", "function", "operator", "line", "original", "place", "mutated")


def read(path=LIST):
    """{mutant: reason}; ValueError for a line without one, and for a mutant that is there twice."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    known = {}
    for number, row in enumerate(rows, start=2):
        if not row.get("reason"):
            raise ValueError(f"{path}:{number}: expected a reason why the mutant is equal, found none")
        mutant = tuple(row[name] for name in COLUMNS)
        if mutant in known:
            raise ValueError(f"{path}:{number}: expected each mutant once, "
                             f"found {row['original']} -> {row['mutated']} again")
        known[mutant] = row["reason"]
    return known


def place(before, after, original, mutated):
    """Which of the places with the text `original` is changed, from 1 on; 0 if none of them is, or no text is given."""
    if original is None or mutated is None:
        return 0
    begins = [at for at in range(len(before)) if before.startswith(original, at)]
    for number, at in enumerate(begins, start=1):
        if _without_spaces(before[:at] + mutated + before[at + len(original):]) == _without_spaces(after):
            return number
    return 0


def _without_spaces(text):
    """The text without its spaces, which a mutant that drops a line does not keep."""
    return "".join(text.split())


def reason(known, file, params, diff):
    """Why a mutant is equal, by the params and the fact `diff` of its record, or None."""
    lines = diff.split("\n")
    before, after = ("\n".join(line[1:] for line in lines if line.startswith(sign)) for sign in "-+")
    at = place(before, after, params["original"], params["mutated"])
    return known.get((file, params["function"], params["operator"], lines[0][1:].strip(), params["original"], str(at),
                      params["mutated"]))
