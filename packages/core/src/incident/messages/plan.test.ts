import { describe, expect, test } from "vitest";
import { mailOf } from "../../channel/messages/mail.ts";
import { messageRecord as record } from "../../../../../tests/support/message-record.ts";
import { bodyOf, longestBody } from "../../channel/messages/message.ts";
import { toSummary } from "./message.ts";
import { isPending, type OpenChannel, plan, type SentByChannel } from "./plan.ts";
import type { IncidentRecord } from "../rows/record.ts";
import { bookOf } from "../rules/book.ts";

const { routingOf } = bookOf([]);

const minute = 60_000;
const now = 1_000 * minute;
const webhook = { id: "chn_1", kind: "webhook", minimum: "info" } as const;
const members = { id: "members", kind: "app", minimum: "critical" } as const;
const mail = { id: "chn_2", kind: "mail", minimum: "warning" } as const;

const decide = (
  pending: IncidentRecord[],
  channels: readonly OpenChannel[] = [webhook, mail],
  before: SentByChannel = {},
) => plan(pending, channels, before, { now, summarizes: false, routingOf });

const sentTo = (planned: ReturnType<typeof plan>) =>
  planned.single.map(({ channel, record: { id }, type }) => `${channel.id} ${id} ${type}`);

describe("INC07 a channel hears", () => {
  test("nothing of what is wrong with itself", () => {
    const itself = { rule: "channel-failing", id: webhook.id, name: "On call", value: null } as const;
    const failing = record({ rule: "channel-failing", members: [itself] });
    expect(sentTo(decide([failing]))).toEqual(["chn_2 inc_1 incident.opened"]);
  });

  test("of what opens, of each change, and of the end once", () => {
    let one = record();
    const hear = (fields: Partial<IncidentRecord>) => {
      one = { ...one, ...fields };
      if (!isPending(one, now, routingOf)) return [];
      const planned = decide([one]);
      one = { ...one, notified: planned.notified.get(one.id) ?? one.notified };
      return sentTo(planned);
    };
    expect(hear({})).toEqual(["chn_1 inc_1 incident.opened", "chn_2 inc_1 incident.opened"]);
    expect(hear({})).toEqual([]);
    expect(hear({ sequence: 2 })).toEqual(["chn_1 inc_1 incident.changed", "chn_2 inc_1 incident.changed"]);
    expect(hear({ sequence: 3, resolvedAt: now })).toEqual([
      "chn_1 inc_1 incident.resolved",
      "chn_2 inc_1 incident.resolved",
    ]);
    expect(hear({})).toEqual([]);
  });

  test("of nothing that is less urgent than it wants, until that rises", () => {
    const one = record({ severity: "info" });
    const planned = decide([one]);
    expect(sentTo(planned)).toEqual(["chn_1 inc_1 incident.opened"]);
    const notified = planned.notified.get("inc_1");
    expect(notified).toEqual({ sequence: 1, channels: { chn_1: 1 } });
    const risen = record({ severity: "warning", sequence: 2, notified: notified ?? one.notified });
    expect(sentTo(decide([risen]))).toEqual(["chn_1 inc_1 incident.changed", "chn_2 inc_1 incident.opened"]);
    const over = record({
      severity: "info",
      sequence: 2,
      resolvedAt: now,
      notified: notified ?? one.notified,
    });
    expect(sentTo(decide([over]))).toEqual(["chn_1 inc_1 incident.resolved"]);
  });

  test("nothing of an end when it never heard of the begin", () => {
    expect(isPending(record({ sequence: 2, resolvedAt: now }), now, routingOf)).toBe(false);
    const other = { sequence: 1, channels: { chn_9: 1 } };
    expect(sentTo(decide([record({ sequence: 2, resolvedAt: now, notified: other })]))).toEqual([]);
  });

  test("nothing while the incident is silenced, and afterwards what still is the case", () => {
    expect(isPending(record({ silencedUntil: now + 1 }), now, routingOf)).toBe(false);
    expect(isPending(record({ silencedUntil: now }), now, routingOf)).toBe(true);
    const notified = { sequence: 1, channels: { chn_1: 1 } };
    // It heard of the begin, so it hears of the end.
    expect(
      isPending(record({ silencedUntil: now + 1, resolvedAt: now, sequence: 2, notified }), now, routingOf),
    ).toBe(true);
  });
});

test("CHN01 members are notified of what opens as critical, and of nothing after it", () => {
  const critical = record({ severity: "critical" });
  const planned = decide([critical, record({ id: "inc_2" })], [members]);
  expect(sentTo(planned)).toEqual(["members inc_1 incident.opened"]);
  const notified = planned.notified.get("inc_1") ?? critical.notified;
  expect(sentTo(decide([record({ severity: "critical", sequence: 2, notified })], [members]))).toEqual([]);
  const over = record({ severity: "critical", sequence: 2, resolvedAt: now, notified });
  const last = decide([over], [members]);
  expect(sentTo(last)).toEqual([]);
  expect(isPending({ ...over, notified: last.notified.get("inc_1") ?? notified }, now, routingOf)).toBe(
    false,
  );
});

test("CHN01 what waits for the brake is not counted as told, and is told when there is room", () => {
  const busy = { times: Array.from({ length: 10 }, () => now), summary: now };
  const one = record();
  const braked = decide([one], [webhook, mail], { chn_1: busy });
  expect(sentTo(braked)).toEqual(["chn_2 inc_1 incident.opened"]);
  const notified = braked.notified.get("inc_1") ?? one.notified;
  expect(notified).toEqual({ sequence: 0, channels: { chn_2: 1 } });
  expect(sentTo(decide([{ ...one, notified }]))).toEqual(["chn_1 inc_1 incident.opened"]);
});

test("CHN01 INC08 a summary counts as the message of each of its incidents, the most urgent first", () => {
  const many = Array.from({ length: 37 }, (_, index) =>
    record({ id: `inc_${index}`, openedAt: now - index, severity: index === 20 ? "critical" : "warning" }),
  );
  const { single, summaries, notified } = decide(many, [webhook]);
  expect(single).toEqual([]);
  expect(summaries).toHaveLength(1);
  expect(summaries[0]?.news.map(({ record: { id } }) => id).slice(0, 2)).toEqual(["inc_20", "inc_36"]);
  for (const { id } of many) expect(notified.get(id)).toEqual({ sequence: 1, channels: { chn_1: 1 } });
});

test("INC08 CHN07 a thousand incidents after an outage are one message a channel that fits, whatever their names", () => {
  const name = `<!channel> ${"\u{1f525}".repeat(100)}\r\nBcc: all@example.com`;
  const many = Array.from({ length: 1_000 }, (_, index) =>
    record({ id: `inc_${index}`, cause: { kind: "deployment", id: `dep_${index}`, name } }),
  );
  const { single, summaries } = plan(many, [webhook, mail], {}, { now, summarizes: true, routingOf });
  expect(single).toEqual([]);
  expect(summaries.map(({ channel, news }) => [channel.id, news.length])).toEqual([
    ["chn_1", 1_000],
    ["chn_2", 1_000],
  ]);
  const summary = toSummary(summaries[0]?.news ?? [], {
    webOrigin: "https://shardwatch.example",
    apiOrigin: "https://api.shardwatch.example",
  });
  const event = { type: "incident.summary", at: now, summary } as const;
  const body = bodyOf(event);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(longestBody);
  expect(JSON.parse(body)).toMatchObject({ data: { summary: { opened: 1_000, changed: 0, resolved: 0 } } });
  const { subject, text, html } = mailOf(event);
  expect(subject).toContain("1000 incidents: 1000 opened");
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).toContain("and 980 more");
  expect(text).not.toMatch(/^Bcc/m);
  expect(html).not.toContain("<!channel>");
});
