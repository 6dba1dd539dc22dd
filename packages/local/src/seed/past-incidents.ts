import { evictsAnyKey, fullFrom, nearlyFullFrom } from "@shardwatch/core/contract/filter/severity";
import {
  type PastOrganization,
  type PastPass,
  pastIncidents,
  writesOfIncident,
} from "@shardwatch/core/incident/past-writes";
import type { Acknowledgement, IncidentRecord } from "@shardwatch/core/incident/rows/record";
import { day, hour, minute } from "@shardwatch/core/kit/time";
import type { Write } from "@shardwatch/core/table/table";
import type { DeploymentPast, Silence } from "./past-events.ts";
import { pastColumns } from "./past-figures.ts";
import { notesFor } from "./past-notes.ts";
import { type PastMember, type PastWatch, watchedAt } from "./past-watched.ts";
import { shareOf } from "./share.ts";

/** A part of the past in which something went wrong, and what was watched then. */
interface Scene extends Silence {
  watch: PastWatch;
  /** Further times at which it got worse. */
  also?: readonly number[];
  /** From when on somebody looks after it; else from its begin. */
  handledFrom?: number;
}

export interface PastTrouble extends Omit<PastOrganization, "acknowledgementOf"> {
  seededAt: number;
  /** Ids of the accounts of people who look after incidents. */
  people: readonly string[];
  groups: readonly Pick<PastWatch, "source" | "name" | "members">[];
}

/**
 * The incidents that the product would have opened in the past of a demo fleet, as it would have written them. Its own
 * passes are played over what was watched then.
 */
export function writesOfPastIncidents(trouble: PastTrouble): Write[] {
  const { seededAt, people, ...others } = trouble;
  return scenesOf(trouble)
    .filter(({ until, watch }) => until < Math.min(seededAt, watch.until) - hour)
    .flatMap((scene) => {
      const acknowledgementOf = (opened: IncidentRecord) => acknowledgement(opened, scene, people);
      return pastIncidents({ ...others, acknowledgementOf }, passesOf(scene));
    })
    .flatMap((record) => writesOfIncident(trouble.organization, record));
}

function scenesOf({ groups, seededAt }: PastTrouble): Scene[] {
  return groups.flatMap(({ source, name, members }) => {
    const [first] = members;
    if (!first) return [];
    const { until } = first.past;
    const all: PastWatch = { source, name, until, members };
    const silences = first.past.silences.map((silence): Scene => ({
      ...silence,
      watch: { ...all, silence },
    }));
    const own = members.flatMap((member) =>
      spellsOf(member).map(({ past, ...spell }): Scene => {
        const watched = { ...member, past: past ?? member.past };
        return { ...spell, watch: { ...all, members: [watched] } };
      }),
    );
    return [...silences, ...own, ...(source.kind === "agent" ? [wrongClock(all, seededAt)] : [])];
  });
}

/** How long the clock of an agent was wrong, once. */
const clockWrongFor = 3 * hour;

function wrongClock(watch: PastWatch, seededAt: number): Scene {
  const from = minuteOf(seededAt - (6 + 280 * shareOf(`${watch.name} clock`)) * day);
  const until = from + clockWrongFor;
  return { from, until, watch: { ...watch, members: [], clock: { from, until } } };
}

/** With a past of its own where only a part of it is watched. */
type Spell = Omit<Scene, "watch"> & { past?: DeploymentPast };

/** When something was wrong with a deployment alone. */
function spellsOf({ past, item }: PastMember): Spell[] {
  const { outages, lost, unsaved, renewal, silences } = past;
  const spells: (Spell | undefined)[] = [...outages, lost, unsaved, fullBefore(past)];
  const known = spells.filter((spell) => spell !== undefined);
  // What happened while its source was silent, or beside something worse, was never seen alone.
  const alone = known.filter((spell) =>
    [...silences, ...known].every((other) => other === spell || !overlap(spell, other)),
  );
  if (!renewal || !item.license) return alone;
  const end = Math.floor(Date.parse(renewal.before) / day) * day;
  const also = [90, 60, 30, 14].map((left) => end - left * day);
  const quiet: DeploymentPast = { ...past, outages: [] };
  delete quiet.lost;
  delete quiet.unsaved;
  const handledFrom = end - 28 * day;
  return [...alone, { from: end - 90 * day, until: renewal.at, also, handledFrom, past: quiet }];
}

const overlap = (one: Silence, other: Silence): boolean =>
  one.from < other.until + hour && other.from < one.until + hour;

/** When a store was nearly full, and then full, before its limit was raised. */
function fullBefore(past: DeploymentPast): Spell | undefined {
  const { raise, deployment } = past;
  if (!raise || evictsAnyKey(deployment.databases[0]?.policy ?? "")) return undefined;
  /** Since when the store had so many percent of its limit in use; undefined for never. */
  const since = (percent: number): number | undefined => {
    const reaches = (at: number) => {
      const { used: [used] = [], limit: [limit] = [] } = pastColumns(past, at);
      return Boolean(used && limit && (100 * used) / limit >= percent);
    };
    let at = raise.at;
    while (reaches(at - hour)) at -= hour;
    return at === raise.at ? undefined : at;
  };
  const [from, full] = [since(nearlyFullFrom), since(fullFrom)];
  if (from === undefined) return undefined;
  return { from, until: raise.at, ...(full !== undefined && { also: [full], handledFrom: full }) };
}

const minuteOf = (at: number): number => at - (at % minute);
/** Every minute of half an hour, in which all rules fire, and all are over. */
const minutesAfter = (at: number): number[] =>
  Array.from({ length: 30 }, (_, index) => minuteOf(at) + index * minute);

/** Passes in all minutes in which an incident may begin, change or end. */
function* passesOf({ from, until, also = [], watch }: Scene): Generator<PastPass> {
  const times = [from - minute, ...also, until].flatMap(minutesAfter);
  for (const now of [...new Set(times)].toSorted((one, other) => one - other)) yield watchedAt(watch, now);
}

/** Somebody looks after most incidents that last, and most of them say what they do. */
function acknowledgement(
  opened: IncidentRecord,
  { from, until, handledFrom, watch }: Scene,
  people: readonly string[],
): Acknowledgement | undefined {
  const share = (what: string) => shareOf(`${watch.name} ${opened.cause.name} ${until - from} ${what}`);
  const begin = Math.max(opened.openedAt, handledFrom ?? 0);
  const at = begin + Math.round(2 * minute + 40 * minute * share("delay"));
  const by = people[Math.floor(share("person") * people.length)];
  if (by === undefined || at >= until || share("acknowledged") > 0.85) return undefined;
  const notes = notesFor(opened);
  const note = share("note") < 0.75 ? notes[Math.floor(share("words") * notes.length)] : undefined;
  return { by, at, note: note ?? null };
}
