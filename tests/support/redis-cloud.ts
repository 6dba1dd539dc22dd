import { createRedisCloudApi } from "@shardwatch/core/adapters/redis-cloud";
import type { RedisCloudApi } from "@shardwatch/core/ports/redis-cloud";
import { freePort, host } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { createRedisCloudSimulator } from "@shardwatch/local/simulators/redis-cloud/app";
import type { CloudState } from "@shardwatch/local/simulators/redis-cloud/state";

export interface Cloud {
  apiUrl: string;
  api: RedisCloudApi;
  /** Sets the content and the failures; see the simulator's settings. */
  control(settings: object): Promise<CloudState>;
  /** Resets everything. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The keys of the account with that number. */
export const keysOf = (account: number) => ({
  apiKey: `key-of-${account}`,
  apiSecret: `secret-of-${account}`,
});

/** The simulator of Redis Cloud on a free port, and the real adapter for it, with a short deadline. */
export async function startCloud(deadline = 400): Promise<Cloud> {
  const port = await freePort();
  const simulator = createRedisCloudSimulator({
    accountOf(apiKey, apiSecret) {
      const id = Number(apiKey.replace("key-of-", ""));
      return apiSecret === keysOf(id).apiSecret ? { id, name: `Account ${id}` } : undefined;
    },
  });
  const server = await startServer({
    name: "Redis Cloud",
    port,
    variable: "REDIS_CLOUD_PORT",
    fetch: (request) => simulator.fetch(request),
  });
  const base = `http://${host}:${port}`;
  const apiUrl = `${base}/v1`;
  return {
    apiUrl,
    api: createRedisCloudApi({ apiUrl, deadline }),
    async control(settings) {
      const answer = await fetch(`${base}/control/state`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: base },
        body: JSON.stringify(settings),
      });
      if (!answer.ok) throw new Error(`the control answered ${answer.status}`);
      return (await answer.json()) as CloudState;
    },
    async reset() {
      await fetch(`${base}/control/reset`, { method: "POST", redirect: "manual", headers: { origin: base } });
    },
    stop: () => server.stop(),
  };
}
