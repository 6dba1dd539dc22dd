import type { Services } from "@shardwatch/core/access/context";
import { networkOf } from "@shardwatch/core/kit/network";
import { Problem } from "@shardwatch/core/kit/problem";
import { second, minute } from "@shardwatch/core/kit/time";
import { addressOf } from "@shardwatch/functions/http/address";
import { hasCredential, isKnown } from "@shardwatch/functions/http/credentials";
import type { Env } from "@shardwatch/functions/http/request-variables";
import type { Context, MiddlewareHandler } from "hono";

/** More addresses than that within a minute are many machines, whom a limit of each one does not stop. */
const mostNames = 10_000;

/** Counts by name within the current minute. The memory has a bound: the longest known name gives way to a new one. */
export function countsOfMinute(now: () => number) {
  const counts = new Map<string, number>();
  let current = 0;

  function ofNow(): Map<string, number> {
    const at = Math.floor(now() / minute);
    if (at !== current) counts.clear();
    current = at;
    return counts;
  }

  /** Counts one, and returns how many there are now. */
  function add(name: string): number {
    const count = of(name) + 1;
    const [oldest] = counts.keys();
    if (count === 1 && counts.size >= mostNames && oldest !== undefined) counts.delete(oldest);
    counts.set(name, count);
    return count;
  }

  const of = (name: string): number => ofNow().get(name) ?? 0;

  /** Until the next minute, in milliseconds. */
  const rest = (): number => minute - (now() % minute);

  return { add, of, rest, size: () => ofNow().size };
}

interface LimitOptions {
  /** Requests a minute of one address; 0: any number. */
  most: number;
  /** Unix epoch in milliseconds. */
  now: () => number;
}

/**
 * Sign-in has limits of its own, which count what the provider refuses. Else one caller could shut out the sign-in of
 * all people behind the same address.
 */
const hasOwnLimit = (path: string): boolean => /^\/(?:me$|auth\/)/.test(path);

/**
 * Refuses an address that has sent too many requests without a session or a right agent key within a minute. Requests
 * with one of both are never counted, and never refused. A browser's OPTIONS has no cookie, so it is not counted.
 */
export function requestLimit({ most, now }: LimitOptions): MiddlewareHandler<Env> {
  const counts = countsOfMinute(now);

  function refuse({ log }: Services, isFirst: boolean): never {
    if (isFirst) log.warn("too many requests of one address without a session or a right agent key");
    throw new Problem("tooMany", "Too many requests without a session or an agent key.", {
      code: "TOO_MANY_REQUESTS",
      retryAfterSeconds: Math.ceil(counts.rest() / second),
    });
  }

  return async (c, next) => {
    const { services } = c.var;
    const address = addressOf(c);
    if (most === 0 || address === undefined || c.req.method === "OPTIONS" || hasOwnLimit(c.req.path))
      return await next();
    const network = networkOf(address);
    if (!hasCredential(c, services)) {
      const count = counts.add(network);
      if (count > most) refuse(services, count === most + 1);
      return await next();
    }
    // The credential is looked up before the request costs anything else.
    if (counts.of(network) >= most && !(await isRight(c))) refuse(services, false);
    await next();
    if (c.var.isKnown !== true && (c.res.status === 401 || !(await isRight(c)))) counts.add(network);
  };
}

/** A limit must not keep people out while the storage is busy. */
async function isRight(c: Context<Env>): Promise<boolean> {
  try {
    return await isKnown(c, c.var.services);
  } catch (error) {
    if (error instanceof Problem && error.kind === "unavailable") return true;
    throw error;
  }
}
