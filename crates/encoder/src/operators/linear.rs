//! Linear layer in int8: x·W + b, optionally followed by GELU.

use std::sync::Arc;

use tract_onnx::tract_core::internal::*;

use crate::int8::{Finish, Levels, WIDTH, Weights, multiply};
use crate::weights::LinearWeights;

/// A linear layer that maps shape (…, k…) to (…, n…). The last `depth_axes` axes of x contain the inputs of the layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    weights: Arc<Weights>,
    /// Scale of each input, of length k.
    input_scales: Arc<[f32]>,
    finish: Finish,
    /// Number of trailing axes of x that contain the inputs of the layer.
    depth_axes: usize,
    /// Lengths of the output's trailing axes.
    columns: TVec<usize>,
}

impl Eq for Linear {}

impl Linear {
    /// Creates a layer without biases and without GELU. `weights` contains k×n quantized weights.
    /// The weight from input i to output o is the quantized weight times `input_scales[i] * scales[o]`.
    /// The last `depth_axes` axes of x contain the inputs. The last axes of the output have the lengths `columns`.
    pub fn new(
        weights: Weights,
        input_scales: Vec<f32>,
        scales: Vec<f32>,
        depth_axes: usize,
        columns: TVec<usize>,
    ) -> Linear {
        assert_eq!(columns.iter().product::<usize>(), weights.outputs());
        Linear {
            input_scales: input_scales.into(),
            finish: Finish {
                biases: vec![0.0; scales.len()],
                scales,
                gelu: false,
            },
            depth_axes,
            columns,
            weights: Arc::new(weights),
        }
    }

    /// The layer's number of outputs, n.
    pub fn outputs(&self) -> usize {
        self.weights.outputs()
    }

    /// Returns the weights in unpacked form, or `None` if the inputs or the outputs have several axes.
    pub fn numbers(&self) -> Option<LinearWeights> {
        (self.depth_axes == 1 && self.columns.len() == 1).then(|| LinearWeights {
            weights: self.weights.unpacked(),
            input_scales: self.input_scales.clone(),
            scales: self.finish.scales.clone(),
            biases: self.finish.biases.clone(),
            gelu: self.finish.gelu,
        })
    }

    /// Returns the layer with `biases`, of length n, added to its outputs.
    /// Returns `None` if GELU already follows the layer or if the length of `biases` differs from n.
    pub fn with_biases(&self, biases: &[f32]) -> Option<Linear> {
        let mut linear = self.clone();
        linear
            .finish
            .biases
            .iter_mut()
            .zip(biases)
            .for_each(|(sum, bias)| *sum += bias);
        (!self.finish.gelu && biases.len() == self.outputs()).then_some(linear)
    }

    /// Returns the layer followed by GELU, or `None` if GELU already follows the layer.
    pub fn with_gelu(&self) -> Option<Linear> {
        let mut linear = self.clone();
        linear.finish.gelu = true;
        (!self.finish.gelu).then_some(linear)
    }

    /// Whether two linear layers can be merged: their inputs must be quantized identically.
    pub fn is_sibling(&self, other: &Linear) -> bool {
        let fits = |linear: &Linear| {
            linear.outputs().is_multiple_of(WIDTH) && linear.columns.len() == 1 && !linear.finish.gelu
        };
        fits(self) && fits(other) && self.depth_axes == other.depth_axes && self.input_scales == other.input_scales
    }

    /// Merges linear layers into one layer, whose outputs are the concatenated outputs of all layers.
    pub fn merged(siblings: &[&Linear]) -> Linear {
        let all =
            |numbers: fn(&Linear) -> &[f32]| siblings.iter().flat_map(|&linear| numbers(linear)).copied().collect();
        let weights = Weights::joined(siblings.iter().map(|linear| &*linear.weights));
        Linear {
            input_scales: siblings[0].input_scales.clone(),
            finish: Finish {
                scales: all(|linear| &linear.finish.scales),
                biases: all(|linear| &linear.finish.biases),
                gelu: false,
            },
            depth_axes: siblings[0].depth_axes,
            columns: tvec!(weights.outputs()),
            weights: Arc::new(weights),
        }
    }
}

impl Op for Linear {
    fn name(&self) -> StaticName {
        "Linear".into()
    }

    fn info(&self) -> TractResult<Vec<String>> {
        let gelu = if self.finish.gelu { ", GELU" } else { "" };
        Ok(vec![format!(
            "{}×{}{gelu}",
            self.weights.inputs(),
            self.weights.outputs()
        )])
    }

    op_as_typed_op!();
}

impl EvalOp for Linear {
    op_out_of_plan!();

    fn eval(&self, _: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let x = args_1!(inputs);
        let (rows, depth) = x.shape().split_at(x.rank() - self.depth_axes);
        ensure!(
            depth.iter().product::<usize>() == self.weights.inputs(),
            "{:?} does not fit {:?}",
            x.shape(),
            self.info()
        );
        let shape: TVec<usize> = rows.iter().chain(&self.columns).copied().collect();
        let levels = Levels::quantize(
            x.try_as_plain_ram()?.as_slice::<f32>()?,
            &self.input_scales,
            self.weights.depth(),
        );
        // SAFETY: `multiply` writes every element.
        let mut y = unsafe { Tensor::uninitialized::<f32>(&shape)? };
        multiply(
            &levels,
            &self.weights,
            &self.finish,
            y.try_as_plain_ram_mut()?.as_slice_mut::<f32>()?,
        );
        Ok(tvec!(y.into_tvalue()))
    }
}

impl TypedOp for Linear {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let x = inputs[0];
        ensure!(x.rank() >= self.depth_axes && x.datum_type == f32::datum_type());
        let rows = x.shape[..x.rank() - self.depth_axes].iter().cloned();
        let shape: TVec<TDim> = rows.chain(self.columns.iter().map(|n| n.to_dim())).collect();
        Ok(tvec!(f32::fact(&*shape)))
    }

    as_op!();
}
