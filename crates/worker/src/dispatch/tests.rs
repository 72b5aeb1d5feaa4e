use std::cell::Cell;
use std::rc::Rc;

use super::*;
use fastgas_data::LoadError;
use fastgas_embedding::npy::Float;
use fastgas_embedding::{EmbeddingsError, RowReason};
use fastgas_graph::Lists;
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::{JobId, ProtocolReason};
use fastgas_select::ConfigError;
use fastgas_select::PriorSelection;
use fastgas_select::evaluate::Plan;
use fastgas_select::{Method, Parts};

const JOB: JobId = JobId(7);

/// The simulated clock advances by one millisecond at each reading.
fn dispatch() -> Dispatch {
    let time = Rc::new(Cell::new(0.0));
    Dispatch::new(Box::new(move || time.replace(time.get() + 1.0)))
}

fn events(dispatch: &mut Dispatch, body: Request, buffers: Vec<Vec<u8>>) -> Vec<Envelope<Event>> {
    let mut events = Vec::new();
    let job = JOB;
    dispatch.handle(Envelope { job, body, buffers }, &mut |event| events.push(event));
    assert!(events.iter().all(|event| event.job == JOB), "{events:?}");
    events
}

fn failure(events: &[Envelope<Event>]) -> &WorkerError {
    match &events.last().expect("an answer").body {
        Event::Failed { error } => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn loaded_file_is_returned_as_cells() {
    let events = events(
        &mut dispatch(),
        Request::Load,
        vec![b"id,text\n1,one\n2,two\n".to_vec()],
    );
    assert_eq!(
        events,
        [Envelope {
            job: JOB,
            body: Event::Loaded {
                columns: vec!["id".into(), "text".into()]
            },
            buffers: vec![b"1one2two".to_vec(), bytes_of_u32(&[1, 4, 5, 8])],
        }]
    );
}

#[test]
fn rows_of_a_file_are_returned_as_unit_vectors() {
    let normalize = |rows: &[f64]| {
        let request = Request::Normalize {
            first_row: 40,
            dimensions: 2,
            float: Float::F64,
        };
        let bytes = rows.iter().flat_map(|x| x.to_le_bytes()).collect();
        events(&mut dispatch(), request, vec![bytes])
    };
    assert_eq!(
        normalize(&[3.0, 4.0, 0.0, -2.0]),
        [Envelope {
            job: JOB,
            body: Event::Normalized,
            buffers: vec![bytes_of_f32(&[0.6, 0.8, 0.0, -1.0])],
        }]
    );
    let bad_row = EmbeddingsError::BadRow {
        row: 41,
        reason: RowReason::Zero,
    };
    assert_eq!(
        failure(&normalize(&[3.0, 4.0, 0.0, 0.0])),
        &WorkerError::from(Error::from(bad_row))
    );
    assert!(matches!(
        failure(&normalize(&[1.0, 2.0, 3.0])),
        WorkerError::Protocol { .. }
    ));
}

#[test]
fn an_empty_file_fails() {
    let events = events(&mut dispatch(), Request::Load, vec![Vec::new()]);
    assert_eq!(failure(&events), &WorkerError::from(Error::from(LoadError::Empty)));
}

#[test]
fn wrong_number_of_buffers_is_rejected() {
    let events = events(&mut dispatch(), Request::Load, Vec::new());
    assert!(
        matches!(failure(&events), WorkerError::Protocol { reason } if reason.to_string().starts_with("0 buffers"))
    );
}

/// Twenty embeddings on a quarter circle.
fn arc() -> Vec<u8> {
    let points: Vec<f32> = (0..20)
        .flat_map(|i| [(i as f32 * 0.07).cos(), (i as f32 * 0.07).sin()])
        .collect();
    bytes_of_f32(&points)
}

fn search(pairs: Pairs) -> Request {
    Request::Neighbors {
        chunk: 2,
        pairs,
        n_neighbors: 3,
    }
}

/// Minimum similarity −∞ for each of `n` texts, so that the search excludes no neighbor.
fn lower_bounds(n: usize) -> Vec<u8> {
    bytes_of_f32(&vec![f32::NEG_INFINITY; n])
}

fn all() -> Pairs {
    Pairs {
        rows: 0..20,
        columns: 0..20,
    }
}

/// Buffers of a search result: the three nearest neighbors of each point of [`arc`].
fn lists(dispatch: &mut Dispatch) -> Vec<Vec<u8>> {
    let mut found = events(dispatch, search(all()), vec![arc(), Vec::new(), lower_bounds(20)]);
    found.pop().expect("an answer").buffers
}

fn select(config: Config) -> Request {
    Request::Select {
        dimensions: 2,
        n_searched: 3,
        config,
        earlier: PriorSelection::default(),
        record: false,
    }
}

fn arc_and_lists(dispatch: &mut Dispatch) -> Vec<Vec<u8>> {
    std::iter::once(arc()).chain(lists(dispatch)).collect()
}

/// Buffers of a request to select: embeddings, neighbor lists, and an empty buffer instead of confidences.
fn to_select(dispatch: &mut Dispatch) -> Vec<Vec<u8>> {
    arc_and_lists(dispatch).into_iter().chain([Vec::new()]).collect()
}

fn small() -> Config {
    Config {
        budget: 4,
        n_neighbors: 3,
        n_parts: Parts::Count(2),
        ..Config::default()
    }
}

#[test]
fn selection_has_picks_and_a_time_for_each_stage() {
    let mut dispatch = dispatch();
    let buffers = to_select(&mut dispatch);
    let events = events(&mut dispatch, select(small()), buffers);
    let Some((answer, reports)) = events.split_last() else {
        panic!("no answer")
    };
    let Event::Selected {
        selection,
        quality,
        timings,
        ..
    } = &answer.body
    else {
        panic!("{answer:?}")
    };
    assert_eq!((selection.picks.len(), quality.n_parts), (4, 2));
    let lengths: Vec<usize> = answer.buffers.iter().map(Vec::len).collect();
    assert_eq!(lengths, [20 * 4]);
    let stages: Vec<Stage> = timings.iter().map(|&(stage, _)| stage).collect();
    assert_eq!(stages, [Stage::Graph, Stage::Partition, Stage::Select]);
    assert!(timings.iter().all(|&(_, ms)| ms >= 1.0), "{timings:?}");
    for stage in stages {
        let of_stage: Vec<Progress> = reports
            .iter()
            .filter_map(|event| match event.body {
                Event::Progress { progress } if progress.stage == stage => Some(progress),
                _ => None,
            })
            .collect();
        assert_eq!(of_stage.first().map(|progress| progress.done), Some(0), "{stage:?}");
        assert!(
            of_stage.last().is_some_and(|progress| progress.done == progress.total),
            "{stage:?}"
        );
    }
}

#[test]
fn centered_rows_are_returned() {
    let request = Request::Center { dimensions: 2 };
    let events = events(&mut dispatch(), request, vec![arc()]);
    let expected = embeddings(vec![arc()], 2)
        .expect("rows")
        .centered()
        .expect("no row is the mean");
    let reported = Envelope {
        job: JOB,
        body: Event::Centering { first_row: 0 },
        buffers: vec![bytes_of_f32(expected.as_slice())],
    };
    let answer = Envelope {
        job: JOB,
        body: Event::Centered,
        buffers: Vec::new(),
    };
    assert_eq!(events, [reported, answer]);
}

#[test]
fn zero_dimensions_are_rejected() {
    let request = Request::Center { dimensions: 0 };
    let events = events(&mut dispatch(), request, Vec::new());
    let reason = ProtocolReason::Other("embeddings of no dimensions".into());
    let failed = Event::Failed {
        error: WorkerError::Protocol { reason },
    };
    assert_eq!(events.into_iter().map(|event| event.body).collect::<Vec<_>>(), [failed]);
}

/// 9,000 rows of 128 floats do not fit into one event.
#[test]
fn many_centered_rows_are_sent_in_several_events() {
    let (n, d) = (9000, 128);
    let numbers: Vec<f32> = (0..n * d)
        .map(|at| ((at * 2_654_435_761_usize) % 1009) as f32 - 500.0)
        .collect();
    let pieces = numbers.chunks(5000 * d).map(bytes_of_f32).collect();
    let request = Request::Center { dimensions: d as u32 };
    let mut events = events(&mut dispatch(), request, pieces);
    assert_eq!(events.pop().map(|event| event.body), Some(Event::Centered));
    assert!(events.len() > 1);
    let mut rows = Vec::new();
    for event in events {
        let first_row = (rows.len() / d) as u32;
        assert_eq!(event.body, Event::Centering { first_row });
        rows.extend(f32_of_bytes(&event.buffers[0]).expect("whole numbers"));
    }
    let expected =
        embeddings(vec![bytes_of_f32(&numbers)], d as u32).and_then(|rows| Ok(rows.centered().map_err(Error::from)?));
    assert_eq!(rows, expected.expect("no row is the mean").as_slice());
}

#[test]
fn merged_chunks_equal_the_search_over_all_pairs() {
    let mut dispatch = dispatch();
    let all = lists(&mut dispatch);
    let (first, second) = (arc()[..56].to_vec(), arc()[56..].to_vec());
    let mut merged = Neighbors::empty(20, 3);
    for (rows, columns, buffers) in [
        (0..7, 7..20, [first.clone(), second.clone()]),
        (7..20, 7..20, [second, Vec::new()]),
        (0..7, 0..7, [first, Vec::new()]),
    ] {
        let pairs = Pairs { rows, columns };
        let n = pairs.instances().count();
        let [rows, columns] = buffers;
        let found = events(
            &mut dispatch,
            search(pairs.clone()),
            vec![rows, columns, lower_bounds(n)],
        );
        let answer = found.last().expect("an answer");
        assert_eq!(answer.body, Event::NeighborsFound { chunk: 2 });
        let lists = Lists {
            ids: u32_of_bytes(&answer.buffers[0]).expect("whole numbers"),
            similarities: f32_of_bytes(&answer.buffers[1]).expect("whole numbers"),
        };
        merged.merge(&pairs, &lists);
    }
    assert_eq!(u32_of_bytes(&all[0]), Some(merged.ids.iter().copied().collect()));
    assert_eq!(
        f32_of_bytes(&all[1]),
        Some(merged.similarities.iter().copied().collect())
    );
}

#[test]
fn replay_of_the_recorded_trace_leads_to_the_picks() {
    let mut dispatch = dispatch();
    let buffers = to_select(&mut dispatch);
    let mut answer = |method, record| {
        let Request::Select {
            dimensions,
            n_searched,
            config,
            earlier,
            ..
        } = select(small())
        else {
            unreachable!()
        };
        let config = Config { method, ..config };
        let request = Request::Select {
            dimensions,
            n_searched,
            config,
            earlier,
            record,
        };
        events(&mut dispatch, request, buffers.clone())
            .pop()
            .expect("an answer")
    };
    let recorded = answer(Method::Fastgas, true);
    assert_eq!(recorded.body, answer(Method::Fastgas, false).body);
    let trace = Trace::from_bytes(&recorded.buffers[1]).expect("it is one");
    let mut replay = fastgas_trace::Replay::new(trace.graph.into());
    trace
        .events
        .iter()
        .for_each(|event| replay.apply(event).expect("the events are valid"));
    let Event::Selected { selection, .. } = recorded.body else {
        panic!("no picks")
    };
    assert_eq!(
        replay.rows(),
        selection.picks.iter().map(|pick| pick.row).collect::<Vec<_>>()
    );
    assert_eq!(
        answer(Method::Random, true).buffers.len(),
        1,
        "the method records no trace"
    );
}

#[test]
fn rows_in_pieces_equal_rows_in_one_buffer() {
    let mut dispatch = dispatch();
    let whole = to_select(&mut dispatch);
    let (first, rest) = whole[0].split_at(3 * 2 * size_of::<f32>());
    let pieces = [&[first.to_vec(), rest.to_vec()], &whole[1..]].concat();
    let picks = |buffers, dispatch: &mut Dispatch| match events(dispatch, select(small()), buffers).pop() {
        Some(Envelope {
            job: JOB,
            body: Event::Selected { selection, .. },
            ..
        }) => selection,
        other => panic!("{other:?}"),
    };
    assert_eq!(picks(pieces.clone(), &mut dispatch), picks(whole, &mut dispatch));
    let torn = [&pieces[..1], &pieces[2..]].concat();
    assert!(matches!(
        failure(&events(&mut dispatch, select(small()), torn)),
        WorkerError::Pipeline(_)
    ));
}

#[test]
fn confidences_in_the_last_buffer_influence_picks_of_vote_k() {
    let mut dispatch = dispatch();
    let config = Config {
        method: Method::VoteK,
        budget: 14,
        vote_neighbors: 3,
        ..small()
    };
    let given = to_select(&mut dispatch);
    let mut answer = |confidences: Vec<f32>| {
        let buffers = [&given[..3], &[bytes_of_f32(&confidences)]].concat();
        events(&mut dispatch, select(config.clone()), buffers)
    };
    let mut picks = |confidences: &[f32]| match answer(confidences.to_vec()).pop().map(|event| event.body) {
        Some(Event::Selected { selection, .. }) => selection.picks.iter().map(|pick| pick.row).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let rising: Vec<f32> = (0..20).map(|row| row as f32).collect();
    let falling: Vec<f32> = rising.iter().rev().copied().collect();
    let (of_rising, of_falling) = (picks(&rising), picks(&falling));
    assert_eq!(of_rising[..10], of_falling[..10]);
    assert_ne!(of_rising, of_falling);
    let none = WorkerError::from(Error::from(ConfigError::NoConfidences { n_first: 10 }));
    assert_eq!(failure(&answer(Vec::new())), &none);
    let differ = ConfigError::ConfidencesDiffer {
        confidences: 19,
        n_instances: 20,
    };
    assert_eq!(
        failure(&answer(rising[1..].to_vec())),
        &WorkerError::from(Error::from(differ))
    );
}

#[test]
fn mismatched_settings_and_rows_fail() {
    let mut dispatch = dispatch();
    let too_many = Config { budget: 21, ..small() };
    let buffers = to_select(&mut dispatch);
    assert_eq!(
        failure(&events(&mut dispatch, select(too_many), buffers.clone())),
        &WorkerError::from(Error::from(ConfigError::BudgetAbovePool {
            budget: 21,
            n_instances: 20
        }))
    );
    let other_k = Config {
        n_neighbors: 7,
        ..small()
    };
    assert!(matches!(
        failure(&events(&mut dispatch, select(other_k), buffers)),
        WorkerError::Protocol { .. }
    ));
    let mut torn = arc();
    torn.pop();
    for (rows, n_bounds) in [(torn, 20), (arc(), 19), (arc()[8..].to_vec(), 20), (Vec::new(), 20)] {
        assert!(matches!(
            failure(&events(
                &mut dispatch,
                search(all()),
                vec![rows, Vec::new(), lower_bounds(n_bounds)]
            )),
            WorkerError::Protocol { .. }
        ));
    }
    // The request has two blocks of rows: rows 0 to 6, and rows 7 to 19. The second block is all zeros.
    // The error therefore names row 7, the first row of the second block.
    let pairs = Pairs {
        rows: 0..7,
        columns: 7..20,
    };
    assert!(matches!(
        failure(&events(
            &mut dispatch,
            search(pairs),
            vec![arc()[..56].to_vec(), vec![0; 13 * 8], lower_bounds(20)]
        )),
        WorkerError::Pipeline(Error::Embeddings(EmbeddingsError::BadRow { row: 7, .. }))
    ));
}

fn compare(settings: Config, plans: &[Plan], label_column: Option<&str>) -> Request {
    Request::Compare {
        dimensions: 2,
        n_searched: 3,
        settings,
        plans: plans.to_vec(),
        blank: Vec::new(),
        label_column: label_column.map(str::to_owned),
        n_tests: 0,
    }
}

/// Buffers of a column with twenty labels, alternately "a" and "b".
fn label_cells() -> [Vec<u8>; 2] {
    let ends: Vec<u32> = (1..=20).collect();
    [b"ab".repeat(10), bytes_of_u32(&ends)]
}

#[test]
fn each_plan_is_run_and_labels_are_in_the_last_buffers() {
    let mut dispatch = dispatch();
    let buffers = arc_and_lists(&mut dispatch);
    let plans = Plan::all(&[Method::Random, Method::KMeans], &[4], &[1, 2]);
    let runs_of = |dispatch: &mut Dispatch, settings: Config, labels: Option<&str>, buffers: Vec<Vec<u8>>| {
        let without_confidences = [buffers, vec![Vec::new()]].concat();
        let reported = events(dispatch, compare(settings, &plans, labels), without_confidences);
        let runs = reported.iter().filter_map(|event| match &event.body {
            Event::Ran { run } => {
                let picks = u32_of_bytes(&event.buffers[0]).expect("rows");
                assert_eq!(picks.len(), 4, "each run has its picks");
                Some(run.clone())
            }
            _ => None,
        });
        assert_eq!(reported.last().map(|event| &event.body), Some(&Event::Compared));
        runs.collect::<Vec<_>>()
    };
    let unlabeled = runs_of(&mut dispatch, small(), None, buffers.clone());
    assert_eq!(unlabeled.iter().map(|run| run.plan).collect::<Vec<_>>(), plans);
    assert!(
        unlabeled
            .iter()
            .all(|run| run.quality.is_none() && run.seconds >= 0.001)
    );
    let with_labels = [buffers.clone(), label_cells().to_vec()].concat();
    let labeled = runs_of(&mut dispatch, small(), Some("turn"), with_labels);
    for (run, unlabeled) in labeled.iter().zip(&unlabeled) {
        assert_eq!(run.coverage, unlabeled.coverage, "the picks are equal");
        assert_eq!(run.quality.map(|quality| quality.n_tested), Some(16));
    }
    // With centering, the request contains two sets of neighbor lists: for centered and for original embeddings.
    let centered = Config {
        centered: true,
        ..small()
    };
    let lists_twice = [&buffers[..], &buffers[1..], &label_cells()[..]].concat();
    assert_eq!(runs_of(&mut dispatch, centered, Some("turn"), lists_twice).len(), 4);
}

#[test]
fn empty_texts_of_the_request_are_not_picked() {
    let mut dispatch = dispatch();
    let buffers = [arc_and_lists(&mut dispatch), vec![Vec::new()]].concat();
    let mut request = compare(small(), &Plan::all(&[Method::Random], &[4], &[1]), None);
    if let Request::Compare { blank, .. } = &mut request {
        *blank = (0..16).collect();
    }
    let reported = events(&mut dispatch, request, buffers);
    let picks = reported.iter().find_map(|event| match &event.body {
        Event::Ran { .. } => u32_of_bytes(&event.buffers[0]),
        _ => None,
    });
    let mut picks = picks.expect("a run");
    picks.sort_unstable();
    assert_eq!(picks, [16, 17, 18, 19]);
}

#[test]
fn picks_are_measured_on_the_test_set() {
    let mut dispatch = dispatch();
    let buffers = arc_and_lists(&mut dispatch);
    let plans = Plan::all(&[Method::KMeans], &[4], &[1]);
    let with_tests = |n_tests| match compare(small(), &plans, Some("turn")) {
        Request::Compare {
            dimensions,
            n_searched,
            settings,
            plans,
            blank,
            label_column,
            ..
        } => Request::Compare {
            dimensions,
            n_searched,
            settings,
            plans,
            blank,
            label_column,
            n_tests,
        },
        other => panic!("{other:?}"),
    };
    // Buffers of a test set: the embeddings of three texts, and the cells of their label column, “a”, “b” and “c”.
    // No text of the pool has the label “c”.
    let tests = [arc()[..24].to_vec(), b"abc".to_vec(), bytes_of_u32(&[1, 2, 3])];
    let all = [&buffers[..], &label_cells()[..], &tests[..], &[Vec::new()]].concat();
    let reported = events(&mut dispatch, with_tests(3), all.clone());
    let tested = reported.iter().find_map(|event| match &event.body {
        Event::Ran { run } => Some(run.quality.expect("labels are known").n_tested),
        _ => None,
    });
    assert_eq!(tested, Some(3));
    assert!(matches!(
        failure(&events(&mut dispatch, with_tests(2), all)),
        WorkerError::Protocol { .. }
    ));
}

#[test]
fn vote_k_is_compared_with_confidences() {
    let mut dispatch = dispatch();
    let buffers = arc_and_lists(&mut dispatch);
    let settings = Config {
        vote_neighbors: 3,
        ..small()
    };
    let plans = Plan::all(&[Method::VoteK], &[12], &[0]);
    let mut reported = |confidences: &[f32]| {
        let buffers = [&buffers[..], &[bytes_of_f32(confidences)]].concat();
        events(&mut dispatch, compare(settings.clone(), &plans, None), buffers)
    };
    let sure: Vec<f32> = (0..20).map(|row| row as f32).collect();
    assert!(matches!(
        reported(&sure)[..],
        [
            ..,
            Envelope {
                job: JOB,
                body: Event::Compared,
                ..
            }
        ]
    ));
    let none = failure(&reported(&[])).clone();
    let expected = ConfigError::NoConfidences { n_first: 10 };
    assert_eq!(none, WorkerError::Pipeline(Error::Config(expected)));
    assert!(matches!(failure(&reported(&sure[..19])), WorkerError::Protocol { .. }));
}

#[test]
fn mismatched_comparison_fails() {
    let mut dispatch = dispatch();
    let buffers = arc_and_lists(&mut dispatch);
    let plan = |method, budget| {
        [Plan {
            method,
            budget,
            seed: 0,
            preset: None,
        }]
    };
    let fails = |dispatch: &mut Dispatch, request, buffers: Vec<Vec<u8>>| {
        let without_confidences = [buffers, vec![Vec::new()]].concat();
        failure(&events(dispatch, request, without_confidences)).clone()
    };
    let above = fails(
        &mut dispatch,
        compare(small(), &plan(Method::Random, 21), None),
        buffers.clone(),
    );
    assert!(matches!(
        above,
        WorkerError::Pipeline(Error::Config(ConfigError::BudgetAbovePool { .. }))
    ));
    // The request has three neighbors per text, but the method fast vote-k needs more, so the request fails.
    let votes = fails(
        &mut dispatch,
        compare(small(), &plan(Method::FastVoteK, 4), None),
        buffers.clone(),
    );
    assert!(matches!(votes, WorkerError::Protocol { .. }));
    let plans = plan(Method::Random, 4);
    let [cells, mut ends] = label_cells();
    ends.truncate(19 * 4);
    let short = [buffers.clone(), vec![cells[..19].to_vec(), ends]].concat();
    assert!(matches!(
        fails(&mut dispatch, compare(small(), &plans, Some("turn")), short),
        WorkerError::Pipeline(Error::Evaluate(_))
    ));
    let none = fails(&mut dispatch, compare(small(), &plans, None), Vec::new());
    assert!(matches!(none, WorkerError::Protocol { .. }));
    let fewer_rows = [vec![arc()[8..].to_vec()], buffers[1..].to_vec()].concat();
    let fewer = fails(&mut dispatch, compare(small(), &plans, None), fewer_rows);
    assert!(matches!(fewer, WorkerError::Protocol { .. }));
}

#[test]
fn coverage_curve_has_one_point_per_pick() {
    let mut dispatch = dispatch();
    let buffers = arc_and_lists(&mut dispatch);
    let cover = |dispatch: &mut Dispatch, picks: &[u32]| {
        let request = Request::Cover {
            dimensions: 2,
            n_neighbors: 3,
        };
        events(dispatch, request, [buffers.clone(), vec![bytes_of_u32(picks)]].concat())
    };
    let reported = cover(&mut dispatch, &[10, 0]);
    let Event::Covered { curve } = &reported[0].body else {
        panic!("{reported:?}")
    };
    assert_eq!(curve.points.iter().map(|point| point.picks).collect::<Vec<_>>(), [1, 2]);
    assert!(curve.points[0].covered_vertices >= 4 && curve.last_gain().is_some_and(|gain| gain.covered_vertices >= 3));
    assert!(matches!(
        failure(&cover(&mut dispatch, &[20])),
        WorkerError::Pipeline(Error::Evaluate(_))
    ));
}

#[test]
fn neighbors_are_found_approximately() {
    let chunk = |instances: &[u32], rows: Vec<u8>| {
        let request = Request::Approximate {
            chunk: 5,
            step: Step::Centers,
            n_neighbors: 3,
        };
        events(
            &mut dispatch(),
            request,
            vec![rows, bytes_of_u32(&[4]), bytes_of_u32(instances)],
        )
    };
    let all: Vec<u32> = (0..20).collect();
    let answered = chunk(&all, arc());
    assert_eq!(answered[0].body, Event::Answered { chunk: 5 });
    assert_eq!(
        answered[0].buffers[0].len(),
        4 * 2 * size_of::<u32>(),
        "there are four centers"
    );
    assert!(matches!(
        failure(&chunk(&all[1..], arc())),
        WorkerError::Protocol { .. }
    ));
    let bad = chunk(&[40, 41], vec![0; 16]);
    assert!(matches!(
        failure(&bad),
        WorkerError::Pipeline(Error::Embeddings(EmbeddingsError::BadRow { row: 40, .. }))
    ));
}

#[test]
fn neighbors_are_laid_out() {
    let mut dispatch = dispatch();
    let buffers = lists(&mut dispatch);
    let request = Request::Map {
        n_neighbors: 3,
        seed: 1,
    };
    let events = events(&mut dispatch, request, buffers);
    let answer = events.last().expect("an answer");
    assert_eq!(answer.body, Event::Mapped);
    let [positions] = &answer.buffers[..] else {
        panic!("{} buffers", answer.buffers.len())
    };
    let edges = events.iter().position(|event| event.body == Event::Joined);
    let [offsets, adjacency] = &events[edges.expect("the edges")].buffers[..] else {
        panic!("two buffers")
    };
    assert_eq!((positions.len(), offsets.len()), (20 * 8, 21 * 4));
    assert!(
        adjacency.len() >= 20 * 3 * 4 && adjacency.len().is_multiple_of(8),
        "each edge is listed twice"
    );
    let is_picture = |event: &Envelope<Event>| event.body == Event::Settling;
    let first = events.iter().position(is_picture);
    assert!(edges < first, "edges do not need a layout");
    let first = &events[first.expect("a first picture")];
    assert_eq!(first.buffers[0].len(), positions.len());
}

#[test]
fn parts_are_named_by_their_words() {
    let texts = ["red apple", "red pear", "blue car", "blue bus"];
    let cells = texts.concat().into_bytes();
    let ends: Vec<u32> = (1..=4).map(|n| texts[..n].concat().len() as u32).collect();
    let name = |parts: &[u32]| {
        let buffers = vec![cells.clone(), bytes_of_u32(&ends), bytes_of_u32(parts)];
        events(&mut dispatch(), Request::Name { n_parts: 2 }, buffers)
    };
    let expected = Event::Named {
        names: vec![vec!["red".into()], vec!["blue".into()]],
    };
    assert_eq!(name(&[0, 0, 1, 1])[0].body, expected);
    for parts in [&[0, 0, 1][..], &[0, 0, 1, 2], &[1, 1, 1, 1]] {
        assert!(
            matches!(failure(&name(parts)), WorkerError::Protocol { .. }),
            "{parts:?}"
        );
    }
}

/// The graph is the path 0─1─2─3.
fn edges_of_path() -> [Vec<u8>; 2] {
    [[0, 1, 3, 5, 6].as_slice(), &[1, 0, 2, 1, 3, 2]].map(bytes_of_u32)
}

#[test]
fn labels_at_the_ends_of_a_path_are_suggested_for_one_and_for_all_texts() {
    // The end vertices 0 and 3 of the path have the labels 1 and 0.
    let labels = || [[0, 3].as_slice(), &[1, 2], &[1, 0]].map(bytes_of_u32);
    let ask = |row, buffers| {
        let several = false;
        let request = Request::Suggest { several, row };
        events(&mut dispatch(), request, buffers).pop().expect("an answer")
    };
    let buffers = || edges_of_path().into_iter().chain(labels()).collect::<Vec<_>>();
    match ask(Some(2), buffers()).body {
        Event::Suggested { one: Some(one), .. } => {
            assert_eq!(one.suggestion.expect("clear enough").labels, [0]);
            assert_eq!(one.because, [3]);
        }
        other => panic!("{other:?}"),
    }
    let all = ask(None, buffers());
    assert_eq!(all.body, Event::Suggested { one: None });
    assert_eq!(all.buffers[..2], [[0, 1, 2, 2].as_slice(), &[1, 0]].map(bytes_of_u32));
    assert_eq!(all.buffers[2].len(), 4);
    let mut short = buffers();
    short[1].truncate(8);
    for (row, buffers) in [(Some(4), buffers()), (None, short), (None, Vec::new())] {
        assert!(matches!(ask(row, buffers).body, Event::Failed { .. }), "{row:?}");
    }
}

#[test]
fn cosines_of_edges_are_returned_with_the_mean_of_all_pairs() {
    let ask = |rows: &[f32], dimensions| {
        let buffers = [vec![bytes_of_f32(rows)], edges_of_path().to_vec()].concat();
        events(&mut dispatch(), Request::Cosines { dimensions }, buffers)
            .pop()
            .expect("an answer")
    };
    let found = ask(&[1.0, 0.0, 0.6, 0.8, 0.0, 1.0, 0.0, 1.0], 2);
    let Event::CosinesTaken { scale } = found.body else {
        panic!("{:?}", found.body)
    };
    // The sum of the four unit vectors is (1.6, 2.8). Its squared length 10.4 is the sum of the cosines of all 16 ordered pairs.
    // Each of the 4 pairs of a vector with itself has the cosine 1. The other 12 pairs have the sum 10.4 − 4 = 6.4.
    assert!((scale.mean() - 6.4 / 12.0).abs() < 1e-6, "{scale:?}");
    let cosines = f32_of_bytes(&found.buffers[0]).expect("numbers");
    assert_eq!(cosines, [0.6, 0.6, 0.8, 0.8, 1.0, 1.0]);
    assert!(matches!(ask(&[1.0, 0.0], 2).body, Event::Failed { .. }));
}

#[test]
fn most_similar_labeled_texts_come_last() {
    let ask = |labeled: &[f32], others: &[f32], shots| {
        let request = Request::Retrieve { dimensions: 2, shots };
        let buffers = vec![bytes_of_f32(labeled), bytes_of_f32(others)];
        events(&mut dispatch(), request, buffers).pop().expect("an answer")
    };
    let labeled = [1.0, 0.0, 0.6, 0.8, 0.0, 1.0];
    let others = [1.0, 0.0, 0.0, 1.0];
    let found = ask(&labeled, &others, 2);
    assert_eq!(found.body, Event::Retrieved);
    assert_eq!(found.buffers, [bytes_of_u32(&[1, 0, 1, 2])]);
    assert_eq!(ask(&labeled, &others, 9).buffers, [bytes_of_u32(&[2, 1, 0, 0, 1, 2])]);
    assert_eq!(ask(&labeled, &[], 2).buffers, [Vec::<u8>::new()]);
    assert!(matches!(ask(&[], &others, 2).body, Event::Failed { .. }));
    assert!(matches!(ask(&labeled, &[1.0], 2).body, Event::Failed { .. }));
}

#[test]
fn requests_for_a_model_or_gpu_are_rejected() {
    let embed = Request::Embed {
        chunk: 0,
        rows: vec![0],
        texts: vec!["a".into()],
    };
    for request in [Request::OpenModel, Request::Report, embed] {
        let events = events(&mut dispatch(), request, Vec::new());
        assert!(
            matches!(failure(&events), WorkerError::Protocol { reason } if reason.to_string().contains("no model"))
        );
    }
}
