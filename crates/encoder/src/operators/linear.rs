//! x·W + b, then GELU if wanted, in integers.

use std::sync::Arc;

use tract_onnx::tract_core::internal::*;

use crate::int8::{Finish, Levels, WIDTH, Weights, multiply};

/// A linear layer: (…, k…) → (…, n…), the axes of the inputs being the last of x.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    weights: Arc<Weights>,
    /// Length k.
    input_scales: Arc<[f32]>,
    finish: Finish,
    /// How many of x's last axes are its inputs.
    depth_axes: usize,
    /// Lengths of the output's last axes.
    columns: TVec<usize>,
}

impl Eq for Linear {}

impl Linear {
    /// `weights`: k×n; each product is worth `input_scales[i] * scales[o]`.
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

    /// n.
    pub fn outputs(&self) -> usize {
        self.weights.outputs()
    }

    /// The layer with these numbers, length n, added to its outputs; none where GELU has come after them.
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

    /// The layer with GELU after it; none where there is one.
    pub fn with_gelu(&self) -> Option<Linear> {
        let mut linear = self.clone();
        linear.finish.gelu = true;
        (!self.finish.gelu).then_some(linear)
    }

    /// Whether both are layers of the same numbers, which are quantized alike, and can be one.
    pub fn is_sibling(&self, other: &Linear) -> bool {
        let fits = |linear: &Linear| {
            linear.outputs().is_multiple_of(WIDTH) && linear.columns.len() == 1 && !linear.finish.gelu
        };
        fits(self) && fits(other) && self.depth_axes == other.depth_axes && self.input_scales == other.input_scales
    }

    /// One layer that gives the outputs of all, one after another.
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
        // SAFETY: `multiply` writes every number.
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
