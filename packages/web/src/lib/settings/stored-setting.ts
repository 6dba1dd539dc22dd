import { sharedValue } from "../shared-value.ts";

export interface StoredSetting<Value> {
  get: () => Value;
  /** Stores the value in this browser, where the browser allows it, and updates all open tabs. */
  set: (value: Value) => void;
  use: () => Value;
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // damaged, or storage is not available: use the default
  }
}

function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    // Without storage, the choice lasts until the tab is closed.
    console.warn(`${key} could not be stored`, error);
  }
}

/**
 * A setting under a key of this browser's local storage.
 * @param read converts the stored text; null means that nothing, or something damaged, is stored
 */
export function storedSetting<Value>(key: string, read: (stored: unknown) => Value): StoredSetting<Value> {
  const current = sharedValue(read(stored(key)));
  addEventListener("storage", (event) => event.key === key && current.set(read(stored(key))));
  return {
    ...current,
    set: (value) => {
      remember(key, value);
      current.set(value);
    },
  };
}
