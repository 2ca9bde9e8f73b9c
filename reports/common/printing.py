"""Pages as PDF: one file for each, and a supplement of all. Chromium prints, pdfunite joins.

Source    static/print.css, by which every column and every row is shown
"""

import pathlib
import shutil
import subprocess

from common.errors import ReportError, shorten

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FOLDER = "pdf"
SUPPLEMENT = "supplement.pdf"
SECONDS = 600  # of one page, after which the browser is taken to hang


def tools(joins=True):
    """Paths of (browser, pdfunite); a ReportError that names the package where one is missing. A page alone
    needs nothing that joins."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise ReportError("--pdf, --paper", "no browser that prints", "Chromium (Debian: apt-get install chromium)",
                          f"none of {', '.join(BROWSERS)}; the report itself needs none: leave out --pdf")
    unite = shutil.which("pdfunite")
    if unite is None and joins:
        raise ReportError("--pdf", "nothing that joins PDF files",
                          "pdfunite (Debian: apt-get install poppler-utils)", "none")
    return browser, unite


def print_pages(out, names, found):
    """Prints OUT/NAME.html for each name, and joins several; returns the name of what to read."""
    browser, unite = found
    folder = pathlib.Path(out).resolve() / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    made = [folder / f"{name}.pdf" for name in names]
    for name, path in zip(names, made):
        _run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
              "--virtual-time-budget=10000", f"--print-to-pdf={path}",
              (folder.parent / f"{name}.html").as_uri()], path)
    if len(made) == 1:
        return made[0].name
    supplement = folder / SUPPLEMENT
    _run([unite, *map(str, made), str(supplement)], supplement)
    return SUPPLEMENT


def _run(command, path):
    """Runs a command that makes this PDF file."""
    path.unlink(missing_ok=True)
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace", timeout=SECONDS, check=False)
        said = f"exit code {done.returncode}: {done.stderr.strip()[-300:]}"
    except subprocess.TimeoutExpired:
        said = f"nothing after {SECONDS} s"
    if not path.is_file() or not path.read_bytes().startswith(b"%PDF"):
        raise ReportError(path, f"not made by {pathlib.Path(command[0]).name}", "a PDF file", shorten(said, 300))
