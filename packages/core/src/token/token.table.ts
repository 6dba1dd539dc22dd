import type { OrganizationId } from "../access/scope.ts";
import { tokenLife } from "../contract/token/limits.ts";
import type { TokenScope } from "../contract/token/scopes.ts";
import { day } from "../kit/time.ts";
import type { Condition } from "../table/expression.ts";
import { filled, list, number, optional, text } from "../table/field.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { expiresAt as expires } from "../table/schema.ts";
import type { Write } from "../table/table.ts";
import { endedSecretKey, tokenEntryKey, tokenKey } from "./token.keys.ts";

/** A token, as its calls find it. It stores only a hash of the secret. Times are Unix epoch in milliseconds. */
export const tokenKind = new RowKind("token", 1, {
  id: text(),
  organizationId: text(),
  name: text(),
  scopes: list(text<TokenScope>()),
  /** Addresses and networks that it may be used from; none for everywhere. */
  networks: list(text()),
  createdAt: number(),
  /** Id of the account that created it. */
  createdBy: text(),
  /** Present when the configuration file manages it. */
  managedBy: optional(text<"file">()),
  expiresAt: number(),
  secretHash: text(),
  /** The hash of the secret before the last rotation, and when it ends. */
  formerHash: optional(text()),
  formerUntil: optional(number()),
  /** How many times its secret was replaced. */
  rotations: filled(number(), 0),
  /** The last use that was stored, and from where. */
  usedAt: optional(number()),
  usedFrom: optional(text()),
  usedBy: optional(text()),
  /** Which secret that was, counted by rotations. */
  usedSecret: optional(number()),
  /** The networks that it was used from, the last one at the end. */
  seen: filled(list(text()), []),
  /** The last use by an assistant that was stored. */
  assistantAt: optional(number()),
  /** The tools that assistants used, each with its last use that was stored: "find_deployments 1772366400000". */
  tools: optional(list(text())),
  /** Grows with every change, but not with use. */
  revision: number(),
});

export type TokenRow = RowOf<typeof tokenKind>;

/** A token among those of its organization, with what a look at all of them needs. */
export const tokenEntryKind = new RowKind("token entry", 1, {
  id: text(),
  name: text(),
  expiresAt: number(),
});

export type TokenEntry = RowOf<typeof tokenEntryKind>;

const isIn = (organization: OrganizationId): Condition[] =>
  tokenKind.equals({ organizationId: organization });

/** Holds while the token exists and belongs to that organization. */
export const checkToken = (organization: OrganizationId, id: string) => ({
  check: tokenKey(id),
  when: isIn(organization),
});

/** How long a token that has expired is still listed, so that people see why a program is refused. */
const keptFor = 30 * day;

/** The two rows of a new token. */
export function putToken(organization: OrganizationId, token: TokenRow): Write[] {
  const { id, name, expiresAt } = token;
  const entry = tokenEntryKind.write({ id, name, expiresAt });
  const end = expires(expiresAt + keptFor);
  return [
    { put: { ...tokenKey(id), ...tokenKind.write(token), ...end }, when: [{ exists: false }] },
    { put: { ...tokenEntryKey(organization, id), ...entry, ...end }, when: [{ exists: false }] },
  ];
}

/** Changes a token. Fails when it is gone, or has another revision. */
export function changeToken(
  organization: OrganizationId,
  { id, revision }: TokenRow,
  part: Partial<Omit<TokenRow, "id" | "organizationId" | "createdAt" | "createdBy" | "revision">>,
): Write[] {
  const removed = (["formerHash", "formerUntil"] as const).filter((one) => one in part && !part[one]);
  const { name, expiresAt } = part;
  const end = expiresAt !== undefined && expires(expiresAt + keptFor);
  return [
    {
      update: tokenKey(id),
      change: {
        set: { ...tokenKind.changes({ ...part, revision: revision + 1 }), ...end },
        ...(removed.length > 0 && { remove: removed.map((one) => tokenKind.attribute[one]) }),
      },
      when: [...isIn(organization), ...tokenKind.equals({ revision })],
    },
    ...(name === undefined && expiresAt === undefined
      ? []
      : [
          {
            update: tokenEntryKey(organization, id),
            change: { set: { ...tokenEntryKind.changes({ name, expiresAt }), ...end } },
            when: [{ exists: true }],
          } satisfies Write,
        ]),
  ];
}

/** Deletes both rows of a token. Fails when it is gone. */
export const deleteToken = (organization: OrganizationId, id: string): Write[] => [
  { delete: tokenKey(id), when: isIn(organization) },
  { delete: tokenEntryKey(organization, id) },
];

/** That the holder of a secret has ended it. It counts for tokens of the configuration file, which has its digest. */
export const endedSecretKind = new RowKind("ended secret", 1, {
  /** Unix epoch in milliseconds. */
  endedAt: number(),
});

/** Remembers that a secret was ended, as long as a file could make a token of it. */
export const putEndedSecret = ({ id, createdAt }: TokenRow, secretHash: string, endedAt: number): Write => ({
  put: {
    ...endedSecretKey(id, secretHash),
    ...endedSecretKind.write({ endedAt }),
    ...expires(createdAt + tokenLife.most * day + keptFor),
  },
});

/** Holds while nobody has ended that secret. */
export const checkNotEnded = (id: string, secretHash: string): Write => ({
  check: endedSecretKey(id, secretHash),
  when: [{ exists: false }],
});

interface Use {
  usedAt: number;
  usedSecret: number;
  usedFrom: string | undefined;
  usedBy: string | undefined;
  seen: string[];
}

/** Stores a use. What it does not say is removed. Fails when the token is gone, or another use was stored since it was read. */
export function storeUse({ id, usedAt }: TokenRow, use: Use): Write {
  const absent = (["usedFrom", "usedBy"] as const).filter((name) => use[name] === undefined);
  return {
    update: tokenKey(id),
    change: {
      set: tokenKind.changes(use),
      ...(absent.length > 0 && { remove: absent.map((name) => tokenKind.attribute[name]) }),
    },
    when: [{ exists: true }, ...tokenKind.equals({ usedAt })],
  };
}

/** Stores a use by an assistant. Fails when the token is gone, or another use was stored since it was read. */
export const storeAssistantUse = (
  { id, assistantAt }: TokenRow,
  use: { assistantAt: number; tools: string[] },
): Write => ({
  update: tokenKey(id),
  change: { set: tokenKind.changes(use) },
  when: [{ exists: true }, ...tokenKind.equals({ assistantAt })],
});
