import type { Account } from "@shardwatch/core/contract/people/account";
import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import { expect, test } from "vitest";
import { tenantsOf } from "./tenants.ts";

const organization = (id: string, name: string, unhealthy = 0, silent = 0): OrganizationListItem => ({
  id,
  name,
  description: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  deleting: false,
  counts: { at: "2026-11-22T08:00:00.000Z", deployments: 9, databases: 9, unhealthy, silent },
});
const account = (of: string, lastLogin: string) =>
  ({ organization: { id: of, name: of }, lastLogin }) as Account;

test("organizations with trouble come first, the others by name, and equal names are told apart", () => {
  const all = [
    organization("org_000001", "beta"),
    organization("org_000002", "alpha"),
    organization("org_000003", "beta", 0, 1),
    organization("org_000004", "zeta", 2),
    { ...organization("org_000005", "new"), counts: null },
  ];
  expect(tenantsOf(all, undefined).map(({ label }) => label)).toEqual([
    "beta (…000003)",
    "zeta",
    "alpha",
    "beta (…000001)",
    "new",
  ]);
});

test("members and the last sign-in are of the accounts, and unknown without them", () => {
  const all = [organization("org_1", "alpha"), organization("org_2", "beta")];
  const accounts = [
    account("org_1", "2026-11-20T08:00:00.000Z"),
    account("org_1", "2026-11-21T08:00:00.000Z"),
    { ...account("", "2026-11-22T08:00:00.000Z"), organization: null },
  ];
  expect(tenantsOf(all, accounts).map(({ members, lastSignIn }) => [members, lastSignIn])).toEqual([
    [2, "2026-11-21T08:00:00.000Z"],
    [0, null],
  ]);
  expect(tenantsOf(all, undefined)[0]?.members).toBeUndefined();
});
