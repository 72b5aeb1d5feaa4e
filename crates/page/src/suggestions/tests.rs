//! Tests of suggestions: when they are computed, when they stay hidden, and the effect of accepting them.

use crate::labeling;
use crate::labeling::last_step::LastStep;
use crate::map::Msg as MapMsg;
use crate::map::coloring::ColorBy;
use crate::run::settings::Settings;
use crate::state::Msg as StateMsg;
use crate::state::{AppState, Cmd as StateCmd, LabelChange, Request};
use crate::suggestions::state::*;
use crate::test_support::numbered_texts::{give, selected};
use crate::test_support::{connected_in_a_row, context, open_project};
use fastgas_annotation::label::{AnswerType, LabelOrigin, MIN_PERCENT};
use fastgas_annotation::label::{CheckCounts, PassReason};
use fastgas_graph::Adjacency;
use fastgas_protocol::{LostReason, Refusal, WorkerError};
use std::sync::Arc;

/// The workers of the page answer immediately.
struct Page {
    state: AppState,
    /// Number of computations for one text, and number of computations for all texts.
    made: (usize, usize),
}

impl Page {
    /// In the kNN graph, each text is a neighbor of the next text.
    fn new() -> Page {
        Page {
            state: connected_in_a_row(selected()),
            made: (0, 0),
        }
    }

    fn act(&mut self, msg: StateMsg) {
        self.act_at(msg, self.state.labeling.dwell_timer.now_ms());
    }

    fn act_at(&mut self, msg: StateMsg, now_ms: u64) {
        let mut cmds = self.state.apply(msg, now_ms);
        while let Some(cmd) = cmds.pop() {
            if let StateCmd::Suggest(cmd) = cmd {
                let answer = self.answer(cmd);
                cmds.extend(self.state.apply_now(StateMsg::Suggest(answer)));
            }
        }
    }

    fn answer(&mut self, cmd: Cmd) -> Msg {
        match cmd {
            Cmd::Make { ask, basis, row } => {
                self.made.0 += 1;
                let result = Ok(basis.sources.suggest(&basis.adjacency, row));
                Msg::Made { ask, result }
            }
            Cmd::MakeAll { ask, basis } => {
                self.made.1 += 1;
                let result = Ok(basis.sources.suggest_all(&basis.adjacency));
                Msg::AllMade { ask, result }
            }
        }
    }

    fn can_review(&self) -> bool {
        let project = open_project(&self.state);
        self.state.suggestions.can_review(project)
    }

    fn suggest(&mut self, msg: Msg) {
        self.act(StateMsg::Suggest(msg));
    }

    fn suggest_at(&mut self, msg: Msg, now_ms: u64) {
        self.act_at(StateMsg::Suggest(msg), now_ms);
    }

    fn label(&mut self, row: u32, index: usize) {
        self.act(StateMsg::Labeling(labeling::Msg::GoTo(row)));
        self.act_at(give(index), 9);
    }

    fn view(&self) -> PanelView {
        self.state.suggestions.view(open_project(&self.state))
    }

    fn suggested(&self) -> Option<(Vec<u32>, u8)> {
        match self.view() {
            PanelView::Made(made) => made.suggestion.map(|given| (given.labels, given.percent)),
            other => panic!("{other:?}"),
        }
    }

    fn checks(&self) -> CheckCounts {
        CheckCounts::of(open_project(&self.state).annotations.history.log())
    }

    fn label_of(&self, row: u32) -> Option<&str> {
        open_project(&self.state).annotations.history.labels().get(row)
    }

    fn review_rows(&self) -> Vec<u32> {
        let offers = self.state.suggestions.review_rows(open_project(&self.state));
        offers.into_iter().map(|offer| offer.row).collect()
    }
}

fn color_by(by: ColorBy) -> StateMsg {
    StateMsg::Map(MapMsg::ColorBy(by))
}

#[test]
fn suggestion_is_shown_only_on_request_and_hidden_at_the_next_text() {
    let mut page = Page::new();
    assert!(matches!(page.view(), PanelView::Impossible(_)), "no text is labeled");
    assert!(!page.can_review());
    page.suggest(Msg::Ask);
    page.label(4, 0);
    page.label(10, 1);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(5)));
    assert_eq!(
        (page.view(), page.made),
        (PanelView::Hidden, (0, 0)),
        "suggestions are not computed in advance"
    );
    page.suggest(Msg::Ask);
    assert_eq!(page.suggested().map(|(labels, _)| labels), Some(vec![0]));
    page.suggest(Msg::Ask);
    assert_eq!(page.view(), PanelView::Hidden, "the same key hides the suggestion");
    page.suggest(Msg::Ask);
    page.act(StateMsg::Labeling(labeling::Msg::Move(-1)));
    assert_eq!(
        page.view(),
        PanelView::Hidden,
        "the suggestion for this text was not requested"
    );
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(7)));
    page.suggest(Msg::Ask);
    assert_eq!(page.suggested(), None, "the text is equally far from both labels");
    page.act(StateMsg::Labeling(labeling::Msg::ChooseAnswers(AnswerType::Text)));
    page.act(StateMsg::Answer { yes: true });
    assert!(matches!(page.view(), PanelView::Impossible(_)));
}

#[test]
fn shown_suggestion_follows_the_labels() {
    let mut page = Page::new();
    page.label(4, 0);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(5)));
    page.suggest(Msg::Ask);
    assert_eq!(page.suggested().map(|(labels, _)| labels), Some(vec![0]));
    let marked = MapMsg::Mark {
        rows: vec![4],
        how: crate::map::SelectionMode::Replace,
    };
    page.act(StateMsg::Map(marked));
    page.act_at(StateMsg::Labeling(labeling::Msg::GiveMarked { index: 1 }), 9);
    page.act_at(StateMsg::Answer { yes: true }, 9);
    assert_eq!(page.suggested().map(|(labels, _)| labels), Some(vec![1]));
    assert_eq!(page.made, (2, 0));
    page.act_at(StateMsg::Labeling(labeling::Msg::Flag), 10);
    assert_eq!(page.made, (2, 0), "a flag does not recompute suggestions");
}

#[test]
fn result_of_an_earlier_request_is_dropped() {
    let mut page = Page::new();
    page.label(4, 0);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(5)));
    let mut cmds = page.state.apply_now(StateMsg::Suggest(Msg::Ask));
    let Some(StateCmd::Suggest(first)) = cmds.pop() else {
        panic!("a question")
    };
    assert_eq!(page.view(), PanelView::Making);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(8)));
    let late = page.answer(first);
    page.suggest(late);
    assert_eq!(page.view(), PanelView::Hidden);
    let error = WorkerError::Lost {
        times: 2,
        reason: LostReason::Browser(Refusal::NoMemory),
    };
    let mut cmds = page.state.apply_now(StateMsg::Suggest(Msg::Ask));
    let Some(StateCmd::Suggest(Cmd::Make { ask, .. })) = cmds.pop() else {
        panic!("a question")
    };
    let result = Err(error);
    page.suggest(Msg::Made { ask, result });
    assert_eq!(page.view(), PanelView::Hidden, "the suggestion can be requested again");
    assert!(
        page.state
            .suggestions
            .problem
            .as_ref()
            .is_some_and(|problem| problem.contains("memory"))
    );
}

/// Only picks 4 and 8 need an answer. After both are answered, the page stays at the current text after each answer.
fn without_queue() -> Page {
    let mut page = Page::new();
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(15)));
    page.act_at(
        StateMsg::Labeling(labeling::Msg::Pass {
            why: PassReason::CannotTell,
        }),
        1,
    );
    page
}

/// Nine texts are labeled, so the next text is a blind check.
fn nine_labeled() -> Page {
    let mut page = without_queue();
    (0..9).for_each(|row| page.label(row, 0));
    page
}

#[test]
fn every_tenth_text_is_a_blind_check() {
    let mut page = nine_labeled();
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(9)));
    assert_eq!(
        (page.view(), page.made),
        (PanelView::Blind, (1, 0)),
        "the suggestion was computed in advance"
    );
    page.suggest(Msg::Ask);
    page.suggest_at(Msg::Accept, 9);
    assert_eq!(
        (page.view(), page.label_of(9)),
        (PanelView::Blind, None),
        "the suggestion cannot be shown during a check"
    );
    page.act_at(give(0), 9);
    let right = CheckCounts {
        right: 1,
        ..CheckCounts::default()
    };
    assert_eq!(page.checks(), right);
    (10..19).for_each(|row| page.label(row, 1));
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(19)));
    page.act_at(give(0), 9);
    assert_eq!(page.checks(), CheckCounts { wrong: 1, ..right });
    let log = open_project(&page.state).annotations.history.log().to_vec();
    assert_eq!(log.iter().filter(|msg| msg.check.is_some()).count(), 2);
}

#[test]
fn suggestion_that_may_have_been_seen_is_not_checked() {
    let mut page = without_queue();
    (0..8).for_each(|row| page.label(row, 0));
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(9)));
    page.suggest(Msg::Ask);
    page.label(8, 0);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(9)));
    assert_eq!(
        page.view(),
        PanelView::Hidden,
        "the suggestion of this text was shown before"
    );
    page.act_at(give(0), 9);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(12)));
    assert_eq!(page.view(), PanelView::Blind, "the next text is checked instead");
    page.act(color_by(ColorBy::Suggestion));
    assert_eq!(page.view(), PanelView::Hidden, "the map shows the suggestion");
    page.act_at(give(0), 9);
    assert_eq!(page.checks().total(), 0);
    page.act(color_by(ColorBy::Part));
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(13)));
    assert_eq!(page.view(), PanelView::Blind);
    page.suggest(Msg::OpenPreview);
    page.suggest(Msg::ChoosePart(None));
    page.suggest(Msg::ClosePreview);
    assert_eq!(page.view(), PanelView::Blind, "the review omits the checked text");
    page.act_at(
        StateMsg::Labeling(labeling::Msg::Pass {
            why: PassReason::Skipped,
        }),
        9,
    );
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(29)));
    assert_eq!(page.view(), PanelView::Blind);
    page.act_at(give(0), 9);
    let none = CheckCounts {
        abstained: 1,
        ..CheckCounts::default()
    };
    assert_eq!(page.checks(), none, "the text is far from all labels");
}

#[test]
fn blind_check_stays_with_its_text() {
    let mut page = nine_labeled();
    let blind = |page: &mut Page, row: u32| {
        page.act(StateMsg::Labeling(labeling::Msg::GoTo(row)));
        page.view() == PanelView::Blind
    };
    assert!(blind(&mut page, 9));
    let announced: Vec<u32> = (10..21).filter(|&row| blind(&mut page, row)).collect();
    assert_eq!(announced, [] as [u32; 0], "only one check is announced at a time");
    assert!(blind(&mut page, 9), "the announced check remains");
    // Before the text of a blind check is labeled, the user can label other texts and request their suggestions.
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(10)));
    page.suggest(Msg::Ask);
    assert!(matches!(page.view(), PanelView::Made(_)));
    page.act_at(give(0), 9);
    assert_eq!(page.checks().total(), 0);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(9)));
    page.act_at(give(0), 10);
    assert_eq!(page.checks().total(), 1, "the check that was announced counts");
    assert!(!blind(&mut page, 11), "the next check is not due yet");
}

#[test]
fn blind_check_is_announced_only_once_computed() {
    let mut page = nine_labeled();
    let mut cmds = page.state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(9)));
    assert_eq!(page.view(), PanelView::Hidden);
    let Some(StateCmd::Suggest(asked)) = cmds.pop() else {
        panic!("a question")
    };
    let made = page.answer(asked);
    page.suggest(made);
    assert_eq!(page.view(), PanelView::Blind);
}

#[test]
fn blind_check_compares_all_labels_until_the_text_is_left() {
    let mut page = nine_labeled();
    page.act(StateMsg::Labeling(labeling::Msg::ChooseAnswers(AnswerType::Several)));
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(9)));
    page.act_at(give(0), 9);
    assert_eq!((page.checks().right, page.checks().wrong), (1, 0));
    page.act_at(give(1), 9);
    assert_eq!((page.checks().right, page.checks().wrong), (0, 1));
    page.act_at(give(1), 9);
    assert_eq!((page.checks().right, page.checks().wrong), (1, 0));
    page.act_at(StateMsg::Labeling(labeling::Msg::ClearAnswer), 20);
    assert_eq!(page.checks().total(), 0);
}

#[test]
fn blind_check_moves_on_if_labeled_before_computed() {
    let mut page = nine_labeled();
    let cmds = page.state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(9)));
    assert!(matches!(cmds[..], [StateCmd::Suggest(Cmd::Make { row: 9, .. })]));
    page.act_at(give(0), 9);
    assert_eq!(page.checks().total(), 0);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(10)));
    assert_eq!(page.view(), PanelView::Blind);
    page.act_at(give(0), 9);
    assert_eq!(page.checks().total(), 1);
}

#[test]
fn accepted_suggestion_records_its_origin() {
    let mut page = Page::new();
    page.label(4, 1);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(5)));
    page.suggest_at(Msg::Accept, 9);
    assert_eq!(page.label_of(5), None, "the suggestion was not shown");
    page.suggest(Msg::Ask);
    page.suggest_at(Msg::Accept, 9);
    assert_eq!(page.label_of(5), Some("no"));
    let open = open_project(&page.state);
    assert!(matches!(
        open.annotations.history.labels().origin(5),
        Some(LabelOrigin::Suggestion { percent: 51.. })
    ));
    assert_eq!(open.view.current, Some(8), "the next pick becomes current");
    assert_eq!(
        open.former_picks(),
        [] as [u32; 0],
        "the user does not have to review accepted texts"
    );
    page.act_at(StateMsg::Labeling(labeling::Msg::Undo), 10);
    assert_eq!(
        (page.label_of(5), open_project(&page.state).view.current),
        (None, Some(5))
    );
}

#[test]
fn accepting_requests_labels_and_the_next_text() {
    let mut page = Page::new();
    page.label(4, 1);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(5)));
    let settings = Settings::new(1);
    let accept = |page: &mut Page| {
        let context = context(page.state.project.get_mut(), &settings);
        page.state.suggestions.update(Msg::Accept, context)
    };
    assert_eq!(accept(&mut page), [], "no suggestion is shown");
    page.suggest(Msg::Ask);
    let (_, percent) = page.suggested().expect("a suggestion");
    let label = Request::Label(LabelChange::Accept(vec![(5, vec!["no".into()], percent)]));
    assert_eq!(
        accept(&mut page),
        [
            label.clone(),
            Request::Apply(StateMsg::Labeling(labeling::Msg::Advance))
        ]
    );
    page.state.project.get_mut().expect("a project").labels.answers = AnswerType::Several;
    assert_eq!(accept(&mut page), [label], "the text can have further labels");
}

#[test]
fn accepting_all_requests_the_next_text_if_the_current_one_gets_a_label() {
    let mut page = Page::new();
    page.label(4, 0);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(3)));
    page.suggest(Msg::OpenPreview);
    page.suggest(Msg::ChoosePart(None));
    let rows = page.review_rows();
    assert!(rows.contains(&3), "{rows:?}");
    let settings = Settings::new(1);
    let accept = |page: &mut Page| {
        let mut suggestions = (*page.state.suggestions).clone();
        let requests = suggestions.update(Msg::AcceptAll, context(page.state.project.get_mut(), &settings));
        assert_eq!(suggestions.preview, None);
        requests
    };
    let accepted_rows = |request: &Request| -> Vec<u32> {
        match request {
            Request::Label(LabelChange::Accept(accepted)) => accepted.iter().map(|(row, ..)| *row).collect(),
            other => panic!("{other:?}"),
        }
    };
    let requests = accept(&mut page);
    assert_eq!(
        (accepted_rows(&requests[0]), &requests[1..]),
        (
            rows.clone(),
            &[Request::Apply(StateMsg::Labeling(labeling::Msg::Advance))][..]
        )
    );
    page.suggest(Msg::Tick {
        rows: vec![3],
        on: false,
    });
    let requests = accept(&mut page);
    let others: Vec<u32> = rows.into_iter().filter(|&row| row != 3).collect();
    assert_eq!((accepted_rows(&requests[0]), requests.len()), (others, 1));
}

#[test]
fn suggestions_of_a_part_are_reviewed_and_accepted_together() {
    let mut page = Page::new();
    page.label(4, 0);
    page.label(20, 1);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(7)));
    page.act_at(
        StateMsg::Labeling(labeling::Msg::Pass {
            why: fastgas_annotation::label::PassReason::CannotTell,
        }),
        9,
    );
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(10)));
    page.suggest(Msg::OpenPreview);
    // Each part contains every third text. The texts with a suggestion are near rows 4 and 20 and have no annotation.
    let preview = page.state.suggestions.preview.clone().expect("a preview");
    assert_eq!((preview.part, preview.least), (Some(1), 70));
    assert_eq!(
        page.review_rows(),
        [25, 16, 22, 1, 19],
        "the least certain suggestions come first"
    );
    page.suggest(Msg::ChooseLeast(20));
    assert_eq!(
        page.state.suggestions.preview.as_ref().expect("a preview").least,
        MIN_PERCENT
    );
    page.suggest(Msg::ChoosePart(None));
    let all = page.review_rows();
    assert!(
        all.contains(&3) && all.contains(&21) && !all.iter().any(|row| [4, 20, 7, 12].contains(row)),
        "{all:?}"
    );
    for (rows, on) in [(vec![3, 21], false), (vec![3], true)] {
        page.suggest(Msg::Tick { rows, on });
    }
    assert!(page.state.suggestions.is_ticked(3) && !page.state.suggestions.is_ticked(21));
    let open = open_project(&page.state);
    let offers = page.state.suggestions.review_rows(open);
    let counted: usize = page
        .state
        .suggestions
        .counts(&offers)
        .iter()
        .map(|&(_, count)| count)
        .sum();
    assert_eq!(counted, all.len() - 1);
    let n_log = open.annotations.history.log().len();
    page.suggest_at(Msg::AcceptAll, 11);
    let open = open_project(&page.state);
    assert_eq!(open.annotations.history.log().len(), n_log + all.len() - 1);
    let step = LastStep::of(open).expect("a step");
    assert_eq!(step.words, format!("{} suggestions accepted", all.len() - 1));
    assert_eq!(
        [3, 4, 20, 21, 7].map(|row| page.label_of(row)),
        [Some("yes"), Some("yes"), Some("no"), None, None]
    );
    page.act_at(StateMsg::Labeling(labeling::Msg::Undo), 12);
    assert_eq!(
        open_project(&page.state).annotations.history.labels().len(),
        2,
        "undo reverts all labels in one step"
    );
    let step = LastStep::of(open_project(&page.state)).expect("a step");
    assert_eq!(step.words, format!("Undone: {} suggestions accepted", all.len() - 1));
}

#[test]
fn suggestions_for_all_texts_are_computed_only_while_shown() {
    let mut page = Page::new();
    page.label(4, 0);
    assert_eq!(page.made, (0, 0));
    page.act(color_by(ColorBy::Suggestion));
    assert_eq!(page.made, (0, 1));
    page.act(color_by(ColorBy::Suggestion));
    assert_eq!(page.made, (0, 1));
    page.label(20, 1);
    assert_eq!(page.made, (0, 2));
    let all = page.state.suggestions.all.clone().expect("suggestions");
    assert_eq!((all.first_label(5), all.first_label(21)), (Some(0), Some(1)));
    let cmds = page.state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(9)));
    assert!(cmds.is_empty());
    let mut cmds = page.state.apply(give(1), 9);
    let asked = cmds.iter().position(|cmd| matches!(cmd, StateCmd::Suggest(_)));
    let StateCmd::Suggest(first) = cmds.remove(asked.expect("a question")) else {
        unreachable!()
    };
    page.state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(11)));
    assert!(
        !page
            .state
            .apply(give(1), 9)
            .iter()
            .any(|cmd| matches!(cmd, StateCmd::Suggest(_)))
    );
    let answer = page.answer(first);
    page.suggest(answer);
    assert_eq!(page.made, (0, 4), "the latest suggestions are computed last");
    assert!(!page.state.suggestions.is_making_all());
    page.act(color_by(ColorBy::Part));
    page.label(12, 1);
    assert_eq!(page.made, (0, 4));
}

#[test]
fn new_graph_discards_all_suggestions() {
    let mut page = Page::new();
    page.label(4, 0);
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(5)));
    page.suggest(Msg::Ask);
    let empty = Adjacency::from_parts(vec![0; 31], Vec::new(), 30).expect("a graph");
    page.state.project.get_mut().expect("a project").result.adjacency = Some(Arc::new(empty));
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(5)));
    assert_eq!(page.view(), PanelView::Hidden);
    page.suggest(Msg::Ask);
    assert_eq!(page.suggested(), None);
    page.state.project.get_mut().expect("a project").result.adjacency = None;
    page.act(StateMsg::Labeling(labeling::Msg::GoTo(5)));
    assert!(matches!(page.view(), PanelView::Impossible(_)));
}
