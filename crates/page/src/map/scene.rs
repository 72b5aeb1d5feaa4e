//! Computes the picture of the map from the state, without access to the browser.

use std::collections::{BTreeSet, HashMap};

use crate::map::Filter;
use crate::map::PtrEq;
use crate::map::coloring::{ClassSign, Coloring, ColoringInput};
use crate::project::{Outcome, Project};
use fastgas_graph::Adjacency;
use fastgas_map::{
    Bounds, Camera, Disc, Layout, Line, MapText, Paint, PaletteColor, Picture, bounds_without_outliers, median_point,
    place_without_overlap,
};
use fastgas_partition::PartForm;

/// Maximum number of picks on the screen that show their ranks. With more picks, the ranks would be illegible.
const MAX_SHOWN_RANKS: usize = 200;
/// Maximum number of texts on the screen that show the letters of their labels.
/// With more texts, the letters would be illegible.
const MAX_SHOWN_LETTERS: usize = 200;
/// The radius of a pick in pixels: first for a pick that shows its rank, then for a pick that does not.
const PICK_RADIUS: [f64; 2] = [10.0, 5.0];

/// Everything that the map shows. Copying and comparing are cheap, because large values are shared.
#[derive(Clone, PartialEq)]
pub struct Scene {
    pub layout: PtrEq<Layout>,
    pub outcome: PtrEq<Outcome>,
    pub adjacency: Option<PtrEq<Adjacency>>,
    pub names: PtrEq<Vec<Vec<String>>>,
    pub part_colors: PtrEq<Vec<PaletteColor>>,
    /// For each pick, in rank order: true if the pick is labeled.
    pub labeled: Vec<bool>,
    pub current: Option<u32>,
}

impl Scene {
    pub fn of(project: &Project) -> Option<Scene> {
        Some(Scene {
            layout: PtrEq(project.result.layout.clone()?),
            outcome: PtrEq(project.result.outcome.clone()?),
            adjacency: project.result.adjacency.clone().map(PtrEq),
            names: PtrEq(project.result.part_names.clone()),
            part_colors: PtrEq(project.result.part_colors.clone()),
            labeled: project.labeled_picks(),
            current: project.view.current,
        })
    }

    pub fn place(&self, row: u32) -> [f64; 2] {
        self.layout.positions[row as usize].map(f64::from)
    }

    /// The bounding box ignores a few outliers. Returns `None` if `rows` is empty.
    pub fn bounds(&self, rows: &[u32]) -> Option<Bounds> {
        let places: Vec<[f32; 2]> = rows.iter().map(|&row| self.layout.positions[row as usize]).collect();
        bounds_without_outliers(&places)
    }

    /// Complexity: O(n) for n dots, but the search usually stops at the first dot.
    pub fn shows_parts(&self, paints: &[Paint]) -> bool {
        let part_of = &self.outcome.partition.part_of;
        let mut both = paints.iter().zip(part_of);
        both.all(|(paint, &part)| paint.ink == self.part_colors[part as usize])
    }

    /// The keywords of each part in the partition, at the median position of its dots.
    /// The largest part comes first. Parts of equal size are in order of part number.
    /// `of_parts` indicates whether the dots and the keywords have the colors of the parts.
    /// Colored keywords would be misleading if the dots had other colors. Complexity: O(n) for n texts.
    pub fn part_words(&self, of_parts: bool) -> Vec<(u32, MapText)> {
        let members = self.outcome.partition.members();
        let mut parts: Vec<usize> = (0..members.len().min(self.names.len())).collect();
        parts.sort_by_key(|&part| std::cmp::Reverse(members[part].len()));
        let shown = |part: usize| &self.names[part][..self.names[part].len().min(2)];
        let mut called: HashMap<&[String], u32> = HashMap::new();
        for &part in &parts {
            *called.entry(shown(part)).or_default() += 1;
        }
        let word = |part: usize| {
            let places = members[part].iter().map(|&row| self.layout.positions[row as usize]);
            let words = shown(part);
            let at = median_point(places).filter(|_| !words.is_empty())?;
            let text = match called[words] {
                1 => words.join(", "),
                // Parts with the same keywords are distinguished by their number, as in the list of groups.
                _ => format!("{part}: {}", words.join(", ")),
            };
            let word = MapText {
                at,
                text,
                ink: if of_parts {
                    self.part_colors[part]
                } else {
                    PaletteColor::TEXT
                },
                size: 12.5,
                outlined: true,
            };
            Some((part as u32, word))
        };
        parts.into_iter().filter_map(word).collect()
    }

    /// Keywords of parts with only dimmed dots are dimmed and come last, so that other keywords get a free place first.
    /// Complexity: O(n) for n texts, but usually the first few texts of each part decide.
    pub fn words_over(&self, paints: &[Paint], words: &[(u32, MapText)]) -> Vec<MapText> {
        let mut shows = vec![false; self.outcome.partition.n_parts as usize];
        let mut unseen = shows.len();
        for (paint, &part) in paints.iter().zip(&self.outcome.partition.part_of) {
            if !paint.is_dimmed() && !std::mem::replace(&mut shows[part as usize], true) {
                unseen -= 1;
                if unseen == 0 {
                    break;
                }
            }
        }
        let shown = words.iter().filter(|(part, _)| shows[*part as usize]);
        let back = words.iter().filter(|(part, _)| !shows[*part as usize]);
        let stand_back = |word: &MapText| MapText {
            ink: PaletteColor::NONE,
            ..word.clone()
        };
        let shown = shown.map(|(_, word)| word.clone());
        shown.chain(back.map(|(_, word)| stand_back(word))).collect()
    }

    /// `paints` contains the color and the state of each dot. `hovered` is the row whose edges are shown.
    pub fn picture<'a>(
        &'a self,
        camera: &Camera,
        paints: &'a [Paint],
        hovered: Option<u32>,
        part_words: &[MapText],
    ) -> Picture<'a> {
        let radius = dot_radius(self.layout.positions.len(), camera);
        let mut picture = Picture {
            layout: &self.layout,
            paints,
            radius,
            lines: hovered.map(|row| self.edges(row)).unwrap_or_default(),
            discs: Vec::new(),
            words: Vec::new(),
        };
        self.add_picks(&mut picture, camera);
        let taken = picture.discs.iter().map(|disc| {
            let at = camera.to_screen(disc.at);
            let reach = disc.radius * disc.form.reach();
            [at.map(|side| side - reach), at.map(|side| side + reach)]
        });
        let words = place_without_overlap(part_words.to_vec(), taken.collect(), camera);
        picture.words.extend(words);
        if let Some(row) = hovered {
            picture
                .discs
                .push(self.ring(row, radius.max(4.0) + 3.0, 2.0, PaletteColor::TEXT));
        }
        picture
    }

    /// Picks show their rank instead of their label letters.
    /// `coloring` must be the coloring with which the dots are drawn.
    /// Linear in the number of texts marked with letters.
    pub fn add_letters(&self, picture: &mut Picture<'_>, camera: &Camera, coloring: &Coloring) {
        let picks: BTreeSet<u32> = self.outcome.selection.picks.iter().map(|pick| pick.row).collect();
        let is_shown = |row: &u32| {
            let at = camera.to_screen(self.place(*row));
            let is_on_screen = (0..2).all(|axis| (0.0..=camera.size[axis]).contains(&at[axis]));
            is_on_screen && !picture.paints[*row as usize].is_dimmed() && !picks.contains(row)
        };
        let letters = coloring.classes.iter().filter_map(|class| match &class.sign {
            ClassSign::Letters(letters) => Some((letters, &class.rows)),
            ClassSign::None | ClassSign::Part(_) => None,
        });
        let rows = letters.flat_map(|(letters, rows)| rows.iter().map(move |row| (letters, row)));
        let word = |(letters, row): (&String, &u32)| MapText {
            at: self.place(*row),
            text: letters.clone(),
            ink: PaletteColor::TEXT,
            size: 10.0,
            outlined: true,
        };
        let shown = rows.filter(|(_, row)| is_shown(row)).take(MAX_SHOWN_LETTERS + 1);
        let words: Vec<MapText> = shown.map(word).collect();
        if words.len() <= MAX_SHOWN_LETTERS {
            picture.words.extend(words);
        }
    }

    /// Edges to another part of the partition have the style of cut edges.
    fn edges(&self, row: u32) -> Vec<Line> {
        let Some(adjacency) = &self.adjacency else {
            return Vec::new();
        };
        let part_of = &self.outcome.partition.part_of;
        let line = |&neighbor: &u32| {
            let is_cut = part_of[row as usize] != part_of[neighbor as usize];
            Line {
                from: self.place(row),
                to: self.place(neighbor),
                ink: if is_cut { PaletteColor::CUT } else { PaletteColor::TEXT },
                dashed: is_cut,
            }
        };
        adjacency.neighbors_of(row).iter().map(line).collect()
    }

    /// Each pick has the color of its dot. The first pick is drawn on top.
    /// If the dots have the colors of their parts, each pick also has the shape of its part.
    /// Dots other than picks are too small for shapes.
    /// A pick shows its rank unless a pick with a lower rank covers it.
    fn add_picks(&self, picture: &mut Picture<'_>, camera: &Camera) {
        let picks = &self.outcome.selection.picks;
        let on_screen = |place: &[f64; 2]| {
            let at = camera.to_screen(*place);
            (0..2).all(|axis| at[axis] > -PICK_RADIUS[0] && at[axis] < camera.size[axis] + PICK_RADIUS[0])
        };
        let places: Vec<[f64; 2]> = picks.iter().map(|pick| self.place(pick.row)).collect();
        let ranked = places.iter().filter(|place| on_screen(place)).count() <= MAX_SHOWN_RANKS;
        let radius = PICK_RADIUS[usize::from(!ranked)];
        let mut seen: Vec<[f64; 2]> = Vec::new();
        for (index, (pick, &place)) in picks.iter().zip(&places).enumerate() {
            if !on_screen(&place) {
                continue;
            }
            let paint = picture.paints[pick.row as usize];
            let is_dim = paint.is_dimmed();
            let color = if is_dim { PaletteColor::NONE } else { paint.ink };
            let labeled = self.labeled.get(index).copied().unwrap_or(false);
            // The color shades for numbers have too little contrast with the text of the rank.
            // Therefore the disc has the background color, and the rank has the text color.
            let (fill, ink) = match (labeled, color.is_category()) {
                (true, true) => (color, PaletteColor::SURFACE),
                (false, true) => (PaletteColor::SURFACE, color),
                (_, false) if is_dim => (PaletteColor::SURFACE, PaletteColor::NONE),
                (_, false) => (PaletteColor::SURFACE, PaletteColor::TEXT),
            };
            let has_color = self.part_colors.get(pick.part as usize) == Some(&paint.ink);
            let part = has_color.then_some(pick.part);
            let disc = Disc {
                at: place,
                form: PartForm::of(part),
                radius,
                fill: Some(fill),
                stroke: color,
                width: if labeled && fill == PaletteColor::SURFACE {
                    4.0
                } else {
                    2.0
                },
            };
            // The dots of some parts have a gap: a thin ring, which must be drawn over the disc of the pick.
            // The ring is added before the disc, because the order of the discs is reversed at the end.
            picture.discs.extend(PartForm::gap(part).map(|[share, width]| Disc {
                radius: share * radius,
                fill: None,
                stroke: if fill == PaletteColor::SURFACE {
                    color
                } else {
                    PaletteColor::SURFACE
                },
                width: width * radius,
                ..disc
            }));
            picture.discs.push(disc);
            if ranked {
                let [x, y] = camera.to_screen(place);
                if seen.iter().all(|[a, b]| (x - a).hypot(y - b) > radius) {
                    picture.words.push(MapText {
                        at: place,
                        text: (index + 1).to_string(),
                        ink,
                        size: 11.0,
                        outlined: false,
                    });
                }
                seen.push([x, y]);
            }
        }
        picture.discs.reverse();
        if let Some(row) = self.current {
            picture
                .discs
                .push(self.ring(row, radius + 4.0, 3.0, PaletteColor::ACCENT));
        }
    }

    fn ring(&self, row: u32, radius: f64, width: f64, stroke: PaletteColor) -> Disc {
        Disc {
            at: self.place(row),
            form: PartForm::Circle,
            radius,
            fill: None,
            stroke,
            width,
        }
    }
}

/// The radius of a dot is 1 to 4 pixels, and up to 8 pixels if the user zooms in.
/// Within the limits of the radius, the dots cover a twelfth of the largest square inside the canvas.
fn dot_radius(n: usize, camera: &Camera) -> f64 {
    let [width, height] = camera.size;
    let side = width.min(height);
    let base = (side * side / (12.0 * std::f64::consts::PI * n.max(1) as f64))
        .sqrt()
        .clamp(1.0, 4.0);
    (base * camera.zoom().powf(0.35)).min(8.0)
}

/// A coloring is computed again only if the values that determine the coloring change.
#[derive(Clone, Default, PartialEq)]
pub struct Colorings(Vec<(ColoringInput, PtrEq<Coloring>)>);

impl Colorings {
    pub fn of(coloring_inputs: Vec<ColoringInput>, earlier: Option<&Colorings>) -> Colorings {
        let known = |coloring_input: &ColoringInput| {
            earlier?
                .0
                .iter()
                .find(|(of, _)| of == coloring_input)
                .map(|(_, known)| known.clone())
        };
        let coloring = |coloring_input: ColoringInput| {
            let coloring = known(&coloring_input).unwrap_or_else(|| PtrEq::new(coloring_input.color()));
            (coloring_input, coloring)
        };
        Colorings(coloring_inputs.into_iter().map(coloring).collect())
    }

    pub fn get(&self, index: usize) -> Option<PtrEq<Coloring>> {
        self.0.get(index).map(|(_, coloring)| coloring.clone())
    }
}

/// `hidden_by` contains each filter together with the coloring whose classes the filter selects.
/// `found` and `marked` are ascending rows. Complexity: O(n · number of filters) for n dots.
pub fn paints(
    coloring: &Coloring,
    hidden_by: &[(Filter, PtrEq<Coloring>)],
    found: &[u32],
    marked: &[u32],
) -> Vec<Paint> {
    let inks: Vec<PaletteColor> = coloring.classes.iter().map(|class| class.ink).collect();
    let mut paints: Vec<Paint> = coloring
        .class_of
        .iter()
        .map(|&class| Paint {
            ink: inks[class as usize],
            state: 0,
        })
        .collect();
    for (filter, of) in hidden_by {
        let hidden: Vec<bool> = (0..of.classes.len() as u32)
            .map(|class| !filter.shown.contains(&class))
            .collect();
        for (paint, &class) in paints.iter_mut().zip(&of.class_of) {
            if hidden[class as usize] {
                paint.state |= Paint::DIM;
            }
        }
    }
    // If the search found nothing, no dot is dimmed.
    if !found.is_empty() {
        paints.iter_mut().for_each(|paint| paint.state |= Paint::MISSED);
    }
    for &row in found {
        paints[row as usize].state ^= Paint::MISSED | Paint::HIT;
    }
    for &row in marked {
        paints[row as usize].state |= Paint::MARKED;
    }
    paints
}

#[cfg(test)]
mod tests;
