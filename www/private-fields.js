// Keeps what the user types out of the services and files of the browser: no suggestions, no corrections, no spelling service, and
// nothing of it in the files in which browsers keep sessions. All fields are treated here, also those of later versions of the
// page. What is inherited (translate, spellcheck, writingsuggestions) is on the root element in index.html.

const FIELDS = "input, textarea, select, form";
const ATTRIBUTES = { autocomplete: "off", autocorrect: "off", autocapitalize: "off", spellcheck: "false" };

function treat(field) {
  for (const [name, value] of Object.entries(ATTRIBUTES)) {
    // The user's own name may be filled in by the browser (WCAG 1.3.5).
    const isOwnName = name === "autocomplete" && field.getAttribute(name) === "name";
    if (!isOwnName && field.getAttribute(name) !== value) field.setAttribute(name, value);
  }
}

function treatAll(node) {
  if (!(node instanceof Element)) return;
  if (node.matches(FIELDS)) treat(node);
  node.querySelectorAll(FIELDS).forEach(treat);
}

treatAll(document.body);
new MutationObserver((records) => {
  for (const { addedNodes } of records) addedNodes.forEach(treatAll);
}).observe(document.body, { childList: true, subtree: true });
