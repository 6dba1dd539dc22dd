import { useEffectEvent, useLayoutEffect } from "react";
import { storedSetting } from "../settings/stored-setting.ts";

/**
 * Whether single-key shortcuts are on. Speech input triggers them by accident, so they can be switched off
 * (WCAG 2.1.4).
 */
export const singleKeys = storedSetting("shardwatch-single-keys", (stored) => stored !== false);

/** What takes letters. A checkbox takes only the space bar. */
const fields = "input:not([type=checkbox]), textarea, select, [role=menu], [popover]";

/** Whether the key press is text input, or belongs to an open dialog. */
function isTaken(target: EventTarget | null): boolean {
  const typing =
    target instanceof HTMLElement && (target.isContentEditable || target.closest(fields) !== null);
  return typing || document.querySelector("dialog[open]") !== null;
}

/**
 * Listens to single keys, except while a person types.
 * @param take runs what the key stands for, and returns whether there was something
 */
export function useSingleKeys(take: (key: string) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (modified || event.isComposing || !singleKeys.get() || isTaken(event.target)) return;
    if (take(event.key)) event.preventDefault();
  });
  // A person who sees the page may press the key: other effects run after that.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}

/** Runs an action when a single key is pressed, except while a person types. */
export function useShortcut(key: string, run: () => void): void {
  useSingleKeys((pressed) => {
    if (pressed === key) run();
    return pressed === key;
  });
}
