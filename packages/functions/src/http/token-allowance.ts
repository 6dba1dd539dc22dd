import { minute, second } from "@shardwatch/core/kit/time";
import type { Context, MiddlewareHandler } from "hono";
import type { Allowance, Env } from "./request-variables.ts";

/** What tokens may do so often in a minute. Each instance counts for itself, so a limit is approximate in the cloud. */
export interface Quota {
  /** The name in RateLimit headers. */
  name: string;
  most: number;
  /** What it counts, as a verb: "call". */
  verb: string;
  /** Whether people have it, too, because a program may use the session of a browser. */
  ofPeople?: true;
  /** How much of it a request takes, a sum of halves of halves; 1 without it. */
  costOf?: (c: Context) => number;
}

const mostTokenCalls = 120;
const mostTokenFiles = 10;
const mostAssistantCalls = 60;

/** Of every route that names no other. */
export const calls: Quota = { name: "token", most: mostTokenCalls, verb: "call" };

/** Of CSV files. Each page of one counts. */
export const files: Quota = { name: "files", most: mostTokenFiles, verb: "download files" };

/** Of assistants. Each message counts, whatever it asks for. */
export const assistantCalls: Quota = {
  name: "assistants",
  most: mostAssistantCalls,
  verb: "ask as an assistant",
};

const window = minute;

/** What each token has used in the present window, by quota and token. */
let used = new Map<string, number>();
let countedIn = 0;

/**
 * Counts a request of a token. `left` is negative for one beyond the limit, which uses nothing.
 * @param now Unix epoch in milliseconds
 */
export function count({ name, most }: Quota, tokenId: string, cost: number, now: number): Allowance {
  const current = Math.floor(now / window);
  if (current !== countedIn) [used, countedIn] = [new Map(), current];
  const key = name + tokenId;
  const sum = (used.get(key) ?? 0) + cost;
  if (sum <= most) used.set(key, sum);
  return { name, most, left: most - sum, rest: Math.ceil(((current + 1) * window - now) / second) };
}

/** Says to programs how much they have left (draft-ietf-httpapi-ratelimit-headers-11). Shares are rounded down. */
export const tellAllowance: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const { allowance } = c.var;
  if (!allowance) return;
  const { name, most, left, rest } = allowance;
  c.res.headers.set("RateLimit-Policy", `"${name}";q=${most};w=${window / second}`);
  c.res.headers.set("RateLimit", `"${name}";r=${Math.max(0, Math.floor(left))};t=${rest}`);
};
