import type { Change, Condition } from "../table/expression.ts";
import { number, optional, text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { timeToLiveAttribute } from "../table/schema.ts";

export const providerSessionKey = (hash: string): Key => ({
  pk: `PROVIDERSESSION#${hash}`,
  sk: "PROVIDERSESSION",
});

export const providerSessionKind = new RowKind("provider session", 1, {
  /** Tokens and claims, sealed with the cookie's secret. */
  sealed: text(),
  /** When the provider was asked last, Unix epoch in milliseconds, as all times here. */
  askedAt: number(),
  expiresAt: number(),
  /** While somebody asks the provider: when they have given up at the latest. */
  askingUntil: optional(number()),
  /**
   * The account's generation of sessions when the person signed in; absent for generation 0. Rows of 0.3.0 have
   * none, so they end with the first "Sign out everywhere".
   */
  generation: optional(number()),
});

export type ProviderSessionRow = RowOf<typeof providerSessionKind>;

/** The whole row. `hash` is of the cookie's secret. */
export function providerSessionRow(hash: string, row: ProviderSessionRow) {
  const timeToLive = { [timeToLiveAttribute]: Math.ceil(row.expiresAt / 1_000) };
  return { ...providerSessionKey(hash), ...providerSessionKind.write(row), ...timeToLive };
}

/** The change that remembers the generation of the account's sessions. */
export const ofGeneration = (generation: number): Change => ({
  set: providerSessionKind.changes({ generation }),
});

/** The change that stores an answer of the provider, if there is one, and lets others ask. */
export function endAsking(answer: Partial<Pick<ProviderSessionRow, "sealed" | "askedAt">>): Change {
  return { set: providerSessionKind.changes(answer), remove: [providerSessionKind.attribute.askingUntil] };
}

/** The change that keeps others from asking until then. */
export const beginAsking = (askingUntil: number): Change => ({
  set: providerSessionKind.changes({ askingUntil }),
});

/** Holds for a row that was not changed since, and while nobody else asks. */
export const mayAsk = ({ askedAt }: ProviderSessionRow, now: number): Condition[] => [
  { exists: true },
  ...providerSessionKind.equals({ askedAt }),
  { attribute: providerSessionKind.attribute.askingUntil, absentOr: "<", value: now },
];
