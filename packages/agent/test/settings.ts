import type { RedisSettings } from "../src/configuration/settings.ts";
import type { Limits } from "../src/sources/redis/connection/connection.ts";

/** Deadlines that no server misses which answers at all, however loaded the machine is. */
export const usualLimits: Limits = {
  connectMilliseconds: 45_000,
  answerMilliseconds: 45_000,
  answerBytes: 1_048_576,
};

/** A short deadline of answers, so that a test of a hanging server ends soon. */
export const shortLimits: Limits = { ...usualLimits, answerMilliseconds: 500 };

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
