import type { Fault } from "./fault.ts";

const rights = ["tests/graph/recorded/rights.test.ts"];

/** Calls that would be denied in AWS, and nowhere else. */
export const grants: readonly Fault[] = [
  {
    id: "G01",
    what: "the schedule reads a row, and may only query the index",
    file: "packages/core/src/offboarding/organization.ts",
    find: "return await idsBeingDeleted(services);",
    plant: 'await services.table.get({ pk: "any", sk: "any" });\n  return await idsBeingDeleted(services);',
    tests: rights,
  },
  {
    id: "G02",
    what: "a report queries the index, and may only query the table",
    file: "packages/core/src/deployment/ingest/page-commit.ts",
    find: "const run = pulsesOfSource(organization, source.id);",
    plant: 'const run = pulsesOfSource(organization, source.id);\n  await services.table.find("any");',
    tests: rights,
  },
  {
    id: "G03",
    what: "keys are sealed in another context than the one that the policy names",
    file: "packages/core/src/adapters/vault-context.ts",
    find: 'application: "shardwatch"',
    plant: 'application: "another"',
    tests: rights,
  },
  {
    id: "G04",
    what: "the code has a command that no test has any function send",
    file: "packages/core/src/adapters/aws/clients.ts",
    find: "export { DecryptCommand,",
    plant: "export { DecryptCommand, GenerateDataKeyCommand,",
    tests: rights,
  },
];
