import type { OrganizationId } from "../access/scope.ts";
import type { TokenScope } from "../contract/token/scopes.ts";
import { digest } from "../kit/hash.ts";
import type { Condition } from "../table/expression.ts";
import { list, number, optional, text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { expiresAt as expires } from "../table/schema.ts";
import type { Write } from "../table/table.ts";

/** A code has few letters. Its hash keeps it out of keys, and not from who has the table: it lives ten minutes. */
export const loginKey = (userCode: string): Key => ({
  pk: `DEVICELOGIN#${digest(userCode)}`,
  sk: "DEVICELOGIN",
});

/** What a command line waits for. Times are Unix epoch in milliseconds. */
export const loginKind = new RowKind("device login", 1, {
  /** Of the device code. */
  secretHash: text(),
  client: text(),
  /** The network that it asks from. */
  network: optional(text()),
  /** What it asks for; once it is allowed, what the person has ticked. */
  scopes: list(text<TokenScope>()),
  createdAt: number(),
  expiresAt: number(),
  /** When its program last asked. */
  askedAt: optional(number()),
  decision: optional(text<"allowed" | "denied">()),
  /** Who has allowed it, and of which state of their account that is. */
  accountId: optional(text()),
  organizationId: optional(text()),
  generation: optional(number()),
  membership: optional(number()),
});
export type LoginRow = RowOf<typeof loginKind>;

export const putLogin = (userCode: string, row: LoginRow): Write => ({
  put: { ...loginKey(userCode), ...loginKind.write(row), ...expires(row.expiresAt) },
  when: [{ exists: false }],
});

const undecided: Condition[] = [{ exists: true }, ...loginKind.equals({ decision: undefined })];

/** Says no, once. */
export const deny = (userCode: string): Write => ({
  update: loginKey(userCode),
  change: { set: loginKind.changes({ decision: "denied" }) },
  when: undecided,
});

interface Allowed {
  scopes: TokenScope[];
  accountId: string;
  organizationId: OrganizationId;
  generation: number;
  membership: number;
}

/** Says yes, once. */
export const permit = (userCode: string, allowed: Allowed): Write => ({
  update: loginKey(userCode),
  change: { set: loginKind.changes({ decision: "allowed", ...allowed }) },
  when: undecided,
});

/** Notes that its program asks, unless another call was as early. */
export const noteAsked = (userCode: string, { askedAt }: LoginRow, now: number): Write => ({
  update: loginKey(userCode),
  change: { set: loginKind.changes({ askedAt: now }) },
  when: [{ exists: true }, ...loginKind.equals({ askedAt })],
});

/** Uses a permission up. */
export const useUp = (userCode: string): Write => ({
  delete: loginKey(userCode),
  when: loginKind.equals({ decision: "allowed" }),
});
