// A language model labels the texts without a label: consent, the check with the labeled texts, a pause and a reload.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { startModel } from '../support/model.mjs';
import {
  SMALL, TOPICS, addLabel, checkIn, checkKeyIsNotStored, chooseSmall, chooseTextColumn, countIn, labelByKey, labeledCount,
} from '../support/page.mjs';
import { download, launch, leaveFields, parseCsv, select, set, unfold } from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('answers', () => browser);

const BUDGET = 12;
const N = SMALL.length - 1;
const TEXTS = SMALL.slice(1).map((record) => record[1]);

/** Index of the topic of a text, or −1 for a text without a topic. */
const topicIndex = (text) => [/debit card/, /recipe/, /to Earth/, /When should I/].findIndex((sign) => sign.test(text));

/** The model answers with the topic of a text, and gives a higher probability for texts about bank cards. */
function answerTopics(model) {
  Object.assign(model, {
    answer: (subject) => TOPICS[topicIndex(subject)]?.[0] ?? 'I do not know',
    sure: (subject) => (topicIndex(subject) === 0 ? -0.02 : -0.4),
  });
}

async function selectTexts(page, budget) {
  await chooseSmall(page);
  await chooseTextColumn(page, 'text');
  await set(page, 'neighbors', 5);
  await set(page, 'budget', budget);
  await select(page);
}

/**
 * Selects texts, labels them by their topic, and enters the address and the name of the language model.
 * Returns the number of labeled texts with a topic.
 */
async function labelPicks(page, model) {
  await selectTexts(page, BUDGET);
  for (const [topic] of TOPICS) await addLabel(page, topic);
  await leaveFields(page);
  let n = 0;
  for (let pick = 0; pick < BUDGET; pick += 1) {
    const topic = topicIndex(await page.textContent('#current-text'));
    await labelByKey(page, String(1 + Math.max(topic, 0)));
    n += topic >= 0 ? 1 : 0;
  }
  await enterModel(page, model);
  await set(page, 'answers-shots', 4);
  return n;
}

async function enterModel(page, model) {
  await set(page, 'answers-endpoint', `${model.origin}/v1`);
  await set(page, 'answers-model', 'tiny');
  await set(page, 'answers-key', 'sk-secret');
}

/** Presses the button, checks the number of prompts in the consent question, and answers the question. */
async function agree(page, button, prompts, yes = true) {
  await page.click(button);
  await page.waitForSelector('#question[open]');
  const question = await page.innerText('#question');
  assert.ok(question.includes(`Send ${prompts} prompts to 127.0.0.1:`), question);
  await page.click(yes ? '#answer-yes' : '#answer-no');
}

const inTemplate = (text) => `${text}\nanswer:`;

check('language model answers the rest after consent, and its answers stay marked as answers of the model', async ({ page, permit }) => {
  const model = await startModel();
  answerTopics(model);
  try {
    permit(model.origin);
    const nRight = await labelPicks(page, model);

    await page.click('#done-answers');
    await page.waitForSelector('#answers-summary:focus');

    // Nothing is sent without consent. The requests that probe the server contain no text of the pool.
    await agree(page, '#answers-check', BUDGET, false);
    await page.waitForTimeout(300);
    assert.equal(model.requests.length, 0, 'nothing is sent before the user agrees');
    await agree(page, '#answers-check', BUDGET);
    await page.waitForFunction((n) => document.querySelector('#answers-accuracy')?.dataset.total === n, String(BUDGET));
    assert.equal(await page.getAttribute('#answers-accuracy', 'data-right'), String(nRight));
    const isOfUser = ({ subject }) => TEXTS.some((text) => subject === inTemplate(text));
    assert.deepEqual(model.requests.map(isOfUser), [...Array(3).fill(false), ...Array(BUDGET).fill(true)]);
    for (const { key, cookie, body } of model.requests.slice(3)) {
      assert.deepEqual([key, cookie, body.model, body.temperature, body.messages.length], ['Bearer sk-secret', undefined, 'tiny', 0, 9]);
      const texts = body.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
      assert.equal(new Set(texts).size, texts.length, 'a text is no example for itself');
    }

    model.requests.length = 0;
    model.delay = 60;
    await agree(page, '#answers-ask', N - BUDGET);
    await page.waitForFunction(() => Number(document.querySelector('#answers-progress')?.dataset.done) >= 8);
    assert.match(await page.innerText('#privacy'), /Texts go to 127\.0\.0\.1:/);
    await page.click('#answers-pause');
    await page.waitForTimeout(400);
    const answered = Number(await page.getAttribute('#answers-progress', 'data-done'));
    assert.equal(model.requests.length, answered, 'pending requests finish and no new ones start');
    await checkKeyIsNotStored(page, 'sk-secret');
    await page.reload();
    await page.waitForSelector('#answers-open');
    assert.equal(await countIn(page, '#answers-open'), answered);
    await unfold(page);
    assert.equal(await page.inputValue('#answers-key'), '');
    assert.equal(model.requests.length, answered, 'a reload sends nothing');
    model.delay = 0;
    await set(page, 'answers-key', 'sk-secret');
    await agree(page, '#answers-ask', N - BUDGET - answered);
    await page.waitForFunction((n) => document.querySelector('#answers-open')?.dataset.texts === n, String(N - BUDGET));
    await page.waitForSelector('#answers-progress', { state: 'detached' });
    const subjects = model.requests.map(({ subject }) => subject);
    assert.equal(new Set(subjects).size, N - BUDGET, 'each text is sent once');
    assert.equal(subjects.length, N - BUDGET);

    // Answers of the model are not labels. The least certain answer comes first.
    assert.equal(await labeledCount(page), BUDGET);
    const unmatched = subjects.filter((subject) => topicIndex(subject) < 0).length;
    await page.click('#answers-next');
    const first = await page.textContent('#current-text');
    assert.ok(topicIndex(first) < 0 || topicIndex(first) > 0, first);
    assert.equal(await page.locator('#accept-answer').count(), unmatched > 0 ? 0 : 1);

    await page.click('#answers-review');
    await page.waitForSelector('#answer-review-dialog[open]');
    const nCards = subjects.filter((subject) => topicIndex(subject) === 0).length;
    const selected = (n) => page.waitForFunction((n) => document.querySelector('#answers-selected')?.dataset.count === n, String(n));
    await selected(nCards);
    await page.fill('#answers-least', '0');
    await selected(N - BUDGET - unmatched);
    await page.click('#answer-review-dialog li:first-child input');
    await selected(N - BUDGET - unmatched - 1);
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('#answer-review-dialog:not([open])', { state: 'attached' });
    await page.waitForFunction((n) => Number(document.querySelector('#answers-open')?.dataset.texts) === n, unmatched + 1);

    const [header, ...records] = parseCsv((await download(page, '#export-csv')).text);
    const cell = (record, name) => record[header.indexOf(name)];
    const ofModel = records.filter((record) => cell(record, 'origin') === 'model');
    assert.equal(ofModel.length, N - BUDGET - unmatched - 1);
    for (const record of ofModel) {
      const topic = topicIndex(cell(record, 'text'));
      assert.equal(cell(record, 'label'), TOPICS[topic][0]);
      assert.deepEqual([cell(record, 'confidence_kind'), cell(record, 'model')], ['token-mean', 'tiny']);
      assert.equal(Number(cell(record, 'confidence')) > 0.9, topic === 0);
    }
    assert.equal(records.length - ofModel.length, BUDGET, 'labels of a person have no origin');
    await page.focus('#current-text');
    await page.keyboard.press('u');
    await page.waitForFunction((n) => Number(document.querySelector('#answers-open')?.dataset.texts) === n, N - BUDGET);

    // A server that limits answers to the labels gives every text a label.
    // The page sends prompts that are too long again, with fewer examples.
    // The server accepts at most seven messages, but four examples make nine messages.
    Object.assign(model, { answer: () => 'I do not know', obeysChoices: true, maxMessages: 7 });
    model.requests.length = 0;
    await set(page, 'answers-model', 'limited');
    await agree(page, '#answers-ask', N - BUDGET);
    await page.waitForFunction((n) => {
      const words = document.querySelector('#answers-open')?.textContent ?? '';
      return words.includes(`For ${n} of them the model read fewer examples, because its context is too small.`);
    }, N - BUDGET);
    await page.waitForSelector('#answers-progress', { state: 'detached' });
    assert.match(await page.innerText('#answers-limit'), /limits answers to your labels with a list of choices\.$/);
    assert.doesNotMatch(await page.innerText('#answers-open'), /none of your labels/);
    const sent = (n) => model.requests.filter(({ body }) => body.messages.length === n).length;
    assert.deepEqual([1, 9, 7].map(sent), [2, N - BUDGET, N - BUDGET], 'two probes, and each text twice');
  } finally {
    model.stop();
  }
});

check('refused request for an answer is reported, and received answers are kept', async ({ page, permit }) => {
  const model = await startModel();
  answerTopics(model);
  try {
    permit(model.origin);
    await labelPicks(page, model);
    await set(page, 'answers-endpoint', 'localhost:1');
    await page.click('#answers-ask');
    await page.waitForSelector('#answers-problem');
    assert.match(await page.innerText('#answers-problem'), /“localhost:1” is not the address of a language model/);
    await enterModel(page, model);
    model.delay = 50;
    await agree(page, '#answers-ask', N - BUDGET);
    await page.waitForFunction(() => Number(document.querySelector('#answers-progress')?.dataset.done) >= 8);
    model.refuse = 401;
    await page.waitForSelector('#answers-problem');
    assert.match(await page.innerText('#answers-problem'), /the server answered 401: not today/);
    const kept = await countIn(page, '#answers-open');
    assert.ok(kept >= 8 && kept < N - BUDGET, `${kept}`);
    model.refuse = undefined;
    model.requests.length = 0;
    model.delay = 0;
    await page.click('#answers-ask');
    await page.waitForFunction((n) => document.querySelector('#answers-open')?.dataset.texts === n, String(N - BUDGET));
    assert.equal(model.requests.length, N - BUDGET - kept, 'only missing texts are sent, without another question');
  } finally {
    model.stop();
  }
});

/** Compares fastgas and random at one budget. `labels` is the column of the true labels, if there are any. */
async function compareTwo(page, labels) {
  if (!(await page.isVisible('#compare-dialog'))) await page.click('#compare');
  await page.click('#no-methods');
  for (const method of ['fastgas', 'random']) await page.check(`#compare-dialog input[value=${method}]`);
  await page.fill('#compare-budgets', '6');
  await page.fill('#compare-seeds', '0');
  await page.selectOption('#compare-labels', labels ? { label: labels } : '');
  await page.click('#start-compare');
  await page.waitForSelector(`#compare-results[data-complete=true] ${labels ? '#exam' : '#exam-reason'}`);
}

check('language model compares methods after consent, and no prompt is sent twice', async ({ page, permit }) => {
  const [TESTS, PROMPTS] = [10, 20];
  const model = await startModel();
  answerTopics(model);
  try {
    permit(model.origin);
    await selectTexts(page, 6);
    await compareTwo(page);
    assert.match(await page.innerText('#exam-reason'), /choose a column with the true labels/);
    assert.equal(await page.locator('#exam').count(), 0);
    await compareTwo(page, 'rank');

    const enter = async () => {
      await set(page, 'exam-endpoint', `${model.origin}/v1`);
      await set(page, 'exam-model', 'tiny');
      await set(page, 'exam-key', 'sk-secret');
      await set(page, 'exam-texts', TESTS);
    };
    await enter();
    assert.match(await page.innerText('#exam-texts-hint'), /^10 of your 60 texts.*at most 20 prompts/);
    await agree(page, '#exam-ask', PROMPTS, false);
    await page.waitForTimeout(300);
    assert.equal(model.requests.length, 0, 'nothing is sent before the user agrees');

    // If the user stops the comparison in the middle of the run, the page keeps the model's answers.
    model.delay = 250;
    await agree(page, '#exam-ask', PROMPTS);
    await page.waitForFunction(() => Number(document.querySelector('#exam-progress')?.dataset.done) >= 4);
    assert.ok(await page.isDisabled('#start-compare'), 'no comparison starts in the meantime');
    await page.click('#exam-stop');
    await page.waitForSelector('#exam-ask');
    model.delay = 0;
    const isOfUser = ({ subject }) => TEXTS.some((text) => subject === inTemplate(text));
    assert.deepEqual(model.requests.slice(0, 4).map(isOfUser), [false, false, false, true], 'the probes contain no text');
    model.requests.length = 0;
    await page.click('#exam-ask');
    await page.waitForSelector(`#exam-result[data-texts="${TESTS}"]`);
    assert.ok(model.requests.length > 0 && model.requests.length <= PROMPTS - 4, `${model.requests.length}`);
    for (const { key, cookie, body } of model.requests) {
      assert.deepEqual([key, cookie, body.model], ['Bearer sk-secret', undefined, 'tiny']);
      const texts = body.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
      assert.equal(new Set(texts).size, texts.length, 'a text is no example for itself');
    }
    await checkKeyIsNotStored(page, 'sk-secret');

    // Both methods have the same test texts, so the displayed difference is the difference of the two accuracies.
    const table = async () => {
      const { text } = await download(page, '#export-compare');
      const [header, ...records] = parseCsv(text);
      return Object.fromEntries(records.map((record) => [record[0], (name) => Number(record[header.indexOf(name)])]));
    };
    const { fastgas, random } = await table();
    const [best, other] = [fastgas('accuracy_icl'), random('accuracy_icl')];
    assert.ok(best > 0 && best <= 1 && Math.abs(best * TESTS - Math.round(best * TESTS)) < 1e-9, `${best}`);
    assert.ok(Math.abs(random('difference_icl') - (best - other)) < 1e-9);
    assert.ok(fastgas('accuracy_icl_low') < best && fastgas('accuracy_icl_high') >= best);
    const cell = (method, measure) => page.innerText(`#compare-table tr[data-method=${method}] td[data-measure=${measure}]`);
    assert.ok((await cell('fastgas', 'accuracy_icl')).startsWith(`${(100 * best).toFixed(1)} %`), await cell('fastgas', 'accuracy_icl'));
    assert.equal(await cell('fastgas', 'difference_icl'), '–');
    assert.ok((await cell('random', 'difference_icl')).startsWith((100 * (best - other)).toFixed(1)));

    // After a reload, repeating the comparison needs neither a request nor consent.
    model.requests.length = 0;
    await page.reload();
    await page.waitForSelector('#compare');
    await compareTwo(page, 'rank');
    await unfold(page);
    assert.equal(await page.inputValue('#exam-key'), '');
    await enter();
    await page.click('#exam-ask');
    await page.waitForSelector(`#exam-result[data-texts="${TESTS}"]`);
    assert.equal(model.requests.length, 0);
    assert.equal((await table()).random('accuracy_icl'), other);
  } finally {
    model.stop();
  }
});

check('failure of a language model in the comparison is reported', async ({ page, permit }) => {
  const model = await startModel();
  try {
    permit(model.origin);
    await selectTexts(page, 6);
    await compareTwo(page, 'rank');
    await set(page, 'exam-endpoint', `${model.origin}/v1`);
    await set(page, 'exam-model', 'tiny');
    await set(page, 'exam-texts', 0);
    await page.click('#exam-ask');
    await page.waitForSelector('#exam-problem');
    assert.match(await page.innerText('#exam-problem'), /“0” is not a valid number of test texts/);
    await set(page, 'exam-texts', 5);
    model.refuse = 401;
    await agree(page, '#exam-ask', 10);
    await page.waitForSelector('#exam-problem');
    assert.match(await page.innerText('#exam-problem'), /the server answered 401: not today/);
    assert.equal(await page.innerText('#exam-result'), '');
  } finally {
    model.stop();
  }
});
