import { signInAccount } from "@shardwatch/core/account/sign-in";
import { work } from "@shardwatch/functions/jobs/work";
import { createApp } from "@shardwatch/functions/api/app";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { type Aws, connectAccount, externalIdOf, makeRole, roleOf, startAws } from "../support/aws.ts";
import { contended } from "../support/contended.ts";
import { invite } from "../support/invitations.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { saveView } from "../support/views.ts";
import { call, createKey, join, type Person, signUp, startWorld, type World } from "../support/world.ts";

let aws: Aws;
let cloud: Cloud;
let world: World;

beforeAll(async () => {
  [aws, cloud] = await Promise.all([startAws(), startCloud()]);
  world = await startWorld({ accounts: { elasticache: aws.api, "redis-cloud": cloud.api } });
});
afterAll(async () => {
  await world.stop();
  await cloud.stop();
  await aws.stop();
});

/** Prepares in the normal world. The returned work then runs in a world whose transactions conflict. */
type Scenario = () => Promise<(shaken: World) => Promise<Response>>;

let numbers = 100;
const account = () => String(111_122_220_000 + (numbers += 1));
const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;

async function connectCloud(person: Person): Promise<string> {
  return await idOf(await call(world, "POST", "/redis-cloud", { as: person, body: keysOf((numbers += 1)) }));
}

/** An invitation with its sender and its invitee, who has a key and a deployment. */
async function invitation() {
  const [host, guest] = [await signUp(world), await signUp(world)];
  const { compositeKey } = await createKey(world, guest);
  await send(world, compositeKey, reportOf(world, [reported("moves")]));
  return { host, guest, path: `/invitations/${await invite(world, host, guest)}` };
}

async function oneDeployment() {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const answer = await send(world, compositeKey, reportOf(world, [reported("one")]));
  const { deployments } = (await answer.json()) as { deployments: { id: string }[] };
  const id = deployments[0]?.id ?? "";
  return { person, compositeKey, id };
}

const scenarios: Record<string, Scenario> = {
  "POST /access-key": async () => {
    const as = await signUp(world);
    return (shaken) => call(shaken, "POST", "/access-key", { as, body: { name: "Contended" } });
  },
  "DELETE /access-key/{keyId}": async () => {
    const as = await signUp(world);
    const { keyId } = await createKey(world, as);
    return (shaken) => call(shaken, "DELETE", `/access-key/${keyId}`, { as });
  },
  "POST /agent/reports of a new deployment": async () => {
    const { compositeKey } = await createKey(world, await signUp(world));
    return (shaken) => send(shaken, compositeKey, reportOf(world, [reported("new")]));
  },
  "POST /agent/reports of a changed deployment": async () => {
    const { compositeKey } = await oneDeployment();
    world.clock.advance(60_000);
    return (shaken) => send(shaken, compositeKey, reportOf(world, [reported("one", { status: "loading" })]));
  },
  "DELETE /deployments/{id}": async () => {
    const { person, id } = await oneDeployment();
    return (shaken) => call(shaken, "DELETE", `/deployments/${id}`, { as: person });
  },
  "POST /redis-cloud": async () => {
    const as = await signUp(world);
    return (shaken) => call(shaken, "POST", "/redis-cloud", { as, body: keysOf((numbers += 1)) });
  },
  "PUT /redis-cloud/{id}": async () => {
    const as = await signUp(world);
    const id = await connectCloud(as);
    return (shaken) => call(shaken, "PUT", `/redis-cloud/${id}`, { as, body: { name: "Renamed" } });
  },
  "DELETE /redis-cloud/{id}": async () => {
    const as = await signUp(world);
    const id = await connectCloud(as);
    return (shaken) => call(shaken, "DELETE", `/redis-cloud/${id}`, { as });
  },
  "POST /api/elasticache/external-id": async () => {
    const as = await signUp(world);
    return (shaken) => call(shaken, "POST", "/api/elasticache/external-id", { as });
  },
  "POST /api/elasticache": async () => {
    const as = await signUp(world);
    const roleArn = roleOf(account());
    const externalId = await makeRole(world, aws, as, roleArn);
    return (shaken) => call(shaken, "POST", "/api/elasticache", { as, body: { roleArn, externalId } });
  },
  "PUT /api/elasticache/{id}": async () => {
    const as = await signUp(world);
    const id = await connectAccount(world, aws, as, roleOf(account()));
    const roleArn = roleOf(account());
    await makeRole(world, aws, as, roleArn);
    const body = { roleArn, externalId: await externalIdOf(world, as) };
    return (shaken) => call(shaken, "PUT", `/api/elasticache/${id}`, { as, body });
  },
  "DELETE /api/elasticache/{id}": async () => {
    const as = await signUp(world);
    const id = await connectAccount(world, aws, as, roleOf(account()));
    return (shaken) => call(shaken, "DELETE", `/api/elasticache/${id}`, { as });
  },
  "POST /views": async () => {
    const as = await signUp(world);
    return (shaken) => call(shaken, "POST", "/views", { as, body: { name: "Contended", shared: true } });
  },
  "PATCH /views/{id}": async () => {
    const as = await signUp(world);
    const id = await saveView(world, as, { name: "Mine" });
    return (shaken) => call(shaken, "PATCH", `/views/${id}`, { as, body: { name: "Contended" } });
  },
  "DELETE /views/{id}": async () => {
    const as = await signUp(world);
    const id = await saveView(world, as, { name: "Mine" });
    return (shaken) => call(shaken, "DELETE", `/views/${id}`, { as });
  },
  "POST /invitations": async () => {
    const [as, { identity }] = [await signUp(world), await signUp(world)];
    return (shaken) => call(shaken, "POST", "/invitations", { as, body: { inviteeEmail: identity.email } });
  },
  "POST /invitations/{id}/accept": async () => {
    const { guest, path } = await invitation();
    return (shaken) => call(shaken, "POST", `${path}/accept`, { as: guest });
  },
  "POST /invitations/{id}/reject": async () => {
    const { guest, path } = await invitation();
    return (shaken) => call(shaken, "POST", `${path}/reject`, { as: guest });
  },
  "POST /invitations/{id}/cancel": async () => {
    const { host, path } = await invitation();
    return (shaken) => call(shaken, "POST", `${path}/cancel`, { as: host });
  },
  "POST /organizations": async () => {
    const as = await superAdmin(world);
    return (shaken) => call(shaken, "POST", "/organizations", { as, body: { name: "Contended" } });
  },
  "PATCH /me/organization": async () => {
    const as = await signUp(world);
    return (shaken) => call(shaken, "PATCH", "/me/organization", { as, body: { name: "Contended" } });
  },
  "PUT /organizations/{id}": async () => {
    const [as, owner] = [await superAdmin(world), await signUp(world)];
    const path = `/organizations/${owner.organizationId}`;
    return (shaken) => call(shaken, "PUT", path, { as, body: { name: "Contended" } });
  },
  "DELETE /organizations/{id}": async () => {
    const [as, owner] = [await superAdmin(world), await signUp(world)];
    await createKey(world, owner);
    await connectAccount(world, aws, owner, roleOf(account()));
    await connectCloud(owner);
    return (shaken) => call(shaken, "DELETE", `/organizations/${owner.organizationId}`, { as });
  },
  "PUT /accounts/{id}": async () => {
    const [as, guest, host] = [await superAdmin(world), await signUp(world), await signUp(world)];
    const body = { organizationId: host.organizationId, roles: ["VIEWER"] };
    return (shaken) => call(shaken, "PUT", `/accounts/${guest.accountId}`, { as, body });
  },
  "DELETE /accounts/{id}": async () => {
    const [as, colleague, owner] = [await superAdmin(world), await signUp(world), await signUp(world)];
    await join(world, colleague, owner);
    await createKey(world, colleague);
    return (shaken) => call(shaken, "DELETE", `/accounts/${colleague.accountId}`, { as });
  },
};

describe("R15 ERR55 a call during which other transactions are in the way ends as without them", () => {
  test.each(Object.entries(scenarios))("%s", async (_, prepare) => {
    const [usual, act] = [await prepare(), await prepare()];
    const expected = await usual(world);
    expect(expected.status, await expected.clone().text()).toBeLessThan(300);
    const { table, conflicts } = contended(world);
    const services = { ...world.services, table };
    const answer = await act({ ...world, services, app: createApp(services) });
    expect(answer.status, await answer.clone().text()).toBe(expected.status);
    expect(conflicts()).toBeGreaterThan(0);
  });

  test("a first sign-in", async () => {
    const { table, conflicts } = contended(world);
    const { identity } = await signUp(world);
    const newcomer = { ...identity, redisCloudId: "777001", email: "contended@example.com" };
    const { organizationId } = await signInAccount({ ...world.services, table }, newcomer);
    expect(organizationId).toMatch(/^org_/);
    expect(conflicts()).toBeGreaterThan(0);
  });

  test("the first readings of connected accounts", async () => {
    const person = await signUp(world);
    await connectCloud(person);
    await connectAccount(world, aws, person, roleOf(account()));
    const { table } = contended(world);
    for (let next = world.queue.take(); next; next = world.queue.take())
      expect(await work({ ...world.services, table }, JSON.stringify(next.job)), next.job.kind).toBe(true);
  });
});
