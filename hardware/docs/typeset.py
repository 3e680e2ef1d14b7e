# SPDX-License-Identifier: MIT
"""PDF pages from a Typst page and pictures, with the same bytes every time.

Typst was chosen over ReportLab and WeasyPrint: one wheel without system libraries, so the bytes do
not hang on the machine's Pango or fonts; it sets text and tables by itself, takes SVG as vectors,
and writes PDF/UA-1, which screen readers can read. The fonts come from a package too.
"""

import datetime
import json
import struct
import zlib
from importlib.resources import files
from pathlib import Path

TIME = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)  # no clock in the bytes
NEEDS = ("typst", "fontpkg_atkinson_hyperlegible")


def typeset(page: Path, pictures: dict, data: dict, format="pdf", ppi=110.0):
    """The bytes of `page` (a .typ file): one bytes object, or a list of them for other formats.

    The page finds the SVG texts of `pictures` and the values of `data` in `sys.inputs.data`.
    """
    import typst

    fonts = typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(files("fontpkg_atkinson_hyperlegible") / "files")],
    )
    compiler = typst.Compiler(
        str(page),
        root=str(page.parent),
        font_paths=fonts,
        sys_inputs={"data": json.dumps(data | {"pictures": pictures})},
    )
    if format == "pdf":
        return compiler.compile(format="pdf", timestamp=TIME, pdf_standards=["ua-1"])
    made = compiler.compile(format=format, ppi=ppi)
    return [_signed(page) for page in (made if isinstance(made, list) else [made])]


def _signed(png: bytes) -> bytes:
    """A PNG that says which Typst drew it, as a PDF does: other versions write other bytes."""
    import typst

    told = f"Software\0(Typst {typst.__version__})".encode("latin-1")
    chunk = b"tEXt" + told
    head = 8 + 25  # signature and IHDR
    framed = struct.pack(">I", len(told)) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:head] + framed + png[head:]
