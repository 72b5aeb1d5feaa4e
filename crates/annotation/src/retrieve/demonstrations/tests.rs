use super::*;
use fastgas_data::load;
use fastgas_progress::NoPause;
use rand::SeedableRng;

const POOL: &str = "id,text\n7,north\n8,east\n9,north east\n10,west\n";

fn demonstrations(template: &str) -> Demonstrations {
    let pool = load(POOL.as_bytes()).expect("a table");
    let labeled = [(3, "W"), (0, "N"), (2, "NE"), (1, "E")].map(|(row, label)| (row, label.to_owned()));
    let template = Template::read(template).expect("a template");
    Demonstrations::new(&pool, 1, &labeled, template).expect("its columns are there")
}

fn vectors() -> Embeddings {
    let rows: Vec<[f32; 2]> = vec![[-1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]];
    Embeddings::normalized(rows.into()).expect("no row is zero")
}

fn query(text: &str) -> Query {
    Query {
        text: text.into(),
        columns: BTreeMap::new(),
    }
}

fn similar(
    demonstrations: &Demonstrations,
    query: &Query,
    vector: &[f32],
    shots: usize,
) -> Result<Prompt, RetrieveError> {
    let labeled = vectors();
    let retrieval = Retrieval::Similar {
        query: ArrayView1::from(vector),
        labeled: &labeled,
    };
    demonstrations.prompt(query, retrieval, shots)
}

#[test]
fn most_similar_demonstration_is_last_and_the_text_itself_is_skipped() {
    let demonstrations = demonstrations("{text} = {label}");
    let similar = |text: &str, shots| {
        let prompt = similar(&demonstrations, &query(text), &[0.6, 0.8], shots);
        prompt.expect("a prompt").text()
    };
    assert_eq!(
        similar("north by east", 2),
        "north = N\n\nnorth east = NE\n\nnorth by east ="
    );
    assert_eq!(similar("north east", 2), "east = E\n\nnorth = N\n\nnorth east =");
    assert_eq!(similar("north east", 0), "north east =");
    assert_eq!(
        similar("south", 9).lines().filter(|line| line.contains("= ")).count(),
        4
    );
}

#[test]
fn retrieved_indices_make_the_same_prompt_each_time() {
    let (demonstrations, labeled) = (demonstrations("{text} = {label}"), vectors());
    let vector = [0.6f32, 0.8];
    let retrieval = || Retrieval::Similar {
        query: ArrayView1::from(&vector[..]),
        labeled: &labeled,
    };
    let query = query("north by east");
    let places = demonstrations.retrieve(&query, retrieval(), 2).expect("two texts");
    // The demonstrations with the indices 1 and 2 have the texts “north” and “north east”.
    assert_eq!(places, [1, 2]);
    let prompt = demonstrations.prompt_with(&query, &places);
    assert_eq!(prompt, demonstrations.prompt(&query, retrieval(), 2));
    assert_eq!(prompt, demonstrations.prompt_with(&query, &places));
    let fewer = demonstrations.prompt_with(&query, &places[1..]).expect("a prompt");
    assert_eq!(fewer.text(), "north east = NE\n\nnorth by east =");
}

#[test]
fn random_demonstrations_depend_only_on_the_seed() {
    let demonstrations = demonstrations("{text} = {label}");
    let random = |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        demonstrations
            .prompt(&query("east"), Retrieval::Random(&mut rng), 3)
            .expect("a prompt")
    };
    assert_eq!(random(1), random(1));
    assert!((0..20).any(|seed| random(seed) != random(1)));
    for seed in 0..20 {
        let labels: Vec<String> = random(seed).shots.into_iter().map(|shot| shot.label).collect();
        assert!(labels.len() == 3 && !labels.contains(&"E".into()), "{labels:?}");
    }
}

#[test]
fn other_columns_come_from_the_pool_and_from_the_query() {
    let demonstrations = demonstrations("{id}: {text} = {label}");
    assert_eq!(demonstrations.columns_asked(), ["id"]);
    let mut query = query("south");
    let prompt = |query: &Query| similar(&demonstrations, query, &[1.0, 0.0], 1);
    assert_eq!(prompt(&query), Err(RetrieveError::NoColumn { column: "id".into() }));
    query.columns.insert("id".into(), "11".into());
    assert_eq!(prompt(&query).expect("a prompt").text(), "8: east = E\n\n11: south =");
    let missing = RetrieveError::NoColumn { column: "title".into() };
    assert_eq!(
        demonstrations.with_template(Template::read("{title}{label}").expect("a template")),
        Err(missing)
    );
}

#[test]
fn vector_of_another_encoder_is_rejected() {
    assert_eq!(
        similar(&demonstrations("{label}"), &query("east"), &[1.0, 0.0, 0.0], 1),
        Err(RetrieveError::DimensionsDiffer { pack: 2, query: 3 })
    );
}

#[test]
fn size_of_the_slices_does_not_change_the_demonstrations() {
    struct Counted<'a>(&'a mut usize);
    impl Pause for Counted<'_> {
        async fn pause(&mut self) -> Result<(), Stopped> {
            *self.0 += 1;
            Ok(())
        }
    }
    let pool = load(POOL.as_bytes()).expect("a table");
    let labeled = [(3, "W".to_owned()), (0, "N".to_owned())];
    let template = Template::read("{text} = {label}").expect("a template");
    let whole = Demonstrations::new(&pool, 1, &labeled, template.clone());
    let mut n_pauses = 0;
    let mut slices = Slices::new(1, Counted(&mut n_pauses));
    let work = Demonstrations::new_in_slices((&pool, 1), &labeled, template, &mut slices);
    assert_eq!(at_once(work), whole);
    assert_eq!(n_pauses, 2, "the work pauses after each text");
}

#[test]
fn demonstrations_are_read_back_from_their_pieces() {
    let text = "a \"b\"\nc\u{1f600}".repeat(1 << 16);
    let cells = format!("0{text}1{text}2x");
    let n = text.len() as u32 + 1;
    let ends = vec![1, n, n + 1, 2 * n, 2 * n + 1, 2 * n + 2];
    let pool = Pool::from_parts(vec!["id".into(), "text".into()], cells, ends).expect("a pool");
    let labeled = [(0, "N".to_owned()), (1, "\n".to_owned()), (2, "S".to_owned())];
    let template = Template::read("{text} = {label}").expect("a template");
    let demonstrations = Demonstrations::new(&pool, 1, &labeled, template.clone()).expect("labels");
    let pieces = |size| {
        let mut pieces = Vec::new();
        let mut slices = Slices::new(size, NoPause);
        let take = |piece: &[u8]| pieces.push(piece.to_vec());
        at_once(demonstrations.clone().into_pieces(take, &mut slices));
        pieces
    };
    let whole = pieces(usize::MAX);
    assert_eq!(whole.len(), 2, "the second text fills the first piece");
    assert!(pieces(1) == whole);
    let all = whole.concat();
    let lines: Vec<Vec<u8>> = all.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    assert_eq!(lines.len(), 3, "one line for each text");
    for pieces in [whole, lines] {
        let read = Demonstrations::from_pieces(&pieces, "text".into(), template.clone());
        assert!(read.is_ok_and(|read| read == demonstrations));
    }
    assert!(Demonstrations::from_pieces(&[b"{}\n".to_vec()], "text".into(), template).is_err());
}

#[test]
fn missing_labels_or_columns_are_rejected() {
    let pool = load(POOL.as_bytes()).expect("a table");
    let template = |source| Template::read(source).expect("a template");
    let one = [(0, "N".to_owned())];
    let none = Demonstrations::new(&pool, 1, &[], template("{label}"));
    assert_eq!(none, Err(RetrieveError::NoLabels));
    let missing = Demonstrations::new(&pool, 1, &one, template("{title}{label}"));
    assert_eq!(missing, Err(RetrieveError::NoColumn { column: "title".into() }));
    assert_eq!(template("{text}{id}{label}").check_columns(pool.columns()), Ok(()));
    // The text column can be referenced as `{text}` or by its column name.
    let by_name = Demonstrations::new(&pool, 0, &one, template("{text}, {id}: {label}")).expect("a template");
    assert!(by_name.columns_asked().is_empty());
    assert_eq!(by_name.texts().collect::<Vec<_>>(), ["7"]);
}
