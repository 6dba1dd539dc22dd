import { tokenScopes } from "@shardwatch/core/contract/token/scopes";
import type { ApiToken } from "@shardwatch/core/contract/token/token";
import { apiCall } from "../../../filter/programs/jobs.ts";

const days = 86_400_000; // milliseconds

/** How long before its end a token is marked, in milliseconds. One that is made for less is marked in half of its life. */
const endsSoon = 14 * days;

const names: Readonly<Partial<Record<string, { name: string }>>> = tokenScopes;

/** "Read, Audit". A scope that only a later release knows has its own word. */
export const scopeNames = (scopes: readonly string[]): string =>
  scopes.map((scope) => names[scope]?.name ?? scope).join(", ");

/** The networks in a text, which are separated by lines, spaces, commas or semicolons. Each counts once. */
export const networksIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** How near its end a token is at a moment. */
export function endOf(
  { createdAt, expiresAt }: Pick<ApiToken, "createdAt" | "expiresAt">,
  now: number,
): "later" | "soon" | "over" {
  const end = Date.parse(expiresAt);
  if (end <= now) return "over";
  return end - now <= Math.min(endsSoon, (end - Date.parse(createdAt)) / 2) ? "soon" : "later";
}

/** Whether Prometheus can scrape with a token at a moment. The scope Read includes Metrics. */
export const mayScrape = (
  { scopes, expiresAt }: Pick<ApiToken, "scopes" | "expiresAt">,
  now: number,
): boolean => scopes.some((scope) => scope === "metrics" || scope === "read") && Date.parse(expiresAt) > now;

/** A route that answers what a scope opens. A token with none of these scopes reads nothing. */
const firstRoutes = [
  ["read", "/deployments"],
  ["metrics", "/metrics"],
  ["audit", "/audit"],
  ["channels", "/channels"],
  ["sources", "/access-key"],
] as const;

/**
 * A command that shows at once whether a token works, with the token in a variable: commands are kept by shells and shown
 * to others. Undefined for one that reads nothing.
 */
export function firstCommand(scopes: readonly string[], apiUrl: string): string | undefined {
  const route = firstRoutes.find(([scope]) => scopes.includes(scope))?.[1];
  return route && apiCall(`${apiUrl}${route}`);
}
