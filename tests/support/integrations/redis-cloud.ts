import { creators, members } from "../../isolation/verdicts.ts";
import { type Cloud, keysOf, startCloud } from "../redis-cloud.ts";
import { call, type Person, type World } from "../world.ts";
import { newAccount, type TestedIntegration } from "./integration.ts";

let accounts = 0;

async function body(_world: World, _person: Person, account = ++accounts): Promise<object> {
  return await Promise.resolve({ name: `account ${account}`, ...keysOf(account) });
}

async function connect(world: World, as: Person, account?: number): Promise<string> {
  const answer = await call(world, "POST", "/redis-cloud", { as, body: await body(world, as, account) });
  if (answer.status !== 201) throw new Error(`connecting was answered ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** The integration at a simulated Redis Cloud that is running. */
export const redisCloudAt = (cloud: Cloud) => ({
  cloud,
  api: { "redis-cloud": cloud.api },
  environment: { REDIS_CLOUD_API_URL: cloud.apiUrl },
  body,
  connect,
  stop: () => cloud.stop(),
});

export const redisCloud = {
  rows: [
    [/^ORG#\w+ CLOUD#/, "redis cloud"],
    [/^ORG#\w+ CLOUDACCOUNT#/, "redis cloud account"],
  ],
  routes: {
    "GET /redis-cloud": { verdicts: members(200) },
    "POST /redis-cloud": { verdicts: members(201), body: newAccount },
    "GET /redis-cloud/{id}": { verdicts: members({ own: 200, other: 404, none: 404 }) },
    "PUT /redis-cloud/{id}": {
      verdicts: creators({ own: 200, other: 404, none: 404 }),
      body: { name: "Matrix account" },
    },
    "POST /redis-cloud/{id}/test": { verdicts: creators({ own: 202, other: 404, none: 404 }) },
    "DELETE /redis-cloud/{id}": { verdicts: creators({ own: 204, other: 404, none: 404 }) },
  },
  path: "/redis-cloud/{id}",
  unknownId: "rcl_00000000000000000000000000",
  reads: ["/redis-cloud"],
  secrets: ["apiKey", "apiSecret"],
  tab: "Redis Cloud",
  start: async () => redisCloudAt(await startCloud()),
} as const satisfies TestedIntegration;
