//! The result of checking a project that was read.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IntegrityReport {
    pub generation: u64,
    pub n: u32,
    /// 0-based positions of log entries that were restored from the second copy of the log.
    pub restored: Vec<u32>,
    /// 0-based positions of lost log entries.
    pub missing: Vec<u32>,
    /// True if the log that was read differs from the log that was written.
    pub is_altered: bool,
    pub n_others_lost: usize,
    /// The rows with an unreadable cell, in ascending order. An unreadable cell is empty in the pool.
    pub lost_rows: Vec<u32>,
    /// True if all cells are readable, but their hash differs from the stored hash.
    pub has_other_texts: bool,
    pub lost_parts: Vec<ProjectPart>,
    /// True if the log has to be rewritten, although no entry is lost.
    pub rewrites: bool,
}

/// A part of the project that can be computed again if it is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectPart {
    /// If the partition is lost, the picks are also lost, but not the labels.
    Partition,
    Layout,
    Edges,
    Recorded,
}

impl IntegrityReport {
    pub(super) fn record_if_lost<T>(&mut self, which: ProjectPart, part: Option<T>) -> Option<T> {
        if part.is_none() {
            self.lost_parts.push(which);
        }
        part
    }

    pub fn is_damaged(&self) -> bool {
        !self.missing.is_empty()
            || self.is_altered
            || self.n_others_lost > 0
            || !self.lost_rows.is_empty()
            || self.has_other_texts
            || !self.lost_parts.is_empty()
    }
}
