import { tokenScopes } from "@shardwatch/core/contract/token/scopes";
import type { ApiToken } from "@shardwatch/core/contract/token/token";
import { apiCall } from "../../../filter/programs/jobs.ts";

const days = 86_400_000; // milliseconds

/** How long before its end a token is marked, in milliseconds. */
const endsSoon = 14 * days;

const names: Readonly<Partial<Record<string, { name: string }>>> = tokenScopes;

/** "Read, Audit". A scope that only a later release knows has its own word. */
export const scopeNames = (scopes: readonly string[]): string =>
  scopes.map((scope) => names[scope]?.name ?? scope).join(", ");

/** The networks in a text, which are separated by lines, spaces, commas or semicolons. Each counts once. */
export const networksIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** How near its end a token is at a moment. */
export function endOf({ expiresAt }: Pick<ApiToken, "expiresAt">, now: number): "later" | "soon" | "over" {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return "over";
  return left <= endsSoon ? "soon" : "later";
}

/** Whether Prometheus can scrape with a token at a moment. The scope Read includes Metrics. */
export const mayScrape = (token: Pick<ApiToken, "scopes" | "expiresAt">, now: number): boolean =>
  token.scopes.some((scope) => scope === "metrics" || scope === "read") && endOf(token, now) !== "over";

/** A route that answers what a scope opens. A token with none of these scopes reads nothing. */
const firstRoutes = [
  ["read", "/deployments"],
  ["metrics", "/metrics"],
  ["audit", "/audit"],
  ["channels", "/channels"],
  ["sources", "/access-key"],
] as const;

/** A command that shows at once whether a token works. Undefined for one that reads nothing. */
export function firstCommand(
  { scopes, secret }: { scopes: readonly string[]; secret: string },
  apiUrl: string,
): string | undefined {
  const route = firstRoutes.find(([scope]) => scopes.includes(scope))?.[1];
  return route && apiCall(`${apiUrl}${route}`, secret);
}
