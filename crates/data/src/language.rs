//! The language of a pool, as far as its texts tell.

use std::collections::BTreeMap;

use whatlang::{Lang, detect};

use super::Pool;

/// Texts that are looked at, spread evenly over the pool: enough to know its language, few enough that nobody waits for it.
const LOOKED_AT: usize = 200;
/// So many of them are looked at together: one question of ten words may be of any language, twenty questions are of one.
const TOGETHER: usize = 20;
/// Letters of a text that are looked at.
const LETTERS: usize = 100;
/// So many columns of a wide table are looked at, beside that of the texts.
const COLUMNS: usize = 12;

/// The languages of a pool's columns by their names, where they tell: another one may be made that of the texts.
pub fn likely_languages(pool: &Pool, text_column: usize) -> BTreeMap<String, String> {
    let beyond = Some(text_column).filter(|&column| column >= COLUMNS);
    let columns = (0..pool.columns().len().min(COLUMNS)).chain(beyond);
    let language = |column| {
        let cells = pool.instances().map(|instance| instance.cell(column));
        Some((pool.columns()[column].clone(), likely_language(cells)?))
    };
    columns.filter_map(language).collect()
}

/// The ISO 639-3 code of the language that most of `texts` are in, as trigrams tell (Cavnar and Trenkle 1994); none where
/// they do not: of names, of a few words, of several languages. Always the same for the same texts. O(1) but for
/// stepping through the texts.
pub fn likely_language<'a>(texts: impl ExactSizeIterator<Item = &'a str>) -> Option<String> {
    let step = texts.len().div_ceil(LOOKED_AT).max(1);
    let beginnings: Vec<&str> = texts.step_by(step).map(beginning).collect();
    let groups = beginnings.chunks(TOGETHER);
    let n_groups = groups.len();
    let mut languages: Vec<&str> = groups
        .filter_map(|group| detect(&group.join("\n")))
        .filter(|told| told.is_reliable())
        .map(|told| told.lang().code())
        .collect();
    languages.sort_unstable();
    let (most, n) = languages
        .chunk_by(PartialEq::eq)
        .map(|same| (same[0], same.len()))
        .max_by_key(|(_, n)| *n)?;
    (2 * n > n_groups).then(|| most.to_owned())
}

/// As [`likely_language`] names what the built-in encoder was trained on.
pub const ENGLISH: &str = "eng";

/// The English name of a language by its ISO 639-3 code, or the code of one without a known name.
pub fn english_name(code: &str) -> &str {
    Lang::from_code(code).map_or(code, |language| language.eng_name())
}

fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(LETTERS).map_or(text.len(), |(end, _)| end);
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
    fn texts_tell_their_language_together() {
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
    fn what_is_of_no_one_language_has_none() {
        let by_turns: Vec<&str> = [QUESTIONS.repeat(5), FRAGEN.repeat(5)].concat();
        let nothing: [&[&str]; 4] = [&[], &["", " "], &["12.5", "7", "-3"], &["Kowalski", "Nguyen", "Smith"]];
        assert_eq!(nothing.map(of), [const { None }; 4]);
        assert_eq!(of(&by_turns), None, "half and half");
        let mostly: Vec<&str> = [FRAGEN.repeat(15), QUESTIONS.repeat(5)].concat();
        assert_eq!(of(&mostly).as_deref(), Some("deu"));
    }

    #[test]
    fn every_column_has_a_language_of_its_own() {
        let columns = ["id", "text", "translation"].map(str::to_owned).to_vec();
        let (mut cells, mut ends) = (String::new(), Vec::new());
        for (row, (english, german)) in QUESTIONS.iter().zip(FRAGEN).enumerate() {
            for cell in [&*row.to_string(), english, german] {
                cells.push_str(cell);
                ends.push(cells.len() as u32);
            }
        }
        let pool = Pool::from_parts(columns, cells, ends).expect("a table");
        let told: Vec<(String, String)> = likely_languages(&pool, 1).into_iter().collect();
        assert_eq!(
            told,
            [("text".into(), "eng".into()), ("translation".into(), "deu".into())]
        );
    }

    #[test]
    fn a_large_pool_of_long_texts_is_looked_at_all_over() {
        let long = FRAGEN.join(" ").repeat(1_000);
        let texts = (0..100_000).map(|row| if row % 1_000 == 0 { &*long } else { FRAGEN[row % 4] });
        let texts: Vec<&str> = texts.collect();
        assert_eq!(of(&texts).as_deref(), Some("deu"));
        // Beginning and end are in German, most in English.
        let between = QUESTIONS.repeat(1_000);
        let texts = [&FRAGEN.repeat(100)[..], &between, &FRAGEN.repeat(100)].concat();
        assert_eq!(of(&texts).as_deref(), Some("eng"));
    }
}
