import type { Account } from "@shardwatch/core/contract/people/account";
import type { OrganizationDetail, OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import { putAccount } from "@shardwatch/core/account/account.table";
import { organizationBeingCreated } from "@shardwatch/core/access/scope.trusted";
import { newId } from "@shardwatch/core/kit/ids";
import { putMember, putOrganization } from "@shardwatch/core/organization/organization.table";
import type { Key } from "@shardwatch/core/table/keys";
import type { Row } from "@shardwatch/core/table/row";
import { expect, test } from "vitest";
import { everyPage, superAdmin } from "../support/administer.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, signUp } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);

async function writeAll(writes: readonly (Key & Row)[]): Promise<void> {
  const atOnce = 50;
  for (let start = 0; start < writes.length; start += atOnce)
    await Promise.all(writes.slice(start, start + atOnce).map((row) => world.services.table.put(row)));
}

test("API51 API19 API20 API43 more accounts, members and organizations than a page holds are listed whole", async () => {
  const now = world.clock.now();
  const { organizationId } = await signUp(world);
  const crowded = organizationBeingCreated(organizationId);
  const count = 1_050;
  const ids = Array.from({ length: count }, () => newId("account", now, world.services.random.bytes(16)));
  await writeAll(
    ids.flatMap((id, index) => {
      const person = { email: `${index}@example.com`, firstName: "One", lastName: "Of many" };
      const account = { ...person, id, redisCloudId: id, organizationId, lastLogin: now, createdAt: now };
      const organization = organizationBeingCreated(
        newId("organization", now, world.services.random.bytes(16)),
      );
      return [
        putAccount({ ...account, roles: ["VIEWER"] }),
        putMember(crowded, { ...person, accountId: id }),
        putOrganization(organization, { name: `Organization ${index}`, createdAt: now }),
      ].map((write) => {
        if ("put" in write) return write.put;
        if ("update" in write) return { ...write.update, ...write.change.set };
        throw new Error("it writes a row");
      });
    }),
  );
  const accounts = await everyPage<Account>(world, root, "/accounts", "accounts");
  expect(new Set(accounts.map(({ id }) => id)).size).toBe(count + 2);
  const path = `/accounts?organizationId=${organizationId}`;
  const members = await everyPage<Account>(world, root, path, "accounts");
  expect(new Set(members.map(({ id }) => id)).size).toBe(count + 1);
  const all = await everyPage<OrganizationListItem>(world, root, "/organizations", "organizations");
  expect(new Set(all.map(({ id }) => id)).size).toBe(count + 2);
  const detail = await call(world, "GET", `/organizations/${organizationId}`, { as: root });
  expect(((await detail.json()) as OrganizationDetail).members).toHaveLength(count + 1);
  for (const [query, trips] of [
    ["/accounts", 4],
    [path, 3],
    ["/organizations", 3],
  ] as const) {
    world.recorder.clear();
    await call(world, "GET", query, { as: root });
    expect(world.recorder.sequentialRoundTrips(), query).toBeLessThanOrEqual(trips);
  }
});
