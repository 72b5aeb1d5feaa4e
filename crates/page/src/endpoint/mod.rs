//! Code that all features with requests to a language model share.
//! The module contains the form, the runs, the consent, the failures, the storage problems, the progress, and the views.

pub mod consent;
pub mod counts;
pub mod effects;
pub mod failure;
pub mod fields;
pub mod form;
pub mod problems_view;
pub mod progress_view;
pub mod run_questions;
pub mod runs;
pub mod storage;
#[cfg(test)]
pub mod tests;

pub use consent::Consent;
pub use counts::RequestCounts;
pub use failure::RequestFailure;
pub use form::{Form, MAX_SHOTS, Recipient};
pub use run_questions::RunQuestions;
pub(crate) use runs::RunContext;
pub use runs::{ActiveRun, EndpointRuns, NewRun, RunCmd, RunEvent, RunMsg, RunStage, Sending};
pub use storage::{StorageProblems, StoredPart};
