import type { FileContext } from "../../access/context.ts";
import { ownOrganization } from "../../access/scope.ts";
import {
  isSameSilence,
  type SaidScope,
  type SaidSilence,
} from "../../contract/configuration/same-silence.ts";
import { longestSilenceDays } from "../../contract/incident/silence-words.ts";
import type { Attempt } from "../../access/file-entry.ts";
import { wrongFields } from "../../kit/problem.ts";
import { comparable } from "../../kit/same-name.ts";
import { day } from "../../kit/time.ts";
import { storedRules } from "../own-rules/managed.ts";
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
  entries: readonly ManagedSilence[],
  attempt: Attempt,
): Promise<void> {
  const now = ctx.clock.now();
  const wanted = await withRules(ctx, entries);
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
      if (scope.kind === "ownRule") throw wrongFields([`rule: there is no rule “${scope.name}”`]);
      const input = { scope, reason, ...begin, until: iso(until), confirm };
      return (await createForFile(ctx, input)) ? "created" : undefined;
    });
  }
}

/** The entries with the ids of the rules that they name. A name that no rule has stays. */
async function withRules(
  ctx: FileContext,
  entries: readonly ManagedSilence[],
): Promise<readonly ManagedSilence[]> {
  if (entries.every(({ scope }) => scope.kind !== "ownRule")) return entries;
  const rules = await storedRules(ctx, ownOrganization(ctx.actor));
  const meant = (scope: SaidScope): SaidScope => {
    if (scope.kind !== "ownRule") return scope;
    const found = rules.find(
      (one) => "definition" in one && comparable(one.definition.name) === comparable(scope.name),
    );
    return found ? { kind: "rule", rule: found.id } : scope;
  };
  return entries.map((entry) => ({ ...entry, scope: meant(entry.scope) }));
}

const iso = (time: number): string => new Date(time).toISOString();
