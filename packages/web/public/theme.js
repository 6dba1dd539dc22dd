// Runs before the first paint, so that a chosen theme does not flash. Kept as a file of its own because the
// Content-Security-Policy allows no inline script. The choice is written by src/lib/settings/theme.ts.
try {
  const choice = localStorage.getItem("shardwatch-theme");
  if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
  // The typefaces are in the browser's cache: src/lib/browser/fonts.ts.
  if (localStorage.getItem("shardwatch-fonts")) document.documentElement.dataset.fonts = "";
} catch (error) {
  console.warn("The stored theme cannot be read", error);
}
