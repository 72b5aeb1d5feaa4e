// Stores the page's files, so that the page opens without a network.
// Adds headers that a static host does not send: the content security policy, and headers for cross-origin isolation.
//
// `cargo xtask` writes four constants before the first line. FILES: the site's files by path, with their SHA-256.
// VERSION: a hash of FILES, HEADERS and this script.
// LATER: the sizes in bytes of the files that some visits do not need, such as models and encoder workers.
// HEADERS: the headers of every file (`*`) and, by path, the headers of a document that replace the headers of every file.
//
// The first version takes control immediately, so that the page's workers also get the worker policy on the first visit.
// When the page sends "store", the service worker stores all files that are not in LATER.
// A file of LATER is stored when the page first requests the file, or when the page asks for the storage of the file.
//
// A later version of the site is installed completely or not at all.
// Before the installation ends, the service worker fetches each file and compares the hash of the file.
// The fetched files include the files of LATER that the previous version had stored.
// An interrupted installation leaves an incomplete version, which the next visit continues.
// If the server no longer has the incomplete version, the next visit deletes the incomplete version.
// The new version then waits until no page of the previous version is open, or the only open page sends "activate".
// Files that are not stored are also fetched and compared. A file of another version is rejected.
// No page therefore ever gets files of two versions.
//
// Concurrent requests for a file share one download. Files of LATER are streamed to the page, so that the page shows the progress.
// The stream ends only after the hash has been compared, so that the page cannot use an unverified file.

const SCOPE = new URL('./', self.location).href;
const PREFIX = `fastgas ${SCOPE} `;
const CACHE = PREFIX + VERSION;
const PAGE = 'index.html';

const isLater = (path) => Object.hasOwn(LATER, path);
const AT_ONCE = Object.keys(FILES).filter((path) => !isLater(path));

/** Removes the content hash from a path or URL, because the hash differs between versions. */
const plain = (path) => path.replace(/-[0-9a-f]{16}(?=\.\w+$)/, '');

const addressOf = (path) => new URL(path, SCOPE).href;

/** Path of the site's file at a URL. Undefined if the URL does not belong to a file of this site. */
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

/**
 * Requests a file from the network, and reports the request to the pages.
 * docs/trust.md describes which requests are counted.
 */
async function ask(request) {
  tell({ requested: request.url });
  const response = await fetch(request);
  if (response.redirected) tell({ requested: response.url });
  return response;
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Error for a response that is a file of another version of the site. */
class NotOurs extends Error {
  constructor(path) {
    super(`${path} is not the file that belongs to this version`);
    this.path = path;
  }
}

/** Error for a response that shows nothing about the file, because the server cannot deliver the file at the moment. */
class Unavailable extends Error {
  constructor(status) {
    super(`the server answered ${status}`);
    this.status = status;
  }
}

/** True for the status of a server that fails, is overloaded, or limits the number of requests. */
const isTemporary = (status) => status >= 500 || [408, 425, 429].includes(status);

const headersOf = (path) => ({ ...HEADERS['*'], ...HEADERS[path] });

/**
 * A file during its download.
 * Each reader gets all pieces, but the stream ends without an error only if the hash is right.
 */
class Coming {
  #pieces = [];
  #end;
  #waiting = [];

  add(piece) {
    this.#pieces.push(piece);
    this.#wake();
  }

  /** Ends the download. `error` is the reason for rejecting the file; undefined if the file is complete. */
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

/** The headers of a response with the file, whose content type the server has stated in `response`. */
const headersWithType = (path, response) => ({
  ...headersOf(path),
  'content-type': response.headers.get('content-type') ?? 'application/octet-stream',
  'x-sha256': FILES[path],
});

/**
 * Request for a file, without cookies.
 * Some hosts redirect `index.html` to `/` and `endpoint.html` to `/endpoint`. The request therefore follows redirects.
 * With the mode `same-origin`, the browser does not follow a redirect to another origin: the request fails instead.
 */
const requestFor = (path, options) => new Request(addressOf(path), {
  ...options, credentials: 'omit', mode: 'same-origin', redirect: 'follow',
});

/**
 * Fetches and verifies the file: from the browser's HTTP cache, even if stale, otherwise from the server.
 * Returns a function that creates responses with the whole file.
 * `file.started` resolves to a function that creates streaming responses.
 */
async function fetched(path, priority, file) {
  let problem;
  for (const cache of ['force-cache', 'reload']) {
    let begin;
    file.started = new Promise((resolve) => { begin = resolve; });
    const response = await ask(requestFor(path, { cache, priority }));
    problem = isTemporary(response.status) ? new Unavailable(response.status) : new NotOurs(path);
    if (!response.ok) continue;
    const headers = headersWithType(path, response);
    // The header contains the file size without compression. The server's own header would contain the compressed size.
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
      // A response of `fetch` that was redirected could not answer a navigation, unlike this new response.
      return () => new Response(bytes, { headers });
    }
    coming.end(problem);
  }
  throw problem;
}

/**
 * Maximum time, in milliseconds, for which an event waits for downloads.
 * Chromium terminates a service worker if an event takes over 5 minutes, unless its response is being read.
 */
const MAX_WAIT_MS = 240_000;

/** Resolves to true if the promise is fulfilled within MAX_WAIT_MS, and to false after this time. */
const inTime = (promise) => Promise.race([
  promise.then(() => true),
  new Promise((resolve) => { setTimeout(resolve, MAX_WAIT_MS, false); }),
]);

/** Maps the paths of the files to the downloads that are running. */
const underWay = new Map();

/**
 * Returns the running download of the file, or starts a download.
 * The comment on `fetched` describes the properties `started` and `whole` of the returned object.
 * The property `kept` resolves when a file of LATER is stored.
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

/**
 * Returns the file from another version's cache, with the headers of this version, if an equal file is stored.
 */
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

/** The caches of earlier versions, and the cache of a later version that waits for activation. */
async function otherCaches() {
  const names = (await ownCaches()).filter((name) => name !== CACHE);
  return Promise.all(names.map((name) => caches.open(name)));
}

/** Stores files. Skips stored files, and copies files that are equal in another version from its cache. */
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
 * Returns the paths in LATER, the files that some visits do not need, that another version of the site has stored.
 * A path is included even if the content of its file differs in this version.
 * This version must also store the files, because embedding would otherwise need a network after the update.
 */
async function hadLater() {
  const stored = await Promise.all((await otherCaches()).map((cache) => cache.keys()));
  const had = new Set(stored.flat().map(({ url }) => plain(url)));
  return Object.keys(LATER).filter((path) => had.has(plain(addressOf(path))));
}

async function install() {
  if (self.registration.active === null) return;
  // If the server returns to the active version while a later version waits, CACHE is the cache of the active version.
  const mayDelete = await isIncomplete(CACHE);
  try {
    const others = AT_ONCE.filter((path) => path !== PAGE);
    // The page is stored last, so that `isIncomplete` recognizes an incomplete version by the missing page.
    await store([...others, ...(await hadLater()), PAGE]);
  } catch (error) {
    // A file of another version means that this version can never be complete. On a full disk, the project needs the space.
    // After any other error, the next installation stores the remaining files.
    if (mayDelete && (error instanceof NotOurs || error.name === 'QuotaExceededError')) await caches.delete(CACHE);
    throw error;
  }
  // During the installation, `deleteAbandoned` or `activate` of another version may have deleted the cache.
  // A download of a file of LATER may then have created the cache again, so it does not suffice that the cache exists.
  if (await isIncomplete(CACHE)) throw new Error('the stored files were deleted during the installation');
}

/**
 * True if the cache `name` lacks the page, which an installation stores last.
 * The result says nothing about the cache of a first version, because a first version stores its files in another order.
 */
const isIncomplete = async (name) => !(await caches.match(addressOf(PAGE), { cacheName: name }));

/** The version that the server has now. Undefined if the response contains no version. */
async function versionOnServer() {
  const request = new Request(self.location.href, { cache: 'no-store', credentials: 'omit', mode: 'same-origin' });
  const response = await ask(request);
  const script = response.ok ? await response.text() : '';
  return script.match(/^const VERSION = "([0-9a-f]+)";$/m)?.[1];
}

/**
 * Deletes the incomplete versions that the server no longer has. Their installation cannot be continued.
 * Only the active version calls this function, because only the active version knows the name of its own cache.
 */
async function deleteAbandoned() {
  const incomplete = [];
  for (const name of await ownCaches()) if (name !== CACHE && (await isIncomplete(name))) incomplete.push(name);
  if (incomplete.length === 0) return;
  const version = await versionOnServer();
  if (version === undefined) return;
  for (const name of incomplete) {
    // While the server answered, an installation may have completed the version, which now waits for activation.
    if (name !== PREFIX + version && (await isIncomplete(name))) await caches.delete(name);
  }
}

async function storeFor(source) {
  try {
    await store(AT_ONCE);
    source.postMessage({ stored: true });
  } catch (error) {
    // This version can never be complete, and the page cannot open with only some of the files.
    // After any other error, the next visit stores the remaining files.
    if (error instanceof NotOurs) await caches.delete(CACHE);
    source.postMessage({ notStored: String(error), foreign: error.path, status: error.status });
  }
}

async function sayWhetherKept(source, addresses) {
  const cache = await caches.open(CACHE);
  const found = await Promise.all(addresses.map((address) => cache.match(address)));
  source.postMessage({ hasAll: found.every((response) => response !== undefined) });
}

/**
 * Stores the files at `addresses`, unless data saving is on.
 * Tells the page `source` whether the files are stored, or that storing takes longer.
 */
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
    // An error is ignored here: the page fetches the file again when the file is needed, and then reports the error.
  }
}

async function activate() {
  try {
    // Keeps files that the previous version downloaded while the new version waited for activation.
    const cache = await caches.open(CACHE);
    const earlier = await otherCaches();
    for (const path of Object.keys(LATER)) {
      const response = (await cache.match(addressOf(path))) ? undefined : await kept(path, earlier);
      if (response) await cache.put(addressOf(path), response);
    }
  } catch {
    // If there is not enough space for two copies of a file, the file is fetched when the page needs the file.
  }
  for (const name of await ownCaches()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function answer(path, event) {
  const cache = await caches.open(CACHE);
  const there = underWay.has(path) ? undefined : await cache.match(addressOf(path));
  if (there) return there;
  const { request, clientId } = event;
  const opensPage = path === PAGE && request.mode === 'navigate';
  try {
    // The file is not stored yet, or the browser has evicted it.
    const file = download(path);
    if (isLater(path)) {
      event.waitUntil(inTime(file.kept.catch(() => {})));
      return (await Promise.race([file.started, file.whole]))();
    }
    return opensPage ? await navigated(request, file.whole) : (await file.whole)();
  } catch (error) {
    if (error instanceof NotOurs) return (opensPage && (await leave(request, clientId))) || refused(error);
    if (error instanceof Unavailable) return new Response(null, { status: error.status, headers: headersOf(path) });
    // Other errors, for example without a network, are thrown again.
    throw error;
  }
}

/**
 * Responds to the navigation `request` to the page. `whole` is the download of the page.
 * If the download fails, the service worker sends the navigation to the server, like a browser without a service worker.
 * The browser then follows a redirect to another origin, or shows the error page of the server.
 * If the server answers with the page, the page is verified like all files.
 */
async function navigated(request, whole) {
  try {
    return (await whole)();
  } catch (error) {
    if (error instanceof NotOurs) throw error;
  }
  const response = await ask(request);
  // A redirect is also a response that is not ok, because the browser itself follows the redirects of a navigation.
  if (!response.ok) return response;
  const bytes = await response.arrayBuffer();
  if ((await sha256(bytes)) !== FILES[PAGE]) throw new NotOurs(PAGE);
  return new Response(bytes, { headers: headersWithType(PAGE, response) });
}

/** Text of the response for a file of another version. Users see this text if the page itself is affected. */
const REFUSED = {
  en: (path) => `${path} is not the file that belongs to this version: the server has another one. Close all tabs of this page and open it again.`,
  de: (path) => `${path} ist nicht die Datei, die zu dieser Version gehört: Der Server hat eine andere. Schließen Sie alle Tabs dieser Seite und öffnen Sie sie neu.`,
};

/** The response for a file of another version. The response has the content security policy of all files. */
function refused({ path }) {
  const headers = { ...headersOf(path), 'content-type': 'text/plain; charset=utf-8' };
  const languages = navigator.languages.map((tag) => tag.split('-')[0]);
  const language = languages.find((code) => Object.hasOwn(REFUSED, code)) ?? 'en';
  return new Response(REFUSED[language](path), { status: 503, headers });
}

/**
 * Unregisters the service worker, so that the browser loads the page as on a first visit.
 * If the server has another version of the page itself, no page of this version can open.
 * Does nothing while other pages than the replaced page are open.
 */
async function leave(request, replaced) {
  if (await othersThan(replaced)) return undefined;
  await self.registration.unregister();
  return Response.redirect(request.url);
}

async function othersThan(id) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  return pages.filter((page) => page.id !== id && page.frameType === 'top-level' && page.url.startsWith(SCOPE)).length;
}

/**
 * Activates the new version, or reports how many other pages of the previous version are open.
 */
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
  // Without a network, `deleteAbandoned` fails, and the next visit calls `deleteAbandoned` again.
  if (data === 'store') event.waitUntil(storeFor(source).then(deleteAbandoned).catch(() => {}));
  if (data.has) event.waitUntil(sayWhetherKept(source, data.has));
  if (data.keep) event.waitUntil(keepFor(source, data.keep));
});
self.addEventListener('fetch', (event) => {
  const path = event.request.method === 'GET' ? pathOf(event.request.url) : undefined;
  if (path !== undefined) event.respondWith(answer(path, event));
});
