import type { OrganizationId } from "../../access/scope.ts";
import { day, minute, second } from "../../kit/time.ts";
import type { Random } from "../../ports/random.ts";
import { type Key, pulseKey } from "../../table/keys.ts";
import { timeToLiveAttribute } from "../../table/schema.ts";
import type { Condition, Change } from "../../table/expression.ts";
import type { Row, Write } from "../../table/table.ts";
import type { SourceInstance } from "./observation.ts";
import { databasesIn, type Figures, idOfEntry, type PulseEntry } from "./figures.ts";

export interface PulseRow extends Key {
  /** When it was measured, by the source's clock, corrected; Unix epoch in milliseconds. */
  at: number;
  /** When we received it, Unix epoch in milliseconds: what freshness is told by. */
  rx: number;
  /**
   * Fingerprints of everything that changes rarely, one short text for the page. Something else when the page must
   * be looked at again at the next report: empty when not all of its deployments are this source's to tell, a
   * random text when somebody asked for it. With `refused ` before them when the others are refused: those need no look
   * at every report.
   */
  shapes: string;
  /** JSON of PulseEntry[]: one string, because nested attributes cost several times more to read. */
  entries: string;
  /** JSON of the ids (as in entries) of what the source reports too, but is not its to tell. Absent for none. */
  unowned?: string | undefined;
  /** JSON of those of them that the source may not take over, and when that was looked at. Absent for none. */
  refused?: string | undefined;
  refusedAt?: number | undefined;
  kind: SourceInstance["kind"];
  /** On the first page of an agent: what it tells of itself, as `packHealth` writes it. */
  agent?: string | undefined;
}

export const readPulse = (row: Row): PulseRow => row as unknown as PulseRow;

export const keyOfPulse = (organization: OrganizationId, source: SourceInstance, page: number) =>
  pulseKey(organization, `${source.id}#${source.instance}#${page}`);

/** The id of the source that a pulse's sort key names. */
export const sourceOfPulse = (sk: string): string => sk.split("#")[1] ?? "";
/** The instance of the source that a pulse's sort key names. */
export const instanceOfPulse = (sk: string): string => sk.split("#")[2] ?? "";

/** Pulses of agents that are gone for good are forgotten after this time, in milliseconds. */
const forgottenAfter = 90 * day;

export const expiry = (rx: number) => ({ [timeToLiveAttribute]: Math.ceil((rx + forgottenAfter) / second) });

export interface Heartbeat {
  at: number;
  rx: number;
  shapes: string;
  entries: readonly PulseEntry[];
  agent?: string | undefined;
}

/** The one write of a report that changes no shape. */
export function heartbeatUpdate(pulse: Heartbeat, gap: number): { change: Change; when: Condition[] } {
  const { at, rx, shapes, entries, agent } = pulse;
  return {
    change: {
      set: { at, rx, entries: JSON.stringify(entries), ...(agent && { agent }), ...expiry(rx) },
    },
    when: [
      { attribute: "shapes", is: "=", value: shapes },
      { attribute: "at", is: "<", value: at },
      { attribute: "rx", is: "<=", value: rx - gap },
    ],
  };
}

/**
 * Writes a whole pulse, on the condition that it is still as it was `before`.
 * @param owned those entries that are its source's to tell
 * @param refused those that it may not take over
 */
export function putPulse(
  { key, next, source }: { key: Key; next: Heartbeat; source: SourceInstance },
  before: PulseRow | undefined,
  { owned, refused }: { owned: readonly PulseEntry[]; refused: readonly PulseEntry[] },
): Write {
  const { at, rx, agent } = next;
  const unowned = next.entries.filter((entry) => !owned.includes(entry));
  const idsOf = (some: readonly PulseEntry[]) =>
    some.length > 0 ? JSON.stringify(some.map(([id]) => id)) : undefined;
  const waiting = unowned.length > refused.length;
  const row = {
    at,
    rx,
    shapes: waiting ? "" : refused.length > 0 ? withRefused(next.shapes) : next.shapes,
    entries: JSON.stringify(owned),
    unowned: idsOf(unowned),
    refused: idsOf(refused),
    refusedAt: refused.length > 0 ? rx : undefined,
    agent,
    kind: source.kind,
  } satisfies Omit<PulseRow, keyof Key>;
  const unchanged = (attribute: "at" | "shapes") =>
    ({ attribute, is: "=", value: before?.[attribute] }) as const;
  return {
    put: { ...key, ...row, ...expiry(rx) },
    when: before ? [unchanged("at"), unchanged("shapes")] : [{ exists: false }],
  };
}

/** How long a refusal stands before it is looked at again, in milliseconds: the owner may be gone by then. */
const refusedFor = 15 * minute;

/** What `shapes` is while the rest of the page is all that is the source's to tell, and never will be more. */
export const withRefused = (shapes: string): string => `refused ${shapes}`;

/**
 * The write of a report that changes no shape either, for a page of which some deployments are refused: only the others are
 * written. Undefined when the page has to be looked at.
 */
export function heartbeatWithoutRefused(pulse: Heartbeat, before: PulseRow | undefined, gap: number) {
  const { refusedAt = 0, shapes } = before ?? {};
  if (shapes !== withRefused(pulse.shapes) || pulse.rx - refusedAt > refusedFor) return undefined;
  const refused = refusedOf(before);
  const entries = pulse.entries.filter((entry) => !refused.has(idOfEntry(entry)));
  return heartbeatUpdate({ ...pulse, shapes, entries }, gap);
}

/**
 * Makes the source of a pulse look at the stored shapes again at its next report. The text is another one each
 * time, so that a report which is looking right now notices, too.
 */
export function invalidatePulse({ pk, sk }: Key, random: Random): Write {
  const shapes = `again ${Buffer.from(random.bytes(9)).toString("base64url")}`;
  return { update: { pk, sk }, change: { set: { shapes } }, when: [{ exists: true }] };
}

/**
 * Takes a pulse to another organization, on the condition that it is still the one that was read. Where some of its
 * deployments stay or are somebody else's, its source looks at all of them again there.
 * @param staying ids of those in it that stay
 */
export function movePulse(pulse: PulseRow, to: OrganizationId, staying: ReadonlySet<string>): Write[] {
  const { pk, sk, at, rx, shapes } = pulse;
  const { unowned, refused: _, refusedAt: __, ...rest } = pulse;
  const same = Object.entries({ at, rx, shapes }).map(
    ([attribute, value]) => ({ attribute, is: "=", value }) as const,
  );
  const entries = (JSON.parse(pulse.entries) as PulseEntry[]).filter(
    (entry) => !staying.has(idOfEntry(entry)),
  );
  const whole = staying.size === 0 && unowned === undefined;
  const moved = whole ? rest : { ...rest, entries: JSON.stringify(entries), shapes: "" };
  return [
    { put: { ...moved, ...pulseKey(to, sk.slice("PULSE#".length)) }, when: [{ exists: false }] },
    { delete: { pk, sk }, when: same },
  ];
}

/** The entries of a pulse by deployment. */
export function entriesOf(pulse: Pick<PulseRow, "entries"> | undefined): Map<string, Figures | undefined> {
  const entries = pulse ? (JSON.parse(pulse.entries) as PulseEntry[]) : [];
  return new Map(entries.map((entry) => [idOfEntry(entry), entry[1]]));
}

/** Ids of what the source of a pulse reports too, but is not its to tell. */
export const unownedOf = (pulse: Pick<PulseRow, "unowned"> | undefined) => idsIn(pulse?.unowned);

/** Ids of what the source of a pulse reports, but may not take over from the one that owns it. */
export const refusedOf = (pulse: Pick<PulseRow, "refused"> | undefined) => idsIn(pulse?.refused);

const idsIn = (text = "[]") => new Set((JSON.parse(text) as string[]).map((id) => idOfEntry([id])));

/** How many databases' figures a pulse holds. */
export function databasesOfPulse(pulse: Pick<PulseRow, "entries"> | undefined): number {
  return databasesIn(pulse ? (JSON.parse(pulse.entries) as PulseEntry[]) : []);
}

/** The newest report of one deployment. */
export interface LatestFigures {
  /** When it was received: Unix epoch in milliseconds, and the same as ISO 8601. */
  rx: number;
  time: string;
  figures: Figures | undefined;
}

/**
 * The latest figures of each deployment among all pulses of an organization. A pulse holds only deployments that its
 * source owns, so figures and shape go together.
 */
export function latestFigures(
  pulses: readonly Pick<PulseRow, "rx" | "entries">[],
): Map<string, LatestFigures> {
  const latest = new Map<string, LatestFigures>();
  for (const { rx, entries } of pulses) {
    const time = new Date(rx).toISOString();
    for (const entry of JSON.parse(entries) as PulseEntry[]) {
      const id = idOfEntry(entry);
      if (rx > (latest.get(id)?.rx ?? 0)) latest.set(id, { rx, time, figures: entry[1] });
    }
  }
  return latest;
}
