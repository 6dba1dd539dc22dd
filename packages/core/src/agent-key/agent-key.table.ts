import type { OrganizationId } from "../access/scope.ts";
import { filled, list, number, optional, record, text } from "../table/field.ts";
import { atRevision, type Expected, raised, revision } from "../table/revision.ts";
import { type Row, RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { agentKeyKey, credentialKey } from "./agent-key.keys.ts";
import { credentialKind, isIn } from "./credential.table.ts";
import { type EndingSecrets, endedHash, handedAfter, isEnded } from "./holders.ts";

/** The key as its organization sees it. */
export const agentKeyKind = new RowKind("access key", 1, {
  keyId: text(),
  name: text(),
  /** Unix epoch in milliseconds. */
  createdAt: number(),
  /** Id of the account that created it. */
  createdBy: text(),
  /** Present when the configuration file manages it. */
  managedBy: optional(text<"file">()),
  /** How many times its secret was replaced. */
  rotations: filled(number(), 0),
  /** When the former secret ends, Unix epoch in milliseconds; absent before the first rotation. */
  formerUntil: optional(number()),
  /** Which account a rotation handed a secret to, by the number of the rotation. Rows of former versions do not say it. */
  handed: optional(list(record({ rotation: number(), to: text() }))),
  /** The rotation whose secret ended when the key moved; it counts while no rotation has replaced it. */
  endedRotation: optional(number()),
  /** When the key ends, Unix epoch in milliseconds; absent for one that has no end. */
  expiresAt: optional(number()),
  revision,
});

export type AgentKeyRow = RowOf<typeof agentKeyKind>;

/** The two rows of a new key; `secretHash` is the digest of the composite key. */
export function putKey(
  organization: OrganizationId,
  key: AgentKeyRow,
  secretHash: string,
  byManager: boolean,
): Write[] {
  const { keyId, createdBy, expiresAt } = key;
  return [
    { put: { ...agentKeyKey(organization, keyId), ...agentKeyKind.write(key) }, when: [{ exists: false }] },
    {
      put: {
        ...credentialKey(keyId),
        ...credentialKind.write({
          organizationId: organization,
          secretHash,
          createdBy,
          byManager,
          expiresAt,
        }),
      },
      when: [{ exists: false }],
    },
  ];
}

/**
 * Deletes both rows of a key. Fails when the key does not exist, or has left this organization.
 * @param expected what the key's row must hold
 * @param at the revision that it must have
 */
export function deleteKey(
  organization: OrganizationId,
  keyId: string,
  expected: Partial<Pick<AgentKeyRow, "createdBy" | "managedBy">> = {},
  at?: Expected,
): Write[] {
  const own = [...agentKeyKind.equals(expected), ...atRevision(at)];
  return [
    { delete: agentKeyKey(organization, keyId), when: [{ exists: true }, ...own] },
    { delete: credentialKey(keyId), when: isIn(organization) },
  ];
}

/**
 * Replaces the secret of a key. The former one works until `until`; one from before it ends at once. Fails
 * when the key has left the organization, or was rotated in between.
 * @param by the account that is handed the new secret
 */
export function rotateKey(
  organization: OrganizationId,
  key: AgentKeyRow,
  replaced: string,
  { secretHash, until, by }: { secretHash: string; until: number; by: string },
): Write[] {
  const { keyId, createdBy, rotations } = key;
  const both = { rotations: rotations + 1, formerUntil: until };
  // A secret that a move ended cannot work again. The one before it keeps its end.
  const former = isEnded(key) ? {} : { formerHash: replaced };
  return [
    {
      update: agentKeyKey(organization, keyId),
      change: { set: agentKeyKind.changes({ ...both, handed: handedAfter(key, by) }), add: raised },
      when: [{ exists: true }, ...agentKeyKind.equals({ createdBy })],
    },
    {
      update: credentialKey(keyId),
      change: { set: credentialKind.changes({ ...both, secretHash, ...former }) },
      when: [...isIn(organization), ...credentialKind.equals({ secretHash: replaced })],
    },
  ];
}

/** Gives a key another name. Fails when it is gone. */
export const renameKey = (organization: OrganizationId, keyId: string, name: string): Write => ({
  update: agentKeyKey(organization, keyId),
  change: { set: agentKeyKind.changes({ name }), add: raised },
  when: [{ exists: true }],
});

/** Ends the former secret of a key. Fails when the key has left the organization, or was rotated in between. */
export function endFormer(
  organization: OrganizationId,
  { keyId, createdBy, rotations, formerUntil }: AgentKeyRow,
): Write[] {
  const { attribute } = credentialKind;
  return [
    {
      update: agentKeyKey(organization, keyId),
      change: { remove: [agentKeyKind.attribute.formerUntil], add: raised },
      when: [{ exists: true }, ...agentKeyKind.equals({ createdBy, rotations, formerUntil })],
    },
    {
      update: credentialKey(keyId),
      change: { remove: [attribute.formerHash, attribute.formerUntil] },
      when: [...isIn(organization), ...credentialKind.equals({ rotations, formerUntil })],
    },
  ];
}

/**
 * Moves a key to another organization: from then on, reports with the key belong there. The key loses its
 * manager flag, because managing the former organization gives no rights in the new one. For the same reason,
 * secrets end that somebody else was handed.
 * @param stored the row of the key, whole
 * @param ends which of its secrets end
 */
export function moveKey(
  stored: Row,
  { from, to, originId }: { from: OrganizationId; to: OrganizationId; originId: string },
  ends: EndingSecrets,
): Write[] {
  const key = agentKeyKind.read(stored);
  const { keyId, createdBy, rotations } = key;
  const ended = ends.current && { secretHash: endedHash };
  const set = credentialKind.changes({ organizationId: to, originId, createdBy, byManager: false, ...ended });
  const remove = ends.former
    ? [credentialKind.attribute.formerHash, credentialKind.attribute.formerUntil]
    : [];
  const moved = { ...stored, ...(ends.current && agentKeyKind.changes({ endedRotation: rotations })) };
  if (ends.former) delete moved[agentKeyKind.attribute.formerUntil];
  return [
    // A rotation in between must not be forgotten.
    {
      delete: agentKeyKey(from, keyId),
      when: [
        { exists: true },
        ...agentKeyKind.equals({ formerUntil: key.formerUntil }),
        { attribute: agentKeyKind.attribute.rotations, absentOr: "<", value: key.rotations + 1 },
      ],
    },
    { put: { ...moved, ...agentKeyKey(to, keyId) } },
    { update: credentialKey(keyId), change: { set, remove }, when: isIn(from) },
  ];
}
