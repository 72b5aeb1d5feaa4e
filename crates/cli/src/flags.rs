//! Flags that only some methods use. A flag that no selected method uses is an error, because the user expects an effect.

use crate::error::{CliError, UnusedFlag};
use fastgas_select::Method;

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

pub const PRESET: Flag = Flag {
    name: "--preset",
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

/// The methods top-degree and graph-cover do not use `--weighted`, because they count edges and ignore edge weights.
pub const WEIGHTED: Flag = Flag {
    name: "--weighted",
    readers: &[Method::Fastgas, Method::Pagerank, Method::Louvain],
};

/// Returns an error if the user gives a flag that none of `methods` uses.
pub fn check(flags: &[(Flag, bool)], methods: &[Method]) -> Result<(), CliError> {
    let is_read = |flag: &Flag| methods.iter().any(|method| flag.readers.contains(method));
    match flags.iter().find(|(flag, is_given)| *is_given && !is_read(flag)) {
        Some((flag, _)) => Err(CliError::UnusedFlag(UnusedFlag::Method {
            flag: flag.name,
            methods: methods.to_vec(),
            readers: flag.readers,
        })),
        None => Ok(()),
    }
}
