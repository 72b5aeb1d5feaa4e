//! The ONNX operators that a sentence encoder may use.
//!
//! tract's own registry links all operators into the program, for example recurrent layers and Fourier transforms.
//! The registry of this crate contains only the operators of exported BERT-like models.
//! The operators have the semantics of tract's operators.
//! The error for a missing operator contains the name of the operator.
//!
//! ```text
//!  elementwise  element-wise operators and products: Add, Erf, Where, MatMul, …
//!  shape_ops    shapes and indexing: Reshape, Gather, Concat, …
//!  reductions   reductions and normalizations along axes: Softmax, ReduceMean, LayerNormalization, …
//!  quantized    quantized numbers: MatMulInteger, QuantizeLinear, …
//! ```

mod attention;
mod composite_ops;
mod conv;
mod elementwise;
mod non_zero;
mod quantized;
mod reductions;
mod rotary;
mod shape_ops;

use tract_onnx::Onnx;
use tract_onnx::model::OnnxOpRegister;
use tract_onnx::tract_hir::internal::*;

/// A parsed node: the operator, and the names of outer values that the subgraphs of the node read.
type Parsed = TractResult<(Box<dyn InferenceOp>, Vec<String>)>;

/// Registers ONNX operators that have no attributes.
macro_rules! insert {
    ($register:ident: $($name:literal => $operator:expr),* $(,)?) => {
        $($register.insert($name, |_, _| Ok(($operator, vec![])));)*
    };
}
use insert;

pub fn reader() -> Onnx {
    let mut register = OnnxOpRegister::default();
    elementwise::insert(&mut register);
    shape_ops::insert(&mut register);
    reductions::insert(&mut register);
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
