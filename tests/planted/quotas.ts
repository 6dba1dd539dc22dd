import type { Fault } from "./fault.ts";

const tests = ["tests/faults/quotas.test.ts"];

export const quotas: readonly Fault[] = [
  {
    id: "N87",
    what: "keys that somebody brings along are not counted",
    file: "packages/core/src/agent-key/move.ts",
    find: 'countAnew(to, "accessKeys"),',
    plant: "",
    tests,
    title: "brings along are counted",
  },
  {
    id: "N88",
    what: "a count writes over what was created meanwhile",
    file: "packages/core/src/organization/quota.table.ts",
    find: "when: quotaKind.equals({ [what]: before[what], counts: before.counts }),",
    plant: "",
    tests,
  },
  {
    id: "N89",
    what: "a move does not stop a count that is being made",
    file: "packages/core/src/organization/quota.table.ts",
    find: "remove: [attribute[what]], add: { [attribute.counts]: 1 }",
    plant: "remove: [attribute[what]]",
    tests,
    title: "while keys are counted",
  },
  {
    id: "N90",
    what: "an organization can connect any number of Redis Cloud accounts at once",
    file: "packages/core/src/integration/fence.ts",
    find: "const fence = [reserve(organization, quota), ...sourceChecks(ctx, organization)];",
    plant:
      'const fence = [...(quota.what === "redisClouds" ? [] : [reserve(organization, quota)]), ...sourceChecks(ctx, organization)];',
    tests,
    title: "Redis Cloud accounts",
  },
  {
    id: "N91",
    what: "an organization can connect any number of AWS accounts at once",
    file: "packages/core/src/integration/fence.ts",
    find: "const fence = [reserve(organization, quota), ...sourceChecks(ctx, organization)];",
    plant:
      'const fence = [...(quota.what === "elastiCaches" ? [] : [reserve(organization, quota)]), ...sourceChecks(ctx, organization)];',
    tests,
    title: "AWS accounts",
  },
  {
    id: "N92",
    what: "reports at the same time exceed the quota of their organization together",
    file: "packages/core/src/deployment/rows/quota.table.ts",
    find: "value: countedAfter }, ...below]",
    plant: "value: countedAfter }, ...below.slice(0, 0)]",
    tests: ["tests/contract/organization-quota.test.ts"],
  },
  {
    id: "D01",
    what: "reports that fail use up the quota of their organization",
    file: "packages/core/src/deployment/ingest/page-commit.ts",
    find: "if (error instanceof ConditionFailed) await release(services, organization, reserved);",
    plant: "",
    tests: ["tests/faults/deletions.test.ts"],
  },
  {
    id: "D02",
    what: "deployments that move from one page to the next count as new",
    file: "packages/core/src/deployment/ingest/heartbeat.ts",
    find: "new Map(changed.flatMap(",
    plant: "new Map(changed.slice(0, 1).flatMap(",
    tests: ["tests/contract/organization-quota.test.ts"],
  },
  {
    id: "D03",
    what: "a full organization is counted at every report",
    file: "packages/core/src/deployment/ingest/quota.ts",
    find: "found.countedAt < recountAfter",
    plant: "found.countedAt < 0",
    tests: ["tests/contract/organization-quota.test.ts"],
  },
];
