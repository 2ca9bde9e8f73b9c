"""Index for the search page: titles of pages, sections and figures, and the labels of all rows.

Writes  search-index.js, a script: pages opened from a file may not read other files
"""

import json


def index(pages, sections):
    """Text of the script; `sections` as build.py lists them."""
    found = [{"page": page["title"], "address": f"{page['page']}.html", "sections":
              [_section(*section) for section in sections if section[0].page == page["page"]]}
             for page in pages]
    return f"window.searchIndex = {json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n"


def _section(entry, artifact, drawn, _state):
    return {"title": entry.title, "anchor": entry.name,
            "tables": [_table(table) for table in artifact.tables],
            "figures": [[image["name"], image["title"]] for _, images in drawn for image in images]}


def _table(table):
    """Its labels: those of the first column, each once, with the number of its first row."""
    labels = {}
    for number, (row, _) in enumerate(table.rows, 1):
        labels.setdefault(f"{row[0].raw}" if row[0].raw else row[0].text, number)
    return {"title": table.caption, "anchor": f"table-{table.name}",
            "rows": [[number, label] for label, number in labels.items()]}
