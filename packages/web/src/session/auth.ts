import { api } from "../api/client.ts";
import { answerOf, apiClient } from "../api/request.ts";

/**
 * POST /auth/login: opens our session from the provider's. @throws ApiError 401 without a session at the
 * provider
 */
export async function openSession(): Promise<void> {
  await answerOf(await apiClient().auth.login.$post());
}

/** POST /auth/logout-everywhere: ends every session of the person. @throws ApiError with the API's reason */
export async function closeEverySession(): Promise<void> {
  await answerOf(await api().auth["logout-everywhere"].$post());
}

/** POST /auth/logout: ends our session and the provider's. */
export async function closeSession(): Promise<void> {
  await answerOf(await apiClient().auth.logout.$post());
}
