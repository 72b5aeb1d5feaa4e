// Helpers for the views of the result screen. With the helpers, a test acts like a user.
// Before a test uses an element of another view, the helpers show the view of the element.
// The settings are in a drawer. The helpers open the drawer for a setting, and close the drawer for all other elements.

/** Ids of the elements in the settings drawer. On the setup screen, the elements are in the page. */
const SETTINGS = new Set([
  'budget', 'neighbors', 'parts', 'seed', 'vote-neighbors', 'workers', 'select', 'select-note', 'kept', 'outdated', 'method',
  'method-hint', 'search', 'search-hint', 'centered', 'procedure', 'preset', 'edge-weights', 'duplicates', 'device',
  'embed-device', 'compare',
  'explainer-own', 'budget-hint', 'neighbors-hint', 'parts-hint', 'seed-hint', 'workers-hint', 'encoder', 'encoder-title', 'bring',
  'encoder-in-use', 'encoder-not-used', 'foreign', 'multilingual', 'use-multilingual', 'stop-multilingual', 'stored-multilingual',
  'delete-multilingual', 'given', 'use-built-in',
  'confidences', 'confidences-title', 'confidences-problem', 'confidences-given', 'confidences-file', 'ask-model', 'shown-examples',
  'sends-texts', 'ask', 'asking', 'pause-asking', 'stop-asking', 'kept-answers', 'examples-first', 'pick-examples', 'endpoint', 'llm',
  'api-key', 'prompt-template', 'save-confidences', 'forget-confidences', 'settings-theme',
]);
const DRAWER = '#settings-dialog';

/**
 * Runs in the page. Returns the name of the view that shows an element.
 * Returns null if the element is shown or belongs to no view.
 */
function viewOf(element) {
  const screen = document.querySelector('.workspace.result');
  if (!screen?.contains(element)) return null;
  // A part of a hidden view may also be hidden itself.
  for (let place = element.closest('[hidden]'); place; place = place.parentElement?.closest('[hidden]')) {
    if (place.matches('.labeling, .picks-place')) return 'label';
    if (place.matches('.data-column, .side')) return 'data';
    if (place.matches('.review-column')) return 'review';
    if (place.matches('.export-column')) return 'export';
  }
  // The label view has a small map without tools, and has no map on a phone.
  return screen.dataset.view === 'label' && element.closest('.map-panel') && !element.checkVisibility() ? 'data' : null;
}

/**
 * Runs in the page. Returns the state of the settings drawer.
 * The drawer is `open`, `covered` by another dialog, `closed`, or `blocked` by another dialog.
 * The state is `none` on a screen without a drawer.
 */
function drawerState(selector) {
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const drawer = document.querySelector(`${selector}[open]`);
  if (drawer) return dialogs.length === 1 ? 'open' : 'covered';
  if (!document.querySelector('#open-settings')) return 'none';
  return dialogs.length === 0 ? 'closed' : 'blocked';
}

/**
 * Runs in the page. Returns whether an element is in a dialog, the view of the element, and the drawer's state.
 * One call returns all three values, because every action needs them and each call to a busy browser takes milliseconds.
 */
const placeOf = new Function('element', 'drawer', `return {
  isInDialog: Boolean(element.closest('dialog')), view: (${viewOf})(element), drawer: (${drawerState})(drawer),
};`);

/** Waits until the browser has painted the current state of the page. */
export const waitForFrames = (page) =>
  page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));

/** While the state of the drawer is `passing`, waits a moment, because a closing dialog still counts as open. */
async function stateAfter(page, passing) {
  let state = await page.evaluate(drawerState, DRAWER);
  for (let tries = 0; tries < 20 && state === passing; tries += 1) {
    await page.waitForTimeout(50);
    state = await page.evaluate(drawerState, DRAWER);
  }
  return state;
}

/** Presses a tab or the drawer's button, if a user could press it. Returns false if the button is not on the screen. */
async function pressInBar(page, selector) {
  const state = await page.evaluate((selector) => {
    const button = document.querySelector(selector);
    if (!button) return 'absent';
    if (!button.checkVisibility()) return 'hidden';
    button.click();
    return 'pressed';
  }, selector);
  if (state === 'hidden') throw new Error(`${selector} is not visible`);
  return state === 'pressed';
}

/** Shows a view of the result screen: `data`, `label`, `review` or `export`. Does nothing on a screen without views. */
export async function show(page, view) {
  if (!await pressInBar(page, `#view-${view}`)) return;
  await page.waitForFunction((view) => document.querySelector('.workspace.result')?.dataset.view === view, view);
  // The page moves the focus before the next frame.
  await waitForFrames(page);
}

/** Opens the settings drawer and all its sections. Does nothing on a screen without a drawer. */
export async function openSettings(page) {
  if (await stateAfter(page, 'blocked') !== 'closed') return;
  await pressInBar(page, '#open-settings');
  await page.waitForFunction((drawer) => document.querySelector(`${drawer}[open] form`), DRAWER);
  await page.evaluate((drawer) => document.querySelectorAll(`${drawer} details`).forEach((details) => { details.open = true; }), DRAWER);
}

export async function closeSettings(page) {
  if (await stateAfter(page, 'covered') !== 'open') return;
  await page.evaluate(() => document.querySelector('#close-settings').click());
  await page.waitForFunction((drawer) => !document.querySelector(`${drawer}[open]`), DRAWER);
}

/** True if the selector names an element in the settings drawer. */
export const isSetting = (selector) => [...String(selector).matchAll(/#([a-z][\w-]*)/g)].some(([, id]) => SETTINGS.has(id));

/** Playwright methods that use an element like a user. A drawer that covers the element would prevent the use. */
const ACTIONS = ['click', 'dblclick', 'tap', 'fill', 'press', 'type', 'selectOption', 'check', 'uncheck', 'hover', 'focus'];
/** Playwright methods whose result depends on whether the element is visible. */
const READS = ['$', '$eval', 'innerText', 'isVisible', 'isHidden'];
/** Playwright methods for which the element only has to exist. */
const OF_EXISTING = ['$$eval', 'textContent', 'inputValue', 'getAttribute', 'isDisabled', 'isEnabled', 'isChecked', 'setInputFiles', '_queryCount'];
/** Playwright methods that do not wait until the element exists. */
const AT_ONCE = new Set(['$', '$eval', '$$eval', 'isVisible', 'isHidden', '_queryCount']);
/** Maximum time, in milliseconds, until the page is loaded and shows the button that opens the drawer. */
const LOADING_MS = 20_000;
/** A selector by role finds only elements that are not hidden. */
const hasRole = (selector) => String(selector).includes('internal:role=');
const orHidden = (selector) => String(selector).replace(/internal:role=[a-z]+/g, '$&[include-hidden=true]');
/** Locator methods that call none of the wrapped methods, or only a method that needs an existing element. */
const OF_LOCATORS = ['boundingBox', 'screenshot', 'scrollIntoViewIfNeeded', 'evaluate', 'selectText', 'allInnerTexts'];

/** Keys that work while the drawer is open. */
const IN_DIALOGS = /^(Shift\+)?Tab$|^Escape$|^\?$|^(Shift|Control|Alt|Meta)$/;
/** Keys that work in every view. */
const IN_ALL_VIEWS = /^(Control|Meta|Alt)\+|^[>%]$/;

/** Runs in the page. True if the page itself handles `key`, rather than a focused field, the map or a list. */
function reachesPage(key) {
  const focused = document.activeElement ?? document.body;
  // `data-focus-restored` means that the page focused this element because the previously focused element was removed.
  if (focused.matches('body, [data-focus-restored]') || focused.closest('[hidden]')) return true;
  const isPressed = ['Enter', ' ', 'Space'].includes(key);
  const isMoved = /^(Shift\+)?(Arrow|Home|End|Page)/.test(key) && focused.closest('ul, ol, table, [role=tree]');
  return ['BUTTON', 'SUMMARY', 'A'].includes(focused.tagName) && !isPressed && !isMoved;
}

/**
 * Runs in the page. Returns the state of the drawer and the current view.
 * The result also states whether the page itself handles a key when the drawer is closed.
 * The page handles no key while another dialog is open.
 */
const placeOfKey = new Function('argument', `
  const drawer = (${drawerState})(argument.drawer);
  const isForPage = ['open', 'closed'].includes(drawer) && (${reachesPage})(argument.key);
  return { drawer, isForPage, view: document.querySelector('.workspace.result')?.dataset.view };
`);

/** Changes all methods of `page` that use an element, so that they show the view of the element first. */
export function followViews(page) {
  const frame = page.mainFrame();
  if (frames.has(frame)) return;
  const original = {
    $: frame.$.bind(frame),
    waitForSelector: frame.waitForSelector.bind(frame),
  };
  const waitForExisting = (selector, timeout) => original.waitForSelector(orHidden(selector), { state: 'attached', timeout });
  const find = async (selector) => await original.$(selector) ?? (hasRole(selector) ? original.$(orHidden(selector)) : null);
  /** Opens the drawer until it contains the element. The first attempts may fail while the page is loading. */
  const revealSetting = async (selector, waits, timeout = LOADING_MS) => {
    const end = Date.now() + timeout;
    await openSettings(page);
    while (waits && Date.now() < end && !await original.$(selector)) {
      await page.waitForTimeout(50);
      await openSettings(page);
    }
  };
  /** Shows the view of the first element that matches the selector. `existing` is the first element, if it is known. */
  const revealNow = async (selector, acts, waits, timeout, existing) => {
    if (isSetting(selector)) return revealSetting(selector, waits, timeout);
    // A selector by role finds hidden elements last, so that the first match may differ from the known element.
    const element = hasRole(selector) ? await find(selector) : existing ?? await find(selector);
    if (!element) return undefined;
    let { isInDialog, view, drawer } = await element.evaluate(placeOf, DRAWER);
    if (acts && !isInDialog && ['open', 'covered'].includes(drawer)) {
      await closeSettings(page);
      view = await element.evaluate(viewOf);
    }
    return view ? show(page, view) : undefined;
  };
  const reveal = async (selector, acts, waits = true, timeout = undefined, existing = undefined) => {
    try {
      await revealNow(selector, acts, waits, timeout, existing);
    } catch (error) {
      // Playwright throws an error of this kind if the page is reloaded during the call.
      if (!/context was destroyed|navigation|not attached/.test(error.message)) throw error;
    }
  };
  for (const name of [...ACTIONS, ...READS]) {
    const method = frame[name].bind(frame);
    const acts = ACTIONS.includes(name);
    frame[name] = async (selector, ...rest) => {
      const timeout = rest.at(-1)?.timeout;
      // An action waits until its element exists.
      const existing = acts && !isSetting(selector) ? await waitForExisting(selector, timeout) : undefined;
      await reveal(selector, acts, !AT_ONCE.has(name), timeout, existing);
      return method(selector, ...rest);
    };
  }
  for (const name of OF_EXISTING) {
    const method = frame[name].bind(frame);
    frame[name] = async (selector, ...rest) => {
      if (isSetting(selector) || hasRole(selector)) await reveal(selector, false, !AT_ONCE.has(name), rest.at(-1)?.timeout);
      return method(selector, ...rest);
    };
  }
  const wait = async (selector, { state = 'visible', timeout }, method) => {
    const waits = ['visible', 'attached'].includes(state);
    if (isSetting(selector)) {
      await reveal(selector, false, waits, timeout);
    } else if (state !== 'attached' || hasRole(selector)) {
      const existing = waits ? await waitForExisting(selector, timeout) : undefined;
      await reveal(selector, false, true, undefined, existing);
    }
    return method();
  };
  frame.waitForSelector = (selector, options = {}) =>
    wait(selector, options, () => original.waitForSelector(selector, options));
  frames.set(frame, { wait, reveal });
  followWithLocators(Object.getPrototypeOf(frame.locator('html')));
  followKeys(page);
}

/** For each frame, the functions that its locators call before they use an element. */
const frames = new WeakMap();

/** Wraps the methods of locators once, because all pages share the methods. */
function followWithLocators(proto) {
  if (Object.hasOwn(proto, 'followsViews')) return;
  Object.defineProperty(proto, 'followsViews', { value: true });
  const { waitFor } = proto;
  proto.waitFor = function waitForInView(options = {}) {
    const follow = frames.get(this._frame);
    const method = () => waitFor.call(this, options);
    return follow ? follow.wait(this._selector, options, method) : method();
  };
  for (const name of OF_LOCATORS) {
    const method = proto[name];
    proto[name] = async function inView(...rest) {
      await frames.get(this._frame)?.reveal(this._selector, false);
      return method.apply(this, rest);
    };
  }
}

/** A key that the page handles needs a closed drawer. A key for the current text also needs the label view. */
function followKeys(page) {
  const { keyboard } = page;
  for (const name of ['press', 'type']) {
    const method = keyboard[name].bind(keyboard);
    keyboard[name] = async (keys, ...rest) => {
      if (!IN_DIALOGS.test(keys)) {
        const { drawer, isForPage, view } = await page.evaluate(placeOfKey, { key: keys, drawer: DRAWER });
        if (isForPage) {
          if (drawer === 'open') await closeSettings(page);
          if (view !== 'label' && !IN_ALL_VIEWS.test(keys)) await show(page, 'label');
        }
      }
      return method(keys, ...rest);
    };
  }
}
