//! Tests of the prompt dialog's state.

use crate::persistence;
use crate::project::Project;
use crate::projects;
use crate::prompts::state::*;
use crate::run::settings::Settings;
use crate::state::Msg as StateMsg;
use crate::state::{AppState, Cmd as StateCmd, Request};
use crate::test_support::context;
use crate::test_support::numbered_texts::{give, load, pool, selected};
use crate::test_support::open_project;
use fastgas_annotation::label::LabelOrigin;
use fastgas_annotation::retrieve::Shot;
use fastgas_annotation::retrieve::{BUILT_IN, Demonstrations, Prompt, PromptConfig, PromptSettings};
use fastgas_platform::EncoderName;
use fastgas_progress::{Slices, without_waiting};
use fastgas_protocol::{AssetReason, LostReason, Refusal, WorkerError};

fn labeled() -> AppState {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply(give(1), 9);
    state
}

fn act(state: &mut AppState, msg: Msg) -> Vec<StateCmd> {
    state.apply_now(StateMsg::Prompt(msg))
}

fn requested(cmds: Vec<StateCmd>) -> PromptRequest {
    match cmds.into_iter().next() {
        Some(StateCmd::Prompt(Cmd::Make(ask))) => *ask,
        other => panic!("{other:?}"),
    }
}

fn demonstrations(source: &PromptSource) -> Demonstrations {
    without_waiting(source.demonstrations(&mut Slices::whole()))
        .expect("labels")
        .0
}

fn text(text: &str) -> Msg {
    Msg::EditText(text.into())
}

fn template(template: &str) -> Msg {
    Msg::EditTemplate(template.into())
}

fn made(ask: u32) -> Msg {
    let shot = Shot {
        input: "there\nanswer: ".into(),
        label: "no".into(),
    };
    Msg::Made {
        ask,
        result: Ok(Box::new(BuiltPrompt {
            prompt: Prompt {
                shots: vec![shot],
                query: "here\nanswer: ".into(),
                behind: String::new(),
            },
            tokens: 8,
            counted_by: "all-MiniLM-L6-v2".into(),
            n_proposed: 0,
        })),
    }
}

fn place(state: &AppState) -> Option<PromptField> {
    state.prompts.problem.as_ref().map(|problem| problem.place)
}

#[test]
fn every_change_requests_a_prompt() {
    let mut state = labeled();
    assert_eq!(act(&mut state, Msg::Open), [], "no text is current");
    assert!(state.prompts.is_open && state.prompts.form.shots == "8");
    let ask = requested(act(&mut state, text("where?")));
    assert_eq!(ask.query.text, "where?");
    let examples = demonstrations(&ask.source);
    assert_eq!(examples.texts().collect::<Vec<_>>(), ["text number 4", "text number 8"]);
    assert_eq!(examples.list()[1].label, "no");
    assert_eq!(
        (ask.config, ask.encoder),
        (PromptConfig::default(), EncoderName::default())
    );
    let form = Form {
        shots: " 2 ".into(),
        max_tokens: "99".into(),
        is_random: true,
        seed: "7".into(),
    };
    let ask = requested(act(&mut state, Msg::EditForm(form)));
    let expected = PromptConfig {
        shots: 2,
        max_tokens: Some(99),
        random: Some(7),
    };
    assert_eq!(
        (ask.config, open_project(&state).view.prompt.config),
        (expected, expected)
    );
    let ask = requested(act(&mut state, template("{id}. {text}: {label}")));
    assert_eq!(ask.query.columns["id"], "", "the column has no value yet");
    assert_eq!(state.prompts.columns, ["id"]);
    let id = Msg::EditColumn {
        column: "id".into(),
        text: "30".into(),
    };
    assert_eq!(requested(act(&mut state, id)).query.columns["id"], "30");
    let ask = requested(act(&mut state, template(BUILT_IN[0].source)));
    assert!(ask.query.columns.is_empty() && state.prompts.columns.is_empty());
}

#[test]
fn only_latest_response_is_used() {
    let mut state = labeled();
    act(&mut state, Msg::Open);
    let first = requested(act(&mut state, text("wh"))).ask;
    let second = requested(act(&mut state, text("where?"))).ask;
    act(&mut state, made(first));
    assert!(state.prompts.is_making && state.prompts.made.is_none());
    act(&mut state, made(second));
    assert!(!state.prompts.is_making && state.prompts.made.is_some());
    // The prompt stays visible while the next prompt is being made, and disappears when the query text is cleared.
    let third = requested(act(&mut state, text("where now?"))).ask;
    assert!(state.prompts.is_making && state.prompts.made.is_some());
    act(&mut state, text(" "));
    assert!(!state.prompts.is_making && state.prompts.made.is_none());
    act(&mut state, made(third));
    assert_eq!(state.prompts.made, None);
}

#[test]
fn problem_is_reported_at_its_field() {
    let mut state = labeled();
    act(&mut state, Msg::Open);
    requested(act(&mut state, text("where?")));
    for (msg, expected, words) in [
        (
            template("{text}\n{lab"),
            PromptField::Template,
            "line 2, letter 1 of the template",
        ),
        (template("{title}: {label}"), PromptField::Template, "uses “{title}”"),
        (template(""), PromptField::Template, "no “{label}”"),
    ] {
        assert_eq!(act(&mut state, msg), []);
        assert_eq!(place(&state), Some(expected));
        assert!(
            state
                .prompts
                .problem
                .as_ref()
                .is_some_and(|problem| problem.problem.contains(words))
        );
    }
    requested(act(&mut state, template("{text}: {label}")));
    assert_eq!(place(&state), None);
    let good = Form::of(&PromptConfig::default());
    let with = |change: fn(&mut Form)| {
        let mut form = good.clone();
        change(&mut form);
        Msg::EditForm(form)
    };
    for (msg, expected) in [
        (with(|form| form.shots = "-1".into()), PromptField::Shots),
        (with(|form| form.max_tokens = "many".into()), PromptField::MaxTokens),
        (
            with(|form| (form.is_random, form.seed) = (true, String::new())),
            PromptField::Seed,
        ),
    ] {
        assert_eq!(act(&mut state, msg), []);
        assert_eq!(place(&state), Some(expected));
        assert_eq!(
            open_project(&state).view.prompt.config,
            PromptConfig::default(),
            "the last valid template is used"
        );
    }
    requested(act(&mut state, Msg::EditForm(good.clone())));

    let ask = state.prompts.last_ask;
    let error = WorkerError::Asset {
        url: "tokenizer.json".into(),
        reason: AssetReason::Browser(Refusal::Gone),
    };
    act(
        &mut state,
        Msg::Made {
            ask,
            result: Err(error),
        },
    );
    assert_eq!(
        (place(&state), state.prompts.is_making),
        (Some(PromptField::Elsewhere), false)
    );
}

#[test]
fn prompt_and_pack_need_labels() {
    let mut state = selected();
    act(&mut state, Msg::Open);
    assert_eq!(act(&mut state, text("where?")), []);
    assert_eq!(place(&state), Some(PromptField::Elsewhere));
    assert_eq!(act(&mut state, Msg::Pack), []);
    assert!(
        state
            .notices
            .notice
            .as_ref()
            .is_some_and(|message| message.problem == "no text has a label")
    );
    act(&mut state, Msg::Close);
    state.apply(give(0), 9);
    let ask = requested(act(&mut state, Msg::Open));
    assert_eq!(demonstrations(&ask.source).list().len(), 1);
    state.apply(give(1), 10);
    assert_eq!(demonstrations(&ask.source).list().len(), 1);
}

#[test]
fn accepted_proposals_are_no_demonstrations() {
    let mut state = selected();
    let accept = |state: &mut AppState| {
        let history = &mut state.project.get_mut().expect("a project").annotations.history;
        let of_model = LabelOrigin::Model {
            percent: 93,
            model: "tiny".into(),
            measure: None,
        };
        history.accept_answers(vec![(15, vec!["no".into()], of_model)], 7);
        history.accept(vec![(2, vec!["yes".into()], 83)], 8);
    };
    accept(&mut state);
    act(&mut state, Msg::Open);
    assert_eq!(act(&mut state, text("where?")), []);
    assert_eq!(place(&state), Some(PromptField::Elsewhere));
    act(&mut state, Msg::Close);

    let mut state = labeled();
    accept(&mut state);
    act(&mut state, Msg::Open);
    let ask = requested(act(&mut state, text("where?")));
    let cmds = act(&mut state, Msg::Pack);
    let [StateCmd::Prompt(Cmd::Pack { source, .. })] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    for source in [&ask.source, &**source] {
        let made = without_waiting(source.demonstrations(&mut Slices::whole()));
        let (examples, n_proposed) = made.expect("labels");
        assert_eq!(examples.texts().collect::<Vec<_>>(), ["text number 4", "text number 8"]);
        assert_eq!(n_proposed, 2);
    }
}

#[test]
fn settings_are_stored_per_project() {
    let mut state = labeled();
    act(&mut state, Msg::Open);
    act(&mut state, text("where?"));
    act(&mut state, template("{text} is {label}"));
    let ask = state.prompts.last_ask;
    let cmds = act(&mut state, made(ask));
    let Some(StateCmd::Persistence(persistence::Cmd::SaveHead(head))) = cmds.into_iter().next() else {
        panic!("the settings are stored")
    };
    assert_eq!(head.prompt.template, "{text} is {label}");
    assert_eq!(act(&mut state, Msg::Close), [], "the settings are stored once");
    act(&mut state, template(BUILT_IN[0].source));
    let kept = &open_project(&state).view.prompt;
    assert_eq!(
        (built_in(&kept.template), kept.own_template.as_str()),
        (Some(&BUILT_IN[0]), "{text} is {label}")
    );
    let project = open_project(&state).to_project(&Default::default());
    assert_eq!(project.head.prompt.template, BUILT_IN[0].source);
    let again = Project::restore(project, Vec::new()).expect("the stored data");
    assert_eq!(again.view.prompt.own_template, "{text} is {label}");

    let number = requested(act(&mut state, text("where now?"))).ask;
    state.apply_now(StateMsg::Projects(projects::Msg::New));
    assert_eq!(act(&mut state, made(number)), []);
    assert!(!state.prompts.is_open && state.prompts.made.is_none() && state.prompts.query.text.is_empty());
    load(&mut state, 2, pool());
    assert_eq!(open_project(&state).view.prompt, PromptSettings::default());
    assert_eq!(act(&mut state, Msg::Open), [], "no selection has been made");
    assert!(!state.prompts.is_open);
}

#[test]
fn prompt_is_copied_and_saved_as_shown() {
    let mut state = labeled();
    act(&mut state, Msg::Open);
    assert_eq!(act(&mut state, Msg::Copy), []);
    assert_eq!(act(&mut state, Msg::Save), []);
    let ask = requested(act(&mut state, text("here"))).ask;
    act(&mut state, made(ask));
    let words = "there\nanswer: no\n\nhere\nanswer:";
    assert_eq!(act(&mut state, Msg::Copy), [StateCmd::Prompt(Cmd::Copy(words.into()))]);
    act(&mut state, Msg::Copied(true));
    assert_eq!(state.prompts.is_copied, Some(true));
    let saved = |cmds: Vec<StateCmd>| match cmds.into_iter().next() {
        Some(StateCmd::Download { file_name, text, .. }) => (file_name, text),
        other => panic!("{other:?}"),
    };
    let expected = ("file-1-prompt.txt".to_owned(), format!("{words}\n"));
    assert_eq!(saved(act(&mut state, Msg::Save)), expected);
    act(&mut state, Msg::SetChat(true));
    assert_eq!(state.prompts.is_copied, None);
    let (name, line) = saved(act(&mut state, Msg::Save));
    assert_eq!(name, "file-1-prompt.jsonl");
    assert!(line.starts_with(r#"{"messages":[{"role":"user","content":"there\nanswer:"}"#) && line.ends_with("}\n"));
}

#[test]
fn pack_uses_current_encoder_with_imported_embeddings() {
    let mut state = labeled();
    let file = crate::test_support::embeddings();
    state.apply_now(StateMsg::Import(crate::import::Msg::Reading(crate::import::FileRead {
        ticket: 2,
        file_name: file.name.clone(),
        ..Default::default()
    })));
    state.apply_now(StateMsg::Import(crate::import::Msg::EmbeddingsRead {
        ticket: 2,
        embeddings: file,
    }));
    let cmds = act(&mut state, Msg::Pack);
    let [
        StateCmd::Prompt(Cmd::Pack {
            source,
            encoder,
            file_name,
        }),
    ] = &cmds[..]
    else {
        panic!("{cmds:?}")
    };
    assert_eq!(demonstrations(source).list().len(), 2);
    assert_eq!(
        (encoder, file_name.as_str()),
        (&EncoderName::default(), "file-1-few-shot.json")
    );
    assert_eq!(act(&mut state, Msg::Pack), [], "only one pack is built at a time");
    let packed = |result| Msg::Packed {
        file_name: file_name.clone(),
        result,
    };
    let cmds = act(&mut state, packed(Ok("{}\n".into())));
    assert!(matches!(&cmds[..], [StateCmd::Download { text, .. }] if text == "{}\n"));
    act(&mut state, Msg::Pack);
    let lost = WorkerError::Lost {
        times: 3,
        reason: LostReason::Browser(Refusal::NoMemory),
    };
    act(&mut state, packed(Err(lost)));
    assert!(!state.prompts.is_packing);
    assert!(
        state
            .notices
            .notice
            .as_ref()
            .is_some_and(|message| message.title.contains("not made"))
    );
}

#[test]
fn update_requests_prompts_storage_and_files() {
    let mut open = labeled().project.into_inner().expect("a project");
    let settings = Settings::new(1);
    let mut prompts = PromptState::default();
    let mut update = |msg| prompts.update(msg, context(Some(&mut open), &settings));
    assert_eq!(update(Msg::Open), []);
    assert!(matches!(
        &update(text("where?"))[..],
        [Request::Perform(StateCmd::Prompt(Cmd::Make(ask)))] if ask.query.text == "where?"
    ));
    assert_eq!(update(Msg::Close), [], "no setting has changed");
    update(template("{text} is {label}"));
    assert_eq!(update(Msg::Close), [Request::SaveHead]);
    assert_eq!(update(Msg::Close), [], "the settings are already stored");
    assert_eq!(update(Msg::SetChat(true)), [Request::SaveHead]);
    assert_eq!(update(Msg::Copy), [], "there is no prompt yet");
    assert!(matches!(
        &update(Msg::Pack)[..],
        [
            Request::DismissNotice,
            Request::Perform(StateCmd::Prompt(Cmd::Pack { .. }))
        ]
    ));
    let packed = Msg::Packed {
        file_name: "few-shot.json".into(),
        result: Err(WorkerError::Cancelled),
    };
    assert!(matches!(&update(packed.clone())[..], [Request::Notify(_)]));
    assert_eq!(update(packed), [], "the pack is reported once");
    assert_eq!(open.view.prompt.template, "{text} is {label}");
    assert!(open.view.prompt.as_chat);
}
