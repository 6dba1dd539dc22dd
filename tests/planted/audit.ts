import type { Fault } from "./fault.ts";

const isolation = ["tests/isolation/audit.test.ts"];
const log = ["tests/contract/audit-log.test.ts"];
const refusals = ["tests/contract/audit-refusals.test.ts"];
const looks = ["tests/contract/audit-looks.test.ts"];

export const audit: readonly Fault[] = [
  {
    id: "AU1",
    what: "a deployment is deleted without an event",
    file: "packages/core/src/deployment/lifecycle/remove.ts",
    find: '    auditRow(ctx, organization, { action: "deployment.deleted", id, name }),\n',
    plant: "",
    tests: isolation,
    title: "DELETE /deployments/{id}",
  },
  {
    id: "AU2",
    what: "somebody fills the table with refused attempts",
    file: "packages/core/src/audit/bounded.ts",
    find: "window: hour }, mostRefusals);",
    plant: "window: hour }, Infinity);",
    tests: refusals,
    title: "at most 60 an hour",
  },
  {
    id: "AU3",
    what: "the list of an organization's deployments records no look of a super admin",
    file: "packages/core/src/deployment/read/list.ts",
    find: "await lookInto(ctx, organization, listOne(ctx, organization, limit, position?.after))",
    plant: "await listOne(ctx, organization, limit, position?.after)",
    tests: looks,
    title: "look into another organization",
  },
  {
    id: "AU4",
    what: "the audit has whatever a path has in place of an id",
    file: "packages/functions/src/api/audit-refusals.ts",
    find: "texts.find((text) => kinds.some((kind) => isId(kind, text)))",
    plant: "texts[0]",
    tests: refusals,
    title: "a text in a path that is no id",
  },
  {
    id: "AU5",
    what: "a former organization learns where an account went",
    file: "packages/core/src/account/administer.ts",
    find: "organization: [from, null],",
    plant: "organization: [from, to],",
    tests: log,
    title: "each learn their own part only",
  },
  {
    id: "AU6",
    what: "members see which super admin looked in",
    file: "packages/core/src/audit-log/names.ts",
    find: "if (!isMember && !seesAll &&",
    plant: "if (isMember && !seesAll &&",
    tests: looks,
    title: "does not name them to members",
  },
];
