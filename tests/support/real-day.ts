import { vi } from "vitest";
import { startRedisServer } from "../../packages/agent/test/redis-server.ts";
import { redisSettings } from "../../packages/agent/test/settings.ts";
import { createLog } from "../../packages/agent/src/log.ts";
import { Reporter } from "../../packages/agent/src/report.ts";
import { Slots } from "../../packages/agent/src/slots/slots.ts";
import { RedisSource } from "../../packages/agent/src/sources/redis/source.ts";
import { type BusyClient, busyClient } from "./busy-client.ts";
import type { LoggedInfo } from "./expected-past.ts";
import { startInfoLog } from "./info-log.ts";
import { send } from "./reports.ts";
import { slotMilliseconds } from "./slots.ts";
import type { World } from "./world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const quiet = createLog("error", () => undefined);

/** The time of the day in which the agent does not run. */
export const agentOff = { from: 13 * 60 * minute, until: 13.5 * 60 * minute };

/**
 * Lets the agent's own code read and report a real server for a day of the world's clock, whose load changes all the
 * time. Returns what the server answered at each reading, as a proxy before it has heard it.
 * @param begun midnight UTC, Unix milliseconds
 * @param every the time between two readings in milliseconds
 */
export async function liveRealDay(
  world: World,
  key: string,
  { begun, every }: { begun: number; every: number },
): Promise<LoggedInfo[]> {
  // The agent measures the time between two readings with a clock that is never set.
  vi.useFakeTimers({ toFake: ["performance"] });
  const redis = await startRedisServer({ args: ["--maxmemory", "4mb", "--maxmemory-policy", "allkeys-lru"] });
  const [infoLog, client] = [await startInfoLog(redis.port), await busyClient(redis.port)];
  const source = new RedisSource(redisSettings(infoLog.port), quiet);
  const slots = new Slots();
  const reporter = new Reporter([source], "agent00000000001", quiet, { slots });
  const log: LoggedInfo[] = [];
  try {
    world.clock.time = begun;
    let reported = Math.floor(begun / slotMilliseconds);
    for (let at = begun + every / 2; at < begun + day + slotMilliseconds; at += every) {
      vi.advanceTimersByTime(at - world.clock.time);
      world.clock.time = at;
      await work(client, at - begun, every);
      const time = at - begun;
      if (time >= agentOff.from && time < agentOff.until) continue;
      const report = await reporter.collect(world.clock.now);
      log.push({ at, values: infoLog.take() });
      // Other reports than the first one after a slot carry none.
      const slot = Math.floor(at / slotMilliseconds);
      if (log.length > 1 && slot === reported) continue;
      reported = slot;
      const sent = slots.attach({ ...report, commands: [] }, at);
      const answer = await send(world, key, sent);
      if (answer.status !== 202) throw new Error(`a report was answered ${await answer.text()}`);
      slots.accepted(sent);
    }
  } finally {
    vi.useRealTimers();
    source.close();
    client.stop();
    infoLog.stop();
    await redis.stop();
  }
  return log;
}

/** Reads keys, as many as the script is asked for. A script is quicker than as many commands. */
const reads = "for i = 1, ARGV[1] do redis.call('GET', 'key:' .. (i * 13) % ARGV[2]) end";

/** What clients do in the time before a reading: little at night, much by day, with some events. */
async function work(client: BusyClient, time: number, every: number): Promise<void> {
  const hours = time / 60 / minute;
  const load = 1 + Math.sin(((hours - 6) / 12) * Math.PI);
  const turn = Math.round(time / every);
  const passed = (at: number) => hours >= at && hours - every / 60 / minute < at;
  const commands: string[] = [];
  if (passed(9)) commands.push("CONFIG SET maxmemory 6mb");
  if (passed(11)) commands.push("CONFIG RESETSTAT");
  if (passed(17)) commands.push("FLUSHALL");
  if (passed(20)) commands.push("CONFIG SET maxmemory 0");
  for (let index = 0; index < Math.round(2 + load * 14 + (turn % 5)); index += 1) {
    const key = turn * 7 + index;
    const value = "x".repeat(100 + ((key * 37) % Math.round(200 + 1_500 * load)));
    commands.push(`SET key:${key % 4_000} ${value}${key % 4 === 0 ? " EX 86400" : ""}`);
    if (key % 3 === 0) commands.push(`SET brief:${key} x PX 1`);
  }
  const lookups = Math.round((300 + load * load * 700 + (turn % 7) * 31) * (every / 100_000));
  commands.push(`EVAL "${reads}" 0 ${lookups} ${2_000 + Math.round(1_500 * load)}`);
  await client.connections(Math.round(load * 10 + (turn % 4)));
  await client.run(commands);
}
