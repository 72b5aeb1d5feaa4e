// Importing files of every kind into the page, in a real Chromium.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { longestTask } from '../../../benches/tasks.mjs';
import { npy } from '../support/embeddings.mjs';
import { changeRecord } from '../support/indexed-db.mjs';
import { scratch, write } from '../support/page.mjs';
import {
  LONG, addLabels, download, dropEmbeddings, dropFiles, launch, parseCsv, picks, projectDatabase, select, selectNatively, set,
  visit, waitForSaved,
} from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser?.close(); });

/** Adds a test with its own page. The test fails if a request leaves the origin or a script throws. */
function check(name, body, options) {
  test(`import: ${name}`, { timeout: LONG }, () => visit(browser, `import ${name}`, body, options));
}

/** Encodes a text by decoding all sequences of one or two bytes, because Node itself encodes only few encodings. */
function encode(text, encoding) {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map();
  for (let lead = 0; lead < 256; lead += 1) {
    for (let trail = 0x40; trail < 256; trail += 1) {
      const letters = decoder.decode(Uint8Array.of(lead, trail));
      if ([...letters].length === 1 && !bytes.has(letters)) bytes.set(letters, [lead, trail]);
    }
    const letter = decoder.decode(Uint8Array.of(lead));
    if (letter !== '\ufffd') bytes.set(letter, [lead]);
  }
  // Node decodes windows-1252 as latin1.
  if (encoding === 'windows-1252') for (const [letter, byte] of [['–', 0x96], ['“', 0x93], ['”', 0x94]]) bytes.set(letter, [byte]);
  return Buffer.from([...text].flatMap((letter) => bytes.get(letter) ?? assert.fail(`${letter} in ${encoding}`)));
}

/**
 * Peak memory in bytes of the largest renderer process; 0 if the system has no `/proc`.
 * A page and its workers share a renderer process.
 */
async function rendererPeak(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peakOf = ({ id }) => {
    try {
      return Number(readFileSync(`/proc/${id}/status`, 'utf8').match(/^VmHWM:\s+(\d+) kB$/m)?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  };
  return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(peakOf));
}

const ROWS = Array.from({ length: 24 }, (_, n) => [`${n}`, [
  `How do I unblock the card that I lost ${n} days ago?`,
  `A recipe for soup with lentils, for ${n} people`,
  `The probe sent ${n} pictures of Saturn to Earth`,
][n % 3], ['bank', 'food', 'space'][n % 3]]);
const quote = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const tableLines = (line) => ROWS.map((row) => `${line(row)}\n`).join('');
const POOL = write('import.csv', `id,text,topic\n${tableLines((row) => row.map(quote).join(','))}`);

const choose = (page, file) => page.setInputFiles('#file', file);
const waitForFound = (page) => page.waitForSelector('#found');
const waitForDialog = (page) => page.waitForSelector('#import-dialog[open] #open-import:enabled');
const waitForClosed = (page) => page.waitForSelector('#import-dialog:not([open])', { state: 'attached' });
const foundText = (page) => page.innerText('#found > span');
const problemText = (page) => page.innerText('#import-problem');
const cells = (page, selector) => page.$$eval(`${selector} tbody tr`, (rows) =>
  rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
const columns = (page) => page.$$eval('#text-column option', (options) => options.map((option) => option.textContent.trim()));
const textColumn = (page) => page.$eval('#text-column', (select) => select.selectedOptions[0].textContent.trim());

const waitForPreview = (page) => page.waitForSelector('.import-look[aria-busy=false]', { state: 'attached' });

/** Chooses an option in a drop-down by typing the first letters of the option. */
async function chooseByKeys(page, id, letters) {
  await page.focus(`#${id}`);
  await page.keyboard.type(letters);
  await page.keyboard.press('Tab');
  await waitForPreview(page);
}

check('same texts as CSV, TSV, JSON, JSON lines and plain text give the same picks', async ({ page }) => {
  const files = [
    [POOL, /^Read as CSV, cells separated by commas, UTF-8\.$/, ['id', 'text', 'topic']],
    [write('import.tsv', `id\ttext\n${tableLines(([id, text]) => `${id}\t${text}`)}`), /^Read as TSV, cells separated by tabs/, ['id', 'text']],
    [write('import.jsonl', tableLines(([id, text, topic]) => JSON.stringify({ text, id: Number(id), topic }))), /^Read as JSON, UTF-8/, ['text', 'id', 'topic']],
    [write('import.json', JSON.stringify(ROWS.map(([id, text, topic]) => ({ text, id: Number(id), topic })), null, 2)), /^Read as JSON, UTF-8/, ['text', 'id', 'topic']],
    [write('excel.csv', `sep=;\r\nid;text;topic\r\n${tableLines((row) => row.join(';'))}`), /^Read as CSV, cells separated by semicolons, UTF-8/, ['id', 'text', 'topic']],
    [write('import.txt', tableLines(([, text]) => text)), /^Read as plain lines, UTF-8/, ['text']],
    [write('import-utf16.csv', Buffer.from(`\ufeffid;text\n${tableLines(([id, text]) => `${id};${text}`)}`, 'utf16le')), /semicolons, UTF-16LE/, ['id', 'text']],
  ];
  const { records } = await selectNatively(POOL, join(scratch, 'import-picks.csv'), '--text', 'text', '--budget', 5);
  const expectedRows = records.slice(1).map((record) => Number(record[1]));
  for (const [file, pattern, names] of files) {
    // Each file becomes a separate project, because an open project would not add the same texts again.
    if (file !== files[0][0]) await page.click('#new-project');
    await page.waitForSelector('#file', { state: 'attached' });
    await choose(page, file);
    await page.waitForFunction((words) => new RegExp(words).test(document.querySelector('#found > span')?.innerText ?? ''), pattern.source);
    assert.deepEqual([await columns(page), await textColumn(page)], [names, 'text'], file);
    await set(page, 'budget', 5);
    await select(page);
    assert.deepEqual(await picks(page), expectedRows, file);
  }
});

check('guessed encoding is shown with sample rows and can be corrected by key', async ({ page }) => {
  const german = 'id,text\n1,plain words\n2,Grüße aus Köln\n3,schöne Straße – “naïve”\n';
  const windows = write('import-1252.csv', encode(german, 'windows-1252'));
  await choose(page, windows);
  await waitForDialog(page);
  assert.match(await problemText(page), /does not state its encoding[^]*windows-1252/);
  assert.deepEqual((await cells(page, '.import-look')).map(([, text]) => text), ['Grüße aus Köln', 'schöne Straße – “naïve”']);
  await chooseByKeys(page, 'import-encoding', 'windows-1251');
  assert.deepEqual((await cells(page, '.import-look'))[0], ['2', 'GrьЯe aus Kцln'], 'the same bytes in another encoding');
  await chooseByKeys(page, 'import-encoding', 'windows-1252');
  await page.focus('#open-import');
  await page.keyboard.press('Enter');
  await waitForFound(page);
  assert.match(await foundText(page), /windows-1252/);
  assert.deepEqual((await cells(page, '.preview'))[1], ['2', 'Grüße aus Köln']);

  for (const [encoding, text] of [
    ['Shift_JIS', 'text\nカードを止めたいのですが、どうすればいいですか。\n東京の天気は晴れです\n'],
    ['gb18030', 'text\n我的银行卡丢了，应该怎么办？请尽快告诉我\n今天北京的天气很好\n'],
  ]) {
    await choose(page, write(`import-${encoding}.csv`, encode(text, encoding)));
    await waitForDialog(page);
    await page.click('#open-import');
    await waitForClosed(page);
    const shown = await cells(page, '.preview');
    assert.deepEqual(shown.map(([cell]) => cell), text.trim().split('\n').slice(1), encoding);
  }
});

check('blanks before quoted cells, comment lines and further encodings are read as chosen', async ({ page }) => {
  await choose(page, write('import-blanks.csv', 'id,text\n1, "small cat, red"\n2, "large dog, blue"\n'));
  await waitForDialog(page);
  await page.selectOption('#import-blanks', 'skip');
  await waitForPreview(page);
  assert.deepEqual(await cells(page, '.import-look'), [['1', 'small cat, red'], ['2', 'large dog, blue']]);
  await page.click('#open-import');
  await waitForFound(page);
  assert.deepEqual(await cells(page, '.preview'), [['1', 'small cat, red'], ['2', 'large dog, blue']]);

  await choose(page, write('import-prefix.csv', 'id,text\n1,small cat\nREM a remark\n2,large dog\n'));
  await waitForDialog(page);
  await page.fill('#import-comment-prefix', 'REM');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => /Comment lines left out: line 3/.test(document.querySelector('#import-remarks')?.innerText));
  await waitForPreview(page);
  await page.click('#open-import:enabled');
  await waitForClosed(page);
  await page.waitForFunction(() => document.querySelector('h1.file-name')?.textContent === 'import-prefix.csv');
  assert.deepEqual(await cells(page, '.preview'), [['1', 'small cat'], ['2', 'large dog']]);

  // In both code pages, the bytes 81, E1 and 94 are ü, ß and ö. The byte 9E differs.
  for (const [encoding, sign] of [['IBM437', '₧'], ['IBM850', '×']]) {
    const name = `import-${encoding}.csv`;
    await choose(page, write(name, Buffer.from('id,text\n1,Gr\x81\xe1e aus K\x94ln \x9e\n2,plain words\n', 'latin1')));
    await waitForDialog(page);
    await page.selectOption('#import-encoding', encoding);
    await page.waitForFunction((text) => document.querySelector('.import-look')?.innerText.includes(text), `Grüße aus Köln ${sign}`);
    await waitForPreview(page);
    await page.click('#open-import:enabled');
    await waitForClosed(page);
    await page.waitForFunction((name) => document.querySelector('h1.file-name')?.textContent === name, name);
    assert.match(await foundText(page), new RegExp(encoding));
    assert.deepEqual(await cells(page, '.preview'), [['1', `Grüße aus Köln ${sign}`], ['2', 'plain words']]);
  }

  // CESU-8 encodes 🦀 as two three-byte surrogates.
  const crab = Buffer.from('eda0beedb680', 'hex');
  await choose(page, write('import-cesu8.csv', Buffer.concat([Buffer.from('id,text\n1,Grüße '), crab, Buffer.from('\n2,plain words\n')])));
  await waitForDialog(page);
  assert.match(await problemText(page), /CESU-8/);
  await page.click('#open-import');
  await waitForClosed(page);
  await page.waitForFunction(() => document.querySelector('h1.file-name')?.textContent === 'import-cesu8.csv');
  assert.deepEqual(await cells(page, '.preview'), [['1', 'Grüße 🦀'], ['2', 'plain words']]);

  const letters = [...'\ufeffid,text\n1,東京 🦀\n2,plain words\n'];
  const utf32 = Buffer.alloc(4 * letters.length);
  letters.forEach((letter, at) => utf32.writeUInt32LE(letter.codePointAt(0), 4 * at));
  await choose(page, write('import-utf32.csv', utf32));
  await page.waitForFunction(() => document.querySelector('h1.file-name')?.textContent === 'import-utf32.csv');
  assert.match(await foundText(page), /UTF-32LE/);
  assert.deepEqual(await cells(page, '.preview'), [['1', '東京 🦀'], ['2', 'plain words']]);
});

check('rows of a different width are listed by line and rejected, left out or padded', async ({ page }) => {
  await choose(page, POOL);
  await waitForFound(page);
  const ragged = write('import-ragged.csv', 'id,text\n1,a\n\n2,"b\nb",c\n3,d\n4\n5,e\n');
  await choose(page, ragged);
  await waitForDialog(page);
  assert.match(await problemText(page), /the row on lines 4 to 5 has 3 cells, the header has 2, and there is 1 more such row: line 7/i);
  await page.click('#open-import');
  await waitForDialog(page);
  assert.match(await problemText(page), /lines 4 to 5 has 3 cells/i, 'the file is rejected until another option is chosen');
  await page.selectOption('#import-ragged', 'leave-out');
  await waitForPreview(page);
  await page.click('#open-import');
  await waitForClosed(page);
  assert.deepEqual(await cells(page, '.preview'), [['1', 'a'], ['3', 'd'], ['5', 'e']]);
  assert.match(await page.innerText('.found-remark >> nth=0'), /2 rows left out: lines 4, 7\./);
  const saved = await download(page, '#export-left-out');
  assert.deepEqual([saved.name, saved.text], ['import-ragged-left-out.csv', 'line,cells\n4,2,"b\nb",c\n7,4\n']);
  await page.reload();
  await waitForFound(page);
  assert.match(await page.innerText('.found-remark >> nth=0'), /lines 4, 7/, 'the note survives a reload');
  assert.deepEqual((await download(page, '#export-left-out')).text, saved.text, 'the left-out rows survive a reload');
  assert.equal(await page.locator('#import-again').count(), 0, 'the file itself is not stored');

  await choose(page, ragged);
  await waitForDialog(page);
  await page.selectOption('#import-ragged', 'pad');
  await waitForPreview(page);
  await page.click('#open-import');
  await page.waitForFunction(() => document.querySelectorAll('#text-column option').length === 3);
  assert.deepEqual(await columns(page), ['id', 'text', 'column 3']);
  assert.deepEqual(await cells(page, '.preview'), [['1', 'a', ''], ['2', 'b\nb', 'c'], ['3', 'd', ''], ['4', '', ''], ['5', 'e', '']]);
});

check('ambiguous delimiter shows the row counts of both readings', async ({ page }) => {
  await choose(page, write('two.csv', 'id;a,text\n1;b,"c\n2;d,e"\n3;f,g\n4;h,i\n'));
  await waitForDialog(page);
  assert.match(await problemText(page), /There are 4 rows, or 3 if cells are separated by commas/);
  await page.selectOption('#import-delimiter', ',');
  await page.waitForFunction(() => /3 rows; 4 if cells are separated by semicolons/.test(document.querySelector('#import-remarks')?.innerText));
  await page.click('#open-import');
  await waitForClosed(page);
  assert.deepEqual(await cells(page, '.preview'), [['1;b', 'c\n2;d,e'], ['3;f', 'g'], ['4;h', 'i']]);
});

check('unbalanced quote shows both row counts, and labels split at the chosen separator', async ({ page }) => {
  const texts = ROWS.map(([id, text, topic]) => [id, `${id === '3' ? '"' : ''}${text}${id === '5' ? '"' : ''}`, `${topic}${id % 2 ? '#urgent' : ''}`]);
  await choose(page, write('swallowed.tsv', `id\ttext\ttopic\n${texts.map((row) => `${row.join('\t')}\n`).join('')}24 rows\texported\t\n`));
  await waitForDialog(page);
  assert.match(await problemText(page), /may enclose several rows: lines 5–7; there are 22 rows, or 24 if quotes belong to the text/);
  await page.selectOption('#import-quotes', 'no');
  await waitForPreview(page);
  await page.waitForFunction(() => /24 rows; 22 if double quotes enclose cells/.test(document.querySelector('#import-remarks')?.innerText));
  await page.click('#open-import');
  await waitForClosed(page);
  assert.match(await page.innerText('.found-remark >> nth=0'), /Lines below the table left out: line 26\./);
  const counts = () => page.innerText('#own-label-counts');
  await page.waitForSelector('#own-label-counts');
  assert.equal(await page.inputValue('#own-per-cell'), '#');
  assert.match(await counts(), /^4 labels: .?urgent.? \(12\), /);
  await page.selectOption('#own-per-cell', 'other');
  await page.fill('#own-separator', '#ur');
  await page.waitForFunction(() => /gent/.test(document.querySelector('#own-label-counts')?.innerText));
  await page.selectOption('#own-per-cell', '#');
  await page.waitForFunction(() => !/ gent/.test(document.querySelector('#own-label-counts')?.innerText));
  await page.click('#take-in-labels');
  await page.waitForSelector('#has-labels', { state: 'detached' });
  await dropEmbeddings(page, npy(ROWS.length, 3));
  await set(page, 'budget', 4);
  await select(page);
  const labels = await page.$$eval('.label-button', (buttons) => buttons.map((button) => button.dataset.label));
  assert.deepEqual(labels.sort(), ['bank', 'food', 'space', 'urgent']);
});

check('embeddings of a whole file apply to the rows that were not left out', async ({ page }) => {
  const all = ROWS.map(([id, text]) => `${id},${quote(text)}${['3', '20'].includes(id) ? ',more' : ''}\n`).join('');
  const table = write('import-whole.csv', `id,text\n${all}`);
  const vectors = write('import-whole.npy', npy(ROWS.length, 3));
  const files = [table, vectors].map((path) => ({ name: path.split('/').at(-1), bytes: readFileSync(path) }));
  await dropFiles(page, files);
  await waitForDialog(page);
  await page.selectOption('#import-ragged', 'leave-out');
  await waitForPreview(page);
  await page.click('#open-import');
  await page.waitForSelector('#given-embeddings');
  assert.match(await page.innerText('#passed-over'), /^2 rows of this file belong to rows that were left out of the texts, and are not used\.$/);
  await set(page, 'budget', 4);
  await select(page);
  const { records } = await selectNatively(table, join(scratch, 'import-whole-picks.csv'), '--text', 'text', '--budget', 4,
    '--leave-out', join(scratch, 'import-whole-left.csv'), '--embeddings', vectors);
  assert.deepEqual(await picks(page), records.slice(1).map((record) => Number(record[1])), 'the native program picks the same');
  await dropFiles(page, [{ name: 'other.npy', bytes: npy(5, 3) }]);
  await page.waitForSelector('#message');
  assert.match(await page.innerText('#message'), /the embeddings have 5 rows, but the pool has 22, or 24 including the rows that were left out/i);
});

check('unreadable JSON lines are listed and rejected or left out', async ({ page }) => {
  await choose(page, write('import-broken.jsonl', '{"text": "a"}\n{"text": }\n\n{"text": "b", "n": NaN}\n{"text": "c"}\n'));
  await waitForDialog(page);
  assert.match(await problemText(page), /line 2: expected value \(from letter 10 on\), and there is 1 more such row: line 4/i);
  assert.match(await page.innerText('#import-remarks'), /Rows that cannot be read, lines 2, 4: the file is rejected until you choose/);
  assert.deepEqual(await page.$$eval('#import-ragged option', (options) => options.map((option) => option.value)), ['stop', 'leave-out']);
  await page.click('#open-import');
  await waitForDialog(page);
  assert.match(await problemText(page), /line 2: expected value/i, 'the file is rejected until another option is chosen');
  await page.selectOption('#import-ragged', 'leave-out');
  await waitForPreview(page);
  await page.waitForFunction(() => /lines 2, 4: they will be left out/.test(document.querySelector('#import-remarks')?.innerText));
  await page.click('#open-import');
  await waitForClosed(page);
  assert.deepEqual(await cells(page, '.preview'), [['a'], ['c']]);
  assert.match(await page.innerText('.found-remark >> nth=0'), /2 rows left out: lines 2, 4\./);
  assert.equal((await download(page, '#export-left-out')).text, 'line,cells\n2,"{""text"": }"\n4,"{""text"": ""b"", ""n"": NaN}"\n');
});

check('import problem can be fixed in the dialog or cancelled without loss', async ({ page }) => {
  await choose(page, POOL);
  await waitForFound(page);
  const before = await cells(page, '.preview');
  const badFiles = [
    ['headless.csv', '1,hello\n2,world\n', /line 1 should name the columns, but column 1 is “1”/i],
    ['twice.csv', 'a,a\n1,2\n', /two columns are named “a”/i],
    ['quote.csv', 'id,text\n1,"a\n2,b\n', /line 2: a quote is opened here and never closed/i],
    ['broken.jsonl', '{"a": 1}\n{"a": }\n', /line 2: expected value/i],
  ];
  for (const [name, content, words] of badFiles) {
    await choose(page, write(name, content));
    await page.waitForSelector('#import-dialog[open] #import-problem');
    await waitForPreview(page);
    assert.match(await problemText(page), words, name);
    await page.keyboard.press('Escape');
    await waitForClosed(page);
    assert.deepEqual(await cells(page, '.preview'), before, name);
  }
  await choose(page, join(scratch, 'headless.csv'));
  await waitForDialog(page);
  assert.equal(await page.inputValue('#import-header'), 'no', 'the preview treats the first line as a row');
  await page.click('#open-import');
  await waitForClosed(page);
  assert.deepEqual([await columns(page), await cells(page, '.preview')], [['column 1', 'column 2'], [['1', 'hello'], ['2', 'world']]]);

  await choose(page, join(scratch, 'quote.csv'));
  await page.waitForSelector('#import-problem');
  await waitForPreview(page);
  assert.ok(await page.isDisabled('#open-import'), 'an unreadable file cannot be opened');
  await page.selectOption('#import-quotes', 'no');
  await waitForDialog(page);
  await page.click('#open-import');
  await waitForClosed(page);
  assert.deepEqual(await cells(page, '.preview'), [['1', '"a'], ['2', 'b']]);
});

check('unclear header and invalid bytes are asked about before the import', async ({ page }) => {
  await choose(page, write('first-text.csv', 'I lost my card,card\nI forgot my pin,pin\nwhere is my money,transfer\n'));
  await waitForDialog(page);
  assert.match(await problemText(page), /^Does the first line of first-text\.csv name its columns\?[^]*Column 1 would be named “I lost my card”/);
  assert.equal(await page.inputValue('#import-header'), 'no');
  await page.selectOption('#import-header', 'yes');
  await waitForPreview(page);
  await page.waitForFunction(() => /The first line names column 1 “I lost my card”/.test(document.querySelector('#import-remarks')?.innerText));
  await page.selectOption('#import-header', 'no');
  await waitForPreview(page);
  await waitForDialog(page);
  await page.click('#open-import');
  await waitForClosed(page);
  assert.deepEqual((await cells(page, '.preview')).map(([text]) => text), ['I lost my card', 'I forgot my pin', 'where is my money']);

  // No dialog opens if the columns contain dates and numbers and the header contains survey questions.
  const openNext = async (name, content, how) => {
    await page.click('#new-project');
    await page.waitForSelector('#file', { state: 'attached' });
    await choose(page, write(name, content));
    await page.waitForFunction(([name, how]) => document.querySelector('h1.file-name')?.textContent === name
      && document.querySelector('#found > span')?.innerText.startsWith(how), [name, how]);
  };
  await openNext('form.csv', 'Zeitstempel,Wie zufrieden sind Sie? (1-5),Was fehlt Ihnen?\n01.05.2024 12:30:05,4,Mehr Zeit.\n02.05.2024 09:05:00,2,Nichts.\n', 'Read as CSV');
  assert.deepEqual(await columns(page), ['Zeitstempel', 'Wie zufrieden sind Sie? (1-5)', 'Was fehlt Ihnen?']);
  await openNext('words.txt', 'refund\nlost card\npin change\nexchange rate\n', 'Read as plain lines');
  assert.deepEqual((await cells(page, '.preview'))[0], ['refund']);
  await openNext('strings.json', '["first text",\n"second text"]', 'Read as JSON');
  assert.deepEqual(await cells(page, '.preview'), [['first text'], ['second text']]);
  await openNext('index.csv', ',text\n0,plain words here\n1,more of them\n', 'Read as CSV');
  assert.deepEqual(await columns(page), ['column 1 (no name)', 'text']);
  await openNext('strings.jsonl', '"first text"\n"second, text"\n', 'Read as JSON');
  assert.deepEqual([await columns(page), await cells(page, '.preview')], [['text'], [['first text'], ['second, text']]]);

  await page.click('#new-project');
  await page.waitForSelector('#file', { state: 'attached' });
  await choose(page, write('broken.csv', Buffer.concat([Buffer.from('text\nplain\nGrüße\nschön\ncaf'), Buffer.from([0xe9, 0x0a])])));
  await waitForDialog(page);
  assert.match(await problemText(page), /^broken\.csv contains bytes that are not text[^]*UTF-8 except in 1 place, which is shown as �: line 5/);
  assert.equal(await page.inputValue('#import-encoding'), 'UTF-8-lossy');
  assert.deepEqual(await cells(page, '.import-look'), [['caf�']]);
  await page.selectOption('#import-encoding', 'windows-1252');
  await waitForPreview(page);
  await page.waitForFunction(() => document.querySelector('.import-look td')?.textContent === 'GrÃ¼ÃŸe');
  await page.selectOption('#import-encoding', 'UTF-8-lossy');
  await waitForPreview(page);
  await waitForDialog(page);
  await page.click('#open-import');
  await waitForClosed(page);
  assert.match(await page.innerText('.found-remark'), /1 place that is not text, shown as �: line 5\./);
  assert.deepEqual((await cells(page, '.preview')).at(-1), ['caf�']);
});

check('UTF-16 with an extra byte is read with a replacement character', async ({ page }) => {
  await choose(page, write('odd-utf16.csv', Buffer.concat([Buffer.from('\ufefftext\nplain\nGrüße\n', 'utf16le'), Buffer.from('x')])));
  await waitForDialog(page);
  assert.match(await problemText(page), /^odd-utf16\.csv contains bytes that are not text[^]*UTF-16LE except in 1 place, which is shown as �: line 4/);
  const chosen = await page.$eval('#import-encoding', (select) => select.selectedOptions[0].textContent.trim());
  assert.equal(chosen, 'UTF-16LE, with � for broken bytes (likely)');
  assert.deepEqual(await page.$$eval('.import-look tbody th', (heads) => heads.map((head) => head.textContent)), ['4'], 'line number in the file');
  await page.click('#open-import');
  await waitForClosed(page);
  assert.deepEqual(await cells(page, '.preview'), [['plain'], ['Grüße'], ['�']]);
  assert.deepEqual(await page.$$eval('.preview tbody th', (heads) => heads.map((head) => head.textContent)), ['0', '1', '2']);
});

check('columns with similar names are merged to one text by a button', async ({ page }) => {
  await choose(page, write('two.csv', 'id,text,text \n1,small cat,\n2,,big dog\n3,red bird,\n'));
  await waitForFound(page);
  await page.click('#import-again');
  await waitForDialog(page);
  await page.click('.merge-columns');
  await page.waitForSelector('.import-look td.joined');
  assert.equal(await page.inputValue('#import-template'), '{text}{text }');
  assert.deepEqual(await page.$$eval('.import-look td.joined', (cells) => cells.map((cell) => cell.textContent)), ['small cat', 'big dog', 'red bird']);
  await page.click('#open-import');
  await waitForClosed(page);
  assert.equal(await textColumn(page), '{text}{text }');
});

check('loose quotes, a title above the table and several files at once are reported', async ({ page }) => {
  const loose = write('loose.csv', 'id,text\n1,"Great" said nobody\n2,"a, b"\n3,plain\n');
  await choose(page, loose);
  await waitForDialog(page);
  assert.match(await problemText(page), /^loose\.csv has quotes that do not enclose a whole cell/);
  assert.match(await problemText(page), /in line 2,/);
  await page.selectOption('#import-quotes', 'no');
  await waitForPreview(page);
  assert.match(await page.innerText('#import-remarks'), /too many or too few cells/, 'without quotes the comma separates cells');
  await page.selectOption('#import-quotes', 'yes');
  await waitForDialog(page);
  await page.click('#open-import');
  await waitForClosed(page);
  assert.deepEqual(await cells(page, '.preview'), [['1', 'Great said nobody'], ['2', 'a, b'], ['3', 'plain']]);
  assert.match(await page.innerText('.found-remark'), /Quotes around the beginning of a cell removed: line 2\./);

  await choose(page, write('spaced.csv', 'id, "text"\n1, "small cat"\n2, "big dog"\n3, "c"\n'));
  await waitForDialog(page);
  assert.match(await problemText(page), /^spaced\.csv has blanks before quotes/);
  assert.equal(await page.inputValue('#import-blanks'), 'skip');
  await page.click('#open-import');
  await waitForClosed(page);
  assert.deepEqual(await cells(page, '.preview'), [['1', 'small cat'], ['2', 'big dog'], ['3', 'c']]);

  // After a failed import, the whole error message is visible, even if the user scrolled down to press the button.
  const titled = write('titled.csv', `Survey; wave 2\n\nid;text;text\n${Array.from({ length: 30 }, (_, n) => `${n % 29};text ${n};more`).join('\n')}\n`);
  await choose(page, titled);
  await page.waitForSelector('#import-dialog[open]');
  await waitForPreview(page);
  await page.fill('#import-above', 'two');
  await page.press('#import-above', 'Tab');
  await page.waitForSelector('#import-above[aria-invalid="true"]');
  assert.match(await page.innerText('#import-above-problem'), /“two” is not a whole number/);
  await page.fill('#import-above', '2');
  await page.press('#import-above', 'Tab');
  await waitForDialog(page);
  assert.equal(await page.inputValue('#import-header'), 'yes');
  await page.selectOption('#import-id', 'id');
  await page.click('#open-import');
  await page.waitForSelector('#import-problem');
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector('#import-problem').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  assert.match(await problemText(page), /rows 0 and 29 both have “0” in column “id”/i);
  await page.selectOption('#import-id', { index: 0 });
  await page.selectOption('#import-text', '\n');
  await page.fill('#import-template', '{text}: {text 2}');
  assert.deepEqual((await page.$$eval('.import-look td.joined', (cells) => cells.map((cell) => cell.textContent))).slice(0, 2), ['text 0: more', 'text 1: more']);
  await page.click('#open-import');
  await waitForClosed(page);
  assert.deepEqual(await columns(page), ['id', 'text', 'text 2', '{text}: {text 2}']);
  assert.match(await page.innerText('.found-remark'), /2 lines above the table are left out/);

  // The question lines of a survey are not imported as answers.
  const survey = write('survey.csv', 'When,Q1\nRecorded,"What did you like,\nand why?"\n"{""ImportId"":""recordedDate""}","{""ImportId"":""QID1_TEXT""}"\n2024-01-01,The people\n2024-01-02,The food\n');
  await choose(page, survey);
  await page.waitForFunction(() => document.querySelector('.found-remark')?.textContent.includes('below the column names left out: lines 2, 4.'));
  assert.deepEqual(await cells(page, '.preview'), [['2024-01-01', 'The people'], ['2024-01-02', 'The food']]);
  assert.equal(await page.title(), 'FastGAS', 'the title contains no file name, because browsers store titles');
  await page.click('#import-again');
  await waitForDialog(page);
  assert.equal(await page.inputValue('#import-below'), '2');
  await page.fill('#import-below', '0');
  await page.press('#import-below', 'Tab');
  await waitForDialog(page);
  await page.click('#open-import');
  await waitForClosed(page);
  assert.equal((await cells(page, '.preview')).length, 4);

  const bytes = Buffer.from('text\na\nb\n');
  await dropFiles(page, [{ name: 'first.csv', bytes }, { name: 'second.csv', bytes }]);
  await page.waitForSelector('#message');
  assert.match(await page.innerText('#message'), /^Nothing was opened[^]*first\.csv.*second\.csv/);
  await page.click('#dismiss');

  // Numbers in JSON cells stay numbers in the export.
  const json = write('values.json', '[{"text": "a", "n": 1.50, "meta": {"x": [1]}}, {"text": "", "n": null}, {"text": "c", "n": 2}]');
  await choose(page, json);
  await page.waitForFunction(() => document.querySelector('#blank-texts'));
  assert.match(await page.innerText('#blank-texts'), /^1 text is empty/);
  await set(page, 'budget', 2);
  await select(page);
  assert.deepEqual((await picks(page)).sort(), [0, 2], 'empty texts are not picked');
  const exported = (await download(page, '#export-all-jsonl')).text.split('\n');
  assert.match(exported[0], /^\{"text":"a","n":1\.50,"meta":\{"x": \[1\]\},"rank":/);
  assert.match(exported[1], /^\{"text":"","n":null,"meta":null,"rank":null,/);

  await addLabels(page, 'Yes', 'yes');
  await page.click('.label-set summary');
  assert.match(await page.innerText('#confusable-labels'), /Yes.*yes.*differ only in upper and lower case/);
  await page.keyboard.press('1');
  await waitForSaved(page);
  await choose(page, write('own.jsonl', (await download(page, '#export-all-jsonl')).text));
  // The file has the texts of the project, so its labels may come from a colleague. Empty texts cannot be matched.
  await page.waitForSelector('#file-labels-dialog[open]');
  assert.match(await page.innerText('#file-labels-facts'), /It has 3 texts; 2 of them are in values\.json/);
  await page.click('#file-labels-open');
  await page.waitForSelector('#has-labels');
  await page.click('#import-again');
  await waitForDialog(page);
  await page.selectOption('#import-labels', 'label');
  await page.click('#open-import');
  await waitForClosed(page);
  await page.waitForSelector('#has-labels', { state: 'detached' });
});

check('added texts extend the project, and existing picks and labels stay', async ({ page }) => {
  await choose(page, POOL);
  await waitForFound(page);
  await set(page, 'budget', 4);
  await select(page);
  const before = await picks(page);
  await addLabels(page, 'a', 'b');
  for (const key of ['1', '2', 'f']) await page.keyboard.press(key);
  await page.keyboard.press('1');
  await waitForSaved(page);
  const chipsOf = (page) => page.$$eval('#picks .pick', (items) => Object.fromEntries(items.map((item) => [item.dataset.row, item.querySelector('.chip')?.textContent ?? ''])));
  const labels = await chipsOf(page);

  // The file has the last four texts of the first file, six new texts and an additional column. One column is missing.
  const more = write('more.csv', `text,id,when\n${ROWS.slice(20).map(([id, text]) => `${quote(text)},${id},may\n`).join('')}${
    Array.from({ length: 6 }, (_, n) => `Why does the ferry leave ${n} minutes late?,${100 + n},june\n`).join('')}`);
  await page.setInputFiles('#further-file', more);
  await page.waitForSelector('#adding-dialog[open]');
  assert.match(await page.innerText('#adding-facts'), /It has 10 texts; 4 of them are in import\.csv already/);
  assert.match(await page.innerText('#adding-dialog'), /does not have; they stay empty for the new texts: topic\.[^]*existing texts: when\./);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#adding-dialog:not([open])', { state: 'attached' });
  assert.deepEqual(await picks(page), before);
  await dropFiles(page, [{ name: 'more.csv', bytes: readFileSync(more) }]);
  await page.click('#adding-add');
  await page.waitForSelector('.added');
  assert.match(await page.innerText('.added'), /^6 texts of more\.csv were added\. 4 were there already\.$/);
  assert.match(await page.innerText('#early'), /from the 24 texts that the project had before texts were added\. The next picks come from all 30 texts/);
  assert.deepEqual(await picks(page), before);
  assert.deepEqual(await chipsOf(page), labels);
  assert.equal(await page.inputValue('#more'), '1', 'the suggested number keeps the share of picks');

  // Undoing the addition restores the previous picks and the previous map, also on disk.
  await page.click('#take-out');
  await page.waitForSelector('.added', { state: 'detached' });
  assert.equal(await page.locator('#take-out').count(), 0);
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('#picks .pick');
  assert.deepEqual([await picks(page), await chipsOf(page)], [before, labels]);
  await page.waitForSelector('#summary');
  assert.equal(parseCsv((await download(page, '#export-all-csv')).text).length, 25);
  await page.setInputFiles('#further-file', more);
  await page.click('#adding-add');
  await page.waitForSelector('.added');

  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('#picks .pick');
  assert.deepEqual(await chipsOf(page), labels);
  assert.equal(await page.innerText('#pick-among-all'), 'Pick 1 more');
  await page.fill('#more', '3');
  await page.click('.pick-more button');
  await page.waitForFunction(() => document.querySelectorAll('#picks .pick').length === 7);
  await page.waitForSelector('#summary');
  assert.deepEqual((await picks(page)).slice(0, 4), before);
  assert.match(await page.innerText('#early-picks'), /4 picks were made before, from 24 texts/);
  const rows = parseCsv((await download(page, '#export-all-csv')).text);
  const first = rows[0].indexOf('id');
  assert.deepEqual(rows[0].slice(first, first + 4), ['id', 'text', 'topic', 'when']);
  assert.deepEqual(rows.at(-1).slice(first, first + 4), ['105', 'Why does the ferry leave 5 minutes late?', '', 'june']);
  assert.equal(rows.length, 31);

  // A file with different columns becomes a separate project, and a message states why the file was not added.
  const other = write('other.csv', 'review\ngood\nbad\n');
  await page.setInputFiles('#further-file', other);
  await page.waitForSelector('#message');
  assert.match(await page.innerText('#message'), /other\.csv was not added[^]*in column text, and this file has: review/);
  await page.click('#dismiss');
  await choose(page, other);
  await page.waitForFunction(() => document.querySelector('h1.file-name')?.textContent === 'other.csv');
});

check('texts inside JSON are found where other tools store them', async ({ page }) => {
  const task = ([id, text, topic]) => ({
    id: Number(id),
    data: { text, from: 'forum' },
    annotations: [{ result: [{ type: 'choices', value: { choices: [topic] } }] }],
    created_at: '2024-05-01T12:00:00.000000Z',
  });
  await choose(page, write('tasks.json', JSON.stringify(ROWS.map(task))));
  await waitForFound(page);
  assert.equal(await textColumn(page), '{data.text}');
  assert.match(await page.innerText('#has-labels'), /^3 labels in column annotations, of 24 texts\./);
  await page.click('#import-again');
  await waitForDialog(page);
  assert.equal(await page.inputValue('#import-text'), '{data.text}');
  const joinedTexts = () => page.$$eval('.import-look td.joined', (cells) => cells.map((cell) => cell.textContent));
  assert.equal((await joinedTexts())[0], ROWS[0][1]);
  await page.selectOption('#import-text', '{data.from}');
  assert.equal((await joinedTexts())[0], 'forum');
  await page.fill('#import-template', '{data.from}: {data.text}');
  assert.equal((await joinedTexts())[1], `forum: ${ROWS[1][1]}`);
  await page.selectOption('#import-text', '{data.text}');
  await page.selectOption('#import-labels', 'annotations');
  assert.equal(await page.inputValue('#import-per-cell'), 'list');
  await page.click('#open-import');
  await waitForClosed(page);
  await dropEmbeddings(page, npy(ROWS.length, 3));
  await set(page, 'budget', 3);
  await select(page);
  const [row] = await picks(page);
  assert.equal(await page.innerText('#current-text'), ROWS[row][1]);
  const first = (await download(page, '#export-all-jsonl')).text.split('\n')[0];
  assert.ok(first.includes('"data":{"text":'), first);
  assert.ok(first.includes('"label":"bank"'), first);
});

check('Label Studio labels are offered, and differing answers are reported', async ({ page }) => {
  // Label Studio exports a single choice as plain text, and several choices as JSON.
  const choices = ([id, , topic]) => (id % 4 ? topic : quote(JSON.stringify({ choices: [topic, 'urgent'] })));
  await choose(page, write('choices.csv', `annotator,label,text\n${tableLines((row) => ['1', choices(row), quote(row[1])].join(','))}`));
  await waitForFound(page);
  assert.match(await page.innerText('#has-labels'), /^4 labels in column label, of 24 texts\./);
  assert.equal(await page.locator('.labels-differ').count(), 0);

  const answer = (topic) => ({ result: [{ type: 'choices', value: { choices: [topic] } }] });
  const task = ([id, text, topic]) => ({ data: { text }, annotations: [answer(topic), answer(id < 2 ? 'other' : topic)] });
  await choose(page, write('two-people.json', JSON.stringify(ROWS.map(task))));
  // The file has the texts of the project, so its labels may come from a colleague.
  await page.click('#file-labels-open');
  await page.waitForSelector('.labels-differ');
  const differ = /^In column annotations the answers for 2 texts differ; they get no label from there\.$/;
  assert.match(await page.innerText('#has-labels'), /^3 labels in column annotations, of 22 texts\./);
  assert.match(await page.innerText('.labels-differ'), differ);
  await page.click('#take-in-labels');
  await page.waitForSelector('#has-labels', { state: 'detached' });
  assert.match(await page.innerText('.labels-differ'), differ, 'the note stays after the labels were imported');
});

check('annotators of an export become colleagues, and answers that do not count are ignored', async ({ page }) => {
  const result = (question, label) => ({ from_name: question, type: 'choices', value: { choices: [label] } });
  const task = ([id, text, topic]) => ({
    data: { text },
    annotations: [
      { completed_by: { id: 1, email: 'anna@example.org' }, result: [result('topic', topic), result('tone', 'good')] },
      { completed_by: 2, was_cancelled: id % 4 === 1, result: [result('topic', id < 6 ? 'other' : topic)] },
    ],
  });
  await choose(page, write('export.json', JSON.stringify(ROWS.map(task))));
  await page.waitForSelector('#file-labels-dialog[open]');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'file-labels-question');
  await page.click('#file-labels-import');
  assert.match(await page.innerText('#file-labels-problem'), /answers to several questions/);
  await page.selectOption('#file-labels-question', { label: 'topic' });
  await page.waitForFunction(() => /Ignored, canceled or unfinished: 6/.test(document.querySelector('#file-labels-counts').textContent));
  await page.fill('#file-labels-name-0', 'Anna');
  await page.fill('#file-labels-name-1', 'Bob');
  await page.fill('#file-labels-own', 'Lea');
  await page.click('#file-labels-import');
  await page.waitForSelector('#file-labels-done');
  assert.match(await page.innerText('#file-labels-done'), /Anna: 24 texts labeled[^]*Bob: 18 texts labeled/);
  await page.click('#file-labels-agreement');
  await page.waitForSelector('#agreement-dialog[open] #pairs');
  assert.match(await page.innerText('#pairs'), /Anna – Bob\s+18/);
  await page.keyboard.press('Escape');
  await page.click('#undo-import');
  await page.waitForSelector('#asks-labels');
});

check('texts are pasted by Ctrl+V or into a field', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copyText = (text) => page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await copyText('First text, with a comma.\nSecond text, too.\n\nA third one');
  await page.keyboard.press('Control+V');
  await waitForDialog(page);
  assert.equal(await page.inputValue('#import-format'), 'lines');
  assert.match(await page.innerText('#import-remarks'), /1 empty line does not count as a text/);
  await page.keyboard.press('Escape');
  await waitForClosed(page);
  assert.ok(await page.isVisible('#try-sample'), 'nothing was opened');

  await page.click('#paste');
  await page.click('#pasted');
  await copyText('id\ttext\n1\tfrom a sheet\n2\t"two\nlines"');
  await page.keyboard.press('Control+V');
  await page.click('#use-pasted');
  await waitForDialog(page);
  assert.deepEqual([await page.inputValue('#import-format'), await page.inputValue('#import-delimiter')], ['csv', '\t']);
  await page.click('#open-import');
  await waitForFound(page);
  assert.deepEqual(await cells(page, '.preview'), [['1', 'from a sheet'], ['2', 'two\nlines']]);
});

check('hidden file opens when the user chooses it', async ({ page }) => {
  await choose(page, write('.import.csv', readFileSync(POOL)));
  await waitForFound(page);
  assert.equal(await textColumn(page), 'text');
});

check('joined columns, ids and labels of a file survive a reload and are exported', async ({ page }) => {
  const file = write('import-pairs.csv', `key,premise,hypothesis,gold\n${tableLines(([id, text, topic]) =>
    [`k${id}`, quote(text), `It is about ${topic}`, id % 2 ? topic : ''].join(','))}`);
  await choose(page, file);
  await waitForFound(page);
  await page.click('#import-again');
  await waitForDialog(page);
  await page.selectOption('#import-text', { label: 'Several columns, joined…' });
  await page.fill('#import-template', '{premise} … {hypotesis}');
  await page.selectOption('#import-id', 'gold');
  await page.selectOption('#import-labels', 'gold');
  await page.click('#open-import');
  await page.waitForSelector('#import-problem');
  assert.match(await problemText(page), /there is no column “hypotesis”/i);
  await page.fill('#import-template', '{premise} … {hypothesis}');
  await page.click('#open-import');
  await page.waitForFunction(() => /has no value in column “gold”/.test(document.querySelector('#import-problem')?.innerText));
  await page.selectOption('#import-id', 'key');
  await page.click('#open-import');
  await waitForClosed(page);
  assert.equal(await textColumn(page), '{premise} … {hypothesis}');
  await set(page, 'budget', 6);
  await select(page);
  const rows = await picks(page);
  const { records } = await selectNatively(file, join(scratch, 'import-pairs-picks.csv'), '--text-template', '{premise} … {hypothesis}', '--budget', 6);
  assert.deepEqual(rows, records.slice(1).map((record) => Number(record[1])), 'the native program picks the same');

  const labeled = rows.filter((row) => row % 2 === 1);
  assert.equal(Number(await page.getAttribute('#labeled-count', 'data-labeled')), labeled.length);
  assert.equal(await page.locator('#former').count(), 0, 'labeled texts that are not picks are not listed');
  const checkLabel = async () => {
    await page.click(`.pick[data-row="${labeled[0]}"] button`);
    assert.equal(await page.innerText('#current-id'), `k${labeled[0]}`);
    await page.waitForFunction(() => document.querySelector('.annotate .status')?.textContent === '✓ from the file');
  };
  await checkLabel();
  await page.reload();
  await page.waitForSelector('#labeled-count');
  await checkLabel();
  assert.ok(await page.isDisabled('#undo'), 'an imported label is not an undo step');
  const exported = parseCsv((await download(page, '#export-csv')).text);
  assert.equal(exported.length, 1 + 12, 'every label of the file is exported');
  const [header, ...exportedRows] = exported;
  const column = (name) => header.indexOf(name);
  for (const record of exportedRows) {
    assert.equal(record[column('label')], record[column('gold')]);
    assert.equal(record[column('{premise} … {hypothesis}')], `${record[column('premise')]} … ${record[column('hypothesis')]}`);
  }
});

check('project of an older page without import details opens', async ({ page }) => {
  await choose(page, POOL);
  await waitForFound(page);
  await page.waitForTimeout(500);
  await changeRecord(page, await projectDatabase(page), 'project', 'head', (stored) => {
    const { found, id_column, ...head } = stored instanceof Map ? Object.fromEntries(stored.get('head')) : stored.head;
    if (found === undefined) throw new Error('nothing was stored');
    return stored instanceof Map ? new Map([...stored, ['head', new Map(Object.entries(head))]]) : { ...stored, head };
  });
  await page.reload();
  await page.waitForSelector('#text-column');
  assert.deepEqual(await columns(page), ['id', 'text', 'topic']);
  assert.equal(await page.locator('#found').count(), 0, 'no import details are known');
});

check('texts in a language unknown to the encoder are reported', async ({ page }) => {
  const german = ['Meine Karte ist nach zwei Wochen noch nicht angekommen.', 'Wo sehe ich, wie viel ich im letzten Monat bezahlt habe?',
    'Wie ändere ich die Anschrift in meinem Konto?', 'Der Film beginnt langsam und endet besser als erwartet.'];
  await choose(page, write('german.csv', `id,text,translation\n${german.map((text, n) => `${n},${quote(text)},${quote(ROWS[n][1])}\n`).join('')}`));
  await waitForFound(page);
  await page.selectOption('#text-column', { label: 'text' });
  assert.match(await page.innerText('#encoder #foreign'), /^4 of 4 texts are not in English: German\. .*trained on English/);
  await page.selectOption('#text-column', { label: 'translation' });
  await page.waitForSelector('#foreign', { state: 'detached' });
  const mixed = [...ROWS.slice(0, 3).map((row) => row[1]), 'मेरा कार्ड दो हफ़्ते बाद भी नहीं आया', 'मैं अपना पता कैसे बदलूँ?', german[0]];
  await choose(page, write('mixed.csv', `text\n${mixed.map((text) => `${quote(text)}\n`).join('')}`));
  await page.waitForFunction(() => document.querySelector('h1.file-name')?.textContent === 'mixed.csv');
  assert.match(await page.innerText('#encoder #foreign'), /^3 of 6 texts are not in English: Hindi, German\. This encoder/);
  await choose(page, POOL);
  await page.waitForFunction(() => document.querySelector('h1.file-name')?.textContent === 'import.csv');
  assert.equal(await page.locator('#foreign').count(), 0);
});

test('import: 200 MB are read with progress, and reading can be stopped', { timeout: LONG }, async () => {
  // Users have V8's optimizing compiler. The baseline compiler would take longer to read the file.
  const optimizing = await launch([], { optimizes: true });
  try {
    await visit(optimizing, 'import 200 MB', ({ page }) => readLargeFile(optimizing, page));
  } finally {
    await optimizing.close();
  }
});

/** Reads a file of 200 MB in a new page, after a first attempt was stopped. */
async function readLargeFile(browser, page) {
  const line = (n) => `${n},"${'some words of a text, '.repeat(40)}${n}"\n`;
  const block = Array.from({ length: 2_000 }, (_, n) => line(n)).join('');
  const big = write('import-big.csv', `id,text\n${block.repeat(Math.ceil(200e6 / block.length))}`);
  await page.evaluate(() => {
    window.percents = new Set();
    new MutationObserver(() => {
      const shown = document.body.innerText.match(/Reading import-big\.csv: (\d+)\s%/);
      if (shown) window.percents.add(shown[1]);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await choose(page, big);
  await page.getByText(/Reading import-big\.csv: [1-9]\d?\s%/).waitFor();
  await page.click('#stop-reading');
  await page.waitForSelector('#stop-reading', { state: 'detached' });
  assert.ok(await page.isVisible('#try-sample'), 'reading stops at once');
  let seconds;
  const { longest_task_ms: wallClock, longest_task_cpu_ms: longest } = await longestTask(page, async () => {
    const start = Date.now();
    await choose(page, big);
    await page.getByText(/Reading import-big\.csv: [1-9]\d?\s%/).waitFor();
    await page.waitForSelector('#found', { timeout: LONG });
    seconds = (Date.now() - start) / 1000;
  });
  const memory = await rendererPeak(browser);
  console.log(`200 MB: ${seconds.toFixed(1)} s, longest task ${wallClock.toFixed(0)} ms (${longest.toFixed(0)} ms of CPU time), ${(memory / 1e6).toFixed(0)} MB`);
  assert.ok(memory <= 1.5e9, `${memory} bytes of memory`);
  const percents = await page.evaluate(() => window.percents.size);
  const rows = readFileSync(big, 'utf8').split('\n').length - 2;
  assert.match(await page.innerText('.data'), new RegExp(rows.toLocaleString('en-US')));
  assert.ok(percents >= 5, `${percents} different percentages shown while reading`);
}

check('import dialog fits a phone, and Tab reaches its fields', async ({ page }) => {
  await choose(page, write('import-phone.csv', encode('id,text\n1,Grüße aus Köln\n', 'windows-1252')));
  await waitForDialog(page);
  const names = await page.$$eval('#import-dialog :is(select, input, button)', (fields) =>
    fields.map((field) => field.labels?.[0]?.innerText ?? field.ariaLabel ?? field.innerText));
  assert.ok(names.every((name) => name.trim()), `every field has a name: ${names}`);
  const seen = new Set();
  for (let step = 0; step < 20; step += 1) {
    seen.add(await page.evaluate(() => document.activeElement.id));
    await page.keyboard.press('Tab');
  }
  for (const id of ['import-format', 'import-encoding', 'import-ragged', 'import-text', 'import-labels', 'open-import']) {
    assert.ok(seen.has(id), `${id} is among the fields reached by Tab: ${[...seen]}`);
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `width of the page: ${width}`);
}, { viewport: { width: 390, height: 844 } });

