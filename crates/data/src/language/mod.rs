//! Detects the language of a pool from its texts.

use std::collections::BTreeMap;

use whatlang::{Lang, detect};

use super::Pool;

/// Number of texts that are inspected, spread evenly over the pool: enough to determine the language, few enough to be
/// fast.
const MAX_TEXTS: usize = 200;
/// Number of texts that are inspected together. A question of ten words may be in any language, twenty questions are in
/// one.
const TEXTS_PER_GROUP: usize = 20;
/// Number of characters that are inspected per text.
const MAX_CHARS: usize = 100;
/// Number of columns of a wide table that are inspected, in addition to the text column.
const MAX_COLUMNS: usize = 12;

/// The languages of a pool's columns by column name, where they can be detected. The user may choose another text column
/// later.
pub fn likely_languages(pool: &Pool, text_column: usize) -> BTreeMap<String, String> {
    let beyond = Some(text_column).filter(|&column| column >= MAX_COLUMNS);
    let columns = (0..pool.columns().len().min(MAX_COLUMNS)).chain(beyond);
    let language = |column| {
        let cells = pool.instances().map(|instance| instance.cell(column));
        Some((pool.columns()[column].clone(), likely_language(cells)?))
    };
    columns.filter_map(language).collect()
}

/// The ISO 639-3 code of the language of most `texts`, detected by trigrams (Cavnar and Trenkle 1994). None if it cannot
/// be detected: names, a few words, or several languages. Deterministic. O(1), apart from iterating over the texts.
pub fn likely_language<'a>(texts: impl ExactSizeIterator<Item = &'a str>) -> Option<String> {
    let step = texts.len().div_ceil(MAX_TEXTS).max(1);
    let beginnings: Vec<&str> = texts.step_by(step).map(beginning).collect();
    let groups = beginnings.chunks(TEXTS_PER_GROUP);
    let n_groups = groups.len();
    let mut languages: Vec<&str> = groups
        .filter_map(|group| detect(&group.join("\n")))
        .filter(|detected| detected.is_reliable())
        .map(|detected| detected.lang().code())
        .collect();
    languages.sort_unstable();
    let (most, n) = languages
        .chunk_by(PartialEq::eq)
        .map(|same| (same[0], same.len()))
        .max_by_key(|(_, n)| *n)?;
    (2 * n > n_groups).then(|| most.to_owned())
}

/// The language that the built-in encoder was trained on, as a code of [`likely_language`].
pub const ENGLISH: &str = "eng";

/// The English name of the language with this ISO 639-3 code, or the code itself if it is unknown.
pub fn english_name(code: &str) -> &str {
    Lang::from_code(code).map_or(code, |language| language.eng_name())
}

fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUESTIONS: [&str; 4] = [
        "My card has not arrived yet, and it is two weeks now.",
        "Where can I see how much I paid last month?",
        "How do I change the address on my account?",
        "The film begins slowly and ends better than one expects.",
    ];
    const FRAGEN: [&str; 4] = [
        "Meine Karte ist nach zwei Wochen noch nicht angekommen.",
        "Wo sehe ich, wie viel ich im letzten Monat bezahlt habe?",
        "Wie ändere ich die Anschrift in meinem Konto?",
        "Der Film beginnt langsam und endet besser als erwartet.",
    ];

    fn of(texts: &[&str]) -> Option<String> {
        likely_language(texts.iter().copied())
    }

    #[test]
    fn language_is_detected_from_all_texts_together() {
        let french = [
            "Ma carte n’est toujours pas arrivée après deux semaines.",
            "Où puis-je voir combien j’ai payé le mois dernier ?",
            "Comment changer l’adresse de mon compte ?",
        ];
        let russian = [
            "Прошло две недели, а моя карта ещё не пришла.",
            "Как я могу изменить адрес в своём счёте?",
            "Где можно посмотреть, сколько я заплатил в прошлом месяце?",
            "Фильм начинается медленно, а заканчивается лучше, чем ожидалось.",
            "Почему с меня списали деньги дважды за одну покупку?",
        ];
        let chinese = ["我的卡还没有到。", "我怎么更改地址？", "上个月我付了多少钱？"];
        let japanese = [
            "カードがまだ届いていません。",
            "住所を変更するにはどうすればいいですか？",
        ];
        let found = [&QUESTIONS[..], &FRAGEN, &french, &russian, &chinese, &japanese].map(of);
        let codes = ["eng", "deu", "fra", "rus", "cmn", "jpn"].map(|code| Some(code.to_owned()));
        assert_eq!(found, codes);
        assert_eq!([english_name("deu"), english_name("xyz")], ["German", "xyz"]);
    }

    #[test]
    fn mixed_or_short_texts_have_no_language() {
        let by_turns: Vec<&str> = [QUESTIONS.repeat(5), FRAGEN.repeat(5)].concat();
        let nothing: [&[&str]; 4] = [&[], &["", " "], &["12.5", "7", "-3"], &["Kowalski", "Nguyen", "Smith"]];
        assert_eq!(nothing.map(of), [const { None }; 4]);
        assert_eq!(of(&by_turns), None, "the languages are equally frequent");
        let mostly: Vec<&str> = [FRAGEN.repeat(15), QUESTIONS.repeat(5)].concat();
        assert_eq!(of(&mostly).as_deref(), Some("deu"));
    }

    #[test]
    fn each_column_has_its_own_language() {
        let columns = ["id", "text", "translation"].map(str::to_owned).to_vec();
        let (mut cells, mut ends) = (String::new(), Vec::new());
        for (row, (english, german)) in QUESTIONS.iter().zip(FRAGEN).enumerate() {
            for cell in [&*row.to_string(), english, german] {
                cells.push_str(cell);
                ends.push(cells.len() as u32);
            }
        }
        let pool = Pool::from_parts(columns, cells, ends).expect("a table");
        let detected: Vec<(String, String)> = likely_languages(&pool, 1).into_iter().collect();
        assert_eq!(
            detected,
            [("text".into(), "eng".into()), ("translation".into(), "deu".into())]
        );
    }

    #[test]
    fn large_pool_is_sampled_evenly() {
        let long = FRAGEN.join(" ").repeat(1_000);
        let texts = (0..100_000).map(|row| if row % 1_000 == 0 { &*long } else { FRAGEN[row % 4] });
        let texts: Vec<&str> = texts.collect();
        assert_eq!(of(&texts).as_deref(), Some("deu"));
        // The beginning and the end are in German, most texts in English.
        let between = QUESTIONS.repeat(1_000);
        let texts = [&FRAGEN.repeat(100)[..], &between, &FRAGEN.repeat(100)].concat();
        assert_eq!(of(&texts).as_deref(), Some("eng"));
    }
}
