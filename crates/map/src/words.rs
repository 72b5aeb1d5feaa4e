//! Where words stand on the map.

use crate::camera::Camera;
use crate::picture::Word;

/// The smallest upright rectangle around some points: its lowest and its highest corner.
pub type Bounds = [[f64; 2]; 2];

/// Width of a letter as a share of its height, on average.
const LETTER: f64 = 0.56;
/// How far a word may stand above or below its place, in heights of its letters.
const DOWN: [f64; 7] = [0.0, -1.2, 1.2, -2.4, 2.4, -3.6, 3.6];
/// How far beside it.
const ACROSS: [f64; 7] = [0.0, -2.0, 2.0, -4.0, 4.0, -6.0, 6.0];
/// Words shown at a time.
const MOST: usize = 60;

/// Those of `words` that fit on the screen and cover neither each other nor what is in `taken`, as near to their places as
/// is free: an earlier one goes before a later one. Where there are more than can be shown, only a little above or below.
///
/// `taken`: on the screen. O(words · (taken + words shown)), of which there are at most 60.
pub fn apart(words: Vec<Word>, mut taken: Vec<Bounds>, camera: &Camera) -> Vec<Word> {
    let beside = words.len() <= MOST;
    let shifts = shifts();
    let mut shown = Vec::new();
    for mut word in words {
        let [x, y] = camera.to_screen(word.at);
        let half = [
            word.text.chars().count() as f64 * word.size * LETTER / 2.0 + 4.0,
            word.size * 0.7,
        ];
        // What would stick out at a side is moved inside. A place out of sight brings no word into sight.
        let in_sight = (0.0..=camera.size[0]).contains(&x);
        let most = camera.size[0] - half[0];
        let x = match in_sight && half[0] <= most {
            true => x.clamp(half[0], most),
            false => x,
        };
        let mut shifts = shifts.iter().filter(|[across, _]| beside && in_sight || *across == 0.0);
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
        if shown.len() == MOST {
            break;
        }
    }
    shown
}

/// Where a word may stand, across and down from its place, nearest first.
fn shifts() -> Vec<[f64; 2]> {
    let mut shifts: Vec<[f64; 2]> = DOWN
        .iter()
        .flat_map(|&down| ACROSS.map(|across| [across, down]))
        .collect();
    // Stable: of those that are as far, the ones above come first.
    shifts.sort_by(|a, b| a[0].hypot(a[1]).total_cmp(&b[0].hypot(b[1])));
    shifts
}

/// The median of the points along each axis: among them, even where a few lie far away. None of no points. O(points).
pub fn middle(points: impl IntoIterator<Item = [f32; 2]>) -> Option<[f64; 2]> {
    let (mut xs, mut ys): (Vec<f32>, Vec<f32>) = points.into_iter().map(|[x, y]| (x, y)).unzip();
    let half = xs.len().checked_sub(1)? / 2;
    let median = |along: &mut Vec<f32>| f64::from(*along.select_nth_unstable_by(half, f32::total_cmp).1);
    Some([median(&mut xs), median(&mut ys)])
}

/// Of the points this share is shown whole where all of them are to be seen as large as they go.
const MOST_OF: f64 = 0.95;

/// The bounds of the points but for those farthest from their [`middle`], one in twenty: a few that lie far away do not make
/// all the others small. None of no points. O(points).
pub fn most_of(points: &[[f32; 2]]) -> Option<Bounds> {
    let [x, y] = middle(points.iter().copied())?;
    let away = |point: &[f32; 2]| (f64::from(point[0]) - x).hypot(f64::from(point[1]) - y);
    let mut points = points.to_vec();
    let last = (points.len() as f64 * MOST_OF).ceil() as usize - 1;
    points.select_nth_unstable_by(last, |a, b| away(a).total_cmp(&away(b)));
    let within = points[..=last].iter().map(|point| point.map(f64::from));
    let first: Bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    Some(within.fold(first, |[low, high], point| {
        [
            [low[0].min(point[0]), low[1].min(point[1])],
            [high[0].max(point[0]), high[1].max(point[1])],
        ]
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Ink;

    fn word(text: &str, at: [f64; 2]) -> Word {
        Word {
            at,
            text: text.into(),
            ink: Ink::TEXT,
            size: 12.0,
            outlined: true,
        }
    }

    #[test]
    fn words_keep_clear_of_each_other_and_of_what_is_taken() {
        let camera = Camera::fit([400.0, 400.0]);
        let words = vec![
            word("alpha", [0.0, 0.0]),
            word("beta", [0.05, 0.02]),
            word("between", [0.0, 0.0]),
            word("far away", [3.0, 0.0]),
        ];
        // A room of this width and height in the middle of the screen.
        let names = |width: f64, height: f64| -> Vec<String> {
            let [(left, right), (above, below)] = [width, height].map(|side| (200.0 - side / 2.0, 200.0 + side / 2.0));
            let walls = vec![
                [[0.0, 0.0], [400.0, above]],
                [[0.0, below], [400.0, 400.0]],
                [[0.0, above], [left, below]],
                [[right, above], [400.0, below]],
            ];
            apart(words.clone(), walls, &camera)
                .into_iter()
                .map(|word| word.text)
                .collect()
        };
        let all = ["alpha", "beta", "between"];
        assert_eq!(names(100.0, 18.0), ["alpha"], "the first of two goes before");
        assert_eq!(names(100.0, 80.0), all, "above and below there is room");
        assert_eq!(
            names(400.0, 18.0),
            ["alpha", "between"],
            "beside the first there is room"
        );
        assert_eq!(names(400.0, 10.0), Vec::<String>::new());
        let shown = apart(words.clone(), Vec::new(), &camera);
        assert_eq!(
            camera.to_screen(shown[0].at),
            [200.0, 200.0],
            "the first stands in its place"
        );
    }

    #[test]
    fn what_would_stick_out_is_moved_inside_and_what_is_out_of_sight_stays_there() {
        let camera = Camera::fit([400.0, 400.0]);
        let at = |x: f64| camera.to_plane([x, 200.0]);
        let shown = apart(
            vec![word("at the edge", at(398.0)), word("beyond it", at(402.0))],
            Vec::new(),
            &camera,
        );
        assert_eq!(shown.len(), 1);
        let [x, y] = camera.to_screen(shown[0].at);
        assert!((300.0..398.0).contains(&x) && (y - 200.0).abs() < 1e-9, "{x} {y}");
    }

    #[test]
    fn a_few_points_far_away_are_no_part_of_most() {
        let row = |n: usize| (0..n).map(|at| [at as f32, 0.0]).collect::<Vec<_>>();
        assert_eq!(most_of(&[]), None);
        assert_eq!(most_of(&row(1)), Some([[0.0, 0.0], [0.0, 0.0]]));
        assert_eq!(most_of(&row(19)), Some([[0.0, 0.0], [18.0, 0.0]]), "of a few it is all");
        let mut strays = row(38);
        strays.extend([[900.0, 5.0], [-900.0, 5.0]]);
        assert_eq!(most_of(&strays), Some([[0.0, 0.0], [37.0, 0.0]]));
    }

    #[test]
    fn the_middle_is_among_the_points() {
        assert_eq!(middle([]), None);
        assert_eq!(middle([[1.0, 2.0]]), Some([1.0, 2.0]));
        assert_eq!(middle([[0.0, 5.0], [1.0, 4.0], [90.0, -50.0]]), Some([1.0, 4.0]));
    }
}
