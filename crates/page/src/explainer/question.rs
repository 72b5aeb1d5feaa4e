//! The question which vertex moves next in a refinement pass, and the verdict on the answer.

use crate::explainer::Explainer;
use crate::i18n::t;
use fastgas_trace::Refinement;

/// A question about the next move.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// The user has to name the vertex.
    Asked,
    /// The verdict; the vertex has moved.
    Answered(String),
}

impl Explainer {
    /// The state of the refinement pass, if it can be asked about: a single player before a move.
    fn before_move(&self) -> Option<Refinement> {
        let [player] = &self.players[..] else { return None };
        let refinement = player.refinement()?;
        refinement.next.is_some().then_some(refinement)
    }

    /// Whether the gains are hidden because they would give the answer away.
    pub fn is_asking(&self) -> bool {
        self.question == Some(Question::Asked)
    }

    /// Asks about the next move, if the user wants that and the next step is a move. Returns whether the step has to wait.
    pub(crate) fn asks_first(&mut self) -> bool {
        let is_new = self.asks && !self.is_asking() && self.before_move().is_some();
        if is_new {
            self.playing = false;
            self.question = Some(Question::Asked);
        }
        is_new
    }

    /// Moves the next vertex and compares it with the user's guess, a vertex of the original graph.
    pub(crate) fn guess(&mut self, vertex: u32) {
        let (Some(refinement), true) = (self.before_move(), self.is_asking()) else {
            return;
        };
        let Some(verdict) = self.verdict(&refinement, vertex) else {
            return;
        };
        self.seek(self.tick + 1);
        self.question = Some(Question::Answered(verdict));
    }

    fn verdict(&self, refinement: &Refinement, vertex: u32) -> Option<String> {
        let scene = self.scenes.first()?;
        let node = *scene.node_of.get(vertex as usize)?;
        let guessed = scene.nodes.get(node as usize).filter(|node| !node.aside)?;
        let next = refinement.next?;
        let answer = t!(
            "explainer-question-answer",
            vertex = scene.nodes.get(next as usize)?.vertex + 1,
            gain = signed(*refinement.gains.get(next as usize)?)
        );
        let vertex = guessed.vertex + 1;
        let entry = refinement.queue.iter().find(|entry| entry.node == node);
        Some(match entry {
            _ if node == next => t!("explainer-question-right", answer),
            Some(entry) if refinement.is_best(node) => {
                t!("explainer-question-tie", vertex, gain = signed(entry.gain), answer)
            }
            Some(entry) if !entry.may_move => t!("explainer-question-heavy", vertex, answer),
            Some(entry) => t!("explainer-question-wrong", vertex, gain = signed(entry.gain), answer),
            None => t!("explainer-question-outside", vertex, answer),
        })
    }
}

/// A gain with its sign.
pub fn signed(gain: i64) -> String {
    match gain {
        0 => gain.to_string(),
        _ => format!("{gain:+}"),
    }
}
