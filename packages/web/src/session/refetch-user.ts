import { askWhoIAm } from "./me.ts";
import { currentUser, endSession, startSession } from "./session.ts";

let running: Promise<void> | undefined;

async function refetch(): Promise<void> {
  const answer = await askWhoIAm();
  // The person may have signed out in between. Then nothing changes.
  if (!currentUser()) return;
  if (answer.outcome === "known") startSession(answer.user);
  if (answer.outcome === "refused") endSession("expired");
}

/**
 * Loads the signed-in user again; the header follows. An answer 401 ends the session at once, without a
 * retry. Other failures sign nobody out. Concurrent calls share one request. Never rejects.
 */
export const refetchUser = () => (running ??= refetch().finally(() => (running = undefined)));
