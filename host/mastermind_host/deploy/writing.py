# SPDX-License-Identifier: MIT
"""Changes brought on a drive so that a break at any moment can be mended by the same again.

The manifest is made invalid before the first byte, and whole after the last one is verified. The
board itself says what has arrived. Used by deploy and restore alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mastermind_host.clock import Clock
from mastermind_host.deploy import manifest, onboard, plan, trouble
from mastermind_host.deploy.interruption import finishing
from mastermind_host.deploy.plan import Change
from mastermind_host.deploy.report import READ_BACK, Report
from mastermind_host.deploy.volume import Volume
from mastermind_host.device.repl import Repl
from mastermind_host.errors import UNVERIFIED, Fault
from mastermind_host.progress import Progress

PATIENCE_S = 40.0  # with caches that have not let go of what was written
DOUBT_S = 5.0  # with a file whose copying has failed: it is written again soon
POLL_S = 1.0
ROUNDS = 3  # how often a file is written at most


@dataclass
class Writer:
    """Writes on `volume`; `repl` holds its board, or is None: then files are read back instead."""

    volume: Volume
    repl: Repl | None
    clock: Clock
    progress: Progress
    report: Report
    _unflushed: set[str] = field(default_factory=set)
    _doubtful: set[str] = field(default_factory=set)  # files whose copying raised an error

    def apply(
        self,
        changes: list[Change],
        known: Mapping[str, bytes],
        commit: bytes,
        before_commit: Callable[[Repl | None], None] = lambda repl: None,
    ) -> None:
        """Do the changes, then write the manifest `commit`; b"": leave the drive without one.

        `known`: {path: content} of all files that have to be right in the end. `before_commit`:
        what has to be done as well before the drive counts as whole.
        """
        deleted = [change.path for change in changes if change.kind == plan.DELETE]
        self.begin(deleted)
        self._write_all([change for change in changes if change.writes])
        self._verify(known)
        self._delete(deleted)
        self.report.files_deleted += len(deleted)
        before_commit(self.repl)
        self._commit(commit)

    def begin(self, deleted: list[str]) -> None:
        """Make the manifest invalid, before anything else is changed."""
        self.report.began = True
        invalid = manifest.incomplete(deleted)
        self._write(manifest.NAME, invalid)
        self._flush()
        if self._doubtful:
            self._verify({manifest.NAME: invalid})

    def _write_all(self, changes: list[Change]) -> None:
        total = sum(change.size for change in changes)
        if not changes:
            return
        self.progress.step(f"Copying {count(len(changes), 'file')} to the board.")
        done = 0
        for change in changes:
            self._write(change.path, change.data)
            self.report.files_written += 1
            done += change.size
            self.progress.bar(done, total)
        self._flush()

    def _write(self, path: str, data: bytes) -> None:
        """Write one file; Ctrl-C counts when it is whole."""
        try:
            with finishing():
                self.volume.write(path, data)
        except OSError as error:
            self._doubt(error, [path], f"writing {path}")
        self._unflushed.add(path)
        self.report.bytes_written += len(data)

    def _flush(self) -> None:
        self.report.flushes += 1
        try:
            self.volume.flush()
        except OSError as error:
            self._doubt(error, list(self._unflushed), "writing")
        self._unflushed.clear()

    def _doubt(self, error: OSError, paths: list[str], doing: str) -> None:
        if not trouble.is_doubtful(error, self.volume):
            raise trouble.fault_of(error, self.volume, doing) from error
        self._doubtful.update(paths)

    def _delete(self, paths: list[str]) -> None:
        for path in paths:
            try:
                with finishing():
                    self.volume.delete(path)
            except OSError as error:
                raise trouble.fault_of(error, self.volume, f"deleting {path}") from error
        if paths:
            self._flush()

    def _commit(self, commit: bytes) -> None:
        if commit:
            self._write(manifest.NAME, commit)
            self._flush()
            self._verify({manifest.NAME: commit})
        else:
            self._delete([manifest.NAME])
        self.report.committed = True

    def _verify(self, known: Mapping[str, bytes]) -> None:
        """Wait until the board has all of it, writing again what stays wrong; else UNVERIFIED."""
        if list(known) != [manifest.NAME]:
            self.progress.step(f"Checking {count(len(known), 'file')} on the board.")
        left = dict(known)
        for is_last in (*[False] * (ROUNDS - 1), True):
            left = self._wait_for(left, is_last)
            if not left:
                self._doubtful.clear()
                return
            if not is_last:
                self._write_again(left)
        raise Fault(
            f"The board does not have what was copied to it: {', '.join(sorted(left))}.",
            "This computer keeps back what it writes, or the drive is damaged.",
            "unplug the board, plug it in, and run the same command again; "
            "if it stays so: mastermind recover",
            UNVERIFIED,
        )

    def _write_again(self, files: Mapping[str, bytes]) -> None:
        self.progress.note(f"Not right on the board yet, copied again: {', '.join(sorted(files))}.")
        self._doubtful.clear()
        for path, data in files.items():
            self._write(path, data)
            self.report.rewritten += 1
        self._flush()

    def _wait_for(self, files: dict[str, bytes], is_last: bool) -> dict[str, bytes]:
        """The files that the board still does not have when patience is over."""
        left = self._wrong(files)
        hopeless = bool(self._doubtful & left.keys()) and not is_last
        end = self.clock.now() + (DOUBT_S if hopeless else PATIENCE_S)
        if left and not hopeless:
            self.progress.note("The board does not see all of it yet: waiting for slow caches.")
        while left and self.clock.now() < end:
            self.clock.sleep(POLL_S)
            left = self._wrong(left)
        return left

    def _wrong(self, files: dict[str, bytes]) -> dict[str, bytes]:
        if self.repl is None:
            self.report.verified = READ_BACK
            return {p: d for p, d in files.items() if self.volume.read_again(p) != d}
        found = onboard.sums(self.repl, {path: len(data) for path, data in files.items()})
        self.report.verified = onboard.kind_of(found.values()) or self.report.verified
        return {p: d for p, d in files.items() if not onboard.is_sum_of(found[p], d)}


def count(number: int, thing: str) -> str:
    """1 file, 2 files."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
