import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { type Aws, connectAccount, externalIdOf, makeRole, roleOf, startAws } from "../support/aws.ts";
import { call, join, type Person, signUp, startWorld, type World } from "../support/world.ts";

let aws: Aws;
let world: World;
let person: Person;
let accounts = 111_122_223_000;

beforeAll(async () => {
  aws = await startAws();
  world = await startWorld({ accounts: { elasticache: aws.api } });
  person = await signUp(world);
});

afterAll(async () => {
  await world.stop();
  await aws.stop();
});

beforeEach(() => {
  world.services.settings.elastiCache = true;
  aws.state.faults = {};
});

const newRole = () => roleOf(String((accounts += 1)));
const post = (body: unknown, as = person) => call(world, "POST", "/api/elasticache", { as, body });

const put = (id: string, body: unknown, as = person) =>
  call(world, "PUT", `/api/elasticache/${id}`, { as, body });

const listOf = async (as: Person) => {
  const answer = await call(world, "GET", "/api/elasticache", { as });
  return ((await answer.json()) as { integrations: ElastiCacheIntegration[] }).integrations;
};

const problemOf = async (answer: Response) => (await answer.json()) as ProblemBody;

test("ELC11 AWS05 AWS06 SEC02 an external ID is the organization's own, hard to guess and always the same", async () => {
  const [other, colleague] = [await signUp(world), await signUp(world)];
  await join(world, colleague, person);
  const together = await Promise.all(Array.from({ length: 5 }, () => externalIdOf(world, person)));
  const externalId = await externalIdOf(world, colleague);
  expect(new Set(together)).toEqual(new Set([externalId]));
  expect(externalId).toMatch(/^shardwatch-[0-9a-f]{40}$/);
  expect(await externalIdOf(world, other)).not.toBe(externalId);
});

test("API27 API28 API29 API31 ENT36 ROL31 AWS14 an account is connected by any member, listed and read by all, and disconnected by who connected it", async () => {
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, person);
  const roleArn = newRole();
  const externalId = await makeRole(world, aws, viewer, roleArn);
  const answer = await post({ roleArn: ` ${roleArn} `, externalId }, viewer);
  expect(answer.status).toBe(201);
  const created = (await answer.json()) as ElastiCacheIntegration;
  expect(created).toEqual({
    deploymentId: expect.stringMatching(/^dep_[0-9a-z]{20}$/) as string,
    revision: 0,
    roleArn,
    externalId,
    createdAt: new Date(world.clock.now()).toISOString(),
    createdBy: viewer.accountId,
    status: "pending",
    lastSyncAt: null,
    lastDataAt: null,
    nextSyncAt: null,
    lastError: null,
    caches: null,
    steps: [],
    progress: null,
    detailedHistory: { on: false, metrics: null, dollarsPerMonth: null },
  });
  expect(await listOf(person)).toEqual([created]);
  const path = `/api/elasticache/${created.deploymentId}`;
  expect(await (await call(world, "GET", path, { as: person })).json()).toEqual(created);
  expect((await call(world, "DELETE", path, { as: viewer })).status).toBe(204);
  expect(await listOf(person)).toEqual([]);
  expect((await call(world, "DELETE", path, { as: viewer })).status).toBe(404);
  for (const member of [person, viewer]) {
    const { notifications } = (await (await call(world, "GET", "/notifications", { as: member })).json()) as {
      notifications: { type: string; message: string }[];
    };
    const deletions = notifications.filter(({ message }) => message.includes(roleArn.split(":")[4] ?? ""));
    expect(deletions).toMatchObject([{ type: "DEPLOYMENT_DELETED" }]);
  }
  // An account can be connected again after it was disconnected.
  expect((await post({ roleArn, externalId })).status).toBe(201);
});

test("API28 ELC14 what is blank, malformed or no role is refused by the field's name", async () => {
  const externalId = await externalIdOf(world, person);
  for (const [body, detail] of [
    [{ roleArn: "  ", externalId }, "roleArn: is required"],
    [{ externalId }, "roleArn: is required"],
    [{ roleArn: newRole(), externalId: "   " }, "externalId: is required"],
    [{ roleArn: "arn:aws:iam::111122223333:user/ada", externalId }, "roleArn: isn't a role ARN"],
    [{ roleArn: `arn:aws:iam::1:role/${"x/".repeat(1_000)}!`, externalId }, "roleArn: must be the ARN"],
  ] as const) {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    const { details, message } = await problemOf(answer);
    expect(details?.[0]).toContain(detail);
    expect(message).toContain(detail.replace(":", ""));
  }
});

test("AWS06 SEC02 R12 the external ID of somebody else, or an invented one, is refused before AWS is asked", async () => {
  const other = await signUp(world);
  const roleArn = newRole();
  const foreign = await makeRole(world, aws, other, roleArn);
  aws.state.calls.length = 0;
  for (const externalId of [foreign, "invented-by-me", `${foreign}x`]) {
    const answer = await post({ roleArn, externalId });
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).details?.[0]).toMatch(/^externalId: /);
  }
  expect(aws.state.calls).toEqual([]);
});

test("AWS19 a role of our own account is refused before AWS is asked", async () => {
  const roleArn = roleOf(world.services.settings.awsAccountId ?? "");
  const externalId = await makeRole(world, aws, person, roleArn);
  aws.state.calls.length = 0;
  const answer = await post({ roleArn, externalId });
  expect(answer.status).toBe(400);
  expect((await problemOf(answer)).details).toEqual(["roleArn: must be a role of your own AWS account"]);
  expect(aws.state.calls).toEqual([]);
  const id = await connectAccount(world, aws, person, newRole());
  aws.state.calls.length = 0;
  const changed = await put(id, { roleArn, externalId });
  expect(changed.status).toBe(400);
  expect((await problemOf(changed)).code).toBe("OUR_ACCOUNT");
  expect(aws.state.calls).toEqual([]);
});

test("AWS20 API28 one role belongs to one organization, whatever the case of its name; two at once make one", async () => {
  const roleArn = newRole();
  await connectAccount(world, aws, person, roleArn);
  const externalId = await externalIdOf(world, person);
  expect((await post({ roleArn, externalId })).status).toBe(409);

  const other = await signUp(world);
  const sameRole = roleArn.replace("Shardwatch", "shardwatch");
  const foreign = await makeRole(world, aws, other, sameRole);
  const answer = await post({ roleArn: sameRole, externalId: foreign }, other);
  expect(answer.status).toBe(409);
  expect((await problemOf(answer)).message).toBe("This role is already connected to another organization.");

  const contested = newRole();
  aws.state.roles.push({ arn: contested, externalIds: [externalId, foreign] });
  const both = await Promise.all([
    post({ roleArn: contested, externalId }),
    post({ roleArn: contested, externalId: foreign }, other),
  ]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
});

test("API30 AWS15 another role keeps the deployment's id and frees the one before", async () => {
  const [first, second] = [newRole(), newRole()];
  const id = await connectAccount(world, aws, person, first);
  const externalId = await makeRole(world, aws, person, second);
  const answer = await put(id, { roleArn: second, externalId });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ deploymentId: id, roleArn: second, status: "pending" });
  expect((await put(id, { roleArn: second, externalId })).status).toBe(200);
  expect((await post({ roleArn: second, externalId })).status).toBe(409);
  expect((await post({ roleArn: first, externalId })).status).toBe(201);
  expect((await put(id, { roleArn: first, externalId })).status).toBe(409);
});

test("ELC03 with the feature off every path answers like one that does not exist, whoever asks", async () => {
  const id = await connectAccount(world, aws, person, newRole());
  world.services.settings.elastiCache = false;
  for (const [method, path] of [
    ["GET", "/api/elasticache"],
    ["POST", "/api/elasticache"],
    ["POST", "/api/elasticache/external-id"],
    ["GET", `/api/elasticache/${id}`],
    ["PUT", `/api/elasticache/${id}`],
    ["DELETE", `/api/elasticache/${id}`],
  ] as const)
    for (const as of [person, undefined]) {
      const answer = await call(world, method, path, as ? { as } : {});
      expect(answer.status, `${method} ${path}`).toBe(404);
    }
});

test("SEC05 SEC06 R13 external IDs and role ARNs are in no log line", async () => {
  world.logLines.length = 0;
  const roleArn = newRole();
  const id = await connectAccount(world, aws, person, roleArn);
  const externalId = await externalIdOf(world, person);
  await post({ roleArn: "arn:aws:iam::1:role/x", externalId });
  await put(id, { roleArn: newRole(), externalId });
  await call(world, "DELETE", `/api/elasticache/${id}`, { as: person });
  const log = world.logLines.join("\n");
  expect(log).toContain("elastiCache.created");
  expect(log).toContain("elastiCache.deleted");
  expect(log).not.toContain(externalId);
  expect(log).not.toContain(roleArn);
});

test("somebody without an organization has none, and can connect none", async () => {
  const root = await superAdmin(world);
  const lonely = await signUp(world);
  await call(world, "DELETE", `/organizations/${lonely.organizationId}`, { as: root });
  expect(await listOf(lonely)).toEqual([]);
  const answer = await call(world, "POST", "/api/elasticache/external-id", { as: lonely });
  expect(answer.status).toBe(409);
  expect((await problemOf(answer)).code).toBe("NO_ORGANIZATION");
});

test("ADM26 with its organization an integration goes too, and its role is free", async () => {
  const [root, owner] = [await superAdmin(world), await signUp(world)];
  const roleArn = newRole();
  await connectAccount(world, aws, owner, roleArn);
  expect((await call(world, "DELETE", `/organizations/${owner.organizationId}`, { as: root })).status).toBe(
    204,
  );
  await connectAccount(world, aws, person, roleArn);
});

describe("ELC22 ELC23 ELC24 AWS07 R12 the role is tried before it is saved", () => {
  test.each(["POST", "PUT"])("%s", async (method) => {
    const good = newRole();
    const id = await connectAccount(world, aws, person, good);
    const externalId = await externalIdOf(world, person);
    const before = await listOf(person);
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
    expect(await listOf(person)).toEqual(before);
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
