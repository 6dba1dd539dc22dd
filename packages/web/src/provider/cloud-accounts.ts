import { queryOptions } from "@tanstack/react-query";
import { config } from "../lib/settings/config.ts";

/** The time limit of each call, in milliseconds. */
const deadline = 15_000;

/**
 * A Redis Cloud account of the signed-in person. Its API key is dropped: the list only needs to know whether
 * one exists.
 */
export interface CloudAccount {
  id: string;
  name: string;
  hasApiAccess: boolean;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown) => (typeof value === "object" && value !== null ? value : {}) as Fields;

/**
 * One call to the provider with its session. An answer 401 concerns the provider's session: it neither renews
 * nor ends ours.
 * @throws Error with the sentence for the person
 */
async function ask(path: string, signal: AbortSignal, headers: HeadersInit = {}): Promise<Fields> {
  const response = await fetch(`${config().providerApiUrl.replace(/\/$/, "")}${path}`, {
    credentials: "include",
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
  });
  // HTTP/2 has no text beside the status.
  if (!response.ok)
    throw new Error(`Failed to fetch accounts: ${response.status} ${response.statusText}`.trim());
  const body: unknown = await response.json();
  return fieldsOf(body);
}

/**
 * An account of the list; undefined when it is malformed. Ids are numbers in one place and texts in another.
 */
export function toCloudAccount(value: unknown): CloudAccount | undefined {
  const { id, name, api_access_key: key } = fieldsOf(value);
  const known = typeof id === "number" || (typeof id === "string" && id !== "");
  if (!known) return undefined;
  return {
    id: String(id),
    name: typeof name === "string" && name !== "" ? name : `Account ${id}`,
    hasApiAccess: typeof key === "string" && key !== "",
  };
}

async function loadCloudAccounts(signal: AbortSignal): Promise<CloudAccount[]> {
  const token = fieldsOf((await ask("/csrf", signal))["csrfToken"])["csrf_token"];
  const headers = typeof token === "string" ? { "x-csrf-token": token } : {};
  const { accounts } = await ask("/accounts", signal, headers);
  if (!Array.isArray(accounts)) throw new Error("Failed to fetch accounts: the answer holds no list");
  return accounts.flatMap((each) => toCloudAccount(each) ?? []);
}

/** The Redis Cloud accounts of the signed-in person, as the provider lists them. */
export const cloudAccountsQuery = queryOptions({
  queryKey: ["cloud-accounts"],
  queryFn: ({ signal }) => loadCloudAccounts(signal),
  retry: false,
});
