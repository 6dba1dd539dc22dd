import type { Origin, Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { auditDays, type AuditedAction, done } from "../contract/people/audited-actions.ts";
import { clientName } from "../kit/client-name.ts";
import { foreignText } from "../kit/foreign-text.ts";
import { newId } from "../kit/ids.ts";
import { networkOf } from "../kit/network.ts";
import { day } from "../kit/time.ts";
import type { Key } from "../table/keys.ts";
import type { Row } from "../table/row.ts";
import { expiresAt } from "../table/schema.ts";
import { auditKey, auditKind } from "./audit.table.ts";
import { type AuditFields, packChanges } from "./changes.ts";

/**
 * Who causes a change: the context of a request, or a person whose acceptance continues later, or the
 * system, or the configuration file.
 */
export interface Cause extends Pick<Services, "clock" | "random"> {
  actor:
    | { kind: "member"; accountId: string }
    | { kind: "agent"; keyId: string }
    | { kind: "token"; tokenId: string }
    | { kind: "system" }
    | { kind: "file" };
  requestId?: string | undefined;
  origin?: Origin | undefined;
}

/** What happened to which object. */
export interface AuditedChange {
  action: AuditedAction;
  id?: string | undefined;
  /** The object's name, for objects that are no people. */
  name?: string | undefined;
  /** The account that it is about, where the object is no account itself. */
  personId?: string | undefined;
  fields?: AuditFields;
  /** Ids of the deployments that are concerned. */
  deployments?: readonly string[];
  /** The code of a refusal. */
  refused?: string;
  /** The sentence that the caller of a refused request was answered. */
  reason?: string;
}

const mostDeployments = 50;
const longestName = 120;
const longestClient = 100;
const longestCode = 60;
const longestReason = 160;

/**
 * The write of a change's event. It belongs into the transaction of the change, so neither exists without the
 * other. It has no condition.
 * @param organization whose audit it belongs to; null when it concerns no organization
 */
export function auditRow(
  cause: Cause,
  organization: OrganizationId | null,
  { action, id, name, personId, fields = {}, deployments, refused, reason }: AuditedChange,
): { put: Key & Row } {
  const { clock, random, actor, requestId, origin } = cause;
  const at = clock.now();
  const eventId = newId("audit", at, random.bytes(16));
  const event = auditKind.write({
    id: eventId,
    at,
    action,
    ...actorOf(actor),
    objectId: id,
    objectName: name && foreignText(name, longestName),
    personId,
    changes: packChanges(fields),
    deploymentCount: deployments?.length,
    deployments: deployments?.slice(0, mostDeployments),
    address: origin?.address && foreignText(networkOf(origin.address), longestCode),
    client: origin?.client && foreignText(clientName(origin.client), longestClient),
    result: refused?.slice(0, longestCode) ?? done,
    reason: reason && foreignText(reason, longestReason),
    requestId,
  });
  return { put: { ...auditKey(organization, eventId), ...event, ...expiresAt(at + auditDays * day) } };
}

function actorOf(actor: Cause["actor"]) {
  if (actor.kind === "system" || actor.kind === "file") return { actorKind: actor.kind } as const;
  if (actor.kind === "agent") return { actorKind: "accessKey", actorId: actor.keyId } as const;
  if (actor.kind === "token") return { actorKind: "token", actorId: actor.tokenId } as const;
  return { actorKind: "person", actorId: actor.accountId } as const;
}

const by =
  (kind: "system" | "file") =>
  ({ clock, random }: Pick<Services, "clock" | "random">): Cause => ({ clock, random, actor: { kind } });

/** A cause for what Shardwatch does on its own. */
export const bySystem = by("system");

/** A cause for what the configuration file wants. */
export const byFile = by("file");

/** A cause for what continues a person's request later, when their connection is gone. */
export const byPerson = (services: Pick<Services, "clock" | "random">, accountId: string): Cause => ({
  ...bySystem(services),
  actor: { kind: "member", accountId },
});
