// Measures CPU time and memory of Chromium's renderer processes.

import { readFileSync } from 'node:fs';

/** Returns a function that measures the wall-clock time and the CPU time of work in `browser`. */
export async function renderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const times = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]);
  };

  /**
   * Calls `work`. Returns its result, and the wall-clock time `wall_s` and the CPU time `cpu_s` in seconds.
   * `cpu_s` is the CPU time of all threads of the page's renderer, and `process` is the process id of this renderer.
   * Chromium keeps a spare renderer ready for the next page, so the renderer with the most CPU time is measured.
   */
  return async function measure(work) {
    const before = new Map(await times());
    const start = performance.now();
    const result = await work();
    const wall_s = (performance.now() - start) / 1000;
    const used = (await times()).map(([id, time]) => ({ process: id, cpu_s: time - (before.get(id) ?? 0) }));
    return { result, wall_s, ...used.reduce((most, one) => (one.cpu_s > most.cpu_s ? one : most)) };
  };
}

/** Private memory of the process with the id `process` in bytes. Memory that is backed by files is not included. */
export function privateBytes(process) {
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'));
  return Number(kilobytes) * 1024;
}
