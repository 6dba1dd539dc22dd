import { useSyncExternalStore } from "react";
import type { StoredSetting } from "./stored-setting.ts";

interface LayeredSetting<Value> extends StoredSetting<Value> {
  /** Puts a value over the stored one, or removes it. It is kept in memory only. */
  cover: (value: Value | undefined) => void;
}

/** A stored setting that another value can cover. While one does, `set` changes that one only. */
export function layeredSetting<Value>(stored: StoredSetting<Value>): LayeredSetting<Value> {
  const listeners = new Set<() => void>();
  let covering: Value | undefined;
  const cover = (value: Value | undefined) => {
    covering = value;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => covering ?? stored.get(),
    set: (value) => (covering === undefined ? stored.set(value) : cover(value)),
    use: () => {
      const below = stored.use();
      return useSyncExternalStore(subscribe, () => covering) ?? below;
    },
    cover,
  };
}
