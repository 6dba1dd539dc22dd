import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import type { RuleRehearsal } from "../../contract/incident/rehearsal.ts";
import { mostLongest, mostNoisiest } from "../../contract/incident/rehearsal-words.ts";
import { day, minute } from "../../kit/time.ts";
import type { OpenChannel } from "../messages/plan.ts";
import { messagesOf } from "./messages.ts";
import { play, type Played, type Script } from "./play.ts";
import { isUnknown } from "./runs.ts";
import { clipped, type Counted, type Era, erasOf, type Past, type Stretch } from "./stretches.ts";
import { countIncidents, fewIncidents, type Incident, manyIncidents } from "./follow.ts";

type Counts = RuleRehearsal["incidents"];
type Bounds = Omit<Counts, "likely">;

/** Whether all findings of a rule can have one incident. Those of unknown facts have one for each source. */
export const joins = ({ group, unknown }: Pick<RuleDefinition, "group" | "unknown">): boolean =>
  group === "rule" || unknown === "fire";

/** The incidents of a rule, without days and messages. */
export const countsOf = (stretches: readonly Counted[], isJoining: boolean): Counts =>
  countsIn(erasOf(stretches, isJoining));

const countsIn = (eras: readonly Era<Counted>[]): Counts => ({
  least: sum(eras, ({ least }) => least),
  likely: sum(eras, ({ likely }) => likely),
  most: sum(eras, ({ most }) => most),
});

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0);

export interface Summed extends Pick<
  RuleRehearsal,
  "incidents" | "longest" | "messages" | "days" | "noisiest"
> {}

interface NamedChannel extends OpenChannel {
  name: string;
}

interface Range {
  from: number;
  to: number;
}

/** All that a rehearsal says of the past of its deployments. It yields between its parts. */
export async function sumUp(
  pasts: readonly Past[],
  stretches: readonly Stretch[],
  definition: RuleDefinition,
  script: Omit<Script, "channels"> & { channels: readonly NamedChannel[] },
  range: Range,
  turn: () => Promise<void>,
): Promise<Summed> {
  const eras = erasOf(stretches, joins(definition));
  const played = new Map<Era, Played>();
  for (const era of eras) {
    await turn();
    if (!era.isExact) continue;
    const one = play(era, script);
    played.set(era, one);
    era.least = era.likely = era.most = one.opened.length;
  }
  const days: RuleRehearsal["days"] = [];
  for (let begin = range.from - (range.from % day); begin < range.to; begin += day) {
    await turn();
    days.push(
      dayOf({ from: Math.max(begin, range.from), to: Math.min(begin + day, range.to) }, pasts, eras, played),
    );
  }
  return {
    incidents: countsIn(eras),
    longest: longestOf(stretches, range.to),
    messages: script.channels.map((channel) => ({
      id: channel.id,
      name: channel.name,
      kind: channel.kind,
      ...messagesOf(channel, eras, played, definition, script, range),
    })),
    days,
    noisiest: noisiestOf(stretches),
  };
}

function dayOf(
  { from, to }: Range,
  pasts: readonly Past[],
  eras: readonly Era[],
  played: ReadonlyMap<Era, Played>,
): RuleRehearsal["days"][number] {
  const within = (time: number) => time >= from && time < to;
  let [least, most] = [0, 0];
  const firing = { least: 0, most: 0 };
  for (const era of eras) {
    if (era.from >= to || era.end <= from) continue;
    const exactly = played.get(era)?.opened.filter(within).length;
    const bounds = era.stretches.map((stretch) => ofDay(stretch, from, to));
    if (exactly !== undefined) [least, most] = [least + exactly, most + exactly];
    else {
      const own = sum(bounds, (one) => one.least);
      const wasOpen = era.stretches.some(({ possible: { begin, end } }) => begin < from && end > from);
      least += era.isJoined ? (wasOpen ? 0 : Math.min(1, own)) : own;
      most += sum(bounds, (one) => one.most);
    }
    for (const { exact, certain, possible } of era.stretches) {
      firing.least += sum(exact ?? certain, (one) => minutesIn(one, from, to));
      firing.most += sum(exact ?? [possible], (one) => minutesIn(one, from, to));
    }
  }
  return {
    date: new Date(from).toISOString().slice(0, 10),
    least,
    most,
    firing,
    ...knownOf(pasts, from, to),
  };
}

const minutesIn = ({ begin, end }: Incident, from: number, to: number) =>
  Math.max(0, Math.min(end, to) - Math.max(begin, from)) / minute;

/** How many incidents of a deployment can have opened on a day. */
function ofDay({ past: { runs, timing }, exact, possible }: Stretch, from: number, to: number): Bounds {
  if (exact) {
    const count = exact.filter(({ begin }) => begin >= from && begin < to).length;
    return { least: count, most: count };
  }
  if (possible.pendingFrom >= to || possible.end <= from) return { least: 0, most: 0 };
  const own = clipped(runs, Math.max(from, possible.pendingFrom), Math.min(to, possible.end));
  const begun = possible.pendingFrom < from;
  // It can have been about to fire at midnight, or firing already.
  const pending = begun ? ({ state: "pending", since: from - timing.for } as const) : undefined;
  const isOpen = possible.begin < from;
  const firing = { state: "firing", since: from, firedAt: from } as const;
  return {
    least: countIncidents(own, timing, fewIncidents, isOpen ? firing : undefined) - Number(isOpen),
    most: countIncidents(own, timing, manyIncidents, pending),
  };
}

const finest = ["5m", "1h", "1d"] as const;

function knownOf(pasts: readonly Past[], from: number, to: number) {
  let [all, unknown] = [0, 0];
  const steps = new Set<(typeof finest)[number]>();
  for (const { runs } of pasts)
    for (const run of clipped(runs, from, to)) {
      if (run.isAbsent) continue;
      const length = run.end - run.at;
      all += length;
      if (isUnknown(run)) unknown += length;
      else steps.add(run.step);
    }
  return {
    resolution: finest.find((each) => steps.has(each)) ?? null,
    unknownShare: all === 0 ? 1 : unknown / all,
  };
}

function longestOf(stretches: readonly Stretch[], to: number): RuleRehearsal["longest"] {
  const all = stretches.flatMap(({ past, exact, possible }) =>
    (exact ?? [possible]).map((incident) => ({ past, incident })),
  );
  const lengthOf = ({ incident: { begin, end } }: (typeof all)[number]) => Math.min(end, to) - begin;
  return all
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, mostLongest)
    .map(({ past: { id, name, runs }, incident: { begin, end } }) => {
      const [first, ...others] = clipped(runs, begin, end);
      const worst = others.reduce((most, run) => (most && most.peak.by >= run.peak.by ? most : run), first);
      return {
        id,
        name,
        begin: new Date(begin).toISOString(),
        end: end < to ? new Date(end).toISOString() : null,
        value: worst?.peak.of().value ?? null,
      };
    });
}

function noisiestOf(stretches: readonly Stretch[]): RuleRehearsal["noisiest"] {
  const byId = Map.groupBy(stretches, ({ past }) => past.id);
  return [...byId]
    .map(([id, own]) => ({
      id,
      name: own[0]?.past.name ?? id,
      least: sum(own, ({ least }) => least),
      most: sum(own, ({ most }) => most),
    }))
    .toSorted((one, other) => other.most - one.most || other.least - one.least)
    .slice(0, mostNoisiest);
}
