import { randomUUID } from "node:crypto";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import type { NotificationList } from "@shardwatch/core/contract/channel/notification";
import type { Integrations } from "../support/integrations/all.ts";
import { newAccount } from "../support/integrations/integration.ts";
import { channelsIn } from "../support/channels.ts";
import { enqueue } from "../support/deliveries.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { ruleFor } from "../support/own-rules.ts";
import { silenceRule } from "../support/silences.ts";
import { invite } from "../support/invitations.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { call, createKey, join, type Person, signInAgain, signUp, type World } from "../support/world.ts";
import { createToken } from "../support/tokens.ts";
import { saveView } from "../support/views.ts";
import { filledIn } from "./placeholders.ts";
import type { PersonKind, Tenant } from "./verdicts.ts";

export interface MatrixRequest {
  /** "METHOD /path/{param}" */
  name: string;
  person: PersonKind;
  tenant: Tenant;
  body?: unknown;
  /** The world that gets the request; what it needs is prepared in the cast's own one. */
  through?: World;
}

export interface Cast {
  own: Person;
  other: Person;
  superAdmin: Person;
  request(request: MatrixRequest): Promise<Response>;
  get(person: PersonKind, path: string): Promise<Response>;
  deploymentOf(tenant: Tenant): string;
}

/** Names of the parameters in a route's path. */
export function paramsOf(name: string): string[] {
  return [...name.matchAll(/\{(\w+)\}/g)].map(([, param]) => param ?? "");
}

/** Two organizations, each with a deployment and keys. The first one has a person of each role. */
export async function cast(world: World, integrations: Integrations): Promise<Cast> {
  const own = await signUp(world, { email: "admin@own.example" });
  const viewer = await signUp(world, {}, ["VIEWER"]);
  const superAdmin = await signUp(world, {}, ["SUPER_ADMIN"]);
  await join(world, viewer, own);
  await join(world, superAdmin, own);
  const other = await signUp(world, { email: "admin@other.example" });
  const people: Partial<Record<PersonKind, Person>> = { viewer, orgAdmin: own, superAdmin };

  const reportingKey = await createKey(world, own, "Reports");
  const keys = { own: reportingKey, other: await createKey(world, other, "Reports") };
  const token = { secret: "", calls: 0 };
  const ids = {
    own: await reportOne(world, keys.own.compositeKey, "server"),
    other: await reportOne(world, keys.other.compositeKey, "server"),
    none: "dep_00000000000000000000",
  };

  const channels: Partial<Record<Tenant, Promise<string>>> = {};

  /**
   * Ids for a route's parameters. Objects that can be deleted are created for each call, because a call may
   * delete them.
   */
  async function idFor(param: string, tenant: Tenant, name: string, visitor: Person): Promise<string> {
    if (name === "DELETE /deployments/{id}" && tenant !== "none")
      return await reportOne(world, keys[tenant].compositeKey, "short-lived");
    const integration = integrationOf(name);
    if (integration && tenant === "none") return integration.unknownId;
    if (integration) return await integration.connect(world, tenant === "own" ? own : other);
    if (name.endsWith("/organizations/{id}")) return await organizationFor(tenant, name);
    if (name.includes("/accounts/{id}") || name.endsWith("/members/{id}")) return await accountFor(tenant);
    if (name.includes("/invitations/{id}/")) return await invitationFor(tenant, name, visitor);
    if (name.includes("/notifications/{id}")) return await notificationFor(tenant, visitor);
    if (name.endsWith("/views/{id}")) return await viewFor(tenant);
    if (name.endsWith("/passkeys/{id}")) return "psk_00000000000000000000";
    if (name.startsWith("DELETE /command-line-sessions")) return "ses_00000000000000000000";
    if (name.endsWith("/silences/{id}")) return await silenceFor(tenant);
    if (name.includes("/rules/{id}")) return await ruleFor(world, name, { tenant, own, other });
    if (name.includes("/incidents/{id}")) return await incidentFor(tenant, name);
    if (param === "delivery") return await deliveryFor(tenant, name);
    if (name.includes("/channels/{id}")) return await channelFor(tenant, name);
    if (name.includes("/tokens/{id}") && tenant === "none") return "tok_00000000000000000000000000";
    if (name.includes("/tokens/{id}")) return await tokenFor(tenant === "own" ? own : other, name);
    if (param === "account" || param === "token") return "acc_00000000000000000000000000";
    if (param === "id") return ids[tenant];
    if (param === "keyId" && tenant === "none") return "key_00000000000000000000000000";
    if (param === "keyId") return await keyFor(tenant === "own" ? own : other, name);
    throw new Error(`the cast has no object for the parameter ${param}`);
  }

  const keyFor = async (owner: Person, name: string) =>
    await rotatedFor(name, owner, `/access-key/${(await createKey(world, owner)).keyId}`);

  const tokenFor = async (owner: Person, name: string) =>
    await rotatedFor(name, owner, `/tokens/${(await createToken(world, owner)).id}`);

  /** The id at the end of a path. It has a former secret for the route that ends one. */
  async function rotatedFor(name: string, owner: Person, path: string): Promise<string> {
    const as = await signInAgain(world, owner);
    if (name.endsWith("/former-secret")) await call(world, "POST", `${path}/rotate`, { as, body: {} });
    return path.split("/").at(-1) ?? "";
  }

  /** The kind of integration whose objects a route names. */
  const integrationOf = (name: string) => integrations.all.find(({ path }) => name.includes(path));

  async function organizationFor(tenant: Tenant, name: string): Promise<string> {
    if (tenant === "none") return "org_00000000000000000000000000";
    // Deleting the cast's own organization would break the later calls.
    if (name.startsWith("DELETE")) return (await signUp(world)).organizationId;
    return tenant === "own" ? own.organizationId : other.organizationId;
  }

  /** Accepting and declining use one's own invitations, cancelling those of one's organization. */
  async function invitationFor(tenant: Tenant, name: string, visitor: Person): Promise<string> {
    if (tenant === "none") return "inv_00000000000000000000000000";
    if (/\/(cancel|resend)$/.test(name))
      return await invite(world, tenant === "own" ? own : other, await signUp(world));
    return await invite(world, own, tenant === "own" ? visitor : await signUp(world));
  }

  async function notificationFor(tenant: Tenant, visitor: Person): Promise<string> {
    if (tenant === "none") return "ntf_00000000000000000000000000";
    const person = tenant === "own" ? visitor : other;
    await invite(world, await signUp(world), person);
    const list = await call(world, "GET", "/notifications", { as: await signInAgain(world, person) });
    return ((await list.json()) as NotificationList).notifications[0]?.id ?? "";
  }

  /** The agent of each organization has been silent for an hour. Only an acknowledgement can be taken back. */
  async function incidentFor(tenant: Tenant, name: string): Promise<string> {
    if (tenant === "none") return "inc_00000000000000000000000000";
    const owner = tenant === "own" ? own : other;
    await lookAt(world, owner, { time: world.clock.now() + 3_600_000 });
    const id = (await incidentsOf(world, owner))[0]?.id ?? "";
    const as = await signInAgain(world, owner);
    if (name.startsWith("DELETE"))
      await call(world, "POST", `/incidents/${id}/acknowledgement`, { as, body: {} });
    return id;
  }

  /** Of a rule without incidents, so that those of other requests stay as they are. */
  const silenceFor = async (tenant: Tenant) =>
    tenant === "none"
      ? "sil_00000000000000000000000000"
      : (await silenceRule(world, tenant === "own" ? own : other, "agent-old")).id;

  /** One channel serves all but its deletion, because an organization may have twenty. */
  async function channelFor(tenant: Tenant, name: string): Promise<string> {
    if (tenant === "none") return "chn_00000000000000000000000000";
    const { addWebhook } = channelsIn(world);
    const add = async () =>
      (await addWebhook(tenant === "own" ? own : other, { name: randomUUID() })).channel.id;
    return name.startsWith("DELETE") ? await add() : await (channels[tenant] ??= add());
  }

  /** A message that waits for its next attempt. */
  async function deliveryFor(tenant: Tenant, name: string): Promise<string> {
    if (tenant === "none") return "dlv_00000000000000000000000000";
    const owner = tenant === "own" ? own : other;
    world.clock.advance(1);
    return (await enqueue(world, { id: await channelFor(tenant, name), owner })).deliveryId;
  }

  async function viewFor(tenant: Tenant): Promise<string> {
    if (tenant === "none") return "viw_00000000000000000000000000";
    const as = await signInAgain(world, tenant === "own" ? own : other);
    return await saveView(world, as, { name: randomUUID(), shared: true });
  }

  /** A person without organization, whom the cast's organization can invite. Rights do not depend on it. */
  async function loner(): Promise<Person> {
    const person = await signUp(world);
    const path = `/organizations/${person.organizationId}`;
    await call(world, "DELETE", path, { as: await signInAgain(world, superAdmin) });
    return person;
  }

  async function accountFor(tenant: Tenant): Promise<string> {
    if (tenant === "none") return "acc_00000000000000000000000000";
    const person = await signUp(world);
    await join(world, person, tenant === "own" ? own : other);
    return person.accountId;
  }

  /** A body of the matrix, with what its placeholders stand for. */
  async function filled(name: string, body: unknown, caller: Person): Promise<unknown> {
    if (body === newAccount)
      return await integrations.all.find(({ routes }) => name in routes)?.body(world, own);
    return await filledIn(world, body, { own, caller });
  }

  /** A token works a hundred times a minute, and one that ends itself works once. */
  async function bearer(name: string): Promise<string> {
    if (name === "DELETE /token") return (await createToken(world, own)).secret;
    if (token.calls % 100 === 0) token.secret = (await createToken(world, own)).secret;
    token.calls += 1;
    return token.secret;
  }

  async function request({ name, person, tenant, body, through = world }: MatrixRequest): Promise<Response> {
    const [method = "", pattern = ""] = name.split(" ");
    let path = pattern;
    // These routes answer an invitation or end all sessions, so the cast's own people cannot call them.
    const changesCaller = /\/(accept|moves|reject|logout-everywhere)$/.test(pattern);
    const visitor = changesCaller && people[person] ? await loner() : people[person];
    for (const param of paramsOf(name))
      path = path.replace(`{${param}}`, await idFor(param, tenant, name, visitor ?? (await signUp(world))));
    const isReport = pattern === "/agent/reports";
    if (isReport) world.clock.advance(2_000);
    const content = isReport
      ? reportOf(world, [reported("matrix")])
      : body && (await filled(name, body, visitor ?? own));
    // A new session for each call: one of the routes ends its session.
    const as = visitor && (await signInAgain(world, visitor));
    const key = person === "token" ? await bearer(name) : reportingKey.compositeKey;
    // The recorder must not count the preparation.
    world.recorder.clear();
    return await call(through, method, path, {
      ...(as && { as }),
      ...((person === "agentKey" || person === "token") && { key }),
      ...(content !== undefined && { body: content }),
    });
  }

  return {
    own,
    other,
    superAdmin,
    request,
    get: async (person, path) => {
      const visitor = people[person];
      return await call(world, "GET", path, visitor ? { as: await signInAgain(world, visitor) } : {});
    },
    deploymentOf: (tenant) => ids[tenant],
  };
}

async function reportOne(world: World, key: string, name: string): Promise<string> {
  world.clock.advance(2_000);
  const answer = await send(world, key, reportOf(world, [reported(name)]));
  return ((await answer.json()) as ReportAccepted).deployments[0]?.id ?? "";
}
