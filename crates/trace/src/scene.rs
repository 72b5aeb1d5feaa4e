//! What is to be seen of a replay: the vertices of the graph that is worked on, and the lines between them.

use super::{Bisection, Event, Replay, Stage};
use fastgas_graph::CsrGraph;

/// How a vertex stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Not at all.
    #[default]
    None,
    /// A region began here.
    Start,
    /// It has just changed sides.
    Moved,
    /// It changed sides and was moved back.
    Undone,
    /// It may be picked.
    Proposed,
    /// It is picked.
    Picked,
    /// It has just been picked.
    Latest,
}

/// One vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// The mean place of the instances inside.
    pub at: [f64; 2],
    /// How many instances are inside.
    pub weight: u32,
    /// Its number in the whole graph, whatever graph is worked on; of several that are merged, the lowest.
    pub vertex: u32,
    /// Whether it is several vertices of the whole graph.
    pub is_merged: bool,
    /// The part or side, as a color; none before there are any.
    pub color: Option<u32>,
    /// How it stands out.
    pub mark: Mark,
    /// Not in the group that is being cut.
    pub aside: bool,
}

/// What a line says, from the least to the most telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An edge of a group that is not being cut, or one between parts while picks are made.
    Aside,
    /// An edge that an earlier pick has taken away.
    Touched,
    /// An edge inside.
    Inner,
    /// An edge between sides or parts.
    Cut,
    /// An edge that the latest pick takes away.
    Taken,
    /// The two ends become one vertex.
    Match,
}

/// One edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Places among the nodes.
    pub ends: [u32; 2],
    /// Its weight.
    pub weight: u32,
    /// What it says.
    pub kind: Kind,
}

/// A picture's content.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    /// Those worked on first.
    pub nodes: Vec<Node>,
    /// Each edge once.
    pub lines: Vec<Line>,
    /// For each instance its node.
    pub node_of: Vec<u32>,
}

/// A step that is half done: the event that comes next, and how many ticks of it are over; see [`ticks`].
pub type Half<'a> = (&'a Event, u32);

/// How many ticks an event has: one for each thing that can be watched, or where `coarsely` one in all.
pub fn ticks(event: &Event, coarsely: bool) -> u32 {
    let one_by_one = |n: usize| if coarsely { 1 } else { n.max(1) as u32 };
    match event {
        // Paired, then merged.
        Event::Match { .. } | Event::Cluster { .. } => 2,
        Event::Grow { joined } => one_by_one(joined.len()),
        // And what is undone, in the end.
        Event::Pass { moves, n_kept, .. } => one_by_one(moves.len() + usize::from((*n_kept as usize) < moves.len())),
        Event::Search { moves, n_kept } => one_by_one(moves.len() + usize::from((*n_kept as usize) < moves.len())),
        Event::Rebalance { moves } | Event::Exchange { moves } => one_by_one(moves.len()),
        _ => 1,
    }
}

impl Scene {
    /// What is to be seen after the events of `replay`. `half`: of the event after these, so many ticks, not all;
    /// `last`: the event before, whose moves are to stand out. `positions`: of each instance. O(|V| + |E|).
    pub fn of(replay: &Replay, half: Option<Half<'_>>, last: Option<&Event>, positions: &[[f32; 2]]) -> Scene {
        match &replay.bisection {
            Some(bisection) => of_bisection(replay, bisection, half, last, positions),
            None if replay.stage == Stage::Select => of_selection(replay, last, positions),
            None => of_parts(replay, half, last, positions),
        }
    }

    /// Gives each node a color, and each line between two colors shows that it is cut.
    pub fn color(&mut self, of: &[u32]) {
        for (node, &color) in self.nodes.iter_mut().zip(of) {
            node.color = Some(color);
        }
        for line in &mut self.lines {
            let [a, b] = line.ends.map(|end| of[end as usize]);
            line.kind = if a == b { Kind::Inner } else { Kind::Cut };
        }
    }

    /// Shows the lines that touch one of these nodes as taken.
    pub fn take_edges(&mut self, nodes: &[u32]) {
        for line in &mut self.lines {
            if line.ends.iter().any(|end| nodes.contains(end)) {
                line.kind = Kind::Taken;
            }
        }
    }
}

/// A node for each vertex of a graph, at the mean place of its instances. `vertex_of`: of each instance, if it has one.
fn nodes_of(graph: &CsrGraph, vertex_of: impl Iterator<Item = Option<u32>>, positions: &[[f32; 2]]) -> Vec<Node> {
    let n = graph.n_vertices();
    let mut insides = vec![([0.0; 2], 0u32, 0u32); n];
    for ((instance, vertex), &[x, y]) in (0u32..).zip(vertex_of).zip(positions) {
        if let Some(vertex) = vertex {
            let (sum, count, lowest) = &mut insides[vertex as usize];
            *sum = [sum[0] + f64::from(x), sum[1] + f64::from(y)];
            if *count == 0 {
                *lowest = instance;
            }
            *count += 1;
        }
    }
    let node = |((sum, count, lowest), id): (([f64; 2], u32, u32), u32)| Node {
        at: sum.map(|sum| sum / f64::from(count.max(1))),
        weight: graph.vertex_weights[id as usize],
        vertex: lowest,
        is_merged: count > 1,
        color: None,
        mark: Mark::None,
        aside: false,
    };
    insides.into_iter().zip(0..).map(node).collect()
}

/// Each edge once, of the kind that `kind` gives.
fn lines_of(graph: &CsrGraph, first: u32, kind: impl Fn(u32, u32) -> Option<Kind>) -> Vec<Line> {
    let of_vertex = |vertex: u32| {
        let kind = &kind;
        let edges = graph.edges_of(vertex).filter(move |&(other, _)| vertex < other);
        edges.filter_map(move |(other, weight)| {
            let kind = kind(vertex, other)?;
            let ends = [first + vertex, first + other];
            Some(Line { ends, weight, kind })
        })
    };
    (0..graph.n_vertices() as u32).flat_map(of_vertex).collect()
}

/// Pairs or clusters that are about to become one.
fn merging(half: Option<Half<'_>>) -> Option<&[u32]> {
    match half {
        Some((Event::Match { match_of: of } | Event::Cluster { cluster_of: of }, 1..)) => Some(of),
        _ => None,
    }
}

/// Whether these two are merged. A matching names the other one, a clustering the one that the members name.
fn merge(of: &[u32], a: u32, b: u32) -> bool {
    of[a as usize] == b || of[b as usize] == a || (of[a as usize] == of[b as usize])
}

fn of_bisection(
    replay: &Replay,
    bisection: &Bisection,
    half: Option<Half<'_>>,
    last: Option<&Event>,
    positions: &[[f32; 2]],
) -> Scene {
    let graph = bisection.levels.graph();
    // From the instance to the vertex of the graph that is cut, to the group's, to the coarse one.
    let in_group = bisection.vertex_of(replay.part_of.len());
    let outer_of = replay.levels.coarse_of();
    let vertex_of = || outer_of.iter().map(|&outer| in_group[outer as usize]);
    let mut nodes = nodes_of(graph, vertex_of(), positions);

    let mut sides = bisection.side_of.clone();
    match half {
        Some((Event::Grow { joined }, done)) => {
            sides = vec![1; nodes.len()];
            joined[..done as usize]
                .iter()
                .for_each(|&vertex| sides[vertex as usize] = 0);
            nodes[joined[0] as usize].mark = Mark::Start;
        }
        Some((Event::Pass { moves, .. }, done)) => {
            for &vertex in &moves[..(done as usize).min(moves.len())] {
                sides[vertex as usize] ^= 1;
                nodes[vertex as usize].mark = Mark::Moved;
            }
        }
        _ => {}
    }
    if half.is_none_or(|(_, done)| done == 0) {
        match last {
            Some(Event::Grow { joined }) => joined
                .iter()
                .take(1)
                .for_each(|&v| nodes[v as usize].mark = Mark::Start),
            Some(Event::Pass { moves, n_kept, .. }) => mark(&mut nodes, moves.iter().copied(), *n_kept),
            _ => {}
        }
    }
    let second = bisection.second();
    for (node, side) in nodes.iter_mut().zip(&sides) {
        node.color = Some(if *side == 0 { bisection.first_part } else { second });
    }
    let merging = merging(half);
    let mut lines = lines_of(graph, 0, |a, b| {
        let (a, b) = (a as usize, b as usize);
        Some(match merging {
            Some(of) if merge(of, a as u32, b as u32) => Kind::Match,
            _ if !sides.is_empty() && sides[a] != sides[b] => Kind::Cut,
            _ => Kind::Inner,
        })
    });

    // Everyone else stands aside, as in the graph that is cut.
    let outer = replay.graph();
    let first = nodes.len() as u32;
    let mut aside_of = vec![None; outer.n_vertices()];
    let all = nodes_of(outer, outer_of.iter().map(|&vertex| Some(vertex)), positions);
    for (vertex, node) in (0..).zip(all) {
        if in_group[vertex as usize].is_none() {
            aside_of[vertex as usize] = Some(nodes.len() as u32);
            nodes.push(Node {
                color: Some(replay.part_of[vertex as usize]),
                aside: true,
                ..node
            });
        }
    }
    let others = lines_of(outer, 0, |a, b| {
        (aside_of[a as usize].is_some() && aside_of[b as usize].is_some()).then_some(Kind::Aside)
    });
    lines.extend(others.into_iter().map(|line| Line {
        ends: line.ends.map(|vertex| aside_of[vertex as usize].unwrap_or(first)),
        ..line
    }));
    let node_of = outer_of
        .iter()
        .map(|&outer| in_group[outer as usize].or(aside_of[outer as usize]).unwrap_or(first));
    Scene {
        node_of: node_of.collect(),
        nodes,
        lines,
    }
}

fn mark(nodes: &mut [Node], moves: impl Iterator<Item = u32>, n_kept: u32) {
    for (place, vertex) in (0..).zip(moves) {
        nodes[vertex as usize].mark = if place < n_kept { Mark::Moved } else { Mark::Undone };
    }
}

fn of_parts(replay: &Replay, half: Option<Half<'_>>, last: Option<&Event>, positions: &[[f32; 2]]) -> Scene {
    let graph = replay.graph();
    let coarse_of = replay.levels.coarse_of();
    let mut nodes = nodes_of(graph, coarse_of.iter().map(|&vertex| Some(vertex)), positions);
    let mut part_of = replay.part_of.clone();
    match (half, last) {
        (Some((Event::Search { moves, .. } | Event::Exchange { moves } | Event::Rebalance { moves }, done)), _)
            if done > 0 =>
        {
            for &(vertex, to) in &moves[..(done as usize).min(moves.len())] {
                part_of[vertex as usize] = to;
                nodes[vertex as usize].mark = Mark::Moved;
            }
        }
        (_, Some(Event::Search { moves, n_kept })) => mark(&mut nodes, moves.iter().map(|&(v, _)| v), *n_kept),
        (_, Some(Event::Exchange { moves } | Event::Rebalance { moves })) => {
            mark(&mut nodes, moves.iter().map(|&(v, _)| v), u32::MAX);
        }
        _ => {}
    }
    let one_group = part_of.iter().all(|&part| part == 0);
    if !one_group {
        for (node, &part) in nodes.iter_mut().zip(&part_of) {
            node.color = Some(part);
        }
    }
    let merging = merging(half);
    let lines = lines_of(graph, 0, |a, b| {
        Some(match merging {
            Some(of) if merge(of, a, b) => Kind::Match,
            _ if part_of[a as usize] != part_of[b as usize] => Kind::Cut,
            _ => Kind::Inner,
        })
    });
    Scene {
        nodes,
        lines,
        node_of: coarse_of,
    }
}

fn of_selection(replay: &Replay, last: Option<&Event>, positions: &[[f32; 2]]) -> Scene {
    let mut scene = of_parts(replay, None, None, positions);
    let picked = replay.picked();
    for &row in &replay.proposed {
        scene.nodes[row as usize].mark = Mark::Proposed;
    }
    for (node, &picked) in scene.nodes.iter_mut().zip(&picked) {
        if picked {
            node.mark = Mark::Picked;
        }
    }
    let latest = match last {
        Some(&(Event::Pick { row, .. } | Event::Take { row, .. })) => Some(row),
        _ => None,
    };
    if let Some(row) = latest {
        scene.nodes[row as usize].mark = Mark::Latest;
    }
    let by_degree = !replay.quotas.is_empty();
    // The sentence tells what is cut; from the first pick on only edges inside a part count.
    let parts_stand = matches!(last, Some(Event::Quotas { .. } | Event::Propose { .. }));
    for line in &mut scene.lines {
        let is = |wanted: &dyn Fn(u32) -> bool| line.ends.iter().any(|&end| wanted(end));
        line.kind = match line.kind {
            Kind::Cut if parts_stand => Kind::Cut,
            Kind::Cut => Kind::Aside,
            kind if !by_degree => kind,
            _ if latest.is_some()
                && is(&|end| Some(end) == latest)
                && !is(&|end| Some(end) != latest && picked[end as usize]) =>
            {
                Kind::Taken
            }
            _ if is(&|end| picked[end as usize]) => Kind::Touched,
            kind => kind,
        };
    }
    scene
}
