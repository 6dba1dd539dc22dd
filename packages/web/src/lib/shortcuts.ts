import { useEffect, useEffectEvent } from "react";
import { storedSetting } from "./stored-setting.ts";

/** Whether single keys do something. Speech input types them by accident, so they can be switched off (WCAG 2.1.4). */
export const singleKeys = storedSetting("shardwatch-single-keys", (stored) => stored !== false);

/** Whether what is pressed there is meant as text, or for the dialog that stands above the page. */
function isTaken(target: EventTarget | null): boolean {
  const typing =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=menu]") !== null);
  return typing || document.querySelector("dialog[open]") !== null;
}

/** Does something when a single key is pressed, and never while somebody types. */
export function useShortcut(key: string, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key !== key || modified || event.isComposing || !singleKeys.get() || isTaken(event.target))
      return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
