import { creators, members } from "../../isolation/verdicts.ts";
import { type Aws, connectAccount, makeRole, roleOf, startAws } from "../aws.ts";
import type { Person, World } from "../world.ts";
import { newAccount, type TestedIntegration } from "./integration.ts";

/** Above the numbers that tests choose themselves. */
let accounts = 1_000;

/** The AWS account with that number, twelve digits. */
export const accountIdOf = (account: number): string => String(444_455_556_000 + account);

/** The integration at a simulated AWS that is running. */
export function elastiCacheAt(aws: Aws) {
  const nextRole = (account = ++accounts) => roleOf(accountIdOf(account));
  return {
    aws,
    api: { elasticache: aws.api },
    environment: {},
    body: async (world: World, person: Person, account?: number) => {
      const roleArn = nextRole(account);
      return { roleArn, externalId: await makeRole(world, aws, person, roleArn) };
    },
    connect: async (world: World, person: Person, account?: number) =>
      await connectAccount(world, aws, person, nextRole(account)),
    stop: () => aws.stop(),
  };
}

export const elastiCache = {
  rows: [
    [/^ORG#\w+ ELASTICACHE#/, "elasticache"],
    [/^ORG#\w+ EXTERNALID$/, "external ID"],
    [/^ROLE#/, "role"],
  ],
  routes: {
    "GET /api/elasticache": { verdicts: members(200) },
    "POST /api/elasticache/external-id": { verdicts: members(200) },
    "POST /api/elasticache": { verdicts: members(201), body: newAccount },
    "GET /api/elasticache/{id}": { verdicts: members({ own: 200, other: 404, none: 404 }) },
    "PUT /api/elasticache/{id}": {
      verdicts: creators({ own: 200, other: 404, none: 404 }),
      body: newAccount,
    },
    // No account has been read here, so nobody knows the price.
    "PUT /api/elasticache/{id}/detailed-history": {
      verdicts: creators({ own: 409, other: 404, none: 404 }),
      body: { on: true },
    },
    "POST /api/elasticache/{id}/test": { verdicts: creators({ own: 202, other: 404, none: 404 }) },
    "DELETE /api/elasticache/{id}": { verdicts: creators({ own: 204, other: 404, none: 404 }) },
  },
  path: "/elasticache/{id}",
  unknownId: "dep_00000000000000000000",
  reads: ["/api/elasticache"],
  secrets: [],
  tab: "AWS ElastiCache",
  start: async () => elastiCacheAt(await startAws()),
} as const satisfies TestedIntegration;
