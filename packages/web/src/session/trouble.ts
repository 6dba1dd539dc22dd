import { useSyncExternalStore } from "react";
import { onSessionEnd } from "./session.ts";

const listeners = new Set<() => void>();
let trouble = false;

/** Says whether the session could not be renewed, because nobody could be asked. */
export function setTrouble(next: boolean): void {
  if (trouble === next) return;
  trouble = next;
  for (const listener of listeners) listener();
}

// What troubled one person's session is not the next one's.
onSessionEnd(() => setTrouble(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the last renewal of the session could not be asked for, and no call has succeeded since. */
export const useTrouble = () => useSyncExternalStore(subscribe, () => trouble);
