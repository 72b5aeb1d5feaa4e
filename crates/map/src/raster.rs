//! Rasterizes dots for pages without a GPU. The code is fast enough for 100,000 dots in one frame.
//!
//! The coverage of a pixel by a dot depends on the distance from the pixel's center to the dot's edge.
//! The coverage is 1 half a pixel inside the edge of the dot, 0 half a pixel outside the edge, and linear in between.
//! The positions of dots are rounded to quarters of a pixel.
//! All dots of one radius therefore use sixteen small precomputed images (stamps).

use crate::camera::Camera;
use crate::picture::{DrawingPass, Palette, PaletteColor, Picture};

/// Number of subpixel positions per pixel along one axis. The positions of dots are rounded to subpixel positions.
const SUBPIXELS: usize = 4;

/// An RGBA image of the screen, row by row from the top. All pixels of the image are opaque.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pixels {
    /// RGBA values, four bytes per pixel.
    pub bytes: Vec<u8>,
    /// Width of the image in pixels.
    pub width: usize,
    /// Height of the image in pixels.
    pub height: usize,
}

/// Draws the dots of `picture` on the background color [`PaletteColor::SURFACE`].
/// `ratio` is the number of device pixels per CSS pixel.
///
/// Resizes `pixels` to the size of the camera's viewport and reuses its memory.
/// O(n + viewport area + total area of the dots) time.
pub fn paint_dots(picture: &Picture<'_>, camera: &Camera, palette: &Palette, ratio: f64, pixels: &mut Pixels) {
    pixels.clear(camera, ratio, palette.rgb(PaletteColor::SURFACE));
    for round in DrawingPass::ALL {
        let mut stamps: Vec<(u64, Stamps)> = Vec::new();
        for (&place, &paint) in picture.layout.positions.iter().zip(picture.paints) {
            let Some(dot) = round.dot(paint, picture.radius) else {
                continue;
            };
            let [x, y] = camera.to_screen(place.map(f64::from)).map(|pixel| pixel * ratio);
            // Dots of equal radius and opacity use the same stamps (small precomputed images of a dot).
            // Almost all dots in a pass have the same radius and the same opacity.
            let key = dot.radius.to_bits() ^ dot.opacity.to_bits().rotate_left(1);
            let found = stamps.iter().position(|&(of, _)| of == key);
            let found = found.unwrap_or_else(|| {
                stamps.push((key, Stamps::new(dot.radius * ratio, dot.opacity)));
                stamps.len() - 1
            });
            pixels.stamp(&stamps[found].1, [x, y], palette.rgb(dot.ink));
        }
    }
}

impl Pixels {
    fn clear(&mut self, camera: &Camera, ratio: f64, [red, green, blue]: [u8; 3]) {
        let [width, height] = camera.size.map(|side| (side * ratio).round() as usize);
        (self.width, self.height) = (width, height);
        self.bytes.resize(4 * width * height, 0);
        self.bytes.as_chunks_mut::<4>().0.fill([red, green, blue, 255]);
    }

    /// The red, green and blue values of the pixel in column `x` and row `y`.
    pub fn rgb(&self, x: usize, y: usize) -> [u8; 3] {
        let at = 4 * (y * self.width + x);
        [self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]]
    }

    fn stamp(&mut self, stamps: &Stamps, at: [f64; 2], rgb: [u8; 3]) {
        let steps = SUBPIXELS as f64;
        // Upper left corner of the stamp in subpixels. Each pixel has four subpixels along each axis.
        let [x, y] = at.map(|place| (place * steps).round() as i64 - (stamps.reach * SUBPIXELS) as i64);
        let (left, top) = (x.div_euclid(SUBPIXELS as i64), y.div_euclid(SUBPIXELS as i64));
        let side = stamps.side as i64;
        if left >= self.width as i64 || top >= self.height as i64 || left + side <= 0 || top + side <= 0 {
            return;
        }
        let (column, row) = (
            x.rem_euclid(SUBPIXELS as i64) as usize,
            y.rem_euclid(SUBPIXELS as i64) as usize,
        );
        let stamp =
            &stamps.coverage[(row * SUBPIXELS + column) * stamps.side * stamps.side..][..stamps.side * stamps.side];
        let first = (-left).max(0) as usize;
        let last = side.min(self.width as i64 - left) as usize;
        for (line, covered) in stamp.chunks_exact(stamps.side).enumerate() {
            let y = top + line as i64;
            if y < 0 || y >= self.height as i64 {
                continue;
            }
            let start = 4 * (y as usize * self.width + (left + first as i64) as usize);
            let (row, _) = self.bytes[start..start + 4 * (last - first)].as_chunks_mut::<4>();
            for (pixel, &covered) in row.iter_mut().zip(&covered[first..last]) {
                if covered > 0 {
                    for (channel, &ink) in pixel.iter_mut().zip(&rgb) {
                        let under = i32::from(*channel);
                        // A coverage of 256 gives the color of the dot; the background has no effect.
                        *channel = (under + (((i32::from(ink) - under) * i32::from(covered)) >> 8)) as u8;
                    }
                }
            }
        }
    }
}

/// Small precomputed images (stamps) of one dot. A stamp contains the coverage of each pixel.
/// There is one stamp for each of the 4×4 subpixel positions of the dot's center.
struct Stamps {
    /// Number of pixels between the pixel with the dot's center and each edge of the stamp.
    reach: usize,
    side: usize,
    /// Coverage times opacity, from 0 to 256. The sixteen square stamps are stored one after another.
    coverage: Vec<u16>,
}

impl Stamps {
    fn new(radius: f64, opacity: f64) -> Stamps {
        let reach = (radius + 0.5).ceil() as usize;
        let side = 2 * reach + 1;
        let mut coverage = Vec::with_capacity(SUBPIXELS * SUBPIXELS * side * side);
        for row in 0..SUBPIXELS {
            for column in 0..SUBPIXELS {
                let middle = [column, row].map(|step| reach as f64 + step as f64 / SUBPIXELS as f64);
                for y in 0..side {
                    for x in 0..side {
                        let [dx, dy] = [x as f64 + 0.5 - middle[0], y as f64 + 0.5 - middle[1]];
                        let distance = (dx * dx + dy * dy).sqrt();
                        let covered = (radius - distance + 0.5).clamp(0.0, 1.0);
                        coverage.push((covered * opacity * 256.0).round() as u16);
                    }
                }
            }
        }
        Stamps { reach, side, coverage }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;
    use crate::picture::Paint;

    const PAPER: [u8; 3] = [250, 250, 250];

    fn palette() -> Palette {
        let mut palette = Palette([[0; 3]; PaletteColor::COUNT]);
        palette.0[0] = [200, 0, 0];
        palette.0[1] = [0, 0, 200];
        palette.0[PaletteColor::SURFACE.0 as usize] = PAPER;
        palette.0[PaletteColor::TEXT.0 as usize] = [0, 200, 0];
        palette
    }

    fn drawn(positions: &[[f32; 2]], paints: &[(u8, u8)], radius: f64, ratio: f64) -> Pixels {
        let layout = Layout {
            positions: positions.to_vec(),
        };
        let paints: Vec<Paint> = paints
            .iter()
            .map(|&(ink, state)| Paint {
                ink: PaletteColor(ink),
                state,
            })
            .collect();
        let picture = Picture {
            layout: &layout,
            paints: &paints,
            radius,
            lines: Vec::new(),
            discs: Vec::new(),
            words: Vec::new(),
        };
        let mut pixels = Pixels::default();
        paint_dots(&picture, &Camera::fit([101.0, 81.0]), &palette(), ratio, &mut pixels);
        pixels
    }

    #[test]
    fn dot_is_round_and_has_the_expected_opacity() {
        let pixels = drawn(&[[0.0, 0.0]], &[(0, 0)], 4.0, 1.0);
        assert_eq!((pixels.width, pixels.height), (101, 81));
        // The dot has the opacity 0.72, the red value 200 and the green value 0. All values of the background are 250.
        // The expected red value is 250 + (200 − 250)·0.72 = 214, and the expected green value is 250·(1 − 0.72) = 70.
        let [red, green, _] = pixels.rgb(50, 40);
        assert!(
            (213..=215).contains(&red) && (68..=71).contains(&green),
            "{red} {green}"
        );
        assert_eq!(pixels.rgb(46, 40), pixels.rgb(54, 40), "the dot is symmetric");
        assert_eq!(
            pixels.rgb(50, 36),
            pixels.rgb(54, 40),
            "the dot is as high as it is wide"
        );
        assert_eq!(pixels.rgb(55, 40), PAPER);
        assert_eq!(pixels.rgb(54, 43), PAPER, "the pixel is 5 pixels from the center");
    }

    #[test]
    fn dots_are_clipped_at_the_edge_and_ignored_outside() {
        let outside = [[-5.0, 0.0], [9e8, -9e8], [0.0, 40.0], [-2.0, 4.0]];
        let pixels = drawn(&outside, &[(0, 0); 4], 3.0, 1.0);
        assert!(pixels.bytes.as_chunks::<4>().0.iter().all(|pixel| pixel[..3] == PAPER));
        // One unit of the plane is 12.5 pixels, so a dot at x = −4.04 is 50.5 pixels left of the screen's center.
        // The screen is 101 pixels wide, so the center of this dot lies on the screen's left edge.
        let on_edge = drawn(&[[-4.04, 0.0]], &[(0, 0)], 3.0, 1.0);
        assert_ne!(on_edge.rgb(0, 40), PAPER);
        assert_eq!(on_edge.rgb(100, 40), PAPER);
    }

    #[test]
    fn dimmed_dots_are_drawn_first_and_hits_have_a_ring() {
        let middle = [[0.0, 0.0]; 2];
        let over = drawn(&middle, &[(0, 0), (1, Paint::DIM)], 3.0, 1.0);
        let under = drawn(&middle, &[(1, Paint::DIM), (0, 0)], 3.0, 1.0);
        assert_eq!(over, under, "the order of rows does not matter across drawing passes");
        let hit = drawn(&[[0.0, 0.0]], &[(0, Paint::HIT)], 3.0, 1.0);
        assert_eq!(hit.rgb(54, 40), PAPER, "the pixel is in the halo");
        assert_eq!(hit.rgb(56, 40), [0, 200, 0], "the pixel is in the ring");
        assert_eq!(hit.rgb(50, 40), [200, 0, 0], "the center is the dot");
    }

    #[test]
    fn higher_pixel_ratio_scales_the_picture() {
        let fine = drawn(&[[0.0, 0.0]], &[(0, 0)], 4.0, 2.0);
        assert_eq!((fine.width, fine.height), (202, 162));
        assert_ne!(fine.rgb(101 + 6, 81), PAPER);
        assert_eq!(fine.rgb(101 + 9, 81), PAPER);
    }
}
