import { sharedValue } from "../shared-value.ts";
import type { StoredSetting } from "./stored-setting.ts";

export interface LayeredSetting<Value> extends StoredSetting<Value> {
  /** Puts a value over the stored one, or removes it. It is kept in memory only. */
  cover: (value: Value | undefined) => void;
}

/** A stored setting that another value can cover. While one does, `set` changes that one only. */
export function layeredSetting<Value>(stored: StoredSetting<Value>): LayeredSetting<Value> {
  const covering = sharedValue<Value | undefined>(undefined);
  return {
    get: () => covering.get() ?? stored.get(),
    set: (value) => (covering.get() === undefined ? stored.set(value) : covering.set(value)),
    use: () => {
      const below = stored.use();
      return covering.use() ?? below;
    },
    cover: covering.set,
  };
}
