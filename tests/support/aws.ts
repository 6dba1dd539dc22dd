import { createElastiCache } from "@shardwatch/core/adapters/elasticache";
import type { ElastiCacheApi } from "@shardwatch/core/ports/elasticache";
import { freePort } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { createAwsSimulator } from "@shardwatch/local/simulators/aws/app";
import { type AwsState, ourCredentials } from "@shardwatch/local/simulators/aws/state";
import { call, type Person, type World } from "./world.ts";

export interface Aws {
  state: AwsState;
  api: ElastiCacheApi;
  stop(): Promise<void>;
}

/** The simulated AWS on a port of its own. */
export async function startAws(): Promise<Aws> {
  const { app, state } = createAwsSimulator();
  const port = await freePort();
  const server = await startServer({ name: "AWS", port, variable: "PORT", fetch: app.fetch });
  const api = createElastiCache({
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${port}`,
    credentials: ourCredentials,
    maxAttempts: 1,
  });
  return { state, api, stop: () => server.stop() };
}

export const roleOf = (account: string, name = "ShardwatchReadOnly") =>
  `arn:aws:iam::${account}:role/${name}`;

/** The external ID of a person's organization. */
export async function externalIdOf(world: World, person: Person): Promise<string> {
  const answer = await call(world, "POST", "/api/elasticache/external-id", { as: person });
  return ((await answer.json()) as { externalId: string }).externalId;
}

/** Creates a role that admits a person's organization. An existing role admits it too. */
export async function makeRole(world: World, aws: Aws, person: Person, roleArn: string): Promise<string> {
  const externalId = await externalIdOf(world, person);
  const there = aws.state.roles.find(({ arn }) => arn === roleArn);
  if (there) there.externalIds.push(externalId);
  else aws.state.roles.push({ arn: roleArn, externalIds: [externalId] });
  return externalId;
}

/** Connects an account by a new role; returns the id of the integration. */
export async function connectAccount(
  world: World,
  aws: Aws,
  person: Person,
  roleArn: string,
): Promise<string> {
  const externalId = await makeRole(world, aws, person, roleArn);
  const body = { roleArn, externalId };
  const answer = await call(world, "POST", "/api/elasticache", { as: person, body });
  if (answer.status !== 201) throw new Error(`connecting was answered ${await answer.text()}`);
  return ((await answer.json()) as { deploymentId: string }).deploymentId;
}
