import type { ElastiCacheIntegration } from "@shardwatch/core/contract/elasticache";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Aws, connectAccount, externalIdOf, makeRole, roleOf, startAws } from "../support/aws.ts";
import { call, type Person, signUp, startWorld, type World } from "../support/world.ts";

let aws: Aws;
let world: World;
let person: Person;
let accounts = 111_122_223_000;

beforeAll(async () => {
  aws = await startAws();
  world = await startWorld({ elastiCache: aws.api });
  person = await signUp(world);
});
afterAll(async () => {
  await world.stop();
  await aws.stop();
});
beforeEach(() => {
  aws.state.faults = {};
});

const newRole = () => roleOf(String((accounts += 1)));
const post = (body: unknown) => call(world, "POST", "/api/elasticache", { as: person, body });
const put = (id: string, body: unknown) => call(world, "PUT", `/api/elasticache/${id}`, { as: person, body });
const list = async () => {
  const answer = await call(world, "GET", "/api/elasticache", { as: person });
  return ((await answer.json()) as { integrations: ElastiCacheIntegration[] }).integrations;
};
const problemOf = async (answer: Response) => (await answer.json()) as ProblemBody;

describe("ELC22 ELC23 ELC24 AWS07 R12 the role is tried before it is saved", () => {
  test.each(["POST", "PUT"])("%s", async (method) => {
    const good = newRole();
    const id = await connectAccount(world, aws, person, good);
    const externalId = await externalIdOf(world, person);
    const before = await list();
    const send = (roleArn: string) =>
      method === "POST" ? post({ roleArn, externalId }) : put(id, { roleArn, externalId });

    const denied = await send(newRole());
    expect(denied.status).toBe(400);
    expect((await problemOf(denied)).code).toBe("ROLE_DENIED");

    for (const mistake of ["allowNoExternalId", "externalIdIfExists"] as const) {
      const careless = newRole();
      aws.state.roles.push({ arn: careless, externalIds: [externalId], [mistake]: true });
      const refused = await send(careless);
      expect(refused.status, mistake).toBe(400);
      const { message, details } = await problemOf(refused);
      expect(message).toContain("trust policy must require it");
      expect(details?.[0]).toContain("sts:ExternalId");
    }

    for (const pattern of [
      "*",
      "shardwatch-*",
      `${externalId.slice(0, -1)}?`,
      `${externalId.slice(0, 30)}*`,
    ]) {
      const lax = newRole();
      aws.state.roles.push({ arn: lax, externalIds: [], externalIdsLike: [pattern] });
      const answer = await send(lax);
      expect(answer.status, pattern).toBe(400);
      const problem = await problemOf(answer);
      expect(problem.code).toBe("EXTERNAL_ID_NOT_REQUIRED");
      expect(problem.details?.[0]).toContain("that requires your external ID");
    }

    const unproven = newRole();
    aws.state.roles.push({ arn: unproven, externalIds: [externalId], throttlesRefusals: true });
    expect((await send(unproven)).status, "a refusal that AWS did not speak").toBe(503);

    for (const fault of ["throttled", "error"] as const) {
      aws.state.faults = { AssumeRole: fault };
      const unknown = await send(good);
      expect(unknown.status, fault).toBe(503);
      expect(unknown.headers.get("retry-after")).toBe("10");
    }
    expect(await list()).toEqual(before);
  });
});

test("AMD14 AWS17 a role of another partition is refused with the reason, before AWS is asked", async () => {
  const id = await connectAccount(world, aws, person, newRole());
  for (const [partition, name] of [
    ["aws-cn", "AWS China"],
    ["aws-us-gov", "AWS GovCloud (US)"],
    ["aws-eusc", "another partition of AWS"],
  ] as const) {
    const roleArn = newRole().replace("arn:aws:", `arn:${partition}:`);
    const externalId = await makeRole(world, aws, person, roleArn);
    aws.state.calls.length = 0;
    for (const answer of [await post({ roleArn, externalId }), await put(id, { roleArn, externalId })]) {
      expect(answer.status).toBe(400);
      expect((await problemOf(answer)).details).toEqual([
        expect.stringContaining(`roleArn: is a role of ${name} (${partition}); Shardwatch can read only`),
      ]);
    }
    expect(aws.state.calls).toEqual([]);
  }
});
