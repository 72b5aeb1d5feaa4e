// Keeps the page's files, so that it opens without a network, and sends with each what a static host does not: the
// document's policy and the headers that set the page apart from all others.
//
// Before these lines `cargo xtask` writes four constants: FILES, the site's files by path with the SHA-256 of each;
// VERSION, a hash of that list; LATER, the bytes of those files that not every visit needs (the model, and the programs of
// the workers that embed or have the GPU); and HEADERS, what is sent with every file, and under a document's path what it
// has instead.
//
// The first version serves at once, so that the page's workers get their policy on the first visit too, and stores the
// files when the page says "store", but for those of LATER: each of these is stored when the page first asks for it, or
// when the page says that it is to be kept. Every later version is installed whole or not at all: each file, and of those
// of LATER what the former version had, is fetched and its hash compared before the worker is installed. Then it waits until
// no page of the former version is open, or until the one page that is open says "activate". What is not stored is fetched
// and compared too, and a file of another version is refused; so no page ever sees files of two versions.
//
// All who want a file while it comes in share it, so none is fetched twice. Those of LATER are passed on as they come in, so
// that the page can say how far that is; their end only once the hash was compared: before that nothing begins with them.

const SCOPE = new URL('./', self.location).href;
const PREFIX = `fastgas ${SCOPE} `;
const CACHE = PREFIX + VERSION;
const PAGE = 'index.html';

const isLater = (path) => Object.hasOwn(LATER, path);
const AT_ONCE = Object.keys(FILES).filter((path) => !isLater(path));

/** A path or an address without the hash of the content, which is another in every version. */
const plain = (path) => path.replace(/-[0-9a-f]{16}(?=\.\w+$)/, '');

const addressOf = (path) => new URL(path, SCOPE).href;

/** The path of a file of this site; nothing for other addresses. */
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

/** Asks the network, and tells the pages so; docs/trust.md says what is counted. */
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

/** What has come in of a file; each who reads it gets all of it from the beginning, and the end only if that is right. */
class Coming {
  #pieces = [];
  #end;
  #waiting = [];

  add(piece) {
    this.#pieces.push(piece);
    this.#wake();
  }

  /** `error`: why nobody may take it for whole. */
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
 * The file as it should be: from the browser's own cache where that has it, however old, else from the server. Gives what
 * makes answers of it; `file.begun` gives what makes answers that come in as the file does.
 */
async function fetched(path, priority, file) {
  for (const cache of ['force-cache', 'reload']) {
    let begin;
    file.begun = new Promise((resolve) => { begin = resolve; });
    const response = await ask(new Request(addressOf(path), { cache, priority, credentials: 'omit', redirect: 'error' }));
    if (!response.ok) continue;
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    const headers = { ...headersOf(path), 'content-type': type, 'x-sha256': FILES[path] };
    // Also of what comes in compressed, of which the server's own number is another.
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

/** Chromium ends a worker of which an event takes more than five minutes, though not one whose answer is still read. */
const MOST_MS = 240_000;

/** Waits for the promise, but not so long; gives whether that was enough. */
const inTime = (promise) => Promise.race([
  promise.then(() => true),
  new Promise((resolve) => { setTimeout(resolve, MOST_MS, false); }),
]);

/** What is fetched now, by path. */
const underWay = new Map();

/**
 * Fetches the file, unless it comes in already: `begun` and `whole` as of `fetched`; `kept`: when it is stored, if it is one
 * of LATER.
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

/** What an earlier version has of it, with this version's headers. */
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

/** What earlier versions have stored, or a later one that waits. */
async function otherCaches() {
  const names = (await ownCaches()).filter((name) => name !== CACHE);
  return Promise.all(names.map((name) => caches.open(name)));
}

/** Stores what is missing of these files, from what earlier versions have where that is the same. */
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

/** Those of LATER that a former version has, be it with another content: who could embed without a network still can. */
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

/** Stores what every visit needs, and says what came of it. */
async function storeFor(source) {
  try {
    await store(AT_ONCE);
    source.postMessage({ stored: true });
  } catch (error) {
    // It will never be whole, and of a part of it no page can open.
    if (error instanceof NotOurs) await caches.delete(CACHE);
    source.postMessage({ notStored: String(error), foreign: error.path });
  }
}

/** Says whether all of these are stored. */
async function sayWhetherKept(source, addresses) {
  const cache = await caches.open(CACHE);
  const found = await Promise.all(addresses.map((address) => cache.match(address)));
  source.postMessage({ hasAll: found.every((response) => response !== undefined) });
}

/** Stores these, one after another, unless the person saves data; says whether they are stored, or that it takes longer. */
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
    // It is fetched when it is needed, which then says what is wrong.
  }
}

async function activate() {
  try {
    // What came in while this version waited.
    const cache = await caches.open(CACHE);
    const earlier = await otherCaches();
    for (const path of Object.keys(LATER)) {
      const response = (await cache.match(addressOf(path))) ? undefined : await kept(path, earlier);
      if (response) await cache.put(addressOf(path), response);
    }
  } catch {
    // There is no room for it twice; it is fetched when it is needed.
  }
  for (const name of await ownCaches()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function answer(path, event) {
  const cache = await caches.open(CACHE);
  const there = underWay.has(path) ? undefined : await cache.match(addressOf(path));
  if (there) return there;
  try {
    // Not stored yet, or thrown away by the browser.
    const file = download(path);
    if (!isLater(path)) return (await file.whole)();
    event.waitUntil(inTime(file.kept.catch(() => {})));
    return (await Promise.race([file.begun, file.whole]))();
  } catch (error) {
    // Without a network.
    if (!(error instanceof NotOurs)) throw error;
    const { request, clientId } = event;
    return (path === PAGE && request.mode === 'navigate' && (await leave(request, clientId))) || refused(error);
  }
}

/** What is said where there is no such file, which a person sees who opens the page itself. */
const REFUSED = {
  en: (path) => `${path} is not the file that belongs to this version: the server has another one. Close all tabs of this page and open it again.`,
  de: (path) => `${path} ist nicht die Datei, die zu dieser Version gehört: Der Server hat eine andere. Bitte alle Tabs dieser Seite schließen und sie neu öffnen.`,
};

/** Says why there is no such file, under the policy of all others. */
function refused({ path }) {
  const headers = { ...headersOf(path), 'content-type': 'text/plain; charset=utf-8' };
  const languages = navigator.languages.map((tag) => tag.split('-')[0]);
  const language = languages.find((code) => Object.hasOwn(REFUSED, code)) ?? 'en';
  return new Response(REFUSED[language](path), { status: 503, headers });
}

/**
 * The page itself is of another version, so no page of this one will ever open. Unless one is open still, beside the one that
 * is to be replaced, this worker goes, and the page comes from the network as on a first visit.
 */
async function leave(request, replaced) {
  if (await othersThan(replaced)) return undefined;
  await self.registration.unregister();
  return Response.redirect(request.url);
}

/** How many pages are open beside this one. */
async function othersThan(id) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  return pages.filter((page) => page.id !== id && page.frameType === 'top-level' && page.url.startsWith(SCOPE)).length;
}

/** The new version begins, unless another page of the former one is open; `source` is told how many there are. */
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
