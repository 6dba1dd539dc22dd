import type { SilenceScope } from "../../contract/incident/silence.ts";
import { type Changes, withEvents } from "../judging/compare.ts";
import type { IncidentRecord, Member } from "../rows/record.ts";
import type { FilterMatch } from "../judging/filter-match.ts";

/** A time in which no message of some incidents goes out. Times are Unix epochs in milliseconds. */
export interface StoredSilence {
  id: string;
  scope: SilenceScope;
  from: number;
  until: number;
  /** When a person ended it before its end. */
  endedAt?: number | undefined;
  reason: string;
  /** The account of a person. */
  createdBy: string;
  createdAt: number;
  /** Present where the configuration file made it. */
  managedBy?: "file" | undefined;
}

type Covering = Pick<StoredSilence, "scope" | "until">;

/**
 * The incidents with the end of their silence. An incident is silent while all of its members are covered, each by any
 * running silence. What is not known is not covered. Incidents that stay as they are are the same objects.
 * @param by the account that ended a silence; null when time did
 */
export function silence(
  records: readonly IncidentRecord[],
  silences: readonly StoredSilence[],
  matches: FilterMatch,
  now: number,
  by: string | null = null,
): IncidentRecord[] {
  const running = silences.filter((one) => isRunning(one, now));
  return records.map((record) => {
    const last = lastOf(record, running, matches);
    const silencedUntil = last?.until ?? null;
    if (silencedUntil === record.silencedUntil) return record;
    const event = last
      ? ({ at: now, kind: "silenced", text: last.reason, by: last.createdBy } as const)
      : ({ at: now, kind: "unsilenced", text: null, by } as const);
    return withEvents({ ...record, silencedUntil }, [event]);
  });
}

/**
 * A pass has the time of its minute, and may run two minutes later. So one that was made or ended by hand counts at once
 * in every pass that sees it.
 */
export const isRunning = ({ from, until, createdAt, endedAt }: StoredSilence, now: number): boolean =>
  endedAt === undefined && (from <= createdAt || from <= now) && now < until;

/** The filters of silences. */
export const filtersOf = (silences: readonly Pick<StoredSilence, "scope">[]): string[] =>
  silences.flatMap(({ scope }) => (scope.kind === "filter" ? [scope.filter] : []));

/** Whether a silence alone would cover all of an incident. */
export const coversAll = (scope: SilenceScope, record: IncidentRecord, matches: FilterMatch): boolean =>
  lastOf(record, [{ scope, until: Infinity }], matches) !== undefined;

/** The silence with which the first of its members stops being covered. Undefined when one of them is not covered. */
function lastOf<S extends Covering>(
  record: IncidentRecord,
  running: readonly S[],
  matches: FilterMatch,
): S | undefined {
  let first: S | undefined;
  for (const member of record.members) {
    const last = longest(running.filter(({ scope }) => covers(scope, record, member, matches)));
    if (!last) return undefined;
    if (!first || last.until < first.until) first = last;
  }
  return first;
}

const longest = <S extends Covering>(silences: readonly S[]): S | undefined =>
  silences.reduce<S | undefined>((last, each) => (last && last.until >= each.until ? last : each), undefined);

function covers(
  scope: SilenceScope,
  { id, rule }: IncidentRecord,
  member: Member,
  matches: FilterMatch,
): boolean {
  switch (scope.kind) {
    case "incident":
      return scope.incidentId === id;
    // An account that can't be read is an incident of that rule, with its silent deployments.
    case "rule":
      return scope.rule === rule || scope.rule === member.rule;
    case "filter":
      return matches(scope.filter, member.id) === true;
  }
}

/**
 * What a pass changes, with the silences of the incidents. One that opens is silent from its first minute.
 * @param open the incidents before the pass
 */
export function withSilences(
  changes: Changes,
  open: readonly IncidentRecord[],
  apply: (records: readonly IncidentRecord[]) => IncidentRecord[],
): Changes {
  const { opened, changed, updated, resolved } = changes;
  const seen = new Set([...changed, ...updated, ...resolved].map(({ id }) => id));
  const others = open.filter(({ id }) => !seen.has(id));
  return {
    opened: apply(opened),
    changed: apply(changed),
    updated: [...apply(updated), ...apply(others).filter((record, index) => record !== others[index])],
    resolved,
  };
}
