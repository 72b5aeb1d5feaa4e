// Talks to the workers of the site, in the words of src/protocol.rs. Runs in a page.

/** Sends a request and gives the buffers of the answer of that name. */
export function ask(worker, request, buffers, answer) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data: [event, ...answered] }) => {
      if (event.Failed) reject(new Error(JSON.stringify(event.Failed)));
      else if (event === answer || event[answer]) resolve(answered);
    };
    worker.postMessage(request, buffers);
  });
}
