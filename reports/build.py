#!/usr/bin/env python3
"""Builds the report: every table and figure of manifest.csv, on pages and as files.

Reads   results/*.jsonl (this run), --recorded (longer runs kept in the repository),
        validation/data/*.csv (published values)
Writes  OUT/index.html, a page for each family and checker, OUT/records/*.html with the records,
        OUT/tables/*.{csv,md,tex}, OUT/figures/*.{svg,pdf}, and what the pages need: static/, vendor/,
        search-index.js; the same records give the same bytes. OUT/pdf/*.pdf with --pdf
Exit    0 built, 2 a gap in the manifest, or missing or truncated input, or input of another format, or a
        page that is too large (all pages are written)
"""

import argparse
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools/mutate"), str(HERE.parent / "tools/cluster")]

from common import (coverage, evidence, figures, front, library, manifest, page, printed, printing,  # noqa: E402
                    reading, schemes, search)
from common.artifact import Context  # noqa: E402
from common.errors import ReportError  # noqa: E402
from common.published import Data  # noqa: E402

LARGEST_PAGE = 1_000_000  # bytes: a browser must open it at once
NAMED = 4  # sections without records that standard error names
EXAMPLES = """examples:
  touchstone report
  touchstone report --results nightly --out /srv/www/touchstone
  touchstone report --results a.jsonl b.jsonl --out page --strict
  touchstone report --pdf                                       all pages on paper
  touchstone report --paper mpmc                                a supplement of one paper
"""


def arguments(argv):
    parser = argparse.ArgumentParser(prog=signature(),
                                     description="Builds the report from result records.",
                                     epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", nargs="+", metavar="PATH",
                        default=[os.environ.get("TOUCHSTONE_RESULTS") or HERE.parent / "results"],
                        help="folders with *.jsonl, or such files (default: results/)")
    parser.add_argument("--out", metavar="DIR", help="where the report goes (default: report/ beside the records)")
    parser.add_argument("--data", default=HERE.parent / "validation" / "data", metavar="DIR",
                        help="published values (default: validation/data)")
    parser.add_argument("--recorded", default=HERE.parent / "validation" / "recorded",
                        metavar="DIR", help="records of longer runs (default: validation/recorded)")
    parser.add_argument("--manifest", default=HERE, metavar="DIR",
                        help="folder of manifest.csv, papers.csv and the scripts")
    parser.add_argument("--no-figures", action="store_true",
                        help="tables only, which takes a second")
    parser.add_argument("--pdf", action="store_true",
                        help="print every page, too: pdf/PAGE.pdf, and all of them in pdf/supplement.pdf; "
                        "needs chromium and poppler-utils")
    parser.add_argument("--paper", metavar="NAME",
                        help="print the page of this paper alone, as pdf/NAME.pdf: mpmc, ecmc, hpmc, cmc or "
                        "longrange; needs chromium")
    parser.add_argument("--strict", action="store_true",
                        help="a section without records, though what fills it was run whole, is "
                        "an error")
    found = parser.parse_args(argv)
    if not found.out:
        first = pathlib.Path(found.results[0])
        found.out = (first.parent if first.is_file() else first) / "report"
    return found


def load_context(options):
    """Records of this run, recorded ones, published values and the list of schemes."""
    kept = pathlib.Path(options.recorded)
    recorded, timings = [], []
    if kept.is_dir() and any(kept.glob("*.jsonl")):
        recorded = reading.load([kept], recorded=True, timings=timings)
    context = Context(reading.load(options.results, timings=timings), recorded, Data(options.data),
                      schemes.load(options.results))
    context.timings = timings
    return context


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))


def write_tables(out, tables):
    for table in tables:
        table.complete()
        for suffix, text in (("csv", table.to_csv()), ("md", table.to_markdown()),
                             ("tex", table.to_latex())):
            write(out / "tables" / f"{table.name}.{suffix}", text)


def write_artifact(out, artifact):
    """Writes the files of one artifact; returns [(figure, what the page says of its images)]."""
    write_tables(out, artifact.tables)
    return [(figure, [write_panel(out / "figures", panel) for panel in figure.panels])
            for figure in artifact.figures]


def write_panel(folder, panel):
    """Writes one image, and a copy in the colours of the page."""
    files = panel.files()
    for suffix, content in files.items():
        write(folder / f"{panel.name}.{suffix}", content)
    write(folder / "page" / f"{panel.name}.svg", figures.themed(files["svg"]))
    width, height = figures.pixels(files["svg"])
    return {"name": panel.name, "title": panel.title, "width": width, "height": height}


def refuse_gaps(covered, options):
    """Names the sections without records on one line; with --strict a gap ends it all."""
    empty = covered.of(coverage.GAP) + covered.of(coverage.NOT_RUN) + covered.of(coverage.LONGER)
    gaps = [entry.name for entry in covered.of(coverage.GAP)]
    if gaps and options.strict:
        raise ReportError(pathlib.Path(options.manifest) / "manifest.csv", "missing records",
                          "records for every section whose part of the suite was run whole",
                          f"none for {', '.join(gaps)}")
    if empty:
        many = "1 section has" if len(empty) == 1 else f"{len(empty)} sections have"
        named = [entry.name for entry in empty[:NAMED]] + ["..."] * (len(empty) > NAMED)
        print(f"report: {many} no records: {', '.join(named)}; see the report's front page",
              file=sys.stderr, flush=True)


def build(options):
    printers = printing.tools(joins=not options.paper) if options.pdf or options.paper else None
    entries, papers, pages, rows = manifest.load(options.manifest)
    refuse_unknown_paper(options, papers)
    context = load_context(options)
    entries, pages = manifest.with_families(entries, pages, context.all(), HERE)
    covered = coverage.Coverage(entries, context)
    refuse_gaps(covered, options)
    out = pathlib.Path(options.out)
    kept = evidence.pages(context.all())
    context.addresses = {entry.name: entry.address for entry in entries}
    sections, shown = [], set()
    for entry in entries:
        chosen = entry.select(context.all())
        if entry.is_specific():
            shown.update(id(record) for record in chosen)
        artifact = entry.module().build(context, chosen)
        if options.no_figures:
            artifact.figures = figures.dropped(artifact.figures)
        sections.append((entry, artifact, write_artifact(out, artifact), covered.states[entry.name]))
    rest = [record for record in context.records if id(record) not in shown]
    items = printed.Printed(rows, entries, covered.states, context)
    for paper in papers:
        write_tables(out, [items.table(paper["paper"])])
    write_pages(out, context, covered, pages, papers, items, sections, kept, rest)
    print(f"report: {len(sections)} sections, {len(context.records)} records, "
          f"{len(context.recorded)} recorded: {options.out}/index.html", flush=True)
    if printers:
        made = printing.print_pages(out, [options.paper] if options.paper else
                                    ["index", *(row["page"] for row in pages)], printers)
        print(f"report: printed: {options.out}/{printing.FOLDER}/{made}", flush=True)


def refuse_unknown_paper(options, papers):
    known = [paper["paper"] for paper in papers]
    if options.paper and options.paper not in known:
        raise ReportError("--paper", "no such paper", "one of " + ", ".join(known), repr(options.paper))


def write_pages(out, context, covered, pages, papers, items, sections, kept, rest):
    """Writes the front page, one page for each of pages.csv, the records, and the search."""
    files, scripts = library.files()
    site = page.Site(context, pages, scripts)
    tables = [table for _, artifact, _, _ in sections for table in artifact.tables]
    files["index.html"] = site.render(
        "front.html", "index", "Touchstone report",
        printed=items, states=printed.SHOWN,
        **front.build(context, tables, covered, [row["page"] for row in pages]))
    for row in pages:
        mine = [section for section in sections if section[0].page == row["page"]]
        files[f"{row['page']}.html"] = page.render(site, context, row, papers, items, mine)
    for part in kept:
        files[part.address] = site.render(
            "evidence.html", "records", f"Records of {part.title}", root="../",
            shared=part.shared and evidence.written(part.shared), items=part.items())
    files["records.html"] = site.render("records.html", "records", "Records", evidence=kept,
                                        rest=page.others(rest))
    files["search-index.js"] = search.index(pages, sections)
    files["search.html"] = site.render("search.html", "search", "Search",
                                       scripts=["search-index.js", "static/search.js"])
    for name, content in files.items():
        write(out / name, content)
    refuse_large(out, [name for name in files if name.endswith(".html")])


def refuse_large(out, names):
    """The report is there to be read, and an error all the same."""
    sizes = {name: (out / name).stat().st_size for name in names}
    large = [f"{name} with {size}" for name, size in sizes.items() if size > LARGEST_PAGE]
    if large:
        raise ReportError(out, "size of a page", f"at most {LARGEST_PAGE} bytes (a section that is larger "
                          "needs a page of its own: reports/README.md)", ", ".join(large))


def signature():
    """Messages are signed as the user called the program: by the launcher's verb, or alone."""
    return os.environ.get("TOUCHSTONE_SIGNED") or "build.py"


def main(argv=None):
    try:
        build(arguments(argv))
    except ReportError as error:
        print(f"{signature()}: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{signature()}: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
