//! Tests of the explainer: playback, addresses, film export, exercises, and the tour.

use crate::explainer::animation::{Each, Film, Format, Reel};
use crate::explainer::exercise::{Answer, Kind};
use crate::explainer::playback::LOG;
use crate::explainer::state::*;
use crate::explainer::*;
use crate::i18n::key;
use fastgas_partition::Preset;
use fastgas_trace::Player;
use fastgas_trace::{Mark, Phase, SIDE, Shape, View, shapes};

fn at(name: &'static str) -> Explainer {
    let mut think = Explainer::default();
    think.apply(Action::Visit(name));
    think
}

#[test]
fn every_world_can_be_watched_to_its_end_in_every_mode() {
    for name in fastgas_trace::examples::NAMES {
        for preset in [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong] {
            let mut think = at(name);
            think.apply(Action::Set(Settings {
                preset,
                ..think.settings
            }));
            assert_eq!(think.problem, None);
            for tick in 0..=think.end() {
                think.apply(Action::Seek(tick));
                let player = &think.players[0];
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
            assert_eq!(think.players[0].stats().picks, think.settings.budget);
        }
    }
}

#[test]
fn seeking_backward_shows_the_same_as_forward() {
    let mut think = at("grid");
    let there: Vec<_> = (0..=think.end())
        .map(|tick| {
            think.apply(Action::Seek(tick));
            (think.players[0].scene(), think.sentence(), think.players[0].stats())
        })
        .collect();
    for tick in (0..=think.end()).rev() {
        think.apply(Action::Seek(tick));
        let here = (think.players[0].scene(), think.sentence(), think.players[0].stats());
        assert_eq!(here, there[tick as usize], "{tick}");
    }
}

#[test]
fn whole_steps_move_between_events_in_both_directions() {
    let mut think = at("grid");
    let mut ticks = vec![0];
    while think.tick < think.end() {
        think.apply(Action::Step {
            forward: true,
            whole: true,
        });
        ticks.push(think.tick);
    }
    assert!(ticks.is_sorted_by(|before, after| before < after) && ticks.len() < think.end() as usize);
    for &tick in ticks.iter().rev().skip(1) {
        think.apply(Action::Step {
            forward: false,
            whole: true,
        });
        assert_eq!(think.tick, tick);
    }
    think.apply(Action::Step {
        forward: true,
        whole: false,
    });
    assert_eq!(think.tick, 1);
}

#[test]
fn playback_stops_at_the_end_and_restarts_at_the_beginning() {
    let mut think = at("karate");
    think.apply(Action::Speed(9));
    think.apply(Action::Play(true));
    let mut passes = 0;
    while think.playing {
        think.apply(Action::Pass);
        passes += 1;
    }
    assert_eq!(think.tick, think.end());
    assert_eq!(passes, think.end().div_ceil(3), "sixty in a second, in twenty pictures");
    assert!(think.logs[0].len() <= LOG);
    think.apply(Action::Play(true));
    assert_eq!((think.tick, think.playing), (0, true));
    think.apply(Action::Seek(3));
    assert!(!think.playing, "who scrubs does not want it to run away");
}

#[test]
fn players_side_by_side_begin_and_end_together() {
    let mut think = at("cliques");
    think.apply(Action::Set(Settings {
        beside: true,
        ..think.settings
    }));
    let ends: Vec<u32> = think.players.iter().map(Player::end).collect();
    assert!(ends.len() == 2 && ends[0] != ends[1]);
    think.apply(Action::Seek(u32::MAX));
    assert_eq!(think.players.iter().map(Player::tick).collect::<Vec<_>>(), ends);
    let cuts: Vec<u64> = think.players.iter().map(|player| player.stats().cut).collect();
    assert!(cuts[1] <= cuts[0], "{cuts:?}");
}

#[test]
fn address_round_trips_and_invalid_addresses_report_a_problem() {
    let mut think = at("grid");
    think.apply(Action::Set(Settings {
        preset: Preset::Best,
        seed: 7,
        ..think.settings
    }));
    think.apply(Action::Seek(41));
    let fragment = think.address().expect("it is somewhere").to_fragment();
    assert_eq!(fragment, "think=grid&mode=best&parts=4&budget=8&seed=7&step=41");
    let mut other = Explainer::default();
    other.apply(Action::Follow(Address::of_fragment(&fragment).expect("it is ours")));
    assert_eq!(
        (other.tick, other.settings, other.sentence()),
        (41, think.settings, think.sentence())
    );
    assert_eq!(Address::of_fragment("main"), None);
    other.apply(Action::Follow(
        Address::of_fragment("think=mars&parts=2&budget=2").expect("well formed"),
    ));
    assert!(other.problem.is_some() && other.players.is_empty());
    other.apply(Action::Follow(
        Address::of_fragment("think=grid&parts=999&budget=2").expect("well formed"),
    ));
    assert!(other.problem.is_some(), "more parts than vertices");
}

#[test]
fn zooming_to_a_chapter_seeks_and_changes_the_view() {
    let mut think = at("grid");
    let chapters = think.players[0].chapters().iter();
    let titles: Vec<String> = chapters.map(|chapter| text::chapter(chapter.title)).collect();
    let expected = [
        "Cut into 4",
        "Parts 0–3 → 2 : 2",
        "Parts 0–1 → 1 : 1",
        "Parts 2–3 → 1 : 1",
        "Pick",
    ];
    assert_eq!(titles, expected);
    think.apply(Action::Zoom(Some((0, 2))));
    let chapter = think.players[0].chapters()[2].clone();
    assert_eq!((chapter.depth, chapter.instances.len()), (2, 128));
    assert_eq!(think.players[0].chapter(), Some(2));
    assert_ne!(think.view(), View::ALL);
    think.apply(Action::Zoom(None));
    assert_eq!(think.view(), View::ALL);
}

#[test]
fn film_has_a_frame_per_step_or_event() {
    let mut think = at("grid");
    let whole = Film::default();
    assert_eq!(think.film_ticks(whole), (0..=think.end()).collect::<Vec<_>>());
    let by_event = think.film_ticks(Film {
        each: Each::Event,
        ..whole
    });
    assert_eq!(by_event, think.players[0].event_ticks());
    // Without a zoomed chapter, the whole run is exported.
    let part = Film { part: true, ..whole };
    assert_eq!(think.film_ticks(part), think.film_ticks(whole));
    think.apply(Action::Zoom(Some((0, 1))));
    let [begin, end] = [1, 4].map(|at| think.players[0].chapters()[at].tick);
    assert_eq!(
        think.film_ticks(part),
        (begin..=end).collect::<Vec<_>>(),
        "with both halves, up to the picks"
    );
    think.apply(Action::Zoom(Some((0, 2))));
    let end = think.players[0].chapters()[3].tick;
    assert_eq!(think.film_ticks(part).last(), Some(&end), "without the other half");
    let events = think.film_ticks(Film {
        each: Each::Event,
        ..part
    });
    assert!(events.is_sorted_by(|before, after| before < after) && events.len() < think.film_ticks(part).len());
}

#[test]
fn default_film_lasts_at_most_a_minute() {
    let film = Film::default();
    let mut chosen = Vec::new();
    for name in ["spider", "sentences", "grid", "cliques"] {
        let think = at(name);
        let each = think.film_each(film);
        let ticks = think.film_ticks(Film { each, ..film });
        assert!(film.seconds(ticks.len()) <= 60, "{name}: {}", ticks.len());
        assert_eq!([ticks[0], ticks[ticks.len() - 1]], [0, think.end()], "{name}");
        assert!(ticks.is_sorted_by(|before, after| before < after), "{name}");
        let steps = film.seconds(think.film_ticks(film).len());
        assert_eq!(each == Each::Step, steps <= 60, "{name}: {steps} s");
        chosen.push(each);
    }
    assert!(
        chosen.contains(&Each::Step) && chosen.contains(&Each::Event),
        "{chosen:?}"
    );
    let fast = Film { pace: 1, ..film };
    let think = at("grid");
    assert_eq!(think.film_each(fast), Each::Minute);
    let each = Each::Minute;
    assert!((30..=60).contains(&think.film_ticks(Film { each, ..fast }).len()));
    assert_eq!([fast.seconds(61), film.seconds(61)], [61, 16]);
}

#[test]
fn film_frames_have_a_caption_of_the_step() {
    let mut think = at("sentences");
    let says = |picture: &animation::Picture| -> String {
        let words = |shape: &Shape| match shape {
            Shape::Says { at, words, .. } if at[1] > SIDE => words.clone(),
            other => panic!("{other:?}"),
        };
        picture.caption.iter().map(words).collect::<Vec<_>>().join(" ")
    };
    let film = Film::default();
    let end = think.end();
    let without = says(&think.film_pictures(film, end)[0]);
    assert!(without.contains("vertex") && !without.contains('“'), "{without}");
    let with_texts = Film {
        with_texts: true,
        ..film
    };
    let pictures = think.film_pictures(with_texts, end);
    let picture = &pictures[0];
    assert_eq!(says(picture), think.sentence());
    assert!((2..=3).contains(&picture.caption.len()), "{:?}", picture.caption);
}

#[test]
fn film_frames_match_the_picture_and_show_texts_on_request() {
    let mut think = at("sentences");
    think.apply(Action::Set(Settings {
        beside: true,
        ..think.settings
    }));
    let is_text = |shape: &Shape| matches!(shape, Shape::Says { .. });
    let film = Film::default();
    let pictures = think.film_pictures(film, 9);
    assert_eq!((pictures.len(), think.tick), (2, 9));
    for (player, picture) in think.players.iter().zip(&pictures) {
        assert_eq!(picture.drawing, shapes(&player.scene(), think.view(), &[]));
        assert!(!picture.drawing.iter().any(is_text));
    }
    let with_texts = Film {
        with_texts: true,
        ..film
    };
    assert!(think.film_pictures(with_texts, 9)[0].drawing.iter().any(is_text));
}

#[test]
fn too_large_film_is_rejected_with_advice() {
    let mut reel = Reel::new(
        Film {
            format: Format::Pictures,
            ..Film::default()
        },
        3,
    );
    let png = vec![0; animation::MOST_BYTES / 2];
    assert_eq!((reel.add(&png), reel.add(&png)), (Ok(()), Ok(())));
    assert!(
        reel.add(&png)
            .is_err_and(|words| words.contains("512\u{a0}MB") && words.contains("smaller"))
    );
}

#[test]
fn each_v_cycle_stop_leads_to_its_graph() {
    let way = |think: &Explainer, player: usize| -> Vec<(usize, Phase)> {
        let (v_cycle, _) = think.players[player].v_cycle().expect("there is one");
        v_cycle.stops.iter().map(|stop| (stop.level, stop.phase)).collect()
    };
    let mut think = at("grid");
    think.apply(Action::Set(Settings {
        beside: true,
        ..think.settings
    }));
    // Counts once a player has a V; the two players need not get one at the same tick.
    let mut seen = 0;
    for tick in 0..=think.end() {
        think.apply(Action::Seek(tick));
        for player in 0..2 {
            let Some((v_cycle, Some(place))) = think.players[player].v_cycle() else {
                continue;
            };
            assert_eq!(
                v_cycle.stops[place].size,
                {
                    let facts = think.players[player].stats();
                    [facts.vertices(), facts.edges()]
                },
                "{tick} {player}"
            );
            seen += 1;
        }
    }
    assert!(seen > think.end());
    think.apply(Action::SeekOf(0, 2));
    let (down, bottom, up) = (Phase::Down, Phase::Bottom, Phase::Up);
    assert_eq!(way(&think, 0), [(0, down), (1, down), (2, bottom), (1, up), (0, up)]);
    let stops = think.players[0].v_cycle().expect("a V").0.stops.clone();
    for (place, stop) in stops.iter().enumerate() {
        think.apply(Action::SeekOf(0, stop.tick));
        assert_eq!(think.players[0].tick(), stop.tick);
        assert_eq!(think.players[0].v_cycle().and_then(|(_, at)| at), Some(place));
    }
}

#[test]
fn spider_can_be_picked_better_than_greedily() {
    let mut think = at("spider");
    think.apply(Action::Try(Some(Kind::Picking)));
    for vertex in [1, 0, 2, 3] {
        think.apply(Action::Toggle(vertex));
    }
    think.apply(Action::Toggle(0));
    think.apply(Action::Toggle(3));
    think.apply(Action::Toggle(99));
    think.apply(Action::Reveal);
    let graph = think.ground.as_ref().expect("a world").graph.clone();
    let exercise = think.exercise.as_ref().expect("it was begun");
    assert_eq!(exercise.own, [1, 2, 3]);
    let answer = Answer {
        parts: None,
        algorithm: vec![0, 1, 2],
        best: Some(vec![1, 2, 3]),
    };
    assert_eq!(exercise.answer, Some(answer));
    let lines = exercise.lines(&graph);
    assert_eq!(
        lines[0].1,
        "You: 1, 2, 3 touch 6 of 6 lines; 7 of 7 dots are picked or next to a pick."
    );
    think.apply(Action::Show(Whose::Algorithm));
    assert_eq!(think.exercise.as_ref().expect("it was begun").seen(), [0, 1, 2]);
    think.apply(Action::Toggle(1));
    assert_eq!(
        think.exercise.as_ref().expect("it was begun").seen(),
        [2, 3],
        "one's own again"
    );
}

#[test]
fn own_picks_are_also_compared_with_picks_by_parts() {
    let mut think = at("sentences");
    think.apply(Action::Try(Some(Kind::Picking)));
    think.apply(Action::Reveal);
    let mut watched = think.players[0].clone();
    watched.seek(u32::MAX);
    let picks = watched.replay().rows();
    let graph = think.ground.as_ref().expect("a world").graph.clone();
    let exercise = think.exercise.as_ref().expect("it was begun");
    assert_eq!(exercise.of(Whose::Parts), Some(&picks[..]));
    let lines = exercise.lines(&graph);
    let whose: Vec<Whose> = lines.iter().map(|(whose, _)| *whose).collect();
    assert_eq!(whose, [Whose::Own, Whose::Parts, Whose::Algorithm, Whose::Best]);
    let ids: Vec<String> = picks.iter().map(u32::to_string).collect();
    let begin = format!("The algorithm as shown, part by part: {} touch ", ids.join(", "));
    assert!(lines[1].1.starts_with(&begin), "{}", lines[1].1);
    for (_, words) in &lines[2..] {
        assert!(words.contains("as if there were no parts: "), "{words}");
    }
    think.apply(Action::Show(Whose::Parts));
    assert_eq!(think.exercise.as_ref().expect("it was begun").seen(), picks);
}

#[test]
fn pointed_dot_reports_its_text_and_merged_vertices() {
    let mut think = at("sentences");
    let dots = |think: &Explainer| Dots::of(&think.players[0].scene(), think.view());
    let place = dots(&think).place(7).expect("it has a dot");
    assert_eq!(dots(&think).near([place[0] + 3.0, place[1] - 3.0]), Some(7));
    assert_eq!((dots(&think).near([-500.0, 0.0]), dots(&think).place(20)), (None, None));
    assert_eq!(think.dot(0, 7), Some((think.texts()[7].clone(), None)));
    assert_eq!(think.dot(0, 20), None);
    think = at("grid");
    assert_eq!(think.dot(0, 255), Some(("vertex 255".to_owned(), None)));
    let at_pairs = STOPS
        .iter()
        .position(|stop| stop.words[0] == key!("explainer-tour-merge-title"));
    think.apply(Action::Tour(at_pairs));
    let merged = |vertex: u32| think.dot(0, vertex).and_then(|(_, more)| more);
    let more: Vec<(u32, String)> = (0..256).filter_map(|vertex| Some((vertex, merged(vertex)?))).collect();
    assert!(more.len() > 200, "most have found someone");
    assert!(
        more.iter()
            .all(|(_, words)| words.starts_with("1 more is merged into this dot: "))
    );
    // The two vertices are one dot, identified by the lower vertex.
    let (vertex, words) = &more[0];
    let other = words
        .rsplit(' ')
        .next()
        .and_then(|other| other.parse().ok())
        .expect("its number");
    assert_eq!(dots(&think).place(*vertex), dots(&think).place(other));
    let middle = dots(&think).place(other).expect("it has a dot");
    assert_eq!(dots(&think).near(middle), Some(*vertex));
    think.apply(Action::Try(Some(Kind::Picking)));
    assert_eq!(
        think.dot(0, *vertex),
        Some((format!("vertex {vertex}"), None)),
        "by hand it is the whole graph"
    );
}

#[test]
fn legend_explains_every_visible_ring() {
    for name in fastgas_trace::examples::NAMES {
        for preset in [Preset::Paper, Preset::Best] {
            let mut think = at(name);
            think.apply(Action::Set(Settings {
                preset,
                ..think.settings
            }));
            for tick in 0..=think.end() {
                think.apply(Action::Seek(tick));
                let player = &think.players[0];
                let legend = text::legend(player.rule());
                let explained = |mark: Mark| {
                    let is_it = |shape: &Shape| matches!(shape, Shape::Ring { mark: of, .. } if *of == mark);
                    legend.iter().any(|(shapes, _)| shapes.iter().any(is_it))
                };
                let scene = player.scene();
                let mut rings = scene
                    .nodes
                    .iter()
                    .map(|node| node.mark)
                    .filter(|mark| *mark != Mark::None);
                assert!(rings.all(explained), "{name} {tick} {:?}", player.rule());
            }
        }
    }
}

#[test]
fn goes_on_is_true_once_a_preset_other_than_paper_picks() {
    for (preset, goes_on) in [
        (Preset::Paper, false),
        (Preset::Fast, true),
        (Preset::Best, true),
        (Preset::Strong, true),
    ] {
        let mut think = at("karate");
        think.apply(Action::Set(Settings {
            preset,
            ..think.settings
        }));
        assert!(!think.goes_on(0), "nothing is picked yet");
        think.apply(Action::Seek(u32::MAX));
        assert_eq!((think.goes_on(0), think.goes_on(1)), (goes_on, false), "{preset:?}");
    }
}

#[test]
fn own_cut_is_compared_with_the_algorithm_and_the_optimum() {
    let mut think = at("karate");
    think.apply(Action::Try(Some(Kind::Cutting)));
    think.apply(Action::Toggle(1));
    think.apply(Action::Reveal);
    let graph = think.ground.as_ref().expect("a world").graph.clone();
    let exercise = think.exercise.as_ref().expect("it was begun");
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
    // With many vertices the optimum is unknown, and the text says so.
    let mut grid = at("grid");
    grid.apply(Action::Try(Some(Kind::Cutting)));
    grid.apply(Action::Reveal);
    let graph = grid.ground.as_ref().expect("a world").graph.clone();
    let lines = grid.exercise.as_ref().expect("it was begun").lines(&graph);
    assert!(lines[2].1.contains("too many"), "{}", lines[2].1);
}

#[test]
fn the_tour_takes_less_than_ten_minutes() {
    let words = |stop: &Stop| stop.words[1].say().split_whitespace().count();
    let words: usize = STOPS.iter().map(words).sum();
    // Assumes 200 words a minute, ten seconds to look at each picture, and the last stop played to its end.
    let mut think = Explainer::default();
    think.apply(Action::Tour(Some(STOPS.len() - 1)));
    let played = think.end() / SPEEDS[think.speed];
    let seconds = words as u32 * 60 / 200 + 10 * STOPS.len() as u32 + played;
    assert!(seconds < 600, "{seconds} s");
}

#[test]
fn tour_stops_show_what_their_text_describes() {
    let mut think = Explainer::default();
    let mut seen = Vec::new();
    for (at, stop) in STOPS.iter().enumerate() {
        think.apply(Action::Tour(Some(at)));
        assert_eq!((think.stop, think.problem.as_deref()), (Some(at), None));
        assert_eq!(think.ground.as_ref().expect("a world").name, stop.world);
        assert!(
            matches!(stop.place, Place::Start) == (think.tick == 0),
            "{}",
            stop.words[0].say()
        );
        seen.push((think.tick, think.sentence(), think.players[0].stats()));
    }
    assert!(seen[2].1.contains("joins region 1"), "{}", seen[2].1);
    assert!(seen[3].1.starts_with("Of the cuts "), "{}", seen[3].1);
    assert_eq!((seen[7].2.picks, seen[8].2.vertices()), (4, 256));
    assert!(
        seen[8].1.ends_with("pairs are found.") && seen[9].2.vertices() < 160,
        "{}",
        seen[8].1
    );
    assert!(seen[4].1.contains("changes sides"), "{}", seen[4].1);
    assert!(seen[10].2.vertices() <= 100 && seen[10].2.cut > 0, "{}", seen[10].1);
    assert_eq!(seen[11].2.cut, 16, "as few as can be");
    assert_eq!(seen[12].2.touched, Some(5), "greedy on the spider");
    assert_eq!(
        STOPS.iter().position(|stop| stop.world == "grid"),
        Some(FIRST_WITH_LEVELS)
    );
    // The colors of the parts match the topics of the sentences.
    think.apply(Action::Tour(Some(5)));
    let part_of = &think.players[0].replay().part_of;
    assert!((0..20).all(|row| part_of[row] == part_of[row / 5 * 5]), "{part_of:?}");
    think.apply(Action::Tour(Some(STOPS.len())));
    assert_eq!(think.stop, None);
}
