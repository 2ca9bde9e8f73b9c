"""Shared parts of the report: records, published values, tables, figures, the page."""
