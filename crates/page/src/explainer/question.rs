//! Asks the user which vertex the algorithm will move or pick next, and compares the user's answer with the next step.

use crate::explainer::Explainer;
use crate::i18n::{decimal, t};
use fastgas_trace::{GainQueue, QueueKind};

#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    Asked,
    Answered(String),
}

impl Explainer {
    /// Returns `None` in the side-by-side view, or if the next step is neither a move nor a pick.
    fn before_step(&self) -> Option<GainQueue> {
        let [player] = &self.players[..] else { return None };
        let queue = player.gain_queue()?;
        queue.next.is_some().then_some(queue)
    }

    /// While a question is open, the gains are hidden, because they would reveal the answer.
    pub fn is_asking(&self) -> bool {
        self.question == Some(Question::Asked)
    }

    /// Returns true if the question is new. The caller must wait for the answer to a new question before the step.
    pub(crate) fn asks_first(&mut self) -> bool {
        let is_new = self.asks && !self.is_asking() && self.before_step().is_some();
        if is_new {
            self.playing = false;
            self.question = Some(Question::Asked);
        }
        is_new
    }

    /// `vertex` is the vertex of the original graph that the user chose.
    pub(crate) fn guess(&mut self, vertex: u32) {
        let (Some(queue), true) = (self.before_step(), self.is_asking()) else {
            return;
        };
        let Some(verdict) = self.verdict(&queue, vertex) else {
            return;
        };
        self.seek(self.tick + 1);
        self.question = Some(Question::Answered(verdict));
    }

    fn verdict(&self, queue: &GainQueue, vertex: u32) -> Option<String> {
        let scene = self.scenes.first()?;
        let node = *scene.node_of.get(vertex as usize)?;
        let guessed = scene.nodes.get(node as usize).filter(|node| !node.aside)?;
        let next = queue.next?;
        let (next_vertex, most) = (
            scene.nodes.get(next as usize)?.vertex + 1,
            (*queue.gains.get(next as usize)?)?,
        );
        let vertex = guessed.vertex + 1;
        let entry = queue.queue.iter().find(|entry| entry.node == node);
        let is_right = node == next;
        if queue.kind == QueueKind::Picks {
            let answer = t!("explainer-question-pick-answer", vertex = next_vertex, degree = most);
            return Some(match entry {
                _ if is_right => t!("explainer-question-right", answer),
                Some(_) if queue.is_best(node) => t!("explainer-question-pick-tie", vertex, answer),
                Some(entry) => t!("explainer-question-pick-wrong", vertex, degree = entry.gain, answer),
                None => t!("explainer-question-pick-outside", vertex, answer),
            });
        }
        if queue.kind == QueueKind::Cover {
            let answer = t!(
                "explainer-question-cover-answer",
                vertex = next_vertex,
                gain = increase(most)
            );
            return Some(match entry {
                _ if is_right => t!("explainer-question-right", answer),
                Some(_) if queue.is_best(node) => t!("explainer-question-cover-tie", vertex, answer),
                Some(entry) => t!(
                    "explainer-question-cover-wrong",
                    vertex,
                    gain = increase(entry.gain),
                    answer
                ),
                None => t!("explainer-question-cover-outside", vertex, answer),
            });
        }
        let answer = t!("explainer-question-answer", vertex = next_vertex, gain = signed(most));
        Some(match entry {
            _ if is_right => t!("explainer-question-right", answer),
            Some(entry) if queue.kind == QueueKind::Parts && entry.gain >= most => {
                t!(
                    "explainer-question-elsewhere",
                    vertex,
                    gain = signed(entry.gain),
                    answer
                )
            }
            Some(entry) if queue.is_best(node) => {
                t!("explainer-question-tie", vertex, gain = signed(entry.gain), answer)
            }
            Some(entry) if !entry.may_move => t!("explainer-question-heavy", vertex, answer),
            Some(entry) => t!("explainer-question-wrong", vertex, gain = signed(entry.gain), answer),
            None => t!("explainer-question-outside", vertex, answer),
        })
    }
}

pub fn signed(gain: i64) -> String {
    match gain {
        0 => gain.to_string(),
        _ => format!("{gain:+}"),
    }
}

/// Formats an increase of the coverage. The number of decimal places is the same as for the coverage itself.
/// `gain` is the increase of the coverage in billionths.
pub fn increase(gain: i64) -> String {
    let kind = QueueKind::Cover;
    format!("+{}", decimal(kind.number(gain), kind.n_decimals()))
}
