import { expect, test } from "vitest";
import { messageRecord as record } from "../../../../../tests/support/message-record.ts";
import { bookOf } from "../rules/book.ts";
import type { IncidentRecord } from "../rows/record.ts";
import { type OpenChannel, plan, type SentByChannel } from "./plan.ts";

const { routingOf } = bookOf([]);
const minute = 60_000;
const begin = 1_000 * minute;
const slack = { id: "chn_1", kind: "slack", minimum: "info" } as const;
const pagerduty = { id: "chn_2", kind: "pagerduty", minimum: "info" } as const;
const teams = { id: "chn_3", kind: "teams", minimum: "info" } as const;

/** Passes in every minute over incidents that a test changes between them. */
function passes(channel: OpenChannel, incidents: IncidentRecord[]) {
  let sent: SentByChannel = {};
  let now = begin;
  return (change: (record: IncidentRecord) => Partial<IncidentRecord>) => {
    now += minute;
    const changed = incidents.map((one): IncidentRecord => ({ ...one, ...change(one) }));
    const pending = changed.filter(({ sequence, notified }) => notified.sequence < sequence);
    const planned = plan(pending, [channel], sent, { now, summarizes: false, routingOf });
    sent = planned.sent;
    for (const [index, one] of changed.entries())
      incidents[index] = { ...one, notified: planned.notified.get(one.id) ?? one.notified };
    const { single, summaries } = planned;
    return [single.length, summaries.length];
  };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => record({ id: `inc_${index}` }));
const same = () => ({});
const grown = ({ sequence }: IncidentRecord) => ({ sequence: sequence + 1 });
const over = ({ sequence }: IncidentRecord) => ({ sequence: sequence + 1, resolvedAt: begin });

test("CHN11 PagerDuty gets each of many incidents and each end, and no summary", () => {
  const pass = passes(pagerduty, many(200));
  expect(pass(same)).toEqual([200, 0]);
  expect(pass(over)).toEqual([200, 0]);
});

test("CHN10 what is changed in place in Slack makes no noise, so the brake does not hold it back", () => {
  const pass = passes(slack, many(8));
  expect(pass(same)).toEqual([8, 0]);
  for (let count = 0; count < 5; count += 1) expect(pass(grown)).toEqual([8, 0]);
  expect(pass(over)).toEqual([8, 0]);
});

test("CHN10 incidents that a summary has opened in Slack have no message to change, so their ends are braked too", () => {
  const incidents = many(50);
  const pass = passes(slack, incidents);
  expect(pass(same)).toEqual([0, 1]);
  expect(incidents.map(({ notified }) => notified.summarized)).toEqual(incidents.map(() => ["chn_1"]));
  const [first = 0] = pass(over);
  expect(first).toBeLessThanOrEqual(10);
  let [messages, summaries] = [first, 0];
  for (let count = 0; count < 15; count += 1) {
    const [more = 0, summary = 0] = pass(same);
    messages += more;
    summaries += summary;
  }
  expect(messages).toBeLessThanOrEqual(30);
  expect(summaries).toBeLessThanOrEqual(2);
  // All of them were sent.
  expect(incidents.every(({ notified, sequence }) => notified.sequence === sequence)).toBe(true);
});

test("CHN12 Teams can't change a message, so all of its messages are braked", () => {
  const pass = passes(teams, many(8));
  expect(pass(same)).toEqual([8, 0]);
  expect(pass(grown)).toEqual([0, 1]);
});
