import type { Api } from "../api/api.ts";
import { Refusal } from "../api/refusal.ts";

/**
 * Asks the API whether it takes a token, which costs a read. Resolves with whether the token may read. Throws a Failure
 * where the token is refused.
 */
export async function mayRead(api: Api): Promise<boolean> {
  try {
    await api.get("/deployments/changed", { query: {} });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "TOKEN_SCOPE") return false;
    throw error;
  }
}
