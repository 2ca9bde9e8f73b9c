#!/usr/bin/env python3
"""Verdicts as an XML file of JUnit's form, which build servers read: from records, in the form of suite/junit.cpp, or
put together from such files.

usage: junit.py FILE.xml NAME=PART.xml...     a step whose part holds no verdicts is an error; exit code 0, 2 usage

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


def suites_of(name, part):
    """The suites of a file that a step has written, under the name of the step."""
    try:
        suites = ET.parse(part).getroot().findall("testsuite")
    except (OSError, ET.ParseError):
        suites = []
    for suite in suites:
        suite.set("name", name)
    return suites or [suite_of(name, [{"scheme": name, "metric": "the step as a whole", "verdict": "fail",
                                       "note": "it ended without verdicts"}])]


def merge(path, parts):
    """Puts the files of several steps, {name: part}, into one."""
    write_suites(path, [suite for name, part in parts.items() for suite in suites_of(name, part)])


def main(arguments):
    if len(arguments) < 2 or not all("=" in part for part in arguments[1:]):
        print(__doc__, file=sys.stderr)
        return 2
    merge(arguments[0], dict(part.split("=", 1) for part in arguments[1:]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
