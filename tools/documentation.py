"""The pages of documentation (*.md) as data: links, anchors, code blocks, commands, paths; and what is wrong
with them. Each function that ends in _problems returns lines of text, none when all is well.

Code blocks say what they are in their first line, after the language:
    cpp file=PATH    a complete new file, which run_examples.py compiles; PATH is not in the tree
    cpp from=PATH    an excerpt of a file (** for any folders), word for word but for indentation; '...' stands for lines left out
    cpp fragment     neither
    console          '$ COMMAND' lines, which run_examples.py runs, and their output; '...' stands for anything
    sh               commands that are not run; their options must be known
"""

import json
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUTS = {"build", "results", ".git"}  # folders that are not part of the tree
FOLDERS = ("models reference optimized gpu checkers validation benchmarks trajectories reports tools cmake docs adapters packaging .ci").split()
FILE_NAME = re.compile(r"^[\w.*-]+\.(md|py|csv|hpp|cpp|cu|cuh|sh|json|txt|litmus|cmake)$")
# What a verb runs: folder of the program's sources, and its subcommand.
PROGRAMS = {"list": ("checkers", "list"), "check": ("checkers", "check"), "check balance": ("checkers", "check balance"),
            "check explore": ("checkers", "check explore"), "explore": ("checkers", "explore"),
            "overlap": ("checkers", "overlap"), "validate": ("validation", ""), "bench": ("benchmarks", ""),
            "judge": ("trajectories", "")}


def pages(root=ROOT):
    """All pages of the tree, as paths."""
    found = []
    for folder, inner, files in os.walk(root):
        inner[:] = sorted(f for f in inner if f not in OUTPUTS and not (pathlib.Path(folder) == root and f == "out"))
        found += [pathlib.Path(folder) / f for f in sorted(files) if f.endswith(".md")]
    return found


class Page:
    def __init__(self, path, text=None, root=ROOT):
        self.root, self.path = root, pathlib.Path(path)
        self.text = self.path.read_text(encoding="utf-8") if text is None else text
        self.name = os.path.relpath(self.path, root)
        self.blocks, prose, block = [], [], None
        for line in self.text.split("\n"):
            fence = re.match(r"^\s*```(.*)$", line)
            if fence and block is None:
                block = (fence.group(1).split(), [])
            elif fence:
                self.blocks.append(block)
                block = None
            (prose.append(line) if block is None and not fence else None)
            if block is not None and not fence:
                block[1].append(line)
        self.prose = "\n".join(prose)

    def code(self, *languages):
        return [(words, lines) for words, lines in self.blocks if words and words[0] in languages]

    def option_of(self, key):
        """[(value, lines)] of blocks with key=value."""
        return [(word.partition("=")[2], lines) for words, lines in self.blocks for word in words[1:]
                if word.startswith(key + "=")]

    def inline(self):
        return re.findall(r"`([^`\n]+)`", self.prose)

    def anchors(self):
        """Names of the headings, as GitHub makes them."""
        seen, result = {}, set()
        for heading in re.findall(r"^#+ +(.*?)\s*$", self.prose, re.M):
            plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
            slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
            count = seen.get(slug, 0)
            seen[slug] = count + 1
            result.add(f"{slug}-{count}" if count else slug)
        return result

    def commands(self):
        """Every './touchstone ...' of code blocks and of the text, each as one line."""
        lines = []
        for _, block in self.code("sh", "console"):
            joined = re.sub(r"\\\n\s*", "", "\n".join(block))
            lines += [line.lstrip("$ ") for line in joined.split("\n")]
        lines += self.inline()
        return [re.sub(r"\s{2,}#.*|\s#\s.*", "", line).strip() for line in lines if line.startswith("./touchstone ")]


def link_problems(page):
    problems = []
    for target in re.findall(r"\]\(([^)\s]+)\)", page.prose):
        if re.match(r"^[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        path = page.path.parent / file if file else page.path
        if file and not path.exists():
            problems.append(f"{page.name}: link to '{target}': there is no {file}")
        elif anchor and anchor not in Page(path, page.text if not file else None, page.root).anchors():
            problems.append(f"{page.name}: link to '{target}': no such heading")
    return problems


def path_problems(page, names):
    """Paths in backticks that are not in the tree. `names`: file names of the whole tree."""
    new = {pathlib.Path(value).name for value, _ in page.option_of("file")}
    problems = []
    for word in page.inline():
        word = re.sub(r":\d+$", "", word)
        if " " in word or word.startswith(("-", "my")):
            continue
        first = word.split("/")[0]
        pattern = re.sub(r"<[^>]*>", "*", word)
        if first in FOLDERS and "/" in word:
            alternatives = re.search(r"\{([^}]*)\}", pattern)
            choices = alternatives.group(1).split(",") if alternatives else [""]
            for choice in choices:
                one = pattern.replace(alternatives.group(0), choice) if alternatives else pattern
                if pathlib.Path(one).name not in new and not any(page.root.glob(one.rstrip("/"))):
                    problems.append(f"{page.name}: '{word}' is not in the tree")
        elif "/" not in word and FILE_NAME.match(word) and word not in new:
            known = re.compile(re.escape(pattern).replace(r"\*", ".*") + "$")
            if not any(known.match(name) for name in names):
                problems.append(f"{page.name}: no file of the tree is called '{word}'")
    return problems


def file_names(root=ROOT):
    found = set()
    for folder, inner, files in os.walk(root):
        inner[:] = [f for f in inner if f not in OUTPUTS]
        found.update(files)
    return found


def options_of_scripts(root=ROOT):
    """Options of `bench --oversubscribed`, `bench --ab` and `bench --peers`, scripts and not the program."""
    scripts = [root / "benchmarks/oversubscribed_all.py", root / "benchmarks/compare_ab.py", root / "benchmarks/peers/compare.py"]
    return {"--ab"}.union(*(re.findall(r'"(--[a-z][a-z0-9-]*)"', script.read_text(encoding="utf-8"))
                            for script in scripts if script.is_file()))


def written_options(root=ROOT):
    """{program or 'launcher': options}: those that sources name, which is known before anything is built."""
    result = {}
    for name in ("checkers", "validation", "benchmarks", "trajectories", "optimized"):
        text = "".join(p.read_text(encoding="utf-8") for p in (root / name).rglob("*.cpp"))
        text += "".join(p.read_text(encoding="utf-8") for p in (root / "suite").rglob("*.[ch]pp"))
        literals = re.findall(r'"((?:-\w,)?--[a-z][a-z0-9-]*(?:,--[a-z][a-z0-9-]*)*)"', text)
        result[name] = {one for literal in literals for one in literal.split(",")} | {"--help"}
    result["benchmarks"] |= options_of_scripts(root)
    scripts = [root / "touchstone", *(root / "tools").glob("**/*.sh"), root / "tools/compare.py",
               root / "tools/mutate/mutate.py", root / "tools/campaign.py",
               *(root / "tools/cluster").glob("[!c]*.py"), root / "reports/build.py", root / "adapters/external.py"]
    text = "".join(p.read_text(encoding="utf-8") for p in scripts)
    result["launcher"] = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", text))
    return result


def verb_of(command):
    """'check balance', 'validate', ... of './touchstone check balance ...'."""
    words = command.split()[1:]
    two = " ".join(words[:2])
    return two if two in PROGRAMS else (words[0] if words else "")


def options_of(command):
    """The long options of a command, quoted words left out."""
    plain = re.sub(r"'[^']*'|\"[^\"]*\"", "''", command)
    return re.findall(r"(?<=\s)--[a-z][a-z0-9-]*", plain)


def verbs(root=ROOT):
    launcher = (root / "touchstone").read_text(encoding="utf-8")
    return re.search(r"^VERBS=\((.*?)\)$", launcher, re.M | re.S).group(1).split()


def command_problems(page, known, all_verbs):
    """Unknown verbs and options. `known` is written_options(), or the same by verb from built programs."""
    problems = []
    for command in page.commands():
        verb = verb_of(command)
        if verb.split()[0] not in (*all_verbs, "help", "--help", "--version", "<verb>"):
            problems.append(f"{page.name}: '{command}': unknown verb")
        own = known.get(verb, known.get(PROGRAMS.get(verb, ("",))[0], set()))
        if verb == "ranks":
            own = known["optimized"]
        for option in options_of(command):
            launcher = () if verb in PROGRAMS else known["launcher"]
            if option not in own and option not in launcher and option not in ("--help", "--out"):
                problems.append(f"{page.name}: '{command}': {verb} has no option {option}")
    everything = set().union(*known.values())
    for word in page.inline():
        if re.match(r"^--[a-z][a-z0-9-]*$", word) and word not in everything:
            problems.append(f"{page.name}: nothing has the option {word}")
    return problems


def preset_problems(page):
    presets = json.loads((page.root / "CMakePresets.json").read_text(encoding="utf-8"))
    names = {p["name"] for key in presets if key.endswith("Presets") for p in presets[key]}
    return [f"{page.name}: there is no preset '{name}'" for name in re.findall(r"--preset ([\w-]+)", page.text)
            if name not in names]


def stripped(code):
    """Lines without their indentation, which may differ between a page and a file."""
    return "".join(line.strip() + "\n" for line in code.split("\n"))


def quote_problems(page):
    """Excerpts that the tree does not have, new files that it has, and blocks that do not say what they are."""
    problems = []
    for path, lines in page.option_of("from"):
        source = "".join(stripped(file.read_text(encoding="utf-8")) for file in page.root.glob(path))
        for piece in re.split(r"(?m)^\s*\.\.\.\s*$\n?", "\n".join(lines) + "\n"):
            if piece.strip() and stripped(piece.strip("\n")) not in source:
                problems.append(f"{page.name}: {path} does not have '{piece.strip().splitlines()[0]}' as it is shown")
    problems += [f"{page.name}: {path} is shown as a new file, and is in the tree"
                 for path, _ in page.option_of("file") if (page.root / path).exists()]
    problems += [f"{page.name}: a block '{' '.join(words)}' needs file=, from= or fragment"
                 for words, _ in page.code("cpp", "csv")
                 if not any(word == "fragment" or word.startswith(("file=", "from=")) for word in words)]
    return problems


def word_problems(page):
    """Words that readers cannot know or should not meet."""
    banned = {r"\bG\. Li\b": "the author is B. Li", r"\b[Tt]he specification\b": "readers do not have it",
              r"(?m)(^|[.:;|] +)Of [a-z]": "a sentence begins with a noun or a verb"}
    return [f"{page.name}: '{found.group().strip()}': {why}" for pattern, why in banned.items()
            for found in re.finditer(pattern, page.prose)]
