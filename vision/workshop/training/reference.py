"""A network of YOLOv8n's shape without its weights: what the reader's speed is measured against.

`python -m vision.workshop.training.reference` writes `vision/reading/models/reference.onnx`: the layers of the
smallest YOLOv8 for 80 classes at 640 x 640 (Jocher and others, Ultralytics, 2023: 8.7 GFLOPs), every weight the same
number. It finds nothing; it only costs what such a network costs. Stored without weights it takes a few kilobytes.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path

import onnx
from onnx import TensorProto, helper

from vision.reading.networks import MODELS

SIDE = 640
CLASSES = 80
BOX_BINS = 64
"""Outputs of a box branch: four sides of 16 bins each."""


@dataclass(slots=True)
class Graph:
    """The graph while it grows: nodes, weights' shapes and multiplications so far."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    shapes: list[onnx.TensorProto] = field(default_factory=list)
    multiplications: int = 0

    def add(self, kind: str, *inputs: str, outputs: int = 1, **attributes: object) -> list[str]:
        """Append one node; returns the names of its outputs."""
        names = [f"n{len(self.nodes)}_{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names

    def constant(self, values: list[int]) -> str:
        """A list of integers as an input of nodes."""
        name = f"c{len(self.shapes)}"
        self.shapes.append(helper.make_tensor(name, TensorProto.INT64, [len(values)], values))
        return name


@dataclass(frozen=True, slots=True)
class Value:
    """A tensor in the graph: its name, channels and side."""

    name: str
    channels: int
    side: int


def _plain(g: Graph, x: Value, out: int, kernel: int, stride: int = 1) -> Value:
    """A convolution with same weights everywhere."""
    shape = g.constant([out, x.channels, kernel, kernel])
    weight = helper.make_tensor("value", TensorProto.FLOAT, [1], [0.01])
    (w,) = g.add("ConstantOfShape", shape, value=weight)
    pads = [kernel // 2] * 4
    (y,) = g.add("Conv", x.name, w, kernel_shape=[kernel, kernel], strides=[stride, stride], pads=pads)
    side = x.side // stride
    g.multiplications += out * x.channels * kernel * kernel * side * side
    return Value(y, out, side)


def _conv(g: Graph, x: Value, out: int, kernel: int = 3, stride: int = 1) -> Value:
    """A convolution and its activation x * sigmoid(x)."""
    y = _plain(g, x, out, kernel, stride)
    (gate,) = g.add("Sigmoid", y.name)
    (z,) = g.add("Mul", y.name, gate)
    return Value(z, out, y.side)


def _join(g: Graph, *parts: Value) -> Value:
    (y,) = g.add("Concat", *(p.name for p in parts), axis=1)
    return Value(y, sum(p.channels for p in parts), parts[0].side)


def _c2f(g: Graph, x: Value, out: int, depth: int, shortcut: bool) -> Value:
    """Split in two, refine one half `depth` times, join all intermediate results."""
    y, half = _conv(g, x, out, 1), out // 2
    a, b = (Value(name, half, y.side) for name in g.add("Split", y.name, outputs=2, axis=1, num_outputs=2))
    parts = [a, b]
    for _ in range(depth):
        last = parts[-1]
        refined = _conv(g, _conv(g, last, half), half)
        parts.append(Value(g.add("Add", refined.name, last.name)[0], half, y.side) if shortcut else refined)
    return _conv(g, _join(g, *parts), out, 1)


def _pyramid_pool(g: Graph, x: Value) -> Value:
    parts = [_conv(g, x, x.channels // 2, 1)]
    for _ in range(3):
        (y,) = g.add("MaxPool", parts[-1].name, kernel_shape=[5, 5], strides=[1, 1], pads=[2, 2, 2, 2])
        parts.append(Value(y, parts[-1].channels, x.side))
    return _conv(g, _join(g, *parts), x.channels, 1)


def _double(g: Graph, x: Value) -> Value:
    scales = f"s{len(g.shapes)}"
    g.shapes.append(helper.make_tensor(scales, TensorProto.FLOAT, [4], [1.0, 1.0, 2.0, 2.0]))
    (y,) = g.add("Resize", x.name, "", scales, mode="nearest")
    return Value(y, x.channels, x.side * 2)


def _heads(g: Graph, x: Value) -> list[Value]:
    box = _plain(g, _conv(g, _conv(g, x, BOX_BINS), BOX_BINS), BOX_BINS, 1)
    kind = _plain(g, _conv(g, _conv(g, x, CLASSES), CLASSES), CLASSES, 1)
    return [box, kind]


def build() -> tuple[onnx.ModelProto, float]:
    """The model (input `picture`, 1 x 3 x SIDE x SIDE) and its cost in GFLOPs, two to a multiplication."""
    g = Graph()
    x = _conv(g, _conv(g, Value("picture", 3, SIDE), 16, stride=2), 32, stride=2)
    p3 = _c2f(g, _conv(g, _c2f(g, x, 32, 1, True), 64, stride=2), 64, 2, True)
    p4 = _c2f(g, _conv(g, p3, 128, stride=2), 128, 2, True)
    p5 = _pyramid_pool(g, _c2f(g, _conv(g, p4, 256, stride=2), 256, 1, True))
    n4 = _c2f(g, _join(g, _double(g, p5), p4), 128, 1, False)
    n3 = _c2f(g, _join(g, _double(g, n4), p3), 64, 1, False)
    m4 = _c2f(g, _join(g, _conv(g, n3, 64, stride=2), n4), 128, 1, False)
    m5 = _c2f(g, _join(g, _conv(g, m4, 128, stride=2), p5), 256, 1, False)
    outputs = [head for level in (n3, m4, m5) for head in _heads(g, level)]
    picture = helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, SIDE, SIDE])
    results = [
        helper.make_tensor_value_info(o.name, TensorProto.FLOAT, [1, o.channels, o.side, o.side]) for o in outputs
    ]
    graph = helper.make_graph(g.nodes, "reference", [picture], results, g.shapes)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    return model, 2 * g.multiplications / 1e9


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=MODELS / "reference.onnx")
    a = parser.parse_args()
    model, cost = build()
    onnx.checker.check_model(model)
    a.out.write_bytes(model.SerializeToString())
    print(f"{a.out}: {cost:.2f} GFLOPs")


if __name__ == "__main__":
    main()
