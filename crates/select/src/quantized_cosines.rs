//! Integer cosines of instances with the whole pool. Sums of integers do not depend on the order of summation.

use fastgas_embedding::Embeddings;
use fastgas_linalg::int16_products::{self, Kernel, SCALE, WIDTH, Work};
use fastgas_progress::{Task, Workers};

/// Integer that represents a cosine of 1: about 16,382.
/// The value 3·`COSINE_ONE` fits into 16 unsigned bits, and 2·`COSINE_ONE` fits into 16 signed bits.
const COSINE_ONE: f64 = SCALE * SCALE / (1 << DROPPED_BITS) as f64;

/// Number of low bits that are dropped from the 32-bit inner product of two rows, so that the cosine fits into 16 bits.
const DROPPED_BITS: u32 = 16;

/// Maximum number of cosines that are kept in memory. As 16-bit integers, the cosines take 32 MiB.
pub(super) const MAX_KEPT_COSINES: usize = 4_096 * 4_096;

/// Number of rows in a block that is compared with the pool in one pass. When packed, the rows stay in the L2 cache.
const BLOCK: usize = 96;

/// Number of pool instances that one task compares with a block of rows.
/// Tests use a smaller number, so that small pools need several tasks.
const CHUNK: usize = if cfg!(test) { 32 } else { 2_048 };

/// Minimum size of a piece of the embeddings, in chunks of [`CHUNK`] instances. Each worker gets at least one chunk.
/// Each piece is freed after its quantization to save memory.
const MIN_CHUNKS_PER_PIECE: usize = if cfg!(test) { 2 } else { 8 };

/// Cosines of instances with the whole pool, in the 16-bit integers of [`int16_products`].
/// The cosines of an instance are kept together with the instance's first gain, up to a maximum number of cosines.
///
/// The pool is the left operand of all products and is stored once, row by row. The right operand is a few packed rows.
///
/// All sums are integer sums, so no result depends on the number of workers.
pub(super) struct Cosines<'w> {
    workers: &'w dyn Workers,
    n: usize,
    depth: usize,
    /// All instances as rows of 16-bit integers, n×depth.
    rows: Vec<i16>,
    most_kept: usize,
    /// Rows of n cosines for the instances whose gains were computed. Each call that keeps cosines adds one vector.
    kept: Vec<Vec<i16>>,
    n_kept: usize,
    /// For each instance with kept cosines: the index of a vector in `kept`, and the row in the vector.
    position_of: Vec<Option<(u32, u32)>>,
    /// The best cosine of each instance with an earlier pick. Negative cosines count as 0.
    best: Vec<i16>,
    /// The gain of each instance relative to the cosines in `best`. `None` if the gain has not been computed.
    first_gain: Vec<Option<u64>>,
}

/// The cosines of a few instances with the whole pool, computed together before one of the instances is picked.
#[derive(Debug, Default)]
pub(super) struct CosinesAhead {
    instances: Vec<u32>,
    /// For each chunk ([`CHUNK`]) of the pool, one row of cosines per instance in `instances`.
    cosines: Vec<i16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Increase {
    instance: u32,
    before: i16,
    after: i16,
}

impl<'w> Cosines<'w> {
    /// Quantizes the embeddings to 16-bit integers, which take half the memory of the embeddings.
    /// Later calls keep up to `most_kept` cosines in memory. O(n·d) time.
    pub(super) fn new(
        embeddings: &Embeddings,
        earlier: &[u32],
        most_kept: usize,
        workers: &'w dyn Workers,
    ) -> Cosines<'w> {
        let depth = int16_products::depth(embeddings.dimensions());
        let mut rows = vec![0; embeddings.len() * depth];
        quantize(embeddings, &mut rows, workers);
        Cosines::of_rows(rows, depth, earlier, most_kept, workers)
    }

    /// Like [`Cosines::new`], but for the embeddings minus their mean. `None` if an embedding equals the mean.
    pub(super) fn centered(
        embeddings: &Embeddings,
        earlier: &[u32],
        most_kept: usize,
        workers: &'w dyn Workers,
    ) -> Option<Cosines<'w>> {
        let depth = int16_products::depth(embeddings.dimensions());
        let mean = mean_by(embeddings, workers);
        let mut rows = vec![0; embeddings.len() * depth];
        let are_centered = quantize_centered(embeddings, &mean, &mut rows, workers);
        are_centered.then(|| Cosines::of_rows(rows, depth, earlier, most_kept, workers))
    }

    /// Like [`Cosines::centered`], for embeddings that are not centered yet.
    /// If an embedding equals the mean, the result is that of [`Cosines::new`].
    ///
    /// Releases the embeddings piece by piece while they are quantized.
    /// Together, the embeddings and their integer rows never take more memory than all embeddings plus one piece.
    /// This memory bound holds only if the operating system allocates memory at the first write.
    pub(super) fn releasing(
        (embeddings, is_centered): (Embeddings, bool),
        earlier: &[u32],
        most_kept: usize,
        workers: &'w dyn Workers,
    ) -> Cosines<'w> {
        let depth = int16_products::depth(embeddings.dimensions());
        // An embedding that equals the mean must be found before the first piece of the embeddings is released.
        let mean = (!is_centered).then(|| mean_by(&embeddings, workers));
        let mean = mean.filter(|mean| can_center(&embeddings, mean, workers));
        let mut rows = vec![0; embeddings.len() * depth];
        for (first, piece) in embeddings.into_pieces(workers.count().max(MIN_CHUNKS_PER_PIECE) * CHUNK) {
            let rows = &mut rows[first * depth..][..piece.len() * depth];
            match &mean {
                Some(mean) => assert!(
                    quantize_centered(&piece, mean, rows, workers),
                    "no embedding equals the mean"
                ),
                None => quantize(&piece, rows, workers),
            }
        }
        Cosines::of_rows(rows, depth, earlier, most_kept, workers)
    }

    fn of_rows(
        rows: Vec<i16>,
        depth: usize,
        earlier: &[u32],
        most_kept: usize,
        workers: &'w dyn Workers,
    ) -> Cosines<'w> {
        let n = rows.len() / depth;
        let mut cosines = Cosines {
            workers,
            n,
            depth,
            rows,
            most_kept,
            kept: Vec::new(),
            n_kept: 0,
            position_of: vec![None; n],
            best: Vec::new(),
            first_gain: vec![None; n],
        };
        let mut best = vec![0; n];
        for &row in earlier {
            cosines.raise_to(row, &mut best);
        }
        cosines.best = best;
        cosines
    }

    pub(super) fn workers(&self) -> &'w dyn Workers {
        self.workers
    }

    pub(super) fn len(&self) -> usize {
        self.n
    }

    /// Depth of a row: the number of integers per row.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn row(&self, row: u32) -> &[i16] {
        &self.rows[row as usize * self.depth..][..self.depth]
    }

    /// The nearest center of each instance. Ties: the lowest index. `centers` is K×depth with K ≥ 1. O(n·K·d) time.
    pub(super) fn nearest_of(&self, centers: &[i16]) -> Vec<u32> {
        let n_centers = centers.len() / self.depth;
        // For an instance x and a center c, |x − c|² = |x|² − 2·(x·c − |c|²/2).
        // The nearest center is therefore the center with the largest x·c − |c|²/2.
        let half = |center: &[i16]| product(center, center) / 2;
        let mut halves: Vec<i32> = centers.chunks_exact(self.depth).map(half).collect();
        // The padding columns of the last panel get the maximum |c|²/2, so that padding is never the nearest center.
        halves.resize(n_centers.next_multiple_of(WIDTH), i32::MAX);
        let mut panels = Vec::new();
        int16_products::pack(centers, self.depth, &mut panels);
        let mut nearest = vec![0; self.n];
        let (panels, halves, depth) = (&panels[..], &halves[..], self.depth);
        let task = |(rows, nearest)| -> Task<'_> {
            Box::new(move || {
                int16_products::run(Nearest {
                    rows,
                    depth,
                    panels,
                    halves,
                    nearest,
                });
            })
        };
        self.workers
            .run(self.pieces().zip(nearest.chunks_mut(CHUNK)).map(task).collect());
        nearest
    }

    /// The best cosine of each instance with an earlier pick. Negative cosines count as 0.
    pub(super) fn best(&self) -> &[i16] {
        &self.best
    }

    /// The gain of each instance in `rows` if picked next: the sum of the increases of [`Cosines::best`].
    /// Gains are stored and not computed again, because many instances are proposed for more than one number of parts K.
    /// The cosines for computing new gains are kept if the total number of kept cosines stays within the limit.
    /// `report` receives the number of instances with known gains. O(rows·n·d) time.
    pub(super) fn first_gains(&mut self, rows: &[u32], report: &mut dyn FnMut(u32)) -> Vec<u64> {
        let missing = rows.iter().filter(|&&row| self.first_gain[row as usize].is_none());
        let missing: Vec<u32> = missing.copied().collect();
        let mut done = rows.len() - missing.len();
        let mut report = |more: usize| {
            done += more;
            report(done as u32);
        };
        // The product saturates, because in 32-bit WebAssembly 65,536 rows times 65,536 instances would overflow to 0.
        if (self.n_kept + missing.len()).saturating_mul(self.n) <= self.most_kept {
            self.keep(&missing, &mut report);
        } else {
            for block in missing.chunks(BLOCK) {
                let gains = self.gains(block, &self.best);
                self.remember(block, gains);
                report(block.len());
            }
        }
        let known = |&row: &u32| self.first_gain[row as usize].expect("computed above or before");
        rows.iter().map(known).collect()
    }

    fn remember(&mut self, rows: &[u32], gains: Vec<u64>) {
        for (&row, gain) in rows.iter().zip(gains) {
            self.first_gain[row as usize] = Some(gain);
        }
    }

    fn keep(&mut self, rows: &[u32], report: &mut dyn FnMut(usize)) {
        let mut kept = vec![0; rows.len() * self.n];
        let positions = (0..).map(|index| Some((self.kept.len() as u32, index)));
        for (&row, position) in rows.iter().zip(positions) {
            self.position_of[row as usize] = position;
        }
        let mut gains = vec![0; rows.len()];
        let (all, best, n) = (&*self, &self.best[..], self.n);
        let n_workers = self.workers.count();
        let at_once = n_workers * BLOCK;
        let pieces = rows.chunks(at_once).zip(kept.chunks_mut(at_once * n));
        for ((rows, cosines), gains) in pieces.zip(gains.chunks_mut(at_once)) {
            let of_task = rows.len().div_ceil(n_workers);
            let tasks = rows.chunks(of_task).zip(cosines.chunks_mut(of_task * n));
            let tasks = tasks.zip(gains.chunks_mut(of_task));
            let tasks = tasks.map(|((rows, cosines), gains)| -> Task<'_> {
                Box::new(move || {
                    all.multiply(rows, cosines);
                    for (of_row, cosines) in gains.iter_mut().zip(cosines.chunks_exact(n)) {
                        *of_row = gain(cosines, best);
                    }
                })
            });
            all.workers.run(tasks.collect());
            report(rows.len());
        }
        self.remember(rows, gains);
        self.kept.push(kept);
        self.n_kept += rows.len();
    }

    /// The cosines of an instance with all instances; `None` if the cosines of the instance are not kept.
    pub(super) fn kept(&self, row: u32) -> Option<&[i16]> {
        let (of, index) = self.position_of[row as usize]?;
        Some(&self.kept[of as usize][index as usize * self.n..][..self.n])
    }

    /// The cosines of the instances in `rows`: a row of n cosines per instance.
    #[cfg(test)]
    pub(super) fn of(&self, rows: &[u32]) -> Vec<i16> {
        let mut cosines = vec![0; rows.len() * self.n];
        for (rows, cosines) in rows.chunks(BLOCK).zip(cosines.chunks_mut(BLOCK * self.n)) {
            self.multiply(rows, cosines);
        }
        cosines
    }

    /// Computes a row of n cosines for each instance in `rows`. `rows` contains at most [`BLOCK`] instances.
    fn multiply(&self, rows: &[u32], cosines: &mut [i16]) {
        int16_products::run(Multiply {
            rows: &self.rows,
            depth: self.depth,
            panels: &self.packed(rows),
            n: self.n,
            cosines,
        });
    }

    /// The instances in `rows` as a packed right operand. The last panel is padded with zeros.
    fn packed(&self, rows: &[u32]) -> Vec<i16> {
        let of_rows: Vec<i16> = rows.iter().flat_map(|&row| self.row(row)).copied().collect();
        let mut panels = Vec::new();
        int16_products::pack(&of_rows, self.depth, &mut panels);
        panels
    }

    /// The pool's rows in pieces of [`CHUNK`] instances. Each piece is one task.
    fn pieces(&self) -> impl Iterator<Item = &[i16]> {
        self.rows.chunks(CHUNK * self.depth)
    }

    /// The gain of each instance in `rows` relative to `best`. `rows` contains at most [`BLOCK`] instances.
    /// The cosines are never all in memory at the same time. O(rows·n·d) time.
    pub(super) fn gains(&self, rows: &[u32], best: &[i16]) -> Vec<u64> {
        let panels = self.packed(rows);
        let n_lanes = panels.len() / self.depth;
        let mut gains = vec![0; self.n.div_ceil(CHUNK) * n_lanes];
        let (panels, depth) = (&panels[..], self.depth);
        let pieces = self.pieces().zip(best.chunks(CHUNK));
        let tasks = pieces
            .zip(gains.chunks_mut(n_lanes))
            .map(|((rows, best), gains)| -> Task<'_> {
                Box::new(move || {
                    int16_products::run(Gains {
                        rows,
                        depth,
                        best,
                        panels,
                        gains,
                    });
                })
            });
        self.workers.run(tasks.collect());
        let mut all = sums(&gains, n_lanes);
        all.truncate(rows.len());
        all
    }

    /// Returns how much the gain of each instance in `rows` has decreased since the gain was computed.
    /// A gain decreases when picks increase best cosines. The best cosine of an instance is its highest cosine to a pick.
    /// O(rows·r·d) time for r increases of best cosines.
    ///
    /// `increases` contains one list per pick: the increases of best cosines that the pick caused.
    /// For each instance in `rows`, `first` contains the index of the first pick after the computation of the gain.
    pub(super) fn losses(&self, rows: &[u32], increases: &[&[Increase]], first: &[usize]) -> Vec<u64> {
        let panels = self.packed(rows);
        let n_lanes = panels.len() / self.depth;
        // A late pick increases only a few best cosines, so small numbers of increases are also divided among all workers.
        let n_increases: usize = increases.iter().map(|increases| increases.len()).sum();
        let of_task = n_increases.div_ceil(4 * self.workers.count());
        let of_task = of_task.clamp(CHUNK.min(48), CHUNK);
        let pieces = increases.iter().enumerate();
        let pieces =
            pieces.flat_map(|(list, increases)| increases.chunks(of_task).map(move |increases| (list, increases)));
        let pieces: Vec<(usize, &[Increase])> = pieces.collect();
        let mut losses = vec![0; pieces.len() * n_lanes];
        let tasks = pieces
            .iter()
            .zip(losses.chunks_mut(n_lanes))
            .map(|(&(_, increases), losses)| -> Task<'_> {
                let (panels, all) = (&panels[..], self);
                Box::new(move || {
                    int16_products::run(Losses {
                        all,
                        panels,
                        increases,
                        losses,
                    });
                })
            });
        self.workers.run(tasks.collect());
        let of_piece = pieces.iter().zip(losses.chunks_exact_mut(n_lanes));
        for (&(list, _), losses) in of_piece {
            for (loss, &first) in losses.iter_mut().zip(first) {
                *loss = if list >= first { *loss } else { 0 };
            }
        }
        let mut all = sums(&losses, n_lanes);
        all.truncate(rows.len());
        all
    }

    /// Computes the cosines of `instances` in advance, so that [`Cosines::raise_to_one_of`] need not read the whole pool.
    /// O(i·n·d) time and O(i·n) space for i instances.
    pub(super) fn ahead(&self, instances: Vec<u32>) -> CosinesAhead {
        let mut cosines = vec![0; instances.len() * self.n];
        let panels = self.packed(&instances);
        let (panels, depth) = (&panels[..], self.depth);
        let pieces = self.pieces().zip(cosines.chunks_mut(instances.len() * CHUNK));
        let tasks = pieces.map(|(rows, cosines)| -> Task<'_> {
            Box::new(move || {
                int16_products::run(Multiply {
                    rows,
                    depth,
                    panels,
                    n: rows.len() / depth,
                    cosines,
                });
            })
        });
        self.workers.run(tasks.collect());
        CosinesAhead { instances, cosines }
    }

    /// Like [`Cosines::raise_to`], but for an instance whose cosines were computed in advance. O(n) time.
    ///
    /// # Panics
    /// Panics if `ahead` does not contain the instance.
    pub(super) fn raise_to_one_of(&self, ahead: &CosinesAhead, instance: u32, best: &mut [i16]) -> Vec<Increase> {
        let index = ahead.instances.iter().position(|&other| other == instance);
        let index = index.expect("the instance is one of them");
        let mut increases = vec![Vec::new(); self.n.div_ceil(CHUNK)];
        let pieces = ahead.cosines.chunks(ahead.instances.len() * CHUNK);
        let pieces = pieces.zip(best.chunks_mut(CHUNK)).zip(&mut increases);
        let tasks = pieces
            .zip((0..).step_by(CHUNK))
            .map(|(((cosines, best), increases), first)| -> Task<'_> {
                Box::new(move || {
                    let n = best.len();
                    raise(best, &cosines[index * n..][..n], first, increases);
                })
            });
        self.workers.run(tasks.collect());
        increases.concat()
    }

    /// Raises each best cosine to the cosine with instance `row`, if the cosine with `row` is larger.
    /// Returns the increases in ascending order of the instances. O(n·d) time, or O(n) if the cosines are kept.
    pub(super) fn raise_to(&self, row: u32, best: &mut [i16]) -> Vec<Increase> {
        if let Some(cosines) = self.kept(row) {
            let mut increases = Vec::new();
            raise(best, cosines, 0, &mut increases);
            return increases;
        }
        let row = self.row(row);
        let mut increases = vec![Vec::new(); self.n.div_ceil(CHUNK)];
        let pieces = self.pieces().zip(best.chunks_mut(CHUNK)).zip(&mut increases);
        let tasks = pieces
            .zip((0..).step_by(CHUNK))
            .map(|(((rows, best), increases), first)| -> Task<'_> {
                Box::new(move || {
                    let mut cosines = vec![0; best.len()];
                    int16_products::run(CosinesOfRow {
                        rows,
                        row,
                        cosines: &mut cosines,
                    });
                    raise(best, &cosines, first, increases);
                })
            });
        self.workers.run(tasks.collect());
        increases.concat()
    }
}

/// Quantizes the embeddings into `rows`, n×depth.
fn quantize(embeddings: &Embeddings, rows: &mut [i16], workers: &dyn Workers) {
    let d = embeddings.dimensions();
    let pieces = embeddings.as_slice().chunks(CHUNK * d);
    let pieces = pieces.zip(rows.chunks_mut(CHUNK * int16_products::depth(d)));
    let task = |(piece, rows)| -> Task<'_> { Box::new(move || int16_products::quantize(piece, d, rows)) };
    workers.run(pieces.map(task).collect());
}

/// Quantizes the embeddings minus `mean`, scaled to unit length, into the n×depth integers `rows`.
/// Returns false if an embedding equals the mean. In this case, some rows are not written.
fn quantize_centered(embeddings: &Embeddings, mean: &[f64], rows: &mut [i16], workers: &dyn Workers) -> bool {
    let d = embeddings.dimensions();
    let depth = int16_products::depth(d);
    let mut are_centered = vec![false; embeddings.len().div_ceil(CHUNK)];
    let pieces = rows.chunks_mut(CHUNK * depth).zip(&mut are_centered);
    let tasks = pieces
        .zip((0..).step_by(CHUNK))
        .map(|((rows, are_centered), first)| -> Task<'_> {
            Box::new(move || {
                let piece = first..first + rows.len() / depth;
                let mut slots = rows.chunks_exact_mut(depth);
                let take = |row: &[f32]| int16_products::quantize(row, d, slots.next().expect("a slot for each row"));
                *are_centered = embeddings.each_centered_of(piece, mean, take).is_ok();
            })
        });
    workers.run(tasks.collect());
    are_centered.into_iter().all(|are_centered| are_centered)
}

fn can_center(embeddings: &Embeddings, mean: &[f64], workers: &dyn Workers) -> bool {
    let n = embeddings.len();
    let mut can_center = vec![false; n.div_ceil(CHUNK)];
    let tasks = can_center
        .iter_mut()
        .zip((0..n).step_by(CHUNK))
        .map(|(can_center, first)| -> Task<'_> {
            Box::new(move || {
                let piece = first..(first + CHUNK).min(n);
                *can_center = embeddings.each_centered_of(piece, mean, |_: &[f32]| ()).is_ok();
            })
        });
    workers.run(tasks.collect());
    can_center.into_iter().all(|can_center| can_center)
}

/// Computes [`Embeddings::mean`] in parallel. Each task sums some of the columns.
fn mean_by(embeddings: &Embeddings, workers: &dyn Workers) -> Vec<f64> {
    /// Number of values per cache line. Each task gets whole cache lines, so that tasks rarely read the same line.
    const LINE: usize = 16;
    let mut mean = vec![0.0; embeddings.dimensions()];
    let of_task = mean.len().div_ceil(workers.count()).next_multiple_of(LINE);
    let tasks = mean.chunks_mut(of_task).zip((0..).step_by(of_task));
    let tasks = tasks.map(|(mean, first)| -> Task<'_> {
        Box::new(move || {
            let columns = first..first + mean.len();
            mean.copy_from_slice(&embeddings.mean_of(columns));
        })
    });
    workers.run(tasks.collect());
    mean
}

impl CosinesAhead {
    pub(super) fn contains(&self, instance: u32) -> bool {
        self.instances.contains(&instance)
    }
}

fn sums(rows: &[u64], n_columns: usize) -> Vec<u64> {
    let mut sums = vec![0; n_columns];
    for row in rows.chunks_exact(n_columns) {
        for (sum, x) in sums.iter_mut().zip(row) {
            *sum += x;
        }
    }
    sums
}

/// Inner product of two rows of 16-bit integers. The product always fits into 32 bits.
#[inline(always)]
pub(super) fn product(a: &[i16], b: &[i16]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

/// Raises each best cosine to the new cosine if the new cosine is larger, and records the increases.
/// `first` is the id of the instance that belongs to the first element of `best` and of `cosines`.
fn raise(best: &mut [i16], cosines: &[i16], first: u32, increases: &mut Vec<Increase>) {
    for ((best, &cosine), instance) in best.iter_mut().zip(cosines).zip(first..) {
        if cosine > *best {
            increases.push(Increase {
                instance,
                before: *best,
                after: cosine,
            });
            *best = cosine;
        }
    }
}

/// The increase of a best cosine by a new cosine; 0 if the new cosine is not larger.
#[inline(always)]
fn increase(cosine: i16, best: i16) -> u16 {
    cosine.saturating_sub(best).max(0) as u16
}

/// Sum over all instances of max(0, new cosine − best cosine).
pub(super) fn gain(cosines: &[i16], best: &[i16]) -> u64 {
    let mut gain = 0;
    int16_products::run(Gain {
        cosines,
        best,
        gain: &mut gain,
    });
    gain
}

struct Gain<'a> {
    cosines: &'a [i16],
    best: &'a [i16],
    gain: &'a mut u64,
}

impl Work for Gain<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        /// Number of 16-bit values in the widest supported SIMD register.
        const LANES: usize = 32;
        let ((cosines, last), (best, last_best)) = (self.cosines.as_chunks::<LANES>(), self.best.as_chunks::<LANES>());
        // Each increase is less than 2¹⁵, so the sum of 2¹⁷ increases is less than 2³² and fits into 32 bits.
        for (cosines, best) in cosines.chunks(1 << 17).zip(best.chunks(1 << 17)) {
            let mut sums = [0u32; LANES];
            for (cosines, best) in cosines.iter().zip(best) {
                for lane in 0..LANES {
                    sums[lane] += u32::from(increase(cosines[lane], best[lane]));
                }
            }
            *self.gain += sums.into_iter().map(u64::from).sum::<u64>();
        }
        for (&cosine, &best) in last.iter().zip(last_best) {
            *self.gain += u64::from(increase(cosine, best));
        }
    }
}

/// For each instance in the panels, computes how much its gain has decreased because best cosines have increased.
struct Losses<'a> {
    all: &'a Cosines<'a>,
    /// The instances whose gains have decreased, packed as columns of panels.
    /// The number of columns is padded to a multiple of the panel width.
    panels: &'a [i16],
    increases: &'a [Increase],
    losses: &'a mut [u64],
}

impl Work for Losses<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        let depth = self.all.depth;
        let mut tile = vec![0; ROWS * depth];
        for increases in self.increases.chunks(ROWS) {
            for (slot, raise) in tile.chunks_exact_mut(depth).zip(increases) {
                slot.copy_from_slice(self.all.row(raise.instance));
            }
            let panels = self.panels.chunks_exact(WIDTH * depth);
            for (panel, losses) in panels.zip(self.losses.chunks_exact_mut(WIDTH)) {
                // SAFETY: the caller guarantees CPU support for the kernel; `tile` has ROWS rows with the depth of `panel`.
                let sums = unsafe { K::sum::<ROWS>(&tile, panel) };
                // For each column of the panel, `of_tile` is the decrease of the gain, summed over the rows of the tile.
                // The sum fits into 32 bits, because each summand is below 2¹⁵ and a tile has fewer than 2¹⁷ rows.
                let mut of_tile = [0u32; WIDTH];
                for (sums, raise) in sums.iter().zip(increases) {
                    for (loss, sum) in of_tile.iter_mut().zip(sums) {
                        let cosine = (sum >> DROPPED_BITS) as i16;
                        *loss += u32::from(increase(cosine, raise.before) - increase(cosine, raise.after));
                    }
                }
                for (loss, of_tile) in losses.iter_mut().zip(of_tile) {
                    *loss += u64::from(of_tile);
                }
            }
        }
    }
}

/// Computes the cosines of one row with several rows.
/// For a single row, the function `product` is faster than a kernel, because a kernel multiplies a whole panel.
struct CosinesOfRow<'a> {
    rows: &'a [i16],
    row: &'a [i16],
    cosines: &'a mut [i16],
}

impl Work for CosinesOfRow<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        let others = self.rows.chunks_exact(self.row.len());
        for (cosine, other) in self.cosines.iter_mut().zip(others) {
            *cosine = (product(other, self.row) >> DROPPED_BITS) as i16;
        }
    }
}

/// For each candidate in the panels, sums the increases of best cosines that picking the candidate would cause.
struct Gains<'a> {
    rows: &'a [i16],
    depth: usize,
    best: &'a [i16],
    /// The candidates, packed as columns of panels. The number of columns is padded to a multiple of the panel width.
    panels: &'a [i16],
    gains: &'a mut [u64],
}

impl Work for Gains<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        let depth = self.depth;
        let mut padded = Vec::new();
        for (rows, best) in self.rows.chunks(ROWS * depth).zip(self.best.chunks(ROWS)) {
            let tile = whole_tile(rows, ROWS * depth, &mut padded);
            let panels = self.panels.chunks_exact(WIDTH * depth);
            for (panel, gains) in panels.zip(self.gains.chunks_exact_mut(WIDTH)) {
                // SAFETY: the caller guarantees CPU support for the kernel; `tile` has ROWS rows with the depth of `panel`.
                let sums = unsafe { K::sum::<ROWS>(tile, panel) };
                // For each column of the panel, `of_tile` is the sum of the increases over the rows of the tile.
                // The sum fits into 32 bits, because each increase is below 2¹⁵ and a tile has fewer than 2¹⁷ rows.
                let mut of_tile = [0u32; WIDTH];
                for (sums, &best) in sums.iter().zip(best) {
                    for (gain, sum) in of_tile.iter_mut().zip(sums) {
                        *gain += ((sum >> DROPPED_BITS) - i32::from(best)).max(0) as u32;
                    }
                }
                for (gain, of_tile) in gains.iter_mut().zip(of_tile) {
                    *gain += u64::from(of_tile);
                }
            }
        }
    }
}

/// Returns `rows`. If the last tile is incomplete, returns a copy of `rows` that is padded with zeros to `length`.
#[inline(always)]
pub(super) fn whole_tile<'a>(rows: &'a [i16], length: usize, padded: &'a mut Vec<i16>) -> &'a [i16] {
    if rows.len() == length {
        return rows;
    }
    padded.clear();
    padded.extend_from_slice(rows);
    padded.resize(length, 0);
    padded
}

struct Nearest<'a> {
    rows: &'a [i16],
    depth: usize,
    /// The cluster centers, packed as columns of panels. The number of columns is padded to a multiple of the panel width.
    panels: &'a [i16],
    /// |c|²/2 for each center c in the panels, and the maximum integer for each padding column.
    halves: &'a [i32],
    nearest: &'a mut [u32],
}

impl Work for Nearest<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        let depth = self.depth;
        let mut padded = Vec::new();
        for (rows, nearest) in self.rows.chunks(ROWS * depth).zip(self.nearest.chunks_mut(ROWS)) {
            let tile = whole_tile(rows, ROWS * depth, &mut padded);
            // For each instance and each column position: the highest score x·c − |c|²/2 over all panels, and its center.
            let (mut most, mut closest) = ([[i32::MIN; WIDTH]; ROWS], [[0u32; WIDTH]; ROWS]);
            let panels = self.panels.chunks_exact(WIDTH * depth);
            let panels = panels.zip(self.halves.as_chunks::<WIDTH>().0);
            for ((panel, halves), first) in panels.zip((0u32..).step_by(WIDTH)) {
                // SAFETY: the caller guarantees CPU support for the kernel; `tile` has ROWS rows with the depth of `panel`.
                let sums = unsafe { K::sum::<ROWS>(tile, panel) };
                for ((sums, most), closest) in sums.iter().zip(&mut most).zip(&mut closest) {
                    for column in 0..WIDTH {
                        let near = sums[column] - halves[column];
                        let is_nearer = near > most[column];
                        closest[column] = if is_nearer {
                            first + column as u32
                        } else {
                            closest[column]
                        };
                        most[column] = near.max(most[column]);
                    }
                }
            }
            for ((nearest, most), closest) in nearest.iter_mut().zip(&most).zip(&closest) {
                let mut best = (i32::MIN, 0);
                for (&most, &closest) in most.iter().zip(closest) {
                    if most > best.0 || most == best.0 && closest < best.1 {
                        best = (most, closest);
                    }
                }
                *nearest = best.1;
            }
        }
    }
}

/// The mean of integer cosines, converted to a cosine.
pub(super) fn mean(cosines: &[i16]) -> f64 {
    let sum: i64 = cosines.iter().map(|&cosine| i64::from(cosine)).sum();
    sum as f64 / COSINE_ONE / cosines.len() as f64
}

/// The mean of `n` integer cosines with the sum `sum`, converted to a cosine.
pub(super) fn mean_of_sum(sum: u64, n: usize) -> f64 {
    sum as f64 / COSINE_ONE / n as f64
}

struct Multiply<'a> {
    /// Instances of the pool as rows of `depth` integers, n×depth.
    rows: &'a [i16],
    depth: usize,
    /// The instances whose cosines are computed, packed as columns of panels.
    /// The number of columns is padded to a multiple of the panel width.
    panels: &'a [i16],
    n: usize,
    /// Rows of n cosines: one row for each column of the panels, except for padding columns.
    cosines: &'a mut [i16],
}

impl Work for Multiply<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        let (n, depth) = (self.n, self.depth);
        let mut padded = Vec::new();
        for (rows, first) in self.rows.chunks(ROWS * depth).zip((0..).step_by(ROWS)) {
            let tile = whole_tile(rows, ROWS * depth, &mut padded);
            let instances = first..n.min(first + ROWS);
            let panels = self.panels.chunks_exact(WIDTH * depth);
            for (panel, cosines) in panels.zip(self.cosines.chunks_mut(WIDTH * n)) {
                // SAFETY: the caller guarantees CPU support for the kernel; `tile` has ROWS rows with the depth of `panel`.
                let sums = unsafe { K::sum::<ROWS>(tile, panel) };
                for (column, cosines) in cosines.chunks_exact_mut(n).enumerate() {
                    for (cosine, sums) in cosines[instances.clone()].iter_mut().zip(&sums) {
                        *cosine = (sums[column] >> DROPPED_BITS) as i16;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{cosine, grouped};
    use crate::tests::Threads;
    use fastgas_progress::OneWorker;

    #[test]
    fn cosines_and_gains_are_correct_whether_kept_or_not() {
        let (embeddings, _) = grouped(&[90, 80, 70], 2);
        let n = embeddings.len();
        let rows: Vec<u32> = (0..n as u32).rev().collect();
        let to_earlier = Cosines::new(&embeddings, &[], 0, &OneWorker).of(&[7]);
        let best: Vec<i16> = to_earlier.into_iter().map(|units| units.max(0)).collect();
        let of = |most_kept: usize, rows: &[u32]| {
            let mut cosines = Cosines::new(&embeddings, &[7], most_kept, &OneWorker);
            // An earlier call has already stored the cosines of some rows.
            cosines.first_gains(&rows[..rows.len().min(3)], &mut |_| ());
            let mut reported = Vec::new();
            let gains = cosines.first_gains(rows, &mut |done| reported.push(done));
            assert_eq!(reported.last(), Some(&(rows.len() as u32)));
            let some = cosines.of(&[3, 0, 239]);
            for (row, of_row) in [3, 0, 239].into_iter().zip(some.chunks_exact(n)) {
                assert!(cosines.kept(row).is_none_or(|kept| kept == of_row));
            }
            assert_eq!(cosines.kept(rows[0]).is_some(), most_kept >= rows.len() * n);
            (gains, some)
        };
        let (gains, some) = of(n * n, &rows);
        assert_eq!(of(0, &rows), (gains.clone(), some.clone()), "the cosines are not kept");
        assert_eq!(of(n * n, &rows[..9]).1, some, "the cosines of some rows are kept");
        for (cosines, row) in some.chunks_exact(n).zip([3, 0, 239]) {
            for (&units, other) in cosines.iter().zip(0..) {
                let off = f64::from(units) / COSINE_ONE - f64::from(cosine(&embeddings, row, other));
                assert!(off.abs() < 1e-4, "{row}, {other}: {off}");
            }
            assert_eq!(gains[rows.len() - 1 - row as usize], gain(cosines, &best));
        }
        assert!(
            (mean(&some[..n]) - some[..n].iter().map(|&x| f64::from(x)).sum::<f64>() / COSINE_ONE / n as f64).abs()
                < 1e-9
        );
    }

    #[test]
    fn mean_is_the_same_for_any_number_of_workers() {
        let value = |(row, column): (usize, usize)| ((row * 37 + column * 11) % 101) as f32 - 49.5;
        let embeddings =
            Embeddings::normalized(ndarray::Array2::from_shape_fn((90, 50), value)).expect("no row is zero");
        for n_threads in [1, 2, 3, 7] {
            assert_eq!(
                mean_by(&embeddings, &Threads(n_threads)),
                embeddings.mean(),
                "{n_threads}"
            );
            let threads = Threads(n_threads);
            let centered = Cosines::centered(&embeddings, &[], 0, &threads).expect("no row is the mean");
            let alone = Cosines::new(&embeddings.centered().expect("no row is the mean"), &[], 0, &OneWorker);
            assert_eq!(centered.rows, alone.rows, "{n_threads}");
        }
    }

    #[test]
    fn released_embeddings_have_the_same_integer_rows() {
        let value = |(row, column): (usize, usize)| ((row * 37 + column * 11) % 101) as f32 - 49.5;
        let embeddings =
            Embeddings::normalized(ndarray::Array2::from_shape_fn((290, 50), value)).expect("no row is zero");
        // If all embeddings are equal, each embedding equals the mean, so nothing is subtracted.
        let equal = Embeddings::normalized(ndarray::Array2::from_elem((100, 3), 1.0)).expect("no row is zero");
        assert!(Cosines::centered(&equal, &[], 0, &OneWorker).is_none());
        let of_equal = Cosines::new(&equal, &[3], 0, &OneWorker);
        for n_threads in [1, 3, 7] {
            let threads = Threads(n_threads);
            let released = |embeddings: &Embeddings, is_centered| {
                Cosines::releasing((embeddings.clone(), is_centered), &[3], 0, &threads)
            };
            let centered = Cosines::centered(&embeddings, &[3], 0, &OneWorker).expect("no row is the mean");
            let plain = Cosines::new(&embeddings, &[3], 0, &OneWorker);
            assert_eq!(released(&embeddings, false).rows, centered.rows, "{n_threads}");
            assert_eq!(released(&embeddings, false).best, centered.best, "{n_threads}");
            assert_eq!(released(&embeddings, true).rows, plain.rows, "{n_threads}");
            assert_eq!(released(&equal, false).rows, of_equal.rows, "{n_threads}");
        }
    }

    /// The test has more centers than columns per panel, and more instances than one task handles.
    /// The last center equals the first center, so that a tie is tested.
    #[test]
    fn nearest_centers_are_those_of_the_definition() {
        let (embeddings, _) = grouped(&[90, 80, 31], 2);
        let cosines = Cosines::new(&embeddings, &[], 0, &OneWorker);
        let rows = (0..39).map(|index| index * 5).chain([0]);
        let centers: Vec<i16> = rows.flat_map(|row| cosines.row(row)).copied().collect();
        let nearest = cosines.nearest_of(&centers);
        assert_eq!(nearest.len(), embeddings.len());
        for (row, nearest) in (0..).zip(nearest) {
            let near = |center: &[i16]| product(cosines.row(row), center) - product(center, center) / 2;
            let mut best = (i32::MIN, 0);
            for (center, index) in centers.chunks_exact(cosines.depth()).zip(0..) {
                if near(center) > best.0 {
                    best = (near(center), index);
                }
            }
            assert_eq!(nearest, best.1, "{row}");
        }
    }

    #[test]
    fn cosines_ahead_raise_the_same_best_cosines() {
        let (embeddings, _) = grouped(&[90, 80, 70], 2);
        let threads = Threads(3);
        let cosines = Cosines::new(&embeddings, &[7], 0, &threads);
        // The 21 instances take more columns than one panel has, so that several panels are tested.
        let ahead = cosines.ahead((0..21).map(|row| row * 11).collect());
        assert!(ahead.contains(220) && !ahead.contains(221));
        for row in [0, 121, 220] {
            let (mut expected, mut best) = (cosines.best().to_vec(), cosines.best().to_vec());
            let increases = cosines.raise_to(row, &mut expected);
            assert_eq!(cosines.raise_to_one_of(&ahead, row, &mut best), increases);
            assert_eq!(best, expected, "{row}");
        }
    }

    /// Compares the results of `losses` with the differences between recomputed gains.
    /// Before the comparison, two picks increase the best cosines of some instances.
    #[test]
    fn losses_are_the_differences_of_gains() {
        let (embeddings, _) = grouped(&[90, 80, 70], 2);
        let cosines = Cosines::new(&embeddings, &[7], 0, &OneWorker);
        let rows: Vec<u32> = (0..21).map(|row| row * 11).collect();
        let mut best = cosines.best().to_vec();
        let before = cosines.gains(&rows, &best);
        let first = cosines.raise_to(3, &mut best);
        let between = cosines.gains(&rows, &best);
        let second = cosines.raise_to(200, &mut best);
        let after = cosines.gains(&rows, &best);
        assert!(first.len() > CHUNK && !second.is_empty(), "several tasks");
        // The gains at even indices were computed before both picks, and the gains at odd indices between the two picks.
        let start: Vec<usize> = (0..rows.len()).map(|index| index % 2).collect();
        let losses = cosines.losses(&rows, &[&first, &second], &start);
        for (index, loss) in losses.into_iter().enumerate() {
            let known = [&before, &between][start[index]][index];
            assert_eq!(known - loss, after[index], "row {}", rows[index]);
        }
    }
}
