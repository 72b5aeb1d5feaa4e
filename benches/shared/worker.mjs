// Sends requests to the web workers of the site and receives their answers.
// crates/protocol/src/lib.rs defines the messages. This script runs in a browser page.

/** All requests have the same job id, because each worker has only one job. */
const JOB = 1;

/**
 * Sends `request` to the worker, and returns the buffers of the event with the name `answer`.
 * The memory of `buffers` moves to the worker.
 * The worker also gets the buffers `shared`, whose memory stays in the page.
 */
export async function ask(worker, request, buffers, answer, shared = []) {
  const [, ...answered] = await receive(worker, request, buffers, answer, shared);
  return answered;
}

/** Like `ask`, but returns the event with the name `answer`, followed by the buffers of the event. */
export function receive(worker, request, buffers, answer, shared = []) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data: [, event, ...answered] }) => {
      if (event.Failed) reject(new Error(JSON.stringify(event.Failed)));
      else if (event === answer || event[answer]) resolve([event, ...answered]);
    };
    worker.postMessage([JOB, request, ...buffers, ...shared], buffers);
  });
}

export function begin(worker, program) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => { if (data === 'Ready') resolve(); };
    worker.postMessage(program);
  });
}

/** Returns a function that maps a key in the file list of index.html to the address of the file. */
export async function assets() {
  const site = await (await fetch('/')).text();
  const paths = JSON.parse(new DOMParser().parseFromString(site, 'text/html').querySelector('#assets').textContent);
  return (name) => new URL(paths[name], new URL('/', location.href)).href;
}

/** Returns a function that starts a worker without an encoder, and waits until the worker is ready. */
export async function workers() {
  const address = await assets();
  const module = await WebAssembly.compileStreaming(fetch(address('worker-wasm')));
  return async () => {
    const worker = new Worker(address('worker-loader'), { type: 'module' });
    await begin(worker, { module, script: address('worker') });
    return worker;
  };
}
