import { expect, test } from "vitest";
import { FleetClock } from "../test/fleet-clock.ts";
import type { Outcome } from "./api/outcome.ts";
import { Backoff, ownShare } from "./backoff.ts";
import { Health } from "./health.ts";
import { createLog } from "./log.ts";
import { EarlyReporter } from "./early-reports.ts";
import { runLoop } from "./loop.ts";
import { Parts } from "./parts.ts";

const start = Date.parse("2030-01-01T00:00:00Z");
const minute = 60_000;
const agents = 1_000;
const quiet = createLog("error", () => undefined);

/** An agent's own loop. The fleet shares only the servers and the network. */
function run(id: string, clock: FleetClock, random: () => number, push: () => Outcome, signal: AbortSignal) {
  const agent = { id, version: "1" };
  const deployments = [{ key: id, name: id, type: "STANDALONE" as const, status: "active" }];
  const tools = {
    reporter: {
      collect: (now: () => number) =>
        Promise.resolve({
          version: 1 as const,
          agent,
          measuredAt: new Date(now()).toISOString(),
          deployments,
        }),
      sent: () => [],
    },
    parts: new Parts(),
    pusher: { now: clock.now, clockSkewMs: undefined, push: () => Promise.resolve(push()) },
    backoff: new Backoff({ random, rejectedKeySeconds: 600, share: ownShare(id) }),
    health: new Health(start),
    earlyReporter: new EarlyReporter({ sources: [], clock, log: quiet }),
    clock,
    log: quiet,
  };
  return runLoop(tools, signal);
}

/** How many reports arrived in each second from `from` on, and when each agent first reported. */
async function fleet(
  outageMinutes: number,
): Promise<{ perSecond: Map<number, number>; delays: Map<string, number> }> {
  let seed = 42;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const clock = new FleetClock(start);
  const down = start + 5 * minute;
  const up = down + outageMinutes * minute;
  const perSecond = new Map<number, number>();
  const delays = new Map<string, number>();
  const controller = new AbortController();
  const loops = Array.from({ length: agents }, (_, index) => {
    const id = `agent${index}`;
    const push = (): Outcome => {
      const now = clock.now();
      if (now >= down && now < up) return { kind: "retry", reason: "down" };
      if (now >= up) {
        const second = Math.floor((now - up) / 1_000);
        perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
        if (!delays.has(id)) delays.set(id, now - up);
      }
      return { kind: "accepted", nextReportSeconds: 60 };
    };
    return run(id, clock, random, push, controller.signal);
  });
  await clock.runUntil(up + 3 * minute);
  controller.abort();
  clock.wakeAll();
  await Promise.all(loops);
  return { perSecond, delays };
}

test.each([10])(
  "R9 AGT29 a thousand agents that were started at once come back after %i minutes evenly, each within an interval",
  async (outageMinutes) => {
    const { perSecond, delays } = await fleet(outageMinutes);
    const steadyRate = agents / 60;
    expect(Math.max(...perSecond.values())).toBeLessThan(2 * steadyRate);
    expect(delays.size).toBe(agents);
    expect(Math.max(...delays.values())).toBeLessThanOrEqual(minute);
    // No agent reported twice in an interval.
    const total = [...perSecond.values()].reduce((sum, one) => sum + one, 0);
    expect(total).toBeLessThanOrEqual(3 * agents);
  },
);
