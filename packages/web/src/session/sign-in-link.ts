import type { SignedInByLink } from "@shardwatch/core/contract/people/sign-in-link";
import { QueryClient, queryOptions } from "@tanstack/react-query";
import { retry } from "../api/query-client.ts";
import { answerOf, apiClient } from "../api/request.ts";
import { askWhoIAm } from "./me.ts";
import { startSession } from "./session.ts";

/**
 * What links lead to. It is apart from the data of the signed-in person, which is loaded again when somebody else signs
 * in: the link is used up then.
 */
export const linkQueries = new QueryClient({
  defaultOptions: {
    queries: { retry, retryDelay: 500, staleTime: Infinity, gcTime: 0, networkMode: "always" },
  },
});

/** Whom a link signs in. To look uses nothing up. */
export const signInLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ["sign-in link", token],
    queryFn: ({ signal }) =>
      answerOf(apiClient()["sign-in"].link.look.$post({ json: { token } }, { init: { signal } })),
  });

/** What the link of an invitation leads to. To look uses nothing up. */
export const invitationLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ["link of an invitation", token],
    queryFn: ({ signal }) =>
      answerOf(apiClient().invitations.look.$post({ json: { token } }, { init: { signal } })),
  });

/**
 * POST /sign-in/link: signs in by a link, and uses it up. The link of an invitation accepts it.
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

/**
 * POST /sign-in/links: mails a sign-in link, if somebody has an account with the email. The answer is the same.
 * @throws ApiError with the API's reason
 */
export async function mailSignInLink(email: string): Promise<void> {
  await answerOf(apiClient()["sign-in"].links.$post({ json: { email } }));
}
