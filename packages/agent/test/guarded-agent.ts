import { AgentProcess, testKey } from "./agent-process.ts";
import { ApiServer } from "./api-server.ts";
import { cleanUpAfterEach } from "./cleanups.ts";
import { documentedRights, type RedisServer, startRedisServer } from "./redis-server.ts";

/** What a test leaves is ended after it. */
export const cleanups = cleanUpAfterEach();

export const password = "Sesame-0pen-up";

/** A redis-server with a disabled default user, and with an agent user that has the documented rights. */
export async function guardedRedis(args: readonly string[] = []): Promise<RedisServer> {
  const redis = await startRedisServer({ args });
  cleanups.push(() => redis.stop());
  await redis.cli("ACL", "SETUSER", "agent", "on", `>${password}`, ...documentedRights);
  return redis;
}

export async function startApi(): Promise<ApiServer> {
  const api = await ApiServer.start();
  cleanups.push(() => api.stop());
  return api;
}

export async function startAgent(words: string[], text: string, added = {}): Promise<AgentProcess> {
  const agent = await AgentProcess.start(words, text, added);
  cleanups.push(() => agent.stop());
  return agent;
}

export function configuration(api: string, deployments: readonly string[], more = ""): string {
  return `api: ${api}\nkey: ${testKey}\n${more}deployments:\n${deployments.map((one) => `  - {${one}}\n`).join("")}`;
}

export const guarded = (redis: RedisServer): string =>
  `name: orders, address: "127.0.0.1:${redis.port}", username: agent, passwordEnv: ORDERS_PASSWORD`;
export const environment = { ORDERS_PASSWORD: password };
