"""The one exception of the report: what is wrong, where, expected, found. Leads to exit code 2."""


class ReportError(Exception):
    """Bad input: a missing or truncated file, or one of another format, or a gap in the manifest."""

    def __init__(self, where, what, expected, found):
        super().__init__(f"{where}: {what}: expected {expected}, found {found}")


def shorten(text, limit=40):
    """A quotation for a message: long texts are cut."""
    return repr(text if len(text) <= limit else text[:limit] + "...")
