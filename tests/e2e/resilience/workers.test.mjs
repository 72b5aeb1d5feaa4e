// Messages between the page and its workers. Data that grows with the pool is sent as transferred buffers, not copied.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { LONG, choose, download, folder, labelOne, launch, select, set, visit } from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/**
 * Records the size of each message between the page and its workers, apart from the sizes of its buffers.
 * Also records the number of bytes that were copied instead of transferred.
 */
const WEIGH = () => {
  window.crossed = [];
  const weigh = (value, into) => {
    if (value instanceof ArrayBuffer) into.buffers.push(value);
    else if (ArrayBuffer.isView(value)) into.views += value.byteLength;
    else if (typeof value === 'string') into.plain += value.length;
    else if (value instanceof Blob) into.plain += 1;
    else if (value && typeof value === 'object') for (const element of Object.values(value)) weigh(element, into);
    else into.plain += 8;
    return into;
  };
  const weighed = (value) => weigh(value, { plain: 0, views: 0, buffers: [] });
  const sum = (buffers) => buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const { plain, views, buffers } = weighed(message);
    const bytes = sum(buffers);
    post.call(this, message, ...rest);
    window.crossed.push({ to: 'worker', plain, views, bytes, copied: sum(buffers) });
  };
  window.Worker = class extends Worker {
    constructor(...originalArguments) {
      super(...originalArguments);
      this.addEventListener('message', ({ data }) => {
        const { plain, views, buffers } = weighed(data);
        window.crossed.push({ to: 'page', plain, views, bytes: sum(buffers), copied: 0 });
      });
    }
  };
};

const TOPICS = ['How do I replace the card that I lost', 'A recipe for soup with lentils', 'The probe sent pictures of Saturn'];

async function session(n) {
  const path = join(folder('e2e'), `workers-${n}.csv`);
  writeFileSync(path, ['text,topic', ...Array.from({ length: n }, (_, row) => `"${TOPICS[row % 3]}, ${row}",${row % 3}`)].join('\n'));
  let messages;
  await visit(browser, `workers ${n}`, async ({ page }) => {
    await choose(page, [path]);
    await set(page, 'budget', 6);
    await select(page);
    await labelOne(page, 'money');
    await page.keyboard.press('*');
    await download(page, '#back-up');
    messages = await page.evaluate(() => window.crossed);
  }, { initScript: WEIGH });
  return messages;
}

test('workers: data that grows with the pool is transferred as buffers', { timeout: LONG }, async () => {
  // Both pools have more texts than one message to a worker contains.
  // Texts to embed are sent as strings, whose size is bounded by the maximum number of tokens per message.
  const [small, large] = [await session(800), await session(2400)];
  for (const messages of [small, large]) {
    assert.ok(['worker', 'page'].every((to) => messages.some((message) => message.to === to)));
    assert.deepEqual(messages.filter(({ copied }) => copied > 0), [], 'buffers that were copied');
    assert.deepEqual(messages.filter(({ views }) => views > 0), [], 'views, which are copied with their whole buffer');
  }
  const largest = (messages, property) => Math.max(...messages.map((message) => message[property]));
  assert.ok(largest(large, 'bytes') >= 2400 * 384 * 4, 'the embeddings are sent as a buffer');
  assert.ok(largest(large, 'plain') <= 1.5 * largest(small, 'plain') + 256, `${largest(small, 'plain')} to ${largest(large, 'plain')} characters for three times as many texts`);
});
