import type {
  Deployment,
  DeploymentList,
  DeploymentListItem,
} from "@shardwatch/core/contract/deployment/deployment";
import type { NotificationList } from "@shardwatch/core/contract/channel/notification";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { keysOf, startCloud } from "./redis-cloud.ts";
import { call, type Person, signInAgain, signUp, startWorld, type WorldOptions } from "./world.ts";

const minute = 60_000;
let account = 0;

/** A connected account, and the person who connected it. */
export interface Connected {
  person: Person;
  id: string;
  keys: { apiKey: string; apiSecret: string };
}

/** The names in every account, unless the simulator is set otherwise. */
export const usual = ["catalogue", "essentials-2", "payments-production", "sessions-global", "staging-cache"];

/**
 * The API beside a simulated Redis Cloud, with helpers that connect accounts and advance the schedule.
 * @param ports of further third parties
 */
export async function startCloudWorld(ports: WorldOptions = {}) {
  const cloud = await startCloud();
  const world = await startWorld({ ...ports, accounts: { ...ports.accounts, "redis-cloud": cloud.api } });

  /** Every queued job, as messages. */
  function drain(): string[] {
    const messages: string[] = [];
    for (let next = world.queue.take(); next; next = world.queue.take())
      messages.push(JSON.stringify(next.job));
    return messages;
  }

  const workAll = async () => Promise.all(drain().map((message) => work(world.services, message)));

  /** Does the schedule's work for that integration. */
  async function nextRound({ id }: Connected, after = 5 * minute): Promise<void> {
    world.clock.advance(after);
    await tick(world.services, world.queue);
    const own = drain().filter((message) => message.includes(id));
    for (const message of own) {
      if (!(await work(world.services, message))) throw new Error("a reading was not done");
    }
  }

  /** Sessions last a quarter of an hour, and tests advance the clock further. */
  const ask = async (person: Person, method: string, path: string, body?: unknown) =>
    call(world, method, path, { as: await signInAgain(world, person), ...(body !== undefined && { body }) });

  async function connect(keys = keysOf(++account), person?: Person): Promise<Connected> {
    const as = person ?? (await signUp(world));
    const answer = await ask(as, "POST", "/redis-cloud", keys);
    if (answer.status !== 201) throw new Error(`connecting was answered ${answer.status}`);
    return { person: as, id: ((await answer.json()) as RedisCloud).id, keys };
  }

  /** The same, after its first reading. */
  async function connectAndSync(keys?: Connected["keys"]): Promise<Connected> {
    const connected = await connect(keys);
    if ((await workAll()).includes(false)) throw new Error("the first reading was not done");
    return connected;
  }

  async function integration({ person, id }: Connected): Promise<RedisCloud> {
    return (await (await ask(person, "GET", `/redis-cloud/${id}`)).json()) as RedisCloud;
  }

  async function deployments({ person }: Pick<Connected, "person">): Promise<DeploymentListItem[]> {
    const answer = await ask(person, "GET", "/deployments");
    const list = ((await answer.json()) as DeploymentList).deployments;
    return list.toSorted((left, right) => left.name.localeCompare(right.name));
  }

  async function detail({ person }: Connected, name: string): Promise<Deployment> {
    const found = (await deployments({ person })).find((deployment) => deployment.name === name);
    return (await (await ask(person, "GET", `/deployments/${found?.id}`)).json()) as Deployment;
  }

  async function notificationsOf(person: Person): Promise<string[]> {
    const answer = await ask(person, "GET", "/notifications?includeRead=true");
    const { notifications } = (await answer.json()) as NotificationList;
    return notifications.map(({ type, metadata }) => `${type}: ${metadata.reasonMessage}`);
  }

  const names = async (connected: Connected) => (await deployments(connected)).map(({ name }) => name);

  return {
    cloud,
    world,
    drain,
    workAll,
    nextRound,
    ask,
    connect,
    connectAndSync,
    integration,
    deployments,
    detail,
    notificationsOf,
    names,
    /** Resets everything at Redis Cloud and empties the queue. */
    async reset() {
      await cloud.reset();
      drain();
    },
    async stop() {
      await world.stop();
      await cloud.stop();
    },
  };
}
