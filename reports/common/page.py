"""The HTML page: self-contained, no script, readable on a phone, light and dark."""

import html
import pathlib

from common import commands, coverage, machine
from common.tables import Column, Table, chip, estimate, verdict

STYLE = pathlib.Path(__file__).with_name("style.css")
MARK = ('<svg class="mark" viewBox="0 0 40 40" aria-hidden="true">'
        '<path d="M7 12 L15 4 L31 6 L37 19 L31 34 L14 37 L4 26 Z"/>'
        '<path class="streak" d="M12 27 Q20 22 29 12"/></svg>')


def render(context, papers, head, sections, rest):
    """The whole page as text."""
    body = "\n".join(_section(*section) for section in sections)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Touchstone report</title>
<style>
{STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<a class="skip" href="#front">Skip to the verdicts</a>
<header>{MARK}<div><h1>Touchstone</h1><p>{_subtitle(context)}</p></div></header>
{_navigation(sections, rest)}
<main>
{head}
{body}
{_rest(rest)}
{_footer(papers)}
</main>
</body>
</html>
"""


def _subtitle(context):
    families = ", ".join(sorted({r.family for r in context.records}))
    facts = dict(machine.facts(context.records))
    return html.escape(f"{families} · class {facts['Class']} · commit {facts['Commit']} · "
                       f"{facts['Measured']}")


def _navigation(sections, rest):
    links = ['<a href="#front">Verdicts</a>']
    for paper, entries in _by_paper([entry for entry, *_ in sections]):
        links.append(f"<b>{html.escape(paper)}</b>")
        short = [entry.title.split(":")[0] for entry in entries]
        links += [f'<a href="#{entry.name}">'
                  f"{html.escape(name if short.count(name) == 1 else entry.title)}</a>"
                  for entry, name in zip(entries, short)]
    if rest:
        links.append('<a href="#rest">Other records</a>')
    return f'<nav aria-label="Sections">{"".join(links)}</nav>'


def _by_paper(entries):
    """[(paper, entries)] in the order of the page: a paper may come twice."""
    groups = []
    for entry in entries:
        if not groups or groups[-1][0] != entry.paper:
            groups.append((entry.paper, []))
        groups[-1][1].append(entry)
    return groups


def _section(entry, artifact, drawn, state):
    parts = [f'<section id="{entry.name}"><h2>{html.escape(entry.title)}</h2>']
    if artifact.lead:
        parts.append(f'<p class="lead">{artifact.lead}</p>')
    parts.append(_missing(entry, state))
    for figure, images in drawn:
        panels = "".join(f'<div class="plot-panel">{svg}</div>' for _, svg in images)
        wide = " wide" if figure.wide else ""
        parts.append(f'<figure class="plots{wide}"><div class="panes">{panels}</div>'
                     f"<figcaption>{html.escape(figure.caption)}</figcaption></figure>")
    parts += [table.to_html() for table in artifact.tables]
    parts += [f'<p class="note">{note}</p>' for note in artifact.notes]
    parts.append(_files(artifact, drawn))
    return "\n".join(parts) + "</section>"


def _missing(entry, state):
    """Why a section is empty, and the command that fills it; on hovering, what it selects."""
    if state in (coverage.SHOWN, coverage.STATIC):
        return ""
    typed = " or ".join(f"<code>{html.escape(text)}</code>" for text in commands.commands(entry))
    title = f' title="{html.escape("records wanted: " + entry.selector)}"'
    if state == coverage.GAP:
        return (f'<p class="gap"{title}>{chip("fail", "gap")} This part of the suite was run, but '
                f"wrote no record for this section: {typed}</p>")
    if state == coverage.LONGER:
        return (f'<p class="absent"{title}>{chip("not run", "not run")} needs class '
                f"{entry.klass}, which was not run: {typed}</p>")
    word = "only recorded, longer runs are shown" if state == coverage.RECORDED else "not run"
    return f'<p class="absent"{title}>{chip("not run", word)} to run it here: {typed}</p>'


def _files(artifact, drawn):
    links = [f'<span>{table.name} ' + " ".join(
        f'<a href="tables/{table.name}.{suffix}">{word}</a>'
        for suffix, word in (("csv", "CSV"), ("md", "Markdown"), ("tex", "LaTeX"))) + "</span>"
        for table in artifact.tables]
    links += [f'<span>{name} <a href="figures/{name}.svg">SVG</a> '
              f'<a href="figures/{name}.pdf">PDF</a></span>'
              for _, images in drawn for name, _ in images]
    if not links:
        return ""
    return f'<details class="files"><summary>Files</summary><p>{" ".join(links)}</p></details>'


def _rest(rest):
    """Records that no line of the manifest selects: shown, so that nothing is hidden."""
    if not rest:
        return ""
    table = Table("other-records", "Records of this run that no section above shows",
                  [Column("Kind"), Column("Scheme"), Column("Metric"), Column("Value", "r"),
                   Column("Verdict")])
    for record in rest:
        table.add(record.kind, record.scheme, record.metric, estimate(record),
                  verdict(record.verdict))
    return f'<section id="rest"><h2>Other records</h2>{table.to_html()}</section>'


def _doi(doi):
    """A link, or nothing where none is known."""
    return f'<a href="https://doi.org/{doi}">doi:{doi}</a>' if doi else ""


def _footer(papers):
    cited = "".join(f'<li><b>{html.escape(p["paper"])}</b> {html.escape(p["citation"])}. '
                    f"{_doi(p['doi'])}</li>" for p in papers)
    return ('<footer><h2>How to read this</h2><p>Ours: value ± half of the 95 % interval. '
            "Published: the digits in parentheses are the uncertainty as printed, one standard "
            "error unless the table says otherwise. <em>Inconclusive</em> means the run was too "
            "noisy to see the smallest effect that matters; only <em>pass</em> is pass. "
            "Everything is rebuilt by <code>./touchstone reproduce</code>.</p>"
            f"<h2>Papers</h2><ul>{cited}</ul></footer>")
