import { expect, test } from "vitest";
import { formatLine } from "./format.ts";
import { parseText } from "./parse.ts";
import { widened } from "./widen.ts";

test.each([
  ["util>=85", "util>=80"],
  ["util<20", "util<25"],
  ["hits:20..40", "hits:15..45"],
  ["clients>=1000", "clients>=900"],
  ["memory>=10GiB", "memory>=9GiB"],
  ["memory>10GiB", "memory>9GiB"],
  ["lag>1MiB", "lag>=922KiB"],
  ["lag>=1GiB", "lag>=922MiB"],
  ["memory<3GiB", "memory<=3379MiB"],
  ["lag>1000", "lag>=901"],
  ["util>=3", "util>=0"],
  ["clients<10", "clients<=9"],
  ["clients>5", "clients>=6"],
  ["databases:3", "databases:3"],
  ["-util>=90", "-util>=95"],
  // A narrower range would be empty.
  ["-util:50..52", "-util:50..52"],
  ["policy:noeviction tls:no orders", "orders tls:no policy:noeviction"],
  ["version<7.2", "version<7.2"],
])("RUL01 what matched %s is over when it no longer matches %s", (when, expected) => {
  const { filter, faults } = parseText(when, []);
  expect(faults).toEqual([]);
  expect(formatLine(widened(filter))).toBe(expected);
});
