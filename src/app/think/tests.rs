//! A person watches, steps, shares and tries.

use super::exercise::Kind;
use super::*;

fn at(name: &'static str) -> Think {
    let mut think = Think::default();
    think.apply(Action::Visit(name));
    think
}

#[test]
fn every_world_can_be_watched_to_its_end_in_every_mode() {
    for name in crate::worlds::NAMES {
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
                assert!(!player.sentence(&[]).is_empty() && !player.rule().text.is_empty());
                let facts = player.facts();
                assert_eq!(facts.sizes[facts.level], facts.vertices, "{name} {tick}");
            }
            assert_eq!(think.players[0].facts().picks, think.settings.budget);
        }
    }
}

#[test]
fn backwards_shows_the_same_as_forwards() {
    let mut think = at("grid");
    let there: Vec<_> = (0..=think.end())
        .map(|tick| {
            think.apply(Action::Seek(tick));
            (think.players[0].scene(), think.sentence(), think.players[0].facts())
        })
        .collect();
    for tick in (0..=think.end()).rev() {
        think.apply(Action::Seek(tick));
        let here = (think.players[0].scene(), think.sentence(), think.players[0].facts());
        assert_eq!(here, there[tick as usize], "{tick}");
    }
}

#[test]
fn whole_steps_lead_from_one_event_to_the_next_and_back() {
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
fn time_goes_on_to_the_end_and_begins_anew() {
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
    assert!(think.log.len() <= LOG);
    think.apply(Action::Play(true));
    assert_eq!((think.tick, think.playing), (0, true));
    think.apply(Action::Seek(3));
    assert!(!think.playing, "who scrubs does not want it to run away");
}

#[test]
fn side_by_side_both_begin_and_end_together() {
    let mut think = at("cliques");
    think.apply(Action::Set(Settings {
        beside: true,
        ..think.settings
    }));
    let ends: Vec<u32> = think.players.iter().map(Player::end).collect();
    assert!(ends.len() == 2 && ends[0] != ends[1]);
    think.apply(Action::Seek(u32::MAX));
    assert_eq!(think.players.iter().map(Player::tick).collect::<Vec<_>>(), ends);
    let cuts: Vec<u64> = think.players.iter().map(|player| player.facts().cut).collect();
    assert!(cuts[1] <= cuts[0], "{cuts:?}");
}

#[test]
fn an_address_leads_back() {
    let mut think = at("grid");
    think.apply(Action::Set(Settings {
        preset: Preset::Best,
        seed: 7,
        ..think.settings
    }));
    think.apply(Action::Seek(41));
    let fragment = think.address().expect("it is somewhere").to_fragment();
    assert_eq!(fragment, "think=grid&mode=best&parts=4&budget=8&seed=7&step=41");
    let mut other = Think::default();
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
fn a_chapter_is_zoomed_into() {
    let mut think = at("grid");
    let titles: Vec<&str> = think.players[0]
        .chapters()
        .iter()
        .map(|chapter| &chapter.title[..])
        .collect();
    let expected = [
        "Cut into 4",
        "Parts 1–4 → 2 : 2",
        "Parts 1–2 → 1 : 1",
        "Parts 3–4 → 1 : 1",
        "Pick",
    ];
    assert_eq!(titles, expected);
    think.apply(Action::Zoom(Some(2)));
    let chapter = think.players[0].chapters()[2].clone();
    assert_eq!((chapter.depth, chapter.instances.len()), (2, 128));
    assert_eq!(think.players[0].chapter(), Some(2));
    assert_ne!(think.view(), View::ALL);
    think.apply(Action::Zoom(None));
    assert_eq!(think.view(), View::ALL);
}

#[test]
fn by_hand_the_spider_is_picked_better_than_greedily() {
    let mut think = at("spider");
    think.apply(Action::Try(Some(Kind::Picking)));
    for vertex in [1, 0, 2, 3] {
        think.apply(Action::Toggle(vertex));
    }
    think.apply(Action::Toggle(0));
    think.apply(Action::Toggle(3));
    think.apply(Action::Toggle(99));
    think.apply(Action::Reveal);
    let Some(Exercise::Picking(picking)) = &think.exercise else {
        panic!("it was begun");
    };
    assert_eq!(picking.rows, [1, 2, 3]);
    assert_eq!(picking.answer, Some((vec![0, 1, 2], Some(vec![1, 2, 3]))));
    let graph = &think.ground.as_ref().expect("a world").graph;
    assert_eq!(
        exercise::worth(graph, &picking.rows),
        "6 of 6 edges touched, 7 of 7 vertices covered"
    );
}

#[test]
fn by_hand_the_club_is_cut() {
    let mut think = at("karate");
    think.apply(Action::Try(Some(Kind::Cutting)));
    think.apply(Action::Toggle(1));
    think.apply(Action::Reveal);
    let Some(Exercise::Cutting(cutting)) = &think.exercise else {
        panic!("it was begun");
    };
    assert_eq!(cutting.side_of[..4], [0, 0, 0, 1]);
    let graph = &think.ground.as_ref().expect("a world").graph;
    let answer = cutting.answer.as_ref().expect("it was revealed");
    assert_eq!(exercise::balance(graph, answer), "cut 10, sides 17 : 17");
}

#[test]
fn the_tour_leads_to_what_it_tells_of() {
    let mut think = Think::default();
    let mut seen = Vec::new();
    for (at, stop) in STOPS.iter().enumerate() {
        think.apply(Action::Tour(Some(at)));
        assert_eq!((think.stop, think.problem.as_deref()), (Some(at), None));
        assert_eq!(think.ground.as_ref().expect("a world").name, stop.world);
        assert!(
            matches!(stop.place, Place::Start) == (think.tick == 0),
            "{}",
            stop.title
        );
        seen.push((think.tick, think.sentence(), think.players[0].facts()));
    }
    assert!(seen[2].1.contains("joins region 1"), "{}", seen[2].1);
    assert!(seen[3].1.starts_with("Of the cuts "), "{}", seen[3].1);
    assert_eq!((seen[7].2.picks, seen[8].2.vertices), (4, 256));
    assert!(
        seen[8].1.ends_with("pairs are found.") && seen[9].2.vertices < 160,
        "{}",
        seen[8].1
    );
    assert_eq!(seen[11].2.touched, Some(5), "greedy on the spider");
    // The colors of the sentences are what they are about.
    think.apply(Action::Tour(Some(5)));
    let part_of = &think.players[0].replay().part_of;
    assert!((0..20).all(|row| part_of[row] == part_of[row / 5 * 5]), "{part_of:?}");
    think.apply(Action::Tour(Some(STOPS.len())));
    assert_eq!(think.stop, None);
}
