import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { neverAnswer } from "../faults.ts";
import type { Place } from "./places.ts";

/** What Node's server passes on; a test that calls the application itself passes nothing. */
export interface ChatEnv {
  Bindings: { incoming?: IncomingMessage };
}

/** Why a call of the application has no answer: over a network, its connection closes. */
export class ConnectionClosed extends Error {
  constructor() {
    super("the connection was closed before an answer");
    this.name = "ConnectionClosed";
  }
}

export interface RateLimit {
  /** What is counted apart from other requests to the same place. */
  of: string;
  most: number;
  /** Milliseconds. */
  within: number;
  /** Whether the answer has Retry-After. */
  saysWhen?: boolean;
}

interface Serving {
  place: Place;
  /** Unix epoch in milliseconds. */
  now: number;
  limit: RateLimit;
  /** Does what the service does with the request, and answers. */
  take: () => Response;
  /** The body of an answer 429. */
  tooMany: object;
  /** The body of an answer 500. */
  broken: object;
}

/** Answers a request as the place's fault says. Faults that only one service has are in its own `take`. */
export async function serve(c: Context<ChatEnv>, serving: Serving): Promise<Response> {
  const { place, now, limit, take, tooMany, broken } = serving;
  place.requests += 1;
  const refuse = (seconds: number) =>
    c.json(tooMany, 429, seconds > 0 ? { "retry-after": String(seconds) } : {});
  switch (place.fault) {
    case "limits": {
      const wait = waitFor(place, now, limit);
      return wait === 0 ? take() : refuse(limit.saysWhen ? Math.ceil(wait / 1_000) : 0);
    }
    case "slow": {
      const answer = take();
      await sleep(place.delayMs);
      return answer;
    }
    case "hanging":
      return await neverAnswer(c);
    case "500":
      return c.json(broken, 500);
    case "429":
      return refuse(place.retryAfter);
    case "dies":
      take();
      return closeConnection(c);
    default:
      return take();
  }
}

/** How long a request has to wait, in milliseconds; counts it when it does not have to. */
function waitFor(place: Place, now: number, { of, most, within }: RateLimit): number {
  const times = (place.times[of] ?? []).filter((time) => time > now - within);
  const [oldest = now] = times;
  const isFull = times.length >= most;
  place.times[of] = isFull ? times : [...times, now];
  return isFull ? oldest + within - now : 0;
}

function closeConnection(c: Context<ChatEnv>): Response {
  // Hono passes an empty object, or none, where there is no server.
  const socket = (c.env as ChatEnv["Bindings"] | undefined)?.incoming?.socket;
  if (!socket) throw new ConnectionClosed();
  socket.destroy();
  return c.body(null, 503);
}

/** The place cannot be made, because there are too many of its kind. */
export const noSpace = (c: Context): Response => c.text("The simulator keeps no more places.", 507);
