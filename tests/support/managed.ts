import { signInAccount } from "@shardwatch/core/account/sign-in";
import { formatAgentKey, formatToken } from "@shardwatch/core/kit/composite-key";
import { digest } from "@shardwatch/core/kit/hash";
import { newId } from "@shardwatch/core/kit/ids";
import { Secret } from "@shardwatch/core/kit/secret";
import { day } from "@shardwatch/core/kit/time";
import { applyKeys, applySources } from "@shardwatch/core/managed/apply";
import type { EntryFailure, WantedOrganization } from "@shardwatch/core/managed/configuration";
import { rememberFile } from "@shardwatch/core/managed/current-file";
import { storedEntries } from "@shardwatch/core/organization/managed";
import type { ManagedToken } from "@shardwatch/core/programs/managed";
import type { Services } from "@shardwatch/core/access/context";
import type { Role } from "@shardwatch/core/contract/people/roles";
import { change } from "@shardwatch/core/account/administer";
import type { Integrations } from "./integrations/all.ts";
import { accountIdOf } from "./integrations/elasticache.ts";
import { roleOf } from "./aws.ts";
import { keysOf } from "./redis-cloud.ts";
import { asRoot, call, type Person, signUp, type World } from "./world.ts";

/** An agent key as `shardwatch-agent keygen` makes it. */
export function makeKey({ services }: Pick<World, "services">, id?: string) {
  const { clock, random } = services;
  const keyId = id ?? newId("accessKey", clock.now(), random.bytes(16));
  const compositeKey = formatAgentKey(keyId, random.bytes(32));
  return { keyId, compositeKey, secretHash: digest(compositeKey) };
}

/** An API token as `shardwatch-agent keygen --token` makes it, as an entry of the file that works for 90 days. */
export function makeToken({ services }: Pick<World, "services">, given: Partial<ManagedToken> = {}) {
  const { clock, random } = services;
  const now = clock.now();
  const id = given.id ?? newId("token", now, random.bytes(16));
  const secret = formatToken(id, random.bytes(32));
  const token: ManagedToken = {
    name: "Prometheus",
    scopes: ["read"],
    networks: [],
    expiresAt: now + 90 * day,
    ...given,
    id,
    secretHash: digest(secret),
  };
  return { secret, token };
}

/** An entry of the file with nothing but its name. */
export const entry = (
  entryId: string,
  content: Partial<Omit<WantedOrganization, "entryId">> = {},
): WantedOrganization => ({
  entryId,
  name: `Organization ${entryId}`,
  isShared: false,
  groups: [],
  agentKeys: [],
  tokens: [],
  redisCloud: [],
  elastiCache: [],
  channels: [],
  rules: [],
  silences: [],
  views: [],
  ...content,
});

export const cloudOf = (account: number, name = `account ${account}`) => {
  const { apiKey, apiSecret } = keysOf(account);
  return { name, apiKey: new Secret(apiKey), apiSecret: new Secret(apiSecret) };
};

/** Applies a file as the server does. */
export async function applyFile(services: Services, organizations: readonly WantedOrganization[]) {
  const keys = await applyKeys(services, organizations);
  const sources = await applySources(services, organizations);
  const failures = new Map<string, EntryFailure>();
  for (const one of [...keys.failures, ...sources.failures]) failures.set(one.path, one);
  return {
    created: keys.created + sources.created,
    changed: keys.changed + sources.changed,
    removed: keys.removed + sources.removed,
    failures: [...failures.values()],
  };
}

/** The id of the organization that an entry has led to. */
export async function organizationOf({ services }: World, entryId: string): Promise<string> {
  const found = (await storedEntries(services)).find((one) => one.entryId === entryId);
  if (!found) throw new Error(`there is no organization of ${entryId}`);
  return found.organization;
}

/** A new person in the organization of an entry. */
export async function memberOf(world: World, entryId: string, role: Role = "ORG_ADMIN"): Promise<Person> {
  const person = await signUp(world);
  const organizationId = await organizationOf(world, entryId);
  await change(asRoot(world), person.accountId, { organizationId, roles: [role] });
  return { ...person, organizationId };
}

/** Far from the numbers that tests choose. */
const ownAccount = 900_000;

/** A file that leaves each kind of row, and somebody whose group has led them there. */
export async function manageOne(world: World, integrations: Integrations): Promise<void> {
  const { services } = world;
  const groups = [{ group: "managed", role: "VIEWER" as const }];
  const { keyId, secretHash } = makeKey(world);
  const [kept, found] = [makeToken(world), makeToken(world, { name: "Found by somebody" })];
  const one = entry("managed", {
    groups,
    agentKeys: [{ keyId, secretHash, name: "Key of the file" }],
    tokens: [kept.token, found.token],
    redisCloud: [cloudOf(ownAccount)],
    elastiCache: [{ roleArn: roleOf(accountIdOf(ownAccount)), detailedHistory: false }],
  });
  await rememberFile(services, digest("a file"));
  // The role can be made once the external ID is known.
  await applyFile(services, [one]);
  await call(world, "DELETE", "/token", { key: found.secret });
  one.tokens.pop();
  await admitFile(world, integrations, "managed", ownAccount);
  const { failures } = await applyFile(services, [one]);
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
  const settings = { ...services.settings, sharedOrganization: "Shared" };
  const identity = { redisCloudId: "https://login.example mia", email: "mia@example.com" };
  const names = { firstName: "Mia", lastName: "Managed", company: undefined };
  await signInAccount({ ...services, settings }, { ...identity, ...names, groups: ["managed"] });
}

/** Makes a role that admits the organization of an entry. Its first run has issued the external ID. */
export async function admitFile(
  world: World,
  { of }: Integrations,
  entryId: string,
  account: number,
): Promise<void> {
  const id = await organizationOf(world, entryId);
  const line = world.logLines.findLast((each) => each.includes("external ID") && each.includes(id));
  const { externalId } = JSON.parse(line ?? "{}") as { externalId?: string };
  if (externalId === undefined) throw new Error("the external ID is in no line of the log");
  of.elasticache.aws.state.roles.push({ arn: roleOf(accountIdOf(account)), externalIds: [externalId] });
}
