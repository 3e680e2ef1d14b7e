# SPDX-License-Identifier: MIT
"""Small pieces of Markdown."""


def table(head: list[str], rows) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"
