import { useSyncExternalStore } from "react";

/** "system" follows the operating system. */
export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

// public/theme.js reads the same key before the first paint.
const key = "shardwatch-theme";
const listeners = new Set<() => void>();

function current(): Theme {
  const theme = document.documentElement.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Applies a theme and remembers it in this browser. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  localStorage.setItem(key, theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme; "system" follows the operating system. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current);
}
