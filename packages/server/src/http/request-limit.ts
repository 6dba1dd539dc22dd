import type { Services } from "@shardwatch/core/access/context";
import { networkOf } from "@shardwatch/core/kit/network";
import { Problem } from "@shardwatch/core/kit/problem";
import { second } from "@shardwatch/core/kit/time";
import { addressOf } from "@shardwatch/functions/http/address";
import { hasCredential, isKnown } from "@shardwatch/functions/http/credentials";
import type { Env } from "@shardwatch/functions/http/request-variables";
import type { Context, MiddlewareHandler } from "hono";
import { countsOfMinute } from "./request-counts.ts";

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
