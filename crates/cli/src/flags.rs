//! Flags that only some methods read: one that none of the methods at hand reads is refused, since whoever gives it expects
//! something of it.

use crate::failure::{Failure, Idle};
use fastgas_select::Method;

/// A flag that only some methods read.
#[derive(Clone, Copy)]
pub struct Flag {
    name: &'static str,
    readers: &'static [Method],
}

pub const AS_PUBLISHED: Flag = Flag {
    name: "--as-published",
    readers: &[Method::Ideal],
};

pub const CONFIDENCES: Flag = Flag {
    name: "--confidences",
    readers: &[Method::VoteK],
};

pub const MODE: Flag = Flag {
    name: "--mode",
    readers: &[Method::Fastgas],
};

pub const PARTS: Flag = Flag {
    name: "--parts",
    readers: &[Method::Fastgas, Method::Subclustering],
};

pub const VOTE_NEIGHBORS: Flag = Flag {
    name: "--vote-neighbors",
    readers: &[Method::FastVoteK, Method::VoteK],
};

/// Degrees and the cover of the graph count edges, whatever they weigh.
pub const WEIGHTED: Flag = Flag {
    name: "--weighted",
    readers: &[Method::Fastgas, Method::Pagerank, Method::Louvain],
};

/// Whether each flag, given or not, is read by one of `methods` where it was given.
///
/// # Errors
/// [`Idle::Method`] for the first that is not.
pub fn check(flags: &[(Flag, bool)], methods: &[Method]) -> Result<(), Failure> {
    let is_read = |flag: &Flag| methods.iter().any(|method| flag.readers.contains(method));
    match flags.iter().find(|(flag, is_given)| *is_given && !is_read(flag)) {
        Some((flag, _)) => Err(Failure::Idle(Idle::Method {
            flag: flag.name,
            methods: methods.to_vec(),
            readers: flag.readers,
        })),
        None => Ok(()),
    }
}
