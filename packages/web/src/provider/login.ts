import { config } from "../lib/config.ts";

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Signs in at the provider, which sets its own cookie. The password goes there and nowhere else.
 * @returns the provider's status; 200 when it accepted
 * @throws TypeError when the provider cannot be reached
 */
export async function logInAtProvider({ email, password }: Credentials): Promise<number> {
  const response = await fetch(`${config().providerApiUrl.replace(/\/$/, "")}/login`, {
    method: "POST",
    credentials: "include",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: email, auth_mode: "direct", password, origin: location.origin }),
  });
  return response.status;
}
