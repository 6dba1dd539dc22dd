import { expect, test } from "vitest";
import { brake, brakeLimit, nothingSent, type SentLately } from "./brake.ts";

const minute = 60_000;
const now = 1_000 * minute;
const news = (count: number) => Array.from({ length: count }, (_, index) => `news ${index}`);
const messages = ({ single, summary }: { single: string[]; summary: string[] }) =>
  single.length + (summary.length > 0 ? 1 : 0);

test("CHN01 ten messages in five minutes go out one by one", () => {
  const first = brake(news(4), nothingSent, now, false);
  expect(first).toMatchObject({ single: news(4), summary: [] });
  expect(brake(news(6), first.sent, now + 2 * minute, false)).toMatchObject({ single: news(6), summary: [] });
});

test("CHN01 what is more becomes one summary, and then the rest waits for five minutes", () => {
  const first = brake(news(37), nothingSent, now, false);
  expect(first).toMatchObject({ single: [], summary: news(37) });
  const ten = brake(news(10), first.sent, now + minute, false);
  expect(ten).toMatchObject({ single: news(10), summary: [] });
  expect(brake(news(3), ten.sent, now + 2 * minute, false)).toMatchObject({ single: [], summary: [] });
  expect(brake(news(3), ten.sent, now + 5 * minute, false)).toMatchObject({ summary: news(3) });
  expect(brake(news(3), ten.sent, now + 6 * minute, false)).toMatchObject({ single: news(3) });
});

test("CHN01 no storm sends more than eleven messages in any five minutes", () => {
  let sent: SentLately = nothingSent;
  const times: number[] = [];
  let waiting: string[] = [];
  for (let passed = 0; passed < 30; passed += 1) {
    const time = now + passed * minute;
    waiting = [...waiting, ...news(passed % 7 === 0 ? 40 : 3)];
    const out = brake(waiting, sent, time, false);
    sent = out.sent;
    waiting = waiting.slice(out.single.length + out.summary.length);
    times.push(...Array.from({ length: messages(out) }, () => time));
  }
  for (const start of times) {
    const within = times.filter((time) => time >= start && time < start + brakeLimit.within);
    expect(within.length).toBeLessThanOrEqual(brakeLimit.messages + 1);
  }
  expect(times.length).toBeGreaterThan(11);
});

test("INC08 after an outage of our own, two messages already become one", () => {
  expect(brake(news(2), nothingSent, now, true)).toMatchObject({ single: [], summary: news(2) });
  expect(brake(news(1), nothingSent, now, true)).toMatchObject({ single: news(1), summary: [] });
});
