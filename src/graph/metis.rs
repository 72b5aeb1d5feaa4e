//! METIS graph and part files.
