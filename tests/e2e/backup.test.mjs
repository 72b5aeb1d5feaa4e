// A project as one file: with it goes everything, embeddings included, so that nobody waits for them twice.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { npy } from './embeddings.mjs';
import {
  LONG, archiveOf, choose, download, drop, dropEmbeddings, filesIn, folder, labelOne, launch, openPage, parseCsv, picks, select,
  set, visit,
} from './tools.mjs';

const scratch = folder('e2e');
const N = 40;
const TEXTS = Array.from({ length: N }, (_, n) => `${['A lost card', 'A recipe', '“Naïve”, said she —\nthe probe', '=garden()'][n % 4]} ${n}`);
const CSV = join(scratch, 'kept.csv');
writeFileSync(CSV, ['id,text', ...TEXTS.map((text, n) => `${n},"${text}"`)].join('\n'));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = (name, body, options) =>
  test(`backup: ${name}`, { timeout: LONG }, () => visit(browser, `backup ${name}`, body, options));

function keep(name, bytes) {
  const path = join(scratch, name);
  writeFileSync(path, bytes);
  return path;
}

async function begin(page, { embeddings } = {}) {
  await choose(page, CSV);
  if (embeddings) await dropEmbeddings(page, embeddings);
  await set(page, 'budget', 4);
  await select(page);
  await labelOne(page, 'yes');
}

/** Takes down what the workers are asked for. */
const LISTEN = `
  window.asked = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (Array.isArray(message)) window.asked.push(...Object.keys(message[0]));
    return post.call(this, message, ...rest);
  };`;

/** Somebody else's browser, which has seen nothing of this. */
async function elsewhere(body) {
  const { context, page, problems } = await openPage(browser, { initScript: LISTEN });
  try {
    await body(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

const message = async (page) => {
  await page.waitForSelector('#message');
  return page.innerText('#message');
};

/** The picks of other settings, for which all but the embeddings is done anew. */
async function again(page) {
  await set(page, 'seed', 7);
  await select(page);
  return picks(page);
}

const asked = (page) => page.evaluate(() => window.asked);

check('the model’s embeddings are in it, and are not made again where it is opened', async ({ page }) => {
  await begin(page);
  const rows = await picks(page);
  // Nothing is at hand after a reload: they come from the cache.
  await page.reload();
  await page.waitForSelector('#labeled-count');
  const file = await download(page, '#back-up');
  const files = filesIn(file.bytes);
  assert.deepEqual(Object.keys(files), ['project.json', 'texts.csv', 'map.json', 'embeddings.npy']);
  assert.deepEqual(parseCsv(files['texts.csv'].toString()).slice(1).map(([, text]) => text), TEXTS);
  assert.match(files['embeddings.npy'].toString('latin1', 0, 128), /'<f4', 'fortran_order': False, 'shape': \(40, 384\)/);
  assert.equal(files['embeddings.npy'].length, 128 + N * 384 * 4);
  const there = await again(page);

  await elsewhere(async (other) => {
    await drop(other, keep('kept.fastgas', file.bytes));
    await other.waitForSelector('#labeled-count');
    assert.deepEqual(await picks(other), rows);
    assert.equal(await other.getAttribute('#cache', 'data-texts'), String(N));
    assert.deepEqual(await again(other), there, 'the same picks from the same embeddings');
    const requests = await asked(other);
    assert.ok(requests.includes('Select') && !requests.includes('Embed'), requests.join());
    // The same bytes, but for when it was written and what was selected since.
    const back = filesIn((await download(other, '#back-up')).bytes);
    for (const name of ['texts.csv', 'embeddings.npy']) assert.ok(back[name].equals(files[name]), name);
  });
});

check('embeddings that were brought are in it, and no model is asked for', async ({ page }) => {
  await begin(page, { embeddings: npy(N, 3) });
  const file = await download(page, '#back-up');
  const there = await again(page);
  await elsewhere(async (other) => {
    const models = [];
    other.on('request', (request) => { if (/\.onnx/.test(request.url())) models.push(request.url()); });
    await drop(other, keep('brought.fastgas', file.bytes));
    await other.waitForSelector('#labeled-count');
    await other.waitForSelector('#given-embeddings');
    assert.deepEqual(await again(other), there);
    // They are kept there too.
    await other.reload();
    await other.waitForSelector('#labeled-count');
    assert.deepEqual(await again(other), there);
    assert.deepEqual(models, []);
  });
  // Somebody changed them: they are not those of the picks any more, and not taken for them.
  const files = filesIn(file.bytes);
  await elsewhere(async (other) => {
    await drop(other, keep('changed.fastgas', archiveOf({ ...files, 'embeddings.npy': npy(N, 2) })));
    await other.waitForSelector('#labeled-count');
    assert.equal(await other.locator('#given-embeddings').count(), 0);
  });
});

check('without them where the cache was emptied, which is said', async ({ page }) => {
  await begin(page);
  await page.evaluate(() => { document.querySelector('#empty-cache').closest('details')?.setAttribute('open', ''); });
  await page.click('#empty-cache');
  await page.click('#answer-yes');
  await page.waitForSelector('#empty-cache', { state: 'detached' });
  const file = await download(page, '#back-up');
  assert.deepEqual(Object.keys(filesIn(file.bytes)), ['project.json', 'texts.csv', 'map.json']);
  assert.match(await message(page), /kept\.fastgas is without embeddings/);
});

check('what is no project, cut off, compressed or of another table is refused, and the project stays', async ({ page }) => {
  await begin(page, { embeddings: npy(N, 3) });
  const rows = await picks(page);
  const { bytes } = await download(page, '#back-up');
  const files = filesIn(bytes);
  // A thousand million letters in a megabyte.
  const zeros = deflateRawSync(Buffer.alloc(1 << 24, 0x5b), { level: 9 });
  const bomb = archiveOf({ ...files, 'project.json': zeros });
  for (const [signature, at] of [['PK\x03\x04', 8], ['PK\x01\x02', 10]]) bomb.writeUInt16LE(8, bomb.indexOf(signature, 0, 'latin1') + at);
  const wrong = {
    'cut.fastgas': [bytes.subarray(0, -40), /holds no project/],
    'bomb.fastgas': [bomb, /project\.json is compressed/],
    'short.fastgas': [archiveOf({ ...files, 'texts.csv': '"id","text"\n"1","a"\n' }), /not as many as its texts/],
    'none.fastgas': [archiveOf({ 'map.json': '{}' }), /there is no project\.json in it/],
    'rows.fastgas': [archiveOf({ ...files, 'embeddings.npy': npy(N + 1, 3) }), /41 rows/],
  };
  for (const [name, [content, said]] of Object.entries(wrong)) {
    await drop(page, keep(name, content));
    assert.match(await message(page), said, name);
    await page.click('#dismiss');
    assert.deepEqual(await picks(page), rows);
  }
});
