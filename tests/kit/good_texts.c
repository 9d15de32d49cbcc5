#include "kit/good_texts.h"

const char* const good_texts[GOOD_TEXT_COUNT] = {
    // Bodies in space: every form of orientation and inertia, spin in both frames, a guide, a tangent.
    "{'carom': 1, 'title': 'Kugel st\xC3\xB6\xC3\x9Ft \\u0022Pin\\u0022', 'dimension': 3, 'bodies': {\n"
    " 'ball': {'mass': 6.8, 'inertia': [0.03, 0.03, 0.03], 'position': [0, 0, 0.1], 'velocity': [1, 2, -3],\n"
    "          'spin': [4, 5, 6]},\n"
    " 'pin': {'mass': 1.5, 'inertia': [[0.02, 0.001, 0], [0.001, 0.02, 0], [0, 0, 0.01]], 'position': [0.3, 0, 0],\n"
    "         'orientation': [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]], 'spin': [0.1, 0.2, 0.3], 'spin_frame': "
    "'body'},\n"
    " 'top': {'fixed': false, 'mass': 1, 'inertia': [1, 2, 3], 'position': [0, 0, 1],\n"
    "         'orientation': {'axis': [0, 3, 4], 'angle': 0.7}, 'spin_frame': 'world'},\n"
    " 'die': {'mass': 1, 'inertia': [1, 1, 1], 'position': [1e-320, -0.0, 1], 'orientation': {'quaternion': [0.7071, "
    "0, "
    "0.7071, 0]}},\n"
    " 'cue': {'mass': 0.5, 'guide': [0.6, 0, 0.8], 'velocity': [1.8, 0, 2.4]}, 'floor': {'fixed': true}},\n"
    "'contacts': [{'bodies': ['ball', 'pin'], 'point': [0.1, 0, 0.05], 'normal': [-0.9487, 0, 0.3162], 'tangent': [1, "
    "1, 1],\n"
    "  'e': 0.7, 'law': 'poisson', 'mu': 0.2, 'mu_static': 0.3, 'stiffness': 2, 'exponent': 1}], 'method': 'exact'}",

    // Several contacts with friction, between bodies.
    "{'carom': 1, 'bodies': {'table': {'fixed': true},\n"
    " 'ball': {'mass': 0.17, 'inertia': [5.5e-5, 5.5e-5, 5.5e-5], 'position': [0, 0, 0.0286]},\n"
    " 'cue': {'mass': 0.5, 'guide': [1, 0, 0], 'velocity': [3, 0, 0]}},\n"
    "'contacts': [{'bodies': ['cue', 'ball'], 'point': [-0.0286, 0, 0.0286], 'normal': [-1, 0, 0], 'e': 0.65, 'mu': "
    "0.7, 'eta2': 7},\n"
    " {'bodies': ['ball', 'table'], 'point': [0, 0, 0], 'normal': [0, 0, 1], 'e': 0.5, 'mu': 0.15, 'poisson_ratio': "
    "0.3, 'stiffness': 0.8}]}",

    // A mechanism in the plane.
    "{'carom': 1, 'dimension': 2, 'mechanism': {'mass_matrix': [[2.5, 0.75], [0.75001, 0.3333]], 'velocity': [-1, "
    "0.5]},\n"
    "'contacts': [{'jacobian': [[-1.2, -0.5], [1.5, 0.8]], 'e': 0.5, 'law': 'newton', 'mu': 0.3}]}",

    // Contact space: Hertzian contacts, one of them redundant.
    "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0, 0, 0], [0, 1, 0, 1], [0, 0, 1, 0], [0, 1, 0, 1]],\n"
    " 'v': [0, -1, 0, -1]},\n"
    "'contacts': [{'e': 1, 'exponent': 1.5}, {'e': 0.5, 'exponent': 1.5, 'stiffness': 3}]}",

    // Published schemes.
    "{'carom': 1, 'contact_space': {'W': [[3, 0, 1], [0, 3, 0], [1, 0, 2]], 'v': [1, 0, -1]}, 'contacts': [{'e': 0.9, "
    "'mu': 0.5}],\n"
    " 'method': {'scheme': 'vs', 'epsilon': 0.25, 'h1': 0.02}}",
    "{'carom': 1, 'contact_space': {'W': [[3, 0, 1], [0, 3, 0], [1, 0, 2]], 'v': [1, 0, -1]}, 'contacts': [{'e': 0.9, "
    "'mu': 0.5,\n"
    " 'eta2': 1.2}], 'method': {'scheme': 'published'}}",

    // A chain over a floor.
    "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 1], 'links': [{'length': 1, 'mass': 2}, {'length': 0.5, "
    "'mass': "
    "1,\n"
    " 'centre': 0.2, 'inertia': 0.03}], 'angles': [0, 0.5], 'rates': [1, -1]},\n"
    "'motion': {'until': 1.41, 'gravity': [0, -9.81], 'planes': [{'point': [0, -1.5], 'normal': [0, 1],\n"
    "  'surface': {'e': 0.5, 'mu': 0.3, 'law': 'stronge', 'poisson_ratio': 0.25}}]}}",

    // Bodies with shapes that fly.
    "{'carom': 1, 'dimension': 2, 'bodies': {'box': {'mass': 1, 'inertia': 0.2, 'position': [0, 2], 'velocity': [1, "
    "0], 'spin': 3,\n"
    "  'shape': {'points': [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]}, 'angle': 0.3},\n"
    " 'disc': {'mass': 1, 'inertia': 0.5, 'position': [3, 2], 'shape': {'sphere': 1}}},\n"
    "'motion': {'until': 2, 'gravity': [0, -9.81], 'cutoff_speed': 1e-5, 'sample': 0.01, 'tolerance': 1e-10,\n"
    " 'planes': [{'point': [0, 0], 'normal': [0, 1], 'surface': {'e': 0.5, 'mu': 0.3, 'mu_static': 0.4}},\n"
    "            {'point': [9, 0], 'normal': [-0.8, 0.6], 'surface': {'e': 1, 'eta2': 1.2, 'stiffness': 2}}]}}",

    // A shot, and then the cloth.
    "{'carom': 1, 'bodies': {'table': {'fixed': true}, 'ball': {'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, "
    "1]}},\n"
    "'contacts': [{'bodies': ['ball', 'table'], 'point': [0, 0, 0], 'normal': [0, 0, 1], 'e': 0.5, 'mu': 0.2}],\n"
    "'motion': {'until': 5, 'gravity': [0, 0, -9.81], 'cloth': {'ball': 'ball', 'radius': 1, 'slide': 0.2, 'roll': "
    "0.01, 'hop': false}}}",

    // Bodies that meet, one on a pivot: every shape of the plane.
    "{'carom': 1, 'dimension': 2, 'bodies': {\n"
    " 'disc': {'mass': 1, 'inertia': 0.5, 'position': [0, 0], 'velocity': [2, 0.1], 'shape': {'disc': 0.2}},\n"
    " 'coin': {'mass': 1, 'inertia': 0.5, 'position': [3, 0], 'shape': {'circle': 0.2}},\n"
    " 'box': {'mass': 1, 'inertia': 0.1, 'position': [1, 0], 'angle': 0.3, 'shape': {'box': [0.4, 0.2]}},\n"
    " 'wedge': {'mass': 1, 'inertia': 0.1, 'position': [2, 0], 'shape': {'polygon': [[-0.2, -0.2], [0.2, -0.2], [0, "
    "0.3]]}},\n"
    " 'bob': {'mass': 1, 'inertia': 0.1, 'position': [2, 1], 'shape': {'sphere': 0.1}, 'pivot': {'at': [2, 2.5], "
    "'length': 1.5}}},\n"
    "'motion': {'until': 0.5, 'gravity': [0, -9.81], 'meet': {'e': 0.9, 'mu': 0.2}}}",

    // Some that meet, in space, each pair on its own surface.
    "{'carom': 1, 'bodies': {'a': {'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, 0], 'velocity': [1, 0, 0], "
    "'shape': {'sphere': 0.5}},\n"
    " 'b': {'mass': 1, 'inertia': [1, 1, 1], 'position': [2, 0, 0], 'shape': {'box': [1, 2, 3]}},\n"
    " 'c': {'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 3, 0], 'shape': {'sphere': 0.25}}},\n"
    "'motion': {'until': 0.5, 'meet': [{'a': 'a', 'b': 'b', 'surface': {'e': 0.5, 'mu': 0.1}},\n"
    " {'a': 'c', 'b': 'a', 'surface': {'e': 0.5, 'law': 'poisson', 'mu': 0.1, 'mu_static': 0.2}}]}}",

    // A pendulum alone.
    "{'carom': 1, 'dimension': 2, 'bodies': {'bob': {'mass': 1, 'inertia': 0.1, 'position': [1, 0],\n"
    " 'pivot': {'at': [0, 0], 'length': 1}}}, 'motion': {'until': 0.5, 'gravity': [0, -9.81]}}",

    // A table with everything on it.
    "{'carom': 1, 'bodies': {'cue ball': {'mass': 0.17, 'shape': {'sphere': 0.03}, 'position': [0.5, 0.52, 0.03],\n"
    "  'velocity': [2, 0, 0], 'spin': [0, 10, 5]}},\n"
    "'motion': {'until': 3, 'gravity': [0, 0, -9.81], 'table': {\n"
    " 'cloth': {'slide': 0.21, 'roll': 0.012, 'spin': 11, 'hop': true, 'surface': {'e': 0.4, 'mu': 0.2}, 'stiffness': "
    "0.01},\n"
    " 'balls': {'e': 0.93, 'friction': [0.01, 0.1, 1.1], 'eta2': 1.2}, 'contact_time': 3e-4, 'size': [2, 1],\n"
    " 'rails': {'height': 0.037, 'nose': 0.001, 'surface': {'e': 0.8, 'mu': 0.15}},\n"
    " 'pockets': [{'at': [0, 0], 'radius': 0.06}, {'at': [2, 1], 'radius': 0.06}],\n"
    " 'racks': [{'triangle': 3, 'at': [1.4, 0.5], 'direction': [1, 0], 'gap': 1e-5, 'mass': 0.16, 'names': ['a', 'b', "
    "'c']}],\n"
    " 'strokes': [{'time': 'rest', 'ball': 'cue ball', 'speed': 2, 'direction': [1, 0.1], 'elevation': 0.1,\n"
    "   'offset': [0.1, -0.2], 'cue': {'mass': 0.55, 'end_mass': 0.01, 'e': 0.75, 'mu': 0.6, 'eta2': 1, 'stiffness': "
    "2}}]}}}",
};
