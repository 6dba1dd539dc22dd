import type { Fault } from "./fault.ts";

const members = ["tests/contract/members.test.ts"];
const ends = ["tests/contract/invitations-end.test.ts"];
const found = ["tests/contract/found-organization.test.ts"];

export const people: readonly Fault[] = [
  {
    id: "P01",
    what: "the last admin of an organization is removed",
    file: "packages/core/src/account/members.ts",
    find: "return await checksOf(ctx, both, { roles: [], organization: null });",
    plant: "return [requireUnchanged(both.manager)];",
    tests: members,
  },
  {
    id: "P02",
    what: "an admin who has just been demoted goes on managing members",
    file: "packages/core/src/account/members.ts",
    find: "return isNamed ? guards : [...guards, requireUnchanged(manager)];",
    plant: "return isNamed ? guards : [...guards];",
    tests: members,
    title: "who is demoted while",
  },
  {
    id: "P03",
    what: "another organization's member is managed",
    file: "packages/core/src/account/members.ts",
    find: "if (!account || organizationOf(account) !== organization)",
    plant: "if (!account)",
    tests: ["tests/isolation/matrix.test.ts"],
    title: "members",
  },
  {
    id: "P04",
    what: "keys are revoked although the removal is refused",
    file: "packages/core/src/offboarding/member.ts",
    find: "  await assertMayTakeOut(ctx, id);\n",
    plant: "",
    tests: members,
    title: "the last admin keeps",
  },
  {
    id: "P09",
    what: "a crash after a removal leaves the keys working",
    file: "packages/core/src/offboarding/member.ts",
    find: "  await revokeCreatedBy(ctx, organization, id);\n  await takeOut(ctx, id);",
    plant: "  await takeOut(ctx, id);",
    tests: ["tests/faults/deletions.test.ts"],
    title: "of a member with their keys",
  },
  {
    id: "P05",
    what: "an invitation never expires",
    file: "packages/core/src/invitation/invitation.table.ts",
    find: 'row.status === "pending" && now >= endOf(row)',
    plant: 'row.status === "pending" && now >= endOf(row) * 2',
    tests: ends,
  },
  {
    id: "P06",
    what: "an invitation is sent again without end",
    file: "packages/core/src/invitation/resend.ts",
    find: "window: day }, mostResent);",
    plant: "window: day }, Infinity);",
    tests: ends,
    title: "three times a day",
  },
  {
    id: "P07",
    what: "whoever accepts is a viewer, whatever the invitation says",
    file: "packages/core/src/invitation/accept.ts",
    find: "transfer(ctx, account, to, invitation.role)",
    plant: 'transfer(ctx, account, to, "VIEWER")',
    tests: ends,
    title: "carries a role",
  },
  {
    id: "P08",
    what: "two tabs create two organizations",
    file: "packages/core/src/account/found.ts",
    find: "change: assign(account.id, id, roles), when: unchanged(account) }",
    plant: "change: assign(account.id, id, roles) }",
    tests: found,
    title: "two tabs at once",
  },
];
