//! A queue of writes to storage. Consecutive writes of a project are joined, because each transaction takes time.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use fastgas_platform::ProjectId;

pub(crate) trait Joinable: Sized {
    /// Adds the content of `next` to this write. Returns `next` if the two writes cannot be joined.
    fn join(&mut self, next: Self) -> Option<Self>;
}

/// Waiting writes, in request order. Only one task at a time performs the writes.
pub(crate) struct WriteQueue<W> {
    writes: RefCell<VecDeque<(ProjectId, W)>>,
    is_performed: Cell<bool>,
}

impl<W> Default for WriteQueue<W> {
    fn default() -> WriteQueue<W> {
        WriteQueue {
            writes: RefCell::default(),
            is_performed: Cell::new(false),
        }
    }
}

impl<W> WriteQueue<W> {
    pub(crate) fn is_busy(&self) -> bool {
        self.is_performed.get()
    }
}

impl<W: Joinable> WriteQueue<W> {
    /// Returns true if the caller must start a task that performs the writes.
    /// The task ends when [`WriteQueue::take`] returns `None`.
    pub(crate) fn push(&self, id: ProjectId, write: W) -> bool {
        self.writes.borrow_mut().push_back((id, write));
        !self.is_performed.replace(true)
    }

    /// Removes the first write, joined with as many of the following writes as possible.
    /// `None` ends the task that performs the writes.
    pub(crate) fn take(&self) -> Option<(ProjectId, W)> {
        let mut writes = self.writes.borrow_mut();
        let Some((id, mut write)) = writes.pop_front() else {
            self.is_performed.set(false);
            return None;
        };
        while let Some((of, next)) = writes.pop_front() {
            let rest = match of == id {
                true => write.join(next),
                false => Some(next),
            };
            if let Some(next) = rest {
                writes.push_front((of, next));
                break;
            }
        }
        Some((id, write))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    enum Write {
        Answers(Vec<u32>),
        Form(u32),
    }

    impl Joinable for Write {
        fn join(&mut self, next: Write) -> Option<Write> {
            match (self, next) {
                (Write::Answers(answers), Write::Answers(more)) => {
                    answers.extend(more);
                    None
                }
                (_, next) => Some(next),
            }
        }
    }

    fn project(number: u64) -> ProjectId {
        ProjectId::begun_at(number)
    }

    #[test]
    fn consecutive_answers_of_a_project_are_written_together() {
        let queue = WriteQueue::default();
        for answer in [1, 2] {
            queue.push(project(1), Write::Answers(vec![answer]));
        }
        queue.push(project(1), Write::Form(3));
        queue.push(project(1), Write::Answers(vec![4]));
        queue.push(project(2), Write::Answers(vec![5]));
        queue.push(project(2), Write::Answers(vec![6]));
        let writes: Vec<(ProjectId, Write)> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(
            writes,
            [
                (project(1), Write::Answers(vec![1, 2])),
                (project(1), Write::Form(3)),
                (project(1), Write::Answers(vec![4])),
                (project(2), Write::Answers(vec![5, 6])),
            ]
        );
    }

    #[test]
    fn only_the_first_write_after_an_empty_queue_starts_a_task() {
        let queue = WriteQueue::default();
        assert!(queue.push(project(1), Write::Form(1)));
        assert!(!queue.push(project(1), Write::Form(2)));
        assert_eq!(queue.take(), Some((project(1), Write::Form(1))));
        assert!(!queue.push(project(1), Write::Form(3)), "the task still runs");
        assert_eq!(queue.take(), Some((project(1), Write::Form(2))));
        assert_eq!(queue.take(), Some((project(1), Write::Form(3))));
        assert_eq!(queue.take(), None);
        assert!(queue.push(project(1), Write::Form(4)));
    }
}
