import type { RedisSettings } from "../src/configuration/settings.ts";
import type { Limits } from "../src/sources/redis/connection.ts";

/** Short deadlines, so that a test of a hanging server ends soon. */
export const shortLimits: Limits = {
  connectMilliseconds: 700,
  answerMilliseconds: 500,
  answerBytes: 1_048_576,
};

/** Settings of one server on this machine. */
export function redisSettings(port: number, more: Partial<RedisSettings> = {}): RedisSettings {
  return {
    key: "orders",
    name: "orders",
    databaseName: null,
    addresses: [{ host: "127.0.0.1", port }],
    addressMap: new Map(),
    clientList: false,
    ...more,
  };
}
