//! Converts panics of a library to errors. The libraries for .xls and Parquet panic on some damaged files.
//!
//! WebAssembly cannot unwind. A panic in WebAssembly ends the worker, and the web page reports the panic as an error.

#[cfg(panic = "unwind")]
pub(crate) use unwinding::caught;

/// Reads a file by calling `read`. If `read` panics, the program ends.
///
/// # Errors
/// Returns any error from `read`.
#[cfg(not(panic = "unwind"))]
pub(crate) fn caught<T, E>(read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    read()
}

#[cfg(panic = "unwind")]
mod unwinding {
    use std::cell::{Cell, RefCell};
    use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
    use std::sync::Once;

    use fastgas_data::LoadError;

    thread_local! {
        static IS_READING: Cell<bool> = const { Cell::new(false) };
        /// Message of the most recent panic while this thread was reading a file.
        static PANIC_MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
    }

    static INSTALLED: Once = Once::new();

    /// Reads a file by calling `read`. If `read` panics, nothing is printed.
    /// Other panics reach the previous panic hook.
    ///
    /// # Errors
    /// Fails with the errors from `read`, and with [`LoadError::DamagedTable`] if `read` panics.
    pub(crate) fn caught<T>(read: impl FnOnce() -> Result<T, LoadError>) -> Result<T, LoadError> {
        // The panic hook is set only once, because other threads may panic or read files at any time.
        INSTALLED.call_once(|| {
            let earlier = take_hook();
            set_hook(Box::new(move |info| {
                // Thread-local values are no longer accessible while a thread is shutting down.
                match IS_READING.try_with(Cell::get) {
                    Ok(true) => PANIC_MESSAGE.set(panic_message(info)),
                    Ok(false) | Err(_) => earlier(info),
                }
            }));
        });
        let before = IS_READING.replace(true);
        // All values that a panic of the closure may leave inconsistent are dropped together with the closure.
        let result = catch_unwind(AssertUnwindSafe(read));
        IS_READING.set(before);
        result.unwrap_or_else(|_| {
            Err(LoadError::DamagedTable {
                message: PANIC_MESSAGE.take().into(),
            })
        })
    }

    fn panic_message(info: &PanicHookInfo<'_>) -> String {
        let words = info.payload_as_str().unwrap_or("no message");
        match info.location() {
            Some(place) => {
                let file = place.file().rsplit(['/', '\\']).next().unwrap_or_default();
                format!("{words} ({file}:{})", place.line())
            }
            None => words.to_owned(),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn panic_of_a_reader_becomes_an_error_with_its_message() {
            let error = caught::<()>(|| panic!("index {} out of range", 3)).expect_err("it panics");
            let LoadError::DamagedTable { message } = &error else {
                panic!("{error}");
            };
            assert!(
                message.0.starts_with("index 3 out of range (panics.rs:"),
                "{}",
                message.0
            );
            assert!(!error.advice().is_empty());
        }

        #[test]
        fn values_and_errors_of_a_reader_are_returned_unchanged() {
            assert_eq!(caught(|| Ok(7)), Ok(7));
            assert_eq!(caught::<()>(|| Err(LoadError::Empty)), Err(LoadError::Empty));
        }

        #[test]
        fn panic_outside_of_a_reader_reaches_the_earlier_hook() {
            assert!(caught::<()>(|| panic!("a damaged file")).is_err());
            assert!(!IS_READING.get(), "the state is restored after a panic");
            let outside = catch_unwind(|| panic!("another panic"));
            assert!(outside.is_err());
            assert!(
                PANIC_MESSAGE.with_borrow(String::is_empty),
                "the hook of this module keeps quiet"
            );
        }
    }
}
