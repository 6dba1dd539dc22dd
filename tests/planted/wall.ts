import type { Fault } from "./fault.ts";

const wall = "packages/server/src/database/wall.test.ts";
const server = "tests/server/wall.all.test.ts";

/** Programs that are not ours reach the embedded database. */
export const wallFaults: readonly Fault[] = [
  {
    id: "WL01",
    what: "the embedded database listens in the machine's own network",
    file: "packages/server/src/database/wall.ts",
    find: 'const own = ["--user", "--map-root-user", "--net"];',
    plant: 'const own = ["--user", "--map-root-user"];',
    tests: [server],
    title: "service's user",
  },
  {
    id: "WL02",
    what: "the wall is tried for nobody",
    file: "packages/server/src/database/database.ts",
    find: "const walled = await startWalled(engine, socket);",
    plant:
      "const walled: Awaited<ReturnType<typeof startWalled>> = { child: plain(), agent: () => new Agent() };",
    tests: [wall],
    title: "list of ports",
  },
  {
    id: "WL03",
    what: "everybody may open the socket",
    file: "packages/server/src/machine/guard.ts",
    find: "process.umask(0o077);",
    plant: "process.umask(0);",
    tests: [wall],
    title: "short path",
  },
  {
    id: "WL04",
    what: "the server says nothing of a database that is open",
    file: "packages/server/src/database/storage.ts",
    find: "if (openBecause === undefined) return;",
    plant: "if (openBecause !== null) return;",
    tests: [server],
    title: "says at its start",
  },
  {
    id: "WL05",
    what: "a server that must have the wall starts without it",
    file: "packages/server/src/database/database.ts",
    find: 'if (wall === "required")',
    plant: 'if (wall === "required" && walled.refused === "")',
    tests: [server],
    title: "does not start",
  },
  {
    id: "WL06",
    what: "root needs user namespaces",
    file: "packages/server/src/database/wall.ts",
    find: 'return process.getuid?.() === 0 ? [["--net"], own] : [own];',
    plant: "return [own];",
    tests: [server],
    title: "of root",
  },
];
