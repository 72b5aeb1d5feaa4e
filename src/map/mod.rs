//! A place in the plane for every instance.

/// The 2-D picture of the pool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// (x, y) of each instance, within −1 to 1.
    pub positions: Vec<[f32; 2]>,
}
