import type { Services } from "../access/context.ts";
import { Problem } from "../kit/problem.ts";
import { hour } from "../kit/time.ts";
import type { Write } from "../table/table.ts";
import { attemptsOf, countWith, waitFor } from "./attempts.ts";

/** What somebody may do a few times an hour. */
interface Hourly {
  what: string;
  /** The id of who does it: a person or an organization. */
  name: string;
  most: number;
  /** Of the error, such as "TOO_MANY_TESTS". */
  code: string;
  /** Says the limit. */
  sentence: string;
}

/**
 * Counts one more of this hour. The write belongs to the transaction of what is done, so no two requests pass the
 * limit. Throws tooMany when it is reached.
 */
export async function countInHour(
  services: Services,
  { what, name, most, code, sentence }: Hourly,
): Promise<Write> {
  const counter = { what, name, window: hour };
  const [before = 0] = await attemptsOf(services, [counter]);
  if (before < most) return countWith(services, counter, most);
  const { sentence: wait, retryAfterSeconds } = waitFor(services, hour);
  throw new Problem("tooMany", `${sentence} ${wait}`, { code, retryAfterSeconds });
}
