"""What the tests of the gallery share: the page's commands, pictures as words and lines, data files, and the solver."""
import concurrent.futures
import importlib.machinery
import importlib.util
import json
import os
import re
import subprocess
import xml.etree.ElementTree

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PROGRAM = os.path.abspath(os.environ["CAROM_PROGRAM"])
PICTURES = os.path.join(ROOT, "docs", "gallery")
SVG = "{http://www.w3.org/2000/svg}"


def load_gallery():
    """tools/gallery as a module."""
    loader = importlib.machinery.SourceFileLoader("gallery", os.path.join(ROOT, "tools", "gallery"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("gallery", loader))
    loader.exec_module(module)
    return module


FIGURES = {figure.name: figure for figure in load_gallery().figures()}


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as file:
        return file.read()


class Label:
    """A text of a picture and the box that it fills at least: letters are wider than this and lines higher."""

    def __init__(self, group, text):
        place = re.match(r"translate\(([-\d.]+),([-\d.]+)\)(?: rotate\(([-\d.]+)\))?", group.get("transform"))
        x, y, turn = float(place[1]), float(place[2]), float(place[3] or 0)
        size = float(group.get("font-size"))
        width, height = 0.45 * size * len(text), 0.6 * size
        left = {"start": 0, "middle": -width / 2, "end": -width}[group.get("text-anchor")]
        self.text = text
        if turn == 0:
            self.box = (x + left, y - height, x + left + width, y)
        else:
            self.box = (x - height, y - left - width, x, y - left)

    def hits(self, other):
        a, b = self.box, other.box
        return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


class Picture:
    """An SVG of the gallery: its size, its texts, and how many curves and marks were plotted."""

    def __init__(self, path):
        self.bytes = os.path.getsize(path)
        root = xml.etree.ElementTree.parse(path).getroot()
        self.width, self.height = float(root.get("width")), float(root.get("height"))
        self.background = next(root.iter(SVG + "rect")).attrib
        self.version = root.findtext(SVG + "desc")
        self.labels, self.curves, self.marks = [], 0, 0
        for group in root.iter(SVG + "g"):
            self.take_labels(group)
            if (group.get("id") or "").startswith("gnuplot_plot_"):
                self.curves += sum(1 for _ in group.iter(SVG + "path"))
                self.marks += sum(1 for _ in group.iter(SVG + "use"))

    def take_labels(self, group):
        for text in group.findall(SVG + "text"):
            words = " ".join("".join(text.itertext()).split())
            if words:
                self.labels.append(Label(group, words))

    def texts(self):
        return [label.text for label in self.labels]


def draw(names, folder, scripts=False):
    """Draws figures into a folder, their data into folders beside them if wanted. What went wrong, one line each."""
    def one(name):
        more = ["--script", os.path.join(folder, name)] if scripts else []
        return FIGURES[name].draw(PROGRAM, folder, *more)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [problem for problem in pool.map(one, names) if problem]


class Block:
    """A stretch of rows without an empty line, and the comments above it."""

    def __init__(self):
        self.comments, self.rows = [], []


def numbers(line):
    """The numbers of a row; a quoted text at its end is left out."""
    return [float(word) for word in line.split('"')[0].split()]


def blocks(path):
    found = [Block()]
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("#"):
                if found[-1].rows:
                    found.append(Block())
                found[-1].comments.append(line[1:].strip())
            elif line:
                found[-1].rows.append(numbers(line))
            elif found[-1].rows:
                found.append(Block())
    return [block for block in found if block.rows]


def quoted(path):
    """The texts at the ends of rows, together."""
    with open(path, encoding="utf-8") as file:
        return "; ".join(re.findall(r'"(.*)"', file.read()))


def scenarios(figure):
    """The scenarios of a figure's files, in order."""
    found = []
    for word in figure.words:
        if re.fullmatch(r"scenes/.*\.jsonl?", word):
            text = read(word)
            found += [json.loads(line) for line in text.splitlines()] if word.endswith("l") else [json.loads(text)]
    return found


def option(figure, name):
    """Every value of an option."""
    return [value for word, value in zip(figure.words, figure.words[1:]) if word == name]


def ask(command, scenes):
    """Answers of `solve` or `explain` to many scenarios."""
    if command == "solve":
        arguments, texts = ["solve", "--jsonl", "-"], ["".join(json.dumps(scene) + "\n" for scene in scenes)]
    else:
        arguments, texts = [command, "--json", "-"], [json.dumps(scene) for scene in scenes]
    answers = []
    for text in texts:
        done = subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, check=True, encoding="utf-8")
        answers += [json.loads(line) for line in done.stdout.splitlines()]
    return answers


def at(tree, path):
    """What stands at a dotted path."""
    for key in path.split("."):
        tree = tree[int(key)] if isinstance(tree, list) else tree[key]
    return tree


def with_values(scene, settings):
    """A copy of the scenario with numbers set: {"contacts.0.mu": 0.3}."""
    copy = json.loads(json.dumps(scene))
    for path, value in settings.items():
        parent, _, key = path.rpartition(".")
        parent = at(copy, parent)
        parent[int(key) if isinstance(parent, list) else key] = value
    return copy
