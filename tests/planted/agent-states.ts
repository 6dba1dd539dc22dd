import type { Fault } from "./fault.ts";

const links = ["primary-link.test.ts", "refused-replica.both.test.ts"].map(
  (name) => `packages/agent/src/sources/redis/${name}`,
);
const link = "packages/agent/src/sources/redis/primary-link.ts";
const ownFile = "packages/agent/src/own-file.ts";
const health = ["health-check.test.ts", "health-process.test.ts"].map((name) => `packages/agent/src/${name}`);

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
  {
    id: "AG13",
    what: "health believes a file of another user",
    file: ownFile,
    find: "uid === undefined || stats.uid === uid ?",
    plant: "uid === undefined || stats.uid !== -1 ?",
    tests: health,
  },
  {
    id: "AG14",
    what: "health follows a link",
    file: ownFile,
    find: "| (O_NOFOLLOW ?? 0) |",
    plant: "| (O_NOFOLLOW === -1 ? 1 : 0) |",
    tests: health,
  },
  {
    id: "AG15",
    what: "health waits for a pipe",
    file: ownFile,
    find: "| (O_NONBLOCK ?? 0) |",
    plant: "| (O_NONBLOCK === -1 ? 1 : 0) |",
    tests: health,
  },
  {
    id: "AG16",
    what: "health reads a device",
    file: ownFile,
    find: "if (!stats.isFile()) return notFile;",
    plant: "",
    tests: health,
  },
  {
    id: "AG17",
    what: "health prints what is in the file as it is",
    file: "packages/agent/src/health-check.ts",
    find: "foreignText(failure, failureLimit)",
    plant: "failure.slice(0, failureLimit)",
    tests: health,
  },
  {
    id: "AG18",
    what: "a health file may have any size",
    file: ownFile,
    find: "if (length > mostBytes)",
    plant: "if (length < 0)",
    tests: health,
  },
];
