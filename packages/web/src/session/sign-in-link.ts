import type { SignedInByLink } from "@shardwatch/core/contract/people/sign-in-link";
import { queryOptions } from "@tanstack/react-query";
import { answerOf, apiClient } from "../api/request.ts";
import { askWhoIAm } from "./me.ts";
import { startSession } from "./session.ts";

/** Whom a link signs in. To look uses nothing up. */
export const signInLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ["sign-in link", token],
    queryFn: ({ signal }) =>
      answerOf(apiClient()["sign-in"].link.look.$post({ json: { token } }, { init: { signal } })),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });

/**
 * POST /sign-in/link: signs in by a link, and uses it up.
 * @param email who the first person of an installation is
 * @throws ApiError with the API's reason
 */
export async function signInByLink(token: string, email?: string): Promise<SignedInByLink> {
  const json = { token, ...(email !== undefined && { email }) };
  const answer = await answerOf(apiClient()["sign-in"].link.$post({ json }));
  const me = await askWhoIAm();
  if (me.outcome !== "known") throw new Error("You're signed in. Reload the page to go on.");
  startSession(me.user);
  return answer;
}
