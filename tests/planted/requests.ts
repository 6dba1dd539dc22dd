import type { Fault } from "./fault.ts";

const requests = ["tests/contract/request-limit.test.ts"];

/** The limit of a stranger's requests. */
export const strangers: readonly Fault[] = [
  {
    id: "N400",
    what: "an agent with a right key is counted as a stranger",
    file: "packages/functions/src/http/credentials.ts",
    find: '? identifyAgent(c.req.header("authorization"), services)',
    plant: "? identifyMember(c, services)",
    tests: requests,
  },
  {
    id: "N401",
    what: "made-up credentials are not counted",
    file: "packages/server/src/http/request-limit.ts",
    find: "c.res.status === 401 || !(await isRight(c))",
    plant: "c.res.status === 402 && !(await isRight(c))",
    tests: requests,
  },
  {
    id: "N402",
    what: "a stranger shuts out the sign-in of all people behind the same address",
    file: "packages/server/src/http/request-limit.ts",
    find: "/^\\/(?:me$|auth\\/)/.test(path)",
    plant: 'path === ""',
    tests: requests,
  },
  {
    id: "N403",
    what: "the counts of addresses grow without end",
    file: "packages/server/src/http/request-limit.ts",
    find: "count === 1 && counts.size >= mostNames && oldest !== undefined",
    plant: "count === 0 && counts.size >= mostNames && oldest !== undefined",
    tests: ["packages/server/src/http/request-limit.test.ts"],
  },
];
