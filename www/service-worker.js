// Stores the page's files, so that the page opens without a network. Adds headers to each response that a static host does not
// send: the document's policy and the headers for cross-origin isolation.
//
// `cargo xtask` writes four constants before these lines. FILES: the site's files by path, with their SHA-256. VERSION: a hash of
// that list. LATER: the sizes in bytes of the files that some visits do not need: the model, and the programs of the encoder
// workers and the GPU worker. HEADERS: the headers of every file (`*`) and, by path, the different headers of a document.
//
// The first version takes control immediately, so that the page's workers get their policy on the first visit too. The service
// worker stores the files when the page sends "store", except for the files of LATER. A file of LATER is stored when the page
// first requests it, or when the page asks to keep it.
//
// Every later version is installed completely or not at all. Before the installation ends, each file is fetched and its hash
// compared, including the files of LATER that the previous version had. Then the new version waits until no page of the previous
// version is open, or until the only open page sends "activate". Files that are not stored are fetched and compared too, and a
// file of another version is refused. Therefore no page ever gets files of two versions.
//
// Concurrent requests for a file share one download. Files of LATER are streamed to the page, so that it can show the progress.
// The end of the stream is withheld until the hash has been compared, so that nothing uses the file before.

const SCOPE = new URL('./', self.location).href;
const PREFIX = `fastgas ${SCOPE} `;
const CACHE = PREFIX + VERSION;
const PAGE = 'index.html';

const isLater = (path) => Object.hasOwn(LATER, path);
const AT_ONCE = Object.keys(FILES).filter((path) => !isLater(path));

/** A path or URL without the content hash, which differs between versions. */
const plain = (path) => path.replace(/-[0-9a-f]{16}(?=\.\w+$)/, '');

const addressOf = (path) => new URL(path, SCOPE).href;

/** The path of a file of this site; undefined for other URLs. */
function pathOf(address) {
  const { href } = new URL(address);
  if (!href.startsWith(SCOPE)) return undefined;
  const path = href.slice(SCOPE.length).replace(/[?#].*$/s, '') || PAGE;
  return Object.hasOwn(FILES, path) ? path : undefined;
}

async function tell(told) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const page of pages) page.postMessage(told);
}

/** Requests from the network and reports the request to the pages; docs/trust.md describes what is counted. */
async function ask(request) {
  tell({ requested: request.url });
  return fetch(request);
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The server answers, but not with the file of this version. */
class NotOurs extends Error {
  constructor(path) {
    super(`${path} is not the file that belongs to this version`);
    this.path = path;
  }
}

const headersOf = (path) => ({ ...HEADERS['*'], ...HEADERS[path] });

/** A file being downloaded. Each reader gets all of it from the start, but its end only if the hash is right. */
class Coming {
  #pieces = [];
  #end;
  #waiting = [];

  add(piece) {
    this.#pieces.push(piece);
    this.#wake();
  }

  /** `error` is the reason why the file must not be used; undefined if it is complete. */
  end(error) {
    this.#end = { error };
    this.#wake();
  }

  bytes() {
    return new Blob(this.#pieces).arrayBuffer();
  }

  stream() {
    let next = 0;
    const pull = async (controller) => {
      while (next === this.#pieces.length && !this.#end) await new Promise((resolve) => { this.#waiting.push(resolve); });
      if (next < this.#pieces.length) controller.enqueue(this.#pieces[next++]);
      else if (this.#end.error) controller.error(this.#end.error);
      else controller.close();
    };
    return new ReadableStream({ pull });
  }

  #wake() {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/**
 * Fetches and verifies the file: from the browser's HTTP cache, even if stale, otherwise from the server. Returns a function that
 * creates responses with the whole file. `file.begun` resolves to a function that creates streaming responses.
 */
async function fetched(path, priority, file) {
  for (const cache of ['force-cache', 'reload']) {
    let begin;
    file.begun = new Promise((resolve) => { begin = resolve; });
    const response = await ask(new Request(addressOf(path), { cache, priority, credentials: 'omit', redirect: 'error' }));
    if (!response.ok) continue;
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    const headers = { ...headersOf(path), 'content-type': type, 'x-sha256': FILES[path] };
    // The size without compression; the server's own header would contain the compressed size.
    if (isLater(path)) headers['content-length'] = LATER[path];
    const coming = new Coming();
    begin(() => new Response(coming.stream(), { headers }));
    try {
      const reader = response.body.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) coming.add(read.value);
    } catch (error) {
      coming.end(error);
      throw error;
    }
    const bytes = await coming.bytes();
    if ((await sha256(bytes)) === FILES[path]) {
      coming.end();
      return () => new Response(bytes, { headers });
    }
    coming.end(new NotOurs(path));
  }
  throw new NotOurs(path);
}

/** Chromium terminates a service worker if an event takes more than five minutes, unless its response is still being read. */
const MOST_MS = 240_000;

/** Waits for the promise for at most MOST_MS. Resolves to true if it was fulfilled in time. */
const inTime = (promise) => Promise.race([
  promise.then(() => true),
  new Promise((resolve) => { setTimeout(resolve, MOST_MS, false); }),
]);

/** The running downloads, by path. */
const underWay = new Map();

/**
 * Downloads the file, or returns the running download. `begun` and `whole` are as in `fetched`. `kept` resolves when a file of
 * LATER is stored.
 */
function download(path, priority = 'auto') {
  if (underWay.has(path)) return underWay.get(path);
  const file = {};
  underWay.set(path, file);
  file.whole = fetched(path, priority, file);
  file.kept = file.whole.then((answer) => (isLater(path) ? keep(path, answer()) : undefined));
  file.kept.catch(() => {}).then(() => underWay.delete(path));
  return file;
}

async function keep(path, response) {
  const cache = await caches.open(CACHE);
  await cache.put(addressOf(path), response);
  await tell({ kept: addressOf(path) });
}

/** The file as stored by another version, with this version's headers. */
async function kept(path, earlier) {
  for (const cache of earlier) {
    const response = await cache.match(addressOf(path));
    if (response?.headers.get('x-sha256') === FILES[path]) {
      const headers = { ...Object.fromEntries(response.headers), ...headersOf(path) };
      return new Response(await response.arrayBuffer(), { headers });
    }
  }
  return undefined;
}

async function ownCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

/** The caches of earlier versions, and of a later one that is waiting. */
async function otherCaches() {
  const names = (await ownCaches()).filter((name) => name !== CACHE);
  return Promise.all(names.map((name) => caches.open(name)));
}

/** Stores the missing ones of these files. Files that are the same in other versions are copied from there. */
async function store(paths) {
  const earlier = await otherCaches();
  const cache = await caches.open(CACHE);
  for (const path of paths) {
    const there = await cache.match(addressOf(path));
    if (there) continue;
    const response = (await kept(path, earlier)) ?? (await download(path, 'low').whole)();
    await cache.put(addressOf(path), response);
  }
}

/**
 * The files of LATER that another version has stored, even with different content, so that embedding without a network remains
 * possible.
 */
async function hadLater() {
  const stored = await Promise.all((await otherCaches()).map((cache) => cache.keys()));
  const had = new Set(stored.flat().map(({ url }) => plain(url)));
  return Object.keys(LATER).filter((path) => had.has(plain(addressOf(path))));
}

async function install() {
  if (self.registration.active === null) return;
  try {
    await store([...AT_ONCE, ...(await hadLater())]);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Stores the files that every visit needs, and reports the result. */
async function storeFor(source) {
  try {
    await store(AT_ONCE);
    source.postMessage({ stored: true });
  } catch (error) {
    // This version can never be complete, and a page cannot open from a part of it.
    if (error instanceof NotOurs) await caches.delete(CACHE);
    source.postMessage({ notStored: String(error), foreign: error.path });
  }
}

/** Reports whether all of these files are stored. */
async function sayWhetherKept(source, addresses) {
  const cache = await caches.open(CACHE);
  const found = await Promise.all(addresses.map((address) => cache.match(address)));
  source.postMessage({ hasAll: found.every((response) => response !== undefined) });
}

/** Stores these files one after another, unless the user saves data. Reports whether they are stored, or that it takes longer. */
async function keepFor(source, addresses) {
  if (await inTime(keepAll(addresses))) await sayWhetherKept(source, addresses);
  else source.postMessage({ takesLonger: true });
}

async function keepAll(addresses) {
  const cache = await caches.open(CACHE);
  const paths = navigator.connection?.saveData ? [] : addresses.map(pathOf).filter((path) => path !== undefined);
  try {
    for (const path of paths) {
      if (underWay.has(path) || !(await cache.match(addressOf(path)))) await download(path, 'low').kept;
    }
  } catch {
    // The file is fetched when it is needed, and the error is reported then.
  }
}

async function activate() {
  try {
    // Files that were downloaded while this version waited.
    const cache = await caches.open(CACHE);
    const earlier = await otherCaches();
    for (const path of Object.keys(LATER)) {
      const response = (await cache.match(addressOf(path))) ? undefined : await kept(path, earlier);
      if (response) await cache.put(addressOf(path), response);
    }
  } catch {
    // There is not enough space for two copies; the file is fetched when it is needed.
  }
  for (const name of await ownCaches()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function answer(path, event) {
  const cache = await caches.open(CACHE);
  const there = underWay.has(path) ? undefined : await cache.match(addressOf(path));
  if (there) return there;
  try {
    // The file is not stored yet, or the browser has evicted it.
    const file = download(path);
    if (!isLater(path)) return (await file.whole)();
    event.waitUntil(inTime(file.kept.catch(() => {})));
    return (await Promise.race([file.begun, file.whole]))();
  } catch (error) {
    // Other errors, for example without a network, are thrown again.
    if (!(error instanceof NotOurs)) throw error;
    const { request, clientId } = event;
    return (path === PAGE && request.mode === 'navigate' && (await leave(request, clientId))) || refused(error);
  }
}

/** Text of the response for a file of another version. Users see it if the page itself is affected. */
const REFUSED = {
  en: (path) => `${path} is not the file that belongs to this version: the server has another one. Close all tabs of this page and open it again.`,
  de: (path) => `${path} ist nicht die Datei, die zu dieser Version gehört: Der Server hat eine andere. Schließen Sie alle Tabs dieser Seite und öffnen Sie sie neu.`,
};

/** The response for a file of another version, with the policy of all files. */
function refused({ path }) {
  const headers = { ...headersOf(path), 'content-type': 'text/plain; charset=utf-8' };
  const languages = navigator.languages.map((tag) => tag.split('-')[0]);
  const language = languages.find((code) => Object.hasOwn(REFUSED, code)) ?? 'en';
  return new Response(REFUSED[language](path), { status: 503, headers });
}

/**
 * The server has another version of the page itself, so no page of this version will ever open again. If no page is open except
 * the one being replaced, this service worker unregisters itself. The page is then loaded from the network as on a first visit.
 */
async function leave(request, replaced) {
  if (await othersThan(replaced)) return undefined;
  await self.registration.unregister();
  return Response.redirect(request.url);
}

/** The number of open pages other than this one. */
async function othersThan(id) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  return pages.filter((page) => page.id !== id && page.frameType === 'top-level' && page.url.startsWith(SCOPE)).length;
}

/** Activates the new version, unless other pages of the previous version are open; then their number is reported to `source`. */
async function begin(source) {
  const others = await othersThan(source.id);
  if (others === 0) await self.skipWaiting();
  else source.postMessage({ others });
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  const { data, source } = event;
  if (data === 'activate') event.waitUntil(begin(source));
  if (data === 'claim') event.waitUntil(self.clients.claim());
  if (data === 'store') event.waitUntil(storeFor(source));
  if (data.has) event.waitUntil(sayWhetherKept(source, data.has));
  if (data.keep) event.waitUntil(keepFor(source, data.keep));
});
self.addEventListener('fetch', (event) => {
  const path = event.request.method === 'GET' ? pathOf(event.request.url) : undefined;
  if (path !== undefined) event.respondWith(answer(path, event));
});
