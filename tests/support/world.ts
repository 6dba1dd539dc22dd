import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { Services, MemberContext } from "@shardwatch/core/access/context";
import { createKeyFileVault } from "@shardwatch/core/adapters/key-file-vault";
import { signInAccount } from "@shardwatch/core/account/sign-in";
import { setRoles } from "@shardwatch/core/account/account.table";
import { change, get } from "@shardwatch/core/account/administer";
import { trialsOf } from "@shardwatch/core/elasticache/trial";
import type { Role } from "@shardwatch/core/contract/people/roles";
import type { Secret } from "@shardwatch/core/kit/secret";
import type { Identity, IdentityProvider } from "@shardwatch/core/ports/identity";
import type { Log } from "@shardwatch/core/ports/log";
import type { Random } from "@shardwatch/core/ports/random";
import type { Vault } from "@shardwatch/core/ports/vault";
import { open } from "@shardwatch/core/session/session";
import { accountKey } from "@shardwatch/core/account/account.keys";
import { createTable } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import type { AccountApis } from "@shardwatch/core/ports/accounts";
import { type ExternalPorts, noExternalPorts } from "@shardwatch/functions/external-ports";
import { type Database, startDatabase } from "@shardwatch/server/database/database";
import type { EngineKind } from "@shardwatch/server/database/engines";
import { createQueue, type LocalQueue } from "@shardwatch/server/jobs/queue";
import { standInsAt } from "../../packages/local/src/simulators/chats/app.ts";
import { patientDatabase } from "./patient-database.ts";
import { type Recorder, record } from "./recorder.ts";

export const webOrigin = "http://localhost:5173";
export const apiOrigin = "http://localhost:3001";
/** The only address on this machine that webhooks may have. */
export const simulatorOrigin = "http://localhost:4006";

/** A clock that only the test advances. */
export class TestClock {
  time = Date.parse("2026-03-01T12:00:00.000Z");
  now = (): number => this.time;
  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}

export interface World {
  services: Services;
  clock: TestClock;
  app: ReturnType<typeof createApp>;
  recorder: Recorder;
  /** The queued jobs; only the test takes them. */
  queue: LocalQueue;
  logLines: string[];
  database: Database;
  stop(): Promise<void>;
}

/** Ports that are not given refuse every use. */
export interface WorldOptions extends Partial<Omit<ExternalPorts, "queue" | "accounts">> {
  accounts?: Partial<AccountApis>;
  engine?: EngineKind;
  identity?: IdentityProvider;
  random?: Random;
  /** Opens a second world on the database of a first one: another warm instance of the same service. */
  database?: Database;
}

/** Refuses every sign-in: worlds whose tests are not about signing in open their sessions directly. */
const closedProvider: IdentityProvider = {
  cookieName: "JSESSIONID",
  whoIs: () => Promise.resolve({ outcome: "refused", asked: true }),
  signOut: () => Promise.resolve({ asked: true }),
};

/** A vault whose key exists only in memory, because its file is removed at once. */
function testVault(): Vault {
  const folder = mkdtempSync(joinPath(tmpdir(), "shardwatch-vault-"));
  try {
    return createKeyFileVault(joinPath(folder, "vault.key"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lines contain the details of errors, as the product's do: tests search them for secrets. */
const shownErrors = (_name: string, value: unknown): unknown =>
  value instanceof Error ? { name: value.name, message: value.message } : value;

function collectLog(lines: string[], fixed: object = {}): Log {
  const line = (level: string) => (message: string, fields?: object) => {
    lines.push(JSON.stringify({ level, message, ...fixed, ...fields }, shownErrors));
  };
  return {
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    with: (fields) => collectLog(lines, { ...fixed, ...fields }),
  };
}

/**
 * A queue in which no time passes. What is sent with a delay is left to the schedule, which finds it again when it is
 * due by the world's clock.
 */
function queueOf({ now }: TestClock): LocalQueue {
  const queue = createQueue(now);
  const send: LocalQueue["send"] = async (jobs, options = {}) => {
    if ((options.delaySeconds ?? 0) === 0) await queue.send(jobs);
  };
  return { ...queue, send };
}

/** The whole API on a new database, with a clock that the test advances and a recorder of every key. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { engine, database: given, accounts, ...ports } = options;
  const none = noExternalPorts();
  const external = { ...none, ...ports, accounts: { ...none.accounts, ...accounts } };
  const database = patientDatabase(given ?? (await startDatabase(engine ? { kind: engine } : {})));
  // The server's own client takes half the time of the SDK's. `npm run test:all` repeats the contract with the SDK's.
  const client = process.env["TABLE_CLIENT"] === "sdk" ? database.client() : database.leanClient();
  const recorder = record(client);
  const clock = new TestClock();
  const logLines: string[] = [];
  const queue = queueOf(clock);
  const services: Services = {
    table: createTable({ client: recorder.client, name: database.tableName }),
    clock,
    random: { bytes: (count) => randomBytes(count) },
    log: collectLog(logLines),
    identity: closedProvider,
    ...external,
    vault: ports.vault ?? testVault(),
    roleTrials: ports.roleTrials ?? trialsOf(external.accounts.elasticache),
    queue,
    settings: {
      elastiCache: true,
      awsAccountId: "123456789012",
      environment: "local",
      webOrigin,
      apiOrigin,
      webhookAddresses: {
        ownDomains: ["shardwatch.example"],
        letThrough: [simulatorOrigin],
        standIns: standInsAt(`${simulatorOrigin}/chats`),
      },
      version: "test",
      superAdminEmails: ["root@example.com"],
      reportIntervalSeconds: () => 60,
    },
  };
  const stop = async () => {
    client.destroy();
    if (!given) await database.stop();
  };
  return { services, clock, app: createApp(services), recorder, queue, logLines, database, stop };
}

let people = 0;

export interface Person {
  accountId: string;
  organizationId: string;
  /** The value of our session cookie. */
  session: Secret;
  identity: Identity;
}

/** A person who has signed in for the first time; an admin then sets `roles`, if given. */
export async function signUp(world: World, fields: Partial<Identity> = {}, roles?: Role[]): Promise<Person> {
  people += 1;
  const identity: Identity = {
    redisCloudId: String(1_000 + people),
    email: `person${people}@example.com`,
    firstName: "Pat",
    lastName: `Person${people}`,
    company: undefined,
    ...fields,
  };
  const account = await signInAccount(world.services, identity);
  if (roles) await world.services.table.update(accountKey(account.id), setRoles(account.id, roles));
  const session = await open(world.services, account);
  return { accountId: account.id, organizationId: account.organizationId ?? "", session, identity };
}

/** The same person with another session, as on another device. */
export async function signInAgain(world: World, person: Person): Promise<Person> {
  return {
    ...person,
    session: await open(world.services, await signInAccount(world.services, person.identity)),
  };
}

/** A context in which a verb runs as a super admin. */
export function asRoot(world: World): MemberContext {
  const actor = {
    kind: "member",
    accountId: "acc_root",
    organizationId: null,
    roles: ["SUPER_ADMIN"],
  } as const;
  return { ...world.services, actor, requestId: "root" };
}

/** Moves a person into another person's organization; the roles stay. */
export async function join(world: World, person: Person, host: Person): Promise<void> {
  const { roles } = await get(asRoot(world), person.accountId);
  await change(asRoot(world), person.accountId, { organizationId: host.organizationId, roles });
  person.organizationId = host.organizationId;
}

export interface CallOptions {
  as?: Person;
  /** A composite key. */
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The address of the connection. */
  from?: string;
}

/** Calls the API like a browser or an agent. */
export async function call(
  world: World,
  method: string,
  path: string,
  { as, key, body, headers, from }: CallOptions = {},
): Promise<Response> {
  const init = {
    method,
    headers: {
      origin: webOrigin,
      ...(as && { cookie: `shardwatch_session=${as.session.reveal()}` }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  return await world.app.request(path, init, from === undefined ? {} : { clientAddress: from });
}

/** An agent key of a person's organization. */
export async function createKey(
  world: World,
  person: Person,
  name = "Test key",
): Promise<{ keyId: string; compositeKey: string }> {
  const answer = await call(world, "POST", "/access-key", { as: person, body: { name } });
  if (answer.status !== 201) throw new Error(`creating a key was answered ${answer.status}`);
  return (await answer.json()) as { keyId: string; compositeKey: string };
}
