// Shared helpers of the end-to-end scripts: the page's address, Chromium, the native program, and files for both programs.
// `cargo xtask` sets the environment variables of the scripts.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

import { chromium } from 'playwright-core';

import { projectDatabases, readRecords } from './indexed-db.mjs';
import { followViews, isSetting, openSettings, waitForFrames } from './views.mjs';

function variable(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run this by \`cargo xtask\``);
  return value;
}

export const PAGE = variable('FASTGAS_PAGE');

/** Timeout in milliseconds, long enough for 3,000 texts on a slow, busy machine. */
export const LONG = 15 * 60 * 1000;

/** True if the soak tests run in full, as in `cargo xtask test --soak`. */
export const SOAK = Boolean(process.env.FASTGAS_SOAK);

/** Number of repetitions of a soak test: `all` in a soak run, a fifth of `all` in other runs. */
export const repetitions = (all) => (SOAK ? all : Math.ceil(all / 5));

export const SAMPLE = resolve('www/samples/debian-packages.csv');
/** A file of 3,000 requests to a bank. The file exists only if the shared data is next to the repository. */
export const BANKING77 = resolve('../shared/data/banking77/pool3000_seed0.csv');
export const HAS_BANKING77 = existsSync(BANKING77);

export function folder(name) {
  const path = join(variable('FASTGAS_TARGET'), name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Chromium arguments of every test. xtask/src/browser.rs explains the baseline compiler. */
const commonArguments = ({ optimizes = false } = {}) => [
  ...(process.env.FASTGAS_BASELINE_COMPILER && !optimizes ? ['--js-flags=--liftoff-only'] : []),
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts Chromium's headless shell or, if the headless shell is missing, Chromium. `args` are additional arguments.
 * With `optimizes`, V8 optimizes hot WebAssembly functions even if xtask has chosen the baseline compiler for the file.
 */
export function launch(args = [], { optimizes = false } = {}) {
  const executablePath = process.env.FASTGAS_HEADLESS_SHELL ?? variable('FASTGAS_CHROMIUM');
  return chromium.launch({ executablePath, args: [...commonArguments({ optimizes }), ...args] });
}

/**
 * Starts a separate Chromium, not the headless shell, with a persistent `profile`.
 * `kill` ends the started Chromium like a power failure, and unwritten data is lost.
 */
export async function launchWith(profile) {
  const child = spawn(variable('FASTGAS_CHROMIUM'), [
    ...commonArguments(), '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank',
  ], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => { child.on('exit', resolve); });
  const address = await new Promise((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
      const match = output.match(/DevTools listening on (\S+)/);
      if (match) resolve(match[1]);
    });
    ended.then(() => reject(new Error(output)));
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  context.on('page', followViews);
  const page = await context.newPage();
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { page, kill };
}

/**
 * Deletes the profile of a Chromium that was killed.
 * Tries again while child processes of the browser write to the emptied folder of the profile.
 */
export async function removeProfile(profile) {
  for (let tries = 1; ; tries += 1) {
    try {
      return rmSync(profile, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' || tries === 50) throw error;
      await new Promise((resolve) => { setTimeout(resolve, 200); });
    }
  }
}

/**
 * Arguments that make Chromium use the machine's GPU, from the environment variable FASTGAS_CHROMIUM_GPU.
 * Without the environment variable, returns the arguments `emulated`, which emulate a GPU.
 */
export const gpuArguments = (emulated) => process.env.FASTGAS_CHROMIUM_GPU?.split(' ') ?? emulated;

/** Chromium arguments for WebGPU, by default on SwiftShader, which emulates a GPU. */
export const WITH_WEBGPU = gpuArguments(['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']);

/**
 * Creates a browser context without stored data.
 * `foreign` collects requests to other origins from its pages and workers.
 * The context blocks requests to other origins, except to origins that a test allows with `permit`.
 * `problems` collects uncaught exceptions of the context's pages.
 * Unless `followsViews` is false, methods of the page show the view of the element that they use (`views.mjs`).
 */
export async function guard(browser, { address = PAGE, followsViews = true, ...options } = {}) {
  const { origin } = new URL(address);
  // Service workers are blocked in most tests, because each context would store the whole site again.
  const context = await browser.newContext({
    acceptDownloads: true, viewport: { width: 1280, height: 800 }, serviceWorkers: 'block', ...options,
  });
  const foreign = [];
  const problems = [];
  const permitted = new Set();
  const isOwn = (url) => url.startsWith(`${origin}/`) || url.startsWith(`blob:${origin}/`) || url.startsWith('data:');
  const isAllowed = (url) => isOwn(url) || permitted.has(new URL(url).origin);
  context.on('request', (request) => {
    if (!isAllowed(request.url())) foreign.push(request.url());
  });
  await context.route((url) => !isAllowed(url.href), (route) => route.abort());
  // A script cannot operate native file dialogs, so backups are downloads, except in the tests of files.
  await context.addInitScript('delete window.showSaveFilePicker');
  // The page asks before the user leaves while a write is pending. Tests answer yes.
  context.on('page', (page) => {
    if (followsViews) followViews(page);
    const reload = page.reload.bind(page);
    const accept = (dialog) => dialog.accept().catch(() => {});
    page.reload = async (options) => {
      page.on('dialog', accept);
      try {
        return await reload(options);
      } finally {
        page.off('dialog', accept);
      }
    };
  });
  context.on('weberror', (error) => problems.push(error.error().stack ?? String(error.error())));
  return { context, foreign, problems, permit: (origin) => permitted.add(origin) };
}

/**
 * Opens the page in a new browser context, which blocks requests to other origins.
 * `initScript` runs in the page before the page's own scripts.
 */
export async function openPage(browser, { initScript, address = PAGE, ...options } = {}) {
  const guarded = await guard(browser, { ...options, address });
  if (initScript) await guarded.context.addInitScript(initScript);
  const page = await guarded.context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  await page.waitForSelector('#try-sample');
  return { ...guarded, page };
}

/**
 * Runs `body` with a new page.
 * Fails if the page has sent a request to another origin or has thrown an exception that is not caught.
 * If the test fails, a screenshot is saved.
 */
export async function visit(browser, name, body, options = {}) {
  const opened = await openPage(browser, options);
  try {
    await body(opened);
    assert.deepEqual(opened.foreign, [], 'requests that left the origin');
    assert.deepEqual(opened.problems, [], 'exceptions in the page');
  } catch (error) {
    await saveScreenshot(opened.page, name);
    throw error;
  } finally {
    await opened.context.close();
  }
}

export async function saveScreenshot(page, name) {
  const path = join(folder('e2e'), `${name.replace(/[^a-z0-9]+/gi, '-')}.png`);
  await page.screenshot({ path, fullPage: true }).catch(() => {});
  console.log(`screenshot of the failure: ${path}`);
}

export async function dropFiles(page, files) {
  const contents = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of files) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
    }
    return transfer;
  }, contents);
  const main = page.locator('#main');
  for (const event of ['dragenter', 'dragover', 'drop']) await main.dispatchEvent(event, { dataTransfer: data });
}

export async function drop(page, ...paths) {
  await dropFiles(page, paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) })));
}

/**
 * Drags a file with embeddings of the texts onto the page, so that the page needs no model.
 * If no project is open yet, `chooseWithEmbeddings` is faster.
 */
export async function dropEmbeddings(page, bytes) {
  await dropFiles(page, [{ name: 'embeddings.npy', bytes }]);
  await page.waitForSelector('#given-embeddings');
}

export async function unfold(page) {
  await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
  await unfoldLabeling(page);
}

/** Shows the parts of the labeling panel that are folded on a narrow screen. */
export const unfoldLabeling = (page) => page.evaluate(() => {
  const more = document.querySelector('#more-tools[aria-expanded=false]');
  if (more?.checkVisibility()) more.click();
});

/**
 * If the machine has no GPU, returns the reason for skipping the WebGPU tests.
 * `args` are the arguments of the browser.
 * With FASTGAS_GPU=required, a missing GPU is a failure.
 */
export async function whyNoGpu(args) {
  const browser = await launch(args);
  const page = await browser.newPage();
  // WebGPU needs a document of a secure origin. An empty document is enough, and loads faster than the page.
  await page.route(PAGE, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(PAGE);
  const found = await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()));
  await browser.close();
  if (found) return undefined;
  if (process.env.FASTGAS_GPU === 'required') throw new Error('FASTGAS_GPU=required, but this Chromium has no WebGPU adapter');
  return 'no GPU adapter';
}

/** Expands all sections first, because Playwright's `fill` cannot reach a field in a collapsed section. */
export async function set(page, id, value) {
  if (isSetting(`#${id}`)) await openSettings(page);
  await unfold(page);
  await page.fill(`#${id}`, String(value));
}

export async function choose(page, file) {
  await page.setInputFiles('#file', file);
  await page.waitForSelector('#text-column', { timeout: 120_000 });
}

/** Paths of the files that `embeddingFile` has written, by the hash of their content. */
const embeddingFiles = new Map();

/**
 * Returns the path of a .npy file with the content `bytes`, for the page and for the native program.
 * A file is written only once, because the browser refuses a file that has changed since the user chose it.
 */
export function embeddingFile(bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  if (!embeddingFiles.has(hash)) {
    const path = join(folder(`e2e/embeddings-${hash}`), 'embeddings.npy');
    writeFileSync(path, bytes);
    embeddingFiles.set(hash, path);
  }
  return embeddingFiles.get(hash);
}

/**
 * Chooses a table and the embeddings of its texts in one step, so that the page needs no model.
 * `bytes` is the content of a .npy file with one row for each text.
 */
export async function chooseWithEmbeddings(page, file, bytes) {
  await page.setInputFiles('#file', [file, embeddingFile(bytes)]);
  await page.waitForSelector('#given-embeddings');
}

/** Returns a seeded generator of pseudorandom numbers between 0 and 1. */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Waits until `body` returns a truthy value in the page. `body` may be asynchronous.
 * Playwright's `waitForFunction` would treat a promise as true.
 */
export async function until(page, body, argument) {
  const deadline = Date.now() + 60_000;
  while (!await page.evaluate(body, argument)) {
    if (Date.now() > deadline) throw new Error(`this never became true: ${body}`);
    await page.waitForTimeout(50);
  }
}

/**
 * Chooses vote-k, labels its ten examples, and enters the address and the name of the language model.
 * The page then offers to send texts to the model.
 */
export async function prepareQuestions(page, model) {
  await unfold(page);
  await page.selectOption('#method', 'vote-k');
  await set(page, 'budget', 14);
  await page.click('#pick-examples');
  await waitForRun(page);
  await addLabels(page, 'card');
  for (let n = 1; n <= 10; n += 1) {
    await page.keyboard.press('1');
    await page.waitForFunction((n) => Number(document.querySelector('#labeled-count')?.dataset.labeled) === n, n);
  }
  await set(page, 'endpoint', `${model.origin}/v1`);
  await set(page, 'llm', 'tiny');
}

/** Starts a selection and waits for the picks. Throws if the page shows a message instead of picks and a map. */
export async function select(page) {
  await page.click('#select');
  await waitForRun(page);
}

export async function waitForRun(page) {
  await page.waitForFunction(
    () => document.querySelector('#message') || (!document.querySelector('#progress') && document.querySelector('.pick[data-row]')),
    null,
    { timeout: LONG, polling: 100 },
  );
  const message = await page.$('#message');
  if (message) throw new Error(`the page says: ${await message.innerText()}`);
  // On a phone, the map is visible only in the data view.
  await page.waitForSelector('#map', { state: 'attached' });
}

/** Runs in the page before its own scripts. `window.chunksAtWork` is the number of chunks that workers are embedding. */
export const COUNT_CHUNKS = () => {
  window.chunksAtWork = 0;
  window.Worker = class extends Worker {
    constructor(...originalArguments) {
      super(...originalArguments);
      this.addEventListener('message', ({ data }) => { if (data[1]?.Embedded) window.chunksAtWork -= 1; });
    }
    postMessage(message, ...rest) {
      if (message[1]?.Embed) window.chunksAtWork += 1;
      super.postMessage(message, ...rest);
    }
  };
};

/** Waits until the page has paused the embedding. The page must run the script `COUNT_CHUNKS`. */
export async function waitForPause(page) {
  await page.getByRole('status').filter({ hasText: 'Paused' }).waitFor();
  // The workers finish the chunks that they have started. Then the page shows the final number of embedded texts.
  await page.waitForFunction(() => window.chunksAtWork === 0);
  await waitForFrames(page);
}

/**
 * The rows of the picked texts, by rank.
 * Works for at most 200 picks: only some lines of longer lists are in the document.
 */
export async function picks(page) {
  return page.$$eval('.pick[data-row]', (items) => items.map((item) => Number(item.dataset.row)));
}

/**
 * The visible lists that have at least `least` controls, and do not have exactly one Tab stop.
 * The lines of the list below the map are in several lists, but only one of the lists has the Tab stop.
 * A list inside a line of another list belongs to the outer list.
 * A list that was just rendered again gets its Tab stop before the next paint, so the check waits for a frame.
 */
export const listsWithManyStops = (page, least = 4) => page.evaluate(async (least) => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]';
  const isUsable = (control) => control.checkVisibility({ visibilityProperty: true }) && !control.disabled;
  return [...document.querySelectorAll('ul, ol')].flatMap((list) => {
    if (list.closest('#explainer-dialog') || list.parentElement.closest('ul, ol')) return [];
    const controls = [...list.querySelectorAll(CONTROLS)].filter(isUsable);
    const stops = controls.filter((control) => control.tabIndex >= 0);
    const fits = stops.length === 1 || (list.matches('.stretch') && stops.length === 0);
    const { id, className } = list;
    return controls.length < least || fits ? [] : [`list #${id} .${className} has ${controls.length} controls and ${stops.length} Tab stops`];
  });
}, least);

/** Removes the focus from all fields, because the keys of the page work only if no field has the focus. */
export const leaveFields = (page) => page.evaluate(() => document.activeElement?.blur());

export async function addLabels(page, ...names) {
  for (const name of names) {
    await page.fill('#label-name', name);
    await page.click('#add-label');
  }
  await leaveFields(page);
}

/** Fields whose input the browser may correct, complete, check or store; see www/private-fields.js. */
export const exposedFields = (page) => page.$$eval('input, textarea, select', (fields) => fields.filter((field) => {
  const expected = { autocorrect: 'off', autocapitalize: 'off', spellcheck: 'false' };
  const isTreated = Object.entries(expected).every(([name, value]) => field.getAttribute(name) === value);
  // The browser may fill in the fields for the user's own name (WCAG 1.3.5), but no other field.
  const names = ['annotator', 'incoming-own'].includes(field.id) ? ['off', 'name'] : ['off'];
  // The browser offers to save the content of a password field, and the content of a form.
  const isSavable = field.type === 'password' || (field.classList.contains('secret') && field.form !== null);
  return !isTreated || isSavable || !names.includes(field.getAttribute('autocomplete')) || !field.closest('[translate=no]');
}).map((field) => field.id || field.outerHTML.slice(0, 120)));

export const currentRow = async (page) => Number(await page.getAttribute('#current-text', 'data-row'));

export const waitForRow = (page, row) => page.waitForFunction((row) => document.querySelector('#current-text')?.dataset.row === String(row), row);

/** Maps the row of each pick to the labels that the list of picks shows for the pick. */
export const chips = (page) => page.$$eval('#picks .pick', (items) => Object.fromEntries(items
  .map((item) => [item.dataset.row, [...item.querySelectorAll('.chip')].map((chip) => chip.textContent).join()])
  .filter(([, text]) => text)));

export const waitForSaved = (page) => page.waitForFunction(() => !document.querySelector('.labeled')?.textContent.includes('not saved yet'));

export async function labelOne(page, name) {
  await addLabels(page, name);
  await page.keyboard.press('1');
  await page.waitForSelector(`.pick[data-label=${name}]`);
  await waitForSaved(page);
}

/** Duration of each stage in milliseconds, as the page shows the durations. */
export async function stageTimes(page) {
  return page.$$eval('#summary [data-stage]', (items) =>
    Object.fromEntries(items.map((item) => [item.dataset.stage, Number(item.dataset.ms)])));
}

/** Database of the project. The page must have only one project. */
export async function projectDatabase(page) {
  return (await projectDatabases(page))[0];
}

/** Entries of the log, oldest first. With several projects, `database` names the project's database. */
export async function storedLog(page, database) {
  return readRecords(page, database ?? await projectDatabase(page), 'labels');
}

/** For each page, the times at which its downloads started, in milliseconds. */
const downloadStarts = new WeakMap();

export async function download(page, button) {
  // Chromium drops the eleventh download within a second, so nine downloads take at least 1.5 seconds.
  const starts = downloadStarts.get(page) ?? [];
  downloadStarts.set(page, starts);
  const pause = starts.length < 8 ? 0 : starts.at(-8) + 1500 - performance.now();
  if (pause > 0) await page.waitForTimeout(pause);
  starts.push(performance.now());
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  const bytes = readFileSync(await saved.path());
  return { name: saved.suggestedFilename(), bytes, text: bytes.toString('utf8') };
}

/** Maps the paths of the files in an archive to bytes. The archive must not be compressed. */
export function filesIn(bytes) {
  const files = {};
  // The end record of an archive contains the offset of the archive's directory.
  let at = bytes.readUInt32LE(bytes.length - 22 + 16);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [method, size, nameSize, extraSize] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)];
    if (method !== 0) throw new Error('the file is compressed');
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    files[bytes.toString('utf8', at + 46, at + 46 + nameSize)] = bytes.subarray(start, start + size);
    at += 46 + nameSize + extraSize + bytes.readUInt16LE(at + 32);
  }
  return files;
}

/** An archive of files, uncompressed, because the tests read archives without a library. */
export function archiveOf(files) {
  const [bodies, directory] = [[], []];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const [name, body] = [Buffer.from(path), Buffer.from(content)];
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt32LE(crc32(body), 10);
    header.writeUInt32LE(body.length, 14);
    header.writeUInt32LE(body.length, 18);
    header.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    bodies.push(Buffer.from('PK\x03\x04'), header, name, body);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), header, tail, name);
    at += 30 + name.length + body.length;
  }
  const end = Buffer.alloc(18);
  const [n, length] = [Object.keys(files).length, Buffer.concat(directory).length];
  end.writeUInt16LE(n, 4);
  end.writeUInt16LE(n, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end]);
}

export const projectIn = ({ bytes }) => JSON.parse(filesIn(bytes)['project.json']);

export async function unzip(page, button) {
  const { name, bytes } = await download(page, button);
  const files = Object.entries(filesIn(bytes)).map(([path, content]) => [path, content.toString('utf8')]);
  return { name, files: Object.fromEntries(files) };
}

export async function fastgasWithStderr(...args) {
  const { stdout, stderr } = await promisify(execFile)(variable('FASTGAS_PROGRAM'), args.map(String), { maxBuffer: 1 << 26 });
  return { stdout, stderr };
}

export async function fastgas(...args) {
  return (await fastgasWithStderr(...args)).stdout;
}

/** Folder with the embeddings that the native program keeps while a test file runs. */
let nativeCache;

/**
 * Options with which the native program embeds each text only once per test file.
 * If all embeddings are in the cache, the native program does not open the encoder.
 * Opening the encoder is slow, because the test build of the native program is not optimized.
 */
export function cacheOptions() {
  if (!nativeCache) {
    nativeCache = join(folder('e2e'), 'native-cache');
    rmSync(nativeCache, { recursive: true, force: true });
  }
  return ['--cache', nativeCache];
}

/** With these options, the native program embeds no text, or uses another encoder. */
const OTHER_VECTORS = ['--embeddings', '--embeddings-column', '--model'];

export async function selectNatively(file, out, ...args) {
  const cache = args.some((arg) => OTHER_VECTORS.includes(arg)) ? [] : cacheOptions();
  const summary = await fastgas('select', file, '--out', out, '--quiet', '--json', ...cache, ...args);
  return { records: parseCsv(readFileSync(out, 'utf8')), summary: JSON.parse(summary) };
}

/** Parses CSV (RFC 4180) into records of unescaped cells. The first record is the header of the file. */
export function parseCsv(text) {
  const records = [];
  let record = [];
  let cell = '';
  let quoted = false;
  const endCell = () => { record.push(cell); cell = ''; };
  const endRecord = () => { endCell(); records.push(record); record = []; };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') { cell += '"'; at += 1; } else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === ',') endCell();
    else if (char === '\n') endRecord();
    else if (char === '\r' && text[at + 1] === '\n') { at += 1; endRecord(); } else cell += char;
  }
  if (cell !== '' || record.length > 0) endRecord();
  return records;
}
