// Checks the current state of a page with axe-core.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// axe-core reports only violations in full detail. Unique selectors of all other elements would take most of the time.
const resultTypes = ['violations'];
/** The rules of WCAG 2.2 AA, and best practices. */
export const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes };
export const ONLY_COLORS = { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes };
export const ALL_BUT_COLORS = { ...RULES, rules: { 'color-contrast': { enabled: false } } };

/** Loads axe-core once per document, as `window.axe`. */
export async function loadAxe(page) {
  if (!await page.evaluate(() => Boolean(window.axe))) await page.evaluate(AXE);
}

export async function axeViolations(page, rules = RULES) {
  await loadAxe(page);
  return page.evaluate(async (rules) => (await window.axe.run(document, rules)).violations, rules);
}
