import type { ReaderContext } from "../access/context.ts";
import { chosenOrganization, type OrganizationId, ownOrganization } from "../access/scope.ts";
import { sameDigest, slowDigest } from "../kit/hash.ts";
import { Problem } from "../kit/problem.ts";
import { tryWrite } from "../table/errors.ts";
import type { Key } from "../table/keys.ts";
import type { Write } from "../table/table.ts";
import { unlessBusy } from "../table/unless-busy.ts";
import {
  clientTokenKey,
  clientTokenKind,
  type ClientTokenRow,
  putClientToken,
  renewedAfter,
} from "./client-token.table.ts";

/** What can be created by a call that is safe to repeat. Rows depend on these words, so they stay. */
export type RepeatableKind =
  | "accessKey"
  | "channel"
  | "elastiCache"
  | "redisCloud"
  | "rule"
  | "silence"
  | "view";

/** The writes that remember a creation, for the transaction that creates the object with this id. */
export type Claim = (id: string) => Write[];

/** For a call without a client token. */
export const unclaimed: Claim = () => [];

export type Outcome<New, Found> = { isNew: true; made: New } | { isNew: false; found: Found };

interface Creation<New, Found> {
  kind: RepeatableKind;
  /** The body of the call, as its contract has read it. */
  input: { clientToken?: string | undefined };
  /** The organization that a super admin has named; the caller's own when it is left out. */
  organizationId?: string | undefined;
  /** Creates the object in one transaction with the writes of the claim. */
  create: (claim: Claim) => Promise<New>;
  /** The object with that id, as it is now. Throws notFound for one that is gone. */
  find: (id: string) => Promise<Found>;
}

/**
 * Creates an object once for each client token of a caller: the same call again finds what the first one created, and
 * writes nothing. Of calls at once, one creates. A call without a client token always creates. Throws the errors of `create`, and conflict
 * for a client token that had another body. The token of an object that is gone is free.
 */
export async function once<New, Found>(
  ctx: ReaderContext,
  { kind, input: { clientToken, ...body }, organizationId, create, find }: Creation<New, Found>,
): Promise<Outcome<New, Found>> {
  const organization = organizationOf(ctx, organizationId);
  if (clientToken === undefined || !organization) return { isNew: true, made: await create(unclaimed) };
  const key = clientTokenKey(organization, { kind, caller: callerIn(ctx), token: clientToken });
  const wanted = await slowDigest(canonical(body), key.sk);
  const before = await read(ctx, key);
  const found = before && (await findAgain(before.id, find));
  if (found) return await repeated(ctx, key, before, wanted, found);
  const claim: Claim = (id) => [putClientToken(key, before, { id, body: wanted, usedAt: ctx.clock.now() })];
  try {
    return { isNew: true, made: await create(claim) };
  } catch (error) {
    // Another call with the token was faster, and so its name is taken, for example.
    const other = error instanceof Problem ? await read(ctx, key) : undefined;
    const made = other && other.id !== before?.id && (await findAgain(other.id, find));
    if (!other || !made) throw error;
    return await repeated(ctx, key, other, wanted, made);
  }
}

/**
 * A new API token goes on where the one before ended, so all programs of an organization are one caller. Each person is
 * another one: nobody may create beforehand what a program then takes for its own.
 */
const callerIn = ({ actor }: ReaderContext): string =>
  actor.kind === "token" ? "programs" : actor.accountId;

const organizationOf = ({ actor }: ReaderContext, named: string | undefined): OrganizationId | null =>
  named === undefined ? ownOrganization(actor) : (chosenOrganization(actor, named) ?? null);

async function read({ table }: ReaderContext, key: Key): Promise<ClientTokenRow | undefined> {
  const row = await table.get(key);
  return row && clientTokenKind.read(row);
}

async function findAgain<Found>(id: string, find: (id: string) => Promise<Found>) {
  try {
    return { object: await find(id) };
  } catch (error) {
    if (error instanceof Problem && error.kind === "notFound") return undefined;
    throw error;
  }
}

async function repeated<Found>(
  ctx: ReaderContext,
  key: Key,
  row: ClientTokenRow,
  wanted: string,
  { object }: { object: Found },
): Promise<Outcome<never, Found>> {
  if (!sameDigest(row.body, wanted))
    throw new Problem("conflict", "This client token has created something else.", {
      code: "CLIENT_TOKEN_USED",
      details: ["clientToken: was used with another body"],
    });
  const now = ctx.clock.now();
  if (now - row.usedAt > renewedAfter) {
    const renewal = putClientToken(key, row, { ...row, usedAt: now });
    await unlessBusy(() => tryWrite(ctx.table.transact([renewal])), false);
  }
  return { isNew: false, found: object };
}

/** JSON text that is the same for equal values, in whatever order their fields came. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
