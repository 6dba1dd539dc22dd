import { organizationHeader } from "@shardwatch/core/contract/people/organization-header";
import type { Change, SessionPort } from "../api/client.ts";
import { ApiError, describeError, isTooMany } from "../lib/errors.ts";
import { askWhoIAm } from "./me.ts";
import { refetchUser } from "./refetch-user.ts";
import { withRefresh } from "./refresh.ts";
import { currentUser, endSession, startSession } from "./session.ts";
import { currentTrouble, setTrouble } from "./trouble.ts";

const troubleOf = (error: unknown) =>
  isTooMany(error) ? describeError(error).headline : "Can't reach the sign-in service.";

const sendWithRefresh = withRefresh({
  renew: async () => {
    const answer = await askWhoIAm();
    setTrouble(answer.outcome === "unavailable" ? troubleOf(answer.error) : undefined);
    if (answer.outcome !== "known") return answer.outcome;
    startSession(answer.user);
    return "renewed";
  },
  end: () => {
    if (currentUser()) endSession("expired");
  },
});

/** The organization that made the user load last. One that stays different loads them once. */
let followed: string | undefined;

/** Loads the user again when an answer is for another organization: an admin has removed or moved them. */
function followOrganization({ headers }: Response): void {
  const user = currentUser();
  const actual = headers.get(organizationHeader.name);
  if (!user || !actual) return;
  const isKnown = actual === (user.organization?.id ?? organizationHeader.none);
  if (!isKnown && actual !== followed) void refetchUser();
  followed = isKnown ? undefined : actual;
}

/**
 * Makes a call and reacts to its answer. The caller shows a 403. A 403 also loads the user again, because a
 * role may have been removed. It signs nobody out.
 */
async function send(call: () => Promise<Response>): Promise<Response> {
  const response = await sendWithRefresh(call);
  if (response.ok) setTrouble(undefined);
  if (response.status === 403) void refetchUser();
  followOrganization(response);
  const trouble = currentTrouble();
  // The API's own text would ask the person to sign in, although their session has not ended.
  if (response.status === 401 && trouble) throw new ApiError(401, { message: trouble });
  return response;
}

function isOwn(change: Change): boolean {
  const user = currentUser();
  if (!user) return false;
  return "account" in change ? change.account === user.id : change.organization === user.organization?.id;
}

/** The session's side of every call of the API. */
export const sessionPort: SessionPort = {
  send,
  follow: async (change) => {
    if (isOwn(change)) await refetchUser();
  },
};
