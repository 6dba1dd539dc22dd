import type { AuditPage } from "@shardwatch/core/contract/audit";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/elasticache";
import { afterAll, beforeEach, expect, test } from "vitest";
import { connectAccount, makeRole, roleOf } from "../support/aws.ts";
import { type ConnectedAws, group, nextAccountId, startAwsWorld } from "../support/aws-world.ts";
import { call, type Person, signUp } from "../support/world.ts";

const minute = 60_000;
const { aws, world, connect, drain, later, deployment, integration, stop } = await startAwsWorld();
const account = () => ({
  regions: ["eu-west-1"],
  parameterGroups: {},
  caches: { "eu-west-1": [group("sessions", 1)] },
});
let at: ConnectedAws;

afterAll(stop);

beforeEach(async () => {
  at = await connect(account());
});

const put = async (body: unknown, id = at.id, person = at.person) =>
  await call(world, "PUT", `/api/elasticache/${id}/detailed-history`, { as: person, body: body as object });

/** The changes of the option in the audit, newest first. */
async function changesOf(person: Person) {
  const answer = await call(world, "GET", "/audit?action=elastiCache.changed", { as: person });
  return ((await answer.json()) as AuditPage).events.map(({ changes }) => changes);
}

/** How many metrics beside memory were billed. */
function billedOf({ accountId }: ConnectedAws): number {
  const { BytesUsedForCache: _, ...others } = aws.state.billed[accountId] ?? {};
  return Object.values(others).reduce((sum, count) => sum + count, 0);
}

test("HIS15 switching detailed history is an event of the audit, once", async () => {
  const answer = await put({ on: true });
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as ElastiCacheIntegration).detailedHistory.on).toBe(true);
  expect((await put({ on: true })).status).toBe(200);
  const on = [{ field: "detailedHistory", before: "no", after: "yes" }];
  expect(await changesOf(at.person)).toEqual([on]);
  world.clock.advance(1_000);
  expect((await put({ on: false })).status).toBe(200);
  expect((await integration(at)).detailedHistory.on).toBe(false);
  const off = [{ field: "detailedHistory", before: "yes", after: "no" }];
  expect(await changesOf(at.person)).toEqual([off, on]);
});

test("HIS15 what cannot be switched is refused with the reason", async () => {
  const wrong = await put({ on: "yes" });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("on: must be true or false");
  const other = await signUp(world);
  expect((await put({ on: true }, at.id, other)).status).toBe(404);
});

test("HIS15 before the first reading nobody knows the price, so it stays off", async () => {
  const person = await signUp(world);
  const accountId = nextAccountId();
  aws.state.accounts[accountId] = account();
  const id = await connectAccount(world, aws, person, roleOf(accountId));
  const early = await put({ on: true }, id, person);
  expect(early.status).toBe(409);
  expect(await early.json()).toMatchObject({ code: "PRICE_UNKNOWN" });
  await drain();
  expect((await put({ on: true }, id, person)).status).toBe(200);
});

test("HIS15 it stays on with another role of the account, and ends with another account", async () => {
  await put({ on: true });
  await drain();
  const change = async (roleArn: string) => {
    world.clock.advance(minute);
    const externalId = await makeRole(world, aws, at.person, roleArn);
    const path = `/api/elasticache/${at.id}`;
    const answer = await call(world, "PUT", path, { as: at.person, body: { roleArn, externalId } });
    expect(answer.status).toBe(200);
    await drain();
    return ((await answer.json()) as ElastiCacheIntegration).detailedHistory.on;
  };
  expect(await change(roleOf(at.accountId, "Another"))).toBe(true);
  const next = nextAccountId();
  aws.state.accounts[next] = account();
  expect(await change(roleOf(next))).toBe(false);
  expect(Object.keys(aws.state.billed[next] ?? {})).toEqual(["BytesUsedForCache"]);
});

test("ELC25 a role without the right says so, and is asked again an hour later or by hand", async () => {
  const role = aws.state.roles.find(({ arn }) => arn.includes(at.accountId));
  if (role) role.denied = ["GetMetricData"];
  world.clock.advance(minute);
  await put({ on: true });
  await drain();
  const reason = "The role needs cloudwatch:GetMetricData.";
  const { steps, lastError } = await integration(at);
  expect(steps.at(-1)).toEqual({
    name: "Read detailed history",
    state: "failed",
    reason,
    regions: ["eu-west-1"],
  });
  expect(lastError).toContain("No detailed history for eu-west-1.");
  expect((await deployment(at)).gaps).toContain(
    "Detailed history in eu-west-1: the role needs cloudwatch:GetMetricData",
  );
  if (role) role.denied = [];
  const before = billedOf(at);
  await later(at);
  expect(billedOf(at) - before).toBe(0);
  expect((await integration(at)).steps.at(-1)?.state).toBe("failed");
  world.clock.advance(minute);
  expect((await call(world, "POST", `/api/elasticache/${at.id}/test`, { as: at.person })).status).toBe(202);
  await drain();
  expect(billedOf(at) - before).toBe(5);
  expect((await integration(at)).steps.at(-1)?.state).toBe("ok");
  // It costs money, so a reading by hand does not repeat what is there.
  world.clock.advance(minute);
  await call(world, "POST", `/api/elasticache/${at.id}/test`, { as: at.person });
  await drain();
  expect(billedOf(at) - before).toBe(5);
});
