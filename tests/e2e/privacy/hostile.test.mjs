// Malicious text is shown as text on every screen and exported unchanged.
// The text does not change the reading order of the page around the text. No file crashes the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { tinyEncoder } from '../support/encoder.mjs';
import { startModel } from '../support/model.mjs';
import { scratch, write } from '../support/page.mjs';
import { messagesWith, recordLogs } from '../support/site.mjs';
import {
  LONG, addLabels, archiveOf, choose, download, dropEmbeddings, dropFiles, exposedFields, filesIn, labelOne, launch,
  leaveFields, parseCsv, picks, projectIn, select, selectNatively, set, unfold, visit, waitForSaved,
} from '../support/tools.mjs';
import { closeSettings, openSettings, show } from '../support/views.mjs';

const N = 40;

// Bidirectional controls that would reverse the rest of a line, leave isolates open, or close isolates of other texts.
const BIDI = 'a\u202ed\u2066e\u2069\u2069\u202b';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body, options) {
  test(`hostile: ${name}`, { timeout: LONG }, () => visit(browser, `hostile ${name}`, async (opened) => {
    opened.page.on('dialog', (dialog) => { opened.problems.push(`unexpected dialog: ${dialog.message()}`); dialog.dismiss(); });
    const messages = recordLogs(opened.context);
    await body(opened);
    assert.equal(await opened.page.evaluate(() => window.ran), undefined, 'no planted code ran');
    assert.deepEqual(messagesWith(messages, PLANTED_TEXTS), [], 'texts in a log or a URL');
  }, options));
}

const quote = (cell) => `"${cell.replaceAll('"', '""')}"`;
const csv = (records) => records.map((record) => `${record.map(quote).join(',')}\n`).join('');
const ordinaryText = (n) => `${['A lost card', 'A recipe', 'The probe', 'A garden'][n % 4]} said ${n}`;
/** Substrings of the texts in this file. Logs and URLs must not contain the substrings. */
const PLANTED_TEXTS = [...Array.from({ length: N }, (_, n) => ordinaryText(n)), 'hostile-x', BIDI, 'long long'];

/** Creates a project from a file called `name` with embeddings, and selects texts. No other project may be open. */
async function createProject(page, name, content, budget = 12, rows = N) {
  await dropFiles(page, [{ name, bytes: Buffer.from(content) }, { name: 'embeddings.npy', bytes: npy(rows, 4) }]);
  await page.waitForSelector('#given-embeddings');
  await set(page, 'budget', budget);
  await select(page);
}

async function saveFile(page, button) {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}

async function everyScreen(page, inspect) {
  const inspectScreen = async (screen) => {
    await inspect(screen);
    assert.deepEqual(await exposedFields(page), [], `${screen}: fields exposed to browser services`);
    assert.equal(await page.locator('#rescue').count(), 0, `${screen}: the program has failed`);
  };
  await unfold(page);
  await inspectScreen('picks, unfolded');
  await page.locator('#map').hover();
  await inspectScreen('map');
  await page.click('#explainer-own');
  await page.waitForSelector('#explainer-dialog[open] .explainer-picture g > *');
  await unfold(page);
  for (let step = 0; step < 3; step += 1) await page.click('#explainer-on-whole');
  await inspectScreen('explanation');
  await page.click('#explainer-lecture');
  await page.waitForSelector('#explainer-dialog.lecture');
  await inspectScreen('lecture');
  await page.click('#explainer-lecture');
  await page.waitForSelector('#explainer-dialog[open]:not(.lecture)');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#explainer-dialog', { state: 'hidden' });
  await leaveFields(page);
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await inspectScreen('help');
  await page.keyboard.press('Escape');
  await page.click('#try-prompt');
  await page.waitForSelector('dialog[open] #query');
  await page.fill('#query', ordinaryText(1));
  await inspectScreen('prompt');
  await page.keyboard.press('Escape');
  await page.click('#compare');
  await page.waitForSelector('#compare-dialog[open]');
  await inspectScreen('comparison');
  await page.keyboard.press('Escape');
  await page.click('#import-again');
  await page.waitForSelector('#import-dialog[open] .import-look td');
  await inspectScreen('import');
  await page.click('#cancel-import');
  await leaveFields(page);
  await page.keyboard.press('=');
  await page.waitForSelector('#similar-dialog[open]');
  await inspectScreen('similar texts');
  await page.keyboard.press('Escape');
  await page.click('.label-set li:first-child button[title=Remove]');
  await page.waitForSelector('#question[open]');
  await inspectScreen('question');
  await page.click('#answer-no');
  await page.selectOption('#color-by', { index: 1 });
  await inspectScreen('map by label');
  await show(page, 'review');
  await page.waitForSelector('#review-table tr[data-row]');
  await inspectScreen('review');
  await show(page, 'export');
  await inspectScreen('export');
  await show(page, 'data');
  await inspectScreen('data');
  await openSettings(page);
  await inspectScreen('settings');
  const method = await page.inputValue('#method');
  await page.selectOption('#method', 'vote-k');
  await page.waitForSelector('#confidences');
  await inspectScreen('confidences');
  await page.selectOption('#method', method);
  await closeSettings(page);
  for (const name of ['network', 'protect']) {
    await page.click(`#${name}`);
    await page.waitForSelector(`#${name}-dialog[open]`);
    await inspectScreen(name);
    await page.keyboard.press('Escape');
    await page.waitForSelector(`#${name}-dialog`, { state: 'hidden' });
  }
  await leaveFields(page);
  await page.keyboard.press('/');
  await page.waitForSelector('#find-label:focus');
  await inspectScreen('label search');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#find-label-dialog', { state: 'hidden' });
  await page.click('#open-duplicates');
  await page.waitForSelector('#duplicates-dialog[open]');
  await inspectScreen('duplicates');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#duplicates-dialog', { state: 'hidden' });
  await unfold(page);
  await page.click('.label-set li:first-child button.color');
  await page.waitForSelector('#label-color-dialog[open]');
  await inspectScreen('color of a label');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#label-color-dialog', { state: 'hidden' });
  await leaveFields(page);
  await page.keyboard.press('%');
  await page.waitForSelector('#offers-dialog[open]');
  await inspectScreen('suggestions to review');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#offers-dialog', { state: 'hidden' });
  await dropFiles(page, [{ name: NAMES.encoder, bytes: Buffer.from('no model') }]);
  await page.waitForSelector('#bring-dialog[open] #brought');
  await inspectScreen('encoder');
  await page.click('#close-bring');
  await page.waitForSelector('#bring-dialog', { state: 'hidden' });
  await dropFiles(page, [{ name: NAMES.file, bytes: Buffer.from('id,text\n1,Grüße aus Köln\n2,schöne Straße\n', 'latin1') }]);
  await page.waitForSelector('#import-dialog[open] #import-problem');
  await inspectScreen('question about an encoding');
  await page.click('#cancel-import');
  await page.waitForSelector('#import-dialog', { state: 'hidden' });
  const rows = (from, cell) => Array.from({ length: N }, (_, n) => [NAMES.text(from + n), cell(n)]);
  for (const [screen, dialog, records] of [
    ['new texts', '#adding-dialog', [['text', NAMES.column], ...rows(N, () => NAMES.cell)]],
    ['labels of a file', '#file-labels-dialog', [['text', 'label'], ...rows(0, (n) => ['card', 'soup'][n % 2])]],
  ]) {
    await dropFiles(page, [{ name: NAMES.file, bytes: Buffer.from(csv(records)) }]);
    await page.waitForSelector(`${dialog}[open]`);
    await inspectScreen(screen);
    await page.keyboard.press('Escape');
    await page.waitForSelector(`${dialog}:not([open])`, { state: 'attached' });
  }
  await dropFiles(page, [{ name: NAMES.file.replace('.csv', '.png'), bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }]);
  await page.waitForSelector('#message');
  await inspectScreen('message');
  await page.click('#dismiss');
  await everyTeamScreen(page, inspectScreen);
  await page.click('#new-project');
  await page.waitForSelector('#projects li');
  await inspectScreen('projects');
}

async function everyTeamScreen(page, inspectScreen) {
  const files = filesIn((await download(page, '#back-up')).bytes);
  const project = JSON.parse(files['project.json']);
  project.head.annotator = NAMES.colleague;
  for (const { said } of project.log) said.labels = [NAMES.otherLabel];
  const buffer = archiveOf({ ...files, 'project.json': JSON.stringify(project) });
  await page.setInputFiles('#merge-file', { name: NAMES.file.replace('.csv', '.fastgas'), mimeType: 'application/octet-stream', buffer });
  await page.waitForSelector('#incoming-dialog[open]');
  await inspectScreen('backup of a colleague');
  await page.fill('#incoming-own', NAMES.colleague);
  assert.equal(await page.inputValue('#incoming-own'), NAMES.colleague, 'the field keeps a name of any length');
  await page.click('#incoming-join');
  await page.waitForFunction(() => document.querySelector('#incoming-problem')?.textContent);
  await inspectScreen('colleague of the same name');
  await page.fill('#incoming-own', NAMES.own);
  await page.click('#incoming-join');
  await page.waitForSelector('#colleagues');
  await inspectScreen('team');
  await page.fill('#annotator', NAMES.colleague);
  await page.locator('#annotator').blur();
  await page.waitForFunction(() => document.querySelector('#annotator-problem')?.textContent);
  await inspectScreen('own name of a colleague');
  await page.click('#agreement');
  await page.waitForSelector('#agreement-dialog[open] #pairs');
  await unfold(page);
  await inspectScreen('agreement');
  await leaveFields(page);
  await page.keyboard.press('/');
  await page.fill('#compose-dialog[open] #find-label', `${NAMES.otherLabel}x`);
  await inspectScreen('labels that settle a text');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#compose-dialog', { state: 'hidden' });
  await leaveFields(page);
  await page.keyboard.press('1');
  await page.waitForSelector('.disagreement.settled');
  await inspectScreen('settled text');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#agreement-dialog', { state: 'hidden' });
}

// The page does not use the element name, so an element with the name was created from a text.
const MARKUP = '<hostile-x onclick="window.ran=1"><img src=x onerror="window.ran=2"><script>window.ran=3</script>';
let NAMES;

/** Creates a project in which every user-supplied string begins with `hostile`. */
async function createHostileProject(page, hostile, fileName) {
  NAMES = {
    file: fileName, encoder: fileName.replace('.csv', '.onnx'), text: (n) => `${hostile} ${ordinaryText(n)}`, column: `${hostile}c`,
    cell: `${hostile}e`, label: `${hostile}l`, note: `${hostile}n`, colleague: `${hostile}p`, own: `${hostile} me`, otherLabel: `${hostile}r`,
  };
  const records = [['text', NAMES.column], ...Array.from({ length: N }, (_, n) => [NAMES.text(n), NAMES.cell])];
  await createProject(page, fileName, csv(records));
  await addLabels(page, NAMES.label, 'other');
  await page.keyboard.press('1');
  await page.waitForFunction(() => document.querySelector('.pick[data-label]'));
  await page.keyboard.press('ArrowLeft');
  await page.fill('#note', NAMES.note);
  await leaveFields(page);
  await unfold(page);
  await leaveFields(page);
  await page.keyboard.press('?');
  await page.fill('#help-dialog #guidelines', `${hostile}g`);
  await page.keyboard.press('Escape');
  await leaveFields(page);
  await waitForSaved(page);
}

check('markup stays text on every screen and in every file', async ({ page, context }) => {
  await createHostileProject(page, MARKUP, `${MARKUP.replaceAll('/', ':')}.csv`);
  const svg = await saveFile(page, '#map-svg');
  const png = await saveFile(page, '#map-png');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  // The page's policy forbids parsing a string as a document, so a blank page parses the string.
  const blank = await context.newPage();
  const elements = await blank.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'image/svg+xml');
    return { names: [...new Set([...document.querySelectorAll('*')].map((element) => element.localName))], attributes: [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes].map(({ name }) => name)).filter((name) => name.startsWith('on')) };
  }, svg.bytes.toString());
  assert.ok(!elements.names.some((name) => ['hostile-x', 'img', 'script', 'parsererror', 'foreignObject'].includes(name)), `${elements.names}`);
  assert.deepEqual(elements.attributes, []);

  const lines = (await download(page, '#export-jsonl')).text.trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines.length, 1);
  assert.deepEqual([lines[0].label, lines[0].note, lines[0][NAMES.column]], [NAMES.label, NAMES.note, NAMES.cell]);
  const [header, record] = parseCsv((await download(page, '#export-csv')).text);
  assert.equal(record[header.indexOf(NAMES.column)], NAMES.cell);
  assert.equal(record[header.indexOf('text')], NAMES.text(lines[0].row));
  const backup = await download(page, '#back-up');
  assert.ok(projectIn(backup).head.label_names.includes(NAMES.label));
  assert.equal(parseCsv(filesIn(backup.bytes)['texts.csv'].toString())[1][1], NAMES.cell);

  await everyScreen(page, async (screen) => {
    const created = await page.evaluate(() => [...document.querySelectorAll('hostile-x, img, script:not([src]):not(#assets), body iframe')].map((element) => element.outerHTML));
    assert.deepEqual(created, [], screen);
    assert.equal(await page.evaluate(() => window.ran), undefined, screen);
    if (screen !== 'comparison') assert.ok((await page.content()).includes('&lt;hostile-x'), `${screen} shows the markup as text`);
  });
});

const RUN = 'window.ran=1';
// Texts that a parser of markup, a template engine or a URL parser would turn into elements or code.
const FRAGMENTS = [
  `<script>${RUN}</script>`, '<SCRIPT SRC=//leak.example/x.js></SCRIPT>', `<script/x>${RUN}</script >`, `<<script>${RUN}//<</script>`,
  `</title><script>${RUN}</script>`, `</textarea><script>${RUN}</script>`, `</style><script>${RUN}</script>`,
  `</option></select><img src=x onerror=${RUN}>`, `<img src=x onerror=${RUN}>`, `<img src="x" onerror="${RUN}">`, `<img src='x' onerror='${RUN}'>`,
  `<img/src/onerror=${RUN}>`, `<img src=x onerror\n=${RUN}>`, `<img src=x onerror\t=\t${RUN}\t`, `<image src=x onerror=${RUN}>`, `<svg onload=${RUN}>`,
  `<svg/onload=${RUN}>`, `<svg><script>${RUN}</script></svg>`, `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${RUN}"><text y=9>x</text></a></svg>`, `<svg><set attributeName=href to=javascript:${RUN}>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.${RUN}</script>">`, `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
  `<math href="javascript:${RUN}">x</math>`, `<iframe src="javascript:parent.${RUN}">`, `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<object data="javascript:${RUN}">`, `<embed src="javascript:${RUN}">`, `<body onload=${RUN}>`, `<frameset onload=${RUN}>`, `<marquee onstart=${RUN}>`,
  `<details open ontoggle=${RUN}>`, `<video><source onerror=${RUN}>`, `<audio src=x onerror=${RUN}>`, `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`, `<button onclick=${RUN} autofocus>`, `<form action="javascript:${RUN}"><input type=submit>`,
  `<form><button formaction="javascript:${RUN}">x</button>`, `<a href="javascript:${RUN}">x</a>`, `<a href="java\tscript:${RUN}">x</a>`,
  `<a href="&#106;avascript:${RUN}">x</a>`, '<base href="http://leak.example/">', `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  '<link rel=stylesheet href=//leak.example/x.css>', "<style>@import'//leak.example/x.css';</style>", '<div style="background:url(//leak.example/x)">',
  `<div style=animation-name:x onanimationstart=${RUN}>`, `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`, `<!--><img src=x onerror=${RUN}>-->`, `<![CDATA[><img src=x onerror=${RUN}>]]>`,
  `<?xml version="1.0"?><x onclick=${RUN}/>`, '<!DOCTYPE x [<!ENTITY y SYSTEM "http://leak.example/x">]>&y;', `&lt;img src=x onerror=${RUN}&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`, `\\u003cscript\\u003e${RUN}`, `%3Cscript%3E${RUN}%3C/script%3E`, `" onmouseover="${RUN}" x="`,
  `' onmouseover='${RUN}' x='`, `\` onmouseover=\`${RUN}`, `javascript:${RUN}`, `data:text/html,<script>${RUN}</script>`, `\${${RUN}} {{${RUN}}} <%= ${RUN} %>`,
];

check(`${FRAGMENTS.length} fragments of markup stay texts and labels`, async ({ page }) => {
  await createProject(page, 'fragments.csv', csv([['id', 'text'], ...FRAGMENTS.map((text, n) => [`${n}`, text])]), FRAGMENTS.length, FRAGMENTS.length);
  const checkElements = async (screen) => assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(`body :is(hostile-x, img, iframe,
    object, embed, base, math, marquee, meta, frameset, [onerror], [onload], [onclick], [onfocus], [ontoggle], [onmouseover], a[href^="javascript" i])`)]
    .map((element) => element.outerHTML)), [], screen);
  // A semicolon separates the labels of a text, so label names in this test contain no semicolon.
  const labels = FRAGMENTS.filter((text) => !text.includes(';')).slice(0, 9);
  await addLabels(page, ...labels);
  for (let n = 1; n <= labels.length; n += 1) {
    await page.keyboard.press(String(n));
    await page.waitForFunction((n) => Number(document.querySelector('#labeled-count')?.dataset.labeled) === n, n);
    await checkElements(`text ${n}`);
  }
  await waitForSaved(page);
  for (const view of ['review', 'export', 'data']) {
    await show(page, view);
    await unfold(page);
    await checkElements(view);
  }
  const lines = (await download(page, '#export-jsonl')).text.trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(lines.map(({ label }) => label).sort(), [...labels].sort());
  for (const { row, text } of lines) assert.equal(text, FRAGMENTS[row]);
});

// Text that contains no markup, but that a markup filter, a template engine or a URL parser could mistake for code.
const WORDS = 'Pain onset = 3 d, onclick = window.ran=1, style="position:fixed" javascript:window.ran=2 srcdoc="<p>" {{constructor.constructor("window.ran=3")()}} ${window.ran=4} ]]> -->';

check('words that look like markup stay words on every screen', async ({ page }) => {
  await createHostileProject(page, WORDS, `${WORDS}.csv`);
  await everyScreen(page, async (screen) => {
    assert.equal(await page.evaluate(() => window.ran), undefined, screen);
    const shown = await page.evaluate(() => document.body.innerText + [...document.querySelectorAll('textarea, input')].map(({ value }) => value).join(' '));
    if (screen !== 'comparison') assert.ok(shown.includes('Pain onset = 3'), `${screen} shows the words`);
  });
});

/** Returns elements in which direction controls in the texts `planted` affect other words of the page. */
function directionLeaks(planted) {
  const controls = /[\u202a-\u202e\u2066-\u2069]/;
  const isolates = (element) => {
    const { display, unicodeBidi } = getComputedStyle(element);
    return !display.startsWith('inline') || display !== 'inline' || /isolate|plaintext/.test(unicodeBidi);
  };
  /** Closest ancestor that isolates the direction of its text. */
  const isolatingAncestor = (node) => {
    let element = node.parentElement;
    while (!isolates(element)) element = element.parentElement;
    return element;
  };
  /** Returns the text outside of all balanced isolates. */
  const unisolatedText = (text) => {
    let depth = 0;
    let rest = '';
    for (const letter of text) {
      if (/[\u2066-\u2068]/.test(letter)) depth += 1;
      else if (letter === '\u2069' && depth > 0) depth -= 1;
      else if (depth === 0) rest += letter;
    }
    return depth === 0 ? rest : text;
  };
  const isOwn = (text) => planted.some((own) => own === text || own.startsWith(text.replace(/…$/, '')));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('script, style, option, textarea')) texts.push(walker.currentNode);
  const found = [];
  for (const node of texts) {
    const text = node.data.trim();
    if (!controls.test(unisolatedText(text))) continue;
    const neighbors = texts.filter((other) => other !== node && other.data.trim() && isolatingAncestor(other) === isolatingAncestor(node) && !isOwn(other.data.trim()));
    // The text is embedded in a sentence, or is on the same line as other words of the page.
    if (!isOwn(text) || neighbors.length > 0) found.push(`${isolatingAncestor(node).outerHTML.slice(0, 300)}`);
  }
  // A tooltip or an accessible name counts as a separate line.
  for (const name of ['title', 'aria-label']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const words = element.getAttribute(name).trim();
      if (controls.test(unisolatedText(words)) && !isOwn(words)) found.push(`${name}: ${element.outerHTML.slice(0, 300)}`);
    }
  }
  if (controls.test(unisolatedText(document.title))) found.push(`the page's title: ${document.title}`);
  return [...new Set(found)];
}

check('direction controls affect only their own text', async ({ page }) => {
  await createHostileProject(page, BIDI, `${BIDI}.csv`);
  const [line] = (await download(page, '#export-jsonl')).text.trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual([line.label, line.note, line[NAMES.column]], [NAMES.label, NAMES.note, NAMES.cell], 'the exported file is unchanged');
  const files = ['.csv', '.png', '.fastgas', '.onnx'].map((end) => NAMES.file.replace('.csv', end));
  const own = [...Object.values(NAMES).filter((name) => typeof name === 'string'), ...files, `${BIDI}g`];
  const planted = [...own, ...Array.from({ length: 2 * N }, (_, n) => NAMES.text(n))];
  const found = [];
  await everyScreen(page, async (screen) => {
    const leaks = await page.evaluate(directionLeaks, planted);
    found.push(...leaks.map((element) => `${screen}: ${element}`));
  });
  assert.deepEqual(found, []);
});

check('very long words widen neither the page nor a dialog', async ({ page }) => {
  const word = 'W'.repeat(200);
  await createHostileProject(page, word, `${word}.csv`);
  await everyScreen(page, async (screen) => {
    const wide = await page.evaluate(() => [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1).map((element) => element.id || element.localName));
    assert.deepEqual(wide, [], screen);
  });
});

check('answers of a language model stay text', async ({ page, permit }) => {
  const model = await startModel();
  try {
    permit(model.origin);
    await createProject(page, 'answers.csv', csv([['text'], ...Array.from({ length: N }, (_, n) => [ordinaryText(n)])]));
    await labelOne(page, 'card');
    model.answer = () => `${BIDI} ${MARKUP}`;
    await set(page, 'answers-endpoint', model.origin);
    await set(page, 'answers-model', `${BIDI}m`);
    await page.click('#answers-ask');
    await page.waitForSelector('#question[open]');
    await page.click('#answer-yes');
    await page.waitForSelector('#answers-next');
    await page.waitForSelector('#answers-progress', { state: 'detached' });
    for (const [button, shown] of [['#answers-next', '#model-answer'], ['#answers-review', '#answer-review-dialog[open]']]) {
      await page.click(button);
      await page.waitForSelector(shown);
      assert.equal(await page.locator('hostile-x').count(), 0, shown);
      assert.deepEqual(await page.evaluate(directionLeaks, [`${BIDI}m`]), [], shown);
      if (shown === '#model-answer') assert.ok((await page.innerText(shown)).includes('<hostile-x'));
    }
  } finally {
    model.stop();
  }
});

check('guarded formulas are reported and read back byte for byte', async ({ page }) => {
  const odd = ['=cmd|\' /C calc\'!A0', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1", "it's", '', ' =1', '＝1', 'plain'];
  const records = [['text', '=name'], ...Array.from({ length: N }, (_, n) => [ordinaryText(n), odd[n % odd.length]])];
  await createProject(page, 'formulas.csv', csv(records), N);
  await labelOne(page, 'label');
  const plain = parseCsv((await download(page, '#export-picks-csv')).text);
  assert.match(await page.innerText('#formulas'), /cells begin like a formula \(column =name\), and a spreadsheet may run them/);
  await unfold(page);
  await page.check('#guard-formulas');
  const guarded = await download(page, '#export-picks-csv');
  assert.match(await page.innerText('#formulas'), /cells now begin with an apostrophe/);
  for (const cell of parseCsv(guarded.text).flat()) assert.ok(!/^[=+\-@\t\r＝]/.test(cell), JSON.stringify(cell));
  const json = await download(page, '#export-jsonl');
  assert.doesNotMatch(json.text, /'=cmd/, 'no spreadsheet opens JSON lines');

  await page.click('#new-project');
  await page.waitForSelector('#try-sample');
  await createProject(page, 'formulas-back.csv', guarded.text, N);
  await unfold(page);
  await page.uncheck('#guard-formulas');
  assert.match(await page.innerText('.found-remark'), /read without the apostrophe/);
  const again = parseCsv((await download(page, '#export-picks-csv')).text);
  const cells = ([header, ...rows], names) => rows.map((row) => names.map((name) => row[header.indexOf(name)])).sort();
  assert.deepEqual(cells(again, ['text', '=name']), cells(plain, ['text', '=name']));
  assert.ok(!again[0].includes('guarded_fastgas'));
});

check('control characters and a megabyte line are labeled and exported unchanged', async ({ page }) => {
  const c0 = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('') + '\u007f\u0085\u2028\ufeff';
  const long = 'long '.repeat(200_000);
  const texts = Array.from({ length: N }, (_, n) => (n === 3 ? `${c0}!` : n === 5 ? `${long}!` : ordinaryText(n)));
  await createProject(page, 'odd.jsonl', texts.map((text) => `${JSON.stringify({ text })}\n`).join(''), N);
  await addLabels(page, 'seen');
  for (let n = 1; n <= N; n += 1) {
    await page.keyboard.press('1');
    await page.waitForFunction((n) => Number(document.querySelector('#labeled-count')?.dataset.labeled) === n, n);
  }
  await waitForSaved(page);
  const lines = (await download(page, '#export-jsonl')).text.trim().split('\n').map((line) => JSON.parse(line));
  const textByRow = new Map(lines.map(({ row, text }) => [row, text]));
  for (const [row, text] of texts.entries()) assert.ok(textByRow.get(row) === text, `row ${row}`);
  await page.reload();
  await page.waitForSelector('.pick[data-label=seen]');
  // A NUL byte in a table indicates binary data, which the page reports.
  await page.click('#new-project');
  await dropFiles(page, [{ name: 'nul.csv', bytes: Buffer.from('text\na\0b\n') }]);
  await page.waitForSelector('#import-problem, #message');
});

check('unusual texts are embedded, picked and exported byte for byte', async ({ page }) => {
  const c0 = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');
  const texts = [
    `${c0}\u007f\u0085\u2028\ufeff!`,
    `${BIDI} said in any order`,
    'long '.repeat(40_000),
    '👩\u200d👩\u200d👧\u200d👦🏳\ufe0f\u200d🌈🇩🇪👍🏽'.repeat(20),
    '\u0301\u0300\u20dd\u0489 \u0e31\u0e34 \u{e0101}',
    '[CLS] [SEP] [MASK] [PAD] [UNK] ##ing',
  ];
  const file = write('hostile-texts.jsonl', texts.map((text) => `${JSON.stringify({ text })}\n`).join(''));
  await choose(page, [file]);
  await set(page, 'budget', texts.length);
  await set(page, 'neighbors', 3);
  await select(page);
  await addLabels(page, 'seen');
  for (let n = 1; n <= texts.length; n += 1) {
    await page.keyboard.press('1');
    await page.waitForFunction((n) => Number(document.querySelector('#labeled-count')?.dataset.labeled) === n, n);
  }
  await waitForSaved(page);
  const lines = (await download(page, '#export-jsonl')).text.trim().split('\n').map((line) => JSON.parse(line));
  const { bytes } = await download(page, '#export-csv');
  const [header, ...records] = parseCsv(bytes.toString());
  const inCsv = new Map(records.map((record) => [Number(record[header.indexOf('row')]), record[header.indexOf('text')]]));
  const inLines = new Map(lines.map(({ row, text }) => [row, text]));
  for (const [row, text] of texts.entries()) {
    assert.ok(Buffer.from(inLines.get(row)).equals(Buffer.from(text)), `row ${row} in JSON lines`);
    assert.ok(Buffer.from(inCsv.get(row)).equals(Buffer.from(text)), `row ${row} in CSV`);
    assert.ok(bytes.includes(text.replaceAll('"', '""')), `row ${row} is unchanged in the bytes of the file`);
  }
  const native = await selectNatively(file, join(scratch, 'hostile-picks.csv'), '--text', 'text', '--budget', texts.length, '--neighbors', 3);
  const row = native.records[0].indexOf('row');
  assert.deepEqual(await picks(page), native.records.slice(1).map((record) => Number(record[row])), 'the picks are those of the native program');
});

check('10,000 columns are listed in part, selectable and exported completely', async ({ page }) => {
  const width = 10_000;
  const header = Array.from({ length: width }, (_, column) => `column ${column}`);
  const row = (n) => header.map((_, column) => (column === 7000 ? ordinaryText(n) : `${n * column % 97}`));
  const records = [header, ...Array.from({ length: N }, (_, n) => row(n))];
  await choose(page, write('wide.csv', csv(records)));
  assert.match(await page.innerText('.preview'), /and 9,9\d\d more columns/);
  const cells = () => page.$$eval('.preview tbody tr', (rows) => Math.max(...rows.map((row) => row.children.length)));
  assert.ok(await cells() < 60);
  await page.fill('#text-column-find', 'column 7000');
  await page.selectOption('#text-column', { label: 'column 7000' });
  await page.waitForFunction(() => document.querySelector('.preview th.chosen')?.innerText.includes('column 7000'));
  await dropEmbeddings(page, npy(N, 4));
  await set(page, 'budget', 5);
  await select(page);
  await labelOne(page, 'wide');
  await unfold(page);
  const rowOf = Number(await page.getAttribute('.pick[data-label=wide]', 'data-row'));
  const [names, cellsBack] = parseCsv((await download(page, '#export-csv')).text);
  assert.deepEqual(names.slice(0, -5), header);
  assert.deepEqual(cellsBack.slice(0, -5), row(rowOf));
  await page.click('#import-again');
  await page.waitForSelector('#import-dialog[open] .import-look td');
  assert.ok(await page.$$eval('.import-look tbody tr', (rows) => Math.max(...rows.map((row) => row.children.length))) < 60);
  for (const menu of ['text', 'id', 'labels']) assert.ok(await page.$$eval(`#import-${menu} option`, (options) => options.length) <= 310, menu);
});

check('names of object properties as keys are treated as data', async ({ page }) => {
  const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];
  const line = (n) => `{"text":${JSON.stringify(ordinaryText(n))},${keys.map((key) => `${JSON.stringify(key)}:{"polluted":${n}}`).join(',')}}\n`;
  await createProject(page, 'keys.jsonl', Array.from({ length: N }, (_, n) => line(n)).join(''));
  await addLabels(page, ...keys);
  for (let n = 1; n <= keys.length; n += 1) {
    await page.keyboard.press(String(n));
    await page.waitForFunction((n) => Number(document.querySelector('#labeled-count')?.dataset.labeled) === n, n);
  }
  await waitForSaved(page);
  const text = (await download(page, '#export-jsonl')).text;
  const lines = text.trim().split('\n');
  assert.deepEqual(lines.map((line) => JSON.parse(line).label).sort(), [...keys].sort());
  for (const line of lines) {
    const { row } = JSON.parse(line);
    for (const key of keys) assert.ok(line.includes(`${JSON.stringify(key)}:{"polluted":${row}}`), `${key} in ${line}`);
  }
  const backup = await download(page, '#back-up');
  await page.waitForFunction(() => !document.body.innerText.includes('not backed up'));
  await page.waitForTimeout(300);
  await page.reload();
  await page.waitForSelector('.pick[data-label=__proto__]');
  await page.click('#new-project');
  const files = filesIn(backup.bytes);
  const polluting = files['project.json'].toString().replace('"head":{', '"__proto__":{"polluted":1},"head":{"__proto__":{"polluted":2},"constructor":{"prototype":{"polluted":3}},');
  await dropFiles(page, [{ name: 'polluting.fastgas', bytes: archiveOf({ ...files, 'project.json': polluting }) }]);
  await page.waitForSelector('.pick[data-label=__proto__]');
  assert.deepEqual(await page.evaluate(() => [{}.polluted, [].polluted, Object.keys(Object.prototype)]), [undefined, undefined, []]);
});

check('false project files are rejected with a message, and the page continues', async ({ page }) => {
  await createProject(page, 'true.csv', csv([['text'], ...Array.from({ length: N }, (_, n) => [ordinaryText(n)])]));
  await labelOne(page, 'kept');
  const { bytes } = await download(page, '#back-up');
  const files = filesIn(bytes);
  const [project, map] = ['project.json', 'map.json'].map((name) => JSON.parse(files[name]));
  const [columns, ...rows] = parseCsv(files['texts.csv'].toString());
  /** The changed project as an archive, and as JSON alone, which is the format of earlier versions of the page. */
  const changed = (change) => {
    const value = structuredClone({ ...project, ...map, columns, rows, fastgas: 2 });
    change(value);
    const { parts, positions, edges, columns: names, rows: cells, ...projectFields } = value;
    const parsed = { 'project.json': JSON.stringify({ ...projectFields, fastgas: project.fastgas }), 'map.json': JSON.stringify({ parts, positions, edges }), 'texts.csv': csv([names, ...cells]) };
    return [archiveOf({ ...files, ...parsed }), Buffer.from(JSON.stringify(value))];
  };
  const deep = '['.repeat(100_000);
  const falseProjects = {
    deep: [Buffer.from(deep), archiveOf({ ...files, 'project.json': deep }), archiveOf({ ...files, 'map.json': `{"parts":${deep}` })],
    'deep-in-it': [Buffer.from(`{"fastgas":2,"head":${'{"a":'.repeat(100_000)}`)],
    torn: [bytes.subarray(0, bytes.length / 2)],
    huge: changed((value) => { value.parts.n_parts = 4294967295; value.parts.part_of[0] = 4294967295; }),
    many: changed((value) => { value.parts.n_parts = 4294967295; }),
    more: changed((value) => { value.parts.n_parts = value.parts.part_of.length + 1; }),
    parts: changed((value) => { value.parts.part_of.length -= 1; }),
    edges: changed((value) => { value.edges[0] = value.edges[0].map(() => 4294967295); }),
    neighbors: changed((value) => { value.edges[1][0] = 4294967295; }),
    column: changed((value) => { value.head.text_column = 2 ** 40; }),
    row: changed((value) => { value.log[0].row = 4294967295; }),
    pick: changed((value) => { value.head.selection.picks[0].row = 4294967295; }),
    places: changed((value) => { value.positions.length = 1; }),
    cells: changed((value) => { value.rows[0] = ['one', 'more']; }),
    number: [Buffer.from('{"fastgas":1e400}'), archiveOf({ ...files, 'project.json': '{"fastgas":1e400}' })],
  };
  // The directory of the archive claims that one of the files has a size of four gigabytes.
  const long = Buffer.from(bytes);
  long.writeUInt32LE(0xfffffffe, long.indexOf('PK\x01\x02', 0, 'latin1') + 20);
  long.writeUInt32LE(0xfffffffe, long.indexOf('PK\x01\x02', 0, 'latin1') + 24);
  falseProjects.long = [long];
  for (const [name, forms] of Object.entries(falseProjects)) {
    for (const [part, content] of forms.entries()) {
      await dropFiles(page, [{ name: `${name}-${part}.fastgas`, bytes: content }]);
      await page.waitForSelector('#message');
      assert.match(await page.innerText('#message'), new RegExp(`${name}-${part}\\.fastgas`));
      await page.click('#dismiss');
    }
  }
  // The file is not a valid archive, because the end of the archive is missing.
  for (const name of ['bomb.zip', 'bomb.csv', 'bomb.fastgas']) {
    const bytes = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'), Buffer.alloc(1000, 1)]);
    await dropFiles(page, [{ name, bytes }]);
    await page.waitForSelector('#message');
    await page.click('#dismiss');
  }
  assert.equal(await page.locator('.pick[data-label=kept]').count(), 1, 'the open project stays');
  await page.keyboard.press('u');
  await page.waitForFunction(() => document.querySelector('#labeled-count')?.dataset.labeled === '0');
});

check('model with false shapes is rejected with a message, and the page continues', async ({ page }) => {
  await createProject(page, 'model.csv', csv([['text'], ...Array.from({ length: N }, (_, n) => [ordinaryText(n)])]));
  const { onnx, tokenizer } = tinyEncoder();
  /**
   * Replaces the first shape `from` in the encoder's ONNX file by the shape `to`.
   * In a shape, the byte 0x08 (protobuf field 1) precedes each length.
   */
  const withShape = (from, to) => {
    const at = onnx.indexOf(Buffer.from(from));
    assert.ok(at > 0);
    return Buffer.concat([onnx.subarray(0, at), Buffer.from(to), onnx.subarray(at + from.length)]);
  };
  const shape = [0x08, 76, 0x08, 32];
  const falseModels = {
    other: withShape(shape, [0x08, 32, 0x08, 75]),
    none: withShape(shape, [0x08, 0, 0x08, 32]),
    larger: withShape(shape, [0x08, 127, 0x08, 127]),
    smaller: withShape(shape, [0x08, 1, 0x08, 1]),
  };
  for (const [name, model] of Object.entries(falseModels)) {
    await dropFiles(page, [{ name: `${name}.onnx`, bytes: model }, { name: 'tokenizer.json', bytes: tokenizer }]);
    await page.click('#try-encoder');
    await page.locator('#bring-problem').filter({ hasText: `${name}.onnx does not work` }).waitFor();
    assert.match(await page.innerText('#bring-problem'), /shape|bytes|numbers/i, name);
    await page.click('#close-bring');
  }
  await labelOne(page, 'after');
});
