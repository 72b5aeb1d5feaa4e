//! Tests language recognition with 20 everyday sentences in each of 47 languages and English.
//! The texts in `fixtures/short_texts.txt` were written for these tests.

use super::*;

const SHORT_TEXTS: &str = include_str!("fixtures/short_texts.txt");

fn short_texts() -> Vec<(&'static str, Vec<&'static str>)> {
    let sections = SHORT_TEXTS.split("= ").filter(|section| !section.is_empty());
    sections
        .map(|section| {
            let mut lines = section.lines();
            (lines.next().expect("a tag"), lines.collect())
        })
        .collect()
}

fn texts_in(language: &str) -> Vec<&'static str> {
    let found = short_texts().into_iter().find(|(tag, _)| *tag == language);
    found.expect("a language of the fixture").1
}

fn of(texts: &[&str]) -> TextLanguages {
    text_languages(texts.iter().copied())
}

fn counts(texts: &[&str]) -> Vec<(String, u32)> {
    let languages = of(texts).languages.into_iter();
    languages.map(|language| (language.tag, language.n_texts)).collect()
}

fn owned(counts: &[(&str, u32)]) -> Vec<(String, u32)> {
    counts.iter().map(|&(tag, n)| (tag.to_owned(), n)).collect()
}

#[test]
fn short_texts_are_named_and_reported_in_every_language() {
    let pools = short_texts();
    assert_eq!(pools.len(), 48);
    for (tag, texts) in pools {
        assert_eq!(texts.len(), 20, "{tag}");
        let found = of(&texts);
        assert_eq!(found.is_not_english(), tag != ENGLISH, "{tag}");
        let most = &found.languages[0];
        assert_eq!(most.tag, tag, "{:?}", found.languages);
        // One of the Finnish texts has only two words and is therefore too short to be counted.
        // Some Croatian sentences are also valid Serbian sentences in Latin script.
        let least = match tag {
            "fin" => 19,
            "hrv" => 12,
            _ => 20,
        };
        assert!(most.n_texts >= least, "{:?}", found.languages);
    }
}

#[test]
fn single_short_texts_are_rarely_taken_for_english() {
    let (mut n_taken, mut n_named, mut n) = (0, 0, 0);
    for (tag, texts) in short_texts() {
        for text in texts {
            let found = of(&[text]);
            let named = found.languages.first().map(|language| &*language.tag);
            if tag == ENGLISH {
                assert_eq!(named, Some(ENGLISH), "{text}");
                continue;
            }
            n += 1;
            n_taken += usize::from(named == Some(ENGLISH));
            n_named += usize::from(named == Some(tag));
        }
    }
    assert_eq!((n, n_taken), (940, 1));
    assert!(
        n_named >= 800,
        "{n_named} of {n} texts have the right language on their own"
    );
}

#[test]
fn english_texts_with_names_numbers_and_addresses_are_not_reported() {
    let pools: [&[&str]; 8] = [
        &[
            "Did Dostoyevsky live in Semipalatinsk?",
            "Who is older, Agnieszka Radwańska or Petra Kvitová?",
            "Josef Ruederer was born in München and died there.",
            "Café Müller in Zürich is lovely.",
            "Is it safe to travel to Rio de Janeiro?",
            "How far is Llanfairpwllgwyngyll from Aberystwyth?",
            "The film Amélie was shown in Paris.",
            "Where can I eat good tagliatelle al ragù in Bologna?",
            "What does the character 猫 mean in Chinese?",
            "How do I say namaste नमस्ते in Hindi?",
        ],
        &[
            "see https://www.google.de/suche?q=hallo+welt for more",
            "mail to jan.kowalski@poczta.pl please",
            "@marie_dupont thanks a lot for the help #merci #amour",
            "our site is www.beispiel.de now",
        ],
        &[
            "public static void main(String[] args)",
            "for (int i = 0; i < n; i++) { sum += a[i]; }",
            "return false;",
            "import numpy as np",
            "SELECT name FROM users WHERE id = 3",
            "git commit -m \"fix the tests\"",
        ],
        &[
            "balance", "transfer", "refund", "invoice", "address", "payment", "fee", "card",
        ],
        &["yes", "no", "no", "yes", "maybe", "N/A"],
        &["👍 great work my friend", "😀😀", "❤️", "so happy for you 🎉"],
        &[
            "LAX to JFK",
            "flights from Boston to Denver",
            "one way to San Francisco on Tuesday",
        ],
        &[
            "Abeg help me check my account",
            "How you dey my brother",
            "Dem don charge me two times",
        ],
    ];
    for texts in pools {
        assert!(!of(texts).is_not_english(), "{:?}", counts(texts));
    }
    let loud: Vec<String> = texts_in(ENGLISH).iter().map(|text| text.to_uppercase()).collect();
    let loud: Vec<&str> = loud.iter().map(|text| &**text).collect();
    assert_eq!(counts(&loud), owned(&[(ENGLISH, 20)]));
}

#[test]
fn texts_without_words_and_names_are_undetermined() {
    let pools: [&[&str]; 6] = [
        &[],
        &["", " "],
        &["12.5", "7", "-3", "€ 5"],
        &["Kowalski", "Nguyen", "Smith"],
        &[
            "Mary Smith",
            "Wei Zhang",
            "Priya Sharma",
            "Lars Nilsson",
            "Giulia Rossi",
            "Juan Perez",
        ],
        &["#love #summer", "@someone", "https://example.org/a"],
    ];
    for texts in pools {
        let found = of(texts);
        assert_eq!(
            (found.n_undetermined() as usize, found.languages.len()),
            (texts.len(), 0),
            "{texts:?}"
        );
        assert_eq!((found.is_not_english(), found.main_script()), (false, None));
    }
}

#[test]
fn single_words_are_in_the_language_of_most_of_them() {
    let german = [
        "Kontostand",
        "Überweisung",
        "Kartensperre",
        "Rechnung",
        "Kündigung",
        "Anschrift",
        "Zahlung",
        "Gebühr",
        "Zinsen",
        "Kredit",
    ];
    assert_eq!(counts(&german), owned(&[("deu", 10)]));
}

#[test]
fn upper_case_and_decomposed_letters_do_not_matter() {
    use unicode_normalization::UnicodeNormalization;
    for tag in ["deu", "tur", "rus", "ell"] {
        let loud: Vec<String> = texts_in(tag).iter().map(|text| text.to_uppercase()).collect();
        let loud: Vec<&str> = loud.iter().map(|text| &**text).collect();
        assert_eq!(counts(&loud), owned(&[(tag, 20)]));
    }
    let decomposed: Vec<String> = texts_in("vie").iter().map(|text| text.nfd().collect()).collect();
    let decomposed: Vec<&str> = decomposed.iter().map(|text| &**text).collect();
    assert_eq!(counts(&decomposed), owned(&[("vie", 20)]));
}

#[test]
fn script_decides_first() {
    let chinese = [
        "我的iPhone 15 Pro Max保修多久",
        "Samsung Galaxy手机屏幕碎了",
        "如何用Photoshop打开PDF文件",
        "Visa卡和Mastercard有什么区别",
    ];
    assert_eq!(counts(&chinese), owned(&[("cmn", 4)]));
    let hindi = [
        "मेरा credit card block हो गया है please help",
        "OTP नहीं आ रहा",
        "refund कब मिलेगा",
    ];
    assert_eq!(counts(&hindi), owned(&[("hin", 3)]));
    let only_kanji = [
        "東京都庁",
        "営業時間変更",
        "新幹線運休情報",
        "駐車場料金",
        "口座残高照会",
        "住所変更手続",
        "再発行申請",
        "返金依頼",
        "配送状況確認",
        "振込手数料",
    ];
    assert_eq!(counts(&only_kanji), owned(&[("jpn", 10)]));
    let only_characters = [
        "银行卡丢失",
        "修改密码",
        "余额查询",
        "退款申请",
        "訂單取消",
        "更改地址",
        "信用卡還款",
    ];
    assert_eq!(counts(&only_characters), owned(&[("cmn", 7)]));
    assert_eq!(counts(&["ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", "ᎣᏏᏲ"]), owned(&[(UNKNOWN, 2)]));
    let scripts = [&chinese[..], &hindi, &["hello to all of you"], &["ᎣᏏᏲ"]].map(|texts| of(texts).main_script());
    assert_eq!(
        scripts,
        [Script::Han, Script::Devanagari, Script::Latin, Script::Other].map(Some)
    );
}

#[test]
fn transliterated_texts_are_reported() {
    let russian = [
        "kogda pridet moya karta",
        "ya hochu izmenit adres",
        "skolko stoit bilet",
        "film byl ochen skuchnyy",
        "moy telefon bolshe ne rabotaet",
    ];
    assert_eq!(counts(&russian), owned(&[("rus-Latn", 5)]));
    let greek = [
        "pou einai i karta mou",
        "thelo na allakso ti diefthinsi mou",
        "poso kanei to eisitirio",
        "i tainia itan poli vareti",
    ];
    assert_eq!(counts(&greek), owned(&[("ell-Latn", 4)]));
    let arabic = [
        "kifak shu akhbarak",
        "ana mish fahem hada shi",
        "lesh khasamto meni marrtein",
    ];
    assert!(
        of(&arabic).is_not_english(),
        "the language has no profile, but it is not English"
    );
}

#[test]
fn languages_of_a_mixed_pool_are_counted() {
    let (english, german, hindi) = (texts_in(ENGLISH), texts_in("deu"), texts_in("hin"));
    let mixed = [&english[..], &german[..12], &hindi[..8], &["", "12"]].concat();
    let found = of(&mixed);
    assert_eq!(counts(&mixed), owned(&[(ENGLISH, 20), ("deu", 12), ("hin", 8)]));
    assert_eq!((found.n_texts, found.n_inspected, found.n_undetermined()), (42, 42, 2));
    assert_eq!((found.n_not_english(), found.is_not_english()), (20, true));
    assert_eq!(found.main_script(), Some(Script::Latin));
    let tags: Vec<&str> = found.not_english().map(|language| &*language.tag).collect();
    assert_eq!(tags, ["deu", "hin"]);
}

#[test]
fn few_texts_in_other_languages_are_counted_but_not_reported() {
    let (english, hindi) = (texts_in(ENGLISH).repeat(20), texts_in("hin"));
    for (n, is_reported) in [(1, false), (20, false), (22, true)] {
        let mixed = [&english[..], &hindi.repeat(2)[..n]].concat();
        let found = of(&mixed);
        assert_eq!(
            (found.n_not_english() as usize, found.is_not_english()),
            (n, is_reported)
        );
    }
    // A single text in another language is not reported among few texts. A pool with only this text is reported.
    let few = [&english[..9], &hindi[..1]].concat();
    assert_eq!((of(&few).n_not_english(), of(&few).is_not_english()), (1, false));
    assert!(of(&hindi[..1]).is_not_english());
}

#[test]
fn large_pool_is_inspected_evenly_and_says_so() {
    let (english, german) = (texts_in(ENGLISH), texts_in("deu"));
    let texts: Vec<&str> = (0..25_000)
        .map(|row| [&english, &german][row / 20_000][row % 20])
        .collect();
    let found = of(&texts);
    assert_eq!((found.n_texts, found.n_inspected), (25_000, 8_334));
    let share = f64::from(found.n_not_english()) / f64::from(found.n_inspected);
    assert!((share - 0.2).abs() < 0.002, "{share}");
    let exact = of(&texts[15_000..]);
    assert_eq!((exact.n_inspected, exact.n_not_english()), (10_000, 5_000));
}

#[test]
fn long_texts_are_read_at_their_beginning() {
    let long: Vec<String> = texts_in("deu")
        .iter()
        .map(|text| format!("{text} ").repeat(10_000))
        .collect();
    let long: Vec<&str> = long.iter().map(|text| &**text).collect();
    assert_eq!(counts(&long), owned(&[("deu", 20)]));
}

#[test]
fn counts_of_files_are_added() {
    let (english, german) = (texts_in(ENGLISH), texts_in("deu"));
    let mut sum = of(&english);
    sum.merge(&of(&[&german[..], &[""]].concat()));
    assert_eq!(sum, of(&[&english[..], &german[..], &[""]].concat()));
    let mut many = TextLanguages {
        n_texts: u32::MAX,
        ..sum.clone()
    };
    many.merge(&sum);
    assert_eq!(many.n_texts, u32::MAX);
}

#[test]
fn stored_counts_may_be_any_numbers() {
    let stored =
        r#"{"n_texts":1,"n_inspected":1,"languages":[{"tag":"deu","n_texts":4294967295},{"tag":"x","n_texts":9}]}"#;
    let read: TextLanguages = serde_json::from_str(stored).expect("counts");
    assert_eq!((read.n_undetermined(), read.n_not_english()), (0, u32::MAX));
    assert!(read.is_not_english());
    assert_eq!(read.main_script(), Some(Script::Latin));
}

#[test]
fn each_column_has_its_own_languages() {
    let columns = ["id", "text", "translation"].map(str::to_owned).to_vec();
    let (mut cells, mut ends) = (String::new(), Vec::new());
    for (row, (english, hindi)) in texts_in(ENGLISH).iter().zip(texts_in("hin-Latn")).enumerate() {
        for cell in [&*row.to_string(), english, hindi] {
            cells.push_str(cell);
            ends.push(cells.len() as u32);
        }
    }
    let pool = Pool::from_parts(columns, cells, ends).expect("a table");
    let found = column_languages(&pool, 1);
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(names, ["text", "translation"]);
    assert!(!found["text"].is_not_english() && found["translation"].is_not_english());
    let first = &found["translation"].languages[0];
    assert_eq!((&*first.tag, first.n_texts), ("hin-Latn", 20));
}

#[test]
fn single_letters_have_no_language() {
    for texts in [
        &["a", "b", "c"][..],
        &["z"],
        &["a b", "c d", "e f"],
        &["x1", "ok", "no"],
    ] {
        let found = text_languages(texts.iter().copied());
        assert!(
            found.languages.is_empty() && !found.is_not_english(),
            "{texts:?}: {found:?}"
        );
        assert_eq!(found.n_undetermined() as usize, texts.len());
    }
}
