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
 * A time as "3 minutes ago", kept current by the one ticker that all of them share; undefined when it cannot be
 * read. A component is rendered again only when its words change.
 */
export function useRelativeTime(date: string | number | null | undefined): string | undefined {
  return useSyncExternalStore(subscribe, () => relativeTime(date, Math.max(now, Date.now() - 1_000)));
}
