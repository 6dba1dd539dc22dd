import { useSyncExternalStore } from "react";
import { sessionEnded } from "../lib/browser/session-events.ts";

const listeners = new Set<() => void>();
let trouble: string | undefined;

/** Records why the session could not be renewed, as a sentence; undefined after a success. */
export function setTrouble(next: string | undefined): void {
  if (trouble === next) return;
  trouble = next;
  for (const listener of listeners) listener();
}

// Clear it for the next person.
sessionEnded.listen(() => setTrouble(undefined));

/** The same sentence outside of components. */
export const currentTrouble = () => trouble;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Why the last renewal of the session failed, when no call has succeeded since. */
export const useTrouble = () => useSyncExternalStore(subscribe, currentTrouble);
