# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Makes the electronics again in a folder of its own and compares it with what is kept.

Other versions of KiCad write other bytes, so only those of the recorded version are compared.
"""

import tempfile
from pathlib import Path

from electronics import build, fab
from electronics.run import HARDWARE, version


def recorded() -> str:
    """The version of KiCad that made the kept files."""
    return (build.HERE / "KICAD_VERSION").read_text().strip()


def differences() -> list[str]:
    """Names of files that are missing, new or other than the kept ones."""
    if version() != recorded():
        raise ValueError(f"This is KiCad {version()}; the files are from {recorded()}.")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build.build(folder / "kicad", folder / "reports")
        fab.make(folder / "kicad", folder / "fab")
        found = _compare(build.KICAD, folder / "kicad")
        return found + _compare(HARDWARE / "fab" / "rev-a0", folder / "fab")


def _compare(kept: Path, made: Path) -> list[str]:
    names = {path.relative_to(top) for top in (kept, made) for path in _files(top)}
    found = []
    for name in sorted(names):
        one, two = kept / name, made / name
        if not one.exists() or not two.exists():
            found.append(f"{name}: {'new' if two.exists() else 'not made any more'}")
        elif one.read_bytes() != two.read_bytes():
            found.append(f"{name}: other bytes")
    return found


def _files(top: Path) -> list[Path]:
    left_by_kicad = (".kicad_prl", ".lck")
    return [p for p in top.rglob("*") if p.is_file() and p.suffix not in left_by_kicad]
