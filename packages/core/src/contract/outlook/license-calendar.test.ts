import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { licenseCalendar } from "./license-calendar.ts";
import type { LicenseOutlook } from "./licenses.ts";

const now = Date.parse("2026-11-30T09:08:07.654Z");

const license = (fields: Partial<LicenseOutlook> = {}): LicenseOutlook => ({
  deploymentId: "dep_1",
  deploymentName: "orders",
  organizationId: "org_1",
  source: "agent",
  lastUpdated: "2026-11-30T09:00:00.000Z",
  isStale: false,
  ends: "2026-12-31T23:59:59.000Z",
  days: 31,
  ram: null,
  flash: null,
  total: null,
  features: [],
  sooner: null,
  ...fields,
});

const addressOf = ({ deploymentId }: LicenseOutlook) =>
  `https://shardwatch.example/deployments/${deploymentId}`;
const calendar = (licenses: readonly LicenseOutlook[], at = now) =>
  licenseCalendar(licenses, { now: at, addressOf });

/** The events as a program by other people reads them. */
function eventsIn(text: string): ICAL.Component[] {
  const whole = new ICAL.Component(ICAL.parse(text) as unknown[]);
  expect(whole.name).toBe("vcalendar");
  expect(whole.getAllSubcomponents().map(({ name }) => name)).toEqual(
    whole.getAllSubcomponents("vevent").map(() => "vevent"),
  );
  return whole.getAllSubcomponents("vevent");
}
const read = (text: string) => eventsIn(text).map((event) => new ICAL.Event(event));

test("CHG05 the file has one event of a whole day for each end, and none without a known end", () => {
  const text = calendar([license(), license({ deploymentId: "dep_2", ends: null, days: null })]);
  expect(text.split("\r\n").slice(0, 10)).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Shardwatch//Licenses//EN",
    "CALSCALE:GREGORIAN",
    "BEGIN:VEVENT",
    "UID:license-org_1-dep_1-2026-12-31@shardwatch",
    "DTSTAMP:20261130T090807Z",
    "DTSTART;VALUE=DATE:20261231",
    "DTEND;VALUE=DATE:20270101",
    "SUMMARY:License of orders ends",
  ]);
  const [event, ...others] = read(text);
  expect(others).toEqual([]);
  expect([event?.startDate.isDate, event?.startDate.toString(), event?.endDate.toString()]).toEqual([
    true,
    "2026-12-31",
    "2027-01-01",
  ]);
  expect(event?.description).toContain("\nhttps://shardwatch.example/deployments/dep_1");
});

test("CHG05 a second import replaces an end: its UID stays whatever else changes, and another day has another", () => {
  const uidOf = (fields: Partial<LicenseOutlook>, at = now) => read(calendar([license(fields)], at))[0]?.uid;
  const uid = uidOf({});
  expect(uidOf({ deploymentName: "renamed", days: 3, ends: "2026-12-31T00:00:00.000Z" }, now + 9e9)).toBe(
    uid,
  );
  for (const other of [
    { ends: "2027-12-31T23:59:59.000Z" },
    { deploymentId: "dep_2" },
    { organizationId: "org_2" },
  ])
    expect(uidOf(other)).not.toBe(uid);
});

test.each([
  "a,b;c\\d",
  "two\nlines\r\nand\rmore",
  "x\r\nEND:VEVENT\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nEND:VALARM",
  "\\n is no line end; \\, neither",
  "ATTACH;VALUE=URI:https://evil.example",
  "数据库".repeat(60),
  "🦄".repeat(60),
  "x".repeat(400),
])("CHG05 a hostile or long name is text: %j", (name) => {
  const [event, ...others] = eventsIn(calendar([license({ deploymentName: name })]));
  expect(others).toEqual([]);
  expect(event?.getAllSubcomponents()).toEqual([]);
  expect(event?.getFirstPropertyValue("summary")).toBe(`License of ${name.replaceAll(/\r\n?/g, "\n")} ends`);
});

test("CHG05 no line has more than 75 octets or cuts a character, and every line ends with CR LF", () => {
  const names = fc.string({ unit: "binary", maxLength: 200 });
  fc.assert(
    fc.property(fc.array(names, { maxLength: 4 }), (deploymentNames) => {
      const text = calendar(
        deploymentNames.map((deploymentName, index) =>
          license({ deploymentName, deploymentId: `dep_${index}` }),
        ),
      );
      expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
      const lines = text.split("\r\n");
      const isWrong = (line: string) =>
        Buffer.byteLength(line) > 75 || /[\r\n]/.test(line) || !line.isWellFormed();
      expect(lines.filter(isWrong)).toEqual([]);
      expect(eventsIn(text)).toHaveLength(deploymentNames.length);
    }),
  );
});

test("CHG05 an end that no calendar can hold spoils no other event: agents may report any year", () => {
  const ends = ["9999-12-31T00:00:00.000Z", "+010000-01-01T13:59:59.000Z", "2026-12-31T00:00:00.000Z"];
  const text = calendar(ends.map((end) => license({ ends: end })));
  expect(text).not.toMatch(/\+\d|NaN|Invalid/);
  expect(read(text).map(({ startDate }) => startDate.toString())).toEqual(["2026-12-31"]);
  expect(read(calendar([license({ ends: "9999-12-30T00:00:00.000Z" })]))).toHaveLength(1);
});
