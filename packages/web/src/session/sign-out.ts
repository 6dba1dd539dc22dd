import { closeEverySession, closeSession } from "./auth.ts";
import { endSession } from "./session.ts";

/** Signs out here even when the API cannot be reached; the failure is only logged. */
export async function signOut(): Promise<void> {
  const next = await closeSession().catch((error: unknown) => {
    console.error("Signing out at the API failed", error);
    return undefined;
  });
  leave(next);
}

/** Signs out in every browser. @throws ApiError when the API cannot be reached: then no session has ended */
export async function signOutEverywhere(): Promise<void> {
  leave(await closeEverySession());
}

/** Ends the session here. The provider's own page ends its session, and leads back to our sign-in. */
function leave(next: string | undefined): void {
  endSession("signed-out");
  if (next !== undefined) location.assign(next);
}
