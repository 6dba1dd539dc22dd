import { takeCensus } from "@shardwatch/core/census/census";
import type { CreatedChannel } from "@shardwatch/core/contract/channel/channel";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import type { IntegrationSource } from "@shardwatch/core/contract/source/source";
import { listen } from "@shardwatch/core/canary/canary";
import { duePasses } from "@shardwatch/core/incident/due";
import { work } from "@shardwatch/functions/jobs/work";
import { lookAt } from "../support/incidents.ts";
import { foldWithOutlook } from "../support/outlook.ts";
import { unreachable } from "../support/own-api.ts";
import { signInByOpenId } from "../support/played-openid.ts";
import { invite, inviteByEmail } from "../support/invitations.ts";
import { passkeyStory } from "../support/passkeys.ts";
import type { Integrations } from "../support/integrations/all.ts";
import { accountIdOf } from "../support/integrations/elasticache.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { programs } from "../support/personal-sessions.ts";
import { manageOne } from "../support/managed.ts";
import { shareDatabase } from "../support/share-database.ts";
import { silenceRule } from "../support/silences.ts";
import { slotFrom, slotStart } from "../support/slots.ts";
import {
  call,
  createKey,
  join,
  type Person,
  signInAgain,
  signUp,
  webOrigin,
  type World,
} from "../support/world.ts";
import { dieAfterOneWrite } from "./die-after-one-write.ts";
import { type Handles, identityOf, type Name, people } from "./people.ts";

/*
 * A few people and their fleets, as a sequence of real requests. It leaves a row of every kind, also of unfinished
 * work. The rows of each release are kept as fixtures, and every later release has to read them.
 */

export const second = 1_000;
export const minute = 60 * second;
const day = 24 * 60 * minute;

/** The number of the account that is connected of each kind of integration. */
const firstAccount = 7;

/** The content of the customer's AWS account: one cache. */
export const awsContent = {
  regions: ["eu-west-1", "us-east-1"],
  parameterGroups: {},
  caches: {
    "eu-west-1": [
      {
        kind: "replicationGroup" as const,
        id: "sessions",
        nodeType: "cache.t3.micro",
        tls: true,
        shards: [{ used: 300_000_000, nodes: ["sessions-001"] }],
      },
    ],
  },
};

/**
 * The story. Its steps run one after the other, so that the result is always the same.
 * @param readsFile whether a configuration file is part of it, which only a server reads and no function
 */
export async function tellStory(
  world: World,
  integrations: Integrations,
  readsFile = true,
): Promise<Handles> {
  const persons = {} as Record<Name, Person>;
  for (const name of people) {
    world.clock.advance(second);
    persons[name] = await signUp(world, identityOf(name));
  }
  const { root, ada, bob, eve, carol, dave, frank, gina, hank, ivy, judy } = persons;
  for (const colleague of [bob, eve]) await join(world, colleague, ada);
  const asViewer = { organizationId: ada.organizationId, roles: ["VIEWER"] };
  await ask(world, root, "PUT", `/accounts/${eve.accountId}`, asViewer);
  await ask(world, ada, "PATCH", "/me/organization", { name: "Acme", description: "Caches\nof Acme" });
  await ask(world, dave, "PATCH", "/me/organization", { name: "Dave's", onlyAdminsManageSources: true });
  await signInThroughGateway(world, "JSESSIONID=made-up");
  await signInThroughGateway(world, "JSESSIONID=ada");

  const keys = {} as Record<keyof Handles["keys"], string>;
  for (const name of ["ada", "bob", "eve", "gina"] as const)
    keys[name] = (await createKey(world, persons[name], `Key of ${name}`)).compositeKey;
  const ids = await fleets(world, ada, keys);
  const connected = await connectAll(world, integrations, ada);

  // Of five invitations one is pending, one to an email alone, and one declined. The second acceptance is unfinished.
  const pending = await invite(world, ada, carol);
  await inviteByEmail(world, ada, "newcomer@example.com");
  const declined = await invite(world, ada, frank);
  await ask(world, frank, "POST", `/invitations/${declined}/reject`);
  const moving = slotFrom(slotStart(world, 1), ["of gina"], 3_000_000);
  await send(world, keys.gina, { ...fleetOf(world, "gina", [reported("of gina")]), slots: [moving] });
  await ask(world, gina, "POST", `/invitations/${await invite(world, ada, gina)}/accept`);
  await send(world, keys.gina, fleetOf(world, "gina", [reported("of gina")]));
  await join(world, judy, hank);
  const hanks = (await createKey(world, hank, "Key of hank")).compositeKey;
  await send(world, hanks, fleetOf(world, "hank", [reported("of hank")]));
  const acceptance = await invite(world, ada, hank);
  await dieAfterOneWrite(world, hank, "POST", `/invitations/${acceptance}/accept`);

  // Other unfinished work: the deletions of an organization, an account and an integration.
  await createKey(world, dave, "Key of dave");
  await dieAfterOneWrite(world, root, "DELETE", `/organizations/${dave.organizationId}`);
  await createKey(world, ivy, "Key of ivy");
  await dieAfterOneWrite(world, root, "DELETE", `/accounts/${ivy.accountId}`);
  const { connect } = integrations.of["redis-cloud"];
  const doomed = await connect(world, await signInAgain(world, ada), firstAccount + 1);
  await dieAfterOneWrite(world, ada, "DELETE", `/redis-cloud/${doomed}`);

  const content = { filter: "status=stale", sort: { by: "name", order: "desc" }, columns: ["type"] };
  const view = await ask(world, eve, "POST", "/views", { name: "Silent caches", ...content, shared: true });
  await ask(world, eve, "PATCH", `/views/${(view as { id: string }).id}`, { filter: content.filter });
  await ask(world, eve, "POST", "/views", { name: "Mine" });
  const tomorrow = { now: () => world.clock.now() + day }; // when the day is folded
  await foldWithOutlook({ services: { ...world.services, clock: tomorrow } }, ada.organizationId);

  await ask(world, ada, "GET", "/databases"); // a look stores rows that are derived from the others
  await censuses(world, ada);
  await programs(world, await signInAgain(world, ada));
  await channels(world, ada);
  await incidents(world, ada);
  await shareDatabase(world);
  await ask(world, bob, "POST", "/auth/logout-everywhere");
  await signInByOpenId(world);
  await passkeyStory(world, frank.identity.email);
  if (readsFile) await manageOne(world, integrations);
  const sessions = {} as Handles["people"];
  for (const name of people) {
    const { accountId } = persons[name];
    const person = name === "ivy" ? persons[name] : await signInAgain(world, persons[name]);
    sessions[name] = { accountId, organizationId: person.organizationId, session: person.session.reveal() };
  }
  return {
    now: world.clock.now(),
    people: sessions,
    keys,
    ids: { ...ids, redisCloud: connected["redis-cloud"] ?? "", invitation: pending, acceptance },
  };
}

/** A report of the agent with that name. */
export function fleetOf(world: World, agent: string, deployments: ReportedDeployment[]) {
  const id = agent.padEnd(16, "0");
  const startedAt = new Date(world.clock.now() - 5 * minute).toISOString();
  const health = { platform: "linux-x64", startedAt, clockSkewMs: 40, lastError: "one server was late" };
  return reportOf(world, deployments, { agent: { id, version: "1.2.0", ...health } });
}

export const orders = () => reported("orders", { databases: databases(3) });

/** Deployments that are owned, refused, taken over, deleted and unreadable. */
async function fleets(world: World, ada: Person, keys: Handles["keys"]) {
  const unread = reported("unread", {
    status: "unreachable",
    statusMessage: "The connection was refused.",
    databases: undefined,
    gaps: ["licence: the user needs the role cluster viewer"],
  });
  const first = [
    orders(),
    reported("moved", { gaps: ["memory: the user needs +info"], certificateEnd: "2036-01-01T00:00:00Z" }),
    reported("deleted"),
    unread,
  ];
  const answer = await send(world, keys.ada, fleetOf(world, "ada", first));
  const accepted = (await answer.json()) as { deployments: { key: string; id: string }[] };
  const idOf = (key: string) => accepted.deployments.find((one) => one.key === key)?.id ?? "";
  // An admin's key may take over what its owner no longer reports; a viewer's key may not.
  // It changes twice within ten minutes, so one change is extended.
  const loading = { ...orders(), status: "loading" };
  world.clock.advance(minute);
  await send(world, keys.ada, fleetOf(world, "ada", [loading, reported("deleted"), unread]));
  world.clock.advance(6 * minute);
  await send(world, keys.ada, fleetOf(world, "ada", [orders(), reported("deleted"), unread]));
  await send(world, keys.bob, fleetOf(world, "bob", [reported("moved"), orders()]));
  const ofEve = fleetOf(world, "eve", [orders(), reported("of eve")]);
  await send(world, keys.eve, { ...ofEve, slots: [slotFrom(slotStart(world, 1), ["of eve"], 1_000)] });
  await ask(world, ada, "DELETE", `/deployments/${idOf("deleted")}`);
  return { orders: idOf("orders"), moved: idOf("moved"), deleted: idOf("deleted"), unread: idOf("unread") };
}

/** A census now, and the first one after midnight, which also keeps the list of the day. */
async function censuses(world: World, { organizationId }: Person): Promise<void> {
  const midnight = Math.ceil(world.clock.now() / day) * day;
  for (const now of [world.clock.now(), midnight])
    await takeCensus({ ...world.services, clock: { now: () => now } }, organizationId);
}

/** A webhook with two secrets, and somebody who wants no mail. */
async function channels(world: World, ada: Person): Promise<void> {
  const hook = { kind: "webhook", name: "On call", url: "https://hooks.invalid/in/1", minimum: "info" };
  const made = (await ask(world, ada, "POST", "/channels", { ...hook, clientToken: "1" })) as CreatedChannel;
  await ask(world, ada, "POST", `/channels/${made.channel.id}/secret`, {});
  await ask(world, ada, "PUT", "/routes", { routes: [{ filter: "cart", channels: [made.channel.id] }] });
  await ask(world, ada, "PUT", "/me/mail", { on: false });
}

/** The organization's agents are silent, come back, and are silent again. */
async function incidents(world: World, ada: Person, now = world.clock.now()): Promise<void> {
  for (const after of [60, 0, 2, 70]) await lookAt(world, ada, { time: now + after * minute });
  await ask(world, ada, "DELETE", `/silences/${(await silenceRule(world, ada, "unwell")).id}`);
  await ask(world, ada, "POST", "/rules", { name: "Stores fill up", when: "util>99", advice: "Ask Bob." });
  await ask(world, ada, "POST", "/patched-versions", { engine: "redis", version: "7.2.4" });
  await duePasses(world.services);
  await listen(world.services, unreachable);
}

/** An account of each kind of integration, read once. Returns their ids by kind. */
async function connectAll(world: World, { all, of }: Integrations, ada: Person) {
  of.elasticache.aws.state.accounts[accountIdOf(firstAccount)] = awsContent;
  const ids: Partial<Record<IntegrationSource, string>> = {};
  for (const { source, connect } of all)
    ids[source] = await connect(world, await signInAgain(world, ada), firstAccount);
  let isRead = false;
  for (let next = world.queue.take(); next; next = world.queue.take()) {
    isRead = await work(world.services, JSON.stringify(next.job));
    if (!isRead) throw new Error("a reading was not done");
  }
  // Where a real queue has the jobs, they are done later: the price of detailed history is not known yet.
  if (isRead)
    await ask(world, ada, "PUT", `/api/elasticache/${ids.elasticache ?? ""}/detailed-history`, { on: true });
  return ids;
}

/** The answer, which must be a success. Sessions last a quarter of an hour, and the story takes longer. */
async function ask(
  world: World,
  who: Person,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const as = await signInAgain(world, who);
  const answer = await call(world, method, path, { as, ...(body !== undefined && { body }) });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? undefined : await answer.json();
}

/** Signs in like a browser, from an address as API Gateway passes it on. */
async function signInThroughGateway(world: World, cookie: string): Promise<void> {
  const from = { requestContext: { http: { sourceIp: "198.51.100.7" } } };
  await world.app.request("/auth/login", { method: "POST", headers: { origin: webOrigin, cookie } }, from);
}
