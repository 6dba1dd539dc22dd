import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { day, hour, minute } from "@shardwatch/core/kit/time";
import type { DemoDatabase, DemoDeployment } from "./fleet/demo.ts";
import { hasReplicas } from "./measure.ts";
import { shareOf } from "./share.ts";
import type { TroubleStatus } from "./troubles.ts";

/** A time in which a deployment was in trouble. Unix epoch in milliseconds. */
export interface Outage {
  from: number;
  until: number;
  status: TroubleStatus;
}

/** What happened to a demo deployment in its thirteen months. It follows from its key and the time of seeding. */
export interface DeploymentPast {
  deployment: DemoDeployment;
  kind: DeploymentSource;
  /** When the demo data was made. The past ends then. */
  seededAt: number;
  /** When its source reported last: now for one that still does. */
  until: number;
  /** When its source was silent before. */
  silences: readonly Silence[];
  outages: readonly Outage[];
  /** When all its databases got their versions of today; before, they had those. */
  upgrade?: { at: number; before: readonly (string | undefined)[] };
  /** When the first database got its limit of today; before, it had that many bytes. */
  raise?: { at: number; before: number };
  /** When its last database was created. */
  added?: { at: number };
  /** When its license was renewed; before, that was its end. */
  renewal?: { at: number; before: string; after: string };
  /** When its primary had lost its replica. */
  lost?: Silence;
  /** When its server could not save to its disk. */
  unsaved?: Silence;
}

/** A time in which a source said nothing. Unix epoch in milliseconds. */
export type Silence = Pick<Outage, "from" | "until">;

/** The version that a demo database had before the one of today. */
const redis: Readonly<Record<string, string>> = {
  "8.2.1": "8.0.3",
  "8.0.3": "7.4.2",
  "7.4.2": "7.2.7",
  "7.4.1": "7.2.7",
  "7.4.0": "7.2.4",
  "7.4": "7.2",
  "7.2.7": "7.0.15",
  "7.2.5": "7.0.15",
  "7.2.4": "7.0.15",
  "7.2": "6.2",
  "7.1.0": "7.0.7",
  "7.0.15": "6.2.18",
  "7.0.7": "6.2.6",
  "6.2.18": "6.2.14",
};
const valkey: Readonly<Record<string, string>> = {
  "8.2.1": "8.1.1",
  "8.1.3": "8.0.4",
  "8.1.1": "8.0.4",
  "8.1.0": "8.0.1",
  "8.1": "8.0",
  "8.0.1": "7.2.6",
  "8.0.4": "7.2.9",
  "7.2.9": "7.2.8",
};

/** Undefined for a version that has no former one here. */
const formerVersion = ({ engine = "redis", version }: DemoDatabase): string | undefined =>
  (engine === "redis" ? redis : valkey)[version];

/** A source fell silent between so many days before the seeding, and for how many at most. Few are so long. */
const timesOfSilence = [
  { least: 9, most: 34, longest: 0.5 },
  { least: 50, most: 190, longest: 3 },
  { least: 200, most: 380, longest: 0.8 },
];
/** The share of those times at which a source was silent. */
const fellSilent = 0.6;

/** When a source was silent, at times of its own. @param name any text that names the source */
export function silencesOf(name: string, seededAt: number): Silence[] {
  return timesOfSilence.flatMap(({ least, most, longest }, index) => {
    const share = (what: string) => shareOf(`${name} silence ${index} ${what}`);
    if (share("at all") > fellSilent) return [];
    const from = seededAt - (least + (most - least) * share("begin")) * day;
    return [{ from, until: from + hour + longest * day * share("length") ** 3 }];
  });
}

/** More databases are not changed one by one. */
const mostChanged = 50;

/** What happened to a deployment. */
export function pastOf(
  deployment: DemoDeployment,
  source: Pick<DeploymentPast, "kind" | "seededAt" | "until" | "silences">,
): DeploymentPast {
  const { seededAt, kind } = source;
  const { key, type, databases, trouble } = deployment;
  const [first] = databases;
  const past: DeploymentPast = { ...source, deployment, outages: [] };
  if (!first || databases.length > mostChanged) return past;
  const share = (what: string) => shareOf(`${key} ${what}`);
  const workday = (what: string, least: number, most: number) =>
    timeOfWork(seededAt - (least + (most - least) * share(`${what} day`)) * day, share(`${what} time`));
  const before = databases.map(formerVersion);
  if (share("upgrade") < 0.5 && before.some(Boolean))
    past.upgrade = { at: workday("upgrade", 20, 340), before };
  if (share("raise") < 0.4 && first.limit && first.fill < 0.9 && !first.grew)
    past.raise = { at: workday("raise", 25, 240), before: first.limit * (first.fill < 0.75 ? 0.5 : 0.75) };
  const age = databases.at(-1)?.age;
  if (age !== undefined) past.added = { at: workday("added", age, age) };
  else if (databases.length > 1 && share("added") < 0.6) past.added = { at: workday("added", 40, 330) };
  const renewal = renewalOf(deployment, seededAt);
  if (renewal) past.renewal = renewal;
  if (kind !== "agent") return past;
  const spell = (what: string, least: number, most: number, longest: number): Silence => {
    const from = workday(what, least, most) + 10 * hour * share(`${what} begin`);
    return { from, until: from + 20 * minute + longest * share(`${what} length`) ** 2 };
  };
  const failure = (what: string, least: number, most: number): Outage => ({
    ...spell(what, least, most, 8 * hour),
    status: share(`${what} status`) < 0.6 ? "unreachable" : "degraded",
  });
  if (share("outage") < 0.35 || trouble) past.outages = [failure("outage", 30, 90)];
  if (share("outage lately") < 0.17) past.outages = [...past.outages, failure("outage lately", 2, 28)];
  if (share("older outage") < 0.4) past.outages = [...past.outages, failure("older outage", 100, 380)];
  if (databases.length > 1 || type === "ENTERPRISE") return past;
  if (hasReplicas(deployment) && share("lost") < 0.3) past.lost = spell("lost", 2, 370, 3 * hour);
  if (type === "STANDALONE" && share("unsaved") < 0.15) past.unsaved = spell("unsaved", 3, 370, 2 * hour);
  return past;
}

/** A renewal is ordered late: the license of before had so long to run. */
const leftAtRenewal = 9 * day;
/** The rule about licenses watches the three months before an end. A renewal before this was not watched whole. */
const longestRenewed = 305 * day;

/** When a license of today began, unless that is longer ago than the past, or a trial. */
function renewalOf({ license }: DemoDeployment, seededAt: number): DeploymentPast["renewal"] {
  const { activationDate, expirationDate } = license?.(seededAt) ?? {};
  if (!activationDate || !expirationDate) return undefined;
  const begin = Date.parse(activationDate);
  const isTrial = Date.parse(expirationDate) - begin < 90 * day;
  if (isTrial || begin > seededAt || begin < seededAt - longestRenewed) return undefined;
  const before = new Date(begin + leftAtRenewal).toISOString();
  return { at: timeOfWork(begin, 0.3), before, after: expirationDate };
}

/** A minute between 8:00 and 16:00 UTC of that day. */
function timeOfWork(at: number, share: number): number {
  const time = at - (at % day) + 8 * hour + 8 * hour * share;
  return time - (time % minute);
}

export const during = <Time extends Silence>(at: number, times: readonly Time[]): Time | undefined =>
  times.find(({ from, until }) => at >= from && at < until);

/** The status at a time of the past; undefined while its source was silent. */
export function statusAt({ silences, outages, until }: DeploymentPast, at: number): string | undefined {
  if (at > until || during(at, silences)) return undefined;
  return during(at, outages)?.status ?? "active";
}

/** How many of its databases existed at a time. */
export const databasesAt = ({ deployment: { databases }, added }: DeploymentPast, at: number): number =>
  databases.length - Number(added !== undefined && at < added.at);

/** A step up in the use of a licence, in days. A large cluster takes a shard more often, so that it has a pace. */
const daysOfShard = (inUse: number): number => (inUse > 20 ? 24 : 67);

/** The times at which a shard was taken into use, the newest first. */
export function shardTimes({ deployment, seededAt }: DeploymentPast, inUse: number): number[] {
  const step = daysOfShard(inUse);
  const own = step * shareOf(`${deployment.key} shard`);
  const count = Math.min(inUse - 1, 6);
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    timeOfWork(seededAt - (own + 3 + index * step) * day, shareOf(`${deployment.key} ${index}`)),
  );
}

/** How many of today's shards in use were so at a time. */
export const shardsAt = (past: DeploymentPast, inUse: number, at: number): number =>
  inUse - shardTimes(past, inUse).filter((time) => at < time).length;
