//! The operators that the ONNX file of a sentence encoder may hold.
//!
//! tract's own register names all that tract knows, and whatever a register names is linked: pictures, recurrent
//! layers, Fourier transforms. This one names what exports of BERT and its kin are made of, and means the same by it.
//! An operator that it does not name ends in an error with its name.
//!
//! ```text
//!  math       numbers one by one, and products: Add, Erf, Where, MatMul, …
//!  arrays     shapes and places: Reshape, Gather, Concat, …
//!  along      along an axis: Softmax, ReduceMean, LayerNormalization, …
//!  quantized  numbers in bytes: MatMulInteger, QuantizeLinear, …
//! ```

mod along;
mod arrays;
mod attention;
mod conv;
mod math;
mod non_zero;
mod quantized;
mod rotary;
mod wired;

use tract_onnx::Onnx;
use tract_onnx::model::OnnxOpRegister;
use tract_onnx::tract_hir::internal::*;

/// What reading a node gives: an operator, and the values around its graph that it needs.
type Parsed = TractResult<(Box<dyn InferenceOp>, Vec<String>)>;

/// Puts operators that have no attributes into a register.
macro_rules! insert {
    ($register:ident: $($name:literal => $operator:expr),* $(,)?) => {
        $($register.insert($name, |_, _| Ok(($operator, vec![])));)*
    };
}
use insert;

/// tract's reader of ONNX files, with this register.
pub fn reader() -> Onnx {
    let mut register = OnnxOpRegister::default();
    math::insert(&mut register);
    arrays::insert(&mut register);
    along::insert(&mut register);
    quantized::insert(&mut register);
    register.insert("Attention", attention::attention);
    register.insert("Conv", conv::conv);
    register.insert("RotaryEmbedding", rotary::rotary_embedding);
    Onnx {
        op_register: register,
        ..Onnx::default()
    }
}

#[cfg(test)]
mod tests;
