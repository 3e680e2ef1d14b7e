# SPDX-License-Identifier: MIT
"""Whether a board has this very firmware, by the board's own sums; nothing is written."""

from __future__ import annotations

from mastermind import __version__
from mastermind_host import drive
from mastermind_host.clock import Clock
from mastermind_host.deploy import manifest, onboard, plan, preflight, release
from mastermind_host.deploy.report import Report
from mastermind_host.device.devices import Device
from mastermind_host.device.machine import Machine
from mastermind_host.device.repl import Repl
from mastermind_host.errors import UNVERIFIED, Fault
from mastermind_host.progress import SILENT, Progress

ATTEMPTS, AGAIN_S = 3, 1.0


def check(
    machine: Machine,
    device: Device,
    clock: Clock,
    progress: Progress = SILENT,
    wanted: drive.Files | None = None,
) -> Report:
    """Verify every file on the board; a Fault UNVERIFIED with the names of what differs.

    Needs the console only. The board is held for it, and starts again.
    """
    port = preflight.check_console(device, "without it nothing can be verified")
    wanted = drive.files() if wanted is None else wanted
    known = {p: d for p, d in wanted.items() if p not in manifest.BOARDS_OWN}
    known[manifest.NAME] = manifest.build(wanted)
    report = Report(uid=device.uid, version=__version__, held=True)
    with Repl(machine.open(port), clock) as repl:
        progress.step(f"Checking {len(known)} files on the board.")
        preflight.check_facts(onboard.facts(repl), device)
        found, wrong = _sums(repl, known, clock)
        missing = _missing(repl)
        if not wrong and not missing:
            release.start(machine, device, repl, clock, progress, hard=False)
            report.started = report.committed = True
    report.verified = onboard.kind_of(found.values())
    if wrong or missing:
        raise _differs(plan.in_order({*wrong, *missing}))
    return report


def _sums(
    repl: Repl, known: drive.Files, clock: Clock
) -> tuple[dict[str, onboard.Sum | None], list[str]]:
    """What the board finds, and the paths of what differs.

    Those are looked at again: a board can not always read while a computer is at its drive.
    """
    found, wrong = dict[str, onboard.Sum | None](), list(known)
    for attempt in range(ATTEMPTS):
        if attempt:
            clock.sleep(AGAIN_S)
        found |= onboard.sums(repl, {path: len(known[path]) for path in wrong})
        wrong = [path for path in wrong if not onboard.is_sum_of(found[path], known[path])]
        if not wrong:
            break
    return found, wrong


def _missing(repl: Repl) -> list[str]:
    """Files of the board's own that it needs and does not have."""
    found = onboard.sums(repl, dict.fromkeys((plan.SPARE,), 0))
    return [path for path, there in found.items() if there is None]


def _differs(paths: list[str]) -> Fault:
    count = "1 file differs" if len(paths) == 1 else f"{len(paths)} files differ"
    return Fault(
        f"{count} on the board: {', '.join(paths)}.",
        "The board has another version, a copy was broken off, or somebody has changed them.",
        "mastermind deploy",
        UNVERIFIED,
    )
