#!/usr/bin/env python3
"""The Dockerfile keeps the rules of small images that can be built again, and names what the tree has."""

import json
import pathlib
import re
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent
CLEANED = "rm -rf /var/lib/apt/lists/*"


def instructions(text):
    """[(word, rest)] of a Dockerfile, continued lines joined."""
    joined = re.sub(r"\\\n", " ", re.sub(r"(?m)^\s*#.*\n", "", text))
    return [tuple((line.split(None, 1) + [""])[:2]) for line in joined.splitlines() if line.strip()]


def problems_of_run(command):
    found = []
    if "apt-get install" in command:
        found += [f"RUN without {words}" for words in ("apt-get update &&", "install -y --no-install-recommends")
                  if words not in command]
    if ("apt-get" in command or "ci.sh install" in command) and not command.rstrip().endswith(CLEANED):
        found.append("RUN leaves the lists of packages")
    for script in re.findall(r"/source/(\S+)", command):
        if not (TREE / script).is_file():
            found.append(f"RUN: there is no {script}")
    return found


def problems(text):
    """Lines on what is wrong with a Dockerfile, none when all is well."""
    found, stages, last = [], [], {}
    for word, rest in instructions(text):
        if word == "FROM":
            stages.append(rest.split(" AS ")[1] if " AS " in rest else "")
            last = {}
            if not re.match(r"[\w/.-]+:[\w.-]+( AS \w+)?$", rest) or ":latest" in rest:
                found.append(f"FROM {rest}: no version")
        elif word == "RUN":
            found += problems_of_run(rest)
        elif word == "COPY":
            stage = re.match(r"--from=(\S+)", rest)
            if stage and stage.group(1) not in stages:
                found.append(f"COPY: no stage {stage.group(1)}")
            if not stage and not (TREE / rest.split()[0]).exists():
                found.append(f"COPY: there is no {rest.split()[0]}")
        elif word in ("ENTRYPOINT", "CMD"):
            try:
                json.loads(rest)
            except ValueError:
                found.append(f"{word}: a shell would not hand signals on")
        elif word not in ("ENV", "WORKDIR"):
            found.append(f"{word} is unknown here")
        last[word] = rest
    return found + [f"no {word} of the image" for word in ("ENTRYPOINT", "WORKDIR") if word not in last]


class Image(unittest.TestCase):
    def setUp(self):
        self.text = (HERE / "Dockerfile").read_text(encoding="utf-8")

    def test_it_keeps_the_rules(self):
        self.assertEqual(problems(self.text), [])

    def test_each_fault_is_seen(self):
        for old, new in ((" --no-install-recommends", ""), (f"    && {CLEANED}\n", ""), ("apt-get update && ", ""),
                         ("FROM debian:12-slim\n", "FROM debian\n"), ("--from=build", "--from=built"), ("ci.sh", "cy.sh"),
                         ('ENTRYPOINT ["touchstone"]', "ENTRYPOINT touchstone"), ('ENTRYPOINT ["touchstone"]\n', ""),
                         (f" && {CLEANED}\n", "\n"), ("COPY . ", "COPY nothing ")):
            self.assertIn(old, self.text)
            self.assertNotEqual(problems(self.text.replace(old, new, 1)), [], old)

    def test_it_has_the_packages_of_reports(self):
        listed = subprocess.run(["bash", "-c", 'source tools/launcher/packages.sh; printf "%s\\n" "${REPORT_PACKAGES[@]}"'],
                                cwd=TREE, capture_output=True, text=True, check=True).stdout.split()
        [command] = [rest for word, rest in instructions(self.text) if word == "RUN" and "apt-get install" in rest]
        installed = re.search(r"recommends(.*?)&&", command).group(1).split()
        self.assertEqual(installed, sorted(listed))


if __name__ == "__main__":
    unittest.main()
