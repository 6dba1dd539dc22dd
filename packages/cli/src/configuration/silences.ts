import type { SilenceEntry } from "@shardwatch/core/contract/configuration/objects";
import { isSameSilence } from "@shardwatch/core/contract/configuration/same-silence";
import type { Silence } from "@shardwatch/core/contract/incident/silence";
import { longestSilenceDays } from "@shardwatch/core/contract/incident/silence-words";
import { day, second } from "@shardwatch/core/kit/time";
import type { Api } from "../api/api.ts";
import { scopeText } from "../commands/silence.ts";
import type { Around } from "./around.ts";
import { createOnce } from "./create-once.ts";
import { lineOf } from "./line-of.ts";
import { emptyPlan, type Plan, type Step } from "./plan.ts";

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

const titleOf = ({ scope, reason }: Pick<Silence, "scope" | "reason">): string =>
  `silence of ${scopeText(scope)}, “${reason}”`;

const titleOfEntry = ({ scope, reason }: SilenceEntry): string =>
  titleOf({ scope: scope.kind === "incident" ? { ...scope, title: scope.incidentId } : scope, reason });

const iso = (time: number): string => new Date(time).toISOString();

/** How the silences of the file come to be. */
export async function planSilences(
  api: Api,
  entries: readonly SilenceEntry[],
  { prunes }: Around,
): Promise<Plan> {
  const { silences, now } = await read(api);
  const plan = emptyPlan();
  const kept = new Set<Silence>();
  for (const [index, entry] of entries.entries()) {
    const place = `silences[${index}]`;
    const same = silences.filter((one) => isSame(entry, one, now));
    for (const one of same) kept.add(one);
    if (same.length > 0) continue;
    const begin = Math.max(entry.from ?? now, now);
    if (entry.until <= now) plan.notes.push(`${place}: is over, so nothing is made`);
    else if (begin - now > longestSilenceDays * day)
      plan.notes.push(`${place}: begins in more than ${longestSilenceDays} days, so it can't be made yet`);
    else if (entry.until - begin > longestSilenceDays * day)
      plan.faults.push(`${place}.until: must be at most ${longestSilenceDays} days after it begins`);
    else plan.steps.push(creation(entry, now));
  }
  if (prunes)
    for (const one of silences)
      if (one.managedBy === undefined && !kept.has(one)) plan.steps.push(ending(one));
  return plan;
}

function creation(entry: SilenceEntry, now: number): Step {
  const { scope, reason, from, until, confirm } = entry;
  const body = {
    scope,
    reason,
    until: iso(until),
    confirm,
    ...(from !== undefined && { from: iso(from) }),
  };
  return {
    sign: "+",
    title: titleOfEntry(entry),
    lines: [`${from !== undefined && from > now ? `from ${iso(from)} ` : ""}until ${iso(until)}`],
    do: async (api) => {
      const send = async (clientToken: string) =>
        await api.post("/silences", { query: {}, json: { ...body, clientToken } });
      // One that somebody has ended is answered with that end.
      await createOnce(body, send, (found) => Date.parse(found.until) === until);
    },
  };
}

const ending = (one: Silence): Step => ({
  sign: "-",
  title: titleOf(one),
  lines: [`until ${one.until}`],
  do: async (api) => {
    const header = { "if-match": `"${one.revision}"` };
    await api.delete("/silences/:id", { param: { id: one.id }, query: {}, header });
  },
});

/** The silences that run or begin later, as a file has them. */
export async function writeSilences(api: Api): Promise<object[]> {
  const { silences, now } = await read(api);
  const written = silences
    .filter(({ managedBy }) => managedBy === undefined)
    .map(({ scope, reason, from, until }) => ({
      reason,
      ...settingsOf(scope),
      ...(Date.parse(from) > now && { from }),
      until,
    }));
  // People may have made the same one twice.
  return [...new Map(written.map((one) => [JSON.stringify(one), one])).values()];
}

function settingsOf(scope: Silence["scope"]): object {
  if (scope.kind === "rule") return { rule: scope.rule };
  if (scope.kind === "incident") return { incident: scope.incidentId };
  return scope.filter === "" ? { all: true } : { filter: lineOf(scope.filter) };
}
