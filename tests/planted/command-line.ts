import type { Fault } from "./fault.ts";

const contract = (name: string) => [`tests/contract/${name}.test.ts`];

/** What the command line trusts, and what it says by its exit code. */
export const commandLine: readonly Fault[] = [
  {
    id: "N450",
    what: "a name steers the terminal",
    file: "packages/cli/src/output/column.ts",
    find: "return cleanText(value);",
    plant: "return value;",
    tests: contract("hostile-texts"),
  },
  {
    id: "N451",
    what: "JSON steers the terminal",
    file: "packages/cli/src/output/json.ts",
    find: ".replace(unseen, escaped)",
    plant: "",
    tests: contract("hostile-texts"),
  },
  {
    id: "N452",
    what: "a file of tokens that others can read is used",
    file: "packages/cli/src/credentials/profiles.ts",
    find: "(mode & 0o077) !== 0",
    plant: "(mode & 0o007) !== 0",
    tests: contract("command-line-credentials"),
  },
  {
    id: "N453",
    what: "a silence is sent twice when the server is busy",
    file: "packages/cli/src/api/api.ts",
    find: 'method !== "GET" || ',
    plant: "",
    tests: contract("command-line-network"),
  },
  {
    id: "N454",
    what: "check says that all is well although it does not know",
    file: "packages/cli/src/commands/check.ts",
    find: "if (doubts.length > 0)",
    plant: "if (doubts.length > 9)",
    tests: contract("command-line"),
  },
  {
    id: "N455",
    what: "a list that nobody reads any more is asked for to its end",
    file: "packages/cli/src/output/output.ts",
    find: "if (this.#machine.stdout.isClosed) break;",
    plant: "",
    tests: contract("command-line-output"),
  },
  {
    id: "N456",
    what: "a session of a command line goes on when its person has left and come back",
    file: "packages/core/src/personal-session/recognize.ts",
    find: "row.membership === membershipOf(account);",
    plant: "row.membership >= 0;",
    tests: contract("command-line-sessions"),
  },
  {
    id: "N457",
    what: "a super admin reaches other organizations from a command line",
    file: "packages/core/src/personal-session/recognize.ts",
    find: "roles: rolesWithin(account.roles), commandLine",
    plant: "roles: account.roles, commandLine",
    tests: contract("command-line-sessions"),
  },
  {
    id: "N458",
    what: "the code of one command line and the secret of another open a session",
    file: "packages/core/src/personal-session/login.ts",
    find: "|| !sameDigest(row.secretHash, digest(deviceCode))",
    plant: "",
    tests: contract("command-line-sessions"),
  },
];
