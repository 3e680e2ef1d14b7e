# SPDX-License-Identifier: MIT
"""The one error of the host tool that its user reads. Knows no command and no device."""

from __future__ import annotations

OK = 0
UNEXPECTED = 1
USAGE = 2
NO_DEVICE = 3  # or no memory of one
SEVERAL_DEVICES = 4
WRONG_DEVICE = 5  # or file
BUSY = 6  # or no permission
UNWRITABLE = 7  # read-only, full or corrupt
UNVERIFIED = 8
TESTS_FAILED = 9
TIMEOUT = 10
NETWORK = 11  # or the cache
INTERRUPTED = 130


class Fault(Exception):
    """What stops a command: what happened, the likely cause, the next command, the exit code."""

    def __init__(self, what: str, cause: str, advice: str, code: int) -> None:
        super().__init__(what)
        self.what = what
        self.cause = cause
        self.advice = advice
        self.code = code


def unexpected(error: Exception, advice: str) -> Fault:
    """What should never happen has happened."""
    return Fault(
        f"Unexpected: {type(error).__name__}: {error}",
        "A mistake in this program.",
        advice,
        UNEXPECTED,
    )
