import { createRedisCloudApi } from "@shardwatch/core/adapters/redis-cloud/client";
import type { RedisCloudApi } from "@shardwatch/core/ports/redis-cloud";
import { createRedisCloudSimulator } from "@shardwatch/local/simulators/redis-cloud/app";
import type { CloudState } from "@shardwatch/local/simulators/redis-cloud/state";
import { createGate, type Held } from "./gate.ts";
import { impatience, patience } from "./patience.ts";
import { serve } from "./serve.ts";

export interface Cloud {
  apiUrl: string;
  api: RedisCloudApi;
  /** Sets the content and the failures; see the simulator's settings. */
  control(settings: object): Promise<CloudState>;
  /** Holds all calls whose path is like that. */
  hold(path: RegExp): Held;
  /** Resets everything. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The keys of the account with that number. */
export const keysOf = (account: number) => ({
  apiKey: `key-of-${account}`,
  apiSecret: `secret-of-${account}`,
});

/**
 * The simulator of Redis Cloud, and the real adapter for it.
 * @param deadline of a call, in milliseconds
 * @param hanging of a call while every call hangs
 */
export async function startCloud(deadline = patience, hanging = impatience): Promise<Cloud> {
  const simulator = createRedisCloudSimulator({
    accountOf(apiKey, apiSecret) {
      const id = Number(apiKey.replace("key-of-", ""));
      return apiSecret === keysOf(id).apiSecret ? { id, name: `Account ${id}` } : undefined;
    },
  });
  const gate = createGate((request) => simulator.fetch(request));
  const server = await serve((request) => gate.fetch(request));
  const base = server.url;
  const apiUrl = `${base}/v1`;
  const patient = createRedisCloudApi({ apiUrl, deadline });
  const impatient = createRedisCloudApi({ apiUrl, deadline: hanging });
  let hangs = false;
  return {
    apiUrl,
    api: { read: (keys, budget) => (hangs ? impatient : patient).read(keys, budget) },
    hold: (path) => gate.hold(({ url }) => path.test(new URL(url).pathname)),
    async control(settings) {
      if ("every" in settings) hangs = settings.every === "hanging";
      const answer = await fetch(`${base}/control/state`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: base },
        body: JSON.stringify(settings),
      });
      if (!answer.ok) throw new Error(`the control answered ${answer.status}`);
      return (await answer.json()) as CloudState;
    },
    async reset() {
      hangs = false;
      await fetch(`${base}/control/reset`, { method: "POST", redirect: "manual", headers: { origin: base } });
    },
    stop: () => server.stop(),
  };
}
