import { minute, second } from "@shardwatch/core/kit/time";
import type { MiddlewareHandler } from "hono";
import type { Allowance, Env } from "./request-variables.ts";

/** How often a token may call in a minute. Each instance counts for itself, so the limit is approximate in the cloud. */
export const mostTokenCalls = 120;

const window = minute;

/** The calls of each token in the present window. */
let counts = new Map<string, number>();
let countedIn = 0;

/**
 * Counts a call of a token. `left` is negative for a call beyond the limit.
 * @param now Unix epoch in milliseconds
 */
export function countCall(tokenId: string, now: number): Allowance {
  const current = Math.floor(now / window);
  if (current !== countedIn) [counts, countedIn] = [new Map(), current];
  const count = (counts.get(tokenId) ?? 0) + 1;
  counts.set(tokenId, count);
  return {
    most: mostTokenCalls,
    left: mostTokenCalls - count,
    window: window / second,
    rest: Math.ceil(((current + 1) * window - now) / second),
  };
}

/** Says to programs how often they may still call (draft-ietf-httpapi-ratelimit-headers-11). */
export const tellAllowance: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const { allowance } = c.var;
  if (!allowance) return;
  const { most, left, window: seconds, rest } = allowance;
  c.res.headers.set("RateLimit-Policy", `"token";q=${most};w=${seconds}`);
  c.res.headers.set("RateLimit", `"token";r=${Math.max(0, left)};t=${rest}`);
};
