import { askWhoIAm } from "./me.ts";
import { currentUser, endSession, startSession } from "./session.ts";

let running: Promise<void> | undefined;

async function refetch(): Promise<void> {
  const answer = await askWhoIAm();
  // Whoever has signed out meanwhile stays so.
  if (!currentUser()) return;
  if (answer.outcome === "known") startSession(answer.user);
  if (answer.outcome === "refused") endSession("expired");
}

/**
 * Asks again who the signed-in person is and what they may do; the header follows. An answer 401 ends the session at
 * once, without another try; when the API cannot tell, nobody is signed out. Several calls at once are one question.
 * Never rejects.
 */
export const refetchUser = () => (running ??= refetch().finally(() => (running = undefined)));
