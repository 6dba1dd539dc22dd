import type { Account } from "@shardwatch/core/contract/people/account";
import type { Role } from "@shardwatch/core/contract/people/roles";
import { call, type Person, signUp, type World } from "./world.ts";

/** A super admin who is also a member of an organization of their own. */
export async function superAdmin(world: World): Promise<Person> {
  return await signUp(world, {}, ["SUPER_ADMIN", "ORG_ADMIN"]);
}

/** An account as `GET /accounts/{id}` returns it. */
export async function accountOf(world: World, as: Person, { accountId }: Person): Promise<Account> {
  return (await (await call(world, "GET", `/accounts/${accountId}`, { as })).json()) as Account;
}

/** Sets organization and roles of an account like the edit dialog. */
export async function assign(
  world: World,
  as: Person,
  who: Person,
  roles: Role[],
  organizationId = who.organizationId,
): Promise<Response> {
  const body = { organizationId, roles };
  return await call(world, "PUT", `/accounts/${who.accountId}`, { as, body });
}

/** Every item of a list, page after page. */
export async function everyPage<Item>(world: World, as: Person, path: string, name: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? "" : `${path.includes("?") ? "&" : "?"}cursor=${cursor}`;
    const page = (await (await call(world, "GET", `${path}${query}`, { as })).json()) as Record<
      string,
      unknown
    >;
    items.push(...(page[name] as Item[]));
    cursor = page["nextCursor"] as string | undefined;
  } while (cursor !== undefined);
  return items;
}
