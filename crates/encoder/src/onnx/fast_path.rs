//! A fast path that directly builds the tract model of an encoder whose ONNX graph consists of high-level operators.
//!
//! On the general path, tract infers all types and shapes.
//! After inference, the [rewrites](crate::rewrites) find linear layers, attention and norms among tract's operators.
//! The built-in model needs no inference and no rewrites.
//! Each linear layer of the built-in model has int8 weights, and each GELU, norm and attention is a single node.
//! For models like the built-in model, one pass over the nodes wires the operators that the general path would produce.
//! The fast path saves much time in a browser: the code of the general path is large and would be compiled for a single run.
//!
//! Models with unknown or unsuitable nodes use the general path, which also reports the errors of such models.
#![expect(
    clippy::disallowed_types,
    reason = "values are looked up by name; nodes are visited in the order of the file"
)]

use std::collections::HashMap;

use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::type_proto::Value as Type;
use tract_onnx::pb::{AttributeProto, GraphProto, NodeProto, TensorProto, ValueInfoProto};
use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::array::{Gather, Slice};
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::cast::cast;
use tract_onnx::tract_core::ops::math::{add, mul, sub};

use super::nibbles::{BLOCK_GATHER, Nibbles};
use crate::int8::Weights;
use crate::operators::{Attention, BlockTable, Heads, Linear, Norm};

/// Builds the model of a validated graph. Each input has the type int64 and the shape batch×length.
/// The value with the name `output` becomes the only output of the model.
/// `nibbles` is the table of 4-bit integers that [`read`](super::read) returned.
/// Returns `None` if the graph needs the general path.
pub fn direct(graph: &GraphProto, nibbles: Option<&Nibbles>, output: &str) -> Option<TypedModel> {
    let mut builder = Builder {
        nibbles,
        model: TypedModel::default(),
        values: HashMap::new(),
        readers: HashMap::new(),
    };
    let read = graph.node.iter().flat_map(|node| &node.input).map(String::as_str);
    for name in read.chain([output]) {
        *builder.readers.entry(name).or_default() += 1;
    }
    for tensor in &graph.initializer {
        builder.values.insert(&tensor.name, Value::Constant(tensor));
    }
    let symbols = builder.model.symbols.clone();
    let shape = ["batch", "length"].map(|name| symbols.sym(name).to_dim());
    for input in &graph.input {
        if elem_type(input)? != DataType::Int64 as i32 || builder.values.contains_key(&*input.name) {
            return None;
        }
        let source = builder.model.add_source(&*input.name, i64::fact(&shape)).ok()?;
        builder.values.insert(&input.name, Value::Wired(source));
    }
    for node in &graph.node {
        let [name] = &*node.output else { return None };
        let is_block_gather = (&*node.domain, &*node.op_type) == BLOCK_GATHER;
        if !node.domain.is_empty() && !is_block_gather {
            return None;
        }
        let value = builder.value(node)?;
        builder.values.insert(name, value);
    }
    let output = builder.wired(output)?;
    builder.model.select_output_outlets(&[output]).ok()?;
    Some(builder.model)
}

#[derive(Clone)]
enum Value<'a> {
    Constant(&'a TensorProto),
    Bytes(QuantizedWeights<'a>),
    /// A linear layer with the input `x`.
    /// The layer is not in the graph yet, so that biases and GELU can become parts of the layer.
    Layer {
        x: OutletId,
        layer: Linear,
    },
    /// A sum of two values of equal shape.
    /// A normalization that is the only reader of the sum can compute the sum itself.
    Sum([OutletId; 2]),
    Shape(TVec<TDim>),
    Wired(OutletId),
}

/// Int8 weights of a k×n matrix, which represent `weights[i][o] * input_scales[i] * scales[o]`.
#[derive(Clone)]
struct QuantizedWeights<'a> {
    weights: &'a [u8],
    /// Scale of each input; `None` if all input scales are 1.
    input_scales: Option<Vec<f32>>,
    scales: Vec<f32>,
}

struct Builder<'a> {
    nibbles: Option<&'a Nibbles>,
    model: TypedModel,
    values: HashMap<&'a str, Value<'a>>,
    readers: HashMap<&'a str, usize>,
}

impl<'a> Builder<'a> {
    fn value(&mut self, node: &'a NodeProto) -> Option<Value<'a>> {
        let name = &*node.output[0];
        let inputs: Vec<&'a str> = node.input.iter().map(String::as_str).collect();
        let value = match (&*node.op_type, &*inputs) {
            ("Shape", &[x]) => self.shape(node, x)?,
            ("Cast", &[x]) => {
                let [to] = attributes(node, ["to"])?;
                let x = self.wired(x)?;
                if to?.i != DataType::Float as i64 {
                    return None;
                }
                match self.model.outlet_fact(x).ok()?.datum_type == f32::datum_type() {
                    true => Value::Wired(x),
                    false => Value::Wired(self.wire(name, cast(f32::datum_type()), &[x])?),
                }
            }
            ("Unsqueeze", &[x, axes]) => {
                let [] = attributes(node, [])?;
                let mut x = self.wired(x)?;
                for axis in self.integers(axes)? {
                    let axis = usize::try_from(axis).ok().filter(|&axis| axis <= self.rank(x))?;
                    x = self.wire(&format!("{name}.{axis}"), AxisOp::Add(axis), &[x])?;
                }
                Value::Wired(x)
            }
            ("Slice", &[x, begin, end, axis]) => {
                let [] = attributes(node, [])?;
                let (&[begin], &[axis]) = (&*self.integers(begin)?, &*self.integers(axis)?) else {
                    return None;
                };
                let (begin, axis) = (usize::try_from(begin).ok()?, usize::try_from(axis).ok()?);
                let Value::Shape(end) = self.values.get(end)? else {
                    return None;
                };
                let [end] = &**end else { return None };
                let slice = Slice::new(axis, begin, end.clone());
                let x = self.wired(x).filter(|&x| axis < self.rank(x))?;
                Value::Wired(self.wire(name, slice, &[x])?)
            }
            ("Gather", &[table, ids]) => {
                let [axis] = attributes(node, ["axis"])?;
                let (table, ids) = (self.wired(table)?, self.wired(ids)?);
                if axis.map_or(0, |axis| axis.i) != 0 || self.rank(table) == 0 {
                    return None;
                }
                Value::Wired(self.wire(name, Gather::new(0), &[table, ids])?)
            }
            ("GatherBlockQuantized", &[table, ids, scales]) => self.block_rows(node, table, ids, scales)?,
            ("DequantizeLinear", &[x, scales]) => self.dequantized(node, x, scales)?,
            ("MatMul", &[x, weights]) => self.layer(node, x, weights)?,
            ("Gelu", &[x]) => {
                let [] = attributes(node, [])?;
                let Some(Value::Layer { x, layer }) = self.once(x) else {
                    return None;
                };
                Value::Layer {
                    x,
                    layer: layer.with_gelu()?,
                }
            }
            ("LayerNormalization", &[x, weights, biases]) => self.norm(node, x, weights, biases)?,
            ("Attention", &[queries, keys, values, ref mask @ ..]) if mask.len() < 2 => {
                self.attention(node, [queries, keys, values], mask.first().copied())?
            }
            ("Add", &[a, b]) => self.sum(node, a, b)?,
            ("Sub", &[a, b]) => self.combined(node, sub(), a, b)?,
            ("Mul", &[a, b]) => {
                if let (Some(Value::Bytes(bytes)), Value::Constant(factor)) = (self.once(a), self.values.get(b)?)
                    && bytes.input_scales.is_none()
                    && let &[k, 1] = &*factor.dims
                    && usize::try_from(k).ok()? * bytes.scales.len() == bytes.weights.len()
                {
                    let [] = attributes(node, [])?;
                    Value::Bytes(QuantizedWeights {
                        input_scales: Some(floats(factor)?),
                        ..bytes
                    })
                } else {
                    self.combined(node, mul(), a, b)?
                }
            }
            _ => return None,
        };
        Some(value)
    }

    fn shape(&mut self, node: &NodeProto, x: &'a str) -> Option<Value<'a>> {
        let [start, end] = attributes(node, ["start", "end"])?;
        let x = self.wired(x)?;
        let shape = self.model.outlet_fact(x).ok()?.shape.to_tvec();
        let start = start.map_or(0, |start| start.i);
        let end = end.map_or(shape.len() as i64, |end| end.i);
        let part = shape.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?;
        Some(Value::Shape(part.into()))
    }

    /// Gathers rows of a table of 4-bit integers, which has one 16-bit scale per block.
    fn block_rows(&mut self, node: &'a NodeProto, table: &str, ids: &'a str, scales: &str) -> Option<Value<'a>> {
        let [block, gather_axis, quantize_axis] = attributes(node, ["block_size", "gather_axis", "quantize_axis"])?;
        let nibbles = self.nibbles.filter(|nibbles| nibbles.name == table)?;
        let (&Value::Constant(table), &Value::Constant(scales)) = (self.values.get(table)?, self.values.get(scales)?)
        else {
            return None;
        };
        let &[rows, width] = &*table.dims else { return None };
        let block = block?.i;
        let fits = node.domain == BLOCK_GATHER.0
            && gather_axis.is_none_or(|axis| axis.i == 0)
            && quantize_axis.map_or(1, |axis| axis.i) == 1
            && block > 0
            && scales.data_type == DataType::Float16 as i32
            && *scales.dims == [rows, width / block];
        if !fits {
            return None;
        }
        let [width, block] = [width, block].map(|length| length as usize);
        let table = BlockTable::new(nibbles.bytes.clone(), nibbles.scales.clone()?, width, block)?;
        let ids = self.wired(ids)?;
        Some(Value::Wired(self.wire(&node.output[0], table, &[ids])?))
    }

    /// Dequantizes weights lazily: constants remain int8. Rows gathered from an int8 table become floats.
    fn dequantized(&mut self, node: &'a NodeProto, x: &'a str, scales: &'a str) -> Option<Value<'a>> {
        let [axis] = attributes(node, ["axis"])?;
        let axis = usize::try_from(axis.map_or(1, |axis| axis.i)).ok()?;
        let Value::Constant(scales) = *self.values.get(scales)? else {
            return None;
        };
        let scales = floats(scales)?;
        if let Value::Constant(weights) = self.values.get(x)? {
            let &[_, n] = &*weights.dims else { return None };
            if weights.data_type != DataType::Int8 as i32 || axis != 1 || n != scales.len() as i64 {
                return None;
            }
            return Some(Value::Bytes(QuantizedWeights {
                weights: weights.raw_data.get(..super::count(weights) as usize)?,
                input_scales: None,
                scales,
            }));
        }
        let name = &*node.output[0];
        let x = self.wired(x)?;
        let fact = self.model.outlet_fact(x).ok()?;
        if fact.datum_type != i8::datum_type() || *fact.shape.get(axis)? != scales.len().to_dim() {
            return None;
        }
        let mut along = vec![1; fact.rank()];
        along[axis] = scales.len();
        let scales = Tensor::from_shape(&along, &scales).ok()?;
        let scales = self.model.add_const(format!("{name}.scales"), scales).ok()?;
        let x = self.wire(&format!("{name}.cast"), cast(f32::datum_type()), &[x])?;
        Some(Value::Wired(self.wire(name, mul(), &[x, scales])?))
    }

    fn layer(&mut self, node: &'a NodeProto, x: &'a str, weights: &'a str) -> Option<Value<'a>> {
        let [] = attributes(node, [])?;
        let Some(Value::Bytes(bytes)) = self.once(weights) else {
            return None;
        };
        let x = self.wired(x)?;
        let fact = self.model.outlet_fact(x).ok()?;
        let n = bytes.scales.len();
        let k = bytes.weights.len().checked_div(n)?;
        if fact.datum_type != f32::datum_type() || fact.rank() < 2 || *fact.shape.last()? != k.to_dim() {
            return None;
        }
        let weights: Vec<i8> = bytes.weights.iter().map(|&weight| weight as i8).collect();
        let weights = Weights::pack(&weights, k, n).filter(|_| k > 0)?;
        let input_scales = bytes.input_scales.unwrap_or_else(|| vec![1.0; k]);
        let layer = Linear::new(weights, input_scales, bytes.scales, 1, tvec!(n));
        Some(Value::Layer { x, layer })
    }

    fn norm(&mut self, node: &'a NodeProto, x: &'a str, weights: &str, biases: &str) -> Option<Value<'a>> {
        let [axis, epsilon] = attributes(node, ["axis", "epsilon"])?;
        let (&Value::Constant(weights), &Value::Constant(biases)) =
            (self.values.get(weights)?, self.values.get(biases)?)
        else {
            return None;
        };
        let norm = Norm {
            weights: floats(weights)?.into(),
            biases: floats(biases)?.into(),
            epsilon: epsilon.map_or(1e-5, |epsilon| epsilon.f),
        };
        let inputs = match self.once(x) {
            Some(Value::Sum(both)) => tvec!(both[0], both[1]),
            _ => tvec!(self.wired(x)?),
        };
        let fact = self.model.outlet_fact(inputs[0]).ok()?;
        let width = fact.shape.last()?.to_usize().ok()?;
        let fits = axis.is_none_or(|axis| axis.i == -1 || axis.i == fact.rank() as i64 - 1)
            && fact.datum_type == f32::datum_type()
            && width > 0
            && [weights, biases].iter().all(|numbers| *numbers.dims == [width as i64]);
        if !fits {
            return None;
        }
        Some(Value::Wired(self.wire(&node.output[0], norm, &inputs)?))
    }

    /// Wires self-attention. Queries, keys and values must be linear layers with the same input.
    fn attention(&mut self, node: &'a NodeProto, layers: [&'a str; 3], mask: Option<&'a str>) -> Option<Value<'a>> {
        let [heads, kv_heads, scale] = attributes(node, ["q_num_heads", "kv_num_heads", "scale"])?;
        let (name, count) = (&*node.output[0], heads?.i);
        let [Some(queries), Some(keys), Some(values)] = layers.map(|layer| self.once(layer)) else {
            return None;
        };
        let (
            Value::Layer { x, layer: queries },
            Value::Layer {
                x: of_keys,
                layer: keys,
            },
        ) = (queries, keys)
        else {
            return None;
        };
        let Value::Layer {
            x: of_values,
            layer: values,
        } = values
        else {
            return None;
        };
        let all = queries.outputs();
        let siblings = [&queries, &keys, &values];
        let fits = [of_keys, of_values] == [x, x]
            && siblings
                .iter()
                .all(|layer| layer.is_sibling(&queries) && layer.outputs() == all)
            && kv_heads?.i == count;
        let count = usize::try_from(count).ok().filter(|&count| count > 0)?;
        let shape = self.model.outlet_fact(x).ok()?.shape.to_tvec();
        if !fits || shape.len() != 3 || !all.is_multiple_of(count) {
            return None;
        }
        let heads = Heads {
            count,
            width: all / count,
        };
        let merged = Linear::merged(&siblings);
        // Only the attention may read the linear layers of queries, keys and values.
        // A second reader of a layer would keep the layer's weights in memory twice.
        for layer in layers {
            self.values.remove(layer);
        }
        let joined = self.wire(&format!("{name}.siblings"), merged, &[x])?;
        let mut inputs = tvec!(joined, joined, joined);
        if let Some(mask) = mask {
            let mask = self.wired(mask)?;
            let fact = self.model.outlet_fact(mask).ok()?;
            if fact.datum_type != f32::datum_type() || fact.rank() != 4 || fact.shape[3] != shape[1] {
                return None;
            }
            inputs.push(mask);
        }
        let attention = Attention {
            heads,
            columns: [0, all, 2 * all],
            scale: scale.map_or_else(|| (heads.width as f32).sqrt().recip(), |scale| scale.f),
            masked: mask.is_some(),
        };
        let y = self.wire(&format!("{name}.heads"), attention, &inputs)?;
        Some(Value::Wired(self.wire(name, heads.joined(), &[y])?))
    }

    fn sum(&mut self, node: &'a NodeProto, a: &'a str, b: &'a str) -> Option<Value<'a>> {
        let [] = attributes(node, [])?;
        for (linear, constant) in [(a, b), (b, a)] {
            if let &Value::Constant(biases) = self.values.get(constant)?
                && let Some(Value::Layer { x, layer }) = self.once(linear)
                && *biases.dims == [layer.outputs() as i64]
                && let Some(layer) = layer.with_biases(&floats(biases)?)
            {
                // The layer with biases replaces the layer without biases, which no other node reads.
                // Removing the old layer allows its weights to be freed if the new layer is merged with other layers.
                self.values.remove(linear);
                return Some(Value::Layer { x, layer });
            }
        }
        let is_constant = |name| matches!(self.values.get(name), Some(Value::Constant(_)));
        if self.is_read_once(&node.output[0]) && !is_constant(a) && !is_constant(b) {
            let both = [self.wired(a)?, self.wired(b)?];
            let [a, b] = both.map(|outlet| self.model.outlet_fact(outlet));
            let (a, b) = (a.ok()?, b.ok()?);
            if a.shape == b.shape && [a, b].iter().all(|fact| fact.datum_type == f32::datum_type()) {
                return Some(Value::Sum(both));
            }
        }
        self.combined(node, add(), a, b)
    }

    fn combined(&mut self, node: &'a NodeProto, op: TypedBinOp, a: &'a str, b: &'a str) -> Option<Value<'a>> {
        let [] = attributes(node, [])?;
        let name = &*node.output[0];
        let both = [self.wired(a)?, self.wired(b)?];
        let mut ranks = [0; 2];
        for (rank, outlet) in ranks.iter_mut().zip(both) {
            let fact = self.model.outlet_fact(outlet).ok()?;
            *rank = fact.rank();
            if fact.datum_type != f32::datum_type() {
                return None;
            }
        }
        let rank = ranks[0].max(ranks[1]);
        let mut inputs = tvec!();
        for (side, (mut x, own)) in both.into_iter().zip(ranks).enumerate() {
            for axis in own..rank {
                x = self.wire(&format!("{name}.{side}.{axis}"), AxisOp::Add(0), &[x])?;
            }
            inputs.push(x);
        }
        Some(Value::Wired(self.wire(name, op, &inputs)?))
    }

    /// The graph value with the name `name`, if only one node reads the value.
    fn once(&self, name: &str) -> Option<Value<'a>> {
        self.values.get(name).filter(|_| self.is_read_once(name)).cloned()
    }

    fn is_read_once(&self, name: &str) -> bool {
        self.readers.get(name) == Some(&1)
    }

    /// Returns the outlet of a value in the model. Wires the value on first use.
    /// Returns `None` if the value cannot be wired.
    fn wired(&mut self, name: &'a str) -> Option<OutletId> {
        let outlet = match self.values.get(name)?.clone() {
            Value::Wired(outlet) => return Some(outlet),
            Value::Layer { x, layer } => self.wire(name, layer, &[x])?,
            Value::Sum(both) => self.wire(name, add(), &both)?,
            Value::Constant(tensor) => self.model.add_const(name, numbers(tensor)?).ok()?,
            Value::Bytes(_) | Value::Shape(_) => return None,
        };
        self.values.insert(name, Value::Wired(outlet));
        Some(outlet)
    }

    fn rank(&self, outlet: OutletId) -> usize {
        self.model.outlet_fact(outlet).map_or(0, |fact| fact.rank())
    }

    fn wire(&mut self, name: &str, op: impl Into<Box<dyn TypedOp>>, inputs: &[OutletId]) -> Option<OutletId> {
        Some(self.model.wire_node(name, op, inputs).ok()?[0])
    }

    fn integers(&self, name: &str) -> Option<Vec<i64>> {
        match self.values.get(name)? {
            Value::Constant(tensor) => super::integers(tensor),
            _ => None,
        }
    }
}

/// Finds a node's attributes by name. Returns `None` if the node has attributes that are not in `names`.
fn attributes<'a, const N: usize>(node: &'a NodeProto, names: [&str; N]) -> Option<[Option<&'a AttributeProto>; N]> {
    let is_known = |attribute: &AttributeProto| names.contains(&&*attribute.name);
    let find = |name| node.attribute.iter().find(|attribute| attribute.name == name);
    node.attribute.iter().all(is_known).then(|| names.map(find))
}

fn elem_type(input: &ValueInfoProto) -> Option<i32> {
    let Type::TensorType(tensor) = input.r#type.as_ref()?.value.as_ref()?;
    Some(tensor.elem_type)
}

fn floats(tensor: &TensorProto) -> Option<Vec<f32>> {
    let (numbers, _) = tensor.raw_data.as_chunks::<4>();
    let fits = tensor.data_type == DataType::Float as i32 && numbers.len() as i64 == super::count(tensor);
    fits.then(|| numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
}

fn numbers(tensor: &TensorProto) -> Option<Tensor> {
    let shape: Vec<usize> = tensor.dims.iter().map(|&length| length as usize).collect();
    if tensor.data_type != DataType::Int8 as i32 {
        return Tensor::from_shape(&shape, &floats(tensor)?).ok();
    }
    let bytes = tensor.raw_data.get(..super::count(tensor) as usize)?;
    let mut numbers = Tensor::zero::<i8>(&shape).ok()?;
    let mut plain = numbers.try_as_plain_ram_mut().ok()?;
    let slots = plain.as_slice_mut::<i8>().ok()?;
    slots.iter_mut().zip(bytes).for_each(|(slot, &byte)| *slot = byte as i8);
    Some(numbers)
}
