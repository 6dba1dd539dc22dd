import { infoDigits, infoField } from "./info.ts";
import type { Info } from "./info.ts";

/** Counts the keys that one server evicted between two readings. */
export class Evictions {
  #last: { run: string | undefined; count: number } | undefined;

  /**
   * The keys that were evicted since the last call; undefined when the server does not count them. The first call
   * gives 0. A server that was restarted, or whose statistics were reset, has counted from zero.
   */
  since(info: Info): number | undefined {
    const digits = infoDigits(info, "stats", "evicted_keys");
    if (digits === undefined || !Number.isSafeInteger(Number(digits))) return undefined;
    const [run, count] = [infoField(info, "server", "run_id"), Number(digits)];
    const last = this.#last;
    this.#last = { run, count };
    if (!last) return 0;
    return last.run === run && last.count <= count ? count - last.count : count;
  }
}
