"""Selects records by the text of the manifest: "kind=validation; metric=exact/*; disks=72|870".

Terms are joined by ';' and must all hold. A term is field=pattern; alternatives are separated by
'|'; patterns are shell globs; '!' before a pattern excludes what matches it. A field that is not
one of the record is looked up in its params.
"""

import fnmatch

from common.errors import ReportError

FIELDS = {"kind": "kind", "family": "family", "scheme": "scheme", "metric": "metric",
          "backend": "backend", "class": "klass", "threads": "threads", "verdict": "verdict", "mutant": "mutant"}


def parse(text, where):
    """[(field, [patterns])]; an empty text selects nothing."""
    terms = []
    for term in filter(None, (part.strip() for part in text.split(";"))):
        field, equals, patterns = term.partition("=")
        if not equals or not field.strip() or not patterns.strip():
            raise ReportError(where, "record selector", "field=pattern; field=pattern", repr(term))
        terms.append((field.strip(), [p.strip() for p in patterns.split("|")]))
    return terms


def matches(record, terms):
    """True when every term holds."""
    return all(_holds(_text(record, field), patterns) for field, patterns in terms)


def _holds(text, patterns):
    wanted = [pattern for pattern in patterns if not pattern.startswith("!")]
    if any(fnmatch.fnmatchcase(text, pattern[1:]) for pattern in patterns
           if pattern.startswith("!")):
        return False
    return not wanted or any(fnmatch.fnmatchcase(text, pattern) for pattern in wanted)


def only_excludes(patterns):
    return all(pattern.startswith("!") for pattern in patterns)


def _text(record, field):
    value = getattr(record, FIELDS[field]) if field in FIELDS else record.param(field, "")
    return f"{value:g}" if isinstance(value, float) else str(value)


def select(records, terms):
    return [record for record in records if terms and matches(record, terms)]


def group_by(items, key):
    """[(key, items)] in order of first appearance."""
    groups = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return list(groups.items())
