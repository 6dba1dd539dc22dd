import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { type Account, findAccounts } from "../account/account.ts";
import { createdByFile } from "../contract/source/rights.ts";
import { may } from "../contract/people/roles.ts";
import { isId } from "../kit/ids.ts";
import { findTokens, type TokenRow } from "../token/find.ts";

/** The people and the tokens that did something, by id. Those that are gone are missing. */
export type Callers = ReadonlyMap<string, Account | TokenRow>;

/** Reads the accounts and the tokens with these ids. Costs a read for tokens only where one is named. */
export async function findCallers(services: Services, ids: readonly string[]): Promise<Callers> {
  const isToken = (id: string) => isId("token", id);
  const people = ids.filter((id) => !isToken(id));
  const [accounts, tokens] = await Promise.all([
    findAccounts(services, people),
    findTokens(services, ids.filter(isToken)),
  ]);
  const found = tokens.map((token) => [token.id, token] as const);
  return new Map<string, Account | TokenRow>([...accounts, ...found]);
}

/** Members know one another and their tokens. Of others they know only that they run the service. */
export function nameOf(id: string, callers: Callers, organization: OrganizationId): string | null {
  if (id === createdByFile) return "Configuration file";
  const caller = callers.get(id);
  if (!caller) return isId("token", id) ? "a former token" : null;
  const isOwn = caller.organizationId === organization;
  if ("secretHash" in caller) return isOwn ? `token ${caller.name}` : null;
  const { roles, firstName, lastName, email } = caller;
  if (isOwn) return `${firstName} ${lastName}`.trim() || email;
  return may(roles, "seeEveryOrganization") ? "Shardwatch administrator" : null;
}
