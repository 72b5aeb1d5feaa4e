// Access to the page's IndexedDB databases without the code of the page.
// Tests use the functions to read and change records, and to block an object store.

/** Runs in the page. Returns the IndexedDB functions that `withIndexedDb` passes to `body`. */
function tools() {
  const settled = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const completed = (transaction) => new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const open = (name, version, upgrade) => {
    const opening = indexedDB.open(name, version);
    if (upgrade) opening.onupgradeneeded = () => upgrade(opening.result);
    return settled(opening);
  };
  const use = async (name, body) => {
    const database = await open(name);
    try {
      return await body(database);
    } finally {
      database.close();
    }
  };
  return { settled, completed, open, use };
}

/**
 * Returns a function of one argument for `page.evaluate` and `until`.
 * The returned function calls `body` with functions for IndexedDB, the argument, and `functions`.
 * The functions run in the page, so they cannot use variables of the test.
 * For IndexedDB, `body` gets `settled(request)` and `completed(transaction)`, which return promises.
 * `body` also gets `open(name, version, upgrade)`, and `use(name, body)`, which closes the database after `body`.
 */
export function withIndexedDb(body, ...functions) {
  // Playwright sends the source of a function to the page, so the source has to contain all functions.
  return new Function('argument', `return (${body})((${tools})(), argument${functions.map((one) => `, ${one}`).join('')})`);
}

export const projectDatabases = (page) => page.evaluate(async () =>
  (await indexedDB.databases()).map(({ name }) => name).filter((name) => /^fastgas-[0-9a-f]+$/.test(name)));

export const readRecord = (page, database, store, key) => page.evaluate(withIndexedDb(({ settled, use }, [name, store, key]) =>
  use(name, (database) => settled(database.transaction(store).objectStore(store).get(key)))), [database, store, key]);

export const readRecords = (page, database, store) => page.evaluate(withIndexedDb(({ settled, use }, [name, store]) =>
  use(name, (database) => settled(database.transaction(store).objectStore(store).getAll()))), [database, store]);

export const readKeys = (page, database, store) => page.evaluate(withIndexedDb(({ settled, use }, [name, store]) =>
  use(name, (database) => settled(database.transaction(store).objectStore(store).getAllKeys()))), [database, store]);

export const countRecords = (page, database, store) => page.evaluate(withIndexedDb(({ settled, use }, [name, store]) =>
  use(name, (database) => settled(database.transaction(store).objectStore(store).count()))), [database, store]);

/** Writes a record, or deletes the record if `value` is undefined. */
export const writeRecord = (page, database, store, key, value) => changeRecord(page, database, store, key, (_, value) => value, value);

/**
 * Replaces the value of a record by `change(value, argument)`. Deletes the record if the result is undefined.
 */
export function changeRecord(page, database, store, key, change, argument) {
  return page.evaluate(withIndexedDb(({ settled, completed, use }, [name, store, key, argument], change) => use(name, async (database) => {
    const transaction = database.transaction(store, 'readwrite');
    const records = transaction.objectStore(store);
    const value = change(await settled(records.get(key)), argument);
    if (value === undefined) records.delete(key);
    else records.put(value, key);
    await completed(transaction);
  }), change), [database, store, key, argument]);
}

/**
 * Returns a function for `until` that checks `isWanted(value, argument)` for a record.
 * The argument of the returned function is `[database, store, key, argument]`.
 */
export const recordIs = (isWanted) => withIndexedDb(async ({ settled, use }, [name, store, key, argument], isWanted) => {
  const value = await use(name, (database) => settled(database.transaction(store).objectStore(store).get(key)));
  return isWanted(value, argument);
}, isWanted);

/**
 * Keeps an object store busy with a transaction, so that no other transaction writes to the store.
 * The transaction ends when the page calls `window.free` or when the tab is closed.
 */
export const holdStore = (page, database, store) => page.evaluate(withIndexedDb(async ({ open }, [name, store]) => {
  const records = (await open(name)).transaction(store, 'readwrite').objectStore(store);
  let isHeld = true;
  window.free = () => { isHeld = false; };
  await new Promise((resolve) => {
    const again = () => { if (isHeld) records.count().onsuccess = again; resolve(); };
    records.count().onsuccess = again;
  });
}), [database, store]);

/**
 * All data that the browser stores for the site, as one text: databases, local and session storage, private files.
 * Binary values are decoded both as Latin-1 and as UTF-8. The files of encoders are not included.
 */
export const storedText = (page) => page.evaluate(withIndexedDb(async ({ settled, use }) => {
  const texts = [];
  const collect = (value) => {
    if (value instanceof ArrayBuffer) texts.push(new TextDecoder('latin1').decode(value), new TextDecoder().decode(value));
    else if (ArrayBuffer.isView(value)) collect(value.buffer);
    else if (value instanceof Map || value instanceof Set) collect([...value]);
    else if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) { texts.push(key); collect(inner); }
    else texts.push(String(value));
  };
  for (const { name } of await indexedDB.databases()) {
    if (name === 'fastgas-encoder') continue;
    await use(name, async (database) => {
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([settled(all.getAllKeys()), settled(all.getAll())]);
        keys.forEach((key) => texts.push(`${name}/${store}/${key}`));
        values.forEach(collect);
      }
    });
  }
  for (const storage of [localStorage, sessionStorage]) for (const [key, value] of Object.entries(storage)) texts.push(key, value);
  const walk = async (directory) => {
    for await (const [name, handle] of directory.entries()) {
      if (handle.kind === 'directory') await walk(handle);
      else { texts.push(name); collect(await (await handle.getFile()).arrayBuffer()); }
    }
  };
  await walk(await navigator.storage.getDirectory());
  return texts.join('\n');
}));
