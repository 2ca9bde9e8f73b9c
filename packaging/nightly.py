#!/usr/bin/env python3
"""Packages for others, built from the programs of a release build and tried: the package for Debian, the image for containers, the
wheel, which tools from PyPI build, in an empty environment without a network, and the library of the explorer.

usage: nightly.py --build DIR [deb | explorer | image | wheel]
exit code 0 all as expected, 1 something is not, 77 what the last lines name was not run: the programs are not built,
           PyPI does not answer, or the image is not built by root; the others are as expected
"""

import os
import shutil
import sys
import venv

import judge_installed
from judge_installed import NotRun, Wrong, ran, require

sys.path.append(str(judge_installed.TREE / "adapters"))
import demo  # noqa: E402
import judge_examples  # noqa: E402


def tools_of_pypi(scratch):
    """The folder with the programs of an environment that has packaging/requirements.txt."""
    try:
        return demo.environment(judge_installed.TREE / "packaging", scratch).parent
    except demo.NotInstalled as error:
        raise (NotRun if error.network else Wrong)(str(error)) from error


def wheel(build, scratch):
    """The wheel has programs with their libraries, and its command judges a right and a faulty program."""
    require(build == judge_installed.TREE / "build/release", "build/release of this tree, which pip uses", build)
    tools = tools_of_pypi(scratch)
    ran([tools / "pip", "wheel", "--no-deps", "-w", scratch, judge_installed.TREE], scratch)
    [made] = scratch.glob("*.whl")
    ran([tools / "auditwheel", "repair", "-w", scratch / "named", made], scratch, PATH=f"{tools}{os.pathsep}{os.environ['PATH']}")
    [named] = (scratch / "named").glob("touchstone_verify-*-py3-none-manylinux_2_*.whl")
    venv.create(scratch / "empty", with_pip=True)
    ran([scratch / "empty/bin/pip", "install", "--no-index", named], scratch)
    command = scratch / "empty/bin/touchstone-verify"
    output = ran([command, "--version"], scratch)
    require(named.name.split("-")[1] in output, "the version", output)
    [place] = scratch.glob("empty/lib/*/site-packages/touchstone_verify_programs")
    output = ran(["ldd", place / "libexec/touchstone/touchstone_checkers"], scratch)
    require(f"libfmt.so.9 => {scratch}/empty" in output, "libraries of the wheel", output)
    require((place / "lib/touchstone/libfftw3-double3.copyright").is_file(), "licences of the libraries", "none")
    for folder, code in (("right", 0), ("wrong", 1)):
        fault = judge_examples.FAULTS["python", "disks"] if code else None
        description = judge_examples.begun("python", "disks", scratch / folder, fault)
        shutil.rmtree(scratch / folder / "touchstone_verify")  # the wheel has it
        output = ran([command, "check", "property/legal", "--external", description, "--out", scratch / "x.jsonl"], scratch, code)
    require("\n    touchstone-verify check --scheme" in output, "the command as it is called here", output)


def deb(build, scratch):
    """The package for Debian names the packages of its libraries, and has what is installed."""
    ran(["cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", scratch], scratch)
    [package] = scratch.glob("*.deb")
    depends = ran(["dpkg-deb", "-f", package, "Depends"], scratch)
    for name in ("libc6", "libfmt9", "libfftw3", "libgomp1", "python3"):
        require(name in depends, f"that it depends on {name}", depends)
    content = ran(["dpkg-deb", "-c", package], scratch)
    for name in ("./usr/bin/touchstone -> ../share/touchstone/touchstone", "./usr/libexec/touchstone/touchstone_checkers",
                 "./usr/share/touchstone/validation/data/hard_disk_eos.csv", "./usr/lib/cmake/touchstone/touchstone-config.cmake"):
        require(name in content, name, content)
    require("_test" not in content, "no tests", content)
    ran(["dpkg-deb", "-x", package, scratch / "root"], scratch)
    ran([scratch / "root/usr/bin/touchstone", "list"], scratch)


def image(build, scratch):
    """The image of the Dockerfile, built on a Debian from its archive without Docker and a registry, judges a program."""
    del build  # the image builds its own
    if os.geteuid() != 0:
        raise NotRun("buildah without Docker needs to be root")
    store = ["buildah", "--storage-driver", "vfs", "--root", scratch / "store", "--runroot", scratch / "run"]
    in_chroot = {"BUILDAH_ISOLATION": "chroot"}
    ran(["debootstrap", "--variant=minbase", "bookworm", scratch / "base"], scratch)
    base = ran([*store, "from", "scratch"], scratch).split()[-1]
    ran([*store, "add", "--quiet", base, scratch / "base", "/"], scratch)
    ran([*store, "commit", "--quiet", base, "docker.io/library/debian:12-slim"], scratch)
    ran([*store, "build", "--pull=never", "-f", "packaging/Dockerfile", "-t", "touchstone", "."], judge_installed.TREE,
        seconds=3600, **in_chroot)
    made = ran([*store, "from", "--pull=never", "localhost/touchstone"], scratch).split()[-1]
    for folder, code in (("right", 0), ("wrong", 1)):
        judge_examples.begun("python", "disks", scratch / folder, judge_examples.FAULTS["python", "disks"] if code else None)
        shutil.rmtree(scratch / folder / "touchstone_verify")  # the image has it
        judged = ["touchstone", "check", "property/legal", "--external", "disks.json"]
        ran([*store, "run", "-v", f"{scratch / folder}:/data", made, "--", *judged], scratch, code, **in_chroot)


def explorer(build, scratch):
    """A project outside the tree explores its own algorithm in unit tests, with the library that is installed."""
    prefix = judge_installed.installed(build, scratch)
    shutil.copytree(prefix / "share/touchstone/adapters/explore", scratch / "project")
    binary = scratch / "built"
    ran(["cmake", "-S", scratch / "project", "-B", binary, f"-DCMAKE_PREFIX_PATH={prefix}"], scratch)
    ran(["cmake", "--build", binary, "-j", 2], scratch)
    output = ran(["ctest", "-V"], binary)
    for words in ("0 tests failed out of 3", "schedule: a3 b2 a2 b1"):
        require(words in output, words, output)
    header = scratch / "project/slot.hpp"
    header.write_text(header.read_text(encoding="utf-8").replace("full, 1, order::release", "full, 1, order::relaxed"), encoding="utf-8")
    ran(["cmake", "--build", binary], scratch)
    output = ran(["ctest", "--output-on-failure"], binary, 8)
    for words in ("data race on item", "Slot.HandsOverEachItem"):
        require(words in output, words, output)


if __name__ == "__main__":
    sys.exit(judge_installed.main(sys.argv[1:], __doc__, {"deb": deb, "explorer": explorer, "image": image, "wheel": wheel}))
