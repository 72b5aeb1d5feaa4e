// A day with the page open: hours without activity, and sometimes a label, a selection or a backup.
// The test controls the clock. A soak run simulates a day twice, other runs half a day.
// The page must close all resources that it opened: workers, timers, object URLs, channels, databases, listeners, nodes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { TRACK_MEMORIES, createProject, memoryUse } from '../support/labeling.mjs';
import { LONG, SOAK, download, launch, select, set, visit, waitForSaved } from '../support/tools.mjs';

// Number of simulated hours: a multiple of the periods of all actions, such as a backup every third hour.
const HOURS = SOAK ? 24 : 12;

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** Runs in the page before its own scripts, and counts the resources that the page opens. */
const COUNT_HANDLES = () => {
  const open = { workers: new Set(), timers: new Set(), intervals: new Set(), addresses: new Set(), channels: new Set(), databases: new Set() };
  const counted = (kind, Original, end) => {
    window[Original.name] = class extends Original {
      constructor(...originalArguments) {
        super(...originalArguments);
        open[kind].add(this);
      }
      [end](...originalArguments) {
        open[kind].delete(this);
        return super[end](...originalArguments);
      }
    };
  };
  counted('workers', Worker, 'terminate');
  counted('channels', BroadcastChannel, 'close');
  for (const [kind, set, clear] of [['timers', 'setTimeout', 'clearTimeout'], ['intervals', 'setInterval', 'clearInterval']]) {
    const [originalSet, originalClear] = [window[set].bind(window), window[clear].bind(window)];
    window[set] = (callback, ...originalArguments) => {
      const id = originalSet((...callArguments) => {
        if (kind === 'timers') open[kind].delete(id);
        callback(...callArguments);
      }, ...originalArguments);
      open[kind].add(id);
      return id;
    };
    window[clear] = (id) => {
      open[kind].delete(id);
      originalClear(id);
    };
  }
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (object) => {
    const address = createObjectURL.call(URL, object);
    open.addresses.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    open.addresses.delete(address);
    revokeObjectURL.call(URL, address);
  };
  const { open: originalOpen } = IDBFactory.prototype;
  IDBFactory.prototype.open = function opened(...originalArguments) {
    const request = originalOpen.apply(this, originalArguments);
    request.addEventListener('success', () => {
      open.databases.add(request.result);
      request.result.addEventListener('close', () => open.databases.delete(request.result));
    });
    return request;
  };
  const { close } = IDBDatabase.prototype;
  IDBDatabase.prototype.close = function closed() {
    open.databases.delete(this);
    close.call(this);
  };
  window.handles = () => Object.fromEntries(Object.entries(open).map(([kind, all]) => [kind, all.size]));
};

async function workers(devtools) {
  const { targetInfos } = await devtools.send('Target.getTargets', { filter: [{ type: 'worker' }] });
  return targetInfos.length;
}

/**
 * Simulates `hours` hours twice, with an action at the end of each hour.
 * Returns the open resources after the first pass and after the second pass.
 * In the first pass, the page creates all resources that it creates only once.
 */
async function simulate(page, context, hours) {
  // The clock is installed first, because the test must count the timers that the page sees.
  await page.clock.install({ time: new Date('2026-01-05T08:00:00') });
  await page.addInitScript(COUNT_HANDLES);
  await page.reload();
  await page.waitForSelector('#try-sample');
  await createProject(page);
  const devtools = await context.newCDPSession(page);
  const simulateHour = async (n) => {
    await page.clock.runFor(59 * 60 * 1000);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('12'[n % 2]);
    await page.clock.runFor(30 * 1000);
    await waitForSaved(page);
    if (n % 4 === 0) {
      await set(page, 'budget', 60 + n % 8);
      await select(page);
    }
    if (n % 3 === 0) await download(page, '#back-up');
    await page.clock.runFor(30 * 1000);
  };
  const snapshots = [];
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < hours; n += 1) await simulateHour(n);
    const { heap, wasm, nodes, ...counted } = await memoryUse(page, devtools);
    const attachedNodes = await page.evaluate(() => {
      const walk = document.createTreeWalker(document);
      let count = 1;
      while (walk.nextNode()) count += 1;
      return count;
    });
    const handles = await page.evaluate(() => window.handles());
    snapshots.push({ ...handles, alive: await workers(devtools), ...counted, nodes, hidden: nodes - attachedNodes, bytes: heap + wasm });
  }
  console.log(snapshots.map((snapshot) => JSON.stringify(snapshot)).join('\n'));
  return snapshots;
}

/** Returns the kinds of resources whose number has grown by more than allowed. */
function leaks([first, second], hours) {
  const allowance = {
    // A labeled pick has a few more nodes than an unlabeled pick, and some of the nodes are detached.
    nodes: 20 * hours, hidden: 10 * hours, listeners: 8, bytes: 4 << 20,
  };
  const kinds = ['workers', 'alive', 'timers', 'intervals', 'addresses', 'channels', 'databases', 'documents', 'nodes', 'hidden', 'listeners', 'bytes'];
  return kinds.filter((kind) => second[kind] > first[kind] + (allowance[kind] ?? 0));
}

test(`idle: two runs of ${HOURS} simulated hours leave nothing open`, { timeout: LONG }, () => visit(browser, 'idle', async ({ page, context }) => {
  assert.deepEqual(leaks(await simulate(page, context, HOURS), HOURS), []);
}, { initScript: TRACK_MEMORIES }));

/** Opens a resource at every key press and never closes it. */
const LEAK = () => addEventListener('keydown', () => {
  new Worker(JSON.parse(document.querySelector('#assets').textContent)['worker-loader']);
  for (let n = 0; n < 20; n += 1) document.addEventListener('leaked', () => {});
  setInterval(() => {}, 3_600_000);
  setTimeout(() => {}, 360_000_000);
  URL.createObjectURL(new Blob(['leaked']));
  new BroadcastChannel('leaked');
  indexedDB.open('leaked');
  (window.leaked ??= []).push(...Array.from({ length: 200 }, () => document.createElement('p')));
});

test('idle: planted leaks are found', { timeout: LONG }, () => visit(browser, 'idle-leak', async ({ page, context }) => {
  await page.addInitScript(LEAK);
  const found = leaks(await simulate(page, context, 4), 4);
  const kinds = ['workers', 'alive', 'timers', 'intervals', 'addresses', 'channels', 'databases', 'nodes', 'hidden', 'listeners'];
  for (const kind of kinds) assert.ok(found.includes(kind), `${kind} in ${found}`);
}, { initScript: TRACK_MEMORIES }));
