# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Writes coloured prisms as a STEP file (ISO 10303-21, AP214), with nothing but text."""

import math
from typing import NamedTuple

Colour = tuple[float, float, float]


class Prism(NamedTuple):
    """An outline, counter-clockwise in x and y, between two heights; millimetres."""

    outline: tuple[tuple[float, float], ...]
    low: float
    high: float
    colour: Colour


def box(x: float, y: float, width: float, depth: float, low: float, high: float, colour: Colour):
    w, d = width / 2, depth / 2
    corners = ((x - w, y - d), (x + w, y - d), (x + w, y + d), (x - w, y + d))
    return Prism(corners, low, high, colour)


def rod(x: float, y: float, radius: float, low: float, high: float, colour: Colour, sides=24):
    turns = [math.tau * n / sides for n in range(sides)]
    around = tuple((x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns)
    return Prism(around, low, high, colour)


class _File:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, text: str) -> str:
        self.lines.append(f"#{len(self.lines) + 1}={text};")
        return f"#{len(self.lines)}"

    def point(self, x: float, y: float, z: float) -> str:
        return self.add(f"CARTESIAN_POINT('',({_real(x)},{_real(y)},{_real(z)}))")

    def way(self, x: float, y: float, z: float) -> str:
        return self.add(f"DIRECTION('',({_real(x)},{_real(y)},{_real(z)}))")

    def edge(self, one: tuple[str, str], two: tuple[str, str], a, b) -> str:
        """An edge between two (vertex, point), whose places are a and b."""
        length = math.dist(a, b)
        along = self.way(*((q - p) / length for p, q in zip(a, b, strict=True)))
        vector = self.add(f"VECTOR('',{along},{_real(length)})")
        line = self.add(f"LINE('',{one[1]},{vector})")
        return self.add(f"EDGE_CURVE('',{one[0]},{two[0]},{line},.T.)")

    def face(self, edges: list[tuple[str, bool]], origin: str, normal: str, along: str) -> str:
        used = [self.add(f"ORIENTED_EDGE('',*,*,{e},{'.T.' if on else '.F.'})") for e, on in edges]
        loop = self.add(f"EDGE_LOOP('',({','.join(used)}))")
        bound = self.add(f"FACE_OUTER_BOUND('',{loop},.T.)")
        place = self.add(f"AXIS2_PLACEMENT_3D('',{origin},{normal},{along})")
        plane = self.add(f"PLANE('',{place})")
        return self.add(f"ADVANCED_FACE('',({bound}),{plane},.T.)")


def _real(value: float) -> str:
    text = f"{round(value, 6) + 0.0:.6f}".rstrip("0")
    return text if text not in ("-0.", "") else "0."


def _solid(file: _File, prism: Prism) -> str:
    count = len(prism.outline)
    places = [[(x, y, z) for x, y in prism.outline] for z in (prism.low, prism.high)]
    ends = []
    for ring in places:
        points = [file.point(*at) for at in ring]
        ends.append([(file.add(f"VERTEX_POINT('',{p})"), p) for p in points])
    rings = [
        [
            file.edge(
                ends[k][n], ends[k][(n + 1) % count], places[k][n], places[k][(n + 1) % count]
            )
            for n in range(count)
        ]
        for k in (0, 1)
    ]
    posts = [file.edge(ends[0][n], ends[1][n], places[0][n], places[1][n]) for n in range(count)]
    x, up, down = file.way(1, 0, 0), file.way(0, 0, 1), file.way(0, 0, -1)
    faces = [
        file.face([(e, False) for e in rings[0][::-1]], ends[0][0][1], down, x),
        file.face([(e, True) for e in rings[1]], ends[1][0][1], up, x),
    ]
    for n in range(count):
        after = (n + 1) % count
        (x1, y1, _), (x2, y2, _) = places[0][n], places[0][after]
        length = math.hypot(x2 - x1, y2 - y1)
        normal = file.way((y2 - y1) / length, (x1 - x2) / length, 0)
        around = [
            (rings[0][n], True),
            (posts[after], True),
            (rings[1][n], False),
            (posts[n], False),
        ]
        faces.append(file.face(around, ends[0][n][1], normal, up))
    shell = file.add(f"CLOSED_SHELL('',({','.join(faces)}))")
    return file.add(f"MANIFOLD_SOLID_BREP('',{shell})")


def _coloured(file: _File, solid: str, colour: Colour) -> str:
    rgb = file.add(f"COLOUR_RGB('',{','.join(_real(part) for part in colour)})")
    fill = file.add(f"FILL_AREA_STYLE_COLOUR('',{rgb})")
    area = file.add(f"FILL_AREA_STYLE('',({fill}))")
    surface = file.add(f"SURFACE_STYLE_FILL_AREA({area})")
    side = file.add(f"SURFACE_SIDE_STYLE('',({surface}))")
    usage = file.add(f"SURFACE_STYLE_USAGE(.BOTH.,{side})")
    style = file.add(f"PRESENTATION_STYLE_ASSIGNMENT(({usage}))")
    return file.add(f"STYLED_ITEM('',({style}),{solid})")


def step(name: str, prisms: list[Prism]) -> str:
    """The file's text: one product, one shape, a solid for each prism."""
    file = _File()
    app = file.add("APPLICATION_CONTEXT('automotive design')")
    file.add(f"APPLICATION_PROTOCOL_DEFINITION('','automotive_design',2000,{app})")
    context = file.add(f"PRODUCT_CONTEXT('',{app},'mechanical')")
    product = file.add(f"PRODUCT('{name}','{name}','',({context}))")
    formation = file.add(f"PRODUCT_DEFINITION_FORMATION('','',{product})")
    part = file.add(f"PRODUCT_DEFINITION_CONTEXT('part definition',{app},'design')")
    definition = file.add(f"PRODUCT_DEFINITION('design','',{formation},{part})")
    shape = file.add(f"PRODUCT_DEFINITION_SHAPE('','',{definition})")
    unit = file.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))")
    angle = file.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))")
    solid_angle = file.add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())")
    exact = file.add(f"UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-05),{unit},'','')")
    space = file.add(
        "(GEOMETRIC_REPRESENTATION_CONTEXT(3)"
        f"GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({exact}))"
        f"GLOBAL_UNIT_ASSIGNED_CONTEXT(({unit},{angle},{solid_angle}))REPRESENTATION_CONTEXT('',''))"
    )
    origin = file.point(0, 0, 0)
    axes = file.add(f"AXIS2_PLACEMENT_3D('',{origin},{file.way(0, 0, 1)},{file.way(1, 0, 0)})")
    solids = [_solid(file, prism) for prism in prisms]
    brep = file.add(f"ADVANCED_BREP_SHAPE_REPRESENTATION('',({axes},{','.join(solids)}),{space})")
    file.add(f"SHAPE_DEFINITION_REPRESENTATION({shape},{brep})")
    styled = [_coloured(file, s, p.colour) for s, p in zip(solids, prisms, strict=True)]
    file.add(
        f"MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',({','.join(styled)}),{space})"
    )
    head = (
        "ISO-10303-21;\nHEADER;\n"
        "FILE_DESCRIPTION(('SPDX-License-Identifier: CERN-OHL-P-2.0'),'2;1');\n"
        f"FILE_NAME('{name}','',(''),(''),'','','');\n"
        "FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));\nENDSEC;\nDATA;\n"
    )
    return head + "\n".join(file.lines) + "\nENDSEC;\nEND-ISO-10303-21;\n"
