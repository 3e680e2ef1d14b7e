# SPDX-License-Identifier: MIT
"""What the checks have found, as lines for people and as data. Pure."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from mastermind_host.device.found import describe
from mastermind_host.health.checks import Result
from mastermind_host.health.finding import Finding

OK, NOTE, PROBLEM = "ok", "note", "problem"


def data(results: list[Result]) -> list[dict[str, Any]]:
    """An entry for each finding, and one for each check that found nothing."""
    return [
        {
            "check": result.check,
            "board": (result.device.uid or None) if result.device else None,
            "result": _kind(finding),
            **(finding._asdict() if finding else {}),
        }
        for result in results
        for finding in _or_none(result.findings)
    ]


def lines(results: list[Result], quiet: bool = False) -> list[Text]:
    """A line for each check that is well, some for each finding; quiet: problems alone."""
    shown: list[Text] = []
    device = None
    for result in results:
        block = [line for finding in result.findings for line in _block(finding, quiet)]
        if not result.findings and not quiet:
            block = [Text(f"ok       {result.check}", style="dim")]
        if block and result.device and result.device != device:
            device = result.device
            shown.append(Text(f"{describe(device)} {device.uid}".rstrip(), style="bold"))
        shown += block
    return shown


def _or_none(findings: list[Finding]) -> list[Finding | None]:
    return [*findings] or [None]


def _block(finding: Finding, quiet: bool) -> list[Text]:
    kind = _kind(finding)
    if quiet and kind != PROBLEM:
        return []
    style = "bold red" if kind == PROBLEM else "yellow"
    return [
        Text(f"{kind:8} {finding.what}", style=style),
        Text(f"         Likely cause: {finding.cause}"),
        Text(f"         Next: {finding.advice}"),
    ]


def _kind(finding: Finding | None) -> str:
    if finding is None:
        return OK
    return PROBLEM if finding.is_problem else NOTE
