//! The review of suggestions and answers for many texts.

pub mod view;
