//! The views and types that all requests to a language model share: the fields for its endpoint, the consent, the failures, and
//! the progress.

pub mod consent;
pub mod failure;
pub mod fields;
pub mod problems_view;
pub mod progress_view;

pub use consent::Consent;
pub use failure::RequestFailure;
