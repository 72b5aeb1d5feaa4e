// Labels 50 texts of one pool with the keyboard in the page, in a separate Chromium.
// Prints the times from each key press until the next frame and until the next text is painted, as one line of JSON.
//
//     node page.mjs POOL.csv EMBEDDINGS.npy

import { addLabels, launch, openPage, set, waitForRun, waitForSaved } from '../../tests/e2e/support/tools.mjs';
import { show } from '../../tests/e2e/support/views.mjs';

const N_PICKS = 100;
const N_KEYS = 50;
/** Number of unmeasured key presses at the start, because the first key presses also load and compile code. */
const N_WARM_UP = 5;

/**
 * Runs in the page.
 * Adds an entry to `window.keyTimes` for each key press, in milliseconds since the browser received the key press.
 * An entry contains the time until the next frame is painted, and the time until the next text is painted.
 */
function recordKeys() {
  window.keyTimes = [];
  /**
   * Calls `then` after the next frame is painted.
   * `requestAnimationFrame` calls back before the paint, but a message that the callback sends arrives after the paint.
   */
  const afterPaint = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  });
  let latest;
  window.addEventListener('keydown', ({ timeStamp }) => {
    const times = { frame_ms: null, text_ms: null };
    latest = { timeStamp, times };
    window.keyTimes.push(times);
    afterPaint((now) => { times.frame_ms = now - timeStamp; });
  }, { capture: true });
  new MutationObserver(() => {
    const { timeStamp, times } = latest;
    afterPaint((now) => { times.text_ms ??= now - timeStamp; });
  }).observe(document.querySelector('#current-text'), { attributeFilter: ['data-row'] });
}

const [pool, embeddings] = process.argv.slice(2);
const browser = await launch();
const { page, foreign, problems } = await openPage(browser);
await page.setInputFiles('#file', [pool, embeddings]);
await page.waitForSelector('#given-embeddings', { timeout: 300_000 });
await set(page, 'budget', N_PICKS);
await page.click('#select');
await waitForRun(page);
await show(page, 'label');
await addLabels(page, 'first', 'second');
await waitForSaved(page);
await page.evaluate(recordKeys);
for (let n = 0; n < N_WARM_UP + N_KEYS; n += 1) {
  await page.keyboard.press(n % 2 === 0 ? '1' : '2');
  await page.waitForFunction((n) => {
    const times = window.keyTimes[n];
    return times && times.frame_ms !== null && times.text_ms !== null;
  }, n);
  await waitForSaved(page);
}
const times = (await page.evaluate(() => window.keyTimes)).slice(N_WARM_UP);
if (times.length !== N_KEYS) throw new Error(`${times.length} key presses were measured instead of ${N_KEYS}`);
const labeled = Number(await page.getAttribute('#labeled-count', 'data-labeled'));
if (labeled !== N_WARM_UP + N_KEYS) throw new Error(`${labeled} texts are labeled instead of ${N_WARM_UP + N_KEYS}`);
if (foreign.length > 0 || problems.length > 0) throw new Error(`${foreign} ${problems}`);
console.log(JSON.stringify({
  chromium: browser.version(),
  frame_ms: times.map(({ frame_ms }) => frame_ms),
  text_ms: times.map(({ text_ms }) => text_ms),
}));
await browser.close();
