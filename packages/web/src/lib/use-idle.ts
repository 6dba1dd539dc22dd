import { useEffect, useState } from "react";

/** The longest that anything waits, in milliseconds. */
const longest = 1_000;

/** Calls back when the browser has nothing else to do, at the latest after a second. Returns how to take it back. */
export function whenIdle(work: () => void): () => void {
  // Safari has no such moment: there it is the second.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, longest);
    return () => clearTimeout(timer);
  }
  const wish = requestIdleCallback(work, { timeout: longest });
  return () => cancelIdleCallback(wish);
}

/** Whether the page's first moment is over: what is not its subject can wait until then. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
