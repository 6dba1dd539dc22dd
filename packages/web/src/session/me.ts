import type { User } from "@shardwatch/core/contract/people/user";
import { ApiError } from "../lib/errors.ts";
import { answerOf, apiClient } from "../api/request.ts";

export type WhoIAm =
  | { outcome: "known"; user: User }
  /** Nobody is signed in, or the provider no longer knows the session. */
  | { outcome: "refused" }
  /** The call failed, so the answer is unknown. Nobody is signed out. */
  | { outcome: "unavailable"; error: unknown };

/** POST /me: the signed-in person; it also renews the session. Never rejects. */
export async function askWhoIAm(): Promise<WhoIAm> {
  try {
    return { outcome: "known", user: await answerOf(apiClient().me.$post()) };
  } catch (error) {
    const refused = error instanceof ApiError && error.status === 401;
    return refused ? { outcome: "refused" } : { outcome: "unavailable", error };
  }
}
