import { useSyncExternalStore } from "react";
import { relativeTime } from "@shardwatch/core/kit/time";

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * A text that depends on the current time. All users share one ticker. A component renders again only when
 * its value changes.
 * @param read gets the Unix epoch in milliseconds
 */
export function useOverTime<Value extends string | number | boolean | undefined>(
  read: (now: number) => Value,
): Value {
  return useSyncExternalStore(subscribe, () => read(Math.max(now, Date.now() - 1_000)));
}

/** A time as "3 minutes ago", kept current; undefined when it cannot be parsed. */
export function useRelativeTime(date: string | number | null | undefined): string | undefined {
  return useOverTime((at) => relativeTime(date, at));
}
