import { whenIdle } from "./use-idle.ts";

/** public/theme.js reads it before the first paint. */
const stored = "shardwatch-fonts";
/** In milliseconds. By then the first page is drawn on most lines. */
const delay = 1_000;

/**
 * Uses the typefaces once the page is drawn. On the first visit their files would take the line from the scripts
 * that draw the page. Later visits have them in the cache, and use them from the first paint on.
 */
export function showTypefacesSoon(): void {
  const { dataset } = document.documentElement;
  if (dataset["fonts"] !== undefined) return;
  const show = () => {
    dataset["fonts"] = "";
    try {
      localStorage.setItem(stored, "cached");
    } catch {
      // Without a storage every visit is a first one.
    }
  };
  setTimeout(() => whenIdle(show), delay);
}
