import { parseReport } from "@shardwatch/core/contract/report/report";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanUpAfterEach } from "../test/cleanups.ts";
import { bulk, startFakeRedis } from "../test/fake-redis.ts";
import { reading, reportFrom, sample } from "../test/readings.ts";
import { redisSettings, usualLimits } from "../test/settings.ts";
import { createFold } from "./fold.ts";
import { createLog } from "./log.ts";
import { Parts } from "./parts.ts";
import { Semaphore } from "./semaphore.ts";
import { Slots } from "./slots/slots.ts";
import { RedisSource } from "./sources/redis/source.ts";
import { Watched } from "./watched.ts";

const quiet = createLog("error", () => undefined);
const cleanups = cleanUpAfterEach();

/** What a server may write in place of any value of INFO. */
const value = fc.oneof(
  fc.constantFrom("", "0", "1", "-1", "1e5", "NaN", "Infinity", "0007", "1 ", "\u202e", "\u0660"),
  fc.constantFrom("9007199254740991", "9007199254740992", "9223372036854775807", "9223372036854775808"),
  fc.constantFrom("99999999999999999999", "x".repeat(5_000), "漢".repeat(500), "ok", "err", "up", "down"),
  fc.constantFrom("master", "slave", "standalone", "cluster", "sentinel"),
);
const fields = {
  Server: ["redis_version", "valkey_version", "server_name", "run_id", "uptime_in_seconds"],
  Clients: ["connected_clients", "maxclients"],
  Memory: ["used_memory", "maxmemory", "maxmemory_policy"],
  Persistence: ["loading", "aof_enabled", "rdb_last_bgsave_status"],
  Stats: ["total_commands_processed", "keyspace_hits", "keyspace_misses", "evicted_keys"],
  Replication: ["role", "master_link_status", "connected_slaves", "master_replid"],
};

/** The answer to INFO, most of whose values can be used, so that they reach the report. */
const info = fc
  .record({
    values: fc.array(fc.option(value, { freq: 2 }), { minLength: 21, maxLength: 21 }),
    modules: fc.array(value, { maxLength: 80, size: "max" }),
    keys: fc.array(fc.tuple(value, value), { maxLength: 3 }),
  })
  .map(({ values, modules, keys }) => {
    const usual: Record<string, string> = { loading: "0", role: "master", redis_version: "7.4.2" };
    let place = 0;
    const lines = Object.entries(fields).flatMap(([section, names]) => [
      `# ${section}`,
      ...names.map((name) => `${name}:${values[place++] ?? usual[name] ?? "1"}`),
    ]);
    lines.push("# Modules", ...modules.map((name, index) => `module:name=${index}${name},ver=1`));
    lines.push(
      "# Keyspace",
      ...keys.map(([count, expires], db) => `db${db}:keys=${count},expires=${expires}`),
    );
    return lines.join("\r\n");
  });

test("AGT26 SEC22 whatever a server writes into INFO, the API takes the report with it and with all others", async () => {
  const honest = reading("honest", [sample(1)]);
  const answers: string[] = [];
  const server = await startFakeRedis((command) => {
    if (command === "INFO") return bulk(answers.shift() ?? "");
    return command === "PING" ? "+PONG\r\n" : "-ERR unknown command\r\n";
  });
  cleanups.push(() => server.stop());
  let withFigures = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(info, { minLength: 3, maxLength: 3 }), async (infos) => {
      answers.splice(0, answers.length, ...infos);
      const source = new RedisSource(redisSettings(server.port), quiet, usualLimits);
      const watched = new Watched(source, new Semaphore(1, 1), quiet);
      const [slots, fold] = [new Slots(), createFold(quiet)];
      let now = Date.parse("2030-01-01T00:00:00Z");
      for (let count = 0; count < infos.length; count += 1) {
        const read = await watched.reading(true);
        if (!read) throw new Error("there is no reading");
        const readings = [honest, ...fold([read])];
        if (read.samples) withFigures += 1;
        slots.add(now, readings);
        const [part] = new Parts().divide(reportFrom(readings, now), { version: "1" }, []);
        if (!part) throw new Error("there is no report");
        const sent: unknown = JSON.parse(JSON.stringify(slots.attach(part, now)));
        expect(parseReport(sent)).toHaveProperty("report");
        now += 300_000;
      }
      source.close();
    }),
    { numRuns: 100 },
  );
  expect(withFigures, "the values are not all refused by the agent").toBeGreaterThan(50);
});
