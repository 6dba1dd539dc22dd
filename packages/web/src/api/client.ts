import { apiClient } from "./request.ts";

/** What a call has changed, by id. */
export type Change = { account: string } | { organization: string };

/** The session's side of API calls. The session is on a floor above and connects itself. */
export interface SessionPort {
  /** Makes a call. After an answer 401 it renews the session and makes the call once more. */
  send: (call: () => Promise<Response>) => Promise<Response>;
  /** Loads the signed-in user again, after a change to them or their organization. Never rejects. */
  follow: (change: Change) => Promise<void>;
}

let port: SessionPort | undefined;

/** Connects the session. Call it once, before the first page. */
export const connectSession = (connected: SessionPort): void => void (port = connected);

function session(): SessionPort {
  if (!port) throw new Error("The session is not connected");
  return port;
}

/** Makes a call for a signed-in person. An answer 401 renews the session and repeats it once. */
export const send: SessionPort["send"] = (call) => session().send(call);

let client: ReturnType<typeof apiClient> | undefined;

/**
 * The API for a signed-in person. An answer 401 renews the session and repeats the call once. When the
 * session is over, the person sees the session-ended page. When the renewal itself failed, the call fails
 * with the reason.
 */
export const api = () => (client ??= apiClient(send));

/** Updates the session after a change of an account or an organization. Never rejects. */
export const followChange = (change: Change): Promise<void> => session().follow(change);
