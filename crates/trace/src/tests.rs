//! Tests that the replay of a recorded run reproduces the result of the run.

use std::sync::Arc;

use proptest::prelude::*;

use fastgas_partition::Preset;

use super::*;
use crate::TraceError;
use crate::examples::ExampleGraph;
use crate::text_placement::{MAX_HIDDEN, TextFrame};
use fastgas_graph::fixtures::{any_weighted_graph, clustered, graph_of, ring_of_cliques};
use fastgas_partition::{
    PartForm, Partition, PartitionConfig, balance_partition, bisect_each_part, edge_cut, partition,
};
use fastgas_select::fixtures::{Example, few_directions, grouped};
use fastgas_select::{Config, Parts};
use fastgas_select::{select, select_recorded};

const PRESETS: [Preset; 4] = [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong];

fn replayed(trace: &Trace) -> Replay {
    let mut replay = Replay::new(Arc::new(trace.graph.clone()));
    for event in &trace.events {
        replay.apply(event).expect("the events are valid");
    }
    replay
}

fn recorded(graph: &CsrGraph, cut: PartitionConfig) -> (Trace, Partition) {
    let mut events = Vec::new();
    let partition = cut.run(graph, &mut |_| (), &mut events).expect("K fits");
    let graph = graph.clone();
    (Trace { graph, events }, partition)
}

fn cut(n_parts: u32, preset: Preset, seed: u64) -> PartitionConfig {
    PartitionConfig {
        n_parts,
        preset,
        imbalance: 0.03,
        seed,
    }
}

#[test]
fn paper_preset_records_every_step() {
    let (trace, _) = recorded(&clustered(600, 8, 6, 1), cut(3, Preset::Paper, 0));
    let count = |is: fn(&Event) -> bool| trace.events.iter().filter(|event| is(event)).count();
    assert_eq!(count(|event| matches!(event, Event::Bisect { .. })), 2);
    assert_eq!(count(|event| matches!(event, Event::Split)), 2);
    assert_eq!(
        count(|event| matches!(event, Event::Grow { .. })),
        20,
        "each bisection grows ten regions"
    );
    assert_eq!(count(|event| matches!(event, Event::Choose { .. })), 2);
    let n_levels = count(|event| matches!(event, Event::Match { .. }));
    assert!(n_levels >= 4, "{n_levels}");
    assert_eq!(count(|event| matches!(event, Event::Refine)), n_levels + 2);
}

#[test]
fn replay_of_balanced_halves_ends_with_their_parts() {
    // Two cliques of 21 and 19 vertices. Two parts may have 21 vertices each, but four parts only 10 vertices each.
    let is_in_clique = |&(a, b): &(u32, u32)| (a < 21) == (b < 21);
    let pairs = (0..40u32).flat_map(|b| (0..b).map(move |a| (a, b)));
    let graph = graph_of(40, &pairs.filter(is_in_clique).collect::<Vec<_>>());
    let config = PartitionConfig {
        imbalance: 0.05,
        ..cut(2, Preset::Fast, 0)
    };
    let (mut trace, cliques) = recorded(&graph, config);
    let halves = bisect_each_part(&graph, &cliques, 0, &mut trace.events).expect("each part has several vertices");
    let balanced = balance_partition(&graph, halves.clone(), 0.05, &mut trace.events);
    assert_ne!(balanced, halves);
    assert_eq!(replayed(&trace).partition(), balanced);
    let player = Player::new(trace, vec![[0.0; 2]; 40], false).expect("the events are valid");
    assert_eq!(player.cuts().last(), Some(&edge_cut(&graph, &balanced.part_of)));
}

#[test]
fn wrong_recorded_cut_is_rejected() {
    let (mut trace, _) = recorded(&ring_of_cliques(4, 6), cut(2, Preset::Paper, 0));
    let pass = trace.events.iter_mut().find_map(|event| match event {
        Event::Pass { cut, .. } => Some(cut),
        _ => None,
    });
    *pass.expect("there is a pass") += 1;
    let mut replay = Replay::new(Arc::new(trace.graph.clone()));
    let error = trace.events.iter().find_map(|event| replay.apply(event).err());
    assert!(matches!(error, Some(TraceError::Differs { .. })), "{error:?}");
}

/// Records and plays a run with the paper's preset on an example graph, with the same number of picks and parts.
fn watched(name: &str, n_parts: u32) -> (ExampleGraph, Player) {
    let example = ExampleGraph::named(name).expect("the example exists");
    let (trace, ..) = super::record_fastgas(&example.graph, cut(n_parts, Preset::Paper, 0), n_parts).expect("K fits");
    let player = Player::new(trace, example.positions.clone(), false).expect("the events are valid");
    (example, player)
}

/// The vertex that a sentence names, and the number of other vertices merged with this vertex.
fn named(sentence: &Sentence) -> Option<(u32, usize)> {
    match *sentence {
        Sentence::RegionStarted { vertex, n_more, .. }
        | Sentence::Joined { vertex, n_more, .. }
        | Sentence::Grown { vertex, n_more, .. }
        | Sentence::Crosses { vertex, n_more }
        | Sentence::Goes { vertex, n_more, .. } => Some((vertex, n_more)),
        _ => None,
    }
}

#[test]
fn nodes_and_sentences_use_ids_and_texts_of_the_whole_graph() {
    let (example, mut player) = watched("sentences", 4);
    let place = |vertex: u32| example.positions[vertex as usize].map(f64::from);
    let (mut n_in_groups, mut n_texts) = (0, 0);
    for tick in 0..=player.end() {
        player.seek(tick);
        let scene = player.scene();
        assert!(
            scene
                .nodes
                .iter()
                .all(|node| !node.is_merged && node.at == place(node.vertex)),
            "{tick}"
        );
        if let Some((vertex, n_more)) = named(&player.sentence(&example.texts)) {
            let node = scene
                .nodes
                .iter()
                .find(|node| node.vertex == vertex)
                .expect("it exists");
            assert!(!node.aside && n_more == 0, "{tick}: {vertex} is in another group");
            n_in_groups += usize::from(player.stats().in_group);
        }
        for shape in shapes(&scene, View::ALL, &example.texts, PictureStyle::SCREEN) {
            match shape {
                Shape::Number { at, words, .. } => {
                    let number: u32 = words.parse().expect("twenty are few enough for numbers");
                    assert_eq!(at, View::ALL.pixels(place(number - 1)), "{tick}");
                }
                Shape::Says { at, to_left, words, .. } => {
                    let vertex = example
                        .texts
                        .iter()
                        .position(|text| text.starts_with(words.trim_end_matches('…')));
                    let [x, y] = View::ALL.pixels(place(vertex.expect("it is one of the texts") as u32));
                    assert!(
                        (at[0] < x) == to_left && (at[1] - y).abs() < LABEL_FONT_SIZE,
                        "{tick}: {words}"
                    );
                    n_texts += 1;
                }
                _ => {}
            }
        }
    }
    assert!(n_in_groups > 20 && n_texts > 20 * 20, "{n_in_groups} {n_texts}");
}

#[test]
fn texts_of_a_lecture_cover_no_vertex_and_all_picks_have_texts() {
    let (example, mut player) = watched("sentences", 4);
    for shows_gains in [false, true] {
        let style = PictureStyle {
            shows_gains,
            ..PictureStyle::LECTURE
        };
        for tick in (0..=player.end()).step_by(7) {
            player.seek(tick);
            let drawn = shapes(&player.scene(), View::ALL, &example.texts, style);
            let dots: Vec<TextFrame> = drawn
                .iter()
                .filter_map(|shape| match shape {
                    Shape::Dots {
                        at, diameter, color, ..
                    } => {
                        let outline = move |at: &[f64; 2]| PartForm::of(*color).outline(*at, diameter / 2.0);
                        Some(at.iter().map(move |at| TextFrame::around(&outline(at))))
                    }
                    _ => None,
                })
                .flatten()
                .collect();
            let says = drawn.iter().filter_map(|shape| match shape {
                Shape::Says {
                    at,
                    to_left,
                    size,
                    words,
                } => Some((TextFrame::of_words(*at, *to_left, words, *size), words)),
                _ => None,
            });
            for (frame, words) in says {
                let covered: f64 = dots.iter().map(|dot| frame.common(dot)).sum();
                assert!(covered <= MAX_HIDDEN * frame.area(), "{tick}: {words}");
            }
        }
    }
    player.seek(player.end());
    let scene = player.scene();
    let drawn = shapes(&scene, View::ALL, &example.texts, PictureStyle::LECTURE);
    let picks: Vec<u32> = scene
        .nodes
        .iter()
        .filter(|node| matches!(node.mark, Mark::Picked | Mark::Latest))
        .map(|node| node.vertex)
        .collect();
    assert_eq!(picks.len(), 4);
    for pick in picks {
        let text = &example.texts[pick as usize];
        let has_text = drawn.iter().any(|shape| match shape {
            Shape::Says { words, .. } => text.starts_with(words.trim_end_matches('…')),
            _ => false,
        });
        assert!(has_text, "{text}");
    }
}

#[test]
fn merged_vertices_are_named_by_the_lowest() {
    let (_, mut player) = watched("grid", 4);
    let mut n_merged = 0;
    for tick in 0..=player.end() {
        player.seek(tick);
        let scene = player.scene();
        let mut inside = vec![Vec::new(); scene.nodes.len()];
        (0u32..)
            .zip(&scene.node_of)
            .for_each(|(vertex, &node)| inside[node as usize].push(vertex));
        for (node, inside) in scene.nodes.iter().zip(&inside) {
            assert_eq!((node.vertex, node.is_merged), (inside[0], inside.len() > 1), "{tick}");
        }
        if let Some((vertex, n_more)) = named(&player.sentence(&[])) {
            let node = scene
                .nodes
                .iter()
                .position(|node| node.vertex == vertex)
                .expect("it is a dot");
            assert_eq!(inside[node].len(), n_more + 1, "{tick}");
            assert_eq!(
                player.replay().merged_with(*inside[node].last().expect("an annotator")),
                inside[node]
            );
            n_merged += usize::from(n_more > 0);
        }
    }
    assert!(n_merged > 100, "{n_merged}");
    assert_eq!(player.replay().merged_with(999), Vec::<u32>::new());
}

#[test]
fn cut_edges_are_shown_at_quotas_and_in_group_matches_the_scene() {
    let (_, mut player) = watched("sentences", 4);
    let mut cuts = Vec::new();
    for tick in 0..=player.end() {
        player.seek(tick);
        let (scene, facts) = (player.scene(), player.stats());
        assert_eq!(facts.in_group, scene.nodes.iter().any(|node| node.aside), "{tick}");
        let cut: u64 = scene
            .lines
            .iter()
            .filter(|line| line.kind == LineKind::Cut)
            .map(|line| u64::from(line.weight))
            .sum();
        match player.sentence(&[]) {
            Sentence::Quotas { cut: reported, .. } => {
                assert_eq!([cut, facts.cut], [reported, reported]);
                cuts.push(reported);
            }
            Sentence::Picked { .. } => assert_eq!(cut, 0, "only edges inside a part count here"),
            _ => {}
        }
    }
    assert!(cuts.len() == 1 && cuts[0] > 0, "{cuts:?}");
}

#[test]
fn sentences_and_chapters_use_final_part_numbers() {
    let (_, mut player) = watched("sentences", 4);
    let mut reported = Vec::new();
    for tick in 0..=player.end() {
        player.seek(tick);
        match player.sentence(&[]) {
            Sentence::Bisect { first, last, .. } => reported.push([first, last]),
            Sentence::Picked { part, row, .. } => {
                assert_eq!(part, player.replay().part_of[row as usize]);
                reported.push([part, part]);
            }
            _ => {}
        }
    }
    assert_eq!(reported, [[0, 3], [0, 1], [2, 3], [0, 0], [1, 1], [2, 2], [3, 3]]);
    let first = player.chapters().iter().find_map(|chapter| match chapter.title {
        Title::Bisect { first, .. } => Some(first),
        _ => None,
    });
    assert_eq!(first, Some(0));
}

#[test]
fn cut_curve_matches_the_scene_at_every_tick() {
    for (name, preset) in [
        ("sentences", Preset::Paper),
        ("grid", Preset::Paper),
        ("karate", Preset::Best),
        ("cliques", Preset::Strong),
    ] {
        let example = ExampleGraph::named(name).expect("the example exists");
        let (trace, ..) = super::record_fastgas(&example.graph, cut(example.n_parts, preset, 0), 4).expect("K fits");
        for coarsely in [false, true] {
            let mut player =
                Player::new(trace.clone(), example.positions.clone(), coarsely).expect("the events are valid");
            assert_eq!(player.cuts().len(), player.end() as usize + 1);
            for tick in 0..=player.end() {
                player.seek(tick);
                let outer = match &player.replay().bisection {
                    Some(_) => player.replay().cut(),
                    None => 0,
                };
                let cut = outer + player.stats().cut;
                assert_eq!(
                    player.cuts()[tick as usize],
                    cut,
                    "{name} {preset:?} {tick} {:?}",
                    player.sentence(&[])
                );
            }
        }
    }
}

#[test]
fn recorded_moves_and_picks_are_the_best_of_the_queue() {
    for (name, n_parts) in [("sentences", 4), ("karate", 2), ("grid", 4)] {
        let (_, mut player) = watched(name, n_parts);
        let (mut n_moves, mut n_picks) = (0, 0);
        for tick in 0..=player.end() {
            player.seek(tick);
            let Some(state) = player.gain_queue() else {
                assert!(
                    player.scene().nodes.iter().all(|node| node.gain.is_none()),
                    "{name} {tick}"
                );
                continue;
            };
            assert_eq!(
                player
                    .scene()
                    .nodes
                    .iter()
                    .map(|node| node.gain)
                    .take(state.gains.len())
                    .collect::<Vec<_>>(),
                state.gains,
                "{name} {tick}"
            );
            // The next vertex of a joint refinement need not have the highest gain.
            // A search of the joint refinement considers only some vertices.
            let Some(next) = state.next.filter(|_| state.kind != QueueKind::Parts) else {
                continue;
            };
            let first = state.queue.iter().find(|entry| entry.may_move).expect("a vertex moves");
            let moved = state
                .queue
                .iter()
                .find(|entry| entry.node == next)
                .expect("it is in the queue");
            assert_eq!((moved.gain, moved.may_move), (first.gain, true), "{name} {tick}");
            assert!(state.is_best(next));
            assert!(
                state
                    .queue
                    .iter()
                    .all(|entry| entry.gain >= moved.gain || !state.is_best(entry.node))
            );
            player.seek(tick + 1);
            if state.kind == QueueKind::Picks {
                assert_eq!(first.node, next, "{name} {tick}: ties have an order");
                let degree = moved.gain as u32;
                assert_eq!(
                    player.replay().picks.last(),
                    Some(&(next, Some(degree))),
                    "{name} {tick}"
                );
                n_picks += 1;
                continue;
            }
            assert_eq!(player.stats().gain.unwrap_or(moved.gain), moved.gain, "{name} {tick}");
            n_moves += 1;
        }
        assert!(n_moves > 10, "{name}: {n_moves}");
        assert_eq!(n_picks, player.replay().picks.len(), "{name}");
    }
}

#[test]
fn gains_of_the_joint_refinement_are_the_decreases_of_the_cut() {
    let mut n_moves = 0;
    for name in ["karate", "grid", "cliques"] {
        let example = ExampleGraph::named(name).expect("the example exists");
        let (trace, ..) =
            super::record_fastgas(&example.graph, cut(example.n_parts, Preset::Best, 0), 4).expect("K fits");
        let mut player = Player::new(trace, example.positions.clone(), false).expect("the events are valid");
        for tick in 0..player.end() {
            player.seek(tick);
            let Some(state) = player.gain_queue().filter(|state| state.kind == QueueKind::Parts) else {
                continue;
            };
            assert!(state.queue.is_sorted_by_key(|entry| -entry.gain), "{name} {tick}");
            let Some(next) = state.next else { continue };
            let entry = state.queue.iter().find(|entry| entry.node == next);
            let entry = entry.expect("it is in the queue");
            let cuts = [0, 1].map(|step| player.cuts()[(tick + step) as usize] as i64);
            assert_eq!(entry.gain, cuts[0] - cuts[1], "{name} {tick}");
            assert_eq!(
                player.scene().nodes[next as usize].gain,
                Some(entry.gain),
                "{name} {tick}"
            );
            n_moves += 1;
        }
    }
    assert!(n_moves > 10, "{n_moves}");
}

#[test]
fn gains_of_parts_leave_out_full_parts_and_moved_vertices() {
    // Three parts on a path of six vertices. The parts of the vertices are 0 0 1 1 2 2.
    let graph = CsrGraph::from_rows((0..6u32).map(|vertex| {
        let others = [vertex.checked_sub(1), Some(vertex + 1).filter(|&next| next < 6)];
        others.into_iter().flatten().map(|other| (other, 1)).collect()
    }));
    let mut replay = Replay::new(std::sync::Arc::new(graph));
    (replay.n_parts, replay.part_of) = (3, vec![0, 0, 1, 1, 2, 2]);
    let moves = [(2, 0), (4, 1)];
    let gains = |limit, done| {
        let state = GainQueue::of_parts(&replay, limit, &moves, done).expect("the vertices exist");
        let queue: Vec<u32> = state.queue.iter().map(|entry| entry.node).collect();
        (state.gains, queue, state.next)
    };
    let border = Some(0);
    assert_eq!(
        gains(3, 0),
        (
            vec![None, border, border, border, border, None],
            vec![1, 2, 3, 4],
            Some(2)
        )
    );
    // All parts have reached their weight limit.
    // A correct run makes no move after all limits are reached, but the next recorded event moves a vertex.
    assert_eq!(
        gains(2, 0),
        (vec![None, None, border, None, None, None], vec![2], Some(2))
    );
    // After the first move, vertex 3 is the only vertex of part 1, so vertex 3 may not move and has no gain.
    // Vertex 2 has already moved, so only vertex 4 is in the queue.
    let after = (vec![None, None, border, None, border, None], vec![4], Some(4));
    assert_eq!(gains(3, 1), after);
    assert_eq!(GainQueue::of_parts(&replay, 3, &[(6, 0)], 0), None);
}

#[test]
fn regions_grow_along_edges_and_merged_vertices_meet() {
    let (_, mut player) = watched("grid", 4);
    let (mut n_joined, mut n_merged) = (0, 0);
    let mut before = player.scene();
    for tick in 1..=player.end() {
        player.seek(tick);
        let scene = player.scene();
        if let Some([parent, joined]) = player.joining() {
            let ends = [parent.min(joined), parent.max(joined)];
            assert!(scene.lines.iter().any(|line| line.ends == ends), "{tick}");
            assert_eq!(
                scene.nodes[parent as usize].color, scene.nodes[joined as usize].color,
                "{tick}"
            );
            n_joined += 1;
        }
        if player.has_merged() {
            assert_eq!(before.toward(&scene, 0.0), before, "{tick}");
            let end = before.toward(&scene, 1.0);
            for node in &end.nodes {
                let to = scene.nodes[scene.node_of[node.vertex as usize] as usize].at;
                assert!((0..2).all(|axis| (node.at[axis] - to[axis]).abs() < 1e-9), "{tick}");
            }
            n_merged += 1;
        }
        before = scene;
    }
    assert!(n_joined > 500 && n_merged >= 2, "{n_joined} {n_merged}");
}

#[test]
fn default_proposes_covers_and_moves_to_medoids_on_the_sentences() {
    let example = ExampleGraph::named("sentences").expect("the example exists");
    let embeddings = example.embeddings.expect("they are committed");
    let trace = super::record_selection(&embeddings, 3, cut(4, Preset::Best, 0), 4).expect("the settings fit");
    assert_eq!(trace.graph, example.graph);
    let steps = trace.events.iter().filter_map(|event| match event {
        Event::Propose { rows, .. } => Some(("propose", rows.len())),
        Event::Take { .. } => Some(("take", 1)),
        Event::Medoids { rows } => Some(("medoids", rows.len())),
        _ => None,
    });
    let take = ("take", 1);
    // A part that consists of five sentences cannot propose eight candidates.
    assert_eq!(
        steps.collect::<Vec<_>>(),
        [("propose", 20), take, take, take, take, ("medoids", 4)]
    );
    let mut player = Player::new(trace, example.positions, false).expect("the events are valid");
    player.seek(u32::MAX);
    let topics: std::collections::BTreeSet<u32> = player.replay().rows().into_iter().map(|row| row / 5).collect();
    assert_eq!(topics.len(), 4, "one pick of each topic");
    assert!(player.moved_picks().is_empty(), "each is the medoid already");
    assert!(super::record_selection(&embeddings, 20, cut(4, Preset::Best, 0), 4).is_err());
}

#[test]
fn tried_number_of_parts_is_told_with_the_measure_of_the_preset() {
    let (embeddings, _) = grouped(&[20; 6], 1);
    let example = Example::of(embeddings, 5).with(6, 0);
    let cosine = "the mean cosine of a text to its nearest pick would be ";
    let centered = "a centered coverage of ";
    for (preset, measure) in PRESETS.into_iter().zip([cosine, centered, centered, centered]) {
        let config = Config {
            budget: 6,
            n_neighbors: 5,
            n_parts: Parts::Auto,
            preset,
            ..Config::default()
        };
        let config = config.check(120).expect("it fits");
        let mut events = Vec::new();
        let selected = select_recorded(&example.input(), &config, &mut |_| (), &mut events).expect("it is cut");
        let mut replay = Replay::new(Arc::new(example.graph.clone()));
        let mut told = Vec::new();
        for event in &events {
            replay.apply(event).expect("the events are valid");
            if matches!(event, Event::Covers { .. }) {
                told.push(sentence(event, (1, true), &replay, &[]).to_string());
            }
        }
        assert_eq!(told.len(), 2, "{preset:?}");
        for (words, tried) in told.iter().zip(selected.tried) {
            let value = format!("{measure}{:.3}", tried.coverage);
            assert!(words.contains(&value), "{preset:?} {value}: {words}");
        }
    }
}

#[test]
fn queue_before_proposals_and_picks_by_coverage_has_their_gains() {
    let example = ExampleGraph::named("sentences").expect("the example exists");
    let embeddings = example.embeddings.expect("they are committed");
    for n_parts in [4, 1] {
        let trace =
            super::record_selection(&embeddings, 3, cut(n_parts, Preset::Best, 0), 4).expect("the settings fit");
        let trace = Trace::from_bytes(&trace.to_bytes()).expect("the program wrote it");
        let mut player = Player::new(trace, example.positions.clone(), false).expect("the events are valid");
        let (mut n_proposals, mut n_picks) = (0, 0);
        for tick in 0..player.end() {
            player.seek(tick);
            let Some(state) = player.gain_queue() else { continue };
            let is_sorted = state.queue.is_sorted_by_key(|entry| -entry.gain);
            match state.kind {
                QueueKind::Proposals => {
                    assert_eq!((state.queue.len(), state.next, is_sorted), (20, None, true));
                    n_proposals += 1;
                }
                QueueKind::Cover => {
                    let (next, gain) = (state.queue[0].node, state.queue[0].gain);
                    assert!(is_sorted && state.next == Some(next) && state.is_best(next));
                    let (scene, replay) = (player.scene(), player.replay());
                    assert!(state.queue.iter().all(|entry| replay.proposed.contains(&entry.node)));
                    assert_eq!(scene.gain_kind, Some(QueueKind::Cover));
                    assert_eq!(scene.nodes[next as usize].gain, Some(gain));
                    let before = replay.coverage;
                    player.seek(tick + 1);
                    let after = player.replay().coverage.expect("each pick has it");
                    let increase = QueueKind::Cover.number(gain);
                    assert!(
                        before.is_none_or(|before| (after - before - increase).abs() < 1e-8),
                        "{tick}"
                    );
                    n_picks += 1;
                }
                QueueKind::Pass | QueueKind::Parts | QueueKind::Picks => {}
            }
        }
        assert_eq!((n_proposals, n_picks), (1, 4), "{n_parts}");
    }
}

#[test]
fn pick_that_moves_to_its_medoid_is_shown_at_both_places() {
    let example = ExampleGraph::named("sentences").expect("the example exists");
    let embeddings = example.embeddings.expect("they are committed");
    let trace = super::record_selection(&embeddings, 3, cut(2, Preset::Best, 0), 3).expect("the settings fit");
    let mut player = Player::new(trace, example.positions, false).expect("the events are valid");
    player.seek(u32::MAX);
    let after = player.replay().rows();
    let &[[from, to]] = player.moved_picks() else {
        panic!("{:?}", player.moved_picks());
    };
    assert_eq!(
        player.sentence(&[]).to_string(),
        "Each pick moves to the middle of the texts that it represents. 1 of 3 was not there yet."
    );
    let mark = |player: &Player, vertex: u32| player.scene().nodes[vertex as usize].mark;
    assert_eq!(
        [from, to].map(|vertex| mark(&player, vertex)),
        [Mark::Replaced, Mark::Latest]
    );
    player.seek(player.end() - 1);
    assert!(player.moved_picks().is_empty());
    assert_eq!(
        [from, to].map(|vertex| mark(&player, vertex) >= Mark::Picked),
        [true, false]
    );
    let before = player.replay().rows();
    let others = |rows: &[u32], moved: u32| rows.iter().copied().filter(|&row| row != moved).collect::<Vec<u32>>();
    assert_eq!(others(&before, from), others(&after, to), "the other picks stay");
}

#[test]
fn pseudo_code_follows_the_steps_of_a_bisection() {
    let (_, mut player) = watched("sentences", 2);
    assert_eq!(player.code_line(), None);
    let mut lines = Vec::new();
    for tick in 1..=player.end() {
        player.seek(tick);
        let line = (player.rule(), player.code_line().expect("a step is shown"));
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    let grow = [1, 2, 3].map(|line| (Rule::Growing, line));
    let begin = [&[(Rule::Splitting, 0), (Rule::Splitting, 2)][..], &grow].concat();
    assert_eq!(lines[..5], begin);
    let after = lines
        .iter()
        .position(|line| *line == (Rule::Growing, 4))
        .expect("a region is chosen");
    assert_eq!(
        lines[after + 1..after + 4],
        [0, 3, 5].map(|line| (Rule::Refining, line))
    );
    assert_eq!(lines[lines.len() - 2..], [(Rule::Picking, 0), (Rule::Picking, 1)]);
}

#[test]
fn trace_of_3000_texts_is_below_3_megabytes() {
    let graph = clustered(3000, 40, 10, 1);
    for preset in PRESETS {
        let (trace, partition) = recorded(&graph, cut(18, preset, 0));
        let bytes = trace.to_bytes();
        assert!(bytes.len() < 3_000_000, "{preset:?}: {}", bytes.len());
        let trace = Trace::from_bytes(&bytes).expect("the program wrote it");
        assert_eq!(replayed(&trace).partition(), partition);
    }
}

#[test]
fn foreign_or_truncated_bytes_are_rejected() {
    assert_eq!(Trace::from_bytes(b"row,text"), Err(TraceError::Format));
    let bytes = recorded(&ring_of_cliques(4, 6), cut(2, Preset::Paper, 0)).0.to_bytes();
    assert_eq!(Trace::from_bytes(&bytes[..bytes.len() - 1]), Err(TraceError::Broken));
}

proptest! {
    #[test]
    fn replay_reproduces_the_partition(
        graph in any_weighted_graph(150), n_parts in 1u32..9, preset in prop::sample::select(&PRESETS[..]), seed: u64
    ) {
        let n_parts = n_parts.min(graph.n_vertices() as u32);
        let (trace, parts) = recorded(&graph, cut(n_parts, preset, seed));
        prop_assert_eq!(&parts, &partition(&graph, n_parts, preset, 0.03, seed, &mut |_| ()).expect("K fits"));
        prop_assert_eq!(replayed(&trace).partition(), parts);
        prop_assert_eq!(Trace::from_bytes(&trace.to_bytes()), Ok(trace));
    }

    #[test]
    fn replay_reproduces_the_picks(
        embeddings in few_directions(6..150), budget in 1u32..14, n_parts in prop::option::of(1u32..9), seed: u64,
        preset in prop::sample::select(&PRESETS[..]), n_earlier in 0usize..4
    ) {
        let n = embeddings.len() as u32;
        let budget = (budget + n_earlier as u32).min(n);
        let config = Config {
            budget, preset, seed,
            n_neighbors: 4,
            n_parts: n_parts.map_or(Parts::Auto, |n_parts| Parts::Count(n_parts.min(budget))),
            ..Config::default()
        };
        let config = config.check(n).expect("it fits");
        let example = Example::of(embeddings, 4).with(budget, seed);
        let earlier = fastgas_select::PriorSelection { picks: (0..n_earlier as u32).collect(), skipped: vec![n - 1] };
        let n_open = n - u32::from(n_earlier as u32 != n);
        prop_assume!(budget <= n_open && !earlier.picks.contains(&(n - 1)));
        let input = fastgas_select::Input { earlier: &earlier, ..example.input() };
        let mut events = Vec::new();
        let selected = select_recorded(&input, &config, &mut |_| (), &mut events).expect("it is cut");
        prop_assert_eq!(&selected, &select(&input, &config, &mut |_| ()).expect("it is cut"));
        let replay = replayed(&Trace { graph: input.graph.clone(), events });
        prop_assert_eq!(replay.partition(), selected.partition);
        let rows: Vec<u32> = selected.selection.picks.iter().map(|pick| pick.row).collect();
        prop_assert_eq!([&earlier.picks[..], &replay.rows()].concat(), rows);
    }

    #[test]
    fn shuffled_events_never_panic(
        graph in any_weighted_graph(60), seed: u64, swaps in prop::collection::vec((0usize..400, 0usize..400), 1..6),
        preset in prop::sample::select(&PRESETS[..])
    ) {
        let n_parts = 4.min(graph.n_vertices() as u32);
        let (mut trace, _) = recorded(&graph, cut(n_parts, preset, seed));
        let n = trace.events.len();
        swaps.into_iter().for_each(|(a, b)| trace.events.swap(a % n, b % n));
        let mut replay = Replay::new(Arc::new(trace.graph.clone()));
        let _ = trace.events.iter().try_for_each(|event| replay.apply(event));
    }

    #[test]
    fn damaged_bytes_never_panic(graph in any_weighted_graph(40), at: usize, byte: u8) {
        let mut bytes = recorded(&graph, cut(1, Preset::Paper, 0)).0.to_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(trace) = Trace::from_bytes(&bytes) {
            fastgas_graph::fixtures::assert_well_formed(&trace.graph);
        }
    }
}
