"""What moves in motion_walk.py: chains and bodies in the plane, from Jacobians of their mass centres alone.

The equations of motion are M u' = force, with M = sum J^T m J over the mass centres and the force what is left of
J^T m (gravity - J' u): no closed formula of the mass matrix or of the centrifugal terms is used. Axes are (x, y).
"""
import math
import operator

ZERO = (0, 0)


def dot(a, b):
    return sum(map(operator.mul, a, b))


def solve(matrix, columns):
    """X of matrix X = columns by elimination with pivots; columns is a list of right-hand sides."""
    size = len(matrix)
    rows = [list(row) + [column[i] for column in columns] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, size):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i])]
    found = [[None] * size for _ in columns]
    for c, solution in enumerate(found):
        for i in reversed(range(size)):
            known = sum(rows[i][k] * solution[k] for k in range(i + 1, size))
            solution[i] = (rows[i][size + c] - known) / rows[i][i]
    return found


class Point:
    """A point of a thing: where it is, its Jacobian (a column (x, y) for each speed) and J' u."""

    def __init__(self, position, columns, drift):
        self.position, self.columns, self.drift = position, columns, drift

    def row(self, axis):
        return [dot(column, axis) for column in self.columns]


class Chain:
    """Links in a row: angles relative to the link before, the first one from the x axis."""

    def __init__(self, scene, gravity):
        chain = scene["chain"]
        self.base, self.links, self.gravity = chain["base"], chain["links"], gravity
        self.size = len(self.links)
        self.start = list(chain["angles"]) + list(chain["rates"])
        self.names = ["joint %d" % (i + 1) for i in range(self.size - 1)] + ["tip"]

    def pose(self, q, u):
        """Direction and squared spin of every link."""
        angle = rate = 0
        found = []
        for i in range(self.size):
            angle, rate = angle + q[i], rate + u[i]
            found.append((math.cos(angle), math.sin(angle), rate * rate))
        return found

    def along(self, pose, link, distance):
        """The point at a distance along a link."""
        x, y = self.base
        drift_x = drift_y = 0
        arms = []
        for i in range(link + 1):
            reach = distance if i == link else self.links[i]["length"]
            c, s, square = pose[i]
            a, b = reach * c, reach * s
            arms.append((a, b))
            x, y, drift_x, drift_y = x + a, y + b, drift_x - a * square, drift_y - b * square
        position, drift = (x, y), (drift_x, drift_y)
        # A joint turns all that hangs on it.
        columns = [ZERO] * self.size
        x = y = 0
        for i in reversed(range(link + 1)):
            x, y = x + arms[i][0], y + arms[i][1]
            columns[i] = (-y, x)
        return Point(position, columns, drift)

    def points(self, q, u, _plane):
        pose = self.pose(q, u)
        return [self.along(pose, i, link["length"]) for i, link in enumerate(self.links)]

    def dynamics(self, q, u):
        """M and the force."""
        size = self.size
        mass = [[0] * size for _ in range(size)]
        force = [0] * size
        pose = self.pose(q, u)
        for i, link in enumerate(self.links):
            length, m = link["length"], link["mass"]
            centre = self.along(pose, i, link.get("centre", length / 2))
            turning = link.get("inertia", m * length * length / 12)
            pull = [m * (g - d) for g, d in zip(self.gravity, centre.drift)]
            for a in range(i + 1):
                force[a] = force[a] + dot(centre.columns[a], pull)
                for b in range(i + 1):
                    mass[a][b] = mass[a][b] + m * dot(centre.columns[a], centre.columns[b]) + turning
        return mass, force

    def energy(self, q, u):
        mass, _ = self.dynamics(q, u)
        pose = self.pose(q, u)
        height = sum(link["mass"] * dot(self.gravity, self.along(pose, i, link.get("centre", link["length"] / 2)).position)
                     for i, link in enumerate(self.links))
        return dot(u, [dot(row, u) for row in mass]) / 2 - height


class Body:
    """A free body: (x, y, angle), with corners or as a disc."""

    size = 3

    def __init__(self, name, body, gravity):
        self.mass, self.inertia, self.gravity = body["mass"], body["inertia"], gravity
        shape = body["shape"]
        self.radius, self.corners = shape.get("sphere"), shape.get("points", [])
        self.start = (list(body.get("position", ZERO)) + [body.get("angle", 0)] + list(body.get("velocity", ZERO)) +
                      [body.get("spin", 0)])
        self.names = [name] if self.radius else ["%s: corner %d" % (name, i) for i in range(len(self.corners))]

    def points(self, q, u, plane):
        if self.radius:  # what touches is always the lowest point, so its arm does not turn
            arms, turns = [[-self.radius * n for n in plane.normal]], False
        else:
            c, s, turns = math.cos(q[2]), math.sin(q[2]), True
            arms = [(c * x - s * y, s * x + c * y) for x, y in self.corners]
        return [Point([q[0] + x, q[1] + y], [(1, 0), (0, 1), (-y, x)],
                      [-x * u[2] * u[2], -y * u[2] * u[2]] if turns else ZERO) for x, y in arms]

    def dynamics(self, _q, _u):
        return ([[self.mass, 0, 0], [0, self.mass, 0], [0, 0, self.inertia]],
                [self.mass * self.gravity[0], self.mass * self.gravity[1], 0])

    def energy(self, q, u):
        return (self.mass * (u[0] * u[0] + u[1] * u[1]) + self.inertia * u[2] * u[2]) / 2 - self.mass * dot(
            self.gravity, q[:2])


def things(scene):
    gravity = scene["motion"].get("gravity", ZERO)
    if "chain" in scene:
        return [Chain(scene, gravity)]
    return [Body(name, body, gravity) for name, body in scene["bodies"].items() if not body.get("fixed")]
