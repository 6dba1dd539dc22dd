import { createElastiCache } from "@shardwatch/core/adapters/aws/elasticache";
import type { ElastiCacheApi } from "@shardwatch/core/ports/elasticache";
import { createAwsSimulator } from "@shardwatch/local/simulators/aws/app";
import { type AwsState, ourCredentials } from "@shardwatch/local/simulators/aws/state";
import { createGate, type Held } from "./gate.ts";
import { patience } from "./patience.ts";
import { serve } from "./serve.ts";
import { call, type Person, type World } from "./world.ts";

export interface Aws {
  state: AwsState;
  api: ElastiCacheApi;
  stop(): Promise<void>;
}

/** One whose answers a test can hold. */
export interface GatedAws extends Aws {
  /** Holds all calls of that action, such as "GetMetricData", in that region or in all. */
  hold(action: string, region?: string): Held;
}

/** The simulated AWS, and the real adapter for it. */
export async function startAws(): Promise<GatedAws> {
  const { app, state } = createAwsSimulator();
  const gate = createGate((request) => app.fetch(request));
  const server = await serve((request) => gate.fetch(request));
  const api = createElastiCache({
    region: "us-east-1",
    endpoint: server.url,
    credentials: ourCredentials,
    maxAttempts: 1,
    deadline: patience,
    timeouts: { connectionTimeout: patience, requestTimeout: patience },
  });
  const hold = (action: string, region = "") =>
    gate.hold(async (request) => {
      // The name of an action is in a header or in a form, and the region is in what is signed.
      const target = request.headers.get("x-amz-target")?.split(".").at(-1);
      const called = target ?? new URLSearchParams(await request.text()).get("Action");
      return called === action && (request.headers.get("authorization") ?? "").includes(region);
    });
  return { state, api, hold, stop: () => server.stop() };
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
