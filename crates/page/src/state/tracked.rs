//! Detects which parts of the state have changed.
//!
//! A view that reads a part of the state subscribes only to this part. Writing to a part marks the part as changed.
//! After each message, the subscribers of the changed parts are notified.

use std::cell::Cell;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

use leptos::prelude::{ArcTrigger, Track};

thread_local! {
    /// The number of the call of `tracked` that is in progress. 0 outside such a call, and in a call of `untracked`.
    static CURRENT_READ: Cell<u64> = const { Cell::new(0) };
    static N_READS: Cell<u64> = const { Cell::new(0) };
}

/// Calls `read`, and subscribes the current effect or memo to each part of the state that `read` uses.
pub fn tracked<R>(read: impl FnOnce() -> R) -> R {
    let number = N_READS.get() + 1;
    N_READS.set(number);
    let _restore = CurrentRead::enter(number);
    read()
}

/// Calls `read` without subscribing the current effect or memo to the parts of the state that `read` uses.
pub fn untracked<R>(read: impl FnOnce() -> R) -> R {
    let _restore = CurrentRead::enter(0);
    read()
}

/// Stores the previous `CURRENT_READ`. Dropping the guard restores this number, even if the read panics.
struct CurrentRead(u64);

impl CurrentRead {
    fn enter(number: u64) -> CurrentRead {
        CurrentRead(CURRENT_READ.replace(number))
    }
}

impl Drop for CurrentRead {
    fn drop(&mut self) {
        CURRENT_READ.set(self.0);
    }
}

/// A part of the state that notifies its subscribers of changes.
///
/// Assign to a part with `*part = value`. Replacing the wrapper itself would lose the subscribers.
pub struct Tracked<T> {
    value: T,
    is_changed: bool,
    subscribers: ArcTrigger,
    /// The number of the last read that has subscribed to this part, because a read subscribes only once.
    last_read: AtomicU64,
}

impl<T> Tracked<T> {
    pub fn new(value: T) -> Tracked<T> {
        Tracked {
            value,
            is_changed: false,
            subscribers: ArcTrigger::new(),
            last_read: AtomicU64::new(0),
        }
    }

    pub fn into_inner(self) -> T {
        self.value
    }

    /// The subscribers to notify. `None` if this part has not changed since the last call.
    pub fn take_changed(&mut self) -> Option<ArcTrigger> {
        std::mem::take(&mut self.is_changed).then(|| self.subscribers.clone())
    }

    pub fn mark(&mut self) {
        self.is_changed = true;
    }

    /// Mutable access that does not mark this part as changed.
    /// Used for a value whose fields detect their own changes, and for fields that no view shows.
    pub fn unmarked(&mut self) -> &mut T {
        &mut self.value
    }
}

/// The changed fields of a struct that has only [`Tracked`] fields, each with its name and its subscribers.
/// The macro destructures the struct and must name all fields, so the compiler reports a missing field.
macro_rules! changed_parts {
    ($type:ident, $value:expr, $($part:ident),*) => {{
        let $type { $($part),* } = $value;
        let parts = [$((stringify!($part), $part.take_changed())),*];
        parts
            .into_iter()
            .filter_map(|(name, subscribers)| Some((name, subscribers?)))
            .collect::<Vec<_>>()
    }};
}
pub(crate) use changed_parts;

impl<T> Tracked<Option<T>> {
    /// Mutable access to a value whose fields detect their own changes.
    /// Subscribers of this part are notified only when the value appears, disappears or is replaced.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.value.as_mut()
    }
}

impl<T> Deref for Tracked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        let read = CURRENT_READ.get();
        if read != 0 && self.last_read.swap(read, Ordering::Relaxed) != read {
            #[expect(clippy::disallowed_methods, reason = "a trigger has no value to compute")]
            self.subscribers.track();
        }
        &self.value
    }
}

impl<T> DerefMut for Tracked<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.is_changed = true;
        &mut self.value
    }
}

impl<T> From<T> for Tracked<T> {
    fn from(value: T) -> Tracked<T> {
        Tracked::new(value)
    }
}

impl<T: Default> Default for Tracked<T> {
    fn default() -> Tracked<T> {
        Tracked::new(T::default())
    }
}

/// A clone has no subscribers.
impl<T: Clone> Clone for Tracked<T> {
    fn clone(&self) -> Tracked<T> {
        Tracked::new((**self).clone())
    }
}

impl<T: PartialEq> PartialEq for Tracked<T> {
    fn eq(&self, other: &Tracked<T>) -> bool {
        **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for Tracked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leptos::prelude::{ArcMemo, Get, Notify, Owner};
    use std::sync::Arc;
    use std::sync::Mutex;

    type Parts = (Tracked<i32>, Tracked<i32>);

    #[test]
    fn writing_marks_a_part_and_reading_does_not() {
        let mut part = Tracked::new(vec![1]);
        assert_eq!(part.len(), 1);
        assert!(part.take_changed().is_none());
        part.push(2);
        assert!(part.take_changed().is_some() && part.take_changed().is_none());
        part.unmarked().push(3);
        assert!(part.take_changed().is_none());
        *part = Vec::new();
        assert!(part.take_changed().is_some());
    }

    #[test]
    fn memo_runs_again_only_after_a_change_of_a_part_that_it_read() {
        let owner = Owner::new();
        owner.set();
        let parts = Arc::new(Mutex::new((Tracked::new(1), Tracked::new(10))));
        let runs = Arc::new(AtomicU64::new(0));
        let memo = ArcMemo::new({
            let (parts, runs) = (parts.clone(), runs.clone());
            move |_| {
                runs.fetch_add(1, Ordering::Relaxed);
                let parts = parts.lock().expect("no panic");
                tracked(|| *parts.0 + *parts.0) + untracked(|| *parts.1)
            }
        });
        let change = |change: fn(&mut Parts)| {
            let mut parts = parts.lock().expect("no panic");
            change(&mut parts);
            let changed = [parts.0.take_changed(), parts.1.take_changed()];
            drop(parts);
            changed.into_iter().flatten().for_each(|part| part.notify());
        };
        assert_eq!((memo.get(), runs.load(Ordering::Relaxed)), (12, 1));
        change(|parts| *parts.1 = 20);
        assert_eq!(
            (memo.get(), runs.load(Ordering::Relaxed)),
            (12, 1),
            "the part was only read untracked"
        );
        change(|parts| *parts.0 = 2);
        assert_eq!((memo.get(), runs.load(Ordering::Relaxed)), (24, 2));
    }
}
