import { severityOf, type Trouble } from "../incident/trouble.ts";
import { consequenceOf, urgencyWhenFull } from "../outlook/limit.ts";
import type { Facts } from "./facts.ts";
import type { Fact } from "./value.ts";

/** How urgent the state of a deployment is: act now, look today, or nothing to do. With the words on screens. */
export const levels = { critical: "critical", warning: "warning", ok: "OK" };
export type Level = keyof typeof levels;

/** From this percentage of its limit on, a database is nearly full, and then full. */
export const nearlyFullFrom = 90;
export const fullFrom = 95;

/**
 * What is worst about a deployment, the most urgent first. A list that is sorted by status has this order.
 * "other" is any further word of a source, such as "error".
 */
const concerns = {
  unreachable: "critical",
  down: "critical",
  denied: "critical",
  unsaved: "critical",
  overLimit: "critical",
  expired: "critical",
  full: "critical",
  degraded: "warning",
  other: "warning",
  stale: "warning",
  atLimit: "warning",
  pending: "ok",
  nearlyFull: "warning",
  active: "ok",
} as const satisfies Record<string, Level>;
export type Concern = keyof typeof concerns;

const order = Object.keys(concerns) as Concern[];
/** The place of each concern, from the worst. */
const places = Object.fromEntries(order.map((concern, place) => [concern, place])) as Record<Concern, number>;

type Judged = Pick<Facts, "status" | "utilization" | "policy" | "shards" | "licenseDays" | "isDatabase"> &
  Partial<Pick<Facts, "unsaved">>;

/** All that is wrong, the worst first; only "active" when nothing is. Facts that are not known do not count. */
export function concernsOf(facts: Judged): Concern[] {
  const found: Concern[] = [concernOfStatus(facts.status), concernOfMemory(facts)];
  if (isUnsaved(facts)) found.push("unsaved");
  if (isOverLimit(facts)) found.push("overLimit");
  if (isExpired(facts)) found.push("expired");
  const wrong = order.filter((concern) => concern !== "active" && found.includes(concern));
  return wrong.length > 0 ? wrong : ["active"];
}

const worse = (one: Concern, other: Concern): Concern => (places[one] <= places[other] ? one : other);

/** What is worst. A filter asks this of every row, so it makes no lists. */
export function concernOf(facts: Judged): Concern {
  let worst = worse(concernOfStatus(facts.status), concernOfMemory(facts));
  if (isUnsaved(facts)) worst = worse(worst, "unsaved");
  if (isOverLimit(facts)) worst = worse(worst, "overLimit");
  return isExpired(facts) ? worse(worst, "expired") : worst;
}

export const levelOfConcern = (concern: Concern): Level => concerns[concern];

/**
 * How urgent a deployment or a database is: as urgent as the worst incident about it. Where the incidents are not known,
 * what is wrong has to do.
 */
export const levelOf = (facts: Facts): Level => levelIn(facts.troubleOf?.(facts), facts);

/** @param trouble what the open incidents say about the deployment. Null: it is in none. Undefined: not known */
export function levelIn(trouble: Fact<Trouble>, facts: Judged): Level {
  if (trouble === undefined) return levelOfConcern(concernOf(facts));
  const level = (trouble && severityOf(trouble)) ?? "ok";
  return facts.isDatabase && level !== "ok" ? levelOfDatabase(facts, level) : level;
}

const levelOrder = Object.keys(levels) as Level[];

/**
 * An incident is about a deployment. It is about one of its databases where something is wrong with that. No database is
 * worse than its deployment: the incident about its memory may be silenced, and another one open.
 */
function levelOfDatabase(facts: Judged, level: Level): Level {
  const isReached = levelOfConcern(concernOfStatus(facts.status)) !== "ok";
  const own = levelOfConcern(concernOfMemory(facts));
  return isReached || levelOrder.indexOf(own) < levelOrder.indexOf(level) ? level : own;
}

/** The place of a deployment in a list that is sorted by status: by its level, and then by what is wrong. 0 is first. */
export const urgencyOf = (facts: Facts): number =>
  levelOrder.indexOf(levelOf(facts)) * order.length + places[concernOf(facts)];

const words: Partial<Record<Concern, string>> = {
  denied: "Access denied",
  unsaved: "Can't save",
  overLimit: "Over limit",
  expired: "License expired",
  full: "Full",
  atLimit: "At its limit",
  nearlyFull: "Nearly full",
};

/** A concern in a word or two. Where the status is the concern, that is the source's own word. */
export const wordOf = (concern: Concern, status: string): string => words[concern] ?? status;

const statuses: Readonly<Record<string, Concern>> = {
  active: "active",
  pending: "pending",
  loading: "pending",
  stale: "stale",
  degraded: "degraded",
  denied: "denied",
  down: "down",
  unreachable: "unreachable",
};

const known = (status: string) => (Object.hasOwn(statuses, status) ? statuses[status] : undefined);

/** What a status alone says, of a deployment or of a database. Sources write it in any case. */
export const concernOfStatus = (status: string): Concern =>
  known(status) ?? known(status.toLowerCase()) ?? "other";

/** Whether a status is the one word for a deployment or a database that works. */
export const isActive = (status: string): boolean => concernOfStatus(status) === "active";

const withoutFigures = new Set(["stale", "unreachable", "denied", "loading", "unsupported"]);

/** Whether the figures of a deployment or a database are old: its source is silent or cannot read them. */
export const isLastKnown = (status: string): boolean => withoutFigures.has(status);

/** How urgent the use of a licence's shards is, in percent of their limit. */
export function levelOfShards(percent: number): Level {
  if (percent > 100) return levelOfConcern("overLimit");
  return percent >= nearlyFullFrom ? "warning" : "ok";
}

/** A server that can't save refuses writes. Which of several databases it is, a list does not know. */
const isUnsaved = ({ unsaved, isDatabase }: Judged): boolean => !isDatabase && unsaved === "yes";

/** A license belongs to a deployment, and its databases go on working. */
const isOverLimit = ({ shards, isDatabase }: Judged): boolean =>
  !isDatabase && levelOfShards(shards ?? 0) === "critical";
const isExpired = ({ licenseDays, isDatabase }: Judged): boolean => !isDatabase && (licenseDays ?? 0) < 0;

/** Whether an eviction policy frees memory from any key, so that a full cache works as intended. */
export const evictsAnyKey = (policy: Judged["policy"]): boolean => consequenceOf(policy, null) === "evicts";

/**
 * A cache that evicts any key is full on purpose. With the volatile policies only keys that expire can be evicted, and
 * how many do is not known here.
 */
export function concernOfMemory({ utilization, policy }: Pick<Judged, "utilization" | "policy">): Concern {
  const percent = utilization ?? 0;
  if (percent < nearlyFullFrom) return "active";
  const urgency = urgencyWhenFull(policy, null);
  if (!urgency) return "active";
  if (percent < fullFrom) return "nearlyFull";
  return urgency === "critical" ? "full" : "atLimit";
}
