"""Options and results files that the command-line tools share."""

import os
import pathlib
import sys


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


def guarded(verb, main):
    """The exit code of main(), or 2 where what it prints finds no place: a full disk is no verdict."""
    try:
        code = main()
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes the rest when it ends
        print(f"touchstone {verb}: {error}", file=sys.stderr)
        return 2
    return code


def set_cut_line_aside(path):
    """A last line without an end, which a kill left, goes to the file's .cut."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        keep = data.rfind(b"\n") + 1
        with open(str(path) + ".cut", "ab") as file:
            file.write(data[keep:] + b"\n")
        os.truncate(path, keep)  # at no time is what comes before it gone
