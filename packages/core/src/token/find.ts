import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { Problem } from "../kit/problem.ts";
import { utcText } from "../kit/time.ts";
import { batchGetAll } from "../table/batch.ts";
import { endedSecretKey, tokenEntriesOf, tokenKey } from "./token.keys.ts";
import { checkToken, type TokenEntry, tokenEntryKind, tokenKind, type TokenRow } from "./token.table.ts";

export type { TokenRow };

/** The answer to a token that is mistyped, unknown or revoked. */
export const refused = () =>
  new Problem("unauthenticated", "The token is missing, wrong or revoked.", {
    code: "BAD_TOKEN",
    details: ["Authorization: must be Bearer and a token that was not revoked"],
  });

/** The answer to who has the secret of a token that is over. Expiry is a Unix epoch in milliseconds. */
export const expiredToken = (expiresAt: number) =>
  new Problem("unauthenticated", `This token expired ${utcText(expiresAt)}.`, { code: "TOKEN_EXPIRED" });

/** A check for transactions of a program. It fails when its token has been revoked. */
export const requireToken = checkToken;

/** One token; undefined when it is gone. */
export async function findToken({ table }: Services, id: string): Promise<TokenRow | undefined> {
  const row = await table.get(tokenKey(id));
  return row && tokenKind.read(row);
}

/** Throws unauthenticated when a token has been revoked. */
export async function assertNotRevoked(services: Services, id: string): Promise<void> {
  if (!(await findToken(services, id))) throw refused();
}

/** A token, and whether the holder of that secret of it has ended it. */
export async function findWithSecret(
  { table }: Services,
  id: string,
  secretHash: string,
): Promise<{ token: TokenRow | undefined; isEnded: boolean }> {
  const [row, ended] = await table.batchGet([tokenKey(id), endedSecretKey(id, secretHash)]);
  return { token: row && tokenKind.read(row), isEnded: ended !== undefined };
}

/** The tokens with these ids, those that are there. */
export async function findTokens({ table }: Services, ids: readonly string[]): Promise<TokenRow[]> {
  return (await batchGetAll(table, ids.map(tokenKey))).map(tokenKind.read);
}

/** The entries of an organization's tokens, oldest first. */
export async function entriesOf({ table }: Services, organization: OrganizationId): Promise<TokenEntry[]> {
  return (await table.queryAll(tokenEntriesOf(organization))).map(tokenEntryKind.read);
}

/** How many tokens an organization has. */
export const countTokens = async ({ table }: Services, organization: OrganizationId): Promise<number> =>
  await table.count(tokenEntriesOf(organization));
