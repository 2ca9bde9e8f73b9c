"""Paper Figure 1 of hard shapes: a job script for hard squares, and what does each of its steps here."""

from common.artifact import Artifact
from common.tables import Cell, Table, text

# What a script of the public program has to say, and where it is said here.
STEPS = (
    ("choose the shape", "square", "--body square"),
    ("number of bodies and density", "any", "--shapes 100 --packing 0.56"),
    ("number of steps", "10 000", "--error 0.005: the effort follows from the wanted error"),
    ("sizes of trial moves", "tuned to 20 % acceptance", "fixed, and stated in the record"),
    ("how it runs", "serial, MPI or GPU", "--scheme hpmc/serial-tree (all: ./touchstone list --family hpmc)"),
    ("output", "files of configurations", "a record with value, interval, verdict and replay"),
)


def build(context, records):
    lead = ("The paper's figure is a job script of its program that runs hard squares for ten thousand "
            "steps. A run of hard squares is one command here: <code>./touchstone validate --shapes 100 "
            "--body square --packing 0.56 --scheme hpmc/serial-tree</code>")
    return Artifact(lead, [Table("hpmc-figure-1", "Parts of a job, in the paper and here", [
        text("Part", lambda row: row[0]), text("Paper", lambda row: Cell(row[1], kind="published")),
        text("Here", lambda row: row[2])], rows=STEPS)])
