import { expect, test } from "vitest";
import { expectFacts, type Fact } from "../support/fact-table.ts";
import { readByAgent } from "../support/read-by-agent.ts";
import { realServers } from "../support/real-servers.ts";
import { startSentinel } from "../support/sentinel.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const { cleanups, server, replicaOf, isFollowed, until, sourceOf } = realServers();

test("DEX01 of servers that Sentinel manages, the facts are those of the primary that it names, also after a failover", async () => {
  const primary = await server();
  const replica = await replicaOf(primary);
  const sentinel = await startSentinel(primary.port, cleanups);
  const addresses = [primary, replica].map(({ port }) => ({ host: "127.0.0.1", port }));
  const source = sourceOf(primary.port, { addresses, tellAddress: true });
  const facts = async (): Promise<Fact[]> => {
    const { detail } = await readByAgent(world, source);
    const [host, port] = (await sentinel.cli("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "main")).split("\n");
    const [database] = detail.databases;
    return [
      ["primary", "SENTINEL GET-MASTER-ADDR-BY-NAME", `${host}:${port}`, database?.endpoint],
      ["role", "Sentinel", "primary", database?.role],
      ["replicas", "the other server", 1, database?.replicas],
      ["status", "Sentinel", "active", detail.status],
      ["type", "how it was started", "STANDALONE", detail.type],
    ];
  };
  expectFacts(await facts());
  await until(async () => (await sentinel.cli("SENTINEL", "REPLICAS", "main")).includes(`${replica.port}`));
  await sentinel.cli("SENTINEL", "FAILOVER", "main");
  await until(() => isFollowed(replica));
  await until(async () => (await sentinel.cli("SENTINEL", "MASTERS")).includes(`${replica.port}`));
  const moved = await facts();
  expectFacts(moved);
  expect(moved[0]?.[3]).toBe(`127.0.0.1:${replica.port}`);
});
