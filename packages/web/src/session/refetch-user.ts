import { askWhoIAm } from "../api/me.ts";
import { currentUser, startSession } from "./session.ts";

let running: Promise<void> | undefined;

async function refetch(): Promise<void> {
  const answer = await askWhoIAm();
  // Whoever has signed out meanwhile stays so.
  if (answer.outcome === "known" && currentUser()) startSession(answer.user);
}

/**
 * Asks again who the signed-in person is and what they may do; the header follows. Signs nobody out, whatever the
 * answer. Several calls at once are one question. Never rejects.
 */
export const refetchUser = () => (running ??= refetch().finally(() => (running = undefined)));
