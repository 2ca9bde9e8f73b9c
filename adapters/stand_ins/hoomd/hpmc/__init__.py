"""Stand-in for hoomd.hpmc."""

from . import integrate
