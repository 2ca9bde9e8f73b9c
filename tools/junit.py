#!/usr/bin/env python3
"""Verdicts as an XML file of JUnit's form, which build servers read: from records, in the form of suite/junit.cpp, or
put together from such files.

usage: junit.py FILE.xml NAME=PART.xml... [--stopped NAME=WORDS]     exit code 0, 2 usage

A step whose part holds no verdicts is a failure. --stopped: the run as a whole, of this name, ended early, and why; this
is an error, and steps without verdicts are left out.

Source  the schema of Apache Ant's JUnit reports, as Jenkins and GitLab read it
"""

import argparse
import collections
import re
import sys
import xml.etree.ElementTree as ET

ELEMENTS = {"pass": "", "not claimed": "skipped", "not run": "skipped", "inconclusive": "error", "fail": "failure"}


def writable(path):
    """The path, made an empty file: what cannot be written is told before anything runs."""
    try:
        with open(path, "w", encoding="utf-8"):
            return path
    except OSError as error:
        raise argparse.ArgumentTypeError(f"expected a file that can be written, found '{path}' ({error.strerror})") from None


def add_option(parser):
    parser.add_argument("--junit", type=writable, metavar="FILE",
                        help="write the verdicts to this XML file, too, as JUnit does")


def printable(text):
    """The text without the control characters that XML has no form for."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "?", text)


def suite_of(name, records):
    """The element of a suite: a test case for each record."""
    suite, known = ET.Element("testsuite", name=name), collections.Counter()
    for record in records:
        what = record["metric"] + "".join(f", {case}" for case in [record.get("params", {}).get("case")] if case)
        known[record["scheme"], what] += 1
        times = known[record["scheme"], what]
        case = ET.SubElement(suite, "testcase", classname=printable(record["scheme"]),
                             name=printable(what + (f" ({times})" if times > 1 else "")),
                             time=f"{record.get('seconds') or 0:.3f}")
        element = ELEMENTS[record["verdict"]]
        if element:
            end = ET.SubElement(case, element, message=printable(f"{record['verdict']}: {record.get('note', '')}"))
            if element != "skipped":
                end.text = printable(f"replay: {record.get('replay', '')}")
    for attribute, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(attribute, str(len(suite.findall(f"testcase/{element}"))))
    suite.set("tests", str(len(suite)))
    return suite


def write_suites(path, suites):
    whole = ET.Element("testsuites")
    whole.extend(suites)
    ET.indent(whole, " ")
    ET.ElementTree(whole).write(path, encoding="utf-8", xml_declaration=True)


def write(path, name, records):
    """Writes a suite of these records; nothing without a path."""
    if path:
        write_suites(path, [suite_of(name, records)])


def written(name, part):
    """The suites of a file that a step has written, under the name of the step."""
    try:
        suites = ET.parse(part).getroot().findall("testsuite")
    except (OSError, ET.ParseError):
        suites = []
    for suite in suites:
        suite.set("name", name)
    return suites


def as_a_whole(name, verdict, why):
    """The suite of a step, or of a run, that has no verdicts of its own."""
    return suite_of(name, [{"scheme": name, "metric": "as a whole", "verdict": verdict, "note": why}])


def merge(path, parts, stopped=()):
    """Puts the files of several steps, {name: part}, into one; `stopped`: name of the run that ended early, and why."""
    suites = []
    for name, part in parts.items():
        suites += written(name, part) or ([] if stopped else [as_a_whole(name, "fail", "it ended without verdicts")])
    if stopped:
        suites.append(as_a_whole(stopped[0], "inconclusive", stopped[1]))
    write_suites(path, suites)


def main(arguments):
    arguments, stopped = list(arguments), ()
    if arguments[-2:-1] == ["--stopped"]:
        stopped = tuple(arguments.pop().split("=", 1))
        arguments.pop()
    parts = arguments[1:]
    if not arguments or not (parts or stopped) or len(stopped) == 1 or not all("=" in part for part in parts):
        print(__doc__, file=sys.stderr)
        return 2
    merge(arguments[0], dict(part.split("=", 1) for part in parts), stopped)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
