//! The question which vertex moves next in a refinement pass, or is picked next, and the verdict on the answer.

use crate::explainer::Explainer;
use crate::i18n::t;
use fastgas_trace::GainQueue;

/// A question about the next move or pick.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// The user has to name the vertex.
    Asked,
    /// The verdict; the vertex has moved or is picked.
    Answered(String),
}

impl Explainer {
    /// The queue, if it can be asked about: a single player before a move or a pick.
    fn before_step(&self) -> Option<GainQueue> {
        let [player] = &self.players[..] else { return None };
        let queue = player.gain_queue()?;
        queue.next.is_some().then_some(queue)
    }

    /// Whether the gains are hidden because they would give the answer away.
    pub fn is_asking(&self) -> bool {
        self.question == Some(Question::Asked)
    }

    /// Asks about the next step, if the user wants that and the step is a move or a pick. Returns whether the step has to wait.
    pub(crate) fn asks_first(&mut self) -> bool {
        let is_new = self.asks && !self.is_asking() && self.before_step().is_some();
        if is_new {
            self.playing = false;
            self.question = Some(Question::Asked);
        }
        is_new
    }

    /// Takes the next vertex and compares it with the user's guess, a vertex of the original graph.
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
        if queue.is_of_picks {
            let answer = t!("explainer-question-pick-answer", vertex = next_vertex, degree = most);
            return Some(match entry {
                _ if is_right => t!("explainer-question-right", answer),
                Some(_) if queue.is_best(node) => t!("explainer-question-pick-tie", vertex, answer),
                Some(entry) => t!("explainer-question-pick-wrong", vertex, degree = entry.gain, answer),
                None => t!("explainer-question-pick-outside", vertex, answer),
            });
        }
        let answer = t!("explainer-question-answer", vertex = next_vertex, gain = signed(most));
        Some(match entry {
            _ if is_right => t!("explainer-question-right", answer),
            Some(entry) if queue.is_best(node) => {
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
