import { useSyncExternalStore } from "react";

/** A value outside of components, which those that use it follow. */
export function sharedValue<Value>(initial: Value) {
  const listeners = new Set<() => void>();
  let current = initial;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => current;
  return {
    get,
    set: (next: Value): void => {
      current = next;
      for (const listener of listeners) listener();
    },
    use: (): Value => useSyncExternalStore(subscribe, get),
  };
}
