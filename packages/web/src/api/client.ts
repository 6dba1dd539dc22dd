import { withRefresh } from "../session/refresh.ts";
import { endSession, startSession } from "../session/session.ts";
import { setTrouble } from "../session/trouble.ts";
import { askWhoIAm } from "./me.ts";
import { apiClient } from "./request.ts";

const send = withRefresh({
  renew: async () => {
    const answer = await askWhoIAm();
    setTrouble(answer.outcome === "unavailable");
    if (answer.outcome !== "known") return answer.outcome;
    startSession(answer.user);
    return "renewed";
  },
  end: () => endSession("expired"),
});

async function sendAndNotice(call: () => Promise<Response>): Promise<Response> {
  const response = await send(call);
  if (response.ok) setTrouble(false);
  return response;
}

let client: ReturnType<typeof apiClient> | undefined;

/**
 * The API for a signed-in person. An answer 401 renews the session and repeats the call once; when the session is
 * over, the person is taken to the session-ended page.
 */
export const api = () => (client ??= apiClient(sendAndNotice));
