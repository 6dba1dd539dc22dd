import { expect, test } from "vitest";
import { unknownCode } from "../../kit/code16.ts";
import { pastColumnNames } from "../timeline/columns.ts";
import { columnOf, emptyTimeline } from "../timeline/timeline.ts";
import { databasesOfHours, databasesOfWeek, divideDatabases, joinDatabases } from "./divide.ts";
import { encodePast } from "./payload.ts";

let state = 11;
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

/** Databases whose figures leap at every step, so that nothing is saved by differences or by deflating. */
function leaping(count: number, step: 3_600 | 86_400, length: number) {
  const past = emptyTimeline(step, 20_000 * length, length);
  past.covered.fill(1);
  for (let index = 0; index < count; index += 1) {
    const tag = (0xa0_b1_c2_d3_e4 + index * 7_919).toString(16);
    for (const name of pastColumnNames)
      for (const at of columnOf(past, tag, name).keys())
        columnOf(past, tag, name)[at] =
          at % 2 ? Math.floor(random() * 9_999) : unknownCode - 1 - Math.floor(random() * 9_999);
  }
  return past;
}

test("HIS05 R14 a part of hours, and a week of parts of days, fits into a row whatever the figures are", () => {
  expect(encodePast(leaping(databasesOfHours, 3_600, 24)).length).toBeLessThan(395_000);
  expect(7 * encodePast(leaping(databasesOfWeek, 86_400, 1)).length).toBeLessThan(395_000);
});

test("HIS05 the databases of a past are divided in the order of their tags, and joined again", () => {
  const past = leaping(25, 86_400, 1);
  const turned = { ...past, databases: new Map([...past.databases].toReversed()) };
  const parts = divideDatabases(turned, 10);
  expect(parts.map(({ databases }) => databases.size)).toEqual([10, 10, 5]);
  expect(parts).toEqual(divideDatabases(past, 10));
  expect(joinDatabases(parts)).toEqual(past);
  expect(divideDatabases(past, 25)).toEqual([past]);
  expect(joinDatabases([])).toBeUndefined();
});
