//! Computes a layout for graphs that have no vertex positions.

use fastgas_graph::CsrGraph;

const ROUNDS: u32 = 400;

/// Returns a position for each vertex, from −1 to 1 on both axes.
/// Adjacent vertices attract each other, and all vertices repel each other (Fruchterman & Reingold 1991).
///
/// The layout has the same coordinates on every machine, because only basic arithmetic and square roots are used.
/// Vertices start on the perimeter of a square in order of their ids.
/// The time is O(n²) for each of 400 rounds. This is fast enough for graphs that fit on a screen.
pub fn places(graph: &CsrGraph) -> Vec<[f32; 2]> {
    let n = graph.n_vertices();
    let mut places: Vec<[f64; 2]> = (0..n).map(|vertex| on_edge(vertex as f64 / n as f64)).collect();
    let ideal = (4.0 / n as f64).sqrt();
    for round in 0..ROUNDS {
        let warmth = 0.2 * f64::from(ROUNDS - round) / f64::from(ROUNDS);
        let moves: Vec<[f64; 2]> = (0..n as u32)
            .map(|vertex| force(graph, &places, vertex, ideal))
            .collect();
        for (place, by) in places.iter_mut().zip(moves) {
            let length = (by[0] * by[0] + by[1] * by[1]).sqrt().max(1e-9);
            let step = length.min(warmth) / length;
            *place = [place[0] + by[0] * step, place[1] + by[1] * step];
        }
    }
    into_square(&places)
}

/// Returns a point on the perimeter of a square, at the fraction `turn` (0 to 1) of the perimeter's length.
/// Two sides of the square are slightly offset, so that no two forces cancel each other out.
fn on_edge(turn: f64) -> [f64; 2] {
    let along = turn * 4.0;
    let x = along.fract() * 2.0 - 1.0;
    match along as u32 {
        0 => [x, -1.0],
        1 => [1.0, x],
        2 => [-x, 1.05],
        _ => [-1.05, -x],
    }
}

fn force(graph: &CsrGraph, places: &[[f64; 2]], vertex: u32, ideal: f64) -> [f64; 2] {
    let [x, y] = places[vertex as usize];
    // A weak force toward the center keeps unconnected components on the screen.
    let mut sum = [-0.4 * x, -0.4 * y];
    let mut add = |[other_x, other_y]: [f64; 2], strength: &dyn Fn(f64) -> f64| {
        let [dx, dy] = [x - other_x, y - other_y];
        let distance = (dx * dx + dy * dy).sqrt().max(1e-3);
        sum[0] += dx / distance * strength(distance);
        sum[1] += dy / distance * strength(distance);
    };
    for (other, &place) in (0u32..).zip(places) {
        if other != vertex {
            add(place, &|distance| ideal * ideal / distance);
        }
    }
    for &other in graph.neighbors_of(vertex) {
        add(places[other as usize], &|distance| -distance * distance / ideal);
    }
    sum
}

fn into_square(places: &[[f64; 2]]) -> Vec<[f32; 2]> {
    let bounds = |axis: usize| {
        let all = places.iter().map(move |place| place[axis]);
        let (low, high) = (all.clone().fold(f64::MAX, f64::min), all.fold(f64::MIN, f64::max));
        ((low + high) / 2.0, (high - low) / 2.0)
    };
    let axes = [bounds(0), bounds(1)];
    let half = axes[0].1.max(axes[1].1).max(1e-9);
    let fit = |place: &[f64; 2]| [0, 1].map(|axis| ((place[axis] - axes[axis].0) / half) as f32);
    places.iter().map(fit).collect()
}
