# SPDX-License-Identifier: MIT
"""Small pieces of SVG as text, with repeatable bytes. Knows nothing of boards.

Lengths are in the units of the drawing's view box; all of ours are mm or card units.
"""

from html import escape

FONT = "Atkinson Hyperlegible, DejaVu Sans, Arial, sans-serif"
LICENCE = "<!-- SPDX-License-Identifier: CERN-OHL-P-2.0 -->\n"


def number(value):
    """A number with at most three decimals and none that says nothing; other values as they are."""
    if isinstance(value, (int, float)):
        return f"{value:.3f}".rstrip("0").rstrip(".") if value else "0"
    return str(value)


def element(name: str, *children: str, **attributes):
    """An element; `stroke_width` becomes `stroke-width`, and None leaves an attribute out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{''.join(children)}</{name}>" if children else f"<{name}{given}/>"


def group(*children: str, **attributes):
    return element("g", *children, **attributes) if children else ""


def circle(x, y, r, fill="none", **more):
    return element("circle", cx=x, cy=y, r=r, fill=fill, **more)


def rect(x, y, width, height, fill="none", **more):
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **more)


def line(points, stroke="#222", width=0.5, **more):
    """A line through `points`, with round corners and ends."""
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"} | more
    return element("path", d=path, stroke=stroke, stroke_width=width, **style)


def polygon(points, fill="#222", **more):
    listed = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", points=listed, fill=fill, **more)


def text(x, y, words: str, size=3.0, anchor="start", fill="#222", bold=False, **more):
    """One line of text; y is its base line."""
    weight = "bold" if bold else None
    style = {"font_size": size, "text_anchor": anchor, "fill": fill, "font_weight": weight}
    return element("text", escape(words), x=x, y=y, font_family=FONT, **(style | more))


def arrow(start, end, colour="#222", width=0.6, head=2.2):
    """A straight arrow with a head of length `head` at `end`."""
    (x0, y0), (x1, y1) = start, end
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    base = (x1 - ux * head, y1 - uy * head)
    side = head * 0.45
    tip = [
        (x1, y1),
        (base[0] - uy * side, base[1] + ux * side),
        (base[0] + uy * side, base[1] - ux * side),
    ]
    return line([start, base], colour, width) + polygon(tip, colour)


def move(x, y, *children: str, scale=1.0):
    """Children moved to (x, y) and scaled."""
    scaled = f" scale({number(scale)})" if scale != 1 else ""
    return group(*children, transform=f"translate({number(x)} {number(y)}){scaled}")


def drawing(width, height, *children: str, title="", left=0, top=0, show=1.0, background=None):
    """A whole file of `width` by `height` mm, shown `show` times as large.

    `title` is its text for people who can't see it.
    """
    told = element("title", escape(title)) if title else ""
    paper = rect(left, top, width, height, background) if background else ""
    return (
        LICENCE
        + element(
            "svg",
            told + "\n",
            *(part + "\n" for part in (paper, *children) if part),
            xmlns="http://www.w3.org/2000/svg",
            width=f"{number(width * show)}mm",
            height=f"{number(height * show)}mm",
            viewBox=f"{number(left)} {number(top)} {number(width)} {number(height)}",
            role="img",
        )
        + "\n"
    )
