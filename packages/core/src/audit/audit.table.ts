import type { OrganizationId } from "../access/scope.ts";
import type { AuditActorKind } from "../contract/people/audit.ts";
import type { AuditedAction } from "../contract/people/audited-actions.ts";
import { list, number, optional, text } from "../table/field.ts";
import type { Key, Run } from "../table/keys.ts";
import { RowKind, type RowOf } from "../table/row.ts";

const prefix = "AUDIT#";

/**
 * The partition of an organization's audit. It is not the organization's own one, so that lists never read
 * it, and it outlives the organization. Events that concern no organization are in one partition.
 */
const partition = (organization: OrganizationId | null): string => `${prefix}${organization ?? "none"}`;

/** The id of an event begins with its time, so the keys are in the order of time. */
export const auditKey = (organization: OrganizationId | null, id: string): Key => ({
  pk: partition(organization),
  sk: id,
});

export const auditOf = (organization: OrganizationId | null): Run => ({
  pk: partition(organization),
  prefix: "",
});

/** An event of the audit. Its attributes have short names, because a write unit is 1 KB. */
export const auditKind = new RowKind("audit event", 1, {
  id: text(),
  /** Unix epoch in milliseconds. */
  at: number(),
  action: text<AuditedAction>("do"),
  actorKind: text<AuditActorKind>("byKind"),
  /** Id of an account, an agent key or a token; absent for the system. */
  actorId: optional(text("by")),
  objectId: optional(text("on")),
  /** The object's name at that time. Absent for people, whose names are read with the event. */
  objectName: optional(text("name")),
  /** The account that the event is about, where the object is no account itself. */
  personId: optional(text("who")),
  /** JSON: a list of [field, before, after]. */
  changes: optional(text("diff")),
  /** The number of deployments that are concerned, and the first of them. */
  deploymentCount: optional(number("deps")),
  deployments: optional(list(text(), "depIds")),
  address: optional(text("ip")),
  client: optional(text("ua")),
  result: text("res"),
  /** The sentence of a refusal; absent in rows of former versions. */
  reason: optional(text("why")),
  requestId: optional(text("req")),
});

export type AuditRow = RowOf<typeof auditKind>;
