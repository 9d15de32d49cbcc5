"""A rod falls on a rough floor: what are its velocity and spin afterwards?"""
import carom

rod = {"carom": 1, "dimension": 2,
       "bodies": {"rod": {"mass": 1, "inertia": 1 / 12, "position": [0.35355339, 0.35355339], "velocity": [0.6, -1]},
                  "floor": {"fixed": True}},
       "contacts": [{"bodies": ["rod", "floor"], "point": [0, 0], "normal": [0, 1], "e": 0.9, "mu": 0.9}]}
result = carom.solve(rod)
print(result)
print("velocity", result.bodies["rod"]["velocity"], "m/s, spin", result.bodies["rod"]["spin"], "rad/s")

# A million of them, with every friction from 0 to 1.2: arrays in, arrays out.
try:
    import numpy as np
except ImportError:
    print("carom.planar solves arrays where NumPy is installed")
else:
    W, v = [[2.5, -1.5], [-1.5, 2.5]], [0.6, -1]
    r = carom.planar(W, v, e=0.9, mu=np.linspace(0, 1.2, 1_000_000))
    for mode, count in zip(*np.unique(r.words, return_counts=True)):
        print(f"{count:7} {mode}")
