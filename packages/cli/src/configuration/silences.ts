import type { SilenceEntry } from "@shardwatch/core/contract/configuration/objects";
import { isSameSilence } from "@shardwatch/core/contract/configuration/same-silence";
import { anyRule } from "@shardwatch/core/contract/incident/any-rule";
import type { Silence } from "@shardwatch/core/contract/incident/silence";
import { longestSilenceDays } from "@shardwatch/core/contract/incident/silence-words";
import { day, second } from "@shardwatch/core/kit/time";
import type { Api } from "../api/api.ts";
import type { RuleNames } from "../commands/own-rules.ts";
import { scopeText } from "../commands/silence.ts";
import type { Around } from "./around.ts";
import { createOnce } from "./create-once.ts";
import { lineOf } from "./line-of.ts";
import { emptyPlan, type Plan, type Step } from "./plan.ts";
import { scopeToSend, SilencedRules } from "./silenced-rules.ts";

interface Read {
  silences: Silence[];
  /** By the server's clock, whose answers name full seconds. */
  now: number;
}

async function read(api: Api): Promise<Read> {
  const { silences } = await api.get("/silences", { query: {} });
  return { silences, now: Date.parse(api.headers.date ?? "") + second };
}

/** A silence never changes: one of another time is another one. */
const isSame = (entry: SilenceEntry, { scope, reason, from, until }: Silence, now: number): boolean =>
  isSameSilence(entry, { scope, reason, from: Date.parse(from), until: Date.parse(until) }, now);

const titleOf = ({ scope, reason }: Pick<Silence, "scope" | "reason">, names: RuleNames): string =>
  `silence of ${scopeText(scope, names)}, “${reason}”`;

function titleOfEntry({ scope, reason }: SilenceEntry, names: RuleNames): string {
  if (scope.kind === "ownRule") return `silence of rule ${scope.name}, “${reason}”`;
  return titleOf(
    { scope: scope.kind === "incident" ? { ...scope, title: scope.incidentId } : scope, reason },
    names,
  );
}

const iso = (time: number): string => new Date(time).toISOString();

/** How the silences of the file come to be. */
export async function planSilences(
  api: Api,
  entries: readonly SilenceEntry[],
  around: Around,
): Promise<Plan> {
  const { silences, now } = await read(api);
  const rules = await SilencedRules.read(api, silences, entries);
  const plan = emptyPlan();
  const kept = new Set<Silence>();
  for (const [index, given] of entries.entries()) {
    const place = `silences[${index}]`;
    plan.faults.push(...rules.faultsOf(given.scope, around, place));
    const entry = { ...given, scope: rules.resolved(given.scope) };
    const same = silences.filter((one) => isSame(entry, one, now));
    for (const one of same) kept.add(one);
    if (same.length > 0) continue;
    const begin = Math.max(entry.from ?? now, now);
    if (entry.until <= now) plan.notes.push(`${place}: is over, so nothing is made`);
    else if (begin - now > longestSilenceDays * day)
      plan.notes.push(`${place}: begins in more than ${longestSilenceDays} days, so it can't be made yet`);
    else if (entry.until - begin > longestSilenceDays * day)
      plan.faults.push(`${place}.until: must be at most ${longestSilenceDays} days after it begins`);
    else plan.steps.push(creation(entry, now, rules.names));
  }
  if (around.prunes)
    for (const one of silences)
      if (one.managedBy === undefined && !kept.has(one)) plan.steps.push(ending(one, rules.names));
  return plan;
}

function creation(entry: SilenceEntry, now: number, names: RuleNames): Step {
  const { scope, reason, from, until, confirm } = entry;
  const rest = {
    reason,
    until: iso(until),
    confirm,
    ...(from !== undefined && { from: iso(from) }),
  };
  return {
    sign: "+",
    title: titleOfEntry(entry, names),
    lines: [`${from !== undefined && from > now ? `from ${iso(from)} ` : ""}until ${iso(until)}`],
    do: async (api) => {
      const body = { scope: await scopeToSend(api, scope), ...rest };
      const send = async (clientToken: string) =>
        await api.post("/silences", { query: {}, json: { ...body, clientToken } });
      // One that somebody has ended is answered with that end.
      await createOnce(body, send, (found) => Date.parse(found.until) === until);
    },
  };
}

const ending = (one: Silence, names: RuleNames): Step => ({
  sign: "-",
  title: titleOf(one, names),
  lines: [`until ${one.until}`],
  do: async (api) => {
    const header = { "if-match": `"${one.revision}"` };
    await api.delete("/silences/:id", { param: { id: one.id }, query: {}, header });
  },
});

/** The silences that run or begin later, as a file has them. */
export async function writeSilences(api: Api): Promise<object[]> {
  const { silences, now } = await read(api);
  const { names } = await SilencedRules.read(api, silences);
  const written = silences
    .filter(({ managedBy }) => managedBy === undefined)
    .map(({ scope, reason, from, until }) => ({
      reason,
      ...settingsOf(scope, names),
      ...(Date.parse(from) > now && { from }),
      until,
    }));
  // People may have made the same one twice.
  return [...new Map(written.map((one) => [JSON.stringify(one), one])).values()];
}

function settingsOf(scope: Silence["scope"], names: RuleNames): object {
  if (scope.kind === "rule") return { rule: writtenRule(scope.rule, names) };
  if (scope.kind === "incident") return { incident: scope.incidentId };
  return scope.filter === "" ? { all: true } : { filter: lineOf(scope.filter) };
}

/** A rule by its name, where nothing else is called like that. One that is gone has no name. */
function writtenRule(id: string, names: RuleNames): string {
  const name = names.get(id) ?? id;
  return anyRule.safeParse(name).success ? id : name;
}
