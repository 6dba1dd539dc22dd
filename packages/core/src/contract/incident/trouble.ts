import { rankOf } from "./severity-order.ts";
import type { IncidentSeverity } from "./words.ts";

/** An open incident, as far as it says how a deployment is. */
export interface OpenIncident {
  severity: IncidentSeverity;
  /** Null while nobody looks after it. */
  acknowledged: object | null;
  /** Whether messages about it are held back now. */
  isSilenced: boolean;
  /** When its condition began, Unix epoch in milliseconds. */
  since: number;
  /** What is wrong and why. Left out on the server: its words are in another function than the lists. */
  title?: string;
}

/** How urgent what counts is. Information is shown among the incidents only. */
export type CountedSeverity = Exclude<IncidentSeverity, "info">;

const isCounted = ({ severity, isSilenced }: OpenIncident): boolean => severity !== "info" && !isSilenced;

/** What the open incidents say about one deployment. Lists, filters, files and figures show this and no other judgement. */
export interface Trouble {
  /** The words of the filter: "open", "acknowledged" where somebody looks after one, "silenced" where one is silenced. */
  states: readonly string[];
  /** The most urgent incident that counts, and of those the oldest. Undefined: all are information or silenced. */
  worst: OpenIncident | undefined;
  /** How many count: those of warning and critical that are not silenced. */
  count: number;
}

/** How urgent the worst is. Null: nothing counts. */
export const severityOf = ({ worst }: Trouble): CountedSeverity | null =>
  worst === undefined || worst.severity === "info" ? null : worst.severity;

const isBefore = (one: OpenIncident, other: OpenIncident) =>
  rankOf(one.severity) - rankOf(other.severity) || one.since - other.since;

/** What was said so far, with a further incident. */
export function withIncident(
  { states, worst, count }: Trouble = { states: ["open"], worst: undefined, count: 0 },
  incident: OpenIncident,
): Trouble {
  const more = [
    ...(incident.acknowledged === null ? [] : ["acknowledged"]),
    ...(incident.isSilenced ? ["silenced"] : []),
  ];
  const isNew = more.some((state) => !states.includes(state));
  const counts = isCounted(incident);
  return {
    states: isNew ? [...new Set([...states, ...more])] : states,
    worst: counts && (!worst || isBefore(incident, worst) < 0) ? incident : worst,
    count: count + Number(counts),
  };
}
