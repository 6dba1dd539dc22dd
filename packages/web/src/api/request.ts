import type { AppType } from "@shardwatch/functions/api/app";
import { type ClientResponse, hc } from "hono/client";
import { config } from "../lib/settings/config.ts";
import { ApiError, isNotFound } from "../lib/errors.ts";
import { callApi } from "./head-start.ts";

/**
 * The API with the types of its routes. Our session cookie goes with every call.
 * @param send makes one call; a repeated call runs it again
 */
export function apiClient(send: (call: () => Promise<Response>) => Promise<Response> = (call) => call()) {
  return hc<AppType>(config().apiUrl, {
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      send(() => callApi(input instanceof Request ? input.url : input.toString(), init)),
  });
}

type SuccessBody<Answer> =
  Extract<Answer, { ok: true }> extends { json(): Promise<infer Body> } ? Body : never;

/**
 * The JSON of an answer, which is waited for; undefined when a success has none.
 * @throws ApiError with the answer's body unless it is a success; DOMException when the body times out
 */
export async function answerOf<Answer extends ClientResponse<unknown>>(
  sent: Answer | Promise<Answer>,
): Promise<SuccessBody<Answer>> {
  const response = await sent;
  const body: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof DOMException) throw error; // cancelled or timed out
    return undefined;
  });
  if (!response.ok) throw new ApiError(response.status, body);
  return body as SuccessBody<Answer>;
}

/** Waits for the answer to a deletion. What is gone already counts as deleted. @throws ApiError */
export async function deleted(sent: Promise<ClientResponse<unknown>>): Promise<void> {
  try {
    await answerOf(sent);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
