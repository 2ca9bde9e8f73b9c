"""Scripts of the pages: DataTables and jQuery of Debian, copied beside the pages, and our own.

Without Debian's package libjs-jquery-datatables tables are plain: complete, in the order written.
"""

import pathlib

INSTALLED = pathlib.Path("/usr/share")
STATIC = pathlib.Path(__file__).parents[1] / "static"
PACKAGE = "libjs-jquery-datatables"
SCRIPTS = ("javascript/jquery/jquery.min.js", "javascript/jquery-datatables/jquery.dataTables.min.js")
LICENCES = ("doc/libjs-jquery/copyright", f"doc/{PACKAGE}/copyright")


def files():
    """({path in the report: content}, [scripts that every page loads])."""
    found = {f"static/{path.name}": path.read_bytes() for path in sorted(STATIC.iterdir())}
    scripts = []
    if all((INSTALLED / script).is_file() for script in SCRIPTS):
        for script in SCRIPTS:
            name = f"vendor/{pathlib.Path(script).name}"
            found[name] = (INSTALLED / script).read_bytes()
            scripts.append(name)
        for licence in filter(lambda name: (INSTALLED / name).is_file(), LICENCES):
            package = pathlib.Path(licence).parent.name
            found[f"vendor/{package}-licence.txt"] = (INSTALLED / licence).read_bytes()
        scripts.append("static/tables.js")
    return found, [*scripts, "static/page.js"]
