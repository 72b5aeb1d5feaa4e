//! Which column holds the texts.

use std::collections::BTreeSet;

use serde::de::IgnoredAny;

use super::labels::{MAX_LABELS, PerCell, differing_answers, existing_labels};
use super::text::Text;
use super::{Instance, Pool, nested};

/// Names that columns of texts have, the most telling first.
pub(super) const NAMES: [&str; 20] = [
    "text",
    "sentence",
    "question",
    "utterance",
    "query",
    "content",
    "message",
    "body",
    "review",
    "comment",
    "tweet",
    "post",
    "description",
    "abstract",
    "summary",
    "document",
    "prompt",
    "input",
    "headline",
    "title",
];

/// Names that columns of labels have, the most telling first.
pub(super) const LABEL_NAMES: [&str; 14] = [
    "label",
    "labels",
    "annotations",
    "responses",
    "category",
    "categories",
    "class",
    "intent",
    "sentiment",
    "topic",
    "code",
    "codes",
    "tag",
    "tags",
];

/// Names that columns of ids have, alone or as a word of their name: `id`, `doc_id`.
const ID_NAMES: [&str; 8] = ["id", "ids", "uid", "uuid", "guid", "idx", "index", "key"];

/// The columns with which our own exports begin. Where the input has one of that name, `_fastgas` stands behind ours, and
/// where it has that one too, a number.
const OWN_NAMES: [&str; 5] = ["rank", "row", "part", "degree", "label"];

/// A column of labels that are there already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LikelyLabels {
    /// Its index.
    pub column: usize,
    /// How many a cell has.
    pub per_cell: PerCell,
    /// How many rows have some.
    pub n_rows: usize,
    /// How many there are, each counted once.
    pub n_labels: usize,
    /// How many rows have none because the answers of several people differ there.
    pub n_differing: usize,
}

/// The column that most likely holds labels, if one does: that of an export of ours; else one that is named like labels, and
/// these come again, each in two rows or more on average. One in which all answers differ comes last. O(size of the pool).
pub fn likely_labels(pool: &Pool, text_column: usize) -> Option<LikelyLabels> {
    let names: Vec<String> = pool.columns().iter().map(|name| name.trim().to_lowercase()).collect();
    let named = LABEL_NAMES.iter().flat_map(|known| {
        let columns = names.iter().enumerate().filter(move |(_, name)| name == known);
        columns.map(|(column, _)| column)
    });
    let own = own_labels(pool);
    let of = |column: usize| {
        let per_cell = PerCell::likely(pool.instances().map(|row| row.cell(column)));
        let rows: Vec<_> = existing_labels(pool, column, per_cell).collect::<Result<_, _>>().ok()?;
        let labels: BTreeSet<&String> = rows.iter().flat_map(|(_, labels)| labels).collect();
        let n_differing = differing_answers(pool, column, per_cell);
        let is_any = !labels.is_empty() || n_differing > 0;
        let come_again = 2 * labels.len() <= (rows.len() + n_differing).max(2);
        let is_likely = is_any && labels.len() <= MAX_LABELS && (come_again || own == Some(column));
        is_likely.then_some(LikelyLabels {
            column,
            per_cell,
            n_rows: rows.len(),
            n_labels: labels.len(),
            n_differing,
        })
    };
    let columns = own.into_iter().chain(named).filter(|&column| column != text_column);
    let mut only_differing = None;
    for likely in columns.filter_map(of) {
        if likely.n_rows > 0 {
            return Some(likely);
        }
        only_differing = only_differing.or(Some(likely));
    }
    only_differing
}

/// Where an export of ours has the labels, in lists where it has those too; none in any other file.
pub(super) fn own_labels(pool: &Pool) -> Option<usize> {
    let columns = pool.columns();
    let is_own = columns.len() > OWN_NAMES.len() && columns.iter().zip(OWN_NAMES).all(|(name, own)| is_ours(name, own));
    let [label, list] = [OWN_NAMES.len() - 1, OWN_NAMES.len()];
    // The input may have a column of that name in this place.
    let says_the_same = |row: Instance<'_>| {
        let labels: Option<Vec<String>> = serde_json::from_str(row.cell(list)).ok();
        labels.is_some_and(|labels| labels.join("; ") == row.cell(label))
    };
    let has_lists = is_own && is_ours(&columns[list], "labels") && pool.instances().all(says_the_same);
    is_own.then_some(if has_lists { list } else { label })
}

/// Whether an export may call its column `own` so.
fn is_ours(name: &str, own: &str) -> bool {
    let Some(behind) = name.strip_prefix(own) else {
        return false;
    };
    let number = behind
        .strip_prefix("_fastgas")
        .map(|number| number.trim_start_matches('_'));
    behind.is_empty() || number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The index of the column that most likely holds the texts: one that is named like one, else the one with the
/// longest cells on average; ties: the first. Columns without any text, or of numbers and JSON alone, do not count, unless all
/// are so.
/// O(size of the pool).
pub fn guess_text_column(pool: &Pool) -> usize {
    guess(pool, &lengths_of_texts(pool))
}

/// Where the texts most likely are: as [`guess_text_column`]; inside of a column of JSON objects where no column is named like
/// texts and the strings there are longer, or at least half as long and named like texts. O(size of the pool).
pub fn likely_text(pool: &Pool) -> Text {
    let counted = lengths_of_texts(pool);
    let column = guess(pool, &counted);
    let (lengths, has_texts) = counted;
    let name = &pool.columns()[column];
    let lower = name.trim().to_lowercase();
    if has_texts[column] && NAMES.iter().any(|known| is_word_of(&lower, known)) {
        return Text::Column(name.clone());
    }
    let mean = |length: usize, n: usize| length as f64 / n.max(1) as f64;
    let column_mean = mean(lengths[column], pool.len());
    let rank = |name: &str| NAMES.iter().position(|known| name == *known);
    let likelihood = |(path, length): (String, usize)| {
        let key = path.rsplit('.').next().unwrap_or_default().to_lowercase();
        let rank = rank(&key);
        let mean = mean(length, pool.len().min(nested::LOOKED_AT));
        let outdoes = if rank.is_some() { 2.0 * mean } else { mean } > column_mean;
        (rank.unwrap_or(NAMES.len()), mean, path, outdoes)
    };
    let mut likely = nested::paths(pool)
        .into_iter()
        .map(likelihood)
        .filter(|(.., outdoes)| !has_texts[column] || *outdoes)
        .collect::<Vec<_>>();
    likely.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    match likely.into_iter().next() {
        Some((_, _, path, _)) => Text::Joined(format!("{{{path}}}")),
        None => Text::Column(name.clone()),
    }
}

/// Whether a column is named like one of ids.
pub fn is_named_like_ids(name: &str) -> bool {
    let name = name.to_lowercase();
    ID_NAMES.iter().any(|known| is_word_of(&name, known))
}

fn is_word_of(name: &str, known: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|word| word == known)
}

/// Of each column the letters of its cells together, 0 where it does not count, and whether it holds texts.
fn lengths_of_texts(pool: &Pool) -> (Vec<usize>, Vec<bool>) {
    let mut lengths = vec![0usize; pool.columns().len()];
    for instance in pool.instances() {
        for (length, cell) in lengths.iter_mut().zip(instance.cells()) {
            *length += cell.trim().len();
        }
    }
    let mut has_texts = vec![false; pool.columns().len()];
    for instance in pool.instances() {
        let cells = has_texts.iter_mut().zip(instance.cells());
        for (has_texts, cell) in cells.filter(|(has_texts, _)| !**has_texts) {
            *has_texts = !cell.trim().is_empty() && !is_no_text(cell);
        }
        if has_texts.iter().all(|has_texts| *has_texts) {
            break;
        }
    }
    // Where there are none at all, numbers may be.
    if has_texts.contains(&true) {
        let lengths = lengths.iter_mut().zip(&has_texts);
        lengths
            .filter(|(_, has_texts)| !**has_texts)
            .for_each(|(length, _)| *length = 0);
    }
    (lengths, has_texts)
}

fn guess(pool: &Pool, (lengths, _): &(Vec<usize>, Vec<bool>)) -> usize {
    let candidates: Vec<(usize, String)> = pool
        .columns()
        .iter()
        .enumerate()
        .filter(|&(column, _)| lengths[column] > 0)
        .map(|(column, name)| (column, name.trim().to_lowercase()))
        .collect();
    let named = |fits: fn(&str, &str) -> bool| {
        NAMES
            .iter()
            .find_map(|known| candidates.iter().find(|(_, name)| fits(name, known)))
            .map(|&(column, _)| column)
    };
    named(|name, known| name == known)
        .or_else(|| named(is_word_of))
        .unwrap_or_else(|| {
            let longest = lengths.iter().copied().max().unwrap_or(0);
            lengths.iter().position(|&length| length == longest).unwrap_or(0)
        })
}

/// A number, a date or a time, or a list or an object of JSON.
pub(super) fn is_no_text(cell: &str) -> bool {
    let cell = cell.trim();
    let is_json = || serde_json::from_str::<IgnoredAny>(cell).is_ok();
    let n_of = |is: fn(char) -> bool| cell.chars().filter(|&letter| is(letter)).count();
    let is_date = || {
        cell.starts_with(|c: char| c.is_ascii_digit()) && n_of(|c| c.is_ascii_digit()) > 2 * n_of(char::is_alphabetic)
    };
    cell.parse::<f64>().is_ok() || is_date() || (cell.starts_with(['[', '{']) && is_json())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_ids_are_known_by_a_word() {
        let are_ids = |names: [&str; 4]| names.map(is_named_like_ids);
        assert_eq!(are_ids(["id", " ID", "doc_id", "Respondent ID"]), [true; 4]);
        assert_eq!(are_ids(["", "idea", "video", "keyword"]), [false; 4]);
    }
    use crate::load;

    fn guess(columns: &[&str], rows: &[&[&str]]) -> usize {
        let mut table = csv::Writer::from_writer(Vec::new());
        for record in [columns].iter().chain(rows) {
            table.write_record(*record).expect("memory");
        }
        guess_text_column(&load(&table.into_inner().expect("memory")).expect("a table"))
    }

    #[test]
    fn a_telling_name_wins_over_length() {
        assert_eq!(guess(&["id", "notes", "Text"], &[&["1", "very long notes", "hi"]]), 2);
        assert_eq!(guess(&["title", "sentence"], &[&["a longer title", "hi"]]), 1);
    }

    #[test]
    fn a_telling_word_in_a_name_counts() {
        assert_eq!(
            guess(&["id", "tweet_text", "author"], &[&["1", "hi", "somebody with a name"]]),
            1
        );
        assert_eq!(
            guess(&["context", "answer"], &[&["hi", "longer"]]),
            1,
            "`text` inside `context` is no word"
        );
    }

    #[test]
    fn an_empty_column_is_not_chosen_for_its_name() {
        assert_eq!(guess(&["text", "note"], &[&[" ", "hello"], &["", "there"]]), 1);
    }

    #[test]
    fn numbers_and_json_are_no_texts() {
        assert_eq!(
            guess(
                &["comment_count", "meta", "said"],
                &[&["3", r#"{"of": "somebody with a long name"}"#, "hello"]]
            ),
            2
        );
        assert_eq!(
            guess(&["n", "text"], &[&["12", "3"], &["1", "45"]]),
            1,
            "nothing else is there"
        );
    }

    fn likely(lines: &str) -> Text {
        let import = crate::Import {
            format: Some(crate::Format::Jsonl),
            ..Default::default()
        };
        likely_text(&crate::load_with(lines.as_bytes(), &import).expect("JSON").pool)
    }

    #[test]
    fn texts_of_other_tools_are_found_where_they_write_them() {
        let nested = |path: &str| Text::Joined(format!("{{{path}}}"));
        // Label Studio's tasks, Argilla's records.
        let task = r#"{"id":1,"data":{"text":"hello there"},"annotations":[{"result":[]}],"file_upload":"1a2b-survey.csv","created_at":"2024-05-01T12:00:00.000000Z"}"#;
        assert_eq!(likely(&format!("{task}\n")), nested("data.text"));
        let record = r#"{"id":"a","fields":{"text":"hello there"},"metadata":{"from":"x"},"responses":{}}"#;
        assert_eq!(likely(&format!("{record}\n")), nested("fields.text"));
        let column = |name: &str| Text::Column(name.into());
        let tweet = r#"{"full_text":"hi","user":{"description":"somebody with a long description"}}"#;
        assert_eq!(likely(&format!("{tweet}\n")), column("full_text"));
        let answer = r#"{"antwort":"a long text of somebody","meta":{"comment":"ok"}}"#;
        assert_eq!(likely(&format!("{answer}\n")), column("antwort"));
        let only = r#"{"n":3,"said":{"by":"Anna","what":"hello there"}}"#;
        assert_eq!(likely(&format!("{only}\n")), nested("said.what"));
        assert_eq!(
            guess(&["when", "said"], &[&["2024-05-01T12:00:00Z", "hello"]]),
            1,
            "dates are no texts"
        );
    }

    #[test]
    fn labels_are_named_so_and_come_again() {
        let labels = |file: &str| likely_labels(&load(file.as_bytes()).expect("a table"), 0);
        let found = labels("text,n,Label\na,1,yes\nb,2,\nc,3,no\nd,4,yes\ne,5,no\n").expect("labels");
        assert_eq!(
            (found.column, found.per_cell, found.n_rows, found.n_labels),
            (2, PerCell::One, 4, 2)
        );
        assert_eq!(labels("text,n\na,1\nb,1\n"), None, "no name of labels");
        assert_eq!(labels("text,topic\na,one\nb,two\nc,three\n"), None, "each is another");
        assert_eq!(labels("label,n\na,1\na,1\n"), None, "those are the texts");
        assert_eq!(labels("text,label\na,\nb,\n"), None);
        let one = labels("text,label\na,yes\nb,\n").map(|found| found.n_rows);
        assert_eq!(one, Some(1), "of a file in which labeling has begun");
        let several = labels("text,tags\na,x; y\nb,x\nc,y; x\nd,y\n").map(|found| found.per_cell);
        assert_eq!(several, Some(PerCell::between(";")));
    }

    #[test]
    fn labels_of_an_export_of_ours_come_first_and_need_not_come_again() {
        let labels = |file: &str, text: &str| {
            let pool = load(file.as_bytes()).expect("a table");
            let found = likely_labels(&pool, pool.column(text).expect("the texts"))?;
            Some((pool.columns()[found.column].clone(), found.per_cell, found.n_rows))
        };
        let of = |name: &str, per_cell, n_rows| Some((name.to_owned(), per_cell, n_rows));
        let topics = "rank,row,part,degree,label,passed,text,topic\n\
                      ,0,0,,,,a,card\n1,1,0,2,bank; food,,b,card\n2,2,1,2,space,,c,card\n3,3,1,1,food,,d,card\n";
        assert_eq!(labels(topics, "text"), of("label", PerCell::between(";"), 3));
        let lists = "rank,row,part,degree,label,labels,text\n\
                     1,0,0,1,a; b,\"[\"\"a\"\",\"\"b\"\"]\",a\n2,1,0,1,c,\"[\"\"c\"\"]\",b\n3,2,0,1,,[],c\n";
        assert_eq!(labels(lists, "text"), of("labels", PerCell::List, 2));
        let of_input = "rank,row,part,degree,label,labels,text\n1,0,0,1,a,\"[\"\"old\"\"]\",a\n2,1,0,1,b,[],b\n";
        assert_eq!(labels(of_input, "text"), of("label", PerCell::One, 2));
        let taken = "rank_fastgas,row,part,degree,label_fastgas_2,label,label_fastgas,rank,text\n\
                     1,0,0,1,Block it; then call.,old,x,1,a\n2,1,0,1,Bake slowly,old,x,1,b\n";
        assert_eq!(labels(taken, "text"), of("label_fastgas_2", PerCell::One, 2));
        let unlabeled = "rank,row,part,degree,label_fastgas,text,label\n1,0,0,1,,a,old\n2,1,0,1,,b,old\n";
        assert_eq!(labels(unlabeled, "text"), of("label", PerCell::One, 2));
        let others = "rank,row,label_fastgas,text,label\n1,0,x,a,old\n2,1,y,b,old\n";
        assert_eq!(
            labels(others, "text"),
            of("label", PerCell::One, 2),
            "no export of ours"
        );
        assert_eq!(
            labels("rank,row,part,degree,labels_fastgas,text\n1,0,0,1,x,a\n", "text"),
            None
        );
        let answers: String = (0..=MAX_LABELS)
            .map(|row| format!("1,{row},0,1,answer {row},a\n"))
            .collect();
        assert_eq!(
            labels(&format!("rank,row,part,degree,label,text\n{answers}"), "text"),
            None,
            "too many"
        );
    }

    #[test]
    fn what_label_studio_writes_is_offered_as_labels_and_not_as_json() {
        let file = "annotator,label,text\n\
                    1,\"{\"\"choices\"\":[\"\"bank\"\",\"\"space\"\"]}\",a\n2,space,b\n1,bank,c\n2,space,d\n,,e\n";
        let found = likely_labels(&load(file.as_bytes()).expect("a table"), 2).expect("labels");
        assert_eq!(
            (found.column, found.per_cell, found.n_rows, found.n_labels),
            (1, PerCell::List, 4, 2)
        );
    }

    #[test]
    fn answers_of_several_people_that_differ_are_counted() {
        let answer = |labels: &str| format!(r#"{{"result":[{{"type":"choices","value":{{"choices":[{labels}]}}}}]}}"#);
        let task = |answers: &[&str]| {
            let answers: Vec<String> = answers.iter().map(|labels| answer(labels)).collect();
            format!(
                "{{\"data\":{{\"text\":\"a\"}},\"annotations\":[{}]}}\n",
                answers.join(",")
            )
        };
        let (yes, no, both) = (r#""yes""#, r#""no""#, r#""yes","no""#);
        let likely = |tasks: &[String]| {
            let import = crate::Import {
                format: Some(crate::Format::Jsonl),
                ..Default::default()
            };
            let pool = crate::load_with(tasks.concat().as_bytes(), &import).expect("JSON").pool;
            let found = likely_labels(&pool, 0)?;
            Some((found.per_cell, found.n_rows, found.n_labels, found.n_differing))
        };
        let differing = task(&[yes, no]);
        let tasks = [differing.clone(), task(&[no, no]), task(&[both]), task(&[yes])];
        assert_eq!(likely(&tasks), Some((PerCell::List, 3, 2, 1)));
        assert_eq!(
            likely(&[differing]),
            Some((PerCell::List, 0, 0, 1)),
            "it is told all the same"
        );
        assert_eq!(likely(&[task(&[])]), None);
    }

    #[test]
    fn else_the_longest_texts() {
        assert_eq!(
            guess(
                &["a", "b", "c"],
                &[&["1", "three words here", "x"], &["2", "and more words", "y"]]
            ),
            1
        );
        assert_eq!(guess(&["a", "b"], &[&["", ""]]), 0);
    }
}
