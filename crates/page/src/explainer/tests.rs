//! Tests of the explainer: playback, addresses, export of animations, exercises, and the tour.

use std::collections::BTreeSet;

use crate::explainer::animation::{AnimationFile, AnimationOptions, Format, FrameLayout, FrameSelection};
use crate::explainer::exercise::{Answer, ExerciseKind};
use crate::explainer::playback::MAX_LOG_LINES;
use crate::explainer::prompt_example::PromptExample;
use crate::explainer::state::*;
use crate::explainer::*;
use crate::i18n::key;
use fastgas_partition::Preset;
use fastgas_trace::Player;
use fastgas_trace::{LineKind, Mark, Phase, PictureStyle, QueueKind, SIDE, Shape, View, shapes};

fn at(name: &'static str) -> Explainer {
    let mut explainer = Explainer::default();
    explainer.apply(Msg::Visit(name));
    explainer
}

#[test]
fn every_world_can_be_watched_to_its_end_in_every_mode() {
    for name in fastgas_trace::examples::NAMES {
        for preset in [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong] {
            let mut explainer = at(name);
            explainer.apply(Msg::Set(Settings {
                preset,
                ..explainer.settings
            }));
            assert_eq!(explainer.problem, None);
            for tick in 0..=explainer.end() {
                explainer.apply(Msg::Seek(tick));
                let player = &explainer.players[0];
                let scene = player.scene();
                assert_eq!(scene.node_of.len(), player.graph().n_vertices());
                assert!(
                    scene
                        .nodes
                        .iter()
                        .all(|node| node.at.iter().all(|place| place.abs() < 1.01)),
                    "{name} {tick}"
                );
                assert!(!player.sentence(&[]).to_string().is_empty());
                let facts = player.stats();
                assert!(facts.level < facts.sizes.len(), "{name} {tick}");
            }
            assert_eq!(explainer.players[0].stats().picks, explainer.settings.budget);
        }
    }
}

#[test]
fn seeking_backward_shows_the_same_as_forward() {
    let mut explainer = at("grid");
    let there: Vec<_> = (0..=explainer.end())
        .map(|tick| {
            explainer.apply(Msg::Seek(tick));
            (
                explainer.players[0].scene(),
                explainer.sentence(),
                explainer.players[0].stats(),
            )
        })
        .collect();
    for tick in (0..=explainer.end()).rev() {
        explainer.apply(Msg::Seek(tick));
        let here = (
            explainer.players[0].scene(),
            explainer.sentence(),
            explainer.players[0].stats(),
        );
        assert_eq!(here, there[tick as usize], "{tick}");
    }
}

#[test]
fn vertices_and_parts_are_numbered_from_one_on_the_screen() {
    let mut explainer = at("spider");
    explainer.apply(Msg::Seek(u32::MAX));
    assert!(
        explainer.sentence().contains("Part 1: vertex 3 is picked"),
        "the third vertex is the last pick: {}",
        explainer.sentence()
    );
    let picks: Vec<String> = explainer.picks(0).into_iter().map(|(_, words)| words).collect();
    assert_eq!(picks, ["vertex 1", "vertex 2", "vertex 3"]);
    let numbers: Vec<String> = explainer.frames(AnimationOptions::default(), 0)[0]
        .drawing
        .iter()
        .filter_map(|shape| match shape {
            Shape::Number { words, .. } => Some(words.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6", "7"]);
    for preset in [Preset::Paper, Preset::Best] {
        let mut explainer = at("sentences");
        explainer.apply(Msg::Set(Settings {
            preset,
            ..explainer.settings
        }));
        let mut named = BTreeSet::new();
        for tick in 0..=explainer.end() {
            explainer.apply(Msg::Seek(tick));
            let sentence = explainer.sentence().to_lowercase();
            let legend = text::legend(&explainer.scenes[0]).into_iter().map(|(_, words)| words);
            for words in legend.chain([sentence]) {
                for rest in words.split("part ").skip(1) {
                    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                    named.extend(digits.parse::<u32>());
                }
            }
        }
        assert_eq!(named, (1..=4).collect(), "{preset:?}");
    }
}

#[test]
fn whole_steps_move_between_events_in_both_directions() {
    let mut explainer = at("grid");
    let mut ticks = vec![0];
    while explainer.tick < explainer.end() {
        explainer.apply(Msg::Step {
            forward: true,
            whole: true,
        });
        ticks.push(explainer.tick);
    }
    assert!(ticks.is_sorted_by(|before, after| before < after) && ticks.len() < explainer.end() as usize);
    for &tick in ticks.iter().rev().skip(1) {
        explainer.apply(Msg::Step {
            forward: false,
            whole: true,
        });
        assert_eq!(explainer.tick, tick);
    }
    explainer.apply(Msg::Step {
        forward: true,
        whole: false,
    });
    assert_eq!(explainer.tick, 1);
}

/// Opens the step before the first move in a refinement pass on the `sentences` graph, with questions turned on.
fn before_first_move() -> Explainer {
    let mut explainer = at("sentences");
    explainer.apply(Msg::Tour(stop_named("refinement")));
    explainer.apply(Msg::Seek(explainer.tick - 1));
    explainer.apply(Msg::Ask(true));
    explainer
}

#[test]
fn move_is_asked_about_before_it_happens() {
    let mut explainer = before_first_move();
    let (tick, step) = (
        explainer.tick,
        Msg::Step {
            forward: true,
            whole: false,
        },
    );
    explainer.apply(step.clone());
    assert_eq!((explainer.tick, &explainer.question), (tick, &Some(Question::Asked)));
    assert!(!explainer.style().shows_gains, "gains give the answer away");
    let state = explainer.players[0].gain_queue().expect("a pass");
    let next = state.next.expect("a move");
    let vertex = explainer.scenes[0].nodes[next as usize].vertex;
    explainer.apply(Msg::Guess(vertex));
    assert_eq!(explainer.tick, tick + 1);
    let verdict = |explainer: &Explainer| match &explainer.question {
        Some(Question::Answered(verdict)) => verdict.clone(),
        other => panic!("{other:?}"),
    };
    assert!(
        verdict(&explainer).starts_with("Right: vertex "),
        "{}",
        verdict(&explainer)
    );
    assert!(explainer.style().shows_gains);

    // The guessed vertex is not at the border between the parts, so the algorithm cannot move it next.
    explainer.apply(Msg::Seek(tick));
    explainer.apply(step.clone());
    let is_outside = |node: &u32| state.queue.iter().all(|entry| entry.node != *node);
    let outside = (0..20).find(is_outside).expect("not all are at the border");
    explainer.apply(Msg::Guess(outside));
    assert!(
        verdict(&explainer).contains("not in the queue"),
        "{}",
        verdict(&explainer)
    );

    // The first step only asks the question. The second step continues without an answer.
    explainer.apply(Msg::Seek(tick));
    explainer.apply(step.clone());
    explainer.apply(step);
    assert_eq!((explainer.tick, explainer.question), (tick + 1, None));
}

fn guess_next(explainer: &mut Explainer, stop: &str, vertex: u32) -> String {
    explainer.apply(Msg::Tour(stop_named(stop)));
    explainer.apply(Msg::Ask(true));
    explainer.apply(Msg::Step {
        forward: true,
        whole: false,
    });
    assert_eq!(explainer.question, Some(Question::Asked));
    explainer.apply(Msg::Guess(vertex));
    match &explainer.question {
        Some(Question::Answered(verdict)) => verdict.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn pick_is_asked_about_and_shows_the_residual_degrees_of_its_part() {
    let mut explainer = at("sentences");
    explainer.apply(Msg::Tour(stop_named("four-parts")));
    let state = explainer.players[0].gain_queue().expect("the first pick is next");
    assert_eq!(state.kind, QueueKind::Picks);
    let replay = explainer.players[0].replay();
    let (part_of, n) = (replay.part_of.clone(), state.queue.len());
    let next = state.next.expect("a pick");
    assert_eq!(
        n,
        part_of.iter().filter(|part| **part == part_of[next as usize]).count()
    );
    let guess = |explainer: &mut Explainer, vertex| guess_next(explainer, "four-parts", vertex);
    let right = guess(&mut explainer, next);
    let degree = state.queue[0].gain;
    let number = next + 1;
    assert_eq!(
        right,
        format!("Right: vertex {number} is picked, with a residual degree of {degree}.")
    );
    let other = (0..20).find(|&row| part_of[row as usize] != part_of[next as usize]);
    let outside = guess(&mut explainer, other.expect("there are four parts"));
    assert!(outside.contains("in another part; vertex "), "{outside}");
    let last = state.queue[n - 1];
    assert!(last.gain < degree, "{last:?}");
    let wrong = guess(&mut explainer, last.node);
    assert!(
        wrong.contains(&format!("has a residual degree of {};", last.gain)),
        "{wrong}"
    );
}

#[test]
fn pick_by_coverage_is_asked_about_and_shows_the_gains() {
    let mut explainer = at("sentences");
    explainer.apply(Msg::Tour(stop_named("propose")));
    let state = explainer.players[0].gain_queue().expect("the first pick is next");
    assert_eq!((state.kind, state.queue.len()), (QueueKind::Cover, 20));
    let guess = |explainer: &mut Explainer, vertex| guess_next(explainer, "propose", vertex);
    let increase = |gain: i64| crate::explainer::question::increase(gain);
    let (best, last) = (state.queue[0], state.queue[19]);
    assert!(last.gain < best.gain, "{last:?}");
    let answer = format!(
        "vertex {} is picked: it raises the coverage by {}.",
        best.node + 1,
        increase(best.gain)
    );
    assert_eq!(guess(&mut explainer, best.node), format!("Right: {answer}"));
    let (number, gain) = (last.node + 1, increase(last.gain));
    let wrong = format!("No: vertex {number} raises the coverage by {gain}; {answer}");
    assert_eq!(guess(&mut explainer, last.node), wrong);
    assert_eq!(increase(12_345_678), "+0.012");
}

#[test]
fn moves_of_the_default_preset_are_asked_about() {
    let (mut n_right, mut n_wrong) = (0, 0);
    for name in ["karate", "grid", "cliques"] {
        let mut explainer = at(name);
        explainer.apply(Msg::Set(Settings {
            preset: Preset::Best,
            ..explainer.settings
        }));
        explainer.apply(Msg::Ask(true));
        let forward = Msg::Step {
            forward: true,
            whole: false,
        };
        let mut n_asked = 0;
        for tick in 0..explainer.end() {
            explainer.apply(Msg::Seek(tick));
            let state = explainer.players[0].gain_queue();
            let Some(state) = state.filter(|state| state.kind == QueueKind::Parts && n_asked < 10) else {
                continue;
            };
            let Some(next) = state.next else { continue };
            n_asked += 1;
            let ends = [state.queue.first(), state.queue.last()].into_iter().flatten();
            let nodes: Vec<u32> = ends.map(|entry| entry.node).chain([next]).collect();
            for node in nodes {
                explainer.apply(Msg::Seek(tick));
                explainer.apply(forward.clone());
                assert_eq!((explainer.tick, &explainer.question), (tick, &Some(Question::Asked)));
                let vertex = explainer.scenes[0].nodes[node as usize].vertex;
                explainer.apply(Msg::Guess(vertex));
                let Some(Question::Answered(verdict)) = &explainer.question else {
                    panic!("{name} {tick}: {:?}", explainer.question);
                };
                assert_eq!(verdict.starts_with("Right: vertex "), node == next, "{verdict}");
                n_right += u32::from(node == next);
                n_wrong += u32::from(node != next);
            }
        }
    }
    assert!(n_right > 0 && n_wrong > 0, "{n_right} {n_wrong}");
}

#[test]
fn playback_waits_for_an_answer() {
    let mut explainer = before_first_move();
    explainer.apply(Msg::Speed(9));
    explainer.apply(Msg::Play(true));
    explainer.apply(Msg::Pass);
    assert_eq!(
        (explainer.playing, &explainer.question),
        (false, &Some(Question::Asked))
    );
    explainer.apply(Msg::Ask(false));
    assert_eq!(explainer.question, None);
    explainer.apply(Msg::Guess(0));
    assert_eq!(explainer.question, None, "nothing was asked");
}

#[test]
fn gains_of_a_pass_are_in_the_picture() {
    let mut explainer = before_first_move();
    let n_gains = |explainer: &mut Explainer| {
        let tick = explainer.tick;
        let frame = &explainer.frames(AnimationOptions::default(), tick)[0];
        frame
            .drawing
            .iter()
            .filter(|shape| matches!(shape, Shape::Gain { .. }))
            .count()
    };
    assert_eq!(n_gains(&mut explainer), 20);
    explainer.apply(Msg::ShowGains(false));
    assert_eq!(n_gains(&mut explainer), 0);
    explainer.apply(Msg::ShowGains(true));
    explainer.apply(Msg::Seek(0));
    assert_eq!(n_gains(&mut explainer), 0, "nothing is refined yet");
}

#[test]
fn current_line_of_the_pseudo_code_exists_at_every_step() {
    let mut seen = BTreeSet::new();
    for name in fastgas_trace::examples::NAMES {
        for preset in [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong] {
            let mut explainer = at(name);
            explainer.apply(Msg::Set(Settings {
                preset,
                ..explainer.settings
            }));
            for tick in 1..=explainer.end() {
                explainer.apply(Msg::Seek(tick));
                let player = &explainer.players[0];
                let line = player.code_line().expect("a step is shown");
                let code = pseudo_code::code(player.rule());
                assert!(line < code.len(), "{name} {tick} {:?}: {line}", player.rule());
                seen.insert(code[line].1.0);
            }
        }
    }
    assert!(seen.len() > 20, "{seen:?}");
}

#[test]
fn only_a_step_forward_that_merges_is_a_motion() {
    let mut explainer = at("grid");
    explainer.apply(Msg::Tour(stop_named("pairs")));
    assert!(explainer.motion.is_none());
    let before = explainer.scenes[0].clone();
    let forward = Msg::Step {
        forward: true,
        whole: false,
    };
    explainer.apply(forward.clone());
    let motion = explainer.motion.as_ref().expect("the pairs are merged");
    assert_eq!((&*motion.from[0], motion.to_tick), (&*before, explainer.tick));
    explainer.apply(forward);
    assert!(explainer.motion.is_none(), "nothing is merged");
    explainer.apply(Msg::Seek(explainer.tick - 1));
    assert!(explainer.motion.is_none(), "a step back");
}

#[test]
fn playback_stops_at_the_end_and_restarts_at_the_beginning() {
    let mut explainer = at("karate");
    explainer.apply(Msg::Speed(9));
    explainer.apply(Msg::Play(true));
    let mut passes = 0;
    while explainer.playing {
        explainer.apply(Msg::Pass);
        passes += 1;
    }
    assert_eq!(explainer.tick, explainer.end());
    assert_eq!(
        passes,
        explainer.end().div_ceil(3),
        "the player advances sixty ticks per second in twenty frames"
    );
    assert!(explainer.logs[0].len() <= MAX_LOG_LINES);
    explainer.apply(Msg::Play(true));
    assert_eq!((explainer.tick, explainer.playing), (0, true));
    explainer.apply(Msg::Seek(3));
    assert!(!explainer.playing, "scrubbing pauses the player");
}

#[test]
fn players_side_by_side_begin_and_end_together() {
    let mut explainer = at("cliques");
    explainer.apply(Msg::Set(Settings {
        side_by_side: true,
        ..explainer.settings
    }));
    let ends: Vec<u32> = explainer.players.iter().map(Player::end).collect();
    assert!(ends.len() == 2 && ends[0] != ends[1]);
    explainer.apply(Msg::Seek(u32::MAX));
    assert_eq!(explainer.players.iter().map(Player::tick).collect::<Vec<_>>(), ends);
    let cuts: Vec<u64> = explainer.players.iter().map(|player| player.stats().cut).collect();
    assert!(cuts[1] <= cuts[0], "{cuts:?}");
}

fn link(fragment: &str) -> ExplainerUrl {
    let address = ExplainerUrl::of_fragment(fragment).expect("an address of the explainer");
    address.expect("it has only known values")
}

#[test]
fn address_round_trips() {
    let mut explainer = at("grid");
    explainer.apply(Msg::Set(Settings {
        preset: Preset::Best,
        seed: 7,
        ..explainer.settings
    }));
    explainer.apply(Msg::Seek(41));
    let fragment = explainer.url().expect("it has a position").to_fragment();
    assert_eq!(fragment, "explainer=grid&mode=best&parts=4&budget=8&seed=7&step=41");
    let mut other = Explainer::default();
    other.apply(Msg::Follow(link(&fragment)));
    assert_eq!(
        (other.tick, other.settings, other.sentence()),
        (41, explainer.settings, explainer.sentence())
    );
    other.apply(Msg::Follow(link("explainer=karate")));
    assert_eq!(
        (other.settings.n_parts, other.settings.budget),
        (2, 4),
        "those of the world"
    );
    other.apply(Msg::Follow(link("explainer=grid&parts=2&budget=999")));
    assert!(other.problem.is_some(), "there are more picks than vertices");
    other.apply(Msg::Follow(link("explainer=own&parts=2&budget=2")));
    assert!(other.problem.is_some() && other.players.is_empty(), "no texts are open");
}

#[test]
fn each_stop_has_its_own_address() {
    let mut explainer = Explainer::default();
    let mut seen = BTreeSet::new();
    for (at, stop) in STOPS.iter().enumerate() {
        explainer.apply(Msg::Tour(Some(at)));
        let fragment = explainer.url().expect("it has a position").to_fragment();
        assert_eq!(fragment, format!("tour={}", stop.name));
        let mut other = Explainer::default();
        other.apply(Msg::Follow(link(&fragment)));
        assert!(other.shown, "{fragment}");
        assert_eq!(
            (other.stop, other.tick, other.sentence()),
            (Some(at), explainer.tick, explainer.sentence())
        );
        seen.insert(fragment);
    }
    assert_eq!(seen.len(), STOPS.len());
    explainer.apply(Msg::Seek(3));
    let fragment = explainer.url().expect("it has a position").to_fragment();
    assert!(
        fragment.starts_with("explainer=sentences&") && fragment.ends_with(&format!("&step=3&stop={}", STOPS.len()))
    );
}

fn on_screen() -> PictureStyle {
    PictureStyle {
        shows_gains: true,
        ..PictureStyle::SCREEN
    }
}

#[test]
fn lecture_mode_is_in_the_address_and_survives_another_graph() {
    let mut explainer = Explainer::default();
    explainer.apply(Msg::Tour(Some(2)));
    explainer.apply(Msg::Lecture(true));
    let fragment = explainer.url().expect("it has a position").to_fragment();
    assert_eq!(fragment, "tour=region&lecture");
    let mut other = Explainer::default();
    other.apply(Msg::Follow(link(&fragment)));
    assert_eq!((other.stop, other.lecture), (Some(2), true));
    other.apply(Msg::Tour(Some(9)));
    assert!(other.lecture, "the stop is on another graph");
    let style = PictureStyle {
        shows_gains: true,
        ..PictureStyle::LECTURE
    };
    assert_eq!(other.style(), style);
    other.apply(Msg::Seek(0));
    let fragment = other.url().expect("it has a position").to_fragment();
    assert!(fragment.ends_with("&step=0&stop=10&lecture"), "{fragment}");
    assert!(link(&fragment).lecture);
    other.apply(Msg::Leave);
    assert_eq!(other.style(), on_screen());
}

#[test]
fn lecture_of_a_link_waits_for_the_full_screen() {
    let mut explainer = Explainer::default();
    explainer.apply(Msg::Follow(link("tour=start&lecture")));
    assert!(explainer.lecture && explainer.awaits_fullscreen);
    explainer.apply(Msg::Tour(Some(9)));
    assert!(explainer.awaits_fullscreen, "the stop is on another graph");
    explainer.apply(Msg::Lecture(true));
    assert_eq!((explainer.lecture, explainer.awaits_fullscreen), (true, false));
    explainer.apply(Msg::Follow(link("tour=start&lecture")));
    explainer.apply(Msg::Lecture(false));
    assert_eq!((explainer.lecture, explainer.awaits_fullscreen), (false, false));
    explainer.apply(Msg::Follow(link("tour=start")));
    assert!(!explainer.awaits_fullscreen);
}

#[test]
fn pictures_side_by_side_in_a_lecture_have_no_small_letters() {
    let mut explainer = at("sentences");
    explainer.apply(Msg::Lecture(true));
    let n_letters = |explainer: &mut Explainer| {
        let mut n = 0;
        for tick in 0..=explainer.end() {
            explainer.apply(Msg::Seek(tick));
            let drawing = shapes(&explainer.scenes[0], View::ALL, &explainer.texts(), explainer.style());
            let is_letter =
                |shape: &&Shape| matches!(shape, Shape::Number { .. } | Shape::Says { .. } | Shape::Gain { .. });
            n += drawing.iter().filter(is_letter).count();
        }
        n
    };
    assert!(n_letters(&mut explainer) > 0);
    explainer.apply(Msg::Set(Settings {
        side_by_side: true,
        ..explainer.settings
    }));
    assert_eq!((explainer.players.len(), n_letters(&mut explainer)), (2, 0));
}

#[test]
fn pages_of_a_lecture_are_stops_and_end_at_the_first_and_the_last() {
    let mut explainer = Explainer::default();
    let turn = |explainer: &mut Explainer, forward| {
        explainer.apply(Msg::Page { forward });
        explainer.stop
    };
    explainer.apply(Msg::Tour(Some(0)));
    assert_eq!(turn(&mut explainer, false), Some(0));
    assert_eq!(turn(&mut explainer, true), Some(1));
    explainer.apply(Msg::Tour(Some(STOPS.len() - 1)));
    assert_eq!(turn(&mut explainer, true), Some(STOPS.len() - 1), "the tour stays open");
    explainer.apply(Msg::Tour(None));
    explainer.apply(Msg::Seek(0));
    assert_eq!(turn(&mut explainer, true), None);
    assert_eq!(explainer.tick, explainer.players[0].event_ticks()[1]);
}

#[test]
fn unknown_values_of_an_address_are_named() {
    for other in ["", "lang=de", "view=label", "lang=de&view=label", "view=label&lang=en"] {
        assert_eq!(ExplainerUrl::of_fragment(other), None, "{other}");
    }
    for word in ["explainers", "thinking", "tour", "export", "lecture"] {
        let problem = ExplainerUrl::of_fragment(word).expect("a broken link").expect_err(word);
        assert!(problem.contains(&format!("“{word}”")), "{problem}");
    }
    for (fragment, [name, value]) in [
        ("explainer=mars", ["explainer", "mars"]),
        ("think=mars", ["think", "mars"]),
        ("explainer=grid&mode=fastest", ["mode", "fastest"]),
        ("explainer=grid&parts=x", ["parts", "x"]),
        ("explainer=grid&seed=-1", ["seed", "-1"]),
        ("explainer=grid&step=1.5", ["step", "1.5"]),
        ("explainer=grid&stop=99", ["stop", "99"]),
        ("explainer=grid&stop=0", ["stop", "0"]),
        ("explainer=grid&colour=red", ["colour", "red"]),
        ("explainer=own&budget=2", ["parts", ""]),
        ("tour=mars", ["tour", "mars"]),
        ("lang=fr", ["lang", "fr"]),
        ("tour=region&lang=fr", ["lang", "fr"]),
        ("tuor=region", ["tuor", "region"]),
        ("thnk=grid&mode=best", ["thnk", "grid"]),
        ("mode=best", ["explainer", ""]),
        ("view=labels", ["view", "labels"]),
        ("view=", ["view", ""]),
    ] {
        let problem = ExplainerUrl::of_fragment(fragment).expect("an address of the explainer");
        let problem = problem.expect_err(fragment);
        assert!(
            problem.contains(&format!("“{name}”")) && problem.contains(&format!("“{value}”")),
            "{problem}"
        );
    }
}

#[test]
fn links_of_earlier_versions_lead_to_the_same_position() {
    let settings = "mode=best&parts=4&budget=8&seed=7&step=41&stop=3&lecture";
    let earlier = link(&format!("think=grid&{settings}"));
    assert_eq!(earlier, link(&format!("explainer=grid&{settings}")));
    assert!(earlier.to_fragment().starts_with("explainer=grid&mode=best&"));
}

#[test]
fn language_in_an_address_does_not_change_the_position() {
    let region = link("tour=region&lecture");
    for fragment in ["lang=de&tour=region&lecture", "tour=region&lecture&lang=en"] {
        assert_eq!(link(fragment), region, "{fragment}");
    }
    assert_eq!(link("lang=de&explainer=grid&step=3"), link("explainer=grid&step=3"));
}

#[test]
fn more_parts_than_picks_are_lowered_as_in_the_settings() {
    let mut explainer = at("grid");
    explainer.apply(Msg::Set(Settings {
        n_parts: 9,
        budget: 3,
        ..explainer.settings
    }));
    assert_eq!((explainer.settings.n_parts, explainer.settings.parts_made()), (9, 3));
    explainer.apply(Msg::Seek(u32::MAX));
    let replay = explainer.players[0].replay();
    assert_eq!((replay.n_parts, replay.rows().len()), (3, 3));
    explainer.apply(Msg::Set(Settings {
        budget: 257,
        ..explainer.settings
    }));
    assert!(
        explainer.problem.as_ref().is_some_and(|words| words.contains("257")),
        "{:?}",
        explainer.problem
    );
}

#[test]
fn zooming_to_a_chapter_seeks_and_changes_the_view() {
    let mut explainer = at("grid");
    let chapters = explainer.players[0].chapters().iter();
    let titles: Vec<String> = chapters.map(|chapter| text::chapter(chapter.title)).collect();
    let expected = [
        "Cut into 4",
        "Parts 1–4 → 2 : 2",
        "Parts 1–2 → 1 : 1",
        "Parts 3–4 → 1 : 1",
        "Pick",
    ];
    assert_eq!(titles, expected);
    explainer.apply(Msg::Zoom(Some((0, 2))));
    let chapter = explainer.players[0].chapters()[2].clone();
    assert_eq!((chapter.depth, chapter.instances.len()), (2, 128));
    assert_eq!(explainer.players[0].chapter(), Some(2));
    assert_ne!(explainer.view(), View::ALL);
    explainer.apply(Msg::Zoom(None));
    assert_eq!(explainer.view(), View::ALL);
}

#[test]
fn film_has_a_frame_per_step_or_event() {
    let mut explainer = at("grid");
    let whole = AnimationOptions::default();
    assert_eq!(explainer.frame_ticks(whole), (0..=explainer.end()).collect::<Vec<_>>());
    let by_event = explainer.frame_ticks(AnimationOptions {
        each: FrameSelection::Event,
        ..whole
    });
    assert_eq!(by_event, explainer.players[0].event_ticks());
    // The option for one chapter has no effect while the view is not zoomed to a chapter.
    let part = AnimationOptions { part: true, ..whole };
    assert_eq!(explainer.frame_ticks(part), explainer.frame_ticks(whole));
    explainer.apply(Msg::Zoom(Some((0, 1))));
    let [begin, end] = [1, 4].map(|at| explainer.players[0].chapters()[at].tick);
    assert_eq!(
        explainer.frame_ticks(part),
        (begin..=end).collect::<Vec<_>>(),
        "the export contains both halves up to the picks"
    );
    explainer.apply(Msg::Zoom(Some((0, 2))));
    let end = explainer.players[0].chapters()[3].tick;
    assert_eq!(
        explainer.frame_ticks(part).last(),
        Some(&end),
        "the export contains only one half"
    );
    let events = explainer.frame_ticks(AnimationOptions {
        each: FrameSelection::Event,
        ..part
    });
    assert!(events.is_sorted_by(|before, after| before < after) && events.len() < explainer.frame_ticks(part).len());
}

#[test]
fn default_film_lasts_at_most_a_minute() {
    let film = AnimationOptions::default();
    let mut chosen = Vec::new();
    for name in ["spider", "sentences", "grid", "cliques"] {
        let explainer = at(name);
        let each = explainer.frame_selection(film);
        let ticks = explainer.frame_ticks(AnimationOptions { each, ..film });
        assert!(film.seconds(ticks.len()) <= 60, "{name}: {}", ticks.len());
        assert_eq!([ticks[0], ticks[ticks.len() - 1]], [0, explainer.end()], "{name}");
        assert!(ticks.is_sorted_by(|before, after| before < after), "{name}");
        let steps = film.seconds(explainer.frame_ticks(film).len());
        assert_eq!(each == FrameSelection::Step, steps <= 60, "{name}: {steps} s");
        chosen.push(each);
    }
    assert!(
        chosen.contains(&FrameSelection::Step) && chosen.contains(&FrameSelection::Event),
        "{chosen:?}"
    );
    let fast = AnimationOptions { pace: 1, ..film };
    let explainer = at("grid");
    assert_eq!(explainer.frame_selection(fast), FrameSelection::Minute);
    let each = FrameSelection::Minute;
    assert!((30..=60).contains(&explainer.frame_ticks(AnimationOptions { each, ..fast }).len()));
    assert_eq!([fast.seconds(61), film.seconds(61)], [61, 16]);
}

#[test]
fn film_frames_have_a_caption_of_the_step() {
    let mut explainer = at("sentences");
    let says = |picture: &animation::Frame| -> String {
        let words = |shape: &Shape| match shape {
            Shape::Says { at, words, .. } if at[1] > SIDE => words.clone(),
            other => panic!("{other:?}"),
        };
        picture.caption.iter().map(words).collect::<Vec<_>>().join(" ")
    };
    let film = AnimationOptions::default();
    let end = explainer.end();
    let without = says(&explainer.frames(film, end)[0]);
    assert!(without.contains("vertex") && !without.contains('“'), "{without}");
    let with_texts = AnimationOptions {
        with_texts: true,
        ..film
    };
    let pictures = explainer.frames(with_texts, end);
    let picture = &pictures[0];
    assert_eq!(says(picture), explainer.sentence());
    assert!((2..=3).contains(&picture.caption.len()), "{:?}", picture.caption);
}

#[test]
fn wide_frames_are_16_to_9_with_large_captions_inside() {
    let film = AnimationOptions {
        wide: true,
        ..AnimationOptions::default()
    };
    let mut explainer = at("sentences");
    for side_by_side in [false, true] {
        explainer.apply(Msg::Set(Settings {
            side_by_side,
            ..explainer.settings
        }));
        let n = explainer.players.len() as u32;
        let layout = FrameLayout::of(film, n);
        assert_eq!((layout.size, layout.places.len()), ([1280, 720], n as usize));
        for tick in 0..=explainer.end() {
            for (frame, [left, top, side]) in explainer.frames(film, tick).iter().zip(&layout.places) {
                let scale = side / SIDE;
                assert!(left + side <= 1280.0 && top + side <= 720.0);
                assert!(!frame.caption.is_empty(), "{tick}");
                for shape in &frame.caption {
                    let Shape::Says { at, size, words, .. } = shape else {
                        panic!("{shape:?}")
                    };
                    assert!(size * scale >= 24.0, "{tick}: {size}");
                    assert!(!words.ends_with('…'), "{tick}: {words}");
                    let end = left + scale * (at[0] + 0.55 * size * words.chars().count() as f64);
                    assert!(
                        end <= 1280.0 && top + scale * (at[1] + size / 2.0) <= 720.0,
                        "{tick}: {words}"
                    );
                }
            }
        }
    }
    let small = AnimationOptions { side: 480, ..film };
    assert_eq!(FrameLayout::of(small, 1).size, [854, 480], "encoders need even numbers");
}

#[test]
fn film_frames_match_the_picture_and_show_texts_on_request() {
    let mut explainer = at("sentences");
    explainer.apply(Msg::Set(Settings {
        side_by_side: true,
        ..explainer.settings
    }));
    let is_text = |shape: &Shape| matches!(shape, Shape::Says { .. });
    let film = AnimationOptions::default();
    let pictures = explainer.frames(film, 9);
    assert_eq!((pictures.len(), explainer.tick), (2, 9));
    for (player, picture) in explainer.players.iter().zip(&pictures) {
        let drawing = shapes(&player.scene(), explainer.view(), &[], on_screen());
        assert_eq!(picture.drawing, drawing);
        assert!(!picture.drawing.iter().any(is_text));
    }
    let with_texts = AnimationOptions {
        with_texts: true,
        ..film
    };
    assert!(explainer.frames(with_texts, 9)[0].drawing.iter().any(is_text));
}

#[test]
fn saved_picture_contains_texts_as_chosen() {
    let mut explainer = at("sentences");
    let svg = |explainer: &Explainer| explainer.svg(0).expect("one player");
    assert!(
        svg(&explainer).contains("This cake is made"),
        "texts of a built-in world are saved"
    );
    explainer.apply(Msg::SaveTexts(false));
    assert!(!svg(&explainer).contains("This cake"));
    assert_eq!(explainer.svg(1), None);
    // A picture of the user's own texts contains the texts only if the user chooses to save the texts.
    let mut source_graph =
        SourceGraph::from(fastgas_trace::examples::ExampleGraph::named("sentences").expect("a world"));
    source_graph.name = OWN_TEXTS;
    let settings = explainer.settings;
    explainer.apply(Msg::VisitOwn(Box::new(source_graph), settings));
    assert!(!svg(&explainer).contains("This cake"));
    explainer.apply(Msg::SaveTexts(true));
    assert!(svg(&explainer).contains("This cake"));
}

#[test]
fn too_large_film_is_rejected_with_advice() {
    let mut reel = AnimationFile::new(
        AnimationOptions {
            format: Format::Pictures,
            ..AnimationOptions::default()
        },
        3,
    );
    let png = vec![0; animation::MAX_FILE_BYTES / 2];
    assert_eq!((reel.add(&png), reel.add(&png)), (Ok(()), Ok(())));
    assert!(
        reel.add(&png)
            .is_err_and(|words| words.contains("512\u{a0}MB") && words.contains("smaller"))
    );
}

#[test]
fn each_v_cycle_stop_leads_to_its_graph() {
    let way = |explainer: &Explainer, player: usize| -> Vec<(usize, Phase)> {
        let (v_cycle, _) = explainer.players[player].v_cycle().expect("it exists");
        v_cycle.stops.iter().map(|stop| (stop.level, stop.phase)).collect()
    };
    let mut explainer = at("grid");
    explainer.apply(Msg::Set(Settings {
        side_by_side: true,
        ..explainer.settings
    }));
    // `seen` counts the V-cycles of both players. The players may start a V-cycle at different ticks.
    let mut seen = 0;
    for tick in 0..=explainer.end() {
        explainer.apply(Msg::Seek(tick));
        for player in 0..2 {
            let Some((v_cycle, Some(place))) = explainer.players[player].v_cycle() else {
                continue;
            };
            assert_eq!(
                v_cycle.stops[place].size,
                {
                    let facts = explainer.players[player].stats();
                    [facts.vertices(), facts.edges()]
                },
                "{tick} {player}"
            );
            seen += 1;
        }
    }
    assert!(seen > explainer.end());
    explainer.apply(Msg::SeekOf(0, 2));
    let (down, bottom, up) = (Phase::Down, Phase::Bottom, Phase::Up);
    assert_eq!(
        way(&explainer, 0),
        [(0, down), (1, down), (2, bottom), (1, up), (0, up)]
    );
    let stops = explainer.players[0].v_cycle().expect("a V").0.stops.clone();
    for (place, stop) in stops.iter().enumerate() {
        explainer.apply(Msg::SeekOf(0, stop.tick));
        assert_eq!(explainer.players[0].tick(), stop.tick);
        assert_eq!(explainer.players[0].v_cycle().and_then(|(_, at)| at), Some(place));
    }
}

#[test]
fn spider_can_be_picked_better_than_greedily() {
    let mut explainer = at("spider");
    explainer.apply(Msg::Try(Some(ExerciseKind::Picking)));
    for vertex in [1, 0, 2, 3] {
        explainer.apply(Msg::Toggle(vertex));
    }
    explainer.apply(Msg::Toggle(0));
    explainer.apply(Msg::Toggle(3));
    explainer.apply(Msg::Toggle(99));
    explainer.apply(Msg::Reveal);
    let graph = explainer.source_graph.as_ref().expect("a world").graph.clone();
    let exercise = explainer.exercise.as_ref().expect("it was started");
    assert_eq!(exercise.own, [1, 2, 3]);
    let answer = Answer {
        parts: None,
        algorithm: vec![0, 1, 2],
        best: Some(vec![1, 2, 3]),
        real: None,
    };
    assert_eq!(exercise.answer, Some(answer));
    let lines = exercise.lines(&graph);
    assert_eq!(
        lines[0].1,
        "You: 2, 3, 4 touch 6 of 6 lines; 7 of 7 dots are picked or next to a pick."
    );
    explainer.apply(Msg::Show(SolutionSource::Algorithm));
    assert_eq!(explainer.exercise.as_ref().expect("it was started").seen(), [0, 1, 2]);
    explainer.apply(Msg::Toggle(1));
    assert_eq!(
        explainer.exercise.as_ref().expect("it was started").seen(),
        [2, 3],
        "the user's own answer is shown again"
    );
}

#[test]
fn own_picks_are_also_compared_with_picks_by_parts() {
    let mut explainer = at("sentences");
    explainer.apply(Msg::Try(Some(ExerciseKind::Picking)));
    explainer.apply(Msg::Reveal);
    let mut watched = explainer.players[0].clone();
    watched.seek(u32::MAX);
    let picks = watched.replay().rows();
    let graph = explainer.source_graph.as_ref().expect("a world").graph.clone();
    let exercise = explainer.exercise.as_ref().expect("it was started");
    assert_eq!(exercise.of(SolutionSource::Parts), Some(&picks[..]));
    let lines = exercise.lines(&graph);
    let whose: Vec<SolutionSource> = lines.iter().map(|(whose, _)| *whose).collect();
    assert_eq!(
        whose,
        [
            SolutionSource::Own,
            SolutionSource::Parts,
            SolutionSource::Algorithm,
            SolutionSource::Best
        ]
    );
    let ids: Vec<String> = picks.iter().map(|row| (row + 1).to_string()).collect();
    let begin = format!("The algorithm as shown, part by part: {} touch ", ids.join(", "));
    assert!(lines[1].1.starts_with(&begin), "{}", lines[1].1);
    for (_, words) in &lines[2..] {
        assert!(words.contains("as if there were no parts: "), "{words}");
    }
    explainer.apply(Msg::Show(SolutionSource::Parts));
    assert_eq!(explainer.exercise.as_ref().expect("it was started").seen(), picks);
}

#[test]
fn pointed_dot_reports_its_text_and_merged_vertices() {
    let mut explainer = at("sentences");
    let dots = |explainer: &Explainer| Dots::of(&explainer.players[0].scene(), explainer.view());
    let place = dots(&explainer).place(7).expect("it has a dot");
    assert_eq!(dots(&explainer).near([place[0] + 3.0, place[1] - 3.0]), Some(7));
    assert_eq!(
        (dots(&explainer).near([-500.0, 0.0]), dots(&explainer).place(20)),
        (None, None)
    );
    assert_eq!(explainer.dot(0, 7), Some((explainer.texts()[7].clone(), None)));
    assert_eq!(explainer.dot(0, 20), None);
    explainer = at("grid");
    assert_eq!(explainer.dot(0, 255), Some(("vertex 256".to_owned(), None)));
    let at_pairs = STOPS
        .iter()
        .position(|stop| stop.words[0] == key!("explainer-tour-merge-title"));
    explainer.apply(Msg::Tour(at_pairs));
    let merged = |vertex: u32| explainer.dot(0, vertex).and_then(|(_, more)| more);
    let more: Vec<(u32, String)> = (0..256).filter_map(|vertex| Some((vertex, merged(vertex)?))).collect();
    assert!(more.len() > 200, "most vertices are merged");
    assert!(
        more.iter()
            .all(|(_, words)| words.starts_with("1 more is merged into this dot: "))
    );
    // The two merged vertices are one dot, which has the number of the lower vertex.
    let (vertex, words) = &more[0];
    let number: u32 = words
        .rsplit(' ')
        .next()
        .and_then(|other| other.parse().ok())
        .expect("its number");
    let other = number - 1;
    assert_eq!(dots(&explainer).place(*vertex), dots(&explainer).place(other));
    let middle = dots(&explainer).place(other).expect("it has a dot");
    assert_eq!(dots(&explainer).near(middle), Some(*vertex));
    explainer.apply(Msg::Try(Some(ExerciseKind::Picking)));
    assert_eq!(
        explainer.dot(0, *vertex),
        Some((format!("vertex {}", vertex + 1), None)),
        "the exercise shows the whole graph"
    );
}

#[test]
fn legend_explains_exactly_the_visible_rings_and_lines() {
    for name in fastgas_trace::examples::NAMES {
        for preset in [Preset::Paper, Preset::Best] {
            let mut explainer = at(name);
            explainer.apply(Msg::Set(Settings {
                preset,
                ..explainer.settings
            }));
            for tick in 0..=explainer.end() {
                explainer.apply(Msg::Seek(tick));
                let scene = &explainer.scenes[0];
                let (mut rings, mut lines) = (BTreeSet::new(), BTreeSet::new());
                for shape in text::legend(scene).into_iter().flat_map(|(shapes, _)| shapes) {
                    match shape {
                        Shape::Ring { mark, .. } => {
                            rings.insert(mark);
                        }
                        Shape::Lines { kind, .. } => {
                            lines.insert(kind);
                        }
                        _ => {}
                    }
                }
                let marks = scene.nodes.iter().map(|node| node.mark);
                let kinds = scene.lines.iter().map(|line| line.kind);
                let visible = (
                    marks.filter(|mark| *mark != Mark::None).collect(),
                    kinds.filter(|kind| *kind != LineKind::Inner).collect(),
                );
                assert_eq!((rings, lines), visible, "{name} {tick} {preset:?}");
            }
        }
    }
}

#[test]
fn dense_graph_states_how_many_lines_are_drawn() {
    // The texts form a ring. Each text is adjacent to the 30 texts before it and to the 30 texts after it.
    // The ring of 200 texts therefore has 6000 edges.
    let n = 200u32;
    let row = |vertex: u32| {
        let others = (1..=30).flat_map(|step| [(vertex + step) % n, (vertex + n - step) % n]);
        let mut row: Vec<(u32, u32)> = others.map(|other| (other, 1)).collect();
        row.sort_unstable();
        row
    };
    let mut source_graph = SourceGraph::from(fastgas_trace::examples::ExampleGraph::named("spider").expect("a world"));
    source_graph.graph = std::sync::Arc::new(fastgas_graph::CsrGraph::from_rows((0..n).map(row)));
    source_graph.positions = std::sync::Arc::new((0..n).map(|vertex| [vertex as f32 / 100.0 - 1.0, 0.0]).collect());
    let mut explainer = Explainer::default();
    explainer.apply(Msg::VisitOwn(Box::new(source_graph), Settings::default()));
    assert_eq!(
        text::line_sample(&explainer.scenes[0]).as_deref(),
        Some("600 of 6,000 lines are drawn, evenly sampled.")
    );
    let quotas =
        explainer.players[0].tick_in_first(|event| matches!(event, fastgas_partition::Event::Quotas { .. }), 1);
    explainer.apply(Msg::Seek(quotas));
    let cut = explainer.players[0].stats().cut;
    let words = text::line_sample(&explainer.scenes[0]).expect("too many lines");
    assert!(
        words.contains(&format!("of {} lines between parts", crate::i18n::grouped(cut))),
        "{words}"
    );
    let names: Vec<String> = text::legend(&explainer.scenes[0])
        .into_iter()
        .map(|(_, words)| words)
        .collect();
    assert_eq!(names, ["cut", "part 1", "part 2"]);
    let small = at("grid");
    assert_eq!(text::line_sample(&small.scenes[0]), None);
}

#[test]
fn continues_over_pool_once_a_preset_other_than_paper_picks() {
    for (preset, continues) in [
        (Preset::Paper, false),
        (Preset::Fast, true),
        (Preset::Best, true),
        (Preset::Strong, true),
    ] {
        let mut explainer = at("karate");
        explainer.apply(Msg::Set(Settings {
            preset,
            ..explainer.settings
        }));
        assert!(!explainer.continues_over_pool(0), "no preset has picked yet");
        explainer.apply(Msg::Seek(u32::MAX));
        assert_eq!(
            (explainer.continues_over_pool(0), explainer.continues_over_pool(1)),
            (continues, false),
            "{preset:?}"
        );
    }
}

#[test]
fn own_cut_is_compared_with_the_algorithm_and_the_optimum() {
    let mut explainer = at("karate");
    explainer.apply(Msg::Try(Some(ExerciseKind::Cutting)));
    explainer.apply(Msg::Toggle(1));
    explainer.apply(Msg::Reveal);
    let graph = explainer.source_graph.as_ref().expect("a world").graph.clone();
    let exercise = explainer.exercise.as_ref().expect("it was started");
    assert_eq!(exercise.own[..4], [0, 0, 0, 1]);
    let lines: Vec<String> = exercise.lines(&graph).into_iter().map(|(_, words)| words).collect();
    assert!(
        lines[0].ends_with("sides 18 : 16, which is not balanced."),
        "{}",
        lines[0]
    );
    assert_eq!(
        lines[1],
        "The paper’s way, refined by gain: 10 lines cut, sides 17 : 17."
    );
    assert_eq!(lines[2], "The best possible: 10 lines cut, sides 17 : 17.");
}

/// The task and the result of a cutting exercise on the METIS graph in `file`, with all vertices on the first side.
fn cut_on_one_side(file: &str) -> (String, Vec<String>) {
    let mut explainer = at("grid");
    explainer.apply(Msg::EditGraph);
    explainer.apply(Msg::Draft(DraftMsg::Read(file.into())));
    explainer.apply(Msg::UseDraft);
    assert_eq!((explainer.is_drafting, explainer.problem.as_deref()), (false, None));
    explainer.apply(Msg::Try(Some(ExerciseKind::Cutting)));
    let graph = explainer.source_graph.as_ref().expect("a world").graph.clone();
    for vertex in 0..graph.n_vertices() as u32 {
        explainer.apply(Msg::Paint { vertex, side: 0 });
    }
    explainer.apply(Msg::Reveal);
    let exercise = explainer.exercise.as_ref().expect("it was started");
    let lines = exercise.lines(&graph).into_iter().map(|(_, words)| words).collect();
    (exercise.task(), lines)
}

#[test]
fn cut_of_weighted_vertices_is_balanced_by_weight() {
    let (task, lines) = cut_on_one_side("4 4 010\n5 2 4\n5 1 3\n5 2 4\n5 3 1\n");
    assert!(
        task.starts_with("Make two halves with as few lines as possible"),
        "{task}"
    );
    assert!(
        task.ends_with("the dots of each side may weigh at most 10 together."),
        "{task}"
    );
    assert_eq!(
        lines[0],
        "You: 0 lines cut, sides of weight 20 : 0, which is not balanced."
    );
    assert_eq!(lines[2], "The best possible: 2 lines cut, sides of weight 10 : 10.");
}

#[test]
fn cut_of_weighted_edges_is_reported_as_a_weight() {
    let (task, lines) = cut_on_one_side("4 4 001\n2 3 4 1\n1 3 3 1\n2 1 4 3\n3 3 1 1\n");
    assert!(
        task.starts_with("Make two halves with lines of as little weight as possible"),
        "{task}"
    );
    assert!(task.ends_with("each side may have at most 2 dots."), "{task}");
    assert_eq!(
        lines[0],
        "You: lines of weight 0 cut, sides 4 : 0, which is not balanced."
    );
    assert_eq!(lines[2], "The best possible: lines of weight 2 cut, sides 2 : 2.");
}

#[test]
fn cut_that_no_sides_can_balance_allows_the_sides_of_the_algorithm() {
    let (task, lines) = cut_on_one_side("3 3 010\n9 2 3\n1 1 3\n1 1 2\n");
    assert!(task.ends_with("may weigh at most 9 together."), "{task}");
    for line in &lines[1..] {
        assert!(
            line.ends_with("2 lines cut, sides of weight 9 : 2.") || line.ends_with(" 2 : 9."),
            "{line}"
        );
    }
}

#[test]
fn karate_club_is_compared_with_its_real_split() {
    let mut explainer = at("karate");
    explainer.apply(Msg::Try(Some(ExerciseKind::Cutting)));
    explainer.apply(Msg::Reveal);
    let graph = explainer.source_graph.as_ref().expect("a world").graph.clone();
    let lines = explainer.exercise.as_ref().expect("it was started").lines(&graph);
    let (whose, words) = lines.last().expect("lines");
    assert_eq!(
        (*whose, words.as_str()),
        (
            SolutionSource::Real,
            "What really happened: 11 lines cut, sides 17 : 17."
        )
    );
    explainer.apply(Msg::Show(SolutionSource::Real));
    let seen = explainer.exercise.as_ref().expect("it was started").seen();
    assert_eq!((seen[0], seen[33]), (0, 1));
    explainer.apply(Msg::Try(Some(ExerciseKind::Picking)));
    explainer.apply(Msg::Reveal);
    let answer = explainer.exercise.as_ref().and_then(|exercise| exercise.answer.clone());
    assert_eq!(answer.expect("it is revealed").real, None);
}

#[test]
fn own_graph_is_run_and_can_be_edited_again() {
    let mut explainer = at("grid");
    explainer.apply(Msg::EditGraph);
    assert!(explainer.is_drafting);
    explainer.apply(Msg::UseDraft);
    assert!(explainer.is_drafting, "an empty graph cannot be run");
    explainer.apply(Msg::Draft(DraftMsg::Type("1 2\n2 3\n3 1\n3 4\n4 5\n5 6\n6 4".into())));
    explainer.apply(Msg::UseDraft);
    assert_eq!((explainer.is_drafting, explainer.problem.as_deref()), (false, None));
    let source_graph = explainer.source_graph.as_ref().expect("the drawn graph");
    assert_eq!((source_graph.name, source_graph.graph.n_edges()), (OWN_GRAPH, 7));
    explainer.apply(Msg::Seek(u32::MAX));
    assert_eq!(explainer.players[0].stats().cut, 1, "the two triangles are the parts");
    assert_eq!(explainer.url(), None, "the address has no room for a graph");
    explainer.apply(Msg::EditGraph);
    assert_eq!(explainer.draft.edges.len(), 7);
    explainer.apply(Msg::Visit("karate"));
    assert_eq!((explainer.is_drafting, explainer.draft.edges.len()), (false, 7));
    explainer.apply(Msg::Leave);
    assert_eq!((explainer.shown, explainer.draft.edges.len()), (false, 7));
}

#[test]
fn k_changes_the_graph_of_the_sentences_but_not_the_positions() {
    let mut explainer = at("sentences");
    let source_graph = |explainer: &Explainer| explainer.source_graph.clone().expect("a world");
    let before = source_graph(&explainer);
    explainer.apply(Msg::Set(Settings {
        n_neighbors: 5,
        ..explainer.settings
    }));
    let after = source_graph(&explainer);
    assert!(after.graph.n_edges() > before.graph.n_edges());
    assert_eq!(
        (explainer.problem.as_deref(), &after.positions),
        (None, &before.positions)
    );
    assert_eq!(*explainer.players[0].graph(), *after.graph);
    let fragment = explainer.url().expect("it has a position").to_fragment();
    assert_eq!(
        fragment,
        "explainer=sentences&mode=paper&parts=4&budget=4&seed=0&neighbors=5&step=0"
    );
    let mut other = Explainer::default();
    other.apply(Msg::Follow(link(&fragment)));
    assert_eq!(source_graph(&other).graph, after.graph);
    explainer.apply(Msg::Set(Settings {
        n_neighbors: 20,
        ..explainer.settings
    }));
    assert!(explainer.problem.as_ref().is_some_and(|words| words.contains("20")));
    explainer.apply(Msg::Set(Settings {
        n_neighbors: 3,
        ..explainer.settings
    }));
    assert_eq!(
        (explainer.problem.as_deref(), source_graph(&explainer).graph),
        (None, before.graph)
    );
    // Example graphs without embeddings have no k, so an address with k is invalid.
    assert!(ExplainerUrl::of_fragment("explainer=grid&neighbors=5").is_some_and(|link| link.is_err()));
}

#[test]
fn default_runs_with_embeddings_on_the_sentences() {
    let mut explainer = at("sentences");
    explainer.apply(Msg::Set(Settings {
        preset: Preset::Best,
        ..explainer.settings
    }));
    let mut rules = Vec::new();
    for tick in 0..=explainer.end() {
        explainer.apply(Msg::Seek(tick));
        rules.push(explainer.players[0].rule());
    }
    rules.dedup();
    assert!(
        rules.ends_with(&[fastgas_trace::Rule::Proposing, fastgas_trace::Rule::Medoids]),
        "{rules:?}"
    );
    assert!(!explainer.continues_over_pool(0), "nothing is left out");
}

#[test]
fn painting_sets_the_side_and_never_picks() {
    let mut explainer = at("karate");
    explainer.apply(Msg::Try(Some(ExerciseKind::Cutting)));
    for vertex in [3, 5, 7, 99] {
        explainer.apply(Msg::Paint { vertex, side: 0 });
    }
    let exercise = explainer.exercise.as_ref().expect("it was started");
    assert_eq!(exercise.own[..9], [0, 1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!((exercise.side_of(1), exercise.side_of(99)), (Some(1), None));
    explainer.apply(Msg::Try(Some(ExerciseKind::Picking)));
    explainer.apply(Msg::Toggle(4));
    explainer.apply(Msg::Paint { vertex: 0, side: 1 });
    let exercise = explainer.exercise.as_ref().expect("it was started");
    assert_eq!((&exercise.own[..], exercise.side_of(0)), (&[4][..], None));
}

fn best_line(explainer: &mut Explainer, kind: ExerciseKind) -> String {
    explainer.apply(Msg::Try(Some(kind)));
    explainer.apply(Msg::Reveal);
    let graph = explainer.source_graph.as_ref().expect("a world").graph.clone();
    let lines = explainer.exercise.as_ref().expect("it was started").lines(&graph);
    let of_optimum = lines.into_iter().find(|(whose, _)| *whose == SolutionSource::Best);
    of_optimum.expect("a line for each solution").1
}

#[test]
fn optimum_of_the_grid_is_known_to_both_exercises() {
    let mut grid = at("grid");
    let cut = best_line(&mut grid, ExerciseKind::Cutting);
    assert_eq!(cut, "The best possible: 16 lines cut, sides 128 : 128.");
    let picks = best_line(&mut grid, ExerciseKind::Picking);
    assert!(picks.contains("touch 32 of 480 lines"), "{picks}");
}

#[test]
fn unknown_optimum_is_reported_as_unknown() {
    let mut grid = at("grid");
    grid.source_graph.as_mut().expect("a world").halves = None;
    let cut = best_line(&mut grid, ExerciseKind::Cutting);
    assert!(cut.contains("too many"), "{cut}");
    let mut karate = at("karate");
    karate.apply(Msg::Set(Settings {
        budget: 8,
        ..karate.settings
    }));
    let picks = best_line(&mut karate, ExerciseKind::Picking);
    assert!(picks.contains("too many"), "{picks}");
}

#[test]
fn stops_show_the_panels_that_their_texts_mention() {
    let exercise = key!("explainer-exercise-cut-button").text();
    let mut seen = BTreeSet::new();
    for stop in &STOPS {
        let text = stop.words[1].text();
        let mentioned = match &text {
            text if text.contains("The queue") => Some(Panel::Queue),
            text if text.contains("the V") => Some(Panel::Levels),
            text if text.contains(&exercise) => Some(Panel::Exercise),
            text if text.contains("examples of a prompt") => Some(Panel::Prompt),
            _ => None,
        };
        assert_eq!(stop.panel, mentioned, "{}: {text}", stop.name);
        seen.extend(stop.panel.map(Panel::name));
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}

#[test]
fn the_tour_takes_less_than_ten_minutes() {
    let words = |stop: &TourStop| stop.words[1].text().split_whitespace().count();
    let words: usize = STOPS.iter().map(words).sum();
    // The estimated duration assumes a reading speed of 200 words per minute, and ten seconds per picture.
    // The duration also includes the run of the exercise, which the user plays to its end.
    let mut explainer = Explainer::default();
    explainer.apply(Msg::Tour(stop_named("exercise")));
    let played = explainer.end() / SPEEDS[explainer.speed];
    let seconds = words as u32 * 60 / 200 + 10 * STOPS.len() as u32 + played;
    assert!(seconds < 600, "{seconds} s");
}

fn stop_named(name: &str) -> Option<usize> {
    STOPS.iter().position(|stop| stop.name == name)
}

/// Returns the picks at a tour stop, the number of edges that the picks touch, and the unreached sentences.
/// A sentence is unreached if it is neither picked nor adjacent to a pick.
fn reach(name: &str) -> (Vec<u32>, u32, Vec<u32>) {
    let mut explainer = Explainer::default();
    explainer.apply(Msg::Tour(stop_named(name)));
    let picks = explainer.players[0].replay().rows();
    let graph = &explainer.source_graph.as_ref().expect("a world").graph;
    let is_missed = |vertex: &u32| {
        let mut reached = graph.neighbors_of(*vertex).iter().chain([vertex]);
        !reached.any(|vertex| picks.contains(vertex))
    };
    let missed = (0..20).filter(is_missed).map(|vertex| vertex + 1).collect();
    (
        picks.clone(),
        fastgas_trace::examples::edges_touched(graph, &picks),
        missed,
    )
}

#[test]
fn picks_without_parts_miss_two_sentences_and_picks_of_parts_none() {
    let (picks, touched, missed) = reach("without-parts");
    assert_eq!((picks.len(), touched, missed), (4, 19, vec![16, 18]));
    let graph = fastgas_trace::examples::ExampleGraph::named("sentences")
        .expect("a world")
        .graph;
    let best = fastgas_trace::examples::optimum(&graph, 4).expect("it is small");
    assert_eq!(
        fastgas_trace::examples::edges_touched(&graph, &best),
        19,
        "no four dots touch more"
    );
    let (_, touched, missed) = reach("result");
    assert_eq!((touched, missed), (18, vec![]));
    let text = key!("explainer-tour-without-parts-text").text();
    assert!(
        text.contains("19 of the 36") && text.contains("16 and 18") && text.contains("18 lines"),
        "{text}"
    );
}

#[test]
fn one_of_three_picks_moves_to_the_middle_and_none_of_four() {
    let mut explainer = Explainer::default();
    let picks = |explainer: &Explainer| explainer.players[0].replay().rows();
    explainer.apply(Msg::Tour(stop_named("cover")));
    let before = picks(&explainer);
    explainer.apply(Msg::Seek(u32::MAX));
    assert_eq!(
        (before.len(), picks(&explainer)),
        (4, before),
        "the text says that none moves"
    );
    explainer.apply(Msg::Tour(stop_named("middles")));
    let player = &explainer.players[0];
    let [[from, to]] = *player.moved_picks() else {
        panic!("{:?}", player.moved_picks());
    };
    let picks = picks(&explainer);
    assert_eq!(
        (picks.len(), picks.contains(&from), picks.contains(&to)),
        (3, false, true)
    );
    let labels = &explainer.source_graph.as_ref().expect("a world").labels;
    assert!(
        picks.iter().chain([&from]).all(|&row| labels[row as usize] != "travel"),
        "{picks:?}"
    );
    let words = explainer.sentence();
    assert!(words.contains("1 of 3 was not there yet"), "{words}");
    let svg = explainer.svg(0).expect("a picture");
    assert_eq!(
        svg.matches("stroke-dasharray=\"4 4\"").count(),
        1,
        "the ring at the place that the pick left"
    );
}

#[test]
fn prompt_of_the_last_stop_has_the_picks_and_the_answer_of_the_nearest() {
    assert_eq!(STOPS[STOPS.len() - 1].name, "prompt");
    let mut explainer = Explainer::default();
    explainer.apply(Msg::Tour(stop_named("result")));
    assert_eq!(explainer.prompt_example(), None, "another stop");
    explainer.apply(Msg::Tour(stop_named("prompt")));
    let picks = explainer.players[0].replay().rows();
    let source_graph = explainer.source_graph.clone().expect("a world");
    let example = explainer.prompt_example().expect("all are picked");
    assert_eq!(example.queries.len(), 16);
    for &pick in &picks {
        let shot = format!(
            "Sentence: {}\nTopic: {}\n",
            source_graph.texts[pick as usize], source_graph.labels[pick as usize]
        );
        assert!(example.prompt.contains(&shot), "{}", example.prompt);
    }
    let ends = |example: &PromptExample| {
        let query = &source_graph.texts[example.query as usize];
        example.prompt.ends_with(&format!("Sentence: {query}\nTopic:"))
    };
    assert!(ends(&example), "{}", example.prompt);
    let mut n_right = 0;
    for (row, _) in &example.queries {
        explainer.apply(Msg::Query(*row));
        let example = explainer.prompt_example().expect("all are picked");
        assert!(example.query == *row && ends(&example));
        assert_eq!(example.truth, source_graph.labels[*row as usize]);
        n_right += usize::from(example.answer == example.truth);
    }
    assert_eq!(n_right, example.n_right);
    assert!(n_right > 12, "{n_right} of 16");
    explainer.apply(Msg::Query(picks[0]));
    let example = explainer.prompt_example().expect("all are picked");
    assert!(!picks.contains(&example.query), "an example is not asked about");
}

#[test]
fn four_picks_of_the_tour_reach_all_twenty_sentences() {
    let mut explainer = at("sentences");
    explainer.apply(Msg::Seek(u32::MAX));
    let picks = explainer.players[0].replay().rows();
    let graph = &explainer.source_graph.as_ref().expect("a world").graph;
    assert_eq!(fastgas_trace::examples::covered(graph, &picks), 20);
    let result = key!("explainer-tour-result-text").text();
    assert!(!result.contains("nearly"), "{result}");
}

#[test]
fn first_card_describes_how_the_preset_partitions() {
    for (preset, rule) in [
        (Preset::Paper, fastgas_trace::Rule::Splitting),
        (Preset::Best, fastgas_trace::Rule::AllParts),
    ] {
        let mut explainer = at("grid");
        explainer.apply(Msg::Set(Settings {
            preset,
            ..explainer.settings
        }));
        for tick in [0, 1] {
            explainer.apply(Msg::Seek(tick));
            assert_eq!(explainer.players[0].rule(), rule, "{preset:?} at {tick}");
        }
    }
}

#[test]
fn texts_describe_proposals_and_first_sides_as_they_are() {
    let [_, proposing, _] = text::rule(fastgas_trace::Rule::Proposing);
    assert!(proposing.text().contains("for each pick that it contributes"));
    let mut explainer = at("sentences");
    explainer.apply(Msg::Try(Some(ExerciseKind::Cutting)));
    let exercise = explainer.exercise.as_ref().expect("it was started");
    // At the start of the exercise, odd vertex numbers are on one side and even numbers on the other.
    // Displayed vertex numbers start at 1.
    assert!((0..20).all(|vertex| exercise.own[vertex] == vertex as u32 % 2));
    assert!(
        exercise.task().contains("odd numbers are on one side"),
        "{}",
        exercise.task()
    );
}

#[test]
fn tour_stops_show_what_their_text_describes() {
    let mut explainer = Explainer::default();
    let mut seen = Vec::new();
    for (at, stop) in STOPS.iter().enumerate() {
        explainer.apply(Msg::Tour(Some(at)));
        assert_eq!((explainer.stop, explainer.problem.as_deref()), (Some(at), None));
        assert_eq!(explainer.source_graph.as_ref().expect("a world").name, stop.example);
        assert!(
            matches!(stop.place, StopPosition::Start) == (explainer.tick == 0),
            "{}",
            stop.words[0].text()
        );
        seen.push((explainer.tick, explainer.sentence(), explainer.players[0].stats()));
    }
    let seen = |name: &str| &seen[stop_named(name).expect("a stop")];
    let words = |name: &str| seen(name).1.as_str();
    let facts = |name: &str| &seen(name).2;
    assert!(words("region").contains("joins region 1"), "{}", words("region"));
    assert!(words("restarts").starts_with("Of the cuts "), "{}", words("restarts"));
    assert!(words("refinement").contains("changes sides"), "{}", words("refinement"));
    assert_eq!((facts("result").picks, facts("pairs").vertices()), (4, 256));
    assert!(words("pairs").ends_with("pairs are found."), "{}", words("pairs"));
    assert!(facts("merge").vertices() < 160, "{}", words("merge"));
    assert!(
        facts("coarsest").vertices() <= 100 && facts("coarsest").cut > 0,
        "{}",
        words("coarsest")
    );
    assert_eq!(facts("uncoarsening").cut, 16, "the cut is minimal");
    assert_eq!(facts("greedy").touched, Some(5), "greedy touches 5 edges of the spider");
    assert!(
        words("propose").contains("They propose 20 vertices."),
        "{}",
        words("propose")
    );
    assert_eq!(facts("cover").picks, 4, "all are taken, and none has moved");
    assert!(words("cover").contains("is taken"), "{}", words("cover"));
    assert!(words("middles").starts_with("Each pick moves"), "{}", words("middles"));
    assert_eq!(
        STOPS.iter().position(|stop| stop.example == "grid"),
        Some(FIRST_WITH_LEVELS)
    );
    // The parts at the stop “four-parts” match the topics of the sentences.
    explainer.apply(Msg::Tour(stop_named("four-parts")));
    let part_of = &explainer.players[0].replay().part_of;
    assert!((0..20).all(|row| part_of[row] == part_of[row / 5 * 5]), "{part_of:?}");
    explainer.apply(Msg::Tour(Some(STOPS.len())));
    assert_eq!(explainer.stop, None);
}
