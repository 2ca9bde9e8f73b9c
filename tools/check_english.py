#!/usr/bin/env python3
"""Words of comments and messages: refuses doc comments without a subject, and the project's slang.

usage: check_english.py [--tree DIR] [FILE...]     default: all C++, CUDA and Python files, recorded results

A doc comment begins with a noun or a verb and says what it is: not "Of ...", "What ...", "Whose ...",
"Where ..."; the same holds for a file's Purpose and for comments beside a member, and no later sentence
of a comment begins with "Of". Words that only this project uses are refused in comments and in text literals, with the words
to use instead. Literals that are names, such as keys of records and names of checks, are not judged:
they contain no space, or stand in NAMES. In recorded results (validation/recorded) all texts are judged
but those of KEYS. In Python all lines are judged, and docstrings begin as doc
comments do. Exit code 0 plain English, 1 some is not (named), 2 usage.
"""

import argparse
import json
import pathlib
import re
import sys

import source_tree

NO_SUBJECT = "Of|What|Whose|Where"
STARTS = re.compile(rf"\s*//[/!]?<?\s*(?:{NO_SUBJECT}) ")
DOCSTRING = re.compile(rf'\s*"""(?:{NO_SUBJECT}) ')
PURPOSE = re.compile(rf"// Purpose\s+(?:{NO_SUBJECT}) ")
IN_LINE = re.compile(r"\. +(Of (?!course\b)\w+)")
LATER = re.compile(rf"^\s*//[/!]? +(Of (?!course\b)\w+)|{IN_LINE.pattern}")
BESIDE = re.compile(rf".*///< (?:{NO_SUBJECT}|of|what|whose) ")
SLANG = (
    (re.compile(r"\bwhole[- ]numbers?\b", re.I), "integer"),
    (re.compile(r"\bsecond route\b", re.I), "independent oracle"),
    (re.compile(r"\bthrow(?:s|n)?\b(?: \w+)? stars?\b|\bstars? (?:is|are|be) thrown\b", re.I),
     "sample new orbital positions"),
    (re.compile(r"\b(?:the|of|its) floor\b|\bfloor(?: [\w ]+)? per\b|^\W*Floor\b", re.I),
     "roofline or lower bound"),
    (re.compile(r"\b(?:in|modulo a) turns\b(?!,? by)"), "fixed-point coordinate"),
    (re.compile(r"\bsurroundings\b", re.I), "depletants and springs, or neighbour cells"),
    (re.compile(r"\bthe specification\b|\bspecification, section\b", re.I),
     "a document that readers have"),
    (re.compile(r"\bforeign (?:record|file|checkpoint)\b", re.I), "what is wrong, and what was expected"),
    (re.compile(r"\bG\. Li\b"), "B. Li"),
)
# Keys of records, names of checks and metrics: results of earlier versions are compared by them.
NAMES = re.compile(r'"(?:floor trial moves per second|surroundings/[\w -]+)"')
KEYS = ("key", "replay", "metric", "scheme")
OWN_FILES = ("check_english.py", "check_english_test.py", "documentation_test.py")  # quote slang
_CODE_NAME = re.compile(r"[\w/.-]*surroundings[\w/.-]*[/._][\w/.-]*|`[^`]*`")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')


def words(line, in_comment):
    """The part of a line that is English: its comment, and literals with a space in them."""
    stripped = NAMES.sub('""', line)
    literals = [text for text in _TEXT.findall(stripped) if " " in text]
    rest = _TEXT.sub('""', stripped)
    if in_comment or "//" in rest:
        literals.append(rest if in_comment else rest[rest.index("//"):])
    return _CODE_NAME.sub("", "\n".join(literals))


def findings(text, python=False):
    """(line number, what is wrong) of a file."""
    found = []
    before = ""  # the line above
    for number, line in enumerate(text.splitlines(), start=1):
        comment = line.lstrip().startswith("//")
        begins = comment and not before.lstrip().startswith("//")
        if python and DOCSTRING.match(line) or begins and STARTS.match(line) or PURPOSE.match(line) or BESIDE.match(line):
            found.append((number, "a comment begins with a noun or a verb: say what it is"))
        english = NAMES.sub("", line) if python else words(line, comment)
        later = (IN_LINE if begins else LATER).search(english)
        if later:
            found.append((number, f"'{later.group(0).strip('/. ')}': begin the sentence with a noun or a verb"))
        for slang, instead in SLANG:
            match = slang.search(english)
            if match:
                found.append((number, f"'{match.group(0).strip()}': write {instead}"))
        before = line
    return found


def texts(value):
    """All texts in a value of JSON but those that identify a result."""
    if isinstance(value, dict):
        return [text for key, inner in value.items() if key not in KEYS for text in texts(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in texts(inner)]
    return [value] if isinstance(value, str) else []


def findings_in_records(text):
    """(line number, what is wrong) of a file of results, one record a line."""
    return [(number, f"'{match.group(0).strip()}': write {instead}")
            for number, line in enumerate(text.splitlines(), start=1) if line
            for said in texts(json.loads(line)) for slang, instead in SLANG
            if (match := slang.search(said))]


def findings_of(path):
    """(line number, what is wrong) of a file of either sort."""
    text = path.read_text(encoding="utf-8")
    return findings_in_records(text) if path.suffix == ".jsonl" else findings(text, path.suffix == ".py")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=pathlib.Path, default=source_tree.root())
    parser.add_argument("file", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    tree = arguments.tree.resolve()
    files = [path.resolve().relative_to(tree) for path in arguments.file]
    files = files or [file for file in source_tree.cxx_files(tree, source_tree.CXX_SUFFIXES + (".py",))
                      if file.name not in OWN_FILES]
    files += [] if arguments.file else [path.relative_to(tree) for path in sorted(tree.glob("validation/recorded/*.jsonl"))]
    count = 0
    for file in files:
        for line, what in findings_of(tree / file):
            print(f"{file}:{line}: {what}")
            count += 1
    print(f"{len(files)} files, {count} not in plain English")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
