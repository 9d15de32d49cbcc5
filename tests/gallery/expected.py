"""What every picture of the gallery shows: curves, marks, and labels among its texts (subscripts on the line)."""

EXPECTED = {
    "wm92-7-direct": (9, 10, "L: μ = 0.3 | L: μ = 0.9 | C = 0 | S = 0 | start"),
    "wm92-8-newton": (8, 9,
        "C = 0 | S = 0 | L | R | start | slip stops, sticks | compression ends | end | "
        "termination, C = −eC0"),
    "wm92-8-sticking": (8, 9,
        "C = 0 | S = 0 | L | R | start | slip stops, sticks | compression ends | end | "
        "termination (Newton)"),
    "wm92-9-forward": (11, 19, "L: μ = 0.5 | L: μ = 0.95 | L: μ = 1.2 | C = 0 | S = 0 | start"),
    "wm92-10-tangential": (7, 9, "C = 0 | S = 0 | L | R | start | slip stops, sticks | compression ends | end"),
    "mor11-2.6-energy": (4, 0, "reverses | compression | stored | lost to friction | change of kinetic energy, ΔT"),
    "mor11-2.7-velocity": (3, 9, "vt = 0 | vn = 0 | start | slip stops, reverses | compression ends | impact ends"),
    "mor11-2.9a": (3, 7, "vt = 0 | vn = 0 | start | compression ends | impact ends"),
    "mor11-2.9b": (3, 7, "vt = 0 | vn = 0 | start | compression ends | impact ends"),
    "mor11-3.1-motion": (28, 91,
        "start | 0.538 s | 1.023 s | 1.254 s | end | path of the tip | every 0.05 s, from light to dark"),
    "jia10-4-impulse": (5, 9, "start | sticks | compression ends | slips | end"),
    "jia10-5-springs": (8, 0, "contact velocity | spring velocity | spring length | sticks | slips | ends"),
    "jia10-6a-friction": (4, 0, "velocity Vx after | spin ωy after | friction μ"),
    "jia10-6b-material": (4, 0, "velocity Vx after | spin ωy after | Poisson’s ratio ν"),
    "jia10-8-9-pencil": (24, 11, "start | sticks | compression ends | slips | end"),
    "pencil-springs": (12, 11,
        "spring length | tangential impulse It1 [N s] | start | sticks | compression ends | slips | end"),
    "jw16-4a": (3, 7, "start | c: compression ends | r: impact ends | s: slip stops, sticks | −159.8° | 49.1°"),
    "jw16-4b": (3, 5, "start | c: compression ends | r: impact ends | s: slip stops, sticks | −150.0° | 44.9°"),
    "jw16-4c": (3, 7, "start | c: compression ends | r: impact ends | −146.5° | 42.9° | centrifugal: slip speeds up"),
    "jw16-4d": (5, 5,
        "start | c: compression ends | r: impact ends | s: slip stops, sticks | −94.8° | −52.0° | "
        "58.3° | 174.4°"),
    "jw16-5-impulse": (28, 9,
        "start | compression ends | slip stops, sticks | end | compression ends, vn = 0 | "
        "no slip, vt = 0"),
    "jw16-6-bundle": (17, 55, "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | −159.8° | 49.1°"),
    "jw16-7": (3, 7, "start | c: compression ends | r: impact ends | −146.5° | 42.9°"),
    "jw16-8-bundle": (15, 61, "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | −146.5° | 42.9°"),
    "jw16-10a": (3, 7, "start | c: compression ends | r: impact ends | s: slip stops, sticks | −148.8° | 44.3°"),
    "jw16-10b": (3, 7, "start | c: compression ends | r: impact ends | −146.5° | 42.9°"),
    "jw16-10c": (3, 7, "start | c: compression ends | r: impact ends | s: slip stops, sticks | −153.7° | 46.7°"),
    "jme13-1-plastic": (5, 20,
        "v1 = 0 | v2 = 0 | ΔT = 0 | start | 1 ends compression | 2 ends compression | 1 leaves | "
        "2 leaves | end | 1 comes back | C1C2 | R1R2"),
    "jme13-8a-velocity": (3, 20,
        "v1 = 0 | v2 = 0 | start | 1 ends compression | 2 ends compression | 1 leaves | 1 comes back | "
        "2 leaves | end"),
    "jme13-8b-energy": (4, 17,
        "energy stored at 1, E1 [J] | energy stored at 2, E2 [J] | start | 1 ends compression | "
        "2 ends compression | 1 comes back | end"),
    "jme13-7-elastic": (5, 17,
        "v1 = 0 | v2 = 0 | ΔT = 0 | start | 1 ends compression | 2 ends compression | 1 leaves | "
        "2 leaves | end | 1 comes back | C1C2 | R1R2"),
    "jme13-9-restart": (5, 20,
        "v1 = 0 | v2 = 0 | ΔT = 0 | start | 1 ends compression | 2 ends compression | 1 leaves | "
        "2 leaves | end | 1 compresses again | 2 compresses again"),
    "jme13-14-ping-pong": (4, 0,
        "upper: Vy after, k₂/k₁=2.25 | upper: Vy after, k₂/k₁=2.7 | lower: Vy after, k₂/k₁=2.25 | "
        "lower: Vy after, k₂/k₁=2.7"),
    "jme13-16b-measured": (2, 34, "start | slides | rolls | rolls, 0.7586 s | rests, 5.484 s"),
    "jme13-16c-predicted": (2, 32, "start | slides | rolls | rolls, 0.8038 s | rests, 5.167 s"),
    "jme13-16d-bundle": (12, 6, "slides | rolls | eta2 = 2 | eta2 = 3 | eta2 = 4 | eta2 = 5 | eta2 = 6 | eta2 = 7"),
    "map-rod": (1, 0, "friction μ | restitution e | sliding | R-sticking | C-sticking"),
    "map-icosahedron": (1, 0, "friction μ | restitution e | compression end, | restitution end | stick,"),
    "map-icosahedron-speed": (1, 0, "friction μ | contact velocity vn before [m/s] | cr | scr"),
    "map-ball": (2, 0, "friction μ | Poisson’s ratio ν | velocity Vx after [m/s]"),
    "astroid": (1, 0,
        "1: 2 centripetal | 2: 3 centripetal + 1 centrifugal | 1 centripetal + 1 centrifugal | "
        "4 centripetal"),
    "laws": (3, 0,
        "restitution e | energy change ΔT | Newton's law gains energy | Poisson's law | Stronge's law | "
        "energy gained"),
    "masse-spin": (5, 0, "velocity | spin | ball: Vx after | ball: ωz after"),
    "cradle-wave": (19, 0, "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | scaled time [√kg]"),
    "bead-column": (6, 12, "normal impulse | active | 1: bead 1-bead 2 | 6: bead 6-wall"),
    "square-tumbles": (37, 17, "start | end | 0.2875 s | 0.3047 s | 0.3062 s | path of the centre | impact, and when"),
    "ball-bounces": (3, 0, "height over the plane | energy | lowest point | centre | 0.4515 | 1.084 | 1.526 | 1.836"),
    "coin-rattles": (2, 0, "coin | corner 16 | corner 24 | flight | slides | sticks | rests | impact"),
    "ball-comes-back": (5, 0, "slides | rolls | rests | 0.8563 | 4.934 | velocity of the ball"),
}
