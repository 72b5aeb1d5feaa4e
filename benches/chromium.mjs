// What a Chromium's renderer processes cost.

import { readFileSync } from 'node:fs';

/** Gives `measure` for the browser. */
export async function renderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const times = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]);
  };

  /**
   * Does `work` in one page. `cpu_s` is what the renderer that did it used, with all of its threads: of all
   * renderers, one waits for the next page, the one that used most. `process` is its id.
   */
  return async function measure(work) {
    const before = new Map(await times());
    const begun = performance.now();
    const result = await work();
    const wall_s = (performance.now() - begun) / 1000;
    const used = (await times()).map(([id, time]) => ({ process: id, cpu_s: time - (before.get(id) ?? 0) }));
    return { result, wall_s, ...used.reduce((most, one) => (one.cpu_s > most.cpu_s ? one : most)) };
  };
}

/** Bytes of memory that a process has written and shares with no file. */
export function privateBytes(process) {
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'));
  return Number(kilobytes) * 1024;
}
