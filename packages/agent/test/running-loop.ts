import { Secret } from "@shardwatch/core/kit/secret";
import { ApiHttp } from "../src/api/http.ts";
import { Pusher } from "../src/api/push.ts";
import { Backoff } from "../src/backoff.ts";
import { Health } from "../src/health.ts";
import { createLog } from "../src/log.ts";
import { EarlyReporter } from "../src/early-reports.ts";
import { runLoop } from "../src/loop.ts";
import { Parts } from "../src/parts.ts";
import { Reporter } from "../src/report.ts";
import { CountingSource } from "./counting-source.ts";
import { FakeClock } from "./fake-clock.ts";

export interface LoopOptions {
  /** Jitter; none unless it is given. */
  random?: () => number;
  /** How long the API may take to answer. By default only an API that hangs takes as long. */
  answerMilliseconds?: number;
  /** How many databases its only deployment has. */
  databases?: number;
}

export interface RunningLoop {
  clock: FakeClock;
  source: CountingSource;
  lines: string[];
  stop: () => Promise<void>;
}

/**
 * The loop with a clock that does not move by itself, against a real HTTP server.
 * @param start of the clock, Unix milliseconds
 */
export function startLoop(
  address: string,
  start: number,
  { random = () => 0, answerMilliseconds = 45_000, databases = 1 }: LoopOptions = {},
): RunningLoop {
  const clock = new FakeClock(start);
  const source = new CountingSource(databases);
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  const key = new Secret(`sw_agent_${"0".repeat(43)}`);
  const http = new ApiHttp({ address, key }, { answerMilliseconds, answerBytes: 65_536 });
  const controller = new AbortController();
  const done = runLoop(
    {
      reporter: new Reporter([source], "0123456789abcdef", log),
      pusher: new Pusher(http, clock, log),
      parts: new Parts(),
      backoff: new Backoff({ random, rejectedKeySeconds: 600, share: 0 }),
      health: new Health(start),
      earlyReporter: new EarlyReporter({ sources: [], clock, log }),
      clock,
      log,
    },
    controller.signal,
  );
  const stop = async (): Promise<void> => {
    controller.abort();
    await done;
    http.close();
  };
  return { clock, source, lines, stop };
}
