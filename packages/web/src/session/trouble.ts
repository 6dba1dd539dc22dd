import { useSyncExternalStore } from "react";
import { sessionEnded } from "../lib/session-events.ts";

const listeners = new Set<() => void>();
let trouble: string | undefined;

/** Says why the session could not be renewed without being over, in a sentence; undefined when it could. */
export function setTrouble(next: string | undefined): void {
  if (trouble === next) return;
  trouble = next;
  for (const listener of listeners) listener();
}

// What troubled one person's session is not the next one's.
sessionEnded.listen(() => setTrouble(undefined));

/** The same sentence for whoever is no component. */
export const currentTrouble = () => trouble;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Why the last renewal of the session could not be asked for, when no call has succeeded since. */
export const useTrouble = () => useSyncExternalStore(subscribe, currentTrouble);
