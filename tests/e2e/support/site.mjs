// Serves the site under test like a static host, under any path and in any version.
// Also contains a proxy that records all traffic of a Chromium.

import { createHash } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';

import { PAGE } from './tools.mjs';

const CONTENT_TYPES = {
  html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm', json: 'application/json', svg: 'image/svg+xml',
  png: 'image/png', csv: 'text/csv', webmanifest: 'application/manifest+json',
};
export const SERVICE_WORKER = 'service-worker.js';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The list of the site's files in a service worker. Maps the path of each file to the hash of the file. */
export function listedFiles(worker) {
  return JSON.parse(worker.match(/^const FILES = (\{[^}]*\});$/m)[1]);
}

/** Headers that the service worker adds to every file, and that a test host sends on request. */
export function headersIn(worker) {
  return JSON.parse(worker.match(/^const HEADERS = (\{.*?^\});$/ms)[1])['*'];
}

export async function siteFiles() {
  const get = async (path) => Buffer.from(await (await fetch(new URL(path, PAGE))).arrayBuffer());
  const files = new Map([[SERVICE_WORKER, await get(SERVICE_WORKER)]]);
  for (const path of Object.keys(listedFiles(String(files.get(SERVICE_WORKER))))) files.set(path, await get(path));
  return files;
}

/** Path of a file in the site. The path may contain a hash of the content, as in `start-0123456789abcdef.js`. */
export function sitePath(files, name) {
  const paths = [...files.keys()].filter((path) => path.replace(/-[0-9a-f]{16}(?=\.\w+$)/, '') === name);
  if (paths.length !== 1) throw new Error(`${name} has these paths in the site: ${paths}`);
  return paths[0];
}

/** The site that `cargo xtask` would build if the file at `path` had the content that `change` returns. */
export function withChange(files, path, change) {
  const next = new Map(files);
  next.set(path, Buffer.from(change(String(files.get(path)))));
  const worker = String(files.get(SERVICE_WORKER));
  const list = { ...listedFiles(worker), [path]: sha256(next.get(path)) };
  const version = sha256(JSON.stringify(list)).slice(0, 16);
  next.set(SERVICE_WORKER, Buffer.from(worker
    .replace(/^const VERSION = .*$/m, `const VERSION = "${version}";`)
    .replace(/^const FILES = \{[^}]*\};$/m, () => `const FILES = ${JSON.stringify(list, null, 2)};`)));
  return next;
}

/**
 * Serves `files` below `path`. The only headers are the content type and `headers`.
 * If the content of a file is a number, the host answers with this number as the status and with the text `busy`.
 * With `documents`, the host redirects documents to their names without `index.html` and `.html`, like some static hosts.
 * The redirects lead below the address `documents`, which may be relative to the host's own address.
 * `host.documents` and `host.files` may be replaced while the host runs. `host.cut` makes the host drop all requests.
 * `host.requested` collects the requested paths, whether the host answered the requests or not.
 */
export async function startHost(files, path = '/', headers = {}, { documents } = {}) {
  const host = { files, documents, cut: false, requested: [] };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    const name = pathname.startsWith(path) ? pathname.slice(path.length) || 'index.html' : undefined;
    host.requested.push(name ?? pathname);
    if (host.cut) return request.socket.destroy();
    if (host.documents && name && pathname.endsWith('.html')) {
      const target = new URL(name.replace(/(^|\/)index\.html$|\.html$/, '$1'), new URL(host.documents, host.address));
      // A browser that stored the redirect would not notice a change of `host.documents`.
      return response.writeHead(308, { Location: target.href, 'Cache-Control': 'no-store' }).end();
    }
    const file = host.documents && host.files.has(`${name}.html`) ? `${name}.html` : name;
    const bytes = host.files.get(file);
    if (!bytes) return response.writeHead(404).end();
    if (typeof bytes === 'number') return response.writeHead(bytes, { 'Content-Type': 'text/plain' }).end('busy');
    const type = CONTENT_TYPES[file.split('.').pop()] ?? 'application/octet-stream';
    return response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  host.origin = `http://127.0.0.1:${server.address().port}`;
  host.address = host.origin + path;
  host.stop = () => { server.closeAllConnections(); server.close(); };
  return host;
}

/**
 * All traffic of a Chromium that is started with the arguments `proxy.args` goes through this proxy.
 * `proxy.seen` collects the URL of every request. Only requests to the origins in `proxy.open` are forwarded.
 * No request is forwarded while `proxy.cut` is true.
 */
export async function startProxy(origin) {
  const proxy = { seen: [], cut: false, open: new Set([origin]) };
  const server = createServer((request, response) => {
    proxy.seen.push(request.url);
    if (proxy.cut || !proxy.open.has(new URL(request.url).origin)) return request.socket.destroy();
    const { method, headers } = request;
    const forwarded = httpRequest(request.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => request.socket.destroy());
    return request.pipe(forwarded);
  });
  // For encrypted requests and WebSockets, the proxy sees only the destination, and forwards no data.
  for (const event of ['connect', 'upgrade']) {
    server.on(event, (request, socket) => {
      proxy.seen.push(event === 'connect' ? `https://${request.url}` : request.url);
      socket.destroy();
    });
  }
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  // Without `--proxy-bypass-list`, requests to this machine would bypass the proxy.
  proxy.args = [`--proxy-server=http://127.0.0.1:${server.address().port}`, '--proxy-bypass-list=<-loopback>'];
  proxy.stop = () => { server.closeAllConnections(); server.close(); };
  return proxy;
}

/**
 * Collects what a browser context reveals: console messages of its pages and workers, exceptions, and requests.
 */
export function recordLogs(context) {
  const messages = [];
  context.on('console', (message) => messages.push(message.text()));
  context.on('weberror', (error) => messages.push(String(error.error())));
  context.on('request', (request) => messages.push(readableUrl(request.url())));
  return messages;
}

export function readableUrl(url) {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    // A path with invalid percent-encoding is used unchanged.
    return url;
  }
}

export const messagesWith = (messages, texts) => messages.filter((words) => texts.some((text) => words.includes(text)));

export async function waitForOfflineReady(page) {
  await page.waitForFunction(() => document.querySelector('#network')?.dataset.offline === 'ready', null, { timeout: 120_000 });
}
