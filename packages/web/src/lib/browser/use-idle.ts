import { useEffect, useState } from "react";

/** The longest delay, in milliseconds. */
const longest = 1_000;

/**
 * Runs a callback when the browser is idle, after a second at the latest. Returns a function that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback: it always waits the second.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, longest);
    return () => clearTimeout(timer);
  }
  const wish = requestIdleCallback(work, { timeout: longest });
  return () => cancelIdleCallback(wish);
}

/**
 * Whether the page has been idle once. Secondary content waits for it.
 * @param ready whether the primary content is there; an earlier idle moment does not count
 */
export function useIdle(ready = true): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => (ready ? whenIdle(() => setIdle(true)) : undefined), [ready]);
  return idle;
}
