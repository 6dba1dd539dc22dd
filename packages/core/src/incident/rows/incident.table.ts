import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { OrganizationId } from "../../access/scope.ts";
import { type AnyRuleId, isBuiltIn, isOwnRule, ruleIds } from "../../contract/incident/rules.ts";
import { causeKinds } from "../../contract/incident/words.ts";
import { day } from "../../kit/time.ts";
import { bytes, list, number, optional, text } from "../../table/field.ts";
import { type Row, RowKind, type RowOf, type StoredRow } from "../../table/row.ts";
import { expiresAt } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";
import type { Findings } from "../judging/decide.ts";
import type { Finding } from "../judging/step.ts";
import {
  clockKey,
  isClockKey,
  isOpenKey,
  isPatchedKey,
  isRoutesKey,
  isRuleKey,
  isSilenceKey,
  isStateKey,
  openKey,
  pastKey,
  stateKey,
  watchedEveryMinute,
} from "./incident.keys.ts";
import type { IncidentRecord } from "./record.ts";
import { readPatched, type StoredPatched } from "./patched.table.ts";
import { readRoutes, type StoredRoutes } from "./routes.table.ts";
import { readRule, type StoredRule } from "./rule.table.ts";
import { readSilence, type TitledSilence } from "./silence.table.ts";

/** Every pass that changes something raises it, so of two that run at a time only one writes. */
export const clockKind = new RowKind("incident clock", 1, {
  revision: number(),
  /** Since when the organization is watched, Unix epoch in milliseconds. */
  since: number(),
  /** "minute" when agents report to the organization, and "tick" when we only read accounts. */
  tempo: text<Tempo>(),
  /** JSON of `SentByChannel`: what the brake counts. */
  sent: optional(text()),
  /** Ids of past incidents of whose end some channel is still to be notified. */
  pendingEnds: optional(list(text(), "owed")),
});
export type Tempo = "minute" | "tick";
export type Clock = RowOf<typeof clockKind>;

/** The findings of one rule. */
export const stateKind = new RowKind("incident state", 1, {
  rule: text<AnyRuleId>(),
  /** JSON of the subjects' ids with their findings, deflated. */
  findings: bytes("p"),
  /** The revision of what the organization wrote or changed, by which they were judged. Absent for none. */
  revision: optional(number()),
});

/** An incident, open or past. */
export const incidentKind = new RowKind("incident", 1, {
  id: text(),
  /** Raised by every write, so a pass and a person do not overwrite each other. */
  revision: number(),
  /** JSON of the record, deflated. */
  content: bytes("p"),
});

/** Only the id of an incident. */
export const idPart = incidentKind.part("id");

/** How long past incidents are kept, in days. */
export const pastDays = 400;

const pack = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value));
const unpack = (packed: Uint8Array): unknown => JSON.parse(inflateRawSync(packed).toString());

/** DynamoDB takes 400 KB for a row. Names of others fill that when thousands of deployments have long ones. */
const mostBytes = 300_000;
/** How many members keep what others call them in a row that is too large: as many as the page of an incident names. */
const namedMembers = 100;

/** The size of a record as it is stored. */
export const packedBytes = (row: Row): number => incidentKind.read(row).content.length;

/** The record as it is stored. 0.3.0 calls `told` what is `notified` here, and may run again on these rows. */
type StoredRecord = Omit<IncidentRecord, "notified"> & { told: IncidentRecord["notified"] };

function packRecord({ notified, ...others }: IncidentRecord): Uint8Array {
  const record: StoredRecord = { ...others, told: notified };
  const packed = pack(record);
  if (packed.length <= mostBytes) return packed;
  const members = record.members.map((member, index) =>
    index < namedMembers ? member : { ...member, name: "", value: null, database: undefined },
  );
  return pack({ ...record, members });
}

export interface StoredIncident {
  record: IncidentRecord;
  revision: number;
}

export function readIncident(row: Row): StoredIncident {
  const { content, revision } = incidentKind.read(row);
  const { told, ...others } = unpack(content) as StoredRecord;
  return { record: { ...others, notified: told }, revision };
}

/**
 * Whether this release knows what an incident is about. One of a later release's rule is neither shown nor ended here:
 * that release may run again after this one.
 */
export const isKnown = ({ record }: StoredIncident): boolean =>
  (isBuiltIn(record.rule) || isOwnRule(record.rule)) && causeKinds.some((kind) => kind === record.cause.kind);

export const readIncidents = (rows: readonly Row[]): StoredIncident[] =>
  rows.map(readIncident).filter(isKnown);

const written = (record: IncidentRecord, revision: number) =>
  incidentKind.write({ id: record.id, revision, content: packRecord(record) });

export const putOpened = (organization: OrganizationId, record: IncidentRecord): Write => ({
  put: { ...openKey(organization, record.id), ...written(record, 1) },
  when: [{ exists: false }],
});

/** Fails when a person or another pass has changed it since. */
export const putChanged = (
  organization: OrganizationId,
  record: IncidentRecord,
  revision: number,
): Write => ({
  update: openKey(organization, record.id),
  change: incidentKind.replaceWith(written(record, revision + 1)),
  when: incidentKind.equals({ revision }),
});

/** Moves an incident to the past, where it expires. Fails as `putChanged` does. */
export function putResolved(organization: OrganizationId, record: IncidentRecord, revision: number): Write[] {
  return [
    { delete: openKey(organization, record.id), when: incidentKind.equals({ revision }) },
    putEnded(organization, record, revision),
  ];
}

/** The row of an incident that is over. */
export const putEnded = (organization: OrganizationId, record: IncidentRecord, revision: number): Write => ({
  put: { ...pastKey(organization, record.id), ...pastRow(record, revision) },
});

/** Changes a past incident. Fails as `putChanged` does. */
export const putPast = (organization: OrganizationId, record: IncidentRecord, revision: number): Write => ({
  update: pastKey(organization, record.id),
  change: incidentKind.replaceWith(pastRow(record, revision)),
  when: incidentKind.equals({ revision }),
});

function pastRow(record: IncidentRecord, revision: number): Row {
  const end = record.resolvedAt ?? record.openedAt;
  return { ...written(record, revision + 1), ...expiresAt(end + pastDays * day) };
}

export interface StoredAlerts {
  /** Undefined before the first pass. */
  clock: Clock | undefined;
  findings: Findings;
  open: StoredIncident[];
  /** Those that run or begin later, and some that have ended. */
  silences: TitledSilence[];
  patched: StoredPatched;
  /** What the organization wrote or changed, the oldest first. */
  rules: StoredRule[];
  /** The revisions by which the findings were judged, by rule. */
  judgedBy: ReadonlyMap<AnyRuleId, number>;
  /** Undefined for an organization that has changed nothing about them. */
  routes: StoredRoutes | undefined;
}

/** Reads all rows of `alertsOf`. */
export function readAlerts(rows: readonly StoredRow[]): StoredAlerts {
  const clock = rows.find(({ sk }) => isClockKey(sk));
  const routes = rows.find(({ sk }) => isRoutesKey(sk));
  const states = rows.filter(({ sk }) => isStateKey(sk)).map((row) => stateKind.read(row));
  return {
    clock: clock && clockKind.read(clock),
    findings: new Map(
      states.map(({ rule, findings }) => [rule, new Map(unpack(findings) as [string, Finding][])]),
    ),
    open: readIncidents(rows.filter(({ sk }) => isOpenKey(sk))),
    silences: rows.filter(({ sk }) => isSilenceKey(sk)).flatMap((row) => readSilence(row) ?? []),
    patched: readPatched(rows.find(({ sk }) => isPatchedKey(sk))),
    rules: rows.filter(({ sk }) => isRuleKey(sk)).flatMap((row) => readRule(row) ?? []),
    judgedBy: new Map(states.map(({ rule, revision = 0 }) => [rule, revision])),
    routes: routes && readRoutes(routes),
  };
}

/**
 * The writes of the rules whose findings have changed, or that were judged by another revision. Those of a built-in rule
 * that only a later release knows stay.
 */
export function putFindings(
  organization: OrganizationId,
  before: Pick<StoredAlerts, "findings" | "judgedBy">,
  next: Pick<StoredAlerts, "findings" | "judgedBy">,
): Write[] {
  const own = new Set([...before.findings.keys(), ...next.findings.keys()].filter(isOwnRule));
  return [...ruleIds, ...own].flatMap((rule): Write[] => {
    const [former, findings] = [textOf(before.findings, rule), textOf(next.findings, rule)];
    const [judged = 0, revision = 0] = [before.judgedBy.get(rule), next.judgedBy.get(rule)];
    if (former === findings && (findings === undefined || revision === judged)) return [];
    const key = stateKey(organization, rule);
    if (findings === undefined) return [{ delete: key }];
    const row = { rule, findings: packFindings(findings), ...(revision > 0 && { revision }) };
    return [{ put: { ...key, ...stateKind.write(row) } }];
  });
}

/** A row that would be too large is stored without what the rule saw: its incidents say that. */
function packFindings(json: string): Uint8Array {
  const packed = deflateRawSync(json);
  if (packed.length <= mostBytes) return packed;
  const findings = JSON.parse(json) as [string, Finding][];
  return pack(findings.map(([id, { value: _, database: __, ...finding }]) => [id, finding]));
}

function textOf(findings: Findings, rule: AnyRuleId): string | undefined {
  const own = findings.get(rule);
  return own && JSON.stringify([...own]);
}

/** Raises the clock. Fails when another pass has raised it since. */
export function raiseClock(
  organization: OrganizationId,
  before: Clock | undefined,
  next: Omit<Clock, "revision">,
): Write {
  const key = clockKey(organization);
  const { set, remove } = clockKind.replace({ ...next, revision: (before?.revision ?? 0) + 1 });
  const index = { gsi1pk: watchedEveryMinute, gsi1sk: organization };
  const isEveryMinute = next.tempo === "minute";
  return {
    update: key,
    change: isEveryMinute
      ? { set: { ...set, ...index }, remove }
      : { set, remove: [...remove, ...Object.keys(index)] },
    when: before ? clockKind.equals({ revision: before.revision }) : [{ exists: false }],
  };
}
