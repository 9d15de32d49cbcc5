"""Mechanisms and bodies in batches."""
import json
import os

import carom
import numpy as np
import pytest


def quadruped(scenes):
    with open(os.path.join(scenes, "quadruped-on-four-feet.json"), encoding="utf-8") as file:
        data = json.load(file)
    J = np.concatenate([contact["jacobian"] for contact in data["contacts"]])
    return np.array(data["mechanism"]["mass_matrix"]), J, np.array(data["mechanism"]["velocity"]), data["contacts"][0]["mu"]


def test_a_robot_lands_as_its_scene_does(scenes):
    M, J, u, mu = quadruped(scenes)
    r = carom.Mechanism(M, J, u).strike(e=0, mu=mu)
    scene = carom.solve(os.path.join(scenes, "quadruped-on-four-feet.json"))
    assert r.u.tolist() == scene["mechanism"]["velocity"]
    assert np.array_equal(r.impulse, scene.impulse) and np.array_equal(r.velocity, scene.velocity_after)
    assert np.array_equal(r.velocity_before, scene.velocity_before)
    assert r.words.tolist() == [contact.mode for contact in scene.contacts]


def test_contact_space_and_back(scenes):
    M, J, u, mu = quadruped(scenes)
    robot = carom.Mechanism(M, J, np.array([u, 2 * u]))
    W, v = robot.contact()
    np.testing.assert_allclose(W[0], J @ np.linalg.solve(M, J.T), atol=1e-9)
    np.testing.assert_allclose(v, robot.u @ J.T, atol=1e-12)
    r = robot.strike(e=0, mu=mu)
    there = carom.simultaneous(W, v, e=0, mu=mu)
    np.testing.assert_allclose(there.impulse, r.impulse, atol=1e-6)
    np.testing.assert_allclose(robot.after(r.impulse), r.u, atol=1e-9)
    np.testing.assert_allclose(robot.after(r.impulse.reshape(2, 12)), robot.u + r.impulse.reshape(2, 12) @ np.linalg.solve(M, J.T).T,
                               atol=1e-9)


def test_one_contact_knows_every_law():
    robot = carom.Mechanism(np.diag([2.0, 1.0]), [[0, 1], [1, 1]], [-1.0, 0.5])
    W, v = robot.contact(dimension=2)
    for law in carom.Law:
        single = carom.planar(W, v, e=0.3, mu=0.4, law=law)
        strike = robot.strike(e=0.3, mu=0.4, law=law.word, dimension=2)
        assert np.array_equal(strike.impulse[0], single.impulse) and strike.words[0] == str(single.words)


def test_a_bad_mechanism_has_a_sentence():
    bad = carom.Mechanism(np.array([np.eye(2), -np.eye(2)]), [[0, 1], [1, 1]], [-1.0, 0.5])
    for call in (lambda: bad.contact(2), lambda: bad.after([0, 1], 2), lambda: bad.strike(dimension=2, errors="raise")):
        with pytest.raises(carom.CaromError) as caught:
            call()
        assert caught.value.index == (1,) and caught.value.code == "not_positive"
    assert bad.strike(dimension=2).status.tolist() == [0, 4]
    with pytest.raises(ValueError, match="no multiple of the dimension, 3"):
        bad.contact()
    with pytest.raises(ValueError, match="J must be"):
        carom.Mechanism(np.eye(2), [1, 2], [0, 0]).contact()
    with pytest.raises(ValueError, match="u must end in axes"):
        carom.Mechanism(np.eye(2), np.eye(2), [0, 0, 0]).contact(2)


# ---- bodies -----------------------------------------------------------------------------------------------------------------

def test_bodies_are_those_of_a_scene(scenes):
    path = os.path.join(scenes, "two-billiard-balls.json")
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    names, contact = list(data["bodies"]), data["contacts"][0]
    field = [[data["bodies"][name].get(key, [0, 0, 0]) for name in names] for key in ("position", "velocity", "spin")]
    mass = [data["bodies"][name]["mass"] for name in names]
    inertia = [np.diag(np.broadcast_to(data["bodies"][name]["inertia"], 3)) if np.ndim(data["bodies"][name]["inertia"]) < 2
               else data["bodies"][name]["inertia"] for name in names]
    bodies = carom.Bodies(mass, inertia, *field, np.broadcast_to(np.eye(3), (2, 3, 3)))
    a, b = (names.index(name) for name in contact["bodies"])
    touch = dict(a=a, b=b, point=contact["point"], normal=contact["normal"], tangent=contact.get("tangent"))
    W, v = bodies.contact(**touch)
    scene = carom.solve(path)
    solve = carom.compliant if scene.model == "compliant" else carom.spatial
    surface = {key: contact[key] for key in ("e", "mu", "poisson_ratio", "eta2") if key in contact}
    impulse = solve(W, v, **surface).impulse
    assert np.array_equal(impulse, scene.impulse[0])
    after = bodies.after(impulse=impulse, **touch)
    assert after.velocity.tolist() == [scene.bodies[name]["velocity"] for name in names]
    assert after.spin.tolist() == [scene.bodies[name]["spin"] for name in names]


def test_a_batch_of_balls_on_a_floor():
    v = np.random.default_rng(1).normal(size=(50, 1, 3)) - [0, 0, 3]
    balls = carom.ball(0.2, 0.03)._replace(velocity=v, spin=10 * v[..., ::-1])
    touch = dict(a=0, b=None, point=[0, 0, -0.03], normal=[0, 0, 1])
    W, before = balls.contact(**touch)
    assert W.shape == (50, 3, 3) and before.shape == (50, 3)
    np.testing.assert_allclose(W[0], np.diag([3.5, 3.5, 1]) / 0.2, rtol=1e-12)
    r = carom.spatial(W, before, e=0.8, mu=0.3, errors="raise")
    after = balls.after(impulse=r.impulse, **touch)
    assert after.velocity.shape == (50, 1, 3)
    np.testing.assert_allclose(after.contact(**touch)[1], r.velocity, atol=1e-12)
    np.testing.assert_allclose(after.velocity[:, 0] - v[:, 0], r.impulse / 0.2, atol=1e-12)


def test_bad_bodies_have_a_sentence():
    balls = carom.ball([1.0, 2.0], 0.1)._replace(position=[[0, 0, 0], [0, 0, 0.2]])
    point = [0, 0, 0.1]
    with pytest.raises(carom.CaromError) as caught:
        balls.contact(0, 1, point, [0, 0, 3])
    assert caught.value.code == "not_unit"
    with pytest.raises(carom.CaromError, match="mass"):
        balls._replace(mass=[1.0, -2.0]).contact(0, 1, point, [0, 0, -1])
    with pytest.raises(IndexError):
        balls.contact(0, 2, point, [0, 0, 1])
    with pytest.raises(ValueError, match="touch itself"):
        balls.contact(1, 1, point, [0, 0, 1])
    with pytest.raises(TypeError, match="normal is needed"):
        balls.contact(0, 1, point, None)
