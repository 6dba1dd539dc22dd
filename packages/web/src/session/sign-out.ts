import { closeEverySession, closeSession } from "./auth.ts";
import { endSession } from "./session.ts";

/** Signs out here even when the API cannot be reached; the failure is only logged. */
export async function signOut(): Promise<void> {
  await closeSession().catch((error: unknown) => console.error("Signing out at the API failed", error));
  endSession("signed-out");
}

/** Signs out in every browser. @throws ApiError when the API cannot be reached: then no session has ended */
export async function signOutEverywhere(): Promise<void> {
  await closeEverySession();
  endSession("signed-out");
}
