//! A graph that the user draws, types, pastes, or opens as a METIS file.
//!
//! ```text
//!  drawing ──press──▶ vertices, edges ──▶ text (a line for each edge)
//!  text, file ──read──▶ vertices, edges ──▶ drawing
//! ```

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::explainer::Settings;
use crate::explainer::source_graph::SourceGraph;
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{key, t};
use fastgas_graph::{CsrGraph, read_metis};
use fastgas_protocol::Error;
use fastgas_trace::examples::places;

pub const OWN_GRAPH: &str = "drawn";

/// Maximum number of vertices in a drawn graph, because the layout time is quadratic in this number.
/// Also the maximum number of vertices in a graph for which the explainer shows single moves.
pub const MAX_VERTICES: usize = 300;

/// Maximum distance from a vertex at which a press selects it. The drawing has a width of 2.
const PRESS_RADIUS: f32 = 0.08;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphDraft {
    /// The position of each vertex in the drawing, from −1 to 1 on both axes.
    pub positions: Vec<[f32; 2]>,
    /// The weighted edges. Each edge occurs once, with the lower vertex first.
    pub edges: BTreeSet<([u32; 2], u32)>,
    /// The weights of the vertices. `None` if all vertices have the same weight.
    weights: Option<Vec<u32>>,
    /// The next edge begins at the selected vertex.
    pub selected: Option<u32>,
    /// The graph as text, which the user typed or which was derived from the drawing.
    pub text: String,
    pub problem: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DraftMsg {
    /// A press adds or selects a vertex, or adds or removes an edge at the selected vertex.
    Press([f32; 2]),
    Remove,
    Clear,
    Type(String),
    Read(Vec<u8>),
    Unreadable(String),
}

impl GraphDraft {
    pub(crate) fn apply(&mut self, msg: DraftMsg) {
        match msg {
            DraftMsg::Press(place) => self.press(place),
            DraftMsg::Remove => self.remove_selected(),
            DraftMsg::Clear => *self = GraphDraft::default(),
            DraftMsg::Type(text) => self.read(text, false),
            DraftMsg::Read(bytes) => match String::from_utf8(bytes) {
                Ok(text) => self.read(text, true),
                Err(_) => self.problem = Some(t!("explainer-draft-not-text-problem")),
            },
            DraftMsg::Unreadable(reason) => self.problem = Some(t!("explainer-draft-file-problem", reason)),
        }
    }

    /// Returns `None` for a graph with fewer than two vertices or with invalid text.
    pub fn graph(&self) -> Option<CsrGraph> {
        let n = self.positions.len();
        if n < 2 || self.problem.is_some() {
            return None;
        }
        let mut rows: Vec<Vec<(u32, u32)>> = vec![Vec::new(); n];
        for &([a, b], weight) in &self.edges {
            rows[a as usize].push((b, weight));
            rows[b as usize].push((a, weight));
        }
        rows.iter_mut().for_each(|row| row.sort_unstable());
        let graph = CsrGraph::from_rows(rows);
        Some(match &self.weights {
            Some(weights) => CsrGraph {
                vertex_weights: weights.clone(),
                ..graph
            },
            None => graph,
        })
    }

    pub(crate) fn source(&self) -> Option<SourceGraph> {
        let n = self.positions.len() as u32;
        let initial = Settings {
            n_parts: n.min(2),
            budget: n.min(2),
            ..Settings::default()
        };
        Some(SourceGraph {
            initial,
            name: OWN_GRAPH,
            about: key!("explainer-draft-description"),
            graph: Arc::new(self.graph()?),
            positions: Arc::new(self.positions.clone()),
            texts: Arc::default(),
            halves: None,
            real_sides: None,
            embeddings: None,
            labels: Arc::default(),
            recorded: None,
        })
    }

    fn press(&mut self, place: [f32; 2]) {
        let distance = |&[x, y]: &[f32; 2]| (x - place[0]).hypot(y - place[1]);
        let near = (0u32..).zip(&self.positions).map(|(vertex, at)| (distance(at), vertex));
        let nearest = near.min_by(|(a, _), (b, _)| a.total_cmp(b));
        let pressed = nearest.filter(|(distance, _)| *distance <= PRESS_RADIUS);
        match (pressed, self.selected) {
            (None, _) if self.positions.len() >= MAX_VERTICES => {
                self.problem = Some(too_many(self.positions.len() + 1));
                return;
            }
            (None, _) => {
                self.positions.push(place.map(|axis| axis.clamp(-1.0, 1.0)));
                if let Some(weights) = &mut self.weights {
                    weights.push(1);
                }
                self.selected = None;
            }
            (Some((_, vertex)), None) => {
                self.selected = Some(vertex);
                return;
            }
            (Some((_, vertex)), Some(selected)) => {
                self.selected = None;
                if vertex == selected {
                    return;
                }
                let ends = [vertex.min(selected), vertex.max(selected)];
                let before = self.edges.len();
                self.edges.retain(|(known, _)| *known != ends);
                if self.edges.len() == before {
                    self.edges.insert((ends, 1));
                }
            }
        }
        self.rewrite();
    }

    fn remove_selected(&mut self) {
        let Some(removed) = self.selected.take() else { return };
        self.positions.remove(removed as usize);
        if let Some(weights) = &mut self.weights {
            weights.remove(removed as usize);
        }
        let edges = std::mem::take(&mut self.edges).into_iter();
        let kept = edges.filter(|(ends, _)| !ends.contains(&removed));
        let renumbered = |vertex: u32| vertex - u32::from(vertex > removed);
        self.edges = kept.map(|(ends, weight)| (ends.map(renumbered), weight)).collect();
        self.rewrite();
    }

    /// Writes a line for each edge and a line for each vertex without an edge.
    /// A weight other than 1 follows the vertex numbers of an edge.
    fn rewrite(&mut self) {
        let mut has_edge = vec![false; self.positions.len()];
        let mut lines: Vec<String> = Vec::new();
        for &([a, b], weight) in &self.edges {
            has_edge[a as usize] = true;
            has_edge[b as usize] = true;
            lines.push(match weight {
                1 => format!("{} {}", a + 1, b + 1),
                _ => format!("{} {} {weight}", a + 1, b + 1),
            });
        }
        let alone = has_edge.iter().zip(1u32..).filter(|(has_edge, _)| !**has_edge);
        lines.extend(alone.map(|(_, number)| number.to_string()));
        self.text = lines.join("\n");
        self.problem = None;
    }

    fn read(&mut self, text: String, is_file: bool) {
        self.selected = None;
        match parsed(&text, is_file) {
            Ok(Parsed { n, edges, weights }) => {
                let changed = n != self.positions.len() || edges != self.edges;
                (self.edges, self.weights, self.problem) = (edges, weights, None);
                if changed {
                    self.positions = vec![[0.0; 2]; n];
                    // The layout of a single vertex would divide by zero.
                    if n > 1 {
                        let graph = self.graph().expect("two vertices without a problem");
                        self.positions = places(&graph);
                    }
                }
            }
            Err(problem) => self.problem = Some(problem),
        }
        self.text = text;
    }
}

struct Parsed {
    n: usize,
    edges: BTreeSet<([u32; 2], u32)>,
    weights: Option<Vec<u32>>,
}

/// A file is always read as METIS first. Typed text is read as METIS only if it looks like METIS.
fn parsed(text: &str, is_file: bool) -> Result<Parsed, String> {
    let lines = numbered_lines(text);
    if lines.is_empty() {
        return Ok(Parsed {
            n: 0,
            edges: BTreeSet::new(),
            weights: None,
        });
    }
    if !is_file && !looks_like_metis(&lines) {
        return of_edges(&lines);
    }
    // A short list of edges can look like METIS, so text that is not valid METIS is read as a list of edges.
    of_metis(text).or_else(|problem| of_edges(&lines).map_err(|_| problem))
}

/// Returns the lines that are neither blank nor comments, with their 1-based line numbers.
fn numbered_lines(text: &str) -> Vec<(usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['%', '#']))
        .collect()
}

/// Whether the lines after the first line contain as many numbers as the first line states.
/// The first line of a METIS file contains the numbers of vertices and edges, and the format of the weights.
fn looks_like_metis(lines: &[(usize, &str)]) -> bool {
    let header: Vec<&str> = lines[0].1.split_whitespace().collect();
    let number = |index: usize| header.get(index).map_or(Some(0), |word| word.parse::<usize>().ok());
    let (Some(n), Some(n_edges), Some(format), Some(n_weights)) = (number(0), number(1), number(2), number(3)) else {
        return false;
    };
    // The digits of the format are flags for the sizes of vertices, the weights of vertices and the weights of edges.
    let [has_sizes, has_weights, has_edge_weights] = [100, 10, 1].map(|digit| format / digit % 10);
    // The sums saturate, because the numbers in the METIS header can be arbitrarily large.
    let of_vertices = n.saturating_mul(has_weights.saturating_mul(n_weights.max(1)).saturating_add(has_sizes));
    let of_edges = n_edges.saturating_mul(2 * (1 + has_edge_weights));
    let found: usize = lines[1..].iter().map(|(_, line)| line.split_whitespace().count()).sum();
    n > 1 && (2..=4).contains(&header.len()) && found == of_vertices.saturating_add(of_edges)
}

fn of_metis(text: &str) -> Result<Parsed, String> {
    let graph = read_metis(text.as_bytes()).map_err(|error| core_messages::problem(&Error::from(error)))?;
    let n = graph.n_vertices();
    if n > MAX_VERTICES {
        return Err(too_many(n));
    }
    let edges = (0..n as u32).flat_map(|vertex| {
        let upward = graph.edges_of(vertex).filter(move |&(other, _)| vertex < other);
        upward.map(move |(other, weight)| ([vertex, other], weight))
    });
    Ok(Parsed {
        n,
        edges: edges.collect(),
        weights: graph
            .vertex_weights
            .iter()
            .any(|&weight| weight != 1)
            .then(|| graph.vertex_weights.clone()),
    })
}

/// Reads a list of edges such as `1 2`, `1-2`, `1, 2` or `1 2 5`, where 5 is a weight.
/// A single number in a line adds a vertex without an edge.
fn of_edges(lines: &[(usize, &str)]) -> Result<Parsed, String> {
    let (mut n, mut edges, mut ends_of_edges) = (0, BTreeSet::new(), BTreeSet::new());
    for &(line, text) in lines {
        let wrong = || t!("explainer-draft-line-problem", line, text = isolated(text));
        let words = text.split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '-' | '–'));
        let numbers = words.filter(|word| !word.is_empty()).map(|word| word.parse().ok());
        let numbers: Vec<u32> = numbers.collect::<Option<_>>().ok_or_else(wrong)?;
        let (ends, weight) = match numbers[..] {
            [a] => ([a, a], None),
            [a, b] if a != b => ([a, b], Some(1)),
            [a, b, weight] if a != b && weight > 0 => ([a, b], Some(weight)),
            _ => return Err(wrong()),
        };
        let largest = ends[0].max(ends[1]) as usize;
        if ends.contains(&0) {
            return Err(wrong());
        }
        if largest > MAX_VERTICES {
            return Err(too_many(largest));
        }
        n = n.max(largest);
        if let Some(weight) = weight {
            let ends = [ends[0].min(ends[1]) - 1, ends[0].max(ends[1]) - 1];
            if !ends_of_edges.insert(ends) {
                return Err(t!("explainer-draft-twice-problem", line, text = isolated(text)));
            }
            edges.insert((ends, weight));
        }
    }
    Ok(Parsed {
        n,
        edges,
        weights: None,
    })
}

fn too_many(n: usize) -> String {
    t!("explainer-draft-size-problem", n, most = MAX_VERTICES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> GraphDraft {
        let mut draft = GraphDraft::default();
        draft.apply(DraftMsg::Type(text.into()));
        draft
    }

    fn ends(draft: &GraphDraft) -> Vec<[u32; 2]> {
        draft.edges.iter().map(|(ends, _)| *ends).collect()
    }

    #[test]
    fn drawn_graph_is_written_as_edges() {
        let mut draft = GraphDraft::default();
        let places = [[-0.5, 0.0], [0.5, 0.0], [0.0, 0.5]];
        places.into_iter().for_each(|place| draft.apply(DraftMsg::Press(place)));
        assert_eq!((draft.text.as_str(), draft.selected), ("1\n2\n3", None));
        draft.apply(DraftMsg::Press([-0.5, 0.01]));
        assert_eq!(draft.selected, Some(0));
        draft.apply(DraftMsg::Press([0.5, 0.0]));
        assert_eq!((draft.text.as_str(), draft.selected), ("1 2\n3", None));
        assert_eq!(typed(&draft.text).graph(), draft.graph(), "the text is the same graph");
        // Connecting two adjacent vertices again removes the edge. Pressing a vertex twice deselects the vertex.
        for place in [places[0], places[1], places[2], places[2]] {
            draft.apply(DraftMsg::Press(place));
        }
        assert_eq!((ends(&draft), draft.selected), (vec![], None));
        draft.apply(DraftMsg::Press(places[1]));
        draft.apply(DraftMsg::Press(places[2]));
        draft.apply(DraftMsg::Press(places[0]));
        draft.apply(DraftMsg::Remove);
        assert_eq!((draft.text.as_str(), &draft.positions[..]), ("1 2", &places[1..]));
    }

    #[test]
    fn edges_are_read_in_several_spellings() {
        let draft = typed("# a path\n1 2\n2-3\n3, 4 5\n6");
        assert_eq!((draft.problem.as_deref(), draft.positions.len()), (None, 6));
        assert_eq!(ends(&draft), [[0, 1], [1, 2], [2, 3]]);
        let graph = draft.graph().expect("six vertices");
        assert_eq!(graph.edges_of(2).collect::<Vec<_>>(), [(1, 1), (3, 5)]);
        assert_eq!(graph.degree(4), 0);
    }

    #[test]
    fn wrong_lines_are_named_and_keep_the_graph() {
        for (text, expected) in [
            ("1 2\n2 x", "Line 2"),
            ("1 1", "Line 1"),
            ("0 1", "Line 1"),
            ("1 2\n2 1", "twice"),
            ("1 2 0", "Line 1"),
            ("1 301", "300"),
            ("4294967295 4294967294 011", "300"),
            ("18446744073709551615 18446744073709551615 111 99", "Line 1"),
        ] {
            let mut draft = typed("1 2\n2 3");
            draft.apply(DraftMsg::Type(text.into()));
            let problem = draft.problem.clone().expect(text);
            assert!(problem.contains(expected), "{text:?}: {problem}");
            assert_eq!((draft.graph(), draft.text.as_str()), (None, text));
            assert_eq!(ends(&draft), [[0, 1], [1, 2]], "the drawing stays");
            draft.apply(DraftMsg::Type("1 2".into()));
            assert_eq!(draft.problem, None);
        }
    }

    #[test]
    fn metis_files_are_read_with_their_weights() {
        let file = "% a comment\n4 4 001\n2 5 3 1\n1 5 3 1\n1 1 2 1 4 7\n3 7\n";
        let mut draft = GraphDraft::default();
        draft.apply(DraftMsg::Read(file.into()));
        assert_eq!((draft.problem.as_deref(), draft.positions.len()), (None, 4));
        let graph = draft.graph().expect("four vertices");
        assert_eq!(graph, read_metis(file.as_bytes()).expect("a METIS file"));
        let plain = typed("3 2\n2\n1 3\n2\n");
        assert_eq!(ends(&plain), [[0, 1], [1, 2]]);
        assert_eq!(plain.positions.len(), 3);
        // The numbers do not match a METIS header `3 2`, so all lines are edges, including the first line.
        assert_eq!(ends(&typed("3 2\n1 2")), [[0, 1], [1, 2]]);
        let mut broken = GraphDraft::default();
        broken.apply(DraftMsg::Read(b"4 4 001\n2 5\n".to_vec()));
        assert!(broken.problem.is_some_and(|problem| problem.contains("METIS")));
        let mut binary = GraphDraft::default();
        binary.apply(DraftMsg::Read(vec![0xff, 0xfe, 0]));
        assert!(binary.problem.is_some() && binary.positions.is_empty());
    }

    #[test]
    fn a_graph_needs_two_vertices() {
        assert_eq!(typed("1").graph(), None);
        assert_eq!(typed("").graph(), None);
        let source = typed("1 2").source().expect("two vertices");
        assert_eq!(
            (source.name, source.graph.n_edges(), source.positions.len()),
            (OWN_GRAPH, 1, 2)
        );
    }
}
