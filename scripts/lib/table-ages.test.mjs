import { expect, test } from "vitest";
import { supportAsOf } from "../../packages/core/src/contract/support/end-of-support.ts";
import { tableAges } from "./table-ages.mjs";

test("DEX05 a table is due for a look when it is older than 90 days", () => {
  const dueAfter = (days) => tableAges(Date.parse(supportAsOf) + days * 86_400_000).map(({ isDue }) => isDue);
  expect(dueAfter(90)).toEqual([false, false]);
  expect(dueAfter(91)).toEqual([true, true]);
});
