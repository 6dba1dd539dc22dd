import { withRefresh } from "../session/refresh.ts";
import { refetchUser } from "../session/refetch-user.ts";
import { currentUser, endSession, startSession } from "../session/session.ts";
import { currentTrouble, setTrouble } from "../session/trouble.ts";
import { ApiError, describeError, isTooMany } from "../lib/errors.ts";
import { askWhoIAm } from "../session/me.ts";
import { apiClient } from "./request.ts";

const troubleOf = (error: unknown) =>
  isTooMany(error) ? describeError(error).headline : "The sign-in service cannot be reached.";

const send = withRefresh({
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

async function sendAndNotice(call: () => Promise<Response>): Promise<Response> {
  const response = await send(call);
  if (response.ok) setTrouble(undefined);
  if (response.status === 403) void refetchUser();
  const trouble = currentTrouble();
  // The API's own text would ask the person to sign in, whom nobody has signed out.
  if (response.status === 401 && trouble) throw new ApiError(401, { message: trouble });
  return response;
}

let client: ReturnType<typeof apiClient> | undefined;

/**
 * The API for a signed-in person. An answer 401 renews the session and repeats the call once; when the session is
 * over, the person is taken to the session-ended page, and when that cannot be told, the call fails with the reason. An answer 403 is the caller's to show; it makes the tab ask anew
 * what the person may do, as a role may have been taken away, and signs nobody out.
 */
export const api = () => (client ??= apiClient(sendAndNotice));
