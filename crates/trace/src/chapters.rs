//! Chapters of a trace: the points that the user can jump to.

use super::{Event, Replay};

/// A section of the trace that the user can jump to.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// The title of the chapter.
    pub title: Title,
    /// Depth in the recursive bisection; 0 for chapters about all parts.
    pub depth: u32,
    /// The tick when the chapter begins. Ticks count the visible changes since the start of the trace.
    pub tick: u32,
    /// The instances in the group that is being bisected; empty if the chapter covers all instances.
    pub instances: Vec<u32>,
}

/// The title of a chapter: the step of the algorithm that the chapter shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Title {
    /// The graph is partitioned into parts. The value is the number of parts.
    Cut(u32),
    /// A group of vertices is bisected.
    Bisect {
        /// The lowest part index of the group that is bisected.
        first: u32,
        /// The number of parts for each of the two sides.
        sides: [u32; 2],
    },
    /// The coarsening of the graph begins. Afterwards, the coarsest graph is partitioned into all parts.
    Coarsen,
    /// A V-cycle begins: a coarsening followed by a refinement. The value is the 1-based index of the V-cycle.
    Cycle(u32),
    /// Each part is bisected. The value is the number of parts after the bisections.
    Halve(u32),
    /// The picking of instances begins.
    Pick,
}

/// Returns the chapter that begins with `event`, if any. `replay` is the state after the event.
pub(super) fn chapter(event: &Event, replay: &Replay, tick: u32) -> Option<Chapter> {
    let whole = |title: Title| Chapter {
        title,
        depth: 0,
        tick,
        instances: Vec::new(),
    };
    Some(match event {
        &Event::Cut { n_parts, .. } => whole(Title::Cut(n_parts)),
        Event::Bisect {
            first_part, n_parts, ..
        } => {
            let bisection = replay.bisection.as_ref()?;
            let (half, mut depth, mut width) = (n_parts.div_ceil(2), 1, replay.n_parts);
            while width > *n_parts {
                (width, depth) = (width.div_ceil(2), depth + 1);
            }
            let in_group = |&instance: &u32| {
                let vertex = replay.levels.coarse_of_one(instance);
                bisection.members.binary_search(&vertex).is_ok()
            };
            Chapter {
                title: Title::Bisect {
                    first: *first_part,
                    sides: [half, n_parts - half],
                },
                depth,
                tick,
                instances: (0..replay.finest().n_vertices() as u32).filter(in_group).collect(),
            }
        }
        Event::Cluster { .. } if replay.levels.n_coarser() == 1 && replay.cycles == 0 => whole(Title::Coarsen),
        Event::Cycle => whole(Title::Cycle(replay.cycles)),
        Event::Halve => whole(Title::Halve(replay.n_parts)),
        Event::Quotas { .. } | Event::Propose { .. } => whole(Title::Pick),
        _ => return None,
    })
}
