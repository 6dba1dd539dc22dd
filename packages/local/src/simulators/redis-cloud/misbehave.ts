import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { maintenance, movedAnswer, neverAnswer } from "../faults.ts";
import type { CloudState, Fault } from "./state.ts";

const chunk = new TextEncoder().encode(`"${"x".repeat(65_534)}`);

/**
 * The answer that a fault gives in the place of the usual one; undefined when the usual one is to be given.
 * @param text the usual answer, for the fault that breaks off in its middle
 * @param state for the settings of faults that have some
 * @param turn how often this call was made, for faults that come and go
 */
export async function misbehave(
  context: Context,
  fault: Fault,
  { text, state, turn }: { text: string; state: CloudState; turn: number },
): Promise<Response | undefined> {
  const { pathname: path } = new URL(context.req.url);
  switch (fault) {
    case "revoked":
      return context.body(null, 401);
    case "denied":
      return context.json({ timestamp: new Date(0), status: 403, error: "Forbidden", path }, 403);
    case "off":
      return context.json(
        { type: "FEATURE_OFF", status: "412 PRECONDITION_FAILED", description: "off" },
        412,
      );
    case "throttled":
      return context.text("Too many requests", 429);
    case "throttled-briefly":
      return turn % 2 === 1 ? context.body(null, 429, { "retry-after": "1" }) : undefined;
    case "server-error":
      return context.json({ timestamp: new Date(0), status: 500, error: "Internal Server Error", path }, 500);
    case "unavailable":
      return context.body(null, 503);
    case "slow":
      await sleep(state.delayMs);
      return undefined;
    case "hanging":
      return await neverAnswer(context);
    case "endless":
      return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }));
    case "half":
      return context.body(text.slice(0, text.length / 2), 200, { "content-type": "application/json" });
    case "page":
      return maintenance(context);
    case "moved":
      return movedAnswer(context, state);
    case "other-json":
      return context.json({ status: "ok" });
    case "works":
    case "other-account":
    case "damaged-entries":
    case "monstrous-texts":
      return undefined;
  }
}
