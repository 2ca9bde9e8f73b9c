#!/usr/bin/env python3
"""Packages for others, built from the programs of a release build and tried: the wheel in an empty environment without a
network, and the package for Debian.

usage: nightly.py --build DIR [wheel | deb]
exit code 0 all as expected, 1 something is not, 77 nothing was run since the programs are not built
"""

import pathlib
import re
import shutil
import sys
import venv

import judge_installed
from judge_installed import ran, require

sys.path.append(str(judge_installed.TREE / "adapters"))
import judge_examples  # noqa: E402
import verify_wheel  # noqa: E402


def wheel(build, scratch):
    """The wheel has programs with their libraries, and its command judges a right and a faulty program."""
    require(build == judge_installed.TREE / "build/release", "build/release of this tree, which pip uses", build)
    name = verify_wheel.build_wheel(scratch)
    require(re.fullmatch(r"touchstone_verify-[\d.]+-py3-none-manylinux_2_\d+_\w+\.whl", name), "a name of PEP 427", name)
    venv.create(scratch / "venv", with_pip=True)
    ran([scratch / "venv/bin/pip", "install", "--no-index", scratch / name], scratch)
    command = scratch / "venv/bin/touchstone-verify"
    output = ran([command, "--version"], scratch)
    require(verify_wheel.version() in output, "the version", output)
    [program] = scratch.glob("venv/lib/*/site-packages/touchstone_verify_programs/libexec/touchstone/touchstone_checkers")
    output = ran(["ldd", program], scratch)
    require(f"libfmt.so.9 => {scratch}/venv" in output, "libraries of the wheel", output)
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


if __name__ == "__main__":
    sys.exit(judge_installed.main(sys.argv[1:], __doc__, {"wheel": wheel, "deb": deb}))
