//! Reads and writes METIS graph files and part files (METIS 5 manual, sections 4.1.1 and 4.2.1).
//!
//! ```text
//! % comments begin with a percent sign       4 vertices, 4 edges, 001 = edges have weights
//! 4 4 001
//! 2 5 3 1            vertex 1 has the neighbors 2 (edge weight 5) and 3 (weight 1)
//! 1 5 3 1
//! 1 1 2 1 4 7
//! 3 7
//! ```
//!
//! Vertices are numbered from 1 in the file and from 0 in memory. A blank line belongs to a vertex without neighbors.

use std::io::{BufRead, Write};

use crate::{CsrGraph, GraphError, MetisReason, MetisValue};

/// Reads a METIS graph file.
///
/// The function reads edge weights and at most one weight per vertex.
/// Vertex sizes (fmt 1xx) matter only for communication volume, so they are validated and ignored.
/// Weights that are not in the file are 1. O(|V| + |E| log degree) time.
///
/// # Errors
/// Returns [`GraphError::Metis`] with the line and the reason for the following defects:
/// * The file has invalid syntax, a number above 2³² − 1, a weight of 0, or a self-loop.
/// * An edge is listed twice, or only one vertex lists the edge, or the two vertices list different weights.
/// * There are too few or too many lines or edges, or several weights per vertex.
/// * The sum of the edge weights or of the vertex weights is 2³² or more.
pub fn read_metis(reader: impl BufRead) -> Result<CsrGraph, GraphError> {
    let mut lines = Lines::new(reader);
    let Some((header_line, header)) = lines.next_nonblank()? else {
        return Err(bad(1, MetisReason::Empty));
    };
    let header = Header::parse(header_line, &header)?;

    let mut graph = CsrGraph {
        offsets: vec![0],
        ..CsrGraph::default()
    };
    let mut line_of = Vec::new();
    for vertex in 0..header.n_vertices {
        let Some((line, text)) = lines.next_line()? else {
            let reason = MetisReason::TooFewLines {
                found: vertex.into(),
                n_vertices: header.n_vertices.into(),
                header_line,
            };
            return Err(bad(lines.number, reason));
        };
        let (weight, mut row) = header.parse_vertex(line, vertex, &text)?;
        row.sort_unstable();
        if let Some(pair) = row.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let reason = MetisReason::SameNeighbor {
                vertex: vertex + 1,
                neighbor: pair[0].0 + 1,
            };
            return Err(bad(line, reason));
        }
        graph.vertex_weights.push(weight);
        graph.neighbors.extend(row.iter().map(|&(neighbor, _)| neighbor));
        graph.edge_weights.extend(row.iter().map(|&(_, weight)| weight));
        if graph.neighbors.len() > u32::MAX as usize {
            return Err(bad(line, MetisReason::TooManyEdges));
        }
        graph.offsets.push(graph.neighbors.len() as u32);
        line_of.push(line);
    }
    if let Some((line, _)) = lines.next_nonblank()? {
        let reason = MetisReason::TooManyLines {
            n_vertices: header.n_vertices.into(),
            header_line,
        };
        return Err(bad(line, reason));
    }
    check_symmetric(&graph, &line_of)?;
    if graph.n_edges() as u64 != u64::from(header.n_edges) {
        let reason = MetisReason::EdgeCount {
            expected: header.n_edges.into(),
            found: graph.n_edges() as u64,
        };
        return Err(bad(header_line, reason));
    }
    let edge_weight = graph.edge_weights.iter().map(|&weight| u64::from(weight)).sum::<u64>() / 2;
    let limit = u64::from(u32::MAX);
    if edge_weight > limit {
        let sum = edge_weight;
        return Err(bad(header_line, MetisReason::EdgeWeights { sum, limit }));
    }
    if graph.total_weight() > limit {
        let sum = graph.total_weight();
        return Err(bad(header_line, MetisReason::VertexWeights { sum, limit }));
    }
    Ok(graph)
}

/// Writes a METIS graph file. The edge weights are left out if all of them are 1.
/// The vertex weights are left out if all of them are 1. O(|V| + |E|) time.
///
/// # Errors
/// Returns the I/O errors from `writer`.
pub fn write_metis(graph: &CsrGraph, mut writer: impl Write) -> std::io::Result<()> {
    let vertices_weighted = graph.vertex_weights.iter().any(|&weight| weight != 1);
    let edges_weighted = graph.edge_weights.iter().any(|&weight| weight != 1);
    let format = match (vertices_weighted, edges_weighted) {
        (false, false) => "",
        (false, true) => " 001",
        (true, false) => " 010",
        (true, true) => " 011",
    };
    writeln!(writer, "{} {}{format}", graph.n_vertices(), graph.n_edges())?;
    for vertex in 0..graph.n_vertices() as u32 {
        let mut separator = "";
        if vertices_weighted {
            write!(writer, "{}", graph.vertex_weights[vertex as usize])?;
            separator = " ";
        }
        for (neighbor, weight) in graph.edges_of(vertex) {
            write!(writer, "{separator}{}", neighbor + 1)?;
            if edges_weighted {
                write!(writer, " {weight}")?;
            }
            separator = " ";
        }
        writeln!(writer)?;
    }
    writer.flush()
}

/// Reads a METIS part file for a graph with `n_vertices` vertices. Each line contains one 0-based part index.
/// Comments and blank lines are ignored.
///
/// # Errors
/// Returns [`GraphError::Metis`] with the line and the reason for the following defects:
/// * A line does not contain exactly one number.
/// * A part index is not below `n_vertices`.
/// * The number of lines is not `n_vertices`.
pub fn read_parts(reader: impl BufRead, n_vertices: usize) -> Result<Vec<u32>, GraphError> {
    let mut lines = Lines::new(reader);
    let mut part_of = Vec::new();
    while let Some((line, text)) = lines.next_nonblank()? {
        let mut numbers = Numbers::new(line, &text);
        let part = numbers.expect(MetisValue::Part)?;
        numbers.end()?;
        if part as usize >= n_vertices {
            let n_vertices = n_vertices as u64;
            return Err(bad(line, MetisReason::Part { part, n_vertices }));
        }
        if part_of.len() == n_vertices {
            let n_vertices = n_vertices as u64;
            return Err(bad(line, MetisReason::TooManyParts { n_vertices }));
        }
        part_of.push(part);
    }
    if part_of.len() < n_vertices {
        let reason = MetisReason::TooFewParts {
            found: part_of.len() as u64,
            n_vertices: n_vertices as u64,
        };
        return Err(bad(lines.number, reason));
    }
    Ok(part_of)
}

/// Writes a METIS part file: one part index per line, in vertex order.
///
/// # Errors
/// Returns the I/O errors from `writer`.
pub fn write_parts(part_of: &[u32], mut writer: impl Write) -> std::io::Result<()> {
    for part in part_of {
        writeln!(writer, "{part}")?;
    }
    writer.flush()
}

fn bad(line: u64, reason: MetisReason) -> GraphError {
    GraphError::Metis { line, reason }
}

struct Header {
    n_vertices: u32,
    n_edges: u32,
    sizes: bool,
    vertex_weights: bool,
    edge_weights: bool,
}

impl Header {
    fn parse(line: u64, text: &str) -> Result<Header, GraphError> {
        let mut numbers = Numbers::new(line, text);
        let n_vertices = numbers.expect(MetisValue::Vertices)?;
        let n_edges = numbers.expect(MetisValue::Edges)?;
        let format = numbers.word().unwrap_or("0");
        if format.len() > 3 || format.bytes().any(|digit| digit != b'0' && digit != b'1') {
            let format = format.to_owned();
            return Err(bad(line, MetisReason::Format { format }));
        }
        let has = |place: usize| format.bytes().rev().nth(place) == Some(b'1');
        let header = Header {
            n_vertices,
            n_edges,
            sizes: has(2),
            vertex_weights: has(1),
            edge_weights: has(0),
        };
        if let Some(n_weights) = numbers.next()?
            && (n_weights != 1 || !header.vertex_weights)
        {
            let reason = match header.vertex_weights {
                true => MetisReason::SeveralWeights { n_weights },
                false => MetisReason::OtherWeights {
                    n_weights,
                    format: format.to_owned(),
                },
            };
            return Err(bad(line, reason));
        }
        numbers.end()?;
        Ok(header)
    }

    /// Parses the weight and the (neighbor, edge weight) list of `vertex`, which is numbered from 0.
    fn parse_vertex(&self, line: u64, vertex: u32, text: &str) -> Result<(u32, Vec<(u32, u32)>), GraphError> {
        let mut numbers = Numbers::new(line, text);
        if self.sizes {
            numbers.expect(MetisValue::VertexSize)?;
        }
        let weight = match self.vertex_weights {
            true => numbers.expect_weight(MetisValue::VertexWeight)?,
            false => 1,
        };
        let mut row = Vec::new();
        while let Some(neighbor) = numbers.next()? {
            if neighbor == 0 || neighbor > self.n_vertices {
                let n_vertices = self.n_vertices;
                return Err(bad(line, MetisReason::Neighbor { neighbor, n_vertices }));
            }
            if neighbor - 1 == vertex {
                return Err(bad(line, MetisReason::OwnNeighbor { vertex: neighbor }));
            }
            let edge_weight = match self.edge_weights {
                true => numbers.expect_weight(MetisValue::EdgeWeight { neighbor })?,
                false => 1,
            };
            row.push((neighbor - 1, edge_weight));
        }
        Ok((weight, row))
    }
}

/// Checks that each edge occurs with equal weights in the lines of its two vertices.
fn check_symmetric(graph: &CsrGraph, line_of: &[u64]) -> Result<(), GraphError> {
    for vertex in 0..graph.n_vertices() as u32 {
        for (neighbor, weight) in graph.edges_of(vertex) {
            let line = line_of[vertex as usize];
            let (from, to) = (vertex + 1, neighbor + 1);
            match graph.neighbors_of(neighbor).binary_search(&vertex) {
                Err(_) => {
                    return Err(bad(line, MetisReason::OneSided { from, to }));
                }
                Ok(place) => {
                    let back = graph.edge_weights[graph.offsets[neighbor as usize] as usize + place];
                    if back != weight {
                        let reason = MetisReason::EdgeDiffers { from, to, weight, back };
                        return Err(bad(line, reason));
                    }
                }
            }
        }
    }
    Ok(())
}

/// The lines of a file with their line numbers, without comments.
struct Lines<R> {
    lines: std::io::Lines<R>,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    fn new(reader: R) -> Lines<R> {
        Lines {
            lines: reader.lines(),
            number: 0,
        }
    }

    fn next_line(&mut self) -> Result<Option<(u64, String)>, GraphError> {
        for line in self.lines.by_ref() {
            self.number += 1;
            let line = line.map_err(|error| bad(self.number, MetisReason::Unread(error.to_string().into())))?;
            if !line.trim_start().starts_with('%') {
                return Ok(Some((self.number, line)));
            }
        }
        Ok(None)
    }

    fn next_nonblank(&mut self) -> Result<Option<(u64, String)>, GraphError> {
        while let Some((number, line)) = self.next_line()? {
            if !line.trim().is_empty() {
                return Ok(Some((number, line)));
            }
        }
        Ok(None)
    }
}

struct Numbers<'a> {
    line: u64,
    words: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Numbers<'a> {
    fn new(line: u64, text: &'a str) -> Numbers<'a> {
        Numbers {
            line,
            words: text.split_ascii_whitespace(),
        }
    }

    fn word(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    fn next(&mut self) -> Result<Option<u32>, GraphError> {
        let Some(word) = self.word() else {
            return Ok(None);
        };
        word.parse().map(Some).map_err(|_| {
            let reason = MetisReason::NotNumber {
                word: word.to_owned(),
                limit: u32::MAX,
            };
            bad(self.line, reason)
        })
    }

    fn expect(&mut self, value: MetisValue) -> Result<u32, GraphError> {
        self.next()?
            .ok_or_else(|| bad(self.line, MetisReason::Missing { value }))
    }

    fn expect_weight(&mut self, value: MetisValue) -> Result<u32, GraphError> {
        match self.expect(value)? {
            0 => Err(bad(self.line, MetisReason::Zero { value })),
            weight => Ok(weight),
        }
    }

    fn end(&mut self) -> Result<(), GraphError> {
        match self.word() {
            None => Ok(()),
            Some(word) => {
                let word = word.to_owned();
                Err(bad(self.line, MetisReason::Surplus { word }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{any_graph, any_weighted_graph, assert_well_formed, graph_of, weighted_graph_of};
    use proptest::prelude::*;

    fn read(text: &str) -> Result<CsrGraph, GraphError> {
        read_metis(text.as_bytes())
    }

    fn written(graph: &CsrGraph) -> String {
        let mut bytes = Vec::new();
        write_metis(graph, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn graph_with_comments_and_an_isolated_vertex_is_read_and_written() {
        let text = "% a path and a lone vertex\n4 2\n2\n% inside\n1 3\n2\n\n";
        assert_eq!(read(text).unwrap(), graph_of(4, &[(0, 1), (1, 2)]));
        assert_eq!(written(&graph_of(4, &[(0, 1), (1, 2)])), "4 2\n2\n1 3\n2\n\n");
    }

    #[test]
    fn graph_with_all_weights_is_read_with_neighbors_in_any_order() {
        let mut graph = weighted_graph_of(3, &[(0, 1, 5), (1, 2, 7)]);
        graph.vertex_weights = vec![1, 2, 3];
        assert_eq!(read("3 2 011\n1 2 5\n2 3 7 1 5\n3 2 7\n").unwrap(), graph);
        assert_eq!(read("3 2 111 1\n9 1 2 5\n0 2 3 7 1 5\n9 3 2 7\n\n\n").unwrap(), graph);
        assert_eq!(read("3 2 11\r\n1 2 5\r\n2 3 7 1 5\r\n3 2 7").unwrap(), graph);
        assert_eq!(written(&graph), "3 2 011\n1 2 5\n2 1 5 3 7\n3 2 7\n");
        assert_eq!(written(&weighted_graph_of(2, &[(0, 1, 5)])), "2 1 001\n2 5\n1 5\n");
    }

    #[test]
    fn invalid_files_report_line_and_reason() {
        let cases = [
            ("", 1, "the file is empty"),
            ("% only a comment\n", 1, "the file is empty"),
            ("2\n2\n1\n", 1, "the number of edges is missing"),
            ("2 1 002\n2\n1\n", 1, "the format is `002`"),
            ("2 1 0011\n2\n1\n", 1, "the format is `0011`"),
            (
                "2 1 010 2\n1 1 2\n1 1 1\n",
                1,
                "2 weights per vertex; only one is supported",
            ),
            ("2 1 0 1\n2\n1\n", 1, "says that there are none"),
            ("2 1 010 1 8\n1 2\n1 1\n", 1, "`8` is one value too many"),
            ("2 1\n2\nx\n", 3, "`x` is not a whole number"),
            ("2 1\n2\n-1\n", 3, "`-1` is not a whole number"),
            ("2 1\n2\n4294967296\n", 3, "`4294967296` is not a whole number"),
            ("2 1\n2\n0\n", 3, "neighbor 0 is not from 1 to 2"),
            ("2 1\n3\n1\n", 2, "neighbor 3 is not from 1 to 2"),
            ("2 1\n1\n1\n", 2, "vertex 1 lists itself"),
            ("2 1\n2 2\n1\n", 2, "lists its neighbor 2 twice"),
            ("% c\n2 1\n2\n\n", 3, "but 2 does not list 1"),
            (
                "2 1 1\n2 5\n1 6\n",
                2,
                "the edge 1–2 has the weight 5 here, but 6 at vertex 2",
            ),
            ("2 1 1\n2 0\n1 0\n", 2, "the weight of the edge to 2 is 0"),
            ("2 1 1\n2\n1\n", 2, "the weight of the edge to 2 is missing"),
            ("2 1 10\n0 2\n1 1\n", 2, "the weight of the vertex is 0"),
            ("2 1 10\n\n1 1\n", 2, "the weight of the vertex is missing"),
            ("2 1 100\n\n1 1\n", 2, "the size of the vertex is missing"),
            ("2 2\n2\n1\n", 1, "2 edges are promised, but 1 is listed"),
            ("3 1\n2\n1\n", 3, "the file ends after 2 of the 3 vertices"),
            ("2 1\n2\n1\n% c\n1\n", 5, "there are more lines than the 2 vertices"),
            (
                "3 2 1\n2 4294967295\n1 4294967295 3 1\n2 1\n",
                1,
                "the edge weights add up to 4294967296",
            ),
            ("2 0 10\n4294967295\n1\n", 1, "the vertex weights add up to 4294967296"),
        ];
        for (text, expected_line, expected) in cases {
            match read(text) {
                Err(GraphError::Metis { line, reason }) => {
                    assert!(reason.to_string().contains(expected), "{text:?}: {reason}");
                    assert_eq!(line, expected_line, "{text:?}: {reason}");
                }
                other => panic!("{text:?}: {other:?}"),
            }
        }
        assert!(matches!(
            read_metis(&b"2 1\n\xff\n1\n"[..]),
            Err(GraphError::Metis { line: 2, .. })
        ));
    }

    #[test]
    fn part_files_round_trip_and_report_errors() {
        let mut bytes = Vec::new();
        write_parts(&[2, 0, 1], &mut bytes).unwrap();
        assert_eq!(bytes, b"2\n0\n1\n");
        assert_eq!(read_parts(&bytes[..], 3).unwrap(), [2, 0, 1]);
        for (text, expected_line, expected) in [
            ("0\n1 2\n", 2, "`2` is one value too many"),
            ("0\n\n-1\n", 3, "`-1` is not a whole number"),
            ("0\n3\n0\n", 2, "part 3: parts are counted from 0"),
            ("0\n1\n", 2, "the file ends after 2 of the graph's 3 vertices"),
            ("0\n1\n0\n2\n", 4, "more lines than the graph's 3 vertices"),
        ] {
            match read_parts(text.as_bytes(), 3) {
                Err(GraphError::Metis { line, reason }) => {
                    assert!(reason.to_string().contains(expected), "{text:?}: {reason}");
                    assert_eq!(line, expected_line, "{text:?}: {reason}");
                }
                other => panic!("{text:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn every_format_code_is_read() {
        // Edge 0─1 has weight 5; vertices 0 and 1 weigh 2 and 3; vertex 2 has no neighbors and weighs 4.
        let bodies = [
            ("", "2\n1\n\n"),
            ("001", "2 5\n1 5\n\n"),
            ("010", "2 2\n3 1\n4\n"),
            ("011", "2 2 5\n3 1 5\n4\n"),
            ("100", "8 2\n9 1\n0\n"),
            ("101", "8 2 5\n9 1 5\n0\n"),
            ("110", "8 2 2\n9 3 1\n0 4\n"),
            ("111", "8 2 2 5\n9 3 1 5\n0 4\n"),
        ];
        for (format, body) in bodies {
            let mut expected = match format.ends_with('1') {
                true => weighted_graph_of(3, &[(0, 1, 5)]),
                false => graph_of(3, &[(0, 1)]),
            };
            let vertices_weighted = format.chars().nth(1) == Some('1');
            if vertices_weighted {
                expected.vertex_weights = vec![2, 3, 4];
            }
            // Leading zeros of the format code are optional.
            // If the vertices have weights, the number of weights per vertex may follow the format code.
            for format in [format, format.trim_start_matches('0')] {
                assert_eq!(read(&format!("3 1 {format}\n{body}")).unwrap(), expected, "{format}");
            }
            if vertices_weighted {
                assert_eq!(read(&format!("3 1 {format} 1\n{body}")).unwrap(), expected, "{format}");
            }
        }
        assert_eq!(read("3 1 0\n2\n1\n\n").unwrap(), graph_of(3, &[(0, 1)]));
        assert_eq!(read("3 1 000\n2\n1\n\n").unwrap(), graph_of(3, &[(0, 1)]));
    }

    proptest! {
        #[test]
        fn written_graph_reads_back_equal(weighted in any_weighted_graph(40), plain in any_graph(40)) {
            for graph in [weighted, plain] {
                let again = read(&written(&graph)).unwrap();
                assert_well_formed(&again);
                prop_assert_eq!(again, graph);
            }
        }
    }
}
