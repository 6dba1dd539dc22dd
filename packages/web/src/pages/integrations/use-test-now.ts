import { useEffect, useRef, useState } from "react";

/** How often to look for the end of the reading, and for how long, in milliseconds. */
const wait = 2_000;
const longest = 60_000;

/**
 * Reads an account again, and looks for the end of that reading.
 * @param lastSyncAt when the last reading ended, as the list has it
 * @param send asks for the reading
 * @param reload loads the list again
 * @param onFailure is called when the reading was refused
 */
export function useTestNow(
  lastSyncAt: string | null,
  send: () => Promise<unknown>,
  reload: () => void,
  onFailure: (error: unknown) => void,
): { busy: boolean; test: () => void } {
  /** The end of the reading before the test; undefined without a test. */
  const [before, setBefore] = useState<string | null>();
  const busy = before !== undefined && before === lastSyncAt;
  const latestReload = useRef(reload);
  useEffect(() => {
    latestReload.current = reload;
  });
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setInterval(() => latestReload.current(), wait);
    const end = setTimeout(() => setBefore(undefined), longest);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [busy]);

  async function test() {
    if (busy) return;
    setBefore(lastSyncAt);
    try {
      await send();
      latestReload.current();
    } catch (thrown) {
      setBefore(undefined);
      onFailure(thrown);
    }
  }
  return { busy, test: () => void test() };
}
