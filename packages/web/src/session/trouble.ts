import { sessionEnded } from "../lib/browser/session-events.ts";
import { sharedValue } from "../lib/shared-value.ts";

const trouble = sharedValue<string | undefined>(undefined);

/** Records why the session could not be renewed, as a sentence; undefined after a success. */
export function setTrouble(next: string | undefined): void {
  if (trouble.get() !== next) trouble.set(next);
}

// Clear it for the next person.
sessionEnded.listen(() => setTrouble(undefined));

/** The same sentence outside of components. */
export const currentTrouble = trouble.get;

/** Why the last renewal of the session failed, when no call has succeeded since. */
export const useTrouble = trouble.use;
