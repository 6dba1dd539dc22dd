import { expect, test } from "vitest";
import * as fc from "fast-check";
import { type Renewal, withRefresh } from "./refresh.ts";

/** A session that calls see as valid or not, with everything that happens to it counted. */
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

test("SES09 SES10 any number of calls, in any order, wait for one renewal and then succeed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (scheduler, count) => {
      const { seen, send } = simulate("renewed", { wait: () => scheduler.schedule(Promise.resolve()) });
      const answers = Promise.all(Array.from({ length: count }, send));
      await scheduler.waitFor(answers);
      expect((await answers).map((answer) => answer.status)).toEqual(
        Array.from({ length: count }, () => 200),
      );
      expect(seen.renewals).toBe(1);
    }),
  );
});
