"""Result of a report script, and the context it may use."""

import re


class Artifact:
    """One entry of the manifest: text, tables and figures."""

    def __init__(self, lead="", tables=(), figures=(), notes=()):
        self.lead = lead  # one or two sentences: what it shows
        self.tables = list(tables)
        self.figures = list(figures)
        self.notes = list(notes)


class Context:
    """All records and published values; `records` are those of this run, `recorded` kept ones."""

    def __init__(self, records, recorded, data, schemes=None):
        self.records = records
        self.recorded = recorded
        self.data = data
        self.schemes = schemes or []
        self.addresses = {}  # of sections, by name
        self.timings = []  # those of all commits, also where one measurement was repeated

    def address(self, section):
        """Link to a section, on whichever page it is."""
        return self.addresses.get(section, f"#{section}")

    def all(self):
        """This run first, then recorded measurements that this run did not repeat."""
        here = {record.key for record in self.records}
        return self.records + [r for r in self.recorded if r.key not in here]

    def classes(self):
        """Problem classes that were run here."""
        return {record.klass for record in self.records}


def short_scheme(name):
    """The scheme without its family: checkerboard-openmp."""
    return name.split("/", 1)[-1]


def scheme_label(record):
    """Scheme and threads, as legends and tables name a run."""
    threads = f", {record.threads} threads" if record.threads > 1 else ""
    return short_scheme(record.scheme) + threads


def short_source(source):
    """The first authors and year of a citation, for narrow columns."""
    year = re.search(r"\((\d{4})\)", source)
    name = re.split(r",| et al", source)[0].strip()
    if year and name:
        return f"{name} {year.group(1)}"
    return source if len(source) <= 44 else source[:43] + "…"


def dimension(text):
    """Aspect ratios as the data files write them, for people: (9 : 8 √3/2)."""
    return re.sub(r"\s*/\s*", "/", text.replace("\\sqrt{3}", "√3")).replace("sqrt3", "√3")
