//! Places in a trace that are worth jumping to.

use super::{Event, Replay};

/// A place in the trace worth jumping to.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// What happens there.
    pub title: Title,
    /// How deep in the recursion.
    pub depth: u32,
    /// Where it begins.
    pub tick: u32,
    /// The instances that it is about; all where there are none.
    pub instances: Vec<u32>,
}

/// What happens in a chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Title {
    /// The graph is cut into so many parts.
    Cut(u32),
    /// A group is cut in two.
    Bisect {
        /// The first of its parts.
        first: u32,
        /// How many parts the two sides will be.
        sides: [u32; 2],
    },
    /// Coarsening for all parts together begins.
    Coarsen,
    /// The cycle of this number begins.
    Cycle(u32),
    /// All parts are cut in two, so that there are so many.
    Halve(u32),
    /// Picks are made.
    Pick,
}

/// Whether a chapter begins with an event; `replay` is after it.
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
