import type { AuditEvent } from "../people/audit.ts";
import { type CsvColumns, csvWriter } from "./table.ts";

const noneAs = "none";

/** What a CSV file says about an event of the audit. */
export const auditColumns: CsvColumns<AuditEvent> = {
  time: ({ at }) => at,
  actorKind: ({ actor }) => actor.kind,
  actorId: ({ actor }) => actor.id ?? undefined,
  actorName: ({ actor }) => actor.name ?? undefined,
  action: ({ action }) => action,
  objectKind: ({ object }) => object.kind,
  objectId: ({ object }) => object.id ?? undefined,
  objectName: ({ object }) => object.name ?? undefined,
  changes: ({ changes }) =>
    changes
      .map(({ field, before, after }) => `${field}: ${before ?? noneAs} -> ${after ?? noneAs}`)
      .join("; ") || undefined,
  deploymentCount: ({ deployments }) => deployments?.count,
  deployments: ({ deployments }) => deployments?.first.join(" ") || undefined,
  address: ({ address }) => address ?? undefined,
  client: ({ client }) => client ?? undefined,
  result: ({ result }) => result,
  reason: ({ reason }) => reason ?? undefined,
  requestId: ({ requestId }) => requestId ?? undefined,
  id: ({ id }) => id,
};

/** The line of an event in a CSV file. */
export const auditLine = csvWriter(auditColumns);
