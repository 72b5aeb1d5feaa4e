"""Writes tests/data/rouge-golden.json: texts with the scores of Google's rouge_score, and words with their stems.

Needs `pip install rouge-score==0.1.2`, which also installs NLTK, the package of the stemmer:

    python tests/rouge_golden.py
"""

import csv
import importlib.metadata
import json
import pathlib
import random

from nltk.stem.porter import PorterStemmer
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.tokenize import tokenize

ROOT = pathlib.Path(__file__).parent

# Each pair contains a reference text and a candidate text.
PAIRS = [
    ("", ""),
    ("", "an answer"),
    ("a reference", ""),
    ("...", "!?"),
    ("the cat sat on the mat", "the cat sat on the mat"),
    ("The cat sat on the mat.", "THE CAT SAT ON THE MAT!!!"),
    ("the cat sat on the mat", "a dog ran under my car"),
    ("police killed the gunman", "police kill the gunman"),
    ("police killed the gunman", "the gunman kill police"),
    ("police killed the gunman", "the gunman police killed"),
    ("The quick brown fox jumps over the lazy dog", "The quick brown dog jumps on the log."),
    ("a b c d e f g", "g f e d c b a"),
    ("a a a b", "a b a a"),
    ("a", "a a a a a a a a"),
    ("one two three four five", "one three five"),
    ("testing one two", "testing"),
    ("The runner was running quickly and easily won the races", "Runners run quick; he wins races easily"),
    ("The companies are relating happy stories", "A company relates a happier story"),
    ("skies were dying while he lied about the news", "the sky died and he was lying about news"),
    ("proceeding with flies, dies and ties", "proceed with the fly, die and tie"),
    ("rational geology and archaeology", "ration, geologically archaeological"),
    ("it's 3.5% of 1,000 e-mails", "3.5 percent of 1000 emails, it is"),
    ("GPT-4o mini v2.1", "gpt 4o mini v2 1"),
    ("naïve café owners déjà vu", "naive cafe owners deja vu"),
    ("Größe der Häuser in Köln", "Grosse der Hauser in Koln"),
    ("Ünïcödé", "unicode"),
    ("猫がマットの上に座った", "猫がマットに座った"),
    ("Кошка сидела на коврике", "Кошка сидела на коврике"),
    ("model 日本 42 東京", "日本 model 42"),
    ("İstanbul is a city", "i stanbul is a city"),
    ("\u212a is the kelvin sign", "k is the kelvin sign"),
    ("ﬁne ﬂow ß ſ", "fine flow ss s"),
    ("ὈΔΥΣΣΕΎΣ sails home", "sails home ὀδυσσεύς"),
    ("x²+y² = z²", "x2 y2 z2"),
    ("👩‍🚀 goes to space 🚀", "an astronaut goes to space"),
    ("tabs\tand\nline\r\nends\u00a0too", "tabs and line ends too"),
    ("zero\u0000byte and \u200bjoiner", "zero byte and joiner"),
    ("first sentence here.\nsecond one there.", "second one there.\nfirst sentence here."),
    ("w1 w2 w3 w4 w5", "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5"),
    ("the cat\n\nthe dog\n", "\nthe dog and the cat\nthe the the"),
    ("a b\nb a\na", "a\nb\na b a b"),
    ("only one line", "only\none\nline"),
    ("\n\n", "something"),
    ("...\nwords follow", "words\n!!!\nfollow"),
    (
        "A fire at a warehouse in the north of the city has been brought under control, the fire service said.",
        "Firefighters have controlled a blaze that broke out in a warehouse in the city's north on Tuesday.",
    ),
    (
        "Two men have been charged with the murder of a teenager who was stabbed to death.\nThey appear in court today.",
        "Two men appeared in court charged with murdering a teenager.\nThe teenager was stabbed.\nThe men denied it.",
    ),
]

# Words for rules and exceptions of the stemmer. The sample of words might not cover the exceptions.
WORDS = """
sky skies dying lying tying news innings inning outings outing cannings canning howe proceed exceed succeed succeeds
dies ties flies died tied spied tried spies caresses ponies caress cats feed agreed plastered bled motoring sing seed
conflated troubled sized hopping tanned falling hissing fizzed failing filing boxing owed eyed aged used icing happy
enjoy enjoyed spy fly say yyyy ayyy toy syzygy relational conditional rational valenci hesitanci digitizer conformabli
radicalli differentli vileli analogousli vietnamization predication operator feudalism decisiveness hopefulness
callousness formaliti sensitiviti sensibiliti hopefully usefully finally really ally generalli bli ably possibly
geology geologi theology archaeology biology apology triplicate formative formalize electriciti electrical hopeful
goodness revival allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment
dependent adoption homologou communism activate angulariti homologous effective bowdlerize probate rate cease
controll roll controlling rolled ending onion union million session motion ages ease ing eed ied ies sses word 2000s
1990s a1ing 3ed b4by ying eying aing being seeing dyed dyeing skiing skied agreement element cement basement oed
additionally internationally generalizationally
""".split()


def scores(reference, candidate, stem):
    both = RougeScorer(["rougeL", "rougeLsum"], use_stemmer=stem).score(reference, candidate)
    return [[score.precision, score.recall, score.fmeasure] for score in (both["rougeL"], both["rougeLsum"])]


def drawn_pairs():
    """Returns pairs of random texts. The texts repeat words of a small vocabulary and have several lines."""
    draw = random.Random(1)
    words = "run running runs ran the a cats cat happy happily 7".split()

    def text():
        word = lambda: draw.choice(words) + draw.choice([" ", " ", " ", ", ", "\n"])
        return "".join(word() for _ in range(draw.randint(1, 14))).strip(" ")

    return [(text(), text()) for _ in range(24)]


def sample_words():
    """Returns every twelfth of the sorted words of the sample that have at least four letters."""
    with open(ROOT / "../www/samples/debian-packages.csv", newline="", encoding="utf-8") as file:
        texts = [row["text"] for row in csv.DictReader(file)]
    words = sorted({word for text in texts for word in tokenize(text, None) if len(word) > 3})
    return words[::12]


def main():
    stemmer = PorterStemmer()
    stems = [[word, stemmer.stem(word)] for word in sorted(set(WORDS + sample_words()))]
    pairs = [
        [reference, candidate, scores(reference, candidate, False), scores(reference, candidate, True)]
        for reference, candidate in PAIRS + drawn_pairs()
    ]
    line = lambda value: json.dumps(value, ensure_ascii=True)
    versions = {name: importlib.metadata.version(name) for name in ("rouge_score", "nltk")}
    parts = [
        f'"versions": {line(versions)}',
        '"pairs": [\n' + ",\n".join(map(line, pairs)) + "\n]",
        '"stems": [\n' + ",\n".join(", ".join(map(line, stems[n : n + 6])) for n in range(0, len(stems), 6)) + "\n]",
    ]
    (ROOT / "data/rouge-golden.json").write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="ascii")


if __name__ == "__main__":
    main()
