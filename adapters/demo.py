"""Demos: public programs, installed from PyPI into an environment of their own, that the suite holds to their claims.

A demo is a folder of `adapters/demos` with `requirements.txt`, a program, and a description of it or several (*.json),
whose command begins with "python3". With the argument --fault the program does one thing wrong.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import venv

ADAPTERS = pathlib.Path(__file__).resolve().parent
sys.path.append(str(ADAPTERS.parent / "tools"))
import junit  # noqa: E402  (found through the line above)

DEMOS = ADAPTERS / "demos"
BUILT = ADAPTERS.parent / "build" / "demos"
if (ADAPTERS.parent / "installed.sh").is_file():  # a place that others may share
    BUILT = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"), "touchstone", "demos")
LAUNCHER = ADAPTERS.parent / "touchstone"
NO_NETWORK = re.compile(r"connection|NewConnectionError|ProxyError|timed out|resolve|unreachable", re.I)
PASS, FAIL, BAD, INCONCLUSIVE, INTERRUPTED = 0, 1, 2, 3, 130


class NotInstalled(Exception):
    """A package that could not be installed; `network` where PyPI did not answer."""

    def __init__(self, why, network):
        super().__init__(why)
        self.network = network


def names():
    """Names of all demos, sorted."""
    return sorted(file.parent.name for file in DEMOS.glob("*/requirements.txt"))


def listing():
    """A line for each demo: its name, what is installed, and its descriptions."""
    width = max((len(name) for name in names()), default=0)
    return "".join(f"{name:{width}}  {requirements(DEMOS / name)[0]:16}  "
                   f"{' '.join(file.stem for file in descriptions(DEMOS / name))}\n" for name in names())


def requirements(folder):
    """Lines of the requirements of a demo; the first one is the program that is judged."""
    return (folder / "requirements.txt").read_text(encoding="utf-8").split()


def descriptions(folder):
    """Files that describe the programs of a demo, sorted."""
    return sorted(folder.glob("*.json"))


def environment(folder, built):
    """Python of an environment that has what the demo requires, made where there is none. Raises NotInstalled."""
    python, stamp = built / "venv/bin/python", built / "venv/installed.txt"
    wanted = (folder / "requirements.txt").read_text(encoding="utf-8")
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        add_adapter(built / "venv")
        return python
    print(f"installing {' '.join(requirements(folder))} from PyPI into {built / 'venv'}", flush=True)
    try:
        venv.create(built / "venv", clear=True, with_pip=True)
    except (subprocess.CalledProcessError, OSError) as error:
        raise NotInstalled(f"expected that Python makes an environment (Debian: python3-venv), found {error}",
                           False) from error
    done = subprocess.run([python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--retries", "1",
                           "--timeout", "20", "-r", "requirements.txt"],
                          cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        network = bool(NO_NETWORK.search(done.stderr))
        found = "no answer of PyPI: is there a network?" if network else "an error of pip"
        raise NotInstalled(f"expected that pip installs {' '.join(requirements(folder))}, found {found}\n"
                           f"{done.stderr.strip()[-2000:]}", network)
    add_adapter(built / "venv")
    stamp.write_text(wanted, encoding="utf-8")
    return python


def add_adapter(environment_folder):
    """Lets an environment find the adapter of this tree, which may have been moved, or copied, since it was made."""
    packages = next((environment_folder / "lib").glob("python3*")) / "site-packages"
    (packages / "touchstone.pth").write_text(f"{ADAPTERS / 'python' / 'src'}\n", encoding="utf-8")


def described(description, python, built, fault):
    """A copy of the description that runs in the environment, from any folder, with the fault or without."""
    text = json.loads(description.read_text(encoding="utf-8"))
    folder = description.parent
    words = [str(python), *text["command"][1:], *(["--fault"] if fault else [])]
    text["command"] = [str(folder / word) if (folder / word).is_file() else word for word in words]
    text["name"] += "-fault" if fault else ""
    copy = built / f"{description.stem}{'-fault' if fault else ''}.json"
    copy.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")
    return copy


def judge(description, part=None):
    """Exit code of the checks of one program, whose verdicts are printed, and written to the file `part`."""
    description.with_suffix(".jsonl").unlink(missing_ok=True)
    return subprocess.run([LAUNCHER, "check", "--external", description, "--out", description.with_suffix(".jsonl"),
                           *(["--junit", part] if part else [])], check=False).returncode


def fails(file):
    """Whether a check has failed by what the program answers, in a file of records: a program that ends, or that is not
    understood, fails each check, whatever it would have computed."""
    records = map(json.loads, file.read_text(encoding="utf-8").splitlines()) if file.is_file() else ()
    return any(record["verdict"] == "fail" and not record.get("note", "").startswith("stopped by an error") for record in records)


def worst(codes):
    """The worst exit code of all programs. What the suite does not end with, as the code of a crash, is a failure."""
    order = (INTERRUPTED, BAD, FAIL, INCONCLUSIVE, PASS)
    told = {code if code in order else FAIL for code in codes}
    return next((code for code in order if code in told), BAD)


def run(name, fault=False, report=None):
    """Exit code of a demo: the worst of its programs; with the fault 1 where a check fails by what each of them answers, else 3.
    All verdicts are written to the file `report`, as JUnit does. Raises NotInstalled."""
    folder, built = DEMOS / name, BUILT / name
    built.mkdir(parents=True, exist_ok=True)
    python = environment(folder, built)
    codes, parts, missed = [], {}, []
    for description in descriptions(folder):
        print(f"\n{name}, {description.stem}: {requirements(folder)[0]}{', with a fault planted' if fault else ''}",
              flush=True)
        copy = described(description, python, built, fault)
        part = copy.with_suffix(".junit.xml") if report else None
        if part:
            part.unlink(missing_ok=True)
            parts[f"{name}, {copy.stem}"] = part
        codes.append(judge(copy, part))
        if codes[-1] != FAIL or not fails(copy.with_suffix(".jsonl")):
            missed.append(description.stem)
    if report:
        junit.merge(report, parts)
    code = worst(codes)
    if not fault or code in (INTERRUPTED, BAD):
        return code
    print(f"\nthe fault was not seen in {' '.join(missed)}" if missed else "\nthe fault was seen", file=sys.stderr)
    return INCONCLUSIVE if missed else FAIL
