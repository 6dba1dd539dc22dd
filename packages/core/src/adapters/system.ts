import { randomBytes } from "node:crypto";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** The machine's source of randomness for secrets. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count) };
