//! The published weights of the English encoder, and its dimensions.

use anyhow::{Result, bail};
use safetensors::{Dtype, SafeTensors};

use super::graph;
pub use super::graph::{HEADS, HIDDEN};

pub const LAYERS: usize = 6;
pub const HEAD_WIDTH: usize = HIDDEN / HEADS;

pub struct Weights<'a>(SafeTensors<'a>);

impl<'a> Weights<'a> {
    pub fn from_bytes(safetensors: &'a [u8]) -> Result<Weights<'a>> {
        Ok(Weights(SafeTensors::deserialize(safetensors)?))
    }

    pub fn read(&self, name: &str) -> Result<(Vec<usize>, Vec<f32>)> {
        let view = self.0.tensor(name)?;
        if view.dtype() != Dtype::F32 {
            bail!("{name} holds {:?}, not F32", view.dtype());
        }
        let (numbers, _) = view.data().as_chunks::<4>();
        Ok((
            view.shape().to_vec(),
            numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect(),
        ))
    }
}

impl graph::Weights for Weights<'_> {
    fn read(&self, name: &str) -> Result<(Vec<usize>, Vec<f32>)> {
        Weights::read(self, name)
    }
}
