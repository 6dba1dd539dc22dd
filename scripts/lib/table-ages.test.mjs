import { expect, test } from "vitest";
import { tableAges } from "./table-ages.mjs";

test("DEX05 a table is due for a look when it is older than 90 days", () => {
  for (const [index, { asOf }] of tableAges(Date.now()).entries()) {
    const dueAfter = (days) => tableAges(Date.parse(asOf) + days * 86_400_000)[index].isDue;
    expect([dueAfter(90), dueAfter(91)]).toEqual([false, true]);
  }
});
