import { expect, test } from "vitest";
import * as fc from "fast-check";
import { type Renewal, withRefresh } from "./refresh.ts";

/** A session with a settable validity that counts its events. */
function simulate(outcome: Renewal, { heals = outcome === "renewed", wait = () => Promise.resolve() } = {}) {
  const seen = { renewals: 0, ended: 0, calls: 0 };
  let valid = false;
  const send = withRefresh({
    renew: async () => {
      seen.renewals += 1;
      await wait();
      valid = heals;
      return outcome;
    },
    end: () => void (seen.ended += 1),
  });
  const call = async () => {
    seen.calls += 1;
    const status = valid ? 200 : 401;
    await wait();
    return new Response(null, { status });
  };
  return { seen, send: () => send(call) };
}

test("SES07 a 401 renews the session and repeats the call once", async () => {
  const { seen, send } = simulate("renewed");
  expect((await send()).status).toBe(200);
  expect(seen).toEqual({ renewals: 1, ended: 0, calls: 2 });
});

test("SES08 a second 401 of the same call does not loop", async () => {
  const { seen, send } = simulate("renewed", { heals: false });
  expect((await send()).status).toBe(401);
  expect(seen).toEqual({ renewals: 1, ended: 0, calls: 2 });
});

test("SES11 a refused renewal ends the session, once for all calls", async () => {
  const { seen, send } = simulate("refused");
  await Promise.all([send(), send(), send()]);
  expect(seen).toEqual({ renewals: 1, ended: 1, calls: 3 });
});

test("SES14 SES15 a renewal that could not be asked for ends nothing", async () => {
  const { seen, send } = simulate("unavailable");
  expect((await send()).status).toBe(401);
  expect(seen.ended).toBe(0);
});

const outcomes = fc.constantFrom<Renewal>("renewed", "refused", "unavailable");

test("SES09 SES10 SES11 SES15 calls that fail together, in any order, share one renewal and its outcome", async () => {
  const counts = fc.integer({ min: 1, max: 12 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), counts, outcomes, async (scheduler, count, outcome) => {
      const { seen, send } = simulate(outcome, { wait: () => scheduler.schedule(Promise.resolve()) });
      const answers = Promise.all(Array.from({ length: count }, send));
      await scheduler.waitFor(answers);
      const status = outcome === "renewed" ? 200 : 401;
      expect((await answers).map((answer) => answer.status)).toEqual(Array(count).fill(status));
      expect(seen.renewals).toBe(1);
      expect(seen.ended).toBe(outcome === "refused" ? 1 : 0);
      expect(seen.calls).toBe(outcome === "renewed" ? 2 * count : count);
    }),
  );
});

type Step = "call" | "run out";
const steps = fc.array(fc.constantFrom<Step>("call", "run out"), { minLength: 1, maxLength: 24 });

test("SES08 SES09 however calls, renewals and sessions that run out fall together, one renewal is made at a time, no call is repeated during it, and none is sent three times", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), steps, fc.infiniteStream(outcomes), async (scheduler, order, stream) => {
      const pause = () => scheduler.schedule(Promise.resolve());
      const seen = { renewing: 0, together: 0, refused: 0, ended: 0, hasty: 0 };
      let valid = false;
      const send = withRefresh({
        renew: async () => {
          seen.renewing += 1;
          seen.together = Math.max(seen.together, seen.renewing);
          await pause();
          const outcome = stream.next().value;
          valid = outcome === "renewed";
          if (outcome === "refused") seen.refused += 1;
          seen.renewing -= 1;
          return outcome;
        },
        end: () => void (seen.ended += 1),
      });
      const call = async () => {
        const statuses: number[] = [];
        await pause();
        const answer = await send(async () => {
          if (statuses.length > 0) seen.hasty += seen.renewing;
          await pause();
          const status = valid ? 200 : 401;
          statuses.push(status);
          await pause();
          return new Response(null, { status });
        });
        return { statuses, status: answer.status };
      };
      const runOut = async () => {
        await pause();
        valid = false;
      };
      const calls = order.filter((step) => step === "call").map(call);
      const expiries = order.filter((step) => step === "run out").map(runOut);
      await scheduler.waitFor(Promise.all([...calls, ...expiries]));
      for (const { statuses, status } of await Promise.all(calls)) {
        expect(statuses.length).toBeLessThanOrEqual(2);
        expect(statuses.at(-1)).toBe(status);
        expect(statuses.slice(0, -1)).not.toContain(200);
      }
      expect(seen.together).toBeLessThanOrEqual(1);
      expect(seen.hasty).toBe(0);
      expect(seen.ended).toBe(seen.refused);
    }),
    { numRuns: 500 },
  );
});
