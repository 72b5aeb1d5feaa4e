//! The published weights of the encoder, and its dimensions.

use anyhow::{Result, bail};
use safetensors::{Dtype, SafeTensors};

pub const LAYERS: usize = 6;
pub const HEADS: usize = 12;
pub const HEAD_WIDTH: usize = 32;
pub const HIDDEN: usize = HEADS * HEAD_WIDTH;

pub struct Weights<'a>(SafeTensors<'a>);

impl<'a> Weights<'a> {
    pub fn from_bytes(safetensors: &'a [u8]) -> Result<Weights<'a>> {
        Ok(Weights(SafeTensors::deserialize(safetensors)?))
    }

    /// The shape and the values of a tensor.
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
