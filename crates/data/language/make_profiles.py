"""Writes ../src/language/profiles.txt, the trigram frequencies of each language. PROVENANCE.md names the sources.

    python3 -m venv venv
    venv/bin/pip install brotli==1.2.1
    venv/bin/pip download --no-deps lingua-language-detector==1.4.2
    venv/bin/pip download --no-deps --no-binary :all: langdetect==1.0.9 jieba==0.42.1
    venv/bin/python make_profiles.py lingua*.whl langdetect*.tar.gz jieba*.tar.gz

Texts are split into words, each with a boundary mark `_` on both sides, and words are split into trigrams.
Each Chinese character is counted separately.
"""

import hashlib
import json
import math
import pathlib
import re
import sys
import tarfile
import unicodedata
import zipfile
from collections import Counter

import brotli

FOLDER = pathlib.Path(__file__).parent

SHA256 = [
    "f43ce6e7b8b9ec083907c34fc1bf5d5bacee7fb3191afa90efb3b321e5a85953",
    "cbc1fef89f8d062739774bd51eda3da3274006b3661d199c2655f6b3f6d605a0",
    "055ca12f62674fafed09427f176506079bc135638a14e23e25be909131928db2",
]

# Number of the most frequent trigrams that each language contributes to the table of its script.
LATIN, OTHER, HAN = 250, 200, 800

# Languages written in the Latin script: the language tag, and lingua's language code.
LATIN_LANGUAGES = {
    "afr": "af", "aze": "az", "cat": "ca", "ces": "cs", "cym": "cy", "dan": "da", "deu": "de", "eng": "en",
    "epo": "eo", "est": "et", "eus": "eu", "fin": "fi", "fra": "fr", "gle": "ga", "hrv": "hr", "hun": "hu",
    "ind": "id", "isl": "is", "ita": "it", "lat": "la", "lav": "lv", "lit": "lt", "msa": "ms", "nld": "nl",
    "nor": "nb", "pol": "pl", "por": "pt", "ron": "ro", "slk": "sk", "slv": "sl", "som": "so", "spa": "es",
    "sqi": "sq", "swa": "sw", "swe": "sv", "tgl": "tl", "tur": "tr", "vie": "vi", "yor": "yo", "zul": "zu",
}
CYRILLIC_LANGUAGES = {
    "bel": "be", "bul": "bg", "kaz": "kk", "mkd": "mk", "mon": "mn", "rus": "ru", "srp": "sr", "ukr": "uk",
}
ARABIC_LANGUAGES = {"ara": "ar", "fas": "fa", "urd": "ur"}
DEVANAGARI_LANGUAGES = {"hin": "hi", "mar": "mr", "nep": "ne"}

# Language varieties whose trigrams are added to a language with the given weight.
ADDED = {"nor": ("nn", 0.25), "hrv": ("bs", 0.25)}

# Usual transliterations of Cyrillic and Greek letters into Latin letters.
SERBIAN = dict(zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđežzijklmnoprstćufhcčš")) | {"љ": "lj", "њ": "nj", "џ": "dž"}
RUSSIAN = dict(zip("абвгдеёзийклмнопрстуфыэ", "abvgdeeziyklmnoprstufye")) | {
    "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sh", "ъ": "", "ь": "", "ю": "yu", "я": "ya",
}
GREEK = dict(zip("αάβγδεέζηήιίϊΐκλμνοόπρσςτυύϋφχωώ", "aavgdeeziiiiiiklmnooprsstuuufxoo")) | {
    "θ": "th", "ξ": "ks", "ψ": "ps",
}

# Number of trigrams added to smooth the profile of romanized Hindi, which has few texts.
SMOOTHING = 1500


def shares(counts):
    total = sum(counts.values())
    return {gram: n / total for gram, n in counts.items()}


class Lingua:
    """Converts the relative frequencies of lingua's models to counts."""

    def __init__(self, wheel):
        self.files = zipfile.ZipFile(wheel)

    def fractions(self, code, order):
        packed = self.files.read(f"lingua/language-models/{code}/{order}grams.json.br")
        for fraction, grams in json.loads(brotli.decompress(packed))["ngrams"].items():
            numerator, denominator = map(int, fraction.split("/"))
            for gram in grams.split(" "):
                yield gram, numerator, denominator

    def trigrams(self, code):
        """Returns the trigram counts of words with boundary marks.

        lingua stores the frequency of `abc` relative to `ab`, so the counts follow from the counts of bigrams.
        The number of words that begin with a bigram is the count of the bigram minus the counts of all trigrams that
        end with this bigram.
        """
        total = math.lcm(*(denominator for _, _, denominator in self.fractions(code, "uni")))
        one = {gram: n * total // d for gram, n, d in self.fractions(code, "uni")}
        two = {gram: round(one[gram[0]] * n / d) for gram, n, d in self.fractions(code, "bi")}
        three = {gram: round(two[gram[:2]] * n / d) for gram, n, d in self.fractions(code, "tri")}
        before, after, between = Counter(), Counter(), Counter()
        for gram, n in three.items():
            before[gram[1:]] += n
            after[gram[:2]] += n
            between[gram[1]] += n
        counts = Counter(three)
        before_one, after_one = Counter(), Counter()
        for gram, n in two.items():
            before_one[gram[1]] += n
            after_one[gram[0]] += n
            counts["_" + gram] += n - before[gram]
            counts[gram + "_"] += n - after[gram]
        for letter, n in one.items():
            counts["_" + letter + "_"] += n - before_one[letter] - after_one[letter] + between[letter]
        assert min(counts.values()) >= 0
        return +counts

    def letters(self, code):
        return {gram: n / d for gram, n, d in self.fractions(code, "uni")}


def transliterated(counts, table):
    """Returns the trigram counts after each letter has been transliterated.

    Each source trigram adds its count to the trigrams that begin in the transliteration of its first letter.
    Three source letters are sufficient unless the transliteration of a letter is empty.
    """
    result = Counter()

    def add(letters, n_beginnings, n):
        for begin in range(n_beginnings):
            gram = letters[begin : begin + 3]
            if len(gram) == 3 and "_" not in gram[1:2]:
                result[gram] += n

    for gram, n in counts.items():
        letters = [table.get(letter, letter) for letter in gram]
        add("".join(letters), len(letters[0]), n)
        if gram[2] == "_" and gram[1] != "_":
            # No trigram in `counts` begins with the last letter of a word.
            # The trigrams that begin in the transliteration of the last letter are therefore added separately.
            add(letters[1] + "_", len(letters[1]), n)
    return result


def trigrams_of(text):
    counts = Counter()
    for word in re.findall(r"[^\W\d_]+", unicodedata.normalize("NFC", text.lower())):
        word = f"_{word}_"
        counts.update(word[begin : begin + 3] for begin in range(len(word) - 2))
    return counts


def latin(lingua):
    languages = {tag: shares(lingua.trigrams(code)) for tag, code in LATIN_LANGUAGES.items()}
    for tag, (code, weight) in ADDED.items():
        own, added = languages[tag], shares(lingua.trigrams(code))
        grams = sorted(set(own) | set(added))
        languages[tag] = {gram: (1 - weight) * own.get(gram, 0) + weight * added.get(gram, 0) for gram in grams}
    for tag, code, table in [("srp-Latn", "sr", SERBIAN), ("rus-Latn", "ru", RUSSIAN), ("ell-Latn", "el", GREEK)]:
        languages[tag] = shares(transliterated(lingua.trigrams(code), table))
    others = Counter()
    for tag in sorted(set(languages) - {"eng"}):
        others.update(languages[tag])
    others = shares(others)
    hindi = trigrams_of((FOLDER / "romanized_hindi.txt").read_text(encoding="utf-8"))
    n = sum(hindi.values())
    languages["hin-Latn"] = {
        gram: (hindi[gram] + SMOOTHING * others.get(gram, 0)) / (n + SMOOTHING)
        for gram in sorted(set(hindi) | set(others))
    }
    return languages


def devanagari(archive):
    """Returns the trigram frequencies of langdetect, because lingua ignores vowel signs."""
    languages = {}
    for tag, code in DEVANAGARI_LANGUAGES.items():
        profile = json.load(archive.extractfile(f"langdetect-1.0.9/langdetect/profiles/{code}"))
        counts = {gram.replace(" ", "_"): n for gram, n in profile["freq"].items() if len(gram) == 3}
        is_letter = re.compile("[\u0900-\u0963\u0970-\u097f_]{3}").fullmatch
        languages[tag] = {gram: n / profile["n_words"][2] for gram, n in counts.items() if is_letter(gram)}
    return languages


def han(lingua, archive):
    """Counts traditional characters with lingua's model and simplified characters with jieba's dictionary."""
    is_han = re.compile("[\u3400-\u4dbf\u4e00-\u9fff々]").fullmatch

    def of_han(counts):
        return shares({letter: n for letter, n in counts.items() if is_han(letter)})

    simplified = Counter()
    for line in archive.extractfile("jieba-0.42.1/jieba/dict.txt").read().decode().splitlines():
        word, n, _ = line.split(" ")
        for letter in word:
            simplified[letter] += int(n)
    simplified, traditional = of_han(simplified), of_han(lingua.letters("zh"))
    letters = sorted(set(simplified) | set(traditional))
    chinese = {letter: (simplified.get(letter, 0) + traditional.get(letter, 0)) / 2 for letter in letters}
    return {"cmn": chinese, "jpn": of_han(lingua.letters("ja"))}


def level(share):
    """Returns the rarity of a trigram: 0 for frequencies from 1/4 to 1/16, plus 1 per factor of 4, at most 7."""
    return min(7, max(0, math.floor((-math.log2(share) - 2) / 2))) if share > 0 else 7


def section(script, languages, n):
    grams = set()
    for of_language in languages.values():
        frequent = sorted(of_language, key=lambda gram: (-of_language[gram], gram))
        grams.update(frequent[:n])
    tags = sorted(languages)
    yield " ".join(["=", script, *tags])
    for gram in sorted(grams, key=lambda gram: [ord(letter) for letter in gram]):
        yield gram + " " + "".join(str(level(languages[tag].get(gram, 0))) for tag in tags)


def main():
    paths = sys.argv[1:]
    for path, expected in zip(paths, SHA256, strict=True):
        found = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
        assert found == expected, f"{path}: {found}"
    lingua = Lingua(paths[0])
    with tarfile.open(paths[1]) as langdetect, tarfile.open(paths[2]) as jieba:
        scripts = [
            ("Latn", latin(lingua), LATIN),
            ("Cyrl", {tag: shares(lingua.trigrams(code)) for tag, code in CYRILLIC_LANGUAGES.items()}, OTHER),
            ("Arab", {tag: shares(lingua.trigrams(code)) for tag, code in ARABIC_LANGUAGES.items()}, OTHER),
            ("Deva", devanagari(langdetect), OTHER),
            ("Hani", han(lingua, jieba), HAN),
        ]
    lines = [line for script, languages, n in scripts for line in section(script, languages, n)]
    target = FOLDER.parent / "src" / "language" / "profiles.txt"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
