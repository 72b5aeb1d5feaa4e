use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::map::coloring::ColorBy;
use crate::test_support;
use fastgas_graph::Neighbors;
use fastgas_partition::Partition;
use fastgas_select::Config;

/// Six texts from left to right. The first three texts form part 0, and text 2 has a neighbor in each part.
fn scene(picks: &[u32]) -> Scene {
    let mut outcome = test_support::outcome(picks, 6, Config::default());
    outcome.partition = Partition {
        part_of: vec![0, 0, 0, 1, 1, 1],
        n_parts: 2,
    };
    let neighbors = Neighbors {
        ids: ndarray::arr2(&[[1], [2], [3], [4], [5], [4]]),
        similarities: ndarray::arr2(&[[0.5]; 6]),
    };
    Scene {
        layout: PtrEq::new(Layout {
            positions: (0..6).map(|row| [row as f32 / 2.5 - 1.0, 0.0]).collect(),
        }),
        outcome: PtrEq::new(outcome),
        adjacency: Some(PtrEq::new(Adjacency::of(&neighbors))),
        names: PtrEq::new(vec![vec!["left".into(), "west".into()], vec!["right".into()]]),
        part_colors: PtrEq::new(vec![PaletteColor::category(0), PaletteColor::category(1)]),
        labeled: vec![true],
        current: Some(4),
    }
}

fn camera() -> Camera {
    Camera::fit([600.0, 400.0])
}

const PLAIN: Paint = Paint {
    ink: PaletteColor::NONE,
    state: 0,
};

#[test]
fn cut_edges_are_dashed() {
    let scene = scene(&[]);
    let edges = |row| -> Vec<([f64; 2], bool)> {
        let picture = scene.picture(&camera(), &[PLAIN; 6], Some(row), &[]);
        picture.lines.iter().map(|line| (line.to, line.dashed)).collect()
    };
    assert_eq!(edges(2), [(scene.place(1), false), (scene.place(3), true)]);
    assert_eq!(edges(0), [(scene.place(1), false)]);
    assert!(scene.picture(&camera(), &[PLAIN; 6], None, &[]).lines.is_empty());
}

#[test]
fn first_pick_is_on_top_and_covered_ranks_are_omitted() {
    let mut scene = scene(&[4, 0, 5]);
    let of_parts = [0, 0, 0, 1, 1, 1].map(|part| Paint {
        ink: PaletteColor::category(part),
        state: 0,
    });
    let picture = scene.picture(&camera(), &of_parts, None, &[]);
    let places: Vec<[f64; 2]> = picture.discs.iter().map(|disc| disc.at).collect();
    assert_eq!(
        places,
        [5, 0, 4, 4].map(|row| scene.place(row)),
        "the last disc is the ring around the current text"
    );
    assert_eq!(
        picture.discs[2].fill,
        Some(PaletteColor::category(1)),
        "a labeled pick is filled"
    );
    assert_eq!(picture.discs[0].fill, Some(PaletteColor::SURFACE));
    let ranks: Vec<&str> = picture.words.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(ranks, ["1", "2", "3"]);
    let mut of_labels = [Paint {
        ink: PaletteColor::NONE,
        state: 0,
    }; 6];
    of_labels[4].ink = PaletteColor::category(7);
    of_labels[5].state = Paint::DIM;
    let picture = scene.picture(&camera(), &of_labels, None, &[]);
    let strokes: Vec<PaletteColor> = picture.discs.iter().map(|disc| disc.stroke).collect();
    assert_eq!(
        strokes[..3],
        [PaletteColor::NONE, PaletteColor::NONE, PaletteColor::category(7)],
        "the discs have the colors of the dots"
    );
    let inks: Vec<PaletteColor> = picture.words.iter().map(|word| word.ink).collect();
    assert_eq!(
        inks,
        [PaletteColor::SURFACE, PaletteColor::TEXT, PaletteColor::NONE],
        "a text that a filter hides is dimmed"
    );
    scene.layout = PtrEq::new(Layout {
        positions: vec![[0.0, 0.0]; 6],
    });
    let picture = scene.picture(&camera(), &[PLAIN; 6], None, &[]);
    assert_eq!(picture.words.len(), 1, "all three parts have the same position");
}

#[test]
fn picks_have_the_forms_of_their_parts_if_the_dots_have_the_colors() {
    let mut scene = scene(&[4, 0]);
    let mut outcome = Outcome::clone(&scene.outcome);
    // Parts 1 and 5 have the same shape, but only the dots of part 5 have a gap (a thin ring).
    outcome.partition.part_of = vec![1, 1, 1, 5, 5, 5];
    outcome.partition.n_parts = 6;
    for pick in &mut outcome.selection.picks {
        pick.part = outcome.partition.part_of[pick.row as usize];
    }
    scene.part_colors = PtrEq::new((0..6).map(PaletteColor::part).collect());
    let of_parts: Vec<Paint> = outcome
        .partition
        .part_of
        .iter()
        .map(|&part| Paint {
            ink: PaletteColor::part(part),
            state: 0,
        })
        .collect();
    scene.outcome = PtrEq::new(outcome);
    let forms = |paints: &[Paint]| -> Vec<(PartForm, bool)> {
        let picture = scene.picture(&camera(), paints, None, &[]);
        picture
            .discs
            .iter()
            .map(|disc| (disc.form, disc.fill.is_none()))
            .collect()
    };
    let (square, circle) = (PartForm::Square, PartForm::Circle);
    assert_eq!(
        forms(&of_parts),
        [(square, false), (square, false), (square, true), (circle, true)],
        "the pick of part 1, the pick of part 5 with its gap, and the ring around the current text"
    );
    assert_eq!(forms(&[PLAIN; 6]), [(circle, false), (circle, false), (circle, true)]);
}

#[test]
fn texts_with_gray_labels_show_letters() {
    let scene = scene(&[4]);
    let mut coloring = parity();
    coloring.classes[0].sign = ClassSign::Letters("r".into());
    coloring.classes[0].rows = vec![0, 2, 4];
    let mut paints = [PLAIN; 6];
    paints[2].state = Paint::DIM;
    let mut picture = scene.picture(&camera(), &paints, None, &[]);
    let before = picture.words.len();
    scene.add_letters(&mut picture, &camera(), &coloring);
    let words: Vec<(&str, [f64; 2])> = picture.words[before..]
        .iter()
        .map(|word| (word.text.as_str(), word.at))
        .collect();
    assert_eq!(
        words,
        [("r", scene.place(0))],
        "text 2 is hidden, and text 4 is a pick with its rank"
    );
}

#[test]
fn part_names_are_at_their_parts_and_dimmed_with_them() {
    let scene = scene(&[]);
    let named = scene.part_words(scene.shows_parts(&[PLAIN; 6]));
    let words = scene.words_over(&[PLAIN; 6], &named);
    assert!(words.iter().all(|word| word.ink == PaletteColor::TEXT));
    let placed: Vec<(&str, [f64; 2])> = words.iter().map(|word| (word.text.as_str(), word.at)).collect();
    assert_eq!(placed, [("left, west", scene.place(1)), ("right", scene.place(4))]);
    // The keywords of a part are dimmed if a filter hides all texts of the part.
    let dim = Paint {
        state: Paint::DIM,
        ..PLAIN
    };
    let inks = |paints: [Paint; 6]| -> Vec<(String, PaletteColor)> {
        let words = scene.words_over(&paints, &named).into_iter();
        words.map(|word| (word.text, word.ink)).collect()
    };
    let (left, right) = ("left, west".to_owned(), "right".to_owned());
    assert_eq!(
        inks([dim, dim, dim, PLAIN, dim, dim]),
        [(right.clone(), PaletteColor::TEXT), (left.clone(), PaletteColor::NONE)]
    );
    assert_eq!(inks([dim, dim, PLAIN, PLAIN, dim, dim])[0], (left, PaletteColor::TEXT));
    assert_eq!(scene.bounds(&[1, 4]), Some([scene.place(1), scene.place(4)]));
    assert_eq!(scene.bounds(&[]), None);
}

#[test]
fn paint_states_combine_filters_hits_and_marks() {
    let state_of = |filters: &[(Filter, PtrEq<Coloring>)], found: &[u32], marked: &[u32]| -> Vec<u8> {
        let coloring = parity();
        paints(&coloring, filters, found, marked)
            .iter()
            .map(|paint| paint.state)
            .collect()
    };
    assert_eq!(state_of(&[], &[], &[]), [0, 0, 0, 0]);
    let odd = Filter {
        by: ColorBy::Part,
        shown: BTreeSet::from([1]),
    };
    assert_eq!(
        state_of(&[(odd, PtrEq::new(parity()))], &[0, 1], &[3]),
        [
            Paint::DIM | Paint::HIT,
            Paint::HIT,
            Paint::DIM | Paint::MISSED,
            Paint::MARKED | Paint::MISSED
        ]
    );
}

/// Rows with even numbers are in class 0, and rows with odd numbers are in class 1.
fn parity() -> Coloring {
    use crate::map::coloring::ColorClass;
    let class = |parity: u32| ColorClass {
        name: parity.to_string(),
        ink: PaletteColor::category(parity),
        sign: ClassSign::None,
        rows: vec![parity, parity + 2],
    };
    Coloring {
        classes: vec![class(0), class(1)],
        class_of: vec![0, 1, 0, 1],
    }
}

#[test]
fn coloring_is_recomputed_only_if_its_inputs_changed() {
    let mut project = Project::new("a.csv".into(), test_support::pool(&["text"], &[&["a"], &["b"]]), 0, 0.0);
    project.result.outcome = Some(Arc::new(test_support::outcome(&[0], 2, Config::default())));
    project.color_parts();
    project.labels.names = vec!["x".into()];
    let none = PtrEq::default();
    let coloring_input = |project: &Project| ColoringInput::of(project, ColorBy::Label, &none, None).expect("labels");
    let first = Colorings::of(vec![coloring_input(&project)], None);
    project.view.current = Some(1);
    let second = Colorings::of(vec![coloring_input(&project)], Some(&first));
    assert!(first == second, "another current text does not change the coloring");
    project.annotations.history.give(1, Some("x"), 0);
    let third = Colorings::of(vec![coloring_input(&project)], Some(&second));
    let labeled = third.get(0).expect("a coloring").classes[0].rows.clone();
    assert_eq!(labeled, [1]);
    assert_eq!(
        ColoringInput::of(&project, ColorBy::Degree, &none, None).map(|_| ()),
        None,
        "the edges are unknown"
    );
}
