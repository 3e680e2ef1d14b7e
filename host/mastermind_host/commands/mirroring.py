# SPDX-License-Identifier: MIT
"""Which real board `mastermind play` mirrors, if any."""

from __future__ import annotations

from mastermind_host import archive, errors
from mastermind_host.commands import shared
from mastermind_host.device import devices, missing
from mastermind_host.device.found import Device, Wanted, describe
from mastermind_host.device.link import Refused
from mastermind_host.mirror import Mirror

INSTEAD = "The virtual board plays instead."


def find(job: shared.Job, wanted: Wanted) -> Mirror | None:
    """The board that is meant, or the only one that plays here; None, with a hint, without one.

    A Fault where a board is meant that can't be mirrored, and where several play.
    """
    if wanted != devices.ANY:
        return _mirror(job, devices.choose(job.machine, wanted))
    device = _only(devices.find(job.machine))
    try:
        return _mirror(job, device) if device else None
    except errors.Fault as fault:
        shared.hint(
            f"{describe(device or Device())} is not mirrored: {fault.what}",
            f"Likely cause: {fault.cause}",
            f"Next: {fault.advice}",
            INSTEAD,
        )
    return None


def sentence(device: Device) -> str:
    """What is said once the page can be opened."""
    path = archive.path_of(device.uid)
    return (
        f"The {device.name} on your table is mirrored on the page below; its games are kept in "
        f"{path}. Ctrl-C ends it."
    )


def _only(there: list[Device]) -> Device | None:
    """The only one that has a port for the link."""
    playing = [device for device in there if device.data]
    if len(playing) > 1:
        fault = missing.several_devices(playing)
        fault.advice += "\n  --virtual   a board on the page alone"
        raise fault
    if there and not playing:
        names = "; ".join(describe(device) for device in there)
        shared.hint(
            f"Not mirrored, for no firmware of ours runs there: {names}",
            "Next: mastermind flash   (if one of them is to be a Jungle Mastermind)",
            INSTEAD,
        )
    return playing[0] if playing else None


def _mirror(job: shared.Job, device: Device) -> Mirror:
    job.progress.step(f"Asking the board: {describe(device)}")
    try:
        return Mirror(job.machine, device, job.clock, shared.hint)
    except Refused as refused:
        raise errors.Fault(
            f"The board refuses to be mirrored: {refused.text}",
            "Its firmware is of another release than this program, or damaged.",
            "mastermind deploy",
            errors.WRONG_DEVICE,
        ) from None
