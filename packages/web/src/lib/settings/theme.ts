import { sharedValue } from "../shared-value.ts";

/** "system" follows the operating system. */
export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

// public/theme.js reads the same key before the first paint.
const key = "shardwatch-theme";

function applied(): Theme {
  const theme = document.documentElement.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "system";
}

const chosen = sharedValue(applied());

/** Applies a theme and remembers it in this browser. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  chosen.set(theme);
  localStorage.setItem(key, theme);
}

/** The chosen theme; "system" follows the operating system. */
export const useTheme = chosen.use;
