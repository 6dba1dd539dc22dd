import { infoDigits, infoField } from "./info.ts";
import type { Info } from "./info.ts";

const minute = 60_000;

/** When one server was started. INFO only says for how long it runs, so each reading would give another second. */
export class StartTime {
  #known: { run: string | undefined; at: string } | undefined;

  /** To the minute, ISO 8601, and the same for one run of the server. Null when INFO does not say it. */
  of(info: Info, now = Date.now()): string | null {
    const [run, uptime] = [
      infoField(info, "server", "run_id"),
      infoDigits(info, "server", "uptime_in_seconds"),
    ];
    if (uptime === undefined) return null;
    if (this.#known && run !== undefined && this.#known.run === run) return this.#known.at;
    const started = now - Number(uptime) * 1_000;
    if (!(started > 0)) return null;
    // Some proxies name no run. Without this, a start near a full minute would change at every other reading.
    if (this.#known && run === undefined && Math.abs(started - Date.parse(this.#known.at)) < 2 * minute)
      return this.#known.at;
    const at = new Date(started - (started % minute)).toISOString();
    this.#known = { run, at };
    return at;
  }
}
