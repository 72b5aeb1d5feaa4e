//! Matrix products of operands in any layout.
//!
//! tract represents every matrix product as an Einstein sum.
//! Each index has one of four roles:
//! * A batch index occurs in both operands and in the result.
//! * A row index occurs in the left operand and in the result.
//! * A column index occurs in the right operand and in the result.
//! * A depth index occurs in both operands, and the product is summed over the depth index.
//!
//! The operands' axes are sorted by role, and [`matmul`](fastgas_linalg::matmul) multiplies the operands.

use std::fmt;
use std::sync::Arc;

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ndarray::{CowArray, IxDyn};
use tract_onnx::tract_core::ops::einsum::EinSum;

use fastgas_linalg::matmul::{Packed, multiply};

/// How an Einstein sum of two operands is computed as matrix products.
#[derive(Clone, Debug, PartialEq)]
pub struct Product {
    /// Index of the input that is the left operand of the product: 0 or 1.
    left: usize,
    /// The left operand's axes as (batch, rows, depth).
    left_order: Vec<usize>,
    /// The right operand's axes as (batch, columns, depth) or (batch, depth, columns).
    right_order: Vec<usize>,
    depth_last: bool,
    /// Order of the result's axes, as a permutation of (batch, rows, columns).
    output_order: Vec<usize>,
    n_batch: usize,
    n_rows: usize,
    n_columns: usize,
    /// The packed right operand, if the right operand is the same in every run of the model.
    weights: Option<Weights>,
}

#[derive(Clone)]
struct Weights {
    packed: Arc<Packed>,
    /// Lengths of the right operand's column axes.
    columns: Vec<usize>,
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}×{}", self.packed.depth(), self.packed.columns())
    }
}

impl PartialEq for Weights {
    fn eq(&self, other: &Weights) -> bool {
        Arc::ptr_eq(&self.packed, &other.packed)
    }
}

impl Product {
    /// Converts an Einstein sum of two `f32` operands to a product.
    /// `None` if `einsum` has other operands, or an index that is not a batch, row, column or depth index.
    /// `constants` contains the values of the operands that are the same in every run of the model.
    /// A constant operand without batch axes is packed once, when the product is created.
    pub fn of(einsum: &EinSum, constants: [Option<Arc<Tensor>>; 2]) -> TractResult<Option<Product>> {
        let axes = &einsum.axes;
        if einsum.q_params.is_some()
            || einsum.operating_dt != DatumType::F32
            || axes.input_count() != 2
            || axes.output_count() != 1
        {
            return Ok(None);
        }
        let left = usize::from(constants[0].is_some() && constants[1].is_none());
        // If all batch axes of a constant have length 1, the constant applies to the whole batch.
        // If a constant applies to the whole batch, the batch indices become row indices.
        let in_all = |axis: &&Axis| !axis.inputs[left].is_empty() && !axis.outputs[0].is_empty();
        let constant = constants[1 - left].as_deref().filter(|constant| {
            let mut shared = axes
                .iter_all_axes()
                .filter(in_all)
                .flat_map(|axis| axis.inputs[1 - left].iter());
            shared.all(|&b| constant.shape()[b] == 1)
        });
        // The axes of each role. A tuple contains the positions of one axis in the result and in the operands.
        // If the result or an operand does not have the axis, the tuple contains only the other positions.
        let (mut batch, mut rows, mut columns, mut depth, mut units) = (vec![], vec![], vec![], vec![], vec![]);
        for axis in axes.iter_all_axes() {
            let places = (&*axis.inputs[left], &*axis.inputs[1 - left], &*axis.outputs[0]);
            match places {
                (&[a], &[b], &[c]) if constant.is_some() => {
                    rows.push((c, a));
                    units.push(b);
                }
                (&[a], &[b], &[c]) => batch.push((c, a, b)),
                (&[a], &[], &[c]) => rows.push((c, a)),
                (&[], &[b], &[c]) => columns.push((c, b)),
                (&[a], &[b], &[]) => depth.push((a, b)),
                _ => return Ok(None),
            }
        }
        batch.sort_unstable();
        rows.sort_unstable();
        columns.sort_unstable();
        depth.sort_unstable();
        let depth_last = depth.iter().any(|&(_, b)| b + 1 == axes.rank(InOut::In(1 - left)));
        let batch_of_right = units.iter().copied().chain(batch.iter().map(|&(.., b)| b));
        let (column_axes, depth_axes) = (columns.iter().map(|&(_, b)| b), depth.iter().map(|&(_, b)| b));
        let right_order: Vec<usize> = if depth_last {
            batch_of_right.chain(column_axes).chain(depth_axes).collect()
        } else {
            batch_of_right.chain(depth_axes).chain(column_axes).collect()
        };
        let places: Vec<usize> = (batch.iter().map(|&(c, ..)| c))
            .chain(rows.iter().map(|&(c, _)| c))
            .chain(columns.iter().map(|&(c, _)| c))
            .collect();
        let mut output_order = vec![0; places.len()];
        for (from, &to) in places.iter().enumerate() {
            output_order[to] = from;
        }
        let weights = match constant {
            Some(constant) => {
                let lengths = |axes: &[(usize, usize)]| axes.iter().map(|&(_, b)| constant.shape()[b]).collect();
                let (column_lengths, depth_lengths): (Vec<usize>, Vec<usize>) = (lengths(&columns), lengths(&depth));
                let (n, k) = (column_lengths.iter().product(), depth_lengths.iter().product());
                let packed = pack(numbers(&ordered(constant, &right_order)?), n, k, depth_last);
                Some(Weights {
                    packed: Arc::new(packed),
                    columns: column_lengths,
                })
            }
            None => None,
        };
        Ok(Some(Product {
            left,
            left_order: (batch.iter().map(|&(_, a, _)| a))
                .chain(rows.iter().map(|&(_, a)| a))
                .chain(depth.iter().map(|&(a, _)| a))
                .collect(),
            right_order,
            depth_last,
            output_order,
            n_batch: batch.len(),
            n_rows: rows.len(),
            n_columns: columns.len(),
            weights,
        }))
    }

    /// Index of the input that is replaced by packed weights. `None` if no input is packed.
    pub fn packed_input(&self) -> Option<usize> {
        self.weights.is_some().then_some(1 - self.left)
    }

    /// Computes the product. `inputs` contains the inputs of the Einstein sum, without the packed input.
    pub fn compute(&self, inputs: &[TValue]) -> TractResult<Tensor> {
        let product = match &self.weights {
            Some(weights) => self.compute_packed(&inputs[0], weights)?,
            None => self.compute_batch(&inputs[self.left], &inputs[1 - self.left])?,
        };
        product.permute_axes(&self.output_order)
    }

    fn compute_packed(&self, left: &Tensor, weights: &Weights) -> TractResult<Tensor> {
        let left = ordered(left, &self.left_order)?;
        let (rows, depth) = left.shape().split_at(self.n_rows);
        let (m, k) = (rows.iter().product(), depth.iter().product::<usize>());
        ensure!(
            k == weights.packed.depth(),
            "{:?} does not fit {weights:?}",
            left.shape()
        );
        let shape: Vec<usize> = rows.iter().chain(&weights.columns).copied().collect();
        // SAFETY: `multiply` writes every element.
        let mut product = unsafe { Tensor::uninitialized::<f32>(&shape)? };
        multiply(
            numbers(&left),
            m,
            &weights.packed,
            product.try_as_plain_ram_mut()?.as_slice_mut::<f32>()?,
        );
        Ok(product)
    }

    /// Computes one matrix product per batch element; the result has the axes (batch, rows, columns).
    fn compute_batch(&self, left: &Tensor, right: &Tensor) -> TractResult<Tensor> {
        let (left, right) = (ordered(left, &self.left_order)?, ordered(right, &self.right_order)?);
        let (left_batch, left_rest) = left.shape().split_at(self.n_batch);
        let (right_batch, right_rest) = right.shape().split_at(self.n_batch);
        let (rows, depth) = left_rest.split_at(self.n_rows);
        let (columns, right_depth) = if self.depth_last {
            right_rest.split_at(self.n_columns)
        } else {
            let (depth, columns) = right_rest.split_at(right_rest.len() - self.n_columns);
            (columns, depth)
        };
        ensure!(
            depth == right_depth,
            "{:?} and {:?} do not fit",
            left.shape(),
            right.shape()
        );
        let volume = |lengths: &[usize]| lengths.iter().product::<usize>();
        let (m, n, k) = (volume(rows), volume(columns), volume(depth));
        let batch: Vec<usize> = left_batch
            .iter()
            .zip(right_batch)
            .map(|(&a, &b)| if a == 1 { b } else { a })
            .collect();
        let shape: Vec<usize> = batch.iter().chain(rows).chain(columns).copied().collect();
        // SAFETY: `multiply` writes every element.
        let mut product = unsafe { Tensor::uninitialized::<f32>(&shape)? };
        let mut product_numbers = product.try_as_plain_ram_mut()?;
        let product_numbers = product_numbers.as_slice_mut::<f32>()?;
        for index in 0..volume(&batch) {
            let a = &numbers(&left)[broadcast(index, &batch, left_batch) * m * k..][..m * k];
            let b = &numbers(&right)[broadcast(index, &batch, right_batch) * n * k..][..n * k];
            let b = pack(b, n, k, self.depth_last);
            multiply(a, m, &b, &mut product_numbers[index * m * n..][..m * n]);
        }
        Ok(product)
    }
}

fn pack(b: &[f32], n: usize, k: usize, depth_last: bool) -> Packed {
    if depth_last {
        Packed::from_rows(b, n, k)
    } else {
        Packed::from_columns(b, k, n)
    }
}

/// Returns the position of batch element `index` in an operand. `batch` contains the lengths of the batch axes.
/// `own` contains the lengths of the operand's batch axes. Axes of length 1 are broadcast.
fn broadcast(index: usize, batch: &[usize], own: &[usize]) -> usize {
    let (mut rest, mut position, mut stride) = (index, 0, 1);
    for (&length, &own) in batch.iter().zip(own).rev() {
        if own != 1 {
            position += rest % length * stride;
        }
        rest /= length;
        stride *= own;
    }
    position
}

/// The elements of `tensor` with permuted axes. The elements are copied only if the order of the axes differs.
fn ordered<'a>(tensor: &'a Tensor, order: &[usize]) -> TractResult<CowArray<'a, f32, IxDyn>> {
    let view = tensor.to_plain_array_view::<f32>()?.permuted_axes(order);
    Ok(if view.is_standard_layout() {
        view.into()
    } else {
        view.as_standard_layout().into_owned().into()
    })
}

fn numbers<'a>(array: &'a CowArray<'_, f32, IxDyn>) -> &'a [f32] {
    array.as_slice().expect("in standard layout by construction")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Einstein sums that occur in encoders, in tract's notation.
    const SUMS: &[&str] = &[
        "mk,kn->mn",
        "amk,kn->amn",
        "amk,nk->amn",
        "amk,akn->amn",
        "ambk,anbk->abmn",
        "abmk,akbn->ambn",
        "ambk,bkn->amn",
        "abmk,abnk->abmn",
        "abmk,abkn->abnm",
        "kn,amk->anm",
    ];

    /// Evaluates an Einstein sum by its definition in `f64`, iterating over all index values.
    fn by_definition(sum: &str, lengths: impl Fn(char) -> usize, a: &Tensor, b: &Tensor) -> Vec<f64> {
        let (inputs, output) = sum.split_once("->").unwrap();
        let (left, right) = inputs.split_once(',').unwrap();
        let letters: Vec<char> = output
            .chars()
            .chain(left.chars().filter(|&c| !output.contains(c)))
            .collect();
        let numbers = |tensor: &Tensor| -> Vec<f32> { tensor.to_plain_array_view().unwrap().iter().copied().collect() };
        let (a, b) = (numbers(a), numbers(b));
        let mut result = vec![0.0; output.chars().map(&lengths).product()];
        for mut step in 0..letters.iter().map(|&letter| lengths(letter)).product::<usize>() {
            let mut at = HashMap::new();
            for &letter in letters.iter().rev() {
                at.insert(letter, step % lengths(letter));
                step /= lengths(letter);
            }
            let position = |word: &str| {
                word.chars()
                    .fold(0, |position, letter| position * lengths(letter) + at[&letter])
            };
            result[position(output)] += f64::from(a[position(left)]) * f64::from(b[position(right)]);
        }
        result
    }

    fn drawn(shape: &[usize], seed: u32) -> Tensor {
        let mut state = seed;
        let numbers: Vec<f32> = (0..shape.iter().product())
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / 8_388_608.0 - 1.0
            })
            .collect();
        Tensor::from_shape(shape, &numbers).unwrap()
    }

    proptest! {
        #[test]
        fn sums_match_definition(
            sum in prop::sample::select(SUMS),
            lengths in prop::collection::vec(1usize..9, 5),
            constant in prop::sample::select(&[None, Some(0), Some(1)][..]),
            seed: u32,
        ) {
            let lengths = |letter: char| lengths["abmkn".find(letter).unwrap()];
            let (inputs, output) = sum.split_once("->").unwrap();
            let (left, right) = inputs.split_once(',').unwrap();
            let shape = |word: &str| word.chars().map(lengths).collect::<Vec<_>>();
            let tensors = [drawn(&shape(left), seed), drawn(&shape(right), seed ^ 0x9e37_79b9)];
            let einsum = EinSum::new(sum.parse().unwrap(), DatumType::F32);

            let mut constants = [None, None];
            let mut values: Vec<TValue> = tensors.iter().map(|tensor| tensor.clone().into_tvalue()).collect();
            if let Some(slot) = constant {
                constants[slot] = Some(tensors[slot].clone().into_arc_tensor());
            }
            let product = Product::of(&einsum, constants).unwrap().unwrap();
            if let Some(slot) = product.packed_input() {
                prop_assert_eq!(Some(slot), constant);
                values.remove(slot);
            }
            let result = product.compute(&values).unwrap();
            prop_assert_eq!(result.shape(), &shape(output)[..]);
            let expected = by_definition(sum, lengths, &tensors[0], &tensors[1]);
            for (ours, truth) in result.to_plain_array_view::<f32>().unwrap().iter().zip(expected) {
                prop_assert!((f64::from(*ours) - truth).abs() < 1e-4, "{} {}", ours, truth);
            }
        }
    }

    /// Multiplies a batch by a single matrix, once as an operand whose batch axis has length 1 and once as a constant.
    #[test]
    fn axis_of_length_one_is_broadcast_to_the_batch() {
        let einsum = EinSum::new("bmk,bkn->bmn".parse().unwrap(), DatumType::F32);
        let (many, one) = (drawn(&[5, 3, 4], 1), drawn(&[1, 4, 2], 2));
        let repeated = one.broadcast_to_shape(&[5, 4, 2]).unwrap();
        let values = |right: &Tensor| [many.clone().into_tvalue(), right.clone().into_tvalue()];
        let product = Product::of(&einsum, [None, None]).unwrap().unwrap();
        let expected = product.compute(&values(&repeated)).unwrap();
        assert_eq!(product.compute(&values(&one)).unwrap(), expected);
        let packed = Product::of(&einsum, [None, Some(one.into_arc_tensor())])
            .unwrap()
            .unwrap();
        assert_eq!(packed.packed_input(), Some(1));
        assert_eq!(packed.compute(&values(&repeated)[..1]).unwrap(), expected);
    }

    #[test]
    fn mismatched_operands_are_an_error() {
        let einsum = EinSum::new("mk,kn->mn".parse().unwrap(), DatumType::F32);
        let product = Product::of(&einsum, [None, Some(drawn(&[4, 2], 1).into_arc_tensor())])
            .unwrap()
            .unwrap();
        assert!(product.compute(&[drawn(&[3, 5], 2).into_tvalue()]).is_err());
        let product = Product::of(&einsum, [None, None]).unwrap().unwrap();
        assert!(
            product
                .compute(&[drawn(&[3, 5], 2).into_tvalue(), drawn(&[4, 2], 1).into_tvalue()])
                .is_err()
        );
    }

    #[test]
    fn unsupported_sum_is_not_a_product() {
        for (sum, datum_type) in [("mk,kn->m", DatumType::F32), ("mk,kn->mn", DatumType::F64)] {
            let einsum = EinSum::new(sum.parse().unwrap(), datum_type);
            assert_eq!(Product::of(&einsum, [None, None]).unwrap(), None);
        }
    }
}
