import { config } from "../lib/config.ts";

/** How long the provider may take, in milliseconds; a person is waiting. */
const deadline = 10_000;

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Signs in at the provider, which sets its own cookie. The password goes there and nowhere else.
 * @returns the provider's status; 200 when it accepted
 * @throws TypeError when the provider cannot be reached, DOMException when it does not answer in time
 */
export async function logInAtProvider({ email, password }: Credentials): Promise<number> {
  const response = await fetch(`${config().providerApiUrl.replace(/\/$/, "")}/login`, {
    method: "POST",
    credentials: "include",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: email, auth_mode: "direct", password, origin: location.origin }),
    signal: AbortSignal.timeout(deadline),
  });
  return response.status;
}
