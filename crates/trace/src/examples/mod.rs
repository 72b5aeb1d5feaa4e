//! Small example graphs that fit on a screen.
//!
//! `karate.graph` is Zachary's karate club.
//! `sentences.graph` is the kNN graph (k = 3) of `sentences.csv`, embedded with the built-in encoder.
//! `sentences.i8` contains the embeddings: 384 signed bytes per sentence, scaled so that the largest magnitude is 127.
//! `cargo xtask sentences` writes `sentences.graph` and `sentences.i8`.
//! A test of the command-line program embeds the sentences again and compares the files. The other graphs are generated.

mod halves;
mod optimum;
mod places;

pub use halves::best_halves;
pub use optimum::{covered, edges_touched, optimum};
pub use places::places;

use fastgas_embedding::Embeddings;
use fastgas_graph::{CsrGraph, read_metis};
use ndarray::Array2;

/// A named example graph with a position for each vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct ExampleGraph {
    /// The identifier of the example in URLs.
    pub name: &'static str,
    /// The example graph.
    pub graph: CsrGraph,
    /// Coordinates of each vertex, from −1 to 1 on both axes.
    pub positions: Vec<[f32; 2]>,
    /// The text of each vertex; empty if the vertices have no texts.
    pub texts: Vec<String>,
    /// The side of each vertex in a proven minimum cut into halves. `None` if no proven minimum is stored.
    /// A minimum cut is stored only if the search for a minimum cut would take too long.
    pub halves: Option<Vec<u32>>,
    /// The true side of each vertex (the ground truth), if known.
    pub real_sides: Option<Vec<u32>>,
    /// The embedding of each text, if the graph is the kNN graph of embeddings.
    pub embeddings: Option<Embeddings>,
    /// The number of neighbors k in the kNN graph; 0 for other graphs.
    pub n_neighbors: u32,
    /// The topic of each text; empty if the texts have no topics.
    pub labels: Vec<&'static str>,
    /// The initial value of K, the number of parts.
    pub n_parts: u32,
    /// The initial value of M, the number of picks.
    pub budget: u32,
}

/// The names of all examples. The first example is the best example for beginners.
pub const NAMES: [&str; 5] = ["sentences", "grid", "karate", "cliques", "spider"];

/// The number of neighbors k in the kNN graph of an example; 0 if the example is not a kNN graph.
pub fn default_neighbors(name: &str) -> u32 {
    match name {
        "sentences" => 3,
        _ => 0,
    }
}

impl ExampleGraph {
    /// Returns the example called `name`.
    pub fn named(name: &str) -> Option<ExampleGraph> {
        let named = NAMES.into_iter().find(|&known| known == name)?;
        Some(match named {
            "sentences" => sentences(),
            "grid" => grid(),
            "karate" => karate(),
            "cliques" => cliques(),
            _ => spider(),
        })
    }

    /// Returns all examples in the same order as [`NAMES`].
    pub fn all() -> impl Iterator<Item = ExampleGraph> {
        NAMES.into_iter().filter_map(ExampleGraph::named)
    }
}

/// The topics of the sentences. Five consecutive sentences have the same topic.
const TOPICS: [&str; 4] = ["cooking", "weather", "sport", "travel"];

const DIMENSIONS: usize = 384;

fn vectors() -> Embeddings {
    let bytes = include_bytes!("sentences.i8");
    let numbers = bytes.iter().map(|&byte| f32::from(byte as i8)).collect();
    let rows = Array2::from_shape_vec((bytes.len() / DIMENSIONS, DIMENSIONS), numbers);
    Embeddings::normalized(rows.expect("whole rows")).expect("no row is zero")
}

fn sentences() -> ExampleGraph {
    let texts = include_str!("sentences.csv").lines().skip(1);
    let graph = metis(include_str!("sentences.graph"));
    ExampleGraph {
        name: "sentences",
        positions: places(&graph),
        graph,
        texts: texts.map(|line| line.trim_matches('"').to_owned()).collect(),
        halves: None,
        real_sides: None,
        embeddings: Some(vectors()),
        n_neighbors: default_neighbors("sentences"),
        labels: (0..20).map(|row| TOPICS[row / 5]).collect(),
        n_parts: 4,
        budget: 4,
    }
}

/// The vertex ids of the members who followed the instructor when the karate club split (Zachary 1977, table 3).
/// The other members of the karate club stayed with the administrator.
const OF_INSTRUCTOR: [u32; 17] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 16, 17, 19, 21];

fn karate() -> ExampleGraph {
    let graph = metis(include_str!("karate.graph"));
    ExampleGraph {
        name: "karate",
        positions: places(&graph),
        graph,
        texts: Vec::new(),
        halves: None,
        real_sides: Some(
            (0..34)
                .map(|member| u32::from(!OF_INSTRUCTOR.contains(&member)))
                .collect(),
        ),
        embeddings: None,
        n_neighbors: 0,
        labels: Vec::new(),
        n_parts: 2,
        budget: 4,
    }
}

/// A grid graph of 16 by 16 vertices.
///
/// No cut with at least 64 vertices on each side has fewer than 16 edges.
/// Source: Bollobás & Leader 1991, Edge-isoperimetric inequalities in the grid.
fn grid() -> ExampleGraph {
    const SIDE: u32 = 16;
    let vertices = 0..SIDE * SIDE;
    let rows = vertices.clone().map(|vertex| {
        let (x, y) = (vertex % SIDE, vertex / SIDE);
        let steps = [
            (y > 0).then(|| vertex - SIDE),
            (x > 0).then(|| vertex - 1),
            (x + 1 < SIDE).then(|| vertex + 1),
            (y + 1 < SIDE).then(|| vertex + SIDE),
        ];
        steps.into_iter().flatten().map(|other| (other, 1)).collect()
    });
    let at = |place: u32| 2.0 * place as f32 / (SIDE - 1) as f32 - 1.0;
    ExampleGraph {
        name: "grid",
        graph: CsrGraph::from_rows(rows),
        positions: vertices
            .clone()
            .map(|vertex| [at(vertex % SIDE), at(vertex / SIDE)])
            .collect(),
        texts: Vec::new(),
        halves: Some(vertices.map(|vertex| vertex % SIDE / (SIDE / 2)).collect()),
        real_sides: None,
        embeddings: None,
        n_neighbors: 0,
        labels: Vec::new(),
        n_parts: 4,
        budget: 8,
    }
}

/// Thirty cliques of six vertices each, connected in a ring. Every cut of a ring has at least two edges.
fn cliques() -> ExampleGraph {
    const CLIQUES: u32 = 30;
    const SIZE: u32 = 6;
    let n = CLIQUES * SIZE;
    let rows = (0..n).map(|vertex| {
        let first = vertex / SIZE * SIZE;
        let mut row: Vec<(u32, u32)> = (first..first + SIZE)
            .filter(|&other| other != vertex)
            .map(|other| (other, 1))
            .collect();
        if vertex == first {
            row.push(((first + n - 1) % n, 1));
        }
        if vertex == first + SIZE - 1 {
            row.push(((first + SIZE) % n, 1));
        }
        row.sort_unstable();
        row
    });
    // The cosines and sines of the rotation angles of a regular 30-gon and a regular hexagon.
    // The values are constants, because computed trigonometric functions differ between machines.
    let wheel = turns([0.978_147_6, 0.207_911_7], CLIQUES);
    let spokes = turns([0.5, 0.866_025_4], SIZE);
    let place = |vertex: u32| {
        let ([x, y], [dx, dy]) = (wheel[(vertex / SIZE) as usize], spokes[(vertex % SIZE) as usize]);
        [
            0.92 * x + 0.072 * (dx * x - dy * y),
            0.92 * y + 0.072 * (dx * y + dy * x),
        ]
    };
    ExampleGraph {
        name: "cliques",
        graph: CsrGraph::from_rows(rows),
        positions: (0..n).map(place).collect(),
        texts: Vec::new(),
        halves: Some((0..n).map(|vertex| vertex / (n / 2)).collect()),
        real_sides: None,
        embeddings: None,
        n_neighbors: 0,
        labels: Vec::new(),
        n_parts: 5,
        budget: 10,
    }
}

/// Returns `count` unit vectors, each rotated from the previous vector by the angle of the vector `step`.
fn turns(step: [f32; 2], count: u32) -> Vec<[f32; 2]> {
    let turn = |[x, y]: &[f32; 2]| Some([x * step[0] - y * step[1], x * step[1] + y * step[0]]);
    std::iter::successors(Some([1.0, 0.0]), turn)
        .take(count as usize)
        .collect()
}

/// A counterexample to Proposition 1 of the FastGAS paper.
fn spider() -> ExampleGraph {
    let edges = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)];
    let mut rows = vec![Vec::new(); 7];
    for (a, b) in edges {
        rows[a as usize].push((b, 1));
        rows[b as usize].push((a, 1));
    }
    ExampleGraph {
        name: "spider",
        graph: CsrGraph::from_rows(rows),
        positions: vec![
            [0.0, 0.1],
            [0.0, -0.4],
            [0.45, 0.4],
            [-0.45, 0.4],
            [0.0, -0.9],
            [0.9, 0.7],
            [-0.9, 0.7],
        ],
        texts: Vec::new(),
        halves: None,
        real_sides: None,
        embeddings: None,
        n_neighbors: 0,
        labels: Vec::new(),
        n_parts: 1,
        budget: 3,
    }
}

fn metis(text: &str) -> CsrGraph {
    read_metis(text.as_bytes()).expect("the file is from this program")
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::assert_well_formed;

    #[test]
    fn examples_have_the_expected_sizes_and_valid_positions() {
        let sizes: Vec<(&str, usize, usize)> = ExampleGraph::all()
            .map(|example| (example.name, example.graph.n_vertices(), example.graph.n_edges()))
            .collect();
        let expected = [
            ("sentences", 20, 36),
            ("grid", 256, 480),
            ("karate", 34, 78),
            ("cliques", 180, 480),
            ("spider", 7, 6),
        ];
        assert_eq!(sizes, expected);
        for example in ExampleGraph::all() {
            assert_well_formed(&example.graph);
            assert_eq!(example.positions.len(), example.graph.n_vertices());
            assert!(
                example
                    .positions
                    .as_flattened()
                    .iter()
                    .all(|place| (-1.0..=1.0).contains(place)),
                "{}",
                example.name
            );
            assert!(example.texts.is_empty() || example.texts.len() == example.graph.n_vertices());
        }
        let known = ExampleGraph::all().filter_map(|example| {
            let halves = example.halves?;
            let second = halves.iter().filter(|&&side| side == 1).count();
            assert_eq!(2 * second, example.graph.n_vertices(), "{}", example.name);
            Some((example.name, fastgas_partition::edge_cut(&example.graph, &halves)))
        });
        assert_eq!(known.collect::<Vec<_>>(), [("grid", 16), ("cliques", 2)]);
        let sentences = ExampleGraph::named("sentences").unwrap();
        let embeddings = sentences.embeddings.expect("they are committed");
        assert_eq!((embeddings.len(), sentences.labels.len()), (20, 20));
        let graph = crate::knn_graph(&embeddings, sentences.n_neighbors);
        assert_eq!(graph, sentences.graph, "the embeddings lead to the committed graph");
        let karate = ExampleGraph::named("karate").unwrap();
        let sides = karate.real_sides.expect("it is known");
        assert_eq!((sides[0], sides[33]), (0, 1), "the two heads are on different sides");
        assert_eq!(fastgas_partition::edge_cut(&karate.graph, &sides), 11);
        assert_eq!(
            ExampleGraph::named("sentences").unwrap().texts[3],
            "This cake is made with eggs, flour and sugar."
        );
        assert_eq!(ExampleGraph::named("mars"), None);
    }
}
