"""onnxruntime on one thread, as a program of lines: requests and answers are JSON, one a line; the first answer
comes by itself. It is given token ids, and takes the texts in the order of their length.

    python native.py MODEL.onnx IDS.json
"""

import json
import pathlib
import sys
import time

import numpy as np
import onnxruntime


class Encoder:
    def __init__(self, model):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def encode(self, batch):
        mask = np.zeros((len(batch), max(map(len, batch))), np.int64)
        ids = np.zeros_like(mask)
        for row, of_text in enumerate(batch):
            mask[row, : len(of_text)], ids[row, : len(of_text)] = 1, of_text
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        (tokens,) = self.session.run(None, inputs)
        sums = (tokens * mask[:, :, None].astype(np.float32)).sum(1)
        return sums / np.linalg.norm(sums, axis=1, keepdims=True)


def embed(encoder, texts, size, every=1, vectors=False):
    """Takes every `every`th batch of `size` texts."""
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


def say(answer):
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    encoder, works = Encoder(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text())
    say({"version": f"onnxruntime {onnxruntime.__version__}"})
    for line in sys.stdin:
        request = json.loads(line)
        request.pop("do")
        say(embed(encoder, works[request.pop("work")], **request))
