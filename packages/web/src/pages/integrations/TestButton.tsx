import { useEffect, useState } from "react";
import { queryClient } from "../../api/query-client.ts";
import { showError } from "../../lib/browser/toasts.ts";
import { LimitedButton } from "../../ui/form/LimitedButton.tsx";

/** How often to look for the end of the reading, and for how long, in milliseconds. */
const wait = 2_000;
const longest = 60_000;

interface TestButtonProps {
  /** The account, for screen readers. */
  name: string;
  /** When the last reading ended, as the list has it. */
  lastSyncAt: string | null;
  /** Why the person may not test it; undefined when they may. */
  whyNot: string | undefined;
  /** Asks for a reading now. */
  onTest: () => Promise<unknown>;
  /** The list that has this account. It is loaded again until the reading has ended. */
  list: { queryKey: readonly string[] };
}

/** Reads a connected account again, from its row. */
export function TestButton({ name, lastSyncAt, whyNot, onTest, list: { queryKey } }: TestButtonProps) {
  /** The end of the reading before the test; undefined without a test. */
  const [before, setBefore] = useState<string | null>();
  const busy = before !== undefined && before === lastSyncAt;
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setInterval(() => void reload(queryKey), wait);
    const end = setTimeout(() => setBefore(undefined), longest);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [busy, queryKey]);

  async function test() {
    if (busy) return;
    setBefore(lastSyncAt);
    try {
      await onTest();
      void reload(queryKey);
    } catch (error) {
      setBefore(undefined);
      showError("Failed to test the account", error);
    }
  }
  return (
    <LimitedButton
      emphasis="quiet"
      reason={whyNot}
      aria-disabled={busy || undefined}
      onClick={() => void test()}
    >
      {busy ? "Testing…" : "Test now"} <span className="sr-only">{name}</span>
    </LimitedButton>
  );
}

const reload = (queryKey: readonly string[]) => queryClient.refetchQueries({ queryKey, exact: true });
