//! Computes the answers to all requests that need neither a model nor a GPU. Every error becomes [`Event::Failed`].

use crate::answer::{Answer, SendEvent, answer_or_failure};
use crate::backup;
use crate::compare::{CompareEvent, CompareInput, cover};
use crate::decode::{embeddings, exactly, matrix, neighbors, normalized, protocol};
use crate::import::{self, Source, required};
use crate::layout_request::{draw, name};
use crate::progress_throttle::ProgressThrottle;
use crate::retrieve::retrieve;
use crate::suggest::{cosines, suggest};
use fastgas_data as load;
use fastgas_graph::{Neighbors, Pairs, Step, answer_alone};
use fastgas_protocol::Error;
use fastgas_protocol::{Envelope, Event, Request, WorkerError, bytes_of_f32, bytes_of_u32, f32_of_bytes, u32_of_bytes};
use fastgas_select::Config;
use fastgas_select::evaluate::explain;
use fastgas_select::pipeline;
use fastgas_select::pipeline::PipelineInput;
use fastgas_trace::Trace;

/// Maximum number of bytes of centered embeddings in one [`Event::Centering`].
const CHUNK_BYTES: usize = 4 << 20;

/// Handles all requests, except requests that need a [model](crate::EncoderDispatch) or a GPU.
pub struct Dispatch {
    now_ms: Box<dyn Fn() -> f64>,
}

impl Dispatch {
    /// `now_ms` returns the time of a monotonic clock in milliseconds, which is only used to measure durations.
    pub fn new(now_ms: Box<dyn Fn() -> f64>) -> Dispatch {
        Dispatch { now_ms }
    }

    /// Passes the events of the request to `sink`. The last event is the answer or [`Event::Failed`].
    pub fn handle(&mut self, request: Envelope<Request>, sink: &mut dyn FnMut(Envelope<Event>)) {
        self.handle_file(request, None, sink);
    }

    /// `file` is the file that the page has sent with the request, if any.
    pub fn handle_file(
        &mut self,
        Envelope { job, body, buffers }: Envelope<Request>,
        file: Option<&dyn Source>,
        sink: &mut dyn FnMut(Envelope<Event>),
    ) {
        let answer = self.answer(body, buffers, file, &mut |body, buffers| {
            sink(Envelope { job, body, buffers });
        });
        sink(answer_or_failure(job, answer));
    }

    fn answer(
        &mut self,
        request: Request,
        buffers: Vec<Vec<u8>>,
        file: Option<&dyn Source>,
        send: &mut SendEvent<'_>,
    ) -> Result<Answer, WorkerError> {
        match request {
            Request::Load => {
                let [file] = exactly(buffers)?;
                let (columns, cells, ends) = load::load(&file).map_err(Error::from)?.into_parts();
                Ok((Event::Loaded { columns }, vec![cells.into_bytes(), bytes_of_u32(&ends)]))
            }
            Request::Import { import, columns, .. } => {
                let [] = exactly(buffers)?;
                let file = required(file)?;
                let mut stopwatch = ProgressThrottle::new(&*self.now_ms, send);
                let (loaded, text_column) =
                    import::read(file, &import, &columns, &mut |reported| stopwatch.report(reported))?;
                if let Some(name) = &columns.embeddings {
                    import::send_embeddings(&loaded.pool, name, file.vectors(name)?, send)?;
                }
                let (columns, cells, ends) = loaded.pool.into_parts();
                import::send_cells(&cells, send);
                import::send_ends(&ends, send);
                Ok((
                    Event::Imported {
                        columns,
                        text_column: text_column as u32,
                        found: Box::new(loaded.found),
                    },
                    Vec::new(),
                ))
            }
            Request::Unpack => {
                let [] = exactly(buffers)?;
                let file = required(file)?;
                backup::read(file, send)
            }
            Request::Preview { import, sought, .. } => {
                let [] = exactly(buffers)?;
                let file = required(file)?;
                let preview = Box::new(import::preview(file, &import, sought)?);
                Ok((Event::Previewed { preview }, Vec::new()))
            }
            Request::Normalize {
                first_row,
                dimensions,
                float,
            } => {
                let [bytes] = exactly(buffers)?;
                let rows = matrix(float.numbers(&bytes), dimensions)?;
                let embeddings = normalized(rows, |row| first_row.saturating_add(row))?;
                Ok((Event::Normalized, vec![bytes_of_f32(embeddings.as_slice())]))
            }
            Request::Neighbors {
                chunk,
                pairs,
                n_neighbors,
            } => {
                let buffers = search(&pairs, n_neighbors, exactly(buffers)?)?;
                Ok((Event::NeighborsFound { chunk }, buffers))
            }
            Request::Approximate {
                chunk,
                step,
                n_neighbors,
            } => {
                let answer = search_approximately(step, n_neighbors, exactly(buffers)?)?;
                Ok((Event::Answered { chunk }, vec![bytes_of_u32(&answer)]))
            }
            Request::Center { dimensions } => {
                let centered = embeddings(buffers, dimensions)?.centered().map_err(Error::from)?;
                let n_rows = (CHUNK_BYTES / (dimensions as usize * size_of::<f32>()).max(1)).max(1);
                let pieces = centered.as_slice().chunks(n_rows * dimensions as usize);
                for (first_row, piece) in (0..).step_by(n_rows).zip(pieces) {
                    send(Event::Centering { first_row }, vec![bytes_of_f32(piece)]);
                }
                Ok((Event::Centered, Vec::new()))
            }
            Request::Select {
                dimensions,
                n_searched,
                config,
                earlier,
                record,
            } => {
                let mut pieces = buffers;
                let rest = pieces.split_off(pieces.len().saturating_sub(3));
                let [ids, similarities, confidences] = exactly(rest)?;
                let neighbors = neighbors([ids, similarities], n_searched)?;
                let embeddings = embeddings(pieces, dimensions)?;
                let confidences = f32_of_bytes(&confidences).ok_or_else(|| protocol("confidences in pieces"))?;
                let given = PipelineInput {
                    confidences: (!confidences.is_empty()).then_some(&confidences),
                    earlier: &earlier,
                    ..PipelineInput::from(embeddings)
                };
                self.select(given, neighbors, (&config, record), send)
            }
            Request::Compare {
                dimensions,
                n_searched,
                settings,
                plans,
                blank,
                label_column,
                n_tests,
            } => {
                let labels = (label_column.as_deref(), n_tests);
                let compare_input = CompareInput::read(buffers, dimensions, n_searched, &settings, labels)?;
                let clock = || (self.now_ms)() / 1000.0;
                let mut stopwatch = ProgressThrottle::new(&*self.now_ms, send);
                compare_input.compare(&settings, (&plans, &blank), clock, &mut |reported| match reported {
                    CompareEvent::Progress(progress) => stopwatch.report(progress),
                    CompareEvent::Ran(run, picks) => stopwatch.send(Event::Ran { run }, vec![bytes_of_u32(&picks)]),
                })?;
                Ok((Event::Compared, Vec::new()))
            }
            Request::Cover {
                dimensions,
                n_neighbors,
            } => Ok((
                Event::Covered {
                    curve: cover(buffers, dimensions, n_neighbors)?,
                },
                Vec::new(),
            )),
            Request::GpuNeighbors { .. } | Request::EmbedOnGpu { .. } => Err(protocol("this worker has no GPU")),
            Request::WriteTable { .. } => Err(protocol("this worker writes no tables")),
            Request::OpenModel
            | Request::Report
            | Request::Embed { .. }
            | Request::Prompt { .. }
            | Request::Pack { .. } => Err(protocol("this worker has no model")),
            Request::Map { n_neighbors, seed } => {
                let neighbors = neighbors(exactly(buffers)?, n_neighbors)?;
                Ok(draw(&neighbors, seed, &*self.now_ms, send))
            }
            Request::Name { n_parts } => Ok((
                Event::Named {
                    names: name(exactly(buffers)?, n_parts)?,
                },
                Vec::new(),
            )),
            Request::Suggest { several, row } => {
                let (one, buffers) = suggest(buffers, several, row)?;
                Ok((Event::Suggested { one }, buffers))
            }
            Request::Cosines { dimensions } => {
                let (scale, cosines) = cosines(buffers, dimensions)?;
                Ok((Event::CosinesTaken { scale }, vec![bytes_of_f32(&cosines)]))
            }
            Request::Retrieve { dimensions, shots } => Ok((
                Event::Retrieved,
                vec![bytes_of_u32(&retrieve(buffers, dimensions, shots)?)],
            )),
        }
    }

    fn select(
        &self,
        given: PipelineInput<'_>,
        neighbors: Neighbors,
        (config, record): (&Config, bool),
        send: &mut SendEvent<'_>,
    ) -> Result<Answer, WorkerError> {
        let config = config.check(neighbors.ids.nrows() as u32).map_err(Error::from)?;
        if neighbors.ids.ncols() != config.n_searched() as usize {
            return Err(protocol(
                "the lists of neighbors are of another length than the settings ask for",
            ));
        }
        let mut stopwatch = ProgressThrottle::new(&*self.now_ms, send);
        let mut report = |progress| stopwatch.report(progress);
        let mut events = Vec::new();
        let outcome = match record {
            true => pipeline::run_from_recorded(given, neighbors, &config, &mut report, &mut events)?,
            false => pipeline::run_from(given, neighbors, &config, &mut report)?,
        };
        let timings = stopwatch.timings;
        let rows: Vec<u32> = outcome.selection.picks.iter().map(|pick| pick.row).collect();
        let reasons = explain(&outcome.graph, &outcome.partition, &outcome.neighbors, &rows);
        let n_edges = outcome.graph.n_edges() as u32;
        let graph = outcome.graph;
        let trace = (!events.is_empty()).then(|| Trace { graph, events }.to_bytes());
        Ok((
            Event::Selected {
                selection: outcome.selection,
                reasons,
                tried: outcome.tried,
                quality: outcome.quality,
                n_edges,
                timings,
            },
            std::iter::once(bytes_of_u32(&outcome.partition.part_of))
                .chain(trace)
                .collect(),
        ))
    }
}

/// Computes the buffers of [`Event::NeighborsFound`] from the buffers of [`Request::Neighbors`].
fn search(pairs: &Pairs, n_neighbors: u32, buffers: [Vec<u8>; 3]) -> Result<Vec<Vec<u8>>, WorkerError> {
    let instances: Vec<u32> = pairs.instances().collect();
    let [rows, columns, lower_bounds] = buffers.map(|bytes| f32_of_bytes(&bytes));
    let numbers = rows.zip(columns).map(|(mut rows, columns)| {
        rows.extend(columns);
        rows
    });
    let length = numbers.as_ref().map_or(0, Vec::len);
    let dimensions = length.checked_div(instances.len()).unwrap_or(0);
    let rows = matrix(numbers, dimensions as u32)?;
    let lower_bounds =
        lower_bounds.filter(|lower_bounds| lower_bounds.len() == instances.len() && rows.nrows() == instances.len());
    let (Some(lower_bounds), 1..) = (lower_bounds, n_neighbors) else {
        return Err(protocol("a chunk of the neighbors is incomplete"));
    };
    let embeddings = normalized(rows, |row| instances[row as usize])?;
    let found = pairs.search_alone(&embeddings, n_neighbors as usize, &lower_bounds, &mut |_| ());
    Ok(vec![bytes_of_u32(&found.ids), bytes_of_f32(&found.similarities)])
}

/// Performs a step of the approximate neighbor search for [`Request::Approximate`].
/// Returns the buffer of [`Event::Answered`] as 32-bit words.
fn search_approximately(step: Step, n_neighbors: u32, buffers: [Vec<u8>; 3]) -> Result<Vec<u32>, WorkerError> {
    let [rows, words, instances] = buffers;
    let (Some(words), Some(instances)) = (u32_of_bytes(&words), u32_of_bytes(&instances)) else {
        return Err(protocol("a buffer's length is no multiple of 4"));
    };
    let dimensions = (rows.len() / size_of::<f32>())
        .checked_div(instances.len())
        .unwrap_or(0);
    let rows = matrix(f32_of_bytes(&rows), dimensions as u32)?;
    if rows.nrows() != instances.len() || instances.is_empty() || n_neighbors == 0 {
        return Err(protocol("a chunk of the neighbors is incomplete"));
    }
    let embeddings = normalized(rows, |row| instances[row as usize])?;
    Ok(answer_alone(step, n_neighbors, &words, &embeddings))
}

#[cfg(test)]
mod tests;
