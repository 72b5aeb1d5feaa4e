use ndarray::Array2;

use super::*;
use crate::shader::KeptCandidate;
use fastgas_graph::PartialSearch;
use fastgas_graph::SearchBackend;
use fastgas_graph::nearest_neighbors;

/// With `FASTGAS_GPU=required`, a missing GPU is a failure. Otherwise the test is skipped.
pub fn engine(test: &str) -> Option<Engine> {
    match block_on(Engine::open(true)) {
        Ok(engine) => Some(engine),
        Err(why) => {
            assert!(
                std::env::var_os("FASTGAS_GPU").is_none_or(|wish| wish != "required"),
                "FASTGAS_GPU=required, but {why}"
            );
            // The message is not printed by `println!`, because the test harness hides the output of passing tests.
            use std::io::Write;
            let _ = writeln!(std::io::stderr(), "{test}: skipped: no GPU adapter ({why})");
            None
        }
    }
}

/// Pseudorandom rows of 16 possible numbers, scaled to unit length.
/// Every third row copies an earlier row, so duplicates and ties are common.
fn pool(n: usize, d: usize, seed: u32) -> Embeddings {
    let mut state = seed;
    let mut rows = Array2::from_shape_simple_fn((n, d), || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 28) as f32 - 7.5
    });
    for row in (2..n).step_by(3) {
        let (earlier, mut copy) = rows.multi_slice_mut((ndarray::s![row / 2, ..], ndarray::s![row, ..]));
        copy.assign(&earlier);
    }
    Embeddings::normalized(rows).expect("no row is zero")
}

fn on_gpu(
    engine: &Engine,
    limits: &wgpu::Limits,
    embeddings: &Embeddings,
    k: usize,
    report: Report<'_>,
) -> (Neighbors, SearchBackend) {
    let mut partial = PartialSearch::new(Neighbors::empty(embeddings.len(), k));
    let mut found = |first, lists| assert!(partial.found(first, &lists));
    let ended = GpuOutcome {
        name: engine.name().to_owned(),
        why: block_on(search(engine, limits, embeddings, k, &mut found, report)).err(),
    };
    let (mut neighbors, rest, searched) = partial.ended(ended, 1);
    rest.search(embeddings, &mut neighbors, report);
    (neighbors, searched)
}

#[test]
fn shader_is_valid() {
    let module = wgpu::naga::front::wgsl::parse_str(include_str!("nearest.wgsl")).expect("it is WGSL");
    let mut validator = wgpu::naga::valid::Validator::new(
        wgpu::naga::valid::ValidationFlags::all(),
        wgpu::naga::valid::Capabilities::empty(),
    );
    validator.validate(&module).expect("it is valid");
}

#[test]
fn lists_are_those_of_the_cpu_or_skipped_without_an_adapter() {
    let Some(engine) = engine("lists_are_those_of_the_cpu") else {
        return;
    };
    let sizes = [
        (2, 1, 1),
        (3, 5, 2),
        (70, 16, 59),
        (257, 17, 10),
        (1_500, 48, 10),
        (2_100, 384, 10),
    ];
    for (n, d, k) in sizes {
        let embeddings = pool(n, d, n as u32);
        let expected = nearest_neighbors(&embeddings, k, &mut |_| ());
        let all = engine.limits();
        for limits in [all, plan::tests::narrow(640, d, 3)] {
            let (neighbors, searched) = on_gpu(&engine, &limits, &embeddings, k, &mut |_| ());
            assert!(matches!(searched, SearchBackend::Gpu { .. }), "{searched}");
            assert_eq!(neighbors, expected, "{n}×{d}, k = {k}");
        }
    }
}

#[test]
fn the_cpu_continues_when_the_gpu_is_lost_or_skipped_without_an_adapter() {
    let Some(engine) = engine("the_cpu_continues_when_the_gpu_is_lost") else {
        return;
    };
    let embeddings = pool(1_000, 32, 1);
    let expected = nearest_neighbors(&embeddings, 10, &mut |_| ());
    let mut reports = Vec::new();
    let mut lose = |progress: Progress| {
        if (500..600).contains(&progress.done) {
            engine.destroy();
        }
        reports.push(progress.done);
    };
    let limits = plan::tests::narrow(448, 32, 2);
    let (neighbors, searched) = on_gpu(&engine, &limits, &embeddings, 10, &mut lose);
    assert_eq!(neighbors, expected);
    let SearchBackend::Both {
        n_rows,
        why: CpuReason::Lost { .. },
        ..
    } = searched
    else {
        panic!("{searched:?}")
    };
    assert!((128..1_000).contains(&n_rows), "{n_rows}");
    assert!(reports.is_sorted(), "{reports:?}");
    assert_eq!((reports[0], reports[reports.len() - 1]), (0, 1_000));
}

#[test]
fn wrong_gpu_results_are_detected() {
    let embeddings = pool(20, 16, 1);
    let plan = Plan::new(20, 16, 20, &wgpu::Limits::default()).expect("it fits");
    let stride = plan.stride(&(0..20));
    let take = |kept: Vec<KeptCandidate>| ListBuilder::new(&embeddings, &plan, 0..20, kept, 10).end();
    let length = plan.n_kept_of(stride) as usize;
    // The kept candidates are all zeros, as if the GPU task had never run.
    assert_eq!(
        take(vec![KeptCandidate { score: 0.0, id: 0 }; length]),
        Err(CpuReason::Wrong)
    );
    // The kept candidates of a row are all other rows. The error `wrong` is added to each cosine.
    let all = |wrong: f32| {
        let kept = (0..length).map(|at| match (at / stride, at % stride) {
            (place, row) if place < 20 && row < 20 && place != row => KeptCandidate {
                score: embeddings.row(row).dot(&embeddings.row(place)) + wrong,
                id: place as u32,
            },
            _ => KeptCandidate {
                score: -3.0,
                id: u32::MAX,
            },
        });
        kept.collect()
    };
    assert_eq!(take(all(0.0)), Ok(nearest_neighbors(&embeddings, 10, &mut |_| ())));
    assert_eq!(take(all(1e-4)), Err(CpuReason::Wrong));
}
