import { config } from "../lib/settings/config.ts";
import { errorCode } from "./errors.ts";

/** The time limit of the provider, in milliseconds; a person is waiting. */
const deadline = 10_000;

export interface Credentials {
  email: string;
  password: string;
}

/** Why the provider refused a person whose password may be right. */
export type Obstacle = "second-step" | "not-activated";

export type LoginAnswer =
  | { outcome: "accepted" }
  | { outcome: "refused"; obstacle: Obstacle | undefined }
  | { outcome: "failed" };

/** Codes as `errorCode` writes them. The second one is a guess: no source documents it. */
const obstacles: Record<string, Obstacle> = {
  user_mfa_required: "second-step",
  user_not_activated: "not-activated",
};

/**
 * Signs in at the provider, which sets its own cookie. The password goes only there.
 * @throws TypeError when the provider cannot be reached, DOMException when it does not answer in time
 */
export async function logInAtProvider({ email, password }: Credentials): Promise<LoginAnswer> {
  const response = await fetch(`${config().providerApiUrl.replace(/\/$/, "")}/login`, {
    method: "POST",
    credentials: "include",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: email, auth_mode: "direct", password, origin: location.origin }),
    signal: AbortSignal.timeout(deadline),
  });
  if (response.ok) return { outcome: "accepted" };
  const obstacle = obstacles[errorCode(await response.json().catch(() => undefined)) ?? ""];
  return response.status === 401 || obstacle ? { outcome: "refused", obstacle } : { outcome: "failed" };
}
