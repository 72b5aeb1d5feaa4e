//! Tests of the encoder: the dialog, the multilingual encoder, and the encoder in use.

use crate::encoder;
use crate::encoder::draft::{EncoderCheck, Form};
use crate::import;
use crate::import::classify_files::FileName;
use crate::persistence;
use crate::project::Outcome;
use crate::projects;
use crate::run::{self, PartialEmbedding};
use crate::state::{AppState, Cmd, Confirmation, Msg};
use crate::test_support::numbered_texts::{CORES, opened, outcome, selected};
use crate::test_support::{self, open_project, refused};
use fastgas_embedding::{EmbedError, EncoderReport, ModelReason};
use fastgas_platform::{CustomEncoder, DownloadProgress, EmbedProgress, StorageError};
use fastgas_protocol::{AssetReason, Error, JobId, LostReason, UnreadableReason, WorkerError};
use fastgas_select::Config;

fn given(hash: &str) -> CustomEncoder {
    CustomEncoder {
        hash: hash.into(),
        bytes: 90_000,
        report: EncoderReport::example(),
        is_multilingual: false,
    }
}

fn file(path: &str) -> FileName {
    FileName {
        path: path.into(),
        bytes: 5,
    }
}

fn bring(state: &mut AppState, paths: &[&str]) -> Vec<Cmd> {
    state.apply_now(Msg::Encoder(encoder::Msg::AddFiles {
        files: paths.iter().map(|path| file(path)).collect(),
        configs: Vec::new(),
    }))
}

fn tried(state: &mut AppState) -> u32 {
    bring(state, &["model.onnx", "tokenizer.json"]);
    let cmds = state.apply_now(Msg::Encoder(encoder::Msg::Check));
    let [
        Cmd::Encoder(encoder::Cmd::Try {
            trial,
            model,
            tokenizer,
            ..
        }),
    ] = cmds.as_slice()
    else {
        panic!("{cmds:?}")
    };
    assert_eq!((model.as_str(), tokenizer.as_str()), ("model.onnx", "tokenizer.json"));
    *trial
}

fn used(state: &mut AppState, hash: &str) -> Vec<Cmd> {
    let trial = tried(state);
    let result = Ok(Box::new(given(hash)));
    state.apply_now(Msg::Encoder(encoder::Msg::Checked { check: trial, result }));
    state.apply_now(Msg::Encoder(encoder::Msg::Use))
}

fn trial(state: &AppState) -> &EncoderCheck {
    &state.encoder.draft.as_ref().expect("a candidate").trial
}

#[test]
fn picks_are_outdated_while_another_encoder_is_in_use() {
    let mut state = selected();
    state.encoder.tokens_per_second = Some(77.0);
    assert!(!state.is_outdated());
    let cmds = used(&mut state, "a");
    assert!(
        matches!(cmds.as_slice(), [Cmd::Encoder(encoder::Cmd::Store(kept)), Cmd::Import(import::Cmd::ForgetFiles)] if kept.hash == "a")
    );
    assert_eq!(state.encoder.draft, None);
    assert!(state.is_outdated());
    assert_eq!(
        state.encoder.tokens_per_second,
        Some(6000.0),
        "the estimate uses the report of this encoder"
    );
    assert!(!state.encoder.is_persisted);
    state.apply_now(Msg::Encoder(encoder::Msg::Stored(Ok(()))));
    assert!(state.encoder.is_persisted);

    assert_eq!(
        state.apply_now(Msg::Encoder(encoder::Msg::UseBuiltIn)),
        [Cmd::Encoder(encoder::Cmd::Forget)]
    );
    assert!(!state.is_outdated());
    assert_eq!(state.encoder.tokens_per_second, None);
    assert!(
        state.apply_now(Msg::Encoder(encoder::Msg::UseBuiltIn)).is_empty(),
        "the encoder is already in use"
    );
}

fn multilingual() -> CustomEncoder {
    CustomEncoder {
        is_multilingual: true,
        ..given("m")
    }
}

fn asked(state: &mut AppState) -> u32 {
    let cmds = state.apply_now(Msg::Encoder(encoder::Msg::UseMultilingual));
    let [Cmd::Encoder(encoder::Cmd::GetMultilingual { attempt })] = cmds.as_slice() else {
        panic!("{cmds:?}")
    };
    *attempt
}

#[test]
fn site_without_the_multilingual_encoder_does_not_advise_to_continue() {
    let mut state = selected();
    let mut advice = |reason: AssetReason| {
        let attempt = asked(&mut state);
        let url = "download.json".into();
        let result = Err(WorkerError::Asset { url, reason });
        state.apply_now(Msg::Encoder(encoder::Msg::MultilingualTried { attempt, result }));
        match &state.encoder.multilingual {
            encoder::Multilingual::Failed(notice) => notice.advice.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert!(advice(AssetReason::OtherContent).contains("is kept"));
    let not_on_site = advice(AssetReason::NotOnSite);
    assert!(
        !not_on_site.contains("is kept") && !not_on_site.contains("continue"),
        "{not_on_site}"
    );
}

#[test]
fn encoder_that_was_chosen_during_the_download_stays_in_use() {
    let mut state = selected();
    let attempt = asked(&mut state);
    let stop = Cmd::Encoder(encoder::Cmd::StopMultilingual);
    assert!(used(&mut state, "a").contains(&stop));
    let late = |attempt| {
        let result = Ok(Box::new(multilingual()));
        Msg::Encoder(encoder::Msg::MultilingualTried { attempt, result })
    };
    assert_eq!(state.apply_now(late(attempt)), []);
    assert_eq!(state.encoder.name().hash.as_deref(), Some("a"));

    let attempt = asked(&mut state);
    assert!(state.apply_now(Msg::Encoder(encoder::Msg::UseBuiltIn)).contains(&stop));
    assert_eq!(state.apply_now(late(attempt)), []);
    assert_eq!(state.encoder.custom, None);
}

#[test]
fn multilingual_encoder_is_used_and_stored_after_its_download() {
    let mut state = selected();
    let attempt = asked(&mut state);
    assert!(
        state.apply_now(Msg::Encoder(encoder::Msg::UseMultilingual)).is_empty(),
        "one download at a time"
    );
    for (of, bytes) in [(attempt, 5), (attempt + 1, 7)] {
        state.apply_now(Msg::Encoder(encoder::Msg::MultilingualProgress { attempt: of, bytes }));
    }
    assert_eq!(
        state.encoder.multilingual,
        encoder::Multilingual::Downloading { attempt, bytes: 5 }
    );
    assert!(!state.is_outdated(), "the encoder in use has not changed yet");
    let result = Ok(Box::new(multilingual()));
    let cmds = state.apply_now(Msg::Encoder(encoder::Msg::MultilingualTried { attempt, result }));
    assert!(
        matches!(cmds.as_slice(), [Cmd::Encoder(encoder::Cmd::Store(kept))] if kept.is_multilingual),
        "{cmds:?}"
    );
    assert!(state.is_outdated());
    assert_eq!(state.encoder.multilingual, encoder::Multilingual::Idle);
    assert!(
        state.apply_now(Msg::Encoder(encoder::Msg::UseMultilingual)).is_empty(),
        "the encoder is already in use"
    );
}

#[test]
fn multilingual_encoder_chosen_in_the_dialog_closes_it() {
    let mut state = selected();
    bring(&mut state, &[]);
    assert!(state.encoder.draft.is_some() && state.encoder.can_use_multilingual());
    let cmds = state.apply_now(Msg::Encoder(encoder::Msg::UseMultilingual));
    assert!(
        matches!(cmds.last(), Some(Cmd::Encoder(encoder::Cmd::GetMultilingual { .. }))),
        "{cmds:?}"
    );
    assert!(
        cmds.contains(&Cmd::Import(import::Cmd::ForgetFiles)),
        "the files of the dialog are forgotten: {cmds:?}"
    );
    assert_eq!(state.encoder.draft, None);
    assert!(!state.encoder.can_use_multilingual(), "one download at a time");
}

#[test]
fn failed_or_stopped_download_can_be_continued() {
    let mut state = selected();
    let attempt = asked(&mut state);
    let result = Err(WorkerError::Asset {
        url: "part".into(),
        reason: AssetReason::OtherContent,
    });
    assert!(
        state
            .apply_now(Msg::Encoder(encoder::Msg::MultilingualTried { attempt, result }))
            .is_empty()
    );
    assert!(matches!(state.encoder.multilingual, encoder::Multilingual::Failed(_)));

    let next = asked(&mut state);
    assert_ne!(next, attempt);
    assert_eq!(
        state.apply_now(Msg::Encoder(encoder::Msg::StopMultilingual)),
        [Cmd::Encoder(encoder::Cmd::StopMultilingual)]
    );
    let late = Ok(Box::new(multilingual()));
    let cmds = state.apply_now(Msg::Encoder(encoder::Msg::MultilingualTried {
        attempt: next,
        result: late,
    }));
    assert!(cmds.is_empty(), "{cmds:?}");
    assert_eq!(state.encoder.custom, None);
    asked(&mut state);
}

#[test]
fn stored_multilingual_encoder_is_deleted_after_confirmation() {
    let mut state = selected();
    let delete = || Msg::Encoder(encoder::Msg::DeleteMultilingual);
    state.apply_now(delete());
    assert_eq!(state.notices.confirmation, None, "no part is stored");
    state.apply_now(Msg::Encoder(encoder::Msg::MultilingualMeasured(81_684_045)));
    state.apply_now(delete());
    let question = Some(Confirmation::DeleteMultilingual(81_684_045));
    assert_eq!(state.notices.confirmation, question);
    assert!(state.apply(Msg::Answer { yes: false }, 1).is_empty());
    state.apply_now(delete());
    assert_eq!(
        state.apply(Msg::Answer { yes: true }, 1),
        [Cmd::Encoder(encoder::Cmd::DeleteMultilingual)]
    );
    state.apply_now(Msg::Encoder(encoder::Msg::MultilingualDeleted(Err(refused()))));
    assert!(state.encoder.problem.is_some());
    state.apply_now(Msg::Encoder(encoder::Msg::MultilingualDeleted(Ok(()))));
    state.apply_now(Msg::Encoder(encoder::Msg::MultilingualMeasured(0)));
    assert_eq!(
        (&state.encoder.problem, state.encoder.deletable_multilingual()),
        (&None, None)
    );
}

#[test]
fn multilingual_encoder_that_is_in_use_or_on_its_way_is_not_deleted() {
    let mut state = selected();
    state.apply_now(Msg::Encoder(encoder::Msg::MultilingualMeasured(5)));
    let attempt = asked(&mut state);
    state.apply_now(Msg::Encoder(encoder::Msg::DeleteMultilingual));
    assert_eq!(state.notices.confirmation, None, "the download needs its parts");
    state.apply_now(tried_multilingual(attempt, Ok(Box::new(multilingual()))));
    state.apply_now(Msg::Encoder(encoder::Msg::DeleteMultilingual));
    assert_eq!(state.notices.confirmation, None, "the encoder is in use");
    state.apply_now(Msg::Encoder(encoder::Msg::UseBuiltIn));
    assert_eq!(state.encoder.deletable_multilingual(), Some(5));
}

#[test]
fn read_only_tab_measures_the_multilingual_encoder_and_does_not_delete_it() {
    let mut state = selected();
    state.projects.read_only = true;
    state.apply_now(Msg::Encoder(encoder::Msg::MultilingualMeasured(5)));
    assert_eq!(state.encoder.deletable_multilingual(), Some(5));
    state.apply_now(Msg::Encoder(encoder::Msg::DeleteMultilingual));
    assert_eq!(state.notices.confirmation, None);
    assert!(state.notices.notice.is_some(), "the user is informed");
}

fn tried_multilingual(attempt: u32, result: Result<Box<CustomEncoder>, WorkerError>) -> Msg {
    Msg::Encoder(encoder::Msg::MultilingualTried { attempt, result })
}

#[test]
fn download_stops_when_another_tab_takes_over() {
    let mut state = selected();
    let attempt = asked(&mut state);
    let cmds = state.apply_now(Msg::Projects(projects::Msg::ChangedElsewhere));
    assert!(cmds.contains(&Cmd::Encoder(encoder::Cmd::StopMultilingual)), "{cmds:?}");
    assert_eq!(state.encoder.multilingual, encoder::Multilingual::Idle);
    let late = Err(WorkerError::Cancelled);
    assert_eq!(state.apply_now(tried_multilingual(attempt, late)), []);
    assert_eq!(state.encoder.multilingual, encoder::Multilingual::Idle);
    let cmds = state.apply_now(Msg::Encoder(encoder::Msg::UseMultilingual));
    assert!(
        cmds.is_empty() && state.notices.notice.is_some(),
        "the user is informed"
    );
}

#[test]
fn read_only_tab_shows_progress_and_end_of_a_download() {
    // A tab with a running download can become read-only, for example in the back/forward cache.
    let mut state = selected();
    let attempt = asked(&mut state);
    state.projects.read_only = true;
    state.apply_now(Msg::Encoder(encoder::Msg::MultilingualProgress { attempt, bytes: 5 }));
    assert_eq!(
        state.encoder.multilingual,
        encoder::Multilingual::Downloading { attempt, bytes: 5 }
    );
    let cmds = state.apply_now(tried_multilingual(attempt, Ok(Box::new(multilingual()))));
    let stores = |cmd: &Cmd| matches!(cmd, Cmd::Encoder(encoder::Cmd::Store(_)));
    assert!(cmds.iter().any(stores), "{cmds:?}");
    assert_eq!(state.encoder.multilingual, encoder::Multilingual::Idle);
    state.apply_now(Msg::Encoder(encoder::Msg::Stored(Ok(()))));
    assert!(state.encoder.is_persisted);

    let mut state = selected();
    let attempt = asked(&mut state);
    state.projects.read_only = true;
    let result = Err(WorkerError::Asset {
        url: "part".into(),
        reason: AssetReason::OtherContent,
    });
    state.apply_now(tried_multilingual(attempt, result));
    assert!(matches!(state.encoder.multilingual, encoder::Multilingual::Failed(_)));
}

fn started(state: &mut AppState) -> (JobId, Outcome) {
    let cmds = state.apply_now(Msg::Run(run::Msg::Select));
    let [
        Cmd::Run(run::Cmd::Start {
            job, encoder, config, ..
        }),
    ] = cmds.as_slice()
    else {
        panic!("{cmds:?}")
    };
    let made = Outcome {
        encoder: encoder.clone(),
        ..outcome(&[1, 2], config.clone())
    };
    (*job, made)
}

#[test]
fn run_keeps_the_encoder_it_started_with() {
    let mut state = opened();
    used(&mut state, "a");
    let (job, made) = started(&mut state);
    assert_eq!(made.encoder.hash.as_deref(), Some("a"));
    used(&mut state, "b");
    let progress = |done| EmbedProgress {
        total: 30,
        done,
        tokens: 300,
        tokens_done: 10 * done as usize,
        ..EmbedProgress::default()
    };
    for (done, elapsed_ms) in [(5, 1000.0), (25, 3000.0)] {
        let (job, progress) = (job, progress(done));
        state.apply_now(Msg::Run(run::Msg::Embedded {
            job,
            progress,
            elapsed_ms,
        }));
    }
    assert_eq!(
        state.encoder.tokens_per_second,
        Some(6000.0),
        "the speed of the previous encoder is not used for the new one"
    );
    state.apply_now(Msg::Run(run::Msg::Selected {
        job,
        outcome: Box::new(made),
    }));
    assert!(state.is_outdated());
}

#[test]
fn restored_picks_belong_to_their_encoder() {
    let mut state = opened();
    used(&mut state, "a");
    let (job, made) = started(&mut state);
    state.apply_now(Msg::Run(run::Msg::Selected {
        job,
        outcome: Box::new(made),
    }));
    let stored = (open_project(&state).to_project(&Config::default()), Vec::new());
    let restored = |given: Option<CustomEncoder>| {
        let mut fresh = test_support::state(CORES);
        fresh.apply_now(Msg::Encoder(encoder::Msg::Restored(Ok(given.map(Box::new)))));
        fresh.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new(
            stored.clone(),
        )))));
        fresh.is_outdated()
    };
    assert!(!restored(Some(given("a"))));
    assert!(restored(Some(given("b"))));
    assert!(restored(None));
}

#[test]
fn encoder_that_does_not_open_changes_only_the_dialog() {
    let mut state = selected();
    used(&mut state, "a");
    state.apply_now(Msg::Encoder(encoder::Msg::Stored(Ok(()))));
    let before = (open_project(&state).clone(), state.encoder.custom.clone());
    for error in [
        WorkerError::Lost {
            times: 1,
            reason: LostReason::Script,
        },
        Error::from(EmbedError::Model {
            reason: ModelReason::NoGraph,
        })
        .into(),
    ] {
        let trial_number = tried(&mut state);
        state.apply_now(Msg::Encoder(encoder::Msg::Checked {
            check: trial_number,
            result: Err(error.clone()),
        }));
        let EncoderCheck::Failed(notice) = trial(&state) else {
            panic!()
        };
        assert_eq!(notice.title, "model.onnx does not work; small stays in use");
        assert_eq!(notice.problem, error.to_string());
        assert!(!notice.advice.is_empty());
        assert!(
            state.apply_now(Msg::Encoder(encoder::Msg::Use)).is_empty(),
            "no encoder was tried"
        );
    }
    assert_eq!((open_project(&state).clone(), state.encoder.custom.clone()), before);
    assert_eq!(
        state.apply_now(Msg::Encoder(encoder::Msg::Close)),
        [
            Cmd::Encoder(encoder::Cmd::StopTrial),
            Cmd::Import(import::Cmd::ForgetFiles)
        ]
    );
    assert_eq!(state.encoder.draft, None);
}

#[test]
fn changed_draft_must_be_checked_again() {
    let mut state = opened();
    let first = tried(&mut state);
    assert_eq!(
        bring(&mut state, &["other.json"]),
        [Cmd::Encoder(encoder::Cmd::StopTrial)]
    );
    let result = Ok(Box::new(given("a")));
    state.apply_now(Msg::Encoder(encoder::Msg::Checked {
        check: first,
        result: result.clone(),
    }));
    assert_eq!(
        trial(&state),
        &EncoderCheck::None,
        "the settings differ from those of the trial"
    );
    let second = tried(&mut state);
    state.apply_now(Msg::Encoder(encoder::Msg::Checked { check: second, result }));
    assert!(matches!(trial(&state), EncoderCheck::Opened(_)));
    let form = Form {
        prefix: "query: ".into(),
        ..state.encoder.draft.as_ref().unwrap().form.clone()
    };
    state.apply_now(Msg::Encoder(encoder::Msg::Edit(form)));
    assert!(
        state.apply_now(Msg::Encoder(encoder::Msg::Use)).is_empty(),
        "the prefix was not part of the trial"
    );
    state.apply_now(Msg::Encoder(encoder::Msg::Close));
    let result = Ok(Box::new(given("a")));
    state.apply_now(Msg::Encoder(encoder::Msg::Checked { check: second, result }));
    assert_eq!(
        (state.encoder.draft.is_none(), state.encoder.custom.is_none()),
        (true, true)
    );
}

#[test]
fn incomplete_draft_is_not_checked() {
    let mut state = opened();
    assert!(
        bring(&mut state, &[]).is_empty(),
        "without files, only the dialog opens"
    );
    bring(&mut state, &["model.onnx"]);
    assert!(state.apply_now(Msg::Encoder(encoder::Msg::Check)).is_empty());
    bring(&mut state, &["tokenizer.json"]);
    assert_eq!(state.apply_now(Msg::Encoder(encoder::Msg::Check)).len(), 1);
}

#[test]
fn encoder_that_cannot_be_stored_is_used_until_reload() {
    let mut state = opened();
    used(&mut state, "a");
    state.apply_now(Msg::Encoder(encoder::Msg::Stored(Err(refused()))));
    assert_eq!(state.encoder.name().hash.as_deref(), Some("a"));
    assert!(!state.encoder.is_persisted);
    let problem = state.encoder.problem.clone().expect("a problem");
    assert!(problem.title.contains("small is not stored") && problem.problem.contains("the disk is full"));
    state.apply_now(Msg::Encoder(encoder::Msg::DismissProblem));
    assert_eq!(state.encoder.problem, None);
    let mut fresh = test_support::state(CORES);
    let reason = UnreadableReason::OtherVersion { version: 9, known: 1 };
    fresh.apply_now(Msg::Encoder(encoder::Msg::Restored(Err(StorageError::Unreadable {
        reason,
    }))));
    assert!(fresh.encoder.problem.is_some() && fresh.encoder.custom.is_none());
}

#[test]
fn cached_part_of_a_stopped_run_applies_only_to_its_encoder() {
    let mut state = opened();
    state.apply_now(Msg::Run(run::Msg::Select));
    let job = state.run.current.as_ref().unwrap().job;
    state.apply_now(Msg::Run(run::Msg::Cancel));
    let kept = PartialEmbedding {
        text_column: 1,
        texts: 12,
        total: 30,
    };
    state.apply_now(Msg::Run(run::Msg::Stopped { job, kept }));
    assert_eq!(state.partial_embedding(), Some(kept));
    used(&mut state, "a");
    assert_eq!(state.partial_embedding(), None);
    state.apply_now(Msg::Run(run::Msg::Stopped { job, kept }));
    assert_eq!(state.partial_embedding(), None, "the report arrived late");
}

#[test]
fn model_download_is_shown_before_the_first_text() {
    let mut state = opened();
    state.apply_now(Msg::Run(run::Msg::Select));
    let job = state.run.current.as_ref().unwrap().job;
    let fetched = |bytes| DownloadProgress { bytes, total: Some(24) };
    let fetching = |state: &AppState| state.run.current.as_ref().unwrap().fetching();
    assert_eq!(fetching(&state), None);
    state.apply_now(Msg::Run(run::Msg::Fetching {
        job,
        fetched: fetched(7),
    }));
    assert_eq!(fetching(&state), Some(fetched(7)));
    state.apply_now(Msg::Run(run::Msg::Fetching {
        job,
        fetched: fetched(24),
    }));
    assert_eq!(fetching(&state), None, "the model is being opened");
}
