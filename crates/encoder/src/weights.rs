//! The weights of an encoder as plain numbers, for programs that run the encoder on another device.
//!
//! [`read`] recognizes the graph of a BERT-like encoder that consists of the fast [operators](crate::operators):
//!
//! ```text
//!  tables ──sum──▶ norm ─▶ layer ─▶ … ─▶ layer ──▶ pool
//!
//!  layer:  x ──qkv──▶ attention ──output──▶ + x ─▶ attention norm ─▶ y
//!          y ──inner, GELU──▶ outer ──▶ + y ─▶ output norm
//! ```
//!
//! A program that repeats the operators' operations in the same order gets bit-identical results.

use std::sync::Arc;

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::array::{Gather, Slice};
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::cast::Cast;
use tract_onnx::tract_core::ops::math::{Add, Mul};

use crate::operators::{Attention, BlockTable, Linear, Norm, Pool};
use fastgas_embedding::Pooling;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Ids,
    Mask,
    Types,
    Positions,
    /// The mask of the tokens to pool, an input that this crate adds to the model.
    Pooled,
}

/// The weights of a BERT-like encoder. The token vectors have d numbers, where d is [`EncoderWeights::width`].
#[derive(Clone, Debug, PartialEq)]
pub struct EncoderWeights {
    /// The tables whose rows are added for each token, from the first to the last table.
    pub tables: Vec<Table>,
    /// Normalizes the sums of the table rows.
    pub norm: NormWeights,
    /// The layers, from the first to the last.
    pub layers: Vec<LayerWeights>,
    /// How the vectors of the last layer are pooled.
    pub pooling: Pooling,
}

/// A table with d numbers in each row. Each token selects one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The property of a token that selects its row.
    pub index: TableIndex,
    /// The rows of the table. Row i belongs to the token id, token type id or position i.
    pub rows: TableRows,
}

/// The property of a token that selects the row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableIndex {
    /// The id of the token in the vocabulary.
    Token,
    /// The token type id of the token.
    Type,
    /// The position of the token in the text: 0, 1, 2, …
    Position,
}

/// The values of a rows×d table, in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub enum TableRows {
    /// The values of the table, as `f32`.
    Floats(Vec<f32>),
    /// Bytes. A value is the product of the byte and the scale of its column, rounded once.
    Bytes {
        /// The bytes of the table, of shape rows×d.
        values: Vec<i8>,
        /// The scale of each table column.
        scales: Vec<f32>,
    },
    /// Integers from −8 to 7, two per byte, the lower four bits first.
    /// A value is the product of the integer and the scale of its block, rounded once.
    Blocks {
        /// The 4-bit integers of the table, packed into rows·d/2 bytes.
        values: Arc<Vec<u8>>,
        /// The scale of each block in the table, row by row.
        scales: Vec<f32>,
        /// Number of consecutive integers in a block. The number divides d.
        block: usize,
    },
}

/// The weights of a layer normalization. The function `norm_rows` in operators/norm.rs defines the order of the operations.
#[derive(Clone, Debug, PartialEq)]
pub struct NormWeights {
    /// The weight of each column.
    pub weights: Arc<[f32]>,
    /// The bias of each column.
    pub biases: Arc<[f32]>,
    /// Small constant that is added to the variance.
    pub epsilon: f32,
}

/// The weights of a linear layer with k inputs and n outputs. The file int8/mod.rs defines the order of the operations.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearWeights {
    /// The weight of each input for each output, of shape k×n, in row-major order.
    pub weights: Vec<i8>,
    /// The scale of each input.
    pub input_scales: Arc<[f32]>,
    /// The weight scale of each output.
    pub scales: Vec<f32>,
    /// The bias of each output.
    pub biases: Vec<f32>,
    /// Whether the activation GELU follows the layer.
    pub gelu: bool,
}

/// The weights in one encoder layer.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerWeights {
    /// The queries, keys and values of all heads, in this order: 3·`n_heads`·`head_width` outputs.
    pub qkv: LinearWeights,
    /// Number of attention heads.
    pub n_heads: usize,
    /// Number of elements in the query, the key and the value of a head.
    pub head_width: usize,
    /// Factor that scales the attention scores.
    pub scale: f32,
    /// The linear layer after the attention.
    pub output: LinearWeights,
    /// Normalizes the sum of `output` and the layer's input.
    pub attention_norm: NormWeights,
    /// The first linear layer of the feed-forward network.
    pub inner: LinearWeights,
    /// The second linear layer of the feed-forward network.
    pub outer: LinearWeights,
    /// Normalizes the sum of `outer` and the output of `attention_norm`.
    pub output_norm: NormWeights,
}

impl EncoderWeights {
    /// The length d of a token vector, which is also the number of dimensions of the embeddings.
    pub fn width(&self) -> usize {
        self.norm.weights.len()
    }

    /// Maximum number of tokens that the encoder has positions for; `None` if the encoder has no table of positions.
    pub fn n_positions(&self) -> Option<usize> {
        let tables = self.tables.iter().filter(|table| table.index == TableIndex::Position);
        tables.map(|table| table.rows.len(self.width())).min()
    }

    /// Scales the pooled vector of a text to unit length. A vector that is zero or not finite becomes zero.
    pub fn normalize(vector: &mut [f32]) {
        Pool::scale(vector);
    }

    fn is_consistent(&self) -> bool {
        let d = self.width();
        let is_norm = |norm: &NormWeights| norm.weights.len() == d && norm.biases.len() == d;
        let has_shape = |linear: &LinearWeights, k: usize, n: usize| {
            (linear.input_scales.len(), linear.scales.len(), linear.biases.len()) == (k, n, n)
                && linear.weights.len() == k * n
        };
        let is_layer = |layer: &LayerWeights| {
            let (heads, inner) = (layer.n_heads * layer.head_width, layer.inner.scales.len());
            has_shape(&layer.qkv, d, 3 * heads)
                && has_shape(&layer.output, heads, d)
                && has_shape(&layer.inner, d, inner)
                && has_shape(&layer.outer, inner, d)
                && is_norm(&layer.attention_norm)
                && is_norm(&layer.output_norm)
        };
        d > 0 && is_norm(&self.norm) && self.layers.iter().all(is_layer)
    }
}

impl TableRows {
    /// Number of rows, each with `width` numbers.
    pub fn len(&self, width: usize) -> usize {
        let numbers = match self {
            TableRows::Floats(numbers) => numbers.len(),
            TableRows::Bytes { values, .. } => values.len(),
            TableRows::Blocks { values, .. } => 2 * values.len(),
        };
        numbers / width
    }
}

/// Reads the weights of an encoder. `inputs` describes the content of each model input, in input order.
/// Returns `None` if the graph does not have the structure in the diagram of the module documentation.
pub(crate) fn read(model: &TypedModel, inputs: &[Input]) -> Option<EncoderWeights> {
    let reader = Reader { model, inputs };
    reader.encoder().filter(EncoderWeights::is_consistent)
}

/// Recognizes parts of a graph. Each function examines the nodes before an outlet.
/// A function returns `None` if the examined nodes do not have the expected structure.
struct Reader<'a> {
    model: &'a TypedModel,
    inputs: &'a [Input],
}

impl Reader<'_> {
    fn encoder(&self) -> Option<EncoderWeights> {
        let &[output] = self.model.output_outlets().ok()? else {
            return None;
        };
        let pool = self.model.node(output.node);
        let &[tokens, mask] = &*pool.inputs else { return None };
        let Pool(pooling) = *pool.op_as::<Pool>()?;
        if !matches!(self.source(mask)?, Input::Mask | Input::Pooled) {
            return None;
        }
        let mut layers = Vec::new();
        let mut x = tokens;
        while let Some((layer, before)) = self.layer(x) {
            layers.push(layer);
            x = before;
        }
        layers.reverse();
        let (norm, summands) = self.norm(x)?;
        let width = norm.weights.len();
        let tables = match *summands {
            [sum] => self.tables(sum, width)?,
            [a, b] => self.added(a, b, width)?,
            _ => return None,
        };
        Some(EncoderWeights {
            tables,
            norm,
            layers,
            pooling,
        })
    }

    /// Reads the layer whose output is `outlet`. Returns the weights and the input of the layer.
    fn layer(&self, outlet: OutletId) -> Option<(LayerWeights, OutletId)> {
        let (output_norm, outer, z, y) = self.normed_residual(outlet)?;
        let (inner, before) = self.linear(z)?;
        let (attention_norm, output, attended, x) = self.normed_residual(y)?;
        let joined = self.model.node(attended.node);
        let &[heads] = &*joined.inputs else { return None };
        let node = self.model.node(heads.node);
        let attention = node.op_as::<Attention>()?;
        if *joined.op_as::<AxisOp>()? != attention.heads.joined() {
            return None;
        }
        let [queries, keys, values, mask @ ..] = &*node.inputs else {
            return None;
        };
        let (qkv, before_attention) = self.linear(*queries)?;
        let is_masked = match mask {
            [mask] => attention.masked && self.is_additive_mask(*mask)?,
            // If the model has a mask, its attention must use the mask.
            // Without a mask, each batch contains texts of equal length.
            _ => !attention.masked && !self.has_mask(),
        };
        let (n_heads, head_width) = (attention.heads.count, attention.heads.width);
        let width = n_heads * head_width;
        let fits = before == y
            && before_attention == x
            && [keys, values] == [queries; 2]
            && attention.columns == [0, width, 2 * width]
            && is_masked;
        let layer = LayerWeights {
            qkv,
            n_heads,
            head_width,
            scale: attention.scale,
            output,
            attention_norm,
            inner,
            outer,
            output_norm,
        };
        fits.then_some((layer, x))
    }

    /// Reads norm(linear(z) + x). Returns the normalization, the linear layer, z and x.
    fn normed_residual(&self, outlet: OutletId) -> Option<(NormWeights, LinearWeights, OutletId, OutletId)> {
        let (norm, summands) = self.norm(outlet)?;
        let &[a, b] = &*summands else { return None };
        let (linear, z, x) = match self.linear(a) {
            Some((linear, z)) => (linear, z, b),
            None => {
                let (linear, z) = self.linear(b)?;
                (linear, z, a)
            }
        };
        Some((norm, linear, z, x))
    }

    /// Reads a layer normalization. Returns the weights, and the one or two outlets whose sum is normalized.
    fn norm(&self, outlet: OutletId) -> Option<(NormWeights, Vec<OutletId>)> {
        let node = self.model.node(outlet.node);
        let norm = node.op_as::<Norm>()?;
        let weights = NormWeights {
            weights: norm.weights.clone(),
            biases: norm.biases.clone(),
            epsilon: norm.epsilon,
        };
        Some((weights, node.inputs.to_vec()))
    }

    /// Reads a linear layer. Returns the weights and the input of the layer.
    fn linear(&self, outlet: OutletId) -> Option<(LinearWeights, OutletId)> {
        let node = self.model.node(outlet.node);
        let linear = node.op_as::<Linear>()?.numbers()?;
        Some((linear, node.inputs[0]))
    }

    /// Reads the tables whose rows are added to compute `outlet`. Each row must have `width` numbers.
    fn tables(&self, outlet: OutletId, width: usize) -> Option<Vec<Table>> {
        let node = self.model.node(outlet.node);
        if node.op_as::<TypedBinOp>().is_some_and(|op| op.0.is::<Add>()) {
            return self.added(node.inputs[0], node.inputs[1], width);
        }
        // A row with a different number of elements would be broadcast.
        let has_width = self.shape(outlet)?.last() == Some(&width.to_dim());
        Some(vec![self.table(outlet).filter(|_| has_width)?])
    }

    /// Reads the tables that a sum of two operands adds. One operand must be a single table.
    /// Returns the tables in order of addition, because reordering three or more terms changes the sum.
    /// Swapping the two operands of an addition does not change the sum.
    fn added(&self, a: OutletId, b: OutletId, width: usize) -> Option<Vec<Table>> {
        let (a, b) = (self.tables(a, width)?, self.tables(b, width)?);
        let (mut first, last) = if b.len() == 1 { (a, b) } else { (b, a) };
        if last.len() != 1 {
            return None;
        }
        first.extend(last);
        Some(first)
    }

    fn table(&self, outlet: OutletId) -> Option<Table> {
        let node = self.model.node(outlet.node);
        if let Some(table) = node.op_as::<BlockTable>() {
            return Some(Table {
                index: self.index(node.inputs[0])?,
                rows: table.numbers(),
            });
        }
        if node.op_is::<Gather>() {
            let (table, index) = self.gathered(outlet)?;
            let rows = TableRows::Floats(numbers(&table)?);
            return Some(Table { index, rows });
        }
        if node.op_as::<TypedBinOp>().is_some_and(|op| op.0.is::<Mul>()) {
            return self.bytes(node.inputs[0], node.inputs[1]);
        }
        self.positions(outlet)
    }

    /// Reads rows of bytes that are multiplied by the scales of their columns.
    fn bytes(&self, rows: OutletId, scales: OutletId) -> Option<Table> {
        let cast = self.model.node(rows.node);
        if cast.op_as::<Cast>()?.to != f32::datum_type() {
            return None;
        }
        let (table, index) = self.gathered(cast.inputs[0])?;
        let scales = self.model.outlet_fact(scales).ok()?.konst.as_ref()?;
        let width = *table.shape().last()?;
        let is_along_columns = scales.shape().last() == Some(&width) && scales.len() == width;
        let rows = TableRows::Bytes {
            values: numbers(&table)?,
            scales: numbers(scales)?,
        };
        is_along_columns.then_some(Table { index, rows })
    }

    /// Reads a lookup of rows. Returns the constant table of rank 2, and the property of a token that selects the row.
    fn gathered(&self, outlet: OutletId) -> Option<(Arc<Tensor>, TableIndex)> {
        let node = self.model.node(outlet.node);
        let gather = node.op_as::<Gather>()?;
        let table = self.model.outlet_fact(node.inputs[0]).ok()?.konst.clone()?;
        let is_lookup = gather.axis == 0 && gather.output_type.is_none() && table.rank() == 2;
        let index = self.index(node.inputs[1])?;
        is_lookup.then_some((table, index))
    }

    /// Reads a position table: a constant that the model slices to the number of tokens in the longest text of a batch.
    fn positions(&self, outlet: OutletId) -> Option<Table> {
        let node = self.model.node(outlet.node);
        if !matches!(node.op_as::<AxisOp>()?, AxisOp::Add(0)) {
            return None;
        }
        let node = self.model.node(node.inputs[0].node);
        let slice = node.op_as::<Slice>()?;
        let table = self.model.outlet_fact(node.inputs[0]).ok()?.konst.as_ref()?;
        let inputs = self.model.input_outlets().ok()?;
        let ids = self.inputs.iter().position(|&input| input == Input::Ids)?;
        let length = self.shape(inputs[ids])?.get(1)?.clone();
        let is_prefix = slice.axis == 0 && slice.start.to_usize().ok() == Some(0) && slice.end == length;
        let table = Table {
            index: TableIndex::Position,
            rows: TableRows::Floats(numbers(table).filter(|_| table.rank() == 2)?),
        };
        is_prefix.then_some(table)
    }

    fn index(&self, outlet: OutletId) -> Option<TableIndex> {
        match self.source(outlet)? {
            Input::Ids => Some(TableIndex::Token),
            Input::Types => Some(TableIndex::Type),
            Input::Positions => Some(TableIndex::Position),
            Input::Mask | Input::Pooled => None,
        }
    }

    /// The content of the model input `outlet`. Returns `None` if the outlet is not an input of the model.
    fn source(&self, outlet: OutletId) -> Option<Input> {
        let inputs = self.model.input_outlets().ok()?;
        let slot = inputs.iter().position(|&input| input == outlet)?;
        self.inputs.get(slot).copied()
    }

    /// Whether the model reads the attention mask anywhere except in the pooling.
    fn has_mask(&self) -> bool {
        let is_mask = |&outlet: &OutletId| self.source(outlet) == Some(Input::Mask);
        let mut nodes = self.model.nodes().iter();
        nodes.any(|node| !node.op_is::<Pool>() && node.inputs.iter().any(is_mask))
    }

    /// Whether the outlet contains numbers that are added to attention scores: 0 for tokens, and very negative for padding.
    /// The numbers are evaluated for a text of two tokens and one padding token.
    fn is_additive_mask(&self, outlet: OutletId) -> Option<bool> {
        let mask = self.computed_from_mask(outlet)?;
        let numbers = numbers::<f32>(&mask)?;
        let &[first, second, padding] = &*numbers else {
            return Some(false);
        };
        Some(mask.shape() == [1, 1, 1, 3] && first == 0.0 && second == 0.0 && padding < -1_000.0)
    }

    fn computed_from_mask(&self, outlet: OutletId) -> Option<Arc<Tensor>> {
        if let Some(constant) = &self.model.outlet_fact(outlet).ok()?.konst {
            return Some(constant.clone());
        }
        if let Some(input) = self.source(outlet) {
            let mask = Tensor::from_shape(&[1, 3], &[1i64, 1, 0]).ok()?;
            return (input == Input::Mask).then(|| mask.into_arc_tensor());
        }
        let node = self.model.node(outlet.node);
        let mut inputs = tvec!();
        for &input in &node.inputs {
            inputs.push(self.computed_from_mask(input)?.into_tvalue());
        }
        if inputs.is_empty() {
            return None;
        }
        let mut outputs = node.op.eval_out_of_plan(inputs).ok()??;
        Some(outputs.remove(outlet.slot).into_arc_tensor())
    }

    fn shape(&self, outlet: OutletId) -> Option<TVec<TDim>> {
        Some(self.model.outlet_fact(outlet).ok()?.shape.to_tvec())
    }
}

/// The values of a tensor. Returns `None` if the values do not have the type `T`.
fn numbers<T: Datum + Copy>(tensor: &Tensor) -> Option<Vec<T>> {
    let plain = tensor.try_as_plain_ram().ok()?;
    Some(plain.as_slice::<T>().ok()?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encoder;
    use crate::fixtures::{
        HEAD_WIDTH, HEADS, HIDDEN, INNER, ModelVariant, POSITIONS, VOCABULARY, tokenizer, with_blocks,
    };

    fn open(model: &tract_onnx::pb::ModelProto) -> Encoder {
        let file = prost::Message::encode_to_vec(model);
        Encoder::new(file, &tokenizer(), b"{}").unwrap()
    }

    #[test]
    fn weights_of_both_kinds_of_encoders_are_read() {
        let bytes = open(&ModelVariant::ALL.model(1)).weights().unwrap();
        let indices: Vec<TableIndex> = bytes.tables.iter().map(|table| table.index).collect();
        assert_eq!(indices, [TableIndex::Token, TableIndex::Type, TableIndex::Position]);
        assert!(matches!(bytes.tables[0].rows, TableRows::Bytes { .. }));
        assert_eq!(bytes.tables[0].rows.len(HIDDEN), VOCABULARY);

        let blocks = open(&with_blocks(VOCABULARY, false)).weights().unwrap();
        let indices: Vec<TableIndex> = blocks.tables.iter().map(|table| table.index).collect();
        assert_eq!(indices, [TableIndex::Token, TableIndex::Position]);
        assert!(matches!(blocks.tables[0].rows, TableRows::Blocks { block: 16, .. }));
        assert_eq!(blocks.tables[0].rows.len(HIDDEN), VOCABULARY);

        for weights in [bytes, blocks] {
            assert_eq!((weights.width(), weights.n_positions()), (HIDDEN, Some(POSITIONS)));
            assert_eq!((weights.layers.len(), weights.pooling), (2, Pooling::Mean));
            let layer = &weights.layers[0];
            assert_eq!((layer.n_heads, layer.head_width), (HEADS, HEAD_WIDTH));
            assert_eq!(layer.inner.scales.len(), INNER);
            assert!(layer.inner.gelu && !layer.outer.gelu && !layer.qkv.gelu);
        }
    }

    #[test]
    fn weights_of_linear_layers_are_those_of_the_file() {
        let model = ModelVariant::ALL.model(1);
        let weights = open(&model).weights().unwrap();
        let graph = model.graph.as_ref().unwrap();
        let of_shape = |k: usize, n: usize| {
            let is_it = move |tensor: &&tract_onnx::pb::TensorProto| {
                tensor.dims == [k as i64, n as i64] && tensor.raw_data.len() == k * n
            };
            let tensors = graph.initializer.iter().filter(is_it);
            tensors.map(|tensor| tensor.raw_data.iter().map(|&byte| byte as i8).collect::<Vec<i8>>())
        };
        let inner: Vec<Vec<i8>> = of_shape(HIDDEN, INNER).collect();
        let outer: Vec<Vec<i8>> = of_shape(INNER, HIDDEN).collect();
        // The file contains separate matrices of queries, keys and values.
        let square: Vec<Vec<i8>> = of_shape(HIDDEN, HIDDEN).collect();
        assert_eq!(square.len(), 8);
        for (index, layer) in weights.layers.iter().enumerate() {
            assert_eq!(layer.inner.weights, inner[index]);
            assert_eq!(layer.outer.weights, outer[index]);
            assert_eq!(layer.output.weights, square[4 * index + 3]);
            for (part, matrix) in square[4 * index..][..3].iter().enumerate() {
                let rows = layer.qkv.weights.chunks_exact(3 * HIDDEN);
                let columns: Vec<i8> = rows.flat_map(|row| &row[part * HIDDEN..][..HIDDEN]).copied().collect();
                assert_eq!(columns, *matrix);
            }
        }
    }

    #[test]
    fn other_encoders_have_no_weights() {
        let read_twice = ModelVariant {
            read_twice: true,
            ..ModelVariant::ALL
        };
        assert_eq!(open(&read_twice.model(1)).weights(), None);
        // The mask is an input, but the attention does not read it.
        let mut model = ModelVariant::ALL.model(1);
        let graph = model.graph.as_mut().unwrap();
        let first = graph.node.iter_mut().find(|node| node.op_type == "Attention").unwrap();
        first.input.truncate(3);
        assert_eq!(open(&model).weights(), None);
        let unmasked = ModelVariant {
            mask: false,
            ..ModelVariant::ALL
        };
        assert!(open(&unmasked.model(1)).weights().is_some());
    }
}
