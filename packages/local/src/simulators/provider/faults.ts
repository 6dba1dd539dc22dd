import { setTimeout as sleep } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import * as z from "zod";

/** What a person, or a test, can make the provider do. */
export const faultModes = {
  normal: "Works",
  "wrong-password": "Says that every password is wrong",
  slow: "Answers, but late",
  hanging: "Takes the request and never answers",
  "server-error": "Answers 500",
  "rate-limited": "Answers 429",
  damaged: "Answers 200 with a page instead of JSON",
} as const;

export type FaultMode = keyof typeof faultModes;

export const faultSettings = z.object({
  mode: z.enum(Object.keys(faultModes) as [FaultMode, ...FaultMode[]]).optional(),
  delayMs: z.coerce.number().int().min(0).max(600_000).optional(),
});

export interface Faults {
  mode: FaultMode;
  /** How late an answer comes in the mode "slow". */
  delayMs: number;
}

/** Stands before every route of the provider's API and misbehaves as told. */
export function misbehave(faults: Faults): MiddlewareHandler {
  return async (context, next) => {
    switch (faults.mode) {
      case "normal":
      case "wrong-password":
        return await next();
      case "slow":
        await sleep(faults.delayMs);
        return await next();
      case "hanging":
        // Until the caller gives up; its connection then closes, and so does this wait.
        await new Promise((resolve) => context.req.raw.signal.addEventListener("abort", resolve));
        return context.body(null, 503);
      case "server-error":
        return context.json({ errors: { status: 500, code: "internal-error" } }, 500);
      case "rate-limited":
        return context.json({ errors: { status: 429, code: "too-many-requests" } }, 429);
      case "damaged":
        return context.html("<!doctype html><title>Maintenance</title><p>We will be back soon.");
    }
  };
}
