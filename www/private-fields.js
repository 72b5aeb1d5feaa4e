// Prevents the browser from sending user input to services and from storing user input in files.
// The script turns off autocompletion, correction, the spell-checking service and user input in session files.
// The settings apply to all fields, including fields that the page adds later.
// Inherited attributes (translate, spellcheck, writingsuggestions) are on the root element in index.html.

const FIELDS = "input, textarea, select, form";
const ATTRIBUTES = { autocomplete: "off", autocorrect: "off", autocapitalize: "off", spellcheck: "false" };

function treat(field) {
  for (const [name, value] of Object.entries(ATTRIBUTES)) {
    // The page keeps `autocomplete="name"`: the browser may fill in the user's own name (WCAG 1.3.5).
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
