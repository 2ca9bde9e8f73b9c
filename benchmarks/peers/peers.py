"""Programs of others that do the same work, each found where the user says it is, or installed. Nothing of theirs is in this tree."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "adapters"))
import demo  # noqa: E402  (found through the line above)


class Missing(Exception):
    """A peer that is not there; the message says what would bring it."""


class Finufft:
    """From PyPI, into an environment below build/, or in the Python that the user names."""

    name, title, needs = "finufft", "FINUFFT", "PYTHON with finufft and numpy; without it they are installed from PyPI"

    def command(self, given, _threads):
        """First words of the program of this side. Raises Missing."""
        return [python_of(given) if given else installed(self.name), HERE / "finufft/forces.py"]


class Hoomd:
    """In the Python that the user names: there is no package of it on PyPI."""

    name, title, needs = "hoomd", "HOOMD-blue", "PYTHON with hoomd, version 4 or later (conda-forge)"

    def command(self, given, threads):
        if not given:
            raise Missing("no Python with HOOMD-blue was given: --peer hoomd=PYTHON")
        if threads > 1:
            raise Missing("HOOMD-blue runs on one processor here: --threads 1")
        return [python_of(given), HERE / "hoomd/bodies.py"]


class Paraspheres:
    """In a folder that the user names, of which a copy is built."""

    name, title, needs = "paraspheres", "ParaSpheres", "DIR, its source folder, of which a copy is built by make and g++"

    def command(self, given, _threads):
        if not given:
            raise Missing("no source folder was given: --peer paraspheres=DIR")
        if not (pathlib.Path(given) / "CPP/MultiThreadECMC/Makefile").is_file():
            raise Missing(f"expected CPP/MultiThreadECMC/Makefile in {given}, found none")
        return [sys.executable, HERE / "paraspheres/chains.py", "--source", given]


PEERS = {peer.name: peer for peer in (Finufft(), Hoomd(), Paraspheres())}


def python_of(given):
    """The Python that the user names."""
    if not pathlib.Path(given).is_file():
        raise Missing(f"expected a Python, found nothing at {given}")
    return given


def installed(name):
    """Python of an environment with what a peer requires, made where there is none."""
    built = demo.BUILT.parent / "peers" / name
    built.mkdir(parents=True, exist_ok=True)
    try:
        return demo.environment(HERE / name, built)
    except demo.NotInstalled as error:
        raise Missing(str(error).splitlines()[0]) from error
