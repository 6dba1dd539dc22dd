import type { FileContext } from "../../access/context.ts";
import { ownOrganization } from "../../access/scope.ts";
import { isSameSilence, type SaidSilence } from "../../contract/configuration/same-silence.ts";
import { longestSilenceDays } from "../../contract/incident/silence-words.ts";
import type { Attempt } from "../../access/file-entry.ts";
import { day } from "../../kit/time.ts";
import { alertsOf } from "../rows/incident.keys.ts";
import { readAlerts } from "../rows/incident.table.ts";
import { createForFile, end } from "./silences.ts";

/** A silence as the configuration file has it. */
export interface ManagedSilence extends SaidSilence {
  /** Whether it may cover every deployment. */
  confirm: boolean;
}

/**
 * Makes the silences of the file as it has them. One that is over, or begins too late to be made yet, is no change. Silences
 * of people stay as they are. Safe to repeat.
 */
export async function keepManagedSilences(
  ctx: FileContext,
  wanted: readonly ManagedSilence[],
  attempt: Attempt,
): Promise<void> {
  const now = ctx.clock.now();
  const { silences } = readAlerts(await ctx.table.queryAll(alertsOf(ownOrganization(ctx.actor))));
  const own = silences.filter(
    ({ managedBy, endedAt, until }) => managedBy !== undefined && endedAt === undefined && now < until,
  );
  for (const one of own)
    if (!wanted.some((entry) => isSameSilence(entry, one, now)))
      await attempt(undefined, async () => {
        await end(ctx, one.id, {});
        return "removed";
      });
  for (const [index, entry] of wanted.entries()) {
    const { scope, reason, from, until, confirm } = entry;
    const isPossible = now < until && (from ?? now) - now <= longestSilenceDays * day;
    if (!isPossible || own.some((one) => isSameSilence(entry, one, now))) continue;
    await attempt(index, async () => {
      const begin = from === undefined ? {} : { from: iso(from) };
      const input = { scope, reason, ...begin, until: iso(until), confirm };
      return (await createForFile(ctx, input)) ? "created" : undefined;
    });
  }
}

const iso = (time: number): string => new Date(time).toISOString();
