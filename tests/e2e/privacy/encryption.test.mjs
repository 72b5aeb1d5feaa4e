// A project protected by a passphrase. No data of the project is readable in the browser's files or in backups.
// Closing a tab at any time loses no data.

import assert from 'node:assert/strict';
import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { recordIs, storedText, withIndexedDb } from '../support/indexed-db.mjs';
import { startModel } from '../support/model.mjs';
import {
  LONG, PAGE, addLabels, chips, choose, download, dropEmbeddings, dropFiles, filesIn, folder, labelOne, launch, launchWith,
  leaveFields, openPage, picks, projectDatabase, removeProfile, repetitions, select, set, storedLog, until, visit, waitForSaved,
} from '../support/tools.mjs';

const N = 40;
const PASSPHRASE = 'correct horse battery';
const OTHER_PASSPHRASE = 'staple Zoë 東京 🦀';
const scratch = folder('e2e');

/** A unique word for each kind of data and each `owner`, for example a project. */
const wordsOf = (owner) => Object.fromEntries(['text', 'label', 'note', 'guideline', 'draft']
  .map((kind) => [kind, `${kind}${[...owner].map((letter) => (letter.charCodeAt(0) * 7919).toString(36)).join('')}q`]));

function tableOf(owner) {
  const { text } = wordsOf(owner);
  const path = join(scratch, `encryption-${owner}.csv`);
  writeFileSync(path, ['text', ...Array.from({ length: N }, (_, n) => `"${text} ${['card', 'soup', 'probe', 'seed'][n % 4]} ${n}"`)].join('\n'));
  return path;
}

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = (name, body, options) =>
  test(`encryption: ${name}`, { timeout: LONG }, () => visit(browser, `encryption ${name}`, body, options));

async function enterNewPassphrase(page, button, passphrase) {
  await page.click(button);
  await page.waitForSelector('#protect-dialog[open]');
  await page.fill('#new-passphrase', passphrase);
  await page.fill('#same-passphrase', passphrase);
  await page.click('#use-passphrase');
}

async function choosePassphrase(page, button, passphrase) {
  await enterNewPassphrase(page, button, passphrase);
  await page.waitForSelector('#protect-dialog', { state: 'hidden' });
}

async function unlock(page, passphrase) {
  await page.waitForSelector('#unlock-dialog[open]');
  await page.fill('#passphrase', passphrase);
  await page.press('#passphrase', 'Enter');
}

async function checkRejected(page, passphrase) {
  await unlock(page, passphrase);
  await page.waitForFunction(() => document.querySelector('#passphrase-problem')?.textContent.includes('wrong'));
  assert.equal(await page.evaluate(() => document.activeElement.id), 'passphrase', 'the field keeps the focus');
}

/** Enters data of every kind. The draft remains in a field that keeps the focus. */
async function enterData(page, { label, note, guideline, draft }) {
  await labelOne(page, label);
  await page.fill('#note', note);
  await leaveFields(page);
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await page.fill('#guidelines', guideline);
  await leaveFields(page);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  await page.fill('#label-name', draft);
  await waitForSaved(page);
  // Typed text is saved shortly after each letter, and the second copy of the labels a little later.
  await page.waitForTimeout(1500);
}

async function createProject(page, owner) {
  await choose(page, [tableOf(owner)]);
  await dropEmbeddings(page, npy(N, 4));
  await set(page, 'budget', 6);
  await select(page);
}

/** Files of the browser's `profile` that contain one of the words, as UTF-8 or UTF-16. */
function filesWith(profile, words) {
  const needles = words.flatMap((word) => (word instanceof Buffer ? [word] : [Buffer.from(word, 'utf8'), Buffer.from(word, 'utf16le')]));
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.map((file) => join(file.parentPath, file.name)).filter((path) => {
    const bytes = readFileSync(path);
    return needles.some((needle) => bytes.includes(needle));
  });
}

/** Bytes of one embedding, as the browser stores embeddings without encryption. */
const embeddingBytes = async (page) => Buffer.from(await page.evaluate(withIndexedDb(async ({ settled, use }) => {
  const { name } = (await indexedDB.databases()).findLast(({ name }) => name.startsWith('fastgas-embedding-file-'));
  const piece = await use(name, (database) => settled(database.transaction('embeddings').objectStore('embeddings').get(0)));
  return [...new Uint8Array(piece, 32 * 5, 32)];
})));

test('encryption: browser files contain nothing of a project protected from its beginning', { timeout: LONG }, async () => {
  const profile = mkdtempSync(join(scratch, 'encryption-'));
  const [secret, control] = [wordsOf('secret'), wordsOf('control')];
  const elsewhere = await openPage(browser);
  await createProject(elsewhere.page, 'elsewhere');
  const numbers = await embeddingBytes(elsewhere.page);
  await elsewhere.context.close();
  const visitWith = async (body) => {
    const { page, kill } = await launchWith(profile);
    try {
      await page.goto(PAGE);
      return await body(page);
    } finally {
      await kill();
    }
  };
  try {
    await visitWith(async (page) => {
      await page.waitForSelector('#protect-next');
      await choosePassphrase(page, '#protect-next', PASSPHRASE);
      await page.waitForSelector('#forget-next');
      await createProject(page, 'secret');
      await page.waitForSelector('#protected');
      await enterData(page, secret);
      await page.reload();
      await checkRejected(page, 'incorrect horse');
      await unlock(page, PASSPHRASE);
      await page.waitForSelector(`.pick[data-label=${secret.label}]`);
      assert.equal(await page.inputValue('#label-name'), secret.draft, 'the draft is restored');
      await leaveFields(page);
      await page.keyboard.press('1');
      await page.waitForFunction((label) => document.querySelectorAll(`.pick[data-label=${label}]`).length === 2, secret.label);
      await waitForSaved(page);
      await page.waitForTimeout(1000);
    });
    assert.deepEqual(filesWith(profile, [...Object.values(secret), numbers]), []);
    await visitWith(async (page) => {
      await page.waitForSelector('#unlock-dialog[open]');
      await page.click('#close-unlock');
      await page.waitForSelector('#projects .protected');
      await createProject(page, 'control');
      await enterData(page, control);
      assert.deepEqual(await embeddingBytes(page), numbers, 'the embeddings are stored in the same form');
    });
    // In an unprotected project, the search finds each word and the embeddings.
    // The protected project has the same embeddings.
    for (const [kind, word] of Object.entries(control)) assert.notDeepEqual(filesWith(profile, [word]), [], kind);
    const filesWithNumbers = filesWith(profile, [numbers]);
    assert.notDeepEqual(filesWithNumbers, [], 'embeddings');
    assert.deepEqual(filesWith(profile, Object.values(secret)), []);
  } finally {
    await removeProfile(profile);
  }
});

/** Decrypts a backup without any code of the page, because the test checks the documented format of backups. */
function decrypted(bytes, passphrase) {
  assert.equal(bytes.toString('latin1', 0, 16), 'FastGAS sealed 1');
  const length = bytes.readUInt32LE(16);
  const header = JSON.parse(bytes.toString('utf8', 20, 20 + length));
  const associatedData = (...parts) => Buffer.concat([Buffer.from([1]), ...parts.flatMap((part) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(Buffer.byteLength(part));
    return [size, Buffer.from(part)];
  })]);
  const unseal = (key, context, sealed) => {
    assert.equal(sealed[0], 1);
    const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13)).setAAD(context).setAuthTag(sealed.subarray(-16));
    return Buffer.concat([cipher.update(sealed.subarray(13, -16)), cipher.final()]);
  };
  assert.ok(header.iterations >= 600_000);
  const key = pbkdf2Sync(passphrase.normalize('NFKC'), Buffer.from(header.salt, 'hex'), header.iterations, 32, 'sha256');
  const dataKey = unseal(key, associatedData('data key', String(header.iterations), header.salt), Buffer.from(header.wrapped, 'hex'));
  const pieces = [];
  const step = (1 << 20) + 29;
  for (let at = 20 + length; at < bytes.length; at += step) {
    const end = Math.min(bytes.length, at + step);
    pieces.push(unseal(dataKey, associatedData('file', String(pieces.length), end === bytes.length ? 'last' : 'more'), bytes.subarray(at, end)));
  }
  return Buffer.concat(pieces);
}

/** Returns the kinds of data whose unique word in `words` occurs in the text. */
const kindsIn = (text, words) => Object.keys(words).filter((kind) => text.includes(words[kind]));

const { draft, ...SAVED_WORDS } = wordsOf('later');
const SAVED_KINDS = Object.keys(SAVED_WORDS);

check('project is protected, reopened with its passphrase and unprotected', async ({ page }) => {
  await choose(page, [tableOf('later')]);
  await set(page, 'budget', 6);
  await select(page);
  await enterData(page, { ...SAVED_WORDS, draft });
  const rows = await picks(page);
  const before = await chips(page);
  assert.deepEqual(kindsIn(await storedText(page), SAVED_WORDS), SAVED_KINDS);

  await page.click('#protect');
  await page.waitForSelector('#protect-dialog[open]');
  assert.match(await page.innerText('#protect-lost'), /cannot be recovered/);
  await page.fill('#new-passphrase', 'short');
  assert.ok(await page.isDisabled('#use-passphrase'));
  await page.fill('#new-passphrase', PASSPHRASE);
  await page.fill('#same-passphrase', `${PASSPHRASE}!`);
  assert.ok(await page.isDisabled('#use-passphrase'));
  assert.equal(await page.$eval('#new-passphrase', ({ form }) => form), null, 'the browser does not offer to store it');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#protect-dialog', { state: 'hidden' });
  await choosePassphrase(page, '#protect', PASSPHRASE);
  await page.waitForSelector('#protected');
  const secretWords = { ...SAVED_WORDS, draft };
  assert.deepEqual(kindsIn(await storedText(page), secretWords), []);
  // A checksum of a text would reveal that the text is stored, so the chunks of embeddings are numbered.
  const cached = (await storedText(page)).split('\n').filter((line) => line.startsWith('fastgas-embeddings/'));
  assert.ok(cached.length > 0 && cached.every((line) => line.includes('#')), cached.join('\n'));
  assert.equal(await page.getAttribute('#cache', 'data-texts'), String(N));

  // Data that the user enters after the project is protected is encrypted, too.
  await page.fill('#label-name', '');
  await addLabels(page, 'laterlabel');
  await page.keyboard.press('2');
  await page.waitForSelector('.pick[data-label=laterlabel]');
  await waitForSaved(page);
  await page.waitForTimeout(1500);
  const after = await chips(page);
  assert.equal(Object.keys(after).length, Object.keys(before).length + 1);
  assert.deepEqual(kindsIn(await storedText(page), { ...secretWords, later: 'laterlabel' }), []);

  await page.reload();
  await checkRejected(page, OTHER_PASSPHRASE);
  await unlock(page, PASSPHRASE);
  await page.waitForSelector('.pick[data-label=laterlabel]');
  assert.deepEqual([await picks(page), await chips(page)], [rows, after]);

  // After the passphrase is changed, the previous passphrase opens only previous backups.
  const formerBackup = await download(page, '#back-up');
  await choosePassphrase(page, '#change-passphrase', OTHER_PASSPHRASE);
  await page.reload();
  await checkRejected(page, PASSPHRASE);
  await unlock(page, OTHER_PASSPHRASE);
  await page.waitForSelector('.pick[data-label=laterlabel]');
  const backup = await download(page, '#back-up');
  for (const { bytes } of [formerBackup, backup]) {
    assert.deepEqual(kindsIn(bytes.toString('utf8'), secretWords), []);
    assert.deepEqual(kindsIn(bytes.toString('utf16le'), secretWords), []);
  }
  const files = filesIn(decrypted(formerBackup.bytes, PASSPHRASE));
  assert.deepEqual(Object.keys(files), ['project.json', 'texts.csv', 'map.json', 'embeddings.npy']);
  assert.throws(() => decrypted(backup.bytes, PASSPHRASE));
  const written = Object.values(filesIn(decrypted(backup.bytes, OTHER_PASSPHRASE))).join('\n');
  assert.deepEqual(kindsIn(written, SAVED_WORDS), SAVED_KINDS);

  // A browser without stored data opens the backup as a separate project, which stays protected.
  const otherBrowser = await openPage(browser);
  await dropFiles(otherBrowser.page, [{ name: backup.name, bytes: backup.bytes }]);
  await checkRejected(otherBrowser.page, PASSPHRASE);
  await unlock(otherBrowser.page, OTHER_PASSPHRASE);
  await otherBrowser.page.waitForSelector('.pick[data-label=laterlabel]');
  await otherBrowser.page.waitForSelector('#protected');
  assert.equal(await otherBrowser.page.getAttribute('#cache', 'data-texts'), String(N));
  await otherBrowser.page.waitForTimeout(1500);
  assert.deepEqual(kindsIn(await storedText(otherBrowser.page), SAVED_WORDS), []);
  await otherBrowser.page.reload();
  await unlock(otherBrowser.page, OTHER_PASSPHRASE);
  await otherBrowser.page.waitForSelector('.pick[data-label=laterlabel]');
  await otherBrowser.page.click('#lock-now');
  await otherBrowser.page.waitForSelector('#projects .protected');
  await dropFiles(otherBrowser.page, [{ name: 'cut.fastgas', bytes: backup.bytes.subarray(0, backup.bytes.length - 9) }]);
  await unlock(otherBrowser.page, OTHER_PASSPHRASE);
  await otherBrowser.page.waitForSelector('#message');
  assert.match(await otherBrowser.page.innerText('#message'), /altered/);
  assert.deepEqual(otherBrowser.problems, []);
  await otherBrowser.context.close();

  const colleague = await openPage(browser);
  await choose(colleague.page, [tableOf('later')]);
  await dropEmbeddings(colleague.page, npy(N, 4));
  await set(colleague.page, 'budget', 6);
  await select(colleague.page);
  await colleague.page.setInputFiles('#merge-file', { name: backup.name, mimeType: 'application/octet-stream', buffer: backup.bytes });
  await unlock(colleague.page, OTHER_PASSPHRASE);
  await colleague.page.waitForSelector('#incoming-dialog[open]');
  assert.deepEqual(colleague.problems, []);
  await colleague.context.close();

  await page.click('#remove-protection');
  await page.click('#answer-yes');
  await page.waitForSelector('#protect');
  await page.waitForTimeout(500);
  assert.deepEqual(kindsIn(await storedText(page), SAVED_WORDS), SAVED_KINDS);
  assert.equal(await page.getAttribute('#cache', 'data-texts'), String(N));
  await page.reload();
  await page.waitForSelector('.pick[data-label=laterlabel]');
  assert.deepEqual([await picks(page), await chips(page)], [rows, after]);
});

check('protected project is locked, renamed and backed up from the list, and other tabs ask too', async ({ page, context }) => {
  await createProject(page, 'listed');
  await labelOne(page, 'listedlabel');
  await choosePassphrase(page, '#protect', PASSPHRASE);
  await page.waitForSelector('#protected');
  const other = await context.newPage();
  await other.goto(PAGE);
  await unlock(other, PASSPHRASE);
  await other.waitForSelector('#elsewhere');
  await other.waitForSelector('.pick[data-label=listedlabel]');
  await other.close();

  await page.click('#lock-now');
  await page.waitForSelector('#projects .protected');
  await page.getByRole('button', { name: /^Rename/ }).click();
  await page.fill('#projects input', 'renamed');
  await page.press('#projects input', 'Enter');
  await page.getByRole('button', { name: /^Back up renamed/ }).waitFor();
  await page.getByRole('button', { name: /^Back up renamed/ }).click();
  await page.waitForSelector('#unlock-dialog[open]');
  await page.fill('#passphrase', PASSPHRASE);
  const file = await download(page, '#unlock');
  assert.equal(file.name, 'renamed.fastgas');
  assert.deepEqual(JSON.parse(filesIn(decrypted(file.bytes, PASSPHRASE))['project.json']).head.label_names, ['listedlabel']);
  await page.click('.project-open');
  await unlock(page, PASSPHRASE);
  await page.waitForSelector('.pick[data-label=listedlabel]');
  await page.click('#lock-now');
  await page.click('.project-open');
  await page.waitForSelector('#unlock-dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#try-sample');
  assert.deepEqual(await readableLabels(page), []);
});

check('changed passphrase stays when a tab that was unlocked before takes over', async ({ page, context }) => {
  await createProject(page, 'taken');
  await labelOne(page, 'takenlabel');
  await choosePassphrase(page, '#protect', PASSPHRASE);
  await page.waitForSelector('#protected');
  const other = await context.newPage();
  await other.goto(PAGE);
  await unlock(other, PASSPHRASE);
  await other.waitForSelector('#elsewhere');
  await other.waitForSelector('.pick[data-label=takenlabel]');

  await choosePassphrase(page, '#change-passphrase', OTHER_PASSPHRASE);
  await checkRejected(other, PASSPHRASE);
  await unlock(other, OTHER_PASSPHRASE);
  await other.waitForSelector('.pick[data-label=takenlabel]');
  await other.click('#take-over');
  await other.waitForSelector('#elsewhere', { state: 'detached' });
  await other.waitForSelector('.pick[data-label=takenlabel]');
  // A new label name writes the head of the project, which contains the encrypted key.
  await addLabels(other, 'later');
  await waitForSaved(other);
  const backup = await download(other, '#back-up');
  assert.throws(() => decrypted(backup.bytes, PASSPHRASE));
  const { head } = JSON.parse(filesIn(decrypted(backup.bytes, OTHER_PASSPHRASE))['project.json']);
  assert.deepEqual(head.label_names, ['takenlabel', 'later']);
  await other.reload();
  await checkRejected(other, PASSPHRASE);
  await unlock(other, OTHER_PASSPHRASE);
  await other.waitForSelector('.pick[data-label=takenlabel]');
});

/**
 * Opens the project in a tab that misses what other tabs do, like a tab that does not respond for a while.
 * Without Web Locks, no tab can tell this tab that it has taken over the project.
 */
async function openUnaware(context) {
  const unaware = await context.newPage();
  await unaware.addInitScript(() => { Object.defineProperty(navigator, 'locks', { value: undefined }); });
  await unaware.goto(PAGE);
  return unaware;
}

check('tab that misses a change of the passphrase cannot restore the former one', async ({ page, context }) => {
  await createProject(page, 'missed');
  await labelOne(page, 'missedlabel');
  await choosePassphrase(page, '#protect', PASSPHRASE);
  await page.waitForSelector('#protected');
  const unaware = await openUnaware(context);
  await unlock(unaware, PASSPHRASE);
  await unaware.waitForSelector('.pick[data-label=missedlabel]');
  await choosePassphrase(page, '#change-passphrase', OTHER_PASSPHRASE);
  await enterNewPassphrase(unaware, '#change-passphrase', 'a third passphrase');
  await unaware.locator('#protect-problem', { hasText: 'Nothing was changed' }).waitFor();
  await unaware.keyboard.press('Escape');
  await unaware.waitForSelector('#protect-dialog', { state: 'hidden' });
  // A new label name writes the head of the project, which contains the encrypted key.
  await addLabels(unaware, 'unstored');
  await unaware.locator('#storage-problem', { hasText: 'protected by a passphrase' }).waitFor();
  await unaware.close();
  await page.reload();
  await checkRejected(page, PASSPHRASE);
  await unlock(page, OTHER_PASSPHRASE);
  await page.waitForSelector('.pick[data-label=missedlabel]');
});

check('tab that misses the protection of the project cannot write without encryption', async ({ page, context }) => {
  await createProject(page, 'unnoticed');
  await labelOne(page, 'unnoticedlabel');
  const unaware = await openUnaware(context);
  await unaware.waitForSelector('.pick[data-label=unnoticedlabel]');
  await choosePassphrase(page, '#protect', PASSPHRASE);
  await page.waitForSelector('#protected');
  await addLabels(unaware, 'unstored');
  await unaware.locator('#storage-problem', { hasText: 'protected by a passphrase' }).waitFor();
  await unaware.fill('#label-name', 'typedlate');
  // Typed text is stored after a short delay.
  await unaware.waitForTimeout(700);
  await leaveFields(unaware);
  await unaware.keyboard.press('1');
  await unaware.waitForFunction(() => document.body.innerText.includes('not saved yet'));
  assert.equal((await storedLog(page)).length, 1);
  const words = { label: 'unnoticedlabel', unstored: 'unstored', typed: 'typedlate' };
  assert.deepEqual(kindsIn(await storedText(page), words), []);
  await unaware.close();
  await page.reload();
  await unlock(page, PASSPHRASE);
  await page.waitForSelector('.pick[data-label=unnoticedlabel]');
  await page.waitForSelector('#protected');
});

check('tab that misses the protection of the project cannot store answers without encryption', async ({ page, context, permit }) => {
  const model = await startModel();
  Object.assign(model, { delay: 200, answer: () => 'earlyanswer' });
  try {
    permit(model.origin);
    await createProject(page, 'answered');
    await labelOne(page, 'answeredlabel');
    const unaware = await openUnaware(context);
    await unaware.waitForSelector('.pick[data-label=answeredlabel]');
    await set(unaware, 'answers-endpoint', `${model.origin}/v1`);
    await set(unaware, 'answers-model', 'tiny');
    await unaware.click('#answers-ask');
    await unaware.click('#answer-yes');
    await unaware.waitForFunction(() => Number(document.querySelector('#answers-progress')?.dataset.done) >= 1);
    await unaware.click('#answers-pause');
    // Pending requests finish, and their answers are stored.
    await unaware.waitForTimeout(700);
    const answers = { early: 'earlyanswer', late: 'lateanswer' };
    assert.deepEqual(kindsIn(await storedText(page), answers), ['early']);
    await choosePassphrase(page, '#protect', PASSPHRASE);
    await page.waitForSelector('#protected');
    Object.assign(model, { delay: 0, answer: () => 'lateanswer' });
    await unaware.click('#answers-pause');
    await unaware.locator('#storage-problem', { hasText: 'protected by a passphrase' }).waitFor();
    await unaware.waitForSelector('#answers-progress', { state: 'detached' });
    assert.deepEqual(kindsIn(await storedText(page), answers), []);
    await unaware.close();
  } finally {
    model.stop();
  }
});

/** Contains `label` if the label name `listedlabel` is stored without encryption. */
const readableLabels = async (page) => kindsIn(await storedText(page), { label: 'listedlabel' });

test('encryption: reload during protection leaves a complete project', { timeout: LONG }, async () => {
  const words = wordsOf('closed');
  for (let round = 0; round < repetitions(10); round += 1) {
    const { context, page, problems } = await openPage(browser);
    await createProject(page, 'closed');
    await labelOne(page, words.label);
    await page.click('#protect');
    await page.fill('#new-passphrase', PASSPHRASE);
    await page.fill('#same-passphrase', PASSPHRASE);
    await page.click('#use-passphrase');
    // Each round reloads the page at a different moment, while the page derives the key or writes the data.
    // Deriving the key takes a few hundred milliseconds, and writing takes less time.
    await page.waitForTimeout(150 + ((round * 193) % 700));
    await page.reload();
    await page.waitForSelector(`#unlock-dialog[open], .pick[data-label=${words.label}]`);
    const isProtected = await page.locator('#unlock-dialog[open]').count() > 0;
    if (isProtected) await unlock(page, PASSPHRASE);
    await page.waitForSelector(`.pick[data-label=${words.label}]`);
    await page.waitForSelector(isProtected ? '#protected' : '#protect');
    await page.waitForTimeout(1000);
    const { text, label } = words;
    assert.deepEqual(kindsIn(await storedText(page), { text, label }), isProtected ? [] : ['text', 'label'], `round ${round}`);
    // No text is embedded again, because the embeddings are still stored.
    await set(page, 'seed', 7);
    await select(page);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

const waitForUnfinished = async (page, isUnfinished) => until(
  page,
  recordIs((stored, isUnfinished) => stored.is_unfinished === isUnfinished),
  [await projectDatabase(page), 'project', 'head', isUnfinished],
);

test('encryption: unlocking protects what a closed tab left unprotected', { timeout: LONG }, async () => {
  const { text, label } = wordsOf('killed');
  const { context, page, problems } = await openPage(browser);
  await createProject(page, 'killed');
  await labelOne(page, label);
  await waitForSaved(page);
  await page.waitForTimeout(1500);
  // The page protects the second copy of the labels after the database transaction. In this test, the write never ends.
  await page.evaluate(() => { FileSystemFileHandle.prototype.createWritable = () => new Promise(() => {}); });
  await page.click('#protect');
  await page.waitForSelector('#protect-dialog[open]');
  await page.fill('#new-passphrase', PASSPHRASE);
  await page.fill('#same-passphrase', PASSPHRASE);
  await page.click('#use-passphrase');
  await waitForUnfinished(page, true);
  assert.deepEqual(kindsIn(await storedText(page), { label }), ['label'], 'the second copy is still readable');
  const reopened = await context.newPage();
  await page.close();
  await reopened.goto(PAGE);
  await unlock(reopened, PASSPHRASE);
  await reopened.waitForSelector(`.pick[data-label=${label}]`);
  await reopened.waitForSelector('#protected');
  await waitForUnfinished(reopened, false);
  assert.deepEqual(kindsIn(await storedText(reopened), { text, label }), []);
  // No text is embedded again, because the embeddings are still stored.
  await set(reopened, 'seed', 7);
  await select(reopened);
  assert.deepEqual(problems, []);
  await context.close();
});

test('encryption: panic writes nothing of a protected project', { timeout: LONG }, async () => {
  const { context, page } = await openPage(browser);
  await createProject(page, 'panic');
  await choosePassphrase(page, '#protect', PASSPHRASE);
  await page.waitForSelector('#protected');
  await page.evaluate(() => { window.dispatchEvent(new Event('fastgas-panic')); });
  await page.waitForSelector('#rescue[open][data-project=protected]');
  assert.match(await page.innerText('#rescue'), /protected by a passphrase.*It is stored/);
  assert.equal(await page.locator('#rescue-back-up').count(), 0);
  await page.click('#rescue-reload');
  await page.waitForSelector('#unlock-dialog[open]');
  await page.evaluate(() => { window.dispatchEvent(new Event('fastgas-panic')); });
  await page.waitForSelector('#rescue[open][data-project=protected]');
  await page.click('#rescue-reload');
  await unlock(page, PASSPHRASE);
  await page.waitForSelector('.pick');
  await context.close();
});
