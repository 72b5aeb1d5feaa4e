"""Runs all-MiniLM-L6-v2 or multilingual-e5-small in fp16 with torch on a GPU. Requests and answers are JSON, one per line.
The input is token ids. The texts of a batch have similar lengths. The first answer follows the first vector.

    python torch_fp16.py WEIGHTS.npz IDS.json

If torch or the GPU is missing, the first answer contains the reason, and the program ends.
"""

import json
import pathlib
import sys
import time

# Number of attention heads of all-MiniLM-L6-v2 and of multilingual-e5-small.
HEADS = 12


def send(answer):
    print(json.dumps(answer), flush=True)


try:
    import numpy as np
    import torch
    from torch.nn import functional
except ImportError as error:
    send({"skipped": f"{sys.executable}: {error}"})
    sys.exit()
if not torch.cuda.is_available():
    send({"skipped": f"torch {torch.__version__} sees no GPU"})
    sys.exit()


class Encoder:
    def __init__(self, path):
        self.weights = {name: torch.from_numpy(values).half().cuda() for name, values in np.load(path).items()
                        if values.dtype == np.float32}
        self.layers = sum(name.endswith(".intermediate.dense.weight") for name in self.weights)

    def linear(self, x, name):
        return functional.linear(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def norm(self, x, name):
        return functional.layer_norm(x, x.shape[-1:], self.weights[f"{name}.weight"], self.weights[f"{name}.bias"], 1e-12)

    def attention(self, x, mask, name):
        def heads(part):
            return self.linear(x, f"{name}.self.{part}").unflatten(-1, (HEADS, -1)).transpose(1, 2)

        attended = functional.scaled_dot_product_attention(*map(heads, ("query", "key", "value")), attn_mask=mask)
        return self.linear(attended.transpose(1, 2).flatten(2), f"{name}.output.dense")

    @torch.inference_mode()
    def encode(self, batch):
        """Returns the unit vectors of a batch of token ids, in the memory of the CPU."""
        length = max(map(len, batch))
        ids = torch.tensor([text + [0] * (length - len(text)) for text in batch]).cuda()
        mask = torch.tensor([[True] * len(text) + [False] * (length - len(text)) for text in batch]).cuda()
        tables = "embeddings.{}_embeddings.weight".format
        x = self.weights[tables("word")][ids] + self.weights[tables("token_type")][0]
        x = self.norm(x + self.weights[tables("position")][:length], "embeddings.LayerNorm")
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}"
            x = self.norm(x + self.attention(x, mask[:, None, None], f"{name}.attention"), f"{name}.attention.output.LayerNorm")
            inner = functional.gelu(self.linear(x, f"{name}.intermediate.dense"))
            x = self.norm(x + self.linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
        sums = (x.float() * mask[:, :, None]).sum(1)
        return functional.normalize(sums, dim=1).cpu()


def embed(encoder, texts, first, size):
    """Embeds the first `first` texts, sorted by length, in batches of `size`. Returns the number of texts and the time."""
    order = sorted(texts[:first], key=len)
    begin = time.perf_counter()
    for start in range(0, len(order), size):
        encoder.encode(order[start : start + size])
    return {"texts": len(order), "wall_s": time.perf_counter() - begin}


if __name__ == "__main__":
    encoder, works = Encoder(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text())
    encoder.encode(works["short"][:1])
    send({"version": f"torch {torch.__version__}", "adapter": torch.cuda.get_device_name()})
    for line in sys.stdin:
        request = json.loads(line)
        try:
            send(embed(encoder, works[request["work"]], request["first"], request["size"]))
        except torch.cuda.OutOfMemoryError as error:
            torch.cuda.empty_cache()
            send({"failed": str(error)})
