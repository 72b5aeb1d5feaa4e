// Runs our partitioner in a worker of the site, with the protocol of crates/protocol/src/lib.rs. The script runs in a page.

import { npy } from '/shared/npy.mjs';
import { receive, workers } from '/shared/worker.mjs';

const pools = [];
let worker;

/**
 * Fetches the pools and starts the worker.
 * `given` contains, for each pool, the addresses of the embeddings, of the neighbor ids and of the similarities.
 */
export async function open(given) {
  for (const addresses of given) pools.push(await Promise.all(addresses.map(npy)));
  worker = await (await workers())();
}

/**
 * Selects texts with the request that the page sends.
 * Returns the parts, and the duration of the partition stage in seconds by the worker's clock.
 */
export async function partition({ pool, weighted, parts, preset, seed }) {
  const [embeddings, ids, similarities] = pools[pool];
  const config = {
    budget: parts,
    n_neighbors: ids.columns,
    n_parts: { count: parts },
    preset,
    edge_weights: weighted ? 'similarity' : 'unit',
    imbalance: 0.03,
    seed,
  };
  const Select = {
    dimensions: embeddings.columns,
    n_searched: ids.columns,
    config,
    earlier: { picks: [], skipped: [] },
    record: false,
  };
  const buffers = [...[embeddings, ids, similarities].map(({ bytes }) => bytes.slice(0)), new ArrayBuffer(0)];
  const [{ Selected: { timings } }, part_of] = await receive(worker, { Select }, buffers, 'Selected');
  const [, milliseconds] = timings.find(([stage]) => stage === 'partition');
  return { wall_s: milliseconds / 1000, part_of: Array.from(new Uint32Array(part_of)) };
}
