//! Multi-head attention that does not store the matrix of all attention scores.

use tract_onnx::tract_core::internal::*;

#[cfg(not(target_family = "wasm"))]
use super::LANES;
#[cfg(not(target_family = "wasm"))]
use super::attention_head::{BLOCK, QUERIES};
use super::attention_head::{Head, Scratch};
#[cfg(target_family = "wasm")]
use super::attention_wasm::attend_head;
use super::best_instructions;

/// Computes softmax(q·kᵀ·scale + mask)·v for each head.
///
/// The first three inputs contain the queries, keys and values (often the same tensor three times).
/// The inputs with queries, keys and values have the shape batch×length×width.
/// With `masked`, a fourth input is added to the attention scores.
/// The shape of the mask broadcasts to batch×heads×length×length.
/// The output has the shape batch×length×heads×head width.
#[derive(Clone, Debug, PartialEq)]
pub struct Attention {
    /// Number and width of the attention heads.
    pub heads: Heads,
    /// First column of the queries, keys and values in their tensors.
    pub columns: [usize; 3],
    /// Factor that scales the products of queries and keys.
    pub scale: f32,
    /// Whether there is a fourth input, the attention mask.
    pub masked: bool,
}

impl Eq for Attention {}

/// How a vector is divided into attention heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heads {
    /// Number of attention heads.
    pub count: usize,
    /// Width of an attention head.
    pub width: usize,
}

impl Heads {
    /// Reshapes a tensor from batch×length×heads×width to batch×length×(heads·width).
    pub fn joined(self) -> AxisOp {
        let Heads { count, width } = self;
        AxisOp::Reshape(
            2,
            tvec![count.to_dim(), width.to_dim()],
            tvec![(count * width).to_dim()],
        )
    }
}

/// Computes one attention head. `out` begins with the output of the head for the first token.
/// `stride` is the distance between consecutive tokens in `out`, in elements.
///
/// LLVM vectorizes the product loops in this function. The module `attention_wasm` has its own product loops.
/// If both modules shared a function with the loops, LLVM would load the factors of the products one by one.
/// The shared function would have a fifth of the speed.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
fn attend_head(head: &Head, scratch: &mut Scratch, out: &mut [f32], stride: usize) {
    let Head { length, width, .. } = *head;
    let (padded, wide) = (length.next_multiple_of(LANES), width.next_multiple_of(LANES));
    scratch.load(head);
    for begin in (0..length).step_by(QUERIES) {
        let count = QUERIES.min(length - begin);
        // An incomplete last group is filled with copies of its last query.
        let query = |r: usize| (begin + r).min(length - 1);
        let queries: [&[f32]; QUERIES] = std::array::from_fn(|r| &head.rows[0][query(r) * head.strides[0]..][..width]);
        for block in (0..padded).step_by(BLOCK) {
            let mut sums = [[0.0; BLOCK]; QUERIES];
            for (d, keys) in scratch.keys[block..].chunks(padded).enumerate() {
                let keys: &[f32; BLOCK] = keys.first_chunk().expect("padded");
                for (sums, query) in sums.iter_mut().zip(queries) {
                    for (sum, key) in sums.iter_mut().zip(keys) {
                        *sum += query[d] * key;
                    }
                }
            }
            for (r, sums) in sums.iter().enumerate() {
                scratch.scores[r * padded + block..][..BLOCK].copy_from_slice(sums);
            }
        }
        let shares = scratch.softmax(head, begin, count);
        for block in (0..width).step_by(BLOCK) {
            let mut sums = [[0.0; BLOCK]; QUERIES];
            for (weights, values) in scratch.weights.iter().zip(scratch.values[block..].chunks(wide)) {
                let values: &[f32; BLOCK] = values.first_chunk().expect("padded");
                for (sums, weight) in sums.iter_mut().zip(weights) {
                    for (sum, value) in sums.iter_mut().zip(values) {
                        *sum += weight * value;
                    }
                }
            }
            let n = BLOCK.min(width - block);
            for (r, (sums, share)) in sums.iter_mut().zip(shares).enumerate().take(count) {
                sums.iter_mut().for_each(|sum| *sum *= share);
                out[query(r) * stride + block..][..n].copy_from_slice(&sums[..n]);
            }
        }
    }
}

best_instructions! {
    fn attend(head: &Head, scratch: &mut Scratch, out: &mut [f32], stride: usize) = attend_head;
}

impl Op for Attention {
    fn name(&self) -> StaticName {
        "Attention".into()
    }

    fn info(&self) -> TractResult<Vec<String>> {
        Ok(vec![format!("{} heads of {}", self.heads.count, self.heads.width)])
    }

    op_as_typed_op!();
}

impl EvalOp for Attention {
    op_out_of_plan!();

    fn eval(&self, _: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let Heads { count, width } = self.heads;
        let &[batch, length, _] = inputs[0].shape() else {
            bail!("queries of shape {:?}", inputs[0].shape())
        };
        let mut sources = Vec::with_capacity(3);
        for (source, &column) in inputs.iter().zip(&self.columns) {
            let stride = source.shape()[2];
            ensure!(source.shape()[..2] == [batch, length] && column + count * width <= stride);
            sources.push((source.try_as_plain_ram()?.as_slice::<f32>()?, stride, column));
        }
        let mask = if self.masked {
            let mask = &inputs[3];
            let full = [batch, count, length, length];
            ensure!(
                mask.rank() == 4 && mask.shape().iter().zip(full).all(|(&n, full)| n == 1 || n == full),
                "a mask of shape {:?} for scores of {full:?}",
                mask.shape()
            );
            ensure!(mask.shape()[3] == length, "a mask of one column");
            let numbers = mask.try_as_plain_ram()?.as_slice::<f32>()?;
            // A mask of zeros is skipped, because adding zeros has no effect.
            numbers.iter().any(|&x| x != 0.0).then_some((numbers, mask.shape()))
        } else {
            None
        };
        // SAFETY: together, the attention heads write all columns of every token.
        let mut out = unsafe { Tensor::uninitialized::<f32>(&[batch, length, count, width])? };
        let mut plain = out.try_as_plain_ram_mut()?;
        let numbers = plain.as_slice_mut::<f32>()?;
        let mut scratch = Scratch::default();
        if length > 0 {
            for (b, text) in numbers.chunks_exact_mut(length * count * width).enumerate() {
                for h in 0..count {
                    let head = Head {
                        rows: std::array::from_fn(|i| {
                            let (numbers, stride, column) = sources[i];
                            &numbers[b * length * stride + column + h * width..]
                        }),
                        strides: std::array::from_fn(|i| sources[i].1),
                        length,
                        width,
                        scale: self.scale,
                        mask: mask.map(|(numbers, shape)| {
                            let at = |axis: usize, i: usize| if shape[axis] == 1 { 0 } else { i };
                            let plane = at(0, b) * shape[1] + at(1, h);
                            (
                                &numbers[plane * shape[2] * length..],
                                if shape[2] == 1 { 0 } else { length },
                            )
                        }),
                    };
                    attend(&head, &mut scratch, &mut text[h * width..], count * width);
                }
            }
        }
        Ok(tvec!(out.into_tvalue()))
    }
}

impl TypedOp for Attention {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        ensure!(inputs.len() == 3 + usize::from(self.masked));
        let shape = &inputs[0].shape;
        Ok(tvec!(f32::fact([
            shape[0].clone(),
            shape[1].clone(),
            self.heads.count.to_dim(),
            self.heads.width.to_dim()
        ])))
    }

    as_op!();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A head must not read old values. Scratch memory full of NaN from another head would make all results NaN.
    #[test]
    fn head_does_not_depend_on_the_head_before() {
        let attended = |scratch: &mut Scratch, rows: &[f32], length: usize, width: usize| {
            let head = Head {
                rows: [rows; 3],
                strides: [width; 3],
                length,
                width,
                scale: 0.5,
                mask: None,
            };
            let mut out = vec![0.0f32; length * width];
            attend(&head, scratch, &mut out, width);
            out.iter().map(|x| x.to_bits()).collect::<Vec<u32>>()
        };
        for (length, width) in [(1, 8), (5, 8), (16, 32), (19, 24), (40, 12)] {
            let rows: Vec<f32> = (0..length * width)
                .map(|i| (i * 37 % 101) as f32 / 50.0 - 1.0)
                .collect();
            let expected = attended(&mut Scratch::default(), &rows, length, width);
            for (other_length, other_width) in [(3, 8), (33, 40), (length, width)] {
                let mut scratch = Scratch::default();
                let other = vec![f32::NAN; other_length * other_width];
                attended(&mut scratch, &other, other_length, other_width);
                let numbers = attended(&mut scratch, &rows, length, width);
                assert_eq!(numbers, expected, "{length}×{width} after {other_length}×{other_width}");
            }
        }
    }
}
