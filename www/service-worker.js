// Keeps the page's files, so that it opens without a network, and sends with each what a static host does not: the
// document's policy and the headers that set the page apart from all others.
//
// Before these lines `cargo xtask` writes three constants: FILES, the site's files by path with the SHA-256 of each;
// VERSION, a hash of that list; and HEADERS, what is sent with every file, and under a document's path what it has instead.
//
// The first version serves at once, so that the page's workers get their policy on the first visit too, and stores the
// files when the page says "store". Every later version is installed whole or not at all: each file is fetched and its hash
// compared before the worker is installed. Then it waits until no page of the former version is open, or until the one page
// that is open says "activate". What is not stored is fetched and compared too, and a file of another version is refused; so
// no page ever sees files of two versions.

const SCOPE = new URL('./', self.location).href;
const PREFIX = `fastgas ${SCOPE} `;
const CACHE = PREFIX + VERSION;
const PAGE = 'index.html';

const addressOf = (path) => new URL(path, SCOPE).href;

/** The path of a file of this site; nothing for other addresses. */
function pathOf(address) {
  const { href } = new URL(address);
  if (!href.startsWith(SCOPE)) return undefined;
  const path = href.slice(SCOPE.length).replace(/[?#].*$/s, '') || PAGE;
  return Object.hasOwn(FILES, path) ? path : undefined;
}

/** Tells the pages that this worker has asked the network; docs/trust.md says what is counted. */
async function tell(address) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const page of pages) page.postMessage({ requested: address });
}

async function ask(request) {
  tell(request.url ?? String(request));
  return fetch(request);
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The server answers, but not with the file of this version. */
class NotOurs extends Error {}

const headersOf = (path) => ({ ...HEADERS['*'], ...HEADERS[path] });

/** The file as it should be: from the browser's own cache where that has it, else from the server. */
async function fetched(path) {
  for (const cache of ['default', 'reload']) {
    const response = await ask(new Request(addressOf(path), { cache, credentials: 'omit', redirect: 'error' }));
    const bytes = await response.arrayBuffer();
    if (response.ok && (await sha256(bytes)) === FILES[path]) {
      const type = response.headers.get('content-type') ?? 'application/octet-stream';
      return new Response(bytes, { headers: { ...headersOf(path), 'content-type': type, 'x-sha256': FILES[path] } });
    }
  }
  throw new NotOurs(`${path} is not the file that belongs to this version`);
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

/** Stores what is missing of this version, from what earlier versions have where that is the same. */
async function store() {
  const others = (await ownCaches()).filter((name) => name !== CACHE);
  const earlier = await Promise.all(others.map((name) => caches.open(name)));
  const cache = await caches.open(CACHE);
  for (const path of Object.keys(FILES)) {
    const there = await cache.match(addressOf(path));
    if (!there) await cache.put(addressOf(path), (await kept(path, earlier)) ?? (await fetched(path)));
  }
}

async function install() {
  if (self.registration.active === null) return;
  try {
    await store();
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Stores all, and says what came of it. */
async function storeFor(source) {
  try {
    await store();
    source.postMessage({ stored: true });
  } catch (error) {
    // It will never be whole, and of a part of it no page can open.
    if (error instanceof NotOurs) await caches.delete(CACHE);
    source.postMessage({ notStored: error.message });
  }
}

async function activate() {
  for (const name of await ownCaches()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function answer(path, { request, clientId }) {
  const cache = await caches.open(CACHE);
  const there = await cache.match(addressOf(path));
  if (there) return there;
  try {
    // Not stored yet, or thrown away by the browser.
    return await fetched(path);
  } catch (error) {
    // Without a network.
    if (!(error instanceof NotOurs)) throw error;
    return (path === PAGE && request.mode === 'navigate' && (await leave(request, clientId))) || refused(path, error);
  }
}

/** Says why there is no such file, under the policy of all others. */
function refused(path, error) {
  const headers = { ...headersOf(path), 'content-type': 'text/plain; charset=utf-8' };
  const reason = `${error.message}: the server has another one. Close all tabs of this page and open it again.`;
  return new Response(reason, { status: 503, headers });
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
});
self.addEventListener('fetch', (event) => {
  const path = event.request.method === 'GET' ? pathOf(event.request.url) : undefined;
  if (path !== undefined) event.respondWith(answer(path, event));
});
