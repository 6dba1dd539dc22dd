import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day, hour, minute, second } from "../../kit/time.ts";
import type { WebhookAnswer } from "../../ports/webhooks.ts";
import {
  type ChannelHealth,
  circuitOpensAt,
  deadKept,
  type EndedAttempt,
  failingLimit,
  healthy,
  judge,
  longestWait,
  mayTry,
  waits,
} from "./schedule.ts";

const now = Date.parse("2026-11-23T10:00:00Z");
const answered = (status: number, retryAfter?: string): WebhookAnswer => ({
  outcome: "answered",
  status,
  retryAfter,
  excerpt: "",
  milliseconds: 10,
});
const failed: WebhookAnswer = { outcome: "failed", reason: "no answer", milliseconds: 10 };
const refused: WebhookAnswer = { outcome: "refused", reason: "not public", milliseconds: 0 };

const after = (answer: WebhookAnswer, more: Partial<EndedAttempt> = {}) =>
  judge({ answer, attempts: 1, health: healthy, now, random: 0.5, ...more });
/** The wait until the next attempt; undefined when there is none. */
function waitAfter(answer: WebhookAnswer, more: Partial<EndedAttempt> = {}): number | undefined {
  const { delivery } = after(answer, more);
  return delivery.state === "queued" ? delivery.due - now : undefined;
}

describe("the schedule", () => {
  test("CHN03 ten attempts take 75 h 35 min and 5 s, then the delivery is dead and kept for 30 days", () => {
    const found = waits.map((_, made) => waitAfter(failed, { attempts: made + 1 }));
    expect(found).toEqual([
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      undefined,
    ]);
    expect(waits.reduce<number>((sum, wait) => sum + wait, 0)).toBe(75 * hour + 35 * minute + 5 * second);
    const last = after(failed, { attempts: 10 });
    expect(last.delivery).toEqual({ state: "dead", expires: now + 30 * day });
    expect(last.switchOff).toBeUndefined();
    expect(deadKept).toBe(30 * day);
  });

  test("CHN03 a wait is up to a fifth shorter or longer", () => {
    expect(waitAfter(failed, { attempts: 2, random: 0 })).toBe(4 * minute);
    expect(waitAfter(failed, { attempts: 2, random: 0.999_999_9 })).toBe(6 * minute);
  });

  test.each([200, 201, 202, 204, 299])("CHN03 %i is a success, and forgets former failures", (status) => {
    const health = { failures: 7, failingSince: now - day, pausedUntil: now + hour };
    expect(after(answered(status), { health })).toEqual({
      delivery: { state: "sent" },
      health: healthy,
      switchOff: undefined,
    });
  });

  test.each([199, 300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504])(
    "CHN03 %i is a failure that is tried again",
    (status) => {
      const { delivery, health, switchOff } = after(answered(status));
      expect(delivery.state).toBe("queued");
      expect(health).toMatchObject({ failures: 1, failingSince: now });
      expect(switchOff).toBeUndefined();
    },
  );

  test("CHN03 no answer and a refused address are tried again", () => {
    for (const answer of [failed, refused]) expect(waitAfter(answer)).toBe(5 * second);
  });
});

describe("what the receiver asks for", () => {
  test.each([
    ["120", 2 * minute],
    [" 120 ", 2 * minute],
    ["86400", day],
    ["86401", day],
    ["99999999999999999999", day],
    ["2027", 2_027 * second],
    ["Mon, 23 Nov 2026 10:10:00 GMT", 10 * minute],
    ["Tue, 24 Nov 2026 11:00:00 GMT", day],
    // These ask for nothing, so the schedule holds.
    ["1", 5 * second],
    ["0", 5 * second],
    ["-120", 5 * second],
    ["1.5e9", 5 * second],
    ["Mon, 23 Nov 2026 09:00:00 GMT", 5 * second],
    ["2026-11-24", 5 * second],
    ["soon", 5 * second],
    ["", 5 * second],
  ])("CHN03 Retry-After %j waits %i ms", (retryAfter, wait) => {
    expect(waitAfter(answered(503, retryAfter))).toBe(wait);
  });

  test("CHN03 after 429, 502 and 504 the channel waits a minute, and longer where asked", () => {
    for (const status of [429, 502, 504]) {
      expect(after(answered(status)).health.pausedUntil).toBe(now + minute);
      expect(waitAfter(answered(status))).toBe(minute);
      expect(after(answered(status, "600")).health.pausedUntil).toBe(now + 10 * minute);
    }
    expect(after(answered(500)).health.pausedUntil).toBe(0);
    expect(after(answered(503, "600")).health.pausedUntil).toBe(now + 10 * minute);
  });

  test("CHN03 a pause is not shortened by a later answer", () => {
    const health = { failures: 1, failingSince: now, pausedUntil: now + hour };
    expect(after(answered(429, "60"), { health }).health.pausedUntil).toBe(now + hour);
    expect(waitAfter(failed, { health })).toBe(hour);
  });

  test("CHN03 no next attempt is earlier than asked, or later than a day and a fifth", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.nat(200_000),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (attempts, seconds, random) => {
          const wait = waitAfter(answered(503, String(seconds)), { attempts, random }) ?? -1;
          expect(wait).toBeGreaterThanOrEqual(Math.min(seconds * second, longestWait));
          expect(wait).toBeLessThanOrEqual(longestWait * 1.2);
        },
      ),
    );
  });
});

describe("when a channel is switched off", () => {
  test("CHN03 410 ends the delivery and the channel at once", () => {
    expect(after(answered(410))).toMatchObject({ delivery: { state: "dead" }, switchOff: "gone" });
  });

  test("CHN03 five days without a success end it, a millisecond less does not", () => {
    const since = (age: number): Partial<EndedAttempt> => ({
      health: { failures: 30, failingSince: now - age, pausedUntil: 0 },
    });
    expect(after(failed, since(failingLimit - 1))).toMatchObject({
      delivery: { state: "queued" },
      switchOff: undefined,
    });
    expect(after(failed, since(failingLimit))).toMatchObject({
      delivery: { state: "dead" },
      switchOff: "failing",
    });
    expect(after(answered(200), since(failingLimit)).switchOff).toBeUndefined();
    expect(failingLimit).toBe(5 * day);
  });
});

describe("the circuit", () => {
  const failing = (failures: number): ChannelHealth => ({ failures, failingSince: now, pausedUntil: 0 });

  test("CHN03 after five failures in succession only the oldest delivery is tried", () => {
    let health = healthy;
    for (let count = 1; count <= circuitOpensAt; count += 1) {
      expect(mayTry(health, false, now)).toBe(true);
      health = after(failed, { health }).health;
    }
    expect(circuitOpensAt).toBe(5);
    expect(health).toEqual(failing(5));
    expect(mayTry(health, false, now)).toBe(false);
    expect(mayTry(health, true, now)).toBe(true);
  });

  test("CHN03 when it succeeds, the others follow", () => {
    const { health } = after(answered(200), { health: failing(20) });
    expect(mayTry(health, false, now)).toBe(true);
  });

  test("CHN03 in a pause not even the oldest is tried, until its millisecond", () => {
    const health = { ...failing(1), pausedUntil: now + minute };
    expect(mayTry(health, true, now + minute - 1)).toBe(false);
    expect(mayTry(health, true, now + minute)).toBe(true);
  });

  test("CHN03 a receiver that is dead for ever gets few requests: a channel with 1,000 deliveries tries 5 and one by one", () => {
    let [health, time, tried] = [healthy, now, 0];
    const queue = Array.from({ length: 1_000 }, () => ({ attempts: 0, due: now }));
    let off: string | undefined;
    // A channel that is never switched off must fail the test, and not keep it busy without end.
    while (off === undefined && time < now + 10 * failingLimit) {
      const index = queue.findIndex(({ due }, place) => due <= time && mayTry(health, place === 0, time));
      const one = queue[index];
      if (!one) {
        time += minute;
        continue;
      }
      one.attempts += 1;
      tried += 1;
      const judged = judge({ answer: failed, attempts: one.attempts, health, now: time, random: 0.5 });
      ({ health, switchOff: off } = judged);
      if (judged.delivery.state === "queued") one.due = judged.delivery.due;
      else queue.splice(index, 1);
    }
    expect(off).toBe("failing");
    expect(time - now).toBeGreaterThanOrEqual(failingLimit);
    expect(tried).toBeLessThan(30);
  });
});
