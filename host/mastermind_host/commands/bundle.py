# SPDX-License-Identifier: MIT
"""`mastermind bundle`: CircuitPython and the whole drive in one UF2, for drag and drop."""

from __future__ import annotations

from pathlib import Path

import click

from mastermind_host import drive
from mastermind_host.commands import shared
from mastermind_host.commands.install import (
    BOARD_IDS,
    offline_option,
    uf2_option,
    version_option,
)
from mastermind_host.deploy import manifest
from mastermind_host.device import boards
from mastermind_host.errors import UNWRITABLE, WRONG_DEVICE, Fault
from mastermind_host.install import bundle as bundling
from mastermind_host.install import cache, choices
from mastermind_host.install.choices import Choice, Image

DROP = "Hold BOOT while plugging the board in, then drop the file on its drive {label}."


@click.command()
@click.option(
    "--board",
    type=click.Choice(BOARD_IDS),
    default=BOARD_IDS[0],
    show_default=True,
    help="The board that it is for.",
)
@uf2_option
@version_option
@offline_option
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The UF2 file to write.",
)
@shared.dry_run_option
@shared.output_options
@shared.pass_job
def bundle(
    job: shared.Job,
    board: str,
    uf2: Path | None,
    version: str,
    offline: bool,
    output: Path,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Make one UF2 of CircuitPython and the game, to be dropped on a board in bootloader mode."""
    kind = boards.by_id(board) or boards.BOARDS[0]
    image = choices.load(Choice(uf2, version, offline), kind, job.progress)
    made = _build(image, kind)
    if not dry_run:
        _write(made, output)
    told = {
        "board": kind.id,
        "version": image.firmware.version,
        "file": str(output),
        "bytes": len(made),
        "sha256": cache.sum_of(made),
        "written": not dry_run,
    }
    shared.show(told if as_json else _sentence(output, image, kind, dry_run))
    if not dry_run:
        shared.hint(DROP.format(label=kind.chip.info_id))


def _build(image: Image, board: boards.Board) -> bytes:
    files = drive.files()
    try:
        return bundling.build(image.uf2, board.id, files | {manifest.NAME: manifest.build(files)})
    except ValueError as error:
        raise Fault(
            f"{image.name} and the game make no bundle. {error}",
            "It is another CircuitPython than the game was made for.",
            "mastermind bundle -o FILE   (with the CircuitPython that is downloaded)",
            WRONG_DEVICE,
        )


def _write(data: bytes, path: Path) -> None:
    """All of the file, or none of it."""
    try:
        with cache.part_of(path) as part:
            part.write(data)
            cache.put(part, path)
    except OSError as error:
        raise Fault(
            f"{path} can't be written: {error.strerror or error}.",
            "The disk is full, the folder is not yours, or a folder has that name.",
            "mastermind bundle -o with a file in another folder",
            UNWRITABLE,
        )


def _sentence(path: Path, image: Image, board: boards.Board, dry_run: bool) -> str:
    verb = "Would write" if dry_run else "Wrote"
    return (
        f"{verb} {path}: CircuitPython {image.firmware.version} and the game, for a {board.name}."
    )
