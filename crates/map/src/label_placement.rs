//! Label placement: finds positions on the map for words that do not overlap.

use crate::bounds::Bounds;
use crate::camera::Camera;
use crate::picture::MapText;

/// Width of an average letter, as a multiple of the font size.
const LETTER_WIDTH: f64 = 0.56;
/// Vertical shifts to try for a word, as multiples of the font size.
const VERTICAL_SHIFTS: [f64; 7] = [0.0, -1.2, 1.2, -2.4, 2.4, -3.6, 3.6];
/// Horizontal shifts to try for a word, as multiples of the font size.
const HORIZONTAL_SHIFTS: [f64; 7] = [0.0, -2.0, 2.0, -4.0, 4.0, -6.0, 6.0];
/// Maximum number of words that are shown, because more words would hide the map.
const MAX_LABELS: usize = 60;

/// Places words on the screen so that they overlap neither other words nor a rectangle in `taken`.
/// Each word is placed as near to its original position as possible. Earlier words have priority.
/// If there are more than 60 words, only vertical shifts are tried, to save time.
///
/// `taken` is in screen coordinates. At most 60 words are shown. O(words · (taken + shown words)) time.
pub fn place_without_overlap(words: Vec<MapText>, mut taken: Vec<Bounds>, camera: &Camera) -> Vec<MapText> {
    let may_shift_sideways = words.len() <= MAX_LABELS;
    let shifts = shifts();
    let mut shown = Vec::new();
    for mut word in words {
        let [x, y] = camera.to_screen(word.at);
        let half = [
            word.text.chars().count() as f64 * word.size * LETTER_WIDTH / 2.0 + 4.0,
            word.size * 0.7,
        ];
        // A word that would cross the left or right edge is moved inside, unless its position is off the screen.
        let in_sight = (0.0..=camera.size[0]).contains(&x);
        let most = camera.size[0] - half[0];
        let x = match in_sight && half[0] <= most {
            true => x.clamp(half[0], most),
            false => x,
        };
        let mut shifts = shifts
            .iter()
            .filter(|[across, _]| may_shift_sideways && in_sight || *across == 0.0);
        let place = shifts.find_map(|[across, down]| {
            let [x, y] = [x + across * word.size, y + down * word.size];
            let own = [[x - half[0], y - half[1]], [x + half[0], y + half[1]]];
            let on_screen = (0..2).all(|axis| own[0][axis] >= 0.0 && own[1][axis] <= camera.size[axis]);
            let free =
                |other: &Bounds| (0..2).any(|axis| own[1][axis] < other[0][axis] || other[1][axis] < own[0][axis]);
            (on_screen && taken.iter().all(free)).then_some(([x, y], own))
        });
        if let Some((at, own)) = place {
            word.at = camera.to_plane(at);
            taken.push(own);
            shown.push(word);
        }
        if shown.len() == MAX_LABELS {
            break;
        }
    }
    shown
}

/// All combinations of horizontal and vertical shifts of a word, the smallest shift first.
fn shifts() -> Vec<[f64; 2]> {
    let mut shifts: Vec<[f64; 2]> = VERTICAL_SHIFTS
        .iter()
        .flat_map(|&down| HORIZONTAL_SHIFTS.map(|across| [across, down]))
        .collect();
    // The sort is stable, so upward shifts come before downward shifts of equal distance, as in `VERTICAL_SHIFTS`.
    shifts.sort_by(|a, b| a[0].hypot(a[1]).total_cmp(&b[0].hypot(b[1])));
    shifts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PaletteColor;

    fn word(text: &str, at: [f64; 2]) -> MapText {
        MapText {
            at,
            text: text.into(),
            ink: PaletteColor::TEXT,
            size: 12.0,
            outlined: true,
        }
    }

    #[test]
    fn words_do_not_overlap_each_other_or_taken_areas() {
        let camera = Camera::fit([400.0, 400.0]);
        let words = vec![
            word("alpha", [0.0, 0.0]),
            word("beta", [0.05, 0.02]),
            word("between", [0.0, 0.0]),
            word("far away", [3.0, 0.0]),
        ];
        // Returns the words that fit into a centered free area of size `width`×`height`. The rest of the screen is taken.
        let names = |width: f64, height: f64| -> Vec<String> {
            let [(left, right), (above, below)] = [width, height].map(|side| (200.0 - side / 2.0, 200.0 + side / 2.0));
            let walls = vec![
                [[0.0, 0.0], [400.0, above]],
                [[0.0, below], [400.0, 400.0]],
                [[0.0, above], [left, below]],
                [[right, above], [400.0, below]],
            ];
            place_without_overlap(words.clone(), walls, &camera)
                .into_iter()
                .map(|word| word.text)
                .collect()
        };
        let all = ["alpha", "beta", "between"];
        assert_eq!(
            names(100.0, 18.0),
            ["alpha"],
            "of two overlapping words, the first one is shown"
        );
        assert_eq!(names(100.0, 80.0), all, "there is room above and below");
        assert_eq!(
            names(400.0, 18.0),
            ["alpha", "between"],
            "there is room next to the first word"
        );
        assert_eq!(names(400.0, 10.0), Vec::<String>::new());
        let shown = place_without_overlap(words.clone(), Vec::new(), &camera);
        assert_eq!(
            camera.to_screen(shown[0].at),
            [200.0, 200.0],
            "the first word keeps its position"
        );
    }

    #[test]
    fn word_past_the_edge_is_moved_inside_unless_its_position_is_off_the_screen() {
        let camera = Camera::fit([400.0, 400.0]);
        let at = |x: f64| camera.to_plane([x, 200.0]);
        let shown = place_without_overlap(
            vec![word("at the edge", at(398.0)), word("beyond it", at(402.0))],
            Vec::new(),
            &camera,
        );
        assert_eq!(shown.len(), 1);
        let [x, y] = camera.to_screen(shown[0].at);
        assert!((300.0..398.0).contains(&x) && (y - 200.0).abs() < 1e-9, "{x} {y}");
    }
}
