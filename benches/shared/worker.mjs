// Talks to the workers of the site by the protocol of crates/protocol/src/lib.rs. Runs in a page.

/** The job of all requests: each worker has only one job. */
const JOB = 1;

/** Sends a request and its buffers. Gives the buffers of the answer of that name. */
export async function ask(worker, request, buffers, answer) {
  const [, ...answered] = await hear(worker, request, buffers, answer);
  return answered;
}

/** Like `ask`, and gives the answer itself before its buffers. */
export function hear(worker, request, buffers, answer) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data: [, event, ...answered] }) => {
      if (event.Failed) reject(new Error(JSON.stringify(event.Failed)));
      else if (event === answer || event[answer]) resolve([event, ...answered]);
    };
    worker.postMessage([JOB, request, ...buffers], buffers);
  });
}

/** Starts a worker: gives it its program, and waits until it listens. */
export function begin(worker, program) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => { if (data === 'Ready') resolve(); };
    worker.postMessage(program);
  });
}

/** Gives what starts one more of the site's workers that need no model. */
export async function workers() {
  const site = await (await fetch('/')).text();
  const assets = JSON.parse(new DOMParser().parseFromString(site, 'text/html').querySelector('#assets').textContent);
  const address = (name) => new URL(assets[name], new URL('/', location.href)).href;
  const module = await WebAssembly.compileStreaming(fetch(address('worker-wasm')));
  return async () => {
    const worker = new Worker(address('worker-loader'), { type: 'module' });
    await begin(worker, { module, script: address('worker') });
    return worker;
  };
}
