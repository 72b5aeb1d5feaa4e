//! `fastgas embed`: computes embeddings of texts, or of the JSON lines from stdin.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args::{Encoding, Pool};
use crate::error::CliError;
use crate::files::{Files, is_dash};
use crate::pool::read_pool;
use crate::progress::ProgressReporter;
use crate::{embed_lines, embed_pool, model, npy};
use fastgas_graph::Device;

#[derive(Debug, Args)]
pub struct Embed {
    #[command(flatten)]
    pub pool: Pool,
    #[command(flatten)]
    pub encoding: Encoding,
    /// Output .npy file for the vectors; `-` is stdout. Required, unless the texts are JSON lines from stdin.
    #[arg(long, value_name = "emb.npy")]
    pub out: Option<PathBuf>,
    /// Device that computes the embeddings; affects only the time, not the embeddings.
    #[arg(long, value_enum, default_value_t = EncoderDevice::Cpu)]
    pub device: EncoderDevice,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum EncoderDevice {
    /// CPU.
    Cpu,
    /// GPU, including one emulated in software, together with the CPU; the CPU takes over if the GPU fails.
    Gpu,
}

impl From<EncoderDevice> for Device {
    fn from(device: EncoderDevice) -> Device {
        match device {
            EncoderDevice::Cpu => Device::Cpu,
            EncoderDevice::Gpu => Device::Gpu,
        }
    }
}

pub fn run(command: &Embed, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let Some(out) = &command.out else {
        return match is_dash(&command.pool.pool) {
            true => embed_lines::run(&command.pool, &command.encoding, command.device.into(), reporter),
            false => Err(CliError::NoOutput),
        };
    };
    let files = Files::read(&[Some(command.pool.pool.as_path())])?;
    let mut files = files.and(model::files(&command.encoding.model));
    let out = files.output(out)?;
    let left_out = files.optional(command.pool.import.leave_out.as_deref())?;
    let pool = read_pool(&command.pool, left_out.as_ref(), reporter)?;
    let texts = pool
        .table
        .texts(pool.column)
        .map_err(CliError::of(&command.pool.pool))?;
    let embedded = embed_pool::embed(&texts, &command.encoding, command.device.into(), reporter)?;
    npy::write(&out, embedded.embeddings.as_array())
}
