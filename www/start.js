// Starts the page. This script is a separate file, because the page's policy does not allow inline scripts.

import { show } from "./rescue.js";
import "./private-fields.js";
import init from "./app.js";

// True if index.html lists the file at `address`. Ignores a number at the end of the URL, as in the URLs of workers.
function isListed(address) {
  const files = Object.values(JSON.parse(document.getElementById("assets").textContent));
  const asked = new URL(address, document.baseURI).href.replace(/\?\d+$/, "");
  return files.some((file) => new URL(file, document.baseURI).href === asked);
}

// With Trusted Types, no string can become HTML: the page uses no templates and creates all elements with DOM calls.
// A string can become a script URL only if the page lists the address. The value null means that the URL is rejected.
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL: (address) => (isListed(address) ? address : null),
});

try {
  await init({ module_or_path: new URL("./app_bg.wasm", import.meta.url) });
} catch (error) {
  show();
  throw error;
}
