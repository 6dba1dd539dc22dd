import type { Fault } from "./fault.ts";

const rows = "tests/storage/coming-rows.test.ts";
const words = "tests/storage/coming-words.test.ts";

/** After a downgrade, something that only the next release knows is gone or is in the way. */
export const downgrade: readonly Fault[] = [
  {
    id: "DG01",
    what: "a changed member loses what only the next release knows",
    file: "packages/core/src/organization/organization.table.ts",
    find: "return { update: memberKey(id, row.accountId), change: memberKind.replace(row) };",
    plant: "return { put: { ...memberKey(id, row.accountId), ...memberKind.write(row) } };",
    tests: [rows],
  },
  {
    id: "DG02",
    what: "a replaced row keeps the fields of this release that it has no more",
    file: "packages/core/src/table/row.ts",
    find: "return { set: attributes, remove: absent.map(([, attribute]) => attribute) };",
    plant: "return { set: attributes, remove: [] };",
    tests: ["packages/core/src/table/row.test.ts"],
  },
  {
    id: "DG03",
    what: "incidents of rules that only the next release knows are ended",
    file: "packages/core/src/incident/rows/incident.table.ts",
    find: "(isBuiltIn(record.rule) || isOwnRule(record.rule)) &&",
    plant: "record.id !== undefined ||",
    tests: [words],
  },
  {
    id: "DG04",
    what: "a silence of a kind that only the next release knows stops every pass",
    file: "packages/core/src/incident/rows/silence.table.ts",
    find: "return scope && { ...rest, scope };",
    plant: "return { ...rest, scope: scope as SilenceScope };",
    tests: [words],
  },
  {
    id: "DG05",
    what: "a view is written in a version that the release before can't read",
    file: "packages/core/src/view/view.table.ts",
    find: 'new RowKind("view", 1, {',
    plant: 'new RowKind("view", 2, {',
    tests: ["tests/server/downgrade.all.test.ts"],
  },
];
