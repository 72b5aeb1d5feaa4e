// Starts the page. It is a file of its own, because the page's policy allows no script inside of index.html.

import { show } from "./rescue.js";
import "./private-fields.js";
import init from "./app.js";

// A worker's number may follow.
function isListed(address) {
  const files = Object.values(JSON.parse(document.getElementById("assets").textContent));
  const asked = new URL(address, document.baseURI).href.replace(/\?\d+$/, "");
  return files.some((file) => new URL(file, document.baseURI).href === asked);
}

// Where the browser has Trusted Types, no string becomes HTML: the page has no templates, it makes all its elements by calls
// of the DOM. A string becomes the address of a script only if the page lists it; what is answered with null is refused.
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL: (address) => (isListed(address) ? address : null),
});

try {
  await init({ module_or_path: new URL("./app_bg.wasm", import.meta.url) });
} catch (error) {
  show();
  throw error;
}
