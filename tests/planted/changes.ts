import type { Fault } from "./fault.ts";

const record = ["packages/core/src/changes/record.test.ts"];

const fields = ["tests/contract/changes-of-fields.test.ts"];

/** The feed of what changed about deployments. */
export const changes: readonly Fault[] = [
  {
    id: "CF01",
    what: "an entry does not say what came and went within it",
    file: "packages/core/src/changes/record.ts",
    find: "passed: passedAfter(extended, fields, at),",
    plant: "",
    tests: record,
    title: "MND20",
  },
  {
    id: "CF02",
    what: "a value that came again counts as one of its own",
    file: "packages/core/src/changes/passing.ts",
    find: "if (known >= 0) return was.with(known, now);",
    plant: "",
    tests: record,
    title: "MND20",
  },
  {
    id: "CF03",
    what: "an entry expires 400 days after its first time",
    file: "packages/core/src/changes/change.table.ts",
    find: "(row.until ?? row.at)",
    plant: "row.at",
    tests: record,
    title: "MND21",
  },
  {
    id: "CF04",
    what: "the end of a certificate is no part of the shape that is compared",
    file: "packages/core/src/deployment/ingest/deployment-plan.ts",
    find: "own: { ...own, type, ...ownFactsOf(item), certificateEnd }",
    plant: "own: { ...own, type, ...ownFactsOf(item), ...(!certificateEnd && { certificateEnd }) }",
    tests: fields,
  },
  {
    id: "CF05",
    what: "a field of databases is not compared",
    file: "packages/core/src/changes/diff.ts",
    find: 'new Set(["id", "memoryUsed"])',
    plant: 'new Set(["id", "memoryUsed", "persistence"])',
    tests: fields,
  },
];
