import { queryOptions } from "@tanstack/react-query";
import { config } from "../lib/config.ts";

/** How long each call may take, in milliseconds. */
const deadline = 15_000;

/**
 * A Redis Cloud account of the signed-in person. Its key for the API is not kept: the list needs to know only
 * whether there is one.
 */
export interface CloudAccount {
  id: string;
  name: string;
  hasApiAccess: boolean;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown) => (typeof value === "object" && value !== null ? value : {}) as Fields;

/**
 * One call to the provider with its session. An answer 401 is the provider's word on its own session: it neither
 * renews ours nor ends it.
 * @throws Error with the sentence for the person
 */
async function ask(path: string, signal: AbortSignal, headers: HeadersInit = {}): Promise<Fields> {
  const response = await fetch(`${config().providerApiUrl.replace(/\/$/, "")}${path}`, {
    credentials: "include",
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
  });
  // There is no text beside the status when the connection is HTTP/2.
  if (!response.ok)
    throw new Error(`Failed to fetch accounts: ${response.status} ${response.statusText}`.trim());
  const body: unknown = await response.json();
  return fieldsOf(body);
}

/**
 * An account as the list shows it; undefined for what is none. Ids come as numbers in one place and as text in
 * another.
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
