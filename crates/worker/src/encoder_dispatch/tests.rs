use super::*;
use fastgas_annotation::RetrieveError;
use fastgas_annotation::retrieve::{Demonstrations, Pack, PackModel, PromptConfig, Query, Template};
use fastgas_data as load;
use fastgas_embedding::{ModelReason, TokenizerReason};
use fastgas_progress::{Slices, at_once};
use fastgas_protocol::JobId;

const JOB: JobId = JobId(7);

/// The simulated encoder returns the vector (length, 1) for each text, reports four bytes read, and fails for "bad".
struct Lengths;

impl TextEncoder for Lengths {
    fn dimensions(&self) -> usize {
        2
    }

    fn report(&self) -> Result<EncoderReport, EmbedError> {
        Ok(EncoderReport::example())
    }

    fn encode(&self, texts: &[&str]) -> Result<Encoded, EmbedError> {
        match texts.iter().position(|&text| text == "bad") {
            Some(instance) => Err(EmbedError::NotFinite {
                instance: instance as u32,
            }),
            None => Ok(Encoded {
                rows: texts.iter().flat_map(|text| [text.len() as f32, 1.0]).collect(),
                bytes_read: texts.iter().map(|text| text.len().min(4) as u32).collect(),
            }),
        }
    }
}

fn dispatch() -> EncoderDispatch {
    EncoderDispatch::new(
        Box::new(|onnx, _, _| {
            let onnx = match onnx {
                ModelFile::Owned(bytes) => bytes,
                ModelFile::Shared(bytes) => {
                    let mut copy = vec![0; bytes.len()];
                    bytes.read(0, &mut copy);
                    copy
                }
            };
            match &*onnx {
                b"onnx" => Ok(Box::new(Lengths)),
                _ => Err(EmbedError::Model {
                    reason: ModelReason::Broken,
                }),
            }
        }),
        Box::new(|tokenizer| match tokenizer {
            b"words" => Ok(Box::new(|text| Ok(text.split_whitespace().count()))),
            b"letters" => Ok(Box::new(|text| Ok(text.chars().count()))),
            _ => Err(EmbedError::Tokenizer {
                reason: TokenizerReason::Broken,
            }),
        }),
    )
}

fn answer(dispatch: &mut EncoderDispatch, body: Request, buffers: Vec<Vec<u8>>) -> Envelope<Event> {
    answer_with(dispatch, body, buffers, None)
}

fn answer_with(
    dispatch: &mut EncoderDispatch,
    body: Request,
    buffers: Vec<Vec<u8>>,
    shared: Option<&[u8]>,
) -> Envelope<Event> {
    let job = JOB;
    let shared = shared.map(|bytes| Arc::new(Memory(bytes.to_vec())) as Arc<dyn SharedBytes>);
    let answer = dispatch.handle(Envelope { job, body, buffers }, shared);
    assert_eq!(answer.job, JOB);
    answer
}

struct Memory(Vec<u8>);

impl SharedBytes for Memory {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn read(&self, start: usize, out: &mut [u8]) {
        out.copy_from_slice(&self.0[start..][..out.len()]);
    }
}

fn failure(answer: &Envelope<Event>) -> &WorkerError {
    match &answer.body {
        Event::Failed { error } => error,
        other => panic!("{other:?}"),
    }
}

fn open() -> Request {
    Request::OpenModel
}

fn embed(texts: &[&str]) -> Request {
    Request::Embed {
        chunk: 3,
        rows: (40..).take(texts.len()).collect(),
        texts: texts.iter().map(|&text| text.into()).collect(),
    }
}

fn model(onnx: &[u8]) -> Vec<Vec<u8>> {
    vec![onnx.to_vec(), Vec::new(), Vec::new()]
}

#[test]
fn texts_are_embedded_once_the_model_is_open() {
    let mut dispatch = dispatch();
    assert!(matches!(
        failure(&answer(&mut dispatch, embed(&["a"]), Vec::new())),
        WorkerError::Protocol { .. }
    ));
    assert!(matches!(
        failure(&answer(&mut dispatch, open(), model(b"torn"))),
        WorkerError::Pipeline(Error::Embed(EmbedError::Model { .. }))
    ));
    assert_eq!(
        answer(&mut dispatch, open(), model(b"onnx")).body,
        Event::ModelOpened { dimensions: 2 }
    );
    assert_eq!(
        answer(&mut dispatch, Request::Report, Vec::new()).body,
        Event::Reported {
            report: Box::new(EncoderReport::example())
        }
    );
    assert_eq!(
        answer(&mut dispatch, embed(&["abcde", ""]), Vec::new()),
        Envelope {
            job: JOB,
            body: Event::Embedded { chunk: 3 },
            buffers: vec![bytes_of_f32(&[5.0, 1.0, 0.0, 1.0]), bytes_of_u32(&[4, 0])],
        }
    );
    assert_eq!(
        failure(&answer(&mut dispatch, embed(&["a", "bad"]), Vec::new())),
        &WorkerError::from(Error::from(EmbedError::NotFinite { instance: 41 }))
    );
    // The encoder remains open after a rejected chunk of texts.
    let again = answer(&mut dispatch, embed(&["a"]), Vec::new());
    assert!(matches!(again.body, Event::Embedded { .. }), "{again:?}");
}

#[test]
fn model_may_be_in_shared_memory() {
    let mut dispatch = dispatch();
    let rest = || vec![Vec::new(), Vec::new()];
    let opened = answer_with(&mut dispatch, open(), rest(), Some(b"onnx"));
    assert_eq!(opened.body, Event::ModelOpened { dimensions: 2 });
    let torn = answer_with(&mut dispatch, open(), rest(), Some(b"torn"));
    assert!(matches!(
        failure(&torn),
        WorkerError::Pipeline(Error::Embed(EmbedError::Model { .. }))
    ));
    for (buffers, shared) in [(model(b"onnx"), Some(&b"onnx"[..])), (rest(), None), (Vec::new(), None)] {
        let refused = answer_with(&mut dispatch, open(), buffers, shared);
        assert!(matches!(failure(&refused), WorkerError::Protocol { .. }), "{refused:?}");
    }
}

fn prompt(query: &str, config: PromptConfig) -> Request {
    Request::Prompt {
        text_column: demonstrations().text_column().to_owned(),
        template: demonstrations().template().clone(),
        query: Query {
            text: query.into(),
            ..Query::default()
        },
        config,
    }
}

/// The vectors of the three texts point north, northeast and east.
fn demonstrations() -> Demonstrations {
    let pool = load::load(b"text\nup\nupright\nright\n").expect("a table");
    let labeled: Vec<(u32, String)> = (0..).zip(["N", "NE", "E"].map(str::to_owned)).collect();
    let template = Template::read("{text} = {label}").expect("a template");
    Demonstrations::new(&pool, 0, &labeled, template).expect("labels")
}

fn and_demonstrations(mut buffers: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let take = |piece: &[u8]| buffers.push(piece.to_vec());
    at_once(demonstrations().into_pieces(take, &mut Slices::whole()));
    buffers
}

const COMPASS: [f32; 6] = [0.0, 1.0, 1.0, 1.0, 1.0, 0.0];

fn prompted(request: Request, buffers: Vec<Vec<u8>>) -> (String, u32) {
    match answer(&mut dispatch(), request, and_demonstrations(buffers)).body {
        Event::Prompted { prompt, tokens, .. } => (prompt.text(), tokens),
        other => panic!("{other:?}"),
    }
}

#[test]
fn prompt_ends_with_most_similar_demonstration_and_counts_tokens() {
    let config = PromptConfig {
        shots: 2,
        ..PromptConfig::default()
    };
    let buffers = |tokenizer: &[u8]| vec![tokenizer.to_vec(), bytes_of_f32(&[0.1, 0.9]), bytes_of_f32(&COMPASS)];
    let text = "upright = NE\n\nup = N\n\nhigher =";
    assert_eq!(prompted(prompt("higher", config), buffers(b"words")), (text.into(), 8));
    assert_eq!(
        prompted(prompt("higher", config), buffers(b"letters")),
        (text.into(), text.len() as u32)
    );
    let short = PromptConfig {
        max_tokens: Some(6),
        ..config
    };
    let text = "up = N\n\nhigher =";
    assert_eq!(prompted(prompt("higher", short), buffers(b"words")), (text.into(), 5));
    assert_eq!(
        prompted(prompt("up", config), buffers(b"words")).0,
        "right = E\n\nupright = NE\n\nup =",
        "the query is not among its own examples"
    );
}

#[test]
fn random_demonstrations_need_no_vectors() {
    let random = |seed| {
        let config = PromptConfig {
            random: Some(seed),
            ..PromptConfig::default()
        };
        prompted(
            prompt("higher", config),
            vec![b"words".to_vec(), Vec::new(), Vec::new()],
        )
        .0
    };
    assert_eq!(random(1), random(1));
    assert!((2..20).any(|seed| random(seed) != random(1)));
}

#[test]
fn latest_tokenizer_is_used() {
    let mut dispatch = dispatch();
    let config = PromptConfig {
        random: Some(0),
        shots: 0,
        max_tokens: None,
    };
    let mut tokens = |tokenizer: &[u8]| {
        let buffers = and_demonstrations(vec![tokenizer.to_vec(), Vec::new(), Vec::new()]);
        match &answer(&mut dispatch, prompt("to the left", config), buffers).body {
            Event::Prompted { tokens, .. } => Ok(*tokens),
            Event::Failed { error, .. } => Err(error.clone()),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        [tokens(b"words"), tokens(b"letters"), tokens(b"words")],
        [Ok(4), Ok(13), Ok(4)]
    );
    let error = tokens(b"none").expect_err("no tokenizer");
    assert!(matches!(
        error,
        WorkerError::Pipeline(Error::Embed(EmbedError::Tokenizer { .. }))
    ));
}

#[test]
fn wrong_number_of_vectors_is_rejected() {
    for (vector, labeled) in [
        (&[1.0][..], &COMPASS[..5]),
        (&COMPASS[..2], &COMPASS[..2]),
        (&[], &COMPASS[..]),
    ] {
        let buffers = and_demonstrations(vec![b"words".to_vec(), bytes_of_f32(vector), bytes_of_f32(labeled)]);
        let refused = answer(&mut dispatch(), prompt("up", PromptConfig::default()), buffers);
        assert!(matches!(failure(&refused), WorkerError::Protocol { .. }), "{refused:?}");
    }
    let mut buffers = vec![b"words".to_vec(), bytes_of_f32(&[1.0]), bytes_of_f32(&COMPASS)];
    let missing = answer(
        &mut dispatch(),
        prompt("up", PromptConfig::default()),
        buffers[..2].to_vec(),
    );
    assert!(matches!(failure(&missing), WorkerError::Protocol { .. }), "{missing:?}");
    buffers.push(b"{}\n".to_vec());
    let damaged = answer(&mut dispatch(), prompt("up", PromptConfig::default()), buffers.clone());
    assert!(matches!(failure(&damaged), WorkerError::Protocol { .. }), "{damaged:?}");
    buffers.truncate(3);
    let buffers = and_demonstrations(buffers);
    let refused = answer(&mut dispatch(), prompt("up", PromptConfig::default()), buffers);
    let expected = RetrieveError::DimensionsDiffer { pack: 2, query: 1 };
    assert_eq!(*failure(&refused), WorkerError::from(Error::from(expected)));
}

#[test]
fn packed_demonstrations_can_be_read_again() {
    let model = PackModel {
        name: "compass".into(),
        hash: "00ff".into(),
    };
    let request = Request::Pack {
        text_column: demonstrations().text_column().to_owned(),
        template: demonstrations().template().clone(),
        model: model.clone(),
    };
    let buffers = and_demonstrations(vec![bytes_of_f32(&COMPASS)]);
    let packed = answer(&mut dispatch(), request, buffers);
    let pack = Pack::read(&packed.buffers[0]).expect("a pack");
    assert_eq!((pack.model(), pack.demonstrations()), (&model, &demonstrations()));
    assert_eq!(pack.embeddings().row(2).to_vec(), [1.0, 0.0]);
}

#[test]
fn requests_without_a_model_are_rejected() {
    let refused = answer(&mut dispatch(), Request::Load, vec![b"text\na\n".to_vec()]);
    assert!(matches!(failure(&refused), WorkerError::Protocol { .. }));
}
