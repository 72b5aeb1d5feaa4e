// Applies the theme that the user chose. This script is in the head of the page and no module, so that it runs before the first
// paint, and after the style sheet above it is loaded.

"use strict";

(() => {
  const KEY = "fastgas-theme";
  const DARK = "(prefers-color-scheme: dark)";
  // When the rules of the dark theme apply. A printed page is light.
  const CONDITIONS = { system: DARK, light: "not all", dark: "screen" };

  const isDark = (rule) => rule instanceof CSSMediaRule && rule.media.mediaText === DARK;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter(isDark);

  globalThis.fastgasTheme = {
    /** Shows the theme `system`, `light` or `dark`. */
    show(theme) {
      for (const { media } of rules) media.mediaText = CONDITIONS[theme];
      document.documentElement.dataset.theme = theme;
      globalThis.dispatchEvent(new Event("themechange"));
    },
  };

  let kept = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // Without access to the storage, the page has the theme of the system.
  }
  if (kept !== null && Object.hasOwn(CONDITIONS, kept)) globalThis.fastgasTheme.show(kept);
})();
