import { useSyncExternalStore } from "react";

export interface StoredSetting<Value> {
  get: () => Value;
  /** Remembers the value in this browser, where the browser allows it, and for all open tabs. */
  set: (value: Value) => void;
  use: () => Value;
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // somebody else wrote there, or the browser keeps nothing: the default counts
  }
}

function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    // A browser that keeps nothing: the choice counts until the tab is closed.
    console.warn(`${key} could not be stored`, error);
  }
}

/**
 * A choice that this browser remembers under a key of its local storage.
 * @param read turns what is stored, whatever it is, into a value; null stands for nothing and for damage
 */
export function storedSetting<Value>(key: string, read: (stored: unknown) => Value): StoredSetting<Value> {
  const listeners = new Set<() => void>();
  let current = read(stored(key));
  const apply = (value: Value) => {
    current = value;
    for (const listener of listeners) listener();
  };
  addEventListener("storage", (event) => event.key === key && apply(read(stored(key))));
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => current,
    set: (value) => {
      remember(key, value);
      apply(value);
    },
    use: () => useSyncExternalStore(subscribe, () => current),
  };
}
