import type { Role } from "@shardwatch/core/contract/roles";
import type { User } from "@shardwatch/core/contract/user";
import { expect, test } from "vitest";
import { navigationFor } from "./navigation.ts";

const user = (...roles: Role[]): User => ({
  id: "acc_1",
  redisCloudId: "1",
  firstName: "Ada",
  lastName: "Bell",
  email: "ada@example.com",
  roles,
  organization: null,
});
const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label);

test("every list of pages names the admin area for super admins alone", () => {
  for (const roles of [["VIEWER"], ["ORG_ADMIN"], []] as Role[][]) {
    const { header, menu, palette } = navigationFor(user(...roles));
    for (const list of [header, menu, palette])
      expect(list.filter(({ path }) => path.startsWith("/admin"))).toEqual([]);
  }
  const { header, palette } = navigationFor(user("SUPER_ADMIN"));
  expect(labels(header)).toEqual(["Overview", "Deployments", "Databases", "Integrations", "Admin"]);
  expect(labels(palette).filter((label) => label.startsWith("Admin"))).toEqual([
    "Admin",
    "Admin: Manage Accounts",
    "Admin: Manage Organizations",
  ]);
});

test("LAY21 what a narrow header leaves out is in the account menu", () => {
  const { header, menu } = navigationFor(user("VIEWER"));
  const left = header.filter(({ wideOnly }) => wideOnly);
  expect(left).not.toEqual([]);
  expect(labels(menu.filter(({ narrowOnly }) => narrowOnly))).toEqual(labels(left));
});
