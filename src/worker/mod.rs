//! The Web Worker.
