#!/usr/bin/env python3
"""The adapters of all languages keep the same protocol, their examples are short, and `external new` begins programs."""

import ast
import contextlib
import importlib
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import external
import judge_examples

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "python"))
from conversations import TWO_DISKS as DISKS  # noqa: E402  (found through the line above)

SHAPES = """\
start shapes 2
dimensions 2
box 9 9 1 0 0 0
seed 1
threads 1
max_displacement 0.2
max_rotation 0.5
translations 0.5
sweeps_per_step 4
types 1
disk 0.5
bodies
0 -4 -4 0 1 0 0 0
0 4 2 0 1 0 0 0
"""
LONGRANGE = """\
start longrange 2
model hmf
softening 0
time_step 0.05
threads 1
state
3.5 0.3333333333333333
4.5 -0.25
"""
OVERLAPS = """\
start overlaps 2
types 3
disk 0.5
ball 0.5
ellipse 1 0.5
pairs
1 0 0 0 1 0 0 0
1 1 0 0 1 0 0 0
2 0 0 0 1 0 0 0
0 1.5 0 0 1 0 0 0
"""
STARS = """\
start stars 60
theta_max 1
seed 1
threads 1
stars
""" + "".join(f"{1 / 60!r} {0.1 + k / 30!r} 0.125 {0.25 + k / 999!r}\n" for k in range(60))
CHAINS = """\
start chains 3
box 6 7.5
active 1
direction y
length 2.25
threads 1
centres
1.5 2.25
2.0 0.0
5.0 0.3333333333333333
"""
STARTS = {"disks": DISKS, "shapes": SHAPES, "overlaps": OVERLAPS, "longrange": LONGRANGE, "stars": STARS,
          "chains": CHAINS, "event_chains": DISKS}
ROWS = {"disks": [[1.5, 2.25], [6, 1e-05]], "shapes": [[-4, -4, 0, 1, 0, 0, 0], [4, 2, 0, 1, 0, 0, 0]],
        "longrange": [[3.5, 1 / 3], [4.5, -0.25]],
        "chains": [[1.5, 2.25], [2, 0], [5, 1 / 3]],
        "event_chains": [[1.5, 2.25], [6, 1e-05]],
        "stars": [[k, 1 / 60, 0.1 + k / 30, 0.125, 0.25 + k / 999] for k in range(60)]}
COUNTS = {"disks": 2, "shapes": 4, "longrange": 0, "stars": 2, "chains": 2, "event_chains": 2}
COMMENT = {"python": "#", "c++": "//", "fortran": "!", "julia": "#"}
MODULES = re.compile(r"#include |import |from |use |include\(|using |implicit none$")
FAULT_IN_ADVANCE = {  # printed words, and a fault in the middle of a run
    ("python", "disks"): ("def advance(self, sweeps):", 'print("ok 1 1")', 'raise ValueError("planted")'),
    ("c++", "disks"): ("void advance(std::uint64_t sweeps) {", 'std::cout << "ok 1 1" << std::endl;',
                       'throw std::runtime_error("planted");'),
    ("fortran", "disks"): ("call run(s%centres, sweeps * size(s%centres, 2), s%trials, s%accepted)", "print '(a)', 'ok 1 1'", "error stop 'planted'"),
    ("julia", "disks"): ("function advance!(s, sweeps)", 'println("ok 1 1")', 'error("planted")'),
}


def conversation(description, requests):
    """(exit code, lines of the answers, messages) of the program of a description."""
    command = json.loads(description.read_text("utf-8"))["command"]
    done = subprocess.run(command, cwd=description.parent, input=requests, capture_output=True, text=True, timeout=120,
                          check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr


class Begun(unittest.TestCase):
    """Programs begun by `external new`; a language whose compiler is not here is skipped, and says so."""

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        cls.programs = {(name, kind): judge_examples.begun(name, kind, cls.folder / f"{name} {kind}")
                        for name, kind in judge_examples.examples() if not judge_examples.missing_tool(name)}

    def each(self):
        """(kind, description) of each example."""
        for name, kind in judge_examples.examples():
            with self.subTest(language=name, simulates=kind):
                self.skip_without(name)
                yield kind, self.programs[name, kind]

    def skip_without(self, name):
        if judge_examples.missing_tool(name):
            self.skipTest(f"{name}: there is no {judge_examples.missing_tool(name)} here")

    def test_states_come_back_bit_for_bit_and_runs_are_counted(self):
        for kind, description in self.each():
            if kind == "overlaps":
                continue
            code, answers, messages = conversation(description, STARTS[kind] + "state\nadvance 3\n" * 2)
            self.assertEqual(code, 0, messages)
            rows = ROWS[kind]
            self.assertEqual(answers[:2], ["ok", f"ok {len(rows)}" if kind == "stars" else "ok"])
            self.assertEqual([[float(word) for word in line.split()] for line in answers[2:2 + len(rows)]], rows)
            first, second = answers[2 + len(rows)].split(), answers[-1].split()
            self.assertEqual([first[0], len(first)], ["ok", 1 + COUNTS[kind]])
            if kind == "stars":
                self.assertGreater(float(second[1]), float(first[1]))  # time goes on
            elif kind == "chains":
                self.assertGreater(int(second[1]), int(first[1]))
            elif kind == "event_chains":
                self.assertEqual((first[1], second[1]), (first[2], second[2]))  # nothing is rejected
            elif COUNTS[kind]:
                self.assertEqual(int(second[1]), 2 * int(first[1]))
                self.assertEqual(int(first[1]), 3 * 2 * (4 if kind == "shapes" else 1))

    def test_overlaps_are_answered_and_refused(self):
        for kind, description in self.each():
            if kind == "overlaps":
                code, answers, messages = conversation(description, OVERLAPS + "overlaps\nstate\n")
                self.assertEqual((code, answers), (0, ["ok", "ok", "1", "refused", "error unknown request 'state'"]),
                                 messages)

    def test_refusals_and_requests_that_are_none(self):
        for kind, description in self.each():
            other = "longrange" if STARTS[kind] == DISKS else "disks"
            self.assertEqual(conversation(description, STARTS[other])[1], [f"error the program simulates no {other}"])
            code, answers, _ = conversation(description, "start planets 1\nx 2\n")
            self.assertEqual((code, [line[:6] for line in answers]), (0, ["error "]))
            unknown = re.sub("^(threads|types)", r"wall 3\n\1", STARTS[kind], count=1, flags=re.M)
            self.assertEqual(conversation(description, unknown)[1],
                             ["error the adapter does not know the setting 'wall'"])
            code, answers, _ = conversation(description, "advance 1\n" + STARTS[kind] + "dance\n")
            self.assertEqual(answers, ["error expected a start, found 'advance 1'", "ok",
                                       "error unknown request 'dance'"])

    def test_a_reason_of_several_lines_is_one_answer(self):
        reason = '"no\\nok 1\\r\\n more"'
        begins = {"c++": ("void start() {", f"throw touchstone::external::Refused({reason});"),
                  "python": ("def start(self):", f"import touchstone_verify; raise touchstone_verify.Refused({reason})"),
                  "julia": ("function start!(s)", f"throw(Refused({reason}))")}
        for name, (place, refuses) in begins.items():
            with self.subTest(language=name):
                self.skip_without(name)
                fault = judge_examples.Fault(place, f"{place}\n        {refuses}", "")
                description = judge_examples.begun(name, "disks", self.folder / f"refusing {name}", fault)
                self.assertEqual(conversation(description, DISKS)[1], ["error no ok 1 more"])

    def test_words_of_a_program_in_fortran_are_one_answer_and_only_its_start_is_refused(self):
        self.skip_without("fortran")
        begin, advance = "call prepare(", "call run("
        lines = "'no' // new_line('a') // 'ok 1' // achar(13) // new_line('a') // ' more'"
        for folder, (place, told, requests, code, answers) in enumerate((
                (begin, f"s%refused = {lines}", "", 0, ["error no ok 1 more"]),
                (begin, f"s%version = {lines}", "dance\n", 0, ["ok no ok 1 more", "error unknown request 'dance'"]),
                (begin, "if (s%seed == 9) s%refused = 'planted'", "again 9\n2 2\n4 4\nstate\n", 1, ["ok"]),
                (advance, "s%refused = 'planted'", "advance 1\nstate\n", 1, ["ok"]))):
            with self.subTest(text=told, place=place):
                fault = judge_examples.Fault(place, f"{told}\n    {place}", "")
                description = judge_examples.begun("fortran", "disks", self.folder / f"words {folder}", fault)
                found = conversation(description, DISKS + requests)
                self.assertEqual(found[:2], (code, answers), found[2])
                if code:
                    self.assertIn("planted", found[2])
                    self.assertIn("only a start may be refused", found[2])

    def test_malformed_starts_end_with_2(self):
        for kind, description in self.each():
            for old, new in (("threads 4", "threads x"), ("threads 1", "threads -1"), ("seed 1", "seed 1.5"),
                             ("6 1e-05", "6 nan"), ("4.5 -0.25\n", ""), ("4 2 0 1 0 0 0\n", "4 2\n"), ("0 1.5 0 0 1 0 0 0\n", ""), ("types 3", "types x")):
                if old in STARTS[kind]:
                    code, answers, messages = conversation(description, STARTS[kind].replace(old, new))
                    self.assertEqual((code, answers), (2, []), f"{new}: {messages}")

    def test_prints_are_kept_apart_and_faults_are_no_refusals(self):
        for (name, kind), (place, prints, fails) in FAULT_IN_ADVANCE.items():
            with self.subTest(language=name):
                self.skip_without(name)
                end = "\n        "
                loud = judge_examples.Fault(place, place + end + prints, "")
                description = judge_examples.begun(name, kind, self.folder / f"loud {name}", loud)
                code, answers, messages = conversation(description, DISKS + "advance 1\n")
                self.assertEqual((code, len(answers), answers[1].split()[1]), (0, 2, "2"))
                self.assertIn("ok 1 1", messages)
                broken = judge_examples.Fault(place, place + end + fails, "")
                description = judge_examples.begun(name, kind, self.folder / f"broken {name}", broken)
                code, answers, messages = conversation(description, DISKS + "advance 1\nstate\n")
                self.assertEqual((code, answers), (1, ["ok"]))
                self.assertIn("planted", messages)


class Examples(unittest.TestCase):
    def test_each_has_fifteen_lines_at_most_beside_somebodys_simulation(self):
        for name, kind in judge_examples.examples():
            language = external.LANGUAGES[name]
            text = language.example(kind).read_text("utf-8")
            lines = [line.strip() for line in re.sub(r'^""".*?"""$', "", text, flags=re.M | re.S).splitlines()]
            own = [line for line in lines if line and not line.startswith(COMMENT[name]) and not MODULES.match(line)]
            self.assertLessEqual(len(own), 15, f"{name}, {kind}:\n" + "\n".join(own))
            self.assertGreaterEqual(len(own), 2)
            self.assertNotIn("ouchstone", language.code(kind).read_text("utf-8"), f"{name}, {kind}")

    def test_each_has_a_fault_that_is_caught(self):
        self.assertEqual(set(judge_examples.FAULTS), set(judge_examples.examples()))

    def test_a_fault_that_only_ends_the_program_is_not_caught(self):
        with tempfile.TemporaryDirectory() as scratch:
            suite = pathlib.Path(scratch, "suite")
            suite.write_text(f"#!{sys.executable}\nimport json, sys\nout = open(sys.argv[sys.argv.index('--out') + 1], 'a')\n"
                             "print(json.dumps({'verdict': 'fail', 'note': sys.argv[2]}), file=out)\nsys.exit(1)\n", encoding="utf-8")
            suite.chmod(0o755)
            for note, seen in (("bodies 0 and 9 overlap", True), ("stopped by an error: it ended", False)):
                self.assertEqual(judge_examples.caught(suite, pathlib.Path(scratch, "a.json"), note)[0], seen)


class Words(unittest.TestCase):
    """The words of the protocol, by the text of the adapters: also where no compiler is here to run them."""

    def test_every_adapter_knows_those_of_python(self):
        package = external.ADAPTERS / "python/src/touchstone_verify"
        sys.path.insert(0, str(package.parent))
        self.addCleanup(sys.path.remove, str(package.parent))
        known = importlib.import_module("touchstone_verify.requests")
        settings = {node.value for call in ast.walk(ast.parse((package / "requests.py").read_text("utf-8")))
                    if isinstance(call, ast.Call) and getattr(call.func, "attr", "") in ("require_known", "words", "integer", "number")
                    for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        requests = set(re.findall(r'(?:what ==|words ==|words\[:1\] ==) \[?"([a-z]+)"', (package / "server.py").read_text("utf-8")))
        words = settings | requests | set(known.OF_BOX) | set(known.KINDS)
        self.assertGreaterEqual(words, {"again", "advance", "overlaps", "forces", "max_shear", "domains", "theta_max", "chains"})
        missing = {"c++": set(), "julia": set(), "fortran": {"domains", "ranks", *known.OF_BOX}}
        for name, left_out in missing.items():
            with self.subTest(language=name):
                adapter = external.ADAPTERS / external.LANGUAGES[name].folder / external.LANGUAGES[name].adapter
                text = set(re.findall(r"""["']([a-z_]+)["']""", adapter.read_text("utf-8")))
                self.assertEqual(words - text, left_out)
                if name != "fortran":  # its bodies are a name and numbers
                    self.assertLessEqual(set(known.BODIES), text)


class New(unittest.TestCase):
    def new(self, *words):
        """(exit code, output, messages) of `external new`."""
        output, messages = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(messages):
            try:
                code = external.main(["new", *words])
            except SystemExit as end:
                code = end.code
        return code, output.getvalue(), messages.getvalue()

    def test_files_and_next_commands(self):
        with tempfile.TemporaryDirectory() as scratch:
            into = pathlib.Path(scratch, "a b")
            code, output, _ = self.new("--language", "fortran", "--simulates", "disks", "--into", str(into))
            self.assertEqual(code, 0)
            self.assertEqual(sorted(path.name for path in into.iterdir()),
                             ["disks.f90", "disks.json", "disks_code.f90", "touchstone_external.f90"])
            self.assertIn(f"(cd '{into}' && gfortran -O2 -o disks touchstone_external.f90 disks_code.f90 disks.f90)", output)
            self.assertIn(f"touchstone check --external '{into}/disks.json'", output)

    def test_nothing_is_overwritten_but_the_adapter_is_shared(self):
        with tempfile.TemporaryDirectory() as into:
            words = ("--language", "python", "--into", into, "--simulates")
            self.assertEqual(self.new(*words, "disks")[0], 0)
            self.assertEqual(self.new(*words, "shapes")[0], 0)
            code, output, messages = self.new(*words, "disks")
            self.assertEqual((code, output), (2, ""))
            self.assertIn("--into: expected a folder without disks.py and disks_code.py and disks.json, found", messages)
            pathlib.Path(into, "touchstone_verify/server.py").write_text("changed", encoding="utf-8")
            self.assertEqual(self.new(*words, "longrange")[0], 2)
            self.assertFalse(pathlib.Path(into, "longrange.py").exists())

    def test_bad_input_names_what_is_known(self):
        def refused(words, *arguments):
            code, _, messages = self.new(*arguments)
            self.assertEqual(code, 2)
            self.assertIn(words, messages)

        refused("--language: unknown name 'rust'; known: python c++ fortran julia", "--language", "rust", "--simulates",
                "disks")
        refused("did you mean 'fortran'?", "--language", "fortan", "--simulates", "disks")
        refused("--simulates: unknown name 'planets'; known: disks shapes overlaps longrange stars chains event_chains", "--language",
                "c++",
                "--simulates", "planets")
        refused("has no event_chains; known in: python", "--language", "julia", "--simulates", "event_chains")
        refused("--language", "--simulates", "disks")
        refused("expected a folder that can be written", "--language", "python", "--simulates", "disks", "--into",
                "/dev/null/x")


if __name__ == "__main__":
    unittest.main()
