//! Pools the vectors of a text's tokens into one unit vector.

use tract_onnx::tract_core::internal::*;

use fastgas_embedding::Pooling;

/// Pools token vectors (batch×length×d) with their mask (int64, batch×length) into unit vectors (batch×d).
/// A single input of shape batch×d is already pooled and is only normalized.
/// A text whose vector is zero or not finite gets a zero vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool(pub Pooling);

impl Pool {
    /// Pools token vectors of d numbers into `vector`, which must contain d zeros.
    /// `tokens` contains only the vectors of tokens whose mask element is not 0.
    fn pool(&self, tokens: impl Iterator<Item = impl AsRef<[f32]>>, vector: &mut [f32]) {
        let add = |sum: &mut [f32], token: &[f32]| sum.iter_mut().zip(token).for_each(|(sum, x)| *sum += x);
        // NaN is treated as larger than any number, as in IEEE 754's maximum, so that NaNs propagate.
        let raise = |highest: &mut [f32], token: &[f32]| {
            let higher = |(high, &x): (&mut f32, &f32)| {
                if x > *high || x.is_nan() {
                    *high = x;
                }
            };
            highest.iter_mut().zip(token).for_each(higher);
        };
        match self.0 {
            // Mean pooling only needs the sum, because the vector is normalized afterwards.
            Pooling::Mean => tokens.for_each(|token| add(vector, token.as_ref())),
            Pooling::Cls => tokens.take(1).for_each(|token| add(vector, token.as_ref())),
            Pooling::Max => {
                vector.fill(f32::NEG_INFINITY);
                tokens.for_each(|token| raise(vector, token.as_ref()));
            }
        }
        Pool::scale(vector);
    }

    /// Scales a vector to unit length. A vector that is zero or not finite is set to zero.
    pub fn scale(vector: &mut [f32]) {
        let square: f64 = vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
        let length = square.sqrt();
        if length.is_finite() && length > 0.0 {
            vector.iter_mut().for_each(|x| *x = (f64::from(*x) / length) as f32);
        } else {
            vector.fill(0.0);
        }
    }
}

impl Op for Pool {
    fn name(&self) -> StaticName {
        "Pool".into()
    }

    op_as_typed_op!();
}

impl EvalOp for Pool {
    op_out_of_plan!();

    fn eval(&self, _: &EvalContext, mut inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        if inputs.len() == 1 {
            let mut vectors = inputs.remove(0).into_tensor();
            let width = vectors.shape()[1].max(1);
            let mut plain = vectors.try_as_plain_ram_mut()?;
            plain
                .as_slice_mut::<f32>()?
                .chunks_exact_mut(width)
                .for_each(Pool::scale);
            return Ok(tvec!(vectors.into_tvalue()));
        }
        let (tokens, mask) = args_2!(inputs);
        let &[batch, length, width] = tokens.shape() else {
            bail!("the tokens' shape is {:?}, not batch×length×d", tokens.shape())
        };
        ensure!(
            mask.shape() == [batch, length],
            "the mask's shape is {:?}",
            mask.shape()
        );
        let (tokens, mask) = (
            tokens.try_as_plain_ram()?.as_slice::<f32>()?,
            mask.try_as_plain_ram()?.as_slice::<i64>()?,
        );
        let mut vectors = Tensor::zero::<f32>(&[batch, width])?;
        let mut plain = vectors.try_as_plain_ram_mut()?;
        let rows = plain.as_slice_mut::<f32>()?;
        if length * width > 0 {
            let texts = tokens.chunks_exact(length * width).zip(mask.chunks_exact(length));
            for ((tokens, mask), vector) in texts.zip(rows.chunks_exact_mut(width)) {
                let tokens = tokens.chunks_exact(width).zip(mask);
                self.pool(tokens.filter_map(|(token, &mask)| (mask != 0).then_some(token)), vector);
            }
        }
        Ok(tvec!(vectors.into_tvalue()))
    }
}

impl TypedOp for Pool {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let tokens = inputs[0];
        if inputs.len() == 1 {
            ensure!(tokens.rank() == 2 && tokens.datum_type == f32::datum_type());
            return Ok(tvec!(tokens.without_value()));
        }
        ensure!(tokens.rank() == 3 && tokens.datum_type == f32::datum_type() && inputs[1].rank() == 2);
        Ok(tvec!(f32::fact([tokens.shape[0].clone(), tokens.shape[2].clone()])))
    }

    as_op!();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pooled(pooling: Pooling, tokens: &[[f32; 2]], mask: &[i64]) -> Vec<f32> {
        let tokens = Tensor::from_shape(&[1, tokens.len(), 2], tokens.as_flattened()).unwrap();
        let mask = Tensor::from_shape(&[1, mask.len()], mask).unwrap();
        let inputs = tvec!(tokens.into_tvalue(), mask.into_tvalue());
        let vectors = Pool(pooling).eval(&EvalContext::out_of_plan(), inputs).unwrap();
        let vectors = vectors[0].to_plain_array_view::<f32>().unwrap();
        vectors.iter().copied().collect()
    }

    #[test]
    fn pooling_matches_definition() {
        let tokens = [[9.0, 9.0], [3.0, -8.0], [0.0, 4.0], [9.0, 9.0]];
        let mask = [0, 1, 1, 0];
        assert_eq!(pooled(Pooling::Mean, &tokens, &mask), [0.6, -0.8]);
        assert_eq!(pooled(Pooling::Max, &tokens, &mask), [0.6, 0.8]);
        assert_eq!(pooled(Pooling::Cls, &[[-3.0, 4.0], [1.0, 1.0]], &[1, 1]), [-0.6, 0.8]);
        assert_eq!(
            pooled(Pooling::Max, &[[-3.0, -4.0]], &[1]),
            [-0.6, -0.8],
            "the masked row does not contribute zeros"
        );
    }

    #[test]
    fn vector_without_direction_becomes_zeros() {
        for pooling in [Pooling::Mean, Pooling::Cls, Pooling::Max] {
            assert_eq!(
                pooled(pooling, &[[1.0, 2.0]], &[0]),
                [0.0, 0.0],
                "{pooling:?}: all tokens are masked"
            );
            assert_eq!(
                pooled(pooling, &[[0.0, 0.0]], &[1]),
                [0.0, 0.0],
                "{pooling:?}: a vector of length 0 has no direction"
            );
            let spoiled = [[f32::NAN, 1.0], [1.0, 1.0]];
            assert_eq!(
                pooled(pooling, &spoiled, &[1, 1]),
                [0.0, 0.0],
                "{pooling:?}: the input contains NaN"
            );
        }
    }
}
