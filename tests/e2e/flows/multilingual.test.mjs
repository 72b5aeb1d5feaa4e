// The multilingual encoder: the download in parts, which can be interrupted, and pools in other languages.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before } from 'node:test';

import { tinyEncoder } from '../support/encoder.mjs';
import { NOT_ON_SITE, isOnSite, waitForEncoder } from '../support/multilingual.mjs';
import { SMALL_CSV, checkIn, nativeRows, scratch, write } from '../support/page.mjs';
import { choose, launch, picks, select, set, waitForSaved } from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('multilingual', () => browser);

const encoderInUse = (page) => page.innerText('#encoder-in-use');

const isList = (url) => /\/multilingual-e5-small\/download(-[0-9a-f]{16})?\.json$/.test(url.pathname);

/**
 * Cuts files into parts like `cargo xtask`.
 * Returns the list of the parts, and a map from the name of a part to its content.
 */
function cut(files, size) {
  const contents = new Map();
  const list = files.map((file) => {
    const parts = [];
    for (let begin = 0; begin < file.length; begin += size) {
      const part = file.subarray(begin, begin + size);
      const sha256 = createHash('sha256').update(part).digest('hex');
      const path = `${sha256.slice(0, 16)}.part`;
      contents.set(path, part);
      parts.push({ path, bytes: part.length, sha256 });
    }
    return { bytes: file.length, parts };
  });
  return { list, contents };
}

function tinyFiles(options) {
  const { onnx, tokenizer } = tinyEncoder(options);
  const config = Buffer.from(JSON.stringify({ name: 'tiny-multilingual', prefix: 'query: ' }));
  return [Buffer.from(onnx), Buffer.from(tokenizer), config];
}

/**
 * Responds to requests for the parts of the multilingual encoder with the parts of the files `files`.
 * Adds the name of each requested part to `asked`.
 * `content` returns the content of a part for the response, or null for no response.
 */
async function serve(context, files, { asked = [], content = (part) => part } = {}) {
  const { list, contents } = cut(files, Math.ceil(files[0].length / 3));
  await context.route(isList, (route) => route.fulfill({ json: list }));
  await context.route((url) => url.pathname.endsWith('.part'), (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    asked.push(name);
    const body = content(contents.get(name));
    return body === null ? route.abort() : route.fulfill({ body, contentType: 'application/octet-stream' });
  });
  return contents;
}

check('interrupted download continues, and the parts stay in the browser', async ({ page, context }) => {
  const asked = [];
  let fails = (count) => count === 3;
  let altered = false;
  const content = (part) => {
    if (fails(asked.length)) return null;
    const copy = Buffer.from(part);
    if (altered) copy[0] ^= 1;
    return copy;
  };
  const files = tinyFiles();
  const contents = await serve(context, files, { asked, content });
  await choose(page, SMALL_CSV);
  assert.match(await page.innerText('#multilingual'), /about 100 languages.*81\.7\sMB/s);
  await page.click('#use-multilingual');
  await page.waitForSelector('#multilingual[role="alert"]');
  assert.match(await page.innerText('#multilingual'), /no answer.*The downloaded part is kept/s);
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2');
  assert.equal(asked.length, 3);

  fails = () => false;
  altered = true;
  await page.click('#use-multilingual');
  await page.getByText(/other content/).waitFor();
  altered = false;
  const arrived = asked.slice(0, 2);
  const missing = asked[2];
  asked.length = 0;
  await page.click('#use-multilingual');
  await waitForEncoder(page, 'tiny-multilingual');
  assert.equal(asked[0], missing);
  assert.ok(arrived.every((name) => !asked.includes(name)), 'parts that had arrived are not requested again');
  assert.equal(asked.length, contents.size - arrived.length);
  assert.equal(await page.locator('#multilingual').count(), 0, 'the offer has gone');
  assert.match(await page.innerText('#given'), /tiny-multilingual/);

  asked.length = 0;
  await waitForSaved(page);
  await page.addInitScript(() => {
    globalThis.sharedSizes = [];
    globalThis.SharedArrayBuffer = class extends SharedArrayBuffer {
      constructor(size) {
        super(size);
        globalThis.sharedSizes.push(size);
      }
    };
  });
  await page.reload();
  await waitForEncoder(page, 'tiny-multilingual');
  await set(page, 'budget', 5);
  await select(page);
  assert.equal((await picks(page)).length, 5);
  const shared = await page.evaluate(() => globalThis.sharedSizes);
  assert.ok(shared.length > 0 && shared.every((size) => size === files[0].length), `the workers share the ONNX file: ${shared}`);
  assert.deepEqual(asked, [], 'the stored parts are used');

  await page.click('#use-built-in');
  await waitForEncoder(page, 'all-MiniLM-L6-v2');
  await page.click('#use-multilingual');
  await waitForEncoder(page, 'tiny-multilingual');
  assert.deepEqual(asked, [], 'the stored parts are used again');
});

check('stored encoder is listed with its size and can be deleted', async ({ page, context }) => {
  const asked = [];
  const files = tinyFiles();
  const contents = await serve(context, files, { asked });
  const bytes = files.reduce((sum, file) => sum + file.length, 0);
  const size = `${Math.max(bytes / 1e6, 0.1).toFixed(1)}\\sMB`;
  const isStored = () => page.evaluate(() => caches.has('fastgas-multilingual-encoder'));
  await choose(page, SMALL_CSV);
  assert.equal(await page.locator('#stored-multilingual').count(), 0, 'nothing is stored');
  await page.click('#use-multilingual');
  await waitForEncoder(page, 'tiny-multilingual');
  assert.equal(await page.locator('#stored-multilingual').count(), 0, 'the encoder is in use');
  await set(page, 'budget', 5);
  await select(page);
  const before = await picks(page);
  await page.click('#use-built-in');
  await waitForEncoder(page, 'all-MiniLM-L6-v2');
  await page.waitForSelector('#stored-multilingual');
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('#stored-multilingual');
  assert.match(await page.innerText('#stored-multilingual'), new RegExp(`Multilingual encoder stored in this browser:\\s+${size}`));

  await page.click('#delete-multilingual');
  assert.match(await page.innerText('#question'), new RegExp(`${size}.*downloads it again`, 's'));
  await page.click('#answer-no');
  assert.equal(await page.locator('#stored-multilingual').count(), 1);
  assert.ok(await isStored());
  await page.click('#delete-multilingual');
  await page.click('#answer-yes');
  await page.waitForSelector('#stored-multilingual', { state: 'detached' });
  assert.ok(!await isStored(), 'the parts are no longer in the browser');
  assert.deepEqual(await picks(page), before, 'the picks stay');

  asked.length = 0;
  await page.click('#use-multilingual');
  await waitForEncoder(page, 'tiny-multilingual');
  assert.equal(asked.length, contents.size, 'all parts are downloaded again');
});

check('dialog of another encoder offers the multilingual one', async ({ page, context }) => {
  await context.route(isList, (route) => route.fulfill({ json: [] }));
  await choose(page, SMALL_CSV);
  await page.click('#bring');
  await page.waitForSelector('#bring-dialog[open]');
  await page.click('#bring-multilingual');
  await page.waitForSelector('#bring-dialog', { state: 'hidden' });
  await page.waitForSelector('#multilingual[role="alert"]');
  assert.match(await page.innerText('#multilingual'), /this site does not have it/);
});

check('site without the multilingual encoder says so', async ({ page, context }) => {
  await context.route(isList, (route) => route.fulfill({ json: [] }));
  await choose(page, SMALL_CSV);
  await page.click('#use-multilingual');
  await page.waitForSelector('#multilingual[role="alert"]');
  assert.match(await page.innerText('#multilingual'), /this site does not have it.*Use another encoder/s);
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2');
});

/** The texts combine all beginnings with all ends. `language` is the English name of the language. */
function pool(language, begins, ends) {
  const texts = begins.flatMap((begin) => ends.map((end) => `${begin}${end}`));
  return { language, texts, file: write(`${language.toLowerCase()}.csv`, `text\n${texts.map((text) => `${text}\n`).join('')}`) };
}

const POOLS = [
  pool('German', ['Wo finde ich', 'Warum sehe ich nicht', 'Wie ändere ich', 'Bitte löschen Sie', 'Ich habe vergessen:', 'Was kostet'],
    [' die neue Karte', ' meine letzte Rechnung', ' das Passwort für das Konto', ' den Termin am Montag', ' die Lieferung nach Wien', ' den Vertrag', ' die Reise nach Italien']),
  pool('Hindi', ['मुझे बताइए कहाँ है', 'मैं कैसे बदलूँ', 'कृपया हटा दीजिए', 'मैं भूल गया', 'कितना खर्च होगा', 'क्यों नहीं दिख रहा'],
    [' नया कार्ड', ' पिछला बिल', ' खाते का पासवर्ड', ' सोमवार की मुलाकात', ' दिल्ली की डिलीवरी', ' मेरा अनुबंध', ' मुंबई की यात्रा']),
  pool('Chinese', ['请问在哪里可以找到', '怎么修改', '请删除', '我忘记了', '多少钱', '为什么看不到'],
    ['新的银行卡', '上个月的账单', '账户的密码', '星期一的预约', '寄到北京的快递', '我的合同', '去上海的旅行']),
];

/** Checks that the page reports the language of the pool and offers the encoder, and accepts the offer by one click. */
async function useOffered(page, { language, texts, file }, name) {
  await choose(page, file);
  await page.waitForSelector('#encoder #foreign');
  const said = await page.innerText('#encoder #foreign');
  const [, count] = said.match(new RegExp(`^(\\d+) of ${texts.length} texts are not in English: ${language}\\b.*use the multilingual encoder`, 's')) ?? [];
  // The language of a short text may be unknown.
  assert.ok(Number(count) >= 0.8 * texts.length, said);
  await page.click('#use-multilingual');
  await waitForEncoder(page, name);
  assert.equal(await page.locator('#foreign, #multilingual').count(), 0, 'nothing more is proposed');
  await set(page, 'budget', 6);
  await select(page);
}

for (const each of POOLS) {
  // The tiny encoder knows the characters of the pool, so different texts have different vectors.
  check(`${each.language} pool is recognized and gets the native program's picks, with a tiny encoder`, async ({ page, context }) => {
    const files = tinyFiles({ characters: each.texts.join('').toLowerCase() });
    await serve(context, files);
    const folder = mkdtempSync(join(scratch, 'tiny-multilingual-'));
    ['model.onnx', 'tokenizer.json', 'config.json'].forEach((name, index) => writeFileSync(join(folder, name), files[index]));
    await useOffered(page, each, 'tiny-multilingual');
    const native = await nativeRows(each.file, 'text', 6, '--model', folder);
    assert.equal(native.rows.length, 6);
    assert.deepEqual(await picks(page), native.rows);
  });
}

for (const each of POOLS) {
  check(`${each.language} pool gets the picks of the native program`, async ({ page }, t) => {
    if (!await isOnSite()) {
      t.skip(NOT_ON_SITE);
      return;
    }
    await useOffered(page, each, 'multilingual-e5-small');
    assert.deepEqual(await picks(page), (await nativeRows(each.file, 'text', 6, '--model', 'multilingual')).rows);
  });
}
