//! The whole encoder on a GPU: uploads the weights once, and turns the tokens of texts into unit vectors.
//!
//! Each submission to the GPU embeds one batch of texts.
//! The tokens of a text follow the tokens of the previous text without padding:
//!
//! ```text
//!  kernels                                                      output        axes of the output
//!
//!  embed (once per table), norm                                 state 0       [token][d]
//!  ┌ quantize, linear (queries, keys, values), attention        scratch       [token][head][dimension]
//!  │ quantize, linear, norm after adding state 0                state 1       [token][d]
//!  │ quantize, linear with GELU                                 inner         [token][inner]
//!  └ quantize, linear, norm after adding state 1                state 0       [token][d]
//!  pool                                                         vectors       [text][d]
//! ```
//!
//! Kernels set a flag for each token with a number that a GPU may compute differently.
//! The CPU embeds the texts with flagged tokens.
#![expect(
    clippy::disallowed_types,
    reason = "a fast GPU gets larger submissions; the embeddings are the same"
)]

use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use web_time::Instant;
use wgpu::{Buffer, BufferUsages, ComputePass, ComputePassDescriptor, ComputePipeline};

use super::kernel::{compiled, dispatch, filled, read};
use super::{ATTENTION, Arithmetic, EMBED, LINEAR, NORM, POOL, Products, QUANTIZE};
use crate::engine::Engine;
use fastgas_embedding::Pooling;
use fastgas_encoder::{
    Encoder, EncoderWeights, LayerWeights, LinearWeights, NormWeights, Table, TableIndex, TableRows, Tokens,
};
use fastgas_graph::CpuReason;

/// Number of rows and of columns per tile, equal to `TILE` in linear.wgsl.
/// `TILE` is also the number of quantized inputs in `STEP` words, because a word contains four quantized inputs.
pub const TILE: usize = 64;

/// Maximum number of tokens in a text, equal to `MAX_LENGTH` in attention.wgsl.
const MAX_TOKENS_PER_TEXT: usize = 512;

/// Maximum number of tokens in the first submission, which takes about 30 ms on an integrated GPU.
const INITIAL_TOKENS: usize = 1_024;

/// Maximum number of tokens in a submission, which is enough to keep a large GPU busy.
const MAX_TOKENS: usize = 16_384;

/// Preferred duration of a submission: long compared with its overhead, and short enough not to delay screen updates.
const SUBMISSION_DURATION: Range<Duration> = Duration::from_millis(25)..Duration::from_millis(100);

/// The result of a GPU for n texts.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuVectors {
    /// Unit vectors of the texts, n×d in row-major order. The vectors of the texts in `left` are zero.
    pub rows: Vec<f32>,
    /// Indexes of the texts that the CPU must embed, in ascending order.
    /// The CPU must embed texts that are too long for the GPU, and texts without a valid vector.
    /// The CPU must also embed texts with numbers that a GPU may compute differently.
    pub left: Vec<u32>,
}

/// An encoder on a GPU.
/// The vectors are bit-identical to the vectors of [`Encoder::encode`](fastgas_encoder::Encoder::encode).
pub struct GpuEncoder {
    engine: Rc<Engine>,
    kernels: Kernels,
    tables: Vec<DeviceTable>,
    norm: DeviceNorm,
    layers: Vec<DeviceLayer>,
    pooling: Pooling,
    sizes: Sizes,
    /// Maximum number of tokens in the next submission. A submission can hold the longest text.
    n_tokens: usize,
    workspace: Option<Workspace>,
}

struct Kernels {
    embed: ComputePipeline,
    norm: ComputePipeline,
    quantize: ComputePipeline,
    linear: ComputePipeline,
    attention: ComputePipeline,
    pool: ComputePipeline,
}

/// Sizes of the encoder, which determine the sizes of the buffers.
#[derive(Clone, Copy)]
struct Sizes {
    /// Maximum number of tokens in a text.
    text: usize,
    /// Maximum number of tokens in a submission.
    tokens: usize,
    /// The length d of a token vector.
    width: usize,
    /// Maximum number of elements in the attention output of a token, over all heads of a layer.
    heads: usize,
    inner: usize,
}

/// A table of the encoder, in the buffers that embed.wgsl reads.
struct DeviceTable {
    index: TableIndex,
    format: u32,
    block: u32,
    table: Buffer,
    scales: Buffer,
}

/// A layer normalization, whose weights and biases are in the buffer `columns` of norm.wgsl.
struct DeviceNorm {
    columns: Buffer,
    epsilon: f32,
}

/// A linear layer, in the buffers that quantize.wgsl and linear.wgsl read.
struct DeviceLinear {
    n_inputs: usize,
    n_outputs: usize,
    /// Number of words in a row of quantized inputs. A word contains four quantized inputs.
    depth: usize,
    gelu: bool,
    input_scales: Buffer,
    weights: Buffer,
    columns: Buffer,
}

struct DeviceLayer {
    qkv: DeviceLinear,
    n_heads: usize,
    head_width: usize,
    scale: f32,
    output: DeviceLinear,
    attention_norm: DeviceNorm,
    inner: DeviceLinear,
    outer: DeviceLinear,
    output_norm: DeviceNorm,
}

/// Buffers for the intermediate results of a submission with up to `n_tokens` tokens.
struct Workspace {
    n_tokens: usize,
    /// The vectors of the tokens before and after the attention of a layer, \[token\]\[d\].
    states: [Buffer; 2],
    /// The output of the attention, \[token\]\[head\]\[dimension\], or of a linear layer before its norm, \[token\]\[d\].
    scratch: Buffer,
    /// Queries, keys and values, \[token\]\[query, key, value\]\[head\]\[dimension\].
    qkv: Buffer,
    /// The outputs of the first feed-forward layer, \[token\]\[inner\].
    inner: Buffer,
    /// Quantized inputs, \[token\]\[word\]. The number of tokens is rounded up to whole tiles.
    levels: Buffer,
    /// The scale and the zero point of each token's quantized inputs.
    rows: Buffer,
    /// 1 for each token whose text the CPU must embed, otherwise 0.
    flags: Buffer,
    /// The pooled vectors of the texts, \[text\]\[d\].
    vectors: Buffer,
}

struct Batch {
    texts: Vec<Range<usize>>,
    /// For each of the token, token type and position tables: the table row of each token.
    rows: [Vec<u32>; 3],
    /// For each token, the first token of its text and the end of its text.
    extents: Vec<[u32; 2]>,
    /// For each text, the first token to pool and the end of the tokens to pool.
    pooled: Vec<[u32; 2]>,
}

impl GpuEncoder {
    /// Uploads an encoder to the fastest GPU, after a conformance test of the GPU's arithmetic.
    /// If `software` is set, a software implementation of a GPU is accepted.
    ///
    /// # Errors
    /// Returns the reason why the CPU must compute the embeddings.
    pub async fn open(software: bool, encoder: &Encoder) -> Result<GpuEncoder, CpuReason> {
        let weights = encoder.weights().ok_or(unsuitable("operators"))?;
        let engine = Rc::new(Engine::open(software).await?);
        let arithmetic = Arithmetic::of(&engine).await?;
        GpuEncoder::with(engine, &arithmetic.source(), &weights).await
    }

    /// Uploads an encoder. `arithmetic` is the WGSL source of the arithmetic functions that the kernels call.
    async fn with(engine: Rc<Engine>, arithmetic: &str, weights: &EncoderWeights) -> Result<GpuEncoder, CpuReason> {
        check(weights)?;
        let sizes = Sizes::of(weights, &engine.limits())?;
        let kernel = async |kernel: &str| compiled(&engine, &[arithmetic, kernel].concat()).await;
        let kernels = Kernels {
            embed: kernel(EMBED).await?,
            norm: kernel(NORM).await?,
            quantize: kernel(QUANTIZE).await?,
            linear: kernel(&[Products::Packed.source(), LINEAR].concat()).await?,
            attention: kernel(ATTENTION).await?,
            pool: kernel(POOL).await?,
        };
        let catch = engine.catch();
        let tables = weights.tables.iter();
        let layers = weights.layers.iter();
        let encoder = GpuEncoder {
            kernels,
            tables: tables.map(|table| DeviceTable::new(&engine, table)).collect(),
            norm: DeviceNorm::new(&engine, &weights.norm),
            layers: layers.map(|layer| DeviceLayer::new(&engine, layer)).collect(),
            pooling: weights.pooling,
            sizes,
            n_tokens: INITIAL_TOKENS.min(sizes.tokens),
            workspace: None,
            engine,
        };
        catch.end().await?;
        Ok(encoder)
    }

    /// Name of the GPU reported by the driver; empty if the browser does not reveal the name.
    pub fn name(&self) -> &str {
        self.engine.name()
    }

    /// Embeds texts. The vectors are in the same order as the texts.
    ///
    /// # Errors
    /// Returns the reason if the GPU fails. After a failure, the CPU must embed all texts.
    pub async fn encode(&mut self, texts: &[Tokens]) -> Result<GpuVectors, CpuReason> {
        let width = self.sizes.width;
        let lengths = 1..=self.sizes.text;
        let (fitting, others): (Vec<usize>, Vec<usize>) =
            (0..texts.len()).partition(|&text| lengths.contains(&texts[text].ids.len()));
        let mut rows = vec![0.0; texts.len() * width];
        let mut left = others;
        let mut rest = &*fitting;
        while !rest.is_empty() {
            let mut n_tokens = 0;
            let fits = |&&text: &&usize| {
                n_tokens += texts[text].ids.len();
                n_tokens <= self.n_tokens
            };
            let (batch, further) = rest.split_at(rest.iter().take_while(fits).count());
            rest = further;
            let tokens: Vec<&Tokens> = batch.iter().map(|&text| &texts[text]).collect();
            let packed = Batch::new(&tokens, self.pooling);
            let begin = Instant::now();
            let (vectors, flags) = self.submit(&packed).await?;
            // The last submission may be small, so its duration does not change the size of later submissions.
            if !rest.is_empty() {
                self.adapt(begin.elapsed());
            }
            for ((&text, tokens), vector) in batch.iter().zip(&packed.texts).zip(vectors.chunks_exact(width)) {
                let row = &mut rows[text * width..][..width];
                row.iter_mut()
                    .zip(vector)
                    .for_each(|(x, &bits)| *x = f32::from_bits(bits));
                EncoderWeights::normalize(row);
                let is_flagged = flags[tokens.clone()].iter().any(|&flag| flag != 0);
                if is_flagged || row.iter().all(|&x| x == 0.0) {
                    row.fill(0.0);
                    left.push(text);
                }
            }
        }
        left.sort_unstable();
        let left = left.into_iter().map(|text| text as u32).collect();
        Ok(GpuVectors { rows, left })
    }

    /// Doubles the size of the next submission if a submission finished early, and halves the size if it finished late.
    fn adapt(&mut self, took: Duration) {
        if took < SUBMISSION_DURATION.start {
            self.n_tokens = (self.n_tokens * 2).min(self.sizes.tokens);
        } else if took > SUBMISSION_DURATION.end {
            self.n_tokens = (self.n_tokens / 2).max(self.sizes.text);
        }
    }

    /// Returns the bits of the pooled vectors of the texts, and the flags of the tokens.
    async fn submit(&mut self, batch: &Batch) -> Result<(Vec<u32>, Vec<u32>), CpuReason> {
        let engine = self.engine.clone();
        let catch = engine.catch();
        let n_tokens = batch.extents.len();
        if self
            .workspace
            .as_ref()
            .is_none_or(|workspace| workspace.n_tokens < n_tokens)
        {
            // The old buffers are freed before new buffers are created, so that the GPU never holds both.
            self.workspace = None;
        }
        let (sizes, layers, capacity) = (self.sizes, &self.layers, n_tokens.next_power_of_two());
        let workspace: &Workspace = self
            .workspace
            .get_or_insert_with(|| Workspace::new(&engine, sizes, layers, capacity));
        let (device, queue) = engine.device();
        let mut commands = device.create_command_encoder(&Default::default());
        commands.clear_buffer(&workspace.flags, 0, None);
        let mut recording = Recording {
            engine: &engine,
            kernels: &self.kernels,
            workspace,
            width: sizes.width,
            n_tokens,
            pass: commands.begin_compute_pass(&ComputePassDescriptor::default()),
        };
        recording.embed(&self.tables, &batch.rows);
        recording.norm(&self.norm, &workspace.scratch, None, &workspace.states[0]);
        let extents = filled(&engine, bytemuck::cast_slice(&batch.extents), BufferUsages::STORAGE);
        for layer in &self.layers {
            recording.layer(layer, &extents);
        }
        recording.pool(self.pooling, &batch.pooled);
        drop(recording);
        queue.submit([commands.finish()]);
        let bytes = |numbers: usize| (numbers * size_of::<u32>()) as u64;
        let outputs = [
            (&workspace.vectors, bytes(batch.texts.len() * sizes.width)),
            (&workspace.flags, bytes(n_tokens)),
        ];
        let contents = read(&engine, &outputs).await;
        catch.end().await?;
        let mut contents = contents?.into_iter();
        let mut next = || contents.next().unwrap_or_default();
        Ok((next(), next()))
    }
}

impl Sizes {
    fn of(weights: &EncoderWeights, limits: &wgpu::Limits) -> Result<Sizes, CpuReason> {
        let width = weights.width();
        let heads = weights
            .layers
            .iter()
            .map(|layer| layer.n_heads * layer.head_width)
            .max();
        let inner = weights.layers.iter().map(|layer| layer.inner.scales.len()).max();
        let (heads, inner) = (heads.unwrap_or(0), inner.unwrap_or(0));
        let binding = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let widest = width.max(3 * heads).max(inner) * size_of::<f32>();
        let tokens = (binding / widest as u64).min(limits.max_compute_workgroups_per_dimension.into()) as usize;
        // The maximum is rounded down to a power of two, because the capacity of a workspace is a power of two.
        let tokens = MAX_TOKENS.min(1 << tokens.checked_ilog2().unwrap_or(0));
        let text = weights
            .n_positions()
            .unwrap_or(MAX_TOKENS_PER_TEXT)
            .min(MAX_TOKENS_PER_TEXT);
        let largest_table = weights.tables.iter().map(|table| table_bytes(&table.rows)).max();
        if tokens < MAX_TOKENS_PER_TEXT || largest_table.is_some_and(|bytes| bytes as u64 > binding) {
            return Err(CpuReason::SmallBuffers { bytes: binding });
        }
        Ok(Sizes {
            text,
            tokens,
            width,
            heads,
            inner,
        })
    }
}

fn table_bytes(rows: &TableRows) -> usize {
    match rows {
        TableRows::Floats(numbers) => size_of_val(&**numbers),
        TableRows::Bytes { values, .. } => values.len(),
        TableRows::Blocks { values, scales, .. } => values.len().max(size_of_val(&**scales)),
    }
}

/// Checks the sizes and the magnitudes of the weights.
/// After a successful check, no number overflows in a text whose tokens have no flag.
/// For a text without flags, a device that replaces subnormal numbers with zero gets the same results.
fn check(weights: &EncoderWeights) -> Result<(), CpuReason> {
    /// Maximum length d of a token vector. With this maximum, sums of squares stay finite.
    const MAX_WIDTH: usize = 4_096;
    /// Maximum width of an attention head. With this maximum, sums of products stay finite.
    const MAX_HEAD_WIDTH: usize = 512;
    // The magnitudes of all nonzero numbers must be from `least` to `most`.
    let are_within = |numbers: &[f32], least: f32, most: f32| {
        let mut numbers = numbers.iter();
        numbers.all(|&x| x == 0.0 || (least..=most).contains(&x.abs()))
    };
    let require = |holds: bool, part| {
        if holds { Ok(()) } else { Err(unsuitable(part)) }
    };
    let linear = |linear: &LinearWeights| {
        require(
            are_within(&linear.input_scales, power(-20), power(20))
                && are_within(&linear.scales, power(-20), power(4))
                && are_within(&linear.biases, power(-30), power(20)),
            "linear layers",
        )
    };
    let norm = |norm: &NormWeights| {
        require(
            (power(-100)..=power(20)).contains(&norm.epsilon)
                && are_within(&norm.weights, f32::MIN_POSITIVE, power(20))
                && are_within(&norm.biases, f32::MIN_POSITIVE, power(20)),
            "norms",
        )
    };
    for table in &weights.tables {
        let numbers = match &table.rows {
            TableRows::Floats(numbers) => numbers,
            TableRows::Bytes { scales, .. } | TableRows::Blocks { scales, .. } => scales,
        };
        require(are_within(numbers, power(-100), power(20)), "tables")?;
    }
    require((1..=MAX_WIDTH).contains(&weights.width()), "width")?;
    norm(&weights.norm)?;
    for layer in &weights.layers {
        require(
            layer.head_width <= MAX_HEAD_WIDTH && (power(-20)..=power(4)).contains(&layer.scale),
            "attention",
        )?;
        for weights in [&layer.qkv, &layer.output, &layer.inner, &layer.outer] {
            linear(weights)?;
        }
        norm(&layer.attention_norm)?;
        norm(&layer.output_norm)?;
    }
    Ok(())
}

/// The error for an encoder that the GPU cannot run. `part` is the English name of the unsuitable part.
fn unsuitable(part: &str) -> CpuReason {
    CpuReason::Encoder { part: part.into() }
}

/// Returns 2^`exponent`. The exponent must be from −126 to 127, the exponents of normal numbers.
fn power(exponent: i32) -> f32 {
    f32::from_bits(((127 + exponent) as u32) << 23)
}

fn constant<T: bytemuck::NoUninit>(engine: &Engine, contents: &[T]) -> Buffer {
    filled(engine, bytemuck::cast_slice(contents), BufferUsages::STORAGE)
}

impl DeviceTable {
    fn new(engine: &Engine, table: &Table) -> DeviceTable {
        // The scales of float tables are never read, but no buffer may be empty.
        let (format, block, scales): (u32, usize, &[f32]) = match &table.rows {
            TableRows::Floats(_) => (0, 1, &[0.0]),
            TableRows::Bytes { scales, .. } => (1, 1, scales),
            TableRows::Blocks { scales, block, .. } => (2, *block, scales),
        };
        DeviceTable {
            index: table.index,
            format,
            block: block as u32,
            table: match &table.rows {
                TableRows::Floats(numbers) => constant(engine, numbers),
                TableRows::Bytes { values, .. } => constant(engine, values),
                TableRows::Blocks { values, .. } => constant(engine, values),
            },
            scales: constant(engine, scales),
        }
    }
}

impl DeviceNorm {
    fn new(engine: &Engine, norm: &NormWeights) -> DeviceNorm {
        let columns = norm.weights.iter().zip(&*norm.biases);
        let columns: Vec<[f32; 2]> = columns.map(|(&weight, &bias)| [weight, bias]).collect();
        DeviceNorm {
            columns: constant(engine, &columns),
            epsilon: norm.epsilon,
        }
    }
}

impl DeviceLinear {
    fn new(engine: &Engine, linear: &LinearWeights) -> DeviceLinear {
        let words = LinearWords::new(&linear.weights, &linear.scales, &linear.biases);
        DeviceLinear {
            n_inputs: linear.input_scales.len(),
            n_outputs: linear.scales.len(),
            depth: words.depth,
            gelu: linear.gelu,
            input_scales: constant(engine, &linear.input_scales),
            weights: constant(engine, &words.weights),
            columns: constant(engine, &words.columns),
        }
    }
}

impl DeviceLayer {
    fn new(engine: &Engine, layer: &LayerWeights) -> DeviceLayer {
        DeviceLayer {
            qkv: DeviceLinear::new(engine, &layer.qkv),
            n_heads: layer.n_heads,
            head_width: layer.head_width,
            scale: layer.scale,
            output: DeviceLinear::new(engine, &layer.output),
            attention_norm: DeviceNorm::new(engine, &layer.attention_norm),
            inner: DeviceLinear::new(engine, &layer.inner),
            outer: DeviceLinear::new(engine, &layer.outer),
            output_norm: DeviceNorm::new(engine, &layer.output_norm),
        }
    }
}

/// Weights of a linear layer, in the layout that linear.wgsl expects.
pub struct LinearWords {
    /// Number of words per column. A word contains four weights, and each column is padded with zeros to whole tiles.
    pub depth: usize,
    /// Weights with the axes \[word\]\[column\]. The columns are padded to whole tiles.
    pub weights: Vec<u32>,
    /// For each column, padded to whole tiles: the bits of its scale and of its bias, the sum of its weights, and 0.
    pub columns: Vec<[u32; 4]>,
}

impl LinearWords {
    /// Converts weights of shape k×n in row-major order. `scales` and `biases` have n numbers.
    pub fn new(weights: &[i8], scales: &[f32], biases: &[f32]) -> LinearWords {
        let n = scales.len();
        let depth = (weights.len() / n).next_multiple_of(TILE) / 4;
        let padded_columns = n.next_multiple_of(TILE);
        let mut words = vec![0; depth * padded_columns];
        let mut sums = vec![0; n];
        for (i, row) in weights.chunks_exact(n).enumerate() {
            let words = &mut words[i / 4 * padded_columns..];
            for ((word, sum), &weight) in words.iter_mut().zip(&mut sums).zip(row) {
                *word |= u32::from(weight as u8) << (8 * (i % 4));
                *sum += i32::from(weight);
            }
        }
        let columns = scales.iter().zip(biases).zip(sums);
        let mut columns: Vec<[u32; 4]> = columns
            .map(|((scale, bias), sum)| [scale.to_bits(), bias.to_bits(), sum as u32, 0])
            .collect();
        columns.resize(padded_columns, [0; 4]);
        LinearWords {
            depth,
            weights: words,
            columns,
        }
    }
}

impl Workspace {
    fn new(engine: &Engine, sizes: Sizes, layers: &[DeviceLayer], n_tokens: usize) -> Workspace {
        let linears = layers
            .iter()
            .flat_map(|layer| [&layer.qkv, &layer.output, &layer.inner, &layer.outer]);
        let depth = linears.map(|linear| linear.depth).max().unwrap_or(1);
        let padded = n_tokens.next_multiple_of(TILE);
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        let words = |rows: usize, width: usize| engine.buffer((rows * width.max(1) * size_of::<u32>()) as u64, usage);
        Workspace {
            n_tokens,
            states: [words(n_tokens, sizes.width), words(n_tokens, sizes.width)],
            scratch: words(n_tokens, sizes.width.max(sizes.heads)),
            qkv: words(n_tokens, 3 * sizes.heads),
            inner: words(n_tokens, sizes.inner),
            levels: words(padded, depth),
            rows: words(padded, 2),
            flags: words(n_tokens, 1),
            vectors: words(n_tokens, sizes.width),
        }
    }
}

impl Batch {
    fn new(texts: &[&Tokens], pooling: Pooling) -> Batch {
        let mut batch = Batch {
            texts: Vec::new(),
            rows: [Vec::new(), Vec::new(), Vec::new()],
            extents: Vec::new(),
            pooled: Vec::new(),
        };
        for tokens in texts {
            let length = tokens.ids.len() as u32;
            let begin = batch.extents.len() as u32;
            let end = begin + length;
            let [ids, types, positions] = &mut batch.rows;
            ids.extend(&tokens.ids);
            types.extend(&tokens.types);
            positions.extend(0..length);
            batch.texts.push(begin as usize..end as usize);
            batch.extents.extend((0..length).map(|_| [begin, end]));
            // CLS pooling always takes the first token, even if the text begins with an instruction.
            batch.pooled.push(match pooling {
                Pooling::Cls => [begin, begin + 1],
                Pooling::Mean | Pooling::Max => [begin + tokens.first_pooled as u32, end],
            });
        }
        batch
    }
}

struct Recording<'a> {
    engine: &'a Engine,
    kernels: &'a Kernels,
    workspace: &'a Workspace,
    width: usize,
    n_tokens: usize,
    pass: ComputePass<'a>,
}

impl Recording<'_> {
    fn run(&mut self, kernel: &ComputePipeline, task: &[u32], buffers: &[&Buffer], workgroups: [usize; 2]) {
        dispatch(self.engine, &mut self.pass, kernel, task, buffers, workgroups);
    }

    /// For each token, writes the sum of its table rows into `scratch`.
    fn embed(&mut self, tables: &[DeviceTable], rows: &[Vec<u32>; 3]) {
        let [ids, types, positions] = rows.each_ref().map(|rows| constant(self.engine, rows));
        for (index, table) in tables.iter().enumerate() {
            let rows = match table.index {
                TableIndex::Token => &ids,
                TableIndex::Type => &types,
                TableIndex::Position => &positions,
            };
            let task = [0, self.width as u32, table.format, table.block, u32::from(index == 0)];
            let buffers = [rows, &table.table, &table.scales, &self.workspace.scratch];
            self.run(&self.kernels.embed, &task, &buffers, [self.n_tokens, 1]);
        }
    }

    /// Normalizes the rows of `inputs`, or of the sum of `inputs` and `added`.
    fn norm(&mut self, norm: &DeviceNorm, inputs: &Buffer, added: Option<&Buffer>, outputs: &Buffer) {
        let task = [
            0,
            self.n_tokens as u32,
            self.width as u32,
            norm.epsilon.to_bits(),
            u32::from(added.is_some()),
        ];
        let buffers = [
            inputs,
            added.unwrap_or(inputs),
            &norm.columns,
            outputs,
            &self.workspace.flags,
        ];
        self.run(&self.kernels.norm, &task, &buffers, [self.n_tokens.div_ceil(4), 1]);
    }

    fn linear(&mut self, linear: &DeviceLinear, inputs: &Buffer, outputs: &Buffer) {
        let Workspace {
            levels, rows, flags, ..
        } = self.workspace;
        let task = [0, linear.n_inputs as u32, linear.depth as u32];
        let buffers = [inputs, &linear.input_scales, levels, rows, flags];
        self.run(&self.kernels.quantize, &task, &buffers, [self.n_tokens, 1]);
        let task = [
            0,
            self.n_tokens as u32,
            linear.n_outputs as u32,
            linear.depth as u32,
            u32::from(linear.gelu),
        ];
        let buffers = [levels, &linear.weights, rows, &linear.columns, outputs];
        let tiles = [linear.n_outputs, self.n_tokens].map(|length| length.div_ceil(TILE));
        self.run(&self.kernels.linear, &task, &buffers, tiles);
    }

    /// Computes a layer of the encoder. The input and the output of the layer are in the buffer `states[0]`.
    fn layer(&mut self, layer: &DeviceLayer, extents: &Buffer) {
        let Workspace {
            states: [before, attended],
            scratch,
            qkv,
            inner,
            ..
        } = self.workspace;
        self.linear(&layer.qkv, before, qkv);
        let task = [0, layer.n_heads as u32, layer.head_width as u32, layer.scale.to_bits()];
        let workgroups = [self.n_tokens, layer.n_heads];
        self.run(&self.kernels.attention, &task, &[qkv, extents, scratch], workgroups);
        self.linear(&layer.output, scratch, scratch);
        self.norm(&layer.attention_norm, scratch, Some(before), attended);
        self.linear(&layer.inner, attended, inner);
        self.linear(&layer.outer, inner, scratch);
        self.norm(&layer.output_norm, scratch, Some(attended), before);
    }

    /// Pools the vectors in the buffer `states[0]`.
    fn pool(&mut self, pooling: Pooling, texts: &[[u32; 2]]) {
        let pooled = constant(self.engine, texts);
        let task = [0, self.width as u32, u32::from(pooling == Pooling::Max)];
        let Workspace { states, vectors, .. } = self.workspace;
        self.run(
            &self.kernels.pool,
            &task,
            &[&states[0], &pooled, vectors],
            [texts.len(), 1],
        );
    }
}

#[cfg(test)]
mod tests;
