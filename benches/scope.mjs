// Loads the script of a benchmarked encoder, either into a page or into a worker of the page.

/**
 * Imports the script into the page and returns the page.
 * Functions that run with the page's method `evaluate` can use the global variables of the script.
 */
export async function inPage(page, script) {
  await page.evaluate(async (script) => { await import(script); }, script);
  return page;
}

/**
 * Starts `script` as a worker of the page, waits for the first message of the worker, and returns the worker.
 * Functions that run with the worker's method `evaluate` can use the global variables of the script.
 */
export async function inWorker(page, script) {
  const start = (script) => new Promise((resolve, reject) => {
    const worker = new Worker(script, { type: 'module' });
    worker.onmessage = () => resolve();
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  const [worker] = await Promise.all([page.waitForEvent('worker'), page.evaluate(start, script)]);
  return worker;
}
