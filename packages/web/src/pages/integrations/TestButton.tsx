import { showError } from "../../lib/browser/toasts.ts";
import { LimitedButton } from "../../ui/form/LimitedButton.tsx";
import { useTestNow } from "./use-test-now.ts";

interface TestButtonProps {
  /** The account, for screen readers. */
  name: string;
  lastSyncAt: string | null;
  /** Why the person may not test it; undefined when they may. */
  whyNot: string | undefined;
  /** Asks for a reading now. */
  onTest: () => Promise<unknown>;
  /** Loads the list that has this account. */
  reload: () => void;
}

/** Reads a connected account again, from its row. */
export function TestButton({ name, lastSyncAt, whyNot, onTest, reload }: TestButtonProps) {
  const { busy, test } = useTestNow(lastSyncAt, onTest, reload, showFailure);
  return (
    <LimitedButton look="quiet" reason={whyNot} aria-disabled={busy || undefined} onClick={test}>
      {busy ? "Testing…" : "Test now"} <span className="sr-only">{name}</span>
    </LimitedButton>
  );
}

const showFailure = (error: unknown) => showError("Failed to test the account", error);
