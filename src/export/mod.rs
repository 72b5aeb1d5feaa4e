//! Labeled picks as files.
