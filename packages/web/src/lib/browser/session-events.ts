/** Why a session ended: the person signed out, or the provider no longer knows the session. */
export type SessionEnd = "signed-out" | "expired";

function event<Detail>() {
  const listeners = new Set<(detail: Detail) => void>();
  return {
    /** Calls the listener at each event until the tab is closed. */
    listen: (listener: (detail: Detail) => void): void => void listeners.add(listener),
    announce: (detail: Detail): void => {
      for (const listener of listeners) listener(detail);
    },
  };
}

/** The session ended, here or in another tab. Listeners clear the person's data. */
export const sessionEnded = event<SessionEnd>();

/** Another person is signed in, or the person changed organization. */
export const personChanged = event<void>();
