//! Matrix products of any layout.
//!
//! tract writes every product as an Einstein sum. Each of its letters is either a batch letter (in both operands and
//! the result), a row (in the left operand), a column (in the right one) or a depth (summed over). Both operands are
//! laid out by these roles and multiplied by [`matmul`](crate::matmul).

use std::fmt;
use std::sync::Arc;

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ndarray::{CowArray, IxDyn};
use tract_onnx::tract_core::ops::einsum::EinSum;

use crate::matmul::{Packed, multiply};

/// How an Einstein sum of two operands is done as matrix products.
#[derive(Clone, Debug, PartialEq)]
pub struct Product {
    /// Which input is the left operand.
    left: usize,
    /// The left operand's axes as (batch, rows, depth).
    left_order: Vec<usize>,
    /// The right operand's axes as (batch, columns, depth) or (batch, depth, columns).
    right_order: Vec<usize>,
    depth_last: bool,
    /// The result's axes, taken from (batch, rows, columns).
    output_order: Vec<usize>,
    n_batch: usize,
    n_rows: usize,
    n_columns: usize,
    /// The right operand where it is the same in every run.
    weights: Option<Weights>,
}

/// A constant right operand.
#[derive(Clone)]
struct Weights {
    packed: Arc<Packed>,
    /// Lengths of the column axes.
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
    /// The product that `einsum` is, where it is one of two `f32` operands. `constants`: their values where known;
    /// a known operand without batch axes is packed here, once and for all.
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
        let constant = constants[1 - left].as_deref();
        // Axes of each role, as their positions in (left, right, result); an axis of a role lacks some of them.
        let (mut batch, mut rows, mut columns, mut depth, mut units) = (vec![], vec![], vec![], vec![], vec![]);
        for axis in axes.iter_all_axes() {
            let places = (&*axis.inputs[left], &*axis.inputs[1 - left], &*axis.outputs[0]);
            match places {
                // A constant of length 1 there serves every batch alike: rows of one and the same product.
                (&[a], &[b], &[c]) if constant.is_some_and(|constant| constant.shape()[b] == 1) => {
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
            Some(constant) if batch.is_empty() => {
                let lengths = |axes: &[(usize, usize)]| axes.iter().map(|&(_, b)| constant.shape()[b]).collect();
                let (column_lengths, depth_lengths): (Vec<usize>, Vec<usize>) = (lengths(&columns), lengths(&depth));
                let (n, k) = (column_lengths.iter().product(), depth_lengths.iter().product());
                let packed = pack(numbers(&ordered(constant, &right_order)?), n, k, depth_last);
                Some(Weights {
                    packed: Arc::new(packed),
                    columns: column_lengths,
                })
            }
            Some(_) if !units.is_empty() => return Ok(None),
            _ => None,
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

    /// The input that the packed weights stand for, where there are some.
    pub fn packed_input(&self) -> Option<usize> {
        self.weights.is_some().then_some(1 - self.left)
    }

    /// The product of one run. `inputs`: the sum's, without the packed one.
    pub fn compute(&self, inputs: &[TValue]) -> TractResult<Tensor> {
        let product = match &self.weights {
            Some(weights) => self.compute_packed(&inputs[0], weights)?,
            None => self.compute_batch(&inputs[self.left], &inputs[1 - self.left])?,
        };
        product.permute_axes(&self.output_order)
    }

    /// (rows, columns), one product.
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
        // SAFETY: `multiply` writes every number.
        let mut product = unsafe { Tensor::uninitialized::<f32>(&shape)? };
        multiply(
            numbers(&left),
            m,
            &weights.packed,
            product.try_as_plain_ram_mut()?.as_slice_mut::<f32>()?,
        );
        Ok(product)
    }

    /// (batch, rows, columns), a product for each of the batch.
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
        // SAFETY: `multiply` writes every number.
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

/// Where the batch of number `index` among `batch` lies in an operand whose batch axes have the lengths `own`.
fn broadcast(index: usize, batch: &[usize], own: &[usize]) -> usize {
    let (mut rest, mut place, mut stride) = (index, 0, 1);
    for (&length, &own) in batch.iter().zip(own).rev() {
        if own != 1 {
            place += rest % length * stride;
        }
        rest /= length;
        stride *= own;
    }
    place
}

/// The numbers of `tensor` with its axes in another order, copied only where the order differs.
fn ordered<'a>(tensor: &'a Tensor, order: &[usize]) -> TractResult<CowArray<'a, f32, IxDyn>> {
    let view = tensor.to_plain_array_view::<f32>()?.permuted_axes(order);
    Ok(if view.is_standard_layout() {
        view.into()
    } else {
        view.as_standard_layout().into_owned().into()
    })
}

/// The numbers of an array that [`ordered`] gave.
fn numbers<'a>(array: &'a CowArray<'_, f32, IxDyn>) -> &'a [f32] {
    array.as_slice().expect("in standard layout by construction")
}
