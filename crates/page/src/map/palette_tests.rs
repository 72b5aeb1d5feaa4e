//! Tests of the colors in style.css: contrast, and differences for color vision deficiencies.

use fastgas_annotation::label::{N_COLORS, N_EARLIER_COLORS};
use fastgas_map::N_PART_COLORS;

type Rgb = [f64; 3];

/// The light theme ends at the first rule for dark color schemes in style.css. That rule defines the dark theme.
fn themes() -> [(&'static str, &'static str); 2] {
    let css = include_str!("../../../../www/style.css");
    let (light, rest) = css
        .split_once("@media (prefers-color-scheme: dark) {")
        .expect("a dark theme");
    let (dark, _) = rest.split_once("\n}\n").expect("the end of the rule");
    [("light", light), ("dark", dark)]
}

fn token(css: &str, name: &str) -> Rgb {
    let start = css.find(&format!("{name}: #")).unwrap_or_else(|| panic!("no {name}")) + name.len() + 3;
    let number = u32::from_str_radix(&css[start..start + 6], 16).expect("a color");
    let [_, red, green, blue] = number.to_be_bytes();
    [red, green, blue].map(|channel| match f64::from(channel) / 255.0 {
        channel if channel <= 0.040_45 => channel / 12.92,
        channel => ((channel + 0.055) / 1.055).powf(2.4),
    })
}

fn tokens(css: &str, name: &str, indices: std::ops::Range<u32>) -> Vec<Rgb> {
    indices.map(|index| token(css, &format!("--{name}-{index}"))).collect()
}

/// Source: definition of relative luminance in WCAG 2.2.
fn luminance([red, green, blue]: Rgb) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Source: definition of contrast ratio in WCAG 2.2.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn product(matrix: [[f64; 3]; 3], vector: Rgb) -> Rgb {
    matrix.map(|row| row.iter().zip(vector).map(|(factor, value)| factor * value).sum())
}

/// Matrices for linear colors: normal vision, protanopia, deuteranopia and tritanopia.
/// Source: Machado et al., A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009, severity 1.
const VISIONS: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
];

/// Source: Ottosson, A perceptual color space for image processing, 2020.
fn oklab(linear: Rgb) -> Rgb {
    const TO_LMS: [[f64; 3]; 3] = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ];
    const TO_LAB: [[f64; 3]; 3] = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ];
    let lms = product(TO_LMS, linear.map(|channel| channel.clamp(0.0, 1.0)));
    product(TO_LAB, lms.map(f64::cbrt))
}

/// The smallest Euclidean distance in Oklab between two colors, as seen with the color vision `vision`.
/// Compares each color with each color of `others` or, without `others`, the colors with each other.
fn min_distance(colors: &[Rgb], others: Option<&[Rgb]>, vision: [[f64; 3]; 3]) -> f64 {
    let seen = |colors: &[Rgb]| -> Vec<Rgb> { colors.iter().map(|&color| oklab(product(vision, color))).collect() };
    let colors = seen(colors);
    let distance = |a: &Rgb, b: &Rgb| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    let mut least = f64::INFINITY;
    match others {
        Some(others) => {
            for other in seen(others) {
                least = colors
                    .iter()
                    .fold(least, |least, color| least.min(distance(color, &other)));
            }
        }
        None => {
            for (index, color) in colors.iter().enumerate() {
                least = colors[..index]
                    .iter()
                    .fold(least, |least, other| least.min(distance(color, other)));
            }
        }
    }
    least
}

#[test]
fn labels_and_parts_have_enough_contrast_in_both_themes() {
    for (theme, css) in themes() {
        let surface = token(css, "--surface");
        for (name, n) in [("category", N_COLORS), ("part", N_PART_COLORS)] {
            for (index, color) in tokens(css, name, 0..n).into_iter().enumerate() {
                let ratio = contrast(color, surface);
                assert!(ratio >= 4.5, "{name} {index} in the {theme} theme: {ratio:.2}:1");
            }
        }
    }
}

/// The swatch of a label without a color is a gray square with letters and a gray border.
/// Text needs a contrast of 4.5, borders need 3.
#[test]
fn gray_labels_have_enough_contrast_in_both_themes() {
    for (theme, css) in themes() {
        let gray = token(css, "--no-class");
        for background in ["--surface", "--canvas"] {
            let ratio = contrast(gray, token(css, background));
            let least = if background == "--surface" { 4.5 } else { 3.0 };
            assert!(
                ratio >= least,
                "gray on {background} in the {theme} theme: {ratio:.2}:1"
            );
        }
    }
    let css = include_str!("../../../../www/style.css");
    assert!(css.contains(&format!(
        ".{} {{ --own: var(--no-class); }}",
        crate::ui::color_class(N_COLORS as usize)
    )));
}

#[test]
fn new_label_colors_can_be_told_apart_with_any_color_vision() {
    for (theme, css) in themes() {
        let labels = tokens(css, "category", N_EARLIER_COLORS..N_COLORS);
        for (vision, least) in VISIONS.into_iter().zip([0.13, 0.08, 0.08, 0.08]) {
            let distance = min_distance(&labels, None, vision);
            assert!(distance >= least, "{theme}: {distance:.3} < {least}, vision {vision:?}");
        }
    }
}

#[test]
fn first_part_colors_can_be_told_apart_with_any_color_vision() {
    for (theme, css) in themes() {
        let parts = tokens(css, "part", 0..N_PART_COLORS);
        for (vision, [first, all]) in
            VISIONS
                .into_iter()
                .zip([[0.08, 0.08], [0.09, 0.025], [0.09, 0.025], [0.09, 0.025]])
        {
            let distances = [
                min_distance(&parts[..6], None, vision),
                min_distance(&parts, None, vision),
            ];
            assert!(
                distances[0] >= first && distances[1] >= all,
                "{theme}: {distances:?}, vision {vision:?}"
            );
        }
    }
}

#[test]
fn colors_of_parts_and_labels_are_different() {
    for (theme, css) in themes() {
        let (labels, parts) = (
            tokens(css, "category", 0..N_COLORS),
            tokens(css, "part", 0..N_PART_COLORS),
        );
        let distance = min_distance(&labels, Some(&parts), VISIONS[0]);
        assert!(distance >= 0.04, "{theme}: {distance:.3}");
    }
}
