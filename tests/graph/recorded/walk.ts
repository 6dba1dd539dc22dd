import { isDeepStrictEqual } from "node:util";
import type { MadeLink } from "@shardwatch/core/contract/people/sign-in-link";
import { firstLink } from "@shardwatch/core/own-sign-in/links";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import { pulsesOfSource } from "@shardwatch/core/deployment/rows/deployment.keys";
import { sparksOf } from "@shardwatch/core/census/census.keys";
import { channelKey } from "@shardwatch/core/channel/rows/channel.keys";
import type { RotatedChannel } from "@shardwatch/core/contract/channel/channel";
import { organizationKey } from "@shardwatch/core/organization/organization.keys";
import type { Run } from "@shardwatch/core/table/keys";
import { cast, type Cast } from "../../isolation/cast.ts";
import { matrix } from "../../isolation/matrix.ts";
import { awsContent, minute, tellStory } from "../../storage/story.ts";
import { accountKey } from "@shardwatch/core/account/account.keys";
import { byEmail } from "@shardwatch/core/account/account";
import { setRoles } from "@shardwatch/core/account/account.table";
import { post } from "../../support/browser.ts";
import { testedIntegrations } from "../../support/integrations/all.ts";
import { PersonsBrowser } from "../../support/openid-world.ts";
import { usePasskeys } from "../../support/passkeys.ts";
import { reported, reportOf, send } from "../../support/reports.ts";
import { scopeOf } from "../../support/scope.ts";
import { call, createKey, signInAgain, signUp, type World } from "../../support/world.ts";
import type { Cloud } from "./cloud.ts";
import { assistants, databases, targets } from "./looks.ts";

/**
 * Has the functions do everything that they do: every route with success, reports in every case, and every
 * kind of job.
 * @returns what should have sealed a former channel anew, and did not
 */
export async function record(cloud: Cloud): Promise<string[]> {
  const { world, integrations } = cloud;
  const { people } = await tellStory(world, integrations, false);
  await cloud.drain();
  await checkReadings(world, people.ada.session);
  await nextTick(cloud);
  await somethingDisappears(cloud);
  await nextTick(cloud);
  await signIn(cloud);
  await signInByLink(cloud);
  await signInByOpenId(cloud);
  await everyRoute(await cast(world, integrations));
  await reports(world);
  await assistants(world);
  await incident(cloud);
  const leftOut = await sealedBefore(cloud);
  await nextTick(cloud);
  await history(cloud, people.ada.organizationId);
  return leftOut;
}

/** Somebody comes by two links, and then by a passkey. The first link of an installation has ended before. */
async function signInByLink(cloud: Cloud): Promise<void> {
  const one = new PersonsBrowser(cloud.world);
  const tokenOf = ({ url }: MadeLink) => new URL(url).hash.slice(1);
  const ask = async (path: string, link: MadeLink) =>
    (await one.call("POST", path, { token: tokenOf(link) })).status;
  const statuses = [
    await ask("/sign-in/link/look", await firstLink(cloud.world.services)),
    await ask("/sign-in/link", await cloud.makeLink("linked@example.com")),
    await ask("/sign-in/link", await cloud.makeLink("linked@example.com")),
  ];
  const { status } = await one.call("POST", "/sign-in/links", { email: "linked@example.com" });
  if (status !== 202) throw new Error(`a link by mail was answered ${status}`);
  if (statuses.join() !== "409,200,200") throw new Error(`links were answered ${statuses.join()}`);
  await usePasskeys(one);
}

/** People of an OpenID provider: the first one, the second one, and a super admin who was one no longer. */
async function signInByOpenId({ world, openId }: Cloud): Promise<void> {
  const { table } = world.services;
  const come = async (name: string, one = new PersonsBrowser(world)) => {
    openId.people.set(name, { email: `${name}@example.com`, email_verified: true });
    const { status } = await one.signIn(name);
    if (status !== 302) throw new Error(`the way back of ${name} was answered ${status}`);
    return one;
  };
  const first = await come("first");
  await come("second");
  const [account] = await byEmail(world.services, "first@example.com");
  if (!account) throw new Error("the first person has no account");
  await table.update(accountKey(account.id), setRoles(account.id, ["VIEWER"]));
  await come("first", first);
}

/** An agent falls silent and comes back: mails arrive, and a webhook that cannot be reached is tried again. */
async function incident(cloud: Cloud): Promise<void> {
  const { world } = cloud;
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const hook = { kind: "webhook", name: "Gone", url: "https://hooks.invalid/in/1", minimum: "info" };
  const added = await call(world, "POST", "/channels", { as: person, body: hook });
  if (added.status !== 201) throw new Error(`adding a channel was answered ${added.status}`);
  const report = async () => void (await send(world, compositeKey, reportOf(world, [reported("silent")])));
  await report();
  for (const later of [0, 10, 1, 3]) {
    world.clock.advance(later * minute);
    if (later === 1) await report();
    const now = world.clock.now() - (world.clock.now() % minute);
    const due = { minute: now, previous: now - minute, since: now - 60 * minute };
    await cloud.perform("evaluate", { kind: "evaluate", organizationIds: [person.organizationId], ...due });
  }
  await cloud.drain();
}

/** A channel that the release before has sealed: a census and a message have it sealed anew. */
async function sealedBefore(cloud: Cloud): Promise<string[]> {
  const { world } = cloud;
  const leftOut: string[] = [];
  const person = await signUp(world);
  const { organizationId } = person;
  const hook = { kind: "webhook", name: "Former", url: "https://hooks.invalid/in/1", minimum: "info" };
  const added = await call(world, "POST", "/channels", { as: person, body: hook });
  const { channel, secret } = (await added.json()) as RotatedChannel;
  const key = channelKey(scopeOf(person), channel.id);
  const seal = async () => {
    const [sealedUrl, sealedSecret] = await Promise.all([
      cloud.sealFormerly(hook.url, channel.id),
      cloud.sealFormerly(secret, channel.id),
    ]);
    await world.services.table.update(key, { set: { sealedUrl, sealedSecret } });
  };
  const isSealedAnew = async () => String((await world.services.table.get(key))?.["sealedUrl"]).includes(":");
  await seal();
  await cloud.perform("keep-history", { kind: "census", organizationId });
  await cloud.drain();
  if (!(await isSealedAnew())) leftOut.push("a census");
  await seal();
  const tested = await call(world, "POST", `/channels/${channel.id}/test`, { as: person });
  if (tested.status >= 300) throw new Error(`a test was answered ${tested.status}`);
  // The message, and then the job that it queues.
  for (let passes = 0; passes < 2; passes += 1) await cloud.drain();
  if (!(await isSealedAnew())) leftOut.push("a message");
  return leftOut;
}

/** Each hour has its censuses. One of an organization that is gone deletes what an earlier one left. */
async function history(cloud: Cloud, organizationId: string): Promise<void> {
  const { world } = cloud;
  for (let ticks = 12; ticks > 0; ticks -= 1) await nextTick(cloud);
  const gone = await signUp(world);
  const rows = await world.services.table.queryAll(sparksOf(scopeOf({ organizationId })));
  if (rows.length === 0) throw new Error("no tick has queued a census");
  const { pk, sk } = organizationKey(scopeOf(gone));
  for (const row of rows) await world.services.table.put({ ...row, pk });
  await world.services.table.remove({ pk, sk });
  await cloud.perform("keep-history", { kind: "census", organizationId: gone.organizationId });
}

/** Throws unless every kind of integration was read to the end. */
async function checkReadings(world: World, session: string): Promise<void> {
  for (const path of testedIntegrations.flatMap(({ reads }) => reads)) {
    const answer = await call(world, "GET", path, { headers: { cookie: `shardwatch_session=${session}` } });
    const text = await answer.text();
    if (!text.includes('"status":"ok"')) throw new Error(`${path} was answered ${text}`);
  }
}

async function nextTick(cloud: Cloud): Promise<void> {
  cloud.world.clock.advance(6 * minute);
  await cloud.tick();
  await cloud.minute();
  await cloud.drain();
}

/** A subscription and a cache that were read before. */
async function somethingDisappears({ aws, integrations }: Cloud): Promise<void> {
  await integrations.of["redis-cloud"].cloud.control({ deleted: ["100001"] });
  for (const id of Object.keys(aws.state.accounts)) aws.state.accounts[id] = { ...awsContent, caches: {} };
}

/** A new person, who comes back and renews the session. */
async function signIn({ world, provider }: Cloud): Promise<void> {
  const JSESSIONID = await provider.signIn("newcomer@example.com");
  for (const path of ["/auth/login", "/auth/login", "/me"]) {
    const { status } = await post(world, path, { JSESSIONID });
    if (status >= 300) throw new Error(`${path} was answered ${status}`);
  }
}

/** Every route by an admin, and by the others who get another answer than an admin. Super admins read more. */
async function everyRoute(actors: Cast): Promise<void> {
  for (const [name, { verdicts, body }] of Object.entries(matrix))
    for (const person of ["orgAdmin", "superAdmin", "agentKey"] as const) {
      const verdict = verdicts[person];
      const expected = typeof verdict === "number" ? verdict : verdict.own;
      const readsMore = person === "superAdmin" && name.startsWith("GET ");
      const isSame = person !== "orgAdmin" && !readsMore && isDeepStrictEqual(verdict, verdicts.orgAdmin);
      if (expected >= 300 || isSame) continue;
      const answer = await actors.request({ name, person, tenant: "own", body });
      if (answer.status !== expected)
        throw new Error(`${name} was answered ${answer.status}: ${await answer.text()}`);
    }
}

/** Reports that are new, changed, taken over, deleted, and of more agents than a key may have. */
async function reports(world: World): Promise<void> {
  const person = await signUp(world);
  const { keyId, compositeKey } = await createKey(world, person);
  const report = async (agent: string, name: string, server = "server") => {
    const content = reportOf(world, [reported(server, { name })], { agent: { id: agent, version: "1" } });
    const answer = await send(world, compositeKey, content);
    if (answer.status !== 202) throw new Error(`a report was answered ${answer.status}`);
    return ((await answer.json()) as ReportAccepted).deployments[0]?.id ?? "";
  };
  const id = await report("first0000000", "new");
  world.clock.advance(minute);
  await report("first0000000", "changed");
  await report("second000000", "another agent");
  world.clock.advance(10 * minute);
  await report("second000000", "taken over");
  const pulses = pulsesOfSource(scopeOf(person), keyId);
  await crowd(world, pulses);
  world.clock.advance(120 * minute);
  const as = await signInAgain(world, person);
  await call(world, "DELETE", `/deployments/${id}`, { as });
  world.clock.advance(minute);
  await report("hundredfirst", "back again, and room was made");
  await databases(world, person, pulses);
  await report("hundredfirst", "back again");
  await targets(world, person, pulses);
}

/** Gives a key the most agents that it may have, by copies of the ones that it has. */
async function crowd({ services: { table } }: World, pulses: Run): Promise<void> {
  const [pulse] = await table.queryAll(pulses);
  if (!pulse) throw new Error("the key has no agent");
  const copies = Array.from({ length: 98 }, (_, index) => pulse.sk.replace("first", `${10_000 + index}`));
  await Promise.all(copies.map((sk) => table.put({ ...pulse, sk })));
}
