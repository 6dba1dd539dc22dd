import { startRedisServer } from "@shardwatch/agent/test/redis-server";
import { serve } from "../support/serve.ts";
import { runAgent } from "@shardwatch/agent/test/run-agent";
import { putKey } from "@shardwatch/core/agent-key/agent-key.table";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { parseDigest } from "@shardwatch/core/kit/secret-digest";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let api: string;

beforeEach(async () => {
  world.clock.time = Date.now();
  person = await signUp(world);
  const server = await serve((request) => world.app.fetch(request));
  onTestFinished(() => server.stop());
  api = server.url;
});

/** Stores a key of which only the digest is known, as a server with a file of keys does. */
async function storeDigest(text: string, name: string): Promise<void> {
  const found = parseDigest("key", text);
  if (!found) throw new Error(`no digest: ${text}`);
  const { id: keyId, secretHash } = found;
  const row = { keyId, name, createdAt: world.clock.now(), createdBy: person.accountId, rotations: 0 };
  await world.services.table.transact(putKey(scopeOf(person), row, secretHash, true));
}

test("SLF06 a key of keygen reports to an API that was given only its digest, and another secret does not", async () => {
  const redis = await startRedisServer();
  onTestFinished(() => redis.stop());
  const made = (await runAgent(["keygen"])).stdout;
  const [, key = "", digest = ""] = /^key: (\S+)\ndigest: (\S+)\n$/.exec(made) ?? [];
  const variables = {
    SHARDWATCH_API: api,
    SHARDWATCH_KEY: key,
    REDIS_NAME: "orders",
    REDIS_URL: `localhost:${redis.port}`,
  };
  expect((await runAgent(["check"], variables)).stdout).toContain("key: NOT ok, the API rejects it");

  await storeDigest(digest, "From a repository");
  const checked = await runAgent(["check"], variables);
  expect(checked.stdout).toContain("key: ok, the API accepts it");
  expect(checked.code).toBe(0);
  const sent = await runAgent(["once"], variables);
  expect(sent.stderr).toContain("report accepted");
  const list = (await (await call(world, "GET", "/deployments", { as: person })).json()) as DeploymentList;
  expect(list.deployments).toMatchObject([{ name: "orders", status: "active" }]);
  const answer = await call(world, "GET", "/access-key", { as: person });
  const { accessKeys } = (await answer.json()) as { accessKeys: AccessKey[] };
  expect(accessKeys).toMatchObject([{ name: "From a repository", deployments: { count: 1 } }]);

  const other = (await runAgent(["keygen", "--id", accessKeys[0]?.keyId ?? ""])).stdout;
  const [, otherKey = ""] = /^key: (\S+)/.exec(other) ?? [];
  const refused = await runAgent(["once"], { ...variables, SHARDWATCH_KEY: otherKey });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("the API rejects the key");
});
