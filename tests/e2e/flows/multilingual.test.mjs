// The multilingual encoder: its download in parts, which can be interrupted, and pools in other languages.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { after, before } from 'node:test';

import { tinyEncoder } from '../support/encoder.mjs';
import { SMALL_CSV, checkIn, nativeRows, write } from '../support/page.mjs';
import { PAGE, choose, launch, picks, select, set, until, waitForSaved } from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('multilingual', () => browser);

const encoderInUse = (page) => page.innerText('#encoder-in-use');
const waitForEncoder = (page, name) =>
  until(page, (name) => document.querySelector('#encoder-in-use')?.textContent === name, name);

const isList = (url) => /\/multilingual-e5-small\/download(-[0-9a-f]{16})?\.json$/.test(url.pathname);

/** Cuts files into parts like `cargo xtask`. Returns the list, and the content of the parts by name. */
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

check('interrupted download continues, and the parts stay in the browser', async ({ page, context }) => {
  const { onnx, tokenizer } = tinyEncoder();
  const config = Buffer.from(JSON.stringify({ name: 'tiny-multilingual', prefix: 'query: ' }));
  const { list, contents } = cut([Buffer.from(onnx), Buffer.from(tokenizer), config], Math.ceil(onnx.length / 3));
  const asked = [];
  let fails = (count) => count === 3;
  let altered = false;
  await context.route(isList, (route) => route.fulfill({ json: list }));
  await context.route((url) => url.pathname.endsWith('.part'), (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    asked.push(name);
    if (fails(asked.length)) return route.abort();
    const content = Buffer.from(contents.get(name));
    if (altered) content[0] ^= 1;
    return route.fulfill({ body: content, contentType: 'application/octet-stream' });
  });
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
  await page.reload();
  await waitForEncoder(page, 'tiny-multilingual');
  await set(page, 'budget', 5);
  await select(page);
  assert.equal((await picks(page)).length, 5);
  assert.deepEqual(asked, [], 'the stored parts are used');

  await page.click('#use-built-in');
  await waitForEncoder(page, 'all-MiniLM-L6-v2');
  await page.click('#use-multilingual');
  await waitForEncoder(page, 'tiny-multilingual');
  assert.deepEqual(asked, [], 'the stored parts are used again');
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

/** The name and the file of a pool of all combinations. */
const pool = (name, begins, ends) =>
  [name, write(`${name}.csv`, `text\n${begins.flatMap((begin) => ends.map((end) => `${begin}${end}\n`)).join('')}`)];

const POOLS = [
  pool('german', ['Wo finde ich', 'Warum sehe ich nicht', 'Wie ändere ich', 'Bitte löschen Sie', 'Ich habe vergessen:', 'Was kostet'],
    [' die neue Karte', ' meine letzte Rechnung', ' das Passwort für das Konto', ' den Termin am Montag', ' die Lieferung nach Wien', ' den Vertrag']),
  pool('hindi', ['मुझे बताइए कहाँ है', 'मैं कैसे बदलूँ', 'कृपया हटा दीजिए', 'मैं भूल गया', 'कितना खर्च होगा', 'क्यों नहीं दिख रहा'],
    [' नया कार्ड', ' पिछला बिल', ' खाते का पासवर्ड', ' सोमवार की मुलाकात', ' दिल्ली की डिलीवरी', ' मेरा अनुबंध']),
  pool('chinese', ['请问在哪里可以找到', '怎么修改', '请删除', '我忘记了', '多少钱', '为什么看不到'],
    ['新的银行卡', '上个月的账单', '账户的密码', '星期一的预约', '寄到北京的快递', '我的合同']),
];

/** Whether the site has the multilingual encoder. */
async function isOnSite() {
  const html = await (await fetch(PAGE)).text();
  const path = html.match(/"multilingual":\s*"([^"]+)"/)[1];
  const list = await (await fetch(new URL(path, PAGE))).json();
  return list.length > 0;
}

for (const [language, file] of POOLS) {
  check(`${language} pool gets the picks of the native program`, async ({ page }) => {
    if (!await isOnSite()) {
      console.log('skipped: the site is without the multilingual encoder; `cargo xtask model --multilingual` makes it');
      return;
    }
    await choose(page, file);
    await page.click('#use-multilingual');
    await waitForEncoder(page, 'multilingual-e5-small');
    await set(page, 'budget', 6);
    await select(page);
    assert.deepEqual(await picks(page), (await nativeRows(file, 'text', 6, '--model', 'multilingual')).rows);
  });
}
