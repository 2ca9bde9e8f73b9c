"""Backend of pip for the wheel touchstone-verify: what packaging/ci.sh installs, the adapter, and a command that runs both.
Needs nothing but Python and what builds the programs, and builds those of build/release only where they changed.

Source  PEP 517 (the hooks of pip), PEP 427 (wheels), PEP 600 (names of Linux systems by the version of glibc)
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile

TREE = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = "touchstone_verify_programs"
COMMAND = '''\
"""Runs the launcher of Touchstone that was installed with this package."""

import os
import pathlib
import sys


def main():
    """Becomes the launcher. `python3` in a description is then this Python, which has the adapter."""
    launcher = pathlib.Path(__file__).resolve().parent / "share/touchstone/touchstone"
    path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    os.execvpe("bash", ["bash", str(launcher), *sys.argv[1:]],
               {**os.environ, "PATH": path, "TOUCHSTONE_NAME": "touchstone-verify"})
'''


class UnsupportedOperation(Exception):
    """The name that PEP 517 asks for."""


def version():
    """The version of CMakeLists.txt."""
    return re.search(r"^project\(touchstone VERSION ([\d.]+)", (TREE / "CMakeLists.txt").read_text("utf-8"), re.M).group(1)


def tag(files):
    """The name of the systems that can run these programs and libraries: by the newest version of glibc that they ask for."""
    asked = {int(number) for file in files for number in re.findall(rb"GLIBC_2\.(\d+)", file.read_bytes())}
    if not asked:
        raise ValueError("programs: expected some that are linked with glibc 2, found none")
    return f"manylinux_2_{max(asked)}_{platform.machine()}"


def installed_files(prefix):
    """[(name in the wheel, file)] of an installed place. Wheels have no links: a library is written once, under the
    name that programs ask for, and the launcher is not repeated in bin/."""
    targets = {file.resolve() for file in (prefix / "lib/touchstone").glob("*") if file.is_symlink()}
    found = []
    for file in sorted(prefix.rglob("*")):
        is_target = file in targets and not file.is_symlink()
        if file.is_file() and not is_target and file.relative_to(prefix).parts[0] != "bin":
            found.append((f"{PROGRAMS}/{file.relative_to(prefix).as_posix()}", file))
    return found


def licences(libraries):
    """{name: text} of the licences of these libraries, where the system is Debian."""
    texts = {}
    for library in libraries:
        done = subprocess.run(["dpkg", "-S", f"*-linux-gnu/{library.name}"], capture_output=True, text=True, check=False)
        for package in {line.split(":")[0] for line in done.stdout.splitlines()}:
            file = pathlib.Path("/usr/share/doc", package, "copyright")
            if file.is_file():
                texts[package] = file.read_bytes()
    return texts


def metadata(project):
    return (f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version()}\nSummary: {project['description']}\n"
            f"License: {project['license']['text']}\nRequires-Python: {project['requires-python']}\n"
            "Requires-Dist: numpy; extra == 'report'\nRequires-Dist: matplotlib; extra == 'report'\n"
            "Requires-Dist: jinja2; extra == 'report'\nRequires-Dist: uncertainties; extra == 'report'\n"
            "Provides-Extra: report\n")


class Wheel:
    """A wheel that is written: each file with its hash in RECORD, at a fixed time, so that equal files give equal wheels."""

    def __init__(self, path, info):
        self.archive, self.info, self.record = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED), info, []

    def add(self, name, data, executable=False):
        entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        self.archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self):
        lines = "\n".join([*self.record, f"{self.info}/RECORD,,"])
        self.add(f"{self.info}/RECORD", (lines + "\n").encode())
        self.archive.close()


def pack(prefix, folder):
    """Writes the wheel of an installed place into the folder; returns its name."""
    project = tomllib.loads((TREE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    files = installed_files(prefix)
    libraries = [file for name, file in files if "/lib/touchstone/" in name]
    binaries = [file for name, file in files if "/libexec/" in name] + libraries
    name, of = f"touchstone_verify-{version()}", f"py3-none-{tag(binaries)}"
    wheel = Wheel(pathlib.Path(folder, f"{name}-{of}.whl"), f"{name}.dist-info")
    for file in sorted((TREE / "adapters/python/src/touchstone_verify").glob("*.*")):
        wheel.add(f"touchstone_verify/{file.name}", file.read_bytes())
    wheel.add(f"{PROGRAMS}/__init__.py", COMMAND.encode())
    for inside, file in files:
        wheel.add(inside, file.read_bytes(), os.access(file, os.X_OK))
    scripts = "".join(f"{script} = {call}\n" for script, call in project["scripts"].items())
    for inside, text in {"METADATA": metadata(project), "entry_points.txt": f"[console_scripts]\n{scripts}",
                         "WHEEL": f"Wheel-Version: 1.0\nGenerator: touchstone\nRoot-Is-Purelib: false\nTag: {of}\n"}.items():
        wheel.add(f"{wheel.info}/{inside}", text.encode())
    for package, text in {"touchstone": (TREE / "LICENSE").read_bytes(), **licences(libraries)}.items():
        wheel.add(f"{wheel.info}/licenses/{package}", text)
    wheel.close()
    return f"{name}-{of}.whl"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of pip. Missing packages of Debian are named, and not installed."""
    del config_settings, metadata_directory
    with tempfile.TemporaryDirectory() as scratch:
        prefix = pathlib.Path(scratch, "prefix")
        subprocess.run(["bash", TREE / "packaging/ci.sh", "install"], check=True, stdout=sys.stderr,
                       env={**os.environ, "TOUCHSTONE_PREFIX": str(prefix), "TOUCHSTONE_NO_INSTALL": "1"})
        return pack(prefix, wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    """The sources are the repository; PEP 517 asks for this hook."""
    raise UnsupportedOperation("the sources are in the repository, not in an archive")
