import type { OrganizationId } from "../access/scope.ts";
import type { TokenScope } from "../contract/token/scopes.ts";
import { day } from "../kit/time.ts";
import type { Condition } from "../table/expression.ts";
import { filled, list, number, optional, text } from "../table/field.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { expiresAt as expires } from "../table/schema.ts";
import type { Write } from "../table/table.ts";
import { tokenEntryKey, tokenKey } from "./token.keys.ts";

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
  part: Partial<
    Pick<TokenRow, "name" | "scopes" | "networks" | "secretHash" | "formerHash" | "formerUntil" | "rotations">
  >,
): Write[] {
  const removed = (["formerHash", "formerUntil"] as const).filter((name) => name in part && !part[name]);
  return [
    {
      update: tokenKey(id),
      change: {
        set: tokenKind.changes({ ...part, revision: revision + 1 }),
        ...(removed.length > 0 && { remove: removed.map((name) => tokenKind.attribute[name]) }),
      },
      when: [...isIn(organization), ...tokenKind.equals({ revision })],
    },
    ...(part.name === undefined
      ? []
      : [
          {
            update: tokenEntryKey(organization, id),
            change: { set: tokenEntryKind.changes({ name: part.name }) },
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
