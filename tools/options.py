"""Options that the command-line tools share."""

import os
import pathlib


def positive(text):
    """An integer of at least 1; ValueError otherwise, which argparse reports."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def results_path(chosen, name):
    """The results file that `chosen` means: itself, or `name` in this folder; by default in results/."""
    path = chosen or pathlib.Path(os.environ.get("TOUCHSTONE_RESULTS", "results")) / name
    return path if path.suffix == ".jsonl" else path / name
