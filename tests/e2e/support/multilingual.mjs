// Helpers for tests with the multilingual encoder of the page.

import { PAGE, until } from './tools.mjs';

export const waitForEncoder = (page, name) =>
  until(page, (name) => document.querySelector('#encoder-in-use')?.textContent === name, name);

export async function isOnSite() {
  const html = await (await fetch(PAGE)).text();
  const path = html.match(/"multilingual":\s*"([^"]+)"/)[1];
  const list = await (await fetch(new URL(path, PAGE))).json();
  return list.length > 0;
}

/** Reason for skipping a test that needs the multilingual encoder. */
export const NOT_ON_SITE = 'the site is without the multilingual encoder; `cargo xtask model --multilingual` makes it';
