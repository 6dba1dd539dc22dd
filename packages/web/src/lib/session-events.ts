/** Why a session ended: the person signed out, or the provider no longer knows the session. */
export type SessionEnd = "signed-out" | "expired";

function event<Detail>() {
  const listeners = new Set<(detail: Detail) => void>();
  return {
    /** Calls the listener each time, for as long as the tab is open. */
    listen: (listener: (detail: Detail) => void): void => void listeners.add(listener),
    announce: (detail: Detail): void => {
      for (const listener of listeners) listener(detail);
    },
  };
}

/** The session ended, here or in another tab. Caches of the person's data are emptied now. */
export const sessionEnded = event<SessionEnd>();

/** The signed-in person is another one, or belongs to another organization. */
export const personChanged = event<void>();
