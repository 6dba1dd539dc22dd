import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hostileNames,
  incidentEvent,
  messageIncident,
  namedIncident,
  opened,
  testPing,
} from "../../../../../tests/support/messages.ts";
import { bodyOf, type ChannelEvent, cut, longestBody, type MessageMember, namedMembers } from "./message.ts";

interface Body {
  type: string;
  timestamp: string;
  data: {
    incident: { title: string; affected: { count: number; first: MessageMember[] } } & Record<
      string,
      unknown
    >;
    channel: { name: string };
  };
}
const read = (event: ChannelEvent) => JSON.parse(bodyOf(event)) as Body;

test("CHN02 a body has type, time and the incident with what is affected", () => {
  const incident = messageIncident({ acknowledged: { by: "Ada", at: opened, note: "on it" } });
  expect(read(incidentEvent(incident, "incident.acknowledged"))).toEqual({
    type: "incident.acknowledged",
    timestamp: "2026-11-23T10:05:00.000Z",
    data: {
      incident: {
        ...incident,
        openedAt: "2026-11-23T10:05:00.000Z",
        acknowledged: { by: "Ada", at: "2026-11-23T10:05:00.000Z", note: "on it" },
      },
    },
  });
});

test("CHN02 the end of an incident has its time", () => {
  const incident = messageIncident({ state: "resolved", resolvedAt: opened + 60_000 });
  const { data } = read(incidentEvent(incident, "incident.resolved"));
  expect(data.incident).toMatchObject({ state: "resolved", resolvedAt: "2026-11-23T10:06:00.000Z" });
});

test("CHN06 a test has its own type and names the channel", () => {
  expect(read(testPing("On call"))).toMatchObject({
    type: "test.ping",
    data: { channel: { id: "chn_1", name: "On call" } },
  });
});

test.each(hostileNames)("CHN07 the name %j stays as it is, inside its field", (name) => {
  const { data, ...rest } = read(incidentEvent(namedIncident(name)));
  expect(rest).toEqual({ type: "incident.opened", timestamp: "2026-11-23T10:05:00.000Z" });
  expect(data.incident.affected.first).toEqual([{ id: "dep_1", name, value: name }]);
  expect(data.incident).toMatchObject({ title: `Memory is full: ${name}`, cause: { name } });
  expect(bodyOf(incidentEvent(namedIncident(name)))).not.toMatch(/[\r\n\0]/);
  expect(read(testPing(name)).data.channel.name).toBe(name);
});

const members = (count: number, name: string): MessageMember[] =>
  Array.from({ length: count }, (_, index) => ({ id: `dep_${index}`, name, value: "96%" }));

test("CHN02 twenty members are named, and all are counted", () => {
  const affected = { count: 400, first: members(100, "cart") };
  const found = read(incidentEvent(messageIncident({ affected }))).data.incident.affected;
  expect(found).toEqual({ count: 400, first: affected.first.slice(0, namedMembers) });
});

test("CHN02 members are left out until the body fits, and only as many as needed", () => {
  const affected = { count: 20, first: members(20, "\u0001".repeat(200)) };
  const text = bodyOf(incidentEvent(messageIncident({ affected })));
  const { first, count } = (JSON.parse(text) as Body).data.incident.affected;
  expect(count).toBe(20);
  expect(first).toEqual(affected.first.slice(0, first.length));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(longestBody);
  expect(Buffer.byteLength(text)).toBeGreaterThan(longestBody - 1_300);
});

test("CHN02 of a long name the begin is there, and no other member is left out for it", () => {
  const first = [{ id: "dep_1", name: "n".repeat(15_000), value: "96%" }, ...members(1, "cart")];
  const found = read(incidentEvent(messageIncident({ affected: { count: 2, first } }))).data.incident
    .affected;
  expect(found.first.map(({ name }) => name)).toEqual([`${"n".repeat(299)}…`, "cart"]);
});

test("CHN02 no text makes a body longer than 20 KB, or breaks it", () => {
  const text = fc.string({ unit: "binary", maxLength: 3_000, size: "max" });
  fc.assert(
    fc.property(
      fc.oneof(text, fc.constantFrom("\u0000", "\ud800", "😀", "ü", '"')),
      fc.nat(5_000),
      (unit, times) => {
        const long = unit.repeat(1 + (unit.length === 0 ? 0 : Math.floor(times / unit.length)));
        const incident = {
          ...namedIncident(long),
          affected: { count: 30, first: members(30, long) },
          links: { web: long, api: long },
        };
        for (const event of [incidentEvent(incident), testPing(long)]) {
          const body = bodyOf(event);
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(longestBody);
          expect(JSON.parse(body)).toMatchObject({ type: event.type });
        }
      },
    ),
  );
});

test("CHN02 a text is cut with a sign, and no character in half", () => {
  expect(cut("abcde", 5)).toBe("abcde");
  expect(cut("abcdef", 5)).toBe("abcd…");
  expect(cut("abc😀ef", 5)).toBe("abc…");
});
