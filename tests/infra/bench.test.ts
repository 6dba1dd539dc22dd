import { expect, test } from "vitest";
import { bundleCharts } from "../bench/charts.ts";

// It is a text that no compiler reads. The files that it imports may move.
test("the page of the charts' benchmark finds what it imports", async () => {
  expect(await bundleCharts()).toContain("uplot");
});
