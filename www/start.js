// Starts the page. It is a file of its own, because the page's policy allows no script inside of index.html.

import init from "./app.js";

// Where the browser has Trusted Types, every string that is to become HTML or the address of a script passes here first.
// The only HTML are the page's own templates, which hold nothing that acts; texts of a person never become HTML.
const ACTS = /<\s*(script|iframe|object|embed|link|meta|base|style)\b|\s(on\w+|style|srcdoc)\s*=|javascript:/i;

// A worker's number may follow.
function isListed(address) {
  const files = Object.values(JSON.parse(document.getElementById("assets").textContent));
  const asked = new URL(address, document.baseURI).href.replace(/\?\d+$/, "");
  return files.some((file) => new URL(file, document.baseURI).href === asked);
}

// What is answered with null is refused.
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL: (address) => (isListed(address) ? address : null),
});

await init({ module_or_path: new URL("./app_bg.wasm", import.meta.url) });
