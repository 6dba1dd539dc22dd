import { config } from "../lib/settings/config.ts";
import { listedErrors, plainCode, sentCode } from "./errors.ts";

/** The time limit of each call, in milliseconds; a person is waiting. */
const deadline = 15_000;

/** An account with API access, and the key that each call of its API needs. It is never stored. */
export interface KeyAccount {
  id: string;
  name: string;
  accessKey: string;
  /** Whether it is the current account of the provider's session. */
  current: boolean;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown) => (typeof value === "object" && value !== null ? value : {}) as Fields;
const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const idOf = (value: unknown) => (typeof value === "number" ? String(value) : text(value));

/** The cookie with the provider's CSRF token, and the header that sends it. */
const csrf = () => ({ cookie: "csrf_token", header: "x-csrf-token", ...config().providerCsrf });

/** The token. The provider stores it in a cookie of the domain that it shares with us. */
function csrfToken(): string {
  const { cookie } = csrf();
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${cookie}=`));
  const token = found && decodeURIComponent(found.slice(cookie.length + 1));
  if (!token) throw new Error("CSRF token not found. Please ensure you are authenticated with Redis Cloud.");
  return token;
}

async function call(path: string, body?: object): Promise<Response> {
  const headers = { [csrf().header]: csrfToken(), ...(body && { "content-type": "application/json" }) };
  const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const url = `${config().providerApiUrl.replace(/\/$/, "")}${path}`;
  try {
    return await fetch(url, {
      ...init,
      headers,
      credentials: "include",
      signal: AbortSignal.timeout(deadline),
    });
  } catch (error) {
    throw new Error("Couldn't reach Redis Cloud.", { cause: error });
  }
}

const bodyOf = async (response: Response): Promise<Fields> =>
  fieldsOf(await response.json().catch(() => undefined));

/** The id of the current account of the provider's session; undefined where the answer lacks it. */
async function currentAccount(): Promise<string | undefined> {
  const response = await call("/users/me");
  return response.ok ? idOf((await bodyOf(response))["current_account_id"]) : undefined;
}

/**
 * The person's accounts with API access, the current one first.
 * @throws Error with the sentence for the person, also when there is none
 */
export async function accountsWithAccess(): Promise<KeyAccount[]> {
  const response = await call("/accounts");
  // HTTP/2 has no text beside the status.
  if (!response.ok)
    throw new Error(`Failed to fetch accounts: ${response.status} ${response.statusText}`.trim());
  const { accounts } = await bodyOf(response);
  if (!Array.isArray(accounts) || accounts.length === 0) throw new Error("No Redis Cloud accounts found");
  const current = await currentAccount();
  const usable = accounts.flatMap((each): KeyAccount[] => {
    const { id: rawId, name, api_access_key: key } = fieldsOf(each);
    const [id, accessKey] = [idOf(rawId), text(key)];
    if (!id || !accessKey) return [];
    return [{ id, name: text(name) ?? `Account ${id}`, accessKey, current: id === current }];
  });
  if (usable.length === 0)
    throw new Error("No accounts with API access found. Please enable API access in Redis Cloud console.");
  return usable.toSorted((left, right) => Number(right.current) - Number(left.current));
}

/**
 * Creates a key on an account and returns its secret, which cannot be read again. The provider creates keys
 * on the current account of its session. So the account is selected before, and checked afterwards.
 * @param userId the provider's own id of the signed-in person
 * @throws Error with the sentence for the person
 */
export async function createCloudKey(account: KeyAccount, name: string, userId: string): Promise<string> {
  if ((await currentAccount()) !== account.id) {
    await call(`/accounts/setcurrent/${encodeURIComponent(account.id)}`, {});
    if ((await currentAccount()) !== account.id)
      throw new Error(`Couldn't switch to the account ${account.name}.`);
  }
  const cloudApiKey = { name, user_account: Number(userId), ip_whitelist: [], secret_key: null };
  const response = await call("/accounts/cloud-api/cloudApiKeys", { cloudApiKey });
  const body = await bodyOf(response);
  if (!response.ok) throw new Error(keyRefusal(sentCode(body)));
  const reasons = listedErrors(body).map((each) => keyTexts[plainCode(each)] ?? each);
  if (reasons.length > 0) throw new Error(`API key creation failed: ${reasons.join(", ")}`);
  // Inside cloudApiKey in one version of the answer, at the top level in another.
  const secret = text(fieldsOf(body["cloudApiKey"])["secret_key"]) ?? text(body["secret_key"]);
  if (!secret) throw new Error(keyRefusal(undefined));
  return secret;
}

const notOwner = "Insufficient permissions. Only account owners can create API keys.";

const keyTexts: Record<string, string> = {
  secret_key_name_illegal: "The API key name is illegal.",
  secret_key_already_exists: "An API key with this name already exists. Please choose a different name.",
  insufficient_permission: notOwner,
  forbidden_request: notOwner,
};

/** Why no key was created, by the provider's error code. An unknown code is shown as it is. */
export function keyRefusal(code: string | undefined): string {
  if (code === undefined) return "Unknown error occurred";
  return keyTexts[plainCode(code)] ?? `Error: ${code}`;
}

/** Whether scripts can read the provider's cookie here: only under a shared domain. */
export function sharesDomain(own: string, providerUrl: string): boolean {
  const { hostname } = new URL(providerUrl);
  const domain = (host: string) => host.split(".").slice(-2).join(".");
  return own === hostname || (own.includes(".") && domain(own) === domain(hostname));
}
