import { withRefresh } from "../session/refresh.ts";
import { endSession, startSession } from "../session/session.ts";
import { askWhoIAm } from "./me.ts";
import { apiClient } from "./request.ts";

const send = withRefresh({
  renew: async () => {
    const answer = await askWhoIAm();
    if (answer.outcome !== "known") return answer.outcome;
    startSession(answer.user);
    return "renewed";
  },
  end: () => endSession("expired"),
});

let client: ReturnType<typeof apiClient> | undefined;

/**
 * The API for a signed-in person. An answer 401 renews the session and repeats the call once; when the session is
 * over, the person is taken to the session-ended page.
 */
export const api = () => (client ??= apiClient(send));
