// Several projects, several tabs, and disks that refuse writes.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { recordIs, withIndexedDb } from '../support/indexed-db.mjs';
import { siteFiles, startHost } from '../support/site.mjs';
import {
  LONG, PAGE, choose, download, drop, folder, launch, launchWith, picks, projectDatabase, projectIn, removeProfile, unfold, until, visit,
} from '../support/tools.mjs';

const scratch = folder('e2e');
const shots = folder('shots');
let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body, options) {
  test(`projects: ${name}`, { timeout: LONG }, () => visit(browser, `projects ${name}`, body, options));
}

const N = 12;

/** Writes a pool and its embeddings to files. With the embeddings, the tests need no model. */
function poolFiles(name) {
  const texts = Array.from({ length: N }, (_, n) => `${name} number ${n}`);
  const csv = join(scratch, `${name}.csv`);
  writeFileSync(csv, `text\n${texts.join('\n')}\n`);
  const embeddings = join(scratch, `${name}.npy`);
  writeFileSync(embeddings, npy(N, 3));
  return [csv, embeddings];
}

async function createProject(page, name) {
  await drop(page, ...poolFiles(name));
  await page.waitForFunction((name) => document.querySelector('.file-name')?.textContent === `${name}.csv`, name);
  await page.waitForSelector('#given-embeddings');
  await page.fill('#budget', '4');
  await page.click('#select');
  await page.waitForSelector('.pick[data-row]');
  await page.waitForSelector('#progress', { state: 'detached' });
  for (const label of ['yes', 'no']) {
    await page.fill('#label-name', label);
    await page.click('#add-label');
  }
}

const labeledCount = (page) => page.getAttribute('#labeled-count', 'data-labeled');

async function label(page, keys) {
  await page.evaluate(() => document.activeElement?.blur());
  for (const key of keys) {
    const before = Number(await labeledCount(page));
    await page.keyboard.press(key);
    await page.waitForFunction((count) => Number(document.querySelector('#labeled-count')?.dataset.labeled) > count, before);
  }
}

async function openList(page) {
  await page.click('#new-project');
  await page.waitForSelector('#projects');
}

const listRows = (page) => page.$$eval('#projects li', (items) => items.map((item) => item.innerText.replace(/\s+/g, ' ').trim()));
const openFromList = async (page, name) => {
  await page.click(`.project-open:text-is("${name}")`);
  await page.waitForFunction((name) => document.querySelector('.file-name')?.textContent === name, name);
};

check('project list opens, renames, backs up and deletes projects', async ({ page }) => {
  await createProject(page, 'birds');
  await label(page, '12');
  await createProject(page, 'boats');
  assert.equal(await labeledCount(page), '0');
  await label(page, '1');
  await openList(page);
  await page.waitForFunction(() => document.querySelectorAll('#projects li').length === 2);
  await page.screenshot({ path: join(shots, 'projects.png') });
  const [first, second] = await listRows(page);
  assert.match(first, /^boats\.csv 12 texts · 1 of 4 picks labeled · 0\.1\sMB · .*20\d\d/);
  assert.match(second, /^birds\.csv 12 texts · 2 of 4 picks labeled/);
  await openFromList(page, 'birds.csv');
  assert.equal(await labeledCount(page), '2');
  await page.waitForSelector('#given-embeddings');
  // The project has embeddings from a file, so that the selection needs no model.
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.fill('#budget', '5');
  await page.click('#select');
  await page.waitForFunction(() => document.querySelectorAll('.pick[data-row]').length >= 5);
  assert.ok(!loaded.some((url) => url.endsWith('.onnx')), 'the model is not fetched');
  await page.waitForSelector('#progress', { state: 'detached' });
  const count = await labeledCount(page);
  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await page.innerText('.file-name'), 'birds.csv', 'a reload reopens the project');
  assert.equal(await labeledCount(page), count);
  await openList(page);
  await page.reload();
  await page.waitForSelector('#projects');

  await page.click('button[aria-label="Rename birds.csv"]');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Birds of 2026');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.project-open:text-is("Birds of 2026")');
  await page.reload();
  await openFromList(page, 'Birds of 2026');
  assert.equal(await labeledCount(page), count);
  await openList(page);

  const backup = await download(page, 'button[aria-label="Back up boats.csv"]');
  assert.deepEqual([backup.name, projectIn(backup).log.length], ['boats.fastgas', 1]);
  // After a deletion, the focus moves so that Enter restores the project.
  const waitForList = (list, ...names) => page.waitForFunction(([list, names]) => {
    const items = [...document.querySelectorAll(`${list} li .project-name > :first-child`)];
    return items.map((item) => item.textContent).join() === names.join();
  }, [list, names]);
  await page.focus('button[aria-label="Delete boats.csv"]');
  await page.keyboard.press('Enter');
  await waitForList('#deleted-projects', 'boats.csv');
  await page.waitForSelector('button[aria-label="Put back boats.csv"]:focus');
  await waitForList('#projects', 'Birds of 2026');
  await page.screenshot({ path: join(shots, 'deleted-projects.png') });
  await page.keyboard.press('Enter');
  await waitForList('#projects', 'Birds of 2026', 'boats.csv');
  await page.waitForSelector('.project-open:text-is("boats.csv"):focus');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#labeled-count');
  assert.equal(await labeledCount(page), '1');
  await openList(page);

  // The deleted project stays complete, until the user deletes it permanently.
  await page.click('button[aria-label="Delete boats.csv"]');
  await waitForList('#deleted-projects', 'boats.csv');
  await page.reload();
  await page.waitForSelector('#deleted-projects:not([open])');
  await page.click('#deleted-projects summary');
  await waitForList('#deleted-projects', 'boats.csv');
  await page.click('button[aria-label="Delete for good boats.csv"]');
  assert.match(await page.innerText('#question'), /Delete boats\.csv for good\?/);
  const secondBackup = await download(page, '#back-up-first');
  assert.deepEqual([secondBackup.name, projectIn(secondBackup).log.length], ['boats.fastgas', 1]);
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).length);
  const before = await databases();
  await page.click('#answer-yes');
  await page.waitForSelector('#deleted-projects', { state: 'detached' });
  await until(page, async (before) => (await indexedDB.databases()).length <= before - 3, before);
  await page.reload();
  await waitForList('#projects', 'Birds of 2026');
});

check('project whose lock is just being released can be deleted', async ({ page }) => {
  await createProject(page, 'birds');
  await until(page, async () => (await navigator.locks.query()).held.length === 1);
  const name = await page.evaluate(async () => (await navigator.locks.query()).held[0].name);
  await openList(page);
  await until(page, async () => (await navigator.locks.query()).held.length === 0);
  await page.evaluate((name) => new Promise((granted) => {
    void navigator.locks.request(name, () => { granted(); return new Promise((release) => { setTimeout(release, 150); }); });
  }), name);
  await page.click('button[aria-label="Delete birds.csv"]');
  await page.waitForSelector('#deleted-projects');
});

check('changed settings and export options survive a reload', async ({ page }) => {
  await createProject(page, 'birds');
  await label(page, '12');
  const csv = async () => (await download(page, '#export-csv')).bytes.toString().split('\n');
  assert.equal((await csv())[0], 'text,rank,row,part,degree,label');
  const explained = () => page.$$eval('#added-columns dt', (names) => names.map((name) => name.textContent));
  assert.deepEqual(await explained(), ['rank', 'row', 'part', 'degree', 'label']);
  await unfold(page);
  await page.check('#tell-times');
  await page.check('#guard-formulas');
  const order = () => page.getAttribute('.panel.export', 'title');
  assert.match(await order(), /after them\.$/);
  await page.check('#own-columns-first');
  assert.match(await order(), /begins with rank/);
  await page.fill('#budget', '5');
  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await page.inputValue('#budget'), '5');
  assert.equal(await page.locator('.pick[data-row]').count(), 4, 'the picks still belong to the previous settings');
  for (const option of ['tell-times', 'guard-formulas', 'own-columns-first']) assert.ok(await page.isChecked(`#${option}`), option);
  const [header, first, second] = await csv();
  assert.equal(header, 'rank,row,part,degree,label,guarded_fastgas,labeled_at,seconds,text');
  assert.deepEqual([...await explained(), 'text'], header.split(','), 'every added column is explained');
  const cells = [first, second].map((line) => line.split(','));
  for (const [, , , , , , at] of cells) {
    assert.ok(Math.abs(Date.now() - Date.parse(at)) < 600_000, at);
  }
  // Each record states how many seconds the text was shown, also for the first text.
  for (const [, , , , , , , seconds] of cells) assert.match(seconds, /^\d+(\.\d+)?$/);
  // Another project has its own selection settings, but the export settings apply to all projects.
  await createProject(page, 'boats');
  assert.deepEqual([await page.inputValue('#budget'), await page.isChecked('#tell-times')], ['4', true]);
});

check('second tab shows the project read-only and takes it over on request', async ({ page, context }) => {
  await createProject(page, 'birds');
  await label(page, '1');
  const second = await context.newPage();
  await second.goto(PAGE);
  await second.waitForSelector('#elsewhere');
  assert.equal(await labeledCount(second), '1');
  await second.screenshot({ path: join(shots, 'elsewhere.png') });
  // The label keys have no effect in the second tab.
  await second.keyboard.press('1');
  await second.waitForTimeout(300);
  assert.equal(await labeledCount(second), '1');
  assert.match(await second.innerText('#message'), /^Nothing was changed/);
  await second.click('#dismiss');
  // Keys that do not change the project still work in the second tab.
  await second.keyboard.press('=');
  await second.waitForSelector('#similar-dialog[open] li[data-row]');
  await second.click('#tick-all');
  assert.ok(await second.isDisabled('#similar-label'));
  // Labels that another tab assigns appear in the current tab, and the open dialog stays open.
  const waitForCount = (page, count) => page.waitForFunction(
    (count) => document.querySelector('#labeled-count')?.dataset.labeled === count, count);
  await label(page, '2');
  await waitForCount(second, '2');
  assert.ok(await second.isVisible('#similar-dialog'));
  await second.keyboard.press('Escape');
  await second.waitForSelector('#similar-dialog', { state: 'hidden' });
  await page.keyboard.press('u');
  await waitForCount(second, '1');
  await page.keyboard.press('Shift+U');
  await waitForCount(second, '2');
  await page.keyboard.press('ArrowRight');
  await page.fill('#label-name', 'perhaps');
  await page.click('#add-label');
  await second.waitForSelector('.label-button:has-text("perhaps")');
  await second.click('#take-over');
  await second.waitForSelector('#elsewhere', { state: 'detached' });
  await waitForCount(second, '2');
  await page.waitForSelector('#elsewhere');
  await page.keyboard.press('1');
  assert.equal(await labeledCount(page), '2');
  await label(second, '1');
  await waitForCount(page, '3');
  await page.click('#take-over');
  await second.waitForSelector('#elsewhere');
  await waitForCount(page, '3');
  // A tab that closes the project releases the lock of the project.
  await openList(page);
  await second.reload();
  await second.waitForSelector('#labeled-count');
  assert.equal(await second.locator('#elsewhere').count(), 0);
  assert.equal(await labeledCount(second), '3');
  await label(second, '2');
  await page.waitForFunction(() => / 4 of 4 picks labeled/.test(document.querySelector('#projects')?.innerText));
  // A project that is open in another tab cannot be deleted.
  await page.click('button[aria-label="Delete birds.csv"]');
  assert.match(await page.innerText('#message'), /open in another tab/);
  // New picks appear together with their map.
  await openFromList(page, 'birds.csv');
  await page.waitForSelector('#elsewhere');
  await second.fill('#budget', '6');
  await second.click('#select');
  await second.waitForSelector('#progress', { state: 'detached' });
  await page.waitForFunction(() => document.querySelectorAll('.pick[data-row]').length >= 6);
  await page.waitForSelector('#map-dots');
  await page.waitForSelector('#elsewhere');
});

check('project list row stays in the document while another tab changes its project', async ({ page, context }) => {
  await createProject(page, 'rows');
  await openList(page);
  const other = await context.newPage();
  await other.goto(PAGE);
  await openFromList(other, 'rows.csv');
  const labelElsewhere = async (key, n) => {
    await label(other, key);
    await page.waitForFunction((n) => document.querySelector('#projects li')?.innerText.includes(`${n} of 4`), n);
  };
  await page.click('button[aria-label="Rename rows.csv"]');
  await page.keyboard.type('half a na');
  await labelElsewhere('1', 1);
  assert.equal(await page.$eval('#projects input:focus', (field) => field.value), 'half a na');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.project-open:text-is("rows.csv"):focus');
  // A click has an effect only if the press and the release happen on the same button.
  await page.hover('.project-open');
  await page.mouse.down();
  await labelElsewhere('2', 2);
  await page.mouse.up();
  await page.waitForSelector('#elsewhere');
  assert.equal(await page.innerText('.file-name'), 'rows.csv');
});

check('project list keeps its order while a button in it is pressed', async ({ page, context }) => {
  await createProject(page, 'lower');
  await page.click('#new-project');
  await createProject(page, 'upper');
  await openList(page);
  const order = () => page.$$eval('#projects .project-open', (buttons) => buttons.map((button) => button.innerText));
  await page.waitForFunction(() => document.querySelector('#projects .project-open')?.innerText === 'upper.csv');
  assert.deepEqual(await order(), ['upper.csv', 'lower.csv']);
  await page.hover('.project-open:text-is("upper.csv")');
  await page.mouse.down();
  const other = await context.newPage();
  await other.goto(PAGE);
  await openFromList(other, 'lower.csv');
  await label(other, '1');
  await page.waitForFunction(() => [...document.querySelectorAll('#projects li')]
    .some(({ innerText }) => innerText.includes('lower.csv') && innerText.includes('1 of 4')));
  assert.deepEqual(await order(), ['upper.csv', 'lower.csv']);
  // A release outside the list presses no button, and the list gets its new order.
  await page.mouse.move(1, 1);
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('#projects .project-open')?.innerText === 'lower.csv');
  assert.deepEqual(await order(), ['lower.csv', 'upper.csv']);
  // A release on the pressed button opens the button's project, although another tab has changed the order since the press.
  await openFromList(page, 'upper.csv');
  await label(page, '1');
  await openList(page);
  await page.waitForFunction(() => document.querySelector('#projects .project-open')?.innerText === 'upper.csv');
  await page.hover('.project-open:text-is("upper.csv")');
  await page.mouse.down();
  await label(other, '2');
  await page.waitForFunction(() => [...document.querySelectorAll('#projects li')]
    .some(({ innerText }) => innerText.includes('lower.csv') && innerText.includes('2 of 4')));
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('.file-name')?.textContent === 'upper.csv');
});

test('projects: other address of this machine is named while there are no projects', { timeout: LONG }, async () => {
  const host = await startHost(await siteFiles(), '/some/where/');
  const other = host.address.replace('127.0.0.1', 'localhost');
  try {
    await visit(browser, 'projects other address', async ({ page, permit }) => {
      permit(new URL(other).origin);
      const link = () => page.getAttribute('#other-address a', 'href');
      assert.equal(await link(), other);
      await createProject(page, 'birds');
      assert.equal(await page.locator('#other-address').count(), 0);
      await openList(page);
      await page.waitForSelector('#projects li');
      assert.equal(await page.locator('#other-address').count(), 0, 'the projects of this address are listed');
      await page.goto(other);
      await page.waitForSelector('#other-address');
      assert.equal(await page.locator('#projects li').count(), 0);
      await page.click('#other-address a');
      await page.waitForSelector('#projects li');
      assert.equal(new URL(page.url()).origin, host.origin);
    }, { address: host.address });
  } finally {
    host.stop();
  }
});

check('single project of an older page is listed and opens', async ({ page }) => {
  await createProject(page, 'birds');
  await label(page, '12');
  const database = await projectDatabase(page);
  // Earlier versions of the page stored the project in a database with a fixed name, without a list entry.
  await page.evaluate(withIndexedDb(async ({ settled, open, use }, database) => {
    const copy = (from, to) => use(from, async (source) => {
      const target = await open(to, 1, (created) => {
        for (const name of source.objectStoreNames) {
          const { autoIncrement } = source.transaction(name).objectStore(name);
          created.createObjectStore(name, { autoIncrement });
        }
      });
      for (const name of source.objectStoreNames) {
        const store = source.transaction(name).objectStore(name);
        const [keys, values] = [await settled(store.getAllKeys()), await settled(store.getAll())];
        for (const [at, key] of keys.entries()) {
          await settled(target.transaction(name, 'readwrite').objectStore(name).put(values[at], key));
        }
      }
      target.close();
    });
    await copy(database, 'fastgas');
    await copy(database.replace('fastgas', 'fastgas-embedding-file'), 'fastgas-embedding-file');
    localStorage.clear();
    sessionStorage.clear();
    await use('fastgas-projects', (list) => settled(list.transaction('projects', 'readwrite').objectStore('projects').clear()));
  }), database);
  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await labeledCount(page), '2');
  await label(page, '1');
  await openList(page);
  assert.deepEqual((await listRows(page)).length, 1);
  await openFromList(page, 'birds.csv');
  assert.equal(await labeledCount(page), '3');
});

check('project deleted by the browser is reported as missing', async ({ page }) => {
  await createProject(page, 'birds');
  await label(page, '1');
  const database = await projectDatabase(page);
  await openList(page);
  // Closing the project writes its summary into the project list.
  // If the test deleted the data before the summary is written, the project would be listed again.
  await page.waitForFunction(() => /1 of \d+ picks? labeled/.test(document.querySelector('#projects li')?.innerText));
  await page.evaluate(withIndexedDb(({ completed, use }, name) => use(name, async (database) => {
    const transaction = database.transaction(['project', 'labels'], 'readwrite');
    for (const name of ['project', 'labels']) transaction.objectStore(name).clear();
    await completed(transaction);
  })), database);
  await page.click('.project-open');
  await page.waitForSelector('#message');
  assert.match(await page.innerText('#message'), /birds\.csv is no longer in this browser.*If you have a backup/s);
  await page.waitForSelector('#projects', { state: 'detached' });
});

const FULL_DISK = () => {
  window.full = false;
  for (const method of ['put', 'add']) {
    const original = IDBObjectStore.prototype[method];
    IDBObjectStore.prototype[method] = function (...originalArguments) {
      if (window.full) throw new DOMException('no room', 'QuotaExceededError');
      return original.apply(this, originalArguments);
    };
  }
};

check('full disk is reported with a backup first, and all is stored once there is room', async ({ page }) => {
  await createProject(page, 'birds');
  await label(page, '1');
  await page.evaluate(() => { window.full = true; });
  await page.keyboard.press('2');
  await page.waitForSelector('#storage-problem');
  const notice = await page.innerText('#storage-problem');
  assert.match(notice, /Not saved: the disk is full, or this site has used its share of the disk/);
  assert.match(notice, /Back it up before you reload/);
  await page.screenshot({ path: join(shots, 'full-disk.png') });
  assert.equal(await page.locator('#storage-problem button').first().innerText(), 'Back up');
  const backup = await download(page, '#back-up-unsaved');
  assert.equal(projectIn(backup).log.length, 2, 'the backup contains the unsaved label');
  await page.click('#new-project');
  assert.match(await page.innerText('#question'), /Leave the project\?.*does not save all of the project/s);
  await page.click('#answer-no');
  await page.evaluate(() => { window.full = false; });
  await page.click('#storage-problem button:text-is("Try again")');
  await page.waitForSelector('#storage-problem', { state: 'detached' });
  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await labeledCount(page), '2');
}, { initScript: FULL_DISK });

const NO_STORAGE = () => {
  IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError'); } });
  }
};

check('blocked browser storage is reported with a backup offer', async ({ page }) => {
  await choose(page, poolFiles('birds')[0]);
  await page.waitForSelector('#storage-problem');
  assert.match(await page.innerText('#storage-problem'), /the browser keeps nothing for this site, as in some private windows/);
  assert.equal(await page.locator('#back-up-unsaved').count(), 1);
}, { initScript: NO_STORAGE });

check('large pool is stored in pieces and read back completely', async ({ page }) => {
  const texts = Array.from({ length: 2000 }, (_, n) => `number ${n}: ${'é日 as it is '.repeat(280)}end ${n}`);
  const csv = join(scratch, 'large.csv');
  writeFileSync(csv, `text\n${texts.join('\n')}\n`);
  const embeddings = join(scratch, 'large.npy');
  writeFileSync(embeddings, npy(texts.length, 3));
  await drop(page, csv, embeddings);
  await page.waitForSelector('#given-embeddings');
  await page.fill('#budget', '4');
  await page.click('#select');
  await page.waitForSelector('.pick[data-row]');
  await page.waitForSelector('#progress', { state: 'detached' });
  const shownText = () => page.$eval('#current-text', (quote) => [Number(quote.dataset.row), quote.innerText.trim()]);
  const [row, text] = await shownText();
  assert.equal(text, texts[row]);
  const before = await picks(page);
  // The page does not show when data other than labels has been saved.
  await until(page, recordIs((parts) => parts !== undefined), [await projectDatabase(page), 'project', 'part-of']);
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.deepEqual(await picks(page), before);
  assert.deepEqual(await shownText(), [row, text]);
  const sizes = await page.evaluate(withIndexedDb(({ settled, use }, name) => use(name, async (database) => {
    const store = database.transaction('project').objectStore('project');
    const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
    return keys.map((key, at) => [key, values[at].byteLength]).filter(([key]) => key.startsWith('cells'));
  })), await projectDatabase(page));
  assert.deepEqual(sizes.map(([key]) => key), ['cells', 'cells.1', 'cells.2']);
  const bytes = Buffer.byteLength(texts.join(''));
  assert.equal(sizes.reduce((sum, [, size]) => sum + size, 0), bytes);
  assert.ok(Math.max(...sizes.map(([, size]) => size)) <= 4 << 20);
});

test('projects: killed browser reopens the project that was on the screen', { timeout: LONG }, async () => {
  const profile = mkdtempSync(join(scratch, 'profile-'));
  const visits = [];
  const visitOnce = async () => {
    const visit = await launchWith(profile);
    visits.push(visit);
    await visit.page.goto(PAGE);
    await visit.page.waitForSelector('#try-sample, .pick[data-row]');
    return visit;
  };
  try {
    const first = await visitOnce();
    await createProject(first.page, 'before');
    await label(first.page, '1');
    await first.page.waitForFunction(() => !document.querySelector('.labeled')?.textContent.includes('not saved yet'));
    await first.kill();
    const second = await visitOnce();
    await second.page.waitForSelector('.pick[data-row]');
    assert.equal(await second.page.innerText('.file-name'), 'before.csv');
    assert.equal(await labeledCount(second.page), '1');
    // A project that the user closed is not opened again after the browser has written the closed state to disk.
    await openList(second.page);
    await second.page.waitForTimeout(10_000);
    await second.kill();
    const third = await visitOnce();
    await third.page.waitForSelector('.project-open');
    await third.page.waitForTimeout(1000);
    assert.equal(await third.page.locator('.pick[data-row]').count(), 0);
    // The browser has not yet written localStorage to disk when the test kills the browser.
    await createProject(third.page, 'after');
    await third.page.waitForFunction(() => !document.querySelector('.labeled')?.textContent.includes('not saved yet'));
    await third.kill();
    const fourth = await visitOnce();
    await fourth.page.waitForFunction(() => document.querySelector('.file-name')?.textContent === 'after.csv');
  } finally {
    for (const visit of visits) await visit.kill();
    await removeProfile(profile);
  }
});
