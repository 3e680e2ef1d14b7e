# SPDX-License-Identifier: MIT
"""What a board is doing at this moment, in a few words. Interrupts nobody's game."""

from __future__ import annotations

from mastermind_host.clock import Clock
from mastermind_host.device.found import Device
from mastermind_host.device.link import Link, Refused, field
from mastermind_host.device.machine import Machine
from mastermind_host.errors import BUSY, Fault

SILENT = "does not answer"
IN_GAME = ("hide", "guess", "answer", "mend", "audit", "reveal")


def doing(machine: Machine, device: Device, clock: Clock) -> str:
    """welcome; guess, older; SILENT where its firmware does not run, "" where nobody can ask."""
    if device.data is None:
        return ""
    try:
        stream = machine.open(device.data)
        try:
            state = Link(stream, clock).ask("state")
        finally:
            stream.close()
        stage = field(state, "stage", str)
        return f"{stage}, {field(state, 'level', str)}" if stage in IN_GAME else stage
    except Fault as fault:
        return f"busy: {fault.what}" if fault.code == BUSY else SILENT
    except Refused:
        return SILENT
