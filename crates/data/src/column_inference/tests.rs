use super::*;

#[test]
fn id_columns_are_recognized_by_a_word() {
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
fn text_like_name_wins_over_length() {
    assert_eq!(guess(&["id", "notes", "Text"], &[&["1", "very long notes", "hi"]]), 2);
    assert_eq!(guess(&["title", "sentence"], &[&["a longer title", "hi"]]), 1);
}

#[test]
fn text_like_word_in_name_counts() {
    assert_eq!(
        guess(&["id", "tweet_text", "author"], &[&["1", "hi", "somebody with a name"]]),
        1
    );
    assert_eq!(
        guess(&["context", "answer"], &[&["hi", "longer"]]),
        1,
        "`text` inside `context` is not a separate word"
    );
}

#[test]
fn empty_column_is_not_chosen_by_name() {
    assert_eq!(guess(&["text", "note"], &[&[" ", "hello"], &["", "there"]]), 1);
}

#[test]
fn numbers_and_json_are_not_texts() {
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
        "there is no column of texts"
    );
}

fn likely(lines: &str) -> TextSource {
    let import = crate::Import {
        format: Some(crate::Format::Jsonl),
        ..Default::default()
    };
    likely_text(&crate::load_with(lines.as_bytes(), &import).expect("JSON").pool)
}

#[test]
fn texts_of_annotation_tools_are_found_in_nested_objects() {
    let nested = |path: &str| TextSource::Joined(format!("{{{path}}}"));
    // The test data are a task of Label Studio and a record of Argilla.
    let task = r#"{"id":1,"data":{"text":"hello there"},"annotations":[{"result":[]}],"file_upload":"1a2b-survey.csv","created_at":"2024-05-01T12:00:00.000000Z"}"#;
    assert_eq!(likely(&format!("{task}\n")), nested("data.text"));
    let record = r#"{"id":"a","fields":{"text":"hello there"},"metadata":{"from":"x"},"responses":{}}"#;
    assert_eq!(likely(&format!("{record}\n")), nested("fields.text"));
    let column = |name: &str| TextSource::Column(name.into());
    let tweet = r#"{"full_text":"hi","user":{"description":"somebody with a long description"}}"#;
    assert_eq!(likely(&format!("{tweet}\n")), column("full_text"));
    let answer = r#"{"antwort":"a long text of somebody","meta":{"comment":"ok"}}"#;
    assert_eq!(likely(&format!("{answer}\n")), column("antwort"));
    let only = r#"{"n":3,"said":{"by":"Anna","what":"hello there"}}"#;
    assert_eq!(likely(&format!("{only}\n")), nested("said.what"));
    assert_eq!(
        guess(&["when", "said"], &[&["2024-05-01T12:00:00Z", "hello"]]),
        1,
        "dates are not texts"
    );
}

#[test]
fn labels_need_a_label_like_name_and_repetition() {
    let labels = |file: &str| likely_labels(&load(file.as_bytes()).expect("a table"), 0);
    let found = labels("text,n,Label\na,1,yes\nb,2,\nc,3,no\nd,4,yes\ne,5,no\n").expect("labels");
    assert_eq!(
        (found.column, found.per_cell, found.n_rows, found.n_labels),
        (2, LabelCell::One, 4, 2)
    );
    assert_eq!(labels("text,n\na,1\nb,1\n"), None, "no column has a label-like name");
    assert_eq!(
        labels("text,topic\na,one\nb,two\nc,three\n"),
        None,
        "all values are different"
    );
    assert_eq!(labels("label,n\na,1\na,1\n"), None, "the column is the text column");
    assert_eq!(labels("text,label\na,\nb,\n"), None);
    let one = labels("text,label\na,yes\nb,\n").map(|found| found.n_rows);
    assert_eq!(one, Some(1), "labeling of the file has begun");
    let several = labels("text,tags\na,x; y\nb,x\nc,y; x\nd,y\n").map(|found| found.per_cell);
    assert_eq!(several, Some(LabelCell::between(";")));
}

#[test]
fn labels_of_own_exports_come_first_and_need_no_repetition() {
    let labels = |file: &str, text: &str| {
        let pool = load(file.as_bytes()).expect("a table");
        let found = likely_labels(&pool, pool.column(text).expect("the texts"))?;
        Some((pool.columns()[found.column].clone(), found.per_cell, found.n_rows))
    };
    let of = |name: &str, per_cell, n_rows| Some((name.to_owned(), per_cell, n_rows));
    let topics = "rank,row,part,degree,label,passed,text,topic\n\
                  ,0,0,,,,a,card\n1,1,0,2,bank; food,,b,card\n2,2,1,2,space,,c,card\n3,3,1,1,food,,d,card\n";
    assert_eq!(labels(topics, "text"), of("label", LabelCell::between(";"), 3));
    let lists = "rank,row,part,degree,label,labels,text\n\
                 1,0,0,1,a; b,\"[\"\"a\"\",\"\"b\"\"]\",a\n2,1,0,1,c,\"[\"\"c\"\"]\",b\n3,2,0,1,,[],c\n";
    assert_eq!(labels(lists, "text"), of("labels", LabelCell::List, 2));
    let of_input = "rank,row,part,degree,label,labels,text\n1,0,0,1,a,\"[\"\"old\"\"]\",a\n2,1,0,1,b,[],b\n";
    assert_eq!(labels(of_input, "text"), of("label", LabelCell::One, 2));
    let taken = "rank_fastgas,row,part,degree,label_fastgas_2,label,label_fastgas,rank,text\n\
                 1,0,0,1,Block it; then call.,old,x,1,a\n2,1,0,1,Bake slowly,old,x,1,b\n";
    assert_eq!(labels(taken, "text"), of("label_fastgas_2", LabelCell::One, 2));
    let input_first = "id,text,rank,row,part,degree,label,passed\n\
                       7,a,1,0,0,1,Block it; then call.,\n8,b,2,1,0,1,Bake slowly,\n";
    assert_eq!(labels(input_first, "text"), of("label", LabelCell::One, 2));
    let lists = "text,rank,row,part,degree,label,labels\n\
                 a,1,0,0,1,a; b,\"[\"\"a\"\",\"\"b\"\"]\"\nb,2,1,0,1,c,\"[\"\"c\"\"]\"\n";
    assert_eq!(labels(lists, "text"), of("labels", LabelCell::List, 2));
    // Files that this program has exported twice. The columns of the input are before or after the exported columns.
    let again = "text,rank,row,part,degree,label,rank_fastgas,row_fastgas,part_fastgas,degree_fastgas,label_fastgas\n\
                 a,1,0,0,1,old,1,0,0,1,Block it.\nb,2,1,0,1,old,2,1,0,1,Bake slowly\n";
    assert_eq!(labels(again, "text"), of("label_fastgas", LabelCell::One, 2));
    let again = "rank_fastgas,row_fastgas,part_fastgas,degree_fastgas,label_fastgas,rank,row,part,degree,label,text\n\
                 1,0,0,1,Block it.,1,0,0,1,old,a\n2,1,0,1,Bake slowly,2,1,0,1,old,b\n";
    assert_eq!(labels(again, "text"), of("label_fastgas", LabelCell::One, 2));
    let unlabeled = "rank,row,part,degree,label_fastgas,text,label\n1,0,0,1,,a,old\n2,1,0,1,,b,old\n";
    assert_eq!(labels(unlabeled, "text"), of("label", LabelCell::One, 2));
    let others = "rank,row,label_fastgas,text,label\n1,0,x,a,old\n2,1,y,b,old\n";
    assert_eq!(
        labels(others, "text"),
        of("label", LabelCell::One, 2),
        "the file is not an export of this program"
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
        "there are too many distinct values"
    );
}

#[test]
fn label_studio_annotations_are_offered_as_labels() {
    let file = "annotator,label,text\n\
                1,\"{\"\"choices\"\":[\"\"bank\"\",\"\"space\"\"]}\",a\n2,space,b\n1,bank,c\n2,space,d\n,,e\n";
    let found = likely_labels(&load(file.as_bytes()).expect("a table"), 2).expect("labels");
    assert_eq!(
        (found.column, found.per_cell, found.n_rows, found.n_labels),
        (1, LabelCell::List, 4, 2)
    );
}

#[test]
fn differing_answers_of_several_annotators_are_counted() {
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
    assert_eq!(likely(&tasks), Some((LabelCell::List, 3, 2, 1)));
    assert_eq!(
        likely(&[differing]),
        Some((LabelCell::List, 0, 0, 1)),
        "the difference is reported nevertheless"
    );
    assert_eq!(likely(&[task(&[])]), None);
}

#[test]
fn longest_texts_win_without_text_like_name() {
    assert_eq!(
        guess(
            &["a", "b", "c"],
            &[&["1", "three words here", "x"], &["2", "and more words", "y"]]
        ),
        1
    );
    assert_eq!(guess(&["a", "b"], &[&["", ""]]), 0);
}
