// Shows a dialog after a crash of the page's program.
// The dialog offers the actions that are still possible, and saves the stored project as a file.
// The script does not depend on the program, which passes the translated texts in advance.

// The dialog texts are in English until the program has passed the texts in the user's language.
let words = {
  title: "The page has stopped because of an error in its program",
  saved: "Everything shown as saved is stored in this browser and is not lost. Your last input may be missing.",
  works: "You can still save the stored project as a file here. After a reload, the page continues with the stored project.",
  locked: "The project is protected by a passphrase, so it cannot be saved as a file here. It is stored: reload the page and enter the passphrase to continue.",
  backUp: "Save the project as a file",
  reload: "Reload the page",
  reloadWithout: "Reload without opening the project",
  loop: "If the page stops again and again, reload it without the project. The project stays in the list.",
  written: "The file is saved. Open it like any backup. It does not contain the embeddings.",
  unreadable: "The stored project cannot be read here. Reload the page and back up the project then.",
  report: "For a report to the authors (it contains none of your texts):",
};

/** Maps the id of each button in the dialog to the action of the button. */
const ACTIONS = { "rescue-back-up": backUp, "rescue-reload": () => location.reload(), "rescue-without": reloadWithout };

/** Events that must not reach the program after a crash, because the program would fail again at each event. */
const INPUT = [
  "keydown", "keyup", "keypress", "beforeinput", "input", "change", "submit", "click", "dblclick", "contextmenu", "paste", "copy",
  "cut", "pointerdown", "pointermove", "pointerup", "pointercancel", "mousedown", "mousemove", "mouseup", "wheel", "touchstart",
  "touchmove", "touchend", "dragenter", "dragover", "dragleave", "drop", "focusin", "focusout", "focus", "blur", "scroll", "resize",
  "popstate", "hashchange", "visibilitychange", "pagehide", "pageshow", "beforeunload", "toggle", "close", "cancel",
];

/**
 * Events whose default action is prevented: opening a dragged file, closing the dialog, or leaving the page.
 */
const PREVENTED = ["dragover", "drop", "cancel", "submit"];

const LAST = "fastgas-project";
const DATABASE = "fastgas";

let dialog;

globalThis.fastgasRescue = {
  /** Passes the texts of the dialog in the user's language. The program calls the function before any crash. */
  tellWords: (translated) => { words = { ...words, ...translated }; },
  /** Shows the dialog. The argument is the location of the failure in the source code. */
  show,
};

// The listener is registered before the listeners of the program, so that stopped events do not reach the program.
for (const type of INPUT) window.addEventListener(type, stop, { capture: true, passive: !PREVENTED.includes(type) });
window.addEventListener("error", ({ error }) => { if (isOwn(error)) show(); });
window.addEventListener("unhandledrejection", ({ reason }) => { if (isOwn(reason)) show(); });

/** True for an exception of the page. An uncaught exception may also come from a browser extension. */
function isOwn(error) {
  if (error instanceof WebAssembly.RuntimeError) return true;
  return error instanceof Error && String(error.stack).includes(new URL(".", import.meta.url).href);
}

function stop(event) {
  if (!dialog) return;
  event.stopImmediatePropagation();
  const inside = event.target instanceof Node && dialog.contains(event.target);
  if (PREVENTED.includes(event.type)) event.preventDefault();
  if (event.type === "click" && inside) ACTIONS[event.target.closest("button")?.id]?.();
}

export function show(where) {
  if (dialog) return;
  dialog = document.createElement("dialog");
  dialog.id = "rescue";
  dialog.setAttribute("role", "alertdialog");
  dialog.setAttribute("aria-labelledby", "rescue-title");
  dialog.setAttribute("aria-describedby", "rescue-saved");
  const actions = element("div", "", { class: "actions" });
  actions.append(element("button", words.reload, { type: "button", id: "rescue-reload", class: "primary" }));
  dialog.append(
    element("h2", words.title, { id: "rescue-title" }),
    element("p", words.saved, { id: "rescue-saved" }),
    element("p", "", { id: "rescue-done", role: "status" }),
    actions,
  );
  if (where) dialog.append(element("p", `${words.report} ${where}`, { class: "faint", id: "rescue-where" }));
  document.body.append(dialog);
  dialog.showModal();
  document.getElementById("rescue-reload").focus();
  howStored(openProject()).then(offerProject, () => offerProject("stored"));
}

/**
 * Offers the actions that are possible for the stored project.
 * `how` is "stored", "none", or "protected" if only the program can ask for the passphrase.
 */
function offerProject(how) {
  dialog.dataset.project = how;
  if (how === "none") return;
  const works = how === "protected" ? words.locked : words.works;
  document.getElementById("rescue-saved").after(element("p", works), element("p", words.loop, { class: "faint" }));
  const reload = document.getElementById("rescue-reload");
  reload.before(element("button", words.reloadWithout, { type: "button", id: "rescue-without" }));
  if (how === "stored") reload.before(element("button", words.backUp, { type: "button", id: "rescue-back-up" }));
}

function element(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/**
 * Returns the id of the project on the screen, or undefined if no project is open.
 * The id is empty for a project of the first versions of the page.
 */
function openProject() {
  try {
    const id = (sessionStorage.getItem(LAST) ?? localStorage.getItem(LAST))?.split("@")[0];
    return id === "-" ? undefined : id;
  } catch {
    return undefined;
  }
}

/** Reloads the page without opening a project. The page then shows the list of projects. */
function reloadWithout() {
  try {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(LAST, `-@${Date.now()}`);
  } finally {
    location.reload();
  }
}

async function backUp() {
  const done = document.getElementById("rescue-done");
  try {
    const { name, parts } = await storedProject(openProject());
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(parts, { type: "application/json" }));
    link.download = `${name}.fastgas`;
    // The link is not in the document, so that no event listener of the program receives the click.
    link.click();
    done.textContent = words.written;
  } catch (error) {
    console.error(`the stored project cannot be read: ${error?.name}`);
    done.textContent = words.unreadable;
  }
}

/**
 * The stored project in version 2 of the project file format, which consists only of JSON.
 * The page can read this version as a backup of an old version.
 * crates/platform/src/project_db/ defines the stored format, crates/page/src/projects/backup.rs the file format.
 */
async function storedProject(id) {
  const database = await openDatabase(id);
  try {
    const transaction = database.transaction(["project", "labels"]);
    const [project, labels] = ["project", "labels"].map((store) => transaction.objectStore(store));
    const [keys, values, log] = await Promise.all([answer(project.getAllKeys()), answer(project.getAll()), answer(labels.getAll())]);
    const stored = new Map(keys.map((key, at) => [key, values[at]]));
    const { columns, head, n_parts: nParts } = headIn(stored.get("head"), stored.get("head-copy"));
    const numbers = (key, Numbers) => { const bytes = whole(stored, key); return bytes && [...new Numbers(bytes.buffer)]; };
    const [partOf, positions] = [numbers("part-of", Uint32Array), numbers("positions", Float32Array)];
    const [offsets, neighbors] = [numbers("joined-offsets", Uint32Array), numbers("joined-neighbors", Uint32Array)];
    const said = {
      fastgas: 2,
      head,
      log,
      others: stored.get("others") ?? [],
      columns,
      parts: partOf && { n_parts: nParts, part_of: partOf },
      positions: positions && Array.from({ length: positions.length / 2 }, (_, at) => positions.slice(2 * at, 2 * at + 2)),
      edges: offsets && neighbors && [offsets, neighbors],
    };
    const rows = rowsOf(whole(stored, "cells"), new Uint32Array(whole(stored, "ends").buffer), columns.length);
    const stem = String(head.file_name).replace(/\.[^.]*$/, "") || "project";
    return { name: stem, parts: [json(said).slice(0, -1), ',"rows":[', ...rows, "]}"] };
  } finally {
    database.close();
  }
}

async function openDatabase(id) {
  if (id === undefined) return undefined;
  const name = id ? `${DATABASE}-${id}` : DATABASE;
  const known = await indexedDB.databases();
  return known.some((database) => database.name === name) ? answer(indexedDB.open(name)) : undefined;
}

async function howStored(id) {
  const database = await openDatabase(id);
  try {
    if (!database) return "none";
    const store = database.transaction("project").objectStore("project");
    const head = headIn(...await Promise.all([answer(store.get("head")), answer(store.get("head-copy"))]));
    if (head === undefined) return "none";
    return head.sealed === undefined ? "stored" : "protected";
  } finally {
    database?.close();
  }
}

/** Main record of the stored project, or its copy if the main record is damaged. */
const headIn = (head, copy) => [head, copy].find((value) => value?.columns || value?.sealed) ?? head ?? copy;

const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  // If another tab deletes the database before the next line, the abort prevents the creation of an empty database.
  request.onupgradeneeded = () => request.transaction.abort();
});

/** Joins the pieces of a stored buffer. Returns undefined if the buffer does not exist. */
function whole(stored, key) {
  const pieces = [];
  for (let piece = stored.get(key); piece !== undefined; piece = stored.get(`${key}.${pieces.length}`)) pieces.push(new Uint8Array(piece));
  if (pieces.length === 0) return undefined;
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Yields each row of the table as JSON. `ends` contains the end offset of each cell in `cells`. */
function* rowsOf(cells, ends, width) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let begin = 0;
  for (let row = 0; row < ends.length / width; row += 1) {
    const texts = Array.from(ends.subarray(row * width, (row + 1) * width), (end) => {
      const text = decoder.decode(cells.subarray(begin, end));
      begin = end;
      return text;
    });
    yield `${row > 0 ? "," : ""}${JSON.stringify(texts)}`;
  }
}

/** `JSON.stringify` does not support maps and 64-bit integers, which the stored project contains. */
function json(value) {
  if (value === undefined || value === null) return "null";
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value, json).join()}]`;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const written = entries.filter(([, value]) => value !== undefined).map(([key, value]) => `${JSON.stringify(String(key))}:${json(value)}`);
  return `{${written.join()}}`;
}
