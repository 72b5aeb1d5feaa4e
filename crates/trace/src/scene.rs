//! The content of a replay picture: the vertices of the current graph and the edges between them.

use super::{Bisection, Event, QueueKind, Replay, Stage};
use fastgas_graph::CsrGraph;

/// How a vertex is highlighted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The vertex is not highlighted.
    #[default]
    None,
    /// The vertex is the seed of a region.
    Start,
    /// The vertex has just changed sides or parts.
    Moved,
    /// The move of the vertex was undone.
    Undone,
    /// The vertex was picked before the pick moved to another vertex.
    Replaced,
    /// The vertex is a candidate for a pick.
    Proposed,
    /// The vertex is picked.
    Picked,
    /// The vertex is the latest pick, or a pick has just moved to this vertex.
    Latest,
}

/// A vertex to draw in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// The mean position of the instances that the node contains.
    pub at: [f64; 2],
    /// The number of instances that the node contains.
    pub weight: u32,
    /// The id of the vertex in the whole graph, regardless of the current level. For merged vertices, the lowest id.
    pub vertex: u32,
    /// Whether the node contains several vertices of the whole graph.
    pub is_merged: bool,
    /// The part or side as a color index; `None` before there are parts or sides.
    pub color: Option<u32>,
    /// How the node is highlighted.
    pub mark: Mark,
    /// In a refinement pass that is shown move by move, the gain is the decrease of the cut if the node changes sides.
    /// During the joint refinement, the gain is the decrease of the cut if the node moves to the best part with room.
    /// During the proposal of vertices and picks by residual degree, the gain is the residual degree of the node.
    /// During picks by coverage, the gain is the increase of the coverage in billionths if the node is picked.
    pub gain: Option<i64>,
    /// Whether the node is outside the group that is being bisected.
    pub aside: bool,
}

/// The role of a line in the current step.
/// Variants are in ascending order of prominence: later variants are drawn on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineKind {
    /// An edge in the background. During a bisection, the edge lies outside the group that is being bisected.
    /// During the selection of picks, the edge connects two parts.
    Aside,
    /// An edge that an earlier pick removed.
    Touched,
    /// An edge inside a side or part.
    Inner,
    /// An edge between sides or parts.
    Cut,
    /// An edge that the latest pick removes.
    Taken,
    /// The two ends of the line are being merged into one vertex.
    Match,
}

/// An edge to draw in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Indices of the line's two ends in the list of nodes.
    pub ends: [u32; 2],
    /// The weight of the edge.
    pub weight: u32,
    /// The role of the edge in the current step.
    pub kind: LineKind,
}

/// The content of a picture: nodes and lines.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    /// The nodes of the current graph, followed by the nodes outside the group that is being bisected.
    pub nodes: Vec<Node>,
    /// The lines between nodes; each edge of the graph occurs once.
    pub lines: Vec<Line>,
    /// For each instance, the index of its node.
    pub node_of: Vec<u32>,
    /// The kind of greedy step that the gains of the nodes refer to. `None` if the nodes have no gains.
    pub gain_kind: Option<QueueKind>,
}

/// An event in progress: the next event, and the number of completed ticks of the event; see [`ticks`].
pub type PartialEvent<'a> = (&'a Event, u32);

/// The number of ticks that an event takes: one for each visible change, or a single tick if `coarsely` is set.
pub fn ticks(event: &Event, coarsely: bool) -> u32 {
    let one_by_one = |n: usize| if coarsely { 1 } else { n.max(1) as u32 };
    match event {
        // The first tick shows the pairs or clusters, and the second tick merges them.
        Event::Match { .. } | Event::Cluster { .. } => 2,
        Event::Grow { joined } => one_by_one(joined.len()),
        // There is one extra tick if moves are undone at the end of the pass.
        Event::Pass { moves, n_kept, .. } => one_by_one(moves.len() + usize::from((*n_kept as usize) < moves.len())),
        Event::Search { moves, n_kept } => one_by_one(moves.len() + usize::from((*n_kept as usize) < moves.len())),
        Event::Rebalance { moves } | Event::Exchange { moves } => one_by_one(moves.len()),
        _ => 1,
    }
}

impl Scene {
    /// Returns the scene after the events of `replay`. `half` is the event in progress and its number of completed ticks.
    /// The moves of the previous event, `last`, are highlighted. `positions` has one position for each instance.
    /// The time is O(|V| + |E|).
    pub fn of(replay: &Replay, half: Option<PartialEvent<'_>>, last: Option<&Event>, positions: &[[f32; 2]]) -> Scene {
        match &replay.bisection {
            Some(bisection) => of_bisection(replay, bisection, half, last, positions),
            None if replay.stage == Stage::Select => of_selection(replay, last, positions),
            None => of_parts(replay, half, last, positions),
        }
    }

    /// Colors the nodes. `of` contains the color index of each node, in the order of the nodes.
    /// Lines between nodes of different colors become [`LineKind::Cut`], all other lines [`LineKind::Inner`].
    pub fn color(&mut self, of: &[u32]) {
        for (node, &color) in self.nodes.iter_mut().zip(of) {
            node.color = Some(color);
        }
        for line in &mut self.lines {
            let [a, b] = line.ends.map(|end| of[end as usize]);
            line.kind = if a == b { LineKind::Inner } else { LineKind::Cut };
        }
    }

    /// Returns a scene between the current scene and `next`. Both scenes show the same instances.
    /// Moves each node toward the node of `next` that contains the same vertex.
    /// `share`, from 0 to 1, is the share of the distance that each node has covered.
    pub fn toward(&self, next: &Scene, share: f64) -> Scene {
        let moved = |node: &Node| {
            let to = next.node_of.get(node.vertex as usize);
            let to = to
                .and_then(|&to| next.nodes.get(to as usize))
                .map_or(node.at, |to| to.at);
            let at = [0, 1].map(|axis| node.at[axis] + share * (to[axis] - node.at[axis]));
            Node { at, ..*node }
        };
        Scene {
            nodes: self.nodes.iter().map(moved).collect(),
            ..self.clone()
        }
    }

    /// Marks all lines that have an end in `nodes` as [`LineKind::Taken`].
    pub fn take_edges(&mut self, nodes: &[u32]) {
        for line in &mut self.lines {
            if line.ends.iter().any(|end| nodes.contains(end)) {
                line.kind = LineKind::Taken;
            }
        }
    }
}

/// Returns one node for each vertex of a graph, at the mean position of the vertex's instances.
/// `vertex_of` yields the vertex of each instance, if the instance has a vertex in the graph.
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
        gain: None,
        aside: false,
    };
    insides.into_iter().zip(0..).map(node).collect()
}

/// Returns one line for each edge. `kind` returns the role of the line, or `None` if the edge is omitted.
fn lines_of(graph: &CsrGraph, first: u32, kind: impl Fn(u32, u32) -> Option<LineKind>) -> Vec<Line> {
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

/// The pairs or clusters that the event in progress merges.
fn merging(half: Option<PartialEvent<'_>>) -> Option<&[u32]> {
    match half {
        Some((Event::Match { match_of: of } | Event::Cluster { cluster_of: of }, 1..)) => Some(of),
        _ => None,
    }
}

/// Whether the vertices `a` and `b` are merged. In a matching, `of` contains the partner of each vertex.
/// In a clustering, `of` contains the member that represents each vertex's cluster.
fn merge(of: &[u32], a: u32, b: u32) -> bool {
    of[a as usize] == b || of[b as usize] == a || (of[a as usize] == of[b as usize])
}

fn of_bisection(
    replay: &Replay,
    bisection: &Bisection,
    half: Option<PartialEvent<'_>>,
    last: Option<&Event>,
    positions: &[[f32; 2]],
) -> Scene {
    let graph = bisection.levels.graph();
    // Each instance is in one vertex of the partitioned graph. That vertex is in at most one vertex of the group's graph.
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
    let second = bisection.second_color();
    for (node, side) in nodes.iter_mut().zip(&sides) {
        node.color = Some(if *side == 0 { bisection.first_part } else { second });
    }
    let merging = merging(half);
    let mut lines = lines_of(graph, 0, |a, b| {
        let (a, b) = (a as usize, b as usize);
        Some(match merging {
            Some(of) if merge(of, a as u32, b as u32) => LineKind::Match,
            _ if !sides.is_empty() && sides[a] != sides[b] => LineKind::Cut,
            _ => LineKind::Inner,
        })
    });

    // Vertices outside the group are drawn as in the graph that is being partitioned.
    let outer = replay.graph();
    let first = nodes.len() as u32;
    let mut node_outside = vec![None; outer.n_vertices()];
    let all = nodes_of(outer, outer_of.iter().map(|&vertex| Some(vertex)), positions);
    for (vertex, node) in (0..).zip(all) {
        if in_group[vertex as usize].is_none() {
            node_outside[vertex as usize] = Some(nodes.len() as u32);
            nodes.push(Node {
                color: Some(replay.part_of[vertex as usize]),
                aside: true,
                ..node
            });
        }
    }
    let others = lines_of(outer, 0, |a, b| {
        (node_outside[a as usize].is_some() && node_outside[b as usize].is_some()).then_some(LineKind::Aside)
    });
    lines.extend(others.into_iter().map(|line| Line {
        ends: line.ends.map(|vertex| node_outside[vertex as usize].unwrap_or(first)),
        ..line
    }));
    let node_of = outer_of.iter().map(|&outer| {
        in_group[outer as usize]
            .or(node_outside[outer as usize])
            .unwrap_or(first)
    });
    Scene {
        node_of: node_of.collect(),
        gain_kind: None,
        nodes,
        lines,
    }
}

fn mark(nodes: &mut [Node], moves: impl Iterator<Item = u32>, n_kept: u32) {
    for (place, vertex) in (0..).zip(moves) {
        nodes[vertex as usize].mark = if place < n_kept { Mark::Moved } else { Mark::Undone };
    }
}

fn of_parts(replay: &Replay, half: Option<PartialEvent<'_>>, last: Option<&Event>, positions: &[[f32; 2]]) -> Scene {
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
            Some(of) if merge(of, a, b) => LineKind::Match,
            _ if part_of[a as usize] != part_of[b as usize] => LineKind::Cut,
            _ => LineKind::Inner,
        })
    });
    Scene {
        nodes,
        lines,
        node_of: coarse_of,
        gain_kind: None,
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
    if let Some(Event::Medoids { .. }) = last {
        for &[from, to] in &replay.moved_picks {
            scene.nodes[to as usize].mark = Mark::Latest;
            // If another pick has moved to the vertex, the vertex is still picked.
            if !picked[from as usize] {
                scene.nodes[from as usize].mark = Mark::Replaced;
            }
        }
    }
    let by_degree = !replay.quotas.is_empty();
    // The step before the first pick reports the cut, so edges between parts are shown as cut edges in this step.
    // From the first pick on, only edges inside a part affect the picks. Edges between parts are drawn without emphasis.
    let shows_parts = matches!(last, Some(Event::Quotas { .. } | Event::Propose { .. }));
    for line in &mut scene.lines {
        let is = |wanted: &dyn Fn(u32) -> bool| line.ends.iter().any(|&end| wanted(end));
        line.kind = match line.kind {
            LineKind::Cut if shows_parts => LineKind::Cut,
            LineKind::Cut => LineKind::Aside,
            kind if !by_degree => kind,
            _ if latest.is_some()
                && is(&|end| Some(end) == latest)
                && !is(&|end| Some(end) != latest && picked[end as usize]) =>
            {
                LineKind::Taken
            }
            _ if is(&|end| picked[end as usize]) => LineKind::Touched,
            kind => kind,
        };
    }
    scene
}
