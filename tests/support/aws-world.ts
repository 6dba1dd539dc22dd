import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import type { Account, SimulatedCache } from "@shardwatch/local/simulators/aws/state";
import { connectAccount, roleOf, startAws } from "./aws.ts";
import { call, type Person, signInAgain, signUp, startWorld, type WorldOptions } from "./world.ts";

const minute = 60_000;
let accountIds = 222_233_334_000;

/** The id of an AWS account that no test has used. */
export const nextAccountId = (): string => String((accountIds += 1));

/** A replication group with one shard of two nodes. */
export const group = (name: string, used: number, more: Partial<SimulatedCache> = {}): SimulatedCache => ({
  kind: "replicationGroup",
  id: name,
  nodeType: "cache.t3.micro",
  tls: true,
  shards: [{ used, nodes: [`${name}-001`, `${name}-002`] }],
  ...more,
});

/** The ids of a deployment's databases. */
export const idsOf = ({ databases }: Deployment): string[] => databases.map(({ id }) => id);

/** A connected AWS account, and the person who connected it. */
export interface ConnectedAws {
  person: Person;
  /** Of the integration, and of its deployment. */
  id: string;
  accountId: string;
  /** The content of the AWS account. Tests change it. */
  account: Account;
}

/**
 * The API beside a simulated AWS, with helpers that connect accounts and advance the schedule.
 * @param ports of further third parties
 */
export async function startAwsWorld(ports: WorldOptions = {}) {
  const aws = await startAws();
  const world = await startWorld({ ...ports, accounts: { ...ports.accounts, elasticache: aws.api } });

  /** Does the queued jobs, as workers would. */
  async function drain(): Promise<void> {
    for (let next = world.queue.take(); next; next = world.queue.take())
      if (!(await work(world.services, JSON.stringify(next.job)))) throw new Error("a job was not done");
  }

  async function connect(account: Account): Promise<ConnectedAws> {
    const accountId = nextAccountId();
    aws.state.accounts[accountId] = account;
    const person = await signUp(world);
    const id = await connectAccount(world, aws, person, roleOf(accountId));
    await drain();
    return { person, id, accountId, account };
  }

  /** The next tick, with all its jobs. Sessions last a quarter of an hour, so the person signs in again. */
  async function later(connected: ConnectedAws, milliseconds = 5 * minute): Promise<void> {
    world.clock.advance(milliseconds);
    connected.person = await signInAgain(world, connected.person);
    aws.state.calls.length = 0;
    await tick(world.services, world.queue);
    await drain();
  }

  async function read<T>({ person }: ConnectedAws, path: string): Promise<T> {
    const answer = await call(world, "GET", path, { as: person });
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
    return (await answer.json()) as T;
  }

  return {
    aws,
    world,
    drain,
    connect,
    later,
    deployment: (of: ConnectedAws) => read<Deployment>(of, `/deployments/${of.id}`),
    integration: (of: ConnectedAws) => read<ElastiCacheIntegration>(of, `/api/elasticache/${of.id}`),
    stop: async () => {
      await world.stop();
      await aws.stop();
    },
  };
}
