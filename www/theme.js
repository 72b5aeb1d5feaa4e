// Applies the theme that the user chose. This script is in the head of the page, after the style sheet, and is not a module.
// Therefore the theme is applied before the first paint, and after the style sheet is loaded.

"use strict";

(() => {
  const KEY = "fastgas-theme";
  const DARK = "(prefers-color-scheme: dark)";
  // Maps each theme to the media query for the rules of the dark theme. A printed page is always light.
  const CONDITIONS = { system: DARK, light: "not all", dark: "screen" };

  const isDark = (rule) => rule instanceof CSSMediaRule && rule.media.mediaText === DARK;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter(isDark);

  globalThis.fastgasTheme = {
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
    // Without access to the storage, the page uses the theme of the system.
  }
  if (kept !== null && Object.hasOwn(CONDITIONS, kept)) globalThis.fastgasTheme.show(kept);
})();
