import type { Fault } from "./fault.ts";

const links = ["primary-link.test.ts", "refused-replica.test.ts"].map(
  (name) => `packages/agent/src/sources/redis/${name}`,
);
const link = "packages/agent/src/sources/redis/primary-link.ts";

/** What the agent says of servers and of itself. */
export const agentStates: readonly Fault[] = [
  {
    id: "AG06",
    what: "each try of a replica counts as a copy that arrives",
    file: link,
    find: 'if (read !== undefined) return read !== "0";',
    plant: 'if (read !== undefined) return read !== "";',
    tests: links,
  },
  {
    id: "AG07",
    what: "each try of a replica of Redis 6.0 counts as a copy that arrives",
    file: link,
    find: '"master_sync_left_bytes") !== "-1"',
    plant: '"master_sync_left_bytes") !== ""',
    tests: links,
  },
  {
    id: "AG08",
    what: "a refused replica is loading for six minutes",
    file: link,
    find: "const firstCopySeconds = 240;",
    plant: "const firstCopySeconds = 360;",
    tests: links,
  },
  {
    id: "AG09",
    what: "a copy that stopped arrives for ever",
    file: link,
    find: "silence !== undefined && BigInt(silence) >= firstCopySeconds",
    plant: 'silence === "" && BigInt(silence) >= firstCopySeconds',
    tests: links,
  },
  {
    id: "AG10",
    what: "a primary that begins to follow another is lost at once",
    file: link,
    find: "return isNew || waits ?",
    plant: "return isNew ?",
    tests: links,
  },
  {
    id: "AG11",
    what: "a replica that was well once waits for its copy for ever",
    file: link,
    find: "return this.#at !== undefined && now - this.#at < firstCopySeconds * 1_000;",
    plant: "return this.#at !== undefined;",
    tests: links,
  },
  {
    id: "AG12",
    what: "a Sentinel of Redict is a server without figures",
    file: "packages/agent/src/sources/redis/server-info.ts",
    find: '"redict_mode", ',
    plant: "",
    tests: ["packages/agent/src/sources/redis/sentinel.test.ts"],
  },
];
