//! The ONNX `Conv` operator. Few encoders use convolutions, so the operator is not optimized.

use tract_onnx::model::ParsingContext;
use tract_onnx::pb::NodeProto;
use tract_onnx::tract_hir::internal::*;
use tract_onnx::tract_hir::ops::cnn::{Conv, PaddingSpec};

use super::Parsed;

/// Parses a convolution. The padding is given as explicit lengths or as the name of a padding rule.
pub fn conv(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let kernel: Option<TVec<usize>> = node.get_attr_opt_tvec("kernel_shape")?;
    let pads: Option<TVec<usize>> = node.get_attr_opt_tvec("pads")?;
    let padding = match (pads, node.get_attr_opt("auto_pad")?) {
        (Some(pads), _) => {
            let (before, after) = pads.split_at(pads.len() / 2);
            PaddingSpec::Explicit(before.into(), after.into())
        }
        (None, None | Some("NOTSET")) => match &kernel {
            Some(kernel) => PaddingSpec::Explicit(tvec![0; kernel.len()], tvec![0; kernel.len()]),
            None => PaddingSpec::Valid,
        },
        (None, Some("VALID")) => PaddingSpec::Valid,
        (None, Some("SAME_UPPER")) => PaddingSpec::SameUpper,
        (None, Some("SAME_LOWER")) => PaddingSpec::SameLower,
        (None, Some(rule)) => bail!("the padding {rule}"),
    };
    let mut conv = Conv::default().padding(padding);
    if let Some(kernel) = kernel {
        conv = conv.kernel_shape(kernel);
    }
    if let Some(groups) = node.get_attr_opt("group")? {
        conv = conv.group(groups);
    }
    if let Some(dilations) = node.get_attr_opt_tvec("dilations")? {
        conv = conv.dilations(dilations);
    }
    if let Some(strides) = node.get_attr_opt_tvec("strides")? {
        conv = conv.strides(strides);
    }
    if node.input.len() == 3 {
        conv = conv.bias_input(2);
    }
    Ok((expand(conv), vec![]))
}
