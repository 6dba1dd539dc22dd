import { askWhoIAm } from "../api/me.ts";
import { currentUser, startSession } from "./session.ts";

/** Asks the API again who is signed in, for what others may have changed. What it cannot tell stays as it was. */
export async function refreshUser(): Promise<void> {
  const before = currentUser();
  const answer = await askWhoIAm();
  // Whoever has signed out in the meantime stays so.
  if (answer.outcome === "known" && currentUser() === before) startSession(answer.user);
}
