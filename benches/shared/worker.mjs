// Talks to the workers of the site, in the words of crates/protocol/src/lib.rs. Runs in a page.

/** Sends a request and gives the buffers of the answer of that name. */
export async function ask(worker, request, buffers, answer) {
  const [, ...answered] = await hear(worker, request, buffers, answer);
  return answered;
}

/** The same, and before the buffers the answer itself. */
export function hear(worker, request, buffers, answer) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      const [event] = data;
      if (event.Failed) reject(new Error(JSON.stringify(event.Failed)));
      else if (event === answer || event[answer]) resolve(data);
    };
    worker.postMessage(request, buffers);
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
    await ask(worker, { module, script: address('worker') }, [], 'Ready');
    return worker;
  };
}
