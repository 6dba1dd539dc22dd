import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { findCallers, nameOf } from "../../caller/names.ts";
import { type AuditRow, eventsBefore } from "../../audit/events.ts";
import { done } from "../../contract/people/audited-actions.ts";
import { type StatusWords, statusWords } from "../../deployment/read/whereabouts.ts";

import type { IncidentRecord } from "../rows/record.ts";
import { ruleOf } from "../rules/rules.ts";

/** How many events are searched for a key that was revoked. It happened minutes ago. */
const searched = 200;

/**
 * Adds to incidents that open what has to be read for it. That is what a source says of a deployment that is not well,
 * and who revoked a key.
 */
export async function withEvidence(
  services: Services,
  organization: OrganizationId,
  opened: readonly IncidentRecord[],
): Promise<IncidentRecord[]> {
  return await withRevocations(services, organization, await withWords(services, organization, opened));
}

async function withWords(
  services: Services,
  organization: OrganizationId,
  opened: readonly IncidentRecord[],
): Promise<IncidentRecord[]> {
  const asked = opened.filter(
    ({ rule, evidence }) => ruleOf(rule).cause === "host" && evidence.words === null,
  );
  const ids = asked.flatMap(({ members }) => members.slice(0, 1).map(({ id }) => id));
  const words =
    ids.length > 0 ? await statusWords(services, organization, ids) : new Map<string, StatusWords>();
  return opened.map((record) => {
    const said = asked.includes(record) ? words.get(record.members[0]?.id ?? "") : undefined;
    return said ? saidBySource(record, said) : record;
  });
}

/** An incident with what its source says. A pass sees a status up to a minute after the source did. */
export function saidBySource(record: IncidentRecord, said: StatusWords): IncidentRecord {
  const since = Math.min(record.since ?? Infinity, said.since ?? Infinity);
  return { ...record, since, evidence: { ...record.evidence, ...said } };
}

const isRevoked = ({ cause }: IncidentRecord) => cause.kind === "key" && cause.name === "";

/** The row of a key goes when it is revoked. What it was called and who did it is only in the audit. */
async function withRevocations(
  services: Services,
  organization: OrganizationId,
  opened: readonly IncidentRecord[],
): Promise<IncidentRecord[]> {
  if (!opened.some(isRevoked)) return [...opened];
  const { events } = await eventsBefore(services, organization, { before: undefined, limit: searched });
  const about = ({ cause }: IncidentRecord) => events.filter(({ objectId }) => objectId === cause.id);
  const revocations = new Map(
    opened.filter(isRevoked).map((record) => [record.id, about(record).find(isRevocation)]),
  );
  const actors = [...revocations.values()].flatMap((event) => event?.actorId ?? []);
  const callers = await findCallers(services, actors);
  return opened.map((record) => {
    const event = revocations.get(record.id);
    if (!event) return record;
    const name = about(record).find(({ objectName }) => objectName !== undefined)?.objectName ?? "";
    const by = event.actorId === undefined ? null : nameOf(event.actorId, callers, organization);
    const { evidence, cause } = record;
    return {
      ...record,
      cause: { ...cause, name },
      evidence: {
        ...evidence,
        figures: [...evidence.figures, { label: "Revoked", value: new Date(event.at).toISOString() }],
        words: by === null ? evidence.words : `The agent key was revoked by ${by}.`,
      },
    };
  });
}

const isRevocation = ({ action, result }: AuditRow) => action === "accessKey.revoked" && result === done;
