import type { OrganizationId } from "../../access/scope.ts";
import { day, minute } from "../../kit/time.ts";
import type { Random } from "../../ports/random.ts";
import type { Change, Condition } from "../../table/expression.ts";
import { number, optional, text } from "../../table/field.ts";
import type { Key } from "../../table/keys.ts";
import { RowKind, type RowOf, type StoredRow } from "../../table/row.ts";
import { expiresAt } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";
import { withinUnit } from "./commands.ts";
import { nameOfPulse, pulseKey } from "./deployment.keys.ts";
import { databasesIn, type Figures, figuresIn, idOfEntry, type PulseEntry } from "./figures.ts";
import type { SourceInstance } from "./observation.ts";
import {
  fingerprintOfChange,
  isFingerprintOfChange,
  movedFingerprint,
  refusedFingerprint,
  sharedFingerprint,
} from "./page-fingerprint.ts";

export const pulseKind = new RowKind("pulse", 1, {
  /** When the figures were measured, by the source's clock, corrected; Unix epoch in milliseconds. */
  measuredAt: number("at"),
  /** When we received them, Unix epoch in milliseconds. Freshness depends on this time. */
  receivedAt: number("rx"),
  /**
   * The fingerprint of the page, as `page-fingerprint.ts` writes it. A heartbeat succeeds only if it matches.
   * All other texts force a full comparison at the next report.
   */
  fingerprint: text("shapes"),
  /** JSON of PulseEntry[]. It is one string, because nested attributes cost several times more to read. */
  entries: text(),
  /**
   * JSON of the ids (as in entries) of deployments that the source reports but does not own. Absent for none.
   */
  unowned: optional(text()),
  /**
   * JSON of the ids among them that the source may not take over, and the time of that check. Absent for
   * none.
   */
  refused: optional(text()),
  refusedAt: optional(number()),
  /**
   * `measuredAt` of the last report that changed more than figures. Reports are ordered by it, so together
   * with the fingerprint it names one state of the page's deployments. Absent in older rows.
   */
  changedAt: optional(number("ch")),
  kind: text<SourceInstance["kind"]>(),
  /** On the first page of an agent: its health, as `packHealth` writes it. */
  agent: optional(text()),
  /** The commands of the last report, as `packCommands` writes them. Absent for integrations. */
  commands: optional(text("cmd")),
});

type Pulse = RowOf<typeof pulseKind>;

/** A pulse with its key, which names source, instance and page. */
export type PulseRow = Key & Pulse;

export const readPulse = (row: StoredRow): PulseRow => ({ pk: row.pk, sk: row.sk, ...pulseKind.read(row) });

/** The pulses in a run of rows. */
export const readPulses = (rows: readonly StoredRow[]): PulseRow[] => rows.map(readPulse);

const measured = ["receivedAt", "entries", "kind"] as const;

/** The part of a pulse that lists read. */
export const figuresPart = pulseKind.part(...measured);

/** The part of a pulse from which all databases of an organization are assembled, and that describes who reports. */
export const fleetPart = pulseKind.part(...measured, "fingerprint", "changedAt", "agent", "refused");

/** The part of a pulse that describes who reports. Its key holds the source. */
export const reporterPart = pulseKind.part("receivedAt", "entries", "refused", "agent");

export const keyOfPulse = (organization: OrganizationId, source: SourceInstance, page: number) =>
  pulseKey(organization, `${source.id}#${source.instance}#${page}`);

/** Pulses of agents that no longer report expire after this time, in milliseconds. */
const forgottenAfter = 90 * day;

const expiry = (receivedAt: number) => expiresAt(receivedAt + forgottenAfter);

/** Holds while nothing newer was written to the pulse. */
export const stillMeasuredAt = ({ measuredAt }: Pick<Pulse, "measuredAt">): Condition[] =>
  pulseKind.equals({ measuredAt });

/** Holds while no report has come in since the pulse was read. */
export const stillReceivedAt = ({ receivedAt }: Pick<Pulse, "receivedAt">): Condition[] =>
  pulseKind.equals({ receivedAt });

export interface Heartbeat extends Pick<
  Pulse,
  "measuredAt" | "receivedAt" | "fingerprint" | "agent" | "commands"
> {
  entries: readonly PulseEntry[];
  /** The fingerprint of the version before, while the pulse may keep it. */
  previousRelease?: string | undefined;
}

/**
 * The only write of a report that changes no shape.
 * @param beside other texts that stay in the row: they count for its write units
 */
export function heartbeatUpdate(
  pulse: Heartbeat,
  gap: number,
  beside: readonly (string | undefined)[] = [],
): { change: Change; when: Condition[] } {
  const { measuredAt, receivedAt, fingerprint, previousRelease, entries, agent, commands } = pulse;
  const packed = JSON.stringify(entries);
  const kept = withinUnit(commands, [packed, agent, ...beside]);
  const set = pulseKind.changes({ measuredAt, receivedAt, entries: packed, agent, commands: kept });
  return {
    change: { set: { ...set, ...expiry(receivedAt) } },
    when: [
      previousRelease === undefined
        ? { attribute: pulseKind.attribute.fingerprint, is: "=", value: fingerprint }
        : { attribute: pulseKind.attribute.fingerprint, among: [fingerprint, previousRelease] },
      { attribute: pulseKind.attribute.measuredAt, is: "<", value: measuredAt },
      { attribute: pulseKind.attribute.receivedAt, is: "<=", value: receivedAt - gap },
    ],
  };
}

/**
 * Writes a whole pulse, on the condition that it is still as it was `before`.
 * @param owned the entries that its source owns
 * @param refused the entries that the source may not take over
 */
export function putPulse(
  { key, next, source }: { key: Key; next: Heartbeat; source: SourceInstance },
  before: PulseRow | undefined,
  { owned, refused }: { owned: readonly PulseEntry[]; refused: readonly PulseEntry[] },
): Write {
  const { measuredAt, receivedAt, agent, commands } = next;
  const unowned = next.entries.filter((entry) => !owned.includes(entry));
  const idsOf = (some: readonly PulseEntry[]) =>
    some.length > 0 ? JSON.stringify(some.map(([id]) => id)) : undefined;
  const { set, remove } = pulseKind.replace({
    measuredAt,
    receivedAt,
    fingerprint: textOf(next.fingerprint, { owned, refused, unowned }),
    changedAt: measuredAt,
    entries: JSON.stringify(owned),
    unowned: idsOf(unowned),
    refused: idsOf(refused),
    refusedAt: refused.length > 0 ? receivedAt : undefined,
    agent,
    commands: withinUnit(commands, [JSON.stringify(owned), agent, idsOf(unowned), idsOf(refused)]),
    kind: source.kind,
  });
  return {
    update: key,
    change: { set: { ...set, ...expiry(receivedAt) }, remove },
    when: unchangedPulse(before),
  };
}

/** Holds while a pulse is still as it was `before`. */
export function unchangedPulse(before: PulseRow | undefined): Condition[] {
  if (!before) return [{ exists: false }];
  return pulseKind.equals({ measuredAt: before.measuredAt, fingerprint: before.fingerprint });
}

type Parts = Record<"owned" | "refused" | "unowned", readonly PulseEntry[]>;

function textOf(page: string, { owned, refused, unowned }: Parts): string {
  if (unowned.length > refused.length) return sharedFingerprint(page, owned.map(idOfEntry));
  return refused.length > 0 ? refusedFingerprint(page, refused.map(idOfEntry)) : page;
}

/** How long a refusal is valid before it is checked again, in milliseconds. The owner may be gone by then. */
const refusedFor = 15 * minute;

/**
 * The write of a report that changes no shape, for a page with refused deployments: it writes only the
 * others. Undefined when the page needs a full comparison.
 */
export function heartbeatWithoutRefused(pulse: Heartbeat, before: PulseRow | undefined, gap: number) {
  const { refusedAt = 0 } = before ?? {};
  const refused = refusedOf(before);
  const fingerprint = [pulse.fingerprint, pulse.previousRelease ?? pulse.fingerprint]
    .map((page) => refusedFingerprint(page, [...refused]))
    .find((expected) => expected === before?.fingerprint);
  if (fingerprint === undefined || pulse.receivedAt - refusedAt > refusedFor) return undefined;
  const entries = pulse.entries.filter((entry) => !refused.has(idOfEntry(entry)));
  const beside = [before?.unowned, before?.refused];
  return heartbeatUpdate({ ...pulse, fingerprint, previousRelease: undefined, entries }, gap, beside);
}

/** Whether the source of a pulse compares with the stored shapes at its next report. */
export const isInvalidated = ({ fingerprint }: Pick<Pulse, "fingerprint">): boolean =>
  isFingerprintOfChange(fingerprint);

/**
 * Makes the source of a pulse compare with the stored shapes at its next report. The text is different each
 * time, so that a comparison that is running now fails and is repeated.
 */
export function invalidatePulse({ pk, sk }: Key, random: Random) {
  const fingerprint = fingerprintOfChange(random.bytes(9));
  return {
    update: { pk, sk },
    change: { set: pulseKind.changes({ fingerprint }) },
    when: [{ exists: true }],
  } satisfies Write;
}

/**
 * Moves a pulse to another organization, on the condition that it is still the one that was read. Its source
 * compares all of its deployments there if some stay or have another owner.
 * @param staying ids of those in it that stay
 */
export function movePulse(pulse: PulseRow, to: OrganizationId, staying: ReadonlySet<string>): Write[] {
  const { pk, sk, measuredAt, receivedAt, fingerprint } = pulse;
  const { unowned, refused: _, refusedAt: __, ...rest } = pulse;
  const entries = (JSON.parse(pulse.entries) as PulseEntry[]).filter(
    (entry) => !staying.has(idOfEntry(entry)),
  );
  const whole = staying.size === 0 && unowned === undefined;
  const part = { entries: JSON.stringify(entries), fingerprint: movedFingerprint(fingerprint, receivedAt) };
  const moved = whole ? rest : { ...rest, ...part };
  const row = { ...pulseKind.write(moved), ...expiry(receivedAt) };
  return [
    { put: { ...pulseKey(to, nameOfPulse(pulse)), ...row }, when: [{ exists: false }] },
    { delete: { pk, sk }, when: pulseKind.equals({ measuredAt, receivedAt, fingerprint }) },
  ];
}

/** The entries of a pulse by deployment. */
export function entriesOf(pulse: Pick<PulseRow, "entries"> | undefined): Map<string, Figures | undefined> {
  const entries = pulse ? (JSON.parse(pulse.entries) as PulseEntry[]) : [];
  return new Map(entries.map((entry) => [idOfEntry(entry), figuresIn(entry)]));
}

/** Ids of deployments that the source of a pulse reports but does not own. */
export const unownedOf = (pulse: Pick<PulseRow, "unowned"> | undefined) => idsIn(pulse?.unowned);

/** Ids of deployments that the source of a pulse reports but may not take over from their owner. */
export const refusedOf = (pulse: Pick<PulseRow, "refused"> | undefined) => idsIn(pulse?.refused);

const idsIn = (packed = "[]") => new Set((JSON.parse(packed) as string[]).map((id) => idOfEntry([id])));

/** How many databases have figures in a pulse. */
export function databasesOfPulse(pulse: Pick<PulseRow, "entries"> | undefined): number {
  return databasesIn(pulse ? (JSON.parse(pulse.entries) as PulseEntry[]) : []);
}
