import { api } from "../api/client.ts";
import { answerOf, apiClient } from "../api/request.ts";

/**
 * POST /auth/login: opens our session from the provider's. @throws ApiError 401 without a session at the
 * provider
 */
export async function openSession(): Promise<void> {
  await answerOf(apiClient().auth.login.$post());
}

/**
 * POST /auth/logout-everywhere: ends every session of the person. Returns the provider's page where the browser
 * continues, if there is one. @throws ApiError with the API's reason
 */
export async function closeEverySession(): Promise<string | undefined> {
  return pageOf(await answerOf(api().auth["logout-everywhere"].$post()));
}

/** POST /auth/logout: ends our session and the provider's. Returns the same as `closeEverySession`. */
export async function closeSession(): Promise<string | undefined> {
  return pageOf(await answerOf(apiClient().auth.logout.$post()));
}

/** Only some answers have a body: the types of the routes do not say which. */
function pageOf(answer: unknown): string | undefined {
  const { continueAt = "" } = (answer ?? {}) as { continueAt?: string };
  return /^https?:/.test(continueAt) ? continueAt : undefined;
}
