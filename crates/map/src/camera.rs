//! The camera defines which section of the map plane the viewport shows.

use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;

/// A view of the map plane. `center` is in the middle of a viewport of `size` pixels.
/// One unit of the plane is `scale` pixels. On the screen, y points down; in the plane, y points up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Point of the plane that is in the middle of the viewport.
    pub center: [f64; 2],
    /// Number of screen pixels per unit of the plane, greater than 0.
    pub scale: f64,
    /// Width and height of the viewport in pixels.
    pub size: [f64; 2],
}

/// A camera position that is independent of the viewport size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Viewport {
    /// Point of the plane that is in the middle of the viewport.
    pub center: [f64; 2],
    /// Zoom factor relative to the view that shows the whole picture.
    pub zoom: f64,
}

/// Margin around the whole picture, in pixels.
const MARGIN: f64 = 28.0;
/// Maximum zoom factor, relative to the view that shows the whole picture.
const MAX_ZOOM: f64 = 200.0;
/// Minimum zoom factor, relative to the view that shows the whole picture.
const MIN_ZOOM: f64 = 0.5;

impl Camera {
    /// Returns a camera that shows the whole square from −1 to 1.
    pub fn fit(size: [f64; 2]) -> Camera {
        Camera {
            center: [0.0, 0.0],
            scale: fit_scale(size),
            size,
        }
    }

    /// Converts a point of the plane to a position on the screen in pixels.
    pub fn to_screen(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [
            self.size[0] / 2.0 + (x - self.center[0]) * self.scale,
            self.size[1] / 2.0 - (y - self.center[1]) * self.scale,
        ]
    }

    /// Converts a position on the screen to a point of the plane. The inverse of [`Camera::to_screen`].
    pub fn to_plane(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [
            self.center[0] + (x - self.size[0] / 2.0) / self.scale,
            self.center[1] - (y - self.size[1] / 2.0) / self.scale,
        ]
    }

    /// Moves the picture right and down by the given numbers of pixels.
    /// The center is clamped to the picture, so that a part of the picture stays visible.
    pub fn pan(&mut self, [dx, dy]: [f64; 2]) {
        self.center[0] = (self.center[0] - dx / self.scale).clamp(-1.0, 1.0);
        self.center[1] = (self.center[1] + dy / self.scale).clamp(-1.0, 1.0);
    }

    /// Multiplies the zoom factor by `factor`. Factors above 1 zoom in.
    /// The point at the screen position `at` stays in place, unless the center would leave the picture.
    pub fn zoom_at(&mut self, at: [f64; 2], factor: f64) {
        let before = self.to_plane(at);
        let whole = fit_scale(self.size);
        self.scale = (self.scale * factor).clamp(whole * MIN_ZOOM, whole * MAX_ZOOM);
        let moved = self.to_screen(before);
        self.pan([at[0] - moved[0], at[1] - moved[1]]);
    }

    /// Centers the view on the rectangle between two corners.
    /// The zoom factor is the largest at which the rectangle and a margin fit into the viewport.
    /// The zoom factor is at least 1 (the whole picture) and at most a quarter of the maximum.
    pub fn show(&mut self, [low, high]: Bounds) {
        let whole = fit_scale(self.size);
        let room = |axis: usize| (self.size[axis] - 2.0 * MARGIN).max(1.0) / (high[axis] - low[axis]).max(1e-9);
        self.scale = room(0).min(room(1)).clamp(whole, whole * MAX_ZOOM / 4.0);
        self.center = [0, 1].map(|axis| ((low[axis] + high[axis]) / 2.0).clamp(-1.0, 1.0));
    }

    /// Zoom factor relative to the view that shows the whole picture.
    pub fn zoom(&self) -> f64 {
        self.scale / fit_scale(self.size)
    }

    /// The section of the plane that the camera currently shows.
    pub fn viewport(&self) -> Viewport {
        Viewport {
            center: self.center,
            zoom: self.zoom(),
        }
    }

    /// Shows a section of the plane. Zoom factor and center are limited to their valid ranges.
    /// The call has no effect if the zoom factor or a coordinate is not finite.
    pub fn show_viewport(&mut self, Viewport { center, zoom }: Viewport) {
        if zoom.is_finite() && center.iter().all(|coordinate| coordinate.is_finite()) {
            self.scale = fit_scale(self.size) * zoom.clamp(MIN_ZOOM, MAX_ZOOM);
            self.center = center.map(|coordinate| coordinate.clamp(-1.0, 1.0));
        }
    }

    /// Changes the viewport size. The center and the zoom factor do not change.
    pub fn resize(&mut self, size: [f64; 2]) {
        let zoom = self.zoom();
        self.size = size;
        self.scale = fit_scale(size) * zoom;
    }

    /// Centers `point` if the point is off the screen or within `inset` pixels of an edge of the screen.
    /// The call has no effect if the screen is smaller than the insets, for example before the map is displayed.
    pub fn reveal(&mut self, point: [f64; 2], inset: f64) {
        if self.size.iter().any(|&side| side <= 2.0 * inset) {
            return;
        }
        let at = self.to_screen(point);
        let inside = (0..2).all(|axis| at[axis] >= inset && at[axis] <= self.size[axis] - inset);
        if !inside {
            self.center = point.map(|coordinate| coordinate.clamp(-1.0, 1.0));
        }
    }
}

fn fit_scale([width, height]: [f64; 2]) -> f64 {
    ((width.min(height) - 2.0 * MARGIN) / 2.0).max(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(a: [f64; 2], b: [f64; 2]) -> bool {
        (0..2).all(|axis| (a[axis] - b[axis]).abs() < 1e-6)
    }

    #[test]
    fn fit_shows_the_whole_picture_with_a_margin() {
        let camera = Camera::fit([400.0, 300.0]);
        assert_eq!(camera.to_screen([0.0, 0.0]), [200.0, 150.0]);
        assert_eq!(
            camera.to_screen([0.0, 1.0]),
            [200.0, MARGIN],
            "the y axis points upward"
        );
        assert_eq!(camera.to_screen([0.0, -1.0]), [200.0, 300.0 - MARGIN]);
    }

    #[test]
    fn section_is_restored_in_another_viewport() {
        let mut camera = Camera::fit([400.0, 300.0]);
        camera.zoom_at([100.0, 100.0], 3.0);
        let mut other = Camera::fit([900.0, 500.0]);
        other.show_viewport(camera.viewport());
        assert!(close(other.center, camera.center) && (other.zoom() - camera.zoom()).abs() < 1e-9);
        let before = other;
        let section = |center, zoom| Viewport { center, zoom };
        for nowhere in [section([f64::NAN, 0.0], 1.0), section([0.0; 2], f64::INFINITY)] {
            other.show_viewport(nowhere);
            assert_eq!(other, before);
        }
        other.show_viewport(section([7.0, 0.0], 1e9));
        assert_eq!((other.center, other.zoom()), ([1.0, 0.0], MAX_ZOOM));
    }

    #[test]
    fn reveal_centers_only_points_off_the_screen() {
        let mut camera = Camera::fit([400.0, 400.0]);
        camera.zoom_at([200.0, 200.0], 10.0);
        camera.reveal([0.01, 0.0], 20.0);
        assert_eq!(camera.center, [0.0, 0.0], "a visible point does not move the camera");
        camera.reveal([0.9, -0.9], 20.0);
        assert_eq!(camera.to_screen([0.9, -0.9]), [200.0, 200.0]);
    }

    #[test]
    fn map_that_was_not_displayed_shows_the_whole_picture_at_first() {
        let mut camera = Camera::fit([1.0, 1.0]);
        camera.reveal([0.9, -0.9], 20.0);
        camera.resize([400.0, 400.0]);
        assert_eq!((camera.center, camera.zoom()), ([0.0, 0.0], 1.0));
    }

    #[test]
    fn show_fits_a_rectangle_to_the_screen() {
        let mut camera = Camera::fit([456.0, 256.0]);
        camera.show([[0.5, 0.1], [0.7, 0.3]]);
        assert!(close(camera.center, [0.6, 0.2]));
        assert!(close(camera.to_screen([0.6, 0.3]), [228.0, MARGIN]));
        camera.show([[0.5, 0.5], [0.5, 0.5]]);
        assert!(
            camera.zoom() <= MAX_ZOOM / 2.0,
            "a single point is shown with its surroundings"
        );
        camera.show([[-9.0, -9.0], [9.0, 9.0]]);
        assert_eq!(camera.zoom(), 1.0);
    }

    #[test]
    fn resize_keeps_the_zoom() {
        let mut camera = Camera::fit([400.0, 400.0]);
        camera.zoom_at([200.0, 200.0], 3.0);
        camera.resize([800.0, 600.0]);
        assert!((camera.zoom() - 3.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn screen_and_plane_are_inverse(x in -1.0..1.0f64, y in -1.0..1.0f64, zoom in 0.6..100.0f64) {
            let mut camera = Camera::fit([640.0, 480.0]);
            camera.zoom_at([100.0, 80.0], zoom);
            prop_assert!(close(camera.to_plane(camera.to_screen([x, y])), [x, y]));
        }

        /// The test zooms near the center of the picture, because the center of the view is clamped elsewhere.
        #[test]
        fn zoom_keeps_the_point_under_the_pointer(dx in -60.0..60.0f64, dy in -60.0..60.0f64, factor in 0.8..8.0f64) {
            let mut camera = Camera::fit([640.0, 480.0]);
            let at = [320.0 + dx, 240.0 + dy];
            let under = camera.to_plane(at);
            camera.zoom_at(at, factor);
            prop_assert!(close(camera.to_screen(under), at));
        }

        #[test]
        fn center_and_zoom_stay_within_limits(moves in proptest::collection::vec((-900.0..900.0f64, -900.0..900.0f64, 0.1..10.0f64), 0..40)) {
            let mut camera = Camera::fit([640.0, 480.0]);
            for (dx, dy, factor) in moves {
                camera.pan([dx, dy]);
                camera.zoom_at([dx.abs(), dy.abs()], factor);
                prop_assert!(camera.center.iter().all(|c| (-1.0..=1.0).contains(c)));
                prop_assert!((MIN_ZOOM - 1e-9..=MAX_ZOOM + 1e-9).contains(&camera.zoom()));
            }
        }
    }
}
