//! A place in the plane for every instance.

mod camera;
mod hit;
mod layout;

pub use camera::Camera;
pub use hit::PointIndex;
pub use layout::{Layout, layout};
